"""Ultimate Texas Hold'em, chapter 13: what is void, what goes back, what is settled all the same."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.money import Cents
from tests.games.ultimate.test_dealing import BOARD, HANDS, IDS, METHODS, seen
from tests.support.clauses import short, uth
from tests.support.table_driver import HAND, MACHINE, MANUAL, WAITS, UltimateTable, dollars

SIDES = ("progressive", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board")
STAKES = {"trips": 5, "six_card_bonus": 5, "ultimate_pairs": 5, "bad_beat": 5, "play_the_board": 5, "progressive": 5}
each_method = pytest.mark.parametrize("options", METHODS, ids=IDS)
by_hand = pytest.mark.parametrize("options", [MANUAL, HAND], ids=["manual", "hand"])


def table(options=MANUAL, wagers=(), readings=(), **kwargs):
    chosen = {"hands": HANDS, "board": BOARD, "players": 2, **kwargs}
    return UltimateTable(options, wagers, readings, **chosen).ready()


def all_back(game):
    """Everybody has his chips again, and nothing lies on the layout."""
    assert [game.chips(place) for place in game.run.table.seats] == [dollars(5000)] * len(game.run.table.seats)
    assert not any(account.startswith("layout") and held for account, held in game.run.table.ledger.balances.items())
    return game


# Cards face up


@uth("13.A")
@each_method
def test_one_card_face_up_is_set_aside_and_the_next_serves(options):
    game = table(options, hands={}, board="").bet_all(trips=5).to("deal")
    stock = game.run.table.equipment.stock
    game.take(face_up=(1,))
    assert game.state.set_aside == stock[:1]
    assert stock[0] not in [card for hand in game.state.hands.values() for card in hand]
    game.finish()
    assert not game.state.must_reshuffle
    counted = next(event for event in game.since(skip=1) if event.kind == "stub-racked")
    assert len(counted["cards"]) == 52 - 1 - 6 - 5 - (2 if options is HAND else 0)


@uth("13.B")
@each_method
def test_two_cards_face_up_before_everybody_has_two_void_the_round(options):
    game = table(options, ["progressive"]).bet_all(progressive=5, trips=5).to("deal")
    game.take(face_up=(2, 3))
    assert short(game.last("round-voided").clauses) == ["13.B"]
    all_back(game)
    assert game.run.meters["progressive/meter"].value == 2_000_000
    game.finish().ready()
    assert any(event.kind == "cards-shuffled" for event in game.since())


@uth("13.C")
@by_hand
@pytest.mark.parametrize("step", ["deal-flop", "deal-final"])
def test_several_found_later_void_the_base_wagers_and_trips_is_settled(options, step):
    game = table(options).bet_all(trips=5)
    game.answers = {1: ["play 4"]}
    game.to(step)
    game.take(face_up=(1, 2))
    assert "13.C" in game.clauses("base-voided")
    assert game.balance("layout:1") == dollars(5)
    assert game.due.act == "complete-board"
    game.take()
    assert len(game.state.board) == 5
    game.finish()
    assert "dealer-turned" not in game.kinds(skip=1)
    assert {event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled"} == {"trips"}
    assert game.last("round-ended")["void"] is True


@uth("13.A", "13.C")
@pytest.mark.parametrize(("reading", "ends"), [("several-only", False), ("any-card", True)])
def test_whether_one_card_later_ends_the_base_wagers_is_read(reading, ends):
    game = table(readings={"UTH-24": "any-card"}).bet_all(trips=5).to("deal-flop")
    game.take(face_up=(1,))  # shows both clauses, whatever the case
    game = table(readings={"UTH-24": reading}).bet_all(trips=5).to("deal-flop")
    game.take(face_up=(1,))
    assert bool(game.state.base_void) is ends
    game.finish()


@uth("13.C")
def test_cards_face_up_are_counted_over_the_round():
    game = table(hands={}, board="").bet_all(trips=5).to("deal")
    game.take(face_up=(1,))
    game.to("deal-final")
    game.take(face_up=(2,))
    assert game.state.base_void
    game.finish()


@uth("13.D")
@each_method
def test_a_card_drawn_in_error_is_the_next_card(options):
    game = table(options).bet_all().to("deal")
    game.take(drawn_in_error=True)
    assert game.clauses("card-drawn-in-error") == ["13.D"]
    assert game.state.hands[1] == tuple(game.hands[1])
    game.finish()


# Wrong numbers of cards


@uth("13.E")
@each_method
@pytest.mark.parametrize("wrong", [{"hands": {1: 1}}, {"hands": {0: 3}}, {"board": 4}])
def test_a_wrong_number_of_cards_voids_the_round(options, wrong):
    game = table(options).bet_all(trips=5).to("deal")
    if "board" in wrong and options in (MANUAL, HAND):
        game.to("deal-flop")
    game.take(**wrong)
    assert (game.state.void, game.clauses("round-voided")) == ("misdeal", ["13.E"])
    all_back(game).finish()


@uth("13.E")
def test_four_cards_belong_into_the_box():
    game = table(MACHINE, ["six-card-bonus"]).bet_all(trips=5).to("deal")
    game.take(box=5)
    assert game.clauses("round-voided") == ["13.E"]


@uth("13.E")
@pytest.mark.parametrize("when", ["turn-dealer", "pay", "collect-cards", "end-round"])
def test_a_misdeal_may_be_found_until_the_round_is_over(when):
    game = table(wagers=["progressive"]).bet_all(trips=5, progressive=5).to(when)
    assert game.refused("report-misdeal", hands={1: 2}).code == "round.no-misdeal"
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 3})
    assert game.run.meters["progressive/meter"].value == 2_000_000
    all_back(game).finish()


@uth("13.E")
def test_what_was_settled_stands_where_it_is_read_so():
    game = table(readings={"UTH-90": "settled-stands"}).bet_all(trips=5).to("pay")
    winner = game.due.position
    game.take()
    had = game.chips(winner)
    (voided, *_) = game.do("report-misdeal", FLOOR_ACTOR, hands={0: 3})
    assert "unwound" not in voided.facts
    assert game.chips(winner) == had + dollars(5), "only Trips was open"
    game.finish()


@uth("13.E")
def test_what_a_player_no_longer_has_stays_owed():
    game = table().bet_all().to("pay")
    winner = game.due.position
    game.take()
    game.do("tip", winner, amount=game.chips(winner))
    (voided, *_) = game.do("report-misdeal", FLOOR_ACTOR, hands={0: 3})
    assert {(place, wager) for place, wager, _ in voided["owed"]} == {(winner, "ante"), (winner, "blind"), (winner, "play")}
    assert game.chips(winner) == Cents(0)
    game.finish()


@uth("13.E", "11.F(2)")
def test_what_a_fold_had_lost_comes_back_with_the_rest():
    game = table(wagers=["progressive", "ultimate-pairs"], options={"fold.progressive": "lost", "fold.ultimate-pairs": "lost"})
    game.bet_all(progressive=5, ultimate_pairs=5, trips=5)
    game.answers = {1: ["check", "check", "fold"]}
    game.to("turn-dealer")
    game.do("report-misdeal", hands={2: 3})
    all_back(game)
    assert game.run.meters["progressive/meter"].value == 2_000_000


# Exposed cards


@uth("13.F", "13.G")
@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE], ids=["manual", "hand", "machine"])
@pytest.mark.parametrize("when", ["deal", "players"])
def test_a_dealers_card_exposed_too_early_voids_the_base_wagers(options, when):
    game = table(options).bet_all(trips=5).to(when)
    if when == "deal":
        game.take(exposed={0: 1})
    else:
        game.act(1, "play", times=4)
        game.do("report-exposed", place=0)
    assert game.clauses("base-voided") == ["13.F", "13.G"]
    assert seen(game, game.player(1))["cards"][0] == game.state.hands[0][:1]
    assert [game.balance(f"layout:{place}") for place in (1, 2)] == [dollars(5)] * 2
    game.finish()
    assert game.won(1, "trips") == ("win", dollars(250))
    assert game.won(2, "trips") == ("lose", Cents(0))
    assert [game.chips(place) for place in (1, 2)] == [dollars(5250), dollars(4995)]


def test_what_may_have_happened_when_depends_on_how_far_the_round_has_come():
    game = table().bet_all().to("players")
    bounds = {option.bounds["when"]["choices"] for option in game.legal(DEALER_ACTOR, "report-exposed")}
    assert bounds == {("dealing", "deciding")}
    refused = game.refused("report-exposed", place=0, when="later")
    assert (refused.code, refused.facts["allowed"]) == ("round.not-yet", ("dealing", "deciding"))
    assert game.refused("report-face-up", face_up=(1,), when="later").code == "round.not-yet"
    game.to("turn-dealer")
    (option, *_) = game.legal(DEALER_ACTOR, "report-exposed")
    assert option.bounds["when"]["choices"] == ("dealing", "deciding", "later")


def test_every_place_that_a_report_may_concern_is_listed():
    game = table(MACHINE, ["six-card-bonus"]).bet_all(trips=5).to("deal")
    (deal,) = game.legal(DEALER_ACTOR, "deal")
    assert deal.bounds["exposed"]["most"] == {0: 2, 1: 2, 2: 2, "board": 5, "box": 4}
    game.to("players")
    right = {
        name: bounds["right"] for each in game.legal(DEALER_ACTOR, "report-misdeal") for name, bounds in each.bounds.items()
    }
    assert right == {"hands": 2, "board": 5, "box": 4, "burned": 0, "stub": 52 - 6 - 5 - 4}
    shown = {option.facts["place"]: option.bounds["cards"]["most"] for option in game.legal(DEALER_ACTOR, "report-exposed")}
    assert shown == {0: 2, 1: 2, 2: 2, "board": 5, "box": 4}


def test_cards_of_the_board_are_numbered_as_they_lie():
    game = table(MACHINE).bet_all(trips=5).to("deal-final")
    (seen_now, *_) = game.do("report-exposed", place="board", cards=1)
    assert seen_now["cards"] == game.state.board[3:4], "of those that still lie face down"
    game = table(MACHINE).bet_all(trips=5).to("deal-final")
    (seen_early, *_) = game.do("report-exposed", place="board", cards=(2,), when="dealing")
    assert seen_early["cards"] == game.state.board[1:2]


def test_a_wrong_number_of_burned_cards_is_recorded():
    game = table(HAND).bet_all(trips=5).to("deal-final")
    (recorded,) = game.do("report-misdeal", burned=2)
    assert (recorded.kind, recorded.clauses) == ("irregularity-recorded", ())
    game.finish()


def test_a_dealers_card_exposed_when_all_have_decided_changes_nothing():
    game = table().bet_all().to("players")
    game.act(1, "play", times=4)
    game.act(2, "play", times=4)
    (seen_late,) = game.do("report-exposed", place=0)
    assert (seen_late.kind, seen_late.clauses, game.state.base_void) == ("card-exposed", (), "")


@uth("13.F")
def test_cards_that_wait_in_the_machine_can_be_exposed():
    game = table(WAITS).bet_all(trips=5).to("players")
    game.do("report-exposed", place=0)
    assert "13.F" in game.clauses("base-voided")
    game.finish()


def found_face_up(options):
    """Two cards face up in the stub, reported while it lies there: the event that follows."""
    game = table(options).bet_all(trips=5).to("rack-stub" if options is MACHINE else "players")
    (voided,) = [event for event in game.do("report-face-up", face_up=(1, 2)) if event.kind.endswith("voided")]
    game.finish()
    return voided.kind, short(voided.clauses)


@uth("13.C")
@pytest.mark.parametrize("options", [MANUAL, HAND, MACHINE], ids=["manual", "hand", "machine"])
def test_cards_face_up_in_the_stub_are_reported_when_they_are_found(options):
    assert found_face_up(options) == ("base-voided", ["13.C", "13.B"])


@uth("13.B")
def test_while_the_dealers_cards_wait_not_everybody_has_received_his():
    assert found_face_up(WAITS) == ("round-voided", ["13.B"])


def test_cards_face_up_in_the_rack_are_recorded():
    game = table().bet_all(trips=5).to("turn-dealer")
    (recorded,) = game.do("report-face-up", face_up=(1, 2), where="rack")
    assert (recorded.kind, recorded.clauses, recorded["what"]) == ("irregularity-recorded", (), "face-up")
    game.finish()
    assert not game.state.must_reshuffle


@uth("13.F", "11.F(2)")
def test_the_ante_of_a_folded_hand_comes_back_too():
    game = table().bet_all(trips=5)
    game.answers = {1: ["check", "check", "fold"]}
    game.to("rack-stub").take()
    game.act(1, "fold")
    game.do("report-exposed", place=0)
    assert game.chips(1) == dollars(4995)
    game.finish()


@uth("13.A", "13.G")
@pytest.mark.parametrize("choice", ["play-on", "void-base"])
@pytest.mark.parametrize("place", [1, "board", "box"])
def test_of_other_cards_a_floorperson_says_what_they_do(place, choice):
    game = table(MACHINE, ["six-card-bonus"]).bet_all(trips=5).to("players")
    game.do("report-exposed", place=place)
    assert (game.due.act, game.context.position_to_act) == ("rule-exposed", None)
    game.do("rule-exposed", FLOOR_ACTOR, choice=choice)
    assert bool(game.state.base_void) is (choice == "void-base")
    game.finish()


@pytest.mark.parametrize(("place", "suggested"), [(1, ""), ("board", "card-exposed")])
def test_what_is_suggested_is_to_play_on_after_a_players_card_only(place, suggested):
    game = table(MACHINE).bet_all(trips=5).to("players")
    game.do("report-exposed", place=place)
    game.take()
    assert game.state.base_void == suggested


def test_read_so_any_exposed_card_voids_the_base_wagers():
    game = table(readings={"UTH-27": "void-base"}).bet_all(trips=5).to("deal")
    game.take(exposed={1: 1})
    assert game.state.base_void
    game.finish()


@uth("13.G", "11.J(2)(d)")
@pytest.mark.parametrize("reading", ["settle-what-stands", "refund-all-but-trips"])
def test_which_other_wagers_stand_is_read(reading):
    game = table(MACHINE, SIDES, {"UTH-25": "settle-what-stands"}, box="2h 2d 9c 9d").bet_all(**STAKES).to("players")
    game.do("report-exposed", place=0)
    game.finish()  # shows the clauses, whatever the case
    game = table(MACHINE, SIDES, {"UTH-25": reading}, box="2h 2d 9c 9d").bet_all(**STAKES).to("players")
    game.do("report-exposed", place=0)
    game.finish()
    settled = {event["wager"] for event in game.since(skip=1) if event.kind == "wager-settled"}
    back = {event["wager"] for event in game.since(skip=1) if event.kind == "wager-refunded"}
    if reading == "settle-what-stands":
        assert settled == {"trips", "six-card-bonus", "ultimate-pairs", "play-the-board", "progressive"}
        assert back == {"ante", "blind", "bad-beat"}
    else:
        assert settled == {"trips"}
        assert game.run.meters["progressive/meter"].value == 2_000_000


@pytest.mark.parametrize(
    ("dealer", "turned", "won"), [("4h 5h", False, 150), ("Ah 5h", True, 150), ("Ah Ac", True, 5000)], ids=str
)
def test_ultimate_pairs_turns_the_dealers_cards_only_if_an_ace_of_his_was_seen(dealer, turned, won):
    hands, letters = {1: "As Ad", 2: "Kc Kd", 0: dealer}, {"ultimate-pairs": "B"}
    game = table(MACHINE, ["ultimate-pairs"], letters=letters, hands=hands, board="Qs Js 9h 3h 3d")
    game.bet_all(ultimate_pairs=5).to("players")
    game.do("report-exposed", place=0)
    game.finish()
    assert game.won(1, "ultimate-pairs") == ("win", dollars(won))
    assert game.won(2, "ultimate-pairs") == ("win", dollars(50))
    assert ("dealer-turned" in game.kinds(skip=1)) is turned


# Devices


@uth("13.I", "13.I(1)", "13.I(2)", "13.I(3)")
def test_a_shoe_that_jams_voids_the_round():
    game = table(MACHINE).bet_all(trips=5).to("deal")
    game.take(jammed=True)
    assert game.clauses("round-voided") == ["13.I", "13.I(1)", "13.I(2)", "13.I(3)"]
    all_back(game).finish()


@pytest.mark.parametrize(
    ("options", "reading", "void"),
    [
        (MACHINE, "during-the-round", True),
        (MACHINE, "while-cards-are-in-it", False),
        (WAITS, "while-cards-are-in-it", True),
    ],
)
def test_a_shoe_that_jams_later_voids_the_round_as_it_is_read(options, reading, void):
    game = table(options, (), {"UTH-91": reading}).bet_all().to("players")
    failed, *_ = game.do("report-device", DEALER_ACTOR, device="automated-shoe", usable=True)
    assert bool(game.state.void) is void
    assert short(failed.clauses) == (["13.I(2)", "13.I(3)"] if void else []), "it cites what is done"


@uth("13.H(1)", "13.H(3)")
@pytest.mark.parametrize(("reading", "void"), [("live-deck-only", False), ("always", True)])
def test_a_shuffler_that_jams_with_the_other_deck_in_it(reading, void):
    game = table({**HAND, "table.decks": 2}, (), {"UTH-26": reading}).bet_all()
    game.to("players")
    game.do("report-device", DEALER_ACTOR, device="shuffler", usable=True)
    assert bool(game.state.void) is void
    if void:
        all_back(game)
    game.finish()

"""Cards that are seen too early: a dealer's card voids the wagers against him, of others a floorperson says what they do."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.money import Cents
from tests.support.clauses import against_dealer, bears, each_book, short, uth
from tests.support.dealer_games import MOST, SIDE, SIDE_BET, STRANGER, all_back, dealt_table, each_dealing, seen
from tests.support.submissions import FC, UTH
from tests.support.table_driver import MACHINE, WAITS, dollars

SIDES = ("progressive", "six-card-bonus", "ultimate-pairs", "bad-beat", "play-the-board")
STAKES = {"trips": 5, "six_card_bonus": 5, "ultimate_pairs": 5, "bad_beat": 5, "play_the_board": 5, "progressive": 5}
ANTE_AND_BLIND = {UTH: 20, FC: 10}


def expose_dealers_cards(game, when, cards):
    """The first cards of the dealer are seen in the deal, or while players decide; they are what everybody sees of them."""
    if when == "deal":
        game.take(exposed={0: cards})
    else:
        game.act(1, "play", times=MOST[game.book])
        game.do("report-exposed", place=0, cards=cards)
    hand = game.state.hands[0]
    return (*hand[:cards], *hand[5:])


# Either game


@each_book(poker="13.F 13.G")
@each_dealing
@pytest.mark.parametrize(("when", "cards"), [("deal", 1), ("players", 1), ("players", 2)])
def test_a_hidden_dealers_card_seen_too_early_voids_the_base_wagers(book, clauses, options, when, cards):
    game = dealt_table(book, options).bet_all(**SIDE_BET[book]).to(when)
    shown = expose_dealers_cards(game, when, cards)
    assert game.clauses("base-voided") == clauses[:1]
    assert [seen(game, actor)["cards"][0] for actor in (game.player(1), STRANGER)] == [shown] * 2
    assert [game.balance(f"layout:{place}") for place in (1, 2)] == [dollars(5)] * 2
    game.finish()
    assert "dealer-turned" not in game.kinds(skip=1)
    assert game.won(1, SIDE[book]) == ("win", dollars(250))
    assert game.won(2, SIDE[book]) == ("lose", Cents(0))
    moved = {
        event["wager"] for event in game.since(skip=1) if event.kind == "money-moved" and clauses[1] in short(event.clauses)
    }
    assert moved == {SIDE[book]}, "13.G settles what stands and returns nothing"
    assert [game.chips(place) for place in (1, 2)] == [dollars(5250), dollars(4995)]
    assert game.last("round-ended")["void"] is True
    assert game.due.act == "shuffle"


@each_book(poker="13.F 11.F(2)")
@pytest.mark.parametrize("by", [DEALER_ACTOR, FLOOR_ACTOR], ids=["dealer", "floorperson"])
def test_the_ante_of_a_folded_hand_comes_back_too(book, clauses, by):
    game = dealt_table(book).bet_all(**SIDE_BET[book]).to("rack-stub")
    game.take()
    game.act(1, "fold")
    assert game.chips(1) == dollars(4995 - ANTE_AND_BLIND[book])
    game.do("report-exposed", by, place=0)
    assert game.chips(1) == dollars(4995)
    game.finish()


@against_dealer
def test_without_other_wagers_everything_comes_back(book):
    game = dealt_table(book).bet_all().to("rack-stub")
    game.take()
    game.act(1, "fold")
    game.do("report-exposed", FLOOR_ACTOR, place=0)
    all_back(game).finish()


@against_dealer
def test_a_dealers_card_exposed_when_all_have_decided_changes_nothing(book):
    game = dealt_table(book).bet_all().to("players")
    for place in (1, 2):
        game.act(place, "play", times=MOST[book])
    (seen_late,) = game.do("report-exposed", place=0)
    assert (seen_late.kind, seen_late.clauses, game.state.base_void) == ("card-exposed", (), "")


@each_book(poker="13.F 13.G")
def test_a_dealers_card_reported_late_counts_by_when_it_was_exposed(book, clauses):
    game = dealt_table(book).bet_all(**SIDE_BET[book]).to("pay")
    game.take()
    game.do("report-exposed", FLOOR_ACTOR, place=0)
    assert not game.state.base_void, "all have decided"
    _, voided, *back = game.do("report-exposed", FLOOR_ACTOR, place=0, when="deciding")
    assert (voided.kind, game.clauses("base-voided")) == ("base-voided", clauses[:1])
    assert {event["wager"] for event in back if event.kind == "wager-refunded"} >= {"ante", "play"}
    game.finish()


@against_dealer
def test_what_may_have_happened_when_depends_on_how_far_the_round_has_come(book):
    game = dealt_table(book).bet_all().to("players")
    bounds = {option.bounds["when"]["choices"] for option in game.legal(DEALER_ACTOR, "report-exposed")}
    assert bounds == {("dealing", "deciding")}
    refused = game.refused("report-exposed", place=0, when="later")
    assert (refused.code, refused.facts["allowed"]) == ("round.not-yet", ("dealing", "deciding"))
    assert game.refused("report-face-up", face_up=(1,), when="later").code == "round.not-yet"
    game.to("turn-dealer")
    (option, *_) = game.legal(DEALER_ACTOR, "report-exposed")
    assert option.bounds["when"]["choices"] == ("dealing", "deciding", "later")


@each_book(poker="13.A 13.F")
@pytest.mark.parametrize("choice", ["play-on", "void-base"])
def test_of_a_players_card_a_floorperson_says_what_it_does(book, clauses, choice):
    game = dealt_table(book).bet_all(**SIDE_BET[book]).to("players")
    game.do("report-exposed", place=1)
    assert (game.due.act, game.context.position_to_act) == ("rule-exposed", None)
    game.do("rule-exposed", FLOOR_ACTOR, choice=choice)
    assert bool(game.state.base_void) is (choice == "void-base")
    assert game.clauses("exposure-ruled") == [clauses[choice == "void-base"]]
    game.finish()
    assert game.won(1, SIDE[book]) == ("win", dollars(250))


@pytest.mark.parametrize(("book", "place", "suggested"), [(UTH, 1, ""), (UTH, "board", "card-exposed"), (FC, 1, "")])
def test_what_is_suggested_is_to_play_on_after_a_players_card_only(book, place, suggested):
    game = dealt_table(book, MACHINE).bet_all(**SIDE_BET[book]).to("players")
    game.do("report-exposed", place=place)
    game.take()
    assert game.state.base_void == suggested


# Four Card Poker


@bears("13.F", "13.G")
@each_dealing
@pytest.mark.parametrize(("when", "cards"), [("deal", 1), ("players", 2)])
def test_the_progressive_and_envy_are_settled_on_the_five_cards(options, when, cards):
    """As UTH-25: and there is no Ante bonus."""
    game = dealt_table(FC, options, ["progressive"])
    game.bets(1, 10, aces_up=5, progressive=1).bets(2, 10, progressive=5).to(when)
    expose_dealers_cards(game, when, cards)
    assert [game.balance(f"layout:{place}") for place in (1, 2)] == [dollars(5), Cents(0)]
    game.finish()
    assert game.paid(1) == {"aces-up": ("win", 250), "progressive": ("win", 20_001)}
    assert game.paid(2) == {"progressive": ("lose", 0)}
    assert [event["seat"] for event in game.moved("envy")] == [2]
    assert "dealer-turned" not in game.kinds(skip=1)
    assert game.last("round-ended")["void"] is True


def test_the_dealer_has_five_cards_that_may_be_exposed_in_the_deal():
    (deal,) = dealt_table(FC).bet_all().to("deal").legal(DEALER_ACTOR, "deal")
    assert deal.bounds["exposed"]["most"] == {0: 5, 1: 5, 2: 5}


def test_the_card_that_is_face_up_cannot_be_exposed():
    game = dealt_table(FC).bet_all().to("players")
    up = game.state.hands[0][5]
    assert game.refused("report-exposed", place=0, cards=(up,)).code == "command.fact"
    assert game.refused("report-exposed", place=0, cards=6).code == "command.fact"
    (bounds,) = [option.bounds for option in game.legal(DEALER_ACTOR, "report-exposed") if option.facts["place"] == 0]
    assert bounds["cards"] == {"least": 1, "most": 5}


def test_a_dealers_card_does_no_harm_where_nobody_has_to_decide():
    game = dealt_table(FC).bet_aces_up(1).bet_aces_up(2).to("deal")
    game.take(exposed={0: 1})
    assert not game.state.base_void


# Ultimate Texas Hold'em


def test_every_place_that_a_report_may_concern_is_listed():
    game = dealt_table(UTH, MACHINE, ["six-card-bonus"]).bet_all(trips=5).to("deal")
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
    game = dealt_table(UTH, MACHINE).bet_all(trips=5).to("deal-final")
    (seen_now, *_) = game.do("report-exposed", place="board", cards=1)
    assert seen_now["cards"] == game.state.board[3:4], "of those that still lie face down"
    game = dealt_table(UTH, MACHINE).bet_all(trips=5).to("deal-final")
    (seen_early, *_) = game.do("report-exposed", place="board", cards=(2,), when="dealing")
    assert seen_early["cards"] == game.state.board[1:2]


@uth("13.F")
def test_cards_that_wait_in_the_machine_can_be_exposed():
    game = dealt_table(UTH, WAITS).bet_all(trips=5).to("players")
    game.do("report-exposed", place=0)
    assert "13.F" in game.clauses("base-voided")
    game.finish()


@uth("13.A", "13.F")
@pytest.mark.parametrize("choice", ["play-on", "void-base"])
@pytest.mark.parametrize("place", ["board", "box"])
def test_of_community_and_box_cards_a_floorperson_says_what_they_do(place, choice):
    game = dealt_table(UTH, MACHINE, ["six-card-bonus"]).bet_all(trips=5).to("players")
    game.do("report-exposed", place=place)
    assert (game.due.act, game.context.position_to_act) == ("rule-exposed", None)
    game.do("rule-exposed", FLOOR_ACTOR, choice=choice)
    assert bool(game.state.base_void) is (choice == "void-base")
    game.finish()


def test_read_so_any_exposed_card_voids_the_base_wagers():
    game = dealt_table(UTH, readings={"UTH-27": "void-base"}).bet_all(trips=5).to("deal")
    game.take(exposed={1: 1})
    assert game.state.base_void
    game.finish()


@uth("13.G", "11.J(2)(d)")
@pytest.mark.parametrize("reading", ["settle-what-stands", "refund-all-but-trips"])
def test_which_other_wagers_stand_is_read(reading):
    game = dealt_table(UTH, MACHINE, SIDES, {"UTH-25": "settle-what-stands"}, box="2h 2d 9c 9d").bet_all(**STAKES).to("players")
    game.do("report-exposed", place=0)
    game.finish()  # shows the clauses, whatever the case
    game = dealt_table(UTH, MACHINE, SIDES, {"UTH-25": reading}, box="2h 2d 9c 9d").bet_all(**STAKES).to("players")
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


@uth("13.G")
@pytest.mark.parametrize(
    ("wagers", "turned"),
    [
        ({}, []),
        ({"ultimate_pairs": 5}, []),
        ({"bad_beat": 5}, []),
        ({"six_card_bonus": 5}, ["box-turned"]),
        ({"trips": 5}, ["board-completed"]),
        ({"play_the_board": 5}, ["board-completed"]),
        ({"progressive": 5}, ["board-completed"]),
        ({"trips": 5, "six_card_bonus": 5}, ["board-completed", "box-turned"]),
    ],
    ids=str,
)
def test_board_and_box_are_turned_up_only_for_wagers_that_they_decide(wagers, turned):
    """The first round shows the clause, whatever the case."""
    game = dealt_table(UTH, MACHINE, SIDES, {"UTH-11": "independent"}, box="2h 2d 9c 9d").bet_all(trips=5).to("players")
    game.do("report-exposed", place=0)
    game.finish().bet_all(**wagers).to("players")
    game.do("report-exposed", place=0)
    game.finish()
    assert game.kinds("board-completed", "box-turned", skip=1) == turned


@pytest.mark.parametrize(
    ("dealer", "turned", "won"), [("4h 5h", False, 150), ("Ah 5h", True, 150), ("Ah Ac", True, 5000)], ids=str
)
def test_ultimate_pairs_turns_the_dealers_cards_only_if_an_ace_of_his_was_seen(dealer, turned, won):
    hands, letters = {1: "As Ad", 2: "Kc Kd", 0: dealer}, {"ultimate-pairs": "B"}
    game = dealt_table(UTH, MACHINE, ["ultimate-pairs"], letters=letters, hands=hands, board="Qs Js 9h 3h 3d")
    game.bet_all(ultimate_pairs=5).to("players")
    game.do("report-exposed", place=0)
    game.finish()
    assert game.won(1, "ultimate-pairs") == ("win", dollars(won))
    assert game.won(2, "ultimate-pairs") == ("win", dollars(50))
    assert ("dealer-turned" in game.kinds(skip=1)) is turned

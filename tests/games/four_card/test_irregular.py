"""Four Card Poker: the stub, irregularities, what is void and what still stands, who sees what, physical cards."""

import pytest

from houseway.cards import parse_hand
from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.table import redact_event
from tests.support.clauses import bears, fc, short
from tests.support.table_driver import HAND, MACHINE, MANUAL, METHODS, FourCardTable, dollars

HANDS = {1: "As Ah Ad Ac 2c", 2: "3s 6d Tc Kc Jc", 0: "3c 4h 7d Jh Qh Td"}
STRANGER = Actor(Role.PLAYER, "Zoe")
each_method = pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)


def table(options=MANUAL, wagers=(), readings=(), **kwargs):
    return FourCardTable(options, wagers, readings, **{"hands": HANDS, "players": 2, **kwargs}).ready()


def all_back(game):
    """Everybody has his chips again, and nothing lies on the layout."""
    assert {game.chips(place) for place in game.run.table.seats} == {dollars(5000)}
    assert not any(account.startswith("layout") and held for account, held in game.run.table.ledger.balances.items())
    return game


def seen(game, actor):
    return game.run.table.game.view(game.context, actor)


# The stub


@pytest.mark.parametrize(
    ("options", "clauses"), [(MANUAL, ["8.E", "8.F"]), (HAND, ["9.C", "9.D"]), (MACHINE, ["10.C", "10.D"])], ids=METHODS
)
def test_every_fifth_round_the_stub_is_counted_before_anybody_decides(options, clauses, claim):
    game = table(options)
    for number in range(1, 6):
        game.ready().bets(1).bet_aces_up(2)
        game.to("count-stub" if number == 5 else "rack-stub")
        if number == 5:
            assert set(fc(*clauses[:1])) <= set(game.refused("rack-stub").clauses)
        game.finish()
    assert game.last("stub-counted")["cards"] == 52 - 5 * 2 - 6
    claim(*fc(*clauses))


@pytest.mark.parametrize(
    ("options", "misdealt", "wrong"),
    [
        (MANUAL, ("8.G", "8.G(1)"), ("8.G", "8.G(2)")),
        (HAND, ("9.E", "9.E(1)"), ("9.E", "9.E(2)")),
        (MACHINE, ("10.E", "10.E(1)"), ("10.E", "10.E(2)")),
    ],
    ids=METHODS,
)
def test_a_wrong_count_voids_the_round(options, misdealt, wrong, claim):
    for facts, clauses, why in (
        ({"hands": {0: 7}, "less": 1}, misdealt, "misdeal"),
        ({"less": 1}, wrong, "wrong-deck"),
        ({"hands": {1: 4}, "less": 0}, dict.fromkeys(misdealt + wrong), "wrong-deck"),
    ):
        game = table(options, ["progressive"]).bet_all(10, aces_up=5, progressive=5).to("rack-stub")
        left = len(game.state.undealt) - facts.pop("less")
        game.do("count-stub", DEALER_ACTOR, **facts, cards=left)
        assert (game.state.void, game.last("round-voided").clauses) == (why, fc(*clauses))
        all_back(game)
        decks = game.run.table.equipment.received
        game.finish().ready()
        assert game.run.table.equipment.received - decks == (why == "wrong-deck")
        claim(*fc(*clauses))


# Cards face up


@bears("13.A")
@each_method
def test_one_card_face_up_is_set_aside_and_the_next_serves(options):
    game = table(options, hands={}).bets(1).bet_aces_up(2).to("deal")
    stock = game.run.table.equipment.stock
    game.take(face_up=(3,))
    left = (*stock[:2], *stock[3:])
    assert game.state.set_aside == stock[2:3]
    assert {card for hand in game.state.hands.values() for card in hand} == set(left[:16])
    assert game.do("count-stub", DEALER_ACTOR)[0]["cards"] == 52 - 16 - 1
    game.finish()
    assert not game.state.must_reshuffle


@bears("13.B")
@each_method
def test_two_cards_face_up_void_the_round(options):
    game = table(options, ["progressive"]).bet_all(10, progressive=5, aces_up=5).to("deal")
    game.take(face_up=(2, 3))
    assert game.last("round-voided").clauses == fc("13.B")
    all_back(game)
    assert game.run.meters["progressive/meter"].value == 2_000_000
    game.finish().ready()
    assert any(event.kind == "cards-shuffled" for event in game.since())


@bears("13.C", "13.A")
@each_method
def test_cards_face_up_in_the_stub_change_nothing(options):
    """Sixteen cards go out, one more where one of those was face up."""
    game = table(options, hands={}).bets(1).bet_aces_up(2).to("deal")
    stock = game.run.table.equipment.stock
    game.take(face_up=(16, 18, 40, 51))
    assert [event["number"] for event in game.since() if event.kind == "stub-card-seen"] == [18, 40, 51]
    assert game.state.set_aside == stock[15:16]
    assert len(game.state.undealt) == 52 - 17
    assert game.state.hands[0][-1] == stock[16]
    game.finish()
    assert not game.state.must_reshuffle


@bears("13.D")
@each_method
def test_a_card_drawn_in_error_is_the_next_card(options):
    game = table(options).bet_all().to("deal")
    game.take(drawn_in_error=True)
    assert game.clauses("card-drawn-in-error") == ["as-played.13.D"]
    assert game.state.hands == game.hands
    game.finish()


@bears("13.E")
@each_method
@pytest.mark.parametrize("wrong", [{1: 4}, {2: 6}, {0: 5}, {0: 7}])
def test_a_wrong_number_of_cards_voids_the_round(options, wrong):
    game = table(options).bet_all(aces_up=5).to("deal")
    game.take(hands=wrong)
    assert (game.state.void, game.clauses("round-voided")) == ("misdeal", ["as-played.13.E"])
    all_back(game).finish()


@bears("13.E", "11.F(2)")
def test_a_misdeal_found_later_brings_back_what_a_fold_had_lost():
    options = {"fold.aces-up": "lost", "fold.progressive": "lost"}
    game = table(options, ["progressive"]).bet_all(10, aces_up=5, progressive=5)
    game.answers = {1: ["fold"]}
    game.to("turn-dealer")
    assert game.refused("report-misdeal", hands={1: 5, 0: 6}).code == "round.no-misdeal"
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 4})
    all_back(game)
    assert game.run.meters["progressive/meter"].value == 2_000_000


# Exposed cards


@bears("13.F", "13.G")
@each_method
@pytest.mark.parametrize("when", ["deal", "players"])
def test_a_hidden_dealer_card_shown_too_early_voids_the_wagers_against_him(options, when):
    """As UTH-25: Aces Up, the progressive and envy are settled on the five cards, and there is no Ante bonus."""
    game = table(options, ["progressive"]).bets(1, 10, aces_up=5, progressive=1).bets(2, 10, progressive=5).to(when)
    if when == "deal":
        game.take(exposed={0: 1})
    else:
        game.act(1, "play", times=3)
        game.do("report-exposed", DEALER_ACTOR, place=0, cards=2)
    assert game.last("base-voided").clauses == fc("13.F", "13.G")
    hand = game.state.hands[0]
    assert seen(game, STRANGER)["cards"][0] == (*hand[: 1 if when == "deal" else 2], hand[5])
    assert [game.balance(f"layout:{place}") for place in (1, 2)] == [dollars(5), Cents(0)]
    game.finish()
    assert "dealer-turned" not in game.kinds(skip=1)
    assert game.paid(1) == {"aces-up": ("win", 250), "progressive": ("win", 20_001)}
    assert game.paid(2) == {"progressive": ("lose", 0)}
    assert [event["seat"] for event in game.moved("envy")] == [2]
    assert game.last("round-ended")["void"] is True


@bears("13.F", "11.F(2)")
def test_the_ante_of_a_folded_hand_comes_back_too():
    game = table().bet_all().to("players")
    game.act(1, "fold")
    assert game.chips(1) == dollars(4990)
    game.do("report-exposed", FLOOR_ACTOR, place=0)
    all_back(game).finish()


def test_the_dealer_has_five_cards_that_may_be_exposed_in_the_deal():
    (deal,) = table().bet_all().to("deal").legal(DEALER_ACTOR, "deal")
    assert deal.bounds["exposed"]["most"] == {0: 5, 1: 5, 2: 5}


def test_the_card_that_is_face_up_cannot_be_exposed():
    game = table().bet_all().to("players")
    up = game.state.hands[0][5]
    assert game.refused("report-exposed", place=0, cards=(up,)).code == "command.fact"
    assert game.refused("report-exposed", place=0, cards=6).code == "command.fact"
    (bounds,) = [option.bounds for option in game.legal(DEALER_ACTOR, "report-exposed") if option.facts["place"] == 0]
    assert bounds["cards"] == {"least": 1, "most": 5}


def test_a_dealers_card_matters_only_while_somebody_has_to_decide():
    game = table().bet_aces_up(1).bet_aces_up(2).to("deal")
    game.take(exposed={0: 1})
    assert not game.state.base_void
    game = table().bet_all().to("players")
    for place in (1, 2):
        game.act(place, "play", times=1)
    (seen_late,) = game.do("report-exposed", DEALER_ACTOR, place=0)
    assert (seen_late.kind, seen_late.clauses, game.state.base_void) == ("card-exposed", (), "")


@bears("13.F", "13.G")
def test_a_dealers_card_reported_late_counts_by_when_it_was_exposed():
    game = table().bet_all(aces_up=5).to("pay")
    game.take()
    _, voided, *back = game.do("report-exposed", FLOOR_ACTOR, place=0, when="deciding")
    assert (voided.kind, voided.clauses) == ("base-voided", fc("13.F", "13.G"))
    assert {event["wager"] for event in back if event.kind == "wager-refunded"} >= {"ante", "play"}
    game.finish()


@bears("13.A", "13.G")
@pytest.mark.parametrize("choice", ["play-on", "void-base"])
def test_of_a_players_card_a_floorperson_says_what_it_does(choice):
    game = table().bet_all(aces_up=5).to("players")
    game.do("report-exposed", DEALER_ACTOR, place=1)
    assert (game.due.act, game.context.position_to_act) == ("rule-exposed", None)
    game.do("rule-exposed", FLOOR_ACTOR, choice="void-base") if choice == "void-base" else game.take()
    assert bool(game.state.base_void) is (choice == "void-base")
    game.finish()
    assert game.won(1, "aces-up") == ("win", dollars(250))


# Devices


@bears("13.I", "13.I(1)", "13.I(2)", "13.I(3)")
def test_a_shoe_that_jams_voids_the_round():
    game = table(MACHINE).bet_all(aces_up=5).to("deal")
    game.take(jammed=True)
    assert game.last("round-voided").clauses == fc("13.I", "13.I(1)", "13.I(2)", "13.I(3)")
    all_back(game).finish()


@pytest.mark.parametrize(("reading", "void"), [("during-the-round", True), ("while-cards-are-in-it", False)])
def test_whether_a_shoe_that_jams_when_all_cards_are_out_harms_is_read(reading, void):
    game = table(MACHINE, (), {"FC-91": reading}).bet_all().to("players")
    game.do("report-device", DEALER_ACTOR, device="automated-shoe", usable=True)
    assert bool(game.state.void) is void
    game.finish()


@bears("13.H(1)", "13.H(3)")
@pytest.mark.parametrize("when", ["deal", "players"])
def test_a_shuffler_that_jams_harms_only_cards_of_the_round(when):
    """As UTH-26: the deck of the round is out of it."""
    game = table({**HAND, "table.decks": 2}).bet_all().to(when)
    game.do("report-device", DEALER_ACTOR, device="shuffler", usable=True)
    assert not game.state.void
    game.finish()


# Who sees what


@bears("11.B")
@each_method
def test_everybody_sees_the_card_that_is_up_and_ones_own(options):
    game = table(options).bets(1, aces_up=5).bet_aces_up(2).to("players")
    up = parse_hand(HANDS[0])[5:]
    assert seen(game, game.player(1))["cards"] == {1: parse_hand(HANDS[1]), 0: up}
    for actor in (DEALER_ACTOR, FLOOR_ACTOR, STRANGER):
        assert seen(game, actor)["cards"] == {0: up}
    game.act(1, "fold")
    assert seen(game, game.player(1))["cards"] == {0: up}, "given up, it lies face down under Aces Up"
    game.to("expose", 2).take()
    assert seen(game, STRANGER)["cards"] == {2: parse_hand(HANDS[2]), 0: parse_hand(HANDS[0])}


def told(game, actor):
    return [redact_event(game.context, actor, event) for event in game.since()]


@each_method
def test_events_are_told_without_hidden_cards(options):
    game = table(options, ["progressive"]).bets(1, 10, progressive=5).bet_aces_up(2)
    game.answers = {1: ["fold"]}
    game.to("turn-dealer")
    up = parse_hand(HANDS[0])[5]
    for actor in (game.player(1), game.player(2), DEALER_ACTOR, FLOOR_ACTOR, STRANGER):
        heard = [event for event in told(game, actor) if event.kind != "cards-shuffled"]
        assert str(up) in repr(heard)
        hidden = {str(card) for card in parse_hand(" ".join(HANDS.values())) if card != up}
        words = repr([dict(event.facts) for event in heard])
        assert not [card for card in hidden if f"({card}" in words or f" {card}," in words or f"{card})" in words]


# Physical cards


@pytest.mark.parametrize("options", [HAND, MACHINE], ids=["hand", "machine"])
def test_physical_cards_are_entered_as_they_come_up(options):
    game = FourCardTable(options, ["progressive"], players=2)
    while game.due is not None:
        command = game.croupier.command_for(game.due, game.at)
        game.do(command.act, command.by, **{name: fact for name, fact in command.facts.items() if name != "cards"})
    game.bets(1, 10, progressive=5).bet_aces_up(2).to("deal")
    assert game.legal(DEALER_ACTOR, "deal")[0].bounds["up"] == {"enter": 1}
    assert game.refused("deal").code == "round.cards-entered"
    game.take(up=parse_hand("Kd"))
    assert (game.state.hands, game.state.undealt) == ({1: (), 2: (), 0: parse_hand("Kd")}, None)
    assert seen(game, STRANGER)["cards"] == {0: parse_hand("Kd")}
    game.to("players")
    game.act(1, "play", times=2)
    assert game.legal(DEALER_ACTOR, "turn-dealer")[0].bounds == {"cards": {"enter": 5}}
    assert game.refused("turn-dealer", cards=parse_hand("Kd 2c 3c 4c 6d")).code == "round.cards-entered"
    game.take(cards=parse_hand("2c 3h 4c 6d Kc"))
    assert game.last("dealer-turned")["hand"] == "pair of kings with 6 4"
    game.take(cards=parse_hand("As Ad 9c 5d 2h"))
    game.to("expose", 1).take(cards=parse_hand("Ks Kh 9d 5c 2s"))
    game.finish()
    assert game.paid(2) == {"aces-up": ("win", 5)}
    assert game.paid(1) == {"ante": ("win", 10), "play": ("win", 20), "progressive": ("lose", 0)}


def test_a_physical_dealers_card_may_be_exposed():
    game = FourCardTable(HAND, players=1)
    while game.due is not None:
        command = game.croupier.command_for(game.due, game.at)
        game.do(command.act, command.by, **{name: fact for name, fact in command.facts.items() if name != "cards"})
    game.bets(1).to("deal").take(up=parse_hand("Kd"))
    game.to("players")
    (bounds,) = [option.bounds for option in game.legal(DEALER_ACTOR, "report-exposed") if option.facts["place"] == 0]
    assert bounds["cards"] == {"least": 1, "most": 5}
    game.do("report-exposed", DEALER_ACTOR, place=0, cards=parse_hand("2c"))
    assert seen(game, STRANGER)["cards"] == {0: parse_hand("2c Kd")}
    all_back(game).finish()


def test_clauses_of_this_book_only():
    """Nothing of Ultimate's book is cited here."""
    game = table(wagers=["progressive"]).bet_all(10, aces_up=5, progressive=5).finish()
    assert {clause.book for event in game.events for clause in event.clauses} == {"md.four-card-poker"}
    known = game.run.table.rules.regulation.clauses
    assert all(clause in known for event in game.events for clause in short(event.clauses))

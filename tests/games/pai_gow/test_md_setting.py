"""How Maryland's hands are set: who may see and touch them, when they may be surrendered, and by which house way."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.games.pai_gow.base_wager.outcome import find_foul, measure_setting
from houseway.table import redact_event
from tests.support.clauses import md, short
from tests.support.submissions import MD
from tests.support.table_driver import PaiGowTable, cards, dollars

ANN, BOB, STRANGER = (Actor(Role.PLAYER, name) for name in ("Ann", "Bob", "Zoe"))
OTHERS = (BOB, STRANGER, DEALER_ACTOR, FLOOR_ACTOR)
ACES, TWOS, DEALERS = "As Ad Kc Kd 9h 5s 3c", "2c 2d 4c 5d 7h 8s 9c", "6s 6d Kh Qc 8d 4d 3s"
HAND = "Qc Jh Kh Ks Ah Tc 5c"
"""A pair of kings beside a straight from ten to ace: house ways differ about it."""


def view(table, actor):
    return table.run.table.game.view(table.context, actor)


def told(table, actor, kind):
    return redact_event(table.context, actor, table.last(kind)).facts


# Before eyes and under hands


@md("11.A")
def test_a_player_looks_when_the_dealing_procedures_are_completed():
    table = PaiGowTable(MD, players=2, hands={1: ACES, 2: TWOS}).ready().bet_all().to("count-stub")
    assert view(table, ANN)["cards"] == {}
    table.take()
    assert view(table, ANN)["cards"] == {1: cards(ACES)}
    assert view(table, BOB)["cards"] == {2: cards(TWOS)}
    assert all(view(table, actor)["cards"] == {} for actor in (STRANGER, DEALER_ACTOR, FLOOR_ACTOR))
    table.finish()


@md("11.A(5)", "7.F(4)")
def test_hands_that_are_set_lie_face_down_until_they_are_exposed():
    table = PaiGowTable(MD, players=2, hands={1: ACES, 2: TWOS, 0: DEALERS}).ready().bet_all().to("players")
    table.act(1, "set-hand", low=cards("Kc Kd"))
    assert told(table, ANN, "hand-set")["low"] == view(table, ANN)["settings"][1]["low"] == cards("Kc Kd")
    for actor in OTHERS:
        assert told(table, actor, "hand-set").keys() == {"position"}
        assert 1 not in view(table, actor)["settings"]
        assert 1 not in view(table, actor)["cards"]
    table.to("expose", 1).take()
    assert all(view(table, actor)["settings"][1]["low"] == cards("Kc Kd") for actor in OTHERS)


@md("11.A(3)")
def test_only_the_player_who_asked_learns_how_the_house_would_set():
    table = PaiGowTable(MD, players=2, hands={1: ACES, 2: TWOS}).ready().bet_all().to("players")
    table.act(1, "ask-house-way")
    table.take()
    assert told(table, ANN, "house-way-told")["low"] == cards("Kd Kc")
    assert all(told(table, actor, "house-way-told").keys() == {"position", "house_way"} for actor in OTHERS)


@md("11.A(1)")
def test_nobody_sets_the_hands_of_another():
    table = PaiGowTable(MD, players=2, hands={1: ACES, 2: TWOS}).ready().bet_all().to("players")
    for other in (BOB, STRANGER, DEALER_ACTOR):
        table.refused("set-hand", other, position=1, low=cards("Kc Kd"))
    table.do("set-hand", ANN, position=1, low=cards("Kc Kd"))


# What may be set


LEGAL = ("As Kd 5c 4h 2s/Ad Kc", "As Kd 5c 4h 2s/Ad Qc", "As Ad 5c 4h 2s/Ac Jk", "3s 3d Qc 4h 2s/Ac Kh")
FOUL = ("As Qd 5c 4h 2s/Ad Kc", "Ks Qd 5c 4h 2s/Ad 3c", "Ks Kd 5c 4h 2s/Ac Ah", "As Kd Qc 4h 2s/3c 3h")


@md("11.B", "1.B(5)", "1.B(6)", "11.F(1)(c)")
def test_the_high_hand_equals_the_low_one_or_ranks_higher():
    """Ann sets an ace and a king before five cards with an ace and a king; Bob sets an ace before five without one."""
    table = PaiGowTable(MD, players=2, hands={1: "As Kd 5c 4h 2s Ad Kc", 2: "Ks Qd 5d 4s 2c Ah 3c", 0: "Qs Jd 9c 8h 6d 4d 3s"})
    table.lows = {1: "Ad Kc", 2: "Ah 3c"}
    table.play()
    assert (table.paid(1)["pai-gow"][0], table.paid(2)["pai-gow"][0]) == ("win", "lose")
    rules = table.run.table.rules
    settings = [tuple(map(cards, both.split("/"))) for both in (*LEGAL, *FOUL)]
    fouls = [bool(find_foul(rules, measure_setting(rules, high, low))) for high, low in settings]
    assert fouls == [False] * len(LEGAL) + [True] * len(FOUL)


@md("11.C(1)", "14.I")
@pytest.mark.parametrize(("way", "low"), [("foxwoods", "Ah Qc"), ("ballys-atlantic-city", "Kh 5c"), ("simple", "Kh 5c")])
def test_the_dealer_sets_by_the_house_way_that_was_filed(way, low):
    table = PaiGowTable(MD, players=1, hands={0: HAND}, **{"house-way": way}).ready().bet_all().to("set-dealer")
    numbers = (1, 3)  # the queen and a king: no house way sets so
    made = table.take(low=numbers)
    assert [event.kind for event in made] == ["hand-set", "hand-reset", "dealer-done"]
    assert set(made[1]["low"]) == set(cards(low))
    assert set(table.state.placed_hands[0].low) == set(cards(low))


# Surrender


def dealt(hands=None, wagers=(), **bets):
    """Three players whose hands lie face down before the dealer's, which lies open; `bets` are those of position 3."""
    table = PaiGowTable(MD, players=3, hands={0: DEALERS, **(hands or {})}, wagers=wagers).ready()
    table.bets(1, 10).bets(2, 20).bets(3, 30, **bets)
    return table


@md("11.D", "11.D(1)")
def test_a_player_surrenders_until_his_own_hands_are_exposed():
    table = dealt({1: ACES}).to("expose", 1)
    table.refused("surrender", BOB, position=1)
    table.refused("surrender", DEALER_ACTOR, position=1)
    table.to("expose", 2)
    assert table.state.exposed == (1,)
    assert "11.D(1)" in short(table.refused("surrender", ANN, position=1).clauses)
    table.do("surrender", BOB, position=2)
    assert table.state.surrendered == {2}
    table.finish()


@md("11.D(2)", "11.D(4)")
@pytest.mark.parametrize("bets", [{}, {"insurance": 5}, {"fortune_bonus": 4}], ids=str)
def test_surrendered_cards_are_collected_and_counted_at_once_and_seen_by_nobody(bets):
    """What another player has bet changes nothing, unless it is a Qualifying Wager."""
    table = dealt({2: TWOS}, ["insurance", "fortune-bonus"], **bets).to("expose", 1)
    inventory = table.balance("inventory")
    table.do("surrender", BOB, position=2)
    assert table.balance("inventory") == inventory + dollars(20)
    assert table.balance("layout:2") == dollars(0)
    assert (table.due.act, table.due.position) == ("collect-surrendered", 2)
    table.take()
    assert 2 in table.state.racked
    table.to("end-round")
    for actor in (ANN, BOB, *OTHERS):
        assert 2 not in view(table, actor)["cards"]
        assert 2 not in view(table, actor)["settings"]
    assert table.finish().chips(2) == dollars(4980)


@md("11.D(3)", "11.D(2)")
def test_surrendered_cards_stay_for_a_qualifying_wager_of_another_player_and_for_no_other():
    for less in ({"fortune_bonus": 4}, {"insurance": 100}):
        table = dealt({2: TWOS}, ["fortune-bonus", "insurance"], **less).to("expose", 1)
        table.do("surrender", BOB, position=2)
        assert table.due.act == "collect-surrendered"
    table = dealt({2: TWOS}, ["fortune-bonus"], fortune_bonus=5).to("expose", 1)
    table.do("surrender", BOB, position=2)
    assert table.due.act == "expose"
    assert 2 not in table.state.racked
    assert all(2 not in view(table, actor)["cards"] for actor in OTHERS)
    table.finish()


@md("11.D(4)")
@pytest.mark.parametrize("found", [6, 8])
@pytest.mark.parametrize("bets", [{}, {"fortune_bonus": 5}], ids=["at once", "stayed for envy"])
def test_a_surrendered_hand_without_seven_cards_voids_the_round(found, bets):
    table = dealt(wagers=["fortune-bonus"], **bets).to("expose", 1)
    table.do("surrender", BOB, position=2)
    table.to("collect-cards" if bets else "collect-surrendered", 2).take(cards=found)
    assert table.state.void == "misdeal"
    table.finish()
    assert [table.chips(place) for place in (1, 2, 3)] == [dollars(5000)] * 3


# Settled as exposed


@md("11.F(1)", "11.F(2)", "11.E")
def test_lost_wagers_are_collected_and_ties_returned_before_the_next_hand_is_exposed():
    """Position 1 loses, position 2 ties: the high hand is higher, the low hand lower."""
    table = dealt({1: TWOS, 2: "As Ad 7c 7s 5h 3c 2s"})
    table.lows = {2: "3c 2s"}
    table.to("expose", 1)
    inventory = table.balance("inventory")
    table.take()
    assert (table.balance("layout:1"), table.balance("inventory")) == (dollars(0), inventory + dollars(10))
    assert (table.due.act, table.due.position) == ("collect-cards", 1)
    table.to("expose", 2).take()
    assert table.won(2, "pai-gow")[0] == "tie"
    assert (table.balance("layout:2"), table.chips(2)) == (dollars(0), dollars(5000))
    assert 3 not in table.state.exposed
    table.finish()


@md("7.F(2)")
def test_of_two_areas_the_one_with_the_larger_base_wager_is_set_first_whatever_lies_beside_it():
    options = {"table.positions-per-player": 2}
    table = PaiGowTable(MD, options, ["fortune-bonus"], seats={"Ann": (1, 2)}, hands={1: ACES, 2: TWOS}).ready()
    table.bets(1, 10, fortune_bonus=50).bets(2, 20).to("players")
    refused = table.refused("set-hand", ANN, position=1, low=cards("Kc Kd"))
    assert (refused.code, "7.F(2)" in short(refused.clauses)) == ("round.other-hand-first", True)
    table.do("set-hand", ANN, position=2, low=cards("9c 8s"))
    table.do("set-hand", ANN, position=1, low=cards("Kc Kd"))


@md("14.C")
def test_nobody_but_the_player_whose_card_was_exposed_chooses_about_it():
    table = PaiGowTable(MD, players=2, hands={1: ACES, 2: TWOS}).ready().bet_all().to("deal")
    table.take(exposed={1: 1})
    table.to("players")
    assert table.state.exposed_to_choose == {1}
    for other in (BOB, STRANGER, DEALER_ACTOR):
        for act in ("void-exposed", "play-exposed"):
            table.refused(act, other, position=1)
    table.do("void-exposed", ANN, position=1)
    assert table.finish().chips(1) == dollars(5000)

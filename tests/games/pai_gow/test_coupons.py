"""Coupons: issued when wagered, used when the wager is decided, else returned, never cash (DIV-10, DIV-100, DIV-102); what
bars a surrender; players who are gone, from the table or from one of two areas."""

import pytest

from houseway.money import Cents
from tests.support.clauses import bear, both, div, short
from tests.support.submissions import BONUS, DIV, DIV_PROGRESSIVE, MD_PROGRESSIVE, NUMBER
from tests.support.submissions import MD as MARYLAND
from tests.support.table_driver import PaiGowTable, cards

COUPONS = {"coupons.match-play": True, "coupons.match-play-number": True, "coupons.progressive": True}
GENERATOR = {"table.starting-position": "random-number"}
WAGERS = {"progressive": DIV_PROGRESSIVE, "number": NUMBER}
ONE, TEN = Cents.from_dollars(1), Cents.from_dollars(10)
TRIPS, NOTHING = "Qs Qd Qh 5h 5c Ac 8h", "2s 4d 6c 8c 9s Jd Qc"
DEALER = "6s 6d Kh Tc 8d 4h 3s"


def table(readings=(), options=(), **more):
    hands = {1: NOTHING, 2: "As Kc Jh 9d 7c 5s 3c", 0: DEALER}
    return PaiGowTable(DIV, {**GENERATOR, **COUPONS, **dict(options)}, WAGERS, readings, **{"hands": hands, **more}).ready()


def coupons(game, wager=None):
    """What happened to coupons, in order."""
    moved = [event for event in game.events if str(event.facts.get("reason", "")).startswith("coupon-")]
    return [event["reason"].removeprefix("coupon-") for event in moved if wager in (None, event.facts.get("wager"))]


@div("(g)(1)#1", "(g)(4)#1")
def test_a_coupon_is_on_the_books_while_it_lies_on_the_layout():
    game = table()
    game.bet(1, 10, coupon=TEN)
    game.bet(1, 0, "progressive", coupon=ONE)
    assert game.balance("coupons") == TEN + ONE
    assert short(game.last("money-moved", reason="coupon-issued", wager="progressive").clauses) == ["(g)(4)#1"]
    game.to("deal")
    assert coupons(game) == ["issued", "issued"], "the count before the deal uses nothing up"
    game.finish()
    assert coupons(game, "progressive") == ["issued", "used"]
    assert game.balance("coupons") == Cents(0)


@div("(g)(4)#1")
def test_a_coupon_that_wins_the_progressive_is_used_when_it_is_paid():
    game = table(hands={1: TRIPS, 0: DEALER})
    game.bet(1, 10)
    game.bet(1, 0, "progressive", coupon=ONE)
    game.to("settle-side")
    assert coupons(game) == ["issued"]
    game.take()
    assert coupons(game) == ["issued", "used"]


@div("(l)(8)#3")
@pytest.mark.parametrize("face", [5, 10, 25])
def test_a_match_play_coupon_is_paid_in_full_whatever_chips_lie_beside_it(face):
    game = table(hands={1: "As Ac Ah Kd Ks Qc 2d", 0: DEALER})
    game.bet(1, 10, coupon=Cents.from_dollars(face))
    assert game.finish().won(1, "pai-gow") == ("win", Cents.from_dollars(10 + face))


def test_a_coupon_that_is_taken_back_is_returned():
    game = table()
    game.bet(1, 10, coupon=TEN)
    game.bet(1, 0, "progressive", coupon=ONE)
    game.do("take-back", 1, position=1, wager="pai-gow")
    assert sorted(coupons(game)) == ["issued", "issued", "returned", "returned"]
    assert (game.balance("coupons"), game.chips(1)) == (Cents(0), Cents.from_dollars(5000))


def test_a_coupon_of_somebody_who_gets_up_is_returned():
    game = table()
    game.bet(1, 10, coupon=TEN)
    game.do("leave", 1)
    assert coupons(game) == ["issued", "returned"]


@div("(n)(6)#2")
@pytest.mark.parametrize(("reading", "fate"), [("refund", "returned"), ("forfeit", "used")])
def test_a_void_round_returns_coupons_or_forfeits_them_with_the_chips(reading, fate):
    game = table({"DIV-10": reading})
    game.bet(1, 10, coupon=TEN)
    game.bet(1, 0, "progressive", coupon=ONE)
    game.to("deal").take(face_up=(3, 9))
    assert coupons(game, "pai-gow") == coupons(game, "progressive") == ["issued", fate]
    assert game.balance("coupons") == Cents(0)


@div("(n)(4)#1")
@pytest.mark.parametrize(("reading", "fate"), [("refund", "returned"), ("forfeit", "used")])
def test_a_void_hand_returns_its_coupons_or_forfeits_them(reading, fate):
    game = table({"DIV-29": reading})
    game.bet(1, 10, coupon=TEN)
    game.bet(1, 0, "progressive", coupon=ONE)
    game.bet(2, 10)
    game.to("deal").take(exposed={1: 1})
    game.to("players")
    game.do("void-exposed", 1, position=1)
    assert coupons(game, "pai-gow") == coupons(game, "progressive") == ["issued", fate]
    game.finish()
    assert game.balance("coupons") == Cents(0)


@div("(l)(4)(i)", "(n)(5)")
def test_a_coupon_surrendered_in_a_round_that_is_then_void_is_issued_anew_and_returned():
    game = table()
    game.bet(1, 10, coupon=TEN)
    game.bet(2, 10)
    game.to("players")
    game.do("surrender", 1, position=1)
    game.do("report-exposed", position=0, cards=1)
    assert coupons(game) == ["issued", "used", "issued", "returned"]
    assert (game.balance("coupons"), game.chips(1)) == (Cents(0), Cents.from_dollars(5000))


@div("(p)(2)(ii)#1")
@pytest.mark.parametrize(("reading", "fate"), [("stands", ["used"]), ("refunded", ["used", "issued", "returned"])])
@pytest.mark.parametrize("number", [1, 7])
def test_a_coupon_on_a_number_stands_or_comes_back_with_it(reading, fate, number):
    game = table({"DIV-30": reading})
    game.bet(1, 10)
    game.bet(1, 10, "number", number=number, coupon=TEN)
    game.to("deal").take(face_up=(3, 9))
    assert coupons(game) == ["issued", *fate]
    assert game.balance("coupons") == Cents(0)


@div("(q)(3)(i)")
def test_a_coupon_without_its_light_is_returned_when_it_was_no_wager():
    game = table(hands={1: TRIPS, 0: DEALER})
    game.bet(1, 10)
    game.bet(1, 0, "progressive", coupon=ONE, lit=False)
    game.bet(2, 10)
    game.do("light", 2, position=2, on=True)
    game.to("rule-light").take(stands=False)
    assert coupons(game) == ["issued", "returned"]


# Match play


@pytest.mark.parametrize(("wager", "more"), [("pai-gow", {}), ("number", {"number": 2})])
def test_a_match_play_coupon_needs_chips_beside_it(wager, more, claim):
    clause = {"pai-gow": "(g)(1)#1", "number": "(p)(2)(ii)#1"}[wager]
    claim(f"{DIV} {clause}")
    game = table()
    if wager == "number":
        game.bet(1, 10)
    refusal = game.refused("wager", 1, position=1, wager=wager, coupon=TEN, **more)
    assert refusal.code == "round.coupon-alone"
    assert short(refusal.clauses) == [clause]
    game.bet(1, 5, wager, coupon=TEN, **more)
    game.bet(1, 0, "progressive", coupon=ONE)


def test_a_coupon_may_be_put_beside_chips_that_lie_there():
    game = table()
    game.bet(1, 10)
    game.bet(1, 0, coupon=TEN)
    assert game.run.table.round.stakes[1]["pai-gow"].total == Cents.from_dollars(20)


@div("(g)(1)#1")
def test_a_second_coupon_on_an_area_lies_beside_the_first():
    game = table(hands={1: "As Ac Kd Kh 9d 5c 3d", 0: NOTHING})
    game.bet(1, 10, coupon=TEN)
    game.bet(1, 0, coupon=Cents.from_dollars(5))
    assert game.run.table.round.stakes[1]["pai-gow"] == (TEN, Cents.from_dollars(15), None)
    game.finish()
    assert game.won(1, "pai-gow") == ("win", Cents.from_dollars(25))


# Surrender, markers, absent players


@div("(l)(4)")
@pytest.mark.parametrize(("reading", "bonus_bars"), [("bonus-stays-live", False), ("barred", True)])
def test_what_bars_a_surrender_bars_the_player_on_both_areas(reading, bonus_bars):
    """DIV-101."""
    wagers = {"progressive": DIV_PROGRESSIVE, "bonus": BONUS}
    seats = {"players": [(1, "Ann"), (2, "Ann"), (4, "Bob"), (5, "Bob")]}
    game = PaiGowTable(DIV, {"table.positions-per-player": 2}, wagers, {"DIV-21": reading}, **seats).ready().bet_all()
    game.bet(1, 1, "progressive")
    game.bet(4, 1, "bonus")
    game.to("players")
    assert short(game.refused("surrender", 2, position=2).clauses) == ["(l)(4)"]
    assert game.legal(2, "surrender") == []
    assert [option.facts["position"] for option in game.legal(4, "surrender")] == ([] if bonus_bars else [4, 5])


@both
def test_only_the_divisions_markers_are_collected(book):
    """(r)(4)(iii)(A); Maryland never says that a lammer is taken up (D-25)."""
    wager = {"bonus": BONUS} if book == DIV else {"fortune-bonus": {"paytable": "A", "minimum": "$1", "maximum": "$100"}}
    game = PaiGowTable(book, wagers=wager, players=2, hands={1: NOTHING, 2: "As Kc Jh 9d 7c 5s 3c", 0: DEALER}).ready()
    game.bet_all()
    game.bet(2, 5, *wager)
    game.finish()
    over = game.last("round-completed")
    assert over.facts.get("markers") == ((2,) if book == DIV else None)
    assert ("(r)(4)(iii)(A)" in short(over.clauses)) == (book == DIV)


def physical(book, **more):
    """A table whose cards nobody knows before they are turned over."""
    game = PaiGowTable(book, players=2, **more)
    chance = game._chance
    game._chance = lambda command: {"cards": None} if command.act == "shuffle" else chance(command)
    return game.ready().bet_all().to("players")


@both
def test_physical_cards_of_somebody_who_left_are_set_the_house_way(book, claim):
    """PG-48, DIV-50: a broken pair of aces that lay there is no setting of the house's."""
    bear(claim, book, "7.C(2)", "(g)(2)#2")
    game = physical(book)
    game.do("leave", 1)
    game.do("set-hand", 2, position=2)
    assert game.refused("set-hand", 1, position=1).code == "round.left"
    game.to("set-dealer").take(cards=cards("2s 3s 5d 7c 9h Jd Qc"))
    (option,) = game.legal(game.croupier.dealer, "expose")
    assert option.bounds == {"cards": {"enter": 7}}
    game.take(cards=cards("As 4c 6c 8d Kh Ad Ks"))
    seven = set(cards("As 4c 6c 8d Kh Ad Ks"))
    laid = game.run.table.round.placed_hands[1]
    assert (set(laid.high) | set(laid.low), laid.low) == (seven, tuple(game.run.table.house_way.set(tuple(seven)).low))
    assert laid.house_way_rule
    assert not {"As", "Ad"} <= set(map(str, laid.low))
    (option,) = game.to("expose", 2).legal(game.croupier.dealer, "expose")
    assert option.bounds == {"high": {"enter": 5}, "low": {"enter": 2}}


@both
def test_whoever_set_before_he_left_has_set(book):
    game = physical(book)
    game.do("set-hand", 1, position=1)
    game.do("leave", 1)
    game.do("set-hand", 2, position=2)
    game.to("set-dealer").take(cards=cards("2s 3s 5d 7c 9h Jd Qc"))
    game.take(high=cards("As Ad 6c 8d Kh"), low=cards("4c Ks"))
    assert game.run.table.round.placed_hands[1].low == cards("4c Ks")


# One of two areas


@both
def test_a_player_gives_up_one_of_two_areas_and_stays(book):
    wagers = {"progressive": MD_PROGRESSIVE if book == MARYLAND else DIV_PROGRESSIVE}
    game = PaiGowTable(book, {"table.positions-per-player": 2}, wagers, players=[(4, "Bob")])
    game.sit("Ann", 1, 2)
    game.ready().bet_all()
    game.bet(2, 1, "progressive")
    assert [option.facts for option in game.legal(1, "leave")] == [{}, {"position": 1}, {"position": 2}]
    game.do("leave", 1, position=2)
    assert dict(game.run.table.seats) == {4: "Bob", 1: "Ann"}
    assert (game.chips(1), game.run.table.equipment.acceptors.lit) == (Cents.from_dollars(4990), ())
    assert game.refused("leave", 1, position=4).code == "seat.not-here"
    game.finish()


@both
def test_an_area_in_play_is_not_given_up_and_an_empty_one_is(book):
    stays = {MARYLAND: "7.C(1)", DIV: "(g)(2)#2"}[book]
    game = PaiGowTable(book, {"table.positions-per-player": 2}, players=[(4, "Bob")])
    game.sit("Ann", 1, 2)
    game.ready().bet(1, 10)
    game.to("players")
    assert short(game.refused("leave", 1, position=1).clauses) == [stays]
    assert [option.facts for option in game.legal(1, "leave")] == [{}, {"position": 2}]
    game.do("leave", 1, position=2)
    game.finish()
    assert dict(game.run.table.seats) == {4: "Bob", 1: "Ann"}

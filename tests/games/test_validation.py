"""A progressive win is validated by a floorperson with a name, who is neither the dealer that checked it nor the one that pays."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.hands.orders import MD_FOUR_CARD as FC
from houseway.hands.orders import MD_ULTIMATE as UTH
from tests.support.clauses import short
from tests.support.submissions import DIV, MD
from tests.support.table_driver import FourCardTable, PaiGowTable, UltimateTable

VALIDATE = {MD: "11.H(6)(b)(iii)", DIV: "(q)(3)(iii)", UTH: "11.J(2)(c)", FC: "as-played.11.J(2)(c)"}
SAME, NOBODY = Actor(Role.FLOOR, DEALER_ACTOR.name), Actor(Role.FLOOR, " ")
FLUSH = "9s 8s 7s 6s 5s Kd 2c"
SHARES = {
    MD: {1: "7s 6s 5s 4s 3s 2s Jk", 2: "9h 8h 7h 6h 5h 4h 3h", 0: "2c 3d 5d 7d 9c Jd Qc"},
    DIV: {1: "As Ks Qs Js Ts 9d 9c", 2: "Ah Kh Qh Jh Th 4d 2c", 0: "6s 6d Kc Qc 8d 4s 3s"},
}
"""Hands that win a share of a meter."""
every = pytest.mark.parametrize("book", [MD, DIV, UTH, FC])


def table(book):
    """A win that has to be validated, at position 1, before anything is checked."""
    if book == UTH:
        game = UltimateTable(wagers=("progressive",), hands={1: "As Ks", 0: "2c 7d"}, board="Qs Js Ts 3h 3d", players=1).ready()
        return game.bets(1, 10, progressive=5)
    if book == FC:
        game = FourCardTable(wagers=("progressive",), hands={1: "As Ad Ah Ac 2d", 0: "3c 5d 7h 9s Jc Kd"}, players=1).ready()
        return game.bets(1, 10, progressive=1)
    game = PaiGowTable(book, wagers=["progressive"], hands={1: FLUSH, 0: "3s 4d 6d 8h Th Jc Qd"}, players=1).ready()
    game.bet(1, 10)
    game.bet(1, 1, "progressive")
    return game


@every
def test_the_dealer_who_checked_the_win_does_not_validate_it(book, claim):
    claim(f"{book} {VALIDATE[book]}")
    game = table(book).to("validate")
    refusal = game.refused("validate", SAME, position=1)
    assert (refusal.code, short(refusal.clauses)) == ("round.same-person", [VALIDATE[book]])


@every
def test_nobody_validates_nothing(book, claim):
    claim(f"{book} {VALIDATE[book]}")
    game = table(book).to("validate")
    refusal = game.refused("validate", NOBODY, position=1)
    assert (refusal.code, short(refusal.clauses)) == ("round.nameless", [VALIDATE[book]])
    game.do("validate", FLOOR_ACTOR, position=1)
    assert game.last("payout-validated")["by"] == FLOOR_ACTOR.name


@every
def test_the_step_names_the_hand_that_won_and_the_amount(book):
    hands = {UTH: "royal flush", FC: "four aces", MD: "straight flush", DIV: "straight flush"}
    game = table(book).to("validate")
    step = game.due
    assert hands[book] in step.words.lower()
    game.do("validate", FLOOR_ACTOR, position=1)
    game.do("settle-side", Actor(Role.DEALER, "relief"), position=1, wager="progressive")
    assert step.amount
    assert step.amount == game.last("wager-settled").cents("amount")


@every
def test_whoever_validated_does_not_pay(book, claim):
    claim(f"{book} {VALIDATE[book]}")
    game = table(book).to("validate")
    game.do("validate", FLOOR_ACTOR, position=1)
    facts = {"position": 1, "wager": "progressive"}
    refusal = game.refused("settle-side", Actor(Role.DEALER, FLOOR_ACTOR.name), **facts)
    assert (refusal.code, short(refusal.clauses)) == ("round.same-person", [VALIDATE[book]])
    game.do("settle-side", Actor(Role.DEALER, "relief"), **facts)


@pytest.mark.parametrize("book", [MD, DIV])
def test_of_several_who_share_a_meter_nobody_is_paid_by_who_validated(book):
    shared = {MD: {"PG-19": "shared"}, DIV: {"DIV-40": "shared"}}[book]
    game = PaiGowTable(book, wagers=["progressive"], readings=shared, hands=SHARES[book], players=2).ready().bet_all()
    for position in (1, 2):
        game.bet(position, 1, "progressive")
    game.to("settle-shared")
    refusal = game.refused("settle-shared", Actor(Role.DEALER, FLOOR_ACTOR.name))
    assert (refusal.code, short(refusal.clauses)) == ("round.same-person", [VALIDATE[book]])
    game.finish()


@pytest.mark.parametrize(("book", "clause"), [(MD, "11.H(6)(b)(vi)"), (DIV, "(l)(11)")])
def test_papers_are_completed_by_somebody(book, clause):
    game = PaiGowTable(book, wagers=["progressive"], hands=SHARES[book], players=1).ready()
    game.bet(1, 10)
    game.bet(1, 1, "progressive")
    game.to("complete-documents")
    refusal = game.refused("complete-documents", NOBODY, position=1)
    assert (refusal.code, short(refusal.clauses)) == ("round.nameless", [clause])


@every
def test_a_light_is_ruled_on_by_somebody_who_may_then_validate(book):
    """One chip and one light, but not at the same position. Who ruled is a floorperson, not the dealer."""
    game = table(book)
    for position in (1, 2):
        game.do("light", position=position, on=position == 2)
    game.to("rule-light")
    assert game.refused("rule-light", NOBODY, position=1, stands=True).code == "round.nameless"
    game.take(stands=True)
    game.to("validate")
    game.do("validate", FLOOR_ACTOR, position=1)


@pytest.mark.parametrize("book", [MD, UTH, FC])
def test_wagers_are_ruled_abandoned_by_somebody(book):
    game = table(book)
    game.to("players")
    game.do("leave", 1)
    assert game.refused("abandon", NOBODY, position=1).code == "round.nameless"
    game.do("abandon", FLOOR_ACTOR, position=1)

"""What the two Pai Gow books do differently, where the golden rounds of neither show it: which cards wait, and for whom."""

import pytest

from houseway.citation import cite_clauses
from tests.support.clauses import md
from tests.support.readings_bench import Table
from tests.support.submissions import DIV, MD


def places(table, *kinds):
    """Events of the last round that was played, with their positions."""
    rounds = [place for place, event in enumerate(table.events) if event.kind == "round-started"]
    return [(event.kind, event["position"]) for event in table.events[rounds[-2] :] if event.kind in kinds]


@pytest.mark.parametrize(("book", "at_once", "clause"), [(MD, False, "11.G"), (DIV, True, "(l)(6)#2")], ids=["md", "div"])
def test_the_cards_of_who_loses_to_a_bank_wait_for_the_settlement_or_go_at_once(book, at_once, clause, claim):
    hands = {0: "dealer", 1: "aces", 2: "2d 4d 6h 8s Tc Qd Kh", 3: "3c 5d 7h 9c Jc Qh Kd"}
    table = Table(book, {}).banked(hands=hands).set().finish()
    order = places(table, "hand-exposed", "cards-collected")
    second, third = ("cards-collected", 2), ("hand-exposed", 3)
    assert (order.index(second) < order.index(third)) is at_once
    claim(*cite_clauses(book, clause))


@md("11.H(3)(a)(iv)", "11.H(4)(d)")
@pytest.mark.parametrize("wager", ["fortune-bonus", "emperors-treasure"])
def test_maryland_leaves_a_hand_without_the_wager_for_the_envy_of_others_only(wager):
    """Ann has four of a kind at 2, without the wager; she has it at 1, and so has Ben in the first case."""
    waits = {}
    for name in ("Ben", "Ann"):
        table = Table(MD, {}, {"Ann": (1, 2), "Ben": (3,)})
        table.deal({0: "dealer", 1: "pairs", 2: "quads", 3: "high"}).go().bets(2)
        table.bets(1 if name == "Ann" else 3, **{wager: 5}).bets(3 if name == "Ann" else 1).finish()
        order = places(table, "hand-exposed", "cards-collected")
        waits[name] = order.index(("cards-collected", 2)) > order.index(("hand-exposed", 3))
    assert waits == {"Ben": True, "Ann": False}

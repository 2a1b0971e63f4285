"""Maryland's deal by each of its three methods: what is marked and collected before it, and what a deal gone wrong gives back."""

from typing import NamedTuple

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from tests.support.clauses import md, short
from tests.support.submissions import MD
from tests.support.table_driver import HAND, MACHINE, MANUAL, METHODS, PaiGowTable, dollars

SIDES = ["fortune-bonus", "emperors-treasure", "insurance", "progressive"]
MARKED = {"manual-shoe": "8.C(1)", "hand": "9.A(3)(a)", "automated-shoe": "10.A(2)(a)"}
COLLECTED = {
    "manual-shoe": ["8.C(4)"],
    "hand": ["9.A(3)(b)(i)", "9.A(3)(b)(iii)"],
    "automated-shoe": ["10.A(2)(d)"],
}
LOADED = {"manual-shoe": ["8.B"], "hand": ["9.A(2)"], "automated-shoe": ["10.A(1)"]}


def by_method(clauses, *more):
    """Once for each way of dealing, bearing the clauses that say so of this way."""
    ids = {method: [found] if isinstance(found, str) else found for method, found in clauses.items()}
    return pytest.mark.parametrize(
        "method", [pytest.param(method, marks=md(*ids[method], *more), id=method) for method in METHODS]
    )


@by_method(MARKED, "1.B(7)")
def test_a_lammer_marks_each_wager_of_five_dollars_that_has_envy_and_no_other(method):
    table = PaiGowTable(MD, METHODS[method], SIDES, players=5).ready()
    table.bets(1, fortune_bonus=5).bets(2, emperors_treasure=5).bets(3, fortune_bonus=4, emperors_treasure=4)
    table.bets(4, insurance=50, progressive=1).bets(5, fortune_bonus=6, emperors_treasure=100)
    table.to("close-betting").take()
    marked = ((1, "fortune-bonus"), (2, "emperors-treasure"), (5, "fortune-bonus"), (5, "emperors-treasure"))
    assert table.last("betting-closed")["lammers"] == marked


@by_method(COLLECTED)
def test_every_progressive_chip_goes_into_the_table_inventory(method):
    table = PaiGowTable(MD, METHODS[method], ["progressive"], players=4).ready().bet_all()
    for place in (1, 3, 4):
        table.bet(place, 1, "progressive")
    there = table.balance("inventory")
    table.to("count-chips").take()
    moved = [event for event in table.since() if event.kind == "money-moved" and event["reason"] == "wager-collected"]
    assert [(event["source"], event["target"]) for event in moved] == [(f"layout:{place}", "inventory") for place in (1, 3, 4)]
    assert table.balance("inventory") == there + dollars(3)
    assert [table.balance(f"layout:{place}") for place in (1, 2, 3, 4)] == [dollars(10)] * 4


@by_method(LOADED)
def test_the_dealer_and_nobody_else_puts_the_deck_in_its_place(method):
    act = "take-deck" if method == "hand" else "load-shoe"
    table = PaiGowTable(MD, METHODS[method], players=1).to(act)
    assert set(LOADED[method]) <= set(short(table.refused(act, FLOOR_ACTOR).clauses))
    table.refused(act, 1)
    table.do(act, DEALER_ACTOR)


# A deal gone wrong


class Fault(NamedTuple):
    """What goes wrong at which step of a deal by which method."""

    clauses: str
    options: dict
    act: str
    facts: dict
    deck_stays: bool = True


FAULTS = [
    Fault("8.F(1) 14.H 14.K", MANUAL, "count-stub", {"cards": 5, "hands": {2: 6}}),
    Fault("8.F(1) 14.H 14.K", MANUAL, "count-stub", {"cards": 3, "hands": {0: 8}}),
    Fault("9.E(1) 14.H 14.K", HAND, "count-stub", {"cards": 5, "hands": {0: 6}}),
    Fault("9.E(1) 14.H 14.K", HAND, "count-stub", {"cards": 3, "hands": {3: 8}}),
    Fault("10.E(1) 14.H 14.K", MACHINE, "count-stub", {"cards": 3, "hands": {0: 8}}),
    Fault("10.E(1) 14.H 14.K", MACHINE, "count-stub", {"cards": 5, "hands": {1: 6}}),
    Fault("8.E(1) 8.F(2)", MANUAL, "count-stub", {"cards": 3}, deck_stays=False),
    Fault("8.E(1) 8.F(2)", MANUAL, "count-stub", {"cards": 5}, deck_stays=False),
    Fault("9.D(1) 9.E(2)", HAND, "count-stub", {"cards": 3}, deck_stays=False),
    Fault("9.D(1) 9.E(2)", HAND, "count-stub", {"cards": 5}, deck_stays=False),
    Fault("10.D(1) 10.E(2)", MACHINE, "count-stub", {"cards": 3}, deck_stays=False),
    Fault("10.D(1) 10.E(2)", MACHINE, "count-stub", {"cards": 5}, deck_stays=False),
    Fault("14.B", MANUAL, "deal", {"first": 5}),
    Fault("14.F", MANUAL, "deal", {"face_up": (3, 40)}),
    Fault("14.J", HAND, "deal", {"exposed": {4: 1}}),
    Fault("14.M", MACHINE, "deal", {"jammed": True}),
]


@pytest.mark.parametrize(
    "fault", [pytest.param(each, marks=md(*each.clauses.split()), id=f"{each.clauses} {each.facts}") for each in FAULTS]
)
def test_a_void_deal_gives_every_wager_back_to_everybody(fault):
    """Four kinds of optional wagers in different amounts, one of them in the inventory by then; the meter is as it was."""
    table = PaiGowTable(MD, fault.options, SIDES, players=4).ready()
    meter = table.context.meters
    deck, inventory = table.run.table.equipment.decks[0].name, table.balance("inventory")
    table.bets(1, 10, fortune_bonus=7, progressive=1).bets(2, 25, emperors_treasure=9)
    table.bets(3, 40, insurance=11, progressive=1).bets(4, 55, fortune_bonus=2, emperors_treasure=3, insurance=5)
    table.to(fault.act).take(**fault.facts)
    assert table.state.void
    assert ("deck_removed" in table.last("round-voided").facts) is not fault.deck_stays
    assert table.finish().balance("inventory") == inventory
    assert [table.chips(place) for place in (1, 2, 3, 4)] == [dollars(5000)] * 4
    assert table.context.meters == meter
    assert not table.kinds("wager-settled", skip=1)
    table.ready()
    assert ([each.name for each in table.run.table.equipment.decks] == [deck]) is fault.deck_stays
    assert "cards-shuffled" in table.kinds(), "and they are shuffled before the next deal"

"""Two mechanisms of Pai Gow Poker that seldom meet: each was found by a break of the program that other tests had not noticed."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from tests.support.clauses import both
from tests.support.table_driver import MACHINE, PaiGowTable, dollars


@both
@pytest.mark.parametrize("wrong", [1, 2])
def test_a_void_before_the_ruling_returns_progressive_chips_from_the_layout(book, wrong):
    """The chips do not match the lights: they were not collected, and have fed no meter."""
    table = PaiGowTable(book, MACHINE, ["progressive"], players=2).ready().bet_all()
    for place in (1, 2):
        table.bet(place, 1, "progressive", lit=place != wrong)
    inventory, before = table.balance("inventory"), table.run.meters["progressive/meter"].value
    table.to("rule-count")
    table.do("report-device", FLOOR_ACTOR, device="automated-shoe")
    assert table.state.void
    back = [event for event in table.moved("refund", skip=0) if event.facts.get("wager") == "progressive"]
    assert [(event["source"], event["amount"]) for event in back] == [(f"layout:{place}", dollars(1)) for place in (1, 2)]
    assert (table.balance("inventory"), table.run.meters["progressive/meter"].value) == (inventory, before)

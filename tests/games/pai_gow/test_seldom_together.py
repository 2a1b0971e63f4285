"""Two mechanisms of Pai Gow Poker that seldom meet: each was found by a break of the program that other tests had not noticed."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from tests.support.clauses import both
from tests.support.table_driver import MACHINE, METHODS, PaiGowTable, cards, dollars


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


@both
@pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)
def test_a_chip_that_does_not_stand_goes_back_however_the_cards_are_dealt(book, options):
    table = PaiGowTable(book, options, ["progressive"], players=2).ready().bet_all()
    for place in (1, 2):
        table.bet(place, 1, "progressive", lit=place == 1)
    before, meter = table.chips(2), table.run.meters["progressive/meter"].value
    fed = table.to("rule-count").take(standing=(1,))
    assert table.chips(2) == before + dollars(1)
    assert [event["source"] for event in fed if event.kind == "money-moved" and event["reason"] == "wager-collected"] == [
        "layout:1"
    ]
    rate = table.run.meters["progressive/meter"].filed_meter.rate
    assert table.run.meters["progressive/meter"].value == meter + 100 * rate


@both
def test_nobody_names_a_card_in_both_hands_and_leaves_another_out(book):
    table = PaiGowTable(book, players=1, hands={1: "Ah Kh Qh Jh Th Kd 2c"}).ready().bet_all().to("players")
    high, low = cards("Ah Kh Qh Jh Th"), cards("Ah Kd")
    assert table.refused("set-hand", 1, position=1, high=high, low=low).code == "round.not-these-cards"

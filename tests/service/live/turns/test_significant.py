"""Large wins and wagers go into the record of the house, in one append with the table's own events."""

import asyncio

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Command, Event, Role
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.service.live.turns.significant import LargeAmounts
from houseway.service.people.record import LARGE_WAGER, LARGE_WIN, TABLE_FROZEN
from houseway.store import open_store
from tests.support.live import LiveHouse, submission

TEN = Cents.from_dollars(10)


@pytest.fixture
def house(tmp_path):
    live = LiveHouse(open_store("memory:"), tmp_path, large_amounts=LargeAmounts(TEN, TEN))
    yield live
    live.close()


def recorded(house, kind):
    return [event for append in house.store.read("house") for event in append.events if event.kind == kind]


def totals(house, table, reasons):
    """What each position had in each round for some reasons, if it was large."""
    found, number = {}, 0
    for event in (event for append in house.store.read(f"table:{table}") for event in append.events):
        number = event.facts["number"] if event.kind == "round-started" else number
        if event.kind == MONEY_MOVED and event.text("reason") in reasons and event.facts.get("seat"):
            key = number, event.facts["seat"]
            found[key] = found.get(key, Cents(0)) + event.cents("amount")
    return {key: total for key, total in found.items() if total >= TEN}


def test_whoever_wagers_or_wins_much_in_a_round_is_on_record_once(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem"), players=3)
    house.play("UTH-1", rounds=4)
    for kind, reasons in ((LARGE_WAGER, ("wager",)), (LARGE_WIN, ("payout", "envy", "meter-award", "off-table-payment"))):
        found = [(event["round"], event["position"]) for event in recorded(house, kind)]
        assert sorted(found) == sorted(totals(house, "UTH-1", reasons))
        assert all(event.cents("amount") >= TEN for event in recorded(house, kind))
    first = recorded(house, LARGE_WAGER)[0]
    assert (first["table"], first["round"], first["player"], first["why"]) == ("UTH-1", 1, "Ann", "at least $10")


def test_several_small_wagers_make_a_large_one(tmp_path):
    live = LiveHouse(open_store("memory:"), tmp_path, large_amounts=LargeAmounts(TEN, Cents.from_dollars(60)))
    live.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"), players=1)
    live.run(live.house.act("UTH-1", _verify(live, "UTH-1")))
    for _ in range(2):  # an Ante and a Blind of $20 each
        assert recorded(live, LARGE_WAGER) == []
        live.run(_bet_everywhere(live, ["UTH-1"]))
    (event,) = recorded(live, LARGE_WAGER)
    assert (event.cents("amount"), event["wager"]) == (Cents.from_dollars(80), "ante, blind")
    live.close()


def test_tables_that_bet_high_at_once_do_not_lose_a_record(house):
    names = ("UTH-1", "UTH-2", "UTH-3")
    for name in names:
        house.open(name, submission("md.ultimate-texas-holdem", "minimal"), players=1)
        house.run(house.house.act(name, _verify(house, name)))
    house.house.record.add(lambda state: (Event(TABLE_FROZEN, (), {"table": "?"}),))  # another server adds to the record, too
    house.run(_bet_everywhere(house, names))
    assert sorted(event["table"] for event in recorded(house, LARGE_WAGER)) == sorted(names)


def test_amounts_of_zero_mark_nothing(tmp_path):
    live = LiveHouse(open_store("memory:"), tmp_path, large_amounts=LargeAmounts(Cents(0), Cents(0)))
    live.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    live.play("UTH-1")
    assert recorded(live, LARGE_WAGER) == recorded(live, LARGE_WIN) == []
    live.close()


def _verify(house, name):

    step = house.table(name).due(0)
    return Command(step.act, FLOOR_ACTOR, step.facts)


async def _bet_everywhere(house, names):

    facts = {"position": 1, "wager": "ante", "amount": Cents.from_dollars(20)}
    await asyncio.gather(*(house.house.act(name, Command("wager", Actor(Role.PLAYER, "Ann"), facts)) for name in names))

"""The demonstration house: it opens by itself, plays by itself while somebody watches, and goes on after a second start."""

import asyncio
from contextlib import asynccontextmanager
from dataclasses import replace
from time import monotonic

import pytest

from houseway.chance import seeded_chance
from houseway.play.driver import DecisionPoint, PlayerQuestion
from houseway.procedure import LegalOption
from houseway.service.clock import HouseClock
from houseway.service.demo.demo_house import DemoHouse
from houseway.service.demo.plan import read_plan
from houseway.service.demo.temper import TemperedPlayer
from houseway.service.live.house import House
from houseway.service.live.pace import Pacer
from houseway.service.people.accounts import Accounts
from houseway.service.people.people import People
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile
from houseway.store import open_store
from tests.support.live import BOOKS

FASTER = 100
"""The clock of these tests runs so many times faster."""


def hurried(plan):
    """The plan with players who do not think."""
    tables = tuple(
        replace(
            table,
            players=tuple(replace(each, temperament=replace(each.temperament, pause=(0, 0))) for each in table.players),
        )
        for table in plan.tables
    )
    return replace(plan, tables=tables, round_pause_seconds=0)


PLAYED = tuple(table.id for table in read_plan().tables if table.players)


class RunningDemo:
    def __init__(self, store, folder):
        began, self.watched = monotonic(), True
        self.clock = HouseClock(lambda: 1_767_225_600_000 + int((monotonic() - began) * 1000 * FASTER))
        record = HouseRecord(store, self.clock)
        keys, receipts = HouseKeys(folder / "keys", 0), ReceiptFile(folder / "heads.jsonl")
        accounts = Accounts(store, record, self.clock)
        self.people = People(store, record, accounts, self.clock)
        self.house = House(store, keys, receipts, self.clock, record=record, accounts=accounts)
        self.demo = DemoHouse(self.house, self.people, accounts, lambda table: self.watched, hurried(read_plan()))
        self.pacer = Pacer(self.house, lambda seconds, call: asyncio.get_running_loop().call_later(seconds / FASTER, call))

    @asynccontextmanager
    async def running(self):
        self.pacer.start()
        await self.demo.start()
        yield self
        await self.demo.stop()
        await self.pacer.stop()
        await self.house.finish_turns()

    async def until(self, condition):
        while not condition():
            await asyncio.sleep(0.01)

    @property
    def rounds(self):
        """The round of each table at which programs play."""
        return {name: self.house.tables[name].number for name in PLAYED}


@pytest.fixture
def store(tmp_path):
    with open_store(f"sqlite:///{tmp_path / 'house.db'}") as opened:
        yield opened


def test_every_table_plays_and_goes_on_after_a_second_start(store, tmp_path):
    async def play():
        first = RunningDemo(store, tmp_path)
        async with first.running():
            await first.until(lambda: min(first.rounds.values()) > 3)
        first.house.close()
        before = first.rounds
        second = RunningDemo(store, tmp_path)
        assert second.rounds == before
        async with second.running():
            await second.until(lambda: all(number > before[name] for name, number in second.rounds.items()))
            await second.until(lambda: two_tables_feed_one_meter(store))
        second.house.close()
        return first, second

    first, second = asyncio.run(asyncio.wait_for(play(), 360))
    assert {table.rules.book for table in first.house.tables.values()} == set(BOOKS)
    assert not second.house.frozen
    waiting = {name: table for name, table in second.house.tables.items() if second.house.settings(name).newcomers}
    assert {table.rules.book for table in waiting.values()} == set(BOOKS), "newcomers have a table of each book"
    assert waiting.keys() == second.house.tables.keys() - set(PLAYED)
    for name, table in waiting.items():
        assert not table.arrivals, "nobody plays by program where somebody plays for the first time"
        assert second.house.settings(name).decision_seconds > 4 * read_plan().settings.decision_seconds
    assert len(second.people.list_registered()) == sum(len(table.players) for table in read_plan().tables)
    for table in second.house.tables.values():
        assert sum(amount.amount for amount in table.ledger.balances.values()) == 0


def two_tables_feed_one_meter(store):
    """Program players do not wager on the progressive in every round, so this takes a while."""
    fed = {
        (meter.stream, event.text("table"))
        for meter in store.stream_heads("meter:")
        for append in store.read(meter.stream)
        for event in append.events
        if event.kind == "contribution-made"
    }
    return any({table for name, table in fed if name == meter} == {"UTH-1", "UTH-2"} for meter, _ in fed)


def test_nobody_bets_at_a_table_that_nobody_watches(store, tmp_path):
    async def wait_a_while():
        demo = RunningDemo(store, tmp_path)
        demo.watched = False
        async with demo.running():
            await demo.until(lambda: all(demo.house.tables[name].arrivals for name in PLAYED))
            bets = []
            demo.house.listeners.append(
                lambda update: bets.extend(each for each in update.events if each.kind == "wager-placed")
            )
            await asyncio.sleep(0.5)
            assert bets == []
            await demo.until(lambda: demo.demo.greet_visitor() or bets)  # somebody looks at the list of tables
            bets.clear()
            demo.watched = True
            await demo.until(lambda: bets)
        demo.house.close()

    asyncio.run(asyncio.wait_for(wait_a_while(), 360))


def test_temperaments_differ():
    """A bold player bets on the side, which a cautious one never does, and does not change his mind within a round."""
    offered = tuple(LegalOption("wager", (), {"wager": wager}) for wager in ("ante", "blind", "trips", "progressive"))
    made = {}
    for planned in read_plan().tables[2].players:
        player = TemperedPlayer(lambda asked: asked.options, planned.temperament, seeded_chance(1))
        rounds = [PlayerQuestion(DecisionPoint.BETS, {"round": number}, offered) for number in range(40)]
        answers = [player(asked) for asked in rounds for _ in range(2)]
        assert answers[::2] == answers[1::2]
        made[planned.temperament.steps] = sum(len(answer) for answer in answers[::2])
    cautious, bold = made[min(made)], made[max(made)]
    assert cautious == 2 * 40 < bold

"""A house that plays rounds: program players at live tables."""

import asyncio
from contextlib import suppress
from pathlib import Path

from houseway.chance import seeded_chance
from houseway.croupier import FLOOR_ACTOR, Croupier
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.play.driver import RoundDriver
from houseway.play.session import default_player
from houseway.service.live.house import House
from houseway.service.live.settings import WITHOUT_CLOCKS, TableSettings
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile
from houseway.table import due_step, legal_options
from tests.support.paths import ROOT

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
TABLES = dict(zip(BOOKS, ("PG-1", "PG-1", "UTH-1", "FC-1"), strict=True))


def submission(book, name="everything"):
    return (Path(ROOT) / "examples" / "submissions" / book / f"{name}.toml").read_text()


class LiveRun:
    """A live table as the driver of rounds sees one. A step that is due is taken by the house, with its committed chance."""

    def __init__(self, house, name, loop):
        self.house, self.name, self.loop = house, name, loop
        self.updates = []

    @property
    def table(self):
        return self.house.tables[self.name]

    @property
    def meters(self):
        return self.house.meters.by_id

    def due(self, at):
        return due_step(self.table, at, self.meters)

    def legal(self, actor, at):
        return legal_options(self.table, actor, at, self.meters)

    def act(self, command):
        step = self.due(command.at)
        taken = step is not None and step.act == command.act and command.by.role in (Role.DEALER, Role.FLOOR)
        work = self.house.take_due_step(self.name) if taken else self.house.act(self.name, command)
        update = self.loop.run_until_complete(work)
        self.updates.append(update)
        return update.events


DEALT_BY_A_PERSON = {"croupier": False, "betting_seconds": 0, "decision_seconds": 0}
"""Settings of a table at which nobody is hurried."""
PHYSICAL = TableSettings(croupier=False, cards="physical")


class DealerRun(LiveRun):
    """A live table whose dealer enters the cards."""

    def __init__(self, house, name, loop):
        super().__init__(house, name, loop)
        house.listeners.append(lambda update: self.updates.append(update) if update.table == name else None)

    @property
    def events(self):
        return [event for update in self.updates for event in update.events]

    def act(self, command):
        opens = command.act == "open-table"
        work = self.house.open_table(self.name, command, PHYSICAL) if opens else self.house.act(self.name, command)
        return self.loop.run_until_complete(work).events


class TurnTaken(Exception):
    """One turn was taken."""


class OneTurnRun(LiveRun):
    """A live table that takes one turn and then stops whoever drives it."""

    def act(self, command):
        if self.updates:
            raise TurnTaken
        return super().act(command)


class LiveHouse:
    """A house on a store, driven from a test without an event loop of its own."""

    def __init__(self, store, folder, clock=None, receipts=None, **parts):
        self.loop, self.store = asyncio.new_event_loop(), store
        self.keys = HouseKeys(folder / "keys", at=0)
        self.receipts = receipts or ReceiptFile(folder / "heads.jsonl")
        self.house = House(store, self.keys, self.receipts, clock, **parts)

    def run(self, work):
        return self.loop.run_until_complete(work)

    def open(self, name, text, players=2, settings=WITHOUT_CLOCKS):
        opening = Command("open-table", FLOOR_ACTOR, {"submission": text, "inventory": Cents.from_dollars(1_000_000)})
        self.run(self.house.open_table(name, opening, settings))
        for position, player in enumerate(("Ann", "Bob", "Cy")[:players], start=1):
            actor = Actor(Role.PLAYER, player)
            self.run(self.house.act(name, Command("sit", actor, {"position": position})))
            self.run(self.house.act(name, Command("buy-in", actor, {"amount": Cents.from_dollars(5_000)})))
        return self.table(name)

    def table(self, name):
        return LiveRun(self.house, name, self.loop)

    def play(self, name, rounds=1, seed=1):
        """Play rounds with program players. The chance of players is seeded; that of the table is the house's."""
        return self.play_run(self.table(name), rounds, seed)

    def play_one_turn(self, name):
        with suppress(TurnTaken):
            self.play_run(OneTurnRun(self.house, name, self.loop))

    def play_until(self, name, is_reached):
        """Play on until the table is as wanted, without waiting for the end of a round."""
        while not is_reached(self.house.tables[name]):
            self.play_run(self.table(name), stop=lambda: is_reached(self.house.tables[name]))

    def play_run(self, run, rounds=1, seed=1, stop=lambda: False):
        chance = seeded_chance(seed)
        players = dict.fromkeys(run.table.arrivals, default_player(run.table, chance))
        driver = RoundDriver(run, Croupier(run, chance), players, at=self.house.now() // 1000)
        for _ in range(rounds):
            driver.play_round(stop)
        return run

    def close(self):
        self.house.close()
        self.store.close()
        self.loop.close()

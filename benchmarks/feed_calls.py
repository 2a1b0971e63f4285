"""Count the function calls that a command causes for what six players of a table are sent, without deciding, storing and sockets.

Started as `python -m benchmarks.feed_calls [ROUNDS]`. The same rounds are played each time, so that two versions of the program can
be compared even on a busy machine.
"""

import asyncio
import sys
from collections.abc import Sequence
from cProfile import Profile
from hashlib import sha256
from itertools import count
from pathlib import Path
from pstats import Stats
from tempfile import TemporaryDirectory
from unittest.mock import patch

from pydantic_core import from_json

from benchmarks.live_tables import BOOKS, open_house, open_table
from benchmarks.socket_players import SocketPlayer
from houseway.events import Actor, Command, Role
from houseway.service.feed.moment import TableMoment, moment_of
from houseway.service.feed.viewer import TableFeed, TableViewer
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import Update
from houseway.service.messages.facts import decode_facts
from houseway.service.process.rankings import prepare_rankings
from houseway.store import open_store
from houseway.table import Table

ROUNDS = 8
_START, _STEP = 1_700_000_000_000, 7
"""Milliseconds: when the house is opened, and how much later it is each time somebody asks."""


class FeedPlayer(SocketPlayer):
    """A player who is sent what a viewer at a socket would be sent, and chooses as those of the other benchmark do."""

    def __init__(self, feed: TableFeed, name: str) -> None:
        super().__init__(lambda: asyncio.sleep(0), [])
        self._name, self._viewer = name, TableViewer(feed, self.actor_at)
        self.read(self._viewer.snapshot())

    def actor_at(self, table: Table) -> Actor:
        banks = table.game.bank.position(table.round) in table.positions_of(self._name)
        return Actor(Role.BANK if banks else Role.PLAYER, self._name)

    def next_message(self) -> str:
        return "" if self._viewer.is_up_to_date else self._viewer.next_message()

    def read(self, text: str) -> None:
        self._apply(from_json(text))

    def choose(self) -> Command | None:
        chosen = self._choose()
        if chosen is None:
            return None
        option, facts = chosen
        return Command(option["act"], self._viewer.actor, decode_facts({**option["facts"], **facts}))


class FollowedTable:
    """A table with its feed and players. Every second command is sent before the others have read of the one before."""

    def __init__(self, house: House, name: str, profile: Profile) -> None:
        self._house, self._name, self._profile = house, name, profile
        self._feed = TableFeed(self._moment)
        self._players = [FeedPlayer(self._feed, player) for player in self._feed.moment.table.arrivals]
        self.commands = self.messages = self.characters = 0
        house.listeners.append(self._follow)

    @property
    def _moment(self) -> TableMoment:
        return moment_of(self._house, self._name)

    def _follow(self, update: Update) -> None:
        if update.table == self._name:
            moment = self._moment
            self._profile.runcall(self._feed.advance, moment, update.commands)

    def _read(self) -> None:
        for player in self._players:
            text = self._profile.runcall(player.next_message)
            if text:
                self.messages, self.characters = self.messages + 1, self.characters + len(text)
                player.read(text)

    async def play_round(self) -> None:
        number = self._feed.moment.table.number
        while self._feed.moment.table.number == number:
            before = self.commands
            for player in self._players:
                command = player.choose()
                if command is not None:
                    self.commands += 1
                    await self._house.act(self._name, command)
                    if self.commands % 2:
                        self._read()
            if self.commands == before:
                await self._house.take_due_step(self._name)
            self._read()


async def _play(folder: Path, rounds: int, profile: Profile) -> Sequence[FollowedTable]:
    store = open_store(f"sqlite:///{folder / 'house.db'}")
    house, times = open_house(store, folder), count(_START, _STEP)
    with patch.object(house._clock, "now", lambda earliest=0: max(earliest, next(times))):
        for book in BOOKS:
            await open_table(house, book, book)
        tables = [FollowedTable(house, book, profile) for book in BOOKS]
        for table in tables:
            for _ in range(rounds):
                await table.play_round()
    house.close()
    store.close()
    return tables


def main(rounds: int = ROUNDS) -> None:
    prepare_rankings().join()
    seeds, profile = count(1), Profile()
    with (
        TemporaryDirectory() as folder,
        patch("houseway.service.live.turns.turn.new_seed", lambda: sha256(str(next(seeds)).encode()).digest()),
    ):
        tables = asyncio.run(_play(Path(folder), rounds, profile))
    commands = sum(table.commands for table in tables)
    calls = Stats(profile).total_calls / commands  # type: ignore[attr-defined]  # typeshed does not know it
    messages, characters = sum(table.messages for table in tables), sum(table.characters for table in tables)
    print(
        f"{commands} commands: {calls:,.0f} calls, {messages / commands:.1f} messages, {characters / commands:,.0f} characters each"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""A house with tables of six program players, for the benchmarks of the service.

Players act as clients do: each command has an id, and is sent when the one before has been answered. Six players bet at once.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from secrets import token_hex
from time import perf_counter, process_time

from houseway.chance import seeded_chance
from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Command, Role
from houseway.examples import read_example
from houseway.money import Cents
from houseway.play.driver import WAITS_FOR_BETS, DecisionPoint, PlayerChoice, player_actor, question_for
from houseway.play.session import default_player
from houseway.service.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.service.live.settings import WITHOUT_CLOCKS, TableSettings
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile
from houseway.store import Store
from houseway.table import Table, due_step
from houseway.table.context import round_context

BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
PLAYERS = 6
INVENTORY, BUY_IN = Cents.from_dollars(1_000_000_000), Cents.from_dollars(100_000_000)
"""Enough for any number of rounds."""

Pause = Callable[[], Awaitable[None]]


def open_house(store: Store, folder: Path) -> House:
    return House(store, HouseKeys(folder / "keys", at=0), ReceiptFile(folder / "receipts.jsonl"))


def submission_for_any_table(book: str, example: str = "everything") -> str:
    """Return an example whose meters are filed for any table, so that many tables share them."""
    return re.sub(r"tables = \[.*?\]", "tables = []", read_example(f"{book}/{example}"))


async def open_table(house: House, name: str, book: str, example: str = "everything", players: int = PLAYERS) -> None:
    """Open a table of players who have bought chips."""
    await open_empty_table(house, name, book, WITHOUT_CLOCKS, example)
    for position in range(1, players + 1):
        await take_seat(house, name, Actor(Role.PLAYER, f"player {position}"), position, BUY_IN)


async def open_empty_table(house: House, name: str, book: str, settings: TableSettings, example: str = "everything") -> None:
    filed = {"submission": submission_for_any_table(book, example), "inventory": INVENTORY}
    await house.open_table(name, Command("open-table", FLOOR_ACTOR, filed), settings)


async def take_seat(house: House, name: str, actor: Actor, position: int, amount: Cents) -> None:
    await house.act(name, Command("sit", actor, {"position": position}))
    await house.act(name, Command("buy-in", actor, {"amount": amount}))


async def no_pause() -> None:
    """Send the next command at once."""


@dataclass
class LivePlayers:
    """The players of a live table. They play rounds, and measure how long commands take."""

    house: House
    name: str
    seed: int = 1
    pause: Pause = no_pause
    """Waited for before every command."""
    latencies: list[float] = field(default_factory=list)
    """Seconds from sending a command to its answer, when it is durable."""
    thinking_seconds: float = 0.0
    """CPU time of the players themselves."""

    def __post_init__(self) -> None:
        self._ids, self._sender = count(1), token_hex(8)
        self._player = default_player(self._table, seeded_chance(self.seed))

    @property
    def _table(self) -> Table:
        return self.house.latest_state(self.name)

    async def play(self, rounds: int) -> None:
        for _ in range(rounds):
            await self.play_round()

    async def play_round(self) -> None:
        number, have_bet = self._table.number, False
        while (table := self._table).number == number:
            at, meters = self.house.now() // MILLISECONDS, self.house.meters.by_id
            step = due_step(table, at, meters)
            if not table.rules.against_dealer and table.round.bank.offered is not None:
                await self._ask(table.seats[table.round.bank.offered], DecisionPoint.OFFER)
            elif not table.round.closed and not have_bet and (step is None or step.act in WAITS_FOR_BETS):
                have_bet = True
                await self._ask_all(table, DecisionPoint.BETS)
            elif step is not None:
                await self._send(partial(self.house.take_due_step, self.name))
            elif table.rules.against_dealer:
                context = round_context(table, at, meters)
                await self._ask(table.seats[context.position_to_act], DecisionPoint.DECIDE)  # type: ignore[attr-defined]
            else:
                await self._ask_all(table, DecisionPoint.SETTING)

    async def _ask_all(self, table: Table, moment: DecisionPoint) -> None:
        await asyncio.gather(*(self._ask(name, moment) for name in table.arrivals))

    async def _ask(self, name: str, moment: DecisionPoint) -> None:
        start = process_time()
        table = self._table
        asked = question_for(table, name, moment, self.house.now() // MILLISECONDS, self.house.meters.by_id)
        answer = self._player(asked) if asked.options else None
        self.thinking_seconds += process_time() - start
        for choice in (answer,) if isinstance(answer, PlayerChoice) else answer or ():
            command = Command(choice.act, player_actor(table, name), choice.facts)
            command_id = f"{self._sender}/{next(self._ids)}"
            await self._send(partial(self.house.act, self.name, command, command_id))

    async def _send(self, work: Callable[[], Awaitable[object]]) -> None:
        await self.pause()
        start = perf_counter()
        await work()
        self.latencies.append(perf_counter() - start)

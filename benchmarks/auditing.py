"""Measure how many rounds a second the audit decides again, beside the rounds a second that the engine plays, book by book.

Started as `python -m benchmarks.auditing`, it prints the tables; two numbers after it are the tables and the rounds of each.

Both play the same rounds: six players make every wager of the book's `everything` example and follow a fixed plan. A house stores
them in SQLite, with seeds, seals, receipts, the tree and the rows of reports, and the command `houseway audit` checks all of it.
The same house before its first round is audited, too. What that takes (starting, judging submissions) is subtracted, because it
does not grow with rounds.
"""

import asyncio
import sys
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from subprocess import run
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as PrintedTable

from benchmarks.live_tables import open_empty_table
from benchmarks.machine import describe_machine
from benchmarks.tables import BOOKS, best_rounds_per_second
from benchmarks.unattended import UnattendedTable
from houseway.events import Command
from houseway.explanation.games import NAMES
from houseway.procedure import Step
from houseway.progressive import ProgressiveMeter
from houseway.reports.rebuilding import fill_tables
from houseway.service.clock import MILLISECONDS, HouseClock
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.live.house import House
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.people.record import HouseRecord
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile
from houseway.store import open_store
from houseway.table import Table, due_step

TABLES, ROUNDS = 5, 60
"""Tables of each book, which share their meters, and the rounds of each table."""
REPETITIONS = 3
PROCESSES = (1, 2)
YEAR_ROUNDS = 1_000_000
"""A year of twenty tables."""
_HOUR = 3_600

AUDIT_HEADINGS = ("book", "engine", "audit", "audit / engine", "one core", "two cores")
AUDIT_TEXT = f"""\
`houseway audit` of SQLite databases, each with {TABLES} tables of one book that share their meters, {ROUNDS} rounds a table, with
everything that the command checks. *Engine* and *audit* are rounds per second of CPU time: rounds that are played in memory, and
the same kind of rounds decided again from the database. The aim is that the audit reaches half of the engine. *One core* and *two
cores* are rounds per second of wall time, with one and two processes. What an audit takes before the first round is subtracted."""
YEAR_HEADINGS = ("", "one core", "two cores")
YEAR_TEXT = f"""\
From these figures follows, as an extrapolation, how long the audit of a year of twenty tables takes: {YEAR_ROUNDS:,} rounds, as
many of each book. Nobody has audited as many."""


@dataclass(frozen=True)
class Spent:
    """The time that an audit took, in seconds."""

    cpu: float
    wall: float

    def without(self, other: "Spent") -> "Spent":
        return Spent(self.cpu - other.cpu, self.wall - other.wall)


@dataclass(frozen=True)
class AuditSpeed:
    """Rounds per second of one book."""

    book: str
    engine: float
    """Of CPU time, on one core."""
    rounds: int
    """Rounds that were audited."""
    spent: dict[int, Spent]
    """What these rounds took, by the number of processes."""

    @property
    def audit(self) -> float:
        """Return the audit's rounds per second of CPU time, with one process."""
        return self.rounds / self.spent[1].cpu

    @property
    def ratio(self) -> float:
        return self.audit / self.engine

    def walls(self) -> Iterator[float]:
        """Yield rounds per second of wall time, for each number of processes."""
        return (self.rounds / self.spent[processes].wall for processes in PROCESSES)


def audit_speeds(tables: int = TABLES, rounds: int = ROUNDS) -> Iterator[AuditSpeed]:
    for book in BOOKS:
        with TemporaryDirectory() as folder:
            empty, played = (
                _play_house(Path(folder) / "empty", book, tables, 0),
                _play_house(Path(folder) / "played", book, tables, rounds),
            )
            spent = {each: _audit_seconds(played, each).without(_audit_seconds(empty, each)) for each in PROCESSES}
        yield AuditSpeed(book, best_rounds_per_second(book), tables * rounds, spent)


def audit_rows(speeds: Sequence[AuditSpeed]) -> Iterator[tuple[str, ...]]:
    for speed in speeds:
        walls = (f"{each:.0f}/s" for each in speed.walls())
        yield speed.book, f"{speed.engine:.0f}/s", f"{speed.audit:.0f}/s", f"{speed.ratio:.2f}", *walls


def year_rows(speeds: Sequence[AuditSpeed]) -> Iterator[tuple[str, ...]]:
    if speeds:
        share = YEAR_ROUNDS / len(speeds)
        hours = (sum(share / rate for rate in rates) / _HOUR for rates in zip(*(each.walls() for each in speeds), strict=True))
        yield f"{YEAR_ROUNDS:,} rounds, extrapolated", *(f"{each:.1f} h" for each in hours)


# The audit


def _audit_seconds(folder: Path, processes: int) -> Spent:
    """Return the least time that an audit takes, of several. It must find that everything is in order."""
    return min((_audit_once(folder, processes) for _ in range(REPETITIONS)), key=lambda spent: spent.cpu)


def _audit_once(folder: Path, processes: int) -> Spent:
    state = folder.with_name("state.jsonl")
    command = [sys.executable, "-m", "houseway", "audit", str(folder), "--processes", str(processes), "--state", str(state)]
    start, before = perf_counter(), getrusage(RUSAGE_CHILDREN)
    done = run(command, capture_output=True, text=True, check=False)
    wall, after = perf_counter() - start, getrusage(RUSAGE_CHILDREN)
    assert done.returncode == 0, done.stdout + done.stderr
    return Spent(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall)


# A house that is played


def _play_house(folder: Path, book: str, tables: int, rounds: int) -> Path:
    """Play rounds at the tables of a new house. Return its data folder."""
    folder.mkdir()
    with open_store(f"sqlite:///{folder / 'house.db'}") as store, asyncio.Runner() as runner:
        record, keys = HouseRecord(store, HouseClock()), HouseKeys(folder / "keys", at=0)
        keeper = LogKeeper(store, keys, CheckpointFile(folder / "checkpoints.jsonl"), HouseClock(), record)
        keeper.extend()
        house = House(store, keys, ReceiptFile(folder / "heads.jsonl"), record=record)
        for number in range(1, tables + 1):
            table = StoredTable(house, f"T-{number}", book, runner)
            for _ in range(rounds):
                table.deal_stored_round()
        house.close()
        keeper.extend()
        fill_tables(store)
    return folder


class _HouseRun:
    """Takes commands as a `TableRun` does. The house decides and stores them."""

    def __init__(self, house: House, name: str, runner: asyncio.Runner) -> None:
        self.house, self.name, self._runner = house, name, runner

    @property
    def table(self) -> Table:
        return self.house.latest_state(self.name)

    @property
    def meters(self) -> Mapping[str, ProgressiveMeter]:
        return self.house.meters.by_id

    def wait_for(self, work: Coroutine[Any, Any, object]) -> None:
        self._runner.run(work)

    def act(self, command: Command) -> None:
        self.wait_for(self.house.act(self.name, command))

    def due(self, at: int) -> Step | None:
        return due_step(self.table, at, self.meters)


class StoredTable(UnattendedTable):
    """An unattended table of a house, which stores what happens."""

    run: _HouseRun  # type: ignore[assignment]  # it does what such a table needs

    def __init__(self, house: House, name: str, book: str, runner: asyncio.Runner) -> None:
        self.run, self.at = _HouseRun(house, name, runner), house.now() // MILLISECONDS
        self.run.wait_for(open_empty_table(house, name, book, WITHOUT_CLOCKS))
        self._seat_players(len(NAMES))

    def deal_stored_round(self) -> None:
        """Deal one round to its end. The dealer of the house takes several steps in one turn."""
        run, self.at = self.run, self.run.house.now() // MILLISECONDS
        number = run.table.number
        self._prepare()
        self._make_wagers()
        while run.table.number == number:
            step = run.due(self.at)
            if step is not None:
                self._take_step(step)
            elif self.against_dealer:
                self._make_decisions()
            else:
                self._set_hands()

    def _take_step(self, step: Step) -> None:
        self.run.wait_for(self.run.house.take_due_step(self.run.name))


# Alone


def print_speeds(speeds: Sequence[AuditSpeed], console: Console) -> None:
    for title, headings, rows in (("Audit", AUDIT_HEADINGS, audit_rows(speeds)), ("A year", YEAR_HEADINGS, year_rows(speeds))):
        table = PrintedTable(*headings, title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for row in rows:
            table.add_row(*row)
        console.print(table)


def main() -> None:
    console = Console()
    console.print(f"Measured on {describe_machine()}.")
    print_speeds(list(audit_speeds(*map(int, sys.argv[1:3]))), console)


if __name__ == "__main__":
    main()

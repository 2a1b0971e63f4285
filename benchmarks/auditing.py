"""Measure how many rounds a second the audit decides again, beside the rounds a second that the engine plays, book by book.

Started as `python -m benchmarks.auditing`, it prints the tables; two numbers after it are the tables and the rounds of each, and
with `write` at the end it writes them into `docs/benchmarks.md`, too.

Both play the same rounds: six players make every wager of the book's `everything` example and follow a fixed plan. A house stores
them in SQLite, with seeds, seals, receipts, the tree and the rows of reports, and the command `houseway audit` checks all of it. A
house with the same tables and one round at each is audited, too. What that takes (starting, importing, judging submissions, first
answers of memos) is subtracted: it does not grow with rounds, and the engine has played a round before it is measured. Engine and
audit are measured in turns, so that other programs disturb both alike, and all times are CPU times: on a machine that does nothing
else, wall times are the same.
"""

import asyncio
import sys
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from os import sysconf
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from subprocess import PIPE, STDOUT, Popen
from tempfile import TemporaryDirectory
from time import sleep
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as PrintedTable

from benchmarks.live_tables import open_empty_table
from benchmarks.page import describe_machine, markdown_table, page_part, replace_part
from benchmarks.tables import BOOKS, WarmEngine
from benchmarks.unattended import UnattendedTable
from houseway.events import Command
from houseway.explanation.games import NAMES
from houseway.procedure import Step
from houseway.progressive import ProgressiveMeter
from houseway.reports.rows.rebuilding import fill_tables
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
REPETITIONS = {1: 3, 2: 1}
"""How many times an audit with each number of processes is measured."""
_ENGINE_REPETITIONS = 3
_FIRST_ROUNDS = 1
"""Rounds of each table that do not count, as the engine's first round does not."""
YEAR_ROUNDS = 1_000_000
"""A year of twenty tables."""
_HOUR = 3_600
_BEGIN = "<!-- begin: written by python -m benchmarks.auditing write -->"
_END = "<!-- end: written by python -m benchmarks.auditing write -->"
_SECONDS_BETWEEN_LOOKS = 0.05

AUDIT_HEADINGS = ("book", "engine", "audit", "audit / engine", "one process", "two processes")
AUDIT_TEXT = f"""\
`houseway audit` of SQLite databases, each with {TABLES} tables of one book that share their meters, {ROUNDS} rounds a table, with
everything that the command checks. All figures are rounds per second of CPU time. *Engine*: rounds played in memory. *Audit*: the
same kind of rounds decided again from the database, with one process. Both are measured in turns, {REPETITIONS[1]} times; the ratio
is the median. The aim is that the audit reaches half of the engine. *Two processes* counts the time of the first process and of the
worker that is busy longest, as on two free cores. What the audit of a house with one round at each table takes is subtracted, and
the engine has played a round before it is measured: both are warm, and no figure is of remembered rounds."""
YEAR_HEADINGS = ("", "one process", "two processes")
YEAR_TEXT = f"""\
From these figures follows, as an extrapolation, how long the audit of a year of twenty tables takes: {YEAR_ROUNDS:,} rounds, as
many of each book, where {TABLES} tables share a meter. Nobody has audited as many. More tables on one meter take longer, because
each table reads the whole stream of its meter."""


@dataclass(frozen=True)
class Spent:
    """The CPU time that an audit took, in seconds."""

    whole: float
    """Of all processes."""
    longest: float
    """Of the first process and the busiest of its workers."""

    def without(self, other: "Spent") -> "Spent":
        return Spent(self.whole - other.whole, self.longest - other.longest)


@dataclass(frozen=True)
class AuditSpeed:
    """What was measured of one book, once for each repetition."""

    book: str
    rounds: int
    """Rounds that were audited."""
    engines: Sequence[float]
    """Rounds per second that the engine played."""
    spent: dict[int, Sequence[Spent]]
    """What an audit of the rounds took, by the number of processes."""

    @property
    def engine(self) -> float:
        return median(self.engines)

    @property
    def audit(self) -> float:
        return self.rounds / median(each.whole for each in self.spent[1])

    @property
    def ratio(self) -> float:
        return median(self.rounds / spent.whole / engine for spent, engine in zip(self.spent[1], self.engines, strict=True))

    def rates(self) -> Iterator[float]:
        """Yield rounds per second, for each number of processes."""
        return (self.rounds / median(each.longest for each in self.spent[processes]) for processes in REPETITIONS)


def audit_speeds(tables: int = TABLES, rounds: int = ROUNDS) -> Iterator[AuditSpeed]:
    for book in BOOKS:
        with TemporaryDirectory() as folder:
            begun = _play_house(Path(folder) / "begun", book, tables, _FIRST_ROUNDS)
            played = _play_house(Path(folder) / "played", book, tables, _FIRST_ROUNDS + rounds)
            yield measure_houses(book, begun, played, tables * rounds)


def measure_houses(book: str, begun: Path, played: Path, rounds: int) -> AuditSpeed:
    """Measure the engine and the audit of a house, in turns. It has so many rounds more than a house that has begun."""
    engine, engines, spent = WarmEngine(book), list[float](), {each: list[Spent]() for each in REPETITIONS}
    starting = {processes: _audit_once(begun, processes) for processes in REPETITIONS}
    for repetition in range(REPETITIONS[1]):
        for processes, found in spent.items():
            if repetition < REPETITIONS[processes]:
                found.append(_audit_once(played, processes).without(starting[processes]))
        engines.append(median(engine.rounds_per_second() for _ in range(_ENGINE_REPETITIONS)))
    return AuditSpeed(book, rounds, engines, dict(spent))


def audit_rows(speeds: Sequence[AuditSpeed]) -> Iterator[tuple[str, ...]]:
    for speed in speeds:
        rates = (f"{each:.0f}/s" for each in speed.rates())
        yield speed.book, f"{speed.engine:.0f}/s", f"{speed.audit:.0f}/s", f"{speed.ratio:.2f}", *rates


def year_rows(speeds: Sequence[AuditSpeed]) -> Iterator[tuple[str, ...]]:
    if speeds:
        share = YEAR_ROUNDS / len(speeds)
        hours = (sum(share / rate for rate in rates) / _HOUR for rates in zip(*(each.rates() for each in speeds), strict=True))
        yield f"{YEAR_ROUNDS:,} rounds, extrapolated", *(f"{each:.1f} h" for each in hours)


# The audit


def _audit_once(folder: Path, processes: int) -> Spent:
    """Audit a house, and find that everything is in order."""
    state = folder.with_name("state.jsonl")
    command = [sys.executable, "-m", "houseway", "audit", str(folder), "--processes", str(processes), "--state", str(state)]
    before, workers, own = getrusage(RUSAGE_CHILDREN), dict[str, float](), 0.0
    with Popen(command, stdout=PIPE, stderr=STDOUT, text=True) as process:
        while process.poll() is None:
            own = _cpu_seconds(str(process.pid)) or own
            workers |= {each: _cpu_seconds(each) or workers.get(each, 0.0) for each in _children_of(process.pid)}
            sleep(_SECONDS_BETWEEN_LOOKS)
        said = process.communicate()[0]
    after = getrusage(RUSAGE_CHILDREN)
    assert process.returncode == 0, said
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Spent(whole, own + max(workers.values()) if workers else whole)


def _children_of(process: int) -> list[str]:
    try:
        return Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:  # it has ended meanwhile
        return []


def _cpu_seconds(process: str) -> float:
    """Return the CPU time of a running process; 0 if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


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


# The page and the terminal


def write_audit_report(speeds: Sequence[AuditSpeed]) -> None:
    """Replace the part of the page about the audit."""
    parts = ["## Audit", AUDIT_TEXT, markdown_table(AUDIT_HEADINGS, audit_rows(speeds))]
    parts += [YEAR_TEXT, markdown_table(YEAR_HEADINGS, year_rows(speeds))]
    replace_part(_BEGIN, _END, page_part(parts))


def print_speeds(speeds: Sequence[AuditSpeed], console: Console) -> None:
    for title, headings, rows in (("Audit", AUDIT_HEADINGS, audit_rows(speeds)), ("A year", YEAR_HEADINGS, year_rows(speeds))):
        table = PrintedTable(*headings, title=title, box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for row in rows:
            table.add_row(*row)
        console.print(table)


def main() -> None:
    console = Console()
    console.print(f"Measured on {describe_machine()}.")
    given = sys.argv[1:]
    speeds = list(audit_speeds(*map(int, [each for each in given if each.isdecimal()][:2])))
    print_speeds(speeds, console)
    if given[-1:] == ["write"]:
        write_audit_report(speeds)


if __name__ == "__main__":
    main()

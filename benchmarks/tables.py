"""Measure rounds per second through the whole engine, with six players and every wager, and where the time goes."""

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from benchmarks.unattended import UnattendedTable
from houseway.chance import seeded_chance
from houseway.table import run as running

EXAMPLES = Path(__file__).parents[1] / "examples" / "submissions"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
ROUNDS = 50
REPETITIONS = 10
TIMED_FUNCTIONS = ("decide", "evolve_all", "due_step")


@dataclass(frozen=True)
class TableSpeed:
    book: str
    rounds_per_second: float
    """Rounds per second of CPU time on one core; the best of several repetitions."""
    commands_per_round: float
    """Commands per round."""
    events_per_round: float
    """Events per round."""
    time_shares: dict[str, float]
    """Shares of the time: finding what is due, deciding commands, folding events, and the players with everything else."""


def table_speeds() -> Iterator[TableSpeed]:
    for book in BOOKS:
        table = _warm_table(book)
        best = max(_rounds_per_second(table) for _ in range(REPETITIONS))
        commands, events, parts = _time_shares(table)
        yield TableSpeed(book, best, commands, events, parts)


class WarmEngine:
    """A table of a book at which rounds were played, to measure it several times."""

    def __init__(self, book: str) -> None:
        self._table = _warm_table(book)

    def rounds_per_second(self) -> float:
        """Return rounds per second of CPU time on one core."""
        return _rounds_per_second(self._table)


def _warm_table(book: str) -> UnattendedTable:
    table = UnattendedTable((EXAMPLES / book / "everything.toml").read_text(), seeded_chance(1))
    table.deal_round()
    return table


def _rounds_per_second(table: UnattendedTable) -> float:
    """Measure without the garbage collector, as `timeit` does: rounds create no cycles, and it would visit every kept event."""
    gc.disable()
    try:
        start = process_time()
        for _ in range(ROUNDS):
            table.deal_round()
        return ROUNDS / (process_time() - start)
    finally:
        gc.enable()


def _time_shares(table: UnattendedTable) -> tuple[float, float, dict[str, float]]:
    """Play the same rounds with timers inside; these slow the rounds down, so they do not count for the speed."""
    spent: defaultdict[str, float] = defaultdict(float)
    calls: Counter[str] = Counter()
    before = {name: getattr(running, name) for name in TIMED_FUNCTIONS}
    for name, function in before.items():
        setattr(running, name, _with_timer(name, function, spent, calls))
    gc.disable()
    first, start = len(table.run.events), perf_counter()
    try:
        for _ in range(ROUNDS):
            table.deal_round()
    finally:
        gc.enable()
        for name, function in before.items():
            setattr(running, name, function)
    whole = perf_counter() - start
    shares = {name: spent[name] / whole for name in TIMED_FUNCTIONS}
    return calls["decide"] / ROUNDS, (len(table.run.events) - first) / ROUNDS, {**shares, "players": 1 - sum(shares.values())}


def _with_timer(
    name: str, function: Callable[..., Any], spent: defaultdict[str, float], calls: Counter[str]
) -> Callable[..., Any]:
    @wraps(function)
    def call(*arguments: Any) -> Any:
        start = perf_counter()
        result = function(*arguments)
        spent[name] += perf_counter() - start
        calls[name] += 1
        return result

    return call

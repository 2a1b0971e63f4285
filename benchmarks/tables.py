"""Rounds a second through the whole engine: six players, every wager on, every event and transfer kept; and where the time goes."""

import gc
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from houseway.chance import seeded
from houseway.play.unattended import Unattended
from houseway.table import run as running

EXAMPLES = Path(__file__).parents[1] / "examples" / "submissions"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
ROUNDS = 50
REPETITIONS = 10
WATCHED = ("decide", "evolve_all", "due")


@dataclass(frozen=True)
class TableSpeed:
    book: str
    rounds: float
    """A second of one core's time; the best of several repetitions."""
    commands: float
    events: float
    """A round."""
    parts: dict[str, float]
    """Shares of the time: what is due, deciding commands, folding events, and the players with everything else."""


def table_speeds() -> Iterator[TableSpeed]:
    for book in BOOKS:
        table = Unattended((EXAMPLES / book / "everything.toml").read_text(), seeded(1))
        table.round()
        best = max(_rate(table) for _ in range(REPETITIONS))
        commands, events, parts = _parts(table)
        yield TableSpeed(book, best, commands, events, parts)


def _rate(table: Unattended) -> float:
    """Without the collector of cycles, as `timeit` does it: rounds make none, and it would look through every event kept so far."""
    gc.disable()
    try:
        start = process_time()
        for _ in range(ROUNDS):
            table.round()
        return ROUNDS / (process_time() - start)
    finally:
        gc.enable()


def _parts(table: Unattended) -> tuple[float, float, dict[str, float]]:
    """The same again with a stop-watch in it, which is why its own time is not counted as speed."""
    spent: defaultdict[str, float] = defaultdict(float)
    calls: Counter[str] = Counter()
    before = {name: getattr(running, name) for name in WATCHED}
    for name, function in before.items():
        setattr(running, name, _watched(name, function, spent, calls))
    gc.disable()
    first, start = len(table.run.events), perf_counter()
    try:
        for _ in range(ROUNDS):
            table.round()
    finally:
        gc.enable()
        for name, function in before.items():
            setattr(running, name, function)
    whole = perf_counter() - start
    shares = {name: spent[name] / whole for name in WATCHED}
    return calls["decide"] / ROUNDS, (len(table.run.events) - first) / ROUNDS, {**shares, "players": 1 - sum(shares.values())}


def _watched(
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

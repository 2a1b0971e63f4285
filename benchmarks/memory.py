"""Measure the memory of a process over many rounds: a house with a table of each book, and somebody who watches each of them."""

import asyncio
import gc
import resource
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.live_tables import BOOKS, LivePlayers, open_house, open_table
from houseway.service.feed.feeds import Feeds
from houseway.service.feed.moment import PUBLIC
from houseway.service.feed.viewer import TableViewer
from houseway.service.process.interpreter import tune_interpreter
from houseway.store import open_store

ROUNDS, EVERY = 2_000, 500
MANY_ROUNDS = 20_000
"""For a run of many minutes, which only `python -m benchmarks service many_rounds` makes."""
_PAGE_BYTES = resource.getpagesize()
_STATM = Path("/proc/self/statm")
_MEGABYTE = 1_000_000


@dataclass(frozen=True)
class MemoryUse:
    rounds: int
    """Rounds played so far."""
    megabytes: float
    """Memory of the process."""


class MessageReader:
    """Somebody who watches a table and takes every message."""

    def __init__(self, feeds: Feeds, table: str) -> None:
        self._viewer = TableViewer(feeds.watch(table, self), lambda _: PUBLIC)
        self._viewer.snapshot()

    def begin_pause(self, now: float, busy_seconds: float) -> float:
        return 0.0

    def end_pause(self) -> bool:
        return True

    def send_update(self) -> None:
        self._viewer.next_message()

    def go_away(self, words: str) -> None:
        """It goes with the process."""


def memory_over_rounds(
    rounds: int = ROUNDS, every: int = EVERY, tell: Callable[[MemoryUse], None] = lambda use: None
) -> Sequence[MemoryUse]:
    """Play rounds and return the memory after each part of them, which is also told at once."""
    return asyncio.run(_measure(rounds, every, tell))


async def _measure(rounds: int, every: int, tell: Callable[[MemoryUse], None]) -> list[MemoryUse]:
    with TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'house.db'}")
        house = open_house(store, Path(folder))
        feeds = Feeds(house, lambda persons: {})
        for book in BOOKS:
            await open_table(house, book, book, "minimal")
        readers = [MessageReader(feeds, book) for book in BOOKS]
        players = [LivePlayers(house, book) for book in BOOKS]
        tune_interpreter()
        used = []
        for played in range(every, rounds + 1, every):
            await asyncio.gather(*(each.play(every // len(players)) for each in players))
            for each in players:
                each.latencies.clear()  # they are the benchmark's own
            used.append(MemoryUse(played, _resident_megabytes()))
            tell(used[-1])
        del readers
        house.close()
        store.close()
    return used


def _resident_megabytes() -> float:
    """Return the memory of this process that is in use, or its peak where the system does not say more."""
    gc.collect()
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * _PAGE_BYTES / _MEGABYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1_024 / _MEGABYTE

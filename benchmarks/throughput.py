"""Measure durable commands per second through the house, and how long they take, with many tables of six players on SQLite."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.live_tables import BOOKS, PLAYERS, LivePlayers, no_pause, open_house, open_table
from houseway.service.interpreter import tune_interpreter
from houseway.service.live.house import House
from houseway.store import open_store

TABLES = 100
SECONDS = 20.0
FLOOR, AIM = 250, 500
"""Commands per second that must be possible, and that are aimed at."""


@dataclass(frozen=True)
class Throughput:
    """What a house did while players sent commands."""

    sent_per_second: int | None
    """How many commands players sent; None if each sent the next one as soon as the last was answered."""
    tables: int
    players: int
    answered_per_second: float
    median_ms: float
    percentile_99_ms: float
    cpu_ms: float
    """CPU time for each command, without that of the players."""
    players_ms: float
    """CPU time of the players for each command. They run in the same process and take it away from the house."""


class Pace:
    """Hands out moments for sending, evenly spaced."""

    def __init__(self, per_second: float) -> None:
        self._interval, self._next = 1 / per_second, perf_counter()

    async def wait(self) -> None:
        self._next = max(self._next + self._interval, perf_counter() - 1)
        await asyncio.sleep(max(self._next - perf_counter(), 0))


def throughputs(tables: int = TABLES, seconds: float = SECONDS) -> Iterator[Throughput]:
    """Measure at the two rates, and as fast as the players are answered."""
    yield from asyncio.run(_measure_all(tables, seconds))


async def _measure_all(tables: int, seconds: float) -> list[Throughput]:
    with TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'house.db'}")
        house = open_house(store, Path(folder))
        names = [f"T-{number}" for number in range(1, tables + 1)]
        for place, name in enumerate(names):
            await open_table(house, name, BOOKS[place % len(BOOKS)])
        tune_interpreter()
        measured = [await _measure(house, names, rate, seconds) for rate in (FLOOR, AIM, None)]
        house.close()
        store.close()
    return measured


async def _measure(house: House, names: Sequence[str], rate: int | None, seconds: float) -> Throughput:
    pause: Callable[[], Awaitable[None]] = Pace(rate).wait if rate else no_pause
    players = [LivePlayers(house, name, seed=(rate or 0) + place, pause=pause) for place, name in enumerate(names)]
    start, cpu = perf_counter(), process_time()
    await asyncio.gather(*(_play_until(each, start + seconds) for each in players))
    wall, cpu = perf_counter() - start, process_time() - cpu
    taken = sorted(seconds for each in players for seconds in each.latencies)
    thinking = sum(each.thinking_seconds for each in players)
    return Throughput(
        rate,
        len(names),
        PLAYERS,
        len(taken) / wall,
        1_000 * taken[len(taken) // 2],
        1_000 * taken[len(taken) * 99 // 100],
        1_000 * (cpu - thinking) / len(taken),
        1_000 * thinking / len(taken),
    )


async def _play_until(players: LivePlayers, end: float) -> None:
    while perf_counter() < end:
        await players.play_round()

"""Measure durable commands per second through the house, and how long they take, with many tables of six players on SQLite."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.live_tables import BOOKS, PLAYERS, LivePlayers, no_pause, open_house, open_table
from houseway.service.live.house import House
from houseway.service.process.interpreter import tune_interpreter
from houseway.store import open_store

TABLES = 100
SECONDS = 20.0
FLOOR, AIM = 250, 500
"""Commands per second that must be possible, and that are aimed at."""
SPREAD_SECONDS = 6.0
"""The time in which tables begin one after the other: about a round's time at the floor's rate, so that rounds end at all times."""


@dataclass(frozen=True)
class Load:
    """How players send commands."""

    per_second: int | None
    """None: each player sends the next command as soon as the last was answered."""
    in_step: bool = False
    """All tables begin at once, so that their rounds, which are about equally long, end at nearly the same time again and again.
    Otherwise they begin one after the other, as in a house."""


LOADS = (Load(FLOOR), Load(FLOOR, in_step=True), Load(AIM), Load(None))


SPEED_HEADINGS = ("sent", "tables", "players", "answered", "median", "99%", "CPU, house", "CPU, players", "core, house")


@dataclass(frozen=True)
class CommandSpeed:
    """How fast commands of players were answered."""

    tables: int
    players: int
    answered_per_second: float
    median_ms: float
    percentile_99_ms: float
    cpu_ms: float
    """CPU time of the house for each command, without that of the players."""
    players_ms: float
    """CPU time of the players for each command."""


@dataclass(frozen=True)
class Throughput(CommandSpeed):
    """What a house did while players sent commands from the same process, and took this time away from it."""

    load: Load


def speed_row(speed: CommandSpeed, sent_per_second: int | None, in_step: bool = False) -> tuple[str, ...]:
    """Return a row under `SPEED_HEADINGS`."""
    sent = (f"{sent_per_second}/s" if sent_per_second else "-") + (", in step" if in_step else "")
    times = (speed.median_ms, speed.percentile_99_ms, speed.cpu_ms, speed.players_ms)
    share = f"{speed.answered_per_second * speed.cpu_ms / 10:.0f}%"  # of a core, which is 1,000 ms a second
    answered = f"{speed.answered_per_second:.0f}/s"
    return sent, str(speed.tables), str(speed.players), answered, *(f"{ms:.1f} ms" for ms in times), share


class Pace:
    """Hands out moments for sending, evenly spaced."""

    def __init__(self, per_second: float) -> None:
        self._interval, self._next = 1 / per_second, perf_counter()

    async def wait(self) -> None:
        self._next = max(self._next + self._interval, perf_counter() - 1)
        await asyncio.sleep(max(self._next - perf_counter(), 0))


def throughputs(tables: int = TABLES, seconds: float = SECONDS) -> Iterator[Throughput]:
    """Measure under each of the loads."""
    yield from asyncio.run(_measure_all(tables, seconds))


async def _measure_all(tables: int, seconds: float) -> list[Throughput]:
    with TemporaryDirectory() as folder:
        store = open_store(f"sqlite:///{Path(folder) / 'house.db'}")
        house = open_house(store, Path(folder))
        names = [f"T-{number}" for number in range(1, tables + 1)]
        for place, name in enumerate(names):
            await open_table(house, name, BOOKS[place % len(BOOKS)])
        tune_interpreter()
        measured = [await _measure(house, names, load, seconds) for load in LOADS]
        house.close()
        store.close()
    return measured


async def _measure(house: House, names: Sequence[str], load: Load, seconds: float) -> Throughput:
    pause: Callable[[], Awaitable[None]] = Pace(load.per_second).wait if load.per_second else no_pause
    players = [LivePlayers(house, name, seed=place, pause=pause) for place, name in enumerate(names)]
    delay = 0.0 if load.in_step else SPREAD_SECONDS / len(players)
    end = perf_counter() + SPREAD_SECONDS + seconds
    playing = asyncio.gather(*(_play_until(each, end, place * delay) for place, each in enumerate(players)))
    measured = await _measure_players(players, load, seconds)
    await playing
    return measured


async def _measure_players(players: Sequence[LivePlayers], load: Load, seconds: float) -> Throughput:
    """Measure while all tables are played: after they have begun, and before the first of them ends."""
    await asyncio.sleep(SPREAD_SECONDS)
    for each in players:
        each.latencies.clear()
        each.thinking_seconds = 0.0
    start, cpu = perf_counter(), process_time()
    await asyncio.sleep(seconds)
    wall, cpu = perf_counter() - start, process_time() - cpu
    taken = sorted(seconds for each in players for seconds in each.latencies)
    thinking = sum(each.thinking_seconds for each in players)
    return Throughput(
        len(players),
        PLAYERS,
        len(taken) / wall,
        1_000 * taken[len(taken) // 2],
        1_000 * taken[len(taken) * 99 // 100],
        1_000 * (cpu - thinking) / len(taken),
        1_000 * thinking / len(taken),
        load,
    )


async def _play_until(players: LivePlayers, end: float, delay: float) -> None:
    await asyncio.sleep(delay)
    while perf_counter() < end:
        await players.play_round()

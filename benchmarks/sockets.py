"""Measure commands through real sockets on this machine: the server is one process, all its players are another."""

import asyncio
import gc
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from time import perf_counter, process_time

from benchmarks.served_house import PlayerSession, ProcessUse
from benchmarks.socket_players import SocketPlayer
from benchmarks.takeover import measure_takeover
from benchmarks.throughput import FLOOR, TABLES, CommandSpeed, Pace

SECONDS = 15.0
"""For which commands are measured."""
WARM_UP_SECONDS = 4.0
"""For which players play before anything is measured, once all of them are connected."""
CONNECTING_AT_ONCE = 20
_LONGEST_LINE = 1 << 20
_SECONDS_TO_STOP = 30


@dataclass(frozen=True)
class SocketSpeed(CommandSpeed):
    """What a server did for players at sockets, which are in a process of their own. Its CPU time for a command is with what
    everybody at the table is sent."""

    sent_per_second: int
    refused: Mapping[str, int]
    """How many commands were refused, by the code of the refusal."""
    peak_megabytes: float
    """Memory of the largest server."""
    rounds_per_second: float
    bytes_per_round: float
    """By which the whole database grew, with reports, snapshots and the tree."""
    takeover_seconds: float | None = None
    """From the kill of the server that keeps the clocks until others keep all of them; None if there was no other."""


class ServerProcess:
    """The process of the server, which is asked and ended through its input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, tables: int, *shared: str) -> "ServerProcess":
        """Start a server that opens tables. `shared` are the database and the keys that it shares with others."""
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "benchmarks.served_house", str(tables), *shared)
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=_LONGEST_LINE))

    async def read(self) -> dict[str, object]:
        assert self._process.stdout is not None
        content: dict[str, object] = json.loads(await self._process.stdout.readline())
        return content

    async def use(self) -> ProcessUse:
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        return ProcessUse(**await self.read())  # type: ignore[arg-type]  # its own fields

    def kill(self) -> None:
        self._process.kill()

    async def stop(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            await asyncio.wait_for(self._process.wait(), _SECONDS_TO_STOP)
        except TimeoutError:
            self._process.kill()
            await self._process.wait()


def socket_speeds(tables: int = TABLES, seconds: float = SECONDS, rates: Sequence[int] = (FLOOR,)) -> Iterator[SocketSpeed]:
    for rate in rates:
        yield asyncio.run(_measure(tables, seconds, rate))


async def _measure(tables: int, seconds: float, rate: int) -> SocketSpeed:
    return await measure_servers(tables, seconds, rate, 1)


async def measure_servers(
    tables: int, seconds: float, rate: int, servers: int, *shared: str, by_table: bool = False
) -> SocketSpeed:
    """Measure one or several servers of one house. The players of each table are spread over all of them, or with `by_table`
    connected to one, as a proxy does that chooses a server by the table in the path."""
    started = [await ServerProcess.start(tables, *shared)]
    try:
        opened = [await started[0].read()]
        for _ in range(servers - 1):
            started.append(await ServerProcess.start(0, *shared))
            opened.append(await started[-1].read())
        sessions = [PlayerSession(**each) for each in opened[0]["players"]]  # type: ignore[attr-defined]
        addresses = [f"ws://127.0.0.1:{each['port']}" for each in opened]
        places = list(zip(sessions, _choose_servers(sessions, addresses, by_table), strict=False))
        return await _play(started, places, seconds, rate, *shared[:1])
    finally:
        for server in started:
            await server.stop()


def _choose_servers(sessions: Sequence[PlayerSession], addresses: Sequence[str], by_table: bool) -> Iterable[str]:
    """Return the server of each player."""
    if not by_table:
        return cycle(addresses)
    of_table = dict(zip(dict.fromkeys(session.table for session in sessions), cycle(addresses), strict=False))
    return [of_table[session.table] for session in sessions]


async def _use(servers: Sequence[ServerProcess]) -> ProcessUse:
    """Return what all servers have used together; of memory, what the largest has used."""
    uses = [await server.use() for server in servers]
    peak = max(use.peak_megabytes for use in uses)
    rounds, size = max(use.rounds for use in uses), max(use.database_bytes for use in uses)
    return ProcessUse(sum(use.cpu_seconds for use in uses), peak, rounds, size)


@contextmanager
def _without_collections() -> Iterator[None]:
    """Keep the garbage collector from the players: while it looks at all 600 of them, for a fifth of a second, none of them sends
    or reads anything, and the server would seem slow."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def _play(
    servers: Sequence[ServerProcess],
    places: Sequence[tuple[PlayerSession, str]],
    seconds: float,
    rate: int,
    database: str = "",
) -> SocketSpeed:
    pace, latencies = Pace(rate), list[float]()
    players = [SocketPlayer(pace.wait, latencies) for _ in places]
    tables = {session.table for session, _ in places}
    connecting, begin = asyncio.Semaphore(CONNECTING_AT_ONCE), asyncio.Event()
    playing = [
        asyncio.create_task(player.play(f"{address}/api/tables/{session.table}/socket", session.token, connecting, begin))
        for player, (session, address) in zip(players, places, strict=True)
    ]
    for player in players:
        await player.is_connected.wait()
    with _without_collections():
        begin.set()
        await asyncio.sleep(WARM_UP_SECONDS)
        latencies.clear()
        before, start, cpu = await _use(servers), perf_counter(), process_time()
        await asyncio.sleep(seconds)
        end, cpu, answered = perf_counter(), process_time() - cpu, len(latencies)
    wall, waits = end - start, (player.waiting_seconds(end) for player in players)
    taken = sorted([*latencies, *(wait for wait in waits if wait is not None)])  # whoever still waits is slow, too
    after = await _use(servers)
    takeover = await asyncio.to_thread(measure_takeover, database, servers[0].kill, len(tables)) if len(servers) > 1 else None
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    return SocketSpeed(
        len(tables),
        len(places) // len(tables),
        answered / wall,
        1_000 * taken[len(taken) // 2],
        1_000 * taken[len(taken) * 99 // 100],
        1_000 * (after.cpu_seconds - before.cpu_seconds) / answered,
        1_000 * cpu / answered,
        rate,
        dict(sum((player.refused for player in players), Counter[str]())),
        after.peak_megabytes,
        (after.rounds - before.rounds) / wall,
        (after.database_bytes - before.database_bytes) / max(1, after.rounds - before.rounds),
        takeover,
    )

"""Measure how soon a new server answers, and how long the first requests of somebody's page take."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

import httpx
from websockets.asyncio.client import connect

REPETITIONS = 10
_LONGEST_START_SECONDS = 120


@dataclass(frozen=True)
class FirstPageTimes:
    """Times are in seconds; each is the median of several."""

    first_start: float
    """From the start of `houseway serve` in an empty folder until it is ready, with the demonstration house opened."""
    second_start: float
    """The same in the folder of the first one."""
    requests: dict[str, float]


def measure_first_page() -> FirstPageTimes:
    with TemporaryDirectory() as folder:
        with served_house(Path(folder)) as (_, first):
            pass
        with served_house(Path(folder)) as (address, second):
            return FirstPageTimes(first, second, asyncio.run(_measure_requests(address)))


@contextmanager
def served_house(folder: Path) -> Iterator[tuple[str, float]]:
    """Start a server, and yield its address and how long it took to be ready."""
    command = [sys.executable, "-m", "houseway", "serve", "--port", "0", "--data", str(folder)]
    start = perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert process.stdout is not None
        address = process.stdout.readline().split()[2]
        _wait_until_ready(address)
        yield address, perf_counter() - start
    finally:
        process.terminate()
        process.wait()


def _wait_until_ready(address: str) -> None:
    until = perf_counter() + _LONGEST_START_SECONDS
    while perf_counter() < until:
        try:
            if httpx.get(f"{address}/api/ready", trust_env=False).is_success:
                return
        except httpx.TransportError:
            sleep(0.02)
    raise TimeoutError("the server is not ready")


async def _measure_requests(address: str) -> dict[str, float]:
    async with httpx.AsyncClient(base_url=address, trust_env=False) as client:
        token = (await client.post("/api/session/guest", json={"name": "Ann"})).cookies["houseway_session"]
        table = (await client.get("/api/tables")).json()["tables"][0]["id"]
        paths = ("/", "/api/tables", f"/api/tables/{table}")
        times = {f"GET {path}": await _median(lambda path=path: client.get(path)) for path in paths}  # type: ignore[misc]
        socket = f"{address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        return {**times, "socket: connect, hello, snapshot": await _median(lambda: _receive_snapshot(socket, token))}


async def _receive_snapshot(address: str, token: str) -> None:
    async with connect(address, proxy=None) as socket:
        await socket.send(json.dumps({"type": "hello", "as": "player", "token": token}))
        assert json.loads(await socket.recv())["type"] == "snapshot"


async def _median(request: Callable[[], Awaitable[object]]) -> float:
    times = []
    for _ in range(REPETITIONS):
        start = perf_counter()
        await request()
        times.append(perf_counter() - start)
    return sorted(times)[REPETITIONS // 2]

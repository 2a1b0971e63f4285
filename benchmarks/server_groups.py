"""Measure one to three servers of one house on PostgreSQL, with the players of every table spread over all of them."""

import asyncio
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.sockets import SECONDS, SocketSpeed, measure_servers
from benchmarks.storage import postgresql_server
from benchmarks.throughput import FLOOR, TABLES

SERVERS = (1, 2, 3)


@dataclass(frozen=True)
class GroupSpeed:
    database: str
    servers: int
    speed: SocketSpeed


def group_speeds(tables: int = TABLES, seconds: float = SECONDS, rate: int = FLOOR) -> Iterator[GroupSpeed]:
    """Measure the same load on SQLite and on PostgreSQL with more and more servers. The first of several is killed in the end."""
    yield GroupSpeed("SQLite", 1, asyncio.run(measure_servers(tables, seconds, rate, 1)))
    for servers in SERVERS:
        with TemporaryDirectory() as keys, postgresql_server() as address:
            speed = asyncio.run(measure_servers(tables, seconds, rate, servers, address, str(Path(keys) / "keys")))
        yield GroupSpeed("PostgreSQL", servers, speed)


def main() -> None:
    """Measure with fewer tables and seconds: `python -m benchmarks.server_groups TABLES SECONDS RATE`."""
    tables, seconds, rate = map(int, sys.argv[1:])
    for group in group_speeds(tables, seconds, rate):
        print(group, flush=True)


if __name__ == "__main__":
    main()

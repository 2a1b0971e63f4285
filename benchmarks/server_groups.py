"""Measure one to three servers of one house on PostgreSQL, with the players of every table spread over all of them."""

import asyncio
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.markdown import markdown_table
from benchmarks.sockets import SECONDS, SocketSpeed, measure_servers
from benchmarks.storage import postgresql_server
from benchmarks.throughput import FLOOR, TABLES

SQLITE = "sqlite"
GROUPS = (SQLITE, "1", "2", "3")
"""One server on SQLite, and one to three on PostgreSQL."""


@dataclass(frozen=True)
class GroupSpeed:
    database: str
    servers: int
    speed: SocketSpeed


def group_speeds(
    tables: int = TABLES, seconds: float = SECONDS, rate: int = FLOOR, groups: Collection[str] = GROUPS
) -> Iterator[GroupSpeed]:
    """Measure the same load on SQLite and on PostgreSQL with more and more servers. The first of several is killed in the end."""
    if SQLITE in groups:
        yield GroupSpeed("SQLite", 1, asyncio.run(measure_servers(tables, seconds, rate, 1)))
    for servers in (int(group) for group in groups if group != SQLITE):
        with TemporaryDirectory() as keys, postgresql_server() as address:
            speed = asyncio.run(measure_servers(tables, seconds, rate, servers, address, str(Path(keys) / "keys")))
        yield GroupSpeed("PostgreSQL", servers, speed)


def main() -> None:
    """Print rows for the page of benchmarks: `python -m benchmarks.server_groups TABLES SECONDS RATE [GROUP ...]`. A group is
    `sqlite`, or a number of servers on PostgreSQL."""
    from benchmarks.service_report import SERVER_HEADINGS, ServiceReport  # which imports this module, too

    tables, seconds, rate = map(int, sys.argv[1:4])
    groups = sys.argv[4:] or GROUPS
    measured = list(group_speeds(tables, seconds, rate, groups))
    print(markdown_table(SERVER_HEADINGS, ServiceReport(server_groups=measured).server_rows()), flush=True)


if __name__ == "__main__":
    main()

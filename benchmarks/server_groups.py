"""Measure one to three servers of one house on PostgreSQL, with the players of every table spread over all of them or at one."""

import asyncio
import sys
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.page import markdown_table
from benchmarks.postgresql import temporary_postgresql
from benchmarks.sockets import SECONDS, SocketSpeed, measure_servers
from benchmarks.storage import KILOBYTE
from benchmarks.throughput import FLOOR, SPEED_HEADINGS, TABLES, speed_row

SQLITE = "sqlite"
_BY_TABLE = "-by-table"
GROUPS = (SQLITE, "1", "2", "3", f"3{_BY_TABLE}")
"""One server on SQLite, and one to three on PostgreSQL; in the last group the players of a table are connected to the same one."""

SERVER_HEADINGS = ("database", "servers", *SPEED_HEADINGS, "refused", "memory", "rounds", "a round", "takeover")


@dataclass(frozen=True)
class GroupSpeed:
    database: str
    servers: str
    speed: SocketSpeed


def group_speeds(
    tables: int = TABLES, seconds: float = SECONDS, rate: int = FLOOR, groups: Collection[str] = GROUPS
) -> Iterator[GroupSpeed]:
    """Measure the same load on SQLite and on PostgreSQL with more and more servers. The first of several is killed in the end."""
    if SQLITE in groups:
        yield GroupSpeed("SQLite", "1", asyncio.run(measure_servers(tables, seconds, rate, 1)))
    for group in (group for group in groups if group != SQLITE):
        servers, by_table = int(group.removesuffix(_BY_TABLE)), group.endswith(_BY_TABLE)
        with TemporaryDirectory() as keys, temporary_postgresql() as server:
            shared = (server.get_uri(), str(Path(keys) / "keys"))
            speed = asyncio.run(measure_servers(tables, seconds, rate, servers, *shared, by_table=by_table))
        yield GroupSpeed("PostgreSQL", group.replace("-", " "), speed)


def server_rows(measured: Iterable[GroupSpeed]) -> Iterator[tuple[str, ...]]:
    """Yield a row under `SERVER_HEADINGS` for each group."""
    for group in measured:
        yield group.database, group.servers, *speed_row(group.speed, group.speed.sent_per_second), *_growth_row(group.speed)


def _growth_row(speed: SocketSpeed) -> tuple[str, ...]:
    takeover = f"{speed.takeover_seconds:.1f} s" if speed.takeover_seconds is not None else "-"
    size = f"{speed.bytes_per_round / KILOBYTE:.1f} kB"
    refused = ", ".join(f"{count} {code}" for code, count in speed.refused.items()) or "0"
    return refused, f"{speed.peak_megabytes:.0f} MB", f"{speed.rounds_per_second:.1f}/s", size, takeover


def main() -> None:
    """Print rows for the page of benchmarks: `python -m benchmarks.server_groups TABLES SECONDS RATE [GROUP ...]`. A group is
    `sqlite`, a number of servers on PostgreSQL, or `3-by-table`."""
    tables, seconds, rate = map(int, sys.argv[1:4])
    groups = sys.argv[4:] or GROUPS
    measured = list(group_speeds(tables, seconds, rate, groups))
    print(markdown_table(SERVER_HEADINGS, server_rows(measured)), flush=True)


if __name__ == "__main__":
    main()

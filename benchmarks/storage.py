"""Measure how many bytes a round takes in a database, with six players and every wager, and how the process grows meanwhile."""

import asyncio
import gc
import tracemalloc
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import Connection, create_engine, text

from benchmarks.live_tables import BOOKS, LivePlayers, open_house, open_table
from benchmarks.postgresql import temporary_postgresql
from houseway.store import Store, open_store

ROUNDS = 100
"""Rounds whose bytes are measured. There is one snapshot for every 50."""
WARM_UP_ROUNDS = 60
"""More than there are between two snapshots, because the first one loads what later ones use."""
KILOBYTE = 1_000

EVENT_TABLES = ("appends", "streams", "round_starts", "commands")
"""What a round cannot do without. Editions are stored once for a submission."""
TREE_TABLES, REPORT_TABLES, SNAPSHOT_TABLES = ("tree_",), ("report_",), ("snapshots",)
"""By how their names begin or what is in them: the tree over all appends; what follows from events; a cache."""

_SQLITE_SIZES = "SELECT name, sum(pgsize) FROM dbstat GROUP BY name"


@dataclass(frozen=True)
class RoundSize:
    """What a round of a book takes."""

    book: str
    database: str
    commands: float
    """Stored commands in a round."""
    bytes: float
    """In the tables of events with their indexes."""
    tree_bytes: float
    """In the tree over all appends, once all of them are in it."""
    report_bytes: float
    """In the tables of reports with their indexes."""
    snapshot_bytes: float
    """In the table of snapshots, which is a cache."""
    memory_bytes: float
    """By which the process grew for each round."""


def round_sizes() -> Iterator[RoundSize]:
    for book in BOOKS:
        yield asyncio.run(_measure(book, "SQLite", _sqlite_store))
    with temporary_postgresql() as server:
        for book in BOOKS:
            yield asyncio.run(_measure(book, "PostgreSQL", partial(_postgresql_store, server.get_uri(), book)))


async def _measure(book: str, database: str, open_database: Callable[[Path], tuple[Store, str, str]]) -> RoundSize:
    with TemporaryDirectory() as folder:
        store, address, sizes = open_database(Path(folder))
        house = open_house(store, Path(folder))
        await open_table(house, "T-1", book)
        players = LivePlayers(house, "T-1")
        await players.play(WARM_UP_ROUNDS)
        _grow_tree(store)
        before, commands = _table_sizes(address, sizes), len(players.latencies)
        grown = await _play_and_measure_memory(players)
        _grow_tree(store)
        after = _table_sizes(address, sizes)
        house.close()
        store.close()
    gained = {name: size - before.get(name, 0) for name, size in after.items()}
    sent = (len(players.latencies) - commands) / ROUNDS
    events, tree = _sum_sizes(gained, EVENT_TABLES) / ROUNDS, _sum_sizes(gained, TREE_TABLES) / ROUNDS
    reports, snapshots = _sum_sizes(gained, REPORT_TABLES) / ROUNDS, _sum_sizes(gained, SNAPSHOT_TABLES) / ROUNDS
    return RoundSize(book, database, sent, events, tree, reports, snapshots, grown)


def _sum_sizes(sizes: Mapping[str, int], names: Sequence[str]) -> int:
    """Add up tables and their indexes, which have the name of their table in theirs."""
    return sum(size for table, size in sizes.items() if any(name in table for name in names))


def _grow_tree(store: Store) -> None:
    """Put all appends into the tree, as a server does all the time."""
    while store.tree.extend(lambda head: f"{head.size} {head.root.hex()}") is not None:
        pass


async def _play_and_measure_memory(players: LivePlayers) -> float:
    """Return the bytes by which the process grew in each round. Times of commands are the benchmark's own, and left out."""
    tracemalloc.start()
    await players.play(ROUNDS // 2)
    gc.collect()
    start = tracemalloc.get_traced_memory()[0]
    kept = len(players.latencies)
    await players.play(ROUNDS - ROUNDS // 2)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - start
    tracemalloc.stop()
    own = (len(players.latencies) - kept) * 32
    return max(grown - own, 0) / (ROUNDS - ROUNDS // 2)


def _sqlite_store(folder: Path) -> tuple[Store, str, str]:
    address = f"sqlite:///{folder / 'house.db'}"
    return open_store(address), address, _SQLITE_SIZES


def _postgresql_store(server: str, book: str, _folder: Path) -> tuple[Store, str, str]:
    """Return a store in a schema of its own."""
    name = book.replace(".", "_").replace("-", "_")
    engine = create_engine(server.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    engine.dispose()
    address = f"{server}&options={quote(f'-csearch_path={name}')}"
    sizes = f"SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables WHERE schemaname = '{name}'"  # noqa: S608
    return open_store(address), address.replace("postgresql://", "postgresql+psycopg://"), sizes


def _table_sizes(address: str, query: str) -> Mapping[str, int]:
    engine = create_engine(address)
    with engine.connect() as connection:
        _settle(connection)
        sizes = {name: int(size) for name, size in connection.execute(text(query))}
    engine.dispose()
    return sizes


def _settle(connection: Connection) -> None:
    """Have the database write everything into its tables."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA wal_checkpoint(PASSIVE)"))

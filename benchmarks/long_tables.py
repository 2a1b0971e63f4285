"""Measure how long a table with many rounds takes to open, and to show one of its rounds.

Some rounds are played. The last of them are then copied again and again: round numbers and versions in their events are moved on,
and every copy gets its link in the hash chain, its sealed part and its snapshot, so that the store and the house cannot tell the
difference. Copying is a hundred times faster than playing.
"""

import asyncio
import json
import re
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from unittest.mock import patch

from rich.progress import track

from benchmarks.live_tables import LivePlayers, open_house, open_table
from houseway import chance
from houseway.program import program_hash
from houseway.service.live.memory.loading import load_table
from houseway.service.live.memory.snapshots import ROUNDS_BETWEEN, load_snapshot, save_snapshot
from houseway.service.live.turns import turn
from houseway.service.live.turns.turn import chance_stream, table_stream
from houseway.service.records.rounds import read_round
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.sealing import Vault
from houseway.store import Store, open_store
from houseway.store.chain import CONTENT_FORM, encode_commands, link_hash
from houseway.store.packing import CURRENT_DICTIONARY, Packer, shipped_dictionary

ROUNDS = 100_000
BOOK, TABLE = "md.four-card-poker", "T-1"
SHOWN_ROUNDS = 20
_NUMBER_MARK, _VERSION_MARK = 7_000_000_000, 8_000_000_000
_MARKED = re.compile(rb"\b[78]\d{9}\b")


@dataclass(frozen=True)
class LongTableTimes:
    rounds: int
    megabytes: float
    opening_seconds: float
    """For the whole house, with this one table."""
    slowest_round_seconds: float
    """Of some rounds at random places, each read from the store with the table before it."""


def measure_long_table(rounds: int = ROUNDS) -> LongTableTimes:
    with TemporaryDirectory() as name:
        folder = Path(name)
        address = f"sqlite:///{folder / 'house.db'}"
        asyncio.run(_play_some(address, folder))
        with open_store(address) as store:
            keys = HouseKeys(folder / "keys", at=0)
            _copy_rounds(store, folder / "house.db", keys.vault, rounds // ROUNDS_BETWEEN - 2)
            start = perf_counter()
            house = open_house(store, folder)
            opening = perf_counter() - start
            assert not house.frozen, house.frozen
            last = house.tables[TABLE].number
            numbers = Random(1).sample(range(2, last), SHOWN_ROUNDS)
            slowest = max(_seconds_to_show(store, number, keys.vault) for number in numbers)
            house.close()
        return LongTableTimes(last - 1, (folder / "house.db").stat().st_size / 1e6, opening, slowest)


def _seconds_to_show(store: Store, number: int, vault: Vault) -> float:
    start = perf_counter()
    shown = read_round(store, TABLE, number, vault)
    assert shown.events, f"round {number} is empty"
    return perf_counter() - start


async def _play_some(address: str, folder: Path) -> None:
    """Play up to the second snapshot. All rounds have one seed, because the seed of a round is committed to in the one before, and
    so a copy can follow on any round."""
    seed = chance.new_seed()
    with open_store(address) as store, patch.object(turn, "new_seed", lambda: seed):
        house = open_house(store, folder)
        await open_table(house, TABLE, BOOK, "minimal", players=1)
        await LivePlayers(house, TABLE).play(2 * ROUNDS_BETWEEN - 1)
        house.close()


@dataclass(frozen=True)
class _Template:
    """An append whose round numbers and versions are marked."""

    events: int
    pieces: tuple[bytes, ...]
    """The content between the marked numbers."""
    marked: tuple[int, ...]
    sealed: tuple[tuple[bytes, ...], tuple[int, ...]] | None
    starts_round: int | None
    """The number of the round that this append is the first of."""


@dataclass
class _Stream:
    """A stream that is being copied."""

    name: str
    id: int
    templates: Sequence[_Template]
    version: int
    hash: bytes
    at: int

    @property
    def events(self) -> int:
        return sum(template.events for template in self.templates)


def _copy_rounds(store: Store, database: Path, vault: Vault, copies: int) -> None:
    end = load_snapshot(store, TABLE, vault)
    assert end is not None, "the rounds that were played ended without a snapshot"
    assert end.table is not None
    begin = load_snapshot(store, TABLE, vault, at_most=end.version - 1)
    assert begin is not None
    connection = sqlite3.connect(database, isolation_level=None)
    at = store.stream_head(table_stream(TABLE)).at
    streams = [
        _read_stream(store, connection, table_stream(TABLE), begin.version, at),
        _read_stream(store, connection, chance_stream(TABLE), begin.chance_version, at),
    ]
    packer = Packer({CURRENT_DICTIONARY: shipped_dictionary(CURRENT_DICTIONARY)})
    for copy in (1, 2):  # these are folded, and the snapshots of all others follow from theirs
        _write_copy(connection, streams, copy, packer)
        save_snapshot(store, TABLE, load_table(store, TABLE, vault, end), vault)
    first, second = (_snapshot_content(store, vault, streams[0].version - back * streams[0].events) for back in (1, 0))
    connection.execute("PRAGMA synchronous=OFF")
    connection.execute("BEGIN")
    for copy in track(range(3, copies + 1), "Copying rounds", transient=True):
        _write_copy(connection, streams, copy, packer)
        _write_snapshot(connection, streams, _extrapolate(first, second, copy - 1), vault)
    connection.execute("COMMIT")
    connection.close()


def _read_stream(store: Store, connection: sqlite3.Connection, name: str, after: int, at: int) -> _Stream:
    head = store.stream_head(name)
    (key,) = connection.execute("SELECT id FROM streams WHERE name = ?", (name,)).fetchone()
    rows = dict(connection.execute("SELECT before, number FROM round_starts WHERE stream_id = ?", (key,)))
    templates = [
        _make_template(append.commands, append.sealed, rows.get(append.first_version - 1), at)
        for append in store.read(name, after)
    ]
    return _Stream(name, key, templates, head.version, head.hash, at)


def _make_template(commands: Iterable[Any], sealed: bytes | None, starts_round: int | None, at: int) -> _Template:
    content = json.loads(encode_commands(commands))
    for command in content:
        command["at"] = at
        for event in command["events"]:
            event["facts"] = {name: _mark_fact(name, fact, at) for name, fact in event["facts"].items()}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    events = sum(len(command["events"]) for command in content)
    hidden = None
    if sealed is not None:
        groups = [[_NUMBER_MARK + number, *rest] for number, *rest in json.loads(sealed)]
        hidden = _split(json.dumps(groups, separators=(",", ":")).encode())
    return _Template(events, *_split(text), hidden, starts_round)


def _mark_fact(name: str, fact: Any, at: int) -> Any:
    if name in ("round", "number") and type(fact) is int:
        return _NUMBER_MARK + fact
    if name == "version":
        return _VERSION_MARK + fact
    return at // 1_000 if name == "at" else fact


def _split(text: bytes) -> tuple[tuple[bytes, ...], tuple[int, ...]]:
    return tuple(_MARKED.split(text)), tuple(int(found) for found in _MARKED.findall(text))


def _fill(pieces: Sequence[bytes], marked: Sequence[int], rounds: int, versions: int) -> bytes:
    parts = [pieces[0]]
    for number, piece in zip(marked, pieces[1:], strict=True):
        is_version = number >= _VERSION_MARK
        moved = number - _VERSION_MARK + versions if is_version else number - _NUMBER_MARK + rounds
        parts += (str(moved).encode(), piece)
    return b"".join(parts)


def _write_copy(connection: sqlite3.Connection, streams: Sequence[_Stream], copy: int, packer: Packer) -> None:
    rounds, versions = copy * ROUNDS_BETWEEN, copy * streams[0].events
    for stream in streams:
        rows, starts = [], []
        for template in stream.templates:
            content = _fill(template.pieces, template.marked, rounds, versions)
            sealed = _fill(*template.sealed, rounds, versions) if template.sealed else None
            stream.hash = link_hash(stream.hash, stream.name, stream.version, content, sealed)
            before, stream.version = stream.version, stream.version + template.events
            packed = packer.pack(content)
            rows.append(
                (stream.id, stream.version, before, stream.at, CONTENT_FORM, CURRENT_DICTIONARY, packed, sealed, stream.hash)
            )
            if template.starts_round is not None:
                starts.append((stream.id, template.starts_round + rounds, before))
        connection.executemany("INSERT INTO appends VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        connection.executemany("INSERT INTO round_starts VALUES (?, ?, ?)", starts)
        last = starts[-1][1] if starts else 0
        head = (stream.version, stream.hash, stream.at, last, stream.id)
        connection.execute("UPDATE streams SET version = ?, hash = ?, at = ?, round = ? WHERE id = ?", head)


def _snapshot_content(store: Store, vault: Vault, version: int) -> Any:
    snapshot = store.latest_snapshot(table_stream(TABLE), program_hash(), version)
    assert snapshot is not None
    assert snapshot.version == version
    return json.loads(zlib.decompress(vault.decrypt(snapshot.content)))


def _extrapolate(first: Any, second: Any, steps: int) -> Any:
    """Return what comes so many steps after the first of two states, which differ in numbers that grow evenly."""
    if type(first) is int and type(second) is int:
        return first + steps * (second - first)
    if isinstance(first, list):
        return [_extrapolate(*pair, steps) for pair in zip(first, second, strict=True)]
    if isinstance(first, Mapping):
        return {name: _extrapolate(part, second[name], steps) for name, part in first.items()}
    return second


def _write_snapshot(connection: sqlite3.Connection, streams: Sequence[_Stream], content: Any, vault: Vault) -> None:
    table, chance = streams
    content["chance"] = [chance.version, chance.hash.hex()]
    packed = vault.encrypt(zlib.compress(json.dumps(content, separators=(",", ":")).encode(), 1))
    row = (table.id, table.version, table.hash, program_hash(), packed)
    connection.execute("INSERT INTO snapshots VALUES (?, ?, ?, ?, ?)", row)


def long_table_rows(times: LongTableTimes) -> Iterator[tuple[str, str]]:
    yield f"open a house whose table has {times.rounds:,} rounds ({times.megabytes:,.0f} MB)", f"{times.opening_seconds:.2f} s"
    yield f"read any of its rounds (slowest of {SHOWN_ROUNDS})", f"{times.slowest_round_seconds:.2f} s"

"""The tree over all appends of a store in SQLite or PostgreSQL."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import NamedTuple

from sqlalchemy import Connection, Dialect, bindparam, func, insert, select, text

from houseway.errors import Corrupted
from houseway.store.engines import Database
from houseway.store.prepared import DatabaseKind, Parameters, PreparedInsert, PreparedStatement, insert_or_replace
from houseway.store.schema import appends, latest_checkpoint, streams, tree_leaves, tree_tiles
from houseway.store.tree import (
    HASH_BYTES,
    MOST_AT_ONCE,
    TILE_WIDTH,
    AppendTree,
    Leaf,
    Sign,
    SignedHead,
    TilePlace,
    TreeHead,
    grow_tree,
)

_TREE_LOCK = 0x74726565
"""The key of PostgreSQL's advisory lock under which one server extends the tree: "tree" in ASCII. Nobody waits for it."""
_PAGE = 5_000
"""Leaves that are read at once."""
_ONLY_ROW = 1
_IS_WAITING = tree_leaves.c.leaf_index.is_(None)


class _WaitingAppend(NamedTuple):
    stream_id: int
    name: str
    version: int
    at: int
    hash: bytes

    @property
    def is_readable(self) -> bool:
        """Return whether its values have their types; SQLite stores any value in any column."""
        return isinstance(self.at, int) and isinstance(self.hash, bytes)


@dataclass(frozen=True)
class _Growth:
    """What is written when appends come into the tree."""

    before: int
    """The size of the tree until then."""
    places: Sequence[Parameters]
    tiles: Sequence[Parameters]
    head: TreeHead


class _TreeStatements:
    """What the tree executes whenever it grows."""

    def __init__(self, dialect: Dialect) -> None:
        self.insert_waiting = PreparedInsert(_INSERT_WAITING, dialect)
        self.set_indices = insert_or_replace(tree_leaves, dialect)
        self.write_tiles = insert_or_replace(tree_tiles, dialect)
        self.write_checkpoint = insert_or_replace(latest_checkpoint, dialect)
        self.select_last_tile = PreparedStatement(_SELECT_LAST_TILE, dialect)


@cache
def _statements(kind: DatabaseKind) -> _TreeStatements:
    return _TreeStatements(kind.dialect)


class SqlTree(AppendTree):
    def __init__(self, database: Database) -> None:
        self._transaction, self._reading = database.transaction, database.reading
        self._statements = _statements(DatabaseKind.of(database.engine.dialect))

    def add_waiting(self, connection: Connection, places: Sequence[tuple[int, int]]) -> None:
        """Note appends by the key of their stream and their version, in the transaction that stores them."""
        self._statements.insert_waiting.execute(connection, [{"stream_id": key, "version": version} for key, version in places])

    def extend(self, sign: Sign, most: int = MOST_AT_ONCE) -> SignedHead | None:
        """Everything is worked out before the transaction, because with SQLite all tables wait for it."""
        with self._reading() as connection:
            growth = self._grow(connection, most)
        if growth is None:
            return None
        with self._transaction() as connection:
            if not _is_alone(connection) or self._size_on(connection) != growth.before:
                return None  # another server has extended it, or is doing so
            self._statements.set_indices.execute(connection, growth.places)
            self._statements.write_tiles.execute(connection, growth.tiles)
            return self._sign_head(connection, growth.head, sign)

    def _grow(self, connection: Connection, most: int) -> "_Growth | None":
        """Return what changes when waiting appends come into the tree; None if nothing waits. The size is read first: with
        PostgreSQL, another server may extend the tree between two statements, and `extend` sees it by the size."""
        before = self._size_on(connection)
        waiting = sorted(_select_waiting(connection, most), key=_commit_order)
        if not waiting:
            return None
        leaves = [Leaf(index, row.name, row.version, row.hash) for index, row in enumerate(waiting, start=before)]
        places = [
            {"stream_id": row.stream_id, "version": row.version, "leaf_index": leaf.index}
            for row, leaf in zip(waiting, leaves, strict=True)
        ]
        changed, head = grow_tree(
            lambda level, number: _select_tile(connection, (level, number)), before, [leaf.hash for leaf in leaves]
        )
        tiles = [{"level": level, "number": number, "hashes": hashes} for (level, number), hashes in changed.items()]
        return _Growth(before, places, tiles, head)

    def _sign_head(self, connection: Connection, head: TreeHead, sign: Sign) -> SignedHead:
        signed = SignedHead(head.size, sign(head))
        self._statements.write_checkpoint.execute(connection, [{"id": _ONLY_ROW, "size": signed.size, "note": signed.note}])
        return signed

    def _size_on(self, connection: Connection) -> int:
        """Return the number of leaves, from the last tile of the lowest level."""
        last = self._statements.select_last_tile.fetch(connection, {})
        if not last:
            return 0
        number, length = last[0]
        _check_types("the entry of its last tile", (number, int), (length, int))
        leaves: int = number * TILE_WIDTH + length // HASH_BYTES
        return leaves

    def sign_again(self, sign: Sign) -> SignedHead:
        with self._transaction() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _TREE_LOCK})
            return self._sign_head(connection, self.current_head(), sign)

    def latest_signed_head(self) -> SignedHead | None:
        with self._reading() as connection:
            row = connection.execute(
                select(latest_checkpoint.c.size, latest_checkpoint.c.note).where(latest_checkpoint.c.id == _ONLY_ROW)
            ).one_or_none()
        if row is None:
            return None
        _check_types("its last checkpoint", (row.size, int), (row.note, str))
        return SignedHead(row.size, row.note)

    def count_leaves(self) -> int:
        with self._reading() as connection:
            return self._size_on(connection)

    def count_waiting(self) -> int:
        with self._reading() as connection:
            return connection.execute(select(func.count()).select_from(tree_leaves).where(_IS_WAITING)).scalar_one()

    def count_lost(self) -> int:
        with self._reading() as connection:
            return connection.execute(_COUNT_LOST).scalar_one()

    def waiting_appends(self) -> Iterator[tuple[str, int]]:
        query = select(streams.c.name, tree_leaves.c.version).join(streams).where(_IS_WAITING)
        with self._reading() as connection:
            for row in connection.execution_options(yield_per=_PAGE).execute(query):
                yield row.name, row.version

    def index_of(self, stream: str, version: int) -> int | None:
        query = select(tree_leaves.c.leaf_index).join(streams).where(streams.c.name == stream, tree_leaves.c.version == version)
        with self._reading() as connection:
            index = connection.execute(query).scalar_one_or_none()
        _check_types(f"the leaf of {stream} up to event {version}", (index, int | None))
        return index

    def read_leaves(self) -> Iterator[Leaf]:
        with self._reading() as connection:
            for row in connection.execution_options(yield_per=_PAGE).execute(_SELECT_LEAVES):
                index, name, version, link = row
                if type(index) is not int or type(version) is not int or (link is not None and type(link) is not bytes):
                    raise _wrong_type_error(f"a leaf of {name}")
                yield Leaf(index, name, version, link or b"")

    def read_tile(self, level: int, number: int) -> bytes:
        with self._reading() as connection:
            return _select_tile(connection, (level, number))


_INSERT_WAITING = insert(tree_leaves).values(stream_id=bindparam("stream_id"), version=bindparam("version"))
_OWN_APPEND = (appends.c.stream_id == tree_leaves.c.stream_id) & (appends.c.version == tree_leaves.c.version)
_SELECT_WAITING = (
    select(tree_leaves.c.stream_id, streams.c.name, tree_leaves.c.version, appends.c.at, appends.c.hash)
    .join(streams, streams.c.id == tree_leaves.c.stream_id)
    .join(appends, _OWN_APPEND)
    .where(_IS_WAITING)
    .order_by(tree_leaves.c.stream_id, tree_leaves.c.version)
)
_COUNT_LOST = (
    select(func.count())
    .select_from(tree_leaves)
    .outerjoin(streams, streams.c.id == tree_leaves.c.stream_id)
    .outerjoin(appends, _OWN_APPEND)
    .where(_IS_WAITING, streams.c.id.is_(None) | appends.c.version.is_(None))
)
_SELECT_LEAVES = (
    select(tree_leaves.c.leaf_index, streams.c.name, tree_leaves.c.version, appends.c.hash)
    .join(streams, streams.c.id == tree_leaves.c.stream_id)
    .outerjoin(appends, _OWN_APPEND)
    .where(tree_leaves.c.leaf_index.is_not(None))
    .order_by(tree_leaves.c.leaf_index)
)
_SELECT_LAST_TILE = (
    select(tree_tiles.c.number, func.length(tree_tiles.c.hashes))
    .where(tree_tiles.c.level == 0)
    .order_by(tree_tiles.c.number.desc())
    .limit(1)
)


def _is_alone(connection: Connection) -> bool:
    """Return whether nobody else extends the tree. SQLite has one writer at a time anyway."""
    if connection.dialect.name != "postgresql":
        return True
    return bool(connection.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": _TREE_LOCK}).scalar_one())


def _select_waiting(connection: Connection, most: int) -> list[_WaitingAppend]:
    """Return appends that wait. One with a value of the wrong type holds back those after it in its stream, whose leaves are in
    order, and nobody else's."""
    held: set[int] = set()
    while True:
        others = _SELECT_WAITING.where(tree_leaves.c.stream_id.not_in(held))
        rows = [_WaitingAppend(*row) for row in connection.execute(others.limit(most))]
        wrong = {row.stream_id: row.version for row in reversed(rows) if not row.is_readable}
        found = [row for row in rows if row.stream_id not in wrong or row.version < wrong[row.stream_id]]
        if found or not wrong:
            return found
        held |= wrong.keys()


def _commit_order(row: _WaitingAppend) -> tuple[int, int, int]:
    """Time never goes back within a stream, so its appends stay in their order."""
    return row.at, row.stream_id, row.version


def _select_tile(connection: Connection, place: TilePlace) -> bytes:
    level, number = place
    query = select(tree_tiles.c.hashes).where(tree_tiles.c.level == level, tree_tiles.c.number == number)
    hashes = connection.execute(query).scalar_one_or_none()
    _check_types(f"tile {number} of level {level}", (hashes, bytes | None))
    return hashes or b""


def _check_types(place: str, *values: tuple[object, type | UnionType]) -> None:
    """Raise if a value of a row has not its type: SQLite stores any value in any column."""
    if not all(isinstance(value, kind) for value, kind in values):
        raise _wrong_type_error(place)


def _wrong_type_error(place: str) -> Corrupted:
    return Corrupted(f"the tree over all appends: {place} has a value of the wrong type", code="store.type")

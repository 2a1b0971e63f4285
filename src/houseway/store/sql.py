"""A store in SQLite or PostgreSQL. Both have the same tables, and nearly all statements are the same."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Dialect, bindparam, func, insert, inspect, select
from sqlalchemy.exc import IntegrityError

from houseway.errors import Corrupted, HousewayError
from houseway.store.batch import Batch, StoredHeads, decide_batch, decide_copy
from houseway.store.chain import Link, check_end, checked_appends
from houseway.store.contract import (
    Appended,
    AppendRequest,
    AppendResult,
    CopiedAppend,
    Edition,
    Store,
    StoredAppend,
    StreamHead,
    StreamSnapshot,
    edition_conflict_error,
)
from houseway.store.engines import Database, connect_database, connect_to_read
from houseway.store.packing import CURRENT_DICTIONARY, Packer, shipped_dictionary
from houseway.store.prepared import DatabaseKind, PreparedInsert, PreparedLookup, PreparedStatement, Rows, insert_or_replace
from houseway.store.projections import write_batch
from houseway.store.schema import appends, commands, dictionaries, editions, round_starts, snapshots, streams, tree_leaves
from houseway.store.sql_tree import SqlTree
from houseway.store.tree import AbsentTree, AppendTree

if TYPE_CHECKING:
    from houseway.store.contract import RowChange

_TRIES = 3
"""Two servers may create a stream or store a command's id at the same moment. The second one fails and looks again."""
_PAGE = 500
"""Rows that are read at once."""
Answer = TypeVar("Answer")
_LINK_COLUMNS = [appends.c[name] for name in ("before", "version", "at", "form", "dictionary", "content", "sealed", "hash")]
_VERSION_PLACE = 1
_HEAD_COLUMNS = [streams.c[name] for name in ("name", "version", "hash", "at", "round")]


class SqlStore(Store):
    def __init__(self, address: str, read_only: bool) -> None:
        self._database = Database(connect_to_read(address) if read_only else connect_database(address))
        self._transaction, self._reading = self._database.transaction, self._database.reading
        self._insert_or_skip = self._database.insert_or_skip
        if not read_only:
            self._add_dictionary()
        self._packer = Packer(self._load_dictionaries())
        self._tree = SqlTree(self._database)
        dialect = self._database.engine.dialect
        self.is_shared = dialect.name == "postgresql"
        self._statements = _statements(DatabaseKind.of(dialect))

    def _add_dictionary(self) -> None:
        """Add this program's dictionary if the database does not have one of that number. The stored one counts."""
        shipped = {"number": CURRENT_DICTIONARY, "content": shipped_dictionary(CURRENT_DICTIONARY)}
        with self._transaction() as connection:
            connection.execute(self._insert_or_skip(dictionaries).on_conflict_do_nothing(), shipped)

    def _load_dictionaries(self) -> dict[int, bytes]:
        with self._reading() as connection:
            rows = connection.execute(select(dictionaries)).all()
        if not all(isinstance(row.content, bytes) for row in rows):
            raise Corrupted("a dictionary of the database cannot be read", code="store.dictionary", allowed="bytes")
        return {row.number: row.content for row in rows}

    def append(self, requests: Sequence[AppendRequest]) -> tuple[AppendResult, ...]:
        results = _look_again(lambda: self._append_once(requests))
        self._report([head for result in results if isinstance(result, Appended) for head in result.heads])
        return results

    def append_with(self, request: AppendRequest, change: "RowChange") -> Appended:
        result = _look_again(lambda: self._append_and_change(request, change))
        self._report(result.heads)
        return result

    def _report(self, heads: Sequence[StreamHead]) -> None:
        if self.after_commit is not None and heads:
            self.after_commit(heads)

    def _append_once(self, requests: Sequence[AppendRequest]) -> tuple[AppendResult, ...]:
        with self._transaction() as connection:
            return self._append_on(connection, requests)

    def _append_and_change(self, request: AppendRequest, change: "RowChange") -> Appended:
        with self._transaction() as connection:
            (result,) = self._append_on(connection, [request])
            if isinstance(result, HousewayError):
                raise result
            change(connection)
        return result

    def _append_on(self, connection: Connection, requests: Sequence[AppendRequest]) -> tuple[AppendResult, ...]:
        names = sorted({part.stream for request in requests for part in request.parts})
        ids = [request.command_id for request in requests if request.command_id]
        keys, heads = self._lock_streams(connection, names)
        batch = decide_batch(requests, heads, self._answers_to(connection, ids), _stored_editions(connection, requests))
        if batch.links:
            self._write(connection, batch, self._with_new_streams(connection, batch, keys))
        return tuple(batch.results)

    def copy_appends(self, copied: Sequence[CopiedAppend]) -> None:
        with self._transaction() as connection:
            keys, heads = self._lock_streams(connection, sorted({each.stream for each in copied}))
            batch = decide_copy(copied, heads)
            self._write(connection, batch, self._with_new_streams(connection, batch, keys))

    def _lock_streams(self, connection: Connection, names: Sequence[str]) -> tuple[dict[str, int], StoredHeads]:
        """Read where the streams stand, and lock them. All servers lock in the order of names, so that there is no deadlock."""
        rows = self._statements.select_heads.fetch(connection, names)
        return {row[1]: row[0] for row in rows}, {row[1]: _head_or_error(row[1:]) for row in rows}

    def _with_new_streams(self, connection: Connection, batch: Batch, keys: dict[str, int]) -> dict[str, int]:
        """Create the streams that do not exist yet."""
        new = sorted(name for name in batch.heads if name not in keys)
        if new:
            empty = [{"name": name, "version": 0, "hash": b"", "at": 0, "round": 0} for name in new]
            connection.execute(insert(streams), empty)
            rows = connection.execute(select(streams.c.id, streams.c.name).where(streams.c.name.in_(new)))
            keys |= {row.name: row.id for row in rows}
        return keys

    def _write(self, connection: Connection, batch: Batch, keys: Mapping[str, int]) -> None:
        self._statements.update_heads.execute(connection, [_head_values(head, keys) for head in batch.heads.values()])
        self._statements.insert_appends.execute(
            connection, [self._link_values(keys[stream], link) for stream, link in batch.links]
        )
        self._tree.add_waiting(connection, [(keys[stream], link.version) for stream, link in batch.links])
        if batch.answers:
            self._statements.insert_commands.execute(
                connection, [{"id": key, "answer": each} for key, each in batch.answers.items()]
            )
        if batch.editions:
            rows = [_edition_values(edition) for edition in batch.editions.values()]
            connection.execute(self._insert_or_skip(editions).on_conflict_do_nothing(), rows)
        if batch.round_starts:
            starts = [
                {"stream_id": keys[name], "number": number, "before": before} for name, number, before in batch.round_starts
            ]
            self._statements.insert_starts.execute(connection, starts)
        write_batch(connection, batch.projections)

    def _link_values(self, key: int, link: Link) -> dict[str, object]:
        return {
            "stream_id": key,
            "version": link.version,
            "before": link.before,
            "at": link.at,
            "form": link.form,
            "dictionary": CURRENT_DICTIONARY,
            "content": self._packer.pack(link.content),
            "sealed": link.sealed,
            "hash": link.hash,
        }

    def read(self, stream: str, after: int = 0) -> Iterator[StoredAppend]:
        with self._reading() as connection:  # one for all, because servers that follow others read again and again
            stored = self._head_on(connection, stream)
            start = self._head_at_on(connection, stream, after) if after else StreamHead(stream)
            page = self._page_on(connection, stream, start.version, stored.version)
        reached = start
        for each in checked_appends(start, self._links(stream, page, stored.version)):
            reached = each.head
            yield each
        check_end(reached, stored)

    def head_at(self, stream: str, version: int) -> StreamHead:
        with self._reading() as connection:
            return self._head_at_on(connection, stream, version)

    def _head_at_on(self, connection: Connection, stream: str, version: int) -> StreamHead:
        found = self._statements.select_head_at.fetch(connection, {"stream": stream, "last": version})
        return StreamHead(stream, found[0][0], bytes(found[0][1]), found[0][2]) if found else StreamHead(stream)

    def _page_on(self, connection: Connection, stream: str, after: int, to: int) -> Rows:
        asked = {"stream": stream, "after": after, "last": to}
        return self._statements.select_page.fetch(connection, asked) if after < to else []

    def _links(self, stream: str, page: Rows, to: int) -> Iterator[Link]:
        """Yield links page by page, each in a short transaction: what was appended never changes."""
        while page:
            yield from map(self._link_from_row, page)
            reached = page[-1][_VERSION_PLACE]
            page = []
            if reached < to:
                with self._reading() as connection:
                    page = self._page_on(connection, stream, reached, to)

    def _link_from_row(self, row: Sequence[Any]) -> Link:
        """Return the link in a row of `_LINK_COLUMNS`."""
        before, version, at, form, dictionary, packed, sealed, hashed = row
        if not (isinstance(packed, bytes) and (sealed is None or isinstance(sealed, bytes)) and isinstance(hashed, bytes)):
            raise Corrupted(f"the append after event {before}: a row has a value of the wrong type", code="store.type")
        try:
            content = self._packer.unpack(packed, dictionary)
        except Corrupted as error:
            raise Corrupted(f"the append after event {before}: {error.message}", code=error.code) from error
        return Link(before, version, at, form, content, sealed, hashed)

    def stream_head(self, stream: str) -> StreamHead:
        with self._reading() as connection:
            return self._head_on(connection, stream)

    def _head_on(self, connection: Connection, stream: str) -> StreamHead:
        found = self._statements.select_head.fetch(connection, {"stream": stream})
        return _head_from_row(found[0]) if found else StreamHead(stream)

    def stream_versions(self, streams: Iterable[str]) -> Mapping[str, int]:
        names, found = list(streams), dict[str, int]()
        for start in range(0, len(names), _PAGE):
            with self._reading() as connection:
                found |= dict(self._statements.select_versions.fetch(connection, names[start : start + _PAGE]))
        return found

    def version_sum(self, streams: Iterable[str]) -> int:
        names, found = list(dict.fromkeys(streams)), 0
        for start in range(0, len(names), _PAGE):
            with self._reading() as connection:
                found += self._statements.sum_versions.fetch(connection, names[start : start + _PAGE])[0][0] or 0
        return int(found)

    def stream_heads(self, prefix: str = "") -> tuple[StreamHead, ...]:
        begins = func.substr(streams.c.name, 1, len(prefix)) == prefix
        with self._reading() as connection:
            rows = connection.execute(select(*_HEAD_COLUMNS).where(begins)).all()
        return tuple(sorted(map(_head_from_row, rows), key=lambda head: head.stream))

    def version_before_round(self, stream: str, number: int) -> int | None:
        query = select(round_starts.c.before).join(streams).where(streams.c.name == stream, round_starts.c.number == number)
        with self._reading() as connection:
            return connection.execute(query).scalar_one_or_none()

    def round_starts(self, stream: str) -> Mapping[int, int]:
        query = select(round_starts.c.number, round_starts.c.before).join(streams).where(streams.c.name == stream)
        with self._reading() as connection:
            return {row.number: row.before for row in connection.execute(query)}

    def answer_to(self, command_id: str) -> str | None:
        with self._reading() as connection:
            return self._answers_to(connection, [command_id]).get(command_id)

    def _answers_to(self, connection: Connection, ids: Sequence[str]) -> dict[str, str]:
        return {key: answer for key, answer in self._statements.select_answers.fetch(connection, ids)}  # noqa: C416 - typed

    def save_snapshot(self, snapshot: StreamSnapshot) -> None:
        values = {"hash": snapshot.head, "program": snapshot.program, "content": snapshot.content}
        with self._transaction() as connection:
            key = connection.execute(select(streams.c.id).where(streams.c.name == snapshot.stream)).scalar_one()
            self._statements.write_snapshots.execute(connection, [{"stream_id": key, "version": snapshot.version, **values}])

    def latest_snapshot(self, stream: str, program: str, at_most: int | None = None) -> StreamSnapshot | None:
        query = select(snapshots).join(streams).where(streams.c.name == stream, snapshots.c.program == program)
        if at_most is not None:
            query = query.where(snapshots.c.version <= at_most)
        with self._reading() as connection:
            row = connection.execute(query.order_by(snapshots.c.version.desc()).limit(1)).one_or_none()
        if row is None or not (isinstance(row.hash, bytes) and isinstance(row.content, bytes)):
            return None  # it is a cache: one that cannot be read is none
        return StreamSnapshot(stream, row.version, row.hash, row.program, row.content)

    def save_edition(self, edition: Edition) -> None:
        with self._transaction() as connection:
            connection.execute(self._insert_or_skip(editions).on_conflict_do_nothing(), _edition_values(edition))
            stored = connection.execute(select(editions).where(editions.c.hash == edition.hash)).one()
        if not Edition(*stored).has_text_of(edition):
            raise edition_conflict_error(edition)

    def find_edition(self, hash: str) -> Edition | None:  # noqa: A002 - as in the contract
        with self._reading() as connection:
            row = connection.execute(select(editions).where(editions.c.hash == hash)).one_or_none()
        if row is not None and not isinstance(row.content, str):
            raise Corrupted(f"the stored {row.kind} {hash} has a value of the wrong type", code="store.type", given=hash)
        return None if row is None else Edition(*row)

    def close(self) -> None:
        self._database.close()

    @property
    def tree(self) -> AppendTree:
        return self._tree if self._has_tree else AbsentTree()

    @cached_property
    def _has_tree(self) -> bool:
        return inspect(self._database.engine).has_table(tree_leaves.name)

    @property
    def database(self) -> Database:
        return self._database


_LOCK_HEADS = select(streams.c.id, *_HEAD_COLUMNS).order_by(streams.c.name).with_for_update()
_OF_STREAM = streams.c.name == bindparam("stream")
_SELECT_HEAD = select(*_HEAD_COLUMNS).where(_OF_STREAM)
_SELECT_HEAD_AT = (
    select(appends.c.version, appends.c.hash, appends.c.at)
    .join(streams)
    .where(_OF_STREAM, appends.c.version <= bindparam("last"))
    .order_by(appends.c.version.desc())
    .limit(1)
)
_SELECT_PAGE = (
    select(*_LINK_COLUMNS)
    .join(streams)
    .where(_OF_STREAM, appends.c.version > bindparam("after"), appends.c.version <= bindparam("last"))
    .order_by(appends.c.version)
    .limit(_PAGE)
)


class _Statements:
    """What stores execute for every command, or often."""

    def __init__(self, dialect: Dialect) -> None:
        self.select_heads = PreparedLookup(_LOCK_HEADS, streams.c.name, dialect)
        self.select_answers = PreparedLookup(select(commands.c.id, commands.c.answer), commands.c.id, dialect)
        # The streams exist; it is an insertion because one takes many rows. The name is kept so that its index need not be written.
        self.update_heads = insert_or_replace(streams, dialect, kept=["name"])
        self.insert_appends = PreparedInsert(insert(appends), dialect)
        self.insert_commands = PreparedInsert(insert(commands), dialect)
        self.insert_starts = PreparedInsert(insert(round_starts), dialect)
        self.write_snapshots = insert_or_replace(snapshots, dialect)
        self.select_versions = PreparedLookup(select(streams.c.name, streams.c.version), streams.c.name, dialect)
        self.sum_versions = PreparedLookup(select(func.sum(streams.c.version)), streams.c.name, dialect)
        self.select_head = PreparedStatement(_SELECT_HEAD, dialect)
        self.select_head_at = PreparedStatement(_SELECT_HEAD_AT, dialect)
        self.select_page = PreparedStatement(_SELECT_PAGE, dialect)


@cache
def _statements(kind: DatabaseKind) -> _Statements:
    return _Statements(kind.dialect)


def _look_again(write: Callable[[], Answer]) -> Answer:
    """Write, and try again if somebody else has created the same stream or stored the same command's id at that moment."""
    for _ in range(_TRIES - 1):
        with suppress(IntegrityError):
            return write()
    return write()


def _head_values(head: StreamHead, keys: Mapping[str, int]) -> dict[str, object]:
    key, name = keys[head.stream], head.stream
    return {"id": key, "name": name, "version": head.version, "hash": head.hash, "at": head.at, "round": head.round}


def _head_from_row(row: Sequence[Any]) -> StreamHead:
    """Return the head in a row of `_HEAD_COLUMNS`."""
    name, version, hashed, at, in_round = row
    if not (isinstance(hashed, bytes) and isinstance(version, int) and isinstance(at, int) and isinstance(in_round, int)):
        raise Corrupted(f"{name}: the entry of the stream has a value of the wrong type", code="store.type", stream=name)
    return StreamHead(name, version, hashed, at, in_round)


def _head_or_error(row: Sequence[Any]) -> StreamHead | Corrupted:
    """Return the head in a row of `_HEAD_COLUMNS`, or what is wrong with it."""
    try:
        return _head_from_row(row)
    except Corrupted as error:
        return error


def _stored_editions(connection: Connection, requests: Sequence[AppendRequest]) -> dict[str, Edition]:
    hashes = [edition.hash for request in requests for edition in request.editions]
    if not hashes:
        return {}
    return {row.hash: Edition(*row) for row in connection.execute(select(editions).where(editions.c.hash.in_(hashes)))}


def _edition_values(edition: Edition) -> dict[str, str]:
    return {"hash": edition.hash, "kind": edition.kind, "content": edition.content}

"""A store in memory, for tests and for tables that need not last. Nothing survives the process."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING

from houseway.errors import HousewayError
from houseway.store.batch import Batch, decide_batch, decide_copy
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
from houseway.store.engines import Database, private_database
from houseway.store.projections import write_batch
from houseway.store.tree import MemoryTree

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from houseway.store.contract import RowChange


class MemoryStore(Store):
    def __init__(self) -> None:
        self._lock = Lock()
        self._heads: dict[str, StreamHead] = {}
        self._links: dict[str, list[Link]] = {}
        self._answers: dict[str, str] = {}
        self._round_starts: dict[tuple[str, int], int] = {}
        self._snapshots: dict[str, dict[int, StreamSnapshot]] = {}
        self._editions: dict[str, Edition] = {}
        self._database: Database | None = None
        self._tree = MemoryTree()

    def append(self, requests: Sequence[AppendRequest]) -> tuple[AppendResult, ...]:
        if not any(request.projections for request in requests):
            return self._append_on(None, requests)
        with self.database.transaction() as connection:
            return self._append_on(connection, requests)

    def append_with(self, request: AppendRequest, change: "RowChange") -> Appended:
        with self.database.transaction() as connection:
            change(connection)
            (result,) = self._append_on(connection, [request])
            if isinstance(result, HousewayError):
                raise result  # which undoes the change
        return result

    def _append_on(self, connection: "Connection | None", requests: Sequence[AppendRequest]) -> tuple[AppendResult, ...]:
        with self._lock:
            batch = decide_batch(requests, self._heads, self._answers, self._editions)
            if connection is not None:
                write_batch(connection, batch.projections)
            self._write(batch)
        return tuple(batch.results)

    def _write(self, batch: Batch) -> None:
        self._editions |= batch.editions
        self._heads |= batch.heads
        self._answers |= batch.answers
        for stream, link in batch.links:
            self._links.setdefault(stream, []).append(link)
            self._tree.add_waiting(stream, link.version, link.hash)
        self._round_starts |= {(stream, number): before for stream, number, before in batch.round_starts}

    def copy_appends(self, copied: Sequence[CopiedAppend]) -> None:
        with self._lock:
            self._write(decide_copy(copied, self._heads))

    def read(self, stream: str, after: int = 0) -> Iterator[StoredAppend]:
        with self._lock:
            links, stored = self._links.get(stream, []), self.stream_head(stream)
            left = links[_count_until(links, after) :]
        reached = start = self.head_at(stream, after)
        for each in checked_appends(start, left):
            reached = each.head
            yield each
        check_end(reached, stored)

    def stream_head(self, stream: str) -> StreamHead:
        return self._heads.get(stream, StreamHead(stream))

    def stream_versions(self, streams: Iterable[str]) -> Mapping[str, int]:
        return {name: self._heads[name].version for name in streams if name in self._heads}

    def version_sum(self, streams: Iterable[str]) -> int:
        return sum(self._heads[name].version for name in {*streams} if name in self._heads)

    def head_at(self, stream: str, version: int) -> StreamHead:
        with self._lock:
            links = self._links.get(stream, [])
            count = _count_until(links, version)
            last = links[count - 1] if count else None
        return StreamHead(stream) if last is None else StreamHead(stream, last.version, last.hash, last.at)

    def stream_heads(self, prefix: str = "") -> tuple[StreamHead, ...]:
        with self._lock:
            return tuple(head for name, head in sorted(self._heads.items()) if name.startswith(prefix))

    def version_before_round(self, stream: str, number: int) -> int | None:
        return self._round_starts.get((stream, number))

    def round_starts(self, stream: str) -> Mapping[int, int]:
        with self._lock:
            return {number: before for (name, number), before in self._round_starts.items() if name == stream}

    def answer_to(self, command_id: str) -> str | None:
        return self._answers.get(command_id)

    def save_snapshot(self, snapshot: StreamSnapshot) -> None:
        with self._lock:
            self._snapshots.setdefault(snapshot.stream, {})[snapshot.version] = snapshot

    def latest_snapshot(self, stream: str, program: str, at_most: int | None = None) -> StreamSnapshot | None:
        with self._lock:
            fitting = [
                each
                for each in self._snapshots.get(stream, {}).values()
                if each.program == program and (at_most is None or each.version <= at_most)
            ]
        return max(fitting, key=lambda each: each.version, default=None)

    def save_edition(self, edition: Edition) -> None:
        with self._lock:
            if not self._editions.setdefault(edition.hash, edition).has_text_of(edition):
                raise edition_conflict_error(edition)

    def find_edition(self, hash: str) -> Edition | None:  # noqa: A002 - as in the contract
        return self._editions.get(hash)

    @property
    def tree(self) -> MemoryTree:
        return self._tree

    @property
    def database(self) -> Database:
        with self._lock:
            self._database = self._database or private_database()
        return self._database

    def close(self) -> None:
        if self._database:
            self._database.close()


def _count_until(links: Sequence[Link], version: int) -> int:
    """Return how many links of a stream end at a version or before it."""
    return bisect_right(links, version, key=attrgetter("version"))

"""Counts of the lines in a file of receipts, put on record so that nobody can remove lines unnoticed.

The lines of a file are a chain: the link of a line is the SHA-256 of the link before it (32 zero bytes at the start) followed by
the bytes of the line with its end. Every few minutes, and when the service stops, the number of lines and the last link go into
the store, into a stream of that file. The first count adds a line that names the file, and says which line it is itself; all
others are receipts as they always were. So a file that an earlier version of the program has begun is counted like any other.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from time import monotonic
from typing import NamedTuple

from houseway.events import Actor, Event, Role
from houseway.service.secrecy.line_file import LineFile
from houseway.store import AppendRequest, RecordedCommand, Store, StreamAppend

COUNTED = "receipts-counted"
SECONDS_BETWEEN_COUNTS = 300.0
"""So seldom because each count is stored for ever."""
_START = bytes(32)
_MARK = b'{"file": '
_NAME_BYTES = 8


def counts_stream(file: str) -> str:
    """Return the stream with the counts of a file."""
    return f"receipts:{file}"


class FileMark(NamedTuple):
    """The line that names a file."""

    file: str
    line: int
    """The number of the line, so that files can be put together in one and still be told apart."""
    before: int
    """The bytes before it."""


def find_marks(file: LineFile, after: int = 0) -> Iterator[FileMark]:
    """Yield the lines that name files, after so many bytes."""
    before = after
    for line in file.lines_after(after):
        if line.startswith(_MARK):
            with suppress(ValueError, KeyError, TypeError, AttributeError):  # what is no mark is left to whoever reads receipts
                content = json.loads(line)
                yield FileMark(str(content["file"]), int(content["line"]), before)
        before += len(line)


def is_mark(content: Mapping[str, object]) -> bool:
    return content.keys() == {"file", "line"}


class LineCount(NamedTuple):
    """How far a file reaches: its lines, their bytes, and the link of the last one."""

    lines: int
    size: int
    head: str


@dataclass(slots=True)
class LineChain:
    """Follows the lines of a file."""

    lines: int = 0
    size: int = 0
    link: bytes = _START

    @classmethod
    def after(cls, count: LineCount) -> "LineChain":
        return cls(count.lines, count.size, bytes.fromhex(count.head))

    def add(self, line: bytes) -> None:
        self.lines, self.size, self.link = self.lines + 1, self.size + len(line), sha256(self.link + line).digest()

    @property
    def count(self) -> LineCount:
        return LineCount(self.lines, self.size, self.link.hex())


def _count_event(count: LineCount) -> Event:
    return Event(COUNTED, (), {"lines": count.lines, "bytes": count.size, "head": count.head})


def counts_in(events: Iterable[Event]) -> Iterator[LineCount]:
    """Yield the counts that events of such a stream hold."""
    for event in events:
        if event.kind == COUNTED:
            yield LineCount(event.number("lines"), event.number("bytes"), event.text("head"))


class ReceiptCounts:
    """Counts a file, and stores the counts. It is used by one thread; methods block."""

    def __init__(
        self,
        file: LineFile,
        store: Store,
        now: Callable[[int], int],
        report_missing: Callable[[str], None],
        seconds: float = SECONDS_BETWEEN_COUNTS,
    ) -> None:
        """`now` returns the time of the house, which is not before a given one. `report_missing` is called with what is wrong if
        the file has fewer lines than were counted before."""
        self._file, self._store, self._now, self._report_missing = file, store, now, report_missing
        self._seconds = seconds
        self._mark: FileMark | None = None
        """The line that names the file; None before it was found."""
        self._chain = LineChain()
        """The file as far as it was counted."""
        self._due_at: float | None = None

    def compare(self) -> None:
        """Compare the file with its last count, before anything is added to it."""
        if self._file.path.exists():
            self._find_file()

    def note_written(self) -> None:
        """Remember that lines were written."""
        if self._due_at is None:
            self._due_at = monotonic() + self._seconds

    @property
    def seconds_left(self) -> float | None:
        """Return how long the next count may wait; None if there is nothing to count."""
        return None if self._due_at is None else max(0.0, self._due_at - monotonic())

    def count_if_due(self) -> None:
        if self.seconds_left == 0.0:
            self.count()

    def count(self) -> None:
        """Count what was written since the last count, and store it. If that is refused, it is tried with the next lines."""
        if self._due_at is None:
            return
        self._due_at = None
        self._find_file()
        mark = self._mark or self._name_file()
        for line in self._file.lines_after(self._chain.size):
            self._chain.add(line)
        self._append(mark.file, self._chain.count)

    def _find_file(self) -> None:
        """Find the line that names the file, and go on from its last count. A file that is shorter than that is counted from its
        beginning."""
        if self._mark is not None and next(find_marks(self._file, self._mark.before), None) != self._mark:
            self._report_missing(f"the file of receipts had {self._chain.lines} lines, and another is in its place")
            self._mark, self._chain = None, LineChain()
        if self._mark is None:
            self._mark = next(find_marks(self._file), None)
            last = last_count(self._store, counts_stream(self._mark.file)) if self._mark else None
            self._chain = LineChain.after(last) if last else LineChain()
        if self._file.size() < self._chain.size:
            self._report_missing(f"the file of receipts had {self._chain.lines} lines, and is shorter now")
            self._chain = LineChain()

    def _name_file(self) -> FileMark:
        """Add a line that names the file."""
        lines = sum(1 for _ in self._file.lines_after(0))
        self._file.append_lines([{"file": token_hex(_NAME_BYTES), "line": lines + 1}])
        self._mark = next(find_marks(self._file))
        return self._mark

    def _append(self, file: str, count: LineCount) -> None:
        head = self._store.stream_head(counts_stream(file))
        command = RecordedCommand(self._now(head.at), Actor(Role.FLOOR, "house"), (_count_event(count),))
        self._store.append([AppendRequest((StreamAppend(head.stream, head.version, (command,)),))])


def last_count(store: Store, stream: str) -> LineCount | None:
    """Return the last count in a stream; None if it has none."""
    version = store.stream_head(stream).version
    if not version:
        return None
    *_, last = counts_in(event for append in store.read(stream, version - 1) for event in append.events)
    return last

"""What every store promises.

A store holds *streams*: a table, a meter, a player's account. A stream only grows. `append` takes requests; each adds events to one
or several streams, all or none, and is refused if a stream is no longer at the version that the request expects. When `append`
returns, what it accepted is durable. A command's id is stored with its events, so that a repeated command gets the first answer
and changes nothing.

Each append to a stream is one link of that stream's hash chain (`chain`). Whatever is read is checked against the chain; a broken
one raises `Corrupted` and says where. All links are leaves of one Merkle tree (`tree`).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self

from houseway.errors import Corrupted, HousewayError
from houseway.events import Actor, Event
from houseway.events.command_record import RecordedAct
from houseway.store.tree import AppendTree

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from houseway.store.engines import Database

    RowChange = Callable[[Connection], None]
    ReportHeads = Callable[[Sequence["StreamHead"]], None]

NO_HEAD = bytes(32)
"""The head of a stream without events."""


class RecordedCommand(NamedTuple):
    """The events of one command in one stream, with the time (milliseconds since the epoch) and the actor."""

    at: int
    by: Actor
    events: tuple[Event, ...]
    asked: RecordedAct | None = None
    """What was asked, from which the events follow. None in streams other than those of tables, and in older records."""


@dataclass(frozen=True, slots=True)
class StreamAppend:
    """What a request adds to one stream."""

    stream: str
    expected_version: int
    """The number of events that the stream has before."""
    commands: tuple[RecordedCommand, ...]
    round: int | None = None
    """The number of the round in which these commands were given, if the stream has rounds."""
    sealed: bytes | None = None
    """Encrypted facts of these events, which nobody may read before the round ends. The store cannot read them."""

    @property
    def event_count(self) -> int:
        return sum(len(command.events) for command in self.commands)


@dataclass(frozen=True, slots=True)
class Edition:
    """A text under which a table was opened: a rule book, a submission or a house way. It is found by its hash."""

    hash: str
    kind: str
    content: str

    def has_text_of(self, other: "Edition") -> bool:
        """Return whether two entries have the same text. The first kind under which it was stored stays."""
        return self.content == other.content


class Projection(NamedTuple):
    """Rows of a table of reports that follow from events. They are stored with the events, or not at all."""

    table: str
    """One of `report_tables.REPORT_TABLES`."""
    rows: tuple[Mapping[str, object], ...]
    """Values by column, all columns in each. A row with a new key is inserted, another one is replaced."""
    added: tuple[str, ...] = ()
    """The columns whose values are added to those of a row with the same key. The others are replaced."""


class Line:
    """Requests each of which was decided on what the one before it adds. When one is not stored, those after it are refused. The
    versions of streams alone do not say that: another server may have added as many events as the one that was not stored."""

    is_broken = False
    """Whether one of them was not stored, or nobody knows. The thread that stores them sets it before the next commit."""


@dataclass(frozen=True, slots=True)
class AppendRequest:
    """All that one answer covers: it is stored whole or not at all."""

    parts: tuple[StreamAppend, ...]
    command_id: str = ""
    """The sender's id of the command; empty for the program's own steps, which nobody repeats."""
    answer: str = ""
    """What the sender is answered, now and whenever the command is repeated."""
    editions: tuple[Edition, ...] = ()
    """Texts to which its events refer. They are stored with it, each once."""
    projections: tuple[Projection, ...] = ()
    """Rows of reports that follow from its events."""
    line: Line | None = field(default=None, compare=False)
    """The line in which it stands, if it was decided on what was still being stored, or if others are decided on it."""


@dataclass(frozen=True, slots=True)
class StreamHead:
    """Where a stream stands."""

    stream: str
    version: int = 0
    hash: bytes = NO_HEAD
    """The last link of the chain, which depends on everything in the stream."""
    at: int = 0
    """The time of the last command."""
    round: int = 0
    """The round of the last command, if the stream has rounds."""


@dataclass(frozen=True, slots=True)
class Appended:
    """A request that is stored."""

    heads: tuple[StreamHead, ...]
    """Where its streams stand after it. Empty for a repeated command."""
    answer: str = ""
    repeated: bool = False


AppendResult = Appended | HousewayError
"""A refusal is returned, not raised: requests that are stored together succeed or fail each on its own."""


@dataclass(frozen=True, slots=True, init=False)
class StoredAppend:
    """One append as it is read from a stream, checked against the chain."""

    head: StreamHead
    commands: tuple[RecordedCommand, ...]
    sealed: bytes | None = None
    content: bytes = field(default=b"", repr=False)
    """The commands as they are stored, as JSON text. An event of an earlier schema is still in its own form here."""
    form: int = 1
    """The form of the content."""
    events: tuple[Event, ...] = field(init=False, repr=False, compare=False)
    """The events of all commands."""
    kinds: frozenset[str] = field(init=False, repr=False, compare=False)
    """The kinds of these events. Who looks for some kinds need not look at the events of most appends."""
    first_version: int = field(init=False, repr=False, compare=False)
    """The version of the first event."""

    def __init__(
        self,
        head: StreamHead,
        commands: tuple[RecordedCommand, ...],
        sealed: bytes | None = None,
        content: bytes = b"",
        form: int = 1,
    ) -> None:
        """Put the events together once: whoever reads a stream asks for them again and again. The fields are set directly, because
        a frozen dataclass's own `__init__` is slower."""
        events = tuple([event for command in commands for event in command.events])
        _set_head(self, head)
        _set_commands(self, commands)
        _set_sealed(self, sealed)
        _set_content(self, content)
        _set_form(self, form)
        _set_events(self, events)
        _set_kinds(self, frozenset([event.kind for event in events]))
        _set_first_version(self, head.version - len(events) + 1)


_set_head, _set_commands, _set_sealed, _set_content, _set_form, _set_events, _set_kinds, _set_first_version = (
    StoredAppend.__dict__[name].__set__
    for name in ("head", "commands", "sealed", "content", "form", "events", "kinds", "first_version")
)


@dataclass(frozen=True, slots=True)
class CopiedAppend:
    """An append as another store has written it, to be written again."""

    stream: str
    version: int
    """The version after it."""
    at: int
    content: bytes
    sealed: bytes | None
    hash: bytes
    round: int | None = None
    """The number of the round, if it is the first append of one."""
    form: int = 1


@dataclass(frozen=True, slots=True)
class StreamSnapshot:
    """A folded stream. It is a cache: the reader decides whether it still fits, and otherwise folds the stream again."""

    stream: str
    version: int
    head: bytes
    """The head of the chain at that version; a snapshot of another history is not used."""
    program: str
    """Hash of the code that folded it."""
    content: bytes


class Store(ABC):
    """A store. Any thread may call any method."""

    is_shared = False
    """Whether other servers may add to its streams while this one serves them."""
    after_commit: "ReportHeads | None" = None
    """Called with where streams stand after each commit, from the thread that has committed."""

    @abstractmethod
    def append(self, requests: Sequence[AppendRequest]) -> tuple[AppendResult, ...]:
        """Store the requests in order, in one transaction. Return a result for each."""

    @abstractmethod
    def append_with(self, request: AppendRequest, change: "RowChange") -> Appended:
        """Store a request together with a change of `database`, in one transaction: both or neither. A refusal is raised."""

    @abstractmethod
    def read(self, stream: str, after: int = 0) -> Iterator[StoredAppend]:
        """Yield the appends of a stream that contain events after a version, checked against the chain."""

    def read_until(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[StoredAppend]:
        """Yield appends after a version and up to another, at which an append ended; to the end if there is none."""
        if until is None:
            yield from self.read(stream, after)
        elif until > after:
            for append in self.read(stream, after):
                if append.head.version > until:
                    return
                yield append

    @abstractmethod
    def stream_head(self, stream: str) -> StreamHead:
        """Return where a stream stands. A stream without events has version 0."""

    @abstractmethod
    def stream_versions(self, streams: Iterable[str]) -> Mapping[str, int]:
        """Return the versions of several streams. Those without events are left out."""

    @abstractmethod
    def version_sum(self, streams: Iterable[str]) -> int:
        """Return the sum of the versions of several streams, of which each counts once. As long as it is the same, none of them
        has a further event."""

    @abstractmethod
    def head_at(self, stream: str, version: int) -> StreamHead:
        """Return where a stream stood at the end of the last append up to a version."""

    @abstractmethod
    def stream_heads(self, prefix: str = "") -> tuple[StreamHead, ...]:
        """Return where all streams stand whose names begin with a prefix, by name."""

    @abstractmethod
    def version_before_round(self, stream: str, number: int) -> int | None:
        """Return the version of a stream before the first command of a round; None if there was no such round."""

    @abstractmethod
    def round_starts(self, stream: str) -> Mapping[int, int]:
        """Return the version of a stream before the first command of each round, by the number of the round."""

    @abstractmethod
    def copy_appends(self, copied: Sequence[CopiedAppend]) -> None:
        """Write appends of another store as they are, all or none. Each must follow from where its stream stands."""

    @abstractmethod
    def answer_to(self, command_id: str) -> str | None:
        """Return what a command was answered; None if it was never stored."""

    @abstractmethod
    def save_snapshot(self, snapshot: StreamSnapshot) -> None:
        """Store a snapshot in addition to the earlier ones of its stream."""

    @abstractmethod
    def latest_snapshot(self, stream: str, program: str, at_most: int | None = None) -> StreamSnapshot | None:
        """Return the latest snapshot by this program, at or below a version."""

    @abstractmethod
    def save_edition(self, edition: Edition) -> None:
        """Store a text by its hash. The same text may be saved again; another text under the same hash is refused."""

    @abstractmethod
    def find_edition(self, hash: str) -> Edition | None:  # noqa: A002 - the word that everybody uses
        """Return the text with a hash."""

    @property
    @abstractmethod
    def tree(self) -> AppendTree:
        """Return the Merkle tree over all appends."""

    @property
    @abstractmethod
    def database(self) -> "Database":
        """Return the database of data that is not an event, because it must be erasable or is temporary: names, passwords,
        sessions."""

    @abstractmethod
    def close(self) -> None:
        """Give back connections and files."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


def edition_conflict_error(edition: Edition) -> Corrupted:
    said = f"another text is stored under the hash of this {edition.kind}"
    return Corrupted(said, code="store.edition", given=edition.hash, allowed="one text for each hash")

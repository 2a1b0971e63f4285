"""The links of a table's hash chain that hold one round, so that somebody else can compute them again."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.events import Event
from houseway.events.disclosure import Viewer, redact_facts
from houseway.service.live.turns.turn import table_stream
from houseway.store import Store, StoredAppend
from houseway.table import Table
from houseway.table.disclosure import disclosures_of

_PUBLIC = Viewer(staff=False, owns_hand=False)


@dataclass(frozen=True, slots=True)
class RoundLink:
    """One link of the chain: SHA-256 over the link before, the stream, the version, the content and the sealed part."""

    before: int
    """The version before it."""
    version: int
    at: int
    hash: str
    content: str | None
    """As it is stored; null if one may not read it, or it tells of a live round."""
    sealed: str
    """The encrypted part, in hexadecimal."""


@dataclass(frozen=True, slots=True)
class RoundChain:
    """The links of a table's hash chain from the end of the round before to the end of a round."""

    stream: str
    previous: str
    """The link before them."""
    links: tuple[RoundLink, ...]


def read_chain(store: Store, table: Table, number: int) -> RoundChain:
    """Read the links from the end of the round before to the end of a completed round. The store checks them as it reads them."""
    stream = table_stream(table.id)
    before = store.version_before_round(stream, number) or 0
    links = tuple(read_links(store, stream, table.rules.game, before, number))
    return RoundChain(stream, store.head_at(stream, before).hash.hex(), links)


def read_links(store: Store, stream: str, game: str, before: int, number: int) -> Iterator[RoundLink]:
    """Yield the links of a table after a version, to the end of a completed round."""
    end = (
        store.version_before_round(stream, number + 1) or store.stream_head(stream).version
    )  # nothing was done in the next one yet
    for append in store.read(stream, before):
        if before >= end:
            return
        content = append.content.decode() if is_public_after(game, append, number) else None
        hashed, sealed = append.head.hash.hex(), (append.sealed or b"").hex()
        yield RoundLink(before, append.head.version, append.head.at, hashed, content, sealed)
        before = append.head.version


def is_public_after(game: str, append: StoredAppend, number: int) -> bool:
    """Return whether everything that an append holds of a later round is public."""
    declared = disclosures_of(game)
    return all(redact_facts(event, declared, _PUBLIC) == event for event in _events_after(append.events, number))


def _events_after(events: tuple[Event, ...], number: int) -> Iterator[Event]:
    has_begun = False
    for event in events:
        has_begun = has_begun or (event.kind == "round-started" and event.number("number") > number)
        if has_begun:
            yield event

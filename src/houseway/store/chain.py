"""The hash chain over a stream, and the form in which an append is stored.

The content of an append is JSON text. Its link in the chain is

    SHA-256( previous link | length and name of the stream | version before | length and content | length and sealed part )

with lengths and versions as eight bytes, most significant first. The link is computed over the uncompressed content, so that it
does not depend on how rows are packed. `docs/store.md` describes it for somebody who wants to check a database without houseway.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import sha256
from struct import Struct

from houseway.errors import Corrupted, HousewayError
from houseway.events import Actor
from houseway.events.command_record import RecordedAct
from houseway.events.event import encode_events, read_events
from houseway.formats.compact_json import decode_json, encode_json
from houseway.store.contract import RecordedCommand, StoredAppend, StreamAppend, StreamHead

CONTENT_FORM = 2
"""The version of the JSON form of an append's content. In the first, commands did not say what was asked."""
KNOWN_FORMS = (1, 2)
"""Every form that was ever written."""
ASKED = "asked"
"""The key of what was asked, in a command."""
_LENGTH, _VERSION_AND_LENGTH, _BYTES = Struct(">Q"), Struct(">QQQ"), 8
"""Lengths and versions as they are hashed; a version has so many bytes."""


@dataclass(frozen=True, slots=True)
class Link:
    """One append of a stream as it is stored, unpacked."""

    before: int
    """The version before it."""
    version: int
    """The version after it."""
    at: int
    form: int
    content: bytes
    sealed: bytes | None
    hash: bytes


def link_hash(previous: bytes, stream: str, before: int, content: bytes, sealed: bytes | None) -> bytes:
    numbers, secret = _VERSION_AND_LENGTH.pack(_BYTES, before, len(content)), sealed or b""
    return sha256(b"".join((previous, _named(stream), numbers, content, _LENGTH.pack(len(secret)), secret))).digest()


@lru_cache
def _named(stream: str) -> bytes:
    """Return the length and the name of a stream."""
    name = stream.encode()
    return _LENGTH.pack(len(name)) + name


def add_link(head: StreamHead, added: StreamAppend) -> tuple[Link, StreamHead]:
    """Return the next link of a stream, and where the stream stands after it."""
    content = encode_commands(added.commands)
    hashed = link_hash(head.hash, added.stream, head.version, content, added.sealed)
    version, at = head.version + added.event_count, added.commands[-1].at
    link = Link(head.version, version, at, CONTENT_FORM, content, added.sealed, hashed)
    return link, StreamHead(added.stream, version, hashed, at, head.round if added.round is None else added.round)


def checked_appends(start: StreamHead, links: Iterable[Link]) -> Iterator[StoredAppend]:
    """Yield the appends of a stream. Every link must follow from the one before it."""
    head = start
    for link in _links_of(head.stream, links):
        if link.before != head.version:
            raise _broken_error(head, f"event {head.version + 1} is missing", link.before, head.version)
        if link.hash != link_hash(head.hash, head.stream, link.before, link.content, link.sealed):
            raise _broken_error(head, f"event {head.version + 1} or one of the next was changed", link.hash.hex(), "its hash")
        commands = _decode_link(head, link)
        if link.version - link.before != sum([len(command.events) for command in commands]):
            raise _broken_error(head, "an append has another number of events than it says", link.version, link.before)
        if link.at != commands[-1].at:
            raise _broken_error(head, "an append has another time than its last command", link.at, commands[-1].at)
        head = StreamHead(head.stream, link.version, link.hash, link.at)
        yield StoredAppend(head, commands, link.sealed, link.content, link.form)


def _links_of(stream: str, links: Iterable[Link]) -> Iterator[Link]:
    """Yield links. One that cannot be read is refused with the name of its stream."""
    try:
        yield from links
    except Corrupted as error:
        raise Corrupted(f"{stream}: {error.message}", code=error.code, stream=stream) from error


def check_end(reached: StreamHead, stored: StreamHead) -> None:
    """The last link must be the one that the store has as the head of the stream."""
    if (reached.version, reached.hash) != (stored.version, stored.hash):
        said = f"the stream ends at event {reached.version}, and {stored.version} were stored"
        raise _broken_error(reached, said, reached.hash.hex(), stored.hash.hex())
    if reached.at != stored.at:
        raise _broken_error(reached, "the stream has another time than its last command", stored.at, reached.at)


def encode_commands(commands: Iterable[RecordedCommand]) -> bytes:
    content = [
        {
            "at": command.at,
            "by": _encode_actor(command.by),
            **({} if command.asked is None else {ASKED: command.asked.to_json()}),
            "events": encode_events(command.events),
        }
        for command in commands
    ]
    return encode_json(content)


_encode_actor = lru_cache(maxsize=1024)(Actor.to_json)
"""Encodes an actor. The same few take nearly all steps; nobody alters what is returned."""


def decode_commands(content: bytes) -> tuple[RecordedCommand, ...]:
    return tuple(
        [
            _recorded_command(
                (
                    command["at"],
                    Actor.from_json(command["by"]),
                    read_events(command["events"]),
                    RecordedAct.from_json(command[ASKED]) if ASKED in command else None,
                )
            )
            for command in decode_json(content)
        ]
    )


_recorded_command = partial(tuple.__new__, RecordedCommand)
"""Makes one from a tuple of its fields, without a call of Python."""


def _decode_link(head: StreamHead, link: Link) -> tuple[RecordedCommand, ...]:
    if link.form not in KNOWN_FORMS:
        raise _broken_error(head, f"form {link.form} of an append is not known to this program", link.form, KNOWN_FORMS)
    try:
        return decode_commands(link.content)
    except (HousewayError, ValueError, KeyError, TypeError) as error:
        raise _broken_error(head, "an append cannot be read", str(error), "commands with events") from error


def _broken_error(head: StreamHead, said: str, given: object, allowed: object) -> Corrupted:
    where = f"{head.stream} after event {head.version}"
    return Corrupted(f"{where}: {said}", code="store.chain", given=str(given), allowed=str(allowed), stream=head.stream)

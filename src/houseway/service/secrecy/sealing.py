"""Facts that nobody at the table may know are stored apart and encrypted, under a key that is opened when the round is over.

What a declaration (`houseway.events.disclosure`) gives to the owner of a hand or to nobody is hidden; what is public or for
the staff is stored as it is. The key of a seal is derived from the seed that the house has committed to (`seeds`), so that with
the opened seeds anybody can read the whole record.
"""

import hmac
import json
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import is_not
from secrets import token_bytes
from typing import Any, NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.equipment.disclosure import ORDER_EVENTS
from houseway.errors import Corrupted
from houseway.events import Event, decode_fact, encode_fact
from houseway.events.command_record import has_card
from houseway.events.disclosure import Disclosures
from houseway.events.schemas import FIRST_SCHEMA, current_schema, upcast_facts
from houseway.formats.compact_json import decode_json, encode_json
from houseway.service.secrecy.seeds import SeedName, TableSeeds
from houseway.store import RecordedCommand, StoredAppend

_MOST_UNSEALED = 1 << 24
"""Bytes of what is sealed in one append, unpacked."""
_NONCE_BYTES = 12
_NO_NAMES = frozenset[str]()
_FINGERPRINT = b"houseway vault 1"
_SMALL_WINDOW, _SMALL_MEMORY, _BEST = 12, 5, 9
"""The window, as a power of two bytes, for content that is not longer; the memory and the level for it."""


class HiddenFacts(NamedTuple):
    """The hidden facts of one event."""

    place: int
    """The event's place in its append. A negative one is that of a command, counted from the last: see `_command_place`."""
    facts: Mapping[str, object]
    schema: int = FIRST_SCHEMA
    """The schema of the event when they were sealed."""


def split_hidden_facts(events: Sequence[Event], disclosures: Disclosures) -> tuple[tuple[Event, ...], tuple[HiddenFacts, ...]]:
    """Return the events without their hidden facts, and those facts. An undeclared kind of event is hidden whole."""
    shown, hidden = list(events), []
    for place, event in enumerate(events):
        kind, facts = event.kind, event.facts
        open_facts = disclosures[kind].open_facts if kind in disclosures else _NO_NAMES
        if not open_facts.issuperset(facts):
            apart = {name: fact for name, fact in facts.items() if name not in open_facts}
            hidden.append(HiddenFacts(place, apart, current_schema(kind)))
            shown[place] = Event(kind, event.clauses, {name: fact for name, fact in facts.items() if name in open_facts})
    return tuple(shown), tuple(hidden)


def join_hidden_facts(events: Sequence[Event], hidden: Iterable[HiddenFacts]) -> tuple[Event, ...]:
    """Return the events with their hidden facts."""
    joined = list(events)
    for each in hidden:
        if each.place < 0:
            continue
        event = joined[each.place]
        facts = upcast_facts(event.kind, each.schema, each.facts)
        joined[each.place] = Event(event.kind, event.clauses, {**event.facts, **facts})
    return tuple(joined)


class Vault:
    """Encrypts with the house's own key, which is kept outside the database."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    @property
    def fingerprint(self) -> str:
        """Return a value that identifies this key and reveals nothing about it."""
        return hmac.digest(self._key, _FINGERPRINT, "sha256").hex()

    def encrypt(self, secret: bytes) -> bytes:
        return encrypt_secret(self._key, secret)

    def decrypt(self, sealed: bytes) -> bytes:
        return decrypt_secret(self._key, sealed)


@lru_cache(maxsize=512)
def _cipher_with(key: bytes) -> AESGCM:
    """Return a cipher. All that is sealed in a round has one key, and to set the key takes as long as to encrypt."""
    return AESGCM(key)


def encrypt_secret(key: bytes, secret: bytes) -> bytes:
    nonce = token_bytes(_NONCE_BYTES)
    return nonce + _cipher_with(key).encrypt(nonce, secret, None)


def decrypt_secret(key: bytes, sealed: bytes) -> bytes:
    try:
        return _cipher_with(key).decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], None)
    except InvalidTag as error:
        said = "a sealed part cannot be opened: it was changed, or the key is another"
        raise Corrupted(said, code="seal.key", given="this key", allowed="the key under which it was sealed") from error


def seal_commands(
    commands: Sequence[RecordedCommand],
    disclosures: Disclosures,
    seals: Sequence[SeedName],
    key_of: Callable[[SeedName], bytes],
) -> tuple[tuple[RecordedCommand, ...], bytes | None]:
    """Return commands without hidden facts, and these facts encrypted. `seals` names the seed for each event.

    The places of the events with hidden facts are no secret: they say how far a record can be read.
    """
    events = [event for command in commands for event in command.events]
    shown, hidden = split_hidden_facts(events, disclosures)
    groups: dict[SeedName, list[HiddenFacts]] = {}
    for each in hidden:
        groups.setdefault(seals[each.place], []).append(each)
    commands = _with_events(commands, shown) if hidden else tuple(commands)
    commands = _hide_asked_facts(commands, seals, groups)
    if not groups:
        return commands, None
    content = [
        [*name, b64encode(_encrypt_facts(key_of(name), group)).decode(), [each.place for each in group if each.place >= 0]]
        for name, group in groups.items()
    ]
    return commands, encode_json(content)


def _hide_asked_facts(
    commands: tuple[RecordedCommand, ...], seals: Sequence[SeedName], groups: dict[SeedName, list[HiddenFacts]]
) -> tuple[RecordedCommand, ...]:
    """Put facts of commands that name cards, and that no event gives, beside the hidden facts of their events."""
    shown, first = list(commands), 0
    for number, command in enumerate(commands):
        asked = command.asked
        if asked is not None and asked.facts and has_card(asked.facts):
            secret = {name: fact for name, fact in asked.facts.items() if has_card(fact)}
            groups.setdefault(seals[first], []).append(HiddenFacts(_command_place(number), secret))
            rest = {name: fact for name, fact in asked.facts.items() if name not in secret}
            shown[number] = command._replace(asked=asked._replace(facts=rest))
        first += len(command.events)
    return tuple(shown)


def _command_place(number: int) -> int:
    """Return the place that stands for a command, beside those of events."""
    return -1 - number


def _with_asked_facts(commands: tuple[RecordedCommand, ...], hidden: Iterable[HiddenFacts]) -> tuple[RecordedCommand, ...]:
    joined = list(commands)
    for each in hidden:
        command = joined[_command_place(each.place)] if each.place < 0 else None
        if command is not None and command.asked is not None:
            asked = command.asked._replace(facts={**command.asked.facts, **each.facts})
            joined[_command_place(each.place)] = command._replace(asked=asked)
    return tuple(joined)


def unseal_commands(
    commands: Sequence[RecordedCommand],
    sealed: bytes | None,
    key_of: Callable[[SeedName], bytes],
    seals: Container[SeedName] | None = None,
) -> tuple[RecordedCommand, ...]:
    """Return commands with their hidden facts, or only with those under certain seals."""
    if not sealed:
        return tuple(commands)
    hidden: list[HiddenFacts] = []
    for number, purpose, content, *_ in json.loads(sealed):
        if seals is None or (number, purpose) in seals:
            hidden += _decrypt_facts(key_of((number, purpose)), b64decode(content))
    return _with_hidden_facts(commands, [event for command in commands for event in command.events], hidden)


def _with_hidden_facts(
    commands: Sequence[RecordedCommand], events: Sequence[Event], hidden: Sequence[HiddenFacts]
) -> tuple[RecordedCommand, ...]:
    return _with_asked_facts(_with_events(commands, join_hidden_facts(events, hidden)), hidden)


class UnsealedAppend(NamedTuple):
    """An append with all facts that are open."""

    commands: tuple[RecordedCommand, ...]
    sealed_from: int | None = None
    """The version of its first event that cannot be folded yet, because facts of it are still sealed."""


def unseal_append(append: StoredAppend, seeds: TableSeeds) -> UnsealedAppend:
    """Open what can be opened of an append without a key of the house."""
    if not append.sealed:
        return UnsealedAppend(append.commands)
    hidden: list[HiddenFacts] = []
    closed: set[int] = set()
    for number, purpose, content, *places in decode_json(append.sealed):
        if (number, purpose) in seeds.opened:
            hidden += _decrypt_facts(seeds.seal_key((number, purpose)), b64decode(content))
        else:
            closed.update(places[0] if places else range(len(append.events)))
    sealed_from = first_sealed_version(append, closed) if closed else None
    return UnsealedAppend(_with_hidden_facts(append.commands, append.events, hidden), sealed_from)


@dataclass(frozen=True, slots=True)
class OpenSeals:
    """The open part of an append's sealed facts."""

    hidden_facts: Mapping[int, Mapping[str, Any]]
    """Facts by the place of their event, as JSON, as they were sealed."""
    closed: frozenset[int]
    """Places of the events whose facts are still sealed."""

    def asked_facts(self, command: int) -> Mapping[str, Any]:
        """Return facts of a command that no event gives."""
        return self.hidden_facts.get(_command_place(command), {})


def open_seals(sealed: bytes | None, seeds: TableSeeds, event_count: int) -> OpenSeals:
    """Open what can be opened of an append's sealed part without a key of the house."""
    found: dict[int, Mapping[str, Any]] = {}
    closed: set[int] = set()
    for number, purpose, content, *places in json.loads(sealed) if sealed else ():
        if (number, purpose) in seeds.opened:
            opened = _decrypt_json(seeds.seal_key((number, purpose)), b64decode(content))
            found |= {place: facts for place, facts, *_ in opened}
        else:
            closed |= set(places[0] if places else range(event_count))
    return OpenSeals(found, frozenset(closed))


def first_sealed_version(append: StoredAppend, closed: Iterable[int]) -> int | None:
    """Return the version of an append's first event that cannot be folded yet, of those in closed places. The order of a deck that
    waits for its round is not needed for that."""
    places = (place for place in sorted(closed) if append.events[place].kind not in ORDER_EVENTS)
    first = next(places, None)
    return None if first is None else append.first_version + first


def _with_events(commands: Sequence[RecordedCommand], events: Sequence[Event]) -> tuple[RecordedCommand, ...]:
    """Return the commands with other events in the same places."""
    joined, first = list(commands), 0
    for place, command in enumerate(commands):
        last = first + len(command.events)
        if any(map(is_not, events[first:last], command.events)):
            joined[place] = command._replace(events=tuple(events[first:last]))
        first = last
    return tuple(joined)


def _encrypt_facts(key: bytes, hidden: Sequence[HiddenFacts]) -> bytes:
    content = [
        [each.place, {name: encode_fact(fact) for name, fact in each.facts.items()}, *_written_schema(each)] for each in hidden
    ]
    return encrypt_secret(key, _compress(encode_json(content)))


def _compress(content: bytes) -> bytes:
    """Compress with as little memory as the content needs: most is short, and clearing memory would take longer than all else."""
    small = len(content) <= 1 << _SMALL_WINDOW
    packer = zlib.compressobj(_BEST, wbits=_SMALL_WINDOW, memLevel=_SMALL_MEMORY) if small else zlib.compressobj()
    return packer.compress(content) + packer.flush()


def _decrypt_facts(key: bytes, sealed: bytes) -> tuple[HiddenFacts, ...]:
    return tuple(
        HiddenFacts(place, {name: decode_fact(fact) for name, fact in facts.items()}, *schema)
        for place, facts, *schema in _decrypt_json(key, sealed)
    )


def _decrypt_json(key: bytes, sealed: bytes) -> Any:
    """Read a sealed part. Whoever forges an export chooses its seeds, too, so what they open is not to be trusted either."""
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(decrypt_secret(key, sealed), _MOST_UNSEALED)
        if unpacker.unconsumed_tail:
            raise ValueError(f"more than {_MOST_UNSEALED:,} bytes")
        return decode_json(content + unpacker.flush())
    except (zlib.error, ValueError, RecursionError) as error:
        raise Corrupted("a sealed part cannot be read", code="seal.content", given=str(error), allowed="facts") from error


def _written_schema(hidden: HiddenFacts) -> tuple[int, ...]:
    """The first schema is not written."""
    return () if hidden.schema == FIRST_SCHEMA else (hidden.schema,)

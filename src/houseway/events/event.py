"""Commands to a table, in the imperative, and events at it, in the past tense.

Both have a stable name and facts. A fact is a plain value, a card, an amount of money, a fraction or a clause, or a list or table
of these; `to_json` and `from_json` are inverse. Events are only appended: a correction is a new event.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar, final

from houseway.cards import CARDS, Card, parse_card
from houseway.citation import Citation, unique_clauses
from houseway.errors import Malformed, describe_value
from houseway.events.schemas import FIRST_SCHEMA, SCHEMA, UPCASTERS, current_schema, upcast_facts
from houseway.money import Cents
from houseway.values import ShortRepr

Part = TypeVar("Part")
Facts = Mapping[str, object]
NO_FACTS: Facts = MappingProxyType({})


class Role(StrEnum):
    """The capacity in which somebody acts."""

    DEALER = "dealer"
    FLOOR = "floor"
    """A floorperson or above."""
    PLAYER = "player"
    BANK = "bank"
    """The player who banks this round."""


class Actor(NamedTuple):
    role: Role
    name: str = ""
    """The person's own name: it shows, for example, that a validation does not come from the dealer who pays."""
    stand_in: str = ""
    """Who acts in this person's place: the system for a player who is absent. Empty if the person acts himself."""

    def __str__(self) -> str:
        person = f"{self.role} {self.name}".strip()
        return f"{person} (by the {self.stand_in})" if self.stand_in else person

    def to_json(self) -> dict[str, str]:
        """Return the actor as it is stored. What was stored before anybody could stand in for another reads the same."""
        content = {"role": self.role.value, "name": self.name}
        return {**content, "stand_in": self.stand_in} if self.stand_in else content

    @classmethod
    def from_json(cls, content: Mapping[str, str]) -> "Actor":
        return _read_actor(content["role"], content["name"], content.get("stand_in", ""))


@lru_cache(maxsize=1024, typed=True)
def _read_actor(role: str, name: str, stand_in: str) -> Actor:
    """Return an actor. Every stored command has one, and the same few give nearly all of them."""
    return Actor(Role(role), name, stand_in)


SYSTEM = "system"
"""Stands in for players who are absent, and for a floorperson where a table's settings say so."""


class FactReader:
    """Typed access to the facts of a command or an event. A fact that is missing or of another type is malformed."""

    __slots__ = ()
    facts: Facts

    @property
    def position(self) -> int:
        value = self.facts.get("position")  # as `number` does it, without a further call: nearly every command has one
        if type(value) is int:
            return value
        raise self.unreadable("position", "a number")

    def number(self, name: str, default: int | None = None) -> int:
        """Read a whole number. Neither a truth value nor a card is one."""
        value = self.facts.get(name, default)
        if type(value) is int:
            return value
        raise self.unreadable(name, "a number")

    def cents(self, name: str, default: Cents | None = None) -> Cents:
        value = self.facts.get(name, default)
        if type(value) is Cents:
            return value
        raise self.unreadable(name, "an amount of money")

    def fraction(self, name: str) -> Fraction:
        value = self.facts.get(name)
        if isinstance(value, Fraction):
            return value
        raise self.unreadable(name, "a fraction")

    def text(self, name: str, default: str | None = None, among: tuple[str, ...] = ()) -> str:
        """Read a text, which may have to be one of a few."""
        value = self.facts.get(name, default)
        if isinstance(value, str) and (not among or value in among):
            return value
        raise self.unreadable(name, " or ".join(among) or "a text")

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.facts.get(name, default)
        if type(value) is bool:
            return value
        raise self.unreadable(name, "true or false")

    def cards(self, name: str, default: tuple[Card, ...] | None = ()) -> tuple[Card, ...]:
        """Read cards; unless the default says otherwise, a missing fact is an empty hand."""
        return self._parts(name, Card, "cards", default)

    def numbers(self, name: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        return self._parts(name, int, "numbers", default)

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        return self._parts(name, str, "texts", default)

    def items(self, name: str, default: tuple[Any, ...] | None = None) -> tuple[Any, ...]:
        """Read a list whose parts may be anything."""
        value = self.facts.get(name, default)
        if isinstance(value, tuple | list):
            return tuple(value)
        raise self.unreadable(name, "a list")

    def table(self, name: str, default: Mapping[Any, Any] | None = None) -> Mapping[Any, Any]:
        """Read facts that have names or positions of their own."""
        value = self.facts.get(name, default)
        if isinstance(value, Mapping):
            return value
        raise self.unreadable(name, "a table")

    def _parts(self, name: str, kind: type[Part], allowed: str, default: tuple[Part, ...] | None) -> tuple[Part, ...]:
        value = self.facts.get(name, default)
        if isinstance(value, tuple | list) and {kind}.issuperset(map(type, value)):
            return tuple(value)
        raise self.unreadable(name, allowed)

    def unreadable(self, name: str, allowed: str) -> Malformed:
        """Return the refusal of a fact."""
        (owner, code), given = self._owner(), describe_value(self.facts.get(name))
        return Malformed(f"{owner} needs {name!r} as {allowed}, not {given}", code=code, given=given, allowed=allowed)

    @abstractmethod
    def _owner(self) -> tuple[str, str]:
        """Return what the facts belong to, and the code of a refusal."""


class _CommandFields(NamedTuple):
    act: str
    by: Actor
    facts: Facts = NO_FACTS
    at: int = 0
    """Seconds since the epoch, by the clock of whoever runs the table."""


class Command(_CommandFields, FactReader):
    """A request from somebody at the table. Chance and time enter only through commands."""

    __slots__ = ()

    def _owner(self) -> tuple[str, str]:
        return self.act, "command.fact"

    def to_json(self) -> dict[str, object]:
        return {
            "act": self.act,
            "by": self.by.to_json(),
            "at": self.at,
            "facts": {name: encode_fact(fact) for name, fact in self.facts.items()},
        }


@final
@dataclass(frozen=True, slots=True, init=False, repr=False)
class Event(FactReader, ShortRepr):
    """Something that has happened, with the clauses behind it, each once."""

    kind: str
    clauses: tuple[Citation, ...]
    facts: Facts

    def __init__(self, kind: str, clauses: tuple[Citation, ...] = (), facts: Facts = NO_FACTS) -> None:
        """Set the fields directly: a frozen dataclass's own `__init__` is slower, and rounds create hundreds of events."""
        _set_kind(self, kind)
        _set_clauses(self, unique_clauses(clauses) if clauses else clauses)
        _set_facts(self, facts)

    def __getitem__(self, name: str) -> object:
        return self.facts[name]

    def _owner(self) -> tuple[str, str]:
        return self.kind, "event.fact"

    def remember_facts(self, same: Facts) -> None:
        """Keep the same facts in another form, with what was read from them, so that they are read only once."""
        _set_facts(self, same)

    def to_json(self) -> dict[str, object]:
        return encode_events((self,))[0]

    @classmethod
    def from_json(cls, content: Mapping[str, object]) -> "Event":
        """Read an event. One that an earlier version of the program has stored is brought up to date."""
        return read_events((content,))[0]


class EncodedFacts(Mapping[str, object]):
    """Facts that know how they are encoded."""

    __slots__ = ()

    @abstractmethod
    def encoded(self) -> dict[str, object]:
        """Return the facts as `encode_fact` encodes them."""


def encode_events(events: Iterable[Event]) -> list[dict[str, object]]:
    """Encode events, as `Event.to_json` encodes one: a stream has hundreds of them in a round."""
    contents: list[dict[str, object]] = []
    for event in events:
        kind, facts = event.kind, event.facts
        if type(facts) is not dict and isinstance(facts, EncodedFacts):
            encoded = facts.encoded()
        else:
            encoded = {}
            for name, fact in facts.items():
                if type(fact) in PLAIN_FACTS:
                    encoded[name] = fact
                else:  # an amount needs no further call
                    encoded[name] = {"cents": fact.amount} if type(fact) is Cents else encode_fact(fact)
        clauses = list(event.clauses)
        if kind in UPCASTERS:
            contents.append({"kind": kind, SCHEMA: current_schema(kind), "clauses": clauses, "facts": encoded})
        else:
            contents.append({"kind": kind, "clauses": clauses, "facts": encoded})
    return contents


def read_events(contents: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Read events, as `Event.from_json` reads one: a stream has hundreds of them in a round."""
    events: list[Event] = []
    for content in contents:
        try:
            kind, clauses, facts = content["kind"], content["clauses"], content["facts"]
        except KeyError:
            raise _misshapen_error(content) from None
        if type(kind) is not str or type(clauses) is not list or type(facts) is not dict:
            raise _misshapen_error(content)
        given: dict[str, object] = facts.copy()
        for name, fact in facts.items():
            if type(fact) not in PLAIN_FACTS:
                is_amount = type(fact) is dict and len(fact) == 1 and type(fact.get("cents")) is int
                given[name] = _amount_of(fact["cents"]) if is_amount else decode_fact(fact)
        event = _new_event(Event)  # without the initialiser: each clause is there once
        _set_kind(event, kind)
        _set_clauses(event, _decode_clauses(tuple(clauses)))
        is_current = kind not in UPCASTERS and SCHEMA not in content
        _set_facts(event, given if is_current else upcast_facts(kind, content.get(SCHEMA, FIRST_SCHEMA), given))
        events.append(event)
    return tuple(events)


def _misshapen_error(content: Mapping[str, object]) -> Malformed:
    allowed = "kind, clauses, facts"
    return Malformed("an event needs a kind, clauses and facts", code="event.shape", given=str(content), allowed=allowed)


@lru_cache(maxsize=4096)
def _decode_clauses(clauses: tuple[str, ...]) -> tuple[Citation, ...]:
    """Return clauses as they are cited, each once. The same ones are cited again and again, and are looked at only once."""
    return unique_clauses(tuple(map(Citation, clauses)))


_amount_of = lru_cache(maxsize=4096)(Cents)
"""Returns an amount of money for a number of cents. The same amounts are stored again and again."""
_new_event = object.__new__


_set_kind, _set_clauses, _set_facts = (Event.__dict__[name].__set__ for name in ("kind", "clauses", "facts"))


def encode_fact(fact: object) -> object:
    """Encode a fact as JSON. A value without a JSON type becomes an object with one key that names the type."""
    kind = type(fact)
    if kind in PLAIN_FACTS:
        return fact
    if kind is tuple or kind is list:
        return [  # most lists are of plain values or of cards, and need no further call for each
            part if type(part) in PLAIN_FACTS else _ENCODED_CARDS[part] if type(part) is Card else encode_fact(part)
            for part in fact  # type: ignore[attr-defined]
        ]
    if kind in _ENCODERS:
        return _ENCODERS[kind](fact)
    if isinstance(fact, Mapping):
        return _encode_table(fact)
    if isinstance(fact, tuple | list):
        return [encode_fact(part) for part in fact]
    return fact


PLAIN_FACTS = frozenset((str, int, bool, type(None)))
"""Types that JSON has itself. Most facts are of these; a card, although a number, is not."""


def _encode_table(fact: Mapping[Any, Any]) -> dict[str, object]:
    return {
        "table": [[key if type(key) in PLAIN_FACTS else encode_fact(key), encode_fact(value)] for key, value in fact.items()]
    }


_ENCODED_CARDS = tuple({"card": str(card)} for card in CARDS)
"""Every card as it is encoded. Whoever gets one must not alter it."""
_ENCODERS: Mapping[type, Callable[[Any], object]] = {
    Card: _ENCODED_CARDS.__getitem__,
    Cents: lambda money: {"cents": int(money.amount)},
    Fraction: lambda fraction: {"fraction": str(fraction)},
    Citation: lambda clause: {"clause": str(clause)},
    dict: _encode_table,
}
"""How values of a type are encoded. None of these types has subclasses in facts."""


def decode_fact(fact: object) -> object:
    """Decode a fact that `encode_fact` encoded."""
    kind = type(fact)
    if kind in PLAIN_FACTS:
        return fact
    if isinstance(fact, list):
        return tuple(
            [  # most lists are of plain values or of cards, and need no further call for each
                part
                if type(part) in PLAIN_FACTS
                else _CARDS_BY_NAME[part["card"]]
                if type(part) is dict and len(part) == 1 and "card" in part and part["card"] in _CARDS_BY_NAME
                else decode_fact(part)
                for part in fact
            ]
        )
    if kind is not dict and not isinstance(fact, Mapping):
        return fact
    ((mark, content),) = fact.items()  # type: ignore[attr-defined]
    if mark == "card" and content in _CARDS_BY_NAME:  # most are, and need no further call
        return _CARDS_BY_NAME[content]
    decode = _DECODERS.get(mark)
    if decode is None:
        allowed = ("card", "cents", "fraction")
        raise Malformed(f"{mark!r} is not a type of fact", code="event.fact", given=mark, allowed=allowed)
    return decode(content)


def _decode_table(content: list[list[object]]) -> dict[object, object]:
    return {decode_fact(key): decode_fact(value) for key, value in content}


_CARDS_BY_NAME = {str(card): card for card in CARDS}
_DECODERS: Mapping[str, Callable[[Any], object]] = {
    "card": parse_card,
    "cents": Cents,
    "fraction": Fraction,
    "clause": Citation,
    "table": _decode_table,
}
"""By the mark of a type, what decodes a value of it."""

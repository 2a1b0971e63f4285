"""What is asked of a table, and what has happened at it: commands in the imperative, events in the past tense.

Both are a stable name of ours with facts. A fact is a plain value, a card, an amount of money, a fraction or a clause, or a list or
table of those; `to_json` and `from_json` are inverse. Events are only ever appended: a correction is a new event.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from houseway.cards import Card, parse_card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.money import Cents

Facts = Mapping[str, object]
NO_FACTS: Facts = MappingProxyType({})


class Role(StrEnum):
    """In which capacity somebody acts."""

    DEALER = "dealer"
    FLOOR = "floor"
    """A floorperson or above."""
    PLAYER = "player"
    BANK = "bank"
    """The player who banks this round."""


class Actor(NamedTuple):
    role: Role
    name: str = ""
    """The player's, dealer's or floorperson's own; a validation may not come from the dealer who pays."""

    def __str__(self) -> str:
        return f"{self.role} {self.name}".strip()


class Command(NamedTuple):
    """Somebody asks for something. Chance and time come in here, and nowhere else."""

    act: str
    by: Actor
    facts: Facts = NO_FACTS
    at: int = 0
    """Seconds since the epoch, by the clock of whoever runs the table."""

    def to_json(self) -> dict[str, object]:
        by = {"role": self.by.role.value, "name": self.by.name}
        return {"act": self.act, "by": by, "at": self.at, "facts": {name: encode(fact) for name, fact in self.facts.items()}}


@dataclass(frozen=True, slots=True, init=False)
class Event:
    """Something has happened. `clauses` are the rules behind it."""

    kind: str
    clauses: tuple[Citation, ...]
    facts: Facts

    def __init__(self, kind: str, clauses: tuple[Citation, ...] = (), facts: Facts = NO_FACTS) -> None:
        """Made by the hundred in every round, so without the detour of a frozen dataclass."""
        _set_kind(self, kind)
        _set_clauses(self, clauses)
        _set_facts(self, facts)

    def __getitem__(self, name: str) -> object:
        return self.facts[name]

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "clauses": list(self.clauses),
            "facts": {name: encode(fact) for name, fact in self.facts.items()},
        }

    @classmethod
    def from_json(cls, content: Mapping[str, object]) -> "Event":
        kind, clauses, facts = content.get("kind"), content.get("clauses"), content.get("facts")
        if not isinstance(kind, str) or not isinstance(clauses, list) or not isinstance(facts, Mapping):
            raise Malformed(
                "an event has a kind, clauses and facts", code="event.shape", given=str(content), allowed="kind, clauses, facts"
            )
        return cls(kind, tuple(Citation(clause) for clause in clauses), {name: decode(fact) for name, fact in facts.items()})


_set_kind, _set_clauses, _set_facts = (Event.__dict__[name].__set__ for name in ("kind", "clauses", "facts"))


def encode(fact: object) -> object:
    """A fact as JSON. What JSON has no word for is a table with one marked key."""
    if isinstance(fact, Card):
        return {"card": str(fact)}
    if isinstance(fact, Cents):
        return {"cents": int(fact.amount)}
    if isinstance(fact, Fraction):
        return {"fraction": str(fact)}
    if isinstance(fact, Citation):
        return {"clause": str(fact)}
    if isinstance(fact, Mapping):
        return {"table": [[encode(key), encode(value)] for key, value in fact.items()]}
    if isinstance(fact, tuple | list):
        return [encode(part) for part in fact]
    return fact


def decode(fact: object) -> object:
    """The inverse of `encode`."""
    if isinstance(fact, list):
        return tuple(decode(part) for part in fact)
    if not isinstance(fact, Mapping):
        return fact
    ((mark, content),) = fact.items()
    match mark:
        case "card":
            return parse_card(content)
        case "cents":
            return Cents(content)
        case "fraction":
            return Fraction(content)
        case "clause":
            return Citation(content)
        case "table":
            return {decode(key): decode(value) for key, value in content}
        case _:
            raise Malformed(
                f"{mark!r} marks no kind of fact", code="event.fact", given=mark, allowed=("card", "cents", "fraction")
            )

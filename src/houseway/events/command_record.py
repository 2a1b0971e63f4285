"""What was asked, as it is recorded with the events that followed from it, so that a record can be decided again.

Most facts of a command are facts of its events, too, and a step that the croupier takes is the one that is due. Only the rest is
written: the act, the names of the facts that the events give, and those that they do not give.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from houseway.cards import Card
from houseway.errors import Malformed
from houseway.events.event import NO_FACTS, PLAIN_FACTS, Command, Event, Facts, decode_fact, encode_fact
from houseway.money import Cents

Versions = Mapping[str, int]
NO_VERSIONS: Versions = MappingProxyType({})


class RecordedAct(NamedTuple):
    """What was asked. An act without a name is the step that was due, with what chance and counting add to it."""

    act: str = ""
    given: tuple[str, ...] = ()
    """Names of facts whose values are read from the first event that has a fact of that name."""
    facts: Facts = NO_FACTS
    """The facts that no event gives."""
    meters: Versions = NO_VERSIONS
    """Events of each meter on which this was decided, where the record of the table last said otherwise."""
    program: str = ""
    """The program that decided it, where the record of the table last named another."""
    table: str = ""
    """The table at which it was asked, if the record is the stream of a meter."""
    table_version: int = 0
    """The number of events of that table before it."""

    def noting(self, notes: "RecordedAct") -> "RecordedAct":
        """Return the same act, with the program and the versions of meters that are noted with it."""
        return self._replace(meters=notes.meters, program=notes.program) if notes.meters or notes.program else self

    def with_notes(self, later: "RecordedAct") -> "RecordedAct":
        """Return what is noted after a later act."""
        return self._replace(meters={**self.meters, **later.meters}, program=later.program or self.program)

    def to_json(self) -> dict[str, object]:
        """Return it as JSON. Whatever is empty is left out."""
        content: dict[str, object] = {}
        if self.act:
            content["act"] = self.act
        if self.given:
            content["given"] = " ".join(self.given)
        if self.facts:
            content["facts"] = {name: encode_fact(fact) for name, fact in self.facts.items()}
        if self.meters:
            content["meters"] = dict(self.meters)
        if self.program:
            content["program"] = self.program
        if self.table:
            content |= {"table": self.table, "version": self.table_version}
        return content

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Read what was asked. Anything of another type is malformed."""
        if type(content) is dict and content.keys() <= _ACT_AND_GIVEN:  # as of nearly every command
            if not content:
                return DUE_STEP  # type: ignore[return-value]  # it has no subclasses
            act, given = content.get("act", ""), content.get("given", "")
            if type(act) is type(given) is str:
                return _act_with_given(act, given)  # type: ignore[return-value]  # it has no subclasses
        is_misshapen = not isinstance(content, Mapping)
        for name in () if is_misshapen else content:
            if name in _TYPES and not isinstance(content[name], _TYPES[name]):
                is_misshapen = True
        if is_misshapen:
            allowed = ", ".join(_TYPES)
            raise Malformed(
                "a record does not say what was asked", code="record.asked", given=str(content)[:80], allowed=allowed
            )
        facts = content.get("facts")
        return cls(
            content.get("act", ""),
            tuple(content.get("given", "").split()),
            {name: decode_fact(fact) for name, fact in facts.items()} if facts else NO_FACTS,
            content.get("meters", NO_VERSIONS),
            content.get("program", ""),
            content.get("table", ""),
            content.get("version", 0),
        )


_TYPES: Mapping[str, type] = {
    "act": str,
    "given": str,
    "facts": dict,
    "meters": dict,
    "program": str,
    "table": str,
    "version": int,
}
"""What a record of an act may have."""
DUE_STEP = RecordedAct()
_ACT_AND_GIVEN = frozenset(("act", "given"))


@lru_cache(maxsize=1024)
def _act_with_given(act: str, given: str) -> RecordedAct:
    """Return an act all of whose facts are read from events. There are few of them, and they are read again and again."""
    return RecordedAct(act, tuple(given.split()))


def record_act(command: Command, events: Sequence[Event]) -> RecordedAct:
    """Return what has to be recorded of a command beside its events, its time and its actor."""
    given: list[str] = []
    others: dict[str, object] = {}
    for name, fact in command.facts.items():
        if _is_same(find_fact(events, name), fact):
            given.append(name)
        else:
            others[name] = fact
    return RecordedAct(command.act, tuple(given), others or NO_FACTS)


def _is_same(found: object, fact: object) -> bool:
    """Compare as JSON: a card equals the number by which it is known, and is something else."""
    if type(found) is not type(fact) or found != fact:
        return False
    return type(fact) in PLAIN_FACTS or encode_fact(found) == encode_fact(fact)


def find_fact(events: Iterable[Event], name: str) -> object:
    """Return a fact of the first event that has one of this name; None if there is none."""
    for event in events:
        facts = event.facts
        if name in facts:
            return facts[name]
    return None


def recorded_facts(record: RecordedAct, events: Sequence[Event]) -> Facts:
    """Return the facts of a recorded command. A fact that its events should give and do not is malformed."""
    facts = dict(record.facts)
    for name in record.given:
        for event in events:
            if name in event.facts:
                facts[name] = event.facts[name]
                break
        else:
            raise Malformed(
                f"the record says that an event gives {name!r} of {record.act}, and none does",
                code="record.fact",
                given=", ".join(event.kind for event in events),
                allowed=f"an event with {name!r}",
            )
    return facts


_CARDLESS = frozenset((*PLAIN_FACTS, Cents))
"""Types of which nearly all facts are. Neither is a card, nor has one in it."""


def has_card(fact: object) -> bool:
    """Return whether a fact names a card somewhere. Such a fact may be a secret."""
    kind = type(fact)
    if kind in _CARDLESS:
        return False
    if isinstance(fact, Mapping):
        parts: Iterable[object] = [part for pair in fact.items() for part in pair if type(part) not in _CARDLESS]
    elif isinstance(fact, tuple | list):
        parts = [part for part in fact if type(part) not in _CARDLESS]
    else:
        return kind is Card
    return any(map(has_card, parts))

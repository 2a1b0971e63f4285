"""Compare what is recorded of a command with what the rules give: money first, then procedure, then clauses and words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import zip_longest

from houseway.citation import Citation
from houseway.errors import HousewayError
from houseway.events import Event, encode_fact
from houseway.events.schemas import FIRST_SCHEMA, SCHEMA, current_schema
from houseway.explanation.words import describe_event
from houseway.ledger import MONEY_MOVED, Transfer, share_transfer
from houseway.money import Cents
from houseway.table import Decision

NOTHING = "nothing"
_WORDS = frozenset(("note", "why", "said", "words", "reading", "readings"))
"""Facts that say something in words and decide nothing."""


class Level(StrEnum):
    """What a difference is about, the gravest first."""

    MONEY = "money"
    PROCEDURE = "procedure"
    CITATION = "citation"


@dataclass(frozen=True, slots=True)
class Difference:
    """Where a record is not what the rules give."""

    level: Level
    recorded: str
    expected: str
    clauses: tuple[Citation, ...] = ()
    owed: Mapping[str, int] = field(default_factory=dict)
    """Cents that each account would have more by the rules than by the record. Less is negative."""
    event: int = 0
    """The place of the first event that differs, among the command's own."""
    kind: str = ""
    """The kind of event that differs."""
    expected_events: tuple[Event, ...] | None = None
    """All events of the table that the rules give; None if they do not allow the command."""
    recorded_count: int = 0
    """The number of events of the table that are recorded of the command."""


Raw = Iterable[Mapping[str, object]]


def are_same(events: Sequence[Event], expected: Sequence[Event]) -> bool:
    """Return whether a record is what the rules give. Its transfers are then read as those that were decided."""
    if len(events) != len(expected):
        return False
    unread: list[tuple[Event, Event]] = []
    for given, wanted in zip(events, expected, strict=True):  # as `==` does it, without a call for each
        if given.kind != wanted.kind or given.clauses != wanted.clauses:
            return False
        if given.kind == MONEY_MOVED:
            if share_transfer(given, wanted):
                continue
            unread.append((given, wanted))
        if given.facts != wanted.facts:
            return False
    for given, wanted in unread:  # a fact of another type, such as true for 1, is refused
        Transfer.from_event(given, Transfer.from_event(wanted))
    return True


def compare_decision(
    events: tuple[Event, ...],
    meter_events: Sequence[tuple[str, Event]],
    decided: Decision,
    raw: Raw = (),
    is_old: bool = False,
) -> Difference | None:
    """Return the gravest difference between a record and a decision; None if they agree. What an earlier program recorded `is_old`:
    it lacks facts that events have got since."""
    expected, at_meters = decided
    if events == expected and tuple(meter_events) == tuple(at_meters):
        return None
    tables, meters = _paired(events, expected, raw, is_old), _paired_at_meters(meter_events, at_meters, is_old)
    unequal = [(place, pair) for place, pair in enumerate((*tables, *meters)) if not pair.is_same]
    if not unequal:
        return None
    owed = _owed(events, expected)
    is_reordered = all(pair.is_same for pair in meters) and _is_reordered(events, expected)
    money = [] if is_reordered else [each for each in unequal if each[1].is_about_money]
    if owed or money:
        place, pair = (money or unequal)[0]
        found = _difference(Level.MONEY, place, pair, owed)
    else:
        facts = [each for each in unequal if not each[1].differs_in_words_only]
        place, pair = (facts or unequal)[0]
        found = _difference(Level.PROCEDURE if facts else Level.CITATION, place, pair, owed)
    return replace(found, expected_events=expected, recorded_count=len(events))


def refused_difference(events: Sequence[Event], refusal: HousewayError) -> Difference:
    """Return the difference of a record whose command is not allowed."""
    first = events[0] if events else None
    return Difference(
        Level.MONEY if any(event.kind == MONEY_MOVED for event in events) else Level.PROCEDURE,
        describe_event(first) if first is not None else NOTHING,
        f"it is not allowed: {refusal.message}",
        tuple(Citation(clause) for clause in refusal.clauses),
        _owed(events, ()),
        kind=first.kind if first is not None else "",
    )


@dataclass(frozen=True, slots=True)
class _Pair:
    """A recorded event and the one that the rules give in its place."""

    recorded: Event | None
    expected: Event | None
    names: frozenset[str] | None = None
    """The facts of the schema in which it was recorded, if that is an earlier one."""

    @property
    def is_same(self) -> bool:
        recorded, expected = self.recorded, self.expected
        if recorded is None or expected is None or recorded.kind != expected.kind:
            return False
        return not self.differing_facts() and set(recorded.clauses) == set(expected.clauses)

    def differing_facts(self) -> list[str]:
        assert self.recorded is not None
        assert self.expected is not None
        given, wanted = self.recorded.facts, self.expected.facts
        names = {*given, *wanted} if self.names is None else self.names
        return [name for name in sorted(names) if not _is_same_fact(name, given, wanted)]

    @property
    def differs_in_words_only(self) -> bool:
        """Return whether it is the same act, with other clauses or words."""
        recorded, expected = self.recorded, self.expected
        if recorded is None or expected is None or recorded.kind != expected.kind:
            return False
        return all(name in _WORDS or _is_about_clauses(expected.facts.get(name)) for name in self.differing_facts())

    @property
    def is_about_money(self) -> bool:
        recorded, expected = self.recorded, self.expected
        if recorded is None or expected is None or recorded.kind != expected.kind:
            return any(each is not None and _holds_money(each) for each in (recorded, expected))
        return any(
            _is_money(recorded.facts.get(name)) or _is_money(expected.facts.get(name)) for name in self.differing_facts()
        )


def _is_reordered(events: Sequence[Event], expected: Sequence[Event]) -> bool:
    """Return whether the same events are recorded in another order."""
    left = list(expected)
    for event in events:
        if event not in left:
            return False
        left.remove(event)
    return not left


def _paired(events: Sequence[Event], expected: Sequence[Event], raw: Raw, is_old: bool) -> list[_Pair]:
    names = [_recorded_names(each) for each in raw]
    pairs = zip_longest(events, expected, names[: len(events)])
    return [_Pair(given, wanted, known or _known_names(given, is_old)) for given, wanted, known in pairs]


def _known_names(recorded: Event | None, is_old: bool) -> frozenset[str] | None:
    return frozenset(recorded.facts) if is_old and recorded is not None else None


def _recorded_names(raw: Mapping[str, object]) -> frozenset[str] | None:
    """Return the facts that an event of an earlier schema has; None for one of today's."""
    facts, kind = raw.get("facts"), str(raw.get("kind"))
    is_current = raw.get(SCHEMA, FIRST_SCHEMA) == current_schema(kind)
    return None if is_current or not isinstance(facts, Mapping) else frozenset(facts)


def _paired_at_meters(
    recorded: Iterable[tuple[str, Event]], expected: Iterable[tuple[str, Event]], is_old: bool
) -> list[_Pair]:
    """Pair the events of each meter. In which order several meters follow one command is not recorded."""
    streams: dict[str, tuple[list[Event], list[Event]]] = {}
    for side, events in enumerate((recorded, expected)):
        for meter, event in events:
            streams.setdefault(meter, ([], []))[side].append(event)
    pairs = [pair for given, wanted in streams.values() for pair in zip_longest(given, wanted)]
    return [_Pair(given, wanted, _known_names(given, is_old)) for given, wanted in pairs]


def _is_same_fact(name: str, given: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    if (name in given) != (name in wanted):
        return False
    left, right = given[name], wanted[name]
    if left == right or encode_fact(left) == encode_fact(right):
        return True
    return name == "clauses" and set(left) == set(right)  # type: ignore[call-overload]


def _is_about_clauses(fact: object) -> bool:
    if isinstance(fact, tuple | list):
        return all(_is_about_clauses(part) for part in fact)
    return isinstance(fact, Citation)


def _holds_money(event: Event) -> bool:
    return event.kind == MONEY_MOVED or any(_is_money(fact) for fact in event.facts.values())


def _is_money(fact: object) -> bool:
    """Return whether a fact is an amount, or has one in it."""
    if isinstance(fact, Mapping):
        return any(_is_money(part) for part in fact.values())
    if isinstance(fact, tuple | list):
        return any(_is_money(part) for part in fact)
    return isinstance(fact, Cents | Fraction)


def _owed(events: Iterable[Event], expected: Iterable[Event]) -> dict[str, int]:
    """Return what each account would have more by the rules."""
    owed: Counter[str] = Counter()
    for sign, moved in ((-1, events), (1, expected)):
        for event in moved:
            if event.kind == MONEY_MOVED:
                amount = event.cents("amount").amount
                owed[event.text("source")] -= sign * amount
                owed[event.text("target")] += sign * amount
    return {account: cents for account, cents in sorted(owed.items()) if cents}


def _difference(level: Level, place: int, pair: _Pair, owed: Mapping[str, int]) -> Difference:
    recorded, expected = pair.recorded, pair.expected
    named = expected or recorded
    assert named is not None
    left, right = (_describe(each, level, pair) for each in (recorded, expected))
    return Difference(level, left, right, named.clauses, owed, place, named.kind)


def _describe(event: Event | None, level: Level, pair: _Pair) -> str:
    """Describe one side: in words, and where these are the same, by the facts that differ."""
    if event is None:
        return NOTHING
    said = describe_event(event)
    other = pair.expected if event is pair.recorded else pair.recorded
    if other is None or describe_event(other) != said:
        return said
    if level is Level.CITATION and set(event.clauses) != set(other.clauses):
        return f"{said} [{', '.join(clause.clause for clause in event.clauses) or 'no clause'}]"
    facts = event.facts
    details = [f"{name} {encode_fact(facts[name])}" if name in facts else f"no {name}" for name in pair.differing_facts()]
    return f"{said} ({'; '.join(details)})"

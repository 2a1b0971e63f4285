"""A completed round as somebody saw it: event by event, and as a report."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from houseway.cards import Card
from houseway.equipment.disclosure import with_unknown_order
from houseway.events import Actor, Event, Role
from houseway.explanation.report import RoundReport, report_round
from houseway.explanation.words import describe_event, wager_titles
from houseway.ledger import MONEY_MOVED
from houseway.review import Level
from houseway.service.clock import MILLISECONDS
from houseway.service.records.rounds import RoundCommand, StoredRound
from houseway.table import Table, redact_event
from houseway.table.context import round_context
from houseway.table.state import evolve_all

_NOT_IN_REPLAY = frozenset(("meters",))
"""Parts of a view that are not known any more: what the meters showed at each moment."""


_PHASES: Mapping[str, tuple[str, ...]] = {
    "Table": ("round-started",),
    "Wagers": ("wager-placed", "bank-offered"),
    "Deal": ("betting-closed",),
    "Decisions": ("hand-folded", "hand-set", "help-asked", "play-decided", "player-checked", "wager-surrendered"),
    "Settlement": ("base-voided", "dealer-done", "dealer-turned", "hand-exposed", "round-voided"),
}
"""The events with which each part of a round begins, in the order of the parts, by which people find their way in its record."""


@dataclass(frozen=True, slots=True)
class Perspective:
    """The perspective of a replay: a person's capacity at the table, or the whole record."""

    actor: Actor
    whole: bool = False
    """Every fact whose seal is open, for those who check the house."""

    def actor_at(self, table: Table) -> Actor:
        """Return the actor; a player is the bank while he banks."""
        actor = self.actor
        if actor.role is Role.PLAYER and actor.name:
            banks = table.game.bank.position(table.round) in table.positions_of(actor.name)
            return Actor(Role.BANK, actor.name) if banks else actor
        return actor


@dataclass(frozen=True, slots=True)
class ReplayedEvent:
    number: int
    """Its version in the table's stream."""
    event: Event
    words: str
    view: Mapping[str, object]
    """The parts of the view that the event has changed."""


@dataclass(frozen=True, slots=True)
class ReplayedCommand:
    """A command of the round as somebody saw it."""

    at: int
    by: Actor
    events: tuple[ReplayedEvent, ...]


@dataclass(frozen=True, slots=True)
class SeenFinding:
    """Where the record of a round is not what the rules give, as far as somebody may know it."""

    level: Level
    event: int
    """The version of the first event that differs."""
    act: str
    recorded: str
    """In words; empty if one may not know it."""
    expected: str
    """What the rules give, in words."""
    clauses: tuple[str, ...]
    owed: Mapping[str, int]
    """Cents by account: what it would have more by the rules."""


def replay_round(read: StoredRound, perspective: Perspective) -> Iterator[ReplayedCommand]:
    """Yield the commands of a round from a perspective, with what was seen after each event."""
    titles, views = wager_titles(read.end.rules.regulation), _ChangingView(perspective)
    for each in read.commands:
        changes = views.changes(each)
        events = tuple(
            ReplayedEvent(each.first + place, event, describe_event(event, each.after.seats, titles), changed)
            for place, (event, changed) in enumerate(zip(events_as_seen(each, perspective), changes, strict=True))
        )
        yield ReplayedCommand(each.command.at, each.command.by, events)


class _ChangingView:
    """The view of a round, event by event, in the parts that change."""

    def __init__(self, perspective: Perspective) -> None:
        self._perspective, self._seen, self._face_down = perspective, dict[str, object](), FaceDownCards()

    def changes(self, each: RoundCommand) -> Iterator[dict[str, object]]:
        table: Table | None = each.before
        for event, opened in zip(each.command.events, each.open_events, strict=True):
            table = evolve_all(table, (event,))
            assert table is not None, "a round is played at a table"
            view = view_as_seen(table, each.command.at, self._perspective)
            if self._perspective.whole:
                self._face_down.add((opened,))
                view = {**view, "face_down": self._face_down.on_layout(view)}
            yield {name: part for name, part in view.items() if name not in self._seen or self._seen[name] != part}
            self._seen = view


class FaceDownCards:
    """The cards that the house has dealt, from facts whose seals are open. Nobody at the table saw them all."""

    def __init__(self) -> None:
        self._cards: dict[int | str, tuple[Card, ...]] = {}
        self._settings: dict[int | str, Mapping[str, tuple[Card, ...]]] = {}

    def add(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if event.kind == "cards-dealt":
                common: dict[int | str, tuple[Card, ...]] = {
                    name: event.cards(name) for name in ("board", "box") if event.facts.get(name)
                }
                self._cards = {**event.table("hands", {}), **common}
            if event.kind in ("hand-set", "hand-reset") and event.facts.get("high"):
                self._settings[event.position] = {"high": event.cards("high"), "low": event.cards("low")}

    def on_layout(self, view: Mapping[str, Any]) -> dict[str, object]:
        """Return the cards of every place that still has cards; of hands that are set, also the setting."""
        places = view.get("dealt", {})
        return {
            "cards": {place: cards for place, cards in self._cards.items() if place in places},
            "settings": {place: halves for place, halves in self._settings.items() if place in places},
        }


def findings_as_seen(read: StoredRound, perspective: Perspective) -> Iterator[SeenFinding]:
    """Yield what was found when the round was decided again. Payments are known to everybody; whatever else differs may be about
    cards that somebody did not see."""
    for finding in read.findings:
        difference = finding.difference
        is_told = perspective.whole or difference.kind == MONEY_MOVED
        recorded, expected = (difference.recorded, difference.expected) if is_told else ("", "")
        yield SeenFinding(finding.level, finding.event, finding.act, recorded, expected, difference.clauses, difference.owed)


def view_as_seen(table: Table, at: int, perspective: Perspective) -> dict[str, object]:
    """Return what somebody saw of a table at a time in milliseconds."""
    context = round_context(table, at // MILLISECONDS)
    view = table.game.view(context, perspective.actor_at(table))
    return {name: part for name, part in view.items() if name not in _NOT_IN_REPLAY}


def events_as_seen(each: RoundCommand, perspective: Perspective) -> Iterator[Event]:
    """Yield the events of a command with the facts that somebody may know."""
    if perspective.whole:
        yield from each.open_events
        return
    context = round_context(each.after, each.command.at // MILLISECONDS)
    actor = perspective.actor_at(each.after)
    yield from (redact_event(context, actor, event) for event in each.command.events)


def commands_by_the_rules(read: StoredRound) -> Iterator[RoundCommand]:
    """Yield the commands of a round with what the rules give, where the record is otherwise."""
    expected = {finding.version: finding.difference.expected_events for finding in read.findings}
    for each in read.commands:
        events = expected.get(each.first - 1)
        yield each if events is None else _as_the_rules_give(each, events)


def _as_the_rules_give(each: RoundCommand, expected: tuple[Event, ...]) -> RoundCommand:
    """Return a command with the events that the rules give. The next round, which the last one begins, is left out."""
    ends = next((place for place, event in enumerate(expected) if event.kind == "round-started"), None)
    events = expected[:ends]
    opened = tuple(map(with_unknown_order, events))
    return replace(each, command=each.command._replace(events=events), open_events=opened)


def report_as_seen(read: StoredRound, perspective: Perspective) -> RoundReport:
    """Report a round from what somebody has heard and seen of it, with the reasons for every cent. Where the record is not what the
    rules give, the report is of what they give."""
    heard: list[Event] = []
    settings: dict[int, Mapping[str, tuple[Card, ...]]] = {}
    cards: dict[int, tuple[Card, ...]] = {}
    for each, by_rules in zip(read.commands, commands_by_the_rules(read), strict=True):
        heard += events_as_seen(by_rules, perspective)
        if each is not read.commands[-1]:  # the last command has begun the next round
            view: Mapping[str, Any] = view_as_seen(each.after, each.command.at, perspective)
            settings |= view.get("settings", {})
            cards |= view["cards"]
    rules = read.begin.rules
    return report_round(heard, rules, read.seats, settings=settings, cards=cards, meter_events=read.meter_events)


def phase_of(events: Iterable[Event], before: str) -> str:
    """Return the part of a round in which a command is. A round never goes back to an earlier part."""
    names = ["", *_PHASES]
    kinds = {event.kind for event in events}
    reached = [name for name, beginnings in _PHASES.items() if kinds.intersection(beginnings)]
    return max([before, *reached], key=names.index)

"""The last events of a table, each encoded once for all viewers who may see the same of it."""

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice

from houseway.disclosure import Viewer as EventViewer
from houseway.events import Actor, Event
from houseway.explain.words import ANNOUNCED_KINDS, describe_event
from houseway.games.round_context import RoundContext
from houseway.service.feed.encoding import ReplaceIds, Text, facts_content, to_text
from houseway.service.feed.moment import TableMoment, titles_under
from houseway.store import RecordedCommand
from houseway.table import Table, redact_event
from houseway.table.context import round_context
from houseway.table.disclosure import disclosures_of, event_viewer
from houseway.table.state import evolve_all

SEATING = frozenset(("table-opened", "player-seated", "player-got-up", "area-given-up", "rules-amended"))
"""Events after which other people sit at the table, or other rules hold."""


class FeedEvent:
    """An event with its number, and what people are sent of it."""

    __slots__ = ("_context", "_for_all", "_stand_in", "_texts", "at", "event", "number")

    def __init__(self, number: int, event: Event, by: Actor, at: int, context: RoundContext) -> None:
        """The context is the one that the event's command has led to: it says whose hand the event is about."""
        self.number, self.event, self.at, self._context, self._stand_in = number, event, at, context, by.stand_in
        self._texts: dict[EventViewer, Text] = {}
        public = disclosures_of(context.rules.game)[event.kind].public
        self._for_all: Text | None = "" if public and set(public).issuperset(event.facts) else None
        """The text for everybody, once it is encoded; None if not everybody is told the same."""

    @property
    def is_public(self) -> bool:
        """Whether all viewers see the same of it, wherever they sit."""
        return self._for_all is not None

    def text_for(self, actor: Actor, with_names: ReplaceIds) -> Text:
        """Return the event as somebody may know it. Of the house's own records others learn no more than a number."""
        if self._for_all is None:
            viewer = event_viewer(self._context, actor, self.event)
            if viewer not in self._texts:
                self._texts[viewer] = self._encode(actor, viewer, with_names)
            return self._texts[viewer]
        if not self._for_all:
            self._for_all = self._encode(actor, event_viewer(self._context, actor, self.event), with_names)
        return self._for_all

    def _encode(self, actor: Actor, viewer: EventViewer, with_names: ReplaceIds) -> Text:
        if not viewer.staff and self._is_house_record():
            return to_text({"number": self.number, "skip": True})
        event = redact_event(self._context, actor, self.event)
        titles = titles_under(self._context.rules)
        words = with_names(describe_event(event, self._context.seats, titles))
        content = {"number": self.number, "at": self.at, "kind": event.kind, "words": words}
        if self._stand_in:
            content |= {"words": f"{words} (by the {self._stand_in})", "stand_in": self._stand_in}
        if event.kind in ANNOUNCED_KINDS:
            content["announced"] = True
        return to_text({**content, "facts": facts_content(event.facts), "clauses": list(event.clauses)})

    def _is_house_record(self) -> bool:
        """Return whether all facts of such events are for the staff."""
        declared = disclosures_of(self._context.rules.game)[self.event.kind]
        return bool(declared.staff) and not (declared.public or declared.own_hand or declared.sealed)


def record_turn(before: Table, after: TableMoment, commands: Sequence[RecordedCommand]) -> Iterator[FeedEvent]:
    """Record the events of a turn, each with the table that its command has led to."""
    number = before.version
    seating = not is_seating_same(event for command in commands for event in command.events)
    table: Table | None = before
    for command in commands:
        table = evolve_all(table, command.events) if seating else after.table
        assert table is not None
        context = round_context(table, after.seconds, after.meters)
        for event in command.events:
            number += 1
            yield FeedEvent(number, event, command.by, command.at, context)


def is_seating_same(events: Iterable[Event]) -> bool:
    """Return whether nobody sat down or got up during these events, and no rules were amended: then people may know of them today
    what they might know at the time."""
    return not any(event.kind in SEATING for event in events)


class RecentEvents:
    """The last events of a table, up to a limit."""

    def __init__(self, version: int, limit: int) -> None:
        """The table has `version` events, none of which is kept here."""
        self._events: deque[FeedEvent] = deque(maxlen=limit)
        self.version = version

    def add(self, events: Iterable[FeedEvent]) -> None:
        for event in events:
            self._events.append(event)
            self.version = event.number

    @property
    def first(self) -> int:
        """Return the number of the first event that is kept, or will be."""
        return self.version - len(self._events) + 1

    def after(self, number: int) -> list[FeedEvent] | None:
        """Return the events after a number; None if some of them are no longer kept."""
        missing = self.version - number
        if not 0 <= missing <= len(self._events):
            return None
        return list(islice(reversed(self._events), missing))[::-1]  # from the end: mostly only a few are missing

    def of_kinds(self, kinds: Collection[str]) -> list[FeedEvent]:
        """Return the kept events of some kinds."""
        return [each for each in self._events if each.event.kind in kinds]

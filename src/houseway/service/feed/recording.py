"""The last events of a table, each encoded once for all viewers who may see the same of it."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby, islice
from operator import attrgetter
from typing import NamedTuple

from houseway.events import Actor, Event
from houseway.explanation.words import describe_event, is_announced
from houseway.games.round_context import RoundContext
from houseway.service.feed.moment import STAFF, TableMoment, titles_under
from houseway.service.messages.encoding import ReplaceIds, Text, facts_content, json_text, list_text
from houseway.store import RecordedCommand
from houseway.table import Table, redact_event
from houseway.table.context import round_context
from houseway.table.disclosure import disclosures_of, event_viewer
from houseway.table.state import evolve_all

SEATING = frozenset(("table-opened", "player-seated", "player-got-up", "area-given-up", "rules-amended"))
"""Events after which other people sit at the table, or other rules hold."""

Audience = tuple[bool, bool]
"""The viewers who are sent the same text of an event: whether they are staff, and whether the event is about their own hand."""


class FeedEvent:
    """An event with its number, and what people are sent of it."""

    __slots__ = (
        "_context",
        "_is_house_record",
        "_public_text",
        "_stand_in",
        "_texts",
        "at",
        "event",
        "is_about_hand",
        "is_public",
        "number",
    )

    def __init__(self, number: int, event: Event, by: Actor, at: int, context: RoundContext) -> None:
        """The context is that after the event's command. It says whose hand the event is about."""
        self.number, self.event, self.at, self._context, self._stand_in = number, event, at, context, by.stand_in
        self._public_text: Text = ""
        """What everybody is sent, if all viewers see the same of it."""
        self._texts: dict[Audience, Text] | None = None
        """What different viewers are sent, if not."""
        known, own_hand, self._is_house_record = _disclosed_facts(context.rules.game)[event.kind]
        self.is_public = bool(known) and known.issuperset(event.facts)
        """Whether all viewers see the same of it, wherever they sit."""
        self.is_about_hand = not (self.is_public or own_hand.isdisjoint(event.facts))
        """Whether the player whose hand it is about sees more of it than the other players."""

    def text_for(self, actor: Actor, with_names: ReplaceIds) -> Text:
        """Return the event as somebody may know it. Of the house's own records others learn no more than a number."""
        if self.is_public:
            if not self._public_text:
                self._public_text = self._encode(actor, with_names)
            return self._public_text
        if self._texts is None:
            self._texts = {}
        audience = self._audience_of(actor)
        text = self._texts.get(audience)
        if text is None:
            text = self._texts[audience] = self._encode(actor, with_names)
        return text

    def _audience_of(self, actor: Actor) -> Audience:
        """Return the audience that somebody belongs to."""
        owns_hand = self.is_about_hand and event_viewer(self._context, actor, self.event).owns_hand
        return actor.role in STAFF, owns_hand

    def _encode(self, actor: Actor, with_names: ReplaceIds) -> Text:
        if self._is_house_record and actor.role not in STAFF:
            return json_text({"number": self.number, "skip": True})
        event = self.event if self.is_public else redact_event(self._context, actor, self.event)
        titles = titles_under(self._context.rules)
        words = with_names(describe_event(event, self._context.seats, titles))
        content = {"number": self.number, "at": self.at, "kind": event.kind, "words": words}
        if self._stand_in:
            content |= {"words": f"{words} (by the {self._stand_in})", "stand_in": self._stand_in}
        if is_announced(event):
            content["announced"] = True
        return json_text({**content, "facts": facts_content(event.facts), "clauses": list(event.clauses)})


class _DisclosedFacts(NamedTuple):
    """What a declaration says about one kind of event, as it is asked of every event."""

    public: frozenset[str]
    own_hand: frozenset[str]
    is_house_record: bool
    """Whether all facts are for the staff."""


@cache
def _disclosed_facts(game: str) -> Mapping[str, _DisclosedFacts]:
    return {
        kind: _DisclosedFacts(
            frozenset(each.public),
            frozenset(each.own_hand),
            bool(each.staff) and not (each.public or each.own_hand or each.sealed),
        )
        for kind, each in disclosures_of(game).items()
    }


class EncodedEvents:
    """Events as the staff or as all others are sent them. They differ only in what is about somebody's own hand, so that everything
    else is put together once."""

    def __init__(self, events: Sequence[FeedEvent], actor: Actor, with_names: ReplaceIds) -> None:
        self._parts: list[Text | FeedEvent] = []
        """Texts that are the same for all of them, and events about somebody's hand."""
        for is_about_hand, group in groupby(events, attrgetter("is_about_hand")):
            if is_about_hand:
                self._parts += group
            else:
                self._parts.append(",".join([event.text_for(actor, with_names) for event in group]))
        self.is_same_for_all = not any(event.is_about_hand for event in events)

    def text_for(self, actor: Actor, with_names: ReplaceIds) -> Text:
        return list_text([part if isinstance(part, str) else part.text_for(actor, with_names) for part in self._parts])


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
    def first_number(self) -> int:
        """Return the number of the first event that is kept, or will be."""
        return self.version - len(self._events) + 1

    def events_after(self, number: int) -> list[FeedEvent] | None:
        """Return the events after a number; None if some of them are no longer kept."""
        missing = self.version - number
        if not 0 <= missing <= len(self._events):
            return None
        return list(islice(reversed(self._events), missing))[::-1]  # from the end: mostly only a few are missing

    @property
    def kept_events(self) -> Iterable[FeedEvent]:
        return self._events

    def announced_events(self) -> list[FeedEvent]:
        """Return the kept events that were called out."""
        return [each for each in self._events if is_announced(each.event)]

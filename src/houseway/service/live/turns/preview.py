"""What a command would lead to, decided without storing anything.

A preview must not reveal a card before the act does: somebody could ask again and again, and then act differently. So
only acts whose consequences do not come from hidden cards are shown with their events: reports, rulings, corrections, money and
wagers. Cards that the reader does not know are left out even there. Of any other act a preview says only that it would be taken.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from houseway.cards import Card
from houseway.events import Command, Event
from houseway.explanation.meter_words import with_meter_name
from houseway.explanation.words import describe_event, wager_titles
from houseway.progressive import ProgressiveMeter
from houseway.service.live.turns.seat_money import SeatMoney, money_by_seat
from houseway.table import Table, decide, redact_event
from houseway.table import meters as metering
from houseway.table.acts import ACTS
from houseway.table.context import round_context

_REPORT = "report-"
_RULINGS = ("rule-exposed", "rule-light", "rule-count", "validate")
"""What a floorperson rules in a round. What follows are wagers that go back or stand, whatever the cards are."""
_SHOWN_ACTS = frozenset((*ACTS, *metering.ROLES, *_RULINGS, "wager", "take-back"))


@dataclass(frozen=True, slots=True)
class Preview:
    """What would follow from a command, as far as its sender may know it beforehand."""

    shown: bool
    """Whether consequences are shown; otherwise only that the command would be taken."""
    events: tuple[Event, ...] = ()
    meter_events: tuple[tuple[str, Event], ...] = ()

    def event_words(self, table: Table) -> tuple[str, ...]:
        """Say what would happen, a line for each event."""
        titles = wager_titles(table.rules.regulation)
        of_meters = (with_meter_name(id_, describe_event(event, table.seats, titles)) for id_, event in self.meter_events)
        return (*(describe_event(event, table.seats, titles) for event in self.events), *of_meters)

    def seat_money(self, table: Table) -> tuple[SeatMoney, ...]:
        """Return what each player would gain or lose in chips."""
        return money_by_seat(table, self.events)


def preview_command(table: Table, command: Command, meters: Mapping[str, ProgressiveMeter]) -> Preview:
    """Decide a command without storing anything, or refuse it as the table would."""
    events, meter_events = decide(table, command, meters)
    if not (command.act in _SHOWN_ACTS or command.act.startswith(_REPORT)):
        return Preview(shown=False)
    context = round_context(table, command.at, meters)
    known = {*cards_in(table.game.view(context, command.by)), *cards_in(command.facts)}

    def as_known(event: Event) -> Event:
        redacted = redact_event(context, command.by, event)
        return Event(redacted.kind, redacted.clauses, {name: _known_part(fact, known) for name, fact in redacted.facts.items()})

    return Preview(True, tuple(map(as_known, events)), tuple((meter, as_known(event)) for meter, event in meter_events))


def cards_in(value: object) -> Iterator[Card]:
    """Yield every card that is anywhere in a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from cards_in(key)
            yield from cards_in(part)
    elif isinstance(value, tuple | list | frozenset):
        for part in value:
            yield from cards_in(part)


def _known_part(fact: object, known: set[Card]) -> object:
    """Return a fact without cards that are not known."""
    if isinstance(fact, Card):
        return fact if fact in known else None
    if isinstance(fact, Mapping):
        return {key: _known_part(part, known) for key, part in fact.items()}
    if isinstance(fact, tuple | list):
        return tuple(_known_part(part, known) for part in fact if not isinstance(part, Card) or part in known)
    return fact

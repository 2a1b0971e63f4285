"""The last rounds of a table as they were asked for, command by command, so that one of them can be written as a round file."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway import progressive
from houseway.events import Command, Event
from houseway.files.rounds.model import StatedAct
from houseway.progressive import ProgressiveMeter
from houseway.review import ReviewedCommand
from houseway.table import Table
from houseway.table.editions import RULES_EVENTS
from houseway.table.meters import meters_drawn_on
from houseway.table.run import MeterEvents
from houseway.table.state import evolve_all

Meters = Mapping[str, ProgressiveMeter]
ROUND_STARTED, ROUND_COMPLETED = "round-started", "round-completed"


@dataclass(slots=True)
class AskedRound:
    """A round with everything that was asked in it."""

    number: int
    start: Table
    """The table as the round began."""
    meters: Meters
    """The meters as it began."""
    at: int
    """When it began, in seconds."""
    submission: str
    """The text of the submission that was in force."""
    house_way: str
    """The text of its house way."""
    acts: list[StatedAct] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    """The events of the table, from the one with which the round began up to that with which the next one begins."""
    meters_after: Meters = field(default_factory=dict)
    is_over: bool = False
    looks_back: bool = False
    """Whether something was asked about the round before."""
    unknown: str = ""
    """Why something that was asked in it is not known."""


class RoundHistory:
    """Takes the commands of a table in order. It keeps the latest round, with those before it that are needed to play it."""

    def __init__(self, last: int | None = None) -> None:
        """Keep the rounds up to a number, or up to the latest."""
        self._last = last
        self.rounds: list[AskedRound] = []
        self._table: Table | None = None
        self._meters: Meters = {}
        self._filed = ("", "")
        self._at = 0

    def record(self, command: Command, events: tuple[Event, ...], meter_events: MeterEvents) -> None:
        """Take a command and fold what followed. It has the form of a recorder, so that a table can be followed as it runs."""
        before = self._meters
        table, meters = evolve_all(self._table, events), dict(before)
        for meter, event in meter_events:
            meters[meter] = progressive.evolve_meter(meters.get(meter), event)
        assert table is not None, "a table opens first"
        self.take(command, command.at, events, table, before, meters)

    def follow(self, reviewed: ReviewedCommand) -> None:
        """Take a command that was decided again."""
        if reviewed.after is not None:
            moved = (reviewed.events, reviewed.after, reviewed.meters_before, reviewed.meters_after)
            self.take(None if reviewed.unknown else reviewed.command, reviewed.at, *moved, reviewed.unknown)

    def take(
        self,
        command: Command | None,
        at: int,
        events: Iterable[Event],
        table: Table,
        meters_before: Meters,
        meters: Meters,
        unknown: str = "",
    ) -> None:
        """Take a command with the table and the meters after it; None if it is `unknown` for a reason."""
        at = max(at, self._at)  # what moved only a meter may not say when
        current = self.rounds[-1] if self.rounds else None
        if current is not None and not (current.is_over and current.number == self._last):
            self._add(current, command, at, tuple(events), meters_before, meters, unknown)
        for event in events:
            if event.kind in RULES_EVENTS:
                self._filed = (event.text("submission"), event.text("house_way"))
            if event.kind == ROUND_STARTED and (self._last is None or event.number("number") <= self._last):
                self._begin(event, table, meters, at)
        self._table, self._meters, self._at = table, meters, at

    def _add(
        self,
        current: AskedRound,
        command: Command | None,
        at: int,
        events: tuple[Event, ...],
        meters_before: Meters,
        meters: Meters,
        unknown: str,
    ) -> None:
        moved = self._moved_elsewhere(current, meters_before)
        if command is None:
            current.unknown = current.unknown or unknown
        else:
            current.acts.append(StatedAct(command.act, command.by, command.facts, at - self._at, moved))
            about = command.facts.get("round")
            current.looks_back = current.looks_back or (isinstance(about, int) and about < current.number)
        current.events += events
        current.meters_after = meters
        current.is_over = current.is_over or any(event.kind == ROUND_COMPLETED for event in events)

    def _moved_elsewhere(self, current: AskedRound, meters: Meters) -> dict[str, Fraction]:
        """Return the meters of the table that other tables have moved since the last command."""
        if meters is self._meters:
            return {}
        drawn = meters_drawn_on(meters, current.start.rules).values()
        return {each.id: each.value for each in drawn if each.id in self._meters and each.value != self._meters[each.id].value}

    def _begin(self, event: Event, table: Table, meters: Meters, at: int) -> None:
        if self.rounds and not self.rounds[-1].looks_back:
            del self.rounds[:-1]
        begun = AskedRound(event.number("number"), table, meters, at, *self._filed, meters_after=meters)
        begun.events.append(event)
        self.rounds.append(begun)

    def find(self, number: int) -> list[AskedRound]:
        """Return a round, after those before it that are needed to play it. It must be among the latest."""
        found: list[AskedRound] = []
        for each in reversed(self.rounds):
            if each.number == number or (found and found[0].looks_back):
                found.insert(0, each)
        return found

"""A running table: it takes commands one after the other, records their events, and keeps them until they are dropped.

This is the only mutable object of the engine.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Self

from houseway import progressive
from houseway.errors import Malformed
from houseway.events import Actor, Command, Event
from houseway.procedure import LegalOption, Step
from houseway.progressive import ProgressiveMeter
from houseway.table.decide import decide, due_step, legal_options
from houseway.table.state import Table, evolve_all

MeterEvents = Sequence[tuple[str, Event]]
Recorder = Callable[[Command, tuple[Event, ...], MeterEvents], None]
"""Records the events of a command before the table shows them. If it raises, the command has not happened."""


class TableRun:
    """Takes commands and appends their events. A refused command changes nothing."""

    def __init__(
        self,
        events: Iterable[Event] = (),
        meters: Mapping[str, ProgressiveMeter] | None = None,
        record: Recorder | None = None,
    ) -> None:
        self.events: list[Event] = list(events)
        self.dropped = 0
        """Number of events that were dropped before those in `events`."""
        self._record = record
        self.meter_events: list[tuple[str, Event]] = []
        self.meters: Mapping[str, ProgressiveMeter] = MappingProxyType(dict(meters or {}))
        """By id. Meters are replaced with every event and never altered, so memoized results stay valid."""
        self._table: Table | None = evolve_all(None, self.events)
        self.at = max((at for event in self.events if isinstance(at := event.facts.get("at"), int)), default=0)
        """The time of the last command."""

    @classmethod
    def from_state(
        cls,
        table: Table,
        meters: Mapping[str, ProgressiveMeter],
        at: int,
        record: Recorder | None = None,
        events: Iterable[Event] = (),
    ) -> Self:
        """Return a run that goes on from a state. `events` are the last of those that led to it."""
        run = cls(meters=meters, record=record)
        run._table, run.at, run.events = table, at, list(events)
        run.dropped = table.version - len(run.events)
        return run

    @property
    def table(self) -> Table:
        assert self._table is not None, "the table is not open"
        return self._table

    def act(self, command: Command) -> tuple[Event, ...]:
        """Decide and append, or refuse and change nothing."""
        at = command.at
        if type(at) is not int:
            raise Malformed(
                "the time of a command must be a whole number of seconds", code="command.time", given=str(at), allowed="seconds"
            )
        if at < self.at:
            raise Malformed(
                f"{command.act} has the time {at}, but the table is already at {self.at}",
                code="command.time",
                given=at,
                allowed=f"{self.at} or later",
            )
        events, meter_events = decide(self._table, command, self.meters)
        table = evolve_all(self._table, events)
        meters = self._evolve_meters(meter_events) if meter_events else self.meters
        if self._record is not None:
            self._record(command, events, meter_events)
        self._table, self.meters, self.at = table, meters, at
        self.events += events
        self.meter_events += meter_events
        return events

    @property
    def version(self) -> int:
        """Return the number of events so far, including those that were dropped."""
        return self.dropped + len(self.events)

    def drop_finished_rounds(self) -> None:
        """Drop the events before the current round. Whoever needs them has recorded them."""
        first = next(place for place in reversed(range(len(self.events))) if self.events[place].kind == "round-started")
        del self.events[:first]
        self.dropped += first
        self.meter_events.clear()

    def _evolve_meters(self, meter_events: MeterEvents) -> Mapping[str, ProgressiveMeter]:
        meters = dict(self.meters)
        for meter, event in meter_events:
            meters[meter] = progressive.evolve_meter(meters.get(meter), event)
        return MappingProxyType(meters)

    def due(self, at: int) -> Step | None:
        assert self._table is not None, "the table is not open"
        return due_step(self._table, at, self.meters)

    def legal(self, actor: Actor, at: int) -> tuple[LegalOption, ...]:
        return legal_options(self.table, actor, at, self.meters)

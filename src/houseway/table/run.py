"""A table that is being run: it takes commands one after the other and keeps every event. The one mutable thing here."""

from collections.abc import Iterable

from houseway import progressive
from houseway.events import Actor, Command, Event
from houseway.games.round import Option, Step
from houseway.progressive import Meter
from houseway.table.decide import Decision, decide, due, legal
from houseway.table.state import Table, evolve_all


class Run:
    """Commands in, events out. A refused command changes nothing."""

    def __init__(self, events: Iterable[Event] = (), meters: dict[str, Meter] | None = None) -> None:
        self.events: list[Event] = []
        self.meter_events: list[tuple[str, Event]] = []
        self.meters: dict[str, Meter] = dict(meters or {})
        self._table: Table | None = None
        self._append(Decision(tuple(events)))

    @property
    def table(self) -> Table:
        assert self._table is not None, "the table is not open"
        return self._table

    def act(self, command: Command) -> tuple[Event, ...]:
        """Decide and append, or refuse and leave all as it was."""
        decision = decide(self._table, command, self.meters)
        self._append(decision)
        return decision.events

    def _append(self, decision: Decision) -> None:
        table = evolve_all(self._table, decision.events)
        if decision.meters:
            meters = dict(self.meters)
            for meter, event in decision.meters:
                meters[meter] = progressive.evolve(meters.get(meter), event)
            self.meters = meters
        self._table = table
        self.events.extend(decision.events)
        self.meter_events.extend(decision.meters)

    def due(self, at: int) -> Step | None:
        return due(self.table, at, self.meters)

    def legal(self, actor: Actor, at: int) -> tuple[Option, ...]:
        return legal(self.table, actor, at, self.meters)

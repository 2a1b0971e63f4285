"""A running table: it takes commands one after the other and keeps every event. This is the only mutable object of the engine."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from operator import itemgetter
from types import MappingProxyType

from houseway import progressive
from houseway.errors import Malformed
from houseway.events import Actor, Command, Event
from houseway.ledger import Ledger
from houseway.procedure import LegalOption, Step
from houseway.progressive import ProgressiveMeter
from houseway.table.decide import decide, due, legal
from houseway.table.meters import ledger_of
from houseway.table.state import Table, evolve_all


class TableRun:
    """Takes commands and appends their events. A refused command changes nothing."""

    def __init__(self, events: Iterable[Event] = (), meters: Mapping[str, ProgressiveMeter] | None = None) -> None:
        self.events: list[Event] = list(events)
        self.meter_events: list[tuple[str, Event]] = []
        self.meters: Mapping[str, ProgressiveMeter] = MappingProxyType(dict(meters or {}))
        """By id. Meters are replaced with every event and never altered, so memoized results stay valid."""
        self._table: Table | None = evolve_all(None, self.events)
        self.at = max((at for event in self.events if isinstance(at := event.facts.get("at"), int)), default=0)
        """The time of the last command."""
        self.given: list[tuple[int, int, Actor]] = []
        """Who gave commands and when: the number of events before, the time, and the actor. One entry covers several commands
        in a row."""

    @property
    def table(self) -> Table:
        assert self._table is not None, "the table is not open"
        return self._table

    def act(self, command: Command) -> tuple[Event, ...]:
        """Decide and append, or refuse and change nothing."""
        at, by = command.at, command.by
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
        events, told = decide(self._table, command, self.meters)
        table = evolve_all(self._table, events)
        if told:
            self._tell_meters(told)
        if not self.given or at != self.at or by != self.given[-1][2]:
            self.given.append((len(self.events), at, by))
        self._table, self.at = table, at
        self.events += events
        return events

    def _tell_meters(self, told: Iterable[tuple[str, Event]]) -> None:
        meters = dict(self.meters)
        for meter, event in told:
            meters[meter] = progressive.evolve_meter(meters.get(meter), event)
        self.meters = MappingProxyType(meters)
        self.meter_events += told

    def command_of(self, version: int) -> tuple[int, Actor]:
        """Return the time and actor behind an event. For events with which the run began, the log has them."""
        place = bisect_right(self.given, version - 1, key=itemgetter(0)) - 1
        if place < 0 or not 0 < version <= len(self.events):
            raise Malformed(
                "no event with this version belongs to this run",
                code="command.unknown",
                given=version,
                allowed=f"up to {len(self.events)}",
            )
        _, at, by = self.given[place]
        return at, by

    def meter_ledger(self, meter: str) -> Ledger:
        """Return the ledger of a meter that was opened in this run."""
        return ledger_of(event for name, event in self.meter_events if name == meter)

    def due(self, at: int) -> Step | None:
        assert self._table is not None, "the table is not open"
        return due(self._table, at, self.meters)

    def legal(self, actor: Actor, at: int) -> tuple[LegalOption, ...]:
        return legal(self.table, actor, at, self.meters)

"""Decide a table again whose meters have streams of their own, as in a store or an export: each command names the versions of the
meters on which it was decided."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Self

from houseway import progressive
from houseway.events import Actor, Event
from houseway.events.command_record import RecordedAct
from houseway.explanation.words import describe_event
from houseway.progressive import ProgressiveMeter
from houseway.review.comparison import NOTHING, Difference, Level
from houseway.review.findings import ReviewFinding
from houseway.review.recorded import RecordedDecision
from houseway.review.table_review import MeterEvents, TableReview
from houseway.table import Table
from houseway.table.meters import meters_drawn_on


class MeterRecord(NamedTuple):
    """One event of a meter, as its stream has it."""

    at: int
    """The time, in the unit of the source."""
    by: Actor
    event: Event
    asked: RecordedAct | None = None
    after: ProgressiveMeter | None = None
    """The meter after it, if that is known."""


class MeterStream:
    """Folds the stream of a meter as far as it is asked to."""

    def __init__(
        self, name: str, records: Iterable[MeterRecord], meter: ProgressiveMeter | None = None, version: int = 0
    ) -> None:
        """Begin with the first record of a meter, or with those after a version."""
        self.name, self.version, self.meter = name, version, meter
        self._records = iter(records)
        self.following = next(self._records, None)
        """The next record, which is not folded yet."""

    def take(self) -> MeterRecord:
        """Fold the next record, and return it."""
        record = self.following
        assert record is not None, "the stream has a further event"
        self.meter = record.after or progressive.evolve_meter(self.meter, record.event)
        self.version += 1
        self.following = next(self._records, None)
        return record


class StreamTableReview(TableReview):
    """Decides a table of a store again. `find_meters` yields all meters of the house with their records."""

    def __init__(self, table: str, find_meters: Callable[[], Iterable[tuple[str, Iterable[MeterRecord]]]]) -> None:
        super().__init__()
        self._id = table
        self._streams = {name: MeterStream(name, records) for name, records in find_meters()}
        self._at = 0
        """The time of the command that is being decided, in the unit of the source."""

    @classmethod
    def of_round(cls, begun: Table, streams: Iterable[MeterStream]) -> Self:
        """Return what decides one round again, from the table as it began and the meters as they stood then."""
        review = cls(begun.id, tuple)
        review.table = begun
        review._streams = {stream.name: stream for stream in streams}
        review.meters = {name: stream.meter for name, stream in review._streams.items() if stream.meter is not None}
        return review

    def begin(self, at: int, asked: RecordedAct | None) -> None:
        """Bring the meters to where they stood when a command was decided."""
        self._at = at
        if asked is not None and not asked.meters and self.table is not None:
            return  # as nearly always
        noted = asked.meters if asked is not None else {}
        for name, version in noted.items():
            if name in self._streams:
                self._advance(self._streams[name], lambda stream, last=version: stream.version < last)  # type: ignore[misc]
        if asked is None or self.table is None:
            self._follow_times(at)

    def finish(self) -> None:
        """Decide what was asked of meters up to the last command at the table, and after it: a log may end before its meters do."""
        super().finish()
        for stream in self._streams.values():
            self._advance(stream, self._is_before_end)

    def _is_before_end(self, stream: MeterStream) -> bool:
        record, table = stream.following, self.table
        if record is None or table is None:
            return False
        asked = record.asked
        is_next = asked is not None and asked.table == self._id and asked.table_version == table.version
        return is_next or record.at <= self._at

    def _follow_times(self, at: int) -> None:
        """Bring all meters to a time: the record does not say on which versions a command was decided."""
        for stream in self._streams.values():
            self._advance(stream, lambda each: each.following is not None and self._is_earlier(each.following, at))

    def _is_earlier(self, record: MeterRecord, at: int) -> bool:
        is_own = record.event.facts.get("table") == self._id
        return record.at < at or (record.at == at and not is_own)

    def _advance(self, stream: MeterStream, goes_on: Callable[[MeterStream], bool]) -> None:
        while stream.following is not None and goes_on(stream):
            record = stream.following
            if record.asked is not None and record.asked.table == self._id and self.table is not None:
                self._decide_at_meter(stream, record)
            else:
                self._find_unfounded(stream, record)
                self._fold(stream)

    def _decide_at_meter(self, stream: MeterStream, record: MeterRecord) -> None:
        """Decide a command that moved nothing but a meter."""
        assert record.asked is not None
        events = ((stream.name, record.event),)
        seconds = record.event.facts.get("at")
        decision = RecordedDecision(
            record.asked.table_version, seconds if isinstance(seconds, int) else 0, record.by, (), events, record.asked
        )
        before, self._at = self._at, record.at
        finding = self.take(decision)
        self._at = before
        if finding is not None:
            self.late.append(finding)

    def _find_unfounded(self, stream: MeterStream, record: MeterRecord) -> None:
        """What a round did to a meter must follow from a command at the table."""
        facts, table = record.event.facts, self.table
        if (
            not self.program
            or facts.get("table") != self._id
            or "round" not in facts
            or table is None
            or record.asked is not None
        ):
            return
        difference = Difference(
            Level.MONEY, f"{stream.name}: {describe_event(record.event)}", NOTHING, record.event.clauses, kind=record.event.kind
        )
        self.late.append(ReviewFinding(self._id, table.number, table.version, "", record.by, record.at, difference))

    def _fold(self, stream: MeterStream) -> MeterRecord:
        record = stream.take()
        assert stream.meter is not None
        self.meters = {**self.meters, stream.name: stream.meter}
        return record

    def read_meter_events(self, recorded: RecordedDecision, decided: MeterEvents | None) -> MeterEvents:
        """Return the next events of the meters that moved, of the kinds that the rules give; all that may be of this command, if
        that is not known. Commands of one turn have the same time, so an event of another kind may be that of a later one."""
        if not recorded.events:
            self._fold(self._streams[recorded.meter_events[0][0]])
            return recorded.meter_events
        return () if decided == () else tuple(self._own_events(recorded, decided))

    def _own_events(self, recorded: RecordedDecision, decided: MeterEvents | None) -> Iterator[tuple[str, Event]]:
        if decided is None:
            for name in self._possible_names():
                while (stream := self._moved(name, recorded)) is not None:
                    yield name, self._fold(stream).event
            return
        for name, expected in decided:
            stream = self._moved(name, recorded)
            if stream is not None and stream.following is not None and stream.following.event.kind == expected.kind:
                yield name, self._fold(stream).event

    def _moved(self, name: str, recorded: RecordedDecision) -> MeterStream | None:
        """Return a meter whose next event may be of a command; None if it is not."""
        stream = self._streams.get(name)
        is_of = stream is not None and stream.following is not None and self._is_of(stream.following, recorded)
        return stream if is_of else None

    def _is_of(self, record: MeterRecord, recorded: RecordedDecision) -> bool:
        return record.asked is None and record.at == self._at and record.by == recorded.by

    def _possible_names(self) -> list[str]:
        """Return the meters of the table, if it is not known which of them a command has moved."""
        return [meter.id for meter in meters_drawn_on(self.meters, self.table.rules).values()] if self.table is not None else []

"""Decide the commands of a log again while it is read."""

from collections.abc import Mapping, Sequence

from houseway.events import Actor, Command, Event
from houseway.events.command_record import RecordedAct
from houseway.files.logs.checking import EventLine
from houseway.files.logs.format import ASKED, METER, SEALED
from houseway.files.referee.check import RefereeCheck
from houseway.review import MeterRecord, RecordedDecision, ReviewFinding, ReviewFollower, StreamTableReview, TableReview

CommandFacts = tuple[int, Actor] | None
UNSIGNED = "a log in the first format says neither when nor by whom a command was given"


class LogReview:
    """Takes the lines of a log with their events, in order. A command is decided again when the next one begins.

    The first event of a command says what was asked. A log of an older program does not: there, the events with one time and one
    actor may be those of several commands, which are derived one after the other.
    """

    def __init__(
        self,
        stream: str,
        meters: Mapping[str, Sequence[MeterRecord]] | None = None,
        follower: ReviewFollower | None = None,
    ) -> None:
        """Begin with the stream of the table. An export has its meters apart, in `meters`."""
        self._apart = StreamTableReview(stream.partition(":")[2], lambda: meters.items()) if meters is not None else None
        self.review: TableReview = self._apart or TableReview()
        self.review.follower = follower
        self.referee: RefereeCheck | None = None
        self.findings: list[ReviewFinding] = []
        self._stream = stream
        self._events: list[Event] = []
        self._raw: list[dict[str, object]] = []
        self._meter_events: list[tuple[str, Event]] = []
        self._asked: RecordedAct | None = None
        self._given: CommandFacts = None
        self._is_sealed = False
        """Whether a fact of the command that is being collected is still sealed: the order of a deck that waits for its round."""
        self._version = 0
        """Events of the table before the command that is being collected."""

    def ask_referee(self) -> None:
        """Let every round be decided by the referee, too."""
        self.referee = RefereeCheck()
        self.review.follower = self.referee.take

    @property
    def reviewed_to(self) -> int:
        """Return the version of the table's last event that was decided again."""
        return self._version

    def add(self, line: EventLine, event: Event, given: CommandFacts) -> None:
        if given is None:
            self._version += line.stream == self._stream
            self.review.counts.undecided[UNSIGNED] += 1
            return
        asked = line.content.get(ASKED)
        if self._apart is not None and line.stream != self._stream:
            return
        is_old = self._asked is None and asked is None
        if (asked is not None or (is_old and given != self._given)) and (self._events or self._meter_events):
            self.flush()
        if not self._events and not self._meter_events:
            self._asked = RecordedAct.from_json(asked) if asked is not None else None
            self._given, self._is_sealed = given, False
        kind, _, name = line.stream.partition(":")
        if line.stream == self._stream:
            self._events.append(event)
            self._raw.append(dict(line.content))
            self._is_sealed = self._is_sealed or SEALED in line.content
        elif kind == METER:
            self._meter_events.append((name, event))

    def finish(self) -> None:
        """Decide again what is left at the end of the log."""
        self.flush()
        self.review.finish()
        self._take_late()

    def flush(self) -> None:
        """Decide again what was collected."""
        while self._events or self._meter_events:
            recorded = self._recorded()
            if self._apart is not None:
                self._apart.begin(recorded.at, self._asked)
            events, moved = len(self._events), len(self._meter_events)
            command = None
            if self._asked is None:
                review = self.review
                derived = review.derivation.derive(recorded, review.table, review.meters, is_whole=False)
                if derived is not None:
                    command, events, moved = derived.command, derived.events, derived.meter_events
            self._take(events, moved, command)

    def _take_late(self) -> None:
        """Take over what was found at meters, and about steps that a round lacks."""
        self.findings += self.review.late
        self.review.late.clear()

    def _recorded(self) -> RecordedDecision:
        assert self._given is not None, "a command was collected"
        at, by = self._given
        events, moved, raw = tuple(self._events), tuple(self._meter_events), tuple(self._raw)
        return RecordedDecision(self._version, at, by, events, moved, self._asked, raw, self._is_sealed)

    def _take(self, events: int, moved: int, command: Command | None) -> None:
        whole = self._recorded()
        part = whole._replace(
            events=whole.events[:events], meter_events=whole.meter_events[:moved], raw=tuple(self._raw[:events])
        )
        finding = self.review.take(part, command)
        self._take_late()
        if finding is not None:
            self.findings.append(finding)
        self._version += events
        del self._events[:events], self._raw[:events], self._meter_events[:moved]
        self._asked = None

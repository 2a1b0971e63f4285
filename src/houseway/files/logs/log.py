"""Read a table's log, round by round. The log is folded from its first event; only one round is in memory at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from houseway import progressive
from houseway.equipment.disclosure import ORDER_EVENTS, with_unknown_order
from houseway.errors import IMPOSSIBLE, HousewayError, Malformed, quote
from houseway.events import Actor, Event, Role
from houseway.events.command_record import RecordedAct
from houseway.explanation.words import describe_event
from houseway.files.logs.checking import CORRUPTED, EventLine, LogLines
from houseway.files.logs.format import ASKED, EDITION, METER, ROUND_STARTED, SEALED, TABLE
from houseway.files.logs.review import LogReview
from houseway.progressive import ProgressiveMeter
from houseway.regulation import add_edition, edition_text, find_named_edition, hash_text, is_known_edition
from houseway.review import MeterRecord, ReviewFinding, ReviewFollower
from houseway.table import Table, evolve
from houseway.table.editions import named_edition
from houseway.table.meters import meters_drawn_on

_IDLE = frozenset((ROUND_STARTED, "player-seated", "player-got-up", "area-given-up", "money-moved", "table-closed"))
"""Kinds of events that happen around rounds. A round that has no others was not played."""
_FOLDED = (f"{TABLE}:", f"{METER}:")
"""The streams of an export that are folded."""
_ROLES = tuple(role.value for role in Role)
CommandFacts = tuple[int, Actor] | None
"""The time and actor behind an event; None if the log does not say."""


@dataclass
class RecordedRound:
    """A round as the log has it."""

    number: int
    first: int
    """The version of its first event."""
    events: list[Event] = field(default_factory=list)
    states: list[Table] = field(default_factory=list, repr=False)
    """The table after each event."""
    command_facts: list[CommandFacts] = field(default_factory=list)
    meter_events: list[tuple[str, Event]] = field(default_factory=list)
    """What was recorded at the meters meanwhile."""
    findings: list[ReviewFinding] = field(default_factory=list)
    """Where the record is not what the rules give, if the log is decided again."""

    @property
    def is_played(self) -> bool:
        return any(event.kind not in _IDLE for event in self.events)

    def events_by_the_rules(self) -> tuple[Event, ...]:
        """Return the events with those that the rules give in the place of recorded ones that differ."""
        events, shift = list(self.events), self.first - 1
        for finding in reversed(self.findings):
            expected, begin = finding.difference.expected_events, finding.version - shift
            if expected is not None and begin >= 0:
                events[begin : begin + finding.difference.recorded_count] = expected
        return tuple(events)

    @property
    def is_finished(self) -> bool:
        return any(event.kind == "round-completed" for event in self.events)


@dataclass(frozen=True, slots=True)
class LogSummary:
    """What a check of all lines found out."""

    rounds: tuple[int, ...]
    """Numbers of the rounds that were played. The last one may be unfinished."""
    events: int
    complete: bool
    """Whether the log ends as it was closed. Otherwise it was interrupted, or cut."""
    sealed_from: int | None = None
    """The version of the table's first event whose facts are still sealed, in an export. It can be replayed up to there."""
    meter_events: tuple[tuple[str, Event], ...] = ()
    """In the first format the meters come last, so they are read in advance."""


def check_log(path: Path) -> LogSummary:
    """Check the form, order, seals and counts of all lines. What the events mean is checked when rounds are read."""
    lines = LogLines(path)
    rounds: list[int] = []
    late_meters: list[tuple[str, Event]] = []
    table, current, sealed_from = "", 0, None
    for line in lines:
        table = table or (line.stream if not lines.is_export or line.stream.startswith(f"{TABLE}:") else "")
        if sealed_from is None and line.stream == table and _is_sealed(line):
            sealed_from = lines.counts[table]
        facts = line.content.get("facts")
        if line.stream != table:
            if lines.is_first_format:
                late_meters.append((line.stream.partition(":")[2], _event_of(lines, line)))
        elif line.starts_round and isinstance(facts, Mapping) and type(facts.get("number")) is int:
            current = facts["number"]
        elif current and line.content.get("kind") not in _IDLE and rounds[-1:] != [current]:
            rounds.append(current)
    return LogSummary(tuple(rounds), lines.counts[table], lines.complete, sealed_from, tuple(late_meters))


def _meters_apart(path: Path) -> dict[str, list[MeterRecord]]:
    """Read what an export says of its meters."""
    records: dict[str, list[MeterRecord]] = {}
    lines = LogLines(path)
    for line in lines:
        if line.stream.startswith(f"{METER}:"):
            asked = line.content.get(ASKED)
            try:
                record = MeterRecord(
                    line.content["at"],
                    Actor.from_json(line.content["by"]),
                    _event_of(lines, line),
                    RecordedAct.from_json(asked) if asked is not None else None,
                )
            except IMPOSSIBLE as error:
                raise _impossible(lines, line) from error
            records.setdefault(line.stream.removeprefix(f"{METER}:"), []).append(record)
    return records


def _is_sealed(line: EventLine) -> bool:
    """Return whether an event cannot be folded yet, because facts of it are sealed. The order of a waiting deck is not needed."""
    return SEALED in line.content and line.content.get("kind") not in ORDER_EVENTS


def _event_of(lines: LogLines, line: EventLine) -> Event:
    """Read the event of a line. Whatever cannot be read is refused with the line."""
    try:
        return Event.from_json(line.content)
    except HousewayError as error:
        raise lines.malformed(error.message, error.facts.get("given", ""), error.facts.get("allowed", "")) from error
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        raise _impossible(lines, line) from error


def _impossible(lines: LogLines, line: EventLine) -> Malformed:
    said = f"the event {quote(line.content.get('kind'))} with these facts is not possible here"
    return lines.malformed(said, quote(line.content.get("facts")), "an event that the table can produce")


class LogReader:
    """Reads a log that `check_log` accepts. Iterate over `rounds` once; then `table` and `meters` are as they were at the end."""

    def __init__(
        self, path: Path, is_decided: bool = False, follower: ReviewFollower | None = None, asks_referee: bool = False
    ) -> None:
        """Check the lines of a log. If it `is_decided` again, `review` has what was found as far as the log was read, and what the
        referee says, if it is asked, too; a `follower` is told of every command."""
        self.summary = check_log(path)
        self.lines = LogLines(path)
        self.stream = ""
        self.review: LogReview | None = None
        self._is_decided, self._follower, self._asks_referee = is_decided, follower, asks_referee
        self._table: Table | None = None
        self.meters: dict[str, ProgressiveMeter] = {}
        self._last_time: int | None = None

    @property
    def table(self) -> Table:
        assert self._table is not None, "the log has not been read"
        return self._table

    def rounds(self) -> Iterator[RecordedRound]:
        """Yield the rounds that were played."""
        recorded: RecordedRound | None = None
        played: list[RecordedRound] = []
        for line, event, given in self.events():
            if line.starts_round:
                if recorded is not None and recorded.is_played:
                    played.append(recorded)
                recorded = self._begin_round(event.number("number"))
            while played and self._is_reviewed(played[0]):
                yield self._with_findings(played.pop(0))
            if recorded is None:
                continue
            if line.stream == self.stream:
                recorded.events.append(event)
                recorded.states.append(self.table)
                recorded.command_facts.append(given)
            elif not self.summary.meter_events and event.facts.get("table", self.table.id) == self.table.id:
                recorded.meter_events.append((line.stream.partition(":")[2], event))
        if recorded is not None and recorded.is_played:
            played.append(recorded)
        yield from map(self._with_findings, played)

    def _is_reviewed(self, recorded: RecordedRound) -> bool:
        """Return whether all of a round was decided again. Its last command begins the next round, too."""
        return self.review is None or self.review.reviewed_to >= recorded.first + len(recorded.events)

    def _with_findings(self, recorded: RecordedRound) -> RecordedRound:
        found = self.review.findings if self.review is not None else ()
        recorded.findings += [finding for finding in found if finding.round == recorded.number]
        return recorded

    def _begin_round(self, number: int) -> RecordedRound:
        at = {"table": self.table.id, "round": number}
        late = [(meter, event) for meter, event in self.summary.meter_events if at.items() <= event.facts.items()]
        return RecordedRound(number, self.lines.counts[self.stream], meter_events=late)

    def events(self) -> Iterator[tuple[EventLine, Event, CommandFacts]]:
        """Yield all events of the table and its meters, folded. An impossible one is refused with its line.

        An export has other streams, too. It ends for its readers where facts are still sealed.
        """
        for line in self.lines:
            if self.lines.is_export and not line.stream.startswith(_FOLDED):
                continue
            if _is_sealed(line):
                self._end_review(line)
                return
            event = _event_of(self.lines, line)
            if SEALED in line.content:
                event = with_unknown_order(event)
            try:
                self._fold(line, event)
            except HousewayError as error:
                if error.code == CORRUPTED:  # already placed
                    raise
                facts = error.facts
                raise self.lines.malformed(error.message, facts.get("given", ""), facts.get("allowed", "")) from error
            except IMPOSSIBLE as error:
                raise _impossible(self.lines, line) from error
            given = self._read_command_facts(line)
            if self._is_decided:
                self._decide_again(line, event, given)
            yield line, event, given
        if self.review is not None:
            self.review.finish()
        self._check_meters()

    def _end_review(self, sealed: EventLine) -> None:
        """Decide the command before a line with sealed facts, if that line begins another one."""
        if self.review is not None and ASKED in sealed.content:
            self.review.flush()

    def _decide_again(self, line: EventLine, event: Event, given: CommandFacts) -> None:
        """Decide a command again when the next one begins."""
        if self.review is None and self.stream:  # an export may begin with the meters
            apart = _meters_apart(self.lines.path) if self.lines.is_export else None
            self.review = LogReview(self.stream, apart, self._follower)
            if not self.lines.is_export:  # of an export, the heading names who has exported it
                self.review.review.program = self.lines.program
            if self._asks_referee:
                self.review.ask_referee()
        if self.review is None:
            return
        try:
            self.review.add(line, event, given)
        except HousewayError as error:
            raise self.lines.malformed(error.message, error.facts.get("given", ""), error.facts.get("allowed", "")) from error

    def _fold(self, line: EventLine, event: Event) -> None:
        kind, _, name = line.stream.partition(":")
        if kind == TABLE and self.stream in ("", line.stream):
            self.stream = line.stream
            if EDITION in line.content:
                self._add_edition(line.content[EDITION], event)
            self._table = evolve(self._table, event)
            describe_event(event)  # an event that cannot be described was not recorded by a table
        elif kind == METER:
            self.meters[name] = progressive.evolve_meter(self.meters.get(name), event)
        else:
            said = f"{line.stream!r} is not a stream of this log"
            raise self.lines.malformed(said, line.stream, f"{self.stream or 'table:NAME'}, meter:NAME")

    def _add_edition(self, content: Any, event: Event) -> None:
        """Make the edition known that comes with an event. If the program has none, its text must be the one that is named."""
        named, text = named_edition(event), edition_text(content)
        is_known, is_other = is_known_edition(*named), bool(named[-1]) and hash_text(text) != named[-1]
        if is_known and (is_other or find_named_edition(*named).edition == named[-1]):
            return  # whoever decides the event again sees whether it names another
        if is_other or add_edition(text).hash != named[1]:
            said = "the edition of the rule book in this line is not the one that the event names"
            raise self.lines.malformed(said, hash_text(text), named[-1])

    def _read_command_facts(self, line: EventLine) -> CommandFacts:
        """Read the time and actor. Time must not run backwards."""
        at, by = line.content.get("at"), line.content.get("by")
        if at is None and by is None:
            return None
        if type(at) is not int:
            raise self.lines.malformed("this line does not say when the event happened", quote(at), "a time in seconds")
        if self._last_time is not None and at < self._last_time:
            said = f"the time of this line, {at}, is earlier than that of the line before, {self._last_time}"
            raise self.lines.malformed(said, at, f"{self._last_time} or later")
        self._last_time = at
        return at, self._read_actor(by)

    def _read_actor(self, by: Any) -> Actor:
        names = [by.get("name"), by.get("stand_in", "")] if isinstance(by, dict) else [None]
        if not all(isinstance(name, str) for name in names) or by.get("role") not in _ROLES:
            raise self.lines.malformed(
                "this line does not say who caused the event", quote(by), f"a name, and a role: {', '.join(_ROLES)}"
            )
        return Actor.from_json(by)

    def _check_meters(self) -> None:
        if self._table is None:
            raise self.lines.malformed("this log has no table", "nothing", "a stream that begins with table-opened")
        started = meters_drawn_on(self.meters, self._table.rules)
        missing = [f"{each.wager}/{each.name}" for each in self._table.rules.meters if each.name not in started]
        if missing:
            said = f"the log is cut off after this line: it has no events of the meter {missing[0]}"
            raise self.lines.malformed(said, "the end of the log", f"the stream {METER}:{missing[0]}")


@dataclass(frozen=True, slots=True)
class Log:
    """A whole log in memory."""

    table: Table
    events: tuple[Event, ...]
    meters: dict[str, ProgressiveMeter]
    meter_events: tuple[tuple[str, Event], ...]
    command_facts: tuple[CommandFacts, ...]
    """The time and actor of each event of the table."""
    rounds: tuple[int, ...]
    complete: bool


def read_log(path: Path) -> Log:
    """Read and fold a whole log. A long one is better read with a `LogReader`, round by round."""
    reader = LogReader(path)
    events: list[Event] = []
    facts: list[CommandFacts] = []
    at_meters: list[tuple[str, Event]] = []
    for line, event, given in reader.events():
        if line.stream == reader.stream:
            events.append(event)
            facts.append(given)
        else:
            at_meters.append((line.stream.partition(":")[2], event))
    found = reader.summary
    return Log(reader.table, tuple(events), reader.meters, tuple(at_meters), tuple(facts), found.rounds, found.complete)

"""A table's log: JSON lines, one event each, with its stream and version. The table has one stream, and so has each meter.

The table comes first. Its first line says how many events of each stream follow, so that a log that was cut is refused.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from houseway import progressive
from houseway.errors import HousewayError, Malformed
from houseway.events import NO_FACTS, Actor, Event, Role
from houseway.explain.words import describe_event
from houseway.progressive import ProgressiveMeter
from houseway.table import Table, TableRun, evolve
from houseway.table.meters import meters_drawn_on

TABLE, METER = "table", "meter"
EVENT_COUNTS = "follow"
"""The key in the first line for the number of events of each stream."""
CORRUPTED = "log.corrupted"
SEAL = 16
"""Number of characters in a seal."""


@dataclass
class StreamSeals:
    """The last seal of each stream. Each line is sealed together with the one before it, so that a changed, missing or inserted
    line is found. The seals do not protect against somebody who rewrites the whole log."""

    last: dict[str, str] = field(default_factory=dict)

    def seal_line(self, stream: str, line: str) -> str:
        seal = sha256(f"{self.last.get(stream, '')} {line}".encode()).hexdigest()[:SEAL]
        self.last[stream] = seal
        return seal


def log_lines(run: TableRun) -> Iterator[str]:
    """Yield the lines of a log from what a run has recorded."""
    seals, stream = StreamSeals(), f"{TABLE}:{run.table.id}"
    before = len(run.events) if not run.given else run.given[0][0]
    follow = {stream: len(run.events), **Counter(f"{METER}:{meter}" for meter, _ in run.meter_events)}
    for version, event in enumerate(run.events, start=1):
        given = _command_facts(*run.command_of(version)) if version > before else {}
        yield _log_line(stream, version, event, seals, {**given, EVENT_COUNTS: follow} if version == 1 else given)
    counts: dict[str, int] = {}
    for meter, event in run.meter_events:
        counts[meter] = counts.get(meter, 0) + 1
        yield _log_line(f"{METER}:{meter}", counts[meter], event, seals)


def _command_facts(at: int, by: Actor) -> dict[str, object]:
    return {"at": at, "by": {"role": by.role.value, "name": by.name}}


def _log_line(stream: str, version: int, event: Event, seals: StreamSeals, given: Mapping[str, object] = NO_FACTS) -> str:
    content = {"stream": stream, "version": version, **event.to_json(), **given}
    return json.dumps({**content, "seal": seals.seal_line(stream, _first_line_text(content))}, ensure_ascii=False)


def _first_line_text(content: Mapping[str, object]) -> str:
    return json.dumps(content, ensure_ascii=False, sort_keys=True)


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read and folded."""

    table: Table
    events: tuple[Event, ...]
    meters: dict[str, ProgressiveMeter]
    meter_events: tuple[tuple[str, Event], ...]
    states: tuple[Table, ...] = field(repr=False)
    """The table after each event."""
    command_facts: tuple[tuple[int, Actor] | None, ...] = ()
    """The time and actor of each event; None if the log does not say."""

    def round_ranges(self) -> dict[int, range]:
        """Return the range of events of each round, by number. The last round may be unfinished."""
        starts = [place for place, event in enumerate(self.events) if event.kind == "round-started"]
        ends = [*starts[1:], len(self.events)]
        found = {}
        for first, last in zip(starts, ends, strict=True):
            number = self.events[first].number("number")
            if any(event.kind not in _IDLE for event in self.events[first:last]):
                found[number] = range(first, last)
        return found


_IDLE = frozenset(("round-started", "player-seated", "player-got-up", "area-given-up", "money-moved", "table-closed"))


def read_log(path: Path) -> Log:
    """Read and fold a log. An impossible line is refused with its number."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise Malformed(f"{path} cannot be read: {error.strerror}", code="log.file", given=str(path)) from error
    except UnicodeDecodeError as error:
        raise Malformed(
            f"{path} is not a log: it is not text", code="log.file", given=str(path), allowed=_EXPECTED_CONTENT
        ) from error
    if not text.strip():
        raise Malformed(f"{path} is not a log: it is empty", code=CORRUPTED, given=str(path), allowed=_EXPECTED_CONTENT)
    return _LogReader(str(path), whole=text.endswith("\n")).read_rows(text.splitlines())


_EXPECTED_CONTENT = "a log written by `houseway deal --log` or `houseway play --log`"


class _LogReader:
    def __init__(self, place: str, whole: bool = True) -> None:
        self.place, self.number, self.whole = place, 0, whole
        self.stream = ""
        self.table: Table | None = None
        self.events: list[Event] = []
        self.states: list[Table] = []
        self.meters: dict[str, ProgressiveMeter] = {}
        self.meter_events: list[tuple[str, Event]] = []
        self.given: list[tuple[int, Actor] | None] = []
        self.versions: dict[str, int] = {}
        self.follow: Mapping[str, object] = NO_FACTS
        self.seals = StreamSeals()

    def malformed(self, message: str, given: object, allowed: object) -> Malformed:
        place = f"{self.place}:{self.number}"
        return Malformed(f"{place}: {message}", code=CORRUPTED, place=place, given=str(given), allowed=str(allowed))

    def read_rows(self, rows: Sequence[str]) -> Log:
        for self.number, row in enumerate(rows, start=1):  # every message includes the line
            self._read_row(row, last=self.number == len(rows))
        if self.table is None:
            raise self.malformed("this log has no table", "nothing", "a stream that begins with table-opened")
        started = meters_drawn_on(self.meters, self.table.rules)
        missing = [f"{each.wager}/{each.name}" for each in self.table.rules.meters if each.name not in started]
        if missing:
            told = f"the log is cut off after this line: it has no events of the meter {missing[0]}"
            raise self.malformed(told, "the end of the log", f"the stream {METER}:{missing[0]}")
        self._check_event_counts()
        meter_events, states, given = tuple(self.meter_events), tuple(self.states), tuple(self.given)
        return Log(self.table, tuple(self.events), self.meters, meter_events, states, given)

    def _check_event_counts(self) -> None:
        """Check that each stream has as many events as the first line says. Older logs do not say."""
        for stream, number in self.follow.items():
            there = self.versions.get(stream, 0)
            if there != number:
                inside = stream == self.stream and self.meter_events
                what = "the log is incomplete" if inside else "the log is cut off after this line"
                raise self.malformed(f"{what}: it has {there} of {number} events of {stream}", there, number)

    def _read_row(self, row: str, last: bool = False) -> None:
        try:
            content = json.loads(row)
        except (ValueError, RecursionError) as error:
            if last and not self.whole and self.events:
                raise self.malformed("the log is cut off in the middle of this line", row[:40], "a whole line") from error
            what = f"this line is not JSON: {error}" if self.events else "this is not a log: its lines are not JSON"
            raise self.malformed(what, row[:40], "an event" if self.events else _EXPECTED_CONTENT) from error
        if not isinstance(content, dict) or not isinstance(content.get("stream"), str):
            raise self.malformed("this line names no stream", row[:40], "stream, version, kind, clauses, facts")
        stream = content["stream"]
        expected = self.versions.get(stream, 0) + 1
        if content.get("version") != expected:
            there = f"event {content.get('version')} of {stream} is in the place of event {expected}"
            raise self.malformed(f"{there}: a line is missing or was moved", content.get("version"), expected)
        self.versions[stream] = expected
        seal = content.pop("seal", "")
        try:
            self._fold_event(stream, Event.from_json(content))
            if stream == self.stream:
                self._read_command_facts(content)
                self.follow = dict(content.get(EVENT_COUNTS, self.follow))
        except HousewayError as error:
            if error.code == CORRUPTED:  # already placed
                raise
            raise self.malformed(error.message, error.facts.get("given", row[:40]), error.facts.get("allowed", "")) from error
        except (KeyError, TypeError, ValueError, AssertionError, AttributeError, IndexError) as error:
            said = f"the event {content.get('kind')!r} with these facts is not possible here ({error!r})"
            raise self.malformed(said, row[:40], "an event that the table can produce") from error
        if seal != self.seals.seal_line(stream, _first_line_text(content)):
            raise self.malformed(
                "this line or an earlier one was changed: the seal does not match", seal, "the log as it was written"
            )

    def _read_command_facts(self, content: Mapping[str, object]) -> None:
        """Read the time and actor. Time must not run backwards."""
        at, by = content.get("at"), content.get("by")
        if at is None and by is None:
            self.given.append(None)
            return
        last = next((each[0] for each in reversed(self.given) if each), None)
        if type(at) is not int or not isinstance(by, dict) or (last is not None and at < last):
            raise self.malformed(
                "this line does not say when the event happened and who caused it, or its time is earlier than the line before",
                f"{at} {by}",
                "a time, a role, a name",
            )
        self.given.append((at, Actor(Role(by["role"]), str(by["name"]))))

    def _fold_event(self, stream: str, event: Event) -> None:
        kind, _, name = stream.partition(":")
        if kind == TABLE and self.stream in ("", stream):
            self.stream = stream
            self.table = evolve(self.table, event)
            describe_event(event)  # an event that cannot be described was not recorded by a table
            self.events.append(event)
            self.states.append(self.table)
        elif kind == METER:
            self.meters[name] = progressive.evolve_meter(self.meters.get(name), event)
            self.meter_events.append((name, event))
        else:
            raise self.malformed(
                f"{stream!r} is not a stream of this log", stream, f"{self.stream or 'table:NAME'}, meter:NAME"
            )

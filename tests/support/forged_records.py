"""Somebody who forges the record of a night. He replaces what is recorded of a command, goes on by the rules from what he wrote,
and writes logs and databases with seals, hashes and counts of their own, so that only the rules show what he did."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple

from houseway.croupier import CHANCE_ACTS, DEALER_ACTOR, FLOOR_ACTOR, command_for_step
from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.events import Command, Event
from houseway.events.command_record import DUE_STEP, RecordedAct, record_act
from houseway.files.logs.format import LogFormatter, command_facts
from houseway.files.logs.log import LogReader
from houseway.files.rounds.file import parse_round_file
from houseway.files.rounds.play import play_round_file
from houseway.ledger import MONEY_MOVED
from houseway.program import program_name
from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.review import Level, ReviewFinding
from houseway.service.audit.findings import AuditReport, StreamAudit
from houseway.service.audit.running import Evidence, run_audit
from houseway.service.audit.state import AuditState
from houseway.service.audit.streams import audit_stream
from houseway.service.live.editions import editions_of
from houseway.store import AppendRequest, RecordedCommand, StreamAppend, open_store
from houseway.table import Table, decide, due_step
from houseway.table.state import evolve_all
from tests.support.paths import GOLDEN_ROUNDS
from tests.support.run_logs import RecordedCommands
from tests.support.stored import append

Meters = Mapping[str, ProgressiveMeter]
MeterEvents = tuple[tuple[str, Event], ...]


class Entry(NamedTuple):
    """What is recorded of one command."""

    command: Command
    events: tuple[Event, ...]
    meter_events: MeterEvents = ()
    is_due: bool = False
    """Whether a house would have recorded it as the due step."""

    def with_event(self, place: int, *events: Event) -> "Entry":
        """Return it with other events in the place of one."""
        return self._replace(events=(*self.events[:place], *events, *self.events[place + 1 :]))

    def with_facts(self, place: int, **facts: object) -> "Entry":
        """Return it with other facts of one event."""
        return self.with_event(place, changed(self.events[place], **facts))

    def place(self, kind: str = MONEY_MOVED, **facts: object) -> int:
        """Return the place of its first event of a kind with these facts."""
        return next(place for place, event in enumerate(self.events) if fits(event, kind, facts))


def changed(event: Event, **facts: object) -> Event:
    return Event(event.kind, event.clauses, {**event.facts, **facts})


def fits(event: Event, kind: str, facts: Mapping[str, object]) -> bool:
    return event.kind == kind and all(event.facts.get(name) == fact for name, fact in facts.items())


@dataclass(frozen=True)
class Night:
    """A table's record from its opening on."""

    entries: tuple[Entry, ...] = field(repr=False)

    @property
    def table(self) -> str:
        return self.entries[0].events[0].text("table")

    def find(self, kind: str = MONEY_MOVED, act: str = "", **facts: object) -> tuple[int, int]:
        """Return the number of the first command with an event of a kind with these facts, and the event's place in it."""
        for number, entry in enumerate(self.entries):
            if act in ("", entry.command.act):
                for place, event in enumerate(entry.events):
                    if fits(event, kind, facts):
                        return number, place
        raise LookupError(f"no {kind} {facts} by {act}")

    def find_act(self, act: str, **facts: object) -> int:
        """Return the number of the first command of an act with these facts."""
        return next(
            number
            for number, entry in enumerate(self.entries)
            if entry.command.act == act and facts.items() <= entry.command.facts.items()
        )

    def state_before(self, number: int) -> tuple[Table | None, Meters]:
        return fold(self.entries[:number])


def fold(entries: Sequence[Entry]) -> tuple[Table | None, Meters]:
    table: Table | None = None
    meters: dict[str, ProgressiveMeter] = {}
    for entry in entries:
        table = evolve_all(table, entry.events)
        meters = after_meter_events(meters, entry.meter_events)
    return table, meters


def after_meter_events(meters: Meters, events: MeterEvents) -> dict[str, ProgressiveMeter]:
    after = dict(meters)
    for meter, event in events:
        after[meter] = evolve_meter(after.get(meter), event)
    return after


@cache
def played_night(name: str, *changes: tuple[str, str]) -> Night:
    """A golden round, played. `changes` replace text of its file: another filing, or other reports."""
    text = (GOLDEN_ROUNDS / f"{name}.toml").read_text()
    for old, new in changes:
        assert old in text, f"{name} has {old!r}"
        text = text.replace(old, new)
    recorded = RecordedCommands()
    play_round_file(parse_round_file(text, GOLDEN_ROUNDS / f"{name}.toml"), recorded.record)
    return Night(tuple(_with_due_steps(Entry(*each) for each in _as_tuples(recorded))))


def _as_tuples(recorded: RecordedCommands):
    return ((command, tuple(events), tuple(meter_events)) for command, events, meter_events in recorded.commands)


def _with_due_steps(entries):
    table, meters = None, {}
    for entry in entries:
        yield entry._replace(is_due=bool(entry.events) and _is_due(table, meters, entry.command))
        table, meters = evolve_all(table, entry.events), after_meter_events(meters, entry.meter_events)


def _is_due(table: Table | None, meters: Meters, command: Command) -> bool:
    """Whether a house would record a command as the due step."""
    step = due_step(table, command.at, meters) if table is not None and table.open else None
    if table is None or step is None or step.act != command.act or command.by not in (DEALER_ACTOR, FLOOR_ACTOR):
        return False
    try:
        return command_for_step(table, step, command.at, None) == command  # type: ignore[arg-type]
    except AttributeError:  # it draws by chance, which is read from its events
        return step.facts.items() <= command.facts.items()


# Forgeries


@dataclass(frozen=True)
class Forgery:
    """Recorded commands in the place of others."""

    first: int
    """The number of the first command that is replaced."""
    entries: tuple[Entry, ...] = field(repr=False)
    replaced: int = 1
    level: Level = Level.MONEY
    keeps_rest: bool = False
    """Whether the rest stays as it was recorded, and does not follow from what was forged."""
    noticed: int = 0
    """In which command after the first it is noticed."""
    said: tuple[str, ...] = ()
    """Words of the finding."""
    is_only: bool = True
    """Whether nothing else is wrong: whoever forges goes on by the rules."""
    is_refused: bool = False
    """Whether the rules do not allow the command at all."""
    owed: Mapping[str, int] | None = None
    """What accounts are owed, if that is not what the forged command moves otherwise."""
    unreadable: str = ""
    """Why a record with it cannot be folded, if it cannot."""


def forged_night(night: Night, forgery: Forgery) -> Night:
    begin = (*night.entries[: forgery.first], *forgery.entries)
    rest = night.entries[forgery.first + forgery.replaced :]
    return Night((*begin, *(rest if forgery.keeps_rest or forgery.unreadable else by_the_rules(begin, rest))))


def by_the_rules(begin: Sequence[Entry], rest: Sequence[Entry]) -> list[Entry]:
    """Return the rest of the commands with what follows from them now. Those that are no longer allowed are left out."""
    table, meters = fold(begin)
    after: list[Entry] = []
    for entry in rest:
        try:
            events, meter_events = decide(table, entry.command, meters)
            is_due = bool(events) and _is_due(table, meters, entry.command)
            table, meters = evolve_all(table, events), after_meter_events(meters, tuple(meter_events))
        except (HousewayError, *IMPOSSIBLE):
            continue
        after.append(Entry(entry.command, tuple(events), tuple(meter_events), is_due))
    return after


def owed_by_rules(night: Night, forgery: Forgery) -> dict[str, int]:
    """What each account would have more without the forgery, as far as the noticed command goes."""
    if forgery.owed is not None:
        return {account: cents for account, cents in forgery.owed.items() if cents}
    if forgery.replaced == len(forgery.entries) and not forgery.is_refused:
        pairs = [(night.entries[forgery.first + forgery.noticed], forgery.entries[forgery.noticed])]
    else:
        pairs = [(None, forgery.entries[forgery.noticed])]
    owed = Counter[str]()
    for right, wrong in pairs:
        owed.update(balances_moved(right.events if right else ()))
        owed.subtract(balances_moved(wrong.events))
    return {account: cents for account, cents in owed.items() if cents}


def balances_moved(events: Sequence[Event]) -> Counter[str]:
    moved = Counter[str]()
    for event in events:
        if event.kind == MONEY_MOVED:
            moved[event.facts["target"]] += event.facts["amount"].amount
            moved[event.facts["source"]] -= event.facts["amount"].amount
    return moved


# Records with hashes of their own


def asked_of(entry: Entry) -> RecordedAct:
    if entry.is_due:
        return DUE_STEP
    return record_act(entry.command, entry.events or [event for _, event in entry.meter_events])


def write_forged_log(night: Night, path) -> None:
    formatter, lines = LogFormatter(night.table), []
    lines.append(formatter.heading())
    for entry in night.entries:
        given = command_facts(entry.command.at, entry.command.by)
        lines += formatter.command_lines(entry.events, entry.meter_events, given, asked_of(entry))
    lines.append(formatter.ending())
    path.write_text("".join(f"{line}\n" for line in lines))


def replayed_findings(path) -> list[ReviewFinding]:
    """What `houseway replay` finds."""
    reader = LogReader(path, is_decided=True)
    for _ in reader.rounds():
        pass
    assert reader.review is not None
    return [finding for finding in reader.review.findings if finding.is_wrong]


@dataclass
class _Writer:
    """Writes appends as a house does: each command names the versions of the meters on which it was decided."""

    table: str
    version: int = 0
    round: int = 0
    versions: Counter[str] = field(default_factory=Counter)
    noted: dict[str, int] = field(default_factory=dict)

    def request(self, entry: Entry) -> AppendRequest:
        command, at = entry.command, entry.command.at * 1_000
        notes = {name: version for name, version in self.versions.items() if self.noted.get(name) != version}
        self.noted |= notes
        asked = asked_of(entry).noting(RecordedAct(meters=notes, program="" if self.version else program_name()))
        parts = []
        if entry.events:
            recorded = RecordedCommand(at, command.by, entry.events, asked)
            parts.append(StreamAppend(f"table:{self.table}", self.version, (recorded,), self.round))
        of_meter = asked._replace(table=self.table, table_version=self.version) if not entry.events else None
        for meter in dict.fromkeys(name for name, _ in entry.meter_events):
            events = [event for name, event in entry.meter_events if name == meter]
            recorded = tuple(RecordedCommand(at, command.by, (event,), of_meter) for event in events)
            parts.append(StreamAppend(f"meter:{meter}", self.versions[meter], recorded))
            self.versions[meter] += len(events)
        self.version += len(entry.events)
        started = [event.number("number") for event in entry.events if event.kind == "round-started"]
        self.round = started[-1] if started else self.round
        editions = tuple(edition for event in entry.events for edition in editions_of(event))
        return AppendRequest(tuple(parts), editions=editions)


def write_forged_store(night: Night, address: str) -> None:
    writer = _Writer(night.table)
    with open_store(address) as store:
        append(store, *(writer.request(entry) for entry in night.entries))


def audited(address: str) -> AuditReport:
    """What `houseway audit` reports."""
    with open_store(address, read_only=True) as store:
        state = AuditState(None, address, store.stream_heads)
    return run_audit(address, Evidence(), state)


def audit_table(address: str, table: str) -> StreamAudit:
    """What an audit finds in the stream of a table, without what it checks of the database as a whole."""
    with open_store(address, read_only=True) as store:
        return audit_stream(store, store.stream_head(f"table:{table}"), (), (), lambda read: None)


def audit_findings(groups: Sequence[Mapping[str, Any]]) -> list[ReviewFinding]:
    """What is wrong, in the order of events."""
    found = [ReviewFinding.from_json(each) for group in groups for each in group["findings"]]
    return sorted((each for each in found if each.is_wrong), key=lambda each: each.event)


Forger = Callable[[Night], Forgery]


def replaced(night: Night, number: int, *entries: Entry, **more: object) -> Forgery:
    """A forgery of one command."""
    return replace(Forgery(number, entries), **more)  # type: ignore[arg-type]


# Other nights, in which everything fits


def played_on(begin: Sequence[Entry], rest: Sequence[Entry]) -> Night:
    """A night that goes on from a beginning: the croupier takes what is due, chance falls as it did, and players do what they did,
    where they still may."""
    entries, left = list(begin), list(rest)
    table, meters = fold(begin)
    while table is not None:
        step = due_step(table, entries[-1].command.at, meters)
        command = _next_command(table, step, entries[-1].command.at, left)
        if command is None:
            return Night(tuple(entries))
        try:
            events, meter_events = decide(table, command, meters)
        except HousewayError:
            continue
        entries.append(Entry(command, tuple(events), tuple(meter_events), bool(events) and _is_due(table, meters, command)))
        table, meters = evolve_all(table, events), after_meter_events(meters, tuple(meter_events))
        if table.number > 1:
            return Night(tuple(entries))
    raise AssertionError("the table was never opened")


def _next_command(table: Table, step, at: int, left: list[Entry]) -> Command | None:
    """The due step, with chance from the record; else the next recorded act of somebody else."""
    if step is not None and step.act not in CHANCE_ACTS:
        return command_for_step(table, step, at, None)  # type: ignore[arg-type]
    wanted = [number for number, each in enumerate(left) if (step.act == each.command.act if step else not each.is_due)]
    return left.pop(wanted[0]).command if wanted else None

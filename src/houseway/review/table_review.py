"""Decide the commands of one table again, in order, each on the state to which the record led."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Self

from houseway import equipment, progressive
from houseway.errors import IMPOSSIBLE, HousewayError, Malformed
from houseway.events import Command, Event
from houseway.explanation.words import describe_event
from houseway.program import program_name
from houseway.progressive import ProgressiveMeter
from houseway.review.comparison import Difference, Level, are_same, compare_decision, refused_difference
from houseway.review.derivation import Derivation
from houseway.review.findings import ReviewFinding
from houseway.review.missing_steps import BeyondMissing, find_missing_steps
from houseway.review.recorded import STATED, RecordedDecision, read_command, recorded_edition
from houseway.table import Decision, Table, decide
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import evolve_all

MeterEvents = tuple[tuple[str, Event], ...]


@dataclass
class ReviewCounts:
    """How much of a record was decided again, and what could not be."""

    decided: int = 0
    """Commands that were decided again."""
    trusted: Counter[str] = field(default_factory=Counter)
    """Of these, acts that state something, by act."""
    undecided: Counter[str] = field(default_factory=Counter)
    """Commands that could not be decided again, by the reason."""

    def add(self, other: "ReviewCounts") -> None:
        self.decided += other.decided
        self.trusted += other.trusted
        self.undecided += other.undecided

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        return cls(content["decided"], Counter(content["trusted"]), Counter(content["undecided"]))

    def to_json(self) -> dict[str, object]:
        return {"decided": self.decided, "trusted": dict(self.trusted), "undecided": dict(self.undecided)}


class ReviewedCommand(NamedTuple):
    """A command with what is recorded of it, and the table and the meters before and after it."""

    command: Command | None
    """None if it is not known what was asked."""
    events: tuple[Event, ...]
    meter_events: Sequence[tuple[str, Event]]
    before: Table | None
    after: Table | None
    meters_before: Mapping[str, ProgressiveMeter]
    meters_after: Mapping[str, ProgressiveMeter]
    at: int = 0
    unknown: str = ""
    """Why it is not known what was asked, or what should have followed."""


ReviewFollower = Callable[[ReviewedCommand], None]

EARLIER = "before programs were recorded"
NOT_RECORDED = "the record does not say what was asked, and its events do not show it"
SEALED = "facts are still sealed"


class TableReview:
    """Decides one table again. Take its commands in order; whatever was recorded is folded, whether or not it is right."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.meters: dict[str, ProgressiveMeter] = {}
        self.program = ""
        """The program that recorded the commands, as far as the record says."""
        self.has_sealed_deck = False
        """Whether the order of a deck that waits for its round is still sealed: what is done with it cannot be decided."""
        self.counts = ReviewCounts()
        self.derivation = Derivation()
        self.follower: ReviewFollower | None = None
        """Is given every command as it is recorded, when it has been decided again."""
        self._command: Command | None = None
        """The command that is being decided again, as far as it is known."""
        self._meter_moves: MeterEvents = ()
        """What it moved at meters."""
        self._undecided = ""
        """Why it is not known."""
        self.unfolded: ReviewFinding | None = None
        """The finding about a command whose events cannot be folded: the record cannot be decided any further."""
        self.late: list[ReviewFinding] = []
        """Findings that are made only later: about steps that a round lacks, when it is over, and about meters."""
        self.missing: list[tuple[ReviewFinding, Decision]] = []
        """Steps that the round lacks so far, and what would follow from them."""
        self._beyond: Table | None = None
        """The table as if these had been taken, on which the rest of the round is decided."""

    def take(self, recorded: RecordedDecision, derived: Command | None = None) -> ReviewFinding | None:
        """Decide a command again and fold what was recorded. Return a finding if they differ. `derived` is the command, if it was
        worked out from its events already."""
        if recorded.asked is not None and recorded.asked.program:
            self.program = recorded.asked.program
        before, meters = self.table, self.meters
        self._command, self._meter_moves, self._undecided = None, (), ""
        finding = self._judge(recorded, derived)
        self.unfolded = finding
        number = before.number if before is not None else 0
        self.table = evolve_all(before, recorded.events)
        if self.follower is not None:
            self._tell_follower(self.follower, recorded, before, meters)
        self.unfolded = None
        if self._beyond is not None or self.missing:
            self._follow_missing(recorded, finding, number)
        return finding

    def _tell_follower(
        self, follower: ReviewFollower, recorded: RecordedDecision, before: Table | None, meters: Mapping[str, ProgressiveMeter]
    ) -> None:
        unknown = self._undecided or ("" if self._command is not None else "what was asked cannot be read")
        after = (before, self.table, meters, self.meters)
        follower(ReviewedCommand(self._command, recorded.events, self._meter_moves, *after, recorded.at, unknown))

    def finish(self) -> None:
        """Take it that nothing follows."""
        self._report_missing()

    def _report_missing(self) -> None:
        """Steps that have not come by the end of the round are missing."""
        self.late += [finding for finding, _ in self.missing]
        self.missing.clear()
        self._beyond = None

    def _follow_missing(self, recorded: RecordedDecision, finding: ReviewFinding | None, number: int) -> None:
        """Go on as if the missing steps had been taken, up to the end of the round."""
        if self.table is not None and self.table.number != number:
            self._report_missing()
        elif self._beyond is not None and (finding is None or finding.difference.expected_events is not None):
            try:
                self._beyond = evolve_all(self._beyond, recorded.events)
            except (HousewayError, *IMPOSSIBLE):
                self._beyond = None

    def read_meter_events(self, recorded: RecordedDecision, decided: MeterEvents | None) -> MeterEvents:
        """Return what was recorded at meters because of a command, and fold it. `decided` is what the rules give; None if that is
        not known."""
        self.fold_meters(recorded.meter_events)
        return recorded.meter_events

    def _read_moved(self, recorded: RecordedDecision, decided: MeterEvents | None) -> MeterEvents:
        self._meter_moves = self.read_meter_events(recorded, decided)
        return self._meter_moves

    def fold_meters(self, events: MeterEvents) -> None:
        """Fold what was recorded at meters. If that is nothing, they stay the same object, by which answers are remembered."""
        if not events:
            return
        changed = dict(self.meters)
        for meter, event in events:
            changed[meter] = progressive.evolve_meter(changed.get(meter), event)
        self.meters = changed

    def _judge(self, recorded: RecordedDecision, derived: Command | None) -> ReviewFinding | None:
        try:
            if derived is None and recorded.asked is not None and not recorded.is_sealed:  # as nearly always
                command: Command | None = read_command(recorded, self._beyond or self.table, self.meters)
            else:
                command = derived or self._derive_command(recorded)
        except HousewayError as error:
            self._read_moved(recorded, None)
            return self._finding(recorded, "", refused_difference(recorded.events, error))
        except IMPOSSIBLE as error:
            self._read_moved(recorded, None)
            refusal = Malformed(f"what was asked cannot be read: {error}", code="review.command")
            return self._finding(recorded, "", refused_difference(recorded.events, refusal))
        self._command = command
        if command is not None and self.has_sealed_deck and command.act in equipment.ACTS:
            self._leave_undecided(SEALED)
            command = None
        if command is None:
            self._read_moved(recorded, None)
            return None
        self.counts.decided += 1
        if command.act.startswith(STATED):
            self.counts.trusted[command.act] += 1
        return self._compare(recorded, command)

    def _derive_command(self, recorded: RecordedDecision) -> Command | None:
        """Return the command of a record that does not say it; None, with the reason counted, if it cannot be known."""
        if recorded.is_sealed:
            self.has_sealed_deck = True
            self._leave_undecided(SEALED)
            return None
        derived = self.derivation.derive(recorded, self.table, self.meters)
        if derived is None:
            self._leave_undecided(NOT_RECORDED)
        return derived.command if derived is not None else None

    def _leave_undecided(self, reason: str) -> None:
        self._undecided = reason
        self.counts.undecided[reason] += 1

    def _compare(self, recorded: RecordedDecision, command: Command) -> ReviewFinding | None:
        decided: Decision | HousewayError
        events = recorded.events
        try:
            edition = recorded_edition(recorded) if events and events[0].kind in RULES_EVENTS else None
            decided = decide(self._beyond or self.table, command, self.meters, edition)
        except HousewayError as error:
            decided = error
        except IMPOSSIBLE as error:
            said = f"{command.act} cannot be decided: {type(error).__name__}: {error}"
            decided = Malformed(said, code="review.command")
        else:
            if are_same(events, decided[0]):
                if not decided[1] and events and not recorded.meter_events:
                    return None  # as mostly: no meter moves
                return self._compare_decided(recorded, command.act, decided, are_same=True)
        late = self._find_late_step(recorded)
        if late is not None:
            return late
        beyond = self._find_missing(recorded)
        if beyond is not None:
            command, decided = beyond.command, beyond.decided
        if isinstance(decided, HousewayError):
            self._read_moved(recorded, ())
            return self._finding(recorded, command.act, refused_difference(recorded.events, decided))
        return self._compare_decided(recorded, command.act, decided)

    def _compare_decided(
        self, recorded: RecordedDecision, act: str, decided: Decision, are_same: bool = False
    ) -> ReviewFinding | None:
        """Compare a record with a decision. The events of the table may be known to be the same."""
        expected = tuple(decided[1])
        at_meters = self._read_moved(recorded, expected)
        if are_same and at_meters == expected:
            return None
        difference = compare_decision(recorded.events, at_meters, decided, recorded.raw, is_old=recorded.asked is None)
        return self._finding(recorded, act, difference) if difference is not None else None

    def _find_missing(self, recorded: RecordedDecision) -> BeyondMissing | None:
        """Find steps that are missing before a command. They may still come, in another order."""
        if recorded.asked is None:
            return None
        beyond = find_missing_steps(recorded, self._beyond or self.table, self.meters)
        for step in beyond.missing if beyond is not None else ():
            difference = compare_decision((), (), step.decided)
            if difference is not None:
                finding = replace(self._finding(recorded, step.act, difference), by=step.by)
                self.missing.append((finding, step.decided))
        if beyond is not None:
            self._beyond = beyond.table
        return beyond

    def _find_late_step(self, recorded: RecordedDecision) -> ReviewFinding | None:
        """Return the finding about a step that was missing and is taken now: it comes too late, and nothing is owed for it."""
        late = next((each for each in self.missing if tuple(each[1][0]) == recorded.events), None)
        if late is None:
            return None
        self.missing.remove(late)
        self._read_moved(recorded, tuple(late[1][1]))
        difference, said = late[0].difference, describe_event(recorded.events[0])
        expected = f"{said}, before event {late[0].event}"
        found = Difference(Level.PROCEDURE, said, expected, difference.clauses, kind=recorded.events[0].kind)
        return self._finding(recorded, late[0].act, found)

    def _finding(self, recorded: RecordedDecision, act: str, difference: Difference) -> ReviewFinding:
        table = self.table
        return ReviewFinding(
            table.id if table else "",
            table.number if table else 0,
            recorded.version + difference.event + 1,
            act,
            recorded.by,
            recorded.at,
            difference,
            EARLIER if recorded.asked is None else self.program if self.program != program_name() else "",
            recorded.version,
        )

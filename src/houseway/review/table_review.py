"""Decide the commands of one table again, in order, each on the state to which the record led."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

from houseway import equipment, progressive
from houseway.errors import IMPOSSIBLE, HousewayError, Malformed
from houseway.events import Command, Event
from houseway.program import program_name
from houseway.progressive import ProgressiveMeter
from houseway.review.comparison import Difference, compare_decision, refused_difference
from houseway.review.derivation import Derivation
from houseway.review.findings import ReviewFinding
from houseway.review.recorded import STATED, RecordedDecision, read_command, recorded_edition
from houseway.table import Table, decide
from houseway.table.state import evolve_all

MeterEvents = tuple[tuple[str, Event], ...]


class ReviewFollower(Protocol):
    """Is told of every command that is decided again."""

    def take(
        self,
        command: Command | None,
        at: int,
        events: Iterable[Event],
        table: Table,
        meters_before: Mapping[str, ProgressiveMeter],
        meters: Mapping[str, ProgressiveMeter],
        unknown: str = "",
    ) -> None:
        """Take a command with the table and the meters after it; None if it is `unknown` for a reason."""
        ...


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
        self._command: Command | None = None
        """The command that is being decided again, as far as it is known."""
        self._undecided = ""
        """Why it is not known."""

    def take(self, recorded: RecordedDecision, derived: Command | None = None) -> ReviewFinding | None:
        """Decide a command again and fold what was recorded. Return a finding if they differ. `derived` is the command, if it was
        worked out from its events already."""
        if recorded.asked is not None and recorded.asked.program:
            self.program = recorded.asked.program
        meters, self._command, self._undecided = self.meters, None, ""
        finding = self._judge(recorded, derived)
        self.table = evolve_all(self.table, recorded.events)
        if self.follower is not None and self.table is not None:
            unknown = self._undecided or "what was asked cannot be read"
            self.follower.take(self._command, recorded.at, recorded.events, self.table, meters, self.meters, unknown)
        return finding

    def read_meter_events(self, recorded: RecordedDecision, decided: MeterEvents | None) -> MeterEvents:
        """Return what was recorded at meters because of a command, and fold it. `decided` is what the rules give; None if that is
        not known."""
        self.fold_meters(recorded.meter_events)
        return recorded.meter_events

    def fold_meters(self, events: Iterable[tuple[str, Event]]) -> None:
        """Fold what was recorded at meters."""
        changed = dict(self.meters)
        for meter, event in events:
            changed[meter] = progressive.evolve_meter(changed.get(meter), event)
        self.meters = changed

    def _judge(self, recorded: RecordedDecision, derived: Command | None) -> ReviewFinding | None:
        try:
            command = derived or self._command_of(recorded)
        except HousewayError as error:
            self.read_meter_events(recorded, None)
            return self._finding(recorded, "", refused_difference(recorded.events, error))
        except IMPOSSIBLE as error:
            self.read_meter_events(recorded, None)
            refusal = Malformed(f"what was asked cannot be read: {error}", code="review.command")
            return self._finding(recorded, "", refused_difference(recorded.events, refusal))
        if command is not None and self.has_sealed_deck and command.act in equipment.ACTS:
            self._leave_undecided(SEALED)
            command = None
        self._command = command
        if command is None:
            self.read_meter_events(recorded, None)
            return None
        self.counts.decided += 1
        if command.act.startswith(STATED):
            self.counts.trusted[command.act] += 1
        difference = self._compare(recorded, command)
        return self._finding(recorded, command.act, difference) if difference is not None else None

    def _command_of(self, recorded: RecordedDecision) -> Command | None:
        """Return the command; None, with the reason counted, if it cannot be known."""
        if recorded.is_sealed:
            self.has_sealed_deck = True
            self._leave_undecided(SEALED)
            return None
        if recorded.asked is not None:
            return read_command(recorded, self.table, self.meters)
        derived = self.derivation.derive(recorded, self.table, self.meters)
        if derived is None:
            self._leave_undecided(NOT_RECORDED)
        return derived.command if derived is not None else None

    def _leave_undecided(self, reason: str) -> None:
        self._undecided = reason
        self.counts.undecided[reason] += 1

    def _compare(self, recorded: RecordedDecision, command: Command) -> Difference | None:
        refusal: HousewayError | None = None
        try:
            decided = decide(self.table, command, self.meters, recorded_edition(recorded))
        except HousewayError as error:
            refusal = error
        except IMPOSSIBLE as error:
            said = f"{command.act} cannot be decided: {type(error).__name__}: {error}"
            refusal = Malformed(said, code="review.command")
        if refusal is not None:
            self.read_meter_events(recorded, None)
            return refused_difference(recorded.events, refusal)
        at_meters = self.read_meter_events(recorded, tuple(decided[1]))
        return compare_decision(recorded.events, at_meters, decided, recorded.raw, is_old=recorded.asked is None)

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

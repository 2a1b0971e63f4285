"""What an audit has checked, and what is wrong."""

from dataclasses import astuple, dataclass, field, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not in order, and where."""

    place: str
    message: str


@dataclass(slots=True)
class StreamSums:
    """What must agree with other streams: rows of plain values, with amounts in cents and fractions as text."""

    issued: int = 0
    balance: int = 0
    movements: list[list[Any]] = field(default_factory=list)
    """Person, reason, amount, table and event of what moved between an account and a table."""
    wagered: list[list[Any]] = field(default_factory=list)
    """Key of the meter, table, round, and what was collected, returned and given as coupons."""
    fed: list[list[Any]] = field(default_factory=list)
    """Key of the meter, table, round, and the stake, its share at the rate in force, and the amount."""
    awards: list[list[Any]] = field(default_factory=list)
    """Table, round, and what a table has paid, or a meter has awarded, as shares of meters."""
    meter: list[Any] = field(default_factory=list)
    """Key and id of a meter."""
    unwritten: list[list[int]] = field(default_factory=list)
    """When receipts could not be written, as the record of the house says: from and to, in milliseconds."""
    starts: list[int] = field(default_factory=list)
    """When servers were started, in milliseconds."""
    lost: list[int] = field(default_factory=list)
    """When it was noticed that a server had ended without being stopped."""
    texts: list[list[Any]] = field(default_factory=list)
    """Hash, kind and first event of each stored text to which the stream refers."""
    receipt_counts: list[list[Any]] = field(default_factory=list)
    """Lines, bytes, last link and time of each count of a file of receipts."""


@dataclass(slots=True)
class ChanceCounts:
    """What is left to choose of the chance of rounds, and how often it was."""

    shared: int = 0
    """Rounds for which players' hashes were listed."""
    house_alone: int = 0
    withheld: int = 0
    """Values that were listed and not opened."""
    voided: int = 0
    """Rounds."""
    reshuffled: int = 0
    """Shuffles of a deck that had been shuffled before in the same round."""

    def __add__(self, other: "ChanceCounts") -> "ChanceCounts":
        return ChanceCounts(*(one + more for one, more in zip(astuple(self), astuple(other), strict=True)))


def _named_values(values: StreamSums | ChanceCounts) -> dict[str, object]:
    return {each.name: getattr(values, each.name) for each in fields(values)}


@dataclass(slots=True)
class StreamAudit:
    """The audit of one stream. It is plain values, so that it can be passed between processes and kept in a file."""

    stream: str
    appends: int = 0
    events: int = 0
    rounds: int = 0
    """Rounds that were folded again."""
    draws: int = 0
    rounds_before: int = 0
    """How many of these rounds were folded before the audit was interrupted."""
    receipts: int = 0
    unsigned: list[list[int]] = field(default_factory=list)
    """Settled rounds of a table of which no receipt was given: the values of `UnsignedRound`."""
    problems: list[str] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    """Where the record of a table is not what the rules give (`review.ReviewFinding.to_json`)."""
    review: dict[str, Any] = field(default_factory=dict)
    """How much of a table was decided again (`review.ReviewCounts.to_json`)."""
    referee: dict[str, Any] = field(default_factory=dict)
    """What the referee says about a table (`files.referee_check.RefereeReport.to_json`); empty if it was not asked."""
    is_whole: bool = True
    """Whether it could be read and folded to its end."""
    sums: StreamSums = field(default_factory=StreamSums)
    chance: ChanceCounts = field(default_factory=ChanceCounts)
    rows: dict[str, Any] = field(default_factory=dict)
    """The rows of reports that follow from it, beside the stored ones (`reports.stream_rows.ComparedRows`)."""

    @property
    def is_in_order(self) -> bool:
        return self.is_whole and not self.problems

    def to_json(self) -> dict[str, object]:
        """Return it as it is kept in a file. Its values are plain, and are not copied: there are thousands for each table."""
        content: dict[str, object] = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**content, "sums": _named_values(self.sums), "chance": _named_values(self.chance)}

    @classmethod
    def from_json(cls, content: dict[str, Any]) -> Self:
        parts = {"sums": StreamSums(**content["sums"]), "chance": ChanceCounts(**content["chance"])}
        return cls(**{**content, **parts})


@dataclass(slots=True)
class TreeAudit:
    """The audit of the tree over all appends."""

    leaves: int = 0
    waiting: int = 0
    checkpoints: int = 0
    problems: list[Problem] = field(default_factory=list)
    appends: dict[str, int] = field(default_factory=dict)
    """By stream: how many of its appends are in the tree or wait for it."""


@dataclass(slots=True)
class AuditReport:
    """What was checked, and what is wrong."""

    streams: int = 0
    events: int = 0
    tables: int = 0
    rounds: int = 0
    draws: int = 0
    """Draws whose seed is open, all of which were computed again."""
    began_at: int | None = None
    """When the audit began, in milliseconds, if it was interrupted and continued."""
    rounds_before: int = 0
    """Rounds that were folded before the interruption. Their streams were read again, and have not changed."""
    receipts: int = 0
    leaves: int = 0
    waiting: int = 0
    """Appends that are not in the tree yet."""
    checkpoints: int = 0
    chance: ChanceCounts = field(default_factory=ChanceCounts)
    proofs: int = 0
    """Ends of exported streams whose place in the log of the house was proved."""
    decided: int = 0
    """Commands that were decided again."""
    problems: list[Problem] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)
    """Where the record is not what the rules give, those of one cause together (`review.FindingGroup.to_json`)."""
    other_programs: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By other program, what it has recorded and this one decides otherwise: how many commands, and what accounts are owed."""
    referee: dict[str, Any] = field(default_factory=dict)
    """What the referee says about all rounds; empty if it was not asked."""
    remarks: list[str] = field(default_factory=list)
    """Where only clauses or words differ from what the rules give."""
    unchecked: list[str] = field(default_factory=list)
    """What could not be checked, because something was not given."""

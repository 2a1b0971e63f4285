"""What was found when a record was decided again, and the findings of one cause together."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from houseway.citation import Citation
from houseway.events import Actor
from houseway.money import Cents
from houseway.procedure import account_player
from houseway.program import program_name
from houseway.review.comparison import Difference, Level


@dataclass(frozen=True, slots=True)
class ReviewFinding:
    """A recorded command that the rules decide otherwise."""

    table: str
    round: int
    event: int
    """The version of the first event that differs."""
    act: str
    by: Actor
    at: int
    difference: Difference
    program: str = ""
    """The program that recorded it, if it is not this one."""
    version: int = 0
    """The number of events of the table before the command."""

    @property
    def level(self) -> Level:
        return self.difference.level

    @property
    def is_wrong(self) -> bool:
        """Return whether it is about more than clauses and words."""
        return self.level is not Level.CITATION

    @property
    def heading(self) -> str:
        """Say in a sentence how the record and the rules differ."""
        if self.is_wrong:
            return "The record is not what the rules give."
        return "The record has other clauses or words than the rules give today."

    @property
    def cause(self) -> tuple[str, ...]:
        """Return what findings of one cause have in common."""
        return self.level, self.act, self.difference.kind, *self.difference.clauses, self.program

    def owed_text(self) -> str:
        """Say who is owed or owes how much: players first."""
        return describe_owed(self.difference.owed)

    def to_text(self) -> str:
        cited = dict.fromkeys(clause.clause for clause in self.difference.clauses)
        clauses = f" ({', '.join(cited)})" if cited else ""
        owed = self.owed_text()
        recorded, expected = self.difference.recorded, self.difference.expected
        where = f"{self.table}, round {self.round}, event {self.event}, {self.act} by {self.by}"
        said = f"{self.level}: {where}: recorded: {recorded}; the rules give: {expected}{clauses}"
        return f"{said}; {owed}" if owed else said

    def to_json(self) -> dict[str, Any]:
        difference = self.difference
        return {
            "level": self.level.value,
            "table": self.table,
            "round": self.round,
            "event": self.event,
            "act": self.act,
            "by": self.by.to_json(),
            "at": self.at,
            "recorded": difference.recorded,
            "expected": difference.expected,
            "clauses": list(difference.clauses),
            "owed": dict(difference.owed),
            "kind": difference.kind,
            **({"program": self.program} if self.program else {}),
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        """Read a finding. The events that the rules give are not part of its JSON."""
        difference = Difference(
            Level(content["level"]),
            content["recorded"],
            content["expected"],
            tuple(Citation(clause) for clause in content["clauses"]),
            content["owed"],
            kind=content["kind"],
        )
        by, program = Actor.from_json(content["by"]), content.get("program", "")
        return cls(content["table"], content["round"], content["event"], content["act"], by, content["at"], difference, program)


def sum_owed(findings: Iterable[ReviewFinding]) -> dict[str, int]:
    """Return the sums of what accounts are owed."""
    owed: dict[str, int] = {}
    for finding in findings:
        for account, cents in finding.difference.owed.items():
            owed[account] = owed.get(account, 0) + cents
    return {account: cents for account, cents in sorted(owed.items()) if cents}


def describe_owed(owed: Mapping[str, int]) -> str:
    """Say which players are owed or owe how much; if there are none, which other accounts."""
    players = {account_player(account): cents for account, cents in owed.items() if account_player(account)}
    others = {account: cents for account, cents in owed.items() if not account_player(account)}
    said = [_owed_by(name, cents) for name, cents in players.items()]
    return "; ".join(said or [_owed_by(f"the account {name}", cents) for name, cents in others.items()])


def _owed_by(name: str | None, cents: int) -> str:
    return f"{name} is owed {Cents(cents)}" if cents > 0 else f"{name} owes {Cents(-cents)}"


@dataclass(slots=True)
class FindingGroup:
    """Findings of one cause. The first stands for all."""

    findings: list[ReviewFinding] = field(default_factory=list)

    @property
    def first(self) -> ReviewFinding:
        return self.findings[0]

    @property
    def owed(self) -> dict[str, int]:
        """Return the sums of what accounts are owed."""
        return sum_owed(self.findings)

    def to_text(self) -> str:
        more = len(self.findings) - 1
        by = f"; recorded by another program ({self.first.program}; this one is {program_name()})" if self.first.program else ""
        others = f"; and {more:,} more like it" if more else ""
        return f"{self.first.to_text()}{others}{by}"

    def to_json(self) -> dict[str, Any]:
        by, found = self.first.program, [each.to_json() for each in self.findings]
        programs = {"recorded_by": by, "decided_by": program_name()} if by else {}
        return {"count": len(self.findings), "owed": self.owed, **programs, "findings": found}


def group_findings(findings: Iterable[ReviewFinding]) -> list[FindingGroup]:
    """Put findings of one cause together, the gravest first."""
    groups: dict[tuple[str, ...], FindingGroup] = {}
    for finding in findings:
        groups.setdefault(finding.cause, FindingGroup()).findings.append(finding)
    return sorted(groups.values(), key=lambda group: list(Level).index(group.first.level))

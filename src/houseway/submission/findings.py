"""Findings about a Rules Submission, and the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from houseway.citation import Citation
from houseway.input_files import MAX_FINDINGS
from houseway.regulation import FiledValue, Regulation, filing
from houseway.spelling import did_you_mean
from houseway.submission.conditions import place_of, split_condition
from houseway.submission.rules import Rules
from houseway.submission.source import Submission
from houseway.values import ShortRepr


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


LEAVE_OUT = "leave it out"
"""What to do about a key that must not be filed."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The one obvious right value at a place. If it is None, the filed value is removed."""

    place: str
    value: str | int | None

    @classmethod
    def of(cls, place: str, value: FiledValue) -> "Correction":
        return cls(place, value if isinstance(value, int) else str(value))

    def to_json(self) -> dict[str, str | int | None]:
        return {"place": self.place, "value": self.value}


def correct_condition(book: Regulation, name: str, allowed: Sequence[FiledValue]) -> Correction | None:
    """Return what makes a condition hold, if one value alone does, and it can be filed without further terms."""
    prefix, _ = split_condition(name)
    place = place_of(book, name)
    if prefix in (filing.OFFERS, filing.FILED, filing.RAISED):
        return Correction(place, None) if True not in allowed else None
    return Correction.of(place, allowed[0]) if len(allowed) == 1 and prefix != filing.RESET else None


@dataclass(frozen=True, slots=True, repr=False)
class Finding(ShortRepr):
    """One finding at one place under one clause: the value given, the values allowed, and what to do."""

    code: str
    place: str
    clause: Citation | None
    given: str
    allowed: str
    message: str
    suggestion: str = ""
    severity: Severity = Severity.ERROR
    line: int | None = None
    """The line of the submission file; None if no line concerns the finding."""
    remedy: tuple[str, FiledValue] | None = None
    """What a program would file to correct it: a condition's name, and a value with which it holds."""
    correction: Correction | None = None
    """The value that corrects it; None if the operator has a choice."""

    def to_json(self) -> dict[str, object]:
        return {
            "code": self.code,
            "severity": self.severity.value,
            "place": self.place,
            "line": self.line,
            "clause": self.clause,
            "given": self.given,
            "allowed": self.allowed,
            "message": self.message,
            "suggestion": self.suggestion,
            "correction": self.correction and self.correction.to_json(),
        }


@dataclass
class FindingCollector:
    """Collects all findings about one submission under its rule book."""

    submission: Submission
    findings: list[Finding] = field(default_factory=list)
    unlisted: int = 0
    """Number of findings that are counted and not listed, because there are too many."""

    @property
    def is_full(self) -> bool:
        return len(self.findings) >= MAX_FINDINGS

    @property
    def regulation(self) -> Regulation:
        return self.submission.regulation

    def add(
        self,
        code: str,
        place: str,
        clause: Citation | None,
        given: object,
        allowed: object,
        message: str,
        suggestion: str = "",
        severity: Severity = Severity.ERROR,
        remedy: tuple[str, FiledValue] | None = None,
        near: str = "",
        correction: Correction | None = None,
    ) -> None:
        """Add a finding. If a list of names is allowed, the name that was probably meant is suggested instead.

        If the file has nothing at the place itself, the finding gets the line of `near`, or of the table that would contain the
        place.
        """
        if self.is_full:
            self.unlisted += 1
            return
        meant = did_you_mean(given, map(str, allowed)) if isinstance(allowed, list | tuple) else ""
        hint = meant or suggestion
        self.findings.append(
            Finding(
                code,
                place,
                clause,
                value_text(given),
                value_text(allowed),
                message,
                hint,
                severity,
                self.line_of(place, near),
                remedy,
                Correction(place, None) if hint == LEAVE_OUT else correction,
            )
        )

    def line_of(self, place: str, near: str = "") -> int | None:
        lines = self.submission.lines
        return lines.line_of(near if near and lines.has(near) and not lines.has(place) else place)


def value_text(value: object) -> str:
    """Format a filed value for a finding."""
    if isinstance(value, str) and not value.strip():
        return repr(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return ", ".join(f"{key} = {value_text(part)}" for key, part in value.items()) or "nothing"
    if isinstance(value, list | tuple):
        return ", ".join(map(value_text, value)) or "nothing"
    return "nothing" if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The findings, and the rules if no finding is an error."""

    findings: tuple[Finding, ...]
    rules: Rules | None
    unlisted: int = 0
    """Number of further findings, which are not listed because there are too many."""

    @property
    def count(self) -> int:
        return len(self.findings) + self.unlisted

    @property
    def passes(self) -> bool:
        return self.rules is not None

    def to_json(self) -> dict[str, object]:
        unlisted = {"unlisted": self.unlisted} if self.unlisted else {}
        return {"ok": self.passes, "findings": [finding.to_json() for finding in self.findings], **unlisted}

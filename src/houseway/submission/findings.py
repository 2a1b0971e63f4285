"""Findings about a Rules Submission, and the verdict."""

from dataclasses import dataclass, field
from enum import StrEnum

from houseway.citation import Citation
from houseway.input_files import MAX_FINDINGS
from houseway.regulation import Regulation
from houseway.submission.rules import Rules


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding at one place under one clause: the value given, the values allowed, and what to do."""

    code: str
    place: str
    clause: Citation | None
    given: str
    allowed: str
    message: str
    suggestion: str = ""
    severity: Severity = Severity.ERROR

    def to_json(self) -> dict[str, str | None]:
        return {
            "code": self.code,
            "severity": self.severity.value,
            "place": self.place,
            "clause": self.clause,
            "given": self.given,
            "allowed": self.allowed,
            "message": self.message,
        }


@dataclass
class FindingCollector:
    """Collects all findings about one submission under its rule book."""

    regulation: Regulation
    findings: list[Finding] = field(default_factory=list)
    unlisted: int = 0
    """Number of findings that are counted and not listed, because there are too many."""

    @property
    def is_full(self) -> bool:
        return len(self.findings) >= MAX_FINDINGS

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
    ) -> None:
        if self.is_full:
            self.unlisted += 1
            return
        self.findings.append(
            Finding(code, place, clause, value_text(given), value_text(allowed), message, suggestion, severity)
        )


def value_text(value: object) -> str:
    """Format a filed value for a finding."""
    if isinstance(value, str) and not value.strip():
        return repr(value)
    if isinstance(value, bool):
        return "true" if value else "false"
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

"""What is wrong with a Rules Submission, and what comes of one that is right."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from houseway.citation import Citation

if TYPE_CHECKING:
    from houseway.submission.rules import Rules


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing, in one place, under one clause: what was given, what is allowed, and what to do."""

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


@dataclass(frozen=True, slots=True)
class Verdict:
    """All findings, and the rules if none of them is an error."""

    findings: tuple[Finding, ...]
    rules: "Rules | None"

    @property
    def ok(self) -> bool:
        return self.rules is not None

    def to_json(self) -> dict[str, object]:
        return {"ok": self.ok, "findings": [finding.to_json() for finding in self.findings]}

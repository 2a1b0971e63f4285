"""A submission with everything that can be said about it: the findings of the law, and warnings of money and of print."""

from dataclasses import dataclass, replace

from houseway.analysis.findings import MoneyFinding, money_findings
from houseway.documents import printing_findings
from houseway.submission import Finding, Rules, Submission, Verdict, judge

AnyFinding = Finding | MoneyFinding


@dataclass(frozen=True)
class CheckedSubmission:
    verdict: Verdict
    warnings: tuple[AnyFinding, ...]
    """Findings about money that need no solved game, and about what cannot be printed."""

    @property
    def findings(self) -> list[AnyFinding]:
        """Return all findings in the order of the file; findings about missing entries come last."""
        return sorted((*self.verdict.findings, *self.warnings), key=lambda each: (each.line is None, each.line or 0))

    def to_json(self) -> dict[str, object]:
        return self.verdict.to_json() | {"findings": [each.to_json() for each in self.findings]}


def check_submission(submission: Submission) -> CheckedSubmission:
    """Judge a submission, and warn of what no law forbids."""
    verdict = judge(submission)
    warnings = () if verdict.rules is None else _warnings(verdict.rules)
    placed = (replace(each, line=submission.lines.line_of(each.place)) for each in warnings)
    return CheckedSubmission(verdict, tuple(placed))


def _warnings(rules: Rules) -> tuple[AnyFinding, ...]:
    return (*money_findings(rules), *printing_findings(rules))

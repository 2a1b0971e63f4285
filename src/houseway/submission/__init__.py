"""Judge a Rules Submission: report all findings at once, or return frozen `Rules` with one hash."""

from houseway.submission.changes import find_changes
from houseway.submission.findings import Finding, Severity, Verdict
from houseway.submission.judge import judge, judge_text
from houseway.submission.rules import FiledMeter, Offer, Rules
from houseway.submission.source import Submission, parse_submission, read_submission

__all__ = [
    "FiledMeter",
    "Finding",
    "Offer",
    "Rules",
    "Severity",
    "Submission",
    "Verdict",
    "find_changes",
    "judge",
    "judge_text",
    "parse_submission",
    "read_submission",
]

"""Judge a Rules Submission: report all findings at once, or return frozen `Rules` with one hash."""

from houseway.submission.findings import Finding, Severity, Verdict
from houseway.submission.judge import judge
from houseway.submission.rules import Meter, Offer, Rules, changes
from houseway.submission.source import Submission, read, read_file

__all__ = ["Finding", "Meter", "Offer", "Rules", "Severity", "Submission", "Verdict", "changes", "judge", "read", "read_file"]

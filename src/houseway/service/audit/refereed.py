"""What the referee says about all tables (docs/referee.md)."""

from collections.abc import Iterable

from houseway.files.referee.check import RefereeReport
from houseway.service.audit.findings import AuditReport, Problem, StreamAudit
from houseway.service.live.turns.turn import table_stream


def add_referee(report: AuditReport, audits: Iterable[StreamAudit]) -> None:
    """Add to a report where the referee differs from the record, and what it has not decided."""
    found = RefereeReport()
    for audit in audits:
        if audit.referee:
            found.add(RefereeReport.from_json(audit.referee))
    report.referee = {**found.to_json(), "said": found.summary}
    report.problems += [Problem(table_stream(table), said) for table, said in found.problems]
    report.unchecked += found.unchecked

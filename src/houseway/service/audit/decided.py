"""What all tables together show when they are decided again."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from houseway.review import ReviewCounts, ReviewFinding, group_findings, sum_owed
from houseway.service.audit.findings import Problem, StreamAudit
from houseway.service.audit.streams import decide_stream
from houseway.service.live.turns.turn import table_stream
from houseway.spelling import count_things
from houseway.store import Store

Progress = Callable[[int, int], None]
"""Called with the number of events done and the total."""


@dataclass(slots=True)
class DecidedAgain:
    """How much of the record was decided again, and what was found, by cause."""

    counts: ReviewCounts = field(default_factory=ReviewCounts)
    problems: list[Problem] = field(default_factory=list)
    """What is wrong in money or procedure, in words."""
    remarks: list[str] = field(default_factory=list)
    """Clauses or words that the rules give otherwise."""
    groups: list[dict[str, Any]] = field(default_factory=list)
    """All findings, those of one cause together."""
    other_programs: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By other program, what it has recorded and this one decides otherwise: how many commands, and what accounts are owed."""

    @property
    def unchecked(self) -> list[str]:
        """Say what was taken on trust, and what could not be decided."""
        said = [f"{count_things(number, 'command')}, because {why}" for why, number in self.counts.undecided.items()]
        stated = sum(self.counts.trusted.values())
        if stated:
            what = ", ".join(f"{act} {number:,}" for act, number in self.counts.trusted.most_common(3))
            said.append(f"the truth of {count_things(stated, 'statement')} ({what}); what follows from them was decided again")
        return said


class _Tick:
    """Counts the events that are done."""

    def __init__(self, whole: int, progress: Progress | None) -> None:
        self._done, self._whole, self._progress = 0, whole, progress

    def add(self, events: int) -> None:
        self._done += events
        if self._progress is not None:
            self._progress(self._done, self._whole)


def decide_tables(store: Store, streams: Collection[str], progress: Progress | None = None) -> DecidedAgain:
    """Decide tables again, and nothing else. What cannot be read or folded is a problem, and so is a draw that its seed does not
    give."""
    heads = [store.stream_head(stream) for stream in streams]
    tick = _Tick(sum(head.version for head in heads), progress)
    audits = [decide_stream(store, head, tick.add) for head in heads]
    found = sum_up_decisions(audits)
    found.problems[:0] = [Problem(audit.stream, message) for audit in audits for message in audit.problems]
    return found


def sum_up_decisions(audits: Iterable[StreamAudit]) -> DecidedAgain:
    """Put together what was found at all tables."""
    found, findings = DecidedAgain(), list[ReviewFinding]()
    for audit in audits:
        if audit.review:
            found.counts.add(ReviewCounts.from_json(audit.review))
        findings += map(ReviewFinding.from_json, audit.findings)
    for group in group_findings(findings):
        found.groups.append(group.to_json())
        if group.first.is_wrong:
            found.problems.append(Problem(table_stream(group.first.table), group.to_text()))
    found.other_programs = _by_other_programs(finding for finding in findings if finding.is_wrong and finding.program)
    cited = [finding for finding in findings if not finding.is_wrong]
    if cited:
        said = f"{count_things(len(cited), 'command')} cite other clauses, or say it in other words, than the rules give today"
        found.remarks.append(f"{said}; the first: {cited[0].to_text()}")
    return found


def _by_other_programs(findings: Iterable[ReviewFinding]) -> dict[str, dict[str, Any]]:
    by_program: dict[str, list[ReviewFinding]] = {}
    for finding in findings:
        by_program.setdefault(finding.program, []).append(finding)
    return {program: {"commands": len(found), "owed": sum_owed(found)} for program, found in sorted(by_program.items())}

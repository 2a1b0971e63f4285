"""Check everything that a house has stored: `audit`."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

from houseway.library.arguments import as_path, check_function, check_number
from houseway.library.databases import database_address, opened_source
from houseway.library.evidence_files import audit_source, check_proofs, default_state, find_evidence
from houseway.library.showing.display import Displayed, Sheet, shown_as
from houseway.service.audit.findings import AuditReport
from houseway.spelling import count_things

Progress = Callable[[int, int], None]


class Audit(AuditReport, Displayed):
    """What was checked, what is wrong, and what could not be checked."""

    @property
    def in_order(self) -> bool:
        return not self.problems

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    def __repr__(self) -> str:
        checked = f"{count_things(self.rounds, 'round')} at {count_things(self.tables, 'table')}"
        return f"<audit of {checked}: {count_things(len(self.problems), 'problem') if self.problems else 'in order'}>"

    def sheets(self) -> tuple[Sheet, ...]:
        counts = ("streams", "events", "tables", "rounds", "decided", "draws", "receipts", "checkpoints", "leaves")
        checked = Sheet("checked", ("", ""), tuple((name, f"{getattr(self, name):,}") for name in counts))
        problems = Sheet("problems", ("place", ""), tuple((each.place, each.message) for each in self.problems))
        rest = Sheet("not checked", ("",), tuple((each,) for each in self.unchecked))
        return *((problems,) if problems.rows else ()), checked, *((rest,) if rest.rows else ())

    def records(self) -> Iterable[Mapping[str, object]]:
        for problem in self.problems:
            yield {"place": problem.place, "message": problem.message}


def audit(
    source: str | Path,
    *,
    receipts: str | Path | None = None,
    checkpoints: str | Path | None = None,
    public_keys: str | Path | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Check a database, the data folder of a service, or exported logs, from outside the house. Nothing is changed.

    Every hash chain, every append, every draw and every sum is checked, and every recorded command is decided again. Receipts,
    checkpoints and public keys are those of the data folder unless others are given. Interrupted, it continues when it is called
    again.
    """
    check_number(processes, "processes")
    check_function(progress, "progress")
    given = str(as_path(source, "a house"))
    named = {"receipts": receipts, "checkpoints": checkpoints, "public_keys": public_keys}
    paths = {name: None if each is None else as_path(each, name) for name, each in named.items()}
    file, files = default_state(database_address(given)), find_evidence(given, **paths)
    with opened_source(given, progress) as opened:
        check_proofs(opened, paths["checkpoints"], given)
        return shown_as(Audit, audit_source(opened, files, processes, file, given, progress))

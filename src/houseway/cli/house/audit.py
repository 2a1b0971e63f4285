"""`houseway audit`: check a database or an export from outside the house."""

from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli import file_paths
from houseway.cli.forms import AsCsv, AsJson
from houseway.cli.house.database import Source, opened_source
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_csv, print_json, print_line
from houseway.library.databases import database_address
from houseway.library.evidence_files import audit_source, check_proofs, default_state, find_evidence
from houseway.spelling import count_things

if TYPE_CHECKING:
    from houseway.library.databases import OpenedSource
    from houseway.library.evidence_files import EvidenceFiles
    from houseway.service.audit.findings import AuditReport, ChanceCounts

WRONG, INTERRUPTED = 1, 130
"""The exit codes if something is not in order, and if somebody has pressed Ctrl-C."""


def _file_option(what: str) -> Any:
    return typer.Option(help=what, parser=file_paths.path, show_default=False)


Receipts = Annotated[Path | None, _file_option("The file of receipts. That of the data folder by default.")]
Checkpoints = Annotated[
    Path | None, _file_option("The checkpoints that a witness has stored. Those of the data folder by default.")
]
PublicKeys = Annotated[Path | None, _file_option("The public keys of the house. Those of the data folder by default.")]
Processes = Annotated[
    int | None,
    typer.Option(help="How many processes share the work.", parser=whole_number("--processes", 1, 256), show_default=False),
]
AskReferee = Annotated[bool, typer.Option("--referee", help="Also decide every round by the referee, a second program.")]
StateFile = Annotated[
    Path | None, _file_option("Where the progress of the audit is saved. A file in the cache folder by default.")
]


def audit(
    source: Source,
    receipts: Receipts = None,
    checkpoints: Checkpoints = None,
    public_keys: PublicKeys = None,
    processes: Processes = None,
    state: StateFile = None,
    referee: AskReferee = False,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Check everything that a house has stored, from outside its server. No secret key is needed, and nothing is changed.

    Every hash chain is read to its end, and every append must be in the Merkle tree. Every recorded command is decided again under
    the edition of its rule book, and what follows is compared with what is recorded: who was paid what, whether the act was
    allowed, and the clauses. Every draw is computed again from its open seed; snapshots are not trusted. Accounts must agree with
    tables, and meters with wagers. Receipts and checkpoints must be signed by the house, and the database must still contain what
    they certify: use copies that somebody else has stored. What could not be checked is listed.

    With --referee, a second program decides every round, too, and must agree on every cent. What it cannot decide is listed.

    To continue an interrupted audit, give the same command again. Everything is read again, because it may have been changed since;
    only rounds that were computed already, in streams that have not changed, are not computed again.

    Exit code 0 if all is in order; 1 if something is not, and every such place is listed; 2 if nothing can be checked.

    \b
    Examples:
      houseway audit house
      houseway audit house --referee
      houseway audit postgresql://house@localhost/house --checkpoints witness.jsonl --public-keys public-keys.json
      houseway audit exported --receipts house/heads.jsonl --public-keys house/keys/public-keys.json
    """
    files = find_evidence(source, receipts, checkpoints, public_keys)
    with opened_source(source) as opened:
        check_proofs(opened, checkpoints, source)
        file = state or default_state(database_address(source))
        report = _audit_or_interrupt(opened, files, processes, file, source, referee)
    _show_report(source, report, as_json, as_csv)
    raise typer.Exit(WRONG if report.problems else 0)


def _audit_or_interrupt(
    opened: "OpenedSource", files: "EvidenceFiles", processes: int | None, file: Path, source: str, asks_referee: bool
) -> "AuditReport":
    try:
        return _audit_with_bar(opened, files, processes, file, source, asks_referee)
    except KeyboardInterrupt:
        print_line(f"interrupted; the same command continues from {file}", "yellow")
        raise typer.Exit(INTERRUPTED) from None


def _audit_with_bar(
    opened: "OpenedSource", files: "EvidenceFiles", processes: int | None, file: Path, source: str, asks_referee: bool
) -> "AuditReport":
    from houseway.cli.waiting import delayed_progress

    with delayed_progress("auditing") as progress:
        return audit_source(opened, files, processes, file, source, progress(0), asks_referee)


def _show_report(source: str, report: "AuditReport", as_json: bool, as_csv: bool) -> None:
    if as_json:
        print_json(asdict(report))
    elif as_csv:
        print_csv(_rows_of(report), ("state", "place", "message"))
    else:
        _print_report(source, report)


def _rows_of(report: "AuditReport") -> Iterator[dict[str, object]]:
    """Yield a record of each problem and remark, and of what was not checked."""
    for problem in report.problems:
        yield {"state": "problem", "place": problem.place, "message": problem.message}
    for remark in (*report.remarks, *_other_program_lines(report)):
        yield {"state": "remark", "place": "", "message": remark}
    for each in report.unchecked:
        yield {"state": "not checked", "place": "", "message": each}


def _print_report(source: str, report: "AuditReport") -> None:
    for problem in report.problems:
        print_line(f"{problem.place}: {problem.message}", "red")
    for remark in report.remarks:
        print_line(f"remark: {remark}", "yellow")
    for line in _other_program_lines(report):
        print_line(line, "yellow")
    for line in _lines_of(source, report):
        print_line(line)
    print_line(f"{count_things(len(report.problems), 'problem')}" if report.problems else "everything is in order")


def _other_program_lines(report: "AuditReport") -> Iterator[str]:
    """Say, for each other program, whom a fault that is mended since has touched."""
    from houseway.program import program_name
    from houseway.review import describe_owed

    for program, found in report.other_programs.items():
        what = count_things(found["commands"], "command")
        said = f"recorded by {program} and decided otherwise by this program ({program_name()}): {what}"
        owed = describe_owed(found["owed"])
        yield f"{said}; {owed}" if owed else said


def _chance_lines(counts: "ChanceCounts") -> Iterator[str]:
    """Say on whom the chance of rounds depended, and what was left to choose."""
    if counts.shared or counts.withheld:
        withheld = count_things(counts.withheld, "value")
        shared = count_things(counts.shared, "round")
        yield f"players added to the chance of {shared}, the house alone to {counts.house_alone:,}; {withheld} withheld"
    if counts.voided or counts.reshuffled:
        yield f"{count_things(counts.voided, 'round')} void, {count_things(counts.reshuffled, 'deck')} shuffled again in a round"


def _lines_of(source: str, report: "AuditReport") -> Iterator[str]:
    yield f"{source}: {count_things(report.streams, 'stream')}, {count_things(report.events, 'event')}, every hash chain"
    yield f"{count_things(report.rounds, 'round')} at {count_things(report.tables, 'table')} computed again, money summed up"
    yield f"{count_things(report.decided, 'command')} decided again and compared with what is recorded"
    if report.referee:
        yield report.referee["said"]
    if report.began_at is not None:
        began = datetime.fromtimestamp(report.began_at // 1_000, UTC)
        computed = (
            f"{count_things(report.rounds_before, 'round')} were computed before the interruption and have not changed since"
        )
        yield f"this audit began at {began:%Y-%m-%d %H:%M:%S} UTC; {computed}"
    yield f"{count_things(report.draws, 'draw')} computed again from open seeds"
    yield from _chance_lines(report.chance)
    if report.proofs:
        ends = count_things(report.proofs, "stream")
        yield f"{ends} proved to be in a log of {count_things(report.leaves, 'leaf', 'leaves')}"
    elif report.leaves or report.waiting:
        waiting = f", {report.waiting:,} waiting for it" if report.waiting else ""
        yield f"a tree of {count_things(report.leaves, 'leaf', 'leaves')}{waiting}"
    given = (report.receipts, "receipt"), (report.checkpoints, "checkpoint")
    checked = [count_things(number, what) for number, what in given if number]
    if checked:
        yield f"{' and '.join(checked)} checked"
    for each in report.unchecked:
        yield f"not checked: {each}"

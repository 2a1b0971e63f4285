"""`houseway audit`: check a database or an export from outside the house."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from houseway.cli import file_paths
from houseway.cli.database import OpenedSource, Source, database_address, is_export, opened_source
from houseway.cli.numbers import whole_number
from houseway.cli.show import print_json, print_line
from houseway.cli.table import AsJson
from houseway.errors import Malformed
from houseway.spelling import count_things

if TYPE_CHECKING:
    from houseway.service.audit.findings import AuditReport, ChanceCounts
    from houseway.service.audit.running import Evidence

RECEIPTS, CHECKPOINTS = "heads.jsonl", "checkpoints.jsonl"
MOVED_RECEIPTS = "heads-*.jsonl"
"""Earlier files of receipts, which an operator has moved away within the data folder."""
PUBLIC_KEYS = Path("keys") / "public-keys.json"
"""Where a service keeps its receipts, checkpoints and public keys, in its data folder."""
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
StateFile = Annotated[
    Path | None, _file_option("Where the progress of the audit is saved. A file in the cache folder by default.")
]


@dataclass(frozen=True, slots=True)
class _EvidenceFiles:
    """The files outside the database that an audit reads."""

    receipts: Sequence[Path]
    checkpoints: Path | None
    keys: Path | None
    are_own_receipts: bool
    """Whether the receipts are those of the data folder, which has all of them."""

    def read(self) -> "Evidence":
        """Read them. That comes after the heads of the streams are read: what was settled before then has its receipt by now."""
        from houseway.service.audit.running import Evidence
        from houseway.service.evidence.checkpoint_file import CheckpointFile
        from houseway.service.secrecy.keys import read_public_keys
        from houseway.service.secrecy.receipts import ReceiptFile

        return Evidence(
            receipts=[receipt for file in self.receipts for receipt in ReceiptFile(file).read()],
            checkpoints=list(CheckpointFile(self.checkpoints).read()) if self.checkpoints else (),
            keys=read_public_keys(self.keys) if self.keys else (),
            receipt_files=self.receipts,
            has_all_receipts=self.are_own_receipts,
        )


def audit(
    source: Source,
    receipts: Receipts = None,
    checkpoints: Checkpoints = None,
    public_keys: PublicKeys = None,
    processes: Processes = None,
    state: StateFile = None,
    as_json: AsJson = False,
) -> None:
    """Check everything that a house has stored, from outside its server. No secret key is needed, and nothing is changed.

    Every hash chain is read to its end, and every append must be in the Merkle tree. Every recorded command is decided again under
    the edition of its rule book, and what follows is compared with what is recorded: who was paid what, whether the act was
    allowed, and the clauses. Every draw is computed again from its open seed; snapshots are not trusted. Accounts must agree with
    tables, and meters with wagers. Receipts and checkpoints must be signed by the house, and the database must still contain what
    they certify: use copies that somebody else has stored. What could not be checked is listed.

    To continue an interrupted audit, give the same command again. Everything is read again, because it may have been changed since;
    only rounds that were computed already, in streams that have not changed, are not computed again.

    Exit code 0 if all is in order; 1 if something is not, and every such place is listed; 2 if nothing can be checked.

    \b
    Examples:
      houseway audit house
      houseway audit postgresql://house@localhost/house --checkpoints witness.jsonl --public-keys public-keys.json
      houseway audit exported --receipts house/heads.jsonl --public-keys house/keys/public-keys.json
    """
    files = _find_evidence(source, receipts, checkpoints, public_keys)
    with opened_source(source) as opened:
        _check_proofs(opened, checkpoints, source)
        file = state or _default_state(database_address(source))
        try:
            report = _run(opened, files, processes, file, source)
        except KeyboardInterrupt:
            print_line(f"interrupted; the same command continues from {file}", "yellow")
            raise typer.Exit(INTERRUPTED) from None
    report.problems[:0] = opened.unreadable
    _show_report(source, report, as_json)
    raise typer.Exit(WRONG if report.problems else 0)


def _check_proofs(opened: OpenedSource, checkpoints: Path | None, source: str) -> None:
    """Refuse checkpoints for logs that were exported without proofs: they would have no effect."""
    if checkpoints is not None and is_export(Path(source)) and not opened.proofs:
        raise _no_proofs(checkpoints)


def _no_proofs(checkpoints: Path) -> Malformed:
    said = "these logs were exported without proofs, so checkpoints say nothing about them; export them again"
    return Malformed(said, code="audit.checkpoints", given=str(checkpoints), allowed="--receipts")


def _run(opened: OpenedSource, files: _EvidenceFiles, processes: int | None, file: Path, source: str) -> "AuditReport":
    from houseway.cli.waiting import delayed_progress
    from houseway.service.audit.running import WORTH_PROCESSES, run_audit
    from houseway.service.audit.state import AuditState
    from houseway.store import open_store
    from houseway.store.readable import read_heads

    with open_store(opened.address, read_only=True) as store:
        state = AuditState(file, database_address(source), lambda: read_heads(store).heads)  # wrong types are found later
    if processes is None:
        is_large = sum(head.version for head in state.heads) > WORTH_PROCESSES
        processes = (os.cpu_count() or 1) if is_large else 1
    with delayed_progress("auditing") as progress:
        evidence = replace(files.read(), proofs=opened.proofs, of_logs=is_export(Path(source)))
        return run_audit(opened.address, evidence, state, processes, progress(0))


def _default_state(address: str) -> Path:
    from houseway.disk_cache import cache_folder

    return cache_folder() / "audits" / f"{sha256(address.encode()).hexdigest()[:16]}.jsonl"


def _find_evidence(source: str, receipts: Path | None, checkpoints: Path | None, public_keys: Path | None) -> _EvidenceFiles:
    """Find what comes from outside the database: the files that are named, else those of the data folder, else none."""
    path = Path(source)
    folder = path if path.is_dir() else path.parent
    heads, kept = _find_file(folder, RECEIPTS, receipts), _find_file(folder, CHECKPOINTS, checkpoints)
    keys = _find_file(folder, PUBLIC_KEYS, public_keys)
    if keys is None and (heads or kept):
        said = f"the signatures in {heads or kept} cannot be checked without the public keys of the house"
        raise Malformed(said, code="audit.keys", given="no keys", allowed="--public-keys FILE")
    moved = sorted(folder.glob(MOVED_RECEIPTS)) if receipts is None and keys is not None else []
    found = [*moved, *([heads] if heads else ())]
    are_own = receipts is None and not is_export(path) and (path.is_dir() or heads is not None)
    return _EvidenceFiles(found, kept, keys, are_own)


def _find_file(folder: Path, name: str | Path, given: Path | None) -> Path | None:
    if given is not None and not given.is_file():
        raise Malformed(f"there is no file {given}", code="audit.file", given=str(given), allowed="a file")
    return given or (folder / name if (folder / name).is_file() else None)


def _show_report(source: str, report: "AuditReport", as_json: bool) -> None:
    if as_json:
        print_json(asdict(report))
        return
    for problem in report.problems:
        print_line(f"{problem.place}: {problem.message}", "red")
    for remark in report.remarks:
        print_line(f"remark: {remark}", "yellow")
    for line in _lines_of(source, report):
        print_line(line)
    print_line(f"{count_things(len(report.problems), 'problem')}" if report.problems else "everything is in order")


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

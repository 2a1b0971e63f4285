"""What an audit reads beside the database: receipts, checkpoints and public keys, as they lie in the data folder of a house."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from houseway.errors import Malformed
from houseway.library.databases import OpenedSource, database_address, is_export

if TYPE_CHECKING:
    from houseway.service.audit.findings import AuditReport
    from houseway.service.audit.running import Evidence, Progress

RECEIPTS, CHECKPOINTS = "heads.jsonl", "checkpoints.jsonl"
MOVED_RECEIPTS = "heads-*.jsonl"
"""Earlier files of receipts, which an operator has moved away within the data folder."""
PUBLIC_KEYS = Path("keys") / "public-keys.json"
"""Where a service keeps its receipts, checkpoints and public keys, in its data folder."""


@dataclass(frozen=True, slots=True)
class EvidenceFiles:
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


def check_proofs(opened: OpenedSource, checkpoints: Path | None, source: str) -> None:
    """Refuse checkpoints for logs that were exported without proofs: they would have no effect."""
    if checkpoints is not None and is_export(Path(source)) and not opened.proofs:
        raise _no_proofs(checkpoints)


def _no_proofs(checkpoints: Path) -> Malformed:
    said = "these logs were exported without proofs, so checkpoints say nothing about them; export them again"
    return Malformed(said, code="audit.checkpoints", given=str(checkpoints), allowed="--receipts")


def audit_source(
    opened: OpenedSource,
    files: EvidenceFiles,
    processes: int | None,
    file: Path,
    source: str,
    progress: "Progress | None" = None,
    asks_referee: bool = False,
) -> "AuditReport":
    """Audit a database that was opened, by the referee, too, if it is asked, and save the progress in a file."""
    from houseway.service.audit.running import WORTH_PROCESSES, run_audit
    from houseway.service.audit.state import AuditState
    from houseway.store import open_store
    from houseway.store.readable import read_heads

    with open_store(opened.address, read_only=True) as store:
        heads = lambda: read_heads(store).heads  # noqa: E731 - wrong types are found later
        state = AuditState(file, database_address(source), heads, asks_referee)
    if processes is None:
        is_large = sum(head.version for head in state.heads) > WORTH_PROCESSES
        processes = (os.cpu_count() or 1) if is_large else 1
    evidence = replace(files.read(), proofs=opened.proofs, of_logs=is_export(Path(source)), asks_referee=asks_referee)
    report = run_audit(opened.address, evidence, state, processes, progress)
    report.problems[:0] = opened.unreadable
    return report


def default_state(address: str) -> Path:
    """Return the file in the cache folder in which an audit of this database saves its progress."""
    from houseway.disk_cache import cache_folder

    return cache_folder() / "audits" / f"{sha256(address.encode()).hexdigest()[:16]}.jsonl"


def find_evidence(source: str, receipts: Path | None, checkpoints: Path | None, public_keys: Path | None) -> EvidenceFiles:
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
    return EvidenceFiles(found, kept, keys, are_own)


def _find_file(folder: Path, name: str | Path, given: Path | None) -> Path | None:
    if given is not None and not given.is_file():
        raise Malformed(f"there is no file {given}", code="audit.file", given=str(given), allowed="a file")
    return given or (folder / name if (folder / name).is_file() else None)

"""Check the proofs that exported logs came with: their streams are in the log of the house, under a checkpoint that it signed."""

from collections.abc import Iterator, Sequence

from houseway.service.audit.findings import AuditReport, Problem
from houseway.service.audit.tree import forged_checkpoints
from houseway.service.evidence.checkpoints import Checkpoint
from houseway.service.evidence.stream_proofs import ExportedProofs, checkpoints_of
from houseway.service.secrecy.keys import PublicKey
from houseway.store import Store, StreamHead

_EXPORTED = "the export's checkpoint"


def add_proofs(
    report: AuditReport,
    store: Store,
    heads: Sequence[StreamHead],
    proofs: Sequence[ExportedProofs],
    kept: Sequence[Checkpoint],
    keys: Sequence[PublicKey],
) -> None:
    """Add to a report what is wrong with the proofs of exported logs, and what they cannot show. `kept` are checkpoints that
    somebody has kept outside the house."""
    if not proofs:
        return
    exported = checkpoints_of(proofs)
    report.leaves = max((each.size for each in exported), default=0)
    report.proofs = len({(proof.stream, proof.version) for each in proofs for proof in each.streams})
    report.problems += [Problem(_EXPORTED, message) for message in forged_checkpoints([*exported, *kept], keys)]
    report.problems += [problem for each in proofs for problem in _check_streams(store, each)]
    report.problems += _contradictions(exported, kept)
    report.unchecked += _left_open(heads, proofs, exported, kept)


def _check_streams(store: Store, proofs: ExportedProofs) -> Iterator[Problem]:
    for proof in proofs.streams:
        stored = store.head_at(proof.stream, proof.version)
        is_there = stored.version == proof.version and proofs.checkpoint is not None
        if not (is_there and proofs.checkpoint and proof.proves(stored.hash, proofs.checkpoint)):
            said = f"event {proof.version} and those before it are not in the log of the house, as the export says"
            yield Problem(proof.stream, said)


def _contradictions(exported: Sequence[Checkpoint], kept: Sequence[Checkpoint]) -> Iterator[Problem]:
    roots = {each.size: each.root for each in kept}
    for checkpoint in exported:
        if roots.get(checkpoint.size, checkpoint.root) != checkpoint.root:
            said = f"the log of {checkpoint.size} leaves differs from the stored checkpoint of that size"
            yield Problem(_EXPORTED, said)


def _left_open(
    heads: Sequence[StreamHead],
    proofs: Sequence[ExportedProofs],
    exported: Sequence[Checkpoint],
    kept: Sequence[Checkpoint],
) -> Iterator[str]:
    """Say what the proofs of an export cannot show."""
    proved = {proof.stream: proof.version for each in proofs for proof in each.streams}
    newer = sum(head.version > proved.get(head.stream, 0) for head in heads)
    if newer:
        yield f"the ends of {newer} streams, which are newer than the checkpoint of the export"
    if not {each.size for each in exported} & {each.size for each in kept}:
        sizes = ", ".join(str(each.size) for each in exported)
        yield f"the history of the log, because no checkpoint of {sizes} leaves from outside the house was given"

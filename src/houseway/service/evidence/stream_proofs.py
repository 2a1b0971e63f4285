"""Proofs that come with exported streams: the end of each stream is in the log of the house, under a signed checkpoint.

The link of a stream's last append commits to all appends before it, so one proof is enough for a whole stream. Appends that are
newer than the checkpoint are not proved.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from houseway.errors import Malformed
from houseway.files.logs.format import CHECKPOINT, PROOF
from houseway.merkle import Hash, inclusion_proof, leaf_hash, verify_inclusion
from houseway.service.evidence.checkpoints import Checkpoint, parse_checkpoint
from houseway.store import Store, StreamHead
from houseway.store.tree import SignedHead, leaf_entry


@dataclass(frozen=True, slots=True)
class StreamProof:
    """Leads from an append of a stream to the root of a checkpoint."""

    stream: str
    version: int
    index: int
    hashes: tuple[Hash, ...]

    def proves(self, link: Hash, checkpoint: Checkpoint) -> bool:
        """Return whether the append with this link is in the tree of a checkpoint."""
        leaf = leaf_hash(leaf_entry(self.stream, self.version, link))
        return verify_inclusion(leaf, self.index, checkpoint.size, self.hashes, checkpoint.root)

    def to_json(self) -> dict[str, object]:
        hashes = [each.hex() for each in self.hashes]
        return {PROOF: self.stream, "version": self.version, "index": self.index, "hashes": hashes}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Self:
        try:
            hashes = tuple(bytes.fromhex(each) for each in content["hashes"])
            return cls(str(content[PROOF]), int(content["version"]), int(content["index"]), hashes)
        except (KeyError, TypeError, ValueError) as error:
            allowed = "a stream, its version, the index of its leaf, and hashes"
            raise Malformed("this is not a proof", code="export.proof", given=str(error), allowed=allowed) from error


@dataclass(slots=True)
class ExportedProofs:
    """What an exported log says about its streams' places in the log of the house. Nothing is verified."""

    checkpoint: Checkpoint | None = None
    streams: list[StreamProof] = field(default_factory=list)

    def add(self, content: Mapping[str, Any]) -> None:
        """Take a line of an export."""
        if CHECKPOINT in content:
            self.checkpoint = parse_checkpoint(str(content[CHECKPOINT]))
        else:
            self.streams.append(StreamProof.from_json(content))


def proof_lines(store: Store, heads: Iterable[StreamHead], signed: SignedHead | None) -> Iterator[dict[str, object]]:
    """Yield the content of an export's lines: a checkpoint, and for each stream the proof of its last append in it."""
    if signed is None:
        return
    yield {CHECKPOINT: signed.note}
    read = store.tree.node_reader()
    for head in heads:
        for version in _versions_backwards(store, head):
            index = store.tree.index_of(head.stream, version)
            if index is not None and index < signed.size:
                proof = inclusion_proof(read, index, signed.size)
                yield StreamProof(head.stream, version, index, tuple(proof)).to_json()
                break


def _versions_backwards(store: Store, head: StreamHead) -> Iterator[int]:
    """Yield where the appends of a stream end, the last one first."""
    version = head.version
    while version:
        yield version
        version = store.head_at(head.stream, version - 1).version


def checkpoints_of(proofs: Sequence[ExportedProofs]) -> tuple[Checkpoint, ...]:
    """Return the checkpoints that exports came with, each once."""
    found = {each.checkpoint.note: each.checkpoint for each in proofs if each.checkpoint is not None}
    return tuple(found.values())

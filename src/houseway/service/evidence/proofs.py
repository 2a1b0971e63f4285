"""Proofs about the log of the house for whoever asks. They reveal nothing but hashes."""

from dataclasses import dataclass

from houseway.errors import Malformed, NotAllowed
from houseway.merkle import Hash, consistency_proof, inclusion_proof
from houseway.store import Store
from houseway.store.tree import AppendTree


@dataclass(frozen=True, slots=True)
class InclusionProof:
    """Leads from the leaf of an append to the root of the tree of a size."""

    index: int
    size: int
    hashes: tuple[Hash, ...]


def prove_inclusion(store: Store, stream: str, version: int, link: str, size: int | None = None) -> InclusionProof:
    """Prove that an append is in the log. The caller must know its link, from a receipt or from the record."""
    tree = store.tree
    stored = store.head_at(stream, version)
    if (stored.version, stored.hash.hex()) != (version, link.lower()):
        raise Malformed(
            "the log has no append with this stream, version and hash",
            code="log.unknown",
            given=f"version {version}",
            allowed="what a receipt says",
        )
    whole = _check_size(tree, size)
    index = tree.index_of(stream, version)
    if index is None or index >= whole:
        raise NotAllowed(
            f"the append is stored, and is not among the first {whole} leaves of the log; ask again in a second",
            code="log.waiting",
            given=whole,
            allowed="a later checkpoint",
        )
    return InclusionProof(index, whole, tuple(inclusion_proof(tree.node_reader(), index, whole)))


def prove_consistency(store: Store, first: int, second: int | None = None) -> tuple[int, tuple[Hash, ...]]:
    """Prove that the tree of the second size begins with all of the tree of the first. Return the second size, too."""
    tree = store.tree
    whole = _check_size(tree, second)
    _check_size(tree, first)
    if first > whole:
        said = f"a tree of {whole} leaves cannot extend one of {first}"
        raise Malformed(said, code="log.size", given=first, allowed=f"0 to {whole}")
    return whole, tuple(consistency_proof(tree.node_reader(), first, whole))


def _check_size(tree: AppendTree, size: int | None) -> int:
    """Return a size that the tree has had: the given one, or that of the last checkpoint."""
    latest = tree.latest_signed_head()
    known = latest.size if latest else 0
    if size is not None and size > known:
        raise Malformed(f"the log has {known} leaves, not {size}", code="log.size", given=size, allowed=f"0 to {known}")
    return known if size is None else size

"""A Merkle tree over a growing list of entries, as RFC 6962 describes it.

The root is one hash of the whole list. An inclusion proof shows that an entry is in the list with that root; a consistency proof
shows that a longer list begins with all of a shorter one. Both have about as many hashes as the size has binary digits.

The root of the empty list is the hash of nothing. The consistency proof between a tree and itself is empty, and so is the one
from the empty tree, which every tree extends.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256

Hash = bytes
ReadNode = Callable[[int, int], Hash]
"""Returns the hash of a complete subtree by its height and number: subtree n of height h begins with entry n * 2**h."""

EMPTY_ROOT: Hash = sha256(b"").digest()
_LEAF, _NODE = b"\x00", b"\x01"
"""Different prefixes, so that nobody can pass off an inner node as an entry."""


def leaf_hash(entry: bytes) -> Hash:
    return sha256(_LEAF + entry).digest()


def node_hash(left: Hash, right: Hash) -> Hash:
    return sha256(_NODE + left + right).digest()


@dataclass(frozen=True)
class Frontier:
    """What must be known of a tree to let it grow: its size, and the hashes of its complete subtrees, the largest first."""

    size: int = 0
    hashes: tuple[Hash, ...] = ()

    @property
    def root(self) -> Hash:
        return _join(self.hashes) if self.hashes else EMPTY_ROOT

    def add(self, leaf: Hash) -> tuple["Frontier", list[tuple[int, int, Hash]]]:
        """Return the tree with one more leaf, and the subtrees that became complete: height, number and hash."""
        hashes, completed = [*self.hashes], [(0, self.size, leaf)]
        height, number, last = 0, self.size, leaf
        while number % 2:
            last = node_hash(hashes.pop(), last)
            height, number = height + 1, number // 2
            completed.append((height, number, last))
        return Frontier(self.size + 1, (*hashes, last)), completed


def root_at(read: ReadNode, size: int) -> Hash:
    """Return the root of the tree when it had this many entries."""
    return _range_root(read, 0, size) if size else EMPTY_ROOT


def inclusion_proof(read: ReadNode, index: int, size: int) -> list[Hash]:
    """Return the hashes that lead from an entry to the root of the tree with this many entries, the lowest first."""
    if not 0 <= index < size:
        raise ValueError(f"there is no entry {index} in a tree of {size}")
    return [_range_root(read, start, end) for start, end in _siblings(index, size)]


def consistency_proof(read: ReadNode, first: int, second: int) -> list[Hash]:
    """Return the hashes that show that the tree with `second` entries begins with all of the tree with `first` entries."""
    if not 0 <= first <= second:
        raise ValueError(f"a tree of {second} cannot extend one of {first}")
    if first in (0, second):
        return []
    height, number = _largest_complete_end(first)
    start = (number << height, (number + 1) << height)
    own = [] if start == (0, first) else [_range_root(read, *start)]
    return own + [_range_root(read, *sibling) for sibling in _siblings(start[0], second, height)]


def verify_inclusion(leaf: Hash, index: int, size: int, proof: Sequence[Hash], root: Hash) -> bool:
    """Return whether a proof shows that a leaf is at this place of the tree with this size and root."""
    if not 0 <= index < size:
        return False
    shape = list(_sides(index, size))
    if len(shape) != len(proof):
        return False
    found = leaf
    for is_left, sibling in zip(shape, proof):
        found = node_hash(sibling, found) if is_left else node_hash(found, sibling)
    return found == root


def verify_consistency(first: int, first_root: Hash, second: int, second_root: Hash, proof: Sequence[Hash]) -> bool:
    """Return whether a proof shows that the second tree begins with all of the first."""
    if not 0 <= first <= second:
        return False
    if first == second:
        return not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == EMPTY_ROOT
    height, number = _largest_complete_end(first)
    hashes = [first_root, *proof] if number == 0 else [*proof]
    shape = list(_sides(number << height, second, height))
    if len(hashes) != len(shape) + 1:
        return False
    older = newer = hashes[0]
    for is_left, sibling in zip(shape, hashes[1:]):
        newer = node_hash(sibling, newer) if is_left else node_hash(newer, sibling)
        if is_left:
            older = node_hash(sibling, older)
    return older == first_root and newer == second_root


# Shapes: where the neighbours are on the way from a subtree to the root


def _sides(start: int, size: int, height: int = 0) -> Iterator[bool]:
    """Say for each neighbour on the way up whether it lies to the left."""
    return (end <= start for _, end in _siblings(start, size, height))


def _siblings(start: int, size: int, height: int = 0) -> list[tuple[int, int]]:
    """Return the ranges of entries next to a complete subtree on its way to the root, the nearest first."""
    found: list[tuple[int, int]] = []
    low, high = 0, size
    while high - low > 1 << height:
        middle = low + _largest_power_below(high - low)
        if start < middle:
            found.append((middle, high))
            high = middle
        else:
            found.append((low, middle))
            low = middle
    return found[::-1]


def _largest_power_below(count: int) -> int:
    """Return the largest power of two that is smaller than a count of at least two."""
    return 1 << ((count - 1).bit_length() - 1)


def _largest_complete_end(size: int) -> tuple[int, int]:
    """Return height and number of the complete subtree that ends where the tree ends."""
    height = (size & -size).bit_length() - 1
    return height, (size >> height) - 1


def _range_root(read: ReadNode, start: int, end: int) -> Hash:
    """Return the root of a range of entries that begins where a subtree may begin."""
    hashes = []
    while start < end:
        height = min((start & -start or 1 << 62).bit_length(), (end - start).bit_length()) - 1
        hashes.append(read(height, start >> height))
        start += 1 << height
    return _join(hashes)


def _join(hashes: Sequence[Hash]) -> Hash:
    """Join the roots of subtrees that become smaller from left to right."""
    *rest, root = hashes
    for left in reversed(rest):
        root = node_hash(left, root)
    return root

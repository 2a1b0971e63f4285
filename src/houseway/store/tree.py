"""The Merkle tree over all appends of a store (`houseway.merkle`).

A leaf is one append: its stream, its version, and its link of the hash chain, which commits to everything before it in the stream.
Appends wait after their commit until `extend` puts them into the tree, many at a time, so that nobody who appends waits for
anybody else. Leaves of one stream are in the order of its versions. What is in the tree never moves.

Hashes are kept in tiles of 256, as transparency logs do: tile n of level 0 has the leaves from 256 n on, and a hash of level 1 is
the root of a full tile of level 0, and so on. A root or a proof needs a few tiles, whatever the size of the tree.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock

from houseway.errors import Corrupted
from houseway.merkle import Hash, ReadNode, leaf_hash, node_hash, root_at

TILE_HEIGHT = 8
TILE_WIDTH = 1 << TILE_HEIGHT
"""Hashes in a full tile."""
HASH_BYTES = 32
MOST_AT_ONCE = 2_000
"""Appends that are put into the tree in one transaction: with SQLite, other writers wait for it."""
_FORM = "houseway leaf 1"

TilePlace = tuple[int, int]
"""The level and the number of a tile."""
ReadTile = Callable[[int, int], bytes]


def leaf_entry(stream: str, version: int, link: bytes) -> bytes:
    """Return what a leaf is the hash of: four lines, which somebody with a receipt can write himself."""
    return f"{_FORM}\n{stream}\n{version}\n{link.hex()}".encode()


@dataclass(frozen=True, slots=True)
class Leaf:
    """An append at its place in the tree."""

    index: int
    stream: str
    version: int
    link: bytes
    """The link of the hash chain that is stored now; empty if the append is missing."""

    @property
    def hash(self) -> Hash:
        return leaf_hash(leaf_entry(self.stream, self.version, self.link))


@dataclass(frozen=True, slots=True)
class TreeHead:
    size: int
    root: Hash


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A tree head with the text that was signed for it."""

    size: int
    note: str


Sign = Callable[[TreeHead], str]
"""Returns the signed text for a head of the tree."""


class AppendTree(ABC):
    """The tree of one store. Any thread may call any method."""

    @abstractmethod
    def extend(self, sign: Sign, most: int = MOST_AT_ONCE) -> SignedHead | None:
        """Put up to so many waiting appends into the tree and keep the text that is signed for its new head, in one transaction.

        Return that head; None if nothing waits, or another server is doing this at the moment or has just done it. Appends that
        still wait then come into the tree with the next call.
        """

    @abstractmethod
    def sign_again(self, sign: Sign) -> SignedHead:
        """Sign the head of the tree as it is: it has no signed text yet, or the key was replaced."""

    @abstractmethod
    def latest_signed_head(self) -> SignedHead | None:
        """Return the last head that was signed."""

    @abstractmethod
    def count_leaves(self) -> int:
        """Return the number of leaves."""

    @abstractmethod
    def count_waiting(self) -> int:
        """Return the number of appends that are not in the tree yet."""

    @abstractmethod
    def count_lost(self) -> int:
        """Return the number of appends that wait and are no longer stored: somebody has removed them before they came into the
        tree, and they can never come into it."""

    @abstractmethod
    def waiting_appends(self) -> Iterator[tuple[str, int]]:
        """Yield the appends that are not in the tree yet: their streams and versions."""

    @abstractmethod
    def index_of(self, stream: str, version: int) -> int | None:
        """Return the place of an append in the tree; None if it is not in it."""

    @abstractmethod
    def read_leaves(self) -> Iterator[Leaf]:
        """Yield all leaves in their order, each with the link that is stored for its append now."""

    @abstractmethod
    def read_tile(self, level: int, number: int) -> bytes:
        """Return the hashes of a tile, one after the other. A tile that does not exist is empty."""

    def current_head(self) -> TreeHead:
        size = self.count_leaves()
        return TreeHead(size, self.root(size))

    def root(self, size: int) -> Hash:
        """Return the root of the tree when it had this many leaves."""
        return root_at(self.node_reader(), size)

    def node_reader(self) -> ReadNode:
        """Return a function that reads nodes for one root or proof. It reads every tile once."""
        return node_reader(cache(self.read_tile))


def node_reader(read_tile: ReadTile) -> ReadNode:
    """Return a function that computes complete subtrees from tiles."""

    def read(height: int, number: int) -> Hash:
        level, within = divmod(height, TILE_HEIGHT)
        tile, place = divmod(number << within, TILE_WIDTH)
        hashes = split_hashes(read_tile(level, tile))[place : place + (1 << within)]
        if len(hashes) < 1 << within:
            said = f"tile {tile} of level {level} of the tree is missing or too short"
            raise Corrupted(said, code="tree.tile", given=len(hashes), allowed=1 << within)
        return complete_root(hashes)

    return read


def grow_tiles(read_tile: ReadTile, size: int, leaves: Sequence[Hash]) -> dict[TilePlace, bytes]:
    """Return the tiles that change when leaves are added to a tree of some size."""
    changed: dict[TilePlace, bytes] = {}
    level, added = 0, leaves
    while added:
        number, before = divmod(size >> TILE_HEIGHT * level, TILE_WIDTH)
        hashes = [*split_hashes(read_tile(level, number))[:before], *added] if before else [*added]
        tiles = [hashes[start : start + TILE_WIDTH] for start in range(0, len(hashes), TILE_WIDTH)]
        changed |= {(level, number + place): b"".join(tile) for place, tile in enumerate(tiles)}
        level, added = level + 1, [complete_root(tile) for tile in tiles if len(tile) == TILE_WIDTH]
    return changed


def grow_tree(read_tile: ReadTile, size: int, leaves: Sequence[Hash]) -> tuple[dict[TilePlace, bytes], TreeHead]:
    """Return the tiles that change when leaves are added, and the head of the tree that they make."""
    changed = grow_tiles(read_tile, size, leaves)

    def read_changed(level: int, number: int) -> bytes:
        return changed[level, number] if (level, number) in changed else read_tile(level, number)

    new_size = size + len(leaves)
    return changed, TreeHead(new_size, root_at(node_reader(cache(read_changed)), new_size))


def split_hashes(tile: bytes) -> list[Hash]:
    return [tile[end - HASH_BYTES : end] for end in range(HASH_BYTES, len(tile) + 1, HASH_BYTES)]


def complete_root(hashes: Sequence[Hash]) -> Hash:
    """Return the root over as many hashes as a power of two."""
    level = list(hashes)
    while len(level) > 1:
        level = [node_hash(left, right) for left, right in zip(level[::2], level[1::2], strict=True)]
    return level[0]


class MemoryTree(AppendTree):
    """The tree of a store in memory."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: list[tuple[str, int, bytes]] = []
        self._leaves: list[Leaf] = []
        self._places: dict[tuple[str, int], int] = {}
        self._tiles: dict[TilePlace, bytes] = {}
        self._latest: SignedHead | None = None

    def add_waiting(self, stream: str, version: int, link: bytes) -> None:
        with self._lock:
            self._waiting.append((stream, version, link))

    def extend(self, sign: Sign, most: int = MOST_AT_ONCE) -> SignedHead | None:
        with self._lock:
            taken, size = self._waiting[:most], len(self._leaves)
            if not taken:
                return None
            leaves = [Leaf(index, *append) for index, append in enumerate(taken, start=size)]
            changed, head = grow_tree(self.read_tile, size, [leaf.hash for leaf in leaves])
            self._latest = SignedHead(head.size, sign(head))
            self._tiles |= changed
            self._leaves += leaves
            self._places |= {(leaf.stream, leaf.version): leaf.index for leaf in leaves}
            del self._waiting[:most]
            return self._latest

    def sign_again(self, sign: Sign) -> SignedHead:
        with self._lock:
            head = self.current_head()
            self._latest = SignedHead(head.size, sign(head))
            return self._latest

    def latest_signed_head(self) -> SignedHead | None:
        return self._latest

    def count_leaves(self) -> int:
        return len(self._leaves)

    def count_waiting(self) -> int:
        return len(self._waiting)

    def count_lost(self) -> int:
        return 0  # in memory, nobody removes anything

    def waiting_appends(self) -> Iterator[tuple[str, int]]:
        return iter([(stream, version) for stream, version, _ in self._waiting])

    def index_of(self, stream: str, version: int) -> int | None:
        return self._places.get((stream, version))

    def read_leaves(self) -> Iterator[Leaf]:
        return iter(self._leaves)

    def read_tile(self, level: int, number: int) -> bytes:
        return self._tiles.get((level, number), b"")


class AbsentTree(MemoryTree):
    """Stands for the tree of a database that an older program has written, and that is read as it is: it has none."""

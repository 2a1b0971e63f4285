"""Audit the tree over all appends: leaves against appends, tiles against leaves, and checkpoints against the tree."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from houseway.errors import HousewayError
from houseway.merkle import Hash, ReadNode, root_at
from houseway.service.audit.findings import Problem, TreeAudit
from houseway.service.evidence.checkpoints import Checkpoint, is_genuine_checkpoint, parse_checkpoint
from houseway.service.secrecy.keys import PublicKey
from houseway.spelling import count_things
from houseway.store import Store
from houseway.store.tree import TILE_WIDTH, AppendTree, Leaf, complete_root, node_reader, split_hashes

_CACHED_TILES = 4_096
_THE_TREE, _DATABASE, _WITNESS = "the tree", "the database's checkpoint", "the witness's checkpoints"


def audit_tree(
    store: Store, versions: Mapping[str, int], checkpoints: Sequence[Checkpoint], keys: Sequence[PublicKey]
) -> TreeAudit:
    """Check the tree. `versions` is where streams stand, of which appends are counted; `checkpoints` are those that were kept
    outside the database."""
    audit, tree = TreeAudit(checkpoints=len(checkpoints)), store.tree
    _LeafCheck(tree, versions, audit).run()
    if lost := tree.count_lost():
        audit.problems.append(Problem(_THE_TREE, f"{count_things(lost, 'append')} removed before coming into the tree"))
    audit.problems += _check_latest(tree, audit.leaves, keys)
    audit.problems += _check_kept(tree, checkpoints, keys)
    return audit


class _LeafCheck:
    """Reads all leaves in their order, and builds the tiles again."""

    def __init__(self, tree: AppendTree, versions: Mapping[str, int], audit: TreeAudit) -> None:
        self._tree, self._versions, self._audit = tree, versions, audit
        self._last: dict[str, int] = {}
        self._tiles: list[list[Hash]] = []
        """The tile of each level that is being filled."""
        self._filled: list[int] = []
        """The number of that tile."""

    def run(self) -> None:
        tile: list[Leaf] = []
        for leaf in self._tree.read_leaves():
            self._check_leaf(leaf)
            tile.append(leaf)
            if len(tile) == TILE_WIDTH:
                self._check_tile(tile)
                tile = []
        if tile:
            self._check_tile(tile)
        for level, hashes in enumerate(self._tiles):
            self._compare_upper(level + 1, self._filled[level], hashes)
        self._check_size()
        for stream, version in self._tree.waiting_appends():
            self._audit.waiting += 1
            self._count(stream, version)

    def _check_leaf(self, leaf: Leaf) -> None:
        audit = self._audit
        if leaf.index != audit.leaves:
            self._add(f"leaf {audit.leaves} is missing: the next is leaf {leaf.index}")
        audit.leaves = leaf.index + 1
        if not leaf.link:
            self._add(f"leaf {leaf.index} is {leaf.stream} up to event {leaf.version}, which is no longer stored")
        if leaf.version <= self._last.get(leaf.stream, 0):
            self._add(f"leaf {leaf.index} is {leaf.stream} up to event {leaf.version}, after a leaf with a later event")
        self._last[leaf.stream] = leaf.version
        self._count(leaf.stream, leaf.version)

    def _count(self, stream: str, version: int) -> None:
        if version <= self._versions.get(stream, 0):
            self._audit.appends[stream] = self._audit.appends.get(stream, 0) + 1

    def _check_tile(self, leaves: Sequence[Leaf]) -> None:
        number = leaves[0].index // TILE_WIDTH
        stored = split_hashes(self._tree.read_tile(0, number))
        for leaf in leaves:
            place = leaf.index % TILE_WIDTH
            found = stored[place] if place < len(stored) else b""
            if leaf.link and leaf.hash != found:
                said = f"leaf {leaf.index} is {leaf.stream} up to event {leaf.version}, and the tree has another hash there"
                self._add(f"{said}: the append was changed, or leaves were exchanged")
        if len(leaves) == TILE_WIDTH:
            self._add_to_level(0, complete_root(stored) if len(stored) == TILE_WIDTH else b"")

    def _add_to_level(self, level: int, root: Hash) -> None:
        """Add the root of a full tile, as it is stored, to the level above."""
        if len(self._tiles) == level:
            self._tiles.append([])
            self._filled.append(0)
        tile = self._tiles[level]
        tile.append(root)
        if len(tile) == TILE_WIDTH:
            self._compare_upper(level + 1, self._filled[level], tile)
            self._tiles[level] = []
            self._filled[level] += 1
            self._add_to_level(level + 1, complete_root(tile))

    def _compare_upper(self, level: int, number: int, hashes: Sequence[Hash]) -> None:
        if self._tree.read_tile(level, number) != b"".join(hashes):
            self._add(f"tile {number} of level {level} does not follow from the level below it")

    def _check_size(self) -> None:
        size = self._tree.count_leaves()
        if size > self._audit.leaves:
            self._add(f"the tree has {size} leaves, and {self._audit.leaves} of them are known: leaves were removed")

    def _add(self, message: str) -> None:
        self._audit.problems.append(Problem(_THE_TREE, message))


def _check_latest(tree: AppendTree, leaves: int, keys: Sequence[PublicKey]) -> Iterator[Problem]:
    """Check the checkpoint in the database. It is written together with leaves, so it covers all that were read before it."""
    latest = tree.latest_signed_head()
    if latest is None:
        if leaves:
            yield Problem(_DATABASE, f"the tree has {leaves} leaves, and its last checkpoint is missing")
        return
    try:
        checkpoint = parse_checkpoint(latest.note)
    except HousewayError as error:
        yield Problem(_DATABASE, error.message)
        return
    if latest.size != checkpoint.size:
        yield Problem(_DATABASE, f"it is of {checkpoint.size} leaves, and its entry says {latest.size}")
    if checkpoint.size < leaves:
        yield Problem(_DATABASE, f"it is of {checkpoint.size} leaves, and the tree has {leaves}: a later one was removed")
    for message in forged_checkpoints([checkpoint], keys):
        yield Problem(_DATABASE, message)
    for message in _contradictions(tree, [checkpoint]):
        yield Problem(_DATABASE, message)


def _check_kept(tree: AppendTree, checkpoints: Sequence[Checkpoint], keys: Sequence[PublicKey]) -> Iterator[Problem]:
    for message in (*forged_checkpoints(checkpoints, keys), *_contradictions(tree, checkpoints)):
        yield Problem(_WITNESS, message)


def forged_checkpoints(checkpoints: Sequence[Checkpoint], keys: Sequence[PublicKey]) -> Iterator[str]:
    """Say which checkpoints the house has not signed. Without keys, nothing can be said."""
    for checkpoint in checkpoints if keys else ():
        if not is_genuine_checkpoint(checkpoint, keys):
            said = (
                f"the checkpoint of {checkpoint.size} leaves at the time {checkpoint.at} was not signed by a key of the house"
            )
            yield f"{said} that was in use at that time"


def _contradictions(tree: AppendTree, checkpoints: Sequence[Checkpoint]) -> Iterator[str]:
    """Say which checkpoint is the first that the tree contradicts, and between which leaves it was rewritten."""
    size, agreed = tree.count_leaves(), 0
    read = node_reader(lru_cache(_CACHED_TILES)(tree.read_tile))
    for number, checkpoint in enumerate(ordered := sorted(checkpoints, key=lambda each: each.size)):
        more = f" (and {len(ordered) - number - 1} later ones)" if number + 1 < len(ordered) else ""
        if checkpoint.size > size:
            said = f"the tree has {size} leaves, and the checkpoint of {checkpoint.size} leaves was signed{more}"
            yield f"{said}: the last {checkpoint.size - size} were removed, or the database is older than the checkpoint"
            return
        if not _has_root(read, checkpoint):
            said = f"the tree contradicts the checkpoint of {checkpoint.size} leaves{more}"
            yield f"{said}: leaves from {agreed} to {checkpoint.size - 1} were rewritten after it was signed"
            return
        agreed = checkpoint.size


def _has_root(read: ReadNode, checkpoint: Checkpoint) -> bool:
    try:
        return root_at(read, checkpoint.size) == checkpoint.root
    except HousewayError:
        return False

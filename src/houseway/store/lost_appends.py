"""Appends that were noted for the tree and are no longer stored: somebody has removed them before they came into it."""

from sqlalchemy import func, select

from houseway.store.contract import Store
from houseway.store.schema import appends, streams, tree_leaves
from houseway.store.tree import MemoryTree

_COUNT = (
    select(func.count())
    .select_from(tree_leaves)
    .outerjoin(streams, streams.c.id == tree_leaves.c.stream_id)
    .outerjoin(appends, (appends.c.stream_id == tree_leaves.c.stream_id) & (appends.c.version == tree_leaves.c.version))
    .where(tree_leaves.c.leaf_index.is_(None), streams.c.id.is_(None) | appends.c.version.is_(None))
)


def count_lost_appends(store: Store) -> int:
    """Return how many appends wait for the tree and can never come into it."""
    if isinstance(store.tree, MemoryTree):  # in memory, nobody removes anything
        return 0
    with store.database.reading() as connection:
        return connection.execute(_COUNT).scalar_one()

"""Create the tree over all appends. Those that are stored already wait to be put into it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    leaves = op.create_table(
        "tree_leaves",
        sa.Column("stream_id", sa.Integer, sa.ForeignKey("streams.id"), primary_key=True, autoincrement=False),
        sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("leaf_index", sa.BigInteger),
        sqlite_with_rowid=False,
    )
    waits = leaves.c.leaf_index.is_(None)
    op.create_index("tree_leaves_waiting", "tree_leaves", ["stream_id", "version"], sqlite_where=waits, postgresql_where=waits)
    op.create_table(
        "tree_tiles",
        sa.Column("level", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "latest_checkpoint",
        sa.Column("id", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
    )
    op.execute("INSERT INTO tree_leaves (stream_id, version) SELECT stream_id, version FROM appends")

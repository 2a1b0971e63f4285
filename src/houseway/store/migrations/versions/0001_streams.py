"""Create streams, appends, rounds, commands, snapshots, editions and dictionaries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "streams",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.create_table(
        "dictionaries",
        sa.Column("number", sa.SmallInteger, primary_key=True, autoincrement=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "appends",
        _stream_key(),
        sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("before", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("form", sa.SmallInteger, nullable=False),
        sa.Column("dictionary", sa.SmallInteger, sa.ForeignKey("dictionaries.number"), nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("sealed", sa.LargeBinary),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_starts",
        _stream_key(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("before", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "commands",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("answer", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        _stream_key(),
        sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("program", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "editions",
        sa.Column("hash", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )


def _stream_key() -> sa.Column[int]:
    return sa.Column("stream_id", sa.Integer, sa.ForeignKey("streams.id"), primary_key=True, autoincrement=False)

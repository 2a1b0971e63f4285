"""The tables of a database. Alembic creates and changes them (`migrations/`); `appends` is never altered once it is released."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, MetaData, SmallInteger, Table, Text

REVISION = "0001"
"""The newest migration."""

metadata = MetaData()


def _stream_key() -> Column[int]:
    return Column("stream_id", Integer, ForeignKey("streams.id"), primary_key=True, autoincrement=False)


streams = Table(
    "streams",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False, unique=True),
    Column("version", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("round", Integer, nullable=False),
)
"""Where each stream stands: what an append locks and compares. It repeats the last row of `appends`, and reading checks that."""

appends = Table(
    "appends",
    metadata,
    _stream_key(),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("before", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("form", SmallInteger, nullable=False),
    Column("dictionary", SmallInteger, ForeignKey("dictionaries.number"), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("sealed", LargeBinary),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""One row an append: the events from `before` + 1 to `version` of a stream."""

round_starts = Table(
    "round_starts",
    metadata,
    _stream_key(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("before", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

commands = Table(
    "commands",
    metadata,
    Column("id", Text, primary_key=True),
    Column("answer", Text, nullable=False),
    sqlite_with_rowid=False,
)

snapshots = Table(
    "snapshots",
    metadata,
    _stream_key(),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("program", Text, nullable=False),
    Column("content", LargeBinary, nullable=False),
)

editions = Table(
    "editions",
    metadata,
    Column("hash", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("content", Text, nullable=False),
)

dictionaries = Table(
    "dictionaries",
    metadata,
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)

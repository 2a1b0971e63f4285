"""The tables of a database. Alembic creates and changes them (`migrations/`); `appends` is never altered once it is released."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, LargeBinary, MetaData, SmallInteger, Table, Text

REVISION = "0009"
"""The newest migration."""
OLDEST_READABLE = "0001"
"""The oldest schema whose streams can be read without upgrading the database."""

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

tree_leaves = Table(
    "tree_leaves",
    metadata,
    _stream_key(),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    Column("leaf_index", BigInteger),
    sqlite_with_rowid=False,
)
"""The place of each append in the tree over all appends (`tree`); null while it waits for one."""
Index(
    "tree_leaves_waiting",
    tree_leaves.c.stream_id,
    tree_leaves.c.version,
    sqlite_where=tree_leaves.c.leaf_index.is_(None),
    postgresql_where=tree_leaves.c.leaf_index.is_(None),
)

tree_tiles = Table(
    "tree_tiles",
    metadata,
    Column("level", SmallInteger, primary_key=True, autoincrement=False),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
)

latest_checkpoint = Table(
    "latest_checkpoint",
    metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("size", BigInteger, nullable=False),
    Column("note", Text, nullable=False),
)
"""One row: the last signed head of the tree. Earlier ones have value only outside the database."""

dictionaries = Table(
    "dictionaries",
    metadata,
    Column("number", SmallInteger, primary_key=True, autoincrement=False),
    Column("content", LargeBinary, nullable=False),
)

identities = Table(
    "identities",
    metadata,
    Column("person", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("name", Text),
    Column("login", Text, unique=True),
    Column("password", Text),
    Column("created_at", BigInteger, nullable=False),
    Column("expires_at", BigInteger),
)
"""Who is behind an opaque id. Names are here and nowhere else, so that they can be erased; streams hold ids."""

sessions = Table(
    "sessions",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("person", Text, ForeignKey("identities.person"), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
    Index("sessions_person", "person"),
)

log_ins = Table(
    "log_ins",
    metadata,
    Column("person", Text, primary_key=True),
    Column("at", BigInteger, primary_key=True),
)
"""When each person with a log-in has logged in, also when no session is left of it."""

log_in_attempts = Table(
    "log_in_attempts",
    metadata,
    Column("login_hash", LargeBinary, primary_key=True),
    Column("times", Text, nullable=False),
    Column("last_at", BigInteger, nullable=False),
    Column("locked_until", BigInteger, nullable=False),
)
"""Recent failures to log in, for every log-in name that was tried, whether it exists or not."""

one_time_links = Table(
    "one_time_links",
    metadata,
    Column("token_hash", LargeBinary, primary_key=True),
    Column("purpose", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)

NOT_COPIED = {"houseway_copied": False}
"""Marks tables that are about running processes, and not part of a backup."""

servers = Table(
    "servers",
    metadata,
    Column("holder", Text, primary_key=True),
    Column("server", Text, nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    info=NOT_COPIED,
)
"""The processes that serve the house, and until when each counts as alive, by the clock of the database."""

leases = Table(
    "leases",
    metadata,
    Column("name", Text, primary_key=True),
    Column("holder", Text, ForeignKey("servers.holder"), nullable=False),
    info=NOT_COPIED,
)
"""What one server does for all, such as keeping a table's clock, and which process that is."""

"""Connect to SQLite or PostgreSQL, and bring the database to this program's schema."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.schema import CreateIndex, CreateTable

import houseway.store.report_tables  # noqa: F401 - adds its tables to the metadata
from houseway.errors import Corrupted, HousewayError, Malformed, NotAllowed, Unavailable
from houseway.store.prepared import call_driver
from houseway.store.schema import OLDEST_READABLE, REVISION, metadata

ALLOWED_URLS = "sqlite:///FILE or postgresql://USER@HOST/DATABASE"
WRITES = "houseway_writes"
"""The execution option of a connection that will write: its SQLite transaction takes the write lock at once, because a transaction
that reads first and writes later fails when somebody else has written in between."""
UNAVAILABLE = "store.unavailable"
_BUSY_SECONDS = 30
_OF_OWNER = 0o600
_MIGRATION_LOCK = 0x686F757365
"""The key of PostgreSQL's advisory lock under which one server migrates while others wait: "house" in ASCII."""


class Database:
    """Transactions on an engine. Errors of the database itself are raised as `Unavailable`."""

    def __init__(self, engine: Engine) -> None:
        self.engine, self._writing = engine, writing_engine(engine)
        self._keeps_writer = engine.dialect.name == "sqlite" and bool(engine.url.database)
        self._writer: Connection | None = None
        self._writer_lock = RLock()
        self._name = engine.url.render_as_string()
        self.insert_or_skip = sqlite.insert if engine.dialect.name == "sqlite" else postgresql.insert
        """An insertion with a rule for a row that already exists."""

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Open a transaction that writes. When it ends without an error, everything is durable."""
        try:
            with self._begin_on_writer() if self._keeps_writer else self._writing.begin() as connection:
                yield connection
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            raise unavailable_error(self._name, error) from error

    @contextmanager
    def _begin_on_writer(self) -> Iterator[Connection]:
        """Begin on the connection that is kept for writing. SQLite lets one write at a time: threads that wait for each other here
        go on at once, where SQLite would let them look again after a while, and nobody waits for a connection to be made."""
        with self._writer_lock:
            connection, self._writer = self._writer or self._writing.connect(), None
            try:
                with connection.begin():
                    yield connection
            except BaseException:
                connection.close()
                raise
            self._writer = connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except SQLAlchemyError as error:
            raise unavailable_error(self._name, error) from error

    def close(self) -> None:
        """Give back all connections."""
        with self._writer_lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
        self.engine.dispose()


def private_database() -> Database:
    """Return a database in memory that ends with the process. It has one connection, for which threads wait."""
    connected = {"check_same_thread": False}
    engine = create_engine("sqlite://", poolclass=QueuePool, pool_size=1, max_overflow=0, connect_args=connected)
    with engine.begin() as connection:
        _execute_creation(connection)
    return Database(engine)


def connect_database(address: str) -> Engine:
    """Return an engine for a database whose schema is this program's."""
    url = parse_address(address)
    engine = _sqlite_engine(url) if url.get_backend_name() == "sqlite" else _postgresql_engine(url)
    try:
        _check_connection(engine)
        migrate_schema(engine)
    except HousewayError:
        engine.dispose()
        raise
    except SQLAlchemyError as error:
        engine.dispose()
        raise unavailable_error(url.render_as_string(), error) from error
    return engine


def unavailable_error(database: str, error: SQLAlchemyError) -> Unavailable:
    """Return the refusal for a database that cannot be reached or written. The address is without its password."""
    said = f"the database {database} cannot be used: {_reason(getattr(error, 'orig', None) or error)}"
    return Unavailable(said, code=UNAVAILABLE, given=database, allowed="a database that can be reached and written")


_SQLITE_ERRORS = {
    sqlite3.SQLITE_NOTADB: "the file is not a database that houseway has written",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_CANTOPEN: "its folder does not exist, or you have no permission",
    sqlite3.SQLITE_READONLY: "the file is read-only",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk does not answer",
    sqlite3.SQLITE_BUSY: "another program is writing to it",
}
_PRIMARY_CODE = 0xFF
"""The part of SQLite's error codes that all codes of one kind share."""


def _reason(error: BaseException) -> str:
    """Say why a database refused, in plain words where the kind of error is known."""
    code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
    return _SQLITE_ERRORS.get(code) or f"it says: {str(error).strip().splitlines()[0]}"


def parse_address(address: str) -> URL:
    """Read the address of a database, or refuse it."""
    try:
        url = make_url(address)
    except ArgumentError as error:
        raise _address_error(address) from error
    kind = url.get_backend_name()
    if kind not in ("sqlite", "postgresql") or (kind == "sqlite" and not url.database):
        raise _address_error(address)
    return url.set(drivername="postgresql+psycopg") if kind == "postgresql" else url


def _address_error(address: str) -> Malformed:
    message = f"{address!r} is not a database address; write {ALLOWED_URLS}"
    return Malformed(message, code="store.address", given=address, allowed=ALLOWED_URLS)


def create_private_file(file: Path) -> None:
    """Create an empty file that only its owner may read: a database has names and the hashes of passwords. SQLite gives the files
    beside it the same permissions. A file that exists stays as it is, and one that cannot be created is SQLite's to refuse."""
    with suppress(OSError):
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, _OF_OWNER))


def _sqlite_engine(url: URL) -> Engine:
    if url.database:
        create_private_file(Path(url.database))
    engine = create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def set_pragmas(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions begin as `begin_transaction` says, not as the driver guesses
        mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
        if mode != "wal":
            raise NotAllowed(
                f"{url.database} cannot use a write-ahead log, so it would not be durable here",
                code="store.journal",
                given=mode,
                allowed="a local disk",
            )
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        writes = connection.get_execution_options().get(WRITES)
        call_driver(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql_engine(url: URL, **options: bool) -> Engine:
    return create_engine(url, pool_pre_ping=True, execution_options=options)


def connect_to_read(address: str) -> Engine:
    """Return an engine with which nothing can be changed. An older schema is not upgraded, because it has the tables of
    streams, too."""
    url = parse_address(address)
    try:
        if url.get_backend_name() == "sqlite":
            engine = _open_sqlite_to_read(Path(str(url.database)))
        else:
            engine = _postgresql_engine(url, postgresql_readonly=True)
        with engine.connect() as connection:
            found = _stored_revision(connection)
    except SQLAlchemyError as error:
        raise unavailable_error(url.render_as_string(), error) from error
    if found is None or not OLDEST_READABLE <= found <= REVISION:
        engine.dispose()
        given, allowed = found or "none of this program", f"{OLDEST_READABLE} to {REVISION}"
        said = f"the schema of the database is {given}, and this program reads {allowed}"
        raise NotAllowed(said, code="store.schema", given=given, allowed=allowed)
    return engine


def read_revision(address: str) -> str:
    """Return the schema of a database, and change nothing of it."""
    engine = connect_to_read(address)
    try:
        with engine.connect() as connection:
            return str(_stored_revision(connection))
    finally:
        engine.dispose()


def _open_sqlite_to_read(file: Path) -> Engine:
    """Open a file to read. SQLite needs to write beside a file with a write-ahead log; where it may not, the file has to be
    complete without that log, and nobody may be writing it."""
    log = file.with_name(f"{file.name}-wal")
    for how in ("mode=ro", "mode=ro&immutable=1"):
        engine = create_engine(f"sqlite:///file:{quote(str(file))}?{how}&uri=true", connect_args={"timeout": _BUSY_SECONDS})
        try:
            _check_connection(engine)
            with engine.connect() as connection:
                inspect(connection).get_table_names()
        except OperationalError:
            engine.dispose()
            if how != "mode=ro" or (log.exists() and log.stat().st_size):
                raise
        else:
            return engine
    raise AssertionError("one of the two raises or returns")


def _check_connection(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))


def writing_engine(engine: Engine) -> Engine:
    """Return the engine for transactions that write."""
    return engine.execution_options(**{WRITES: True})


def migrate_schema(engine: Engine) -> None:
    """Bring the schema to this program's. A database of a newer program is refused."""
    with writing_engine(engine).begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
        found = _stored_revision(connection)
        if found == REVISION:
            return
        if found is None:
            create_tables(connection)
        elif found > REVISION:
            raise NotAllowed(
                f"the database has the schema {found}, which is newer than this program",
                code="store.schema",
                given=found,
                allowed=f"{REVISION} or older",
            )
        else:
            upgrade_tables(connection)


def create_tables(connection: Connection) -> None:
    """Create all tables of an empty database at once, and note the revision as Alembic would. A test holds them against what the
    migrations make one after the other."""
    _execute_creation(connection)
    connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    connection.execute(text("INSERT INTO alembic_version VALUES (:revision)"), {"revision": REVISION})


def _execute_creation(connection: Connection) -> None:
    for statement in _creation_statements(connection.dialect.name):
        call_driver(connection, statement)


@cache
def _creation_statements(database: str) -> tuple[str, ...]:
    """Return what creates all tables and their indexes. It takes SQLAlchemy longer to write than SQLite to do."""
    dialect = {"sqlite": sqlite, "postgresql": postgresql}[database].dialect()
    statements: list[CreateTable | CreateIndex] = []
    for table in metadata.sorted_tables:
        statements += [CreateTable(table), *map(CreateIndex, table.indexes)]
    return tuple(str(statement.compile(dialect=dialect)) for statement in statements)


def _stored_revision(connection: Connection) -> str | None:
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar())
    if "streams" in tables or "appends" in tables:
        raise Corrupted("the database does not say which schema it has", code="store.schema", given="none", allowed=REVISION)
    return None


def upgrade_tables(connection: Connection, revision: str = "head") -> None:
    """Run the migrations that the database does not have yet, up to a revision."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "houseway.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)

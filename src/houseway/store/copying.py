"""Copy a whole database while it is in use: for a backup, to restore one, or to move from SQLite to PostgreSQL or back.

A backup is a SQLite file with the same tables. The copy is of one moment: what is appended meanwhile is not in it. After the copy
every chain is checked in the target. The backup of an older program's SQLite file keeps its schema, so that the older program can
restore it.
"""

import itertools
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from sqlalchemy import Connection, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from houseway.errors import NotAllowed
from houseway.store.engines import (
    connect_database,
    create_private_file,
    parse_address,
    read_revision,
    unavailable_error,
    writing_engine,
)
from houseway.store.schema import NOT_COPIED, REVISION, metadata, streams
from houseway.store.sql import SqlStore

_ROWS_AT_ONCE = 1_000
Progress = Callable[[int, int], None]
"""Called with the number of rows done and the total."""


def back_up_database(address: str, file: Path, progress: Progress | None = None, force: bool = False) -> int:
    """Copy a database into a file. An old one is replaced only with `force`, and not before the copy is checked. Return the
    number of streams."""
    check_existing(address)
    if file.exists() and not force:
        raise NotAllowed(
            f"{file} exists already and is not overwritten",
            code="store.backup",
            given=str(file),
            allowed="a new file, or --force",
        )
    with _draft_of(file) as draft:
        count = _back_up_older(address, draft) or copy_database(address, f"sqlite:///{draft}", progress)
        draft.replace(file)
    return count


def _back_up_older(address: str, draft: Path) -> int:
    """Copy a SQLite file that has an older schema as it is, and check every chain of the copy. Return the number of streams; 0 if
    the database is none of those, and nothing was copied."""
    url = parse_address(address)
    if url.get_backend_name() != "sqlite" or read_revision(address) == REVISION:
        return 0
    _copy_file(Path(str(url.database)), draft)
    return check_chains(f"sqlite:///{draft}", read_only=True)


def restore_database(file: Path, address: str, progress: Progress | None = None) -> int:
    """Copy a backup into an empty database. Return the number of streams."""
    if not file.is_file():
        raise NotAllowed(f"there is no backup {file}", code="store.backup", given=str(file), allowed="a file made by a backup")
    return copy_database(f"sqlite:///{file}", address, progress)


def replace_database(file: Path, database: Path, progress: Progress | None = None) -> tuple[int, Path]:
    """Put a backup in the place of a SQLite database that nobody uses, and keep that one. Return the number of streams, and
    where the old database is now."""
    with _draft_of(database) as draft:
        count = restore_database(file, f"sqlite:///{draft}", progress)
        _check_unused(database)
        names = (database.with_name(f"{database.name}.before-{number}") for number in itertools.count(1))
        old_file = next(name for name in names if not name.exists())
        database.rename(old_file)
        draft.rename(database)
    return count, old_file


def check_existing(address: str) -> None:
    """Refuse the address of a SQLite file that does not exist: opening it would create an empty database."""
    url = parse_address(address)
    if url.get_backend_name() == "sqlite" and not Path(str(url.database)).is_file():
        allowed = "a database that exists"
        raise NotAllowed(f"there is no database {url.database}", code="store.missing", given=str(url.database), allowed=allowed)


@contextmanager
def _draft_of(file: Path) -> Iterator[Path]:
    """Yield the name of a new file beside another. What is left of it in the end is deleted."""
    draft = file.with_name(f".{file.name}.part")
    parts = (draft, *(draft.with_name(f"{draft.name}{end}") for end in ("-wal", "-shm")))
    for part in parts:
        part.unlink(missing_ok=True)
    try:
        yield draft
    finally:
        for part in parts:
            part.unlink(missing_ok=True)


def _check_unused(database: Path) -> None:
    """Refuse a SQLite database that another program has open. Only its single user can leave its write-ahead log."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        said = f"{database} is in use, or is not a database ({error}); stop the service first"
        raise NotAllowed(said, code="store.in-use", given=str(database), allowed="a database that nobody uses") from error


def copy_database(source: str, target: str, progress: Progress | None = None) -> int:
    """Copy every row of a database into an empty one, and check every chain there. Return the number of streams."""
    with _with_current_schema(source) as address:
        from_engine, to_engine = connect_database(address), connect_database(target)
        try:
            with _one_moment(from_engine.connect()) as reading, writing_engine(to_engine).begin() as connection:
                if connection.execute(select(func.count()).select_from(streams)).scalar_one():
                    where = to_engine.url.render_as_string()
                    said = f"{where} is not empty; name an empty database"
                    raise NotAllowed(said, code="store.restore", given=where, allowed="an empty database")
                _copy_tables(reading, connection, progress or (lambda done, whole: None))
        except SQLAlchemyError as error:
            raise unavailable_error(to_engine.url.render_as_string(), error) from error
        finally:
            from_engine.dispose()
            to_engine.dispose()
    return check_chains(target)


@contextmanager
def _with_current_schema(source: str) -> Iterator[str]:
    """Yield the address of a database with this program's schema. One that is older is not upgraded: a program of its own may be
    serving it, or need it again. Of a file, a copy is upgraded instead."""
    found, url = read_revision(source), parse_address(source)
    if found == REVISION:
        yield source
    elif url.get_backend_name() == "sqlite":
        with TemporaryDirectory() as folder:
            copy = Path(folder) / "older.db"
            _copy_file(Path(str(url.database)), copy)
            yield f"sqlite:///{copy}"
    else:
        said = f"the database has the schema {found}, and this program copies {REVISION}: use the program that serves it"
        raise NotAllowed(said, code="store.schema", given=found, allowed=REVISION)


def _copy_file(database: Path, file: Path) -> None:
    """Copy a SQLite database page by page, as of one moment."""
    source = f"file:{quote(str(database))}?mode=ro"
    create_private_file(file)
    with closing(sqlite3.connect(source, uri=True)) as reading, closing(sqlite3.connect(file)) as copy:
        reading.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # the file is complete, without a log beside it


def check_chains(address: str, read_only: bool = False) -> int:
    """Read every stream to its end. A broken chain raises. Return the number of streams."""
    with SqlStore(address, read_only) as store:
        heads = store.stream_heads()
        for head in heads:
            for _ in store.read(head.stream):
                pass
    return len(heads)


def _one_moment(connection: Connection) -> Connection:
    """Let a connection see the database as it is at its first statement, whatever others append. SQLite does so anyway."""
    if connection.dialect.name == "postgresql":
        return connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def _copy_tables(reading: Connection, writing: Connection, progress: Progress) -> None:
    tables = [table for table in metadata.sorted_tables if table.info != NOT_COPIED]
    sizes = {table.name: reading.execute(select(func.count()).select_from(table)).scalar_one() for table in tables}
    done, whole = 0, sum(sizes.values())
    for table in tables:
        writing.execute(table.delete())  # a new database already has its dictionary
        for partition in reading.execution_options(yield_per=_ROWS_AT_ONCE).execute(select(table)).mappings().partitions():
            writing.execute(insert(table), [dict(row) for row in partition])
            done += len(partition)
            progress(done, whole)
    _renumber(writing, streams)


def _renumber(connection: Connection, table: Table) -> None:
    """PostgreSQL numbers new rows from a counter, which does not know of rows that were copied."""
    if connection.dialect.name == "postgresql":
        counter = f"pg_get_serial_sequence('{table.name}', 'id')"
        connection.execute(text(f"SELECT setval({counter}, (SELECT coalesce(max(id), 1) FROM {table.name}))"))  # noqa: S608

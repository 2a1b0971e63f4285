"""Find values of the wrong type. SQLite takes a text or a blob in any column, and somebody who edits the file may put one there."""

from collections.abc import Iterator

from sqlalchemy import Column, Integer, LargeBinary, func, inspect, select

from houseway.store.engines import Database
from houseway.store.schema import (
    appends,
    dictionaries,
    editions,
    latest_checkpoint,
    round_starts,
    streams,
    tree_leaves,
    tree_tiles,
)

_TABLES = (streams, appends, round_starts, editions, dictionaries, tree_leaves, tree_tiles, latest_checkpoint)
_SQLITE_TYPES = ((Integer, "integer"), (LargeBinary, "blob"))


def find_wrong_types(database: Database) -> Iterator[tuple[str, int]]:
    """Yield each column, as `table.column`, that has values of a type which the program never writes, and how many it has.
    PostgreSQL stores no such value."""
    if database.engine.dialect.name != "sqlite":
        return
    existing = inspect(database.engine).get_table_names()  # a database of an older schema has fewer
    with database.reading() as connection:
        for table in _TABLES:
            for column in table.columns if table.name in existing else ():
                right = [_sqlite_type(column), *(["null"] if column.nullable else [])]
                query = select(func.count()).select_from(table).where(func.typeof(column).not_in(right))
                found = connection.execute(query).scalar_one()
                if found:
                    yield str(column), found


def _sqlite_type(column: Column[object]) -> str:
    return next((name for kind, name in _SQLITE_TYPES if isinstance(column.type, kind)), "text")

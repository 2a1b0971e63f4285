"""Find values of the wrong type. SQLite takes a text or a blob in any column, and somebody who edits the file may put one there."""

from collections.abc import Iterator
from functools import cache

from sqlalchemy import Column, Integer, LargeBinary, Table, and_, case, func, inspect, select
from sqlalchemy.dialects import sqlite

from houseway.store.engines import Database
from houseway.store.prepared import PreparedStatement
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
            if table.name in existing:
                (counts,) = _count_wrong(table).fetch(connection, {})
                yield from ((str(column), found) for column, found in zip(table.columns, counts, strict=True) if found)


@cache
def _count_wrong(table: Table) -> PreparedStatement:
    """Return a query that goes through a table once, and counts the wrong values of each column."""
    wrong = (and_(*(func.typeof(column) != name for name in _right_types(column))) for column in table.columns)
    return PreparedStatement(
        select(*(func.count(case((is_wrong, 1))) for is_wrong in wrong)).select_from(table), sqlite.dialect()
    )


def _right_types(column: Column[object]) -> list[str]:
    name = next((name for kind, name in _SQLITE_TYPES if isinstance(column.type, kind)), "text")
    return [name, "null"] if column.nullable else [name]

"""Statements that are compiled once and executed by the database's driver itself.

SQLAlchemy's own execution takes several times as long as SQLite's, so every command would wait for it. What is executed seldom goes
through SQLAlchemy as usual, in the same transaction.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sqlalchemy import Column, Connection, Dialect, Insert, Select, Table, bindparam
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.elements import ClauseElement

_VALUES = " VALUES "
_ROWS_AT_ONCE = 64
"""Rows of one insertion. SQLite takes at least 32,766 parameters."""

Parameters = Mapping[str, object]
Rows = list[tuple[Any, ...]]


def call_driver(connection: Connection, statement: str, parameters: Any = ()) -> Rows:
    """Execute a statement in the words of the database, and return the rows that it selects."""
    return _on_cursor(connection, statement, lambda cursor: cursor.execute(statement, parameters))


def _on_cursor(connection: Connection, statement: str, execute: Callable[[Any], object]) -> Rows:
    """Execute something with the driver. Its errors become SQLAlchemy's, as everywhere else."""
    cursor = connection.connection.cursor()
    driver: Any = connection.dialect.loaded_dbapi
    try:
        execute(cursor)
        return list(cursor.fetchall()) if cursor.description else []
    except driver.Error as error:
        raise DBAPIError.instance(statement, None, error, driver.Error, dialect=connection.dialect) from error
    finally:
        cursor.close()


@dataclass(frozen=True)
class DatabaseKind:
    """SQLite or PostgreSQL: all databases of a kind share statements, and each is compiled once."""

    name: str
    dialect: Dialect = field(compare=False)

    @classmethod
    def of(cls, dialect: Dialect) -> "DatabaseKind":
        return cls(dialect.name, dialect)


class PreparedStatement:
    """A statement for one kind of database."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled: Any = statement.compile(dialect=dialect)
        self._text = str(compiled)
        self._order: Sequence[str] | None = compiled.positiontup
        """The names of the parameters in their order; None if the driver takes them by name."""
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}
        """Values that are part of the statement, such as a limit."""

    def execute(self, connection: Connection, rows: Sequence[Parameters]) -> None:
        """Execute the statement with each of the parameters."""
        bound = [self._bind(row) for row in rows]
        _on_cursor(connection, self._text, lambda cursor: cursor.executemany(self._text, bound))

    def execute_joined(self, connection: Connection, rows: Sequence[Parameters]) -> None:
        """Execute an insertion of one row with all of some rows at once. What happens to rows that exist comes after the values."""
        begin, _, end = self._text.partition(_VALUES)
        values, closing, rest = end.partition(")")
        bound = [value for row in rows for value in self._bind(row)]
        call_driver(connection, f"{begin}{_VALUES}{', '.join([values + closing] * len(rows))}{rest}", bound)

    def fetch(self, connection: Connection, parameters: Parameters) -> Rows:
        """Return the rows that the statement selects."""
        return call_driver(connection, self._text, self._bind(parameters))

    def _bind(self, parameters: Parameters) -> Parameters | tuple[object, ...]:
        if self._fixed:
            parameters = {**self._fixed, **parameters}
        return parameters if self._order is None else tuple([parameters[name] for name in self._order])


class PreparedInsert:
    """Inserts rows, or changes those that exist. SQLite gets many of them with one statement: its driver gives the interpreter away
    for every statement and for every row of `executemany`, and the writer waits until it has it back."""

    def __init__(self, insertion: Insert, dialect: Dialect) -> None:
        self._single = PreparedStatement(insertion, dialect)
        self._is_joined = dialect.name == "sqlite"

    def execute(self, connection: Connection, rows: Sequence[Parameters]) -> None:
        if not self._is_joined:
            self._single.execute(connection, rows)
            return
        for start in range(0, len(rows), _ROWS_AT_ONCE):
            self._single.execute_joined(connection, rows[start : start + _ROWS_AT_ONCE])


def insert_or_replace(
    table: Table, dialect: Dialect, *, added: Collection[str] = (), kept: Collection[str] = ()
) -> PreparedInsert:
    """Return an insertion. Of a row with the same primary key it replaces the other columns, but for those that it adds to and
    those that it leaves as they are."""
    insertion = (sqlite if dialect.name == "sqlite" else postgresql).insert(table)
    changed = {
        column.name: column + insertion.excluded[column.name] if column.name in added else insertion.excluded[column.name]
        for column in table.columns
        if not column.primary_key and column.name not in kept
    }
    return PreparedInsert(insertion.on_conflict_do_update(index_elements=list(table.primary_key), set_=changed), dialect)


class PreparedLookup:
    """Selects rows in which a column has one of some values. It is compiled for a few numbers of values; others are filled up."""

    def __init__(self, select: Select[Any], column: Column[Any], dialect: Dialect) -> None:
        self._select, self._column, self._dialect = select, column, dialect
        self._prepared = lru_cache(self._prepare)

    def fetch(self, connection: Connection, values: Sequence[object]) -> Rows:
        if not values:
            return []
        size = 1 << (len(values) - 1).bit_length()
        filled = [*values, *[values[-1]] * (size - len(values))]
        return self._prepared(size).fetch(connection, {_name(place): value for place, value in enumerate(filled)})

    def _prepare(self, size: int) -> PreparedStatement:
        wanted = self._column.in_([bindparam(_name(place)) for place in range(size)])
        return PreparedStatement(self._select.where(wanted), self._dialect)


def _name(place: int) -> str:
    return f"value_{place}"

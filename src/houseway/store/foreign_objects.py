"""Find what the program did not create in a database: tables, views, indexes, triggers, functions, rules, and changed
definitions.

A trigger could change rows behind the program's back, and a view, rule or policy could show it others than are stored. The
catalogue of the database is compared with tables that the program itself would make.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, create_engine, text

from houseway.store.engines import Database, create_tables, upgrade_tables
from houseway.store.foreign_postgresql import find_in_postgresql
from houseway.store.prepared import call_driver
from houseway.store.schema import REVISION

_STATISTICS = ("sqlite_stat1", "sqlite_stat4")
"""Tables of SQLite's own, which `ANALYZE` makes. They change how rows are looked for, not which are found."""
_OF_A_TABLE = "sqlite_autoindex_"
"""How the names of indexes begin that come and go with their tables."""
_NOT_MADE = "the program did not create it"
_KINDS = {"table": "a table", "index": "an index", "view": "a view", "trigger": "a trigger"}


class SchemaProblem(NamedTuple):
    """Something that is not as the program makes it."""

    name: str
    message: str


def find_foreign_objects(database: Database) -> Iterator[SchemaProblem]:
    """Yield what is in the catalogue of a database and should not be, what is missing, and what was changed."""
    with database.reading() as connection:
        if connection.dialect.name == "postgresql":
            yield from (SchemaProblem(name, f"{what}: {_NOT_MADE}") for name, what in find_in_postgresql(connection))
        else:
            yield from _find_in_sqlite(connection)


class _Definition(NamedTuple):
    """An object of SQLite's catalogue."""

    kind: str
    table: str
    words: frozenset[str]
    """The words of its definition; an object may have fewer than the program's own, such as a default that a later table lacks."""
    parts: frozenset[tuple[Any, ...]]
    """Columns, keys and what they refer to."""


_Catalogue = Mapping[str, _Definition]


def _find_in_sqlite(connection: Connection) -> Iterator[SchemaProblem]:
    revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one()
    found, expected = _catalogue(connection), _expected_catalogues(str(revision))
    own = next(expected)
    changed = sorted(name for name in found if not _is_as(found[name], own.get(name)))
    migrated = next(expected) if any(name in own for name in changed) else own
    for name in changed:
        each = found[name]
        if name not in own:
            on = f" on {each.table}" if each.table != name else ""
            yield SchemaProblem(name, f"{_KINDS.get(each.kind, each.kind)}{on}: {_NOT_MADE}")
        elif not _is_as(each, migrated.get(name)):
            more = sorted(each.words - own[name].words)
            said = f" ({', '.join(more).lower()})" if more else ""
            yield SchemaProblem(name, f"the definition of this {each.kind} is not the program's{said}")
    for name in sorted(own.keys() - found.keys()):
        if not name.startswith(_OF_A_TABLE):
            yield SchemaProblem(name, f"this {own[name].kind} is missing")


def _is_as(found: _Definition, expected: _Definition | None) -> bool:
    return (
        expected is not None
        and (found.kind, found.table, found.parts) == (expected.kind, expected.table, expected.parts)
        and found.words <= expected.words
    )


def _expected_catalogues(revision: str) -> Iterator[_Catalogue]:
    """Yield the catalogues that a database of this schema may have: as the program makes it at once, and as migrations make it."""
    if revision == REVISION:
        yield _created()
    yield _migrated(revision)
    yield _migrated(revision)


@cache
def _created() -> _Catalogue:
    return _made_by(create_tables)


@cache
def _migrated(revision: str) -> _Catalogue:
    return _made_by(lambda connection: upgrade_tables(connection, revision))


def _made_by(make: Callable[[Connection], None]) -> _Catalogue:
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as connection:
            make(connection)
            return _catalogue(connection)
    finally:
        engine.dispose()


def _catalogue(connection: Connection) -> dict[str, _Definition]:
    rows = connection.execute(text("SELECT type, name, tbl_name, sql FROM sqlite_master")).all()
    return {row.name: _definition(connection, row) for row in rows if row.name not in _STATISTICS}


def _definition(connection: Connection, row: Row[Any]) -> _Definition:
    pragmas = ("table_xinfo", "foreign_key_list") if row.type == "table" else ("index_xinfo",) if row.type == "index" else ()
    quoted = row.name.replace('"', '""')
    parts = frozenset(
        (pragma, *_without_number(pragma, each))
        for pragma in pragmas
        for each in call_driver(connection, f'PRAGMA {pragma}("{quoted}")')
    )
    return _Definition(row.type, row.tbl_name, frozenset(re.findall(r"\w+", (row.sql or "").upper())), parts)


def _without_number(pragma: str, row: tuple[Any, ...]) -> tuple[Any, ...]:
    """Leave out the number of a column: a migration adds columns at the end."""
    return row[1:] if pragma == "table_xinfo" else row

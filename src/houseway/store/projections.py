"""Write rows of reports: a new row is inserted, and a row with the same key is replaced or added to."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from sqlalchemy import Connection

from houseway.store.contract import Projection
from houseway.store.prepared import DatabaseKind, PreparedInsert, insert_or_replace
from houseway.store.report_tables import REPORT_TABLES

_ROWS_AT_ONCE = 1_000


def write_batch(connection: Connection, projections: Sequence[Projection]) -> None:
    """Write the projections of several requests with few statements: table by table, and those of one table in their order. Rows
    of one table do not depend on those of another."""
    write_projections(connection, sorted(projections, key=attrgetter("table")))


def write_projections(connection: Connection, projections: Iterable[Projection]) -> None:
    """Write projections in their order. Consecutive ones with the same statement are sent together."""
    kind = DatabaseKind.of(connection.dialect)
    for (table, added), group in groupby(projections, key=lambda each: (each.table, each.added)):
        statement = _prepare(kind, table, added)
        rows: list[Mapping[str, object]] = []
        for each in group:
            rows += each.rows
            if len(rows) >= _ROWS_AT_ONCE:
                statement.execute(connection, rows)
                rows.clear()
        if rows:
            statement.execute(connection, rows)


@lru_cache
def _prepare(kind: DatabaseKind, name: str, added: tuple[str, ...]) -> PreparedInsert:
    return insert_or_replace(REPORT_TABLES[name], kind.dialect, added=added)

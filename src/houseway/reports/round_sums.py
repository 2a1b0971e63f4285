"""Sums of the rounds of a table that ended within a time."""

from typing import Any, NamedTuple

from sqlalchemy import BigInteger, ColumnElement, Connection, Select, bindparam, func, select

from houseway.store.report_tables import report_rounds


class Span(NamedTuple):
    """A time in milliseconds, both ends included."""

    begin: int
    end: int


def select_round_sums(*sums: ColumnElement[int]) -> Select[Any]:
    """Return a query for sums over the rounds of a `table` that ended between `begin` and `end`. It is made once, because a report
    asks it often.

    Rounds are found by when they began, which has an index: the first is the one that was in play at the beginning.
    """
    rows = report_rounds
    here = rows.c.table_id.concat("") == bindparam(
        "table"
    )  # so that this index is used, and not all rounds of the table are read
    begin, end = bindparam("begin", type_=BigInteger), bindparam("end", type_=BigInteger)
    first = select(func.max(rows.c.began_at)).where(here, rows.c.began_at <= begin).scalar_subquery()
    columns: list[ColumnElement[Any]] = [func.coalesce(each, 0) for each in sums]
    query: Select[Any] = select(*columns)
    query = query.where(here, rows.c.began_at >= func.coalesce(first, 0), rows.c.began_at <= end)
    return query.where(rows.c.ended_at.between(begin, end))


def sum_rounds(connection: Connection, query: Select[Any], table: str, span: Span) -> tuple[int, ...]:
    found = connection.execute(query, {"table": table, "begin": span.begin, "end": span.end}).one()
    return tuple(map(int, found))

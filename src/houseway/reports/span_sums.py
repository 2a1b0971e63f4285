"""Sums over spans of time at tables. Many spans are asked about in one query, so that a long report makes few of them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Integer,
    Select,
    TableValuedAlias,
    bindparam,
    cast,
    func,
    literal_column,
    select,
)

SPANS_AT_ONCE = 512
"""A few more than the rows that a page shows of a report."""
Each = TypeVar("Each")


class Span(NamedTuple):
    """A time in milliseconds, both ends included."""

    begin: int
    end: int


class TableSpan(NamedTuple):
    """A time at a table."""

    table: str
    begin: int
    end: int


def take_batches(each: Iterable[Each]) -> Iterator[list[Each]]:
    """Yield as many at a time as one query asks about."""
    left = iter(each)
    while batch := list(islice(left, SPANS_AT_ONCE)):
        yield batch


def sum_in_spans(
    connection: Connection, at: Column[int], spans: Sequence[TableSpan], *sums: ColumnElement[int]
) -> list[tuple[int, ...]]:
    """Return sums over the rows of a table whose time `at` lies in each span, in the order of the spans."""
    query = _select_sums(connection.dialect.name, at, sums)
    rows = connection.execute(query, {"spans": [(place, *span) for place, span in enumerate(spans)]})
    return [tuple(map(int, values)) for _, *values in sorted(rows)]


def _select_sums(dialect: str, at: Column[int], sums: Sequence[ColumnElement[int]]) -> Select[Any]:
    """Return a query with a subquery for each sum. With a join, PostgreSQL may compare all rounds of a table with all spans; a
    subquery looks each span up in an index."""
    spans = _list_spans(dialect)
    place, table, begin, end = (spans.c.value.op("->>")(literal_column(str(number))) for number in range(4))
    is_inside = (at.table.c.table_id == table) & at.between(cast(begin, BigInteger), cast(end, BigInteger))
    looked_up = (select(func.coalesce(each, 0)).where(is_inside).correlate(spans).scalar_subquery() for each in sums)
    return select(cast(place, Integer), *looked_up).select_from(spans)


def _list_spans(dialect: str) -> TableValuedAlias:
    """Return the spans as rows, which a database makes from one parameter: a list in JSON."""
    given = bindparam("spans", type_=JSON)
    if dialect == "sqlite":
        return func.json_each(given).table_valued("value", name="spans")
    return func.json_array_elements(given).table_valued("value", name="spans").render_derived()

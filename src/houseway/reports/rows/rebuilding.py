"""Fill the tables of reports from the streams, and compare what they hold with what follows from the streams.

No secret is needed: rows follow from public facts.
"""

from collections.abc import Callable, Iterable, Iterator

from sqlalchemy import Connection, delete, func, insert, inspect, select, text

from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.reports.gaming_day import GAMING_DAY_CHANGED, GamingCalendar
from houseway.reports.rows.stream_rows import (
    HOUSE,
    ComparedRows,
    StreamRows,
    TableDifference,
    has_rows,
    row_source,
    sum_up_rows,
)
from houseway.store import Projection, Store, StreamHead
from houseway.store.engines import Database, private_database
from houseway.store.projections import write_projections
from houseway.store.readable import read_heads
from houseway.store.report_tables import REPORT_TABLES, report_marks, report_odds

_FILLED, _EDITION = "filled", "4"
"""The mark of a database whose tables of reports are kept current, and its value: another one as soon as other rows follow from the
same events."""
Progress = Callable[[int, int], None]
"""Is called with the number of events done and the number of all."""
_APPENDS_BETWEEN = 100
"""Appends between two calls of it."""


def are_filled(store: Store) -> bool:
    """Return whether the tables of reports hold everything that is stored."""
    with store.database.reading() as connection:
        return inspect(connection).has_table(report_marks.name) and _is_marked(connection)


def count_stored_odds(store: Store) -> int:
    """Return how many rows of odds are stored. They are computed from filings, and do not follow from the streams."""
    with store.database.reading() as connection:
        is_there = inspect(connection).has_table(report_odds.name)
        return connection.execute(select(func.count()).select_from(report_odds)).scalar_one() if is_there else 0


def _is_marked(connection: Connection) -> bool:
    return connection.execute(select(report_marks.c.value).where(report_marks.c.name == _FILLED)).scalar() == _EDITION


def fill_tables(store: Store, progress: Progress | None = None, *, anew: bool = True) -> None:
    """Write all rows from the streams; unless `anew`, only if they are not kept current. Nobody may append meanwhile."""
    if not anew and are_filled(store):
        return
    with store.database.transaction() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"LOCK TABLE {report_marks.name} IN EXCLUSIVE MODE"))  # another server may be at it
        if anew or not _is_marked(connection):
            for table in (*REPORT_TABLES.values(), report_marks):
                connection.execute(delete(table))
            write_projections(connection, derive_rows(store, progress, skip_broken=True))
            connection.execute(insert(report_marks), {"name": _FILLED, "value": _EDITION})


def forget_filling(store: Store) -> None:
    """Have the tables filled anew at the next start: streams were added without their rows."""
    with store.database.transaction() as connection:
        connection.execute(delete(report_marks).where(report_marks.c.name == _FILLED))


def derive_rows(store: Store, progress: Progress | None = None, *, skip_broken: bool = False) -> Iterator[Projection]:
    """Yield all rows that follow from the streams, append by append as they were stored. A stream that cannot be read raises, or
    is left from where it cannot."""
    calendar = read_calendar(store)
    readable = read_heads(store).heads if skip_broken else store.stream_heads()
    heads = [head for head in readable if has_rows(head.stream)]
    done, whole = 0, count_derived_from(heads)
    for head in heads:
        try:
            rows = row_source(head.stream, calendar)
            for place, append in enumerate(store.read(head.stream)):
                yield from rows.add(append)
                if progress and place % _APPENDS_BETWEEN == 0:
                    progress(done + append.head.version, whole)
        except (HousewayError, *IMPOSSIBLE):
            if not skip_broken:
                raise
        done += head.version
        if progress:
            progress(done, whole)


def count_derived_from(heads: Iterable[StreamHead]) -> int:
    """Return from how many events rows follow."""
    return sum(head.version for head in heads if has_rows(head.stream))


def read_calendar(store: Store) -> GamingCalendar:
    """Return the calendar of the house as it is recorded."""
    calendar = GamingCalendar()
    for append in store.read(HOUSE):
        for event in append.events:
            if event.kind == GAMING_DAY_CHANGED:
                calendar = calendar.after_event(event)
    return calendar


def derive_tables(store: Store, progress: Progress | None = None) -> Database:
    """Derive all rows in a database of their own, which ends with the process."""
    scratch = private_database()
    with scratch.transaction() as connection:
        write_projections(connection, derive_rows(store, progress))
    return scratch


def compare_tables(store: Store, progress: Progress | None = None) -> tuple[TableDifference, ...]:
    """Derive all rows anew, stream by stream, and compare them with those that are stored."""
    calendar = read_calendar(store)
    heads = [head for head in store.stream_heads() if has_rows(head.stream)]
    done, whole, compared = 0, count_derived_from(heads), list[ComparedRows]()
    for head in heads:
        rows = StreamRows(head.stream, calendar)
        for append in store.read(head.stream):
            rows.add(append)
        with store.database.reading() as connection:
            compared.append(rows.compare(connection))
        done += head.version
        if progress:
            progress(done, whole)
    with store.database.reading() as connection:
        return sum_up_rows(compared, connection)

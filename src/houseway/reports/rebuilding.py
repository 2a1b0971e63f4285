"""Fill the tables of reports from the streams, and compare what they hold with what follows from the streams.

No secret is needed: rows follow from public facts.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, inspect, select, text

from houseway.disclosure import Disclosures
from houseway.errors import IMPOSSIBLE, HousewayError
from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.regulation import load_book
from houseway.reports.gaming_day import GAMING_DAY_CHANGED, GamingCalendar
from houseway.reports.meter_rows import project_meters
from houseway.reports.rows import project_command, project_house
from houseway.reports.tally import TableTally
from houseway.store import Projection, Store, StoredAppend, StreamAppend, StreamHead
from houseway.store.engines import Database, private_database
from houseway.store.projections import write_projections
from houseway.store.readable import read_heads
from houseway.store.report_tables import REPORT_TABLES, report_marks, report_odds
from houseway.table.disclosure import disclosures_of

_FILLED, _EDITION = "filled", "4"
"""The mark of a database whose tables of reports are kept current, and its value: another one as soon as other rows follow from the
same events."""
_TABLES, _METERS, _HOUSE = "table:", "meter:", "house"
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
    heads = [head for head in readable if _has_rows(head)]
    done, whole = 0, count_derived_from(heads)
    for head in heads:
        try:
            for place, append in enumerate(_derive_stream(store, head.stream, calendar)):
                yield from append.rows
                if progress and place % _APPENDS_BETWEEN == 0:
                    progress(done + append.version, whole)
        except (HousewayError, *IMPOSSIBLE):
            if not skip_broken:
                raise
        done += head.version
        if progress:
            progress(done, whole)


def _has_rows(head: StreamHead) -> bool:
    return head.stream.startswith((_TABLES, _METERS)) or head.stream == _HOUSE


def count_derived_from(heads: Iterable[StreamHead]) -> int:
    """Return from how many events rows follow."""
    return sum(head.version for head in heads if _has_rows(head))


class _AppendRows(NamedTuple):
    version: int
    """The version of the stream after the append."""
    rows: Iterable[Projection]


def _derive_stream(store: Store, stream: str, calendar: GamingCalendar) -> Iterator[_AppendRows]:
    if stream.startswith(_TABLES):
        return _derive_table(store, stream, calendar)
    return _derive_meter(store, stream, calendar) if stream.startswith(_METERS) else _derive_house(store, calendar)


def read_calendar(store: Store) -> GamingCalendar:
    """Return the calendar of the house as it is recorded."""
    calendar = GamingCalendar()
    for append in store.read(_HOUSE):
        for event in append.events:
            if event.kind == GAMING_DAY_CHANGED:
                calendar = calendar.after_event(event)
    return calendar


def _derive_table(store: Store, stream: str, calendar: GamingCalendar) -> Iterator[_AppendRows]:
    tally = TableTally()
    for append in store.read(stream):
        rows: list[Projection] = []
        for command in append.commands:
            before, tally = tally, tally.after(command)
            rows += project_command(before, tally, command, calendar, _disclosures_of_book(tally.book))
        yield _AppendRows(append.head.version, rows)


@lru_cache
def _disclosures_of_book(book: str) -> Disclosures:
    return disclosures_of(load_book(book).game)


def _derive_meter(store: Store, stream: str, calendar: GamingCalendar) -> Iterator[_AppendRows]:
    meter: ProgressiveMeter | None = None
    for append in store.read(stream):
        for event in append.events:
            meter = evolve_meter(meter, event)
        assert meter is not None, "an append has at least one event"
        yield _AppendRows(append.head.version, project_meters([(meter, append.commands)], calendar))


def _derive_house(store: Store, calendar: GamingCalendar) -> Iterator[_AppendRows]:
    for append in store.read(_HOUSE):
        yield _AppendRows(append.head.version, project_house(_as_request(append), calendar))


def _as_request(append: StoredAppend) -> StreamAppend:
    return StreamAppend(append.head.stream, append.first_version - 1, append.commands)


# Comparison


@dataclass(frozen=True, slots=True)
class TableDifference:
    """Rows of one table that are not what follows from the streams."""

    table: str
    missing: int
    """Rows that follow from the streams and are not there."""
    unfounded: int
    """Rows that are there and do not follow from the streams."""


def derive_tables(store: Store, progress: Progress | None = None) -> Database:
    """Derive all rows in a database of their own, which ends with the process."""
    scratch = private_database()
    with scratch.transaction() as connection:
        write_projections(connection, derive_rows(store, progress))
    return scratch


def compare_tables(store: Store, progress: Progress | None = None) -> tuple[TableDifference, ...]:
    """Derive all rows anew in memory, and compare them with those that are stored."""
    scratch = derive_tables(store, progress)
    try:
        with scratch.reading() as derived, store.database.reading() as stored:
            found = [_compare(name, derived, stored) for name in REPORT_TABLES]
    finally:
        scratch.close()
    return tuple(each for each in found if each.missing or each.unfounded)


def _compare(name: str, derived: Connection, stored: Connection) -> TableDifference:
    table = REPORT_TABLES[name]
    due, there = (set(map(tuple, connection.execute(select(table)))) for connection in (derived, stored))
    return TableDifference(name, len(due - there), len(there - due))

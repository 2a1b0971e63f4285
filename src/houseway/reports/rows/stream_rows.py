"""The rows of reports that follow from one stream, append by append, and whether they are the stored ones.

Rows of different streams have different keys, but for those of `report_rules`: several tables may be opened under the same rules.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter
from typing import Any, Protocol

from sqlalchemy import Connection, func, select

from houseway.events.disclosure import Disclosures
from houseway.progressive import ProgressiveMeter, evolve_meter
from houseway.regulation import load_book
from houseway.reports.gaming_day import GamingCalendar
from houseway.reports.rows.meter_rows import project_meters
from houseway.reports.rows.table_rows import REPORTED, RoundMoney, moves_only_in_round, project_command, project_house
from houseway.reports.rows.tally import TableTally
from houseway.store import Projection, StoredAppend, StreamAppend
from houseway.store.report_tables import REPORT_TABLES, key_of
from houseway.table.disclosure import disclosures_of

_TABLES, _METERS, HOUSE = "table:", "meter:", "house"
RULES = "report_rules"


class RowSource(Protocol):
    """Derives rows from the appends of a stream, in their order."""

    def add(self, append: StoredAppend) -> Iterable[Projection]:
        """Take the next append. Return the rows that follow from it."""


def has_rows(stream: str) -> bool:
    """Return whether rows follow from a stream."""
    return stream.startswith((_TABLES, _METERS)) or stream == HOUSE


def row_source(stream: str, calendar: GamingCalendar) -> RowSource:
    """Return what derives the rows of a stream."""
    if stream.startswith(_TABLES):
        return _TableRows(calendar)
    return _MeterRows(calendar) if stream.startswith(_METERS) else _HouseRows(calendar)


class _TableRows:
    def __init__(self, calendar: GamingCalendar) -> None:
        self._calendar, self._tally, self._money = calendar, TableTally(), RoundMoney(calendar)

    def add(self, append: StoredAppend) -> Iterable[Projection]:
        rows, tally, money = list[Projection](), self._tally, self._money
        is_reported = not append.kinds.isdisjoint(REPORTED)
        for command in append.commands:
            before, tally = tally, tally.after(command)
            if is_reported or not moves_only_in_round(before, tally):
                rows += project_command(before, tally, command, self._calendar, _disclosures_of_book(tally.book))
            elif tally.moved:
                money.add(tally.moved, command.at)
        self._tally = tally
        return [*rows, *money.take_rows(tally.table)]


@lru_cache
def _disclosures_of_book(book: str) -> Disclosures:
    return disclosures_of(load_book(book).game)


class _MeterRows:
    def __init__(self, calendar: GamingCalendar) -> None:
        self._calendar = calendar
        self._meter: ProgressiveMeter | None = None

    def add(self, append: StoredAppend) -> Iterable[Projection]:
        for event in append.events:
            self._meter = evolve_meter(self._meter, event)
        assert self._meter is not None, "an append has at least one event"
        return project_meters([(self._meter, append.commands)], self._calendar)


class _HouseRows:
    def __init__(self, calendar: GamingCalendar) -> None:
        self._calendar = calendar

    def add(self, append: StoredAppend) -> Iterable[Projection]:
        request = StreamAppend(append.head.stream, append.first_version - 1, append.commands)
        return project_house(request, self._calendar)


# Comparison


@dataclass(frozen=True, slots=True)
class TableDifference:
    """Rows of one table that are not what follows from the streams."""

    table: str
    missing: int
    """Rows that follow from the streams and are not there."""
    unfounded: int
    """Rows that are there and do not follow from the streams."""


@dataclass(slots=True)
class ComparedRows:
    """The rows of a stream beside the stored ones, as plain values."""

    counts: dict[str, list[int]]
    """By table of reports: how many rows are there, and how many are missing."""
    rules: list[list[Any]]
    """The rows of `report_rules`."""

    def to_json(self) -> dict[str, Any]:
        return {"counts": self.counts, "rules": self.rules}


class StreamRows:
    """Collects the rows that follow from one stream, and compares them with the stored ones."""

    def __init__(self, stream: str, calendar: GamingCalendar) -> None:
        self._stream, self._source = stream, row_source(stream, calendar)
        self._found: dict[str, dict[object, tuple[Any, ...]]] = {name: {} for name in REPORT_TABLES}

    def add(self, append: StoredAppend) -> None:
        for each in self._source.add(append):
            form, rows = _FORMS[each.table], self._found[each.table]
            for row in each.rows:
                key, values = form.key(row), form.values(row)
                rows[key] = form.add(rows[key], values, each.added) if each.added and key in rows else values

    def compare(self, connection: Connection) -> ComparedRows:
        """Compare them with what is stored for this stream. `report_rules` is left for all streams together."""
        rules = [list(row) for row in self._found[RULES].values()]
        derived = {name: set(rows.values()) for name, rows in self._found.items() if rows and name != RULES}
        there = {name: self._count_stored(name, due, connection) for name, due in derived.items()}
        return ComparedRows({name: [there[name], len(due) - there[name]] for name, due in derived.items()}, rules)

    def _count_stored(self, name: str, due: set[tuple[Any, ...]], connection: Connection) -> int:
        owner, table = _OWNERS.get(name, "table_id"), REPORT_TABLES[name]
        query = select(table)
        if self._stream != HOUSE or owner == "stream":
            own = self._stream if owner == "stream" else self._stream.partition(":")[2]
            query = query.where(table.c[owner] == own)
        return sum(tuple(row) in due for row in connection.execute(query))


_OWNERS = {
    "report_incidents": "stream",
    **dict.fromkeys(("report_meters", "report_meter_rounds", "report_meter_days"), "meter"),
}
"""The column that says from which stream a row follows, where it is not the table. All that is signed on and off follows from the
record of the house."""


@dataclass(frozen=True, slots=True)
class _RowForm:
    """The columns of a table of reports."""

    key: Callable[[Mapping[str, object]], object]
    values: Callable[[Mapping[str, object]], tuple[Any, ...]]

    places: Mapping[str, int]
    """The place of each column."""

    def add(self, there: tuple[Any, ...], row: tuple[Any, ...], added: Iterable[str]) -> tuple[Any, ...]:
        """Return a row whose sums are added to those of a row that is there."""
        values = list(row)
        for name in added:
            values[self.places[name]] += there[self.places[name]]
        return tuple(values)


def _form_of(name: str) -> _RowForm:
    table = REPORT_TABLES[name]
    columns, key = tuple(table.c.keys()), key_of(table)
    return _RowForm(itemgetter(*key), itemgetter(*columns), {column: place for place, column in enumerate(columns)})


_FORMS = {name: _form_of(name) for name in REPORT_TABLES}


def sum_up_rows(compared: Iterable[ComparedRows], connection: Connection) -> tuple[TableDifference, ...]:
    """Return how the stored rows differ from those of all streams together."""
    streams = list(compared)
    found = [_difference(name, streams, connection) for name in REPORT_TABLES]
    return tuple(each for each in found if each.missing or each.unfounded)


def _difference(name: str, streams: Iterable[ComparedRows], connection: Connection) -> TableDifference:
    table = REPORT_TABLES[name]
    if name == RULES:
        due, there = {tuple(row) for each in streams for row in each.rules}, set(map(tuple, connection.execute(select(table))))
        return TableDifference(name, len(due - there), len(there - due))
    counts = [each.counts[name] for each in streams if name in each.counts]
    stored = connection.execute(select(func.count()).select_from(table)).scalar_one()
    return TableDifference(name, sum(missing for _, missing in counts), stored - sum(there for there, _ in counts))

"""Reconcile counts of a table's chips: the count before and the movements since, against the new count."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Annotated, Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, case, func, select

from houseway.events import Event
from houseway.ledger import Reason
from houseway.procedure import INVENTORY
from houseway.reports import common_columns as common
from houseway.reports.chips.chip_counts import CHIPS_COUNTED
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.scope import ReportScope
from houseway.reports.span_sums import TableSpan, sum_in_spans, take_batches
from houseway.store.report_tables import report_incidents, report_movements, report_rounds

OF_THE_TABLE = ("opening", "closing", "count")
"""Occasions of counts of all chips. The others count only the chips of a fill or a credit."""
OPENING_INVENTORY = "opening inventory"
_LOOKED_AT = 4
"""Counts that are read at once to find the one before: fills and credits may have been counted in between."""


@dataclass(frozen=True, slots=True)
class CountReconciliation:
    """A count of a table's chips, and what it should have been after the count before."""

    table: common.Table
    day: common.DetailDay
    since: Annotated[int, ColumnTitle("From", ColumnKind.TIME)]
    until: Annotated[int, ColumnTitle("To", ColumnKind.TIME)]
    first_known_from: Annotated[str, ColumnTitle("First from")]
    occasion: Annotated[str, ColumnTitle("Count")]
    first: Annotated[int, ColumnTitle("First count", ColumnKind.MONEY)]
    fills: common.Fills
    credits: common.Credits
    chips_sold: Annotated[int, ColumnTitle("Chips sold (drop)", ColumnKind.MONEY)]
    round_win: Annotated[int, ColumnTitle("Chips won in rounds", ColumnKind.MONEY)]
    other: Annotated[int, ColumnTitle("Opened, closed, corrected", ColumnKind.MONEY)]
    expected: Annotated[int, ColumnTitle("Expected", ColumnKind.MONEY)]
    counted: Annotated[int, ColumnTitle("Counted", ColumnKind.MONEY)]
    difference: Annotated[int, ColumnTitle("Difference", ColumnKind.MONEY)]
    held: Annotated[int, ColumnTitle("By the ledger", ColumnKind.MONEY, is_detail=True)]
    is_reconciled: common.IsReconciled


class _Count(NamedTuple):
    """A count of all chips of a table."""

    table: str
    day: str
    at: int
    version: int
    occasion: str
    counted: int
    held: int


class _Start(NamedTuple):
    """The chips from which a count is reckoned: a count before, or the opening inventory."""

    at: int
    amount: int
    known_from: str

    @property
    def is_opening(self) -> bool:
        """Return whether it is a movement itself. Chips that move at the same moment moved after it."""
        return self.known_from == OPENING_INVENTORY


class _Moved(NamedTuple):
    fills: int
    credits: int
    chips_sold: int
    other: int


def reconcile_counts(connection: Connection, scope: ReportScope) -> Iterator[CountReconciliation]:
    """Yield the counts of a period, the latest first, each against the count before, or else against the opening inventory."""
    rows = report_incidents
    query = select(rows).where(rows.c.kind == CHIPS_COUNTED, *scope.row_conditions(rows))
    found = connection.execute(query.order_by(rows.c.at.desc(), rows.c.version.desc())).all()
    for batch in take_batches(_counts_of_tables(found)):
        yield from _reconcile_batch(connection, batch)


def _counts_of_tables(rows: Iterable[Row[Any]]) -> Iterator[_Count]:
    for row in rows:
        event = Event.from_json(json.loads(row.event))
        occasion, counted, held = event.text("occasion"), event.cents("counted"), event.cents("held")
        if occasion in OF_THE_TABLE:
            yield _Count(row.table_id, row.day, row.at, row.version, occasion, counted.amount, held.amount)


def _reconcile_batch(connection: Connection, counts: Sequence[_Count]) -> Iterator[CountReconciliation]:
    """Reconcile counts of any tables, the latest first."""
    starts = _find_starts(connection, counts)
    known = [(starts[count.version], count) for count in counts if count.version in starts]
    spans = [TableSpan(count.table, start.at + (not start.is_opening), count.at) for start, count in known]
    moved, won = _sum_movements(connection, spans), _sum_chips_won(connection, spans)
    return map(_reconcile, *zip(*known, strict=True), moved, won) if known else iter(())


def _find_starts(connection: Connection, counts: Sequence[_Count]) -> dict[int, _Start]:
    """Return what each count starts from, by its version, if there is anything."""
    starts, later = dict[int, _Start](), dict[str, _Count]()
    for count in counts:
        if count.table in later:
            starts[later[count.table].version] = _start_from(count)
        later[count.table] = count
    for earliest in later.values():
        start = _find_count_before(connection, earliest) or _find_opening(connection, earliest)
        if start is not None:
            starts[earliest.version] = start
    return starts


def _start_from(count: _Count) -> _Start:
    return _Start(count.at, count.counted, count.occasion)


def _find_count_before(connection: Connection, count: _Count) -> _Start | None:
    rows = report_incidents
    query = select(rows).where(rows.c.kind == CHIPS_COUNTED, rows.c.day <= count.day, rows.c.table_id == count.table)
    query = query.where(rows.c.version < count.version).order_by(rows.c.day.desc(), rows.c.version.desc())
    with connection.execute(query, execution_options={"yield_per": _LOOKED_AT}) as found:  # not all counts of the table
        before = next(_counts_of_tables(found), None)
    return None if before is None else _start_from(before)


def _find_opening(connection: Connection, count: _Count) -> _Start | None:
    rows = report_movements
    query = select(rows).where(rows.c.table_id == count.table, rows.c.reason == Reason.OPENING_INVENTORY.value)
    row = connection.execute(query.where(rows.c.at <= count.at).order_by(rows.c.version).limit(1)).first()
    return _Start(row.at, row.amount, OPENING_INVENTORY) if row is not None else None


def _reconcile(start: _Start, count: _Count, moved: _Moved, won: int) -> CountReconciliation:
    other = moved.other - start.amount if start.is_opening else moved.other
    expected = start.amount + moved.fills - moved.credits - moved.chips_sold + other + won
    return CountReconciliation(
        table=count.table,
        day=count.day,
        since=start.at,
        until=count.at,
        first_known_from=start.known_from,
        occasion=count.occasion,
        first=start.amount,
        fills=moved.fills,
        credits=moved.credits,
        chips_sold=moved.chips_sold,
        round_win=won,
        other=other,
        expected=expected,
        counted=count.counted,
        difference=count.counted - expected,
        held=count.held,
        is_reconciled=count.counted == expected,
    )


def _sum_chips_won(connection: Connection, spans: Sequence[TableSpan]) -> list[int]:
    """Return the chips that rounds have brought to the table. What meters paid came from the house, not from its inventory."""
    rows = report_rounds.c
    return [won for (won,) in sum_in_spans(connection, rows.ended_at, spans, func.sum(rows.house_win + rows.meter_awards))]


def _sum_movements(connection: Connection, spans: Sequence[TableSpan]) -> list[_Moved]:
    """Return what came into the inventory and what left it, in each span."""
    return list(starmap(_Moved, sum_in_spans(connection, report_movements.c.at, spans, *_MOVED)))


def _select_moved() -> tuple[ColumnElement[int], ...]:
    """Return the sums of `_Moved`. Vigorish is counted with the inventory in any case."""
    rows = report_movements.c
    gained = case((rows.target == INVENTORY, rows.amount), (rows.source == INVENTORY, -rows.amount), else_=0)
    apart = (Reason.FILL, Reason.CREDIT, Reason.BUY_IN)
    fills, credited, sold = (func.sum(gained).filter(rows.reason == reason.value) for reason in apart)
    others = func.sum(gained).filter(rows.reason.not_in([*apart, Reason.VIGORISH_COUNTED]))
    return fills, -credited, -sold, others


_MOVED = _select_moved()

"""Reconcile counts of a table's chips: the count before and the movements since, against the new count."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from sqlalchemy import Connection, Row, Select, bindparam, func, select

from houseway.events import Event
from houseway.ledger import Reason
from houseway.procedure import INVENTORY
from houseway.reports.chip_counts import CHIPS_COUNTED
from houseway.reports.columns import Kind, Titled
from houseway.reports.round_sums import Span, select_round_sums, sum_rounds
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_incidents, report_movements, report_rounds

OF_THE_TABLE = ("opening", "closing", "count")
"""Occasions of counts of all chips. The others count only the chips of a fill or a credit."""
OPENING_INVENTORY = "opening inventory"


@dataclass(frozen=True, slots=True)
class CountReconciliation:
    """A count of a table's chips, and what it should have been after the count before."""

    table: Annotated[str, Titled("Table")]
    day: Annotated[str, Titled("Gaming day", Kind.DAY, is_detail=True)]
    since: Annotated[int, Titled("From", Kind.TIME)]
    until: Annotated[int, Titled("To", Kind.TIME)]
    first_known_from: Annotated[str, Titled("First from")]
    occasion: Annotated[str, Titled("Count")]
    first: Annotated[int, Titled("First count", Kind.MONEY)]
    fills: Annotated[int, Titled("Fills", Kind.MONEY)]
    credits: Annotated[int, Titled("Credits", Kind.MONEY)]
    chips_sold: Annotated[int, Titled("Chips sold (drop)", Kind.MONEY)]
    round_win: Annotated[int, Titled("Chips won in rounds", Kind.MONEY)]
    other: Annotated[int, Titled("Opened, closed, corrected", Kind.MONEY)]
    expected: Annotated[int, Titled("Expected", Kind.MONEY)]
    counted: Annotated[int, Titled("Counted", Kind.MONEY)]
    difference: Annotated[int, Titled("Difference", Kind.MONEY)]
    held: Annotated[int, Titled("By the ledger", Kind.MONEY, is_detail=True)]
    is_reconciled: Annotated[bool, Titled("Reconciled", Kind.FLAG)]


class _Start(NamedTuple):
    at: int
    day: str
    amount: int
    known_from: str


class _Moved(NamedTuple):
    fills: int
    credits: int
    chips_sold: int
    other: int


def reconcile_counts(connection: Connection, scope: ReportScope) -> Iterator[CountReconciliation]:
    """Yield the counts of a period, the latest first, each against the count before, or else against the opening inventory."""
    rows = report_incidents
    query = select(rows).where(rows.c.kind == CHIPS_COUNTED, *scope.conditions(rows))
    for row in connection.execute(query.order_by(rows.c.at.desc(), rows.c.version.desc())).all():
        event = Event.from_json(json.loads(row.event))
        start = _find_start(connection, row) if event.text("occasion") in OF_THE_TABLE else None
        if start is not None:
            yield _reconcile(connection, start, row, event)


def _find_start(connection: Connection, count: Row[Any]) -> _Start | None:
    at = {"stream": count.stream, "version": count.version, "table": count.table_id}
    for row in connection.execute(_COUNTS_BEFORE, at):
        event = Event.from_json(json.loads(row.event))
        if event.text("occasion") in OF_THE_TABLE:
            return _Start(row.at, row.day, event.cents("counted").amount, event.text("occasion"))
    return _find_opening(connection, count)


def _find_opening(connection: Connection, count: Row[Any]) -> _Start | None:
    rows = report_movements
    query = select(rows).where(rows.c.table_id == count.table_id, rows.c.reason == Reason.OPENING_INVENTORY.value)
    row = connection.execute(query.where(rows.c.at <= count.at).order_by(rows.c.version).limit(1)).first()
    return _Start(row.at, row.day, row.amount, OPENING_INVENTORY) if row is not None else None


def _reconcile(connection: Connection, start: _Start, count: Row[Any], event: Event) -> CountReconciliation:
    span = Span(start.at + 1, count.at)
    moved, win = _sum_movements(connection, count, start, span), _chips_won(connection, count.table_id, span)
    expected = start.amount + moved.fills - moved.credits - moved.chips_sold + moved.other + win
    counted = event.cents("counted").amount
    return CountReconciliation(
        table=count.table_id,
        day=count.day,
        since=start.at,
        until=count.at,
        first_known_from=start.known_from,
        occasion=event.text("occasion"),
        first=start.amount,
        fills=moved.fills,
        credits=moved.credits,
        chips_sold=moved.chips_sold,
        round_win=win,
        other=moved.other,
        expected=expected,
        counted=counted,
        difference=counted - expected,
        held=event.cents("held").amount,
        is_reconciled=counted == expected,
    )


def _chips_won(connection: Connection, table: str, span: Span) -> int:
    """Return the chips that rounds have brought to the table. What meters paid came from the house, not from its inventory."""
    return sum(sum_rounds(connection, _WON, table, span))


def _sum_movements(connection: Connection, count: Row[Any], start: _Start, span: Span) -> _Moved:
    sums = dict.fromkeys((Reason.FILL, Reason.CREDIT, Reason.BUY_IN, None), 0)
    days = {"table": count.table_id, "first_day": start.day, "last_day": count.day}
    for reason, came, went in connection.execute(_MOVED, {**days, "begin": span.begin, "end": span.end}):
        sums[Reason(reason) if reason in (Reason.FILL, Reason.CREDIT, Reason.BUY_IN) else None] += int(came) - int(went)
    return _Moved(sums[Reason.FILL], -sums[Reason.CREDIT], -sums[Reason.BUY_IN], sums[None])


# Queries that are made once, because they are asked for each count


def _select_counts_before() -> Select[Any]:
    rows = report_incidents.c
    query = select(report_incidents).where(rows.stream == bindparam("stream"), rows.version < bindparam("version"))
    return query.where(rows.table_id == bindparam("table"), rows.kind == CHIPS_COUNTED).order_by(rows.version.desc())


def _select_moved() -> Select[Any]:
    """Return a query for what came into the inventory and what left it, by reason."""
    rows = report_movements.c
    came, went = (func.coalesce(func.sum(rows.amount).filter(side == INVENTORY), 0) for side in (rows.target, rows.source))
    here = rows.table_id.concat("") == bindparam("table")  # so that days are looked up, and not all movements of the table
    query = select(rows.reason, came, went).where(here, rows.day.between(bindparam("first_day"), bindparam("last_day")))
    inside = rows.reason != Reason.VIGORISH_COUNTED.value  # vigorish is counted with the inventory in any case
    return query.where(rows.at.between(bindparam("begin"), bindparam("end")), inside).group_by(rows.reason)


_COUNTS_BEFORE, _MOVED = _select_counts_before(), _select_moved()
_WON = select_round_sums(func.sum(report_rounds.c.house_win), func.sum(report_rounds.c.meter_awards))

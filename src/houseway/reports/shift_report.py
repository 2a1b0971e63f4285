"""Dealers' shifts: as signed on and off or, if nobody signed on, as derived from who acted."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush, merge
from itertools import count
from typing import Annotated, Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Table, func, select

from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.scope import ReportScope
from houseway.reports.span_sums import SPANS_AT_ONCE, Span, TableSpan, sum_in_spans, take_batches
from houseway.store.report_tables import report_rounds, report_shifts, report_sign_ons

_MILLISECONDS_PER_MINUTE = 60_000
_ENDLESS = 1 << 62
_ROUNDS = report_rounds.c
_IRREGULAR = func.count().filter(_ROUNDS.irregularities > 0)
_DEALT = (func.count(), func.sum(_ROUNDS.wagered), func.sum(_ROUNDS.house_win), _IRREGULAR)
SIGNED, DERIVED = "signed on", "derived from who acted"


@dataclass(frozen=True, slots=True)
class DealerShift:
    """A dealer at a table."""

    dealer: Annotated[str, ColumnTitle("Dealer", ColumnKind.PERSON)]
    table: common.Table
    day: common.DetailDay
    known_from: Annotated[str, ColumnTitle("Known from")]
    began_at: common.BeganAt
    ended_at: common.EndedAt
    ended_how: Annotated[str, ColumnTitle("Ended")]
    minutes: Annotated[int | None, ColumnTitle("Minutes", ColumnKind.COUNT)]
    rounds: common.Rounds
    wagered: common.Wagered
    house_win: common.HouseWin
    irregular_rounds: common.IrregularRounds


class _Shift(NamedTuple):
    row: Row[Any]
    span: Span
    known_from: str

    @property
    def order(self) -> tuple[int, str]:
        return -self.span.begin, self.row.table_id


def report_shifts_of(connection: Connection, scope: ReportScope) -> Iterator[DealerShift]:
    """Yield the shifts that began in a period, the latest first. They are read in batches, as the caller takes them."""
    shifts = merge(_list_signed(connection, scope), _list_derived(connection, scope), key=lambda shift: shift.order)
    for batch in take_batches(shifts):
        spans = [TableSpan(shift.row.table_id, *shift.span) for shift in batch]
        for shift, dealt in zip(batch, sum_in_spans(connection, _ROUNDS.ended_at, spans, *_DEALT), strict=True):
            found = _describe(shift, dealt)
            if shift.known_from == SIGNED or found.rounds or shift.span.begin == shift.row.began_at:
                yield found


def _list_signed(connection: Connection, scope: ReportScope) -> Iterator[_Shift]:
    """Yield the shifts for which dealers signed on, the latest first."""
    rows = report_sign_ons.c
    for row in _read(connection, scope, report_sign_ons, rows.began_at.desc(), rows.table_id, rows.dealer):
        yield _Shift(row, _span_signed(row), SIGNED)


def _list_derived(connection: Connection, scope: ReportScope) -> Iterator[_Shift]:
    """Yield the times at which dealers acted without having signed on, the latest first.

    Sign-ons are subtracted from a shift, so what is left of it may begin at any time before its end. Shifts are therefore read by
    their end, the latest first. A rest is yielded when every shift that is still unread ended before it begins.
    """
    rows, waiting = report_shifts.c, list[tuple[tuple[int, str], int, _Shift]]()
    acted, places = _read(connection, scope, report_shifts, rows.ended_at.desc(), rows.table_id, rows.dealer), count()
    for batch in take_batches(acted):
        while waiting and waiting[0][-1].span.begin > batch[0].ended_at:
            yield heappop(waiting)[-1]
        for row, covered in _with_signed_spans(connection, batch):
            for span in subtract_spans(Span(row.began_at, row.ended_at), covered):
                shift = _Shift(row, span, DERIVED)
                heappush(waiting, (shift.order, next(places), shift))
    while waiting:
        yield heappop(waiting)[-1]


def _read(connection: Connection, scope: ReportScope, rows: Table, *order: ColumnElement[Any]) -> Iterator[Row[Any]]:
    query = select(rows).where(*scope.row_conditions(rows)).order_by(*order)
    with connection.execute(query, execution_options={"yield_per": SPANS_AT_ONCE}) as found:
        yield from found


def _span_signed(row: Row[Any]) -> Span:
    return Span(row.began_at, _ENDLESS if row.ended_at is None else row.ended_at)


def _with_signed_spans(connection: Connection, acted: Sequence[Row[Any]]) -> Iterator[tuple[Row[Any], list[Span]]]:
    """Yield each derived shift with the times at which its dealer was signed on to its table, in their order."""
    signed: dict[tuple[str, str], list[Span]] = {}
    for row in _sign_ons_during(connection, acted):
        signed.setdefault((row.table_id, row.dealer), []).append(_span_signed(row))
    for row in acted:
        spans = signed.get((row.table_id, row.dealer), [])
        first = bisect_left(spans, row.began_at, key=lambda span: span.end)
        yield row, spans[first : bisect_right(spans, row.ended_at, key=lambda span: span.begin)]


def _sign_ons_during(connection: Connection, acted: Sequence[Row[Any]]) -> Iterator[Row[Any]]:
    """Yield the sign-ons to tables during derived shifts, in the order in which they began. Dealers relieve each other at a table,
    so of those that began before, only the last may not have ended."""
    rows, first, last = report_sign_ons, min(row.began_at for row in acted), max(row.ended_at for row in acted)
    tables = sorted({row.table_id for row in acted})
    for table in tables:
        before = select(rows).where(rows.c.table_id == table, rows.c.began_at < first)
        yield from connection.execute(before.order_by(rows.c.began_at.desc()).limit(1))
    during = select(rows).where(rows.c.table_id.in_(tables), rows.c.began_at.between(first, last))
    yield from connection.execute(during.order_by(rows.c.began_at))


def subtract_spans(whole: Span, covered: Iterable[Span]) -> list[Span]:
    """Return what is left of a span after others are removed; these are in order and do not overlap."""
    left, begin = [], whole.begin
    for span in covered:
        if span.begin > begin:
            left.append(Span(begin, min(span.begin - 1, whole.end)))
        begin = max(begin, span.end + 1)
    return [*left, Span(begin, whole.end)] if begin <= whole.end else left


def _describe(shift: _Shift, dealt: tuple[int, ...]) -> DealerShift:
    row, span = shift.row, shift.span
    is_over = span.end != _ENDLESS
    return DealerShift(
        row.dealer,
        row.table_id,
        row.day,
        shift.known_from,
        span.begin,
        span.end if is_over else None,
        row.ended_how if shift.known_from == SIGNED else "",
        (span.end - span.begin) // _MILLISECONDS_PER_MINUTE if is_over else None,
        *dealt,
    )

"""Dealers' shifts: as signed on and off or, if nobody signed on, as derived from who acted."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from sqlalchemy import Connection, Row, func, select

from houseway.reports.columns import Kind, Titled
from houseway.reports.round_sums import Span, select_round_sums, sum_rounds
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_rounds, report_shifts, report_sign_ons

_MILLISECONDS_PER_MINUTE = 60_000
_ENDLESS = 1 << 62
_ROUNDS = report_rounds.c
_IRREGULAR = func.count().filter(_ROUNDS.irregularities > 0)
_DEALT = select_round_sums(func.count(), func.sum(_ROUNDS.wagered), func.sum(_ROUNDS.house_win), _IRREGULAR)
SIGNED, DERIVED = "signed on", "derived from who acted"


@dataclass(frozen=True, slots=True)
class DealerShift:
    """A dealer at a table."""

    dealer: Annotated[str, Titled("Dealer", Kind.PERSON)]
    table: Annotated[str, Titled("Table")]
    day: Annotated[str, Titled("Gaming day", Kind.DAY, is_detail=True)]
    known_from: Annotated[str, Titled("Known from")]
    began_at: Annotated[int, Titled("From", Kind.TIME)]
    ended_at: Annotated[int | None, Titled("To", Kind.TIME)]
    ended_how: Annotated[str, Titled("Ended")]
    minutes: Annotated[int | None, Titled("Minutes", Kind.COUNT)]
    rounds: Annotated[int, Titled("Rounds", Kind.COUNT)]
    wagered: Annotated[int, Titled("Wagers", Kind.MONEY)]
    house_win: Annotated[int, Titled("House win", Kind.MONEY)]
    irregular_rounds: Annotated[int, Titled("Irregular", Kind.COUNT)]


class _Shift(NamedTuple):
    row: Row[Any]
    span: Span
    known_from: str

    @property
    def order(self) -> tuple[int, str]:
        return -self.span.begin, self.row.table_id


def report_shifts_of(connection: Connection, scope: ReportScope) -> Iterator[DealerShift]:
    """Yield the shifts that began in a period, the latest first."""
    signed, acted = _read(connection, scope, report_sign_ons), _read(connection, scope, report_shifts)
    shifts = [_Shift(row, Span(row.began_at, _ENDLESS if row.ended_at is None else row.ended_at), SIGNED) for row in signed]
    for row in acted:
        covered = _signed_spans(connection, row)
        shifts += (_Shift(row, span, DERIVED) for span in subtract_spans(Span(row.began_at, row.ended_at), covered))
    for shift in sorted(shifts, key=lambda each: each.order):
        found = _describe(connection, shift)
        if shift.known_from == SIGNED or found.rounds or shift.span.begin == shift.row.began_at:
            yield found


def _read(connection: Connection, scope: ReportScope, rows: Any) -> list[Row[Any]]:
    return list(connection.execute(select(rows).where(*scope.conditions(rows))))


def _signed_spans(connection: Connection, acted: Row[Any]) -> list[Span]:
    """Return when the dealer of a derived shift was signed on to its table."""
    rows = report_sign_ons
    end = func.coalesce(rows.c.ended_at, _ENDLESS)
    query = select(rows.c.began_at, end).where(rows.c.table_id == acted.table_id, rows.c.dealer == acted.dealer)
    query = query.where(rows.c.began_at <= acted.ended_at, end >= acted.began_at).order_by(rows.c.began_at)
    return [Span(*row) for row in connection.execute(query)]


def subtract_spans(whole: Span, covered: Iterable[Span]) -> list[Span]:
    """Return what is left of a span after others are removed; these are in order and do not overlap."""
    left, begin = [], whole.begin
    for span in covered:
        if span.begin > begin:
            left.append(Span(begin, min(span.begin - 1, whole.end)))
        begin = max(begin, span.end + 1)
    return [*left, Span(begin, whole.end)] if begin <= whole.end else left


def _describe(connection: Connection, shift: _Shift) -> DealerShift:
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
        *sum_rounds(connection, _DEALT, row.table_id, span),
    )

"""Progressive meters over a period: what moved each of them, reconciled to the exact fraction of a cent."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from sqlalchemy import Connection, Row, func, select

from houseway.reports.columns import Kind, Titled
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_meters

_MOVES = ("contributed", "taken_back", "paid", "house_added", "ruled")


@dataclass(frozen=True, slots=True)
class MeterLine:
    """A meter: its balance before the period, what moved it, and its balance after."""

    meter: Annotated[str, Titled("Meter")]
    seed: Annotated[int, Titled("Seed", Kind.MONEY)]
    opening: Annotated[Fraction, Titled("Opening balance", Kind.EXACT_MONEY)]
    seeded: Annotated[Fraction, Titled("Seeded", Kind.EXACT_MONEY)]
    contributed: Annotated[Fraction, Titled("Contributions", Kind.EXACT_MONEY)]
    taken_back: Annotated[Fraction, Titled("Taken back", Kind.EXACT_MONEY)]
    paid: Annotated[Fraction, Titled("Paid", Kind.EXACT_MONEY)]
    house_added: Annotated[Fraction, Titled("Resets by the house", Kind.EXACT_MONEY)]
    ruled: Annotated[Fraction, Titled("Rulings", Kind.EXACT_MONEY)]
    balance: Annotated[Fraction, Titled("Closing balance", Kind.EXACT_MONEY)]
    difference: Annotated[Fraction, Titled("Difference", Kind.EXACT_MONEY, is_detail=True)]
    is_reconciled: Annotated[bool, Titled("Reconciled", Kind.FLAG)]


def report_meters_of(connection: Connection, scope: ReportScope) -> tuple[MeterLine, ...]:
    """Report every meter that was open in the period."""
    after = _latest_rows(connection, report_meters.c.day <= scope.last_day)
    before = _latest_rows(connection, report_meters.c.day < scope.first_day)
    return tuple(_line(row, before.get(name)) for name, row in sorted(after.items()))


def _latest_rows(connection: Connection, until: Any) -> dict[str, Row[Any]]:
    latest = (
        select(report_meters.c.meter, func.max(report_meters.c.day).label("day"))
        .where(until)
        .group_by(report_meters.c.meter)
        .subquery()
    )
    here = (report_meters.c.meter == latest.c.meter) & (report_meters.c.day == latest.c.day)
    return {row.meter: row for row in connection.execute(select(report_meters).join(latest, here))}


def _line(after: Row[Any], before: Row[Any] | None) -> MeterLine:
    moved = {name: _fraction(after, name) - _fraction(before, name) for name in _MOVES}
    opening = _fraction(before, "balance")
    seeded = Fraction(0) if before is not None else Fraction(after.seed)
    computed = opening + seeded + moved["contributed"] - moved["taken_back"] - moved["paid"]
    computed += moved["house_added"] + moved["ruled"]
    balance = Fraction(after.balance)
    return MeterLine(
        meter=after.meter,
        seed=after.seed,
        opening=opening,
        seeded=seeded,
        **moved,
        balance=balance,
        difference=balance - computed,
        is_reconciled=balance == computed,
    )


def _fraction(row: Row[Any] | None, name: str) -> Fraction:
    return Fraction(row._mapping[name]) if row is not None else Fraction(0)

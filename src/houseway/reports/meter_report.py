"""Progressive meters over a period: what moved each of them, by table and by round, reconciled to the exact fraction of a cent."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Annotated, Any

from sqlalchemy import Connection, Row, Select, func, select

from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.gaming_day import FIRST_DAY
from houseway.reports.rows.meter_rows import MOVES, SUMS
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import report_meter_days, report_meter_rounds, report_meters

Moves = Mapping[str, Fraction]
"""What moved a meter, in cents, by `MOVES`."""
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class MeterLine:
    """A meter: its balance before the period, what moved it, and its balance after."""

    meter: common.Meter
    seed: Annotated[int, ColumnTitle("Seed", ColumnKind.MONEY)]
    opening: Annotated[Fraction, ColumnTitle("Opening balance", ColumnKind.EXACT_MONEY)]
    seeded: Annotated[Fraction, ColumnTitle("Seeded", ColumnKind.EXACT_MONEY)]
    contributed: common.Contributed
    taken_back: common.TakenBack
    paid: common.Paid
    house_added: common.HouseAdded
    ruled: common.Ruled
    balance: Annotated[Fraction, ColumnTitle("Closing balance", ColumnKind.EXACT_MONEY)]
    difference: Annotated[Fraction, ColumnTitle("Difference", ColumnKind.EXACT_MONEY, is_detail=True)]
    difference_by_table: Annotated[Fraction, ColumnTitle("Difference by table", ColumnKind.EXACT_MONEY, is_detail=True)]
    is_reconciled: common.IsReconciled


@dataclass(frozen=True, slots=True)
class MeterTableLine:
    """How much one table has moved a meter."""

    meter: common.Meter
    table: common.Table
    stake: common.Stake
    contributed: common.Contributed
    taken_back: common.TakenBack
    paid: common.Paid
    house_added: common.HouseAdded
    ruled: common.Ruled
    change: common.Change


@dataclass(frozen=True, slots=True)
class MeterRoundLine:
    """How much one round of a table has moved a meter on a gaming day."""

    day: common.Day
    meter: common.Meter
    table: common.Table
    round: common.Round
    stake: common.Stake
    contributed: common.Contributed
    taken_back: common.TakenBack
    paid: common.Paid
    house_added: common.HouseAdded
    ruled: common.Ruled
    change: common.Change


def report_meters_of(connection: Connection, scope: ReportScope) -> tuple[MeterLine, ...]:
    """Report each meter that was open in the period, and how much its tables moved it. For one table or game, report only the
    meters that it has moved so far."""
    after = _latest_rows(connection, report_meters.c.day <= scope.last_day)
    if scope.table or scope.game:
        after = {name: after[name] for name in _meters_moved(connection, scope) if name in after}
    before = _latest_rows(connection, report_meters.c.day < scope.first_day)
    by_tables: defaultdict[str, Fraction] = defaultdict(Fraction)
    for line in report_meters_by_table(connection, ReportScope(scope.first_day, scope.last_day)):
        by_tables[line.meter] += line.change
    return tuple(_line(row, before.get(name), by_tables[name]) for name, row in sorted(after.items()))


def _meters_moved(connection: Connection, scope: ReportScope) -> list[str]:
    """Return the meters that the tables of a scope have moved by its last day."""
    so_far = ReportScope(FIRST_DAY, scope.last_day, scope.table, scope.game)
    query = select(report_meter_days.c.meter).distinct().where(*so_far.row_conditions(report_meter_days))
    return list(connection.execute(query).scalars())


def report_meters_by_table(connection: Connection, scope: ReportScope) -> tuple[MeterTableLine, ...]:
    """Report how much each table has moved each meter."""
    rows = report_meter_days
    sums = [func.sum(rows.c[name]).label(name) for name in SUMS]
    query = select(rows.c.meter, rows.c.table_id, rows.c.unit, *sums).where(*scope.row_conditions(rows))
    query = query.group_by(rows.c.meter, rows.c.table_id, rows.c.unit).order_by(rows.c.meter, rows.c.table_id)
    return tuple(MeterTableLine(*at, *moved) for at, moved in _add_units(connection, query, 2))


def list_meter_rounds(connection: Connection, scope: ReportScope) -> Iterator[MeterRoundLine]:
    """Yield how much each round has moved each meter, the latest day and round first."""
    rows = report_meter_rounds
    at = (rows.c.day, rows.c.meter, rows.c.table_id, rows.c.number)
    query = select(*at, rows.c.unit, *(rows.c[name] for name in SUMS)).where(*scope.row_conditions(rows))
    query = query.order_by(*(column.desc() for column in at))
    return (MeterRoundLine(*at, *moved) for at, moved in _add_units(connection, query, len(at)))


def _add_units(connection: Connection, query: Select[Any], key: int) -> Iterator[tuple[tuple[Any, ...], tuple[Any, ...]]]:
    """Yield keys with their stakes, exact moves and change. Rows of one key with several units follow each other."""
    for at, group in groupby(connection.execute(query), key=lambda row: tuple(row[:key])):
        stake, moved = 0, dict.fromkeys(MOVES, _NOTHING)
        for row in group:
            stake += int(row.stake)
            moved = {name: amount + Fraction(int(row._mapping[name]), row.unit) for name, amount in moved.items()}
        yield at, (stake, *moved.values(), _change(moved))


def _change(moved: Moves) -> Fraction:
    return moved["contributed"] - moved["taken_back"] - moved["paid"] + moved["house_added"] + moved["ruled"]


def _latest_rows(connection: Connection, until: Any) -> dict[str, Row[Any]]:
    latest = (
        select(report_meters.c.meter, func.max(report_meters.c.day).label("day"))
        .where(until)
        .group_by(report_meters.c.meter)
        .subquery()
    )
    here = (report_meters.c.meter == latest.c.meter) & (report_meters.c.day == latest.c.day)
    return {row.meter: row for row in connection.execute(select(report_meters).join(latest, here))}


def _line(after: Row[Any], before: Row[Any] | None, by_tables: Fraction) -> MeterLine:
    moved = {name: _fraction(after, name) - _fraction(before, name) for name in MOVES}
    opening, balance = _fraction(before, "balance"), Fraction(after.balance)
    seeded = _NOTHING if before is not None else Fraction(after.seed)
    differences = (balance - opening - seeded - _change(moved), balance - opening - seeded - by_tables)
    return MeterLine(
        meter=after.meter,
        seed=after.seed,
        opening=opening,
        seeded=seeded,
        **moved,
        balance=balance,
        difference=differences[0],
        difference_by_table=differences[1],
        is_reconciled=not any(differences),
    )


def _fraction(row: Row[Any] | None, name: str) -> Fraction:
    return Fraction(row._mapping[name]) if row is not None else _NOTHING

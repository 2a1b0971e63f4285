"""The day's overview: what each table and each day took in, with the money between rounds."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from typing import Annotated, Any

from sqlalchemy import Connection, func, select

from houseway.ledger import Reason
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnTitle
from houseway.reports.gaming_day import FIRST_DAY, parse_day
from houseway.reports.rows.inventory_entries import CASH_DROPPED, CREDITS, FILLS
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import (
    of_one_round,
    report_day_movements,
    report_days,
    report_hands,
    report_movements,
    report_rounds,
    sums_of,
)

_SUMS = sums_of(report_days)
_ROUND_COUNTS = ("rounds", "void_rounds", "irregular_rounds")


@dataclass(frozen=True, slots=True)
class TableTotals:
    """What a table took in over a period."""

    table: common.Table
    book: common.Book
    rounds: common.Rounds
    void_rounds: common.VoidRounds
    irregular_rounds: common.IrregularRounds
    hands: common.Hands
    wagered: common.Wagered
    house_win: common.HouseWin
    win_share: common.WinShare
    drop: common.Drop
    hold: common.Hold
    vigorish: common.Vigorish
    meter_awards: common.MeterAwards
    fills: common.Fills
    credits: common.Credits


@dataclass(frozen=True, slots=True)
class DayTotals:
    """What the house took in on a gaming day."""

    day: common.Day
    rounds: common.Rounds
    void_rounds: common.VoidRounds
    hands: common.Hands
    wagered: common.Wagered
    house_win: common.HouseWin
    win_share: common.WinShare
    drop: common.Drop
    hold: common.Hold
    vigorish: common.Vigorish


@dataclass(frozen=True, slots=True)
class PeriodTotals:
    """The same figures for a day, and to date for its month and year."""

    period: Annotated[str, ColumnTitle("Period")]
    rounds: common.Rounds
    wagered: common.Wagered
    house_win: common.HouseWin
    win_share: common.WinShare
    drop: common.Drop
    hold: common.Hold
    vigorish: common.Vigorish


def total_tables(connection: Connection, scope: ReportScope) -> tuple[TableTotals, ...]:
    """Add up the days of each table, or of one player at it."""
    sums = _sum_days(connection, scope, ("table_id", "book"))
    money = _sum_movements(connection, scope, "table_id")
    found = {table: (book, row) for (table, book), row in sums.items()}
    return tuple(_table_totals(name, *found.get(name, ("", {})), money.get(name, {})) for name in sorted({*found, *money}))


def _table_totals(table: str, book: str, sums: Mapping[str, int], money: Mapping[str, int]) -> TableTotals:
    counted = {name: sums.get(name, 0) for name in _SUMS}
    drop = money.get(CASH_DROPPED, 0)
    return TableTotals(
        table=table,
        book=book,
        **counted,
        win_share=_share(counted["house_win"], counted["wagered"]),
        drop=drop,
        hold=_share(counted["house_win"], drop),
        fills=money.get(FILLS, 0),
        credits=money.get(CREDITS, 0),
    )


def total_days(connection: Connection, scope: ReportScope) -> tuple[DayTotals, ...]:
    """Add up the tables of each gaming day, or of one player at them."""
    sums, money = _sum_days(connection, scope, ("day",)), _sum_movements(connection, scope, "day")
    by_day = {day: row for (day,), row in sums.items()}
    return tuple(_day_totals(day, by_day.get(day, {}), money.get(day, {})) for day in sorted({*by_day, *money}))


def _day_totals(day: str, sums: Mapping[str, int], money: Mapping[str, int]) -> DayTotals:
    counted = {name: sums.get(name, 0) for name in ("rounds", "void_rounds", "hands", "wagered", "house_win", "vigorish")}
    drop = money.get(CASH_DROPPED, 0)
    win_share, hold = _share(counted["house_win"], counted["wagered"]), _share(counted["house_win"], drop)
    return DayTotals(day=day, **counted, win_share=win_share, drop=drop, hold=hold)


def total_to_date(connection: Connection, scope: ReportScope) -> tuple[PeriodTotals, ...]:
    """Return the period itself, and the month and the year of its last day up to that day."""
    last = parse_day(scope.last_day)
    month, year = last.replace(day=1).isoformat(), last.replace(month=1, day=1).isoformat()
    own = scope.last_day if scope.is_one_day else f"{scope.first_day} to {scope.last_day}"
    named = ((own, scope.first_day), (f"{month[:7]} to date", month), (f"{year[:4]} to date", year))
    return tuple(_period(name, total_days(connection, _since(scope, first))) for name, first in named)


def _since(scope: ReportScope, first: str) -> ReportScope:
    return replace(scope, first_day=first)


def _period(name: str, days: Iterable[DayTotals]) -> PeriodTotals:
    found = tuple(days)
    sums = {each: sum(getattr(day, each) for day in found) for each in ("rounds", "wagered", "house_win", "drop", "vigorish")}
    win_share, hold = _share(sums["house_win"], sums["wagered"]), _share(sums["house_win"], sums["drop"])
    return PeriodTotals(period=name, **sums, win_share=win_share, hold=hold)


def latest_day(connection: Connection) -> str:
    """Return the latest gaming day with a round or a movement of money."""
    days = (connection.execute(select(func.max(rows.c.day))).scalar() for rows in (report_days, report_day_movements))
    return max((day for day in days if day), default=FIRST_DAY)


def latest_days(connection: Connection, last_day: str, count: int, scope: ReportScope) -> tuple[DayTotals, ...]:
    """Return the days before a day, and that day, for a chart."""
    first = max((parse_day(last_day) - timedelta(days=count - 1)).isoformat(), FIRST_DAY)
    return total_days(connection, replace(scope, first_day=first, last_day=last_day))


def _share(part: int, whole: int) -> Fraction | None:
    return Fraction(part, whole) if whole else None


def _sum_days(connection: Connection, scope: ReportScope, keys: tuple[str, ...]) -> dict[tuple[Any, ...], dict[str, int]]:
    if scope.player:
        return _sum_hands(connection, scope, keys)
    by = [report_days.c[key] for key in keys]
    sums = [func.sum(report_days.c[name]).label(name) for name in _SUMS]
    query = select(*by, *sums).where(*scope.row_conditions(report_days)).group_by(*by)
    return {tuple(row[: len(by)]): {name: int(row._mapping[name]) for name in _SUMS} for row in connection.execute(query)}


def _sum_movements(connection: Connection, scope: ReportScope, key: str) -> dict[str, dict[str, int]]:
    """Sum drop, fills and credits, by table or by day. Of one player there is only the drop."""
    if scope.player:
        return {at: {CASH_DROPPED: amount} for at, amount in _sum_drop(connection, scope, key).items()}
    rows = report_day_movements
    query = select(rows.c[key], rows.c.entry, func.sum(rows.c.amount)).where(*scope.row_conditions(rows))
    found: dict[str, dict[str, int]] = {}
    for at, entry, amount in connection.execute(query.group_by(rows.c[key], rows.c.entry)):
        found.setdefault(at, {})[entry] = int(amount)
    return found


# Of one player: the sums of days are of all players


def _sum_hands(connection: Connection, scope: ReportScope, keys: tuple[str, ...]) -> dict[tuple[Any, ...], dict[str, int]]:
    """Sum the hands of a player. A round in which he has several counts once."""
    hands, rounds = report_hands, report_rounds
    query = select(hands, rounds.c.book, rounds.c.is_void, rounds.c.irregularities).join(rounds, of_one_round)
    query = query.where(
        hands.c.player == scope.player, hands.c.ended_at.between(*scope.time_range), *scope.row_conditions(hands)
    )
    found: defaultdict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    counted = set[tuple[str, int]]()
    for row in connection.execute(query):
        sums, is_first = found[tuple(row._mapping[key] for key in keys)], (row.table_id, row.number) not in counted
        counted.add((row.table_id, row.number))
        for name, counts in zip(
            _ROUND_COUNTS, (is_first, is_first and row.is_void, is_first and row.irregularities), strict=True
        ):
            sums[name] += bool(counts)
        awards = sum(facts.get("meter_awards", 0) for facts in json.loads(row.wagers).values())
        money = {"wagered": row.wagered, "house_win": -row.net, "vigorish": row.vigorish, "meter_awards": awards}
        for name, amount in {**money, "hands": row.wagered > 0}.items():
            sums[name] += amount
    return dict(found)


def _sum_drop(connection: Connection, scope: ReportScope, key: str) -> dict[str, int]:
    """Sum the cash for which a player bought chips, by table or by day."""
    rows = report_movements
    query = select(rows.c[key], func.sum(rows.c.amount)).where(*scope.row_conditions(rows), rows.c.player == scope.player)
    bought = query.where(rows.c.reason == Reason.BUY_IN.value).group_by(rows.c[key])
    return {at: int(amount) for at, amount in connection.execute(bought)}

"""Statements: what a person has wagered, won, paid and been paid on each gaming day of a period, and how long he has played."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import case, func, select

from houseway.ledger import Reason
from houseway.procedure import player_account
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.gaming_day import GamingCalendar
from houseway.service.clock import MILLISECONDS
from houseway.service.people.accounts import AccountReason, account_stream
from houseway.service.people.protection.play_counts import merge_spans
from houseway.store import Store
from houseway.store.report_tables import report_hands, report_movements, report_sittings

_MINUTE = 60 * MILLISECONDS
_AT_THE_CAGE = {AccountReason.DEPOSIT.value: "deposited", AccountReason.WITHDRAWAL.value: "withdrawn"}
ALL_DAYS = "total"
"""Stands in place of the day in the sum of a statement."""


@dataclass(frozen=True, slots=True)
class StatementDay:
    """A gaming day of a person."""

    day: common.Day
    rounds: common.Rounds
    wagered: common.Wagered
    won: Annotated[int, ColumnTitle("Won", ColumnKind.MONEY)]
    lost: Annotated[int, ColumnTitle("Lost", ColumnKind.MONEY)]
    net: common.Net
    bought_in: Annotated[int, ColumnTitle("Bought in", ColumnKind.MONEY)]
    cashed_out: Annotated[int, ColumnTitle("Cashed out", ColumnKind.MONEY)]
    deposited: Annotated[int, ColumnTitle("Paid in", ColumnKind.MONEY)]
    withdrawn: Annotated[int, ColumnTitle("Paid out", ColumnKind.MONEY)]
    minutes: Annotated[int, ColumnTitle("Minutes at tables", ColumnKind.COUNT)]


_SUMMED = ("rounds", "wagered", "won", "lost", "net", "bought_in", "cashed_out", "deposited", "withdrawn", "minutes")
Sums = dict[str, dict[str, int]]


def read_statement(
    store: Store, person: str, first: str, last: str, now: int, calendar: GamingCalendar
) -> tuple[StatementDay, ...]:
    """Return the gaming days of a period on which anything happened, and their sum as the last row."""
    days: Sums = {}
    _add_rounds(days, store, person, first, last)
    _add_chips(days, store, person, first, last)
    _add_cage(days, store, person, (first, last), calendar)
    for day, time in _times_at_tables(store, person, (first, last), now, calendar).items():
        _entry(days, day)["minutes"] += time // _MINUTE
    rows = [StatementDay(day, **sums) for day, sums in sorted(days.items())]
    total = {name: sum(getattr(row, name) for row in rows) for name in _SUMMED}
    return (*rows, StatementDay(ALL_DAYS, **total))


def _entry(days: Sums, day: str) -> dict[str, int]:
    return days.setdefault(day, dict.fromkeys(_SUMMED, 0))


def _add_rounds(days: Sums, store: Store, person: str, first: str, last: str) -> None:
    rows, nothing = report_hands.c, 0
    won, lost = (func.sum(case((sign > nothing, sign), else_=nothing)) for sign in (rows.net, -rows.net))
    query = select(rows.day, func.count(), func.sum(rows.wagered), won, lost, func.sum(rows.net))
    query = query.where(rows.player == person, rows.day.between(first, last)).group_by(rows.day)
    with store.database.reading() as connection:
        for day, *sums in connection.execute(query):
            _entry(days, day).update(zip(("rounds", "wagered", "won", "lost", "net"), map(int, sums), strict=True))


def _add_chips(days: Sums, store: Store, person: str, first: str, last: str) -> None:
    rows, own = report_movements.c, player_account(person)
    sides = ((Reason.BUY_IN, rows.target, "bought_in"), (Reason.CASH_OUT, rows.source, "cashed_out"))
    with store.database.reading() as connection:
        for reason, side, name in sides:
            his = (rows.player == person, side == own, rows.reason == reason.value, rows.day.between(first, last))
            for day, amount in connection.execute(select(rows.day, func.sum(rows.amount)).where(*his).group_by(rows.day)):
                _entry(days, day)[name] += int(amount)


def _add_cage(days: Sums, store: Store, person: str, period: tuple[str, str], calendar: GamingCalendar) -> None:
    for append in store.read(account_stream(person)):
        day = calendar.day_of(append.head.at)
        if period[0] <= day <= period[1]:
            for event in append.events:
                name = _AT_THE_CAGE.get(event.text("reason"))
                if name is not None:
                    _entry(days, day)[name] += event.cents("amount").amount


def _times_at_tables(
    store: Store, person: str, period: tuple[str, str], now: int, calendar: GamingCalendar
) -> Mapping[str, int]:
    """Return how long somebody sat at tables on each day, in milliseconds: at two tables at once, time passes once."""
    rows = report_sittings.c
    query = select(rows.began_at, rows.ended_at).where(rows.player == person)
    begin, end = calendar.day_bounds(period[0])[0], calendar.day_bounds(period[1])[1]
    query = query.where(rows.began_at < end, rows.ended_at.is_(None) | (rows.ended_at >= begin))
    with store.database.reading() as connection:
        sat = [(row.began_at, now if row.ended_at is None else row.ended_at) for row in connection.execute(query)]
    times: dict[str, int] = {}
    for since, until in merge_spans(sat):
        at = max(since, begin)
        while at < min(until, end):
            day = calendar.day_of(at)
            next_at = min(calendar.day_bounds(day)[1], until, end)
            times[day] = times.get(day, 0) + next_at - at
            at = next_at
    return times

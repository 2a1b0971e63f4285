"""Dealers' shifts, players' rating slips, and a player's own history."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from sqlalchemy import Connection, Row, func, select

from houseway.reports.columns import Kind, Titled
from houseway.reports.scope import ReportScope
from houseway.reports.theory import StakeClass, load_odds
from houseway.store.report_tables import report_hands, report_rounds, report_shifts, report_sittings

_MILLISECONDS_PER_MINUTE = 60_000
_ENDLESS = 1 << 62


@dataclass(frozen=True, slots=True)
class DealerShift:
    """A dealer at a table, from the first act to the last before another dealer's."""

    dealer: Annotated[str, Titled("Dealer", Kind.PERSON)]
    table: Annotated[str, Titled("Table")]
    day: Annotated[str, Titled("Gaming day", Kind.DAY, is_detail=True)]
    began_at: Annotated[int, Titled("From", Kind.TIME)]
    ended_at: Annotated[int, Titled("To", Kind.TIME)]
    minutes: Annotated[int, Titled("Minutes", Kind.COUNT)]
    rounds: Annotated[int, Titled("Rounds", Kind.COUNT)]
    wagered: Annotated[int, Titled("Wagers", Kind.MONEY)]
    house_win: Annotated[int, Titled("House win", Kind.MONEY)]
    irregular_rounds: Annotated[int, Titled("Irregular", Kind.COUNT)]


@dataclass(frozen=True, slots=True)
class RatingSlip:
    """A player's time at a table, for his rating."""

    player: Annotated[str, Titled("Player", Kind.PERSON)]
    table: Annotated[str, Titled("Table")]
    day: Annotated[str, Titled("Gaming day", Kind.DAY, is_detail=True)]
    began_at: Annotated[int, Titled("From", Kind.TIME)]
    ended_at: Annotated[int | None, Titled("To", Kind.TIME)]
    positions: Annotated[str, Titled("Positions")]
    rounds: Annotated[int, Titled("Rounds", Kind.COUNT)]
    wagered: Annotated[int, Titled("Wagers", Kind.MONEY)]
    average_wager: Annotated[Fraction | None, Titled("Average a round", Kind.EXACT_MONEY)]
    bought_in: Annotated[int, Titled("Bought in", Kind.MONEY)]
    cashed_out: Annotated[int, Titled("Cashed out", Kind.MONEY)]
    net: Annotated[int, Titled("Won or lost", Kind.MONEY)]
    theoretical_loss: Annotated[Fraction | None, Titled("Theoretical loss", Kind.EXACT_MONEY)]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One position of a player in one round."""

    at: Annotated[int, Titled("Time", Kind.TIME)]
    day: Annotated[str, Titled("Gaming day", Kind.DAY, is_detail=True)]
    table: Annotated[str, Titled("Table")]
    round: Annotated[int, Titled("Round", Kind.COUNT)]
    position: Annotated[int, Titled("Position", Kind.COUNT)]
    wagered: Annotated[int, Titled("Wagers", Kind.MONEY)]
    vigorish: Annotated[int, Titled("Vigorish", Kind.MONEY)]
    net: Annotated[int, Titled("Won or lost", Kind.MONEY)]
    wagers: Annotated[str, Titled("By wager")]


def report_shifts_of(connection: Connection, scope: ReportScope) -> Iterator[DealerShift]:
    """Yield the shifts that began in a period, the latest first."""
    rows = report_shifts
    query = select(rows).where(*scope.conditions(rows)).order_by(rows.c.began_at.desc(), rows.c.table_id)
    for row in connection.execute(query).all():
        played = _rounds_between(connection, row.table_id, row.began_at, row.ended_at)
        minutes = (row.ended_at - row.began_at) // _MILLISECONDS_PER_MINUTE
        times = (row.began_at, row.ended_at, minutes)
        yield DealerShift(row.dealer, row.table_id, row.day, *times, row.rounds, *played)


def _rounds_between(connection: Connection, table: str, begin: int, end: int) -> tuple[int, int, int]:
    rows = report_rounds
    irregular = func.count().filter(rows.c.irregularities > 0)
    query = select(func.coalesce(func.sum(rows.c.wagered), 0), func.coalesce(func.sum(rows.c.house_win), 0), irregular)
    query = query.where(rows.c.table_id == table, rows.c.ended_at >= begin, rows.c.ended_at <= end)
    wagered, win, count = connection.execute(query).one()
    return int(wagered), int(win), int(count)


def report_ratings(connection: Connection, scope: ReportScope) -> Iterator[RatingSlip]:
    """Yield the sittings that began in a period, the latest first."""
    rows = report_sittings
    query = select(rows).where(*scope.conditions(rows)).order_by(rows.c.began_at.desc(), rows.c.table_id, rows.c.player)
    if scope.player:
        query = query.where(rows.c.player == scope.player)
    for row in connection.execute(query).all():
        yield _rating(row, _hands_of(connection, row), connection)


def _hands_of(connection: Connection, sitting: Row[Any]) -> list[Row[Any]]:
    rows, until = report_hands, sitting.ended_at if sitting.ended_at is not None else _ENDLESS
    together = (report_rounds.c.table_id == rows.c.table_id) & (report_rounds.c.number == rows.c.number)
    query = select(rows, report_rounds.c.rules, report_rounds.c.is_banked).join(report_rounds, together)
    query = query.where(rows.c.player == sitting.player, rows.c.table_id == sitting.table_id)
    return list(connection.execute(query.where(rows.c.ended_at >= sitting.began_at, rows.c.ended_at <= until)))


def _rating(sitting: Row[Any], hands: list[Row[Any]], connection: Connection) -> RatingSlip:
    rounds, wagered = len({hand.number for hand in hands}), sum(hand.wagered for hand in hands)
    return RatingSlip(
        player=sitting.player,
        table=sitting.table_id,
        day=sitting.day,
        began_at=sitting.began_at,
        ended_at=sitting.ended_at,
        positions=sitting.positions,
        rounds=rounds,
        wagered=wagered,
        average_wager=Fraction(wagered, rounds) if rounds else None,
        bought_in=sitting.bought_in,
        cashed_out=sitting.cashed_out,
        net=sum(hand.net for hand in hands),
        theoretical_loss=_theoretical_loss(connection, hands),
    )


def _theoretical_loss(connection: Connection, hands: list[Row[Any]]) -> Fraction | None:
    """Return what the exact odds expect a player to lose against the house; None if no odds are known."""
    odds = load_odds(connection, {hand.rules for hand in hands})
    staked = (
        (hand.rules, wager, facts["wagered"])
        for hand in hands
        if not hand.is_banked
        for wager, facts in json.loads(hand.wagers).items()
    )
    found: list[StakeClass] = [at for at in staked if at in odds]
    return sum((at[2] * odds[at].edge for at in found), Fraction(0)) if found else None


def report_history(connection: Connection, scope: ReportScope) -> Iterator[HistoryEntry]:
    """Yield the rounds of one player, the latest first."""
    rows = report_hands
    query = select(rows).where(rows.c.player == scope.player, *scope.conditions(rows))
    for row in connection.execute(query.order_by(rows.c.ended_at.desc(), rows.c.number.desc(), rows.c.position)):
        wagers = "; ".join(_wager_words(name, facts) for name, facts in json.loads(row.wagers).items())
        money = (row.wagered, row.vigorish, row.net)
        yield HistoryEntry(row.ended_at, row.day, row.table_id, row.number, row.position, *money, wagers)


def _wager_words(name: str, facts: dict[str, int]) -> str:
    from houseway.money import Cents

    net = facts.get("net", 0)
    return f"{name or 'other'} {Cents(facts['wagered'])}: {'+' if net > 0 else ''}{Cents(net)}"

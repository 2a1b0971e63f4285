"""Rating slips of players, and a player's own history."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Annotated, Any

from sqlalchemy import Connection, Row, Select, bindparam, select

from houseway.explanation.words import wager_titles
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.reports import common_columns as common
from houseway.reports.columns import ColumnKind, ColumnTitle
from houseway.reports.expected.expectation import Odds, expectation_of, has_own_odds
from houseway.reports.expected.theory import StakeClass, TheoreticalOdds, load_odds
from houseway.reports.expected.wager_classes import add_hands
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import of_one_round, report_hands, report_rounds, report_sittings

_MILLISECONDS_PER_MINUTE = 60_000
_ENDLESS = 1 << 62
_SITTINGS_AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class RatingSlip:
    """A player's time at a table, for his rating."""

    player: Annotated[str, ColumnTitle("Player", ColumnKind.PERSON)]
    table: common.Table
    game: Annotated[str, ColumnTitle("Game")]
    day: common.DetailDay
    began_at: common.BeganAt
    ended_at: common.EndedAt
    minutes: Annotated[int, ColumnTitle("Minutes", ColumnKind.COUNT)]
    time_until: Annotated[str, ColumnTitle("Time until")]
    positions: Annotated[str, ColumnTitle("Positions")]
    rounds: common.Rounds
    wagered: common.Wagered
    average_wager: Annotated[Fraction | None, ColumnTitle("Average a round", ColumnKind.EXACT_MONEY)]
    bought_in: Annotated[int, ColumnTitle("Bought in", ColumnKind.MONEY)]
    cashed_out: Annotated[int, ColumnTitle("Cashed out", ColumnKind.MONEY)]
    net: common.Net
    theoretical_loss: Annotated[Fraction | None, ColumnTitle("Theoretical loss", ColumnKind.EXACT_MONEY)]
    left_out_wagered: Annotated[int, ColumnTitle("Wagers left out", ColumnKind.MONEY)]


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One position of a player in one round."""

    at: common.Time
    day: common.DetailDay
    table: common.Table
    round: common.Round
    position: Annotated[int, ColumnTitle("Position", ColumnKind.COUNT)]
    wagered: common.Wagered
    vigorish: common.Vigorish
    net: common.Net
    wagers: Annotated[str, ColumnTitle("By wager")]


GOT_UP, LAST_ROUND, SAT_DOWN = "got up", "the last round", "sat down"
"""Until when a slip counts the time: a player who has not got up is timed until the last round in which he wagered."""


def report_ratings(connection: Connection, scope: ReportScope) -> Iterator[RatingSlip]:
    """Yield the sittings that began in a period, the latest first."""
    rows = report_sittings
    query = select(rows).where(*scope.row_conditions(rows)).order_by(rows.c.began_at.desc(), rows.c.table_id, rows.c.player)
    if scope.player:
        query = query.where(rows.c.player == scope.player)
    odds = _KnownOdds(connection)
    with connection.execute(query, execution_options={"yield_per": _SITTINGS_AT_ONCE}) as sittings:
        for row in sittings:  # a page shows the latest only, and no more than these are read
            yield _rating(row, _hands_of(connection, row), odds)


class _KnownOdds:
    """The exact odds under each set of rules, read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._rules = connection, set[str]()
        self._odds: dict[StakeClass, TheoreticalOdds] = {}
        self.are_own = cache(has_own_odds)

    def load_for(self, rules: set[str]) -> Odds:
        if new := rules - self._rules:
            self._odds |= load_odds(self._connection, new)
            self._rules |= new
        return self._odds


def _hands_of(connection: Connection, sitting: Row[Any]) -> list[Row[Any]]:
    until = sitting.ended_at if sitting.ended_at is not None else _ENDLESS
    asked = {"of": sitting.player, "at": sitting.table_id, "since": sitting.began_at, "until": until}
    return list(connection.execute(_HANDS, asked))


def _select_hands() -> Select[Any]:
    """Return the query for the hands of a sitting. It is built once: a page asks for those of 200."""
    rows = report_hands.c
    during = rows.ended_at.between(bindparam("since"), bindparam("until"))
    query = select(report_hands, report_rounds.c.rules, report_rounds.c.book).join(report_rounds, of_one_round)
    return query.where(rows.player == bindparam("of"), rows.table_id == bindparam("at"), during)


_HANDS = _select_hands()


def _rating(sitting: Row[Any], hands: list[Row[Any]], odds: _KnownOdds) -> RatingSlip:
    rounds, wagered = len({hand.number for hand in hands}), sum(hand.wagered for hand in hands)
    loss, left_out = _theoretical_loss(hands, odds)
    until, last = _end_of(sitting, hands)
    return RatingSlip(
        player=sitting.player,
        table=sitting.table_id,
        game=load_book(hands[0].book).game if hands else "",
        day=sitting.day,
        began_at=sitting.began_at,
        ended_at=sitting.ended_at,
        minutes=(last - sitting.began_at) // _MILLISECONDS_PER_MINUTE,
        time_until=until,
        positions=sitting.positions,
        rounds=rounds,
        wagered=wagered,
        average_wager=Fraction(wagered, rounds) if rounds else None,
        bought_in=sitting.bought_in,
        cashed_out=sitting.cashed_out,
        net=sum(hand.net for hand in hands),
        theoretical_loss=loss,
        left_out_wagered=left_out,
    )


def _end_of(sitting: Row[Any], hands: list[Row[Any]]) -> tuple[str, int]:
    if sitting.ended_at is not None:
        return GOT_UP, sitting.ended_at
    return (LAST_ROUND, max(hand.ended_at for hand in hands)) if hands else (SAT_DOWN, sitting.began_at)


def _theoretical_loss(hands: list[Row[Any]], odds: _KnownOdds) -> tuple[Fraction | None, int]:
    """Return what the exact odds expect a player to lose to the house, and the wagers that they do not answer; no loss if they
    answer none."""
    known = odds.load_for({hand.rules for hand in hands})
    own = [each for each in add_hands(hands) if each.wager and odds.are_own(each.book, each.wager)]
    expected = [(each, expectation_of(each, known)) for each in own]
    answered = [found for _, found in expected if found.staked]
    left_out = sum(each.wagered for each, found in expected if not found.staked)
    return sum((found.win for found in answered), Fraction(0)) if answered else None, left_out


def report_history(connection: Connection, scope: ReportScope) -> Iterator[HistoryEntry]:
    """Yield the rounds of one player, the latest first."""
    rows = report_hands
    query = select(rows, report_rounds.c.book).join(report_rounds, of_one_round)
    query = query.where(rows.c.player == scope.player, rows.c.ended_at.between(*scope.time_range), *scope.row_conditions(rows))
    for row in connection.execute(query.order_by(rows.c.ended_at.desc(), rows.c.number.desc(), rows.c.position)):
        wagers = "; ".join(_wager_words(row.book, name, facts) for name, facts in json.loads(row.wagers).items())
        money = (row.wagered, row.vigorish, row.net)
        yield HistoryEntry(row.ended_at, row.day, row.table_id, row.number, row.position, *money, wagers)


def _wager_words(book: str, name: str, facts: dict[str, int]) -> str:
    net = facts.get("net", 0)
    return f"{_wager_title(book, name)} {Cents(facts['wagered'])}: {'+' if net > 0 else ''}{Cents(net)}"


@lru_cache
def _wager_title(book: str, name: str) -> str:
    """Return the book's title of a wager, with the number of one on a number."""
    wager, _, number = name.partition(":")
    title = wager_titles(load_book(book)).get(wager, wager or "Other")
    return f"{title} {number}" if number else title

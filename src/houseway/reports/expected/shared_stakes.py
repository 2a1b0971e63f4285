"""What was staked together in rounds: by one hand on two wagers, and by two hands of one round.

The variance of a round is that of its wagers, and the covariances of every two of them: hands of one table share the dealer's
cards, and at some games a board. A covariance is a number in bets, so over many rounds only the sums of products of stakes matter.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import Connection, select

from houseway.reports.expected.expectation import has_own_odds
from houseway.reports.expected.theory import StakeClass, TheoreticalOdds, pair_name
from houseway.reports.rows.wager_terms import wager_name
from houseway.reports.scope import ReportScope
from houseway.store.report_tables import of_one_round, report_hands, report_rounds


@dataclass(frozen=True, slots=True)
class SharedStakes:
    """Two wagers under the same rules, over a period. Only plain wagers against the house are among them."""

    table: str
    book: str
    rules: str
    one: str
    other: str
    """May be the same wager."""
    within: int
    """The sum of products of the stakes of one hand, in cents squared; zero for one wager."""
    across: int
    """The sum of products over the ordered pairs of hands of a round."""


def read_shared_stakes(connection: Connection, scope: ReportScope) -> list[SharedStakes]:
    """Read the hands of a period, round by round; of one player only that player's own."""
    hands, rounds = report_hands, report_rounds
    query = select(hands.c.table_id, hands.c.number, hands.c.wagers, rounds.c.book, rounds.c.rules).join(rounds, of_one_round)
    query = query.where(rounds.c.began_at.between(*scope.time_range), rounds.c.ended_at.between(*scope.time_range))
    query = query.where(*scope.row_conditions(rounds))
    if scope.player:
        query = query.where(hands.c.player == scope.player, hands.c.ended_at.between(*scope.time_range))
    by_round = rounds.c.number + 0, rounds.c.table_id  # a sum, so that no index on tables is used for the order
    return list(add_up_rounds(connection.execute(query.order_by(*by_round))))


def add_up_rounds(hands: Iterable[Any]) -> Iterator[SharedStakes]:
    """Add up hands with `table_id`, `number`, `wagers`, `book` and `rules`; those of a round come one after another."""
    found: dict[tuple[str, ...], list[int]] = {}
    for (table, _), seated in groupby(hands, key=_round_of):
        dealt = list(seated)
        first = dealt[0]
        for at, (within, across) in _add_up_round(tuple(_plain_stakes(first.book, hand.wagers) for hand in dealt)):
            sums = found.setdefault((table, first.book, first.rules, *at), [0, 0])
            sums[0] += within
            sums[1] += across
    for (table, book, rules, one, other), (within, across) in found.items():
        yield SharedStakes(table, book, rules, one, other, within, across)


_round_of = attrgetter("table_id", "number")
Stakes = tuple[tuple[str, int], ...]
"""The stakes of a hand by wager."""
_DISTINCT = 16_384
"""Stakes repeat from round to round, so a year has few hands and rounds that differ in them: so many are remembered."""


@lru_cache(_DISTINCT)
def _plain_stakes(book: str, wagers: str) -> Stakes:
    """Return the stakes of a hand by wager. The first wager stands for the game. What is staked on special terms has results
    of its own, and is left out."""
    stakes: dict[str, int] = {}
    for name, facts in json.loads(wagers).items():
        if facts["wagered"] and not facts.get("terms") and _has_odds(book, name):
            wager = wager_name(name)
            stakes[wager] = stakes.get(wager, 0) + facts["wagered"]
    return tuple(stakes.items())


@lru_cache
def _has_odds(book: str, wager: str) -> bool:
    return has_own_odds(book, wager)


@lru_cache(_DISTINCT)
def _add_up_round(hands: tuple[Stakes, ...]) -> tuple[tuple[tuple[str, str], tuple[int, int]], ...]:
    """Return by two wagers the products of stakes of one hand and of two."""
    spots = list(map(dict, hands))
    wagers = sorted({wager for spot in spots for wager in spot})
    totals = {wager: sum(spot.get(wager, 0) for spot in spots) for wager in wagers}
    found = {}
    for place, one in enumerate(wagers):
        for other in wagers[place:]:
            same = sum(spot[one] * spot[other] for spot in spots if one in spot and other in spot)
            across = totals[one] * totals[other] - same
            if across or (one != other and same):
                found[one, other] = (0 if one == other else same, across)
    return tuple(found.items())


@dataclass(frozen=True, slots=True)
class AddedVariance:
    """What covariances add to the variance of a win."""

    added: Fraction = Fraction(0)
    missing: tuple[StakeClass, ...] = ()
    is_counted: bool = True
    """Whether how these wagers vary together is known; if not, they are taken as independent."""


def shared_variance(stakes: SharedStakes, odds: Mapping[StakeClass, TheoreticalOdds]) -> AddedVariance:
    """Return what two wagers add to the variance; each of two different ones counts twice in a square."""
    at = (stakes.rules, pair_name(stakes.one, stakes.other), 0)
    found = odds.get(at)
    if found is None:
        return AddedVariance(missing=(at,))
    if not found.is_exact:
        return AddedVariance(is_counted=False)
    times = 1 if stakes.one == stakes.other else 2
    return AddedVariance(times * (stakes.within * found.edge + stakes.across * found.variance))

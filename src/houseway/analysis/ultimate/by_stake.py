"""The house edge of the Ante at a stake: rows in whole dollars (UTH-29), and the payout limit (12.F)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Protocol

from houseway.analysis.odds.by_stake import (
    PAYOUT_LIMIT,
    EdgeAtStake,
    EdgesByStake,
    is_in_whole_dollars,
    rounded_award,
    stakes_of_offer,
    whole_cents,
)
from houseway.games.awards import wagers_under_limit
from houseway.money import CENTS_PER_DOLLAR, Cents, net_win
from houseway.procedure import ANTE, BLIND
from houseway.regulation import Row
from houseway.submission import Rules

_DOLLAR = Cents.from_dollars(1)


class EndingCount(Protocol):
    """One way in which rounds end, in Antes."""

    @property
    def combinations(self) -> int: ...

    @property
    def net(self) -> Fraction: ...


AwardsByWager = Mapping[str, tuple[Fraction, Row | None]]
"""By winning wager: its award in Antes, and the row if its award may be rounded."""


@dataclass(frozen=True)
class WonAwards:
    """An ending and its awards."""

    ending: EndingCount
    awards: AwardsByWager


def ante_by_stake(rules: Rules, wins: Iterable[WonAwards]) -> EdgesByStake:
    """Return the edges of the Ante with all that is staked on it, under the solved play."""
    found = list(wins)
    period, most, offer = _even_ante(rules, found), rules.options.get(PAYOUT_LIMIT), rules.offers[ANTE]
    holds, further = [_rounding_assumption(rules, period)], list[Cents]()
    if isinstance(most, Cents):
        largest = Cents(int(most.amount / max(_limited_award(rules, each) for each in found)))
        uncut = _DOLLAR * (largest.amount // CENTS_PER_DOLLAR)
        further = [uncut, uncut + _DOLLAR]
        holds.append(
            f"the payout limit of {most} cuts no award up to an Ante of {largest}, if no other wager of the hand"
            " counts toward it"
        )
    else:
        holds.append("no payout limit cuts an award")
    if not offer.minimum:  # a rule book by itself
        return EdgesByStake(tuple(holds))
    stakes = stakes_of_offer(offer, period, further)
    return EdgesByStake(tuple(holds), tuple(EdgeAtStake(stake, _ante_value(rules, found, stake, most)) for stake in stakes))


def _limited_award(rules: Rules, each: WonAwards) -> Fraction:
    return sum((part for wager, (part, _) in each.awards.items() if wager in wagers_under_limit(rules)), Fraction(0))


def _even_ante(rules: Rules, wins: Iterable[WonAwards]) -> Fraction:
    """Return the Ante in cents whose multiples need no rounding in any row."""
    parts = [(part, row) for each in wins for part, row in each.awards.values()]
    units = (part.denominator * (CENTS_PER_DOLLAR if is_in_whole_dollars(rules, row) else 1) for part, row in parts)
    return Fraction(lcm(*units))


def _rounding_assumption(rules: Rules, period: Fraction) -> str:
    words = "rounded down to the dollar" if rules.takes_reading("UTH-29=whole-dollars") else "paid to the cent"
    even = f"which makes no difference for an Ante that is a multiple of {whole_cents(period)}"
    return f"each row is paid to the fraction of a cent; at the table it is {words} (reading UTH-29), {even}"


def _ante_value(rules: Rules, wins: Iterable[WonAwards], stake: Cents, most: object) -> Fraction:
    summed, total = Fraction(0), 0
    for each in wins:
        summed += each.ending.combinations * (each.ending.net * stake.amount - _shortfall(rules, each, stake, most))
        total += each.ending.combinations
    return summed / (total * stake.amount)


def _shortfall(rules: Rules, each: WonAwards, stake: Cents, most: object) -> Fraction:
    """Return by how many cents an ending is paid less than solved."""
    paid = {wager: rounded_award(rules, part * stake.amount, row) for wager, (part, row) in each.awards.items()}
    exact = sum((part for part, _ in each.awards.values()), Fraction(0)) * stake.amount
    reached = sum(amount for wager, amount in paid.items() if wager in wagers_under_limit(rules))
    cut = max(reached - most.amount, 0) if isinstance(most, Cents) else 0
    return exact - sum(paid.values()) + cut


def blind_awards(rules: Rules) -> tuple[int, ...]:
    """Return what each row of the Blind pays at the lowest Ante and a dollar more, in cents; empty for a bare rule book."""
    least, most = rules.offers[ANTE].minimum, rules.offers[ANTE].maximum
    antes = [ante for ante in (least, least + _DOLLAR) if least and ante <= most]
    rows = [(row, net_win(row.pays, Cents(1))) for row in rules.offers[BLIND].paytable.rows]
    return tuple(rounded_award(rules, part * ante.amount, row) for ante in antes for row, part in rows)

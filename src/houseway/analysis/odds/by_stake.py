"""The house edge of a game at a stake: filed vigorish rounding, rows paid in whole dollars, the payout limit.

A game is solved as if everything were paid to the fraction of a cent and nothing were cut. At a stake the play and the
combinations are the same, and each ending is paid as at the table.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Protocol

from houseway.analysis.exact import as_decimal, as_percent, as_ratio
from houseway.analysis.odds.stakes import stakes_until_even
from houseway.games.awards import base_award, round_up_to_cent, vigorish_on, vigorish_rate, wagers_under_limit
from houseway.money import CENTS_PER_DOLLAR, Cents, Rounding, net_win
from houseway.procedure import ANTE, BLIND, PAI_GOW
from houseway.regulation import Row
from houseway.submission import Offer, Rules
from houseway.values import ShortRepr

_SETTLING_ORDER = (ANTE, BLIND, "play", "ante-bonus")
"""The order in which a table settles wagers and uses up a payout limit."""
_ROUNDING, _UP, _LIMIT, _BANK = "vigorish.rounding", "up-to-next-quarter", "payout-limit.amount", "bank.offered"
_DOLLAR = Cents.from_dollars(1)


@dataclass(frozen=True)
class EdgeAtStake:
    stake: Cents
    expected_value: Fraction
    """Per unit staked, to the player."""

    @property
    def house_edge(self) -> Fraction:
        return -self.expected_value

    def to_json(self) -> dict[str, str]:
        return {
            "stake": str(self.stake),
            "expected_value": as_ratio(self.expected_value),
            "house_edge": as_decimal(self.house_edge),
        }


@dataclass(frozen=True, repr=False)
class EdgesByStake(ShortRepr):
    """The edges of a solved game at the filed stakes; empty for a bare rule book, which has no minimum and maximum."""

    assumptions: tuple[str, ...]
    """The stakes at which the solved figure is exactly what is paid, in words."""
    edges: tuple[EdgeAtStake, ...] = ()

    def to_json(self) -> list[dict[str, str]]:
        return [each.to_json() for each in self.edges]

    def printed_rows(self) -> tuple[tuple[str, str], ...]:
        return tuple((str(each.stake), as_percent(each.house_edge)) for each in self.edges)


NO_STAKES = EdgesByStake(())


def _stakes_of_offer(offer: Offer, period: Fraction, further: Iterable[Cents] = ()) -> tuple[Cents, ...]:
    return stakes_until_even(offer.minimum, offer.maximum, period, further)


# Pai Gow Poker: the vigorish


class PairCounts(Protocol):
    """The number of pairs of hands by result."""

    @property
    def win(self) -> int: ...

    @property
    def lose(self) -> int: ...

    @property
    def total(self) -> int: ...


def base_wager_by_stake(rules: Rules, pairs: PairCounts) -> EdgesByStake:
    """Return the edges of the base wager, not banking, with vigorish as charged on a win (readings PG-24, DIV-68)."""
    unit, period = _vigorish_period(rules)
    filed = rules.options.get(_ROUNDING)
    words = f"rounded up to the next {unit}, as filed" if filed == _UP else "in whole cents, dropping any fraction"
    holds = (
        f"vigorish to the fraction of a cent; at the table it is charged {words}, which makes no difference on"
        f" multiples of {_whole_cents(period)}",
    )
    if filed is None or PAI_GOW not in rules.offers:
        return EdgesByStake(holds)
    stakes = _stakes_of_offer(rules.offers[PAI_GOW], period)
    return EdgesByStake(holds, tuple(EdgeAtStake(stake, _base_value(rules, pairs, stake)) for stake in stakes))


def _vigorish_period(rules: Rules) -> tuple[Cents, Fraction]:
    """Return the unit of the vigorish, and the stake in cents whose multiples need no rounding."""
    unit, rate = _vigorish_unit(rules), vigorish_rate(rules)
    (row,) = rules.offers[PAI_GOW].paytable.rows
    return unit, unit.amount / (rate * row.pays.award(Cents(1)))


def _vigorish_unit(rules: Rules) -> Cents:
    return rules.regulation.cents_of("vigorish-step") if rules.options.get(_ROUNDING) == _UP else Cents(1)


def _whole_cents(cents: Fraction) -> str:
    """Write the smallest whole number of cents that is a multiple of the amount."""
    return str(Cents(cents.numerator))


def _base_value(rules: Rules, pairs: PairCounts, stake: Cents) -> Fraction:
    return (pairs.win * net_win_at_stake(rules, stake) - pairs.lose) / pairs.total


def net_win_at_stake(rules: Rules, stake: Cents) -> Fraction:
    """Return the net win of a base wager per unit staked, after vigorish as charged."""
    won = base_award(rules, stake).amount
    return Fraction((won - vigorish_on(rules, won)).amount, stake.amount)


def bank_stakes(rules: Rules, rate: Fraction) -> tuple[Cents, ...]:
    """List the stakes against a bank until the vigorish on its surplus needs no rounding; empty if no bank is offered."""
    if rules.options.get(_ROUNDING) is None or not rules.options.get(_BANK):
        return ()
    return _stakes_of_offer(rules.offers[PAI_GOW], _vigorish_unit(rules).amount / rate)


def surplus_vigorish(rules: Rules, stake: Cents, surplus: int) -> Fraction:
    """Return the vigorish on a bank's surplus of a number of wagers, in wagers, charged on their sum (12.J(6), (m)(12)#7)."""
    return Fraction(vigorish_on(rules, stake * surplus, "bank").amount, stake.amount)


# Ultimate Texas Hold'em: whole dollars (UTH-29), and the payout limit (12.F)


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


def ultimate_by_stake(rules: Rules, wins: Iterable[WonAwards]) -> EdgesByStake:
    """Return the edges of the Ante with all that is staked on it, under the solved play."""
    found = list(wins)
    period, most, offer = _even_ante(rules, found), rules.options.get(_LIMIT), rules.offers[ANTE]
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
    stakes = _stakes_of_offer(offer, period, further)
    return EdgesByStake(tuple(holds), tuple(EdgeAtStake(stake, _ante_value(rules, found, stake, most)) for stake in stakes))


def _limited_award(rules: Rules, each: WonAwards) -> Fraction:
    return sum((part for wager, (part, _) in each.awards.items() if wager in wagers_under_limit(rules)), Fraction(0))


def _is_in_whole_dollars(rules: Rules, row: Row | None) -> bool:
    """Tell whether a row is paid in whole dollars (UTH-29)."""
    return row is not None and row.reading == "UTH-29" and rules.takes_reading("UTH-29=whole-dollars")


def _even_ante(rules: Rules, wins: Iterable[WonAwards]) -> Fraction:
    """Return the Ante in cents whose multiples need no rounding in any row."""
    parts = [(part, row) for each in wins for part, row in each.awards.values()]
    units = (part.denominator * (CENTS_PER_DOLLAR if _is_in_whole_dollars(rules, row) else 1) for part, row in parts)
    return Fraction(lcm(*units))


def _rounding_assumption(rules: Rules, period: Fraction) -> str:
    words = "rounded down to the dollar" if rules.takes_reading("UTH-29=whole-dollars") else "paid to the cent"
    even = f"which makes no difference for an Ante that is a multiple of {_whole_cents(period)}"
    return f"each row is paid to the fraction of a cent; at the table it is {words} (reading UTH-29), {even}"


def _ante_value(rules: Rules, wins: Iterable[WonAwards], stake: Cents, most: object) -> Fraction:
    summed, total = Fraction(0), 0
    for each in wins:
        summed += each.ending.combinations * (each.ending.net * stake.amount - _shortfall(rules, each, stake, most))
        total += each.ending.combinations
    return summed / (total * stake.amount)


def _shortfall(rules: Rules, each: WonAwards, stake: Cents, most: object) -> Fraction:
    """Return by how many cents an ending is paid less than solved."""
    paid = {wager: _rounded_award(rules, part * stake.amount, row) for wager, (part, row) in each.awards.items()}
    exact = sum((part for part, _ in each.awards.values()), Fraction(0)) * stake.amount
    reached = sum(amount for wager, amount in paid.items() if wager in wagers_under_limit(rules))
    cut = max(reached - most.amount, 0) if isinstance(most, Cents) else 0
    return exact - sum(paid.values()) + cut


def _rounded_award(rules: Rules, exact: Fraction, row: Row | None) -> int:
    """Round an award to cents: down to the dollar, or as `round_up_to_cent` does."""
    return (Rounding.DOWN_TO_WHOLE_DOLLAR.apply(exact) if _is_in_whole_dollars(rules, row) else round_up_to_cent(exact)).amount


def blind_awards(rules: Rules) -> tuple[int, ...]:
    """Return what each row of the Blind pays at the lowest Ante and a dollar more, in cents; empty for a bare rule book."""
    least, most = rules.offers[ANTE].minimum, rules.offers[ANTE].maximum
    antes = [ante for ante in (least, least + _DOLLAR) if least and ante <= most]
    rows = [(row, net_win(row.pays, Cents(1))) for row in rules.offers[BLIND].paytable.rows]
    return tuple(_rounded_award(rules, part * ante.amount, row) for ante in antes for row, part in rows)


# A round against the dealer at a stake, wager by wager


def pay_at_ante(rules: Rules, brings: Mapping[str, Fraction], ante: Cents) -> dict[str, Fraction]:
    """Return what each wager of a round brings at this Ante, in Antes, after rounding and the payout limit."""
    most = rules.options.get(_LIMIT)
    left = most.amount if isinstance(most, Cents) else 0
    found = {}
    for wager in sorted(brings, key=_SETTLING_ORDER.index):
        solved = brings[wager]
        if solved <= 0:  # lost, handed back
            found[wager] = solved
            continue
        amount = _rounded_award(rules, solved * ante.amount, _blind_row(rules, wager, solved))
        if wager in wagers_under_limit(rules):
            amount = min(amount, left)
            left -= amount
        found[wager] = Fraction(amount, ante.amount)
    return found


def _blind_row(rules: Rules, wager: str, brings: Fraction) -> Row | None:
    """Return the Blind row with this net result."""
    rows = rules.offers[BLIND].paytable.rows if wager == BLIND else ()
    return next((row for row in rows if net_win(row.pays, Cents(1)) == brings), None)

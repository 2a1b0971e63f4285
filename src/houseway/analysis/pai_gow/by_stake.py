"""The house edge of Pai Gow Poker at a stake: vigorish as it is charged."""

from fractions import Fraction
from typing import Protocol

from houseway.analysis.odds.by_stake import EdgeAtStake, EdgesByStake, stakes_of_offer, whole_cents
from houseway.games.awards import base_award, vigorish_on, vigorish_rate
from houseway.money import Cents
from houseway.procedure import PAI_GOW
from houseway.submission import Rules

_ROUNDING, _UP, _BANK = "vigorish.rounding", "up-to-next-quarter", "bank.offered"


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
        f" multiples of {whole_cents(period)}",
    )
    if filed is None or PAI_GOW not in rules.offers:
        return EdgesByStake(holds)
    stakes = stakes_of_offer(rules.offers[PAI_GOW], period)
    return EdgesByStake(holds, tuple(EdgeAtStake(stake, _base_value(rules, pairs, stake)) for stake in stakes))


def _vigorish_period(rules: Rules) -> tuple[Cents, Fraction]:
    """Return the unit of the vigorish, and the stake in cents whose multiples need no rounding."""
    unit, rate = _vigorish_unit(rules), vigorish_rate(rules)
    (row,) = rules.offers[PAI_GOW].paytable.rows
    return unit, unit.amount / (rate * row.pays.award(Cents(1)))


def _vigorish_unit(rules: Rules) -> Cents:
    return rules.regulation.cents_of("vigorish-step") if rules.options.get(_ROUNDING) == _UP else Cents(1)


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
    return stakes_of_offer(rules.offers[PAI_GOW], _vigorish_unit(rules).amount / rate)


def surplus_vigorish(rules: Rules, stake: Cents, surplus: int) -> Fraction:
    """Return the vigorish on a bank's surplus of a number of wagers, in wagers, charged on their sum (12.J(6), (m)(12)#7)."""
    return Fraction(vigorish_on(rules, stake * surplus, "bank").amount, stake.amount)

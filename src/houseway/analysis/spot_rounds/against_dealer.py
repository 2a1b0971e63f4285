"""What games against the dealer have in common: how many Antes a round may ask for, and what each ending pays at an Ante."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from houseway.analysis.odds.by_stake import pay_at_ante
from houseway.analysis.solve.solution import StrategyResult
from houseway.analysis.spot_rounds.round_counts import RoundCells, RoundCounts
from houseway.money import Cents
from houseway.submission import Rules

LIMIT = "payout-limit.amount"
BEST_PLAY = "the best play of every hand, as the game was solved"

PaidBrings = Callable[[Mapping[str, Fraction]], Mapping[str, Fraction]]


def round_counts(
    rules: Rules,
    axes: Sequence[str],
    cells: RoundCells,
    played: StrategyResult,
    method: str,
    assumptions: Sequence[str],
    bet: Cents,
) -> RoundCounts:
    """Pay every ending as at an Ante of the bet."""
    pay = payer_at(rules, bet)
    paid = {shown: tuple((count, pay(brings)) for count, brings in nets) for shown, nets in cells.items()}
    found = RoundCounts(tuple(axes), paid, BEST_PLAY, method, tuple(assumptions))
    _check_total(found, played)
    return found


def _check_total(found: RoundCounts, played: StrategyResult) -> None:
    """The parts are all deals of the solved game, or these divided by cards that decide nothing."""
    if played.total % found.total:
        raise ArithmeticError(f"the rounds of a spot are {found.total:,} deals, those of the solved game {played.total:,}")


def payer_at(rules: Rules, bet: Cents) -> PaidBrings:
    """Return what pays an ending at an Ante, before a payout limit: the limit covers all wagers of a hand together."""
    uncut = replace(rules, options={name: value for name, value in rules.options.items() if name != LIMIT})
    return lambda brings: pay_at_ante(uncut, brings, bet)

"""What every view shows about money: coupons, meters, payments. All of it is public."""

from houseway.games.round_context import RoundContext
from houseway.games.states import CommonRound
from houseway.money import Cents


def coupon_amounts(state: CommonRound) -> dict[int, dict[str, Cents]]:
    """Return the coupon part of each stake on the layout."""
    found = {
        position: {name: stake.coupon for name, stake in wagers.items() if stake.coupon}
        for position, wagers in state.stakes.items()
    }
    return {position: wagers for position, wagers in found.items() if wagers}


def meter_amounts(context: RoundContext) -> dict[str, Cents]:
    """Return what each meter shows, in whole cents."""
    return {name: Cents(value.numerator // value.denominator) for name, value in context.meters.items()}


def paid_amounts(state: CommonRound) -> dict[str, Cents]:
    """Return what each settled wager was paid, without its stake and before vigorish."""
    return {f"{position} {wager}": state.results[position, wager].amount for position, wager in sorted(state.paid)}

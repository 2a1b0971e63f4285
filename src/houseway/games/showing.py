"""What every view shows of money: coupons beside chips, meters, what was paid. All of it lies open."""

from houseway.games.scene import Scene
from houseway.games.states import CommonRound
from houseway.money import Cents


def coupons(state: CommonRound) -> dict[int, dict[str, Cents]]:
    """Coupons on the layout: how much of a stake is no chips."""
    found = {
        position: {name: stake.coupon for name, stake in wagers.items() if stake.coupon}
        for position, wagers in state.stakes.items()
    }
    return {position: wagers for position, wagers in found.items() if wagers}


def meters(scene: Scene) -> dict[str, Cents]:
    """What each meter shows, which is whole cents."""
    return {name: Cents(value.numerator // value.denominator) for name, value in scene.meters.items()}


def paid(state: CommonRound) -> dict[str, Cents]:
    """What each wager that is settled was paid beside its stake, before vigorish."""
    return {f"{position} {wager}": state.results[position, wager].amount for position, wager in sorted(state.paid)}

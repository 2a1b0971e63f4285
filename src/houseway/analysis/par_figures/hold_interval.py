"""The interval in which the hold of many rounds lies, by the normal approximation with the exact variance."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.exact import as_decimal, square_root
from houseway.values import ShortRepr

CONFIDENCE = Fraction(95, 100)
QUANTILE = Fraction("1.959963985")
"""A standard normal variable lies between this and its negative with the confidence above."""
QUANTILE_PLACES = 9
ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
ROUNDS_PER_SQUARED_SKEWNESS = 25
"""Cochran's rule: the normal approximation holds from this many rounds on, times the square of the skewness."""
FORMULA = "h ± z × s / √n"
"""h: house edge, s: standard deviation of one round, n: rounds, z: the quantile."""


@dataclass(frozen=True, repr=False)
class HoldInterval(ShortRepr):
    """Where the house's share of the bets lies after a number of rounds."""

    rounds: int
    low: Fraction
    high: Fraction
    is_rough: bool
    """Whether the rounds are too few for the approximation, because rare awards decide."""

    def to_json(self) -> dict[str, object]:
        return {"rounds": self.rounds, "low": as_decimal(self.low), "high": as_decimal(self.high), "rough": self.is_rough}


NetCounts = Iterable[tuple[Fraction, int]]
"""The net results of a round, in bets, with their combinations."""


def hold_intervals(nets: NetCounts) -> tuple[HoldInterval, ...]:
    """Return the interval for each number of rounds, as shares of the bet; rounds are independent."""
    found = tuple(nets)
    hold, variance = -_moment(found, 1), central_moment(found, 2)
    least = least_rounds(found)

    def interval(rounds: int) -> HoldInterval:
        margin = QUANTILE * square_root(variance / rounds)
        return HoldInterval(rounds, hold - margin, hold + margin, rounds < least)

    return tuple(map(interval, ROUNDS))


def least_rounds(nets: NetCounts) -> int:
    """Return the number of rounds from which the normal approximation is used without reserve."""
    found = tuple(nets)
    variance = central_moment(found, 2)
    if not variance:
        return 0
    squared_skewness = central_moment(found, 3) ** 2 / variance**3
    return -int(-ROUNDS_PER_SQUARED_SKEWNESS * squared_skewness // 1)


def central_moment(nets: NetCounts, order: int) -> Fraction:
    found = tuple(nets)
    mean = _moment(found, 1)
    return _moment(((net - mean, count) for net, count in found), order)


def _moment(nets: NetCounts, order: int) -> Fraction:
    found = tuple(nets)
    return sum((net**order * count for net, count in found), Fraction(0)) / sum(count for _, count in found)


def describe_method() -> dict[str, str]:
    return {
        "confidence": as_decimal(CONFIDENCE, 2),
        "method": "normal approximation with the exact variance of a round; rounds are independent",
        "formula": FORMULA,
        "z": as_decimal(QUANTILE, QUANTILE_PLACES),
        "rough": f"fewer than {ROUNDS_PER_SQUARED_SKEWNESS} times the squared skewness of a round",
    }

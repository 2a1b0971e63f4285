"""A win of the house as it is expected: the interval in which it lies with 95 percent, and the chances that follow."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import erfc, sqrt
from statistics import NormalDist

from houseway.analysis.exact import square_root
from houseway.analysis.par_figures.hold_interval import QUANTILE

_NORMAL = NormalDist()
_PLACES = 10**6


@dataclass(frozen=True)
class WinInterval:
    """By the normal approximation with the exact variance. Amounts in cents."""

    expected: Fraction
    variance: Fraction

    @cached_property
    def deviation(self) -> Fraction:
        return square_root(self.variance)

    @property
    def low(self) -> Fraction:
        return self.expected - QUANTILE * self.deviation

    @property
    def high(self) -> Fraction:
        return self.expected + QUANTILE * self.deviation

    def contains(self, win: Fraction | int) -> bool:
        return self.low <= win <= self.high

    def luck_of(self, win: Fraction | int) -> Fraction:
        """Return the chance of a win at least so far from the expected one, above or below it."""
        distance = abs(win - self.expected)
        if not self.variance:
            return Fraction(int(not distance))
        return Fraction(round(erfc(float(distance) / float(self.deviation) / sqrt(2)) * _PLACES), _PLACES)

    @property
    def losing(self) -> float:
        """Return the chance that the house loses."""
        return _NORMAL.cdf(-float(self.expected / self.deviation))

    def worst_of(self, count: int, chance: float) -> Fraction:
        """Return the win below which the worst of so many such wins lies with this chance."""
        below = 1 - (1 - chance) ** (1 / count)
        return self.expected + self.deviation * Fraction(_NORMAL.inv_cdf(below))

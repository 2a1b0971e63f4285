"""The interval in which a win lies with 95 percent, and the chance that a win so far from what is expected is luck."""

from dataclasses import dataclass
from fractions import Fraction
from math import erfc, sqrt

from houseway.analysis.exact import square_root
from houseway.analysis.par_figures.hold_interval import QUANTILE

_PLACES = 10**6


@dataclass(frozen=True, slots=True)
class WinInterval:
    """By the normal approximation with the exact variance."""

    expected: Fraction
    variance: Fraction
    compared: int
    """The actual win, in cents."""

    @property
    def deviation(self) -> Fraction:
        return square_root(self.variance)

    @property
    def low(self) -> Fraction:
        return self.expected - QUANTILE * self.deviation

    @property
    def high(self) -> Fraction:
        return self.expected + QUANTILE * self.deviation

    @property
    def is_outside(self) -> bool:
        return not self.low <= self.compared <= self.high

    @property
    def luck(self) -> Fraction:
        """Return the chance of a win at least so far from the expected one, above or below it."""
        distance = abs(self.compared - self.expected)
        if not self.variance:
            return Fraction(int(not distance))
        return Fraction(round(erfc(float(distance) / float(self.deviation) / sqrt(2)) * _PLACES), _PLACES)

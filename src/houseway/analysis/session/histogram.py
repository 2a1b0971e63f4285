"""The chips at the end of a session in a few classes of equal width, for a chart."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

_MOST_CLASSES = 16
_NICE = (1, 2, 5)
_TOP_SHARE = 0.01
"""What is above this quantile from the top is one class, because rare awards lie far away."""


@dataclass(frozen=True)
class HistogramClass:
    """Chips from one amount to below another, in cents; without an end for the last class."""

    start: Fraction
    stop: Fraction | None
    chance: float


def histogram(chips: Iterable[tuple[Fraction, float]]) -> tuple[HistogramClass, ...]:
    """Sum chances by classes of a round width. The chips are given in ascending order."""
    found = list(chips)
    if not found:
        return ()
    low, top = found[0][0], _top(found)
    width = _nice_width((top - low) / _MOST_CLASSES)
    first = low // width
    last = max(top // width, first)
    sums = [0.0] * int(last - first + 2)
    for amount, chance in found:
        sums[min(int(amount // width - first), len(sums) - 1)] += chance
    classes = [HistogramClass((first + place) * width, (first + place + 1) * width, each) for place, each in enumerate(sums)]
    rest = HistogramClass(classes[-1].start, None, classes[-1].chance)
    return (*classes[:-1], rest) if rest.chance else tuple(classes[:-1])


def _top(found: list[tuple[Fraction, float]]) -> Fraction:
    left = _TOP_SHARE * sum(chance for _, chance in found)
    for amount, chance in reversed(found):
        left -= chance
        if left < 0:
            return amount
    return found[0][0]


def _nice_width(least: Fraction) -> Fraction:
    """Return the smallest of 1, 2 or 5 times a power of ten cents that is not less."""
    return next(Fraction(times * 10**power) for power in count() for times in _NICE if times * 10**power >= least)

"""The figures of a design, and whether it is kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from houseway.analysis.exact import square_root
from houseway.analysis.sweep.design import Bounds, Figure
from houseway.values import ShortRepr


@dataclass(frozen=True, repr=False)
class DesignFigures(ShortRepr):
    """One design with its exact figures."""

    values: tuple[str, ...]
    """The value on each axis."""
    edge: Fraction
    hit_rate: Fraction
    variance: Fraction
    highest_pay: Fraction
    """The highest odds to 1 of a row; 0 for the game itself, and where no row pays odds."""
    life_edge: Fraction = Fraction(0)
    """The edge over the life of the meters; 0 if the design does not ask for it."""

    @cached_property
    def deviation(self) -> Fraction:
        return square_root(self.variance)

    def figure(self, name: Figure) -> Fraction:
        """Return a figure by which designs are sorted: the variance stands for the deviation, which is its root."""
        return {
            Figure.EDGE: self.edge,
            Figure.LIFE_EDGE: self.life_edge,
            Figure.HIT_RATE: self.hit_rate,
            Figure.DEVIATION: self.variance,
            Figure.HIGHEST_PAY: self.highest_pay,
        }[name]


def squared_bounds(keep: Mapping[Figure, Bounds]) -> dict[Figure, Bounds]:
    """Return the bounds with those of the deviation squared, because the variance is exact and its root is not."""
    found = dict(keep)
    if Figure.DEVIATION in found:
        bounds = found[Figure.DEVIATION]
        found[Figure.DEVIATION] = Bounds(max(bounds.least, Fraction(0)) ** 2, bounds.most**2)
    return found


def are_kept(found: DesignFigures, bounds: Mapping[Figure, Bounds]) -> bool:
    return all(each.hold(found.figure(name)) for name, each in bounds.items())

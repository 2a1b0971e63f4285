"""Envy bonuses as they are simulated: what a player is paid for what another player's cards show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.analysis.odds.counts import ShownHands
from houseway.money import Cents


@dataclass(frozen=True)
class EarnedEnvy:
    """The envy bonuses from the tables of one wager."""

    name: str
    title: str
    stake: Cents
    """Of the wager that earns them."""
    unit: Fraction
    """In cents; every bonus is a multiple."""
    units: tuple[int, ...] = field(repr=False)
    """What one other hand earns, by what it holds."""
    others: int
    """How many other players there are."""
    pays: Mapping[str, int] = field(repr=False)
    """By name of the hand, the highest first: what it earns, in units."""

    @property
    def most_units(self) -> int:
        return max(self.units) * self.others

    def exact(self, counted: Sequence[tuple[ShownHands, int]]) -> tuple[tuple[Fraction, int], ...]:
        """Return the distribution for all others together, as if their hands were independent: its mean is exact."""
        one: dict[int, int] = {}
        for shown, count in counted:
            units = earned_units(self.pays, shown)
            one[units] = one.get(units, 0) + count
        total = {0: 1}
        for _ in range(self.others):
            more: dict[int, int] = {}
            for units, count in total.items():
                for added, ways in one.items():
                    more[units + added] = more.get(units + added, 0) + count * ways
            total = more
        return tuple((self.unit * units, count) for units, count in sorted(total.items()))


def earned_units(pays: Mapping[str, int], shown: ShownHands) -> int:
    """Return what one other hand earns, in units."""
    return next((units for hand, units in pays.items() if hand in shown), 0)

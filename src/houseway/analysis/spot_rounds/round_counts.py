"""All deals of a solved game by what decides several optional wagers at once, and what the game brings in each."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from houseway.analysis.joint_distribution import NetCounts
from houseway.analysis.odds.counts import ShownHands
from houseway.values import ShortRepr

RoundCells = Mapping[tuple[ShownHands, ...], NetCounts]
"""By a value on each axis: combinations, and what each wager of the game brings in them, in bets."""


@dataclass(frozen=True, repr=False)
class RoundCounts(ShortRepr):
    """The deals of a round at a bet, with nothing cut by a payout limit."""

    axes: tuple[str, ...]
    """What the deals are grouped by, as in `odds.basis.DecidingCards`; none for the game alone."""
    cells: RoundCells
    strategy: str
    """How the player plays, in words."""
    method: str
    assumptions: tuple[str, ...] = ()

    @cached_property
    def total(self) -> int:
        return sum(count for nets in self.cells.values() for count, _ in nets)

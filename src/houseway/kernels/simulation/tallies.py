"""Sums over simulated rounds, as whole numbers: how often each outcome came, and the squares of what a table and a spot brought."""

from typing import NamedTuple

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U8, U16


class Tallies(NamedTuple):
    """Sums over rounds."""

    counts: I64
    """By axis and outcome: how many player-rounds."""
    squares: I64
    """By line, and last for all wagers together: the square of what all players of a round win, in units."""
    spot: I64
    """What all wagers of a spot win together: the sum over player-rounds, and the sum of squares."""

    def add(self, other: "Tallies") -> None:
        for mine, more in zip(self, other, strict=True):
            mine += more


def new_tallies(axes: int, outcomes: int, lines: int) -> Tallies:
    room = np.zeros((axes, outcomes), dtype=np.int64), np.zeros(lines + 1, dtype=np.int64), np.zeros(2, dtype=np.int64)
    return Tallies(*room)


@compiled
def tally_rounds(outcomes: U16, axis_of: I64, nets: I64, spot_nets: I64, spots: I64, out: Tallies) -> None:
    """Add up rounds: `outcomes` by round, seat and axis; `nets` by line and outcome, in units.

    `axis_of[line]` is the axis that decides a line; `spot_nets` has by axis and outcome what all lines of a spot bring that it
    decides; `spots` is room for the totals of one round.
    """
    for row in range(outcomes.shape[0]):
        found = outcomes[row]
        spots[:] = 0
        for seat in range(found.shape[0]):
            for axis in range(found.shape[1]):
                outcome = np.int64(found[seat, axis])
                out.counts[axis, outcome] += 1
                spots[seat] += spot_nets[axis, outcome]
        for line in range(axis_of.shape[0]):
            axis, total = axis_of[line], np.int64(0)
            for seat in range(found.shape[0]):
                total += nets[line, found[seat, axis]]
            out.squares[line] += total * total
        total = np.int64(0)
        for seat in range(found.shape[0]):
            total += spots[seat]
            out.spot[0] += spots[seat]
            out.spot[1] += spots[seat] * spots[seat]
        out.squares[axis_of.shape[0]] += total * total


@compiled
def mark_rounds(outcomes: U16, axis: int, flags: U8, marked: U8) -> None:
    """Mark the rounds in which the outcome of some seat on an axis is flagged."""
    for row in range(outcomes.shape[0]):
        for seat in range(outcomes.shape[1]):
            marked[row] |= flags[outcomes[row, seat, axis]]

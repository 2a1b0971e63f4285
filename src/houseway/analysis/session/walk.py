"""A player's chips from round to round: the distribution of every round is convolved with that of the chips.

Cells count the chips from the beginning in units of the results' common divisor. All numbers are probabilities, so nothing is ever
subtracted, and an error bound follows from the number of operations (`WalkEnds.error`). Cells at the ends that together hold less
than `_DROPPED` are dropped, and what was dropped is part of the bound.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.errors import Malformed
from houseway.values import ShortRepr

Floats = NDArray[np.float64]

_DROPPED = 1e-15
"""The probability that may be dropped in a whole walk at either end."""
_ROUNDING = 2.0**-53
_SUMMING = 200
"""Roundings of the last sums: numpy adds in pairs, and a walk adds up its rounds."""
MOST_STEPS = 50_000_000_000
"""The most products of a walk: a minute or two."""
_LOG_DROPPED = -np.log(_DROPPED)


@dataclass(frozen=True, eq=False, repr=False)
class Steps(ShortRepr):
    """The results of a round in cells, with their probabilities."""

    cells: NDArray[np.int64]
    probabilities: Floats

    @classmethod
    def from_counts(cls, counts: Sequence[tuple[int, int]]) -> "Steps":
        total = sum(count for _, count in counts)
        cells = np.array([cell for cell, _ in counts], dtype=np.int64)
        return cls(cells, np.array([count / total for _, count in counts], dtype=np.float64))

    @property
    def lowest(self) -> int:
        return int(self.cells.min())

    @property
    def highest(self) -> int:
        return int(self.cells.max())

    def reach(self, rounds: int) -> tuple[int, int]:
        """Return cells below and above which a walk of these rounds gets with a probability of less than `_DROPPED` (Chernoff's
        bound, which Doob's inequality extends to all rounds before)."""
        return -self._reach_up(-self.cells, rounds), self._reach_up(self.cells, rounds)

    def _reach_up(self, cells: NDArray[np.int64], rounds: int) -> int:
        most = float(max(int(cells.max()), 0) * rounds)
        if most == 0:
            return 0
        slopes = np.geomspace(1e-9, 50.0, 400) / max(abs(int(cells.max())), abs(int(cells.min())), 1)
        exponents = slopes[:, None] * cells[None, :] + np.log(self.probabilities)[None, :]
        top = exponents.max(axis=1)
        logs = top + np.log(np.exp(exponents - top[:, None]).sum(axis=1))
        bounds = (rounds * np.maximum(logs, 0.0) + _LOG_DROPPED) / slopes
        return int(min(most, bounds.min() + 1))


@dataclass(frozen=True, eq=False, repr=False)
class Barriers(ShortRepr):
    """Where a session ends before its last round, in cells."""

    least: int
    """The fewest cells with which the next round is played."""
    target: int | None = None
    """The fewest cells with which the player stops."""


@dataclass(frozen=True, eq=False, repr=False)
class WalkEnds(ShortRepr):
    """How a walk of some rounds ends."""

    first: int
    """The lowest cell of `probabilities`."""
    probabilities: Floats
    """By cell, how the session ends: after the last round, in ruin, or at the target."""
    ruined: Floats
    """By round, the probability that the chips no longer suffice after it."""
    reached: Floats
    """By round, the probability that the target is reached in it."""
    alive: Floats
    """Before each round, the probability that it is played."""
    error: float
    """No probability differs by more than this from the exact one."""

    @property
    def cells(self) -> NDArray[np.int64]:
        return np.arange(self.first, self.first + len(self.probabilities))

    def chance(self, chosen: NDArray[np.bool_]) -> float:
        return float(self.probabilities[chosen].sum())

    def quantile(self, share: float) -> int:
        """Return the lowest cell at or below which the session ends with at least this probability."""
        at = int(np.searchsorted(np.cumsum(self.probabilities), share * float(self.probabilities.sum())))
        return self.first + min(at, len(self.probabilities) - 1)


def check_size(steps: Steps, barriers: Barriers, rounds: int) -> None:
    """Refuse a walk that takes too long, before it begins."""
    low, high = steps.reach(rounds)
    low = max(low, barriers.least)
    high = high if barriers.target is None else min(high, barriers.target)
    cells, results = max(high - low, 1), len(steps.cells)
    if cells * results * rounds > MOST_STEPS:
        raise Malformed(
            f"{rounds:,} rounds over {cells:,} amounts of chips with {results:,} results each are too many; play fewer rounds, or"
            " stake amounts with a larger common divisor",
            code="session.too-large",
            given=cells * results * rounds,
            allowed=f"{MOST_STEPS:,} products",
        )


def walk(
    steps: Steps, barriers: Barriers, rounds: int, progress: Callable[[int, int], None] = lambda done, total: None
) -> WalkEnds:
    """Play the rounds, from cell 0."""
    ends, played = _Ends(steps, barriers), _Chips(0, np.ones(1))
    ruined, reached, alive = np.zeros(rounds), np.zeros(rounds), np.zeros(rounds)
    dropped = 0.0
    for number in range(rounds):
        alive[number] = played.probabilities.sum()
        if not len(played.probabilities):
            break
        played = played.after(steps)
        played, reached[number], ruined[number] = ends.settle(played)
        played, lost = played.trim(_DROPPED / rounds)
        dropped += lost
        progress(number + 1, rounds)
    everything = ends.add(played)
    operations = rounds * (len(steps.cells) + 3) + _SUMMING
    error = 1.01 * operations * _ROUNDING + dropped
    return WalkEnds(everything.first, everything.probabilities, ruined, reached, alive, error)


@dataclass(frozen=True, eq=False)
class _Chips:
    """The probabilities of neighbouring cells."""

    first: int
    probabilities: Floats

    def after(self, steps: Steps) -> "_Chips":
        """Return the cells after one more round."""
        size = len(self.probabilities)
        found = np.zeros(size + steps.highest - steps.lowest)
        for cell, probability in zip(steps.cells - steps.lowest, steps.probabilities, strict=True):
            found[cell : cell + size] += probability * self.probabilities
        return _Chips(self.first + steps.lowest, found)

    def part(self, start: int, stop: int) -> "_Chips":
        """Return the cells from start until stop."""
        low, high = max(start - self.first, 0), max(stop - self.first, 0)
        return _Chips(self.first + low, self.probabilities[low:high])

    def trim(self, least: float) -> tuple["_Chips", float]:
        """Drop cells at both ends that hold less than this together; return what was dropped."""
        values = self.probabilities
        low = int(np.searchsorted(np.cumsum(values), least))
        high = len(values) - int(np.searchsorted(np.cumsum(values[::-1]), least))
        if low >= high:
            return _Chips(self.first, values[:0]), float(values.sum())
        return _Chips(self.first + low, values[low:high]), float(values[:low].sum() + values[high:].sum())


class _Ends:
    """Where sessions ended before the last round."""

    def __init__(self, steps: Steps, barriers: Barriers) -> None:
        self._barriers, self._span = barriers, max(steps.highest, -steps.lowest) + 1
        self._ruined = np.zeros(self._span)
        self._reached = np.zeros(self._span)

    def settle(self, played: _Chips) -> tuple[_Chips, float, float]:
        """Take out what ended; return the rest, and the probabilities of the target and of ruin."""
        least, target = self._barriers.least, self._barriers.target
        below = played.part(played.first, least)
        for_ruin = below.first - (least - self._span)
        self._ruined[for_ruin : for_ruin + len(below.probabilities)] += below.probabilities
        stop = played.first + len(played.probabilities)
        won = 0.0
        if target is not None and stop > target:
            above = played.part(target, stop)
            at = above.first - target
            self._reached[at : at + len(above.probabilities)] += above.probabilities
            won, stop = float(above.probabilities.sum()), target
        return played.part(least, stop), won, float(below.probabilities.sum())

    def add(self, played: _Chips) -> _Chips:
        """Return all ends of the session, with the chips after the last round."""
        least, target = self._barriers.least, self._barriers.target
        parts = [_Chips(least - self._span, self._ruined), played]
        if target is not None:
            parts.append(_Chips(target, self._reached))
        held = [part for part in parts if len(part.probabilities)]
        first = min(part.first for part in held)
        found = np.zeros(max(part.first + len(part.probabilities) for part in held) - first)
        for part in held:
            found[part.first - first : part.first - first + len(part.probabilities)] += part.probabilities
        used = np.flatnonzero(found)
        return _Chips(first + int(used[0]), found[used[0] : used[-1] + 1])

"""A search that changes one thing at a time, from several designs by chance: for what must be counted whole, design by design."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from hashlib import sha256

from houseway.analysis.solve.solution import Progress
from houseway.analysis.sweep.bounded import BestDesigns
from houseway.analysis.sweep.design import Bounds, Figure, Search, SweepDesign
from houseway.analysis.sweep.figures import DesignFigures, are_kept, squared_bounds

Values = tuple[str, ...]
Rank = tuple[int, Fraction, Fraction]
"""Whether a design is not wanted, how far it is from the constraints, and what is looked for: the less the better."""
_WANTED, _UNWANTED = 0, 1


class CoordinateSearch:
    """Starts from a design, takes the best value of each axis in turn, and ends where no value is better."""

    def __init__(
        self,
        design: SweepDesign,
        asked: Search,
        count: Callable[[Values], DesignFigures | None],
        progress: Progress | None,
    ) -> None:
        self._design, self._asked, self._count, self._progress = design, asked, count, progress
        self._bounds = squared_bounds(design.keep)
        self._sign = 1 if design.lowest_first else -1
        self._ranks: dict[Values, Rank] = {}
        self.found = BestDesigns(design, asked.most, proved=False)

    @property
    def steps(self) -> int:
        """Return how many designs were counted."""
        return len(self._ranks)

    def run(self) -> BestDesigns:
        middle = tuple(axis.values[len(axis.values) // 2] for axis in self._design.axes)
        for start in (middle, *map(self._drawn, range(1, self._asked.restarts))):
            self._climb(start)
        return self.found

    def _drawn(self, number: int) -> Values:
        """Return a design to start from, which the seed decides."""
        drawn = (sha256(f"{self._asked.seed} {number} {axis.name}".encode()).digest() for axis in self._design.axes)
        return tuple(
            axis.values[int.from_bytes(each) % len(axis.values)] for axis, each in zip(self._design.axes, drawn, strict=True)
        )

    def _climb(self, start: Values) -> None:
        best = start
        while not self._is_over:
            before = best
            for place, axis in enumerate(self._design.axes):
                near = ((*best[:place], value, *best[place + 1 :]) for value in axis.values)
                best = min((best, *near), key=self._rank)
            if best == before:
                return

    @property
    def _is_over(self) -> bool:
        return self.steps >= self._asked.steps

    def _rank(self, values: Values) -> Rank:
        known = self._ranks.get(values)
        if known is not None:
            return known
        if self._is_over:
            return _UNWANTED, Fraction(0), Fraction(0)
        found = self._count(values)
        rank = (_UNWANTED, Fraction(0), Fraction(0)) if found is None else self._rank_of(found)
        self._ranks[values] = rank
        if found is not None and are_kept(found, self._bounds):
            self.found.add(found)
        if self._progress is not None:
            self._progress(self.steps, self._asked.steps)
        return rank

    def _rank_of(self, found: DesignFigures) -> Rank:
        return _WANTED, _distance(found, self._bounds), self._sign * found.figure(self._design.best_by)


def _distance(found: DesignFigures, bounds: Mapping[Figure, Bounds]) -> Fraction:
    """Return how far a design is from the constraints: of each figure, the part of its bound by which it misses it."""
    missed = Fraction(0)
    for name, each in bounds.items():
        value = found.figure(name)
        nearest = min(max(value, each.least), each.most)
        missed += abs(value - nearest) / (abs(nearest) or 1)
    return missed

"""A sweep of the game itself: it is solved for each design. What was solved before is read from the cache."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, product
from typing import Any

from houseway.analysis.games import check_options, solve_game
from houseway.analysis.solve.solution import Progress, StrategyResult
from houseway.analysis.standard_rules import standard_rules
from houseway.analysis.sweep.design import SweepDesign
from houseway.analysis.sweep.figures import DesignFigures
from houseway.errors import NotAllowed
from houseway.house_way import HouseWay
from houseway.regulation import Regulation
from houseway.submission.rules import Rules

_WAYS = {"house-way": "house_way", "against": "against"}


class GameSweep:
    """Solves the designs of a game."""

    def __init__(self, source: Rules | Regulation, design: SweepDesign, progress: Progress | None) -> None:
        if isinstance(source, Rules):
            raise NotAllowed(
                "the paytables and readings of a submission are filed, so its game cannot be varied; name its rule book",
                code="sweep.filed",
                given=source.book,
                allowed=f'book = "{source.book}"',
            )
        self._book, self._design, self._progress = source, design, progress
        for values in self._values_to_check():  # what is wrong is refused before anything is solved
            self._read(values)

    def figures(self, start: int, stop: int) -> Iterator[DesignFigures]:
        """Yield designs with their figures, in the order of the axes."""
        for number, values in islice(enumerate(self._all_values()), start, stop):
            yield self.figures_of(values, self._progress_of(number))

    def figures_of(self, values: tuple[str, ...], progress: Progress | None = None) -> DesignFigures:
        rules, ways = self._read(values)
        return _figures_of(solve_game(rules, progress, **ways), values)

    def _values_to_check(self) -> Iterator[tuple[str, ...]]:
        """Yield all designs; of a search, which may have too many, each value once beside the first ones of the others."""
        if self._design.search is None:
            yield from self._all_values()
            return
        first = tuple(axis.values[0] for axis in self._design.axes)
        for place, axis in enumerate(self._design.axes):
            yield from ((*first[:place], value, *first[place + 1 :]) for value in axis.values)

    def _all_values(self) -> Iterator[tuple[str, ...]]:
        return product(*(axis.values for axis in self._design.axes))

    def _progress_of(self, number: int) -> Progress | None:
        """Report the progress of one solution as a part of all."""
        report, points = self._progress, self._design.points
        return None if report is None else lambda done, total: report(number * total + done, points * total)

    def _read(self, values: tuple[str, ...]) -> tuple[Rules, dict[str, HouseWay]]:
        given = dict(zip((axis.name for axis in self._design.axes), values, strict=True))
        parts: dict[str, dict[str, str]] = {"paytables": {}, "readings": {}}
        for name, value in given.items():
            kind, _, inner = name.partition(".")
            if inner:
                parts[kind][inner] = value
        rules = standard_rules(self._book.id, parts["paytables"], parts["readings"], self._book.version)
        ways = {option: HouseWay.load(given[name]) for name, option in _WAYS.items() if name in given}
        check_options(rules, tuple(ways))
        return rules, ways


def _figures_of(solution: Any, values: tuple[str, ...]) -> DesignFigures:
    """Return the figures of a game in its first wager: of the best play, or of hands that are set by house ways."""
    played = getattr(solution, "best_play", None)
    if isinstance(played, StrategyResult):
        wins = sum(count for net, count in played.distribution.items() if net > 0)
        return DesignFigures(values, played.house_edge, Fraction(wins, played.total), played.variance, Fraction(0))
    counts = solution.counts
    variance = counts.variance(solution.terms)
    return DesignFigures(values, solution.house_edge, Fraction(counts.win, counts.total), variance, Fraction(0))

"""The portions of a long sweep, kept on disk until it ends: an interrupted sweep goes on where it stopped."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from houseway.analysis.sweep.figures import DesignFigures
from houseway.disk_cache import disk_cached, drop_cached

PORTION = 10_000
"""So many designs are kept together."""
_NAME = "sweep"
_SOURCES = (
    "analysis/sweep/*.py",
    "analysis/odds/*.py",
    "analysis/odds_*.py",
    "analysis/own_paytable.py",
    "games/paytables.py",
    "money.py",
)
Cells = list[list[object]]


@dataclass(frozen=True)
class Portion:
    """Designs of a sweep that follow each other: those that are kept, and the number that was not counted."""

    kept: tuple[DesignFigures, ...]
    unwanted: int


class StoredPortions:
    """The portions of one sweep by one source of rules."""

    def __init__(self, source: str, digest: str, points: int) -> None:
        self._depends, self._points = [source, digest, points], points

    def portions(self, count: Callable[[int, int], Portion]) -> Iterator[tuple[int, Portion]]:
        """Yield each portion with its end: from disk, or counted. A sweep of one portion is not stored."""
        if self._points <= PORTION:
            yield self._points, count(0, self._points)
            return
        for start in range(0, self._points, PORTION):
            stop = min(start + PORTION, self._points)
            cells = disk_cached(_NAME, [*self._depends, start], _SOURCES, lambda: _cells(count(start, stop)))  # noqa: B023
            yield stop, _portion(cells)

    def drop(self) -> None:
        """Delete the portions of a sweep that has ended."""
        for start in range(0, self._points, PORTION):
            drop_cached(_NAME, [*self._depends, start], _SOURCES)


def _cells(portion: Portion) -> dict[str, object]:
    return {"unwanted": portion.unwanted, "kept": [_cells_of(found) for found in portion.kept]}


def _cells_of(found: DesignFigures) -> list[object]:
    figures = (found.edge, found.hit_rate, found.variance, found.highest_pay, found.life_edge)
    return [list(found.values), *map(str, figures)]


def _portion(cells: dict[str, object]) -> Portion:
    kept, unwanted = cells["kept"], cells["unwanted"]
    assert isinstance(kept, list)
    assert isinstance(unwanted, int)
    return Portion(tuple(_read_figures(kept)), unwanted)


def _read_figures(kept: Iterable[list[object]]) -> Iterator[DesignFigures]:
    for values, *figures in kept:
        assert isinstance(values, list)
        yield DesignFigures(tuple(values), *(Fraction(str(each)) for each in figures))

"""A sweep from its file to its result: the designs that meet the constraints, the best first."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from houseway import __version__
from houseway.analysis.exact import as_decimal, as_percent, as_ratio
from houseway.analysis.odds_inputs import check_wager
from houseway.analysis.solve.solution import Progress
from houseway.analysis.sweep.design import GAME, SweepDesign
from houseway.analysis.sweep.figures import DesignFigures, are_kept, squared_bounds
from houseway.analysis.sweep.games import GameSweep
from houseway.analysis.sweep.wagers import WagerSweep
from houseway.regulation import Regulation
from houseway.submission.rules import Rules
from houseway.values import ShortRepr

_PLACES = 4
"""Decimals of a figure that is shown."""
_STEP = 500
"""Progress is reported after so many designs."""
RECOUNTED = 20
"""So many of the best designs are counted once more as `houseway odds` counts them, and must have the same figures."""


@dataclass(frozen=True, repr=False)
class SweepResult(ShortRepr):
    """The designs of a sweep that meet its constraints."""

    design: SweepDesign
    title: str
    """Of the wager, or of the game."""
    source: str
    """The rule book with its version, or the submission."""
    kept: tuple[DesignFigures, ...] = field(repr=False)
    """In the order of the axes."""
    counted: int
    """All designs that were counted, whether they are kept or not."""
    unwanted: int
    """Designs that were not counted, because their rows do not fall or are no multiples."""

    @cached_property
    def sorted(self) -> tuple[DesignFigures, ...]:
        """Return all kept designs, the best first; equal ones in the order of the axes."""
        by, falling = self.design.best_by, not self.design.lowest_first
        return tuple(sorted(self.kept, key=lambda each: each.figure(by), reverse=falling))

    def best(self, most: int) -> tuple[DesignFigures, ...]:
        return self.sorted[:most]

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.design.names, *self._figures)

    @property
    def _figures(self) -> tuple[str, ...]:
        return (
            ("edge", "hit rate", "deviation") if self.design.wager == GAME else ("edge", "hit rate", "deviation", "highest pay")
        )

    def row(self, found: DesignFigures) -> tuple[str, ...]:
        """Return a design as it is shown."""
        top = () if self.design.wager == GAME else (f"{found.highest_pay} to 1" if found.highest_pay else "no odds",)
        shares = (as_percent(each, _PLACES) for each in (found.edge, found.hit_rate))
        return (*found.values, *shares, as_decimal(found.deviation, _PLACES), *top)

    def exact_records(self) -> Iterator[dict[str, object]]:
        """Yield all kept designs with their exact figures, the best first."""
        for found in self.sorted:
            yield {**dict(zip(self.design.names, found.values, strict=True)), **_figures_json(found)}

    def to_json(self) -> dict[str, object]:
        return {
            "source": self.source,
            "wager": self.design.wager,
            "designs": self.design.points,
            "counted": self.counted,
            "unwanted": self.unwanted,
            "kept": len(self.kept),
            "best_by": str(self.design.best_by),
            "lowest_first": self.design.lowest_first,
            "program": f"houseway {__version__}",
            "found": list(self.exact_records()),
        }


def _figures_json(found: DesignFigures) -> dict[str, object]:
    return {
        "edge": as_decimal(found.edge),
        "hit_rate": as_decimal(found.hit_rate),
        "deviation": as_decimal(found.deviation),
        "highest_pay": as_ratio(found.highest_pay),
        "exact_edge": as_ratio(found.edge),
        "exact_hit_rate": as_ratio(found.hit_rate),
        "exact_variance": as_ratio(found.variance),
    }


def run_sweep(source: Rules | Regulation, design: SweepDesign, progress: Progress | None = None) -> SweepResult:
    """Count every design of a sweep, and keep those that meet its constraints."""
    book = source.regulation if isinstance(source, Rules) else source
    if design.wager == GAME:
        return _keep(source, design, book.title, GameSweep(source, design, progress).figures(), None)
    check_wager(book, design.wager)
    sweep = WagerSweep(source, design)
    result = _keep(source, design, book.wager(design.wager).title, sweep.figures(), progress)
    for found in result.best(RECOUNTED):
        odds = sweep.odds(found.values)
        if (odds.house_edge, odds.hit_frequency, odds.variance) != (found.edge, found.hit_rate, found.variance):
            raise ArithmeticError(f"a design counted twice has two edges: {found.edge} and {odds.house_edge}")
    return result


def _keep(
    source: Rules | Regulation,
    design: SweepDesign,
    title: str,
    designs: Iterator[DesignFigures | None],
    progress: Progress | None,
) -> SweepResult:
    bounds, kept, unwanted = squared_bounds(design.keep), list[DesignFigures](), 0
    for number, found in enumerate(designs, start=1):
        if found is None:
            unwanted += 1
        elif are_kept(found, bounds):
            kept.append(found)
        if progress is not None and (number % _STEP == 0 or number == design.points):
            progress(number, design.points)
    book = source.regulation if isinstance(source, Rules) else source
    return SweepResult(design, title, f"{book.id} ({book.version})", tuple(kept), design.points - unwanted, unwanted)

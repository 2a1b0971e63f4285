"""A sweep from its file to its result: the designs that meet the constraints, the best first."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from houseway import __version__
from houseway.analysis.exact import as_decimal, as_percent, as_ratio
from houseway.analysis.odds_inputs import check_wager
from houseway.analysis.solve.solution import Progress
from houseway.analysis.sweep.bounded import BestDesigns, search_paytables
from houseway.analysis.sweep.coordinates import CoordinateSearch
from houseway.analysis.sweep.design import GAME, Search, SweepDesign
from houseway.analysis.sweep.figures import DesignFigures, are_kept, squared_bounds
from houseway.analysis.sweep.games import GameSweep
from houseway.analysis.sweep.stored import Portion, StoredPortions
from houseway.analysis.sweep.wagers import WagerSweep
from houseway.regulation import Regulation
from houseway.submission.rules import Rules
from houseway.values import ShortRepr, canonical_hash

_PLACES = 4
"""Decimals of a figure that is shown."""
_STEP = 500
"""Progress is reported after so many designs."""
RECOUNTED = 20
"""So many of the best designs are counted once more as `houseway odds` counts them, and must have the same figures."""


class SearchMethod(StrEnum):
    """How designs are searched."""

    BOUNDS = "bounds"
    """Rows add up, so what can be no better than what was found is left out."""
    ONE_AT_A_TIME = "one at a time"
    """Each design is counted whole: one value after the other is made better, from several designs by chance."""


@dataclass(frozen=True)
class SearchRecord:
    """What a search did, and whether it proved that there are no better designs."""

    method: SearchMethod
    steps: int
    proved: bool
    bound: Fraction | None
    """What no design that was left out betters, as the figure that is looked for (of the deviation, its square); None if there is
    none or no such bound is known."""

    def to_json(self) -> dict[str, object]:
        bound = None if self.bound is None else as_ratio(self.bound)
        return {"method": str(self.method), "steps": self.steps, "proved": self.proved, "bound": bound}


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
    search: SearchRecord | None = None
    """How the best were looked for; None if all designs were counted."""

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
        life = ("life edge",) if self.design.asks_life_edge else ()
        top = () if self.design.wager == GAME else ("highest pay",)
        return ("edge", *life, "hit rate", "deviation", *top)

    def row(self, found: DesignFigures) -> tuple[str, ...]:
        """Return a design as it is shown."""
        top = () if self.design.wager == GAME else (f"{found.highest_pay} to 1" if found.highest_pay else "no odds",)
        life = (found.life_edge,) if self.design.asks_life_edge else ()
        shares = (as_percent(each, _PLACES) for each in (found.edge, *life, found.hit_rate))
        return (*found.values, *shares, as_decimal(found.deviation, _PLACES), *top)

    def exact_records(self) -> Iterator[dict[str, object]]:
        """Yield all kept designs with their exact figures, the best first."""
        for found in self.sorted:
            yield {
                **dict(zip(self.design.names, found.values, strict=True)),
                **_figures_json(found),
                **(_life_json(found) if self.design.asks_life_edge else {}),
            }

    def to_json(self) -> dict[str, object]:
        return {
            "source": self.source,
            "wager": self.design.wager or self.title,
            "designs": self.design.points,
            "counted": self.counted,
            "unwanted": self.unwanted,
            "kept": len(self.kept),
            "search": self.search.to_json() if self.search else None,
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


def _life_json(found: DesignFigures) -> dict[str, object]:
    return {"life_edge": as_decimal(found.life_edge), "exact_life_edge": as_ratio(found.life_edge)}


OwnWager = tuple[str, Mapping[str, Regulation]]
"""The id of a wager of one's own, and its books by the cards that may decide it."""


def run_sweep(
    source: Rules | Regulation, design: SweepDesign, progress: Progress | None = None, own_wager: OwnWager | None = None
) -> SweepResult:
    """Count every design of a sweep, or search them, and keep those that meet its constraints.

    A sweep of a wager of one's own is given that wager, and its book as the source.
    """
    book = source.regulation if isinstance(source, Rules) else source
    if design.wager == GAME:
        return _sweep_game(source, design, book, progress)
    wager, by_cards = (design.wager, {}) if own_wager is None else own_wager
    check_wager(book, wager)
    sweep = WagerSweep(source, wager, design, by_cards)
    said = _Said(book.wager(wager).title, f"{book.id} ({book.version})")
    if design.search is not None:
        result = _search_wager(sweep, design, design.search, said, progress)
    else:
        stored = StoredPortions(_hash_of(source, by_cards), design.digest, design.points)
        result = _keep(design, said, sweep.figures, stored, progress)
    for found in result.best(RECOUNTED):
        _check_again(sweep, design, found)
    return result


def _hash_of(source: Rules | Regulation, by_cards: Mapping[str, Regulation]) -> str:
    return canonical_hash([source.hash, *(by_cards[cards].hash for cards in sorted(by_cards))])


def _check_again(sweep: WagerSweep, design: SweepDesign, found: DesignFigures) -> None:
    odds = sweep.odds(found.values)
    life = sweep.life_edge(found.values) if design.asks_life_edge else found.life_edge
    counted = odds.house_edge, odds.hit_frequency, odds.variance, life
    if counted != (found.edge, found.hit_rate, found.variance, found.life_edge):
        raise ArithmeticError(f"a design counted twice has two edges: {found.edge} and {odds.house_edge}")


@dataclass(frozen=True)
class _Said:
    """What a result says of its source: the title of the wager or game, and the book."""

    title: str
    source: str


def _sweep_game(source: Rules | Regulation, design: SweepDesign, book: Regulation, progress: Progress | None) -> SweepResult:
    sweep, said = GameSweep(source, design, progress), _Said(book.title, f"{book.id} ({book.version})")
    if design.search is not None:
        return _climb(design, design.search, sweep.figures_of, said, progress)
    found = _portion(design, sweep.figures(0, design.points), 0, None)  # its solutions are kept, one by one
    return SweepResult(design, said.title, said.source, found.kept, design.points, 0)


def _search_wager(sweep: WagerSweep, design: SweepDesign, asked: Search, said: _Said, progress: Progress | None) -> SweepResult:
    searched = search_paytables(sweep, design, asked, progress)
    if searched is None:
        return _climb(design, asked, sweep.figures_of, said, progress)
    found, steps = searched
    record = SearchRecord(SearchMethod.BOUNDS, steps, found.proved, found.bound_of_figure)
    return _searched(design, said, found, record)


def _climb(
    design: SweepDesign,
    asked: Search,
    count: Callable[[tuple[str, ...]], DesignFigures | None],
    said: _Said,
    progress: Progress | None,
) -> SweepResult:
    search = CoordinateSearch(design, asked, count, progress)
    found = search.run()
    return _searched(design, said, found, SearchRecord(SearchMethod.ONE_AT_A_TIME, search.steps, False, None))


def _searched(design: SweepDesign, said: _Said, found: BestDesigns, record: SearchRecord) -> SweepResult:
    kept = tuple(each for _, _, each in sorted(found.items, key=lambda item: item[1]))
    return SweepResult(design, said.title, said.source, kept, 0, 0, record)


def _portion(design: SweepDesign, designs: Iterator[DesignFigures | None], before: int, progress: Progress | None) -> Portion:
    bounds, kept, unwanted = squared_bounds(design.keep), list[DesignFigures](), 0
    for number, found in enumerate(designs, start=before + 1):
        if found is None:
            unwanted += 1
        elif are_kept(found, bounds):
            kept.append(found)
        if progress is not None and number % _STEP == 0:
            progress(number, design.points)
    return Portion(tuple(kept), unwanted)


def _keep(
    design: SweepDesign,
    said: _Said,
    figures: Callable[[int, int], Iterator[DesignFigures | None]],
    stored: StoredPortions,
    progress: Progress | None,
) -> SweepResult:
    """Count all designs. Progress begins with what was stored already."""
    kept, unwanted = list[DesignFigures](), 0

    def count(start: int, stop: int) -> Portion:
        return _portion(design, figures(start, stop), start, progress)

    for done, portion in stored.portions(count):
        kept += portion.kept
        unwanted += portion.unwanted
        if progress is not None:
            progress(done, design.points)
    stored.drop()
    return SweepResult(design, said.title, said.source, tuple(kept), design.points - unwanted, unwanted)

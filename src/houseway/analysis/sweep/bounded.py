"""A search for the best paytables that needs not count all: where the best that the rows left may add is not enough, none is tried.

The rows of a wager add up to its figures. So the rows that are not chosen yet have bounds: of the edge, the hit rate, the highest
pay, and, for each edge, of the variance. What ends within the steps is proved: no design is better than those that were found.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import ceil, floor, lcm

from houseway.analysis.solve.solution import Progress
from houseway.analysis.sweep.design import NO_ROW, Bounds, Figure, Search, SweepDesign
from houseway.analysis.sweep.figures import DesignFigures, are_kept, squared_bounds
from houseway.analysis.sweep.hulls import LowerHull, add_hulls, lower_hull
from houseway.analysis.sweep.wagers import CountedHands, Designs, RowSums, WagerSweep, is_multiple, odds_of
from houseway.money import Pay

Amount = Fraction | int
_STEP = 5_000
"""Progress is reported after so many steps."""


@dataclass
class BestDesigns:
    """The best designs that were found, at most so many."""

    design: SweepDesign
    most: int
    items: list[tuple[Fraction, tuple[int, ...], DesignFigures]] = field(default_factory=list)
    """By what is looked for, the least first; equal ones in the order of the axes."""
    proved: bool = True
    bound: Fraction | None = None
    """No design that was left out can be better than this; None if all were excluded."""

    def __post_init__(self) -> None:
        self._sign = 1 if self.design.lowest_first else -1
        self._places = [{value: place for place, value in enumerate(axis.values)} for axis in self.design.axes]

    def add(self, found: DesignFigures) -> None:
        place = tuple(places[value] for places, value in zip(self._places, found.values, strict=True))
        if all(place != other for _, other, _ in self.items):
            insort(self.items, (self._sign * found.figure(self.design.best_by), place, found), key=lambda item: item[:2])
            del self.items[self.most :]

    @property
    def worst(self) -> Fraction | None:
        """Return what a design must beat; None while there is room."""
        return self.items[-1][0] if len(self.items) == self.most else None

    def leave_out(self, bound: Fraction) -> None:
        """Note that designs were left out, none of them better than this."""
        self.proved = False
        self.bound = bound if self.bound is None else min(self.bound, bound)

    @property
    def bound_of_figure(self) -> Fraction | None:
        return None if self.bound is None else self._sign * self.bound


@dataclass(frozen=True)
class _RowPay:
    """What one row may pay, with what it adds, in whole units."""

    text: str
    pay: Pay
    odds: Fraction
    net: int
    squares: int
    wins: int
    life: int


@dataclass(frozen=True)
class _Sums:
    """What the chosen rows add up to."""

    net: int
    squares: int
    wins: int
    top: Fraction
    life: int

    def plus(self, one: _RowPay) -> "_Sums":
        top = self.top if self.top >= one.odds else one.odds
        return _Sums(self.net + one.net, self.squares + one.squares, self.wins + one.wins, top, self.life + one.life)


@dataclass(frozen=True)
class _Rest:
    """The least and the most that the rows left may add."""

    net: tuple[int, int]
    wins: tuple[int, int]
    top: tuple[Fraction, Fraction]
    life: tuple[int, int]
    squares: LowerHull
    squares_below: LowerHull
    """Of the squares with their sign changed: the most that they may be."""

    def with_row(self, choices: Iterable[_RowPay]) -> "_Rest":
        each = list(choices)

        def added(mine: tuple[int, int], numbers: list[int]) -> tuple[int, int]:
            return mine[0] + min(numbers), mine[1] + max(numbers)

        odds = [one.odds for one in each]
        return _Rest(
            added(self.net, [one.net for one in each]),
            added(self.wins, [one.wins for one in each]),
            (max(self.top[0], min(odds)), max(self.top[1], max(odds))),
            added(self.life, [one.life for one in each]),
            add_hulls(self.squares, lower_hull((one.net, one.squares) for one in each)),
            add_hulls(self.squares_below, lower_hull((one.net, -one.squares) for one in each)),
        )


_POINT = lower_hull([(0, 0)])
_NOTHING_LEFT = _Rest((0, 0), (0, 0), (Fraction(0), Fraction(0)), (0, 0), _POINT, _POINT)


class _StepCounter:
    """Counts steps, and ends the search after so many."""

    def __init__(self, most: int, progress: Progress | None) -> None:
        self.done, self._most, self._progress = 0, most, progress

    @property
    def is_over(self) -> bool:
        return self.done >= self._most

    def count(self) -> None:
        self.done += 1
        if self._progress is not None and self.done % _STEP == 0:
            self._progress(self.done, self._most)


class RowSearch:
    """Searches the paytables of one set of hands."""

    def __init__(
        self, design: SweepDesign, counted: CountedHands, rows: Mapping[str, Mapping[str, Pay]], found: BestDesigns
    ) -> None:
        self._design, self._counted, self._found = design, counted, found
        parts = {hand: {text: counted.part(hand, pay) for text, pay in pays.items()} for hand, pays in rows.items()}
        every = [counted.lost, *(part for each in parts.values() for part in each.values())]
        self._unit = lcm(*(amount.denominator for part in every for amount in (part.net, part.life)))
        self._squares = lcm(self._unit**2, *(part.squares.denominator for part in every))
        self._hands = tuple(rows)[::-1]
        """The lowest hand first: it is the most frequent, so that bounds tell early."""
        self._levels = [self._choices(rows[hand], parts[hand]) for hand in self._hands]
        self._rest = [_NOTHING_LEFT]
        for level in reversed(self._levels):
            self._rest.append(self._rest[-1].with_row(level))
        self._rest.reverse()
        self._scale = self._scales()
        self._bounds = self._scaled_bounds()
        self._life_rate = int(counted.life_edge(Fraction(0)) * counted.total * self._unit)
        """What players add to meters, taken off the edge over the life, in units."""
        self._ratio = self._squares // self._unit**2
        self._needs_squares = Figure.DEVIATION in (design.best_by, *design.keep)
        self._limit = Fraction(0), Fraction(0)
        """What a design must beat, and the same in units."""

    def _choices(self, pays: Mapping[str, Pay], parts: Mapping[str, RowSums]) -> list[_RowPay]:
        """Return what a row may pay, as far as the design wants it."""
        wanted = {text: pay for text, pay in pays.items() if is_multiple(odds_of(pay), self._design.multiples_of)}
        return [
            _RowPay(
                text,
                pay,
                odds_of(pay),
                int(parts[text].net * self._unit),
                int(parts[text].squares * self._squares),
                parts[text].wins,
                int(parts[text].life * self._unit),
            )
            for text, pay in wanted.items()
        ]

    # What is looked for and what is kept, in whole units of this set of hands

    def _scales(self) -> dict[Figure, int]:
        """Return how many units of this set of hands each figure has."""
        total = self._counted.total
        of_edge = total * self._unit
        return {
            Figure.EDGE: of_edge,
            Figure.LIFE_EDGE: of_edge,
            Figure.HIT_RATE: total,
            Figure.DEVIATION: total * total * self._squares,
            Figure.HIGHEST_PAY: 1,
        }

    def _scaled_bounds(self) -> dict[Figure, tuple[Amount, Amount]]:
        found: dict[Figure, tuple[Amount, Amount]] = {}
        for name, each in squared_bounds(self._design.keep).items():
            scale = self._scale[name]
            whole = name is not Figure.HIGHEST_PAY
            found[name] = (ceil(each.least * scale), floor(each.most * scale)) if whole else (each.least, each.most)
        return found

    def _ranges(self, level: int, sums: _Sums) -> "dict[Figure, tuple[Amount, Amount]] | None":
        """Return the range of each figure with these rows chosen, or None if none of the designs is kept."""
        rest, total = self._rest[level], self._counted.total
        first, last = sums.net + rest.net[0], sums.net + rest.net[1]
        if Figure.EDGE in self._bounds:
            least, most = self._bounds[Figure.EDGE]
            first, last = max(first, -int(most)), min(last, -int(least))
            if first > last:
                return None
        rate = self._life_rate
        found: dict[Figure, tuple[Amount, Amount]] = {
            Figure.EDGE: (-last, -first),
            Figure.LIFE_EDGE: (rate - sums.life - rest.life[1], rate - sums.life - rest.life[0]),
            Figure.HIT_RATE: (sums.wins + rest.wins[0], sums.wins + rest.wins[1]),
            Figure.HIGHEST_PAY: (max(sums.top, rest.top[0]), max(sums.top, rest.top[1])),
        }
        if self._needs_squares:
            low = sums.squares + rest.squares.least(first - sums.net, last - sums.net)
            high = sums.squares - rest.squares_below.least(first - sums.net, last - sums.net)
            near = 0 if first <= 0 <= last else min(first * first, last * last)
            found[Figure.DEVIATION] = (
                total * low - max(first * first, last * last) * self._ratio,
                total * high - near * self._ratio,
            )
        for name, (least, most) in self._bounds.items():
            if found[name][1] < least or found[name][0] > most:
                return None
        return found

    def _least(self, level: int, sums: _Sums) -> Amount | None:
        """Return a bound of what is looked for, in units, the less the better; None if none of the designs is kept."""
        ranges = self._ranges(level, sums)
        if ranges is None:
            return None
        low, high = ranges[self._design.best_by]
        if self._design.best_by in self._bounds:
            least, most = self._bounds[self._design.best_by]
            low, high = max(low, least), min(high, most)
        return low if self._design.lowest_first else -high

    # The search

    def run(self, leaf: Callable[[Mapping[str, str]], None], steps: _StepCounter) -> None:
        """Call `leaf` with the rows of each design that is not excluded."""
        lost = self._counted.lost
        start = _Sums(
            int(lost.net * self._unit), int(lost.squares * self._squares), 0, Fraction(0), int(lost.life * self._unit)
        )
        bound = self._least(0, start)
        if bound is not None and all(self._levels):
            self._visit(0, start, bound, {}, leaf, steps)

    def _visit(
        self,
        level: int,
        sums: _Sums,
        bound: Amount,
        chosen: dict[str, _RowPay],
        leaf: Callable[[Mapping[str, str]], None],
        steps: _StepCounter,
    ) -> None:
        if self._is_excluded(bound):
            return
        if steps.is_over:
            self._found.leave_out(Fraction(bound) / self._scale[self._design.best_by])
            return
        if level == len(self._levels):
            leaf({hand: choice.text for hand, choice in chosen.items()})
            return
        for next_bound, _, choice in sorted(self._next(level, sums, chosen, steps), key=lambda each: each[:2]):
            chosen[self._hands[level]] = choice
            self._visit(level + 1, sums.plus(choice), next_bound, chosen, leaf, steps)
        chosen.pop(self._hands[level], None)

    def _next(
        self, level: int, sums: _Sums, chosen: Mapping[str, _RowPay], steps: _StepCounter
    ) -> Iterator[tuple[Amount, int, _RowPay]]:
        lowest = chosen[self._hands[level - 1]].odds if level and self._design.is_falling else Fraction(0)
        for place, choice in enumerate(self._levels[level]):
            if choice.odds < lowest:
                continue
            steps.count()
            bound = self._least(level + 1, sums.plus(choice))
            if bound is not None and not self._is_excluded(bound):
                yield bound, place, choice

    def _is_excluded(self, bound: Amount) -> bool:
        """Return whether no design with this bound is better than those that were found."""
        worst = self._found.worst
        if worst is None:
            return False
        if worst is not self._limit[0]:
            self._limit = worst, worst * self._scale[self._design.best_by]
        return bound >= self._limit[1]


def search_paytables(
    sweep: WagerSweep, design: SweepDesign, asked: Search, progress: Progress | None
) -> tuple[BestDesigns, int] | None:
    """Return the best designs with the number of steps; None where what one row pays depends on the others."""
    found, steps = BestDesigns(design, asked.most), _StepCounter(asked.steps, progress)
    bounds = squared_bounds(design.keep)
    for values in sweep.all_choices():
        table = sweep.designs_with(values)
        for fixed in _without_rows(design):
            hands = table.rows_of([fixed.get(axis.hand) or _first_pay(axis.values) for axis in design.rows])
            if not hands:
                continue
            counted = table.counted(hands)
            if counted is None:
                return None
            search = RowSearch(design, counted, _pays(table, hands), found)
            search.run(_leaf(design, table, values, fixed, bounds, found), steps)
    return found, steps.done


def _leaf(
    design: SweepDesign,
    table: Designs,
    values: tuple[str, ...],
    fixed: Mapping[str, str],
    bounds: Mapping[Figure, Bounds],
    found: BestDesigns,
) -> Callable[[Mapping[str, str]], None]:
    """Return what is done with the rows of a design: its figures are counted, and it is kept if it meets the constraints."""

    def leaf(rows: Mapping[str, str]) -> None:
        pays = tuple(fixed.get(axis.hand) or rows[axis.hand] for axis in design.rows)
        figures = table.figures(pays, (*values, *pays))
        if figures is not None and are_kept(figures, bounds):
            found.add(figures)

    return leaf


def _without_rows(design: SweepDesign) -> Iterator[dict[str, str]]:
    """Yield which rows are left out, for each choice of those that may be."""
    may = [axis.hand for axis in design.rows if NO_ROW in axis.values]
    must = {axis.hand for axis in design.rows if axis.values == (NO_ROW,)}
    for left in product((False, True), repeat=len(may)):
        chosen = {hand: NO_ROW for hand, is_left in zip(may, left, strict=True) if is_left}
        if must <= chosen.keys():
            yield chosen


def _first_pay(values: tuple[str, ...]) -> str:
    return next(value for value in values if value != NO_ROW)


def _pays(table: Designs, hands: Mapping[str, Pay]) -> dict[str, Mapping[str, Pay]]:
    """Return what each row of these hands may pay: the fixed ones one thing."""
    return {hand: table.pays.get(hand) or {str(pay): pay} for hand, pay in hands.items()}

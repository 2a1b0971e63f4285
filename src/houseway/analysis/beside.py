"""How the game itself goes beside an optional wager on one spot: all deals by what decides the wager, and how the game ends.

The solved play knows no suit by name, so what suits alone tell apart has the same results of the game.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from houseway.analysis.odds import WagerOdds
from houseway.analysis.odds_counts import Shown, counts_by
from houseway.analysis.odds_spot import worth
from houseway.analysis.solution import Progress, Solution
from houseway.errors import NotAllowed
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE
from houseway.money import Cents
from houseway.submission import Rules

Nets = tuple[tuple[int, Mapping[str, Fraction]], ...]
"""Combinations, and what each wager of the game brings in them, in Antes or base bets."""


@dataclass(frozen=True)
class Beside:
    """All deals by what decides an optional wager, and how the game ends in each."""

    axis: str
    """Of the shipped counts (`odds_counts`), as `odds_basis.Basis` names it."""
    cells: Mapping[Shown, Nets]

    def covariance(self, own: str, other: WagerOdds) -> Fraction:
        """Of a wager of the game and an optional one that this axis decides, each in its own bets."""
        if other.basis.axis != self.axis:
            raise NotAllowed(
                f"the {other.title} is decided by {other.basis.axis}, not by {self.axis}",
                code="beside.wager",
                given=other.wager,
                allowed=f"a wager decided by {self.axis}",
            )
        total, alone, together = self.total, Fraction(0), Fraction(0)
        for shown, nets in self.cells.items():
            brings = sum((count * each.get(own, Fraction(0)) for count, each in nets), Fraction(0))
            alone += brings
            together += brings * worth(other, shown)
        return together / total - alone / total * other.expected_value

    @cached_property
    def total(self) -> int:
        return sum(count for nets in self.cells.values() for count, _ in nets)

    def check(self, game: str, space: str, whole: Iterable[tuple[int, Mapping[str, Fraction]]]) -> None:
        """That the cells are the shipped counts over and over, and all of them together the game as it was solved."""
        own = {shown: sum(count for count, _ in nets) for shown, nets in self.cells.items()}
        known = counts_by(game, space, self.axis)
        for (shown,), count in known.cells:
            if own.get(shown, 0) * known.total != count * self.total:
                raise ArithmeticError(f"{shown} by {self.axis} is not in proportion to the shipped counts of {game}")
        parts = (each for nets in self.cells.values() for each in nets)
        if added(parts) != added(whole):
            raise ArithmeticError(f"the parts by {self.axis} do not add up to the game as it was solved")


Added = Mapping[frozenset[tuple[str, Fraction]], int]


def added(nets: Iterable[tuple[int, Mapping[str, Fraction]]]) -> Added:
    """Combinations by what each wager brings; a wager that was not made brings nothing."""
    found: dict[frozenset[tuple[str, Fraction]], int] = {}
    for count, brings in nets:
        key = frozenset((wager, each) for wager, each in brings.items() if each)
        found[key] = found.get(key, 0) + count
    return {key: count for key, count in found.items() if count}


# Which game is counted how. They are imported when they are asked: numba takes its time to come.


def beside(rules: Rules, solution: Solution, axis: str, bet: Cents, progress: Progress | None = None) -> Beside:
    """A solved game by what decides an optional wager; its own bet matters where vigorish is rounded."""
    return _COUNTED[rules.book](rules, solution, axis, bet, progress)


def _ultimate(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> Beside:
    from houseway.analysis import ultimate_beside, ultimate_box

    if axis == ultimate_box.AXIS:
        return ultimate_box.beside(rules, solution, progress)
    return ultimate_beside.beside(rules, solution, axis, progress)


def _four_card(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> Beside:
    from houseway.analysis import four_card_beside

    return four_card_beside.beside(rules, solution, axis, progress)


def _pai_gow(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> Beside:
    from houseway.analysis import pai_gow_beside

    return pai_gow_beside.beside(rules, solution, axis, bet, progress)


_COUNTED: Mapping[str, Callable[[Rules, Any, str, Cents, Progress | None], Beside]] = {
    MD_ULTIMATE: _ultimate,
    MD_FOUR_CARD: _four_card,
    MD_PAI_GOW: _pai_gow,
    DIV_PAI_GOW: _pai_gow,
}
NOT_COUNTED = "beside.axis"
"""The code of a refusal: no pass tells the game apart by this axis."""

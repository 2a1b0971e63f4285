"""Joint distribution of Four Card Poker and an optional wager: how the best play ends, by what the player's five cards show.

The best play depends on the five cards and the up card, a wager on the five cards alone, so each hand counts once.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from houseway.analysis.joint.distribution import Beside
from houseway.analysis.odds.counts import Shown
from houseway.analysis.solve.four_card import I8, SOURCES, FourCardSolution, Spots, Terms, best, counted, endings, tally
from houseway.analysis.solve.parts import four_card_parts, nets
from houseway.analysis.solve.solution import Ending, Progress
from houseway.cards import Rank
from houseway.disk_cache import disk_cached
from houseway.errors import NotAllowed
from houseway.hands import FOUR_CARD, STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.layout import I64
from houseway.kernels.tables import categories
from houseway.submission import Rules

_OF_ACES = (("four-aces", Category.FOUR_OF_A_KIND, 4), ("pair-of-aces", Category.PAIR, 2))


def beside(rules: Rules, solution: FourCardSolution, axis: str, progress: Progress | None = None) -> Beside:
    """Count by the best four of the player's five cards, or by all five."""
    if axis not in AXES:
        raise NotAllowed(f"Four Card Poker is not counted by {axis!r}", code="beside.axis", given=axis, allowed=", ".join(AXES))
    terms = Terms.of(rules)
    raw = disk_cached("four-card-beside", terms.to_json(), SOURCES, lambda: _solved(terms, progress))

    def parted(ends: Iterable[Ending]) -> tuple[tuple[int, Any], ...]:
        return tuple((each.combinations, nets(four_card_parts, rules, each)) for each in ends if each.combinations)

    cells = {tuple(name.split()): parted(endings(terms, counts)) for name, counts in raw[axis].items()}
    found = Beside(axis, cells)
    found.check("four-card", "deal", parted(solution.played.endings))
    return found


def _solved(terms: Terms, progress: Progress | None) -> dict[str, Any]:
    spots = counted(progress)
    times = best(terms, spots)
    return {axis: _by(terms, times, spots, *shown(spots)) for axis, shown in AXES.items()}


def _by(terms: Terms, times: I8, spots: Spots, values: list[Shown], places: I64) -> dict[str, Any]:
    masks = ((shown, places == place) for place, shown in enumerate(values))
    return {" ".join(shown): tally(terms, times[mask], spots.among(mask)) for shown, mask in masks if mask.any()}


def _best_four(spots: Spots) -> tuple[list[Shown], I64]:
    """As Aces Up distinguishes them: a pair of aces from other pairs, four aces from other fours."""
    values, places = _by_category(FOUR_CARD.categories), spots.place.astype(np.int64) - 1
    aces = (spots.cards >> 2 == Rank.ACE - Rank.TWO).sum(axis=1)
    for special, plain, number in _OF_ACES:
        places[(spots.place == FOUR_CARD.place(plain)) & (aces == number)] = len(values)
        values.append((special, str(plain)))
    return values, places


def _all_five(spots: Spots) -> tuple[list[Shown], I64]:
    strengths = batch.strengths(STANDARD, spots.cards, threads=None, checked=False)
    return _by_category(STANDARD.categories), categories(STANDARD)[strengths].astype(np.int64) - 1


def _by_category(highest_first: Iterable[Category]) -> list[Shown]:
    """List the categories from the lowest, in the order of their places."""
    return [(str(category),) for category in reversed(tuple(highest_first))]


AXES = {"four": _best_four, "five": _all_five}
"""By axis of the shipped counts, the function that says what a hand shows."""

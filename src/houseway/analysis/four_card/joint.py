"""Joint distribution of Four Card Poker and an optional wager: how the best play ends, by what the player's five cards show.

The best play depends on the five cards and the up card, a wager on the five cards alone, so each hand counts once.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from houseway.analysis.four_card.ending_parts import split_ending
from houseway.analysis.four_card.solve import (
    I8,
    SOURCES,
    FourCardSolution,
    FourCardSpots,
    FourCardTerms,
    all_spots,
    best_multiples,
    build_endings,
    count_outcomes,
)
from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.solve.parts import net_by_wager
from houseway.analysis.solve.solution import Progress, RoundEnding
from houseway.cards import Rank
from houseway.disk_cache import disk_cached
from houseway.errors import NotAllowed
from houseway.hands import FOUR_CARD, STANDARD, Category
from houseway.kernels import batch
from houseway.kernels.layout import I64
from houseway.kernels.tables import category_positions
from houseway.submission import Rules

_ACE_HANDS = (("four-aces", Category.FOUR_OF_A_KIND, 4), ("pair-of-aces", Category.PAIR, 2))


def count_jointly(rules: Rules, solution: FourCardSolution, axis: str, progress: Progress | None = None) -> JointDistribution:
    """Count by the best four of the player's five cards, or by all five."""
    if axis not in AXES:
        raise NotAllowed(
            f"Four Card Poker cannot be counted by {axis!r}", code="beside.axis", given=axis, allowed=", ".join(AXES)
        )
    terms = FourCardTerms.from_rules(rules)
    raw = disk_cached("four-card-beside", terms.to_json(), SOURCES, lambda: _count_by_axis(terms, progress))

    def parted(ends: Iterable[RoundEnding]) -> tuple[tuple[int, Any], ...]:
        return tuple((each.combinations, net_by_wager(split_ending, rules, each)) for each in ends if each.combinations)

    cells = {tuple(name.split()): parted(build_endings(terms, counts)) for name, counts in raw[axis].items()}
    found = JointDistribution(axis, cells)
    found.check_against_counts("four-card", "deal", parted(solution.best_play.endings))
    return found


def _count_by_axis(terms: FourCardTerms, progress: Progress | None) -> dict[str, Any]:
    spots = all_spots(progress)
    times = best_multiples(terms, spots)
    return {axis: _tally_by_shown(terms, times, spots, *shown(spots)) for axis, shown in AXES.items()}


def _tally_by_shown(
    terms: FourCardTerms, times: I8, spots: FourCardSpots, values: list[ShownHands], places: I64
) -> dict[str, Any]:
    masks = ((shown, places == place) for place, shown in enumerate(values))
    return {" ".join(shown): count_outcomes(terms, times[mask], spots.select(mask)) for shown, mask in masks if mask.any()}


def _best_four_hands(spots: FourCardSpots) -> tuple[list[ShownHands], I64]:
    """As Aces Up distinguishes them: a pair of aces from other pairs, four aces from other fours."""
    values, places = _categories_from_lowest(FOUR_CARD.categories), spots.category_places.astype(np.int64) - 1
    aces = (spots.cards >> 2 == Rank.ACE - Rank.TWO).sum(axis=1)
    for special, plain, number in _ACE_HANDS:
        places[(spots.category_places == FOUR_CARD.position(plain)) & (aces == number)] = len(values)
        values.append((special, str(plain)))
    return values, places


def _five_card_hands(spots: FourCardSpots) -> tuple[list[ShownHands], I64]:
    strengths = batch.hand_strengths(STANDARD, spots.cards, threads=None, checked=False)
    return _categories_from_lowest(STANDARD.categories), category_positions(STANDARD)[strengths].astype(np.int64) - 1


def _categories_from_lowest(highest_first: Iterable[Category]) -> list[ShownHands]:
    """List the categories from the lowest, in the order of their places."""
    return [(str(category),) for category in reversed(tuple(highest_first))]


AXES = {"four": _best_four_hands, "five": _five_card_hands}
"""By axis of the shipped counts, the function that says what a hand shows."""

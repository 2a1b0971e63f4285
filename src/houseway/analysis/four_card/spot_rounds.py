"""The rounds of a spot of Four Card Poker: the game with every wager that the player's five cards decide."""

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import numpy as np

from houseway.analysis.four_card.ending_parts import split_ending
from houseway.analysis.four_card.joint import AXES, count_jointly
from houseway.analysis.four_card.solve import (
    SOURCES,
    FourCardSolution,
    FourCardTerms,
    all_spots,
    best_multiples,
    build_endings,
    count_outcomes,
)
from houseway.analysis.odds.counts import ShownHands
from houseway.analysis.solve.parts import net_by_wager
from houseway.analysis.solve.solution import Progress, RoundEnding
from houseway.analysis.spot_rounds.against_dealer import round_counts
from houseway.analysis.spot_rounds.round_counts import RoundCells, RoundCounts
from houseway.disk_cache import disk_cached
from houseway.money import Cents
from houseway.submission import Rules

_BETWEEN = "|"


def count_rounds(
    rules: Rules, solution: FourCardSolution, axes: Sequence[str], bet: Cents, progress: Progress | None = None
) -> RoundCounts:
    played = solution.best_play

    def nets(endings: Iterable[RoundEnding]) -> tuple[tuple[int, Any], ...]:
        found = ((each.combinations, net_by_wager(split_ending, rules, each)) for each in endings)
        return tuple((count, brings) for count, brings in found if count)

    cells: RoundCells
    if not axes:
        cells = {(): nets(played.endings)}
    elif len(axes) == 1:
        joint = count_jointly(rules, solution, axes[0], progress)
        cells = {(shown,): each for shown, each in joint.cells.items()}
    else:
        terms = FourCardTerms.from_rules(rules)
        depends = [list(axes), terms.to_json()]
        sources = (*SOURCES, "analysis/four_card/joint.py", "analysis/four_card/spot_rounds.py")
        raw = disk_cached("four-card-spot", depends, sources, lambda: _count_by_axes(terms, axes, progress))
        cells = {
            tuple(tuple(part.split()) for part in name.split(_BETWEEN)): nets(build_endings(terms, counts))
            for name, counts in raw.items()
        }
    return round_counts(rules, axes, cells, played, solution.provenance.method, solution.provenance.assumptions, bet)


def _count_by_axes(terms: FourCardTerms, axes: Sequence[str], progress: Progress | None) -> dict[str, Any]:
    """Count by what several axes show, and write each value as one text."""
    spots = all_spots(progress)
    times = best_multiples(terms, spots)
    shown = [AXES[axis](spots) for axis in axes]
    values: list[tuple[ShownHands, ...]] = list(product(*(names for names, _ in shown)))
    places = np.zeros_like(shown[0][1])
    for names, place in shown:
        places = places * len(names) + place
    masks = ((value, places == place) for place, value in enumerate(values))
    return {
        _BETWEEN.join(map(" ".join, value)): count_outcomes(terms, times[mask], spots.select(mask))
        for value, mask in masks
        if mask.any()
    }

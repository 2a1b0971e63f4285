"""Joint distribution of Ultimate Texas Hold'em and its optional wagers: all deals by what decides a wager, and how the best
play ends.

A third pass over the boards, after the one that finds the best play (`solve.ultimate.passes`), fills the five axes of the
shipped counts at once: the board, the hole cards, the best of seven, the hole cards with the flop, and whose hand is beaten. On
each axis the parts must add up to the solved game, and be in proportion to the deals counted without regard to play.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from os import cpu_count
from queue import SimpleQueue

import numpy as np

from houseway.analysis.joint_distribution import NOT_COUNTED, JointDistribution
from houseway.analysis.odds.by_stake import pay_at_ante
from houseway.analysis.odds.counts import ShownHands, shipped_counts_by
from houseway.analysis.solve.parts import net_by_wager
from houseway.analysis.solve.solution import Progress, RoundEnding
from houseway.analysis.ultimate import six_card_bonus
from houseway.analysis.ultimate.ending_parts import split_ending
from houseway.analysis.ultimate.solve.passes import SOURCES as GAME_SOURCES
from houseway.analysis.ultimate.solve.passes import BestPlay, board_progress, find_best_play, run_on_all_boards
from houseway.analysis.ultimate.solve.solution import UltimateSolution
from houseway.analysis.ultimate.solve.solver import build_endings
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed, NotAllowed
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import deals as holdem_deals
from houseway.kernels.holdem import joint as kernel
from houseway.kernels.holdem import showdown
from houseway.kernels.layout import read_only
from houseway.money import Cents
from houseway.submission import Rules

GAME, SPACE = "ultimate", "deal"
"""The game and the space of the shipped counts."""
AXES: Mapping[str, Sequence[str]] = {
    "board": showdown.BOARD_HANDS,
    "hole": showdown.HOLE_CARD_HANDS,
    "seven": showdown.SEVEN_CARD_HANDS,
    "five": showdown.CATEGORIES,
    "contest": showdown.RESULTS,
}
"""The values of each axis, in the order of the tallies."""
SOURCES = (*GAME_SOURCES, "analysis/ultimate/joint.py", "kernels/holdem/showdown.py", "kernels/holdem/joint.py")

CountsByAxis = Mapping[str, Sequence[Sequence[Sequence[int]]]]
"""By axis, shown value, multiple of the Ante and outcome: the number of combinations."""


def count_by_axis(rules: Rules, solution: UltimateSolution, axis: str, progress: Progress | None = None) -> JointDistribution:
    """Count all deals by what an axis shows, with the results of the game's wagers under the best play."""
    if axis not in AXES:
        raise Malformed(
            f"deals can be grouped by {', '.join(AXES)}, not by {axis!r}", code="beside.axis", given=axis, allowed=tuple(AXES)
        )
    terms = UltimateTerms.from_rules(rules)
    raw = disk_cached("ultimate-beside", terms.to_json(), SOURCES, lambda: _count_all_axes(terms, board_progress(progress, 2)))[
        axis
    ]
    if build_endings(terms, np.sum(raw, axis=0).tolist()) != solution.best_play.endings:
        raise ArithmeticError(f"the parts by {axis} do not end as the game was solved")
    found = JointDistribution(
        axis,
        {shown: _net_counts(rules, build_endings(terms, counts)) for shown, counts in _match_shipped_values(axis, raw).items()},
    )
    found.check_against_counts(GAME, SPACE, _net_counts(rules, solution.best_play.endings))
    return found


def count_at_bet(
    rules: Rules, solution: UltimateSolution, axis: str, bet: Cents, progress: Progress | None = None
) -> JointDistribution:
    """Count all deals by an axis, the box included, paid as at an Ante of the bet; averages cannot be paid at a bet."""
    if axis != six_card_bonus.AXIS:
        found = count_by_axis(rules, solution, axis, progress)
        at = {
            shown: tuple((count, pay_at_ante(rules, each, bet)) for count, each in cell) for shown, cell in found.cells.items()
        }
        return replace(found, cells=at)
    ends = (net_by_wager(split_ending, rules, ending) for ending in solution.best_play.endings)
    if any(pay_at_ante(rules, each, bet) != each for each in ends):
        raise NotAllowed(
            f"grouped by {axis}, only averages are known; at an Ante of {bet} an award is rounded or cut",
            code=NOT_COUNTED,
            given=str(bet),
            allowed="an Ante at which no award is rounded or cut",
        )
    return replace(six_card_bonus.count_jointly(rules, solution, progress), is_averaged=True)


def _net_counts(rules: Rules, endings: Sequence[RoundEnding]) -> tuple[tuple[int, Mapping[str, Fraction]], ...]:
    return tuple((each.combinations, net_by_wager(split_ending, rules, each)) for each in endings if each.combinations)


def _match_shipped_values(axis: str, raw: Sequence[Sequence[Sequence[int]]]) -> dict[ShownHands, Sequence[Sequence[int]]]:
    """Match the tallies with the shipped values; a value that is not shipped must have no deals."""
    known = _shipped_values(axis)
    for name, counts in zip(AXES[axis], raw, strict=True):
        if name not in known and np.any(counts):
            raise ArithmeticError(f"{name} by {axis} is not in the shipped counts")
    return {known[name]: counts for name, counts in zip(AXES[axis], raw, strict=True) if name in known}


@cache
def _shipped_values(axis: str) -> dict[str, ShownHands]:
    """Return the shipped values by name: the highest hand that the cards hold, or the contest in words."""
    found = (shown for (shown,), _ in shipped_counts_by(GAME, SPACE, axis).cells)
    return {" ".join(shown) if axis == "contest" else next(iter(shown), "nothing"): shown for shown in found}


def _count_all_axes(terms: UltimateTerms, progress: Callable[[int], None]) -> CountsByAxis:
    play, total = find_best_play(terms, progress), len(holdem_deals.canonical_boards()[0])
    found = count_boards_jointly(terms, play, lambda done: progress(total + done))
    return {axis: counts.tolist() for axis, counts in found._asdict().items()}


def count_boards_jointly(
    terms: UltimateTerms, play: BestPlay, progress: Callable[[int], None] = lambda done: None, threads: int | None = None
) -> kernel.JointTallies:
    """Run the third pass over the boards."""
    boards, weights = holdem_deals.canonical_boards()
    kinds, seen, before = showdown.board_hands(boards), kernel.hand_tables(play.raised), read_only(play.before)
    flops, ranks, game = holdem_deals.canonical_flops(), terms.ranks, terms.game
    free: SimpleQueue[tuple[holdem.HoldemScratch, kernel.JointScratch, kernel.JointTallies]] = SimpleQueue()
    made = [
        (holdem.new_scratch(), kernel.new_joint_scratch(), kernel.new_tallies(max(terms.first)))
        for _ in range(threads or cpu_count() or 1)
    ]
    for each in made:
        free.put(each)

    def work(rows: slice) -> None:
        mine = free.get()
        kernel.count_joint_outcomes(boards[rows], weights[rows], kinds[rows], ranks, game, flops, before, seen, *mine)
        free.put(mine)

    run_on_all_boards(work, progress, threads)
    return kernel.JointTallies(*(np.sum(axis, axis=0) for axis in zip(*(out for _, _, out in made), strict=True)))

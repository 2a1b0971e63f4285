"""Joint distribution of Ultimate Texas Hold'em and its optional wagers: all deals by what decides a wager, and how the best
play ends.

A third pass over the boards, after the one that finds the best play (`solve.ultimate.solver`), fills the five axes of the
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

from houseway.analysis.joint import six_card_bonus
from houseway.analysis.joint.distribution import NOT_COUNTED, Beside
from houseway.analysis.odds.by_stake import paid
from houseway.analysis.odds.counts import Shown, counts_by
from houseway.analysis.solve.parts import nets, ultimate_parts
from houseway.analysis.solve.solution import Ending, Progress
from houseway.analysis.solve.ultimate import solver as ultimate
from houseway.analysis.solve.ultimate.solver import Best, Terms, UltimateSolution, best, endings_of, in_portions, told
from houseway.disk_cache import disk_cached
from houseway.errors import Malformed, NotAllowed
from houseway.kernels.holdem import board as holdem
from houseway.kernels.holdem import contest as beats
from houseway.kernels.holdem import joint as kernel
from houseway.money import Cents
from houseway.submission import Rules

GAME, SPACE = "ultimate", "deal"
"""The game and the space of the shipped counts."""
AXES: Mapping[str, Sequence[str]] = {
    "board": beats.BOARDS,
    "hole": beats.HOLES,
    "seven": beats.SEVENS,
    "five": beats.CATEGORIES,
    "contest": beats.RESULTS,
}
"""The values of each axis, in the order of the tallies."""
SOURCES = (*ultimate.SOURCES, "analysis/joint/ultimate.py", "kernels/holdem/contest.py", "kernels/holdem/joint.py")

Counted = Mapping[str, Sequence[Sequence[Sequence[int]]]]
"""By axis, shown value, multiple of the Ante and outcome: the number of combinations."""


def beside(rules: Rules, solution: UltimateSolution, axis: str, progress: Progress | None = None) -> Beside:
    """Count all deals by what an axis shows, with the results of the game's wagers under the best play."""
    if axis not in AXES:
        raise Malformed(
            f"deals are told apart by {', '.join(AXES)}, not by {axis!r}", code="beside.axis", given=axis, allowed=tuple(AXES)
        )
    terms = Terms.of(rules)
    raw = disk_cached("ultimate-beside", terms.to_json(), SOURCES, lambda: _built(terms, told(progress, 2)))[axis]
    if endings_of(terms, np.sum(raw, axis=0).tolist()) != solution.played.endings:
        raise ArithmeticError(f"the parts by {axis} do not end as the game was solved")
    found = Beside(axis, {shown: _nets(rules, endings_of(terms, counts)) for shown, counts in _by_shown(axis, raw).items()})
    found.check(GAME, SPACE, _nets(rules, solution.played.endings))
    return found


def count_at_bet(rules: Rules, solution: UltimateSolution, axis: str, bet: Cents, progress: Progress | None = None) -> Beside:
    """Count all deals by an axis, the box included, paid as at an Ante of the bet; averages cannot be paid at a bet."""
    if axis != six_card_bonus.AXIS:
        found = beside(rules, solution, axis, progress)
        at = {shown: tuple((count, paid(rules, each, bet)) for count, each in cell) for shown, cell in found.cells.items()}
        return replace(found, cells=at)
    ends = (nets(ultimate_parts, rules, ending) for ending in solution.played.endings)
    if any(paid(rules, each, bet) != each for each in ends):
        raise NotAllowed(
            f"by {axis} only averages are counted, and at {bet} something is rounded or cut",
            code=NOT_COUNTED,
            given=str(bet),
            allowed="an Ante at which nothing is rounded or cut",
        )
    return replace(six_card_bonus.beside(rules, solution, progress), averaged=True)


def _nets(rules: Rules, endings: Sequence[Ending]) -> tuple[tuple[int, Mapping[str, Fraction]], ...]:
    return tuple((each.combinations, nets(ultimate_parts, rules, each)) for each in endings if each.combinations)


def _by_shown(axis: str, raw: Sequence[Sequence[Sequence[int]]]) -> dict[Shown, Sequence[Sequence[int]]]:
    """Match the tallies with the shipped values; a value that is not shipped must have no deals."""
    known = _known(axis)
    for name, counts in zip(AXES[axis], raw, strict=True):
        if name not in known and np.any(counts):
            raise ArithmeticError(f"{name} by {axis} is not in the shipped counts")
    return {known[name]: counts for name, counts in zip(AXES[axis], raw, strict=True) if name in known}


@cache
def _known(axis: str) -> dict[str, Shown]:
    """The shipped values by name: the highest hand that the cards hold, or the contest in words."""
    found = (shown for (shown,), _ in counts_by(GAME, SPACE, axis).cells)
    return {" ".join(shown) if axis == "contest" else next(iter(shown), "nothing"): shown for shown in found}


def _built(terms: Terms, progress: Callable[[int], None]) -> Counted:
    play, total = best(terms, progress), len(holdem.boards()[0])
    found = count_beside(terms, play, lambda done: progress(total + done))
    return {axis: counts.tolist() for axis, counts in found._asdict().items()}


def count_beside(
    terms: Terms, play: Best, progress: Callable[[int], None] = lambda done: None, threads: int | None = None
) -> kernel.Tallies:
    """Run the third pass over the boards."""
    boards, weights = holdem.boards()
    kinds, seen = beats.board_kinds(boards), kernel.seen(play.raised)
    flops, ranks, game = holdem.flops(), terms.ranks, terms.game
    free: SimpleQueue[tuple[holdem.Scratch, kernel.Room, kernel.Tallies]] = SimpleQueue()
    made = [(holdem.scratch(), kernel.room(), kernel.tallies(max(terms.first))) for _ in range(threads or cpu_count() or 1)]
    for each in made:
        free.put(each)

    def work(rows: slice) -> None:
        mine = free.get()
        kernel.beside_boards(boards[rows], weights[rows], kinds[rows], ranks, game, flops, play.before, seen, *mine)
        free.put(mine)

    in_portions(work, progress, threads)
    return kernel.Tallies(*(np.sum(axis, axis=0) for axis in zip(*(out for _, _, out in made), strict=True)))

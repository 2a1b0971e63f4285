"""Two seats at Ultimate Texas Hold'em, counted over every board, flop and hand of the dealer (`kernels.two_seats.holdem`).

Counted are the game itself and the wagers that a seat's two cards decide with the board or the flop. The other wagers depend on
cards of the dealer or of the box, and are simulated.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from os import cpu_count
from queue import SimpleQueue
from typing import Any, NamedTuple

import numpy as np

from houseway.analysis.simulated_games.lines import SimulatedLine
from houseway.analysis.simulated_games.plan import BEST
from houseway.analysis.solve.solution import Progress
from houseway.analysis.two_seats.covariances import Pair, SharedVariance, in_order
from houseway.analysis.ultimate.solve.passes import (
    SOURCES as GAME_SOURCES,
)
from houseway.analysis.ultimate.solve.passes import board_progress, find_best_play, run_on_all_boards, starting_hand_names
from houseway.analysis.ultimate.solve.strategy import CHART
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.disk_cache import disk_cached
from houseway.kernels.holdem.deals import (
    DEALER_HOLDINGS,
    FLOPS_PER_BOARD,
    HOLDINGS_PER_BOARD,
    canonical_boards,
    canonical_flops,
)
from houseway.kernels.holdem.joint import hand_tables
from houseway.kernels.holdem.showdown import board_hands
from houseway.kernels.layout import I64
from houseway.kernels.simulation import ultimate as simulation
from houseway.kernels.two_seats import holdem as kernel
from houseway.submission import Rules

SOURCES = (
    *GAME_SOURCES,
    "analysis/ultimate/two_seats.py",
    "kernels/holdem/joint.py",
    "kernels/holdem/showdown.py",
    "kernels/two_seats/*.py",
)
_AXES = {simulation.BOARD: kernel.BY_BOARD, simulation.SEVEN: kernel.BY_SEVEN, simulation.FIVE: kernel.BY_FLOP}
_LARGEST_SUM = 2**62


def count_seats(
    rules: Rules, lines: Sequence[SimulatedLine], play: str, progress: Progress | None = None
) -> dict[Pair, SharedVariance]:
    """Count how the game, which is the first line, and other wagers vary together, as far as that can be counted."""
    game, *others = lines
    sides = [line for line in others if line.axis in _AXES]
    scales, terms = [_Scaled.from_line(line) for line in (game, *sides)], UltimateTerms.from_rules(rules)
    if any(scaled.is_too_large for scaled in scales):
        return {}
    depends = [terms.to_json(), play, [each.to_json() for each in scales]]
    raw = disk_cached("two-seats", depends, SOURCES, lambda: _count(terms, play, scales, board_progress(progress, 2)))
    return _covariances([next(iter(rules.offers)), *(line.name for line in sides)], scales, raw)


class _Scaled(NamedTuple):
    """What a line's outcomes bring, as whole numbers of a unit."""

    axis: int
    nets: I64
    unit: Fraction
    """In bets."""

    @classmethod
    def from_line(cls, line: SimulatedLine) -> "_Scaled":
        bets = [net / line.stake.amount for net in line.nets]
        over = lcm(*(net.denominator for net in bets))
        unit = Fraction(gcd(*(int(net * over) for net in bets)) or 1, over)
        return cls(line.axis, np.array([int(net / unit) for net in bets], dtype=np.int64), unit)

    def to_json(self) -> list[object]:
        """Return everything that a count depends on; trailing outcomes that bring nothing are room in the table."""
        nets = np.trim_zeros(self.nets, "b")
        return [_AXES.get(self.axis), str(self.unit), nets.tolist()]

    @property
    def is_too_large(self) -> bool:
        most = int(np.abs(self.nets).max())
        return (most * DEALER_HOLDINGS) ** 2 * HOLDINGS_PER_BOARD * FLOPS_PER_BOARD > _LARGEST_SUM


def _count(terms: UltimateTerms, play: str, scales: Sequence[_Scaled], progress: Any) -> dict[str, Any]:
    """Sum over all boards, as whole numbers without a bound."""
    boards, weights = canonical_boards()
    shown, flops, is_best = board_hands(boards), canonical_flops(), play == BEST
    if is_best:
        best = find_best_play(terms, progress)
        before, raised = best.before.astype(np.int64), best.raised.astype(np.uint8)
    else:
        before = np.array([CHART.play_before(hand) for hand in starting_hand_names()], dtype=np.int64)
        raised = CHART.flop_table().astype(np.uint8)
    game, *sides = scales
    axes = np.array([_AXES[side.axis] for side in sides], dtype=np.int64)
    nets = np.zeros((len(sides), max((len(side.nets) for side in sides), default=0)), dtype=np.int64)
    for place, side in enumerate(sides):
        nets[place, : len(side.nets)] = side.nets
    seat = kernel.SeatPlay(before, hand_tables(raised).flop, game.nets, axes, nets)
    free: SimpleQueue[kernel.PairScratch] = SimpleQueue()
    for _ in range(cpu_count() or 1):
        free.put(kernel.new_pair_scratch(len(sides)))
    sums = kernel.new_sums(len(boards), len(sides))

    def work(rows: slice) -> None:
        room = free.get()
        river = np.zeros((0, 0), dtype=np.uint8) if is_best else CHART.river_table(boards[rows])
        kernel.add_pairs(
            boards[rows], shown[rows], terms.ranks, terms.game, flops, seat, river, room, *(each[rows] for each in sums)
        )
        free.put(room)

    run_on_all_boards(work, lambda done: progress(len(boards) + done), None)
    weighted = partial(np.tensordot, weights.astype(object), axes=1)
    names = ("game", "mixed", "singles", "within", "across")
    return {name: weighted(each.astype(object)).tolist() for name, each in zip(names, sums, strict=True)}


def _covariances(names: Sequence[str], scales: Sequence[_Scaled], raw: Any) -> dict[Pair, SharedVariance]:
    """Turn sums into covariances in bets."""
    deals = int(canonical_boards()[1].sum()) * FLOPS_PER_BOARD * HOLDINGS_PER_BOARD
    one, two = deals * DEALER_HOLDINGS, deals * DEALER_HOLDINGS * kernel.OTHERS
    means = [Fraction(raw["game"][kernel.FIRST], one), *(Fraction(each, deals) for each in raw["singles"])]

    def moments(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
        if theirs == 0:
            return Fraction(raw["game"][kernel.SQUARE], one), Fraction(raw["game"][kernel.PAIRS], two)
        if mine == 0:
            within, across = raw["mixed"][theirs - 1]
            return Fraction(within, one), Fraction(across, two)
        return (
            Fraction(raw["within"][theirs - 1][mine - 1], deals),
            Fraction(raw["across"][theirs - 1][mine - 1], deals * DEALER_HOLDINGS),
        )

    found = {}
    places = {name: place for place, name in enumerate(names)}
    for mine, theirs in in_order(names):
        first, second = places[mine], places[theirs]
        unit, product = scales[first].unit * scales[second].unit, means[first] * means[second]
        within, across = moments(first, second)
        found[mine, theirs] = SharedVariance((within - product) * unit, (across - product) * unit)
    return found

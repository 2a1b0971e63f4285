"""Ultimate Texas Hold'em, as it is simulated: what every outcome of a round brings each wager, and how the players decide."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from houseway.analysis.odds.counts import shipped_counts_by
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.simulated_games.against_dealer import game_lines
from houseway.analysis.simulated_games.lines import (
    PlayRounds,
    ShownOutcome,
    SimulatedGame,
    SimulatedLine,
    side_line,
)
from houseway.analysis.simulated_games.plan import BEST, SimulationPlan
from houseway.analysis.solve.solution import RoundEnding, StrategyResult
from houseway.analysis.ultimate.ending_parts import split_ending
from houseway.analysis.ultimate.joint import AXES as NAMES
from houseway.analysis.ultimate.joint import GAME, SPACE
from houseway.analysis.ultimate.solve import chart
from houseway.analysis.ultimate.solve.passes import find_best_play, starting_hand_names
from houseway.analysis.ultimate.solve.solution import UltimateSolution
from houseway.analysis.ultimate.solve.solver import build_endings
from houseway.analysis.ultimate.solve.strategy import CHART
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.hands import Category
from houseway.kernels.holdem.board import OUTCOME_COUNT, HoldemPays, HoldemTables
from houseway.kernels.holdem.deals import canonical_flops
from houseway.kernels.layout import U8, U16
from houseway.kernels.simulation import ultimate as kernel
from houseway.procedure import ANTE, BLIND, PLAY
from houseway.submission import Rules

DECK = 52
_WORDS = {
    CHART.name: "every player plays by the chart that most players carry",
    "never-fold": "every player plays by the chart, but never folds",
    "never-raise": "every player checks until the river, and then plays by the chart",
    "three-times": "every player plays by the chart, but the smallest Play before the flop where it asks for the largest",
    BEST: "every player plays the best play of every hand, as the game was solved",
}
_NO_OUTS = 53
"""More outs than there are cards: nothing is folded."""
_AXES = {"board": kernel.BOARD, "hole": kernel.HOLE, "seven": kernel.SEVEN, "five": kernel.FIVE, "contest": kernel.CONTEST}
_BOX_AXIS = "six"


def describe(
    rules: Rules, plan: SimulationPlan, sides: Sequence[WagerOdds], solution: UltimateSolution | None
) -> SimulatedGame:
    """Return the game with the plan's wagers. Whether a stack goes to the box follows from the rules, not from the wagers."""
    axes = {each.deciding_cards.axis for each in sides}
    has_box = _BOX_AXIS in axes
    terms = UltimateTerms.from_rules(rules)
    play = _play_of(terms, plan.play, "five" in axes, has_box)
    return SimulatedGame(
        DECK,
        kernel.row_length(plan.players, has_box),
        kernel.AXIS_COUNT,
        kernel.OUTCOMES,
        (
            *game_lines(rules, plan, (ANTE, BLIND, PLAY), split_ending, _endings_by_outcome(terms), _played(plan, solution)),
            *(_side_line(rules, each) for each in sides),
        ),
        NewUltimatePlayer(terms.ranks, terms.game, play),
        _WORDS[plan.play],
        () if solution is None else solution.provenance.assumptions,
    )


def _played(plan: SimulationPlan, solution: UltimateSolution | None) -> StrategyResult | None:
    """Return the exact figures of a play, if they were counted."""
    if solution is None or plan.play == BEST:
        return None if solution is None else solution.best_play
    return next((each for each in solution.strategies if each.strategy == plan.play), None)


def _play_of(terms: UltimateTerms, name: str, is_five_shown: bool, is_box_dealt: bool) -> kernel.HoldemPlay:
    if name == BEST:
        best = find_best_play(terms, lambda done: None)
        before, raised = best.before.astype(np.uint8), best.raised.astype(np.uint8)
    else:
        before = np.array([CHART.play_before(hand) for hand in starting_hand_names()], dtype=np.uint8)
        raised = _chart_on_flop()
        if name == "never-raise":
            before, raised = before * 0, raised * 0
        elif name == "three-times":
            before = np.minimum(before, min(terms.first)).astype(np.uint8)
    return kernel.HoldemPlay(
        before,
        np.packbits(raised, axis=1),
        terms.flop,
        terms.river,
        name == BEST,
        _NO_OUTS if name == "never-fold" else chart.FOLD_FROM_OUTS,
        is_five_shown,
        is_box_dealt,
    )


@cache
def _chart_on_flop() -> U8:
    """Return where the chart plays on the flop. It takes a second to work out, and nothing changes it."""
    return CHART.flop_table().astype(np.uint8)


@dataclass(frozen=True)
class NewUltimatePlayer:
    """Makes players of rounds, each with working memory of its own. It can be sent to another machine."""

    ranks: HoldemTables
    game: HoldemPays
    play: kernel.HoldemPlay

    def __call__(self) -> PlayRounds:
        fixed = (self.play, self.ranks, self.game, canonical_flops(), kernel.lookup(), kernel.new_room())

        def play_rounds(cards: U8, out: U16, first: int = 0) -> None:
            kernel.play_rounds(cards, *fixed, out)

        return play_rounds


# What outcomes bring


def _endings_by_outcome(terms: UltimateTerms) -> Mapping[int, RoundEnding]:
    """Return the ending of every outcome that may come."""
    found = {}
    for times in sorted({0, *terms.first, terms.flop, terms.river}):
        for outcome in range(OUTCOME_COUNT):
            counts = np.zeros((times + 1, OUTCOME_COUNT), dtype=np.int64)
            counts[times, outcome] = 1
            for ending in build_endings(terms, counts.tolist()):
                if ending.combinations:
                    found[times * OUTCOME_COUNT + outcome] = ending
    return found


def _side_line(rules: Rules, odds: WagerOdds) -> SimulatedLine:
    axis = odds.deciding_cards.axis
    shown = _box_outcomes() if axis == _BOX_AXIS else _shown_outcomes(axis)
    outcomes = [(each, bool(folded)) for each in shown for folded in range(kernel.FOLDS)]
    lost = rules.wagers[odds.wager].is_lost_with_fold(rules.options)
    return side_line(odds, kernel.BOX if axis == _BOX_AXIS else _AXES[axis], outcomes, lost)


def _shown_outcomes(axis: str) -> list[ShownOutcome | None]:
    """Return what the outcomes of an axis show, in the kernel's order; None for one that no cards show."""
    counted = (shown for (shown,), _ in shipped_counts_by(GAME, SPACE, axis).cells)
    known = {" ".join(each) if axis == "contest" else next(iter(each), "nothing"): each for each in counted}
    found = [ShownOutcome(known[name]) if name in known else None for name in NAMES[axis]]
    if axis == "hole":
        suited = [ShownOutcome(known[name], True) for name in ("pair-of-aces", "player-and-dealer-aces")]
        found += suited
    if axis == "seven":  # the kernel has two codes for what one name of the counts shows
        found.append(ShownOutcome(known[Category.SUPER_ROYAL], True))
    return found


def _box_outcomes() -> list[ShownOutcome | None]:
    counted = [shown for (shown,), _ in shipped_counts_by(GAME, "box", _BOX_AXIS).cells]
    known = {next(iter(each)): each for each in counted if each}
    names = (*NAMES["five"], Category.SUPER_ROYAL)
    found: list[ShownOutcome | None] = [ShownOutcome(known[name]) if name in known else None for name in names]
    return [*found, ShownOutcome(known[Category.SUPER_ROYAL], True)]

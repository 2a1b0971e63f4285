"""Four Card Poker, as it is simulated: what every outcome of a round brings each wager, and how the players decide."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.analysis.four_card.ending_parts import split_ending
from houseway.analysis.four_card.solve import (
    FourCardSolution,
    FourCardSpots,
    FourCardTerms,
    all_spots,
    best_multiples,
    simple_strategies,
)
from houseway.analysis.odds.counts import ShownHands, shipped_counts_by
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.simulated_games.against_dealer import game_lines
from houseway.analysis.simulated_games.lines import PlayRounds, ShownOutcome, SimulatedGame, SimulatedLine, side_line
from houseway.analysis.simulated_games.plan import BEST, CHART, SimulationPlan
from houseway.analysis.solve.solution import RoundEnding, StrategyResult
from houseway.hands import FOUR_CARD
from houseway.kernels.layout import U8, U16
from houseway.kernels.simulation import four_card as kernel
from houseway.kernels.tables import hand_of_each_rank
from houseway.procedure import ANTE, ANTE_BONUS, PLAY
from houseway.submission import Rules

DECK = 52
_GAME, _SPACE = "four-card", "deal"
_AXES = {"four": (kernel.FOUR, kernel.FOUR_SHOWN), "five": (kernel.FIVE, kernel.FIVE_SHOWN)}
_LEAFLET = "leaflet"
_OUTCOMES = {"won": kernel.WON, "tied": kernel.TIED, "lost": kernel.LOST}


def describe(
    rules: Rules, plan: SimulationPlan, sides: Sequence[WagerOdds], solution: FourCardSolution | None
) -> SimulatedGame:
    """Return the game with the plan's wagers."""
    terms = FourCardTerms.from_rules(rules)
    return SimulatedGame(
        DECK,
        kernel.row_length(plan.players),
        kernel.AXIS_COUNT,
        kernel.most_outcomes(max(terms.multiples)),
        (
            *game_lines(
                rules, plan, (ANTE, PLAY, ANTE_BONUS), split_ending, _endings_by_outcome(terms), _played(plan, solution)
            ),
            *(_side_line(rules, each) for each in sides),
        ),
        NewFourCardPlayer(_play_of(terms, plan.play), plan.players),
        _in_words(terms, plan.play),
        () if solution is None else solution.provenance.assumptions,
    )


def _strategy_name(play: str) -> str:
    return _LEAFLET if play == CHART else play


def _played(plan: SimulationPlan, solution: FourCardSolution | None) -> StrategyResult | None:
    if solution is None or plan.play == BEST:
        return None if solution is None else solution.best_play
    return next(each for each in solution.strategies if each.strategy == _strategy_name(plan.play))


def _in_words(terms: FourCardTerms, play: str) -> str:
    if play == BEST:
        return "every player plays the best play of every hand, as the game was solved"
    source = next(each.source for each in simple_strategies(terms) if each.name == _strategy_name(play))
    return f"every player plays by {source}" if play == CHART else f"every player plays so: {source}"


def _play_of(terms: FourCardTerms, name: str) -> kernel.FourCardPlay:
    if name == BEST:
        spots = all_spots()
        return kernel.best_play(best_multiples(terms, spots), spots.up_cards, *terms.extreme_multiples)
    strategy = next(each for each in simple_strategies(terms) if each.name == _strategy_name(name))
    return kernel.play_by_strength(_times_by_strength(strategy.times))


@dataclass(frozen=True)
class NewFourCardPlayer:
    """Makes players of rounds, each with working memory of its own. It can be sent to another machine."""

    play: kernel.FourCardPlay
    players: int

    def __call__(self) -> PlayRounds:
        fixed = (self.play, kernel.lookup(bool(self.play.is_best)), kernel.new_room())
        seats = np.arange(self.players, dtype=np.int64)

        def play_rounds(cards: U8, out: U16, first: int = 0) -> None:
            kernel.play_rounds(cards, seats, *fixed, out)

        return play_rounds


def _times_by_strength(times_of: Callable[[FourCardSpots], NDArray[Any]]) -> U8:
    """Return what a strategy plays that looks at nothing but the strength."""
    strengths = np.arange(len(hand_of_each_rank(FOUR_CARD)) + 1, dtype=np.int64)
    nothing = np.zeros((len(strengths), 1), dtype=np.int32)
    every = FourCardSpots(np.zeros((len(strengths), 1), dtype=np.uint8), strengths, strengths, nothing, nothing)
    return times_of(every)[:, 0].astype(np.uint8)


# What outcomes bring


def _endings_by_outcome(terms: FourCardTerms) -> Mapping[int, RoundEnding]:
    """Return the ending of every outcome that may come."""
    found = {kernel.FOLDED: RoundEnding("fold", "folded", 1, Fraction(-1), Fraction(1))}
    for times in terms.multiples:
        for words, outcome in _OUTCOMES.items():
            for category in FOUR_CARD.categories:
                net, place = terms.net_result(times, outcome, category), FOUR_CARD.position(category)
                ending = RoundEnding(f"{times}x", f"{words} with {category}", 1, net, Fraction(1 + times))
                found[kernel.game_outcome(times, outcome, place)] = ending
    return found


def _side_line(rules: Rules, odds: WagerOdds) -> SimulatedLine:
    axis, names = _AXES[odds.deciding_cards.axis]
    counted = (shown for (shown,), _ in shipped_counts_by(_GAME, _SPACE, odds.deciding_cards.axis).cells)
    known: Mapping[str, ShownHands] = {shown[0]: shown for shown in counted}
    shown = [ShownOutcome(known[name]) if name in known else None for name in names]
    outcomes = [(each, bool(folded)) for each in shown for folded in range(kernel.FOLDS)]
    return side_line(odds, axis, outcomes, rules.wagers[odds.wager].is_lost_with_fold(rules.options))

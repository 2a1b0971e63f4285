"""Four Card Poker on a PAR sheet: its solution split into the Ante, its bonus and the Play."""

from collections.abc import Iterable

from houseway.analysis.alike_rows import merge_alike_rows
from houseway.analysis.four_card.ending_parts import split_ending
from houseway.analysis.four_card.solve import FourCardSolution
from houseway.analysis.par_figures.base_game import ParGame, StrategyGrid
from houseway.analysis.par_figures.game import par_game, par_wagers, pay_endings
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.procedure import ANTE
from houseway.submission import Rules


def build(rules: Rules, solution: FourCardSolution, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    """Return Four Card Poker and its wagers, paid as at the average Ante."""
    rounds = pay_endings(rules, solution.best_play, split_ending, pace.bets[ANTE])
    words = ("Fold, play once or play three times, depending on the hand and the dealer's up card; see below.",)
    game = par_game(rules, rounds, solution.provenance, pace, words, _up_card_grid(solution))
    return game, par_wagers(rules, rounds, solution.provenance, pace)


def _up_card_grid(solution: FourCardSolution) -> StrategyGrid:
    """Arrange actions by kind of hand and rank of the up card; adjacent kinds that always act alike share a row."""
    counted = ((name.replace("-", " "), row.values()) for name, row in solution.action_counts.items())
    cells = ((name, tuple(_usual_action(solution.actions, counts) for counts in row)) for name, row in counted)
    columns = tuple(next(iter(solution.action_counts.values())))
    return StrategyGrid("By the player's hand and the dealer's up card", columns, merge_alike_rows(cells))


def _usual_action(actions: tuple[str, ...], counts: Iterable[int]) -> tuple[str, str]:
    """Return the action of most hands, marked if some act otherwise."""
    by_count = sorted(zip(counts, actions), key=lambda each: -each[0])
    name = by_count[0][1]
    return name, f"{name}{'*' if by_count[1][0] else ''}" if by_count[0][0] else ""

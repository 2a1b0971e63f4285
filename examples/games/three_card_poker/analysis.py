"""What the analysis offers for Three Card Poker. The solver is imported when it is called, because numba takes seconds to load."""

from houseway.analysis.game_analysis import GameAnalysis
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.submission import Rules


def _solve(rules: Rules, progress: Progress | None) -> Solution:
    from three_card_poker import odds

    return odds.solve(rules, progress)


def _advise(rules: Rules, situation: PlayerView, progress: Progress | None) -> Advice:
    from three_card_poker import odds

    return odds.advise(rules, situation, progress)


def _terms(rules: Rules) -> object:
    from three_card_poker.odds import Terms

    return Terms.from_rules(rules)


ANALYSIS = GameAnalysis(solve=_solve, terms=_terms, advise=_advise)

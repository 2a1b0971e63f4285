"""Four Card Poker for the analysis. Solvers are imported when they are called, because numba takes seconds to load."""

from collections.abc import Sequence
from typing import Any

from houseway.analysis.four_card.odds import DECIDERS
from houseway.analysis.game_analysis import GameAnalysis
from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.simulated_games.lines import SimulatedGame
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.money import Cents
from houseway.submission import Rules


def _solve(rules: Rules, progress: Progress | None, **options: str) -> Solution:
    from houseway.analysis.four_card import solve

    return solve.solve(rules, progress, **options)


def _advise(rules: Rules, situation: PlayerView, progress: Progress | None) -> Advice:
    from houseway.analysis.four_card import solve

    return solve.advise(rules, situation)


def _count_jointly(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.four_card import joint

    return joint.count_jointly(rules, solution, axis, progress)


def _count_rounds(rules: Rules, solution: Any, axes: Sequence[str], bet: Cents, progress: Progress | None) -> RoundCounts:
    from houseway.analysis.four_card import spot_rounds

    return spot_rounds.count_rounds(rules, solution, axes, bet, progress)


def _build_par(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.four_card import par

    return par.build(rules, solution, pace)


def _draw_chart(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis.four_card import chart

    return chart.draw(solution, narrow)


def _simulate(rules: Rules, plan: SimulationPlan, sides: Sequence[WagerOdds], solution: Any) -> SimulatedGame:
    from houseway.analysis.four_card import simulated

    return simulated.describe(rules, plan, sides, solution)


def _terms(rules: Rules) -> object:
    from houseway.analysis.four_card.solve import FourCardTerms

    return FourCardTerms.from_rules(rules)


ANALYSIS: GameAnalysis = GameAnalysis(
    solve=_solve,
    count_jointly=_count_jointly,
    count_rounds=_count_rounds,
    build_par=_build_par,
    draw_chart=_draw_chart,
    simulate=_simulate,
    simulated_plays=("chart", "any-pair", "once-only", "never-fold", "best"),
    terms=_terms,
    deciders=DECIDERS,
    advise=_advise,
    fold_reading="FC-13",
)

"""Ultimate Texas Hold'em for the analysis. Solvers are imported when they are called, because numba takes seconds to load."""

from collections.abc import Sequence
from typing import Any

from houseway.analysis.game_analysis import GameAnalysis
from houseway.analysis.joint.distribution import JointDistribution
from houseway.analysis.odds.ultimate import DECIDERS
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.money import Cents
from houseway.submission import Rules


def _solve(rules: Rules, progress: Progress | None, **options: str) -> Solution:
    from houseway.analysis.solve.ultimate import solver

    return solver.solve(rules, progress, **options)


def _advise(rules: Rules, situation: PlayerView, progress: Progress | None) -> Advice:
    from houseway.analysis.solve.ultimate import advice

    return advice.advise(rules, situation, progress)


def _count_jointly(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.joint import ultimate

    return ultimate.count_at_bet(rules, solution, axis, bet, progress)


def _count_rounds(rules: Rules, solution: Any, axes: Sequence[str], bet: Cents, progress: Progress | None) -> RoundCounts:
    from houseway.analysis.spot_rounds import ultimate

    return ultimate.count_rounds(rules, solution, axes, bet, progress)


def _build_par(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.par_figures import ultimate

    return ultimate.build(rules, solution, pace)


def _draw_chart(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis.game_charts import ultimate

    return ultimate.draw(solution, narrow)


def _terms(rules: Rules) -> object:
    """Return the terms of the solution, and the awards of the Blind at the lowest Antes, which a reading rounds."""
    from houseway.analysis.odds.by_stake import blind_awards
    from houseway.analysis.solve.ultimate.terms import UltimateTerms

    return UltimateTerms.from_rules(rules), blind_awards(rules)


ANALYSIS: GameAnalysis = GameAnalysis(
    solve=_solve,
    count_jointly=_count_jointly,
    count_rounds=_count_rounds,
    build_par=_build_par,
    draw_chart=_draw_chart,
    terms=_terms,
    deciders=DECIDERS,
    solver_options=("strategy",),
    advise=_advise,
    fold_reading="UTH-09",
    costly_readings={"UTH-01": "pays-even"},
)

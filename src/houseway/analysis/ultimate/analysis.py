"""Ultimate Texas Hold'em for the analysis. Solvers are imported when they are called, because numba takes seconds to load."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.analysis.game_analysis import GameAnalysis
from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.simulated_games.lines import SimulatedGame, SimulatedLine
from houseway.analysis.simulated_games.plan import SimulationPlan
from houseway.analysis.solve.solution import Advice, PlayerView, Progress, Solution
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.analysis.two_seats.covariances import Pair, SharedVariance
from houseway.analysis.ultimate.odds import DECIDERS
from houseway.money import Cents
from houseway.submission import Rules


def _solve(rules: Rules, progress: Progress | None, **options: str) -> Solution:
    from houseway.analysis.ultimate.solve import solver

    return solver.solve(rules, progress, **options)


def _advise(rules: Rules, situation: PlayerView, progress: Progress | None) -> Advice:
    from houseway.analysis.ultimate.solve import advice

    return advice.advise(rules, situation, progress)


def _count_jointly(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.ultimate import joint

    return joint.count_at_bet(rules, solution, axis, bet, progress)


def _count_rounds(rules: Rules, solution: Any, axes: Sequence[str], bet: Cents, progress: Progress | None) -> RoundCounts:
    from houseway.analysis.ultimate import spot_rounds

    return spot_rounds.count_rounds(rules, solution, axes, bet, progress)


def _build_par(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.ultimate import par

    return par.build(rules, solution, pace)


def _draw_chart(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis.ultimate import chart

    return chart.draw(solution, narrow)


def _simulate(rules: Rules, plan: SimulationPlan, sides: Sequence[WagerOdds], solution: Any) -> SimulatedGame:
    from houseway.analysis.ultimate import simulated

    return simulated.describe(rules, plan, sides, solution)


_COUNTED_PLAYS = ("chart", "best")
"""Two seats are counted by these; by others they are simulated."""


def _count_seats(
    rules: Rules, lines: Sequence[SimulatedLine], play: str, progress: Progress | None
) -> Mapping[Pair, SharedVariance]:
    from houseway.analysis.ultimate import two_seats

    return two_seats.count_seats(rules, lines, play, progress) if play in _COUNTED_PLAYS else {}


def _terms(rules: Rules) -> object:
    """Return the terms of the solution, and the awards of the Blind at the lowest Antes, which a reading rounds."""
    from houseway.analysis.ultimate.by_stake import blind_awards
    from houseway.analysis.ultimate.solve.terms import UltimateTerms

    return UltimateTerms.from_rules(rules), blind_awards(rules)


ANALYSIS: GameAnalysis = GameAnalysis(
    solve=_solve,
    count_jointly=_count_jointly,
    count_rounds=_count_rounds,
    build_par=_build_par,
    draw_chart=_draw_chart,
    simulate=_simulate,
    simulated_plays=("chart", "never-fold", "never-raise", "three-times", "best"),
    solved_plays=("chart",),
    count_seats=_count_seats,
    terms=_terms,
    deciders=DECIDERS,
    solver_options=("strategy",),
    advise=_advise,
    fold_reading="UTH-09",
    costly_readings={"UTH-01": "pays-even"},
)

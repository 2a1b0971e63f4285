"""Pai Gow Poker for the analysis. Solvers are imported when they are called, because numba takes seconds to load."""

from collections.abc import Sequence
from typing import Any

from houseway.analysis.game_analysis import GameAnalysis
from houseway.analysis.joint_distribution import JointDistribution
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.pai_gow.odds import DECIDERS
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.wager import ParWager
from houseway.analysis.simulated_games.lines import SimulatedGame
from houseway.analysis.simulated_games.plan import HOUSE_WAY, SimulationPlan
from houseway.analysis.solve.solution import Progress, Solution
from houseway.analysis.spot_rounds.round_counts import RoundCounts
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.submission import Rules


def _solve(rules: Rules, progress: Progress | None, **options: str | HouseWay) -> Solution:
    from houseway.analysis.pai_gow.solve import house_ways

    return house_ways.solve_rules(rules, progress, **options)


def _count_jointly(rules: Rules, solution: Any, axis: str, bet: Cents, progress: Progress | None) -> JointDistribution:
    from houseway.analysis.pai_gow import joint

    return joint.count_jointly(rules, solution, axis, bet, progress)


def _count_rounds(rules: Rules, solution: Any, axes: Sequence[str], bet: Cents, progress: Progress | None) -> RoundCounts:
    from houseway.analysis.pai_gow import spot_rounds

    return spot_rounds.count_rounds(rules, solution, axes, bet, progress)


def _build_par(rules: Rules, solution: Any, pace: Pace) -> tuple[ParGame, tuple[ParWager, ...]]:
    from houseway.analysis.pai_gow import par

    return par.build(rules, solution, pace)


def _draw_chart(solution: Any, narrow: bool) -> dict[str, Any]:
    from houseway.analysis.pai_gow import chart

    return chart.draw(solution, narrow)


def _simulate(rules: Rules, plan: SimulationPlan, sides: Sequence[WagerOdds], solution: Any) -> SimulatedGame:
    from houseway.analysis.pai_gow import simulated

    return simulated.describe(rules, plan, sides, solution)


def _terms(rules: Rules) -> object:
    from houseway.analysis.pai_gow.solve.counts import PaiGowTerms

    return PaiGowTerms.from_rules(rules)


ANALYSIS: GameAnalysis = GameAnalysis(
    solve=_solve,
    count_jointly=_count_jointly,
    count_rounds=_count_rounds,
    build_par=_build_par,
    draw_chart=_draw_chart,
    simulate=_simulate,
    simulated_plays=(HOUSE_WAY,),
    terms=_terms,
    deciders=DECIDERS,
    solver_options=("house_way", "against"),
    advice_command="houseway set '{cards}' --exact",
    costly_readings={"DIV-01": "two-to-one"},
    bank_readings=("PG-25", "PG-26", "PG-29", "DIV-41", "DIV-43"),
)

"""Build a PAR sheet: optional wagers from their odds, the game itself from its solution, and how wagers of a spot vary together."""

from collections.abc import Iterable

from houseway.analysis.findings import money_findings
from houseway.analysis.games import analysis_of, count_jointly
from houseway.analysis.joint.distribution import NOT_COUNTED, Beside, Told, lost_by_fold
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.par.optional import optional_wagers, stated, under_play
from houseway.analysis.par.pace import Pace
from houseway.analysis.par.sheet import ParSheet
from houseway.analysis.par.spot import OneSpot, of_beside, of_counted
from houseway.analysis.solve.solution import Progress, Solution
from houseway.disk_cache import NOT_CACHED
from houseway.errors import HousewayError
from houseway.money import Cents
from houseway.submission import Rules


def build_par_sheet(
    rules: Rules,
    pace: Pace | None = None,
    solution: Solution | None = None,
    date: str = "",
    progress: Progress | None = None,
) -> ParSheet:
    """Build the sheet of these rules; a solution adds the base game."""
    at = pace or Pace.at(rules)
    plain = stated(rules, at)
    alone = {each.wager: each.expected_value for each in plain}
    if solution is None:
        counted = tuple(optional_wagers(rules, plain, at, {}))
        return ParSheet(rules, at, None, counted, money_findings(rules, None), date, of_counted(plain, alone, {}))
    game, wagers = analysis_of(rules.regulation).build_par(rules, solution, at)
    own = [each.staking for each in wagers]
    told = told_beside(rules, solution, own[0].bet, plain, progress)
    optional = [under_play(rules, each, told) for each in plain]
    counted = tuple(optional_wagers(rules, optional, at, told))
    beside = (*of_beside(own, optional, told), *of_counted(optional, alone, told))
    others = [each.staking for each in counted if each.rounds]
    spot = OneSpot.of(own, others, (*game.together, *beside), at.rounds_per_hour)
    lost = tuple(each.wager for each in optional if lost_by_fold(each) and each.expected_value != alone[each.wager])
    return ParSheet(
        rules, at, game, (*wagers, *counted), money_findings(rules, game.house_edge), date, beside, spot, lost_by_fold=lost
    )


def told_beside(
    rules: Rules, solution: Solution, bet: Cents, wagers: Iterable[WagerOdds], progress: Progress | None = None
) -> Told:
    """Return the solved game by what decides each optional wager; None where it is not counted, or may not be counted now."""
    axes = dict.fromkeys(each.basis.axis for each in wagers if each.basis.game)
    return {axis: _told(rules, solution, axis, bet, progress) for axis in axes}


def _told(rules: Rules, solution: Solution, axis: str, bet: Cents, progress: Progress | None) -> Beside | None:
    try:
        return count_jointly(rules, solution, axis, bet, progress)
    except HousewayError as refusal:
        if refusal.code not in (NOT_COUNTED, NOT_CACHED):
            raise
        return None

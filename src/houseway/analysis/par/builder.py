"""Build a PAR sheet: optional wagers from their odds, the game itself from its solution, and how wagers of a spot vary together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from houseway.analysis.findings import money_findings
from houseway.analysis.game_analysis import NO_SHEET
from houseway.analysis.games import analysis_of, count_jointly
from houseway.analysis.joint_distribution import NOT_COUNTED, DistributionsByAxis, JointDistribution, is_lost_by_fold
from houseway.analysis.odds.wager import WagerOdds
from houseway.analysis.par.optional import odds_at_average_bets, odds_under_play, optional_wagers
from houseway.analysis.par.sheet import ParSheet
from houseway.analysis.par.stated_pace import state_pace
from houseway.analysis.par_figures.base_game import ParGame
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.par_figures.spot import PlayerSpot, covariances_of_optional, covariances_with_game
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
    """Build the sheet of these rules; a solution, as `solve_game` returns it, adds the base game."""
    at = pace or state_pace(rules)
    plain = odds_at_average_bets(rules, at)
    alone = {each.wager: each.expected_value for each in plain}
    record = analysis_of(rules.regulation)
    if solution is None or record.build_par is NO_SHEET:
        counted = tuple(optional_wagers(rules, plain, at, {}))
        joint = covariances_of_optional(plain, alone, {})
        return ParSheet(rules, at, None, counted, money_findings(rules, None), date, optional_covariances=joint)
    game, wagers = record.build_par(rules, solution, at)
    game = _with_readings(game, solution.provenance.readings, record.bank_readings)
    own = [each.staked_wager for each in wagers]
    distributions = joint_distributions(rules, solution, own[0].bet, plain, progress)
    optional = [odds_under_play(rules, each, distributions) for each in plain]
    counted = tuple(optional_wagers(rules, optional, at, distributions))
    joint = (*covariances_with_game(own, optional, distributions), *covariances_of_optional(optional, alone, distributions))
    others = [each.staked_wager for each in counted if each.rounds_per_hour]
    spot = PlayerSpot.from_wagers(own, others, (*game.covariances, *joint), at.rounds_per_hour)
    lost = tuple(each.wager for each in optional if is_lost_by_fold(each) and each.expected_value != alone[each.wager])
    found = money_findings(rules, game.house_edge)
    return ParSheet(rules, at, game, (*wagers, *counted), found, date, optional_covariances=joint, spot=spot, lost_by_fold=lost)


def _with_readings(game: ParGame, decisive: Mapping[str, str], bank: Sequence[str]) -> ParGame:
    """Tell the readings of a bank from those of the game without one."""
    own = {id_: choice for id_, choice in decisive.items() if id_ not in bank}
    return replace(game, readings=own, bank_readings={id_: decisive[id_] for id_ in decisive if id_ in bank})


def joint_distributions(
    rules: Rules, solution: Solution, bet: Cents, wagers: Iterable[WagerOdds], progress: Progress | None = None
) -> DistributionsByAxis:
    """Return the solved game by what decides each optional wager; None where it is not counted, or may not be counted now."""
    axes = dict.fromkeys(each.deciding_cards.axis for each in wagers if each.deciding_cards.game)
    return {axis: _joint_distribution(rules, solution, axis, bet, progress) for axis in axes}


def _joint_distribution(
    rules: Rules, solution: Solution, axis: str, bet: Cents, progress: Progress | None
) -> JointDistribution | None:
    try:
        return count_jointly(rules, solution, axis, bet, progress)
    except HousewayError as refusal:
        if refusal.code not in (NOT_COUNTED, NOT_CACHED):
            raise
        return None

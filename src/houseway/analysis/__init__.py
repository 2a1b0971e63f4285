"""Exact analysis: odds of the optional wagers, solved games and advice, PAR sheets, and findings about money."""

from houseway.analysis.findings import MoneyFinding, money_findings
from houseway.analysis.games import count_jointly, rate_choices, solve_game
from houseway.analysis.odds.spot import WagersOnSpot, combine_wagers, covariance
from houseway.analysis.odds.wager import OddsRow, WagerOdds
from houseway.analysis.odds_calculation import all_odds, wager_odds
from houseway.analysis.par.builder import build_par_sheet
from houseway.analysis.par.sheet import ParSheet
from houseway.analysis.par.stated_pace import state_pace
from houseway.analysis.par_figures.pace import Pace
from houseway.analysis.solve.solution import Advice, PlayerView, Solution
from houseway.analysis.standard_rules import standard_rules

__all__ = [
    "Advice",
    "MoneyFinding",
    "OddsRow",
    "Pace",
    "ParSheet",
    "PlayerView",
    "Solution",
    "WagerOdds",
    "WagersOnSpot",
    "all_odds",
    "build_par_sheet",
    "combine_wagers",
    "count_jointly",
    "covariance",
    "money_findings",
    "rate_choices",
    "solve_game",
    "standard_rules",
    "state_pace",
    "wager_odds",
]

"""Exact analysis: the odds of every optional wager, counted."""

from houseway.analysis.odds import OddsRow, WagerOdds, every, odds
from houseway.analysis.odds_spot import Spot, covariance, spot
from houseway.analysis.solution import Advice, Situation, Solution, advise, solve, standard_rules

__all__ = ["OddsRow", "Spot", "WagerOdds", "covariance", "every", "odds", "spot"]

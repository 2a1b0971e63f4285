"""Exact analysis: the odds of every optional wager, counted; games solved, and advice."""

from houseway.analysis.odds import OddsRow, WagerOdds, every, odds
from houseway.analysis.odds_spot import Spot, covariance, spot
from houseway.analysis.solution import Advice, Situation, Solution, advise, solve, standard_rules

__all__ = [
    "Advice",
    "OddsRow",
    "Situation",
    "Solution",
    "Spot",
    "WagerOdds",
    "advise",
    "covariance",
    "every",
    "odds",
    "solve",
    "spot",
    "standard_rules",
]

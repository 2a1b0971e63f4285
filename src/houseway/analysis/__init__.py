"""Exact analysis: the odds of every optional wager, counted; games solved, and advice; PAR sheets and findings about money."""

from houseway.analysis.findings import MoneyFinding, findings
from houseway.analysis.odds.spot import Spot, covariance, spot
from houseway.analysis.odds.wager import OddsRow, WagerOdds, every, odds
from houseway.analysis.par.pace import Pace
from houseway.analysis.par.sheet import ParSheet, par
from houseway.analysis.solve.solution import Advice, Situation, Solution, advise, solve, standard_rules

__all__ = [
    "Advice",
    "MoneyFinding",
    "OddsRow",
    "Pace",
    "ParSheet",
    "Situation",
    "Solution",
    "Spot",
    "WagerOdds",
    "advise",
    "covariance",
    "every",
    "findings",
    "odds",
    "par",
    "solve",
    "spot",
    "standard_rules",
]

"""Why each cent of a round moved, in words and as values: hands compared, rows, arithmetic, readings and clauses."""

from houseway.explain.explanation import MoneyMove, RoundExplanation, WagerExplanation
from houseway.explain.report import RoundReport, ShownHand
from houseway.explain.results import WagerKey, WagerSettlement
from houseway.explain.words import describe_event

__all__ = [
    "MoneyMove",
    "RoundExplanation",
    "RoundReport",
    "ShownHand",
    "WagerExplanation",
    "WagerKey",
    "WagerSettlement",
    "describe_event",
]

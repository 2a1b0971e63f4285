"""Why each cent of a round moved, in words and as values: hands compared, rows, arithmetic, readings and clauses."""

from houseway.explanation.explanation import MoneyMove, RoundExplanation, WagerExplanation
from houseway.explanation.report import RoundReport, ShownHand
from houseway.explanation.results import WagerKey, WagerSettlement
from houseway.explanation.words import describe_event

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

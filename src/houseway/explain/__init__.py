"""Why each cent of a round moved, in words and as values: hands compared, rows, arithmetic, readings and clauses."""

from houseway.explain.explanation import Because, Moved, Why
from houseway.explain.report import Hands, Report
from houseway.explain.results import Settled, WagerKey
from houseway.explain.words import in_words

__all__ = ["Because", "Hands", "Moved", "Report", "Settled", "WagerKey", "Why", "in_words"]

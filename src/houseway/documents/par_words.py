"""Numbers and lists as a PAR sheet prints them."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.analysis.exact import MINUS, as_decimal, as_dollars_and_cents, as_percent
from houseway.analysis.par_figures.wager import ParRow
from houseway.documents.wording import join_words
from houseway.money import Cents

EDGE_PLACES, RETURN_PLACES, DEVIATION_PLACES = 4, 6, 4
NONE = "–"
"""Stands for a figure that a wager does not have."""


def percent_words(value: Fraction | None, places: int = EDGE_PLACES) -> str:
    return NONE if value is None else as_percent(value, places).replace("-", MINUS)


def money_words(cents: Fraction | None) -> str:
    return NONE if cents is None else as_dollars_and_cents(cents).replace("-", MINUS)


def deviation_words(deviation: Fraction) -> str:
    return f"standard deviation {money_words(deviation)} of one player's net result"


def edges_by_stake(edges: Sequence[tuple[Cents, Fraction]], unit: str) -> str:
    """List edges with the stakes at which they hold, or say that every stake has the same."""
    by_edge: dict[str, list[str]] = {}
    for stake, edge in edges:
        by_edge.setdefault(percent_words(edge), []).append(str(stake))
    if len(by_edge) == 1 and len(edges) > 1:
        (same,) = by_edge
        return f"{same} at every {unit} from {edges[0][0]} to {edges[-1][0]}"
    return "; ".join(f"{edge} at {join_words(stakes)}" for edge, stakes in by_edge.items())


def true_odds_words(row: ParRow) -> str:
    """Return the odds against the row, to 1."""
    odds = row.true_odds
    if odds is None:
        return "never"
    whole, part = as_decimal(odds, 2).split(".")
    return f"{int(whole):,}.{part} to 1"


def bar_lengths(values: Sequence[Fraction]) -> tuple[float, ...]:
    """Return the lengths of bars, relative to the longest."""
    longest = max((abs(value) for value in values), default=Fraction(0))
    return tuple(round(float(value / longest), 4) if longest else 0.0 for value in values)

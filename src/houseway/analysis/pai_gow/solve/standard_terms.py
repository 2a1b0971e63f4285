"""The terms on which hands are valued where no submission is filed: those of the first book of the game."""

from dataclasses import replace

from houseway.analysis.pai_gow.solve.counts import PaiGowTerms
from houseway.analysis.standard_rules import standard_rules
from houseway.regulation import book_ids, load_book
from houseway.regulation.games import PAI_GOW_POKER
from houseway.wheel import WheelRank


def standard_terms(wheel: WheelRank = WheelRank.SECOND) -> PaiGowTerms:
    """Return the first book's terms, with the straight from ace to five ranked as given."""
    first = next(book for book in book_ids() if load_book(book).game == PAI_GOW_POKER)
    return replace(PaiGowTerms.from_rules(standard_rules(first)), order=wheel.order)

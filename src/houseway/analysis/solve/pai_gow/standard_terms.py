"""The terms on which hands are valued where no submission is filed: those of the first book of the game."""

from dataclasses import replace

from houseway.analysis.solve.pai_gow.counts import PaiGowTerms
from houseway.analysis.standard_rules import standard_rules
from houseway.hands.orders import MD_PAI_GOW
from houseway.wheel import WheelRank


def standard_terms(wheel: WheelRank = WheelRank.SECOND) -> PaiGowTerms:
    """Return Maryland's terms, with the straight from ace to five ranked as given."""
    return replace(PaiGowTerms.from_rules(standard_rules(MD_PAI_GOW)), order=wheel.order)

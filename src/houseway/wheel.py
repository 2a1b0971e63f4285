"""How the straight from ace to five ranks among straights, where a hand is set without the rules of a table.

It imports the orders when they are asked for, so that a command with this option starts at once.
"""

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from houseway.hands import HandOrder


class WheelRank(StrEnum):
    """How the straight from ace to five ranks. The Division lets an operator file it as the lowest."""

    SECOND = "second"
    LOWEST = "lowest"

    @property
    def order(self) -> "HandOrder":
        from houseway.hands import PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL

        return PAI_GOW_HIGH if self is WheelRank.SECOND else PAI_GOW_HIGH_LOW_WHEEL

    @property
    def description(self) -> str:
        return f"ace to five the {'second highest' if self is WheelRank.SECOND else 'lowest'} straight"

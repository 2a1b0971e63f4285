"""The first decision that a worker values in each game, and what it compiles for that."""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.regulation.games import FOUR_CARD_POKER, PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM

ADVISE, RATE_SETTINGS, VALUE_DECISIONS = "advise", "rate-settings", "value-decisions"


@dataclass(frozen=True)
class FirstDecision:
    """A question about a decision of a player."""

    kind: str
    cards: Mapping[str, str]
    functions: int
    """The functions that it compiles if nothing has been compiled before."""


BY_GAME: Mapping[str, FirstDecision] = {
    FOUR_CARD_POKER: FirstDecision(ADVISE, {"cards": "As Kd 9c 3d 2h", "up_card": "7d"}, 6),
    PAI_GOW_POKER: FirstDecision(RATE_SETTINGS, {"cards": "As Kd 9c 8c 7d 3d 2h"}, 17),
    ULTIMATE_TEXAS_HOLDEM: FirstDecision(ADVISE, {"cards": "As Kd", "board": "9h 7d 2c"}, 13),
}
"""By game. The shortest is first, so that others wait less for it."""
RATED_SETTING = next(each for each in BY_GAME.values() if each.kind == RATE_SETTINGS)
"""That of the games in which players set their cards."""

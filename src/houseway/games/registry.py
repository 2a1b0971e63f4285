"""The code of each game. A game is loaded when a table asks for it."""

from collections.abc import Callable, Mapping
from functools import cache

from houseway.games.game import Game
from houseway.regulation.games import FOUR_CARD_POKER, PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM, facts_of


def _load_pai_gow() -> Game:
    from houseway.games.pai_gow.game import PAI_GOW

    return PAI_GOW


def _load_ultimate() -> Game:
    from houseway.games.ultimate.game import ULTIMATE

    return ULTIMATE


def _load_four_card() -> Game:
    from houseway.games.four_card.game import FOUR_CARD

    return FOUR_CARD


LOADERS: Mapping[str, Callable[[], Game]] = {
    PAI_GOW_POKER: _load_pai_gow,
    ULTIMATE_TEXAS_HOLDEM: _load_ultimate,
    FOUR_CARD_POKER: _load_four_card,
}
"""By the name that rule books have for a game: what imports its code."""


@cache
def game_of(game: str) -> Game:
    """Return the code that plays a game, by the name that rule books have for it."""
    facts_of(game)  # refuses a game that there is not
    return LOADERS[game]()

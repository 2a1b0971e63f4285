"""The code of each game. A game is loaded when a table asks for it."""

from functools import cache

from houseway.errors import Malformed
from houseway.games.game import Game
from houseway.regulation import games


@cache
def game_of(game: str) -> Game:
    """Return the code that plays a game, by the name that rule books have for it."""
    match game:
        case games.PAI_GOW_POKER:
            from houseway.games.pai_gow.game import PAI_GOW

            return PAI_GOW
        case games.ULTIMATE_TEXAS_HOLDEM:
            from houseway.games.ultimate.game import ULTIMATE

            return ULTIMATE
        case games.FOUR_CARD_POKER:
            from houseway.games.four_card.game import FOUR_CARD

            return FOUR_CARD
    raise Malformed(f"there is no game {game!r}", code="games.none", given=game, allowed=games.GAMES)

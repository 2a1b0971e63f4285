"""Which game is played under which book. A game is loaded when a table asks for it."""

from functools import cache

from houseway.errors import Malformed
from houseway.games.game import Game
from houseway.hands.orders import DIV_PAI_GOW, MD_FOUR_CARD, MD_PAI_GOW, MD_ULTIMATE


@cache
def game_of(book: str) -> Game:
    """The game of a book."""
    match book:
        case "md.pai-gow-poker" | "div.pai-gow-poker":
            from houseway.games.pai_gow.game import PAI_GOW

            return PAI_GOW
        case "md.ultimate-texas-holdem":
            from houseway.games.ultimate.game import ULTIMATE

            return ULTIMATE
        case "md.four-card-poker":
            from houseway.games.four_card.game import FOUR_CARD

            return FOUR_CARD
    books = (MD_PAI_GOW, DIV_PAI_GOW, MD_ULTIMATE, MD_FOUR_CARD)
    raise Malformed(f"no table plays under {book}", code="games.none", given=book, allowed=books)

"""Which game is played under which book."""

from houseway.errors import Malformed
from houseway.games.game import Game
from houseway.games.pai_gow.game import PAI_GOW
from houseway.games.ultimate.game import ULTIMATE
from houseway.hands.orders import DIV_PAI_GOW, MD_PAI_GOW, MD_ULTIMATE

GAMES = {MD_PAI_GOW: PAI_GOW, DIV_PAI_GOW: PAI_GOW, MD_ULTIMATE: ULTIMATE}


def game_of(book: str) -> Game:
    """The game of a book."""
    if book not in GAMES:
        raise Malformed(f"no table plays under {book} yet", code="games.none", given=book, allowed=tuple(GAMES))
    return GAMES[book]

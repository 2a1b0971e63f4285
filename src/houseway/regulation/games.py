"""The games that houseway plays. A rule book says which of them it is about; books of one game are played by the same code.

This is the registry of what every layer asks of a game. The code that plays a game is in `games.registry`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.errors import Malformed
from houseway.hands import FOUR_CARD, ORDERS, PAI_GOW_HIGH, PAI_GOW_LOW, STANDARD, HandOrder
from houseway.regulation.side_bets import ONLY_CODED, DecidedBy

PAI_GOW_POKER, ULTIMATE_TEXAS_HOLDEM, FOUR_CARD_POKER = "pai-gow-poker", "ultimate-texas-holdem", "four-card-poker"


@dataclass(frozen=True)
class GameFacts:
    """What other layers ask of a game without playing it."""

    orders: tuple[HandOrder, ...]
    """The orders in which hands are compared with the dealer's; where players set two hands, that of the high hand is first."""
    base_wager: str
    """The wager that a player makes first."""
    side_bet_cards: tuple[DecidedBy, ...]
    """The cards that may decide a side bet."""
    has_lone_side_bets: bool = False
    """Whether a side bet that is always offered gets cards without the base wager."""
    against_dealer: bool = True
    """Whether players decide street by street against the dealer. In the other games they set seven cards."""
    table_name: str = ""
    """The default name of a table. The built-in submissions file their meters for it."""

    @property
    def has_joker(self) -> bool:
        return self.orders[0].has_joker


_OWN_OR_DEALERS = (DecidedBy.OWN, DecidedBy.DEALER)
_ANY_CARDS = tuple(cards for cards in DecidedBy if cards not in ONLY_CODED)
GAMES: Mapping[str, GameFacts] = {
    PAI_GOW_POKER: GameFacts((PAI_GOW_HIGH, PAI_GOW_LOW), "pai-gow", _OWN_OR_DEALERS, against_dealer=False, table_name="PG-1"),
    ULTIMATE_TEXAS_HOLDEM: GameFacts((STANDARD,), "ante", _ANY_CARDS, table_name="UTH-1"),
    FOUR_CARD_POKER: GameFacts((FOUR_CARD,), "ante", _OWN_OR_DEALERS, has_lone_side_bets=True, table_name="FC-1"),
}
"""By the name of the game in its rule books."""


def facts_of(game: str) -> GameFacts:
    """Return what is known of a game, or refuse one that houseway does not play."""
    if game not in GAMES:
        raise Malformed(f"there is no game {game!r}", code="games.none", given=game, allowed=tuple(GAMES))
    return GAMES[game]


def ranked_orders() -> tuple[HandOrder, ...]:
    """Return every order that the kernels rank: those of the program, and those of a game of one's own."""
    return tuple(dict.fromkeys((*ORDERS, *(order for facts in GAMES.values() for order in facts.orders))))


def is_against_dealer(game: str) -> bool:
    """Return whether players decide against the dealer in a game. A book may be about one that houseway does not play."""
    return game in GAMES and GAMES[game].against_dealer

"""Facts that differ between games for code that plays, records or explains whole rounds."""

from houseway.hands import FOUR_CARD, STANDARD, HandOrder
from houseway.procedure import ANTE, PAI_GOW
from houseway.regulation.games import AGAINST_DEALER, FOUR_CARD_POKER, ULTIMATE_TEXAS_HOLDEM

_TABLES = {ULTIMATE_TEXAS_HOLDEM: "UTH-1", FOUR_CARD_POKER: "FC-1"}
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def base_wager(game: str) -> str:
    """Return the wager that a player makes first."""
    return ANTE if game in AGAINST_DEALER else PAI_GOW


def default_table_name(game: str) -> str:
    """Return the default name of a table of this game. The built-in submissions file their meters for it."""
    return _TABLES.get(game, "PG-1")


def comparison_order(game: str) -> HandOrder:
    """Return the order that ranks a player's hand against the dealer's, where no hands are set."""
    return FOUR_CARD if game == FOUR_CARD_POKER else STANDARD

"""Facts that differ between games for code that plays, records or explains whole rounds."""

from houseway.hands import HandOrder
from houseway.regulation.games import GAMES, facts_of

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def base_wager(game: str) -> str:
    """Return the wager that a player makes first."""
    return facts_of(game).base_wager


def default_table_name(game: str) -> str:
    """Return the default name of a table of this game. A table of a game that houseway does not play is never opened."""
    return GAMES.get(game, next(iter(GAMES.values()))).table_name


def comparison_order(game: str) -> HandOrder:
    """Return the order that ranks a player's hand against the dealer's, where no hands are set."""
    return facts_of(game).orders[0]

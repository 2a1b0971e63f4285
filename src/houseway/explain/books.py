"""Facts that differ between books for code that plays, records or explains whole rounds."""

from houseway.procedure import ANTE, FOUR_CARD, PAI_GOW, ULTIMATE

AGAINST_DEALER = frozenset((ULTIMATE, FOUR_CARD))
"""Books in which players decide street by street against the dealer. In the others they set seven cards."""
_TABLES = {ULTIMATE: "UTH-1", FOUR_CARD: "FC-1"}
NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")


def base_wager(book: str) -> str:
    """Return the wager that a player makes first."""
    return ANTE if book in AGAINST_DEALER else PAI_GOW


def table_name(book: str) -> str:
    """Return the default name of a table of this book. The built-in submissions file their meters for it."""
    return _TABLES.get(book, "PG-1")

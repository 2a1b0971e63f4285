"""Facts that differ between books for code that plays, records or explains whole rounds."""

from houseway.hands.orders import MD_FOUR_CARD as FOUR_CARD
from houseway.hands.orders import MD_ULTIMATE as ULTIMATE

__all__ = ["AGAINST_DEALER", "ANTE", "FOUR_CARD", "NAMES", "PAI_GOW", "ULTIMATE", "base_wager", "table_name"]

PAI_GOW, ANTE = "pai-gow", "ante"
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

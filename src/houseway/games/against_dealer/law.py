"""Rules that two books have in common: Four Card Poker is played by the chapters of Ultimate's, under ids of its own."""

from collections.abc import Mapping

from houseway.citation import Law, Where
from houseway.hands.orders import MD_FOUR_CARD as FOUR_CARD
from houseway.hands.orders import MD_ULTIMATE as ULTIMATE

__all__ = ["FOUR_CARD", "ULTIMATE", "alike", "as_played"]


def as_played(where: Where) -> Where:
    """The same clauses of the game as it is played."""
    if isinstance(where, str):
        return f"as-played.{where}"
    if isinstance(where, Mapping):
        return {variant: _plain(clauses) for variant, clauses in where.items()}
    return _plain(where)


def _plain(clauses: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"as-played.{clause}" for clause in ((clauses,) if isinstance(clauses, str) else clauses))


def alike(where: Where) -> Law:
    """One rule under the same number in both books."""
    return Law({ULTIMATE: where, FOUR_CARD: as_played(where)})

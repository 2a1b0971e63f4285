"""The books whose tables are equipped here, and how one of them follows another."""

from collections.abc import Mapping

from houseway.citation import Where
from houseway.hands.orders import DIV_PAI_GOW as DIV
from houseway.hands.orders import MD_FOUR_CARD as FOUR_CARD
from houseway.hands.orders import MD_PAI_GOW as MD
from houseway.hands.orders import MD_ULTIMATE as ULTIMATE

__all__ = ["DIV", "FOUR_CARD", "MD", "ULTIMATE", "against_dealer"]


def against_dealer(where: Where) -> dict[str, Where]:
    """A rule of Ultimate Texas Hold'em, and of Four Card Poker, which follows it clause by clause under ids of its own."""
    return {ULTIMATE: where, FOUR_CARD: _as_played(where)}


def _as_played(where: Where) -> Where:
    if isinstance(where, Mapping):
        return {variant: _prefixed(clauses) for variant, clauses in where.items()}
    return _prefixed(where)


def _prefixed(clauses: str | tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"as-played.{clause}" for clause in ((clauses,) if isinstance(clauses, str) else clauses))

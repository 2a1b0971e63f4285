"""Rules of every game against the dealer: those of Ultimate Texas Hold'em, which the book of Four Card Poker is modelled on."""

from houseway.citation import ClauseIds, Law
from houseway.procedure import ULTIMATE


def same_rule(where: ClauseIds) -> Law:
    """Return one rule by its clauses in Ultimate Texas Hold'em. A book that is modelled on it has clauses of its own for them."""
    return Law({ULTIMATE: where})

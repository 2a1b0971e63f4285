"""Rules that two books have in common: Four Card Poker is played by the chapters of Ultimate's, under ids of its own."""

from houseway.citation import ClauseIds, Law
from houseway.procedure import dealer_game_clauses


def same_rule(where: ClauseIds) -> Law:
    """One rule under the same number in both books."""
    return Law(dealer_game_clauses(where))

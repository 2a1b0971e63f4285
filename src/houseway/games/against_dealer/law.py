"""Rules that two books have in common: Four Card Poker is played by the chapters of Ultimate's, under ids of its own."""

from houseway.citation import Law, Where
from houseway.procedure import against_dealer


def alike(where: Where) -> Law:
    """One rule under the same number in both books."""
    return Law(against_dealer(where))

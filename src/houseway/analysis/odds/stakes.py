"""Stakes that a wager may have, and those that are listed where the odds depend on the stake."""

from collections.abc import Iterable
from fractions import Fraction

from houseway.money import Cents
from houseway.submission.rules import Offer

MOST_STAKES = 30
"""At most this many stakes are listed where the odds depend on rounding."""
_ONE = Cents.from_dollars(1)


def may_stake(offer: Offer, stake: Cents) -> bool:
    return stake in offer.stakes if offer.stakes else offer.minimum <= stake <= offer.maximum


def stakes_until_even(least: Cents, most: Cents, period: Fraction, further: Iterable[Cents] = ()) -> tuple[Cents, ...]:
    """List the minimum, every dollar above it until rounding has no effect again, the further stakes within limits, and the
    maximum."""
    whole = min(-(-period // _ONE.amount), MOST_STAKES)
    between = (*(least + _ONE * number for number in range(1, int(whole) + 1)), *further)
    return tuple(sorted({least, most, *(each for each in between if least <= each <= most)}))

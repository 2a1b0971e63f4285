"""What match play coupons cost the house: a coupon that wins pays as if it were chips, and one that loses costs nothing."""

from fractions import Fraction
from typing import Any

from houseway.analysis.solve.solution import Solution
from houseway.errors import Malformed, NotAllowed
from houseway.money import Cents
from houseway.submission import Rules

_OPTION = "coupons.match-play"
MOST_COUPONS = 100_000


def coupon_cost(rules: Rules, solution: Solution, face: Cents, coupons: int) -> Fraction:
    """Return what so many coupons cost, in cents.

    A push leaves a coupon where it is, so it is played until it is won or lost. It is then used up, and the house has paid the
    odds of the base wager on its face if it was won.
    """
    if not coupons:
        return Fraction(0)
    check_coupons(rules, face, coupons)
    found: Any = solution
    counts, pays = found.counts, Fraction(found.terms.pays)
    return Fraction(counts.win, counts.win + counts.lose) * pays * face.amount * coupons


def check_coupons(rules: Rules, face: Cents, coupons: int) -> None:
    """Refuse coupons that the book or the submission does not take."""
    option = rules.regulation.options.get(_OPTION)
    if option is None:
        raise NotAllowed(
            f"{rules.book} takes no match play coupons", code="hold.coupons", given=rules.book, allowed="no coupons"
        )
    if not rules.options.get(_OPTION):
        raise NotAllowed(
            f"no match play coupons are filed for {rules.book}: name a submission with coupons.match-play = true",
            code="hold.coupons",
            clauses=(option.clause,),
            given=rules.book,
            allowed=f"{_OPTION} = true",
        )
    if not 0 <= coupons <= MOST_COUPONS or face <= Cents(0):
        given = f"{coupons:,} coupons of {face}"
        raise Malformed(
            f"{given} cannot be played", code="hold.coupons", given=given, allowed=f"0 to {MOST_COUPONS:,} of more than $0"
        )

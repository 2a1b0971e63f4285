"""The award of a wager: the row that pays it and the amount in cents, or nothing."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import wraps
from typing import NamedTuple, TypeVar, TypeVarTuple

from houseway.citation import Citation
from houseway.money import NO_MONEY, Cents, MeterShare
from houseway.regulation import Row
from houseway.submission.rules import Rules

MeterAmounts = Mapping[str, Fraction]
"""What each meter shows, in exact cents."""
MeterRest = TypeVarTuple("MeterRest")
Made = TypeVar("Made")


class Award(NamedTuple):
    """The result of one wager: lost if it has no row, otherwise what it is paid and why."""

    wager: str
    hand: str
    words: str
    row: Row | None
    stake: Cents
    """In chips."""
    amount: Cents
    """Paid in addition to the stake. A share of a meter has an amount only if the meters were given."""
    clauses: tuple[Citation, ...]
    share: MeterShare | None = None
    returns_stake: bool = False
    is_deducted_from_meter: bool = False
    """Whether it is deducted from the meter."""
    coupon: Cents = NO_MONEY
    """The part of the stake in coupons: paid like chips, but never returned."""
    cut_by_limit: Cents = NO_MONEY
    """The amount by which the payout limit reduced it."""

    @property
    def is_won(self) -> bool:
        return self.row is not None


def remember_per_rules(function: Callable[[Rules, *MeterRest], Made]) -> Callable[[Rules, *MeterRest], Made]:
    """Cache a function of rules by their hash."""
    kept: dict[str, dict[object, Made]] = {}

    @wraps(function)
    def remembered(rules: Rules, *rest: *MeterRest) -> Made:
        try:
            return kept[rules.hash][rest]
        except KeyError:
            made = kept.setdefault(rules.hash, {})[rest] = function(rules, *rest)
            return made

    return remembered


def up_to_cent(exact: Fraction) -> Cents:
    """Round up, so that nobody is paid less than the row or share (reading PG-51)."""
    return Cents(-(-exact.numerator // exact.denominator))


def award_by_row(
    wager: str,
    row: Row,
    words: str,
    stake: Cents,
    clauses: tuple[Citation, ...],
    meters: MeterAmounts | None = None,
    *,
    coupon: Cents = NO_MONEY,
    deducted: bool = False,
    rounding: Callable[[Fraction], Cents] = up_to_cent,
) -> Award:
    """Return the award of a row. A share of a meter has an amount only if the meters are given."""
    pays = row.pays
    share = pays if isinstance(pays, MeterShare) else None
    unknown = share is not None and meters is None
    amount = NO_MONEY if unknown else rounding(pays.award(stake + coupon if coupon else stake, meters))
    return Award(wager, row.hand, words, row, stake, amount, clauses, share, pays.returns_stake, deducted, coupon)


def award_without_row(
    wager: str, stake: Cents, words: str, clauses: tuple[Citation, ...], *, returned: bool = False, coupon: Cents = NO_MONEY
) -> Award:
    """Return the award of a wager that wins nothing: it is lost, or returned."""
    return Award(wager, "nothing", words, None, stake, NO_MONEY, clauses, returns_stake=returned, coupon=coupon)

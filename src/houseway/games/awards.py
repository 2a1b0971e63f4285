"""Awards: how each wager ends, with the row that pays it and the cents that it pays.

These are pure functions of the rules and the cards: optional wagers on seven cards and their envy, wagers on other things, the
payout limit and the vigorish. Which row pays stands in `paytables`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.cards import Card
from houseway.citation import SILENT, Citation, Law
from houseway.games.paytables import (
    MeterAmounts,
    OrderedPaytable,
    PayableRow,
    envy_rows,
    envy_wagers,
    held_hands_in,
    ordered_paytable,
    single_row,
)
from houseway.hands import Category, HandOrder
from houseway.money import NO_MONEY, Cents, MeterShare, Rounding
from houseway.procedure import DIV, MD, PROGRESSIVE
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.regulation import Paytable, Row
from houseway.submission.limit import limited_wagers
from houseway.submission.rules import Rules
from houseway.values import ANSWERS_ABOUT_RULES


class Award(NamedTuple):
    """The result of one wager: lost if it has no row, otherwise what it is paid and why."""

    wager: str
    hand: str
    words: str
    row: Row | None
    stake: Cents
    """The part in chips."""
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


def round_up_to_cent(exact: Fraction) -> Cents:
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
    rounding: Callable[[Fraction], Cents] = round_up_to_cent,
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


def listed_award(
    wager: str, row: Row | None, stake: Cents, clauses: tuple[Citation, ...], meters: MeterAmounts | None = None
) -> Award:
    """Return what the row of a list pays, or a loss if no row fits."""
    if row is None:
        return award_without_row(wager, stake, "no paying hand", clauses)
    return award_by_row(wager, row, row.words, stake, clauses, meters)


# Optional wagers


def optional_award(
    rules: Rules,
    wager: str,
    cards: Sequence[Card],
    stake: Cents,
    coupon: Cents = NO_MONEY,
    meters: MeterAmounts | None = None,
) -> Award:
    """Return the award of an optional wager on seven cards. If the meters are given, a share has an amount and may not pay best."""
    listed = ordered_paytable(rules, wager)
    return _award_from(wager, listed, cards, held_hands_in(listed.order, cards), stake, coupon, meters)


def optional_awards(
    rules: Rules, cards: Sequence[Card], placed: Mapping[str, tuple[Cents, Cents, object]], meters: MeterAmounts
) -> list[Award]:
    """Return the awards of several optional wagers on the same seven cards; chips and coupons are given by wager."""
    lists = [(wager, ordered_paytable(rules, wager), stake) for wager, stake in placed.items()]
    bits = held_hands_in(lists[0][1].order, cards) if lists else 0
    return [_award_from(wager, listed, cards, bits, chips, coupon, meters) for wager, listed, (chips, coupon, _) in lists]


def _award_from(
    wager: str,
    listed: OrderedPaytable,
    cards: Sequence[Card],
    held: int,
    stake: Cents,
    coupon: Cents,
    meters: MeterAmounts | None,
) -> Award:
    row = listed.find_row(held, stake, meters)
    if row is None:
        return award_without_row(wager, stake, "no paying hand", listed.lost, coupon=coupon)
    clauses = (*row.clauses, *_match_clauses(listed.order, row, cards))
    return award_by_row(wager, row.row, row.words, stake, clauses, meters, coupon=coupon, deducted=row.deducted)


def _match_clauses(order: HandOrder, row: PayableRow, cards: Sequence[Card]) -> tuple[Citation, ...]:
    """Return the clause that names the two further cards of a royal match."""
    if row.row.hand != Category.ROYAL_MATCH:
        return ()
    return next(hand.match_clauses for hand in order.find_all(cards) if hand.category is Category.ROYAL_MATCH)


def envy_award(rules: Rules, wager: str, cards: Sequence[Card]) -> Award | None:
    """Return what each holder of a lammer for this wager is paid for another player's seven cards, if they earn envy."""
    order = ordered_paytable(rules, wager).order
    bits = held_hands_in(order, cards)
    for name, line in envy_rows(rules, wager):
        if line.bit & bits:
            clauses = (*line.clauses, *_match_clauses(order, line, cards))
            return award_by_row(name, line.row, line.words, NO_MONEY, clauses, deducted=line.deducted)
    return None


def premium_envy(rules: Rules, cards: Sequence[Card]) -> Award | None:
    """Return the envy bonus that seven cards earn for others, by the first wager that has one."""
    envied = envy_wagers(rules)
    if envied is None:
        return None
    wagers, order, bits = envied
    if not held_hands_in(order, cards) & bits:
        return None
    return next(filter(None, (envy_award(rules, wager, cards) for wager in wagers)))


def envy_by_stake(
    rules: Rules,
    find_row: Callable[[Paytable], Row | None],
    find_clauses: Callable[[Paytable, Row], tuple[Citation, ...]],
) -> dict[Cents, Award]:
    """Return what a hand earns others on the progressive wager: by stake, because each stake has an envy table of its own."""
    earned = {}
    for table in rules.offers[PROGRESSIVE].envy:
        row = find_row(table)
        if row is not None:
            clauses = (row.clause, table.clause, *find_clauses(table, row))
            stake = rules.regulation.cents_of(f"envy-stake.{table.wager}")
            earned[stake] = award_by_row(table.wager, row, row.words, NO_MONEY, clauses)
    return earned


def earns_lammer(rules: Rules, wager: str, stake: Cents) -> bool:
    """Return whether a wager earns a lammer."""
    (least,) = _envy_minimum(rules, wager)
    return least is not None and stake.amount >= least


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def _envy_minimum(rules: Rules, wager: str) -> tuple[int | None]:
    """Return the smallest stake in cents that earns a lammer (PG-10); None for a wager without envy."""
    offer, least = rules.offers.get(wager), rules.regulation.value_of("envy-minimum")
    if offer is None or not offer.envy:
        return (None,)
    return (least.amount if isinstance(least, Cents) and rules.wagers[wager].has_envy_minimum else 1,)


# Wagers that are not on seven cards

BASE_WON = Law({MD: ("11.F(4)", "11.F(3)"), DIV: "(l)(8)#3"})


def base_award(rules: Rules, stake: Cents, coupon: Cents = NO_MONEY) -> Award:
    """Return the award of a winning base wager against the dealer, before vigorish."""
    row = single_row(rules, "pai-gow")
    amount = round_up_to_cent(row.pays.award(stake + coupon if coupon else stake))
    clauses = (row.clause, *rules.law(BASE_WON))
    return Award("pai-gow", row.hand, "both hands higher", row, stake, amount, clauses, returns_stake=True, coupon=coupon)


def number_award(rules: Rules, stake: Cents) -> Cents:
    """Return what a winning wager on the starting number is paid: stake times odds, rounded down to the dollar (reading DIV-04)."""
    return Rounding.DOWN_TO_WHOLE_DOLLAR.apply(exact_number_award(rules, stake))


def exact_number_award(rules: Rules, stake: Cents) -> Fraction:
    """Return the same before it is rounded down."""
    return single_row(rules, "number").pays.award(stake)


# The payout limit

CUT = Law({MD: "13.G", DIV: ("(s)(3)#1", "(s)(3)#4"), UTH: "12.F", FC: SILENT})
NOT_CUT = Law({MD: SILENT, DIV: "(s)(3)#4", UTH: SILENT}, subject="uncut")


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def wagers_under_limit(rules: Rules) -> frozenset[str]:
    """Return the wagers that a filed limit covers, with envy bonuses only under reading DIV-14."""
    if not isinstance(rules.options.get("payout-limit.amount"), Cents):
        return frozenset()
    offers = limited_wagers(rules.regulation, rules.offers, rules.readings)
    names = {offer.wager for offer in offers}
    if rules.takes_reading("DIV-14=envy-capped"):
        names |= {table.wager for offer in offers for table in offer.envy}
    return frozenset(names)


def limit_awards(rules: Rules, awards: Iterable[Award]) -> tuple[Award, ...]:
    """Return awards, given in order of settlement, cut to the payout limit if one is filed.

    In Maryland they are those of one hand, in the Division's book those of one player in the round. A share must have an amount.
    """
    most = rules.options.get("payout-limit.amount")
    if not isinstance(most, Cents):
        return tuple(awards)
    left, paid_awards = most, []
    reached, per_wager = wagers_under_limit(rules), rules.takes_reading("PG-23=per-wager", "UTH-106")
    for each in awards:
        if each.row is None:
            paid_awards.append(each)
        elif each.wager in reached:
            paid = min(each.amount, left)
            left = left if per_wager else left - paid
            paid_awards.append(each if paid == each.amount else _cut_award(rules, each, paid))
        else:
            paid_awards.append(_with_amount(each, each.amount, NO_MONEY, rules.law(NOT_CUT, each.wager)))
    return tuple(paid_awards)


def _cut_award(rules: Rules, each: Award, paid: Cents) -> Award:
    return _with_amount(each, paid, each.amount - paid, rules.law(CUT))


def _with_amount(each: Award, amount: Cents, cut: Cents, clauses: tuple[Citation, ...]) -> Award:
    facts = {**each._asdict(), "amount": amount, "cut_by_limit": cut, "clauses": (*each.clauses, *clauses)}
    return Award(**facts) if clauses or cut else each


# Vigorish

VIGORISH = Law(
    {
        MD: {"": ("13.A", "13.A(2)", "1.B(9)"), "against-bank": "12.M", "bank": "12.J(6)", "co-bank": "12.L(3)(d)"},
        DIV: {"": ("(l)(9)#2", "(l)(9)#4"), "against-bank": "(m)(15)", "bank": "(m)(12)#7", "co-bank": "(m)(13)#9"},
    }
)
ROUNDED = Law({MD: "13.A(1)", DIV: "(l)(9)#3"})
_UP = "up-to-next-quarter"


def vigorish_on(rules: Rules, won: Cents, kind: str = "") -> Cents:
    """Return the vigorish on a win, rounded as filed, and never more than the win.

    Without a filed rounding a fraction of a cent is not charged (reading PG-24).
    """
    return min(vigorish_rounding(rules).apply(vigorish_rate(rules, kind) * won.amount), won)


def vigorish_rounding(rules: Rules) -> Rounding:
    """Return how this table rounds the vigorish."""
    return Rounding.UP_TO_NEXT_QUARTER if rules.options["vigorish.rounding"] == _UP else Rounding.DOWN_TO_CENT


def vigorish_rate(rules: Rules, kind: str = "") -> Fraction:
    """Return the rate of vigorish. Each clause that charges it may set one: for the base wager, for a winner against the bank, and
    for what is left to a bank or co-bank."""
    own = f"vigorish.{kind}"
    return rules.regulation.fraction_of("vigorish" if not kind or rules.regulation.value_of(own) is None else own)


def vigorish_law(rules: Rules, kind: str = "") -> tuple[Citation, ...]:
    """Return the clauses of the charge."""
    rounded = rules.law(ROUNDED) if rules.options["vigorish.rounding"] == _UP else ()
    return (*rules.law(VIGORISH, kind), *rounded)

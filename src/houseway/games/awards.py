"""Awards of optional wagers on seven cards: the row of the paytable that the cards make, and what it pays.

These are pure functions of the rules and the cards. `held_hands` looks up which hands the cards contain; the plain ranking is used
only for the few that contain a straight flush or better, and the tests compare both. A paytable pays its best-paying or its
highest-ranking hand, depending on the readings PG-04, DIV-06 and DIV-15.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import combinations
from operator import or_

from houseway.cards import CARDS, Card, Rank
from houseway.citation import SILENT, Citation, Law
from houseway.errors import Malformed, NotAllowed
from houseway.games.award import Award, MeterAmounts, award_by_row, award_without_row, remember_per_rules, up_to_cent
from houseway.hands import ORDERS, PAI_GOW_HIGH, Category, HandOrder
from houseway.kernels.single import strength_function
from houseway.kernels.tables import category_positions
from houseway.money import NO_MONEY, Cents, MeterShare, Rounding
from houseway.procedure import DIV, MD
from houseway.procedure import FOUR_CARD as FC
from houseway.procedure import ULTIMATE as UTH
from houseway.regulation import Paytable, Row
from houseway.submission.limit import limited_wagers as covered_by_limit
from houseway.submission.rules import Offer, Rules

__all__ = [
    "NO_MONEY",
    "Award",
    "base_award",
    "earns_lammer",
    "envy_award",
    "held_hands",
    "held_hands_plain",
    "limit_awards",
    "number_award",
    "optional_award",
    "remember_per_rules",
    "up_to_cent",
    "vigorish_law",
    "vigorish_on",
    "wagers_under_limit",
]

# Which hands seven cards hold

BITS = {category: 1 << place for place, category in enumerate(Category)}
_LISTS = tuple(order for order in ORDERS if Category.NOTHING in order.categories)
_PLACES = {category: PAI_GOW_HIGH.position(category) for category in PAI_GOW_HIGH.categories}
_HIGH_CARD = _PLACES[Category.HIGH_CARD]
_TRIPS = _PLACES[Category.THREE_OF_A_KIND]
_STRAIGHT_FLUSH = _PLACES[Category.STRAIGHT_FLUSH]
_RANKS = tuple(Rank.ACE if card.is_joker else card.rank for card in CARDS)
_NO_PAIR = {
    Rank.NINE: BITS[Category.NINE_HIGH],
    Rank.TEN: BITS[Category.TEN_HIGH],
    Rank.JACK: BITS[Category.JACK_HIGH],
    Rank.QUEEN: BITS[Category.QUEEN_HIGH],
    Rank.KING: BITS[Category.KING_HIGH],
    Rank.ACE: BITS[Category.ACE_HIGH],
}


def _bits_by_place(*held: tuple[Category, ...]) -> list[int]:
    """Return a list of bits: for the place of each tuple's first category, the bits of its other categories."""
    by_place = [0] * (len(_PLACES) + 1)
    for first, *others in held:
        by_place[_PLACES[first]] = sum(BITS[category] for category in others)
    return by_place


_IN_FIVE = _bits_by_place(
    (Category.FOUR_OF_A_KIND, Category.FOUR_OF_A_KIND, Category.THREE_OF_A_KIND),
    (Category.FULL_HOUSE, Category.FULL_HOUSE, Category.THREE_OF_A_KIND),
    (Category.FLUSH, Category.FLUSH),
    (Category.STRAIGHT, Category.STRAIGHT),
    (Category.THREE_OF_A_KIND, Category.THREE_OF_A_KIND),
)
_BESIDE_PAIR = _bits_by_place(
    (Category.FOUR_OF_A_KIND, Category.FOUR_OF_A_KIND_AND_PAIR),
    (Category.FULL_HOUSE, Category.FULL_HOUSE_AND_PAIR),
    (Category.FLUSH, Category.FLUSH_AND_PAIR),
    (Category.STRAIGHT, Category.STRAIGHT_AND_PAIR),
)
"""Five cards below a straight flush make no other hand than these, with or without the joker; a test tries all of them."""


@cache
def _category_ranking(size: int) -> Callable[[Sequence[int]], int]:
    """Return a function that ranks the best category of this many cards in the order of high hands."""
    strength, places = strength_function(PAI_GOW_HIGH, size), category_positions(PAI_GOW_HIGH).tolist()
    return lambda cards: places[strength(cards)]


@lru_cache
def held_hands(cards: tuple[Card, ...]) -> int:
    """Return the bits of every hand of every list that seven cards contain. The cards are not checked."""
    best = _category_ranking(len(cards))(cards)
    if best < _TRIPS:
        return _NO_PAIR[max(_RANKS[card] for card in cards)] if best == _HIGH_CARD else 0
    if best == _TRIPS:
        return BITS[Category.THREE_OF_A_KIND]
    return held_hands_plain(cards) if best >= _STRAIGHT_FLUSH else _hands_of_any_five(cards)


def held_hands_plain(cards: tuple[Card, ...]) -> int:
    """Do the same as `held_hands`, by the plain ranking."""
    made = {hand.category for order in _LISTS for hand in order.find_all(cards)}
    return sum(BITS[category] for category in made if category is not Category.NOTHING)


def _hands_of_any_five(cards: tuple[Card, ...]) -> int:
    """Return the bits of the hands that any five of the cards make, alone or with a pair."""
    rank, bits = _category_ranking(PAI_GOW_HIGH.hand_size), 0
    for first, second in combinations(range(len(cards)), 2):
        place = rank(cards[:first] + cards[first + 1 : second] + cards[second + 1 :])
        bits |= _IN_FIVE[place]
        if _RANKS[cards[first]] == _RANKS[cards[second]]:
            bits |= _BESIDE_PAIR[place]
    return bits


# The rows of a list, in the order in which they are paid

LOST = Law(
    {
        MD: {
            "fortune-bonus": ("11.H(3)(a)(i)", "7.E(1)"),
            "emperors-treasure": ("11.H(4)(a)", "7.E(2)"),
            "insurance": ("11.H(5)(a)", "7.E(3)"),
            "progressive": ("11.H(6)(a)", "7.E(4)"),
        },
        DIV: {"bonus": ("(r)(4)(ii)(A)", "(a)(1)(ii)#1"), "progressive": "(l)(6)#1"},
    }
)
WON = Law(
    {
        MD: {
            "fortune-bonus": ("11.H(3)(a)(ii)", "7.E(1)"),
            "emperors-treasure": ("11.H(4)(b)", "7.E(2)"),
            "insurance": ("11.H(5)(b)", "7.E(3)"),
            "progressive": ("11.H(6)(b)(iv)", "7.E(4)"),
        },
        DIV: {"bonus": ("(r)(4)(ii)(B)", "(a)(1)(ii)#1"), "progressive": ("(q)(3)#1", "(q)(3)#2")},
    }
)
PREMIUM = Law({DIV: {"bonus": ("(r)(4)(iii)(B)", "(a)(1)(ix)", "(a)(1)(ii)#1")}}, policy="premium-hand-paid")
"""Used instead of `WON` if the hand earns others envy, and so waits until the end (reading DIV-22)."""
FORMED = Law({MD: "11.H(1)", DIV: {"bonus": "(r)(4)(ii)#1", "progressive": "(l)(9)#6"}})
"""The dealer rearranges the seven cards and is responsible for the hand."""
METERED = Law({MD: ("13.F", "13.E(8)", "11.H(6)(b)(v)"), DIV: "(q)(7)"})
"""A share is taken of what the meter shows at the player's turn."""
DEDUCTED = Law({MD: SILENT, DIV: {"1": "(q)(5)#3", "5": "(q)(5)#4"}})
ENVIED = Law(
    {
        MD: {
            "fortune-bonus": ("11.H(3)(b)", "1.B(3)", "1.B(4)"),
            "emperors-treasure": ("11.H(4)(e)", "1.B(3)", "1.B(4)"),
            "": SILENT,
        },
        DIV: {"bonus": ("(r)(4)(iii)(A)", "(a)(1)(v)#1", "(a)(1)(ix)"), "": SILENT},
    }
)


@dataclass(frozen=True, slots=True)
class _PaytableRow:
    """A row of a paytable with everything that its payment needs."""

    bit: int
    row: Row
    words: str
    share: MeterShare | None
    deducted: bool
    clauses: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class _OrderedPaytable:
    """A paytable with its rows in order of precedence."""

    order: HandOrder
    lines: tuple[_PaytableRow, ...]
    bits: int
    """The bits of all rows."""
    lost: tuple[Citation, ...]
    by_meter: bool
    """Whether the amount of a meter may decide which row pays best."""


@remember_per_rules
def _ordered_paytable(rules: Rules, wager: str) -> _OrderedPaytable:
    offer, order = _offer_of(rules, wager), _order_of(rules, wager)
    best = rules.readings.get(rules.regulation.wager(wager).best_row) == "best-paying"
    premium = {row.hand for table in offer.envy for row in table.rows}
    plain = rules.law(WON, wager)
    later = rules.law(PREMIUM, wager) if premium and rules.policies["premium-hand-paid"] == "last" else plain
    lines = [
        _paytable_row(rules, offer, order, row, later if row.hand in premium else plain)
        for row in _rows_by_rank(order, offer.paytable)
    ]
    if best:
        lines.sort(key=lambda line: _payment_rank(line, offer), reverse=True)
    lost = (*rules.law(LOST, wager), *rules.law(FORMED, wager))
    return _OrderedPaytable(
        order, tuple(lines), sum(line.bit for line in lines), lost, best and any(line.share for line in lines)
    )


def _offer_of(rules: Rules, wager: str) -> Offer:
    offer = rules.offers.get(wager)
    if offer is None:
        raise NotAllowed(
            f"the {rules.regulation.wager(wager).title} is not offered at this table",
            code="award.not-offered",
            clauses=(rules.regulation.wager(wager).clause,),
            given=wager,
            allowed=tuple(rules.offers),
        )
    return offer


def _order_of(rules: Rules, wager: str) -> HandOrder:
    name = rules.regulation.wager(wager).order
    order = next((order for order in _LISTS if order.name == name), None)
    if order is None:
        allowed = tuple(offered for offered in rules.offers if rules.regulation.wager(offered).order)
        raise Malformed(f"{wager} is not a wager on seven cards", code="award.no-list", given=wager, allowed=allowed)
    return order


def _rows_by_rank(order: HandOrder, table: Paytable) -> list[Row]:
    """Return the rows from the highest-ranking hand down: the list's own hands first, then those of the order of high hands.

    A list that pays the best row is written in the order of payouts (three of a kind before a straight), not of ranks.
    """
    own = [category for category in order.categories if category not in _PLACES]
    ordinary = [category for category in PAI_GOW_HIGH.categories if category in order.categories]
    rows = [table.row(category) for category in (*own, *ordinary)]
    return [row for row in rows if row is not None]


def _payment_rank(line: _PaytableRow, offer: Offer) -> tuple[bool, Fraction, int]:
    """Rank a share of a meter above every amount, and of equal payouts the row printed first."""
    pays = line.row.pays
    worth = pays.share if isinstance(pays, MeterShare) else pays.award(offer.minimum)
    return isinstance(pays, MeterShare), worth, -offer.paytable.rows.index(line.row)


def _paytable_row(rules: Rules, offer: Offer, order: HandOrder, row: Row, procedure: tuple[Citation, ...]) -> _PaytableRow:
    category = Category(row.hand)
    share = row.pays if isinstance(row.pays, MeterShare) else None
    deducted = _is_deducted(rules, offer, row)
    clauses = (
        row.clause,
        *procedure,
        *rules.law(FORMED, offer.wager),
        *rules.numbering.own_clauses(dict(order.cited_categories)[category]),
        *(rules.law(METERED) if share else ()),
        *(rules.law(DEDUCTED, offer.paytable.letter) if deducted else ()),
    )
    return _PaytableRow(BITS[category], row, category.label, share, deducted, clauses)


def _is_deducted(rules: Rules, offer: Offer, row: Row) -> bool:
    """Return whether a row is deducted: Maryland's shares (see PG-55), the Division's larger amounts and straight flushes."""
    if isinstance(row.pays, MeterShare):
        return rules.readings.get("PG-55") != "untouched"
    least = rules.regulation.value_of(f"deducted-from.{offer.paytable.letter}")
    if not offer.paytable.meters or not isinstance(least, Cents):
        return False
    hand = rules.regulation.value_of(f"deducted-hand.{offer.paytable.letter}")
    return row.hand == hand or row.pays.award(offer.minimum) >= least.amount


# What is paid


def optional_award(
    rules: Rules,
    wager: str,
    cards: Sequence[Card],
    stake: Cents,
    coupon: Cents = NO_MONEY,
    meters: MeterAmounts | None = None,
) -> Award:
    """Return the award of an optional wager on seven cards. With the meters, a share has an amount, and may not be the best row."""
    listed = _ordered_paytable(rules, wager)
    return _award_from(wager, listed, _held_by_order(listed.order, cards), stake, coupon, meters)


def optional_awards(
    rules: Rules, cards: Sequence[Card], placed: Mapping[str, tuple[Cents, Cents, object]], meters: MeterAmounts
) -> list[Award]:
    """Return the awards of several optional wagers on the same seven cards; chips and coupons are given by wager."""
    lists = [(wager, _ordered_paytable(rules, wager), stake) for wager, stake in placed.items()]
    bits = _held_by_order(lists[0][1].order, cards) if lists else 0
    return [_award_from(wager, listed, bits, chips, coupon, meters) for wager, listed, (chips, coupon, _) in lists]


def _award_from(
    wager: str, listed: _OrderedPaytable, bits: int, stake: Cents, coupon: Cents, meters: MeterAmounts | None
) -> Award:
    if not bits & listed.bits:
        return award_without_row(wager, stake, "no paying hand", listed.lost, coupon=coupon)
    if listed.by_meter and meters is not None:
        line = _best_paying_now(listed.lines, bits, stake, meters)
    else:
        line = next(line for line in listed.lines if line.bit & bits)
    return _paid_award(wager, line, stake, coupon, meters)


def _held_by_order(order: HandOrder, cards: Sequence[Card]) -> int:
    if len(cards) not in order.card_counts:
        order.check_cards(cards)
    return held_hands(tuple(cards))


def _best_paying_now(lines: Iterable[_PaytableRow], bits: int, stake: Cents, meters: MeterAmounts) -> _PaytableRow:
    return max((line for line in lines if line.bit & bits), key=lambda line: line.row.pays.award(stake, meters))


def _paid_award(wager: str, line: _PaytableRow, stake: Cents, coupon: Cents, meters: MeterAmounts | None) -> Award:
    return award_by_row(wager, line.row, line.words, stake, line.clauses, meters, coupon=coupon, deducted=line.deducted)


@remember_per_rules
def _envy_lines(rules: Rules, wager: str) -> tuple[tuple[str, _PaytableRow], ...]:
    offer, order = _offer_of(rules, wager), _order_of(rules, wager)
    procedure = rules.law(ENVIED, wager)
    return tuple(
        (table.wager, _paytable_row(rules, offer, order, row, (table.clause, *procedure)))
        for table in offer.envy
        for row in _rows_by_rank(order, table)
    )


def envy_award(rules: Rules, wager: str, cards: Sequence[Card]) -> Award | None:
    """Return what each holder of a lammer for this wager is paid for another player's seven cards, if they earn envy."""
    bits = _held_by_order(_ordered_paytable(rules, wager).order, cards)
    for name, line in _envy_lines(rules, wager):
        if line.bit & bits:
            return _paid_award(name, line, NO_MONEY, NO_MONEY, None)
    return None


@remember_per_rules
def _envy_wagers(rules: Rules) -> tuple[tuple[str, ...], HandOrder, int] | None:
    """Return the wagers that have an envy bonus, the order of their hands, and the bits of all hands that earn one."""
    wagers = tuple(wager for wager, offer in rules.offers.items() if offer.envy)
    if not wagers:
        return None
    bits = reduce(or_, (line.bit for wager in wagers for _, line in _envy_lines(rules, wager)))
    return wagers, _ordered_paytable(rules, wagers[0]).order, bits


def premium_envy(rules: Rules, cards: Sequence[Card]) -> Award | None:
    """Return the envy bonus that seven cards earn for others, by the first wager that has one."""
    envied = _envy_wagers(rules)
    if envied is None:
        return None
    wagers, order, bits = envied
    if not _held_by_order(order, cards) & bits:
        return None
    return next(filter(None, (envy_award(rules, wager, cards) for wager in wagers)))


def earns_lammer(rules: Rules, wager: str, stake: Cents) -> bool:
    """Return whether a wager earns a lammer."""
    (least,) = _envy_minimum(rules, wager)
    return least is not None and stake.amount >= least


@remember_per_rules
def _envy_minimum(rules: Rules, wager: str) -> tuple[int | None]:
    """Return the smallest stake in cents that earns a lammer; None for a wager without envy."""
    offer, least = rules.offers.get(wager), rules.regulation.value_of("envy-minimum")
    if offer is None or not offer.envy:
        return (None,)
    free = wager == "emperors-treasure" and rules.readings.get("PG-10") == "fortune-only"
    return (1 if free or not isinstance(least, Cents) else least.amount,)


# Wagers that are not on seven cards

BASE_WON = Law({MD: ("11.F(4)", "11.F(3)"), DIV: "(l)(8)#3"})


def base_award(rules: Rules, stake: Cents, coupon: Cents = NO_MONEY) -> Award:
    """Return the award of a winning base wager against the dealer, before vigorish."""
    row = _single_row(rules, "pai-gow")
    amount = up_to_cent(row.pays.award(stake + coupon if coupon else stake))
    clauses = (row.clause, *rules.law(BASE_WON))
    return Award("pai-gow", row.hand, "both hands higher", row, stake, amount, clauses, returns_stake=True, coupon=coupon)


def number_award(rules: Rules, stake: Cents) -> Cents:
    """Return what a winning wager on the starting number is paid: stake times odds, rounded down to the dollar (reading DIV-04)."""
    return Rounding.DOWN_TO_WHOLE_DOLLAR.apply(_single_row(rules, "number").pays.award(stake))


def _single_row(rules: Rules, wager: str) -> Row:
    (row,) = _offer_of(rules, wager).paytable.rows
    return row


# The payout limit

CUT = Law({MD: "13.G", DIV: ("(s)(3)#1", "(s)(3)#4"), UTH: "12.F", FC: SILENT})
NOT_CUT = Law(
    {
        MD: {"fortune-envy": "13.G(2)", "emperors-envy": "13.G(2)", "": SILENT},
        DIV: "(s)(3)#4",
        UTH: {"progressive": "12.F(2)", "six-card-bonus": "12.F(2)", "": SILENT},
    }
)


@remember_per_rules
def wagers_under_limit(rules: Rules) -> frozenset[str]:
    """Return the wagers that a filed limit covers, with envy bonuses only under reading DIV-14."""
    if not isinstance(rules.options.get("payout-limit.amount"), Cents):
        return frozenset()
    offers = covered_by_limit(rules.regulation, rules.offers, rules.readings)
    names = {offer.wager for offer in offers}
    if rules.readings.get("DIV-14") == "envy-capped":
        names |= {table.wager for offer in offers for table in offer.envy}
    return frozenset(names)


def limit_awards(rules: Rules, awards: Iterable[Award]) -> tuple[Award, ...]:
    """Return awards, given in order of settlement, cut to the payout limit if one is filed.

    In Maryland they are those of one hand, in the Division's book those of one player in the round. A share must have an amount.
    """
    most = rules.options.get("payout-limit.amount")
    if not isinstance(most, Cents):
        return tuple(awards)
    left, kept = most, []
    reached, per_wager = wagers_under_limit(rules), rules.readings.get("PG-23") == "per-wager"
    for each in awards:
        if each.row is None:
            kept.append(each)
        elif each.wager in reached:
            paid = min(each.amount, left)
            left = left if per_wager else left - paid
            kept.append(each if paid == each.amount else _cut_award(rules, each, paid))
        else:
            kept.append(_with_amount(each, each.amount, NO_MONEY, rules.law(NOT_CUT, each.wager)))
    return tuple(kept)


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
    rounding = Rounding.UP_TO_NEXT_QUARTER if rules.options["vigorish.rounding"] == _UP else Rounding.DOWN_TO_CENT
    return min(rounding.apply(_vigorish_rate(rules, kind) * won.amount), won)


@remember_per_rules
def _vigorish_rate(rules: Rules, kind: str) -> Fraction:
    """Return the rate: a book may set it for the base wager, a win against the bank, and the surplus of a bank or co-bank."""
    own = rules.regulation.value_of(f"vigorish.{kind}") if kind else None
    rate = rules.regulation.value_of("vigorish") if own is None else own
    assert isinstance(rate, Fraction)  # both books set it, and `tests/regulation/test_books.py` reads it
    return rate


def vigorish_law(rules: Rules, kind: str = "") -> tuple[Citation, ...]:
    """Return the clauses of the charge."""
    rounded = rules.law(ROUNDED) if rules.options["vigorish.rounding"] == _UP else ()
    return (*rules.law(VIGORISH, kind), *rounded)

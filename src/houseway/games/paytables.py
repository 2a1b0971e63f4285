"""Paytables: which hands seven cards contain, which rows of a paytable take precedence, and which row pays.

These are pure functions of the rules and the cards. Rows are sorted by precedence, best-paying or highest-ranking first as the
readings PG-04, DIV-06 and DIV-15 say, and the first row that the cards fit is paid. `held_hands` looks up the hands that seven
cards contain; only for a straight flush or better it asks the plain ranking. The tests compare both.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import Any, TypeVar

from houseway.cards import CARDS, Card, Rank
from houseway.citation import SILENT, Citation, Law
from houseway.errors import Malformed, NotAllowed
from houseway.hands import ORDERS, PAI_GOW_HIGH, Category, HandOrder
from houseway.kernels.one_hand import strength_function
from houseway.kernels.tables import category_positions
from houseway.money import Cents, MeterShare
from houseway.procedure import DIV, MD
from houseway.regulation import Paytable, Regulation, Row
from houseway.submission.rules import Offer, Rules
from houseway.values import ANSWERS_ABOUT_RULES

MeterAmounts = Mapping[str, Fraction]
"""What each meter shows, in exact cents."""
RowType = TypeVar("RowType")


# Which row is paid if the cards fit several


class RowPrecedence(Enum):
    """The row that is paid if the cards fit several."""

    HIGHEST = "the highest-ranking hand"
    BEST_PAYING = "the best-paying hand"


def row_precedence(book: Regulation, readings: Mapping[str, str], wager: str) -> RowPrecedence:
    """Return which row of a wager's paytable is paid if the cards fit several (readings PG-04, DIV-06, DIV-15)."""
    best = readings.get(book.wager(wager).best_row) == "best-paying"
    return RowPrecedence.BEST_PAYING if best else RowPrecedence.HIGHEST


def best_paying_first(rows: Iterable[RowType], award: Callable[[RowType], Any]) -> list[RowType]:
    """Sort rows by what they pay, the best first. Rows that pay the same stay in their printed order."""
    return sorted(rows, key=award, reverse=True)


def first_row(hands: Iterable[str], find: Callable[[str], Row | None]) -> Row | None:
    """Return the row of the first hand that has one; the hands come from the highest-ranking down."""
    return next((row for hand in hands if (row := find(hand)) is not None), None)


@cache
def hands_by_rank(order: HandOrder) -> tuple[Category, ...]:
    """Return the hands of a list from the highest-ranking down: those that only this list names, then those of the high hand.

    A list that pays its best row is printed by payment (three of a kind before a straight), which is not the order of rank.
    """
    own = [hand for hand in order.categories if hand not in PAI_GOW_HIGH.categories and hand is not Category.NOTHING]
    return (*own, *(hand for hand in PAI_GOW_HIGH.categories if hand in order.categories))


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
    """Return bits by place in the order of high hands: a tuple's first category gives the place, the others give the bits."""
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
_WITH_PAIR = _bits_by_place(
    (Category.FOUR_OF_A_KIND, Category.FOUR_OF_A_KIND_AND_PAIR),
    (Category.FULL_HOUSE, Category.FULL_HOUSE_AND_PAIR),
    (Category.FLUSH, Category.FLUSH_AND_PAIR),
    (Category.STRAIGHT, Category.STRAIGHT_AND_PAIR),
)
"""Five cards below a straight flush make no other hands than these, with or without the joker. A test tries all such cards."""


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
    """Return the same as `held_hands`, computed by the plain ranking."""
    made = {hand.category for order in _LISTS for hand in order.find_all(cards)}
    return sum(BITS[category] for category in made if category is not Category.NOTHING)


def _hands_of_any_five(cards: tuple[Card, ...]) -> int:
    """Return the bits of the hands that any five of the cards make, alone or with a pair."""
    rank, bits = _category_ranking(PAI_GOW_HIGH.hand_size), 0
    for first, second in combinations(range(len(cards)), 2):
        place = rank(cards[:first] + cards[first + 1 : second] + cards[second + 1 :])
        bits |= _IN_FIVE[place]
        if _RANKS[cards[first]] == _RANKS[cards[second]]:
            bits |= _WITH_PAIR[place]
    return bits


def held_hands_in(order: HandOrder, cards: Sequence[Card]) -> int:
    """Return the bits of the hands that cards hold, after a check that their number fits the order."""
    if len(cards) not in order.card_counts:
        order.check_cards(cards)
    return held_hands(tuple(cards))


# The rows of a list, in the order in which they are paid

LOST = Law.of_wagers("award-lost", MD, DIV)
WON = Law.of_wagers("award-won", MD, DIV)
PREMIUM = Law({DIV: {}}, policy="premium-hand-paid", subject="award-premium")
"""Used instead of `WON` if the hand earns others envy, and so waits until the end (reading DIV-22)."""
FORMED = Law({MD: "11.H(1)", DIV: {}}, subject="formed")
"""The dealer rearranges the seven cards and is responsible for the hand."""
METERED = Law({MD: ("13.F", "13.E(8)", "11.H(6)(b)(v)"), DIV: "(q)(7)"})
"""A share is taken of what the meter shows at the player's turn."""
DEDUCTED = Law({MD: SILENT, DIV: {"1": "(q)(5)#3", "5": "(q)(5)#4"}})
ENVIED = Law({MD: SILENT, DIV: SILENT}, subject="envied")


@dataclass(frozen=True, slots=True)
class PayableRow:
    """A row of a paytable, with everything that an award by it needs."""

    bit: int
    """The bit of its hand in `held_hands`."""
    row: Row
    words: str
    share: MeterShare | None
    deducted: bool
    clauses: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class OrderedPaytable:
    """A paytable with its rows in order of precedence: the first that the cards fit is paid."""

    order: HandOrder
    rows: tuple[PayableRow, ...]
    bits: int
    """The bits of all rows."""
    lost: tuple[Citation, ...]
    """The clauses by which a wager without a row is lost."""
    by_meter: bool
    """Whether the amount of a meter may decide which row pays best."""

    def find_row(self, held: int, stake: Cents, meters: MeterAmounts | None) -> PayableRow | None:
        """Return the row that pays for held hands, or None. A share is compared with fixed awards only if the meters are given."""
        if not held & self.bits:
            return None
        if not self.by_meter or meters is None:
            return next(row for row in self.rows if row.bit & held)
        fits = [row for row in self.rows if row.bit & held]
        return best_paying_first(fits, lambda each: each.row.pays.award(stake, meters))[0]


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def ordered_paytable(rules: Rules, wager: str) -> OrderedPaytable:
    """Return the paytable of an optional wager on seven cards, with its rows in order of precedence."""
    offer, order = find_offer(rules, wager), _find_order(rules, wager)
    premium = {row.hand for table in offer.envy for row in table.rows}
    plain = rules.law(WON, wager)
    later = rules.law(PREMIUM, wager) if premium and rules.policies["premium-hand-paid"] == "last" else plain
    best = row_precedence(rules.regulation, rules.readings, wager) is RowPrecedence.BEST_PAYING
    in_order = _rows_by_rank(order, offer.paytable)
    if best:
        in_order = best_paying_first(offer.paytable.rows, lambda row: _award_without_meters(row, offer.minimum))
    rows = tuple(_payable_row(rules, offer, order, row, later if row.hand in premium else plain) for row in in_order)
    lost = (*rules.law(LOST, wager), *rules.law(FORMED, wager))
    return OrderedPaytable(order, rows, sum(row.bit for row in rows), lost, best and any(row.share for row in rows))


def _award_without_meters(row: Row, stake: Cents) -> tuple[bool, Fraction]:
    """Return the sort key of a row while no meter is read: every share comes before all fixed awards."""
    pays = row.pays
    return (True, pays.share) if isinstance(pays, MeterShare) else (False, pays.award(stake))


def find_offer(rules: Rules, wager: str) -> Offer:
    """Return the offer of a wager, or refuse one that this table does not offer."""
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


def single_row(rules: Rules, wager: str) -> Row:
    """Return the row of a wager whose paytable has only one."""
    (row,) = find_offer(rules, wager).paytable.rows
    return row


def _find_order(rules: Rules, wager: str) -> HandOrder:
    name = rules.regulation.wager(wager).order
    order = next((order for order in _LISTS if order.name == name), None)
    if order is None:
        allowed = tuple(offered for offered in rules.offers if rules.regulation.wager(offered).order)
        raise Malformed(f"{wager} is not a wager on seven cards", code="award.no-list", given=wager, allowed=allowed)
    return order


def _rows_by_rank(order: HandOrder, table: Paytable) -> list[Row]:
    return [row for hand in hands_by_rank(order) if (row := table.row(hand)) is not None]


def _payable_row(rules: Rules, offer: Offer, order: HandOrder, row: Row, procedure: tuple[Citation, ...]) -> PayableRow:
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
    return PayableRow(BITS[category], row, category.label, share, deducted, clauses)


def _is_deducted(rules: Rules, offer: Offer, row: Row) -> bool:
    """Return whether an award comes off the meter.

    In Maryland a share does, unless the meter is left as it is (PG-55). In the Division's book awards from an amount up do, and any
    straight flush.
    """
    if isinstance(row.pays, MeterShare):
        return not rules.takes_reading("PG-55=untouched", "UTH-105", "FC-105")
    least = rules.regulation.value_of(f"deducted-from.{offer.paytable.letter}")
    if not offer.paytable.meters or not isinstance(least, Cents):
        return False
    hand = rules.regulation.value_of(f"deducted-hand.{offer.paytable.letter}")
    return row.hand == hand or row.pays.award(offer.minimum) >= least.amount


# The rows of the envy tables


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def envy_rows(rules: Rules, wager: str) -> tuple[tuple[str, PayableRow], ...]:
    """Return the rows of a wager's envy tables, from the highest-ranking down, each with the name of its table."""
    offer, order = find_offer(rules, wager), _find_order(rules, wager)
    procedure = rules.law(ENVIED, wager)
    return tuple(
        (table.wager, _payable_row(rules, offer, order, row, (table.clause, *procedure)))
        for table in offer.envy
        for row in _rows_by_rank(order, table)
    )


@lru_cache(maxsize=ANSWERS_ABOUT_RULES)
def envy_wagers(rules: Rules) -> tuple[tuple[str, ...], HandOrder, int] | None:
    """Return the wagers that have an envy bonus, the order of their hands, and the bits of all hands that earn one."""
    wagers = tuple(wager for wager, offer in rules.offers.items() if offer.envy)
    if not wagers:
        return None
    bits = reduce(or_, (row.bit for wager in wagers for _, row in envy_rows(rules, wager)))
    return wagers, ordered_paytable(rules, wagers[0]).order, bits

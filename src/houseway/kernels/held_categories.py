"""Find all categories that seven cards hold, as bits: for optional wagers, which pay the best-paying hand.

A hand holds a category if its cards can be arranged to show it: a full house also holds three of a kind. These bits settle any
paytable over such categories, whatever its amounts.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Rank
from houseway.hands import PAI_GOW_HIGH, Category, HandOrder
from houseway.hands.ranking import SEVEN_CARD_STRAIGHTS, Straight
from houseway.kernels.compile import compiled
from houseway.kernels.layout import RANKS, SUIT_SHIFT, U8, U16, U64, card_keys, rank_layout
from houseway.kernels.strength import flush_bits, flush_ranks, hand_key, rank_index

U32 = NDArray[np.uint32]
Bools = NDArray[np.bool_]

_WITH_PAIR = {
    Category.NATURAL_ROYAL_FLUSH: Category.NATURAL_ROYAL_FLUSH_AND_PAIR,
    Category.FIVE_ACES: Category.FIVE_ACES_AND_PAIR,
    Category.ROYAL_FLUSH: Category.ROYAL_FLUSH_AND_PAIR,
    Category.STRAIGHT_FLUSH: Category.STRAIGHT_FLUSH_AND_PAIR,
    Category.FOUR_OF_A_KIND: Category.FOUR_OF_A_KIND_AND_PAIR,
    Category.FULL_HOUSE: Category.FULL_HOUSE_AND_PAIR,
    Category.FLUSH: Category.FLUSH_AND_PAIR,
    Category.STRAIGHT: Category.STRAIGHT_AND_PAIR,
}
_NO_PAIR_CATEGORIES = (
    Category.NINE_HIGH,
    Category.TEN_HIGH,
    Category.JACK_HIGH,
    Category.QUEEN_HIGH,
    Category.KING_HIGH,
    Category.ACE_HIGH,
)
CATEGORY_BITS: dict[Category, int] = {
    category: 1 << place
    for place, category in enumerate(
        (
            *_WITH_PAIR,
            *_WITH_PAIR.values(),
            Category.THREE_OF_A_KIND,
            Category.TWO_PAIR,
            Category.PAIR,
            *_NO_PAIR_CATEGORIES,
            Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH,
            Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH,
            Category.SEVEN_CARD_STRAIGHT_FLUSH,
            Category.ROYAL_MATCH,
            Category.ROYAL_KING_QUEEN,
            Category.ROYAL_ACE_KING,
        )
    )
}
"""One bit per category; the 'and pair' form of each of the first eight is eight bits higher."""

_FIVE_CARD_BITS = np.uint32((1 << len(_WITH_PAIR)) - 1)
_TO_WITH_PAIR = np.uint32(len(_WITH_PAIR))
_PAIR = np.uint32(CATEGORY_BITS[Category.PAIR])
_ROYAL = np.uint32(CATEGORY_BITS[Category.ROYAL_FLUSH])
_NO_PAIR_BITS = np.uint32(sum(CATEGORY_BITS[category] for category in _NO_PAIR_CATEGORIES))
_KING_QUEEN = np.uint32(CATEGORY_BITS[Category.ROYAL_KING_QUEEN] | CATEGORY_BITS[Category.ROYAL_MATCH])
_ACE_KING = np.uint32(CATEGORY_BITS[Category.ROYAL_ACE_KING] | CATEGORY_BITS[Category.ROYAL_MATCH])
_NEXT_TO_ROYAL = {
    Category.STRAIGHT_FLUSH: Category.ROYAL_FLUSH,
    Category.STRAIGHT_FLUSH_AND_PAIR: Category.ROYAL_FLUSH_AND_PAIR,
}
_BIAS = np.uint64(0x3333 << SUIT_SHIFT)
_JOKER, _ACES, _QUEENS = 52, Rank.ACE - 2, Rank.QUEEN - 2

HeldCategoryTables = tuple[U64, U16, U16, U32, U16, U16, U32, U32]


@cache
def held_category_tables() -> HeldCategoryTables:
    """Return the card keys, the layout and the bits of seven cards and of five, and the bits of suited sets."""
    seven, five = rank_layout(7), rank_layout(5)
    return (
        card_keys(),
        seven.left,
        seven.right,
        _bits_by_rank(7),
        five.left,
        five.right,
        _bits_by_rank(5),
        _bits_by_suit(),
    )


def _bits_by_rank(size: int) -> U32:
    index = rank_layout(size)
    natural, joker = index.counts[:, :RANKS] > 0, index.counts[:, RANKS]
    groups = index.counts[:, :RANKS].copy()
    groups[:, _ACES] += joker
    pairs = (groups >= 2).sum(axis=1)
    trips = groups.max(axis=1) >= 3
    straight = np.any([_count_of_straight(natural, ranks) + joker >= len(ranks) for ranks in PAI_GOW_HIGH.straights], axis=0)
    highest = RANKS - 1 - np.argmax(groups[:, ::-1] > 0, axis=1)
    held: dict[Category, Bools] = {
        Category.FIVE_ACES: groups[:, _ACES] == 5,
        Category.FOUR_OF_A_KIND: groups.max(axis=1) >= 4,
        Category.FULL_HOUSE: trips & (pairs >= 2),
        Category.STRAIGHT: straight,
        Category.THREE_OF_A_KIND: trips,
        Category.TWO_PAIR: pairs >= 2,
        Category.PAIR: pairs >= 1,
    }
    for category, rank in zip(_NO_PAIR_CATEGORIES, range(Rank.NINE - 2, RANKS), strict=True):
        held[category] = (pairs == 0) & ~straight & (highest == rank)
    by_rank = np.zeros(index.room, dtype=np.uint32)
    by_rank[index.places] = _category_bits(held)
    return by_rank


def _bits_by_suit() -> U32:
    sets = np.arange(2 << RANKS)
    ranks, joker = (sets[:, None] >> np.arange(RANKS) & 1) == 1, sets >> RANKS
    royal, *others = PAI_GOW_HIGH.straights
    seven = np.any([_count_of_straight(ranks, run) + joker >= 7 for run in SEVEN_CARD_STRAIGHTS], axis=0)
    return _category_bits(
        {
            Category.NATURAL_ROYAL_FLUSH: _count_of_straight(ranks, royal) == 5,
            Category.ROYAL_FLUSH: _count_of_straight(ranks, royal) + joker >= 5,
            Category.STRAIGHT_FLUSH: np.any([_count_of_straight(ranks, run) + joker >= 5 for run in others], axis=0),
            Category.FLUSH: ranks.sum(axis=1) + joker >= 5,
            Category.NATURAL_SEVEN_CARD_STRAIGHT_FLUSH: seven & (joker == 0),
            Category.JOKER_SEVEN_CARD_STRAIGHT_FLUSH: seven & (joker == 1),
            Category.SEVEN_CARD_STRAIGHT_FLUSH: seven,
        }
    )


def _count_of_straight(held: Bools, straight: Straight) -> NDArray[np.int64]:
    """Count the cards of a straight that are held."""
    count: NDArray[np.int64] = held[:, [rank - 2 for rank in straight]].sum(axis=1)
    return count


def _category_bits(held: dict[Category, Bools]) -> U32:
    bits = np.zeros(len(next(iter(held.values()))), dtype=np.uint32)
    for category, rows in held.items():
        bits[rows] |= np.uint32(CATEGORY_BITS[category])
    return bits


def fill_held_categories(hands: U8, out: U32) -> None:
    """Write the bits of each seven-card hand from 53 cards."""
    _find_held_categories(hands, *held_category_tables(), np.empty((1, 5), dtype=np.uint8), out)


def fill_list_positions(order: HandOrder, hands: U8, out: U16) -> None:
    """Write the position of each hand's best category in a list (`HandOrder.position`)."""
    bits = np.empty(len(hands), dtype=np.uint32)
    fill_held_categories(hands, bits)
    _list_positions(bits, np.array([_bits_in(order, category) for category in order.categories[:-1]], dtype=np.uint32), out)


def is_list_of_seven(order: HandOrder) -> bool:
    """Return whether the categories of an order, above its last, are among those that are found in seven cards."""
    return order.card_counts == (7,) and CATEGORY_BITS.keys() >= set(order.categories[:-1])


def _bits_in(order: HandOrder, category: Category) -> int:
    """Return the bits of a category. A straight flush may be royal in an order without royal flushes."""
    bits = CATEGORY_BITS[category]
    if category in _NEXT_TO_ROYAL and not order.has_category(Category.ROYAL_FLUSH):
        bits |= CATEGORY_BITS[_NEXT_TO_ROYAL[category]]
    return bits


@compiled
def _list_positions(bits, categories, out):  # type: ignore[no-untyped-def]
    for row in range(bits.shape[0]):
        place = len(categories) + 1
        for category in categories:
            if bits[row] & category:
                break
            place -= 1
        out[row] = place


@compiled
def _find_held_categories(hands, keys, left7, right7, by_rank7, left5, right5, by_rank5, by_suit, five, out):  # type: ignore[no-untyped-def]
    for row in range(np.uint64(hands.shape[0])):
        held = _held_bits(hands, row, 7, keys, left7, right7, by_rank7, by_suit)
        if held & (_PAIR | _ROYAL):
            for first in range(6):
                for second in range(first + 1, 7):
                    pair, match = _pair_or_match(hands[row, first], hands[row, second])
                    if pair or match:
                        _copy_other_five(hands, row, first, second, five)
                        rest = _held_bits(five, 0, 5, keys, left5, right5, by_rank5, by_suit)
                        if pair:
                            held |= (rest & _FIVE_CARD_BITS) << _TO_WITH_PAIR
                        elif rest & _ROYAL:
                            held |= match
        out[row] = held


@compiled
def _held_bits(hands, row, size, keys, left, right, by_rank, by_suit):  # type: ignore[no-untyped-def]
    """Return the categories that the cards hold, except those that need two particular cards to be set apart."""
    key = hand_key(hands, row, size, keys)
    held = by_rank[rank_index(key, left, right)]
    flush = flush_bits(key, _BIAS)
    if flush:
        held = (held & ~_NO_PAIR_BITS) | by_suit[flush_ranks(hands, row, size, flush)]
    return held


@compiled
def _pair_or_match(one, two):  # type: ignore[no-untyped-def]
    """Return whether two cards are a pair, and which royal match they are; the joker pairs with an ace but matches nothing."""
    high, low = max(one, two), min(one, two)
    if min(high >> 2, _ACES) == low >> 2:
        return True, np.uint32(0)
    if high == _JOKER or high & 3 != low & 3:
        return False, np.uint32(0)
    if high >> 2 == _ACES and low >> 2 == _ACES - 1:
        return False, _ACE_KING
    if high >> 2 == _QUEENS + 1 and low >> 2 == _QUEENS:
        return False, _KING_QUEEN
    return False, np.uint32(0)


@compiled
def _copy_other_five(hands, row, first, second, five):  # type: ignore[no-untyped-def]
    """Copy the five other cards into `five`."""
    place = 0
    for card in range(7):
        if card not in (first, second):
            five[0, place] = hands[row, card]
            place += 1

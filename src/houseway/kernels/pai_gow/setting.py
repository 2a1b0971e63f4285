"""Map seven cards to the class of hands that a house way sets alike, and from there to two hands, with compiled code.

A hand without a possible flush is found by its ranks (`rank_layout`). A hand with a long suit is found by the ranks of that
suit and the joker, as bits, and by the other cards, at most two: each set of the suit starts a run of all choices of the other
cards.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from houseway.errors import Malformed
from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, RANKS, U8, U16, card_keys, rank_layout, read_only
from houseway.kernels.strength import flush_bits, hand_key, rank_index

U32 = NDArray[np.uint32]

CARDS_DEALT = 7
_SUIT_SETS = 1 << RANKS + 1
_OUTSIDE_CHOICES = (1, RANKS, RANKS * (RANKS + 1) // 2)
"""The number of choices, by rank, of no, one and two further cards."""
_FLUSH_BIAS = np.uint64(0x3333 << 40)
_SUIT_SHIFT = np.uint64(40)
_JOKER = 52
OUTSIDE, INSIDE, FROM_JOKER = 0, 1, 2
"""Where a card of the low hand comes from: outside the long suit, inside it, or the joker."""


@cache
def long_suit_bases() -> U32:
    """Return where the run of each long suit starts, by its ranks and the joker as bits; 0 if there is no flush."""
    bases = np.zeros(_SUIT_SETS, dtype=np.uint32)
    room = 0
    for held in range(_SUIT_SETS):
        size = held.bit_count()
        if 5 <= size <= CARDS_DEALT:
            bases[held] = room
            room += _OUTSIDE_CHOICES[CARDS_DEALT - size]
    return bases


@cache
def table_size() -> int:
    """Return the length of a table of all classes."""
    sizes = (held.bit_count() for held in range(_SUIT_SETS))
    return rank_layout(CARDS_DEALT).room + sum(
        _OUTSIDE_CHOICES[CARDS_DEALT - size] for size in sizes if 5 <= size <= CARDS_DEALT
    )


def offset_in_run(outside_count: int, low: I64, high: I64) -> I64:
    """Return the offset of a class in its run, by the ranks of the further cards; a single one is the high one."""
    if outside_count == 2:
        return high * (high + 1) // 2 + low
    return high if outside_count else np.zeros_like(high)


@dataclass(frozen=True, eq=False)
class SettingTable:
    """How every class is set, by its index."""

    fronts: U16
    """The two cards of the low hand, one byte each: the rank and, above it, where the card comes from."""
    rules: U16
    """The number of the rule that decides."""
    high: U16
    """The strength of the high hand."""
    low: U16
    """The strength of the low hand."""


@dataclass(frozen=True, eq=False)
class SettingArrays:
    """Hands as a house way sets them, one row per hand."""

    high: U8
    """The five cards, in the order in which they were given."""
    low: U8
    """The two cards."""
    rule: U16
    """The number of the rule that decided."""
    high_strength: U16
    low_strength: U16


def set_hands(table: SettingTable, hands: U8, *, checked: bool = True) -> SettingArrays:
    """Set every row. With `checked=False` the cards are not checked."""
    if hands.ndim != 2 or hands.shape[1] != CARDS_DEALT or hands.dtype != np.uint8:
        given = f"{hands.dtype} {hands.shape}"
        raise Malformed(
            f"hands must be rows of {CARDS_DEALT} bytes", code="hands.shape", given=given, allowed=f"uint8 (n, {CARDS_DEALT})"
        )
    hands = read_only(hands)
    if checked:
        _check_cards(hands)
    rows, index = len(hands), rank_layout(CARDS_DEALT)
    high, low = np.empty((rows, CARDS_DEALT - 2), dtype=np.uint8), np.empty((rows, 2), dtype=np.uint8)
    numbers = tuple(np.empty(rows, dtype=np.uint16) for _ in range(3))
    lookup = (card_keys(), index.left, index.right, long_suit_bases(), index.room)
    _set_rows(hands, *lookup, table.fronts, table.rules, table.high, table.low, high, low, *numbers)
    return SettingArrays(high, low, *numbers)


def _check_cards(hands: U8) -> None:
    row = int(_first_invalid_row(hands))
    if row < len(hands):
        raise Malformed(
            f"row {row} is not a hand: {hands[row].tolist()}; each card once, numbered 0 to {_JOKER}",
            code="hands.card",
            given=hands[row].tolist(),
            row=row,
        )


def class_indices(hands: U8) -> I64:
    """Return the table index of each row's class."""
    index = rank_layout(CARDS_DEALT)
    found = np.empty(len(hands), dtype=np.int64)
    _fill_class_indices(read_only(hands), card_keys(), index.left, index.right, long_suit_bases(), index.room, found)
    return found


@compiled
def _first_invalid_row(hands):  # type: ignore[no-untyped-def]
    for row in range(hands.shape[0]):
        seen = np.uint64(0)
        for place in range(7):
            card = hands[row, place]
            bit = np.uint64(1) << np.uint64(card)
            if card > _JOKER or seen & bit:
                return row
            seen |= bit
    return hands.shape[0]


@compiled
def _long_suit(key):  # type: ignore[no-untyped-def]
    """Return the suit that could make a flush, 4 if there is none."""
    made = flush_bits(key, _FLUSH_BIAS) >> _SUIT_SHIFT
    suit = 4
    for one in range(4):
        if made >> np.uint64(4 * one + 3) & np.uint64(1):
            suit = one
    return suit


@compiled
def _class_index(hands, row, key, suit, left, right, bases, offsuit_room):  # type: ignore[no-untyped-def]
    if suit == 4:
        return np.int64(rank_index(key, left, right))
    held = outside = first = second = np.int64(0)
    for place in range(7):
        card = np.int64(hands[row, place])
        rank = card >> 2
        if card == _JOKER or card & 3 == suit:
            held |= 1 << rank
        else:
            outside += 1
            second = first
            first = rank
    high, low = max(first, second), min(first, second)
    inside = high * (high + 1) // 2 + low if outside == 2 else high
    return offsuit_room + np.int64(bases[held]) + inside


@compiled
def _fill_class_indices(hands, keys, left, right, bases, offsuit_room, out):  # type: ignore[no-untyped-def]
    for row in range(hands.shape[0]):
        key = hand_key(hands, row, 7, keys)
        out[row] = _class_index(hands, row, key, _long_suit(key), left, right, bases, offsuit_room)


@compiled
def _find_card(hands, row, suit, code, taken):  # type: ignore[no-untyped-def]
    """Return the position of a code's card in a row: the lowest suit that is not taken, if several match."""
    origin, rank = code >> 4, code & 15
    found, lowest = 0, np.int64(255)
    for place in range(7):
        card = np.int64(hands[row, place])
        where = FROM_JOKER if card == _JOKER else INSIDE if card & 3 == suit else OUTSIDE
        fits = origin == where and card >> 2 == rank
        if fits and place != taken and card < lowest:
            found, lowest = place, card
    return found


@compiled
def _set_rows(hands, keys, left, right, bases, room, fronts, rules, highs, lows, high, low, rule, by_high, by_low):  # type: ignore[no-untyped-def]
    for row in range(hands.shape[0]):
        key = hand_key(hands, row, 7, keys)
        suit = _long_suit(key)
        place = _class_index(hands, row, key, suit, left, right, bases, room)
        front = np.int64(fronts[place])
        one = _find_card(hands, row, suit, front & 255, -1)
        two = _find_card(hands, row, suit, front >> 8, one)
        low[row, 0] = hands[row, one]
        low[row, 1] = hands[row, two]
        free = 0
        for card in range(7):
            if card != one and card != two:
                high[row, free] = hands[row, card]
                free += 1
        rule[row] = rules[place]
        by_high[row] = highs[place]
        by_low[row] = lows[place]

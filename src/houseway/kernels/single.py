"""Rank one hand at a time from the batch kernels' tables, but without numba: for the table engine and for fast start-up."""

from collections.abc import Callable, Sequence
from functools import cache

from houseway.hands import HandOrder
from houseway.kernels.layout import JOKER_OFFSET, JOKER_SHIFT, RIGHT_SHIFT, SUIT_SHIFT
from houseway.kernels.tables import strength_tables

FLUSH_BITS = 0x8888


@cache
def strength_function(order: HandOrder, size: int) -> Callable[[Sequence[int]], int]:
    """Return a function from `size` cards to their strength in the order. It does not check the cards."""
    table = strength_tables(order, size)
    keys, left, right = table.keys.tolist(), table.left.tolist(), table.right.tolist()
    by_rank, by_suit = table.by_rank.tolist(), table.by_suit.tolist()
    bias = table.flush_bias << SUIT_SHIFT
    flush = FLUSH_BITS << SUIT_SHIFT

    def strength(cards: Sequence[int]) -> int:
        key = 0
        for card in cards:
            key += keys[card]
        place = left[key & 0xFFFF] + right[key >> RIGHT_SHIFT & 0xFFFF]
        if key >> JOKER_SHIFT & 1:
            place += JOKER_OFFSET
        by_ranks: int = by_rank[place]
        made = key + bias & flush
        if made:
            suit = (made.bit_length() - SUIT_SHIFT) // 4 - 1
            held = sum(1 << (card >> 2) for card in cards if card & 3 == suit or card == len(keys) - 1)
            return max(by_ranks, by_suit[held])
        return by_ranks

    return strength

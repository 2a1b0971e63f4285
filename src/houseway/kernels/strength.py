"""The compiled look-up of a hand's strength."""

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import JOKER_SHIFT, RIGHT_SHIFT, SUIT_SHIFT, U16, U64
from houseway.kernels.tables import StrengthTables

_HALF = np.uint64(0xFFFF)
_RIGHT = np.uint64(RIGHT_SHIFT)
_JOKER_TO_PLACE = np.uint64(JOKER_SHIFT - 16)
_JOKER_PLACE = np.uint64(1 << 16)
_SUITS = np.uint64(SUIT_SHIFT)
_FLUSH = np.uint64(0x8888 << SUIT_SHIFT)
_ONE, _TWO, _THREE = np.uint64(1), np.uint64(2), np.uint64(3)
_JOKER = np.uint64(52)


def table_arguments(table: StrengthTables) -> tuple[U64, U16, U16, U16, U16, np.uint64]:
    """Return the table arguments of `fill_strengths`."""
    bias = np.uint64(table.flush_bias << SUIT_SHIFT)
    return table.keys, table.left, table.right, table.by_rank, table.by_suit, bias


@compiled
def hand_key(hands, row, size, keys):  # type: ignore[no-untyped-def]
    """Return the sum of the cards' keys, for two to seven cards."""
    key = keys[hands[row, 0]] + keys[hands[row, 1]]
    if size > 2:
        key += keys[hands[row, 2]]
    if size > 3:
        key += keys[hands[row, 3]]
    if size > 4:
        key += keys[hands[row, 4]]
    if size > 5:
        key += keys[hands[row, 5]]
    if size > 6:
        key += keys[hands[row, 6]]
    return key


@compiled
def rank_index(key, left, right):  # type: ignore[no-untyped-def]
    """Return the table index of a hand's ranks, given its key."""
    natural = np.uint64(left[key & _HALF]) + np.uint64(right[key >> _RIGHT & _HALF])
    return natural + (key >> _JOKER_TO_PLACE & _JOKER_PLACE)


@compiled
def flush_bits(key, bias):  # type: ignore[no-untyped-def]
    """Return a non-zero number if a suit has enough cards for a flush: the highest of that suit's four bits is set."""
    return (key + bias) & _FLUSH


@compiled
def flush_ranks(hands, row, size, flush):  # type: ignore[no-untyped-def]
    """Return the ranks of the flush suit as bits, with the joker above them, without a branch that could be mispredicted."""
    made = flush >> _SUITS
    suit = (made >> np.uint64(7) & _ONE) + (made >> np.uint64(11) & _ONE) * _TWO + (made >> np.uint64(15) & _ONE) * _THREE
    held = np.uint64(0)
    for place in range(np.uint64(size)):
        card = np.uint64(hands[row, place])
        held |= np.uint64((card & _THREE == suit) | (card == _JOKER)) << (card >> _TWO)
    return held


@compiled
def hand_strength(hands, row, size, keys, left, right, by_rank, by_suit, bias):  # type: ignore[no-untyped-def]
    """Return the strength of one row: a look-up by ranks, and another by suit if the cards hold a flush."""
    key = hand_key(hands, row, size, keys)
    best = by_rank[rank_index(key, left, right)]
    flush = flush_bits(key, bias)
    if flush:
        best = max(best, by_suit[flush_ranks(hands, row, size, flush)])
    return best


@compiled
def fill_strengths(hands, keys, left, right, by_rank, by_suit, bias, out):  # type: ignore[no-untyped-def]
    """Rank every row. The usual sizes are passed as constants, so that the compiler unrolls the sum over the cards."""
    if hands.shape[1] == 7:
        for row in range(np.uint64(hands.shape[0])):
            out[row] = hand_strength(hands, row, 7, keys, left, right, by_rank, by_suit, bias)
    elif hands.shape[1] == 5:
        for row in range(np.uint64(hands.shape[0])):
            out[row] = hand_strength(hands, row, 5, keys, left, right, by_rank, by_suit, bias)
    else:
        for row in range(np.uint64(hands.shape[0])):
            out[row] = hand_strength(hands, row, hands.shape[1], keys, left, right, by_rank, by_suit, bias)

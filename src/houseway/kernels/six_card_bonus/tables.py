"""Tables for boxes of four cards: what six cards make by their ranks, and how many flushes a choice of ranks of one suit allows."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.hands import STANDARD, Category
from houseway.kernels.batch import hand_strengths
from houseway.kernels.holdem.showdown import SEVEN_CARD_HANDS
from houseway.kernels.layout import I64, RANKS
from houseway.kernels.tables import category_positions

BOX_CARDS = 4
FLUSH_KINDS = (
    *(Category.HIGH_CARD, Category.PAIR, Category.STRAIGHT),
    *(Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH, Category.SUPER_ROYAL),
)
"""What six cards with a flush make: the first three by their ranks alone, the others by their suit."""
LANES = 8
"""One more than the number of kinds, so that eight numbers fill two words."""
KIND_POSITIONS = np.array([SEVEN_CARD_HANDS.index(kind) for kind in FLUSH_KINDS])
"""The position of each kind in `SEVEN_CARD_HANDS`."""

RANK_KIND_COUNT = 3
"""How many of the kinds are made by rank."""

I8 = NDArray[np.int8]
I16 = NDArray[np.int16]

_ROYAL = 0b1111100000000
_SUPER = 0b1111110000000
_WHEEL = 0b1000000001111


class BoxesByRank(NamedTuple):
    """Boxes up to suits."""

    pair: I64
    """By two ranks, the number of the pair."""
    ranks: I64
    """By box, its distinct ranks."""
    times: I64
    """By box, how many cards of each rank; 0 after its last rank."""
    kind: I8
    """By pair and box, what the six cards make without a flush (a position in `CATEGORIES`); -1 if no deck contains them."""


@cache
def boxes_by_rank() -> BoxesByRank:
    pairs, boxes = (list(combinations_with_replacement(range(RANKS), size)) for size in (2, BOX_CARDS))
    numbers = np.zeros((RANKS, RANKS), dtype=np.int64)
    for number, (one, two) in enumerate(pairs):
        numbers[one, two] = numbers[two, one] = number
    ranks, times = (np.zeros((len(boxes), BOX_CARDS), dtype=np.int64) for _ in range(2))
    for row, box in enumerate(boxes):
        different = sorted(set(box))
        ranks[row, : len(different)] = different
        times[row, : len(different)] = [box.count(rank) for rank in different]
    six = np.sort([[(*pair, *box) for box in boxes] for pair in pairs], axis=2)
    there = (six[:, :, BOX_CARDS:] != six[:, :, :-BOX_CARDS]).all(axis=2)
    cards = (six * 4 + np.arange(six.shape[2]) % 4).astype(np.uint8)  # so that no suit has more than two
    kind = np.full(there.shape, -1, dtype=np.int8)
    kind[there] = category_positions(STANDARD)[hand_strengths(STANDARD, cards[there])].astype(np.int8) - 1
    return BoxesByRank(numbers, ranks, times, kind)


class FlushBoxes(NamedTuple):
    """Numbers of boxes with a flush, by the choice of ranks of one suit that is left, for each of `FLUSH_KINDS`.

    The eight numbers of sixteen bits each are packed in two words (`flushes`)."""

    one: I64
    """Boxes with four of the suit: by the player's rank of the suit, the rank of the player's other card, and the choice."""
    three: I64
    """Boxes with three of the suit and one other card: by the player's two ranks, the rank of that card, and the choice."""
    all: I64
    """Boxes with four of the suit, or three and any other card: by the player's two ranks and the choice."""
    pair: I64
    """By two different ranks, the number of the pair."""


@cache
def flush_boxes() -> FlushBoxes:
    """Count each choice of exactly the ranks needed, then sum over all subsets of each choice."""
    both = list(combinations(range(RANKS), 2))
    number = np.zeros((RANKS, RANKS), dtype=np.int64)
    for place, (low, high) in enumerate(both):
        number[low, high] = number[high, low] = place
    one = np.stack(
        [
            _sum_over_subsets(np.stack([_boxes_of_size((mine,), 4, 1 << other) for other in range(RANKS)]))
            for mine in range(RANKS)
        ]
    )
    three = np.stack(
        [_sum_over_subsets(np.stack([_boxes_of_size(mine, 3, 1 << other) for other in range(RANKS)])) for mine in both]
    )
    four = np.stack([_sum_over_subsets(_boxes_of_size(mine, 4, 0)[None])[0] for mine in both])
    every = four + 3 * three.sum(axis=1, dtype=np.int16)
    return FlushBoxes(_pack(one), _pack(three), _pack(every), number)


def _pack(counts: I16) -> I64:
    return np.ascontiguousarray(counts).view(np.int64)


def _boxes_of_size(mine: tuple[int, ...], size: int, other: int) -> I16:
    """Return, for each choice of exactly `size` ranks, one box of its kind by suit and one of its kind by rank."""
    bits = RANKS - len(mine)
    choices = np.arange(1 << bits)
    suited = choices
    for rank in mine:  # lowest first: shift the higher bits to insert each
        suited = (suited >> rank << rank + 1) | suited & (1 << rank) - 1 | 1 << rank
    found = np.zeros((1 << bits, LANES), dtype=np.int16)
    right = np.flatnonzero(_count_bits(choices) == size)
    found[right, _kind_by_suit(suited[right])] += 1
    found[right, _kind_by_rank(suited[right] | other, _count_bits(suited[right]) + (other > 0))] += 1
    return found


def _count_bits(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    return sum((masks >> bit & 1 for bit in range(RANKS)), np.zeros_like(masks))


def _has_straight(masks: NDArray[np.int64]) -> NDArray[np.bool_]:
    found = masks & _WHEEL == _WHEEL
    for low in range(RANKS - 4):
        found |= masks >> low & 31 == 31
    return found


def _kind_by_suit(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    flush, straight, royal, best = (FLUSH_KINDS.index(kind) for kind in FLUSH_KINDS[RANK_KIND_COUNT:])
    found = np.where(_has_straight(masks), straight, flush)
    found[masks & _ROYAL == _ROYAL] = royal
    found[masks & _SUPER == _SUPER] = best
    return found


def _kind_by_rank(masks: NDArray[np.int64], cards: NDArray[np.int64]) -> NDArray[np.int64]:
    alike = (_count_bits(masks) < cards).astype(np.int64)
    return np.where(_has_straight(masks), FLUSH_KINDS.index(Category.STRAIGHT), alike)


def _sum_over_subsets(found: I16) -> I16:
    """Return, by choice, the sum over all its subsets."""
    size = found.shape[1]
    bit = 1
    while bit < size:
        halves = found.reshape(found.shape[0], -1, 2, bit, LANES)
        halves[:, :, 1] += halves[:, :, 0]
        bit *= 2
    return found

"""Where a hand's ranks are found in a table: a perfect index that is only added together, never searched.

Every card has a key, and a hand's key is the sum of its cards' keys. Its fields:

    bits  0-15   which of the six ranks two to seven there are, and the joker
    bits 16-31   which of the six ranks nine to ace there are
    bit  39      the joker
    bits 40-55   how many cards of each suit there are, four bits a suit; the joker counts in all

The eights need no key: how many there are follows from the number of cards. The sum of keys in a half is different for every
choice of up to seven cards with at most four of a rank. `left` and `right` turn the two halves into numbers whose sum counts
the choices one after the other, without a gap; those with a joker are counted on their own, from `JOKER_PLACE` on.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

RANKS = 13
OF_A_RANK = 4
HALF_KEYS = (1, 5, 24, 112, 521, 2247)
"""The smallest keys whose sums differ over all choices of up to seven cards; a test tries them all."""
MIDDLE = len(HALF_KEYS)
"""The rank without a key."""
MOST_CARDS = 7

LEFT_SIZE = OF_A_RANK * HALF_KEYS[-1] + (MOST_CARDS - OF_A_RANK) * HALF_KEYS[-2] + 1
RIGHT_SHIFT = 16
JOKER_SHIFT = 39
SUIT_SHIFT = 40
JOKER_PLACE = 1 << 16

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]


def rank_key(rank: int) -> int:
    """A rank's part of a key; ranks count from 0 for the two."""
    if rank == MIDDLE:
        return 0
    return HALF_KEYS[rank] if rank < MIDDLE else HALF_KEYS[rank - MIDDLE - 1] << RIGHT_SHIFT


JOKER_KEY = LEFT_SIZE | 1 << JOKER_SHIFT


def card_keys() -> U64:
    """The keys of the 53 cards."""
    keys = [rank_key(card >> 2) | 1 << SUIT_SHIFT + 4 * (card & 3) for card in range(RANKS * 4)]
    return np.array([*keys, JOKER_KEY | 0x1111 << SUIT_SHIFT], dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class Layout:
    """The index of hands of one size."""

    size: int
    left: U16
    right: U16
    counts: NDArray[np.int8]
    """How many there are of each rank, one row a choice of ranks; the last column is the joker."""
    places: I64
    """Where each of those rows has its place in a table."""
    room: int
    """How long a table must be."""

    def place(self, keys: I64) -> I64:
        """The places of hands, given the sums of their cards' keys."""
        left = self.left[keys & 0xFFFF].astype(np.int64)
        right = self.right[keys >> RIGHT_SHIFT & 0xFFFF].astype(np.int64)
        place: I64 = left + right + (keys >> JOKER_SHIFT & 1) * JOKER_PLACE
        return place


@cache
def layout(size: int) -> Layout:
    halves = choices(MIDDLE, MOST_CARDS)
    in_half = halves.sum(axis=1)
    halves = halves[np.argsort(in_half, kind="stable")]
    in_half.sort()
    sums = (halves * np.array(HALF_KEYS)).sum(axis=1)
    first = np.searchsorted(in_half, np.arange(MOST_CARDS + 2))
    left = np.zeros(2 * LEFT_SIZE, dtype=np.int64)
    right = np.zeros(LEFT_SIZE, dtype=np.uint16)
    right[sums] = np.arange(len(sums))
    for joker in (0, 1):
        left[sums + joker * LEFT_SIZE] = _left(size - joker, in_half, first)
    counts = _counts(size)
    index = Layout(size, left.astype(np.uint16), right, counts, np.empty(0, np.int64), 0)
    places = index.place(counts.astype(np.int64) @ np.array([*map(rank_key, range(RANKS)), JOKER_KEY]))
    return Layout(size, index.left, right, counts, places, int(places.max()) + 1)


def choices(ranks: int, most: int) -> NDArray[np.int64]:
    """All ways to hold up to so many cards of so many ranks, as counts of each rank."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for _ in range(ranks):
        longer = [np.column_stack([rows, np.full(len(rows), count)]) for count in range(OF_A_RANK + 1)]
        rows = np.concatenate(longer)
        rows = rows[rows.sum(axis=1) <= most]
    return rows


def _left(natural: int, in_half: I64, first: I64) -> I64:
    """Each left half opens a run of right halves: those that leave no more eights than there are."""
    fewest = np.clip(natural - OF_A_RANK - in_half, 0, None)
    most = natural - in_half
    runs = np.where(most >= 0, first[np.clip(most, 0, None) + 1] - first[fewest], 0)
    opens = np.cumsum(runs) - runs
    room = first[max(natural - OF_A_RANK, 0)]
    starts: I64 = np.where(runs > 0, opens - first[fewest] + room, 0)
    return starts


def _counts(size: int) -> NDArray[np.int8]:
    natural = choices(RANKS, size)
    held = natural.sum(axis=1)
    rows = [
        np.column_stack([chosen, np.full(len(chosen), joker)])
        for joker in (0, 1)
        for chosen in (natural[held == size - joker],)
    ]
    return np.concatenate(rows).astype(np.int8)

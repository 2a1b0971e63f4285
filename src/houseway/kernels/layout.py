"""A perfect hash from the ranks of a hand to a table index, computed by addition alone.

Every card has a key, and a hand's key is the sum of its cards' keys. Its fields:

    bits  0-15   the counts of the six ranks two to seven, and the joker
    bits 16-31   the counts of the six ranks nine to ace
    bit  39      the joker
    bits 40-55   the number of cards of each suit, four bits per suit; the joker counts in every suit

The eights need no key: their number follows from the number of cards. Within a half, every choice of up to seven cards with at
most four of a rank has a different sum of keys. `left` and `right` map the two halves to numbers whose sum numbers the choices
consecutively, without a gap; those with the joker are numbered separately, from `JOKER_OFFSET` on.
"""

from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

RANKS = 13
CARDS_PER_RANK = 4
HALF_KEYS = (1, 5, 24, 112, 521, 2247)
"""The smallest keys whose sums differ for all choices of up to seven cards; a test tries every choice."""
MIDDLE_RANK = len(HALF_KEYS)
"""The rank without a key."""
MOST_CARDS = 7

LEFT_SIZE = CARDS_PER_RANK * HALF_KEYS[-1] + (MOST_CARDS - CARDS_PER_RANK) * HALF_KEYS[-2] + 1
RIGHT_SHIFT = 16
JOKER_SHIFT = 39
SUIT_SHIFT = 40
JOKER_OFFSET = 1 << 16

U8 = NDArray[np.uint8]
U16 = NDArray[np.uint16]
U64 = NDArray[np.uint64]
I64 = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)


def read_only(array: NDArray[Number]) -> NDArray[Number]:
    """Return the array as consecutive numbers that nobody writes to.

    numba compiles a kernel once for each way in which an array lies in memory, and again for one that is read-only.
    """
    found = np.ascontiguousarray(array).view()
    found.flags.writeable = False
    return found


def rank_key(rank: int) -> int:
    """Return a rank's part of the key; ranks are numbered from 0 for the two."""
    if rank == MIDDLE_RANK:
        return 0
    return HALF_KEYS[rank] if rank < MIDDLE_RANK else HALF_KEYS[rank - MIDDLE_RANK - 1] << RIGHT_SHIFT


JOKER_KEY = LEFT_SIZE | 1 << JOKER_SHIFT


def card_keys() -> U64:
    """Return the keys of the 53 cards."""
    keys = [rank_key(card >> 2) | 1 << SUIT_SHIFT + 4 * (card & 3) for card in range(RANKS * 4)]
    return np.array([*keys, JOKER_KEY | 0x1111 << SUIT_SHIFT], dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class RankLayout:
    """The index of hands of one size."""

    size: int
    left: U16
    right: U16
    counts: NDArray[np.int8]
    """The number of cards of each rank, one row per choice of ranks; the last column is the joker."""
    places: I64
    """The table index of each of those rows."""
    room: int
    """The length of a table."""

    def place(self, keys: I64) -> I64:
        """Return the table indices of hands, given the sums of their cards' keys."""
        left = self.left[keys & 0xFFFF].astype(np.int64)
        right = self.right[keys >> RIGHT_SHIFT & 0xFFFF].astype(np.int64)
        place: I64 = left + right + (keys >> JOKER_SHIFT & 1) * JOKER_OFFSET
        return place


@cache
def rank_layout(size: int) -> RankLayout:
    halves = rank_choices(MIDDLE_RANK, MOST_CARDS)
    in_half = halves.sum(axis=1)
    halves = halves[np.argsort(in_half, kind="stable")]
    in_half.sort()
    sums = (halves * np.array(HALF_KEYS)).sum(axis=1)
    first = np.searchsorted(in_half, np.arange(MOST_CARDS + 2))
    left = np.zeros(2 * LEFT_SIZE, dtype=np.int64)
    right = np.zeros(LEFT_SIZE, dtype=np.uint16)
    right[sums] = np.arange(len(sums))
    for joker in (0, 1):
        left[sums + joker * LEFT_SIZE] = _left_offsets(size - joker, in_half, first)
    counts = _rank_counts(size)
    index = RankLayout(size, left.astype(np.uint16), right, counts, np.empty(0, np.int64), 0)
    places = index.place(counts.astype(np.int64) @ np.array([*map(rank_key, range(RANKS)), JOKER_KEY]))
    return RankLayout(size, index.left, right, counts, places, int(places.max()) + 1)


def rank_choices(ranks: int, most_cards: int) -> NDArray[np.int64]:
    """Return all ways to hold up to `most_cards` cards of this number of ranks, as counts per rank."""
    rows = np.zeros((1, 0), dtype=np.int64)
    for _ in range(ranks):
        longer = [np.column_stack([rows, np.full(len(rows), count)]) for count in range(CARDS_PER_RANK + 1)]
        rows = np.concatenate(longer)
        rows = rows[rows.sum(axis=1) <= most_cards]
    return rows


def _left_offsets(natural: int, in_half: I64, first: I64) -> I64:
    """Return where the run of each left half starts: its right halves are those that leave at most four eights."""
    fewest = np.clip(natural - CARDS_PER_RANK - in_half, 0, None)
    most = natural - in_half
    runs = np.where(most >= 0, first[np.clip(most, 0, None) + 1] - first[fewest], 0)
    opens = np.cumsum(runs) - runs
    room = first[max(natural - CARDS_PER_RANK, 0)]
    starts: I64 = np.where(runs > 0, opens - first[fewest] + room, 0)
    return starts


def _rank_counts(size: int) -> NDArray[np.int8]:
    natural = rank_choices(RANKS, size)
    held = natural.sum(axis=1)
    rows = [
        np.column_stack([chosen, np.full(len(chosen), joker)])
        for joker in (0, 1)
        for chosen in (natural[held == size - joker],)
    ]
    return np.concatenate(rows).astype(np.int8)

"""The classes of seven cards that a house way sets alike, as arrays, for a full deck and for smaller ones.

Seven cards without a possible flush are distinguished by their ranks alone. Those with a long suit (five cards, or four and the
joker) are distinguished by the ranks of that suit and the ranks of the other cards, at most two.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from houseway.kernels.layout import CARDS_PER_RANK, I64, JOKER_KEY, RANKS, U8, U16, rank_key, rank_layout
from houseway.kernels.pai_gow.setting import CARDS_DEALT, long_suit_bases, offset_in_run

JOKER = RANKS
"""The joker's number among the ranks."""
LONG_SUIT_SIZE = 5
OUTSIDE_RANKS: tuple[tuple[int, ...], ...] = (
    (),
    *((rank,) for rank in range(RANKS)),
    *((low, high) for high in range(RANKS) for low in range(high + 1)),
)
"""Every choice of up to two ranks: it numbers the cards outside a long suit."""


@dataclass(frozen=True)
class RankDeck:
    """A deck of complete ranks: 53 cards, or fewer for tests that try every pair of hands."""

    ranks: tuple[int, ...] = tuple(range(RANKS))
    suits: int = CARDS_PER_RANK
    joker: bool = True

    @property
    def card_numbers(self) -> tuple[int, ...]:
        """Return the numbers of its cards, as in `houseway.cards`."""
        return (*(4 * rank + suit for rank in self.ranks for suit in range(self.suits)), *((52,) if self.joker else ()))


FULL_DECK = RankDeck()


@dataclass(frozen=True, eq=False)
class RankClasses:
    """Every choice of seven ranks, one row each."""

    ranks: U8
    """In ascending order, the joker last."""
    weights: I64
    """How many hands have these ranks, including those with a long suit."""
    places: I64
    """The index in `setting.SettingTable` of the hands without a long suit."""


@dataclass(frozen=True, eq=False)
class LongSuitClasses:
    """Every long suit with every choice of the other cards, one row each, for one suit."""

    ranks: U8
    masks: U16
    """The ranks of the long suit, as bits."""
    jokers: U8
    outside: U8
    """The ranks of the other cards, as an index into `OUTSIDE_RANKS`."""
    weights: I64
    """How many hands there are, in all four suits."""
    places: I64
    """The index in `setting.SettingTable` of these hands."""
    plain: I64
    """The index of the hands with the same ranks and without a long suit."""


@cache
def rank_classes(deck: RankDeck = FULL_DECK) -> RankClasses:
    index = rank_layout(CARDS_DEALT)
    counts = index.counts.astype(np.int64)
    most = np.array([deck.suits if rank in deck.ranks else 0 for rank in range(RANKS)] + [int(deck.joker)])
    held = (counts <= most).all(axis=1)
    counts = counts[held]
    ranks = np.repeat(np.tile(np.arange(RANKS + 1), len(counts)), counts.ravel()).reshape(len(counts), CARDS_DEALT)
    ways = np.array([comb(deck.suits, count) for count in range(CARDS_DEALT + 1)])
    return RankClasses(ranks.astype(np.uint8), ways[counts[:, :RANKS]].prod(axis=1), index.places[held])


@cache
def long_suit_classes(deck: RankDeck = FULL_DECK) -> LongSuitClasses:
    parts = [
        _long_suit_rows(deck, size, joker)
        for joker in range(deck.joker + 1)
        for size in range(LONG_SUIT_SIZE - joker, min(CARDS_DEALT - joker, len(deck.ranks)) + 1)
    ]
    ranks, masks, jokers, outside = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    keys = np.array([*map(rank_key, range(RANKS)), JOKER_KEY])[ranks].sum(axis=1)
    return LongSuitClasses(
        ranks=ranks.astype(np.uint8),
        masks=masks.astype(np.uint16),
        jokers=jokers.astype(np.uint8),
        outside=outside.astype(np.uint8),
        weights=deck.suits * np.array([count_outside_ways(each, deck.suits - 1) for each in OUTSIDE_RANKS])[outside],
        places=rank_layout(CARDS_DEALT).room
        + long_suit_bases()[masks | jokers << RANKS].astype(np.int64)
        + _RUN_OFFSETS[outside],
        plain=rank_layout(CARDS_DEALT).place(keys),
    )


def _long_suit_rows(deck: RankDeck, size: int, joker: int) -> tuple[I64, I64, I64, I64]:
    """Return the ranks, masks, jokers and other cards, for long suits of `size` cards."""
    spare = [
        number
        for number, ranks in enumerate(OUTSIDE_RANKS)
        if len(ranks) == CARDS_DEALT - joker - size and {*ranks} <= {*deck.ranks} and count_outside_ways(ranks, deck.suits - 1)
    ]
    long = np.array(list(combinations(deck.ranks, size)), dtype=np.int64).reshape(-1, size)
    others = np.array([OUTSIDE_RANKS[number] for number in spare], dtype=np.int64).reshape(len(spare), -1)
    longs, every = np.repeat(long, len(spare), axis=0), np.tile(others, (len(long), 1))
    jokers = np.full((len(longs), joker), JOKER)
    ranks = np.hstack([np.sort(np.hstack([longs, every]), axis=1), jokers])
    return ranks, (1 << longs).sum(axis=1), np.full(len(longs), joker), np.tile(np.array(spare, dtype=np.int64), len(long))


def count_outside_ways(ranks: tuple[int, ...], suits: int) -> int:
    """Count the ways to choose cards of these ranks from this number of suits."""
    return comb(suits, 2) if len(ranks) == 2 and ranks[0] == ranks[1] else suits ** len(ranks)


def _offset_in_run(ranks: tuple[int, ...]) -> int:
    low, high = (np.array(ranks[place] if ranks else 0) for place in (0, -1))
    return int(offset_in_run(len(ranks), low, high))


_RUN_OFFSETS = np.array([_offset_in_run(ranks) for ranks in OUTSIDE_RANKS])
"""The offset of each choice in `OUTSIDE_RANKS` within the run of its long suit."""


def weights_without_long_suit(deck: RankDeck = FULL_DECK) -> I64:
    """Count the hands of each row of `rank_classes` that have no long suit."""
    rows, suited = rank_classes(deck), long_suit_classes(deck)
    row_of = np.zeros(rank_layout(CARDS_DEALT).room, dtype=np.int64)
    row_of[rows.places] = np.arange(len(rows.places))
    weights = rows.weights.copy()
    np.subtract.at(weights, row_of[suited.plain], suited.weights)
    return weights

"""The classes of seven cards that a house way sets alike, as arrays, for a full deck and for smaller ones.

Seven cards without a possible flush are distinguished by their ranks alone. Those with a long suit (five cards, or four and the
joker) are distinguished by the ranks of that suit and the ranks of the other cards, at most two.
"""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb

import numpy as np

from houseway.kernels.layout import I64, JOKER_KEY, OF_A_RANK, RANKS, U8, U16, layout, rank_key
from houseway.kernels.pai_gow.setting import DEALT, flush_bases, flush_place

JOKER = RANKS
"""The joker's number among the ranks."""
LONG = 5
BESIDE: tuple[tuple[int, ...], ...] = (
    (),
    *((rank,) for rank in range(RANKS)),
    *((low, high) for high in range(RANKS) for low in range(high + 1)),
)
"""Every choice of up to two ranks: it numbers the cards outside a long suit."""


@dataclass(frozen=True)
class Deck:
    """A deck of complete ranks: 53 cards, or fewer for tests that try every pair of hands."""

    ranks: tuple[int, ...] = tuple(range(RANKS))
    suits: int = OF_A_RANK
    joker: bool = True

    @property
    def card_numbers(self) -> tuple[int, ...]:
        """Return the numbers of its cards, as in `houseway.cards`."""
        return (*(4 * rank + suit for rank in self.ranks for suit in range(self.suits)), *((52,) if self.joker else ()))

    @property
    def hand_count(self) -> int:
        return comb(len(self.card_numbers), DEALT)

    @property
    def disjoint_pair_count(self) -> int:
        """Return the number of ordered pairs of hands without a common card."""
        return self.hand_count * comb(len(self.card_numbers) - DEALT, DEALT)


WHOLE = Deck()


@dataclass(frozen=True, eq=False)
class ByRank:
    """Every choice of seven ranks, one row each."""

    ranks: U8
    """In ascending order, the joker last."""
    weights: I64
    """How many hands have these ranks, including those with a long suit."""
    places: I64
    """The index in `setting.Table` of the hands without a long suit."""


@dataclass(frozen=True, eq=False)
class BySuit:
    """Every long suit with every choice of the other cards, one row each, for one suit."""

    ranks: U8
    masks: U16
    """The ranks of the long suit, as bits."""
    jokers: U8
    beside: U8
    """The ranks of the other cards, as an index into `BESIDE`."""
    weights: I64
    """How many hands there are, in all four suits."""
    places: I64
    """The index in `setting.Table` of these hands."""
    plain: I64
    """The index of the hands with the same ranks and without a long suit."""


@cache
def by_rank(deck: Deck = WHOLE) -> ByRank:
    index = layout(DEALT)
    counts = index.counts.astype(np.int64)
    most = np.array([deck.suits if rank in deck.ranks else 0 for rank in range(RANKS)] + [int(deck.joker)])
    held = (counts <= most).all(axis=1)
    counts = counts[held]
    ranks = np.repeat(np.tile(np.arange(RANKS + 1), len(counts)), counts.ravel()).reshape(len(counts), DEALT)
    ways = np.array([comb(deck.suits, count) for count in range(DEALT + 1)])
    return ByRank(ranks.astype(np.uint8), ways[counts[:, :RANKS]].prod(axis=1), index.places[held])


@cache
def by_suit(deck: Deck = WHOLE) -> BySuit:
    parts = [
        _beside_long(deck, size, joker)
        for joker in range(deck.joker + 1)
        for size in range(LONG - joker, min(DEALT - joker, len(deck.ranks)) + 1)
    ]
    ranks, masks, jokers, beside = (np.concatenate(columns) for columns in zip(*parts, strict=True))
    keys = np.array([*map(rank_key, range(RANKS)), JOKER_KEY])[ranks].sum(axis=1)
    return BySuit(
        ranks=ranks.astype(np.uint8),
        masks=masks.astype(np.uint16),
        jokers=jokers.astype(np.uint8),
        beside=beside.astype(np.uint8),
        weights=deck.suits * np.array([ways_beside(each, deck.suits - 1) for each in BESIDE])[beside],
        places=layout(DEALT).room + flush_bases()[masks | jokers << RANKS].astype(np.int64) + _INSIDE[beside],
        plain=layout(DEALT).place(keys),
    )


def _beside_long(deck: Deck, size: int, joker: int) -> tuple[I64, I64, I64, I64]:
    """Return the ranks, masks, jokers and other cards, for long suits of `size` cards."""
    spare = [
        number
        for number, ranks in enumerate(BESIDE)
        if len(ranks) == DEALT - joker - size and {*ranks} <= {*deck.ranks} and ways_beside(ranks, deck.suits - 1)
    ]
    long = np.array(list(combinations(deck.ranks, size)), dtype=np.int64).reshape(-1, size)
    others = np.array([BESIDE[number] for number in spare], dtype=np.int64).reshape(len(spare), -1)
    longs, every = np.repeat(long, len(spare), axis=0), np.tile(others, (len(long), 1))
    jokers = np.full((len(longs), joker), JOKER)
    ranks = np.hstack([np.sort(np.hstack([longs, every]), axis=1), jokers])
    return ranks, (1 << longs).sum(axis=1), np.full(len(longs), joker), np.tile(np.array(spare, dtype=np.int64), len(long))


def ways_beside(ranks: tuple[int, ...], suits: int) -> int:
    """Count the ways to choose cards of these ranks from this number of suits."""
    return comb(suits, 2) if len(ranks) == 2 and ranks[0] == ranks[1] else suits ** len(ranks)


def _inside(ranks: tuple[int, ...]) -> int:
    low, high = (np.array(ranks[place] if ranks else 0) for place in (0, -1))
    return int(flush_place(len(ranks), low, high))


_INSIDE = np.array([_inside(ranks) for ranks in BESIDE])
"""The offset of each choice in `BESIDE` within the run of its long suit."""


def net_weights(deck: Deck = WHOLE) -> I64:
    """Count the hands of each row of `by_rank` that have no long suit."""
    rows, suited = by_rank(deck), by_suit(deck)
    row_of = np.zeros(layout(DEALT).room, dtype=np.int64)
    row_of[rows.places] = np.arange(len(rows.places))
    weights = rows.weights.copy()
    np.subtract.at(weights, row_of[suited.plain], suited.weights)
    return weights

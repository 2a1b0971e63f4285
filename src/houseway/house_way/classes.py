"""The 292,253 classes of hands that every house way sets alike, each with a sample hand and its number of hands.

A class is either a choice of seven ranks, possibly with the joker, without a possible flush; or the ranks of a long suit (five
cards, or four and the joker) with the ranks of the other cards, at most two.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.kernels.layout import CARDS_PER_RANK, I64, JOKER_KEY, RANKS, U8, RankLayout, rank_key, rank_layout
from houseway.kernels.pai_gow.setting import long_suit_bases, offset_in_run

_CARDS_DEALT = 7
_SUITS = 4
_JOKER = 52
_FLUSH_SIZE = 5
_RANK_CHOICES = np.array([comb(CARDS_PER_RANK, count) for count in range(CARDS_PER_RANK + 1)])
_OUTSIDE_CHOICES = np.array([comb(_SUITS - 1, count) for count in range(_SUITS)])


@dataclass(frozen=True, eq=False)
class HandClasses:
    """All classes, lowest first: those without a long suit, then those without the joker, then by ranks, highest rank first."""

    hands: U8
    """A sample hand of each class, highest rank first, the joker after the natural aces."""
    weights: I64
    """How many of the 154,143,080 hands are in the class."""
    table_indices: I64
    """The index of the class in `setting.SettingTable`."""
    has_long_suit: NDArray[np.bool_]
    """The long suit of the sample hand is clubs."""


@cache
def hand_classes() -> HandClasses:
    hands, weights, places = _offsuit_classes(rank_layout(_CARDS_DEALT))
    suited = [
        _long_suit_rows(ranks, joker) for joker in (0, 1) for ranks in range(_FLUSH_SIZE - joker, _CARDS_DEALT - joker + 1)
    ]
    for long, others, joker in suited:
        np.subtract.at(
            weights, _rows_without_long_suit(rank_layout(_CARDS_DEALT), long, others, joker), _long_suit_weights(others)
        )
    flushes = [_long_suit_hands(*part) for part in suited]
    return _sort_classes(
        np.concatenate([hands, *flushes]),
        np.concatenate([weights, *(_long_suit_weights(others) for _, others, _ in suited)]),
        np.concatenate([places, *(_long_suit_indices(*part) for part in suited)]),
        np.arange(len(hands) + sum(map(len, flushes))) >= len(hands),
    )


def _offsuit_classes(index: RankLayout) -> tuple[U8, I64, I64]:
    """Return every choice of ranks, spread over the suits so that there is no flush; its flushes are not yet subtracted."""
    rows = len(index.counts)
    ranks = np.repeat(np.tile(np.arange(RANKS + 1), rows), index.counts.ravel()).reshape(rows, _CARDS_DEALT)
    cards = np.where(ranks == RANKS, _JOKER, ranks * _SUITS + np.arange(_CARDS_DEALT) % _SUITS)
    weights: I64 = _RANK_CHOICES[index.counts[:, :RANKS]].prod(axis=1)
    return cards.astype(np.uint8), weights, index.places.copy()


LongSuitRows = tuple[I64, I64, int]
"""The ranks of the long suit and of the other cards, one row per class, and whether there is a joker."""


def _long_suit_rows(size: int, joker: int) -> LongSuitRows:
    long = np.array(list(combinations(range(RANKS), size)))
    others = np.array(list(combinations_with_replacement(range(RANKS), _CARDS_DEALT - joker - size)), dtype=np.int64)
    return np.repeat(long, len(others), axis=0), np.tile(others, (len(long), 1)), joker


def _long_suit_hands(long: I64, others: I64, joker: int) -> U8:
    """Return sample hands: the long suit is clubs; the other cards are a diamond and a heart."""
    outside = others * _SUITS + 1 + np.arange(others.shape[1])
    return np.hstack([long * _SUITS, outside, np.full((len(long), joker), _JOKER)]).astype(np.uint8)


def _long_suit_weights(others: I64) -> I64:
    """Count the hands: four long suits, times the choices of the other ranks from the remaining three suits."""
    if others.shape[1] < 2:
        return np.full(len(others), _SUITS * (_SUITS - 1) ** others.shape[1])
    pair = others[:, 0] == others[:, 1]
    weights: I64 = _SUITS * np.where(pair, _OUTSIDE_CHOICES[2], _OUTSIDE_CHOICES[1] ** 2)
    return weights


def _long_suit_indices(long: I64, others: I64, joker: int) -> I64:
    masks = (1 << long).sum(axis=1) | joker << RANKS
    outside = np.sort(others, axis=1)
    pads = np.zeros((len(others), 2 - others.shape[1]), dtype=np.int64)
    low, high = np.hstack([pads, outside]).T if others.shape[1] < 2 else outside.T
    opens = long_suit_bases()[masks].astype(np.int64)
    places: I64 = rank_layout(_CARDS_DEALT).room + opens + offset_in_run(others.shape[1], low, high)
    return places


def _rows_without_long_suit(index: RankLayout, long: I64, others: I64, joker: int) -> I64:
    """Return, for each class with a long suit, the row of the class with the same ranks and no long suit."""
    keys = np.array([rank_key(rank) for rank in range(RANKS)])
    places = index.place(keys[long].sum(axis=1) + keys[others].sum(axis=1) + joker * JOKER_KEY)
    row_of = np.zeros(index.room, dtype=np.int64)
    row_of[index.places] = np.arange(len(index.places))
    return row_of[places]


def _sort_classes(hands: U8, weights: I64, places: I64, long: NDArray[np.bool_]) -> HandClasses:
    ranks = ranks_of(hands)
    downward = np.argsort(-ranks.astype(np.int64) * (_JOKER + 1) + hands, axis=1)
    hands = np.take_along_axis(hands, downward, axis=1)
    ranks = np.take_along_axis(ranks, downward, axis=1)
    joker = (hands == _JOKER).any(axis=1)
    order = np.lexsort([*ranks.T[::-1], joker, long])
    return HandClasses(hands[order], weights[order], places[order], long[order])


def ranks_of(cards: U8) -> U8:
    """Return the ranks as in `cards.Rank`; the joker is an ace."""
    return np.minimum(cards // _SUITS + 2, RANKS + 1).astype(np.uint8)


def split_rows(rows: int, count: int) -> Iterator[slice]:
    """Split the rows into `count` slices, to report progress between them."""
    for part in range(count):
        yield slice(rows * part // count, rows * (part + 1) // count)

"""Compare all pairs of hands without a common card, by inclusion and exclusion over the cards that two hands share.

The number of pairs without a common card whose points compare in a given way is the sum, over all sets T of cards, of (-1)^|T|
times the number of such pairs in which both hands contain T. Most hands have no long suit, and how they are set depends on their
ranks alone. So count each hand with the point of its ranks, and correct the hands with a long suit: plus one at their own point,
minus one at the point of their ranks. For the sets T of one choice of ranks, M in number,

    sum over T of (R + F_T)(R' + F'_T)  =  R U' + U R' - M R R' + sum over T of F_T F'_T

where R are the points, by ranks, of the hands that contain T (the same for every T), F_T are the corrections of those that contain
T, and U are the own points of all hands, once for each T that they contain. R and U depend on ranks only: 103,105 choices
(`rank_point_lists`, `all_point_lists`). The product of corrections involves two long suits, the same or different.
The corrections are listed by the shared ranks of the long suit, the joker, and the shared other cards, at most two
(`correction_lists`); hands with different long suits share at most two cards of either suit.
"""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb, prod
from os import cpu_count
from typing import TypeVar

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, RANKS, U8, U16, rank_choices
from houseway.kernels.pai_gow.classes import (
    FULL_DECK,
    JOKER,
    OUTSIDE_RANKS,
    RankDeck,
    count_outside_ways,
    long_suit_classes,
    rank_classes,
    weights_without_long_suit,
)
from houseway.kernels.pai_gow.dominance import U32, PointLists, compare_point_lists, pack_points
from houseway.kernels.pai_gow.setting import CARDS_DEALT

_CHOICES = comb(RANKS + CARDS_DEALT, CARDS_DEALT)
"""The number of choices of up to seven ranks; there are as many again with the joker."""
_SUBSETS = 1 << CARDS_DEALT
_NO_POINT = np.uint32(0xFFFFFFFF)
_OUTSIDE_COUNT = len(OUTSIDE_RANKS)
PARTS_PER_TERM = 4
"""The number of parts in which each term of the sum is computed."""
Result = TypeVar("Result")
_OUTSIDE_NUMBERS = {ranks: number for number, ranks in enumerate(OUTSIDE_RANKS)}


@dataclass(frozen=True, eq=False)
class ClassSettings:
    """How a house way sets every class of hands: the strengths from `setting.SettingTable`, and a label that splits the results."""

    high: U16
    low: U16
    labels: U16 | None = None
    """At most `dominance.LABELS` different ones."""

    def points(self, places: I64) -> U32:
        labels = None if self.labels is None else self.labels[places]
        return pack_points(self.high[places], self.low[places], labels)


# Sets of shared cards, by their ranks


@cache
def _rank_steps() -> I64:
    """Return what a rank adds to the number of a choice as its next higher card; choices are in order of size, then colex."""
    opens = [comb(RANKS + size - 1, RANKS) for size in range(CARDS_DEALT + 1)]
    jumps = [0, *(opens[size] - opens[size - 1] for size in range(1, CARDS_DEALT + 1))]
    rows = [[comb(rank + size - 1, size) + jumps[size] for rank in range(RANKS)] for size in range(1, CARDS_DEALT + 1)]
    return np.array([[0] * RANKS, *rows], dtype=np.int64)


@cache
def _subset_multiplicities() -> U8:
    """Count the subsets of seven cards that have the same ranks, by equal neighbours and subset; 0 for all but the first."""
    table = np.zeros((1 << CARDS_DEALT - 1, _SUBSETS), dtype=np.uint8)
    for alike, subset in product(range(len(table)), range(_SUBSETS)):
        if not any(
            alike >> place & 1 and subset >> place + 1 & 1 and not subset >> place & 1 for place in range(CARDS_DEALT - 1)
        ):
            table[alike, subset] = prod(comb(size, held) for size, held in _equal_rank_runs(alike, subset))
    return table


def _equal_rank_runs(alike: int, subset: int) -> list[tuple[int, int]]:
    """Return the lengths of the runs of equal ranks, and how many cards of each run are in the subset."""
    runs = [(1, subset & 1)]
    for place in range(1, CARDS_DEALT):
        held = subset >> place & 1
        size, before = runs[-1]
        runs[-1:] = [(size + 1, before + held)] if alike >> place - 1 & 1 else [(size, before), (1, held)]
    return runs


def _equal_neighbours(ranks: U8) -> I64:
    same: I64 = (ranks[:, 1:] == ranks[:, :-1]) @ (1 << np.arange(CARDS_DEALT - 1))
    return same


@cache
def card_sets_by_ranks(deck: RankDeck = FULL_DECK) -> tuple[I64, I64]:
    """Return, by number of a choice of ranks, how many sets of cards have these ranks, and the sign of such a set."""
    many, signs = np.zeros((2, _CHOICES), dtype=np.int64), np.ones((2, _CHOICES), dtype=np.int64)
    ways = np.array([comb(deck.suits, count) for count in range(CARDS_DEALT + 1)])
    counts = rank_choices(RANKS, CARDS_DEALT)
    for size in range(CARDS_DEALT + 1):
        held = counts[counts.sum(axis=1) == size]
        ranks = np.repeat(np.tile(np.arange(RANKS), len(held)), held.ravel()).reshape(len(held), size)
        numbers = _rank_steps()[np.arange(1, size + 1), ranks].sum(axis=1)
        many[:, numbers] = ways[held].prod(axis=1)
        signs[:, numbers] = (-1) ** size
    signs[1] *= -1
    return many.ravel(), signs.ravel()


def rank_point_lists(way: ClassSettings, deck: RankDeck = FULL_DECK) -> PointLists:
    """List, for each choice of shared ranks, the points by ranks of the hands that contain one such set of cards: R."""
    rows = rank_classes(deck)
    return _lists_by_ranks(way.points(rows.places), rows.ranks, rows.weights, card_sets_by_ranks(deck)[0])


def all_point_lists(way: ClassSettings, deck: RankDeck = FULL_DECK) -> PointLists:
    """List, for each choice of shared ranks, the points of all hands, once for each such set that they contain: U."""
    rows, suited = rank_classes(deck), long_suit_classes(deck)
    ranks = np.concatenate([rows.ranks, suited.ranks])
    weights = np.concatenate([weights_without_long_suit(deck), suited.weights])
    places = np.concatenate([rows.places, suited.places])
    return _lists_by_ranks(way.points(places), ranks, weights, np.ones(2 * _CHOICES, dtype=np.int64))


def _lists_by_ranks(found: U32, ranks: U8, weights: I64, shares: I64) -> PointLists:
    """Put each row's point on the list of every choice of its ranks, with its weight divided by the share."""
    order = np.argsort(found, kind="stable")
    found, ranks, weights = found[order], ranks[order], weights[order]
    fixed = (
        found,
        ranks,
        weights,
        shares,
        _rank_steps(),
        _subset_multiplicities(),
        _equal_neighbours(ranks),
        np.zeros(_SUBSETS, np.int64),
    )
    return _build_lists(len(shares), lambda *where: _append_by_ranks(*fixed, *where))


# Sets of shared cards of a long suit


@dataclass(frozen=True, eq=False)
class SharedOutside:
    """By index in `OUTSIDE_RANKS`: the shared cards that these can contain."""

    held: U8
    """The possible shared cards, as indices into `OUTSIDE_RANKS`."""
    ways: U8
    """The number of ways to choose the rest, for each of them."""
    count: U8
    """How many possibilities there are."""


@cache
def _shared_outside(suits: int) -> SharedOutside:
    held, ways = np.zeros((len(OUTSIDE_RANKS), 4), np.uint8), np.zeros((len(OUTSIDE_RANKS), 4), np.uint8)
    count = np.zeros(len(OUTSIDE_RANKS), np.uint8)
    for number, ranks in enumerate(OUTSIDE_RANKS):
        for shared in sorted({(), *((rank,) for rank in ranks), ranks}):
            held[number, count[number]] = _OUTSIDE_NUMBERS[shared]
            ways[number, count[number]] = _count_remaining_ways(ranks, shared, suits)
            count[number] += 1
    return SharedOutside(held, ways, count)


def _count_remaining_ways(ranks: tuple[int, ...], shared: tuple[int, ...], suits: int) -> int:
    return prod(
        comb(suits - shared.count(rank), ranks.count(rank) - shared.count(rank)) if suits >= shared.count(rank) else 0
        for rank in {*ranks}
    )


def _list_number(mask: int, outside: int, joker: int) -> int:
    return (2 * mask + joker) * _OUTSIDE_COUNT + outside


def _rank_mask(ranks: tuple[int, ...]) -> int:
    return sum(1 << rank for rank in ranks)


def correction_lists(way: ClassSettings, deck: RankDeck = FULL_DECK) -> PointLists:
    """List, for each set of shared cards, the corrections of the hands of one long suit that contain it: F."""
    rows = long_suit_classes(deck)
    own, plain = way.points(rows.places), way.points(rows.plain)
    differs = own != plain
    found = np.concatenate([own[differs], plain[differs]])
    signs = np.repeat(np.array([1, -1]), differs.sum())
    order = np.argsort(found, kind="stable")
    masks, jokers, outside = (np.tile(column[differs], 2)[order] for column in (rows.masks, rows.jokers, rows.outside))
    spare = _shared_outside(deck.suits - 1)
    fixed = found[order], signs[order], masks.astype(np.int64), jokers, outside, spare.held, spare.ways, spare.count
    return _build_lists(_list_number(1 << RANKS, 0, 0), lambda *where: _append_by_suits(*fixed, *where))


ListPairs = tuple[I64, I64, I64]
"""A signed count, the list of the one side, and the list of the other."""


@cache
def long_suit_pairs(deck: RankDeck = FULL_DECK) -> ListPairs:
    """Return the sets of cards that two hands with long suits can share, if the suits are the same and if they differ."""
    times, ones, others = zip(_same_suit_pairs(deck), _two_suit_pairs(deck), strict=True)
    return np.concatenate(times), np.concatenate(ones), np.concatenate(others)


def _same_suit_pairs(deck: RankDeck) -> ListPairs:
    size = np.bitwise_count(np.arange(1 << RANKS))[:, None, None] + np.arange(2)[:, None] + np.array([*map(len, OUTSIDE_RANKS)])
    ways = deck.suits * np.array([count_outside_ways(ranks, deck.suits - 1) for ranks in OUTSIDE_RANKS])
    times: I64 = (np.where(size % 2, -1, 1) * ways).ravel()
    numbers = np.arange(len(times))
    return times, numbers, numbers


def _two_suit_pairs(deck: RankDeck) -> ListPairs:
    """Each hand has at most two cards of the other's long suit; the other shared cards are in neither suit."""
    rows = []
    own = [ranks for ranks in OUTSIDE_RANKS if len({*ranks}) == len(ranks)]
    for in_one, in_other, in_neither in product(own, own, OUTSIDE_RANKS):
        if len(in_neither) + max(len(in_one), len(in_other)) > 2 or not count_outside_ways(in_neither, deck.suits - 2):
            continue
        ways = deck.suits * (deck.suits - 1) * count_outside_ways(in_neither, deck.suits - 2)
        sign = (-1) ** (len(in_one) + len(in_other) + len(in_neither))
        one = _rank_mask(in_one), _OUTSIDE_NUMBERS[tuple(sorted((*in_other, *in_neither)))]
        other = _rank_mask(in_other), _OUTSIDE_NUMBERS[tuple(sorted((*in_one, *in_neither)))]
        rows += [(sign * (-1) ** joker * ways, _list_number(*one, joker), _list_number(*other, joker)) for joker in (0, 1)]
    times, ones, others = np.array(rows, dtype=np.int64).reshape(-1, 3).T
    return times, ones, others


# The lists


def _build_lists(count: int, append_points: Callable[..., None]) -> PointLists:
    """Build lists with a kernel that appends points in ascending order: one run measures the lists, a second writes them."""
    sizes, last = np.zeros(count, dtype=np.int64), np.full(count, _NO_POINT)
    append_points(sizes, last, np.empty(0, np.uint32), np.empty(0, np.int32), False)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    found, weights = np.empty(starts[-1], dtype=np.uint32), np.empty(starts[-1], dtype=np.int32)
    last.fill(_NO_POINT)
    append_points(starts[:-1].copy(), last, found, weights, True)
    return PointLists(starts, found, weights)


@compiled
def _append_point(number, point, weight, ends, last, found, weights, writing):  # type: ignore[no-untyped-def]
    if last[number] == point:
        if writing:
            weights[ends[number] - 1] += weight
        return
    last[number] = point
    if writing:
        found[ends[number]] = point
        weights[ends[number]] = weight
    ends[number] += 1


@compiled
def _append_by_ranks(order, ranks, own, shares, steps, often, alike, numbers, ends, last, found, weights, writing):  # type: ignore[no-untyped-def]
    for row in range(ranks.shape[0]):
        many = often[alike[row]]
        _append_point(0, order[row], own[row], ends, last, found, weights, writing)
        for top in range(7):
            rank = ranks[row, top]
            for rest in range(1 << top):
                subset = rest | 1 << top
                step = np.int64(_CHOICES) if rank == JOKER else steps[_count_bits(subset), rank]
                number = numbers[rest] + step
                numbers[subset] = number
                if many[subset]:
                    _append_point(
                        number, order[row], own[row] * many[subset] // shares[number], ends, last, found, weights, writing
                    )


@compiled
def _count_bits(subset):  # type: ignore[no-untyped-def]
    pairs = subset - (subset >> 1 & 0x55)
    fours = (pairs & 0x33) + (pairs >> 2 & 0x33)
    return (fours + (fours >> 4)) & 15


@compiled
def _append_by_suits(order, signs, masks, jokers, outside, held, ways, count, ends, last, found, weights, writing):  # type: ignore[no-untyped-def]
    for row in range(masks.shape[0]):
        spare = outside[row]
        mask = subset = masks[row]
        while subset >= 0:
            for joker in range(jokers[row] + 1):
                for each in range(count[spare]):
                    number = (2 * subset + joker) * _OUTSIDE_COUNT + held[spare, each]
                    _append_point(number, order[row], signs[row] * ways[spare, each], ends, last, found, weights, writing)
            subset = (subset - 1) & mask if subset else -1


# All pairs


def count_disjoint_pairs(
    one: ClassSettings,
    other: ClassSettings,
    labels: int = 1,
    deck: RankDeck = FULL_DECK,
    on_step: Callable[[], None] = lambda: None,
) -> I64:
    """Count all ordered pairs of hands without a common card, by label of the other hand and by comparison.

    The second dimension compares the high hands, the third the low hands: `dominance.BELOW`, `COPY`, `ABOVE`. `on_step` is called
    `PROGRESS_STEPS` times. The long suits come first, so that their lists, the longest, can be freed.
    """
    rank_classes(deck), long_suit_classes(deck)  # cached before the threads start
    many, signs = card_sets_by_ranks(deck)
    numbers = np.arange(len(many))
    with ThreadPoolExecutor(cpu_count()) as pool:
        work = _PairCounter(pool, one, other, labels, deck, on_step)
        total = work.count_long_suits()
        (ranks, their_ranks), (every, their_every) = work.build_lists(rank_point_lists), work.build_lists(all_point_lists)
        total += work.compare_lists(ranks, their_every, (signs, numbers, numbers))
        total += work.compare_lists(every, their_ranks, (signs, numbers, numbers))
        return total + work.compare_lists(ranks, their_ranks, (-signs * many, numbers, numbers))


PROGRESS_STEPS = 3 * 2 + 4 * PARTS_PER_TERM


@dataclass(frozen=True)
class _PairCounter:
    """Computes the terms of the sum in the module's docstring for two house ways, each term on every core."""

    pool: ThreadPoolExecutor
    one: ClassSettings
    other: ClassSettings
    labels: int
    deck: RankDeck
    on_step: Callable[[], None]

    def build_lists(self, build: Callable[[ClassSettings, RankDeck], PointLists]) -> tuple[PointLists, PointLists]:
        """Build the lists of both ways; if the two ways are the same, build them once."""
        ways = dict.fromkeys((self.one, self.other))
        made = [self.pool.submit(build, way, self.deck) for way in ways]
        mine, theirs = made[0], made[-1]
        return self._wait_for(mine), self._wait_for(theirs)

    def count_long_suits(self) -> I64:
        mine, theirs = self.build_lists(correction_lists)
        times, ones, others = long_suit_pairs(self.deck)
        there = (mine.sizes[ones] > 0) & (theirs.sizes[others] > 0) & (times != 0)
        return self.compare_lists(mine, theirs, (times[there], ones[there], others[there]))

    def compare_lists(self, mine: PointLists, theirs: PointLists, pairing: ListPairs) -> I64:
        times, ones, others = pairing
        cuts = [slice(part, None, PARTS_PER_TERM) for part in range(PARTS_PER_TERM)]
        parts = [
            self.pool.submit(compare_point_lists, mine, theirs, times[cut], ones[cut], others[cut], self.labels) for cut in cuts
        ]
        return np.sum([self._wait_for(part) for part in parts], axis=0)

    def _wait_for(self, part: Future[Result]) -> Result:
        result = part.result()
        self.on_step()
        return result

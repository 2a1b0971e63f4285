"""Count, for every class of hands and every setting of it, the pairs with an opponent's hand that it wins and loses.

`disjoint_pairs` counts all pairs of two house ways, as a sum over the sets of cards that two hands can share; the sum is linear in
the settings of the first way. So it is computed here for all settings of the first at once: in the lists of the first way, the
number of a class stands where a point would, and each class is asked about all its settings. What an opponent's list says of a
setting is read from a table of sums, by high hand and low hand.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from os import cpu_count
from queue import SimpleQueue

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U16, read_only
from houseway.kernels.pai_gow import disjoint_pairs
from houseway.kernels.pai_gow.classes import FULL_DECK, RankDeck, long_suit_classes, rank_classes, weights_without_long_suit
from houseway.kernels.pai_gow.disjoint_pairs import (
    ClassSettings,
    ListPairs,
    all_point_lists,
    card_sets_by_ranks,
    correction_lists,
    long_suit_pairs,
    rank_point_lists,
)
from houseway.kernels.pai_gow.dominance import HIGH_SHIFT, LABEL_BITS, LOW_MASK, LOW_STRENGTHS, PointLists

_HIGH_STRENGTHS = 1 << 13
_WIDTH = LOW_STRENGTHS + 1
_PARTS = 16
"""The number of parts in which each term of the sum is computed."""
STEPS = 4 * _PARTS + 2
_MOST_THREADS = 4
"""Each thread needs sums of its own."""


@dataclass(frozen=True, eq=False)
class ClassPoints:
    """The settings that are asked about: those of class `n` are from `starts[n]` to `starts[n + 1]`.

    The classes are the rows of `rank_classes`, without their hands with a long suit, and then those of `long_suit_classes`.
    """

    starts: I64
    high: U16
    low: U16


@dataclass(frozen=True, eq=False)
class SettingCounts:
    """By setting, the pairs of a hand of its class and an opponent's hand without a common card."""

    won: I64
    """Both hands are higher, or at least as high if copies win."""
    lost: I64
    """Both hands are lower, or at most as high if copies lose."""


def class_places(deck: RankDeck = FULL_DECK) -> I64:
    """Return the index of each class in `setting.SettingTable`."""
    return np.concatenate([rank_classes(deck).places, long_suit_classes(deck).places])


def class_weights(deck: RankDeck = FULL_DECK) -> I64:
    """Return the number of hands of each class."""
    return np.concatenate([weights_without_long_suit(deck), long_suit_classes(deck).weights])


def count_settings(
    asked: ClassPoints,
    opponent: ClassSettings,
    copies_win: bool,
    deck: RankDeck = FULL_DECK,
    on_step: Callable[[], None] = lambda: None,
) -> SettingCounts:
    """Count the pairs that each setting wins and loses. `on_step` is called `STEPS` times."""
    with ThreadPoolExecutor(_threads()) as pool:
        counter = _SettingCounter(pool, asked, copies_win)
        try:
            for term in _terms(opponent, deck, on_step):
                counter.add(term, on_step)
        finally:
            counter.stop()
    return counter.total()


def _terms(opponent: ClassSettings, deck: RankDeck, on_step: Callable[[], None]) -> "Iterator[Term]":
    """Yield the terms of the sum in `disjoint_pairs`."""
    yield correction_lists(opponent, deck), _long_suit_members(deck), long_suit_pairs(deck), _plain_rows(deck)
    many, signs = card_sets_by_ranks(deck)
    numbers, alone = np.arange(len(many)), np.full(len(_plain_rows(deck)), -1)
    ranks, rank_members = rank_point_lists(opponent, deck), _rank_members(deck)
    on_step()
    yield ranks, rank_members, (-signs * many, numbers, numbers), alone
    yield all_point_lists(opponent, deck), rank_members, (signs, numbers, numbers), alone
    on_step()
    yield ranks, _all_members(deck), (signs, numbers, numbers), alone


# The classes, by the sets of cards that their hands contain


def _rank_members(deck: RankDeck) -> PointLists:
    """List, for each choice of ranks, the classes by ranks whose hands contain such a set, and how many contain one."""
    rows = rank_classes(deck)
    numbers = np.arange(len(rows.places), dtype=np.uint32)
    return disjoint_pairs._lists_by_ranks(numbers, rows.ranks, rows.weights, card_sets_by_ranks(deck)[0])


def _all_members(deck: RankDeck) -> PointLists:
    """List, for each choice of ranks, all classes with such cards, and how many such sets their hands contain."""
    ranks = np.concatenate([rank_classes(deck).ranks, long_suit_classes(deck).ranks])
    numbers = np.arange(len(ranks), dtype=np.uint32)
    return disjoint_pairs._lists_by_ranks(
        numbers, ranks, class_weights(deck), np.ones(len(card_sets_by_ranks(deck)[0]), dtype=np.int64)
    )


def _long_suit_members(deck: RankDeck) -> PointLists:
    """List, for each set of cards, the classes of one long suit whose hands contain it, and how many contain it."""
    rows = long_suit_classes(deck)
    numbers = (len(rank_classes(deck).places) + np.arange(len(rows.places))).astype(np.uint32)
    spare = disjoint_pairs._shared_outside(deck.suits - 1)
    fixed = (
        *(numbers, np.ones(len(numbers), dtype=np.int64), rows.masks.astype(np.int64), rows.jokers, rows.outside),
        *(spare.held, spare.ways, spare.count),
    )
    count = disjoint_pairs._list_number(1 << 13, 0, 0)
    return disjoint_pairs._build_lists(count, lambda *where: disjoint_pairs._append_by_suits(*fixed, *where))


@cache
def _plain_rows(deck: RankDeck) -> I64:
    """Return, by class, the class of the same ranks without a long suit; -1 for a class that has none."""
    rows, suited = rank_classes(deck), long_suit_classes(deck)
    row_of = np.full(int(rows.places.max()) + 1, -1)
    row_of[rows.places] = np.arange(len(rows.places))
    return np.concatenate([np.full(len(rows.places), -1), row_of[suited.plain]])


# The sum


class _CountingStopped(Exception):
    """Raised in a thread whose result nobody waits for any more."""


Term = tuple[PointLists, PointLists, ListPairs, I64]
"""The opponent's lists, the lists of classes, which to compare, and by class the one from which the same is taken away, or -1."""


class _SettingCounter:
    """Adds up the terms on several cores, each with sums of its own."""

    def __init__(self, pool: ThreadPoolExecutor, asked: ClassPoints, copies_win: bool) -> None:
        self._pool, self._is_stopped = pool, False
        shift = 0 if copies_win else 1
        high, low = ((strengths - shift).astype(np.uint16) for strengths in (asked.high, asked.low))
        self._asked = read_only(asked.starts), read_only(high), read_only(low)
        self._desks = [_Desk(len(asked.high)) for _ in range(_threads())]
        self._free: SimpleQueue[_Desk] = SimpleQueue()
        for desk in self._desks:
            self._free.put(desk)

    def stop(self) -> None:
        """Let the threads end after the parts that they are at."""
        self._is_stopped = True

    def total(self) -> SettingCounts:
        won, lost = np.sum([desk.sums for desk in self._desks], axis=0)
        return SettingCounts(read_only(won), read_only(lost))

    def add(self, term: Term, on_step: Callable[[], None]) -> None:
        theirs, own, (times, ones, others), plain = term
        there = (own.sizes[ones] > 0) & (theirs.sizes[others] > 0) & (times != 0)
        order = np.argsort(others[there], kind="stable")
        times, ones, others = (each[there][order] for each in (times, ones, others))
        work = np.cumsum(own.sizes[ones] + theirs.sizes[others])
        cuts = np.searchsorted(work, np.arange(_PARTS + 1) * (int(work[-1]) + 1) // _PARTS).tolist()
        parts = [
            self._pool.submit(
                self._add_part, theirs, own, tuple(read_only(each[one:two]) for each in (times, ones, others)), plain
            )
            for one, two in pairwise(cuts)
        ]
        for part in parts:
            part.result()
            on_step()

    def _add_part(self, theirs: PointLists, own: PointLists, pairs: tuple[I64, ...], plain: I64) -> None:
        if self._is_stopped:
            raise _CountingStopped
        desk = self._free.get()
        try:
            lists = theirs.starts, theirs.points, theirs.weights, own.starts, own.points, own.weights
            times, ones, others = pairs
            _add_pairs(*lists, times, ones, others, read_only(plain), *self._asked, desk.table, desk.row_of, desk.sums)
        finally:
            self._free.put(desk)


class _Desk:
    """What one thread works with."""

    def __init__(self, settings: int) -> None:
        self.sums = np.zeros((2, settings), dtype=np.int64)
        self.table = np.zeros((_HIGH_STRENGTHS, _WIDTH), dtype=np.int32)
        self.row_of = np.zeros(_HIGH_STRENGTHS, dtype=np.int16)


def _threads() -> int:
    return min(cpu_count() or 1, _MOST_THREADS)


@compiled
def _add_pairs(  # type: ignore[no-untyped-def]
    starts, points, weights, own_starts, own, often, times, ones, others, plain, asked, highs, lows, table, row_of, sums,
):  # fmt: skip
    last = np.int64(-1)
    size = 0
    for pair in range(times.shape[0]):
        other = others[pair]
        if other != last:
            last = other
            size = _fill_table(points, weights, starts[other], starts[other + 1], table, row_of)
        for place in range(own_starts[ones[pair]], own_starts[ones[pair] + 1]):
            number, many = np.int64(own[place]), times[pair] * np.int64(often[place])
            _add_class(number, many, asked, highs, lows, table, row_of, size, sums)
            if plain[number] >= 0:
                _add_class(plain[number], -many, asked, highs, lows, table, row_of, size, sums)


@compiled
def _fill_table(points, weights, start, stop, table, row_of):  # type: ignore[no-untyped-def]
    """Tabulate the points: a row for each high hand, in which a column is the number of points up to that high hand and below a
    low hand; by high hand, the row up to which no point is higher. Return the number of the last row."""
    table[0] = 0
    row, at, place = 0, np.int64(0), start
    while place < stop:
        high = np.int64(points[place] >> HIGH_SHIFT)
        row_of[at:high] = row
        at = high
        table[row + 1] = 0
        while place < stop and points[place] >> HIGH_SHIFT == high:
            table[row + 1, (points[place] >> LABEL_BITS & LOW_MASK) + 1] += weights[place]
            place += 1
        many = np.int32(0)
        for low in range(table.shape[1]):
            many += table[row + 1, low]
            table[row + 1, low] = table[row, low] + many
        row += 1
    row_of[at:] = row
    return row


@compiled
def _add_class(number, many, asked, highs, lows, table, row_of, size, sums):  # type: ignore[no-untyped-def]
    every = table[size, table.shape[1] - 1]
    for place in range(asked[number], asked[number + 1]):
        row, low = row_of[highs[place]], lows[place] + 1
        below = table[row, low]
        above = every - table[row, table.shape[1] - 1] - table[size, low] + below
        sums[0, place] += many * np.int64(below)
        sums[1, place] += many * np.int64(above)

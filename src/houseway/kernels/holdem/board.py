"""Texas hold'em against a dealer: compare every holding with every other on one board, without visiting single deals.

A board of five leaves 47 cards and 1,081 holdings. The value of a holding depends only on its ranks, and on which of its cards
are of the suit that the board has three of, if there is one. So cards fall into at most 26 classes and holdings into at most 266
kinds. The kinds are ranked once and sorted; one sweep, lowest first, counts the opponents below and equal, with inclusion and
exclusion for the two cards that nobody else can hold.

Boards are enumerated up to suits, 134,459 of them. Each contains ten flops, so the value of a holding on a board is added in ten
places, under the permutation of suits that makes each flop canonical.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.hands import STANDARD, Category
from houseway.kernels import combinations as numbering
from houseway.kernels.canonical import canonical
from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, RANKS, U8, U16, rank_key
from houseway.kernels.tables import categories, tables

BOARD, FLOP, HOLE = 5, 3, 2
OPPONENTS = 990
"""The number of the dealer's possible holdings, given the board and the player's two cards."""
FLOPS_OF_A_BOARD = 10
ON_A_BOARD = 1_081
"""The number of holdings that a board leaves; a flop and a holding leave as many choices of turn and river."""
TOTAL = comb(52, HOLE) * comb(50, FLOP) * ON_A_BOARD * OPPONENTS
"""Deals, counted once for each three cards of the board that may be the flop: 27,813,810,024,000."""
FOLDED, WON, WON_UNQUALIFIED, LOST, LOST_UNQUALIFIED, TIED, OUTCOMES = 0, 0, 10, 21, 22, 23, 24
"""Outcome codes. Add the position of the player's category, from 1 to 10, to `WON` (dealer qualifies) or `WON_UNQUALIFIED`."""

CLASSES = 2 * RANKS
KINDS = 266
_BUCKETS = 128
_NO_SUIT = 4
MOST_TIMES = 8
FIRST, SECOND, MANY, STRENGTH, ORDER, _SPARE, BEATS, TIES, WEAK, _TIMES_PLAY, _REST, PLAYS, _AT_LAST, _COLUMNS = range(14)
"""Rows of `Scratch.kinds`. For each kind: its two classes, its number of holdings, their strength; the kinds sorted by strength;
opponents beaten, tied and not qualified; the net result of the Play per Ante staked, the net result of the other wagers, whether
to play on the river, and the net result of that decision."""


class Ranks(NamedTuple):
    """Tables from seven cards to a strength, and from a strength to its category."""

    keys: I64
    left: U16
    right: U16
    by_rank: U16
    by_suit: U16
    place: U16
    """By strength, the position of its category."""
    pair: int
    """The lowest strength with which the dealer qualifies."""


class Flops(NamedTuple):
    """Every flop from 52 cards, with its canonical flop and the permutation of suits that leads there."""

    canonical: U8
    weights: I64
    number: U16
    """By number of the three cards, the index of the canonical flop."""
    suits: U8
    """By number of the three cards, the permutation of suits."""
    holding: U16
    """By permutation of suits and holding, the resulting holding."""
    keeps: NDArray[np.bool_]
    """By permutation of suits and canonical flop, whether the flop stays the same."""


class Game(NamedTuple):
    """What a round pays, as integers: multiples of a common fraction of an Ante."""

    unit: int
    """The Ante itself, in that unit."""
    ante: int
    """What a winning Ante pays."""
    play: int
    """What a winning Play pays per Ante staked."""
    blind: I64
    """By strength, what the Blind pays when the hand wins."""
    flop: int
    """The size of a Play after the flop, in Antes."""
    river: int
    """The size of a Play after the river, in Antes."""


class Scratch(NamedTuple):
    """Working memory for one board, because kernels allocate no arrays."""

    many: I64
    """By class of cards, how many are left."""
    below: I64
    """By class, how many of the weaker holdings contain one given card of the class."""
    equal: I64
    """The same for holdings of equal strength."""
    unqualified: I64
    """The same for holdings with which the dealer does not qualify."""
    kind: I64
    """By two classes, the kind of holding."""
    buckets: I64
    cards: I64
    """The 47 cards that are left."""
    holding: U16
    """By index of a remaining holding, its number."""
    kind_of: U16
    """By index of a remaining holding, its kind."""
    raises: U16
    """By index of a remaining holding, on how many of the ten flops it is raised."""
    value: I64
    """By index of a remaining holding, the values of a raise on the flop and of a check."""
    kinds: I64
    """Facts about each kind: one row each for `FIRST` and so on."""
    tally: I64
    """By size of the Play in Antes and kind, how often it is played so; 0 is a fold."""


def scratch() -> Scratch:
    def room(*size: int) -> I64:
        return np.zeros(size, dtype=np.int64)

    def left() -> U16:
        return np.zeros(ON_A_BOARD, dtype=np.uint16)

    classes = room(CLASSES), room(CLASSES), room(CLASSES), room(CLASSES)
    rest = room(CLASSES**2), room(_BUCKETS), room(52 - BOARD)
    by_kind = room(_COLUMNS, KINDS), room(MOST_TIMES + 1, KINDS)
    return Scratch(*classes, *rest, left(), left(), left(), room(ON_A_BOARD, 2), *by_kind)


@cache
def ranks(qualifier: Category) -> Ranks:
    table, place = tables(STANDARD, BOARD + HOLE), categories(STANDARD)
    keys = np.array([rank_key(rank) for rank in range(RANKS)], dtype=np.int64)
    pair = int(np.searchsorted(place, STANDARD.place(qualifier)))
    return Ranks(keys, table.left, table.right, table.by_rank, table.by_suit, place, pair)


@cache
def flops() -> Flops:
    rows, weights = canonical(FLOP)
    orders = list(permutations(range(4)))
    number, suits = np.empty(comb(52, FLOP), dtype=np.uint16), np.empty(comb(52, FLOP), dtype=np.uint8)
    keeps = np.zeros((len(orders), len(rows)), dtype=np.bool_)
    for place, order in enumerate(orders):
        there = numbering.rank(_reordered(rows, order))
        number[there] = np.arange(len(rows))
        suits[there] = orders.index((order.index(0), order.index(1), order.index(2), order.index(3)))
        keeps[place] = there == numbering.rank(rows)
    holding = np.array([numbering.rank(_reordered(holdings(), order)) for order in orders], dtype=np.uint16)
    return Flops(rows, weights.astype(np.int64), number, suits, holding, keeps)


@cache
def holdings() -> U8:
    """Return the two cards of each holding, lower first, by its number."""
    return np.array([(low, high) for high in range(52) for low in range(high)], dtype=np.uint8)


@cache
def boards() -> tuple[U8, I64]:
    """Return every board up to suits, lowest card first, and the number of boards that each represents."""
    rows, weights = canonical(BOARD)
    return np.sort(rows, axis=1), weights.astype(np.int64)


def _reordered(cards: U8, order: Sequence[int]) -> U8:
    return cards & ~np.uint8(3) | np.array(order, dtype=np.uint8)[cards & 3]


@compiled
def _suit_of(board):  # type: ignore[no-untyped-def]
    """Return the suit that the board has three or more of, so that a flush is possible; `_NO_SUIT` if none."""
    found = _NO_SUIT
    for suit in range(4):
        held = 0
        for place in range(BOARD):
            held += np.int64(board[place]) & 3 == suit
        if held >= 3:
            found = suit
    return found


@compiled
def class_of(card, suit):  # type: ignore[no-untyped-def]
    return (card >> 2) + RANKS * (card & 3 == suit)


@compiled
def _lay_out(board, suit, room):  # type: ignore[no-untyped-def]
    """Find the cards that are left, and count them by class."""
    for rank in range(RANKS):
        room.many[rank] = 4 - (suit != _NO_SUIT)
        room.many[RANKS + rank] = suit != _NO_SUIT
    free, at = 0, 0
    for card in range(52):
        if at < BOARD and np.int64(board[at]) == card:
            room.many[class_of(card, suit)] -= 1
            at += 1
        else:
            room.cards[free] = card
            free += 1


@compiled
def _rank_kinds(board, suit, ranks, room):  # type: ignore[no-untyped-def]
    """Find every kind of holding that is left, with its number of holdings and their strength."""
    key, held, suited = np.int64(0), np.int64(0), 0
    for place in range(BOARD):
        card = np.int64(board[place])
        key += ranks.keys[card >> 2]
        if card & 3 == suit:
            held |= np.int64(1) << (card >> 2)
            suited += 1
    found = 0
    classes = RANKS if suit == _NO_SUIT else CLASSES
    for one in range(classes):
        for two in range(one, classes):
            times = room.many[one] * room.many[two] if one != two else room.many[one] * (room.many[one] - 1) // 2
            if times > 0:
                room.kind[one * CLASSES + two] = room.kind[two * CLASSES + one] = found
                room.kinds[FIRST, found], room.kinds[SECOND, found], room.kinds[MANY, found] = one, two, times
                room.kinds[STRENGTH, found] = _strength(key, held, suited, one, two, ranks)
                found += 1
    return found


@compiled
def _strength(key, held, suited, one, two, ranks):  # type: ignore[no-untyped-def]
    key += ranks.keys[one % RANKS] + ranks.keys[two % RANKS]
    best = np.int64(ranks.by_rank[np.int64(ranks.left[key & 0xFFFF]) + np.int64(ranks.right[key >> 16 & 0xFFFF])])
    if suited + (one >= RANKS) + (two >= RANKS) >= 5:
        if one >= RANKS:
            held |= np.int64(1) << (one - RANKS)
        if two >= RANKS:
            held |= np.int64(1) << (two - RANKS)
        best = max(best, np.int64(ranks.by_suit[held]))
    return best


@compiled
def _sort(found, room):  # type: ignore[no-untyped-def]
    """Sort the kinds by strength, ascending, into `ORDER`: a radix sort by seven bits at a time."""
    for kind in range(found):
        room.kinds[ORDER, kind] = kind
    for shift, origin, target in ((0, ORDER, _SPARE), (7, _SPARE, ORDER)):
        room.buckets[:] = 0
        for kind in range(found):
            room.buckets[room.kinds[STRENGTH, kind] >> shift & (_BUCKETS - 1)] += 1
        start = np.int64(0)
        for bucket in range(_BUCKETS):
            count = room.buckets[bucket]
            room.buckets[bucket] = start
            start += count
        for place in range(found):
            kind = room.kinds[origin, place]
            bucket = room.kinds[STRENGTH, kind] >> shift & (_BUCKETS - 1)
            room.kinds[target, room.buckets[bucket]] = kind
            room.buckets[bucket] += 1


@compiled
def add_kind(kind, kinds, many, holding):  # type: ignore[no-untyped-def]
    """Add a kind to the counts, by class, of holdings that contain one given card of the class."""
    one, two = kinds[FIRST, kind], kinds[SECOND, kind]
    if one == two:
        holding[one] += many[one] - 1
    else:
        holding[one] += many[two]
        holding[two] += many[one]


@compiled
def without(total, holding, kind, kinds):  # type: ignore[no-untyped-def]
    """Count the holdings that share no card with one of this kind. If that one is among them, it is subtracted twice."""
    return total - holding[kinds[FIRST, kind]] - holding[kinds[SECOND, kind]]


@compiled
def _sweep(found, ranks, room):  # type: ignore[no-untyped-def]
    """Count, for one holding of each kind, the opponents that it beats, those that it ties, and those that do not qualify."""
    room.below[:] = 0
    room.unqualified[:] = 0
    kinds, below, unqualified = room.kinds, np.int64(0), np.int64(0)
    for kind in range(found):
        if kinds[STRENGTH, kind] < ranks.pair:
            unqualified += kinds[MANY, kind]
            add_kind(kind, kinds, room.many, room.unqualified)
    start = 0
    while start < found:
        strength = kinds[STRENGTH, kinds[ORDER, start]]
        room.equal[:] = 0
        equal, stop = np.int64(0), start
        while stop < found and kinds[STRENGTH, kinds[ORDER, stop]] == strength:
            equal += kinds[MANY, kinds[ORDER, stop]]
            add_kind(kinds[ORDER, stop], kinds, room.many, room.equal)
            stop += 1
        for place in range(start, stop):
            kind = kinds[ORDER, place]
            kinds[BEATS, kind] = without(below, room.below, kind, kinds)
            kinds[TIES, kind] = without(equal, room.equal, kind, kinds) + 1
            kinds[WEAK, kind] = without(unqualified, room.unqualified, kind, kinds) + (strength < ranks.pair)
        below += equal
        for rank in range(CLASSES):
            room.below[rank] += room.equal[rank]
        start = stop


@compiled
def _pay(found, ranks, game, room):  # type: ignore[no-untyped-def]
    """Sum, for each kind over its opponents, the net result of the Play per Ante staked and of the other wagers."""
    kinds, folds = room.kinds, -2 * game.unit * OPPONENTS
    for kind in range(found):
        won, strength, weak = kinds[BEATS, kind], kinds[STRENGTH, kind], kinds[WEAK, kind]
        lost = OPPONENTS - won - kinds[TIES, kind]
        qualified = strength >= ranks.pair
        ante = game.ante * (won - weak) - game.unit * lost if qualified else -game.unit * (OPPONENTS - weak)
        kinds[_TIMES_PLAY, kind] = game.play * won - game.unit * lost
        kinds[_REST, kind] = game.blind[strength] * won - game.unit * lost + ante
        plays = game.river * kinds[_TIMES_PLAY, kind] + kinds[_REST, kind]
        kinds[PLAYS, kind] = plays > folds
        kinds[_AT_LAST, kind] = max(plays, folds)


@compiled
def survey(board, ranks, game, room):  # type: ignore[no-untyped-def]
    """Compute all facts about a board by kind of holding; return the number of kinds and the flush suit."""
    suit = _suit_of(board)
    _lay_out(board, suit, room)
    found = _rank_kinds(board, suit, ranks, room)
    _sort(found, room)
    _sweep(found, ranks, room)
    _pay(found, ranks, game, room)
    return found, suit


@compiled
def lay_holdings(suit, room):  # type: ignore[no-untyped-def]
    """List the number and the kind of every holding that is left."""
    at = 0
    for high in range(52 - BOARD):
        card = room.cards[high]
        row, first = class_of(card, suit) * CLASSES, card * (card - 1) // 2
        for low in range(high):
            room.holding[at] = first + room.cards[low]
            room.kind_of[at] = room.kind[row + class_of(room.cards[low], suit)]
            at += 1


@compiled
def flop_number(board, leave_out, leave_out_too):  # type: ignore[no-untyped-def]
    """Return the number of the three cards of a board, lowest first, that remain when two positions are left out."""
    number, place = np.int64(0), 0
    for at in range(BOARD):
        if at != leave_out and at != leave_out_too:
            card = np.int64(board[at])
            if place == 0:
                number = card
            elif place == 1:
                number += card * (card - 1) // 2
            else:
                number += card * (card - 1) * (card - 2) // 6
            place += 1
    return number


@compiled
def add_boards(
    boards: U8, weights: I64, ranks: Ranks, game: Game, flops: Flops, room: Scratch, by_flop: I64, by_holding: I64
) -> None:
    """Add the value of each holding on these boards, summed over the dealer's holdings and the ten flops of each board.

    `by_flop[flop, holding]` gets the values of a Play after the flop and of a check there. `by_holding[holding]` gets the net
    results of a Play before the flop, per Ante staked, and of the other wagers. Flop and holding are in the flop's canonical suits.
    """
    for row in range(boards.shape[0]):
        board, weight = boards[row], weights[row]
        _, suit = survey(board, ranks, game, room)
        lay_holdings(suit, room)
        kinds = room.kinds
        for at in range(ON_A_BOARD):
            kind, holding = room.kind_of[at], room.holding[at]
            room.value[at, 0] = weight * (game.flop * kinds[_TIMES_PLAY, kind] + kinds[_REST, kind])
            room.value[at, 1] = weight * kinds[_AT_LAST, kind]
            by_holding[holding, 0] += FLOPS_OF_A_BOARD * weight * kinds[_TIMES_PLAY, kind]
            by_holding[holding, 1] += FLOPS_OF_A_BOARD * weight * kinds[_REST, kind]
        for one in range(BOARD):
            for two in range(one):
                number = flop_number(board, one, two)
                sums, becomes = by_flop[flops.number[number]], flops.holding[flops.suits[number]]
                for at in range(ON_A_BOARD):
                    holding = becomes[room.holding[at]]
                    sums[holding, 0] += room.value[at, 0]
                    sums[holding, 1] += room.value[at, 1]


@compiled
def count_raises(board, flops, raised, room):  # type: ignore[no-untyped-def]
    """Count on how many of the ten flops of a board each holding is raised."""
    room.raises[:] = 0
    for one in range(BOARD):
        for two in range(one):
            number = flop_number(board, one, two)
            there, becomes = raised[flops.number[number]], flops.holding[flops.suits[number]]
            for at in range(ON_A_BOARD):
                room.raises[at] += there[becomes[room.holding[at]]]


@compiled
def end_kind(kind, weight, times, ranks, room, counts):  # type: ignore[no-untyped-def]
    """Count the outcomes of a kind that is played `weight` times."""
    kinds = room.kinds
    won, tied, weak = kinds[BEATS, kind] * weight, kinds[TIES, kind] * weight, kinds[WEAK, kind] * weight
    lost, place = OPPONENTS * weight - won - tied, np.int64(ranks.place[kinds[STRENGTH, kind]])
    counts[times, TIED] += tied
    if kinds[STRENGTH, kind] >= ranks.pair:
        counts[times, WON + place] += won - weak
        counts[times, WON_UNQUALIFIED + place] += weak
        counts[times, LOST] += lost
    else:
        counts[times, WON_UNQUALIFIED + place] += won
        counts[times, LOST_UNQUALIFIED] += weak - won - tied
        counts[times, LOST] += OPPONENTS * weight - weak


@compiled
def count_boards(
    boards: U8,
    weights: I64,
    ranks: Ranks,
    game: Game,
    flops: Flops,
    room: Scratch,
    before: I64,
    raised: U8,
    river: U8,
    counts: I64,
) -> None:
    """Count the outcomes of rounds on these boards under a strategy, by size of the Play in Antes and outcome.

    `before[holding]` is the Play before the flop, 0 for a check; `raised[flop, holding]` says whether a Play is made after it;
    `river[row, at]` whether one is made after the river, with the holdings of a board in the order of `spread`.
    Without rows in `river[row, at]`, the river decision is the one with the higher value.
    """
    for row in range(boards.shape[0]):
        found, suit = survey(boards[row], ranks, game, room)
        lay_holdings(suit, room)
        count_raises(boards[row], flops, raised, room)
        room.tally[:] = 0
        for at in range(ON_A_BOARD):
            kind, times = room.kind_of[at], before[room.holding[at]]
            if times:
                room.tally[times, kind] += FLOPS_OF_A_BOARD
            else:
                raises = np.int64(room.raises[at])
                plays = river[row, at] if river.shape[0] else room.kinds[PLAYS, kind]
                room.tally[game.flop, kind] += raises
                room.tally[game.river if plays else 0, kind] += FLOPS_OF_A_BOARD - raises
        for kind in range(found):
            counts[0, FOLDED] += room.tally[0, kind] * weights[row] * OPPONENTS
            for times in range(1, counts.shape[0]):
                if room.tally[times, kind]:
                    end_kind(kind, room.tally[times, kind] * weights[row], times, ranks, room, counts)


@compiled
def add_holding(boards: U8, holding: I64, ranks: Ranks, game: Game, room: Scratch, sums: I64) -> None:
    """Add the value of one holding (its two cards) on these boards to three sums: the Play per Ante staked, the other wagers, and
    the better of a Play after the river and a fold."""
    for row in range(boards.shape[0]):
        _, suit = survey(boards[row], ranks, game, room)
        kind = room.kind[class_of(holding[0], suit) * CLASSES + class_of(holding[1], suit)]
        sums[0] += room.kinds[_TIMES_PLAY, kind]
        sums[1] += room.kinds[_REST, kind]
        sums[2] += room.kinds[_AT_LAST, kind]


@compiled
def spread(boards: U8, room: Scratch, out: U16) -> None:
    """List the numbers of the holdings that each board leaves, in the order that `count_boards` uses."""
    for row in range(boards.shape[0]):
        _lay_out(boards[row], _NO_SUIT, room)
        lay_holdings(_NO_SUIT, room)
        for at in range(ON_A_BOARD):
            out[row, at] = room.holding[at]


@compiled
def beaten_by(one_more: U16, held: U16, out: U8) -> None:
    """Count, for each holding of each board, the dealer's outs: the single cards with which the dealer beats it."""
    for row in range(held.shape[0]):
        for at in range(held.shape[1]):
            outs = 0
            for card in range(one_more.shape[1]):
                outs += one_more[row, card] > held[row, at]
            out[row, at] = outs

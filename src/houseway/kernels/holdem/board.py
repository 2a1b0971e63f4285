"""Texas hold'em against a dealer: compare every holding with every other on one board, without visiting single deals.

A board of five leaves 47 cards and 1,081 holdings. The value of a holding depends only on its ranks, and on which of its cards
are of the suit that the board has three of, if there is one. So cards fall into at most 26 classes and holdings into at most 266
kinds. The kinds are ranked once and sorted; one sweep, lowest first, counts the opponents below and equal, with inclusion and
exclusion for the two cards that nobody else can hold.

Boards are enumerated up to suits (`deals`). Each contains ten flops, so the value of a holding on a board is added in ten places,
under the permutation of suits that makes each flop canonical.
"""

from functools import cache
from typing import NamedTuple

import numpy as np

from houseway.hands import STANDARD, Category
from houseway.kernels.compile import compiled
from houseway.kernels.holdem.deals import (
    BOARD_CARDS,
    DEALER_HOLDINGS,
    FLOPS_PER_BOARD,
    HOLDINGS_PER_BOARD,
    HOLE_CARDS,
    CanonicalFlops,
)
from houseway.kernels.layout import I64, RANKS, U8, U16, rank_key
from houseway.kernels.tables import category_positions, strength_tables

FOLDED, WON, WON_UNQUALIFIED, LOST, LOST_UNQUALIFIED, TIED, OUTCOME_COUNT = 0, 0, 10, 21, 22, 23, 24
"""Outcome codes. Add the position of the player's category, from 1 to 10, to `WON` (dealer qualifies) or `WON_UNQUALIFIED`."""

CARD_CLASSES = 2 * RANKS
HOLDING_KINDS = 266
_BUCKETS = 128
_NO_SUIT = 4
LARGEST_PLAY = 8
(
    FIRST_CLASS,
    SECOND_CLASS,
    HOLDING_COUNT,
    STRENGTH,
    SORTED_KINDS,
    _SORT_BUFFER,
    BEATEN_COUNT,
    TIED_COUNT,
    UNQUALIFIED_COUNT,
    _PLAY_NET,
    _OTHERS_NET,
    PLAYS_RIVER,
    _RIVER_NET,
    _KIND_ROWS,
) = range(14)
"""Rows of `HoldemScratch.kinds`. For each kind: its two classes, its number of holdings, their strength; the kinds sorted by
strength; opponents beaten, tied and not qualified; the net result of the Play per Ante staked, the net result of the other
wagers, whether to play on the river, and the net result of that decision."""


class HoldemTables(NamedTuple):
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


class HoldemPays(NamedTuple):
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


class HoldemScratch(NamedTuple):
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
    """Facts about each kind: one row each for `FIRST_CLASS` and so on."""
    tally: I64
    """By size of the Play in Antes and kind, how often it is played so; 0 is a fold."""


def new_scratch() -> HoldemScratch:
    def room(*size: int) -> I64:
        return np.zeros(size, dtype=np.int64)

    def left() -> U16:
        return np.zeros(HOLDINGS_PER_BOARD, dtype=np.uint16)

    classes = room(CARD_CLASSES), room(CARD_CLASSES), room(CARD_CLASSES), room(CARD_CLASSES)
    rest = room(CARD_CLASSES**2), room(_BUCKETS), room(52 - BOARD_CARDS)
    by_kind = room(_KIND_ROWS, HOLDING_KINDS), room(LARGEST_PLAY + 1, HOLDING_KINDS)
    return HoldemScratch(*classes, *rest, left(), left(), left(), room(HOLDINGS_PER_BOARD, 2), *by_kind)


@cache
def holdem_tables(qualifier: Category) -> HoldemTables:
    table, place = strength_tables(STANDARD, BOARD_CARDS + HOLE_CARDS), category_positions(STANDARD)
    keys = np.array([rank_key(rank) for rank in range(RANKS)], dtype=np.int64)
    pair = int(np.searchsorted(place, STANDARD.position(qualifier)))
    return HoldemTables(keys, table.left, table.right, table.by_rank, table.by_suit, place, pair)


@compiled
def _flush_suit(board):  # type: ignore[no-untyped-def]
    """Return the suit that the board has three or more of, so that a flush is possible; `_NO_SUIT` if none."""
    found = _NO_SUIT
    for suit in range(4):
        held = 0
        for place in range(BOARD_CARDS):
            held += np.int64(board[place]) & 3 == suit
        if held >= 3:
            found = suit
    return found


@compiled
def card_class(card, suit):  # type: ignore[no-untyped-def]
    return (card >> 2) + RANKS * (card & 3 == suit)


@compiled
def _find_remaining_cards(board, suit, scratch):  # type: ignore[no-untyped-def]
    """Find the cards that are left, and count them by class."""
    for rank in range(RANKS):
        scratch.many[rank] = 4 - (suit != _NO_SUIT)
        scratch.many[RANKS + rank] = suit != _NO_SUIT
    free, at = 0, 0
    for card in range(52):
        if at < BOARD_CARDS and np.int64(board[at]) == card:
            scratch.many[card_class(card, suit)] -= 1
            at += 1
        else:
            scratch.cards[free] = card
            free += 1


@compiled
def _rank_kinds(board, suit, ranks, scratch):  # type: ignore[no-untyped-def]
    """Find every kind of holding that is left, with its number of holdings and their strength."""
    key, held, suited = np.int64(0), np.int64(0), 0
    for place in range(BOARD_CARDS):
        card = np.int64(board[place])
        key += ranks.keys[card >> 2]
        if card & 3 == suit:
            held |= np.int64(1) << (card >> 2)
            suited += 1
    found = 0
    classes = RANKS if suit == _NO_SUIT else CARD_CLASSES
    for one in range(classes):
        for two in range(one, classes):
            times = scratch.many[one] * scratch.many[two] if one != two else scratch.many[one] * (scratch.many[one] - 1) // 2
            if times > 0:
                scratch.kind[one * CARD_CLASSES + two] = scratch.kind[two * CARD_CLASSES + one] = found
                scratch.kinds[FIRST_CLASS, found], scratch.kinds[SECOND_CLASS, found], scratch.kinds[HOLDING_COUNT, found] = (
                    one,
                    two,
                    times,
                )
                scratch.kinds[STRENGTH, found] = _holding_strength(key, held, suited, one, two, ranks)
                found += 1
    return found


@compiled
def _holding_strength(key, held, suited, one, two, ranks):  # type: ignore[no-untyped-def]
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
def _sort_kinds(found, scratch):  # type: ignore[no-untyped-def]
    """Sort the kinds by strength, ascending, into `SORTED_KINDS`: a radix sort by seven bits at a time."""
    for kind in range(found):
        scratch.kinds[SORTED_KINDS, kind] = kind
    for shift, origin, target in ((0, SORTED_KINDS, _SORT_BUFFER), (7, _SORT_BUFFER, SORTED_KINDS)):
        scratch.buckets[:] = 0
        for kind in range(found):
            scratch.buckets[scratch.kinds[STRENGTH, kind] >> shift & (_BUCKETS - 1)] += 1
        start = np.int64(0)
        for bucket in range(_BUCKETS):
            count = scratch.buckets[bucket]
            scratch.buckets[bucket] = start
            start += count
        for place in range(found):
            kind = scratch.kinds[origin, place]
            bucket = scratch.kinds[STRENGTH, kind] >> shift & (_BUCKETS - 1)
            scratch.kinds[target, scratch.buckets[bucket]] = kind
            scratch.buckets[bucket] += 1


@compiled
def add_kind_counts(kind, kinds, many, holding):  # type: ignore[no-untyped-def]
    """Add a kind to the counts, by class, of holdings that contain one given card of the class."""
    one, two = kinds[FIRST_CLASS, kind], kinds[SECOND_CLASS, kind]
    if one == two:
        holding[one] += many[one] - 1
    else:
        holding[one] += many[two]
        holding[two] += many[one]


@compiled
def count_disjoint(total, holding, kind, kinds):  # type: ignore[no-untyped-def]
    """Count the holdings that share no card with one of this kind. If that one is among them, it is subtracted twice."""
    return total - holding[kinds[FIRST_CLASS, kind]] - holding[kinds[SECOND_CLASS, kind]]


@compiled
def _count_opponents(found, ranks, scratch):  # type: ignore[no-untyped-def]
    """Count, for one holding of each kind, the opponents that it beats, those that it ties, and those that do not qualify."""
    scratch.below[:] = 0
    scratch.unqualified[:] = 0
    kinds, below, unqualified = scratch.kinds, np.int64(0), np.int64(0)
    for kind in range(found):
        if kinds[STRENGTH, kind] < ranks.pair:
            unqualified += kinds[HOLDING_COUNT, kind]
            add_kind_counts(kind, kinds, scratch.many, scratch.unqualified)
    start = 0
    while start < found:
        strength = kinds[STRENGTH, kinds[SORTED_KINDS, start]]
        scratch.equal[:] = 0
        equal, stop = np.int64(0), start
        while stop < found and kinds[STRENGTH, kinds[SORTED_KINDS, stop]] == strength:
            equal += kinds[HOLDING_COUNT, kinds[SORTED_KINDS, stop]]
            add_kind_counts(kinds[SORTED_KINDS, stop], kinds, scratch.many, scratch.equal)
            stop += 1
        for place in range(start, stop):
            kind = kinds[SORTED_KINDS, place]
            kinds[BEATEN_COUNT, kind] = count_disjoint(below, scratch.below, kind, kinds)
            kinds[TIED_COUNT, kind] = count_disjoint(equal, scratch.equal, kind, kinds) + 1
            kinds[UNQUALIFIED_COUNT, kind] = count_disjoint(unqualified, scratch.unqualified, kind, kinds) + (
                strength < ranks.pair
            )
        below += equal
        for rank in range(CARD_CLASSES):
            scratch.below[rank] += scratch.equal[rank]
        start = stop


@compiled
def _sum_results(found, ranks, game, scratch):  # type: ignore[no-untyped-def]
    """Sum, for each kind over its opponents, the net result of the Play per Ante staked and of the other wagers."""
    kinds, folds = scratch.kinds, -2 * game.unit * DEALER_HOLDINGS
    for kind in range(found):
        won, strength, weak = kinds[BEATEN_COUNT, kind], kinds[STRENGTH, kind], kinds[UNQUALIFIED_COUNT, kind]
        lost = DEALER_HOLDINGS - won - kinds[TIED_COUNT, kind]
        qualified = strength >= ranks.pair
        ante = game.ante * (won - weak) - game.unit * lost if qualified else -game.unit * (DEALER_HOLDINGS - weak)
        kinds[_PLAY_NET, kind] = game.play * won - game.unit * lost
        kinds[_OTHERS_NET, kind] = game.blind[strength] * won - game.unit * lost + ante
        plays = game.river * kinds[_PLAY_NET, kind] + kinds[_OTHERS_NET, kind]
        kinds[PLAYS_RIVER, kind] = plays > folds
        kinds[_RIVER_NET, kind] = max(plays, folds)


@compiled
def survey_board(board, ranks, game, scratch):  # type: ignore[no-untyped-def]
    """Compute all facts about a board by kind of holding; return the number of kinds and the flush suit."""
    suit = _flush_suit(board)
    _find_remaining_cards(board, suit, scratch)
    found = _rank_kinds(board, suit, ranks, scratch)
    _sort_kinds(found, scratch)
    _count_opponents(found, ranks, scratch)
    _sum_results(found, ranks, game, scratch)
    return found, suit


@compiled
def list_holdings(suit, scratch):  # type: ignore[no-untyped-def]
    """List the number and the kind of every holding that is left."""
    at = 0
    for high in range(52 - BOARD_CARDS):
        card = scratch.cards[high]
        row, first = card_class(card, suit) * CARD_CLASSES, card * (card - 1) // 2
        for low in range(high):
            scratch.holding[at] = first + scratch.cards[low]
            scratch.kind_of[at] = scratch.kind[row + card_class(scratch.cards[low], suit)]
            at += 1


@compiled
def flop_number(board, leave_out, leave_out_too):  # type: ignore[no-untyped-def]
    """Return the number of the three cards of a board, lowest first, that remain when two positions are left out."""
    number, place = np.int64(0), 0
    for at in range(BOARD_CARDS):
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
def add_board_values(
    boards: U8,
    weights: I64,
    ranks: HoldemTables,
    game: HoldemPays,
    flops: CanonicalFlops,
    scratch: HoldemScratch,
    by_flop: I64,
    by_holding: I64,
) -> None:
    """Add the value of each holding on these boards, summed over the dealer's holdings and the ten flops of each board.

    `by_flop[flop, holding]` gets the values of a Play after the flop and of a check there. `by_holding[holding]` gets the net
    results of a Play before the flop, per Ante staked, and of the other wagers. Flop and holding are in the flop's canonical suits.
    """
    for row in range(boards.shape[0]):
        board, weight = boards[row], weights[row]
        _, suit = survey_board(board, ranks, game, scratch)
        list_holdings(suit, scratch)
        kinds = scratch.kinds
        for at in range(HOLDINGS_PER_BOARD):
            kind, holding = scratch.kind_of[at], scratch.holding[at]
            scratch.value[at, 0] = weight * (game.flop * kinds[_PLAY_NET, kind] + kinds[_OTHERS_NET, kind])
            scratch.value[at, 1] = weight * kinds[_RIVER_NET, kind]
            by_holding[holding, 0] += FLOPS_PER_BOARD * weight * kinds[_PLAY_NET, kind]
            by_holding[holding, 1] += FLOPS_PER_BOARD * weight * kinds[_OTHERS_NET, kind]
        for one in range(BOARD_CARDS):
            for two in range(one):
                number = flop_number(board, one, two)
                sums, becomes = by_flop[flops.number[number]], flops.holding[flops.suits[number]]
                for at in range(HOLDINGS_PER_BOARD):
                    holding = becomes[scratch.holding[at]]
                    sums[holding, 0] += scratch.value[at, 0]
                    sums[holding, 1] += scratch.value[at, 1]


@compiled
def count_raises(board, flops, raised, scratch):  # type: ignore[no-untyped-def]
    """Count on how many of the ten flops of a board each holding is raised."""
    scratch.raises[:] = 0
    for one in range(BOARD_CARDS):
        for two in range(one):
            number = flop_number(board, one, two)
            there, becomes = raised[flops.number[number]], flops.holding[flops.suits[number]]
            for at in range(HOLDINGS_PER_BOARD):
                scratch.raises[at] += there[becomes[scratch.holding[at]]]


@compiled
def count_kind_outcomes(kind, weight, times, ranks, scratch, counts):  # type: ignore[no-untyped-def]
    """Count the outcomes of a kind that is played `weight` times."""
    kinds = scratch.kinds
    won, tied, weak = (
        kinds[BEATEN_COUNT, kind] * weight,
        kinds[TIED_COUNT, kind] * weight,
        kinds[UNQUALIFIED_COUNT, kind] * weight,
    )
    lost, place = DEALER_HOLDINGS * weight - won - tied, np.int64(ranks.place[kinds[STRENGTH, kind]])
    counts[times, TIED] += tied
    if kinds[STRENGTH, kind] >= ranks.pair:
        counts[times, WON + place] += won - weak
        counts[times, WON_UNQUALIFIED + place] += weak
        counts[times, LOST] += lost
    else:
        counts[times, WON_UNQUALIFIED + place] += won
        counts[times, LOST_UNQUALIFIED] += weak - won - tied
        counts[times, LOST] += DEALER_HOLDINGS * weight - weak


@compiled
def count_outcomes(
    boards: U8,
    weights: I64,
    ranks: HoldemTables,
    game: HoldemPays,
    flops: CanonicalFlops,
    scratch: HoldemScratch,
    before: I64,
    raised: U8,
    river: U8,
    counts: I64,
) -> None:
    """Count the outcomes of rounds on these boards under a strategy, by size of the Play in Antes and outcome.

    `before[holding]` is the Play before the flop, 0 for a check; `raised[flop, holding]` says whether a Play is made after it;
    `river[row, at]` whether one is made after the river, with the holdings of a board in the order of `list_board_holdings`.
    Without rows in `river[row, at]`, the river decision is the one with the higher value.
    """
    for row in range(boards.shape[0]):
        found, suit = survey_board(boards[row], ranks, game, scratch)
        list_holdings(suit, scratch)
        count_raises(boards[row], flops, raised, scratch)
        scratch.tally[:] = 0
        for at in range(HOLDINGS_PER_BOARD):
            kind, times = scratch.kind_of[at], before[scratch.holding[at]]
            if times:
                scratch.tally[times, kind] += FLOPS_PER_BOARD
            else:
                raises = np.int64(scratch.raises[at])
                plays = river[row, at] if river.shape[0] else scratch.kinds[PLAYS_RIVER, kind]
                scratch.tally[game.flop, kind] += raises
                scratch.tally[game.river if plays else 0, kind] += FLOPS_PER_BOARD - raises
        for kind in range(found):
            counts[0, FOLDED] += scratch.tally[0, kind] * weights[row] * DEALER_HOLDINGS
            for times in range(1, counts.shape[0]):
                if scratch.tally[times, kind]:
                    count_kind_outcomes(kind, scratch.tally[times, kind] * weights[row], times, ranks, scratch, counts)


@compiled
def add_holding_values(
    boards: U8, holding: I64, ranks: HoldemTables, game: HoldemPays, scratch: HoldemScratch, sums: I64
) -> None:
    """Add the value of one holding (its two cards) on these boards to three sums: the Play per Ante staked, the other wagers, and
    the better of a Play after the river and a fold."""
    for row in range(boards.shape[0]):
        _, suit = survey_board(boards[row], ranks, game, scratch)
        kind = scratch.kind[card_class(holding[0], suit) * CARD_CLASSES + card_class(holding[1], suit)]
        sums[0] += scratch.kinds[_PLAY_NET, kind]
        sums[1] += scratch.kinds[_OTHERS_NET, kind]
        sums[2] += scratch.kinds[_RIVER_NET, kind]


@compiled
def list_board_holdings(boards: U8, scratch: HoldemScratch, out: U16) -> None:
    """List the numbers of the holdings that each board leaves, in the order that `count_outcomes` uses."""
    for row in range(boards.shape[0]):
        _find_remaining_cards(boards[row], _NO_SUIT, scratch)
        list_holdings(_NO_SUIT, scratch)
        for at in range(HOLDINGS_PER_BOARD):
            out[row, at] = scratch.holding[at]


@compiled
def count_dealer_outs(one_more: U16, held: U16, out: U8) -> None:
    """Count, for each holding of each board, the dealer's outs: the single cards with which the dealer beats it."""
    for row in range(held.shape[0]):
        for at in range(held.shape[1]):
            outs = 0
            for card in range(one_more.shape[1]):
                outs += one_more[row, card] > held[row, at]
            out[row, at] = outs

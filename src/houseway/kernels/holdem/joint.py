"""Count Texas hold'em against a dealer jointly with what decides an optional wager: the board, the player's two cards, what they
make with the flop or the board, and whose hand is beaten.

This is a third pass over the boards, under a strategy. The outcomes of a holding follow from its kind (`board`), and so do its
seven-card hand and the hands that it beats. One table, by flop and holding, tells what it makes with a flop and whether it is
raised there.
"""

from typing import NamedTuple

import numpy as np

from houseway.cards import Rank
from houseway.hands import STANDARD
from houseway.kernels.batch import hand_strengths
from houseway.kernels.compile import compiled
from houseway.kernels.holdem.board import (
    BEATEN_COUNT,
    CARD_CLASSES,
    FIRST_CLASS,
    FOLDED,
    HOLDING_COUNT,
    HOLDING_KINDS,
    LARGEST_PLAY,
    LOST,
    LOST_UNQUALIFIED,
    OUTCOME_COUNT,
    PLAYS_RIVER,
    SECOND_CLASS,
    STRENGTH,
    TIED,
    TIED_COUNT,
    UNQUALIFIED_COUNT,
    WON,
    WON_UNQUALIFIED,
    HoldemPays,
    HoldemScratch,
    HoldemTables,
    add_kind_counts,
    card_class,
    count_disjoint,
    count_kind_outcomes,
    flop_number,
    list_holdings,
    survey_board,
)
from houseway.kernels.holdem.deals import (
    BOARD_CARDS,
    DEALER_HOLDINGS,
    FLOP_CARDS,
    FLOPS_PER_BOARD,
    HOLDINGS_PER_BOARD,
    CanonicalFlops,
    all_holdings,
    canonical_flops,
)
from houseway.kernels.holdem.showdown import (
    BOARD_HANDS,
    CATEGORIES,
    HOLE_CARD_HANDS,
    PLAYER_BEATEN,
    RESULTS,
    ROYAL_FLUSH,
    SEVEN_CARD_HANDS,
    SUPER_ROYAL,
    TIE,
    hole_card_hands,
    is_super_royal,
)
from houseway.kernels.layout import I64, RANKS, U8, U16
from houseway.kernels.tables import category_positions

_NOTHING = HOLE_CARD_HANDS.index("nothing")
_BOTH_ACES, _ACES, _FIRST_ACE = (
    HOLE_CARD_HANDS.index("player-and-dealer-aces"),
    HOLE_CARD_HANDS.index("pair-of-aces"),
    4 * (Rank.ACE - 2),
)
_FOUR_ACES = 4 * _FIRST_ACE + 6
_CATEGORY_COUNT, _PLAY_CODES = len(CATEGORIES), (LARGEST_PLAY + 1) * HOLDING_KINDS


class HandTables(NamedTuple):
    """What holdings make by themselves and with a flop."""

    hole: U8
    """By holding, its position in `HOLE_CARD_HANDS`, regardless of the dealer's cards."""
    flop: U8
    """By canonical flop and holding, twice the position in `CATEGORIES` of the five cards, plus one if it is raised there."""


class JointTallies(NamedTuple):
    """Numbers of combinations, by what decides the optional wager, size of the Play in Antes, and outcome."""

    board: I64
    hole: I64
    seven: I64
    five: I64
    contest: I64


class JointScratch(NamedTuple):
    """Working memory for one board, in addition to `board.HoldemScratch`."""

    turn: U16
    """By whether the flop is raised and remaining holding: the size of the Play in Antes, and the kind, as one number."""
    tally: U16
    """By that number and category with the flop, how many flops of how many holdings."""
    below: I64
    """By category, how many holdings."""
    held: I64
    """By category and class, how many of these holdings contain one given card of the class."""


def new_tallies(largest_play: int) -> JointTallies:
    """Return empty tallies for Plays of up to `largest_play` Antes."""
    sizes = (len(axis) for axis in (BOARD_HANDS, HOLE_CARD_HANDS, SEVEN_CARD_HANDS, CATEGORIES, RESULTS))
    return JointTallies(*(np.zeros((size, largest_play + 1, OUTCOME_COUNT), dtype=np.int64) for size in sizes))


def new_joint_scratch() -> JointScratch:
    turn, tally = np.zeros((2, HOLDINGS_PER_BOARD), dtype=np.uint16), np.zeros(_PLAY_CODES * _CATEGORY_COUNT, dtype=np.uint16)
    return JointScratch(
        turn, tally, np.zeros(_CATEGORY_COUNT, dtype=np.int64), np.zeros((_CATEGORY_COUNT, CARD_CLASSES), dtype=np.int64)
    )


def hand_tables(raised: U8) -> HandTables:
    """Combine what each holding makes with whether it is raised on each flop."""
    one, two = all_holdings().T
    return HandTables(hole_card_hands()[one, two], 2 * _flop_categories() + raised)


def _flop_categories() -> U8:
    """Return, by canonical flop and holding, the position in `CATEGORIES` of the five cards; 0 if they share a card."""
    rows, pairs = canonical_flops().canonical, all_holdings()
    found = np.zeros((len(rows), len(pairs)), dtype=np.uint8)
    for row, flop in enumerate(rows):
        apart = ~(pairs[:, :, None] == flop).any(axis=(1, 2))
        hands = np.concatenate([pairs[apart], np.broadcast_to(flop, (apart.sum(), FLOP_CARDS))], axis=1)
        found[row, apart] = category_positions(STANDARD)[hand_strengths(STANDARD, hands, checked=False)] - 1
    return found


@compiled
def _find_plays(game, before, room, more):  # type: ignore[no-untyped-def]
    """Find, for each holding, what is played if the flop is not raised, and if it is."""
    for at in range(HOLDINGS_PER_BOARD):
        kind, times = np.int64(room.kind_of[at]), before[room.holding[at]]
        last = game.river if room.kinds[PLAYS_RIVER, kind] else 0
        more.turn[0, at] = (times if times else last) * HOLDING_KINDS + kind
        more.turn[1, at] = (times if times else game.flop) * HOLDING_KINDS + kind


@compiled
def _count_flops(board, flops, table, room, more):  # type: ignore[no-untyped-def]
    """Count the ten flops of every holding by what it makes there and what is played, and those on which it is raised."""
    more.tally[:] = 0
    room.raises[:] = 0
    for one in range(BOARD_CARDS):
        for two in range(one):
            number = flop_number(board, one, two)
            there, becomes = table[flops.number[number]], flops.holding[flops.suits[number]]
            for at in range(HOLDINGS_PER_BOARD):
                found = np.uint64(there[becomes[room.holding[at]]])
                raised = found & np.uint64(1)
                more.tally[np.uint64(more.turn[raised, at]) * np.uint64(_CATEGORY_COUNT) + (found >> np.uint64(1))] += 1
                room.raises[at] += raised


@compiled
def _count_outcomes(kind, often, times, ranks, room, counts):  # type: ignore[no-untyped-def]
    """Count the outcomes of a kind that is played or folded `often` times."""
    if times:
        count_kind_outcomes(kind, often, times, ranks, room, counts)
    else:
        counts[0, FOLDED] += often * DEALER_HOLDINGS


@compiled
def _count_by_hole_cards(board, suit, weight, hole, ranks, room, more, out):  # type: ignore[no-untyped-def]
    """Count holdings that have a name in `HOLE_CARD_HANDS` one by one; count the others by kind, in `room.tally`."""
    room.tally[:] = 0
    for at in range(HOLDINGS_PER_BOARD):
        shown, raises = hole[room.holding[at]], np.int64(room.raises[at])
        for raised in range(2):
            often, turn = raises if raised else FLOPS_PER_BOARD - raises, np.int64(more.turn[raised, at])
            times, kind = turn // HOLDING_KINDS, turn % HOLDING_KINDS
            if shown == _NOTHING:
                room.tally[times, kind] += often
            elif often:
                _count_outcomes(kind, often * weight, times, ranks, room, out[shown])
                if shown == _ACES:
                    _separate_both_aces(board, suit, np.int64(room.holding[at]), kind, often * weight, times, ranks, room, out)


@compiled
def _separate_both_aces(board, suit, holding, kind, often, times, ranks, room, out):  # type: ignore[no-untyped-def]
    """Count the dealer's only possible pair of aces separately."""
    high = _FIRST_ACE
    while (high + 1) * high // 2 <= holding:
        high += 1
    low, three = holding - high * (high - 1) // 2, _FIRST_ACE
    while three in (low, high):
        three += 1
    four = _FOUR_ACES - low - high - three
    for place in range(BOARD_CARDS):
        if np.int64(board[place]) == three or np.int64(board[place]) == four:
            return
    other = room.kind[card_class(three, suit) * CARD_CLASSES + card_class(four, suit)]
    outcome = _showdown_outcome(room.kinds[STRENGTH, kind], room.kinds[STRENGTH, other], ranks) if times else FOLDED
    out[_ACES, times, outcome] -= often
    out[_BOTH_ACES, times, outcome] += often


@compiled
def _showdown_outcome(own: int, other: int, ranks: HoldemTables) -> int | np.int64:
    """Return the outcome of a hand that is played against one of the dealer's hands."""
    if own == other:
        return TIED
    qualified = other >= ranks.pair
    if own < other:
        return LOST if qualified else LOST_UNQUALIFIED
    return (WON if qualified else WON_UNQUALIFIED) + np.int64(ranks.place[own])


@compiled
def _count_categories(found, ranks, room, more):  # type: ignore[no-untyped-def]
    """Count the holdings by category, and how many of each contain a given card."""
    more.below[:] = 0
    more.held[:] = 0
    for kind in range(found):
        own = np.int64(ranks.place[room.kinds[STRENGTH, kind]]) - 1
        more.below[own] += room.kinds[HOLDING_COUNT, kind]
        add_kind_counts(kind, room.kinds, room.many, more.held[own])


@compiled
def _count_results(kind, often, times, ranks, room, more, out):  # type: ignore[no-untyped-def]
    """Count whose hand is beaten: the dealer's in all lower categories and in part of the player's own, else the player's."""
    kinds = room.kinds
    own, left = np.int64(ranks.place[kinds[STRENGTH, kind]]) - 1, kinds[BEATEN_COUNT, kind]
    for lower in range(own + 1):
        beaten = count_disjoint(more.below[lower], more.held[lower], kind, kinds) if lower < own else left
        left -= beaten
        qualified = lower + 1 >= np.int64(ranks.place[ranks.pair])
        out[lower, times, (WON if qualified else WON_UNQUALIFIED) + own + 1 if times else FOLDED] += beaten * often
    tied = kinds[TIED_COUNT, kind]
    lost = DEALER_HOLDINGS - kinds[BEATEN_COUNT, kind] - tied
    weak = kinds[UNQUALIFIED_COUNT, kind] - kinds[BEATEN_COUNT, kind] - tied if kinds[STRENGTH, kind] < ranks.pair else 0
    out[TIE, times, TIED if times else FOLDED] += tied * often
    out[PLAYER_BEATEN + own, times, LOST_UNQUALIFIED if times else FOLDED] += weak * often
    out[PLAYER_BEATEN + own, times, LOST if times else FOLDED] += (lost - weak) * often


@compiled
def _count_by_flop_hand(kind, weight, times, ranks, room, more, out):  # type: ignore[no-untyped-def]
    """Count a kind by what it makes with a flop; return how often it is played this way in all."""
    first, total = (times * HOLDING_KINDS + kind) * _CATEGORY_COUNT, np.int64(0)
    for five in range(_CATEGORY_COUNT):
        often = np.int64(more.tally[first + five]) * weight
        if often:
            _count_outcomes(kind, often, times, ranks, room, out[five])
            total += often
    return total


@compiled
def _seven_card_hand(boards, row, suit, kind, ranks, room):  # type: ignore[no-untyped-def]
    """Return the position of a kind in `SEVEN_CARD_HANDS`; a royal flush can only be of the suit that the board has three of."""
    own = np.int64(ranks.place[room.kinds[STRENGTH, kind]]) - 1
    if own != ROYAL_FLUSH:
        return own
    one, two = room.kinds[FIRST_CLASS, kind], room.kinds[SECOND_CLASS, kind]
    other = (suit + 1) & 3
    first = 4 * (one % RANKS) + (suit if one >= RANKS else other)
    second = 4 * (two % RANKS) + (suit if two >= RANKS else other)
    return SUPER_ROYAL if is_super_royal(boards, row, first, second) else own


@compiled
def count_joint_outcomes(
    boards: U8,
    weights: I64,
    kinds: U8,
    ranks: HoldemTables,
    game: HoldemPays,
    flops: CanonicalFlops,
    before: I64,
    seen: HandTables,
    room: HoldemScratch,
    more: JointScratch,
    out: JointTallies,
) -> None:
    """Count the outcomes of rounds on these boards along each axis under a strategy, with the best decision after the river.

    `kinds[row]` is a board's position in `BOARD_HANDS`; `before[holding]` is the Play before the flop, 0 for a check;
    `seen.flop` says on which flops a Play is made.
    """
    for row in range(boards.shape[0]):
        found, suit = survey_board(boards[row], ranks, game, room)
        list_holdings(suit, room)
        _find_plays(game, before, room, more)
        _count_flops(boards[row], flops, seen.flop, room, more)
        _count_by_hole_cards(boards[row], suit, weights[row], seen.hole, ranks, room, more, out.hole)
        _count_categories(found, ranks, room, more)
        for times in range(out.board.shape[1]):
            for kind in range(found):
                often = _count_by_flop_hand(kind, weights[row], times, ranks, room, more, out.five)
                if often:
                    _count_outcomes(kind, room.tally[times, kind] * weights[row], times, ranks, room, out.hole[_NOTHING])
                    _count_outcomes(
                        kind, often, times, ranks, room, out.seven[_seven_card_hand(boards, row, suit, kind, ranks, room)]
                    )
                    _count_outcomes(kind, often, times, ranks, room, out.board[kinds[row]])
                    _count_results(kind, often, times, ranks, room, more, out.contest)

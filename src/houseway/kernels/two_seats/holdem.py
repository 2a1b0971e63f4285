"""Texas hold'em against a dealer: how the results of two seats with one board and one dealer vary together, without visiting deals.

Given the board, its flop and the dealer's cards, a result is a number for each holding, and a sum over two holdings that share no
card follows from sums over single holdings (inclusion and exclusion):

    sum of f(A) g(B) over disjoint A and B  =  F G  -  sum over cards c of F(c) G(c)  +  sum over A of f(A) g(A)

F is the sum of f over all holdings, F(c) over those that contain the card c. The dealer's holdings are visited from the weakest to
the strongest. Meanwhile the results of a few holdings change, from won to tied to lost, and these sums with them.

A wager that its holding decides with the board or the flop, whatever the dealer has, is a second result of each holding.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Rank
from houseway.kernels.compile import compiled
from houseway.kernels.holdem.board import (
    FOLDED,
    HOLDING_COUNT,
    HOLDING_KINDS,
    LOST,
    LOST_UNQUALIFIED,
    OUTCOME_COUNT,
    PLAYS_RIVER,
    SORTED_KINDS,
    STRENGTH,
    TIED,
    WON,
    WON_UNQUALIFIED,
    HoldemPays,
    HoldemScratch,
    HoldemTables,
    flop_number,
    list_holdings,
    new_scratch,
    survey_board,
)
from houseway.kernels.holdem.deals import (
    BOARD_CARDS,
    HOLDINGS_PER_BOARD,
    CanonicalFlops,
)
from houseway.kernels.holdem.showdown import ROYAL_FLUSH
from houseway.kernels.layout import I64, U8

BY_BOARD, BY_SEVEN, BY_FLOP = range(3)
"""What decides a wager: the board, the best of seven cards, or two cards with the flop."""
DEALERS, OTHERS = HOLDINGS_PER_BOARD, 903
"""Holdings of the dealer given the board, and of the second seat given the board, the dealer and the first seat."""
FIRST, SQUARE, PAIRS, GAME_SUMS = range(4)
"""Sums of the game's results over dealers and holdings: of results, of their squares, of products of two seats."""
WITHIN, ACROSS, MIXED_SUMS = range(3)
"""Sums of products of the game and a wager: of one seat, and of two."""
SUPER_ROYAL_SHOWN, DIAMONDS_SHOWN = 10, 11
"""Codes after the ten categories, as in the simulation: a super royal flush, and one of diamonds."""
_LEFT = 52 - BOARD_CARDS
_ROOM = 48
"""A multiple of eight, so that the innermost loop has no remainder."""
_NINE_TO_ACE = sum(1 << (rank - 2) for rank in Rank if rank >= Rank.NINE)
_DIAMOND = 1
_TOTAL, _SQUARES = range(2)

I32 = NDArray[np.int32]


class SeatPlay(NamedTuple):
    """How a seat plays."""

    before: I64
    """By holding: the Play before the flop in Antes, 0 for a check."""
    seen: U8
    """By canonical flop and holding: twice the category of the five cards, plus one if it is raised there (`joint.HandTables`)."""
    nets: I64
    """By size of the Play and outcome, as one number: what the game brings, in units."""
    axes: I64
    """By wager, what decides it."""
    side_nets: I64
    """By wager and outcome, which is twice what cards show plus one if the hand is folded: what the wager brings."""


class PairScratch(NamedTuple):
    """Working memory for one board."""

    board: HoldemScratch
    high: I64
    """By index of a remaining holding, the places of its two cards among those that are left."""
    low: I64
    times: I64
    """By index, the size of the Play; 0 is a fold."""
    made: I64
    """By index, the category of the best of seven cards, with codes for super royal flushes."""
    order: I64
    """The indexes in rising order of strength."""
    start: I64
    """By kind, where its holdings begin in `order`."""
    result: I32
    """By two cards, what the game brings the holding now."""
    sums: I32
    """By card, the sum over the holdings that contain it."""
    squares: I64
    total: I64
    """Over all holdings: the sum, and the sum of squares."""
    side: I32
    """By wager and two cards, what the wager brings."""
    side_sums: I32
    side_total: I64
    mixed: I64
    """By wager and card, the sum of products of the game and the wager."""
    mixed_total: I64


def new_pair_scratch(sides: int) -> PairScratch:
    places = np.array([(high, low) for high in range(_LEFT) for low in range(high)], dtype=np.int64).T

    def wide(*size: int) -> I64:
        return np.zeros(size, dtype=np.int64)

    def narrow(*size: int) -> I32:
        return np.zeros(size, dtype=np.int32)

    return PairScratch(
        board=new_scratch(),
        high=places[0].copy(),
        low=places[1].copy(),
        times=wide(HOLDINGS_PER_BOARD),
        made=wide(HOLDINGS_PER_BOARD),
        order=wide(HOLDINGS_PER_BOARD),
        start=wide(HOLDING_KINDS),
        result=narrow(_ROOM, _ROOM),
        sums=narrow(_ROOM),
        squares=wide(_ROOM),
        total=wide(2),
        side=narrow(sides, _ROOM, _ROOM),
        side_sums=narrow(sides, _ROOM),
        side_total=wide(sides),
        mixed=wide(sides, _ROOM),
        mixed_total=wide(sides),
    )


@compiled
def _sort_holdings(found, scratch):  # type: ignore[no-untyped-def]
    """List the holdings in rising order of strength; `start` becomes where the holdings of a kind end."""
    board, start = scratch.board, np.int64(0)
    for place in range(found):
        kind = board.kinds[SORTED_KINDS, place]
        scratch.start[kind] = start
        start += board.kinds[HOLDING_COUNT, kind]
    for at in range(HOLDINGS_PER_BOARD):
        kind = np.int64(board.kind_of[at])
        scratch.order[scratch.start[kind]] = at
        scratch.start[kind] += 1


@compiled
def _royal_code(board, one, two):  # type: ignore[no-untyped-def]
    """Return the code of a royal flush: whether the nine of its suit is there too."""
    for suit in range(4):
        held = np.int64(0)
        for place in range(BOARD_CARDS):
            card = np.int64(board[place])
            held |= np.int64(card & 3 == suit) << (card >> 2)
        held |= np.int64(one & 3 == suit) << (one >> 2) | np.int64(two & 3 == suit) << (two >> 2)
        if held & _NINE_TO_ACE == _NINE_TO_ACE:
            return np.int64(DIAMONDS_SHOWN if suit == _DIAMOND else SUPER_ROYAL_SHOWN)
    return np.int64(ROYAL_FLUSH)


@compiled
def _find_made(board, ranks, scratch):  # type: ignore[no-untyped-def]
    room = scratch.board
    for at in range(HOLDINGS_PER_BOARD):
        made = np.int64(ranks.place[room.kinds[STRENGTH, room.kind_of[at]]]) - 1
        if made == ROYAL_FLUSH:
            made = _royal_code(board, room.cards[scratch.high[at]], room.cards[scratch.low[at]])
        scratch.made[at] = made


@compiled
def _net(at, other, play, ranks, scratch):  # type: ignore[no-untyped-def]
    """Return what the game brings a holding against a dealer's strength."""
    times = scratch.times[at]
    if times == 0:
        return play.nets[FOLDED]
    own = scratch.board.kinds[STRENGTH, scratch.board.kind_of[at]]
    qualified = other >= ranks.pair
    if own == other:
        outcome = np.int64(TIED)
    elif own < other:
        outcome = np.int64(LOST if qualified else LOST_UNQUALIFIED)
    else:
        outcome = np.int64(ranks.place[own]) + (WON if qualified else WON_UNQUALIFIED)
    return play.nets[times * OUTCOME_COUNT + outcome]


@compiled
def _set_result(at, new, scratch):  # type: ignore[no-untyped-def]
    """Let the game bring a holding another result."""
    one, two = scratch.high[at], scratch.low[at]
    old = np.int64(scratch.result[one, two])
    change, squares = new - old, new * new - old * old
    if change == 0:
        return
    scratch.result[one, two] = scratch.result[two, one] = new
    scratch.sums[one] += change
    scratch.sums[two] += change
    scratch.squares[one] += squares
    scratch.squares[two] += squares
    scratch.total[_TOTAL] += change
    scratch.total[_SQUARES] += squares
    for side in range(scratch.side.shape[0]):
        mixed = change * scratch.side[side, one, two]
        scratch.mixed[side, one] += mixed
        scratch.mixed[side, two] += mixed
        scratch.mixed_total[side] += mixed


@compiled
def _decide_plays(board, flop, becomes, river, row, game, play, scratch):  # type: ignore[no-untyped-def]
    """Find what every holding plays on a flop, and what it brings the other wagers; the game brings nothing yet."""
    room, seen = scratch.board, play.seen[flop]
    scratch.result[:] = 0
    scratch.sums[:] = scratch.squares[:] = scratch.total[:] = 0
    scratch.side_sums[:] = scratch.side_total[:] = scratch.mixed[:] = scratch.mixed_total[:] = 0
    for at in range(HOLDINGS_PER_BOARD):
        holding = np.int64(room.holding[at])
        code, times = np.int64(seen[becomes[holding]]), play.before[holding]
        if times == 0 and code & 1:
            times = game.flop
        if times == 0:
            stays = river[row, at] if river.shape[0] else room.kinds[PLAYS_RIVER, room.kind_of[at]]
            times = np.int64(game.river if stays else 0)
        scratch.times[at] = times
        one, two = scratch.high[at], scratch.low[at]
        for side in range(scratch.side.shape[0]):
            axis = play.axes[side]
            shown = scratch.made[at] if axis == BY_SEVEN else code >> 1 if axis == BY_FLOP else board
            brings = play.side_nets[side, 2 * shown + (times == 0)]
            scratch.side[side, one, two] = scratch.side[side, two, one] = brings
            scratch.side_sums[side, one] += brings
            scratch.side_sums[side, two] += brings
            scratch.side_total[side] += brings


@compiled
def _sum_products(sums, first, second, others, other, another):  # type: ignore[no-untyped-def]
    """Sum over cards the products of two sums over the holdings that contain the card and none of the dealer's two."""
    found = np.int64(0)
    for card in range(_ROOM):
        left, right = np.int32(sums[card] - first[card] - second[card]), np.int32(others[card] - other[card] - another[card])
        found += np.int64(left) * np.int64(right)
    return found


@compiled
def _add_dealer(at, scratch, game, mixed):  # type: ignore[no-untyped-def]
    """Add the sums over all holdings, and all pairs of them, that share no card with one of the dealer's."""
    one, two = scratch.high[at], scratch.low[at]
    own, first, second, sums = np.int64(scratch.result[one, two]), scratch.result[one], scratch.result[two], scratch.sums
    total = scratch.total[_TOTAL] - sums[one] - sums[two] + own
    square = scratch.total[_SQUARES] - scratch.squares[one] - scratch.squares[two] + own * own
    shared = _sum_products(sums, first, second, sums, first, second)
    by_one, by_two = np.int64(sums[one]) - own, np.int64(sums[two]) - own
    shared -= by_one * by_one + by_two * by_two
    game[FIRST] += total
    game[SQUARE] += square
    game[PAIRS] += total * total - shared + square
    for side in range(scratch.side.shape[0]):
        brings, many = np.int64(scratch.side[side, one, two]), scratch.side_sums[side]
        other, another = scratch.side[side, one], scratch.side[side, two]
        together = scratch.mixed_total[side] - scratch.mixed[side, one] - scratch.mixed[side, two] + own * brings
        shared = _sum_products(sums, first, second, many, other, another)
        shared -= by_one * (many[one] - brings) + by_two * (many[two] - brings)
        mixed[side, WITHIN] += together
        mixed[side, ACROSS] += total * (scratch.side_total[side] - many[one] - many[two] + brings) - shared + together


@compiled
def _add_sides(scratch, within, across):  # type: ignore[no-untyped-def]
    """Add the products of two wagers that the dealer's cards do not decide, of one seat and of two."""
    for one in range(scratch.side.shape[0]):
        for two in range(one + 1):
            together, shared = np.int64(0), np.int64(0)
            for at in range(HOLDINGS_PER_BOARD):
                high, low = scratch.high[at], scratch.low[at]
                together += np.int64(scratch.side[one, high, low]) * np.int64(scratch.side[two, high, low])
            for card in range(_ROOM):
                shared += np.int64(scratch.side_sums[one, card]) * np.int64(scratch.side_sums[two, card])
            within[one, two] += together
            across[one, two] += scratch.side_total[one] * scratch.side_total[two] - shared + together


@compiled
def _visit_dealers(found, play, ranks, scratch, game, mixed):  # type: ignore[no-untyped-def]
    """Visit the dealer's holdings from the weakest to the strongest."""
    kinds, start, before = scratch.board.kinds, 0, 0
    weakest = kinds[STRENGTH, kinds[SORTED_KINDS, 0]] - 1
    for at in range(HOLDINGS_PER_BOARD):
        _set_result(at, _net(at, weakest, play, ranks, scratch), scratch)
    is_qualified, place = weakest >= ranks.pair, 0
    while place < found:
        strength, stop = kinds[STRENGTH, kinds[SORTED_KINDS, place]], start
        while place < found and kinds[STRENGTH, kinds[SORTED_KINDS, place]] == strength:
            stop += kinds[HOLDING_COUNT, kinds[SORTED_KINDS, place]]
            place += 1
        first, last = before, stop
        if is_qualified != (strength >= ranks.pair):
            first, last, is_qualified = 0, HOLDINGS_PER_BOARD, True
        for each in range(first, last):
            at = scratch.order[each]
            _set_result(at, _net(at, strength, play, ranks, scratch), scratch)
        for each in range(start, stop):
            _add_dealer(scratch.order[each], scratch, game, mixed)
        before, start = start, stop


@compiled
def add_pairs(
    boards: U8,
    shown: U8,
    ranks: HoldemTables,
    pays: HoldemPays,
    flops: CanonicalFlops,
    play: SeatPlay,
    river: U8,
    scratch: PairScratch,
    game: I64,
    mixed: I64,
    singles: I64,
    within: I64,
    across: I64,
) -> None:
    """Write for each board the sums over its ten flops: of the game over the dealer's holdings (`game`, `mixed`), and of the other
    wagers without a dealer (`singles`, `within`, `across`). `shown` is what each board is; `river` is as in `board.count_outcomes`.
    """
    for row in range(boards.shape[0]):
        found, suit = survey_board(boards[row], ranks, pays, scratch.board)
        list_holdings(suit, scratch.board)
        _sort_holdings(found, scratch)
        _find_made(boards[row], ranks, scratch)
        game[row] = 0
        mixed[row] = 0
        singles[row] = 0
        within[row] = 0
        across[row] = 0
        for one in range(BOARD_CARDS):
            for two in range(one):
                number = flop_number(boards[row], one, two)
                flop, becomes = flops.number[number], flops.holding[flops.suits[number]]
                _decide_plays(np.int64(shown[row]), flop, becomes, river, row, pays, play, scratch)
                for side in range(scratch.side.shape[0]):
                    singles[row, side] += scratch.side_total[side]
                _add_sides(scratch, within[row], across[row])
                _visit_dealers(found, play, ranks, scratch, game[row], mixed[row])


def new_sums(boards: int, sides: int) -> tuple[I64, I64, I64, I64, I64]:
    """Return room for the sums of `add_pairs`, by board."""

    def room(*size: int) -> I64:
        return np.zeros((boards, *size), dtype=np.int64)

    return room(GAME_SUMS), room(sides, MIXED_SUMS), room(sides), room(sides, sides), room(sides, sides)

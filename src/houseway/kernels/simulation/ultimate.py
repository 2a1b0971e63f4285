"""Rounds of Texas hold'em against a dealer, played by tables: what each seat's cards make, what is played, and who wins.

A row of cards is the board, the first three cards of which are the flop, the dealer's two cards, two for each seat, and four in the
box if there is one.
"""

from typing import NamedTuple

import numpy as np

from houseway.cards import Rank, Suit
from houseway.hands import STANDARD
from houseway.kernels.batch import hand_strengths
from houseway.kernels.compile import compiled
from houseway.kernels.holdem.board import (
    CARD_CLASSES,
    FOLDED,
    LARGEST_PLAY,
    LOST,
    LOST_UNQUALIFIED,
    OUTCOME_COUNT,
    PLAYS_RIVER,
    TIED,
    WON,
    WON_UNQUALIFIED,
    HoldemPays,
    HoldemScratch,
    HoldemTables,
    card_class,
    survey_board,
)
from houseway.kernels.holdem.board import new_scratch as new_board_scratch
from houseway.kernels.holdem.deals import BOARD_CARDS, FLOP_CARDS, HOLE_CARDS, CanonicalFlops, canonical_boards
from houseway.kernels.holdem.showdown import (
    BOARD_HANDS,
    CATEGORIES,
    HOLE_CARD_HANDS,
    PLAYER_BEATEN,
    RESULTS,
    ROYAL_FLUSH,
    TIE,
    board_hands,
    hole_card_hands,
)
from houseway.kernels.layout import SUIT_SHIFT, U8, U16, U64
from houseway.kernels.strength import flush_bits, flush_ranks, hand_strength, rank_index, table_arguments
from houseway.kernels.tables import category_positions, strength_tables

BOX_CARDS = 4
GAME, BOARD, HOLE, SEVEN, FIVE, CONTEST, BOX = range(7)
"""The axes: how the game ends, and what decides optional wagers."""
AXIS_COUNT = 7
GAME_OUTCOMES = (LARGEST_PLAY + 1) * OUTCOME_COUNT
"""By the size of the Play in Antes, and outcome (`holdem.board`)."""
FOLDS = 2
"""On the other axes, an outcome is twice what the cards show, plus one if the hand is folded."""
_HOLES, _CATEGORIES = len(HOLE_CARD_HANDS), len(CATEGORIES)
RED_ACES, RED_AND_DEALER_ACES = _HOLES, _HOLES + 1
"""After `HOLE_CARD_HANDS`: the aces of hearts and diamonds, and these with the dealer's two."""
SUPER_ROYAL_SHOWN, DIAMONDS_SHOWN = _CATEGORIES, _CATEGORIES + 1
"""After `CATEGORIES`: a super royal flush, and one of diamonds."""
SHOWN_COUNTS = (0, len(BOARD_HANDS), _HOLES + 2, _CATEGORIES + 2, _CATEGORIES, len(RESULTS), _CATEGORIES + 2)
"""By axis, how many different things cards can show; the game has its own outcomes."""
OUTCOMES = max(GAME_OUTCOMES, FOLDS * max(SHOWN_COUNTS))
_ACES, _BOTH_ACES = HOLE_CARD_HANDS.index("pair-of-aces"), HOLE_CARD_HANDS.index("player-and-dealer-aces")
_FIRST_ACE = 4 * (Rank.ACE - 2)
_DIAMOND, _HEART = Suit.DIAMOND, Suit.HEART
_NINE_TO_ACE = sum(1 << (rank - 2) for rank in Rank if rank >= Rank.NINE)
_DECK = 52
_RANKS = 13
_FOUR_OF_A_SUIT = np.uint64(0x4444 << SUIT_SHIFT)
"""Added to the key of a board, it sets the highest bit of a suit with four cards."""
RankTables = tuple[U64, U16, U16, U16, U16, np.uint64]


class HoldemPlay(NamedTuple):
    """How every seat plays."""

    before: U8
    """By holding: the Play before the flop in Antes, 0 for a check."""
    raised: U8
    """By canonical flop and eight holdings, as bits: whether a Play is made after the flop."""
    flop: int
    """The size of that Play, in Antes."""
    river: int
    """The size of a Play after the river."""
    is_best: bool
    """Whether the decision after the river is the better one; otherwise it goes by the dealer's outs."""
    fold_from: int
    """With so many outs of the dealer a hand that is not better than the board is folded."""
    is_five_shown: bool
    """Whether a wager is decided by two cards and the flop."""
    is_box_dealt: bool


class HoldemLookup(NamedTuple):
    """Tables that do not depend on the rules."""

    seven: RankTables
    six: RankTables
    five: RankTables
    place: U16
    """By strength, the position of its category, from 1."""
    hole: U8
    """By two cards, their position in `HOLE_CARD_HANDS`."""
    board_kinds: U8
    """By strength of the board, its position in `BOARD_HANDS`."""


class HoldemRoom(NamedTuple):
    """Working memory."""

    hand: U8
    """A seat's two cards and the board, as one row; the first five are those with the flop."""
    more: U8
    """The board and one more card, or two cards and the box, as one row."""
    single: U16
    """By card, the strength of the board with it, 0 for a card of the board; by rank, if suits do not matter."""
    free: U8
    """By rank, how many cards are not on the board."""
    sorted: U8
    """The board, lowest card first."""
    board: HoldemScratch


def new_room() -> HoldemRoom:
    hand, more = np.zeros((1, BOARD_CARDS + HOLE_CARDS), dtype=np.uint8), np.zeros((1, BOARD_CARDS + 1), dtype=np.uint8)
    single, free = np.zeros(_DECK, dtype=np.uint16), np.zeros(_RANKS, dtype=np.uint8)
    return HoldemRoom(hand, more, single, free, np.zeros(BOARD_CARDS, dtype=np.uint8), new_board_scratch())


def lookup() -> HoldemLookup:
    seven, six, five = (table_arguments(strength_tables(STANDARD, size)) for size in (7, 6, 5))
    return HoldemLookup(seven, six, five, category_positions(STANDARD), hole_card_hands(), _board_kinds())


def _board_kinds() -> U8:
    kinds = np.zeros(len(category_positions(STANDARD)), dtype=np.uint8)
    boards, _ = canonical_boards()
    kinds[hand_strengths(STANDARD, boards, checked=False)] = board_hands(boards)
    return kinds


def row_length(seats: int, is_box_dealt: bool) -> int:
    """Return the number of cards of a round."""
    return BOARD_CARDS + HOLE_CARDS * (1 + seats) + (BOX_CARDS if is_box_dealt else 0)


@compiled
def _strength(hand, size, table):  # type: ignore[no-untyped-def]
    keys, left, right, by_rank, by_suit, bias = table
    return np.int64(hand_strength(hand, 0, size, keys, left, right, by_rank, by_suit, bias))


@compiled
def _strength_by_key(key, hand, size, table):  # type: ignore[no-untyped-def]
    """Rank cards whose keys are added up already; the cards themselves matter only in a flush."""
    _, left, right, by_rank, by_suit, bias = table
    best = np.int64(by_rank[rank_index(key, left, right)])
    flush = flush_bits(key, bias)
    return max(best, np.int64(by_suit[flush_ranks(hand, 0, size, flush)])) if flush else best


@compiled
def _find_singles(cards, common_key, tables, room):  # type: ignore[no-untyped-def]
    """Rank the board with each further card. Only four of a suit on the board make suits matter: without them the first card of
    each rank stands for all, and `room.free` has how many of the rank are left."""
    keys = tables.six[0]
    long = flush_bits(common_key, _FOUR_OF_A_SUIT) != 0
    room.free[:] = 4
    for place in range(BOARD_CARDS):
        room.more[0, place] = cards[place]
        room.free[cards[place] >> 2] -= 1
    for rank in range(_RANKS):
        if not long:
            room.single[rank] = 0
            if room.free[rank]:
                room.single[rank] = _strength_by_key(common_key + keys[4 * rank], room.more, BOARD_CARDS + 1, tables.six)
            continue
        for card in range(4 * rank, 4 * rank + 4):
            room.single[card] = 0
            if not (card == cards[0] or card == cards[1] or card == cards[2] or card == cards[3] or card == cards[4]):
                room.more[0, BOARD_CARDS] = card
                room.single[card] = _strength_by_key(common_key + keys[card], room.more, BOARD_CARDS + 1, tables.six)
    return long


@compiled
def _count_outs(one, two, own, long, room):  # type: ignore[no-untyped-def]
    """Count the cards that give the board a better hand than a player's."""
    outs = np.int64(0)
    if long:
        for card in range(_DECK):
            outs += np.int64(room.single[card] > own)
        return outs - np.int64(room.single[one] > own) - np.int64(room.single[two] > own)
    for rank in range(_RANKS):
        outs += np.int64(room.single[rank] > own) * room.free[rank]
    return outs - np.int64(room.single[one >> 2] > own) - np.int64(room.single[two >> 2] > own)


@compiled
def _prepare_river(cards, common_key, is_best, ranks, pays, tables, room):  # type: ignore[no-untyped-def]
    """Find once for all seats what decides after the river; return the flush suit of the board if it is surveyed, otherwise
    whether the board has four of a suit."""
    if not is_best:
        return np.int64(_find_singles(cards, common_key, tables, room))
    for place in range(BOARD_CARDS):
        card, at = cards[place], place
        while at > 0 and room.sorted[at - 1] > card:
            room.sorted[at] = room.sorted[at - 1]
            at -= 1
        room.sorted[at] = card
    _, suit = survey_board(room.sorted, ranks, pays, room.board)
    return np.int64(suit)


@compiled
def _plays_river(one, two, own, common, suit, play, tables, room):  # type: ignore[no-untyped-def]
    if play.is_best:
        kind = room.board.kind[card_class(one, suit) * CARD_CLASSES + card_class(two, suit)]
        return room.board.kinds[PLAYS_RIVER, kind] != 0
    if tables.place[own] > tables.place[common]:
        return True
    return _count_outs(one, two, own, suit != 0, room) < play.fold_from


@compiled
def _find_flop(cards, flops):  # type: ignore[no-untyped-def]
    """Return the canonical flop, and the permutation of suits that leads there."""
    low, middle, high = np.int64(cards[0]), np.int64(cards[1]), np.int64(cards[2])
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    number = low + middle * (middle - 1) // 2 + high * (high - 1) * (high - 2) // 6
    return np.int64(flops.number[number]), np.int64(flops.suits[number])


@compiled
def _is_raised(raised, flop, holding):  # type: ignore[no-untyped-def]
    return raised[flop, holding >> 3] >> (7 - (holding & 7)) & 1 != 0


@compiled
def _outcome(own, other, ranks):  # type: ignore[no-untyped-def]
    """Return the outcome of a hand that is played."""
    qualified = other >= ranks.pair
    if own == other:
        return np.int64(TIED)
    if own < other:
        return np.int64(LOST) if qualified else np.int64(LOST_UNQUALIFIED)
    return np.int64(ranks.place[own]) + (WON if qualified else WON_UNQUALIFIED)


@compiled
def _contest(own, other, ranks):  # type: ignore[no-untyped-def]
    """Return whose hand is beaten, as a position in `RESULTS`."""
    if own == other:
        return np.int64(TIE)
    return np.int64(ranks.place[other]) - 1 if own > other else PLAYER_BEATEN + np.int64(ranks.place[own]) - 1


@compiled
def _hole_shown(one, two, dealer_one, dealer_two, hole):  # type: ignore[no-untyped-def]
    shown = np.int64(hole[one, two])
    if shown != _ACES:
        return shown
    red = (one & 3 == _DIAMOND or one & 3 == _HEART) and (two & 3 == _DIAMOND or two & 3 == _HEART)
    if dealer_one >= _FIRST_ACE and dealer_two >= _FIRST_ACE:
        return np.int64(RED_AND_DEALER_ACES if red else _BOTH_ACES)
    return np.int64(RED_ACES) if red else shown


@compiled
def _royal_shown(hand, made):  # type: ignore[no-untyped-def]
    """Return a category or, of a royal flush, whether the nine of its suit is there too."""
    if made != ROYAL_FLUSH:
        return made
    for suit in range(4):
        held = np.int64(0)
        for place in range(hand.shape[1]):
            card = np.int64(hand[0, place])
            if card & 3 == suit:
                held |= 1 << (card >> 2)
        if held & _NINE_TO_ACE == _NINE_TO_ACE:
            return np.int64(DIAMONDS_SHOWN if suit == _DIAMOND else SUPER_ROYAL_SHOWN)
    return made


@compiled
def _rank_board_and_dealer(dealt, tables, room):  # type: ignore[no-untyped-def]
    """Return the strengths of the dealer's seven cards and of the board, and the keys of the flop and of the board."""
    for place in range(BOARD_CARDS):
        room.hand[0, HOLE_CARDS + place] = room.more[0, place] = dealt[place]
    room.hand[0, 0], room.hand[0, 1] = dealt[BOARD_CARDS], dealt[BOARD_CARDS + 1]
    keys = tables.seven[0]
    flop_key = keys[dealt[0]] + keys[dealt[1]] + keys[dealt[2]]
    common_key = flop_key + keys[dealt[3]] + keys[dealt[4]]
    dealer_key = common_key + keys[dealt[BOARD_CARDS]] + keys[dealt[BOARD_CARDS + 1]]
    other = _strength_by_key(dealer_key, room.hand, BOARD_CARDS + HOLE_CARDS, tables.seven)
    common = _strength_by_key(common_key, room.more, BOARD_CARDS, tables.five)
    return other, common, flop_key, common_key


@compiled
def _write_five_and_box(dealt, seats, one, two, key, is_folded, play, ranks, tables, room, found):  # type: ignore[no-untyped-def]
    """Write what the flop and the box make with two cards, if a wager asks for it."""
    if play.is_five_shown:
        five = _strength_by_key(key, room.hand, HOLE_CARDS + FLOP_CARDS, tables.five)
        found[FIVE] = FOLDS * (np.int64(ranks.place[five]) - 1) + np.int64(is_folded)
    if play.is_box_dealt:
        found[BOX] = FOLDS * _box_shown(dealt, seats, one, two, ranks, tables, room) + np.int64(is_folded)


@compiled
def play_rounds(
    cards: U8,
    play: HoldemPlay,
    ranks: HoldemTables,
    pays: HoldemPays,
    flops: CanonicalFlops,
    tables: HoldemLookup,
    room: HoldemRoom,
    out: U16,
) -> None:
    """Play every row of cards to its end, and write by round, seat and axis what came of it."""
    seats = out.shape[1]
    for row in range(cards.shape[0]):
        dealt = cards[row]
        other, common, flop_key, common_key = _rank_board_and_dealer(dealt, tables, room)
        keys = tables.seven[0]
        flop, suits = _find_flop(dealt, flops)
        is_prepared, suit = False, np.int64(0)
        for seat in range(seats):
            at = BOARD_CARDS + HOLE_CARDS * (1 + seat)
            one, two = np.int64(dealt[at]), np.int64(dealt[at + 1])
            room.hand[0, 0], room.hand[0, 1] = one, two
            own_key = keys[one] + keys[two]
            own = _strength_by_key(common_key + own_key, room.hand, BOARD_CARDS + HOLE_CARDS, tables.seven)
            high, low = max(one, two), min(one, two)
            holding = high * (high - 1) // 2 + low
            times = np.int64(play.before[holding])
            if times == 0 and _is_raised(play.raised, flop, np.int64(flops.holding[suits, holding])):
                times = np.int64(play.flop)
            if times == 0:
                if not is_prepared:
                    suit, is_prepared = _prepare_river(dealt, common_key, play.is_best, ranks, pays, tables, room), True
                plays = _plays_river(one, two, own, common, suit, play, tables, room)
                times = np.int64(play.river) if plays else np.int64(0)
            contest = times * OUTCOME_COUNT + (_outcome(own, other, ranks) if times else FOLDED)
            out[row, seat, GAME] = contest
            _write_shown(dealt, one, two, own, other, common, times == 0, play, ranks, tables, room, out[row, seat])
            key = flop_key + own_key
            _write_five_and_box(dealt, seats, one, two, key, times == 0, play, ranks, tables, room, out[row, seat])


@compiled
def _write_shown(dealt, one, two, own, other, common, is_folded, play, ranks, tables, room, found):  # type: ignore[no-untyped-def]
    """Write what decides optional wagers."""
    folded, dealer = np.int64(is_folded), (np.int64(dealt[BOARD_CARDS]), np.int64(dealt[BOARD_CARDS + 1]))
    found[BOARD] = FOLDS * np.int64(tables.board_kinds[common]) + folded
    found[HOLE] = FOLDS * _hole_shown(one, two, dealer[0], dealer[1], tables.hole) + folded
    found[SEVEN] = FOLDS * _royal_shown(room.hand, np.int64(ranks.place[own]) - 1) + folded
    found[CONTEST] = FOLDS * _contest(own, other, ranks) + folded


@compiled
def _box_shown(dealt, seats, one, two, ranks, tables, room):  # type: ignore[no-untyped-def]
    """Return what two cards make with the four of the box."""
    first = BOARD_CARDS + HOLE_CARDS * (1 + seats)
    room.more[0, 0], room.more[0, 1] = one, two
    for place in range(BOX_CARDS):
        room.more[0, HOLE_CARDS + place] = dealt[first + place]
    made = np.int64(ranks.place[_strength(room.more, HOLE_CARDS + BOX_CARDS, tables.six)]) - 1
    return _royal_shown(room.more, made)

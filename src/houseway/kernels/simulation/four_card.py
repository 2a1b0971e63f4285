"""Rounds of Four Card Poker, played by tables: what each seat plays, who wins, and what the five cards make.

A row of cards is the dealer's six, the last of which is face up, and five for each seat.
"""

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Rank
from houseway.hands import FOUR_CARD, STANDARD, Category
from houseway.kernels import combinations as numbering
from houseway.kernels.compile import compiled
from houseway.kernels.four_card import DEALER_CARDS, PLAYER_CARDS, RankingTables, ranked_deals
from houseway.kernels.layout import I64, U8, U16, U64
from houseway.kernels.strength import hand_strength, table_arguments
from houseway.kernels.tables import category_positions, hand_of_each_rank, strength_tables

GAME, FOUR, FIVE = range(3)
"""The axes: how the game ends, and what decides optional wagers."""
AXIS_COUNT = 3
WON, TIED, LOST = range(3)
PLACES = len(FOUR_CARD.categories) + 1
ENDS = 3 * PLACES
"""The ways in which a hand that is played may end: the outcome, and the place of the player's category."""
FOLDED = 0
FOLDS = 2
"""On the other axes, an outcome is twice what the cards show, plus one if the hand is folded."""
FOUR_SHOWN = (*(str(category) for category in reversed(FOUR_CARD.categories)), "four-aces", "pair-of-aces")
"""What the best four of five cards show, in the order of its outcomes."""
FIVE_SHOWN = tuple(str(category) for category in reversed(STANDARD.categories))
_ACES = {Category.FOUR_OF_A_KIND: "four-aces", Category.PAIR: "pair-of-aces"}
_ORDERS = tuple(permutations(range(4)))
_ONE, _NOTHING = np.uint64(1), np.uint64(0)
I32 = NDArray[np.int32]


class FourCardPlay(NamedTuple):
    """How a seat plays."""

    by_strength: U8
    """By strength of the best four cards: the Play in Antes, 0 for a fold. Not used by the best play."""
    is_best: bool
    plays: U64
    """By hand up to suits, a bit for each up card against which it is played."""
    raises: U64
    """The same, for those against which the largest Play is made."""
    least: int
    most: int


class FourCardLookup(NamedTuple):
    """Tables that do not depend on the rules."""

    six: RankingTables
    four_of_five: RankingTables
    five: RankingTables
    place: U16
    """By strength of four cards, the place of its category."""
    four_shown: U8
    """By strength of the best four, its position in `FOUR_SHOWN`."""
    five_place: U16
    """By strength of five cards, the place of its category, from 1."""
    choose: I64
    number: I32
    """By number of five cards: 24 times the hand up to suits, plus the permutation of suits that leads there."""
    suits: U8
    """By permutation and card, the resulting card."""


class FourCardRoom(NamedTuple):
    """Working memory."""

    hand: U8
    dealer: U8


def new_room() -> FourCardRoom:
    return FourCardRoom(np.zeros((1, PLAYER_CARDS), dtype=np.uint8), np.zeros((1, DEALER_CARDS), dtype=np.uint8))


def row_length(seats: int) -> int:
    """Return the number of cards of a round."""
    return DEALER_CARDS + PLAYER_CARDS * seats


def most_outcomes(largest_play: int) -> int:
    """Return the most outcomes of an axis, where a Play is at most so many Antes."""
    return max((largest_play + 1) * ENDS, FOLDS * max(len(FOUR_SHOWN), len(FIVE_SHOWN)))


def game_outcome(times: int, outcome: int, place: int) -> int:
    """Return the number of an ending on the axis of the game; a fold is `FOLDED`."""
    return times * ENDS + outcome * PLACES + place


def best_play(times: NDArray[np.int8], up_cards: U8, least: int, most: int) -> FourCardPlay:
    """Return the play of all hands, given by hand (as in `ranked_deals`) and up card: the Play in Antes."""
    bits = _ONE << up_cards.astype(np.uint64)
    plays, raises = (np.bitwise_or.reduce(np.where(found, bits, _NOTHING), axis=1) for found in (times > 0, times == most))
    return FourCardPlay(np.zeros(1, dtype=np.uint8), True, plays, raises, least, most)


def play_by_strength(by_strength: U8) -> FourCardPlay:
    """Return a play that looks at nothing but the strength of the best four cards."""
    nothing = np.zeros(1, dtype=np.uint64)
    return FourCardPlay(by_strength, False, nothing, nothing, 0, 0)


@cache
def lookup(for_best: bool) -> FourCardLookup:
    """Return the tables; those by hand up to suits only where the best play needs them."""
    six, four = (table_arguments(strength_tables(FOUR_CARD, size)) for size in (DEALER_CARDS, PLAYER_CARDS))
    shown = [0]
    for hand in hand_of_each_rank(FOUR_CARD):
        is_aces = hand.category in _ACES and hand.key[0] == Rank.ACE
        shown.append(FOUR_SHOWN.index(_ACES[hand.category] if is_aces else str(hand.category)))
    number, suits = _hands_up_to_suits() if for_best else (np.zeros(1, dtype=np.int32), np.zeros((1, 1), dtype=np.uint8))
    choose = np.array([[comb(n, k) for n in range(52)] for k in range(PLAYER_CARDS + 1)], dtype=np.int64)
    return FourCardLookup(
        six,
        four,
        table_arguments(strength_tables(STANDARD, PLAYER_CARDS)),
        category_positions(FOUR_CARD),
        np.array(shown, dtype=np.uint8),
        category_positions(STANDARD),
        choose,
        number,
        suits,
    )


def _hands_up_to_suits() -> tuple[I32, U8]:
    rows = ranked_deals(PLAYER_CARDS).cards
    number = np.zeros(comb(52, PLAYER_CARDS), dtype=np.int32)
    cards = np.arange(52, dtype=np.uint8)
    suits = np.array([cards & ~np.uint8(3) | np.array(order, dtype=np.uint8)[cards & 3] for order in _ORDERS])
    for place, order in enumerate(_ORDERS):
        back = _ORDERS.index((order.index(0), order.index(1), order.index(2), order.index(3)))
        number[numbering.rank_combinations(suits[place][rows])] = np.arange(len(rows)) * len(_ORDERS) + back
    return number, suits


@compiled
def _strength(hand, size, table):  # type: ignore[no-untyped-def]
    keys, left, right, by_rank, by_suit, bias = table
    return np.int64(hand_strength(hand, 0, size, keys, left, right, by_rank, by_suit, bias))


@compiled
def _number_of_hand(hand, tables):  # type: ignore[no-untyped-def]
    """Sort a hand, lowest card first, and return its number up to suits with the permutation."""
    number = np.int64(0)
    for place in range(PLAYER_CARDS):
        card, at = hand[0, place], place
        while at > 0 and hand[0, at - 1] > card:
            hand[0, at] = hand[0, at - 1]
            at -= 1
        hand[0, at] = card
    for place in range(PLAYER_CARDS):
        number += tables.choose[place + 1, hand[0, place]]
    return np.int64(tables.number[number])


@compiled
def _times(up, own, play, tables, room):  # type: ignore[no-untyped-def]
    """Return the Play of a hand in Antes."""
    if not play.is_best:
        return np.int64(play.by_strength[own])
    number = _number_of_hand(room.hand, tables)
    hand, bit = number // 24, np.uint64(tables.suits[number % 24, up])
    if play.raises[hand] >> bit & _ONE:
        return np.int64(play.most)
    return np.int64(play.least) if play.plays[hand] >> bit & _ONE else np.int64(0)


@compiled
def play_rounds(cards: U8, seats: I64, play: FourCardPlay, tables: FourCardLookup, room: FourCardRoom, out: U16) -> None:
    """Play the hands of some seats in every row of cards, and write by round, seat and axis what came of them."""
    for row in range(cards.shape[0]):
        dealt = cards[row]
        for place in range(DEALER_CARDS):
            room.dealer[0, place] = dealt[place]
        other, up = _strength(room.dealer, DEALER_CARDS, tables.six), np.int64(dealt[DEALER_CARDS - 1])
        for seat in seats:
            first = DEALER_CARDS + PLAYER_CARDS * seat
            for place in range(PLAYER_CARDS):
                room.hand[0, place] = dealt[first + place]
            own = _strength(room.hand, PLAYER_CARDS, tables.four_of_five)
            five = _strength(room.hand, PLAYER_CARDS, tables.five)
            times = _times(up, own, play, tables, room)
            outcome = WON if own > other else TIED if own == other else LOST
            ended = times * ENDS + outcome * PLACES + np.int64(tables.place[own])
            out[row, seat, GAME] = ended if times else FOLDED
            out[row, seat, FOUR] = FOLDS * np.int64(tables.four_shown[own]) + np.int64(times == 0)
            out[row, seat, FIVE] = FOLDS * (np.int64(tables.five_place[five]) - 1) + np.int64(times == 0)

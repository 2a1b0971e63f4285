"""Count who beats whom in Ultimate Texas Hold'em over every deal, without visiting single deals.

On each of the 134,459 suit-distinct boards, all 1,081 holdings are ranked once and sorted. That gives the number of the dealer's
holdings above, equal to and below the player's; those that share one of the player's two cards are subtracted, card by card
(inclusion and exclusion: the only holding that shares both is the player's own). Every deal is counted once for each of the ten
choices of the flop among the board cards.
"""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import comb
from os import cpu_count

import numpy as np
from numpy.typing import NDArray

from houseway.cards import Rank
from houseway.hands import STANDARD, Category
from houseway.kernels.batch import hand_strengths
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.compile import compiled
from houseway.kernels.layout import U8
from houseway.kernels.strength import flush_bits, rank_index, table_arguments
from houseway.kernels.tables import category_positions, strength_tables

CATEGORIES = STANDARD.categories[::-1]
"""Lowest first; kernels number the categories by their position here."""
BOARD_HANDS = (*CATEGORIES, "pair-of-tens-or-better")
"""What the five board cards can be; here `pair` is a pair of nines or lower."""
SEVEN_CARD_HANDS = (*CATEGORIES, Category.SUPER_ROYAL)
"""What the best hand of seven cards can be; the last is a royal flush with the nine of its suit."""
HOLE_CARD_HANDS = (
    "nothing",
    "player-and-dealer-aces",
    "pair-of-aces",
    "ace-king-suited",
    "ace-queen-or-jack-suited",
    "ace-king-offsuit",
    "pair-of-jacks-queens-or-kings",
    "ace-queen-or-jack-offsuit",
    "pair-of-tens-or-less",
)
"""What the player's two cards can be; `player-and-dealer-aces` depends on the dealer's two as well."""
RESULTS = (*(f"dealer {category}" for category in CATEGORIES), *(f"player {category}" for category in CATEGORIES), "tie")
"""Whose hand is beaten, and its category."""

FLOPS_PER_BOARD = comb(5, 3)

DECK_SIZE, HOLDINGS_PER_BOARD, _DEALER_HOLDINGS = 52, comb(47, 2), comb(45, 2)
CATEGORY_COUNT, PLAYER_BEATEN, TIE = len(CATEGORIES), len(CATEGORIES), 2 * len(CATEGORIES)
STRENGTH_LIMIT = 1 << 13
_BOTH_ACES, _ACES, _FIRST_ACE = (
    HOLE_CARD_HANDS.index("player-and-dealer-aces"),
    HOLE_CARD_HANDS.index("pair-of-aces"),
    4 * (Rank.ACE - 2),
)
_FOUR_ACES = 4 * _FIRST_ACE + 6
ROYAL_FLUSH, SUPER_ROYAL, _NINE_TO_ACE = (
    CATEGORIES.index(Category.ROYAL_FLUSH),
    SEVEN_CARD_HANDS.index(Category.SUPER_ROYAL),
    0b1111110000000,
)

JointCounts = NDArray[np.int64]
"""Counts of deals by board, player's two cards, best five of seven, two cards with the flop, and result."""


def count_joint(boards: U8 | None = None, weights: U8 | None = None) -> JointCounts:
    """Count all deals, or those on the given boards with these weights.

    The axes are `BOARD_HANDS`, `HOLE_CARD_HANDS`, `SEVEN_CARD_HANDS`, `CATEGORIES` (with the flop) and `RESULTS`.
    """
    if boards is None or weights is None:
        boards, weights = canonical_deals(5)
    kinds = board_hands(boards)
    bounds = [len(boards) * part // (cpu_count() or 1) for part in range((cpu_count() or 1) + 1)]
    with ThreadPoolExecutor() as pool:
        parts = [
            pool.submit(_count_boards, boards[start:end], weights[start:end], kinds[start:end])
            for start, end in pairwise(bounds)
        ]
        return np.sum([part.result() for part in parts], axis=0, dtype=np.int64)


def board_hands(boards: U8) -> U8:
    """Return each board's position in `BOARD_HANDS`."""
    kinds = category_positions(STANDARD)[hand_strengths(STANDARD, boards)] - 1
    ranks = np.sort(boards >> 2, axis=1)
    paired = np.where(ranks[:, 1:] == ranks[:, :-1], ranks[:, 1:], 0).max(axis=1)
    high = (kinds == CATEGORIES.index(Category.PAIR)) & (paired >= Rank.TEN - 2)
    return np.where(high, len(CATEGORIES), kinds).astype(np.uint8)


def hole_card_hands() -> U8:
    """Return the position in `HOLE_CARD_HANDS` of any two cards, regardless of the dealer's cards."""
    kinds = np.zeros((DECK_SIZE, DECK_SIZE), dtype=np.uint8)
    for one in range(DECK_SIZE):
        for two in range(DECK_SIZE):
            if one != two:
                kinds[one, two] = HOLE_CARD_HANDS.index(_hole_card_hand(one, two))
    return kinds


def _hole_card_hand(one: int, two: int) -> str:
    low, high = sorted((Rank(one // 4 + 2), Rank(two // 4 + 2)))
    court = (Rank.JACK, Rank.QUEEN, Rank.KING)
    if low is high:
        return (
            "pair-of-aces" if low is Rank.ACE else "pair-of-jacks-queens-or-kings" if low in court else "pair-of-tens-or-less"
        )
    if high is not Rank.ACE or low not in court:
        return "nothing"
    return f"ace-{'king' if low is Rank.KING else 'queen-or-jack'}-{'suited' if one % 4 == two % 4 else 'offsuit'}"


def _count_boards(boards: U8, weights: U8, kinds: U8) -> JointCounts:
    out = np.zeros(
        (len(BOARD_HANDS), len(HOLE_CARD_HANDS), len(SEVEN_CARD_HANDS), CATEGORY_COUNT, len(RESULTS)), dtype=np.int64
    )
    seven, five = table_arguments(strength_tables(STANDARD, 7)), table_arguments(strength_tables(STANDARD, 5))
    places = category_positions(STANDARD).astype(np.int64) - 1
    pairs = np.empty((2, HOLDINGS_PER_BOARD, 2), dtype=np.int64)  # as they come, and sorted
    ranked = np.zeros((DECK_SIZE, DECK_SIZE), dtype=np.int64)
    tally = np.empty(STRENGTH_LIMIT, dtype=np.int64)
    below, equal = np.empty((DECK_SIZE + 1, CATEGORY_COUNT), dtype=np.int64), np.zeros(DECK_SIZE, dtype=np.int64)
    flops = np.empty((FLOPS_PER_BOARD, 5), dtype=np.uint64)
    by_flop, results = np.empty(CATEGORY_COUNT, dtype=np.int64), np.empty(len(RESULTS), dtype=np.int64)
    space = (pairs, ranked, tally, below, equal, flops, by_flop, results)
    _count_each_board(boards, weights, kinds, hole_card_hands(), seven, five, places, space, out)
    return out


@compiled
def _count_each_board(boards, weights, kinds, holes, seven, five, places, space, out):  # type: ignore[no-untyped-def]
    pairs, ranked, tally, below, equal, flops, by_flop, results = space
    for row in range(boards.shape[0]):
        rank_holdings(boards, row, seven, pairs[0], ranked)
        sort_holdings(pairs[0], ranked, tally, pairs[1])
        flop_keys(boards, row, five[0], flops)
        below[:] = 0
        start = 0
        while start < HOLDINGS_PER_BOARD:
            end = strength_group_end(pairs[1], ranked, start, equal)
            own = places[ranked[pairs[1, start, 0], pairs[1, start, 1]]]
            for each in range(start, end):
                one, two = pairs[1, each, 0], pairs[1, each, 1]
                count_results(one, two, own, end - start, below, equal, results)
                count_flop_categories(one, two, flops, five, places, by_flop)
                best = SUPER_ROYAL if own == ROYAL_FLUSH and is_super_royal(boards, row, one, two) else own
                cell = out[kinds[row], holes[one, two], best]
                _add_counts(cell, by_flop, results, weights[row])
                if holes[one, two] == _ACES:
                    _separate_both_aces(
                        one, two, ranked, places, by_flop, weights[row], cell, out[kinds[row], _BOTH_ACES, best]
                    )
            add_group_below(pairs[1], start, end, own, below)
            start = end


@compiled
def _strength_with_holding(key, suits, one, two, table):  # type: ignore[no-untyped-def]
    """Return the strength of some cards, given as the sum of their keys and their ranks in each suit, with two more."""
    keys, left, right, by_rank, by_suit, bias = table
    key = key + keys[one] + keys[two]
    best = by_rank[rank_index(key, left, right)]
    if flush_bits(key, bias):
        for suit in range(4):
            held = suits[suit]
            if one & 3 == suit:
                held |= np.uint64(1) << np.uint64(one >> 2)
            if two & 3 == suit:
                held |= np.uint64(1) << np.uint64(two >> 2)
            best = max(best, by_suit[held])
    return best


@compiled
def rank_holdings(boards, row, table, pairs, ranked):  # type: ignore[no-untyped-def]
    """List all holdings that a board leaves, with their strengths; a holding with a board card gets strength 0."""
    key, suits, there = _board_key(boards, row, table[0])
    place = 0
    ranked[:] = 0
    for one in range(1, DECK_SIZE):
        for two in range(one):
            if not (there >> np.uint64(one) | there >> np.uint64(two)) & np.uint64(1):
                ranked[one, two] = ranked[two, one] = _strength_with_holding(key, suits, one, two, table)
                pairs[place, 0], pairs[place, 1] = one, two
                place += 1


@compiled
def _board_key(boards, row, keys):  # type: ignore[no-untyped-def]
    """Return the key of a board, its ranks in each suit as bits, and its cards as bits."""
    key = there = np.uint64(0)
    clubs = diamonds = hearts = spades = np.uint64(0)
    for place in range(boards.shape[1]):
        card = np.uint64(boards[row, place])
        key += keys[card]
        there |= np.uint64(1) << card
        bit, suit = np.uint64(1) << (card >> np.uint64(2)), card & np.uint64(3)
        clubs |= bit if suit == 0 else np.uint64(0)
        diamonds |= bit if suit == 1 else np.uint64(0)
        hearts |= bit if suit == 2 else np.uint64(0)
        spades |= bit if suit == 3 else np.uint64(0)
    return key, (clubs, diamonds, hearts, spades), there


@compiled
def is_super_royal(boards, row, one, two):  # type: ignore[no-untyped-def]
    """Return whether board and holding have the ace down to the nine of one suit."""
    for suit in range(4):
        held = (1 << (one >> 2) if one & 3 == suit else 0) | (1 << (two >> 2) if two & 3 == suit else 0)
        for place in range(boards.shape[1]):
            if boards[row, place] & 3 == suit:
                held |= 1 << (boards[row, place] >> 2)
        if held & _NINE_TO_ACE == _NINE_TO_ACE:
            return True
    return False


@compiled
def sort_holdings(pairs, ranked, tally, out):  # type: ignore[no-untyped-def]
    """Sort the holdings by strength, weakest first (a counting sort)."""
    tally[:] = 0
    for each in range(HOLDINGS_PER_BOARD):
        tally[ranked[pairs[each, 0], pairs[each, 1]] + 1] += 1
    for strength in range(1, STRENGTH_LIMIT):
        tally[strength] += tally[strength - 1]
    for each in range(HOLDINGS_PER_BOARD):
        strength = ranked[pairs[each, 0], pairs[each, 1]]
        out[tally[strength], 0], out[tally[strength], 1] = pairs[each, 0], pairs[each, 1]
        tally[strength] += 1


@compiled
def strength_group_end(pairs, ranked, start, equal):  # type: ignore[no-untyped-def]
    """Return where the holdings of one strength end, and count in `equal` how many of them have each card."""
    equal[:] = 0
    end, strength = start, ranked[pairs[start, 0], pairs[start, 1]]
    while end < HOLDINGS_PER_BOARD and ranked[pairs[end, 0], pairs[end, 1]] == strength:
        equal[pairs[end, 0]] += 1
        equal[pairs[end, 1]] += 1
        end += 1
    return end


@compiled
def count_results(one, two, own, alike, below, equal, results):  # type: ignore[no-untyped-def]
    """Count the dealer's holdings by result; the last row of `below` is the sum over all cards."""
    beaten = 0
    for kind in range(CATEGORY_COUNT):
        results[kind] = below[DECK_SIZE, kind] - below[one, kind] - below[two, kind]
        results[PLAYER_BEATEN + kind] = 0
        beaten += results[kind]
    results[TIE] = alike - equal[one] - equal[two] + 1
    results[PLAYER_BEATEN + own] = _DEALER_HOLDINGS - beaten - results[TIE]


@compiled
def add_group_below(pairs, start, end, own, below):  # type: ignore[no-untyped-def]
    below[DECK_SIZE, own] += end - start
    for each in range(start, end):
        below[pairs[each, 0], own] += 1
        below[pairs[each, 1], own] += 1


@compiled
def flop_keys(boards, row, keys, flops):  # type: ignore[no-untyped-def]
    """Compute the key and the ranks in each suit of the ten choices of three board cards."""
    place = 0
    for first in range(3):
        for second in range(first + 1, 4):
            for third in range(second + 1, 5):
                flops[place, :] = 0
                for card in (boards[row, first], boards[row, second], boards[row, third]):
                    flops[place, 0] += keys[card]
                    flops[place, 1 + (card & 3)] |= np.uint64(1) << np.uint64(card >> 2)
                place += 1


@compiled
def count_flop_categories(one, two, flops, table, places, by_flop):  # type: ignore[no-untyped-def]
    by_flop[:] = 0
    for each in range(FLOPS_PER_BOARD):
        by_flop[places[_strength_with_holding(flops[each, 0], flops[each, 1:], one, two, table)]] += 1


@compiled
def _add_counts(cell, by_flop, results, weight):  # type: ignore[no-untyped-def]
    for flop in range(CATEGORY_COUNT):
        if by_flop[flop]:
            for result in range(TIE + 1):
                if results[result]:
                    cell[flop, result] += by_flop[flop] * results[result] * weight


@compiled
def _separate_both_aces(one, two, ranked, places, by_flop, weight, cell, both):  # type: ignore[no-untyped-def]
    """Count the dealer's only possible pair of aces separately."""
    three = _FIRST_ACE
    while three in (one, two):
        three += 1
    four = _FOUR_ACES - one - two - three
    own, other = ranked[one, two], ranked[three, four]
    if other:
        result = TIE if own == other else places[other] if own > other else PLAYER_BEATEN + places[own]
        for flop in range(CATEGORY_COUNT):
            cell[flop, result] -= by_flop[flop] * weight
            both[flop, result] += by_flop[flop] * weight

"""Four Card Poker: count the dealer's hands that a player beats and ties, for every five cards and every up card.

The dealer's other five cards come from the cards that are neither the player's nor the up card. The dealer's hands with the up
card and without the player's five are counted by inclusion and exclusion over the 32 subsets of the five: how many hands contain
the up card and the subset, and are not stronger than a given strength. Such a count depends on the set of cards only up to suits,
and there are only 152,828 such sets of one to five cards. The dealer's hands (962,988 up to suits) are added in ascending order
of strength to all sets that they contain; the player's hands are looked up in the same order.
"""

from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.hands import FOUR_CARD
from houseway.kernels import batch
from houseway.kernels import combinations as numbering
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U8, U16, U64
from houseway.kernels.strength import hand_strength, table_arguments
from houseway.kernels.tables import strength_tables

PLAYER_CARDS, DEALER_CARDS = 5, 6
UP_CARD_CHOICES = 47
HIDDEN_CARD_CHOICES = comb(52 - PLAYER_CARDS - 1, DEALER_CARDS - 1)
"""Choices of the dealer's five hidden cards: 1,370,754."""
TOTAL_DEALS = comb(52, PLAYER_CARDS) * UP_CARD_CHOICES * HIDDEN_CARD_CHOICES
"""Deals, counted once for each card of the dealer that may be up: 167,439,136,344,480."""

_SUBSETS = 1 << PLAYER_CARDS
_BITS = np.array([subset.bit_count() for subset in range(_SUBSETS)], dtype=np.int64)
I32 = NDArray[np.int32]
RankingTables = tuple[U64, U16, U16, U16, U16, np.uint64]


class CardSets(NamedTuple):
    """Sets of one to five cards up to suits."""

    choose: I64
    """n choose k, by k and n."""
    start: I64
    """By size, the offset of its sets in `number`."""
    number: I32
    """By size and number of the combination, the index of the set up to suits."""
    like: I64
    """By index, how many sets are the same up to suits."""


class RankedDeals(NamedTuple):
    """Hands up to suits, in ascending order of strength, with their cards lowest first."""

    cards: U8
    weights: I64
    strengths: I64


class FourCardScratch(NamedTuple):
    """Working memory for one pass, because kernels allocate no arrays."""

    held: I64
    """By set up to suits, how many of the dealer's hands so far contain it or an equivalent set."""
    ways: I64
    """By set up to suits, how many of them contain one particular set."""
    parts: I64
    """By subset of the player's cards and number of cards below it, its part of the combination's number."""
    hand: U8
    """The player's five cards and the up card, as a hand of six."""


@cache
def card_sets() -> CardSets:
    choose = np.array([[comb(n, k) for n in range(53)] for k in range(DEALER_CARDS + 1)], dtype=np.int64)
    start = np.cumsum([0, 0, *(comb(52, size) for size in range(1, PLAYER_CARDS + 1))])
    number, like, found = np.empty(start[-1], dtype=np.int32), np.empty(0, dtype=np.int64), 0
    for size in range(1, PLAYER_CARDS + 1):
        rows, weights = canonical_deals(size)
        for order in permutations(range(4)):
            there = numbering.rank_combinations(rows & ~np.uint8(3) | np.array(order, dtype=np.uint8)[rows & 3])
            number[start[size] + there] = found + np.arange(len(rows))
        like, found = np.concatenate([like, weights.astype(np.int64)]), found + len(rows)
    return CardSets(choose, start, number, like)


@cache
def ranked_deals(size: int) -> RankedDeals:
    """Return all hands of the player (five cards) or of the dealer (six cards)."""
    rows, weights = canonical_deals(size)
    strengths = batch.hand_strengths(FOUR_CARD, rows, threads=None, checked=False)
    order = np.argsort(strengths, kind="stable")
    return RankedDeals(np.sort(rows[order], axis=1), weights[order].astype(np.int64), strengths[order].astype(np.int64))


def new_scratch() -> FourCardScratch:
    held, ways = (np.zeros(len(card_sets().like), dtype=np.int64) for _ in range(2))
    return FourCardScratch(held, ways, np.zeros((_SUBSETS, DEALER_CARDS + 1), dtype=np.int64), new_hand())


def new_hand() -> U8:
    """Return room for a hand of six cards."""
    return np.zeros((1, DEALER_CARDS), dtype=np.uint8)


def ranking_tables() -> RankingTables:
    """Return the table arguments that the kernels need to rank six cards."""
    return table_arguments(strength_tables(FOUR_CARD, DEALER_CARDS))


@compiled
def _add_dealer_hand(cards, weight, sets, scratch):  # type: ignore[no-untyped-def]
    """Add one of the dealer's hands to all sets that it contains."""
    for subset in range(1, (1 << DEALER_CARDS) - 1):
        size, number = 0, np.int64(0)
        for place in range(DEALER_CARDS):
            if subset >> place & 1:
                size += 1
                number += sets.choose[size, cards[place]]
        found = sets.number[sets.start[size] + number]
        scratch.held[found] += weight
        scratch.ways[found] = scratch.held[found] // sets.like[found]


@compiled
def _number_subsets(cards, sets, scratch):  # type: ignore[no-untyped-def]
    """Compute each subset's part of a combination's number, by the number of cards below the subset."""
    for subset in range(_SUBSETS):
        for below in range(DEALER_CARDS + 1):
            size, number = below, np.int64(0)
            for place in range(PLAYER_CARDS):
                if subset >> place & 1:
                    size += 1
                    if size <= DEALER_CARDS:
                        number += sets.choose[size, cards[place]]
            scratch.parts[subset, below] = number


@compiled
def _count_for_up_card(up, lower, sets, scratch):  # type: ignore[no-untyped-def]
    """Count the dealer's hands so far with this up card and none of the player's cards; `lower` of these are below the up card.

    The set of all six cards is not stored: the caller subtracts that hand.
    """
    total = np.int64(0)
    for low in range(1 << lower):
        below = _BITS[low]
        base = scratch.parts[low, 0] + sets.choose[below + 1, up]
        for high in range(1 << (PLAYER_CARDS - lower)):
            size = below + 1 + _BITS[high]
            if size < DEALER_CARDS:
                number = base + scratch.parts[high << lower, below + 1]
                ways = scratch.ways[sets.number[sets.start[size] + number]]
                total += ways if size & 1 else -ways
    return total


@compiled
def _count_for_all_up_cards(cards, strength_of_hand, include_equal, sets, ranks, scratch, out):  # type: ignore[no-untyped-def]
    """Count the dealer's hands for one hand of the player and every up card."""
    _number_subsets(cards, sets, scratch)
    keys, left, right, by_rank, by_suit, bias = ranks
    lower, column = 0, 0
    for up in range(52):
        if lower < PLAYER_CARDS and cards[lower] == up:
            lower += 1
            continue
        out[column] = _count_for_up_card(up, lower, sets, scratch)
        if include_equal:
            for place in range(PLAYER_CARDS):
                scratch.hand[0, place] = cards[place]
            scratch.hand[0, PLAYER_CARDS] = up
            out[column] -= (
                hand_strength(scratch.hand, 0, DEALER_CARDS, keys, left, right, by_rank, by_suit, bias) <= strength_of_hand
            )
        column += 1


@compiled
def count_dealer_hands(
    players: RankedDeals,
    dealers: RankedDeals,
    added: int,
    sets: CardSets,
    ranks: RankingTables,
    scratch: FourCardScratch,
    below: I32,
    not_above: I32,
) -> int:
    """Count the dealer's hands below and not above each of the player's hands, for each possible up card, lowest first.

    Both sides are in ascending order of strength. `added` is the number of the dealer's hands already added; the new number is
    returned, so that a later call can continue with stronger hands of the player.
    """
    first = 0
    while first < players.cards.shape[0]:
        height, last = players.strengths[first], first
        while last < players.cards.shape[0] and players.strengths[last] == height:
            last += 1
        while added < dealers.cards.shape[0] and dealers.strengths[added] < height:
            _add_dealer_hand(dealers.cards[added], dealers.weights[added], sets, scratch)
            added += 1
        for row in range(first, last):
            _count_for_all_up_cards(players.cards[row], height, False, sets, ranks, scratch, below[row])
        while added < dealers.cards.shape[0] and dealers.strengths[added] == height:
            _add_dealer_hand(dealers.cards[added], dealers.weights[added], sets, scratch)
            added += 1
        for row in range(first, last):
            _count_for_all_up_cards(players.cards[row], height, True, sets, ranks, scratch, not_above[row])
        first = last
    return added


@compiled
def count_by_enumeration(unseen: U8, up: int, target_strength: int, ranks: RankingTables, hand: U8, out: I64) -> None:
    """Count by brute force, for one hand and one up card, the dealer's hands below, equal and above."""
    keys, left, right, by_rank, by_suit, bias = ranks
    many = unseen.shape[0]
    hand[0, 5] = up
    for a in range(many):
        hand[0, 0] = unseen[a]
        for b in range(a):
            hand[0, 1] = unseen[b]
            for c in range(b):
                hand[0, 2] = unseen[c]
                for d in range(c):
                    hand[0, 3] = unseen[d]
                    for e in range(d):
                        hand[0, 4] = unseen[e]
                        dealer = np.int64(hand_strength(hand, 0, DEALER_CARDS, keys, left, right, by_rank, by_suit, bias))
                        out[(dealer >= target_strength) + (dealer > target_strength)] += 1

"""The deals of Texas hold'em against a dealer: how many there are, and boards, flops and holdings up to suits.

There are 134,459 boards that differ by more than suits, and 1,755 flops.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.kernels import combinations as numbering
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.layout import I64, U8, U16

BOARD_CARDS, FLOP_CARDS, HOLE_CARDS = 5, 3, 2
DEALER_HOLDINGS = 990
"""The number of the dealer's possible holdings, given the board and the player's two cards."""
FLOPS_PER_BOARD = 10
HOLDINGS_PER_BOARD = 1_081
"""The number of holdings that a board leaves; a flop and a holding leave as many choices of turn and river."""
TOTAL_DEALS = comb(52, HOLE_CARDS) * comb(50, FLOP_CARDS) * HOLDINGS_PER_BOARD * DEALER_HOLDINGS
"""Deals, counted once for each three cards of the board that may be the flop: 27,813,810,024,000."""


class CanonicalFlops(NamedTuple):
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


@cache
def canonical_flops() -> CanonicalFlops:
    rows, weights = canonical_deals(FLOP_CARDS)
    orders = list(permutations(range(4)))
    number, suits = np.empty(comb(52, FLOP_CARDS), dtype=np.uint16), np.empty(comb(52, FLOP_CARDS), dtype=np.uint8)
    keeps = np.zeros((len(orders), len(rows)), dtype=np.bool_)
    for place, order in enumerate(orders):
        there = numbering.rank_combinations(_permute_suits(rows, order))
        number[there] = np.arange(len(rows))
        suits[there] = orders.index((order.index(0), order.index(1), order.index(2), order.index(3)))
        keeps[place] = there == numbering.rank_combinations(rows)
    holding = np.array(
        [numbering.rank_combinations(_permute_suits(all_holdings(), order)) for order in orders], dtype=np.uint16
    )
    return CanonicalFlops(rows, weights.astype(np.int64), number, suits, holding, keeps)


@cache
def all_holdings() -> U8:
    """Return the two cards of each holding, lower first, by its number."""
    return np.array([(low, high) for high in range(52) for low in range(high)], dtype=np.uint8)


@cache
def canonical_boards() -> tuple[U8, I64]:
    """Return every board up to suits, lowest card first, and the number of boards that each represents."""
    rows, weights = canonical_deals(BOARD_CARDS)
    return np.sort(rows, axis=1), weights.astype(np.int64)


def _permute_suits(cards: U8, order: Sequence[int]) -> U8:
    return cards & ~np.uint8(3) | np.array(order, dtype=np.uint8)[cards & 3]

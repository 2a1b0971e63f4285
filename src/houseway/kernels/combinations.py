"""Convert combinations of cards to numbers and back, by the combinatorial number system, in colexicographic order."""

from math import comb

import numpy as np

from houseway.errors import Malformed
from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U8

_CARDS = 53


def _binomials(most: int) -> I64:
    """`table[k, n]` is n choose k."""
    return np.array([[comb(n, k) for n in range(_CARDS + 1)] for k in range(most + 1)], dtype=np.int64)


def rank_combinations(hands: U8) -> I64:
    """Return the number of each row's set of cards, in any order; the lowest cards have number 0."""
    out = np.empty(len(hands), dtype=np.int64)
    _rank_rows(np.sort(hands, axis=1), _binomials(hands.shape[1]), out)
    return out


def unrank_combinations(numbers: I64, size: int, deck: int = 52) -> U8:
    """Return the cards of each number, lowest first."""
    if len(numbers) and not 0 <= numbers.min() <= numbers.max() < comb(deck, size):
        raise Malformed(
            f"combinations of {size} out of {deck} cards are numbered 0 to {comb(deck, size) - 1:,}, not "
            f"{numbers.min():,} to {numbers.max():,}",
            code="combination.number",
            given=f"{numbers.min()} to {numbers.max()}",
            allowed=f"0 to {comb(deck, size) - 1}",
        )
    out = np.empty((len(numbers), size), dtype=np.uint8)
    _unrank_rows(numbers, _binomials(size), deck, out)
    return out


@compiled
def _rank_rows(hands, choose, out):  # type: ignore[no-untyped-def]
    for row in range(hands.shape[0]):
        number = 0
        for place in range(hands.shape[1]):
            number += choose[place + 1, hands[row, place]]
        out[row] = number


@compiled
def _unrank_rows(numbers, choose, deck, out):  # type: ignore[no-untyped-def]
    for row in range(numbers.shape[0]):
        left = numbers[row]
        card = deck
        for place in range(out.shape[1] - 1, -1, -1):
            card -= 1
            while choose[place + 1, card] > left:
                card -= 1
            out[row, place] = card
            left -= choose[place + 1, card]

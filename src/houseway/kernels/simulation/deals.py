"""Cards dealt at random, each round from random numbers of its own: a round is the same however rounds are shared among workers."""

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import U8

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_NUMBERS_PER_ROUND = np.uint64(64)
"""More than a round takes: one for each card, and another about once in 80 million cards."""
_HALF, _LOWER = np.uint64(32), np.uint64(0xFFFFFFFF)


def deal_rounds(seed: int, first: int, cards: int, out: U8, draws: tuple[int, ...] = ()) -> None:
    """Deal the rounds from number `first` on into rows, from a deck of so many cards; then draw a number from each so many."""
    _deal_rows(np.uint64(seed), np.uint64(first), np.empty(cards, dtype=np.uint8), np.array(draws, dtype=np.int64), out)


@compiled
def _mix_bits(state):  # type: ignore[no-untyped-def]
    """Mix 64 bits, as SplitMix64 does."""
    mixed = (state ^ (state >> np.uint64(30))) * _MIX_1
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX_2
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def _deal_rows(seed, first, deck, draws, out):  # type: ignore[no-untyped-def]
    """Deal each row with the numbers of its round, without bias: a number that would favour some cards is thrown away (Lemire)."""
    start = _mix_bits(seed + _STEP)
    for row in range(out.shape[0]):
        state = start + (first + np.uint64(row)) * _NUMBERS_PER_ROUND * _STEP
        for card in range(deck.shape[0]):
            deck[card] = card
        cards = out.shape[1] - draws.shape[0]
        for place in range(out.shape[1]):
            left = np.uint64(deck.shape[0] - place if place < cards else draws[place - cards])
            state += _STEP
            scaled = (_mix_bits(state) >> _HALF) * left
            if scaled & _LOWER < left:
                unfair = ((np.uint64(1) << _HALF) - left) % left
                while scaled & _LOWER < unfair:
                    state += _STEP
                    scaled = (_mix_bits(state) >> _HALF) * left
            chosen = np.int64(scaled >> _HALF)
            if place < cards:
                chosen += place
                out[row, place] = deck[chosen]
                deck[chosen] = deck[place]
            else:
                out[row, place] = chosen

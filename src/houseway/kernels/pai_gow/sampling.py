"""Random deals, to check the exact counts and for what cannot be counted: reproducible from a seed, however they are batched."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U8
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.setting import CARDS_DEALT, class_indices

_CARDS = 53
_BATCH = 1 << 16
_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1, _MIX_2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def deal_hands(first: int, count: int, hands: int, seed: int) -> U8:
    """Return `count` deals from number `first` on: hands of seven cards, one row per hand, the hands of a deal in sequence."""
    out = np.empty((count * hands, CARDS_DEALT), dtype=np.uint8)
    _deal_rows(np.uint64(seed), np.uint64(first), count, hands, np.empty(_CARDS, dtype=np.uint8), out)
    return out


def sample_bank(
    bank: ClassSettings,
    others: ClassSettings,
    opponents: int,
    deals: int,
    seed: int,
    copies_push: bool,
    on_batch: Callable[[], None] = lambda: None,
) -> I64:
    """Count the bank's net results against the first n opponents: `out[n, opponents + net]` is a number of deals."""

    def part(first: int, count: int) -> I64:
        found = class_indices(deal_hands(first, count, opponents + 1, seed)).reshape(-1, opponents + 1)
        out = np.zeros((opponents + 1, 2 * opponents + 1), dtype=np.int64)
        _tally_bank(bank.high, bank.low, others.high, others.low, found, copies_push, out)
        return out

    return _sum_batches(part, deals, on_batch)


def _sum_batches(part: Callable[[int, int], I64], deals: int, on_batch: Callable[[], None]) -> I64:
    total = part(0, 0)
    with ThreadPoolExecutor(cpu_count()) as pool:
        for found in pool.map(lambda first: part(first, min(_BATCH, deals - first)), range(0, deals, _BATCH)):
            total += found
            on_batch()
    return total


@compiled
def _mix_bits(state):  # type: ignore[no-untyped-def]
    """Mix 64 bits, as SplitMix64 does."""
    mixed = (state ^ (state >> np.uint64(30))) * _MIX_1
    mixed = (mixed ^ (mixed >> np.uint64(27))) * _MIX_2
    return mixed ^ (mixed >> np.uint64(31))


@compiled
def _deal_rows(seed, first, count, hands, deck, out):  # type: ignore[no-untyped-def]
    """Deal the hands; each deal has its own random stream.

    A card is chosen as the upper half of a 32-bit number times the cards left; the bias is at most 53 in 2^32.
    """
    for row in range(count):
        state = _mix_bits(_mix_bits(seed + _STEP) ^ (first + np.uint64(row)))
        for card in range(53):
            deck[card] = card
        for place in range(7 * hands):
            state += _STEP
            left = np.uint64(53 - place)
            chosen = place + np.int64((_mix_bits(state) >> np.uint64(32)) * left >> np.uint64(32))
            card = deck[chosen]
            deck[chosen] = deck[place]
            out[row * hands + place // 7, place % 7] = card


@compiled
def _comparison(own, other):  # type: ignore[no-untyped-def]
    return np.int64(own > other) - np.int64(own < other) + 1


@compiled
def _tally_bank(high, low, their_high, their_low, found, copies_push, out):  # type: ignore[no-untyped-def]
    most = found.shape[1] - 1
    for row in range(found.shape[0]):
        bank = found[row, 0]
        net = 0
        for opponent in range(1, most + 1):
            place = found[row, opponent]
            by_high = _comparison(high[bank], their_high[place])
            by_low = _comparison(low[bank], their_low[place])
            if by_high == 0 and by_low == 0:
                net -= 1
            elif by_high and by_low and not (copies_push and (by_high == 1 or by_low == 1)):
                net += 1
            out[opponent, most + net] += 1

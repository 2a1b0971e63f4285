"""Count how an opponent's hands are set when some cards are gone, and how many of them a setting beats: for one hand, quickly."""

from dataclasses import dataclass

import numpy as np

from houseway.kernels.compile import compiled
from houseway.kernels.layout import CARDS_PER_RANK, I64, RANKS, U8, U16
from houseway.kernels.pai_gow.classes import JOKER, OUTSIDE_RANKS, long_suit_classes, rank_classes
from houseway.kernels.pai_gow.disjoint_pairs import ClassSettings
from houseway.kernels.pai_gow.dominance import HIGH_SHIFT, LABEL_BITS, LOW_MASK, U32


@dataclass(frozen=True, eq=False)
class OpponentHands:
    """Every point to which a house way sets a hand, and the point of each class of hands."""

    points: U32
    ranks: I64
    """By row of `rank_classes`, the index of its point."""
    suits: I64
    """By row of `long_suit_classes`, the index of its point."""
    plain: I64
    """By row of `long_suit_classes`, the index of the point of the same ranks without the long suit."""

    @classmethod
    def from_settings(cls, way: ClassSettings) -> "OpponentHands":
        rows, suited = rank_classes(), long_suit_classes()
        every = [way.points(places) for places in (rows.places, suited.places, suited.plain)]
        points, numbers = np.unique(np.concatenate(every), return_inverse=True)
        ranks, suits, plain = np.split(numbers.astype(np.int64), np.cumsum([len(each) for each in every])[:-1])
        return cls(points, ranks, suits, plain)

    def count_remaining(self, gone: U8) -> I64:
        """Count the hands from the remaining cards that are set to each point."""
        rows, suited = rank_classes(), long_suit_classes()
        left = np.zeros((CARDS_PER_RANK + 1, RANKS + 1), dtype=np.int64)
        left[:, JOKER] = 1
        left[0, :RANKS] = CARDS_PER_RANK
        left[1:, :RANKS] = 1
        for card in gone.tolist():
            _remove_card(left, card)
        out = np.zeros(len(self.points), dtype=np.int64)
        outside = np.zeros(len(OUTSIDE_RANKS), dtype=np.int64)
        _count_by_ranks(rows.ranks, left[0], self.ranks, out)
        pairs = _padded_outside_ranks()
        for suit in range(CARDS_PER_RANK):
            held = sum(1 << rank for rank in range(RANKS) if not left[1 + suit, rank])
            _count_outside_ways(pairs, left[0] - left[1 + suit], outside)
            _correct_by_suits(
                suited.masks, suited.jokers, suited.outside, held, left[0, JOKER], outside, self.suits, self.plain, out
            )
        return out

    def against(self, cards_gone: U8, high: U16, low: U16) -> I64:
        """Count, for each setting, the opponent's hands that it is below, copies or is above, by high hand and low hand."""
        out = np.zeros((len(high), 3, 3), dtype=np.int64)
        _compare_settings(self.points, self.count_remaining(cards_gone), high, low, out)
        return out


def _remove_card(left: I64, card: int) -> None:
    rank, suit = divmod(card, CARDS_PER_RANK)
    if rank == JOKER:
        left[:, JOKER] = 0
    else:
        left[0, rank] -= 1
        left[1 + suit, rank] = 0


def _padded_outside_ranks() -> U8:
    """Return the ranks of `OUTSIDE_RANKS`, padded with the joker's number."""
    return np.array([(*ranks, *[JOKER] * (2 - len(ranks))) for ranks in OUTSIDE_RANKS], dtype=np.uint8)


@compiled
def _count_by_ranks(ranks, left, numbers, out):  # type: ignore[no-untyped-def]
    for row in range(ranks.shape[0]):
        ways, same = np.int64(1), 0
        for place in range(7):
            rank = ranks[row, place]
            same = same + 1 if place and rank == ranks[row, place - 1] else 0
            ways = ways * (left[rank] - same) // (same + 1)
        out[numbers[row]] += ways


@compiled
def _count_outside_ways(pairs, others, outside):  # type: ignore[no-untyped-def]
    """Count the ways to choose the cards outside a long suit from the other suits."""
    for number in range(pairs.shape[0]):
        low, high = pairs[number, 0], pairs[number, 1]
        ways = np.int64(1)
        if low != JOKER:
            ways = others[low]
        if high != JOKER:
            ways = ways * (others[high] - 1) // 2 if high == low else ways * others[high]
        outside[number] = ways


@compiled
def _correct_by_suits(masks, jokers, numbers, held, joker, outside, suits, plain, out):  # type: ignore[no-untyped-def]
    for row in range(masks.shape[0]):
        if masks[row] & held == 0 and jokers[row] <= joker:
            ways = outside[numbers[row]]
            out[suits[row]] += ways
            out[plain[row]] -= ways


@compiled
def _compare_settings(points, weights, highs, lows, out):  # type: ignore[no-untyped-def]
    for setting in range(highs.shape[0]):
        high, low = np.int64(highs[setting]), np.int64(lows[setting])
        for number in range(points.shape[0]):
            other_high, other_low = np.int64(points[number] >> HIGH_SHIFT), np.int64(points[number] >> LABEL_BITS & LOW_MASK)
            by_high = np.int64(high > other_high) - np.int64(high < other_high) + 1
            by_low = np.int64(low > other_low) - np.int64(low < other_low) + 1
            out[setting, by_high, by_low] += weights[number]

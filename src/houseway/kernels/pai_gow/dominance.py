"""Compare two sets of points in two dimensions, the high hand and the low hand: each above, equal or below.

A point is a set hand, packed in one number: the strength of the high hand, the strength of the low hand, and a label that splits
the results. A list has distinct points in ascending order, each with a count, which may be negative. Lists are stored end to end.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from houseway.kernels.compile import compiled
from houseway.kernels.layout import I64, U16, read_only

U32 = NDArray[np.uint32]
I32 = NDArray[np.int32]

LOW_BITS, LABEL_BITS = 7, 12
LABELS = 1 << LABEL_BITS
LOW_STRENGTHS = 92
"""One more than the highest strength of a low hand."""
HIGH_SHIFT = LOW_BITS + LABEL_BITS
LOW_MASK, _LABEL_MASK = (1 << LOW_BITS) - 1, LABELS - 1
BELOW, COPY, ABOVE = 0, 1, 2
"""How the first list's point compares with the second's."""
FEW_PAIRS = 24
"""Up to this number of pairs of points, comparing them one by one is faster."""


@dataclass(frozen=True, eq=False)
class PointLists:
    """Lists of points: the list `n` is from `starts[n]` to `starts[n + 1]`."""

    starts: I64
    points: U32
    weights: I32

    @property
    def sizes(self) -> I64:
        return np.diff(self.starts)


def pack_points(high: U16, low: U16, labels: U16 | None = None) -> U32:
    found: U32 = high.astype(np.uint32) << np.uint32(HIGH_SHIFT) | low.astype(np.uint32) << np.uint32(LABEL_BITS)
    return found if labels is None else found | labels


def compare_point_lists(one: PointLists, other: PointLists, times: I64, ones: I64, others: I64, labels: int) -> I64:
    """Compare every point of the one list with every point of the other, for each of these pairs of lists, `times` times.

    The result counts by label of the other's point, comparison of the high hands, and comparison of the low hands.
    """
    out = np.zeros((labels, 3, 3), dtype=np.int64)
    scratch = np.zeros((2, LOW_STRENGTHS + 1), dtype=np.int64)
    mine, theirs = (one.starts, one.points, one.weights), (other.starts, other.points, other.weights)
    _compare_pairs(*mine, *theirs, read_only(times), read_only(ones), read_only(others), scratch, out)
    return out


@compiled
def _compare_pairs(starts, points, weights, their_starts, their_points, their_weights, often, ones, others, scratch, out):  # type: ignore[no-untyped-def]
    below, every = scratch[0], scratch[1]
    for pair in range(often.shape[0]):
        times = often[pair]
        start, stop = starts[ones[pair]], starts[ones[pair] + 1]
        their_start, their_stop = their_starts[others[pair]], their_starts[others[pair] + 1]
        if (stop - start) * (their_stop - their_start) <= FEW_PAIRS:
            _compare_one_by_one(points, weights, start, stop, their_points, their_weights, their_start, their_stop, times, out)
        else:
            _sweep_lists(
                points, weights, start, stop, their_points, their_weights, their_start, their_stop, times, below, every, out
            )


@compiled
def _compare_one_by_one(points, weights, start, stop, their_points, their_weights, their_start, their_stop, times, out):  # type: ignore[no-untyped-def]
    for theirs in range(their_start, their_stop):
        point = their_points[theirs]
        high, low, label = point >> HIGH_SHIFT, point >> LABEL_BITS & LOW_MASK, point & _LABEL_MASK
        for own in range(start, stop):
            own_high, own_low = points[own] >> HIGH_SHIFT, points[own] >> LABEL_BITS & LOW_MASK
            by_high = np.int64(own_high > high) - np.int64(own_high < high) + 1
            by_low = np.int64(own_low > low) - np.int64(own_low < low) + 1
            out[label, by_high, by_low] += times * np.int64(weights[own]) * np.int64(their_weights[theirs])


@compiled
def _add_point(sums, low, weight):  # type: ignore[no-untyped-def]
    """Add a point to the sums; `sums[low]` counts the points below that low hand."""
    for above in range(low + 1, LOW_STRENGTHS + 1):
        sums[above] += weight


@compiled
def _sum_by_low(points, weights, start, stop, every):  # type: ignore[no-untyped-def]
    every[:] = 0
    for own in range(start, stop):
        every[(points[own] >> LABEL_BITS & LOW_MASK) + 1] += weights[own]
    for low in range(LOW_STRENGTHS):
        every[low + 1] += every[low]


@compiled
def _count_equal_high(points, weights, own, stop, high):  # type: ignore[no-untyped-def]
    """Count the one's points with this high hand; return where they end, and the count."""
    alike = np.int64(0)
    while own < stop and points[own] >> HIGH_SHIFT == high:
        alike += weights[own]
        own += 1
    return own, alike


@compiled
def _sweep_lists(points, weights, start, stop, their_points, their_weights, their_start, their_stop, times, below, every, out):  # type: ignore[no-untyped-def]
    """Go through the other list's high hands in ascending order, and keep sums, by low hand, of the one's points below."""
    below[:] = 0
    _sum_by_low(points, weights, start, stop, every)
    own, theirs = start, their_start
    while theirs < their_stop:
        high = their_points[theirs] >> HIGH_SHIFT
        while own < stop and points[own] >> HIGH_SHIFT < high:
            _add_point(below, points[own] >> LABEL_BITS & LOW_MASK, np.int64(weights[own]))
            own += 1
        last, alike = _count_equal_high(points, weights, own, stop, high)
        level_at, lower, level, at = own, np.int64(0), np.int64(0), np.int64(-1)
        while theirs < their_stop and their_points[theirs] >> HIGH_SHIFT == high:
            point = their_points[theirs]
            low = np.int64(point >> LABEL_BITS & LOW_MASK)
            if low != at:
                lower, level, at = lower + level, np.int64(0), low
                while level_at < last and points[level_at] >> LABEL_BITS & LOW_MASK < low:
                    lower += weights[level_at]
                    level_at += 1
                while level_at < last and points[level_at] >> LABEL_BITS & LOW_MASK == low:
                    level += weights[level_at]
                    level_at += 1
            weight = times * np.int64(their_weights[theirs])
            _record_comparison(weight, below, every, low, lower, level, alike, out[point & _LABEL_MASK])
            theirs += 1


@compiled
def _record_comparison(weight, below, every, low, lower, level, alike, out):  # type: ignore[no-untyped-def]
    """Count the points below, at and above a low hand; those neither below nor equal in the high hand are above."""
    under, at = below[low], below[low + 1] - below[low]
    over = below[LOW_STRENGTHS] - below[low + 1]
    higher = alike - lower - level
    out[0, 0] += weight * under
    out[0, 1] += weight * at
    out[0, 2] += weight * over
    out[1, 0] += weight * lower
    out[1, 1] += weight * level
    out[1, 2] += weight * higher
    out[2, 0] += weight * (every[low] - under - lower)
    out[2, 1] += weight * (every[low + 1] - every[low] - at - level)
    out[2, 2] += weight * (every[LOW_STRENGTHS] - every[low + 1] - over - higher)

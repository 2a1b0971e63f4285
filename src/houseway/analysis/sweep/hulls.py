"""The least sum of squares that rows can still add, for each sum of net results: a bound that no choice of rows passes."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

Point = tuple[int, int]
_NARROW = 2


@dataclass(frozen=True)
class LowerHull:
    """A convex line below all points (net, squares) that a choice of one point of each row adds up to."""

    corners: tuple[Point, ...]
    """From the least net to the highest."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_nets", [net for net, _ in self.corners])
        lowest = min(range(len(self.corners)), key=lambda at: self.corners[at][1])
        object.__setattr__(self, "_lowest", self.corners[lowest])

    _nets: Sequence[int] = ()
    _lowest: Point = (0, 0)

    def least(self, first: int, last: int) -> int:
        """Return a lower bound of the squares where the net lies between two values, of which some are on the line."""
        if first <= self._lowest[0] <= last:
            return self._lowest[1]
        return self._at(first if self._lowest[0] < first else last)

    def _at(self, net: int) -> int:
        place = bisect_right(self._nets, net)
        if place == 0:
            return self.corners[0][1]
        left = self.corners[place - 1]
        if place == len(self.corners):
            return left[1]
        right = self.corners[place]
        return left[1] + (right[1] - left[1]) * (net - left[0]) // (right[0] - left[0])


def lower_hull(points: Iterable[Point]) -> LowerHull:
    """Return the convex line below some points."""
    lowest: dict[int, int] = {}
    for net, squares in points:
        lowest[net] = min(squares, lowest.get(net, squares))
    corners: list[Point] = []
    for point in sorted(lowest.items()):
        while len(corners) >= _NARROW and _is_above(corners[-2], corners[-1], point):
            corners.pop()
        corners.append(point)
    return LowerHull(tuple(corners))


def _is_above(left: Point, middle: Point, right: Point) -> bool:
    """Return whether the middle point lies on or above the line between the others."""
    return (middle[1] - left[1]) * (right[0] - left[0]) >= (right[1] - left[1]) * (middle[0] - left[0])


def add_hulls(one: LowerHull, other: LowerHull) -> LowerHull:
    """Return the line below all sums of a point of each: their edges, the flattest first."""
    edges = [(right[0] - left[0], right[1] - left[1]) for hull in (one, other) for left, right in pairwise(hull.corners)]
    corners = [(one.corners[0][0] + other.corners[0][0], one.corners[0][1] + other.corners[0][1])]
    for width, rise in sorted(edges, key=_slope):
        corners.append((corners[-1][0] + width, corners[-1][1] + rise))
    return lower_hull(corners)


class _slope:  # noqa: N801  # a key of sorting
    """Orders edges by how steep they are, exactly."""

    def __init__(self, edge: Point) -> None:
        self._width, self._rise = edge

    def __lt__(self, other: "_slope") -> bool:
        return self._rise * other._width < other._rise * self._width

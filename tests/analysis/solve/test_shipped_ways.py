"""Comparisons of the published house ways that are shipped: they are complete, fit each other, and are what is counted."""

from itertools import combinations, permutations
from math import comb

import pytest

from houseway.analysis.pai_gow.solve.compared import compare_house_ways, count_comparison, find_difference
from houseway.analysis.solve.shipped_ways import find_comparison
from houseway.house_way import HouseWay, house_way_names
from houseway.wheel import WheelRank

PAIRS_OF_HANDS = comb(53, 7) * comb(46, 7)
NAMES = house_way_names()
BOTH_WHEELS = pytest.mark.parametrize("wheel", WheelRank)


def counted_before(one, other, wheel):
    """The comparison as shipped. Nothing may be counted here, so progress is refused."""

    def refuse(done, total):
        raise AssertionError("it is counted, and not shipped")

    return compare_house_ways(HouseWay.load(one), HouseWay.load(other), wheel, refuse, refuse)


@BOTH_WHEELS
@pytest.mark.parametrize(("one", "other"), [*permutations(NAMES, 2)])
def test_every_two_published_house_ways_are_shipped_with_all_their_pairs_of_hands(one, other, wheel):
    found, value = counted_before(one, other, wheel)
    assert (found.a, found.b, found.total) == (one, other, comb(53, 7))
    assert found.different == sum(each.different for each in found.classes)
    assert value.total == sum(value.classes.values())
    shipped = find_comparison(HouseWay.load(one), HouseWay.load(other), wheel)["pairs"]["counts"]
    assert {sum(sum(map(sum, rows)) for rows in counts) for counts in shipped.values()} == {PAIRS_OF_HANDS}
    assert find_difference(HouseWay.load(one), HouseWay.load(other), wheel) == found


@BOTH_WHEELS
def test_a_house_way_has_one_edge_whichever_it_is_compared_with(wheel):
    """Each comparison was counted on its own, with other labels."""
    edges = {}
    for one, other in permutations(NAMES, 2):
        ways = {"a": one, "b": other}
        for (player, dealer), edge in counted_before(one, other, wheel)[1].edges.items():
            edges.setdefault((ways[player], ways[dealer]), set()).add(edge)
    assert len(edges) == len(NAMES) ** 2
    assert {len(found) for found in edges.values()} == {1}


def test_a_house_way_that_was_not_compared_is_not_found():
    simple, foxwoods = HouseWay.load("simple"), HouseWay.load("foxwoods")
    assert find_comparison(simple, foxwoods, WheelRank.SECOND) is not None
    assert find_comparison(simple, simple, WheelRank.SECOND) is None


@pytest.mark.prove
@BOTH_WHEELS
@pytest.mark.parametrize(("one", "other"), [*combinations(NAMES, 2)])
def test_what_is_shipped_is_what_is_counted(one, other, wheel):
    assert count_comparison(one, other, wheel) == find_comparison(HouseWay.load(one), HouseWay.load(other), wheel)

"""A search finds what counting all designs finds, and says so only where it is proved."""

import itertools
import random
from dataclasses import replace

import pytest

from houseway.analysis.sweep.design import Figure, read_design
from houseway.analysis.sweep.hulls import add_hulls, lower_hull
from houseway.analysis.sweep.sweep import SearchMethod, run_sweep
from houseway.errors import Malformed
from houseway.regulation import load_book
from houseway.regulation.shelf import book_id

TRIPS = {"book": "uth", "wager": "trips", "paytable": "A", "stake": "$5"}
ROWS = {
    "royal-flush": [40, 50, "none"],
    "four-of-a-kind": {"from": 20, "to": 50, "step": 10},
    "full-house": [5, 6, 8],
    "flush": {"from": 4, "to": 8},
    "straight": ["2 to 1", "7 to 2", 4, 5],
}


def swept(content):
    design = read_design(content)
    return run_sweep(load_book(book_id(design.book)), design)


def figures(found, by):
    return [each.figure(by) for each in found.sorted]


@pytest.mark.parametrize(
    "keep",
    [
        {"edge": ["2%", "3%"], "falling": True},
        {"deviation": ["2.5", "2.8"], "multiples-of": 5},
        {"edge": ["-1%", "1%"], "hit-rate": ["15.269%", "16%"], "highest-pay": ["45 to 1", "50 to 1"]},
        {"edge": ["90%", "91%"]},
    ],
    ids=["falling", "multiples", "many", "none"],
)
def test_a_search_finds_the_best_of_all_designs(keep):
    content = {**TRIPS, "rows": ROWS, "keep": keep}
    every = swept(content)
    for by, order in itertools.product(set(Figure) - {Figure.LIFE_EDGE}, ("lowest", "highest")):
        best = {"by": str(by), "order": order}
        found = swept({**content, "best": best, "search": {"most": 7}})
        assert (found.search.method, found.search.proved, found.search.bound) == (SearchMethod.BOUNDS, True, None)
        sorted_all = replace(every, design=read_design({**content, "best": best}))
        assert figures(found, by) == figures(sorted_all, by)[:7], best
        assert {each.values for each in found.kept} <= {each.values for each in every.kept}


def test_the_edge_over_the_life_of_meters_is_searched_too():
    content = {
        "book": "uth",
        "wager": "progressive",
        "paytable": "A",
        "stake": "$1",
        "rows": {"full-house": ["10 to 1", "20 to 1", "30 to 1"], "flush": ["5 to 1", "9 to 1"]},
        "choices": {"rates": {"meter": ["20%", "30%"]}, "resets": {"meter": ["$10,000", "$12,000"]}},
        "keep": {"life-edge": ["10%", "30%"]},
        "best": {"by": "life-edge", "order": "highest"},
    }
    every, found = swept(content), swept({**content, "search": {"most": 5}})
    assert found.search.proved
    assert 0 < len(every.kept) < every.design.points
    assert figures(found, Figure.LIFE_EDGE) == figures(every, Figure.LIFE_EDGE)[:5]


def test_a_trillion_designs_are_searched_in_a_thousand_steps():
    hands = ("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush", "straight")
    content = {
        **TRIPS,
        "rows": {hand: {"from": 1, "to": 100} for hand in hands},
        "keep": {"edge": ["2%", "4%"], "falling": True},
        "best": {"by": "deviation", "order": "lowest"},
    }
    with pytest.raises(Malformed, match=r"1,000,000,000,000 designs, and 1,000,000 are the most .*write \[search\]"):
        read_design(content)
    found = swept({**content, "search": {"most": 3}})
    assert found.design.points == 10**12
    assert found.search.proved
    assert found.search.steps < 5_000
    (best, *_) = found.sorted
    assert 0.02 <= best.edge <= 0.04


def test_a_search_that_ends_early_says_what_is_not_excluded():
    content = {**TRIPS, "rows": ROWS, "keep": {"edge": ["1%", "4%"]}, "best": {"by": "edge", "order": "highest"}}
    best = swept(content).sorted[0]
    found = swept({**content, "search": {"most": 1, "steps": 12}})
    assert not found.search.proved
    assert found.search.bound >= best.edge
    assert all(each.edge <= best.edge for each in found.kept)


def test_what_must_be_counted_whole_is_searched_one_value_at_a_time():
    """Fortune pays the best-paying row, so that its rows do not add up."""
    rows = {"flush": [3, 4, 5], "straight": [2, 3, 90], "full-house": [4, 5]}
    content = {
        "book": "pg-md",
        "wager": "fortune-bonus",
        "paytable": "A",
        "rows": rows,
        "keep": {"edge": ["1%", "9%"]},
        "best": {"by": "edge", "order": "lowest"},
    }
    edges = {each.values: each.edge for each in swept(content).kept}
    found = swept({**content, "search": {"most": 1, "restarts": 2}})
    assert (found.search.method, found.search.proved) == (SearchMethod.ONE_AT_A_TIME, False)
    (best,) = found.kept
    near = [values for values in edges if sum(one != other for one, other in zip(values, best.values, strict=True)) == 1]
    assert near
    assert best.edge <= min(edges[values] for values in near)
    assert swept({**content, "search": {"most": 2, "steps": 3}}).search.steps == 3


def test_a_game_is_searched_by_solving_designs():
    content = {"book": "uth", "wager": "game", "choices": {"paytables": {"blind": ["A", "B"]}}, "search": {"restarts": 1}}
    found = swept(content)  # both come with the program, solved
    assert sorted(each.values for each in found.kept) == [("A",), ("B",)]
    assert not found.search.proved


def test_the_lower_hull_is_below_all_sums():
    chance = random.Random(5)
    rows = [[(chance.randrange(-50, 50), chance.randrange(1000)) for _ in range(6)] for _ in range(3)]
    hull = lower_hull([(0, 0)])
    for row in rows:
        hull = add_hulls(hull, lower_hull(row))
    sums = [(sum(net for net, _ in each), sum(squares for _, squares in each)) for each in itertools.product(*rows)]
    nets = [net for net, _ in sums]
    assert {hull.corners[0], hull.corners[-1]} <= set(sums)
    for first, last in itertools.combinations(range(min(nets), max(nets) + 1, 13), 2):
        inside = [squares for net, squares in sums if first <= net <= last]
        assert not inside or hull.least(first, last) <= min(inside)
    assert hull.least(min(nets), max(nets)) == min(squares for _, squares in sums)

"""What a design file says, and what it may not."""

import re
import tomllib
from fractions import Fraction

import pytest

from houseway.analysis.sweep.design import MOST_POINTS, Figure, read_design
from houseway.errors import Malformed
from houseway.examples import read_example

TRIPS = {"book": "uth", "wager": "trips", "rows": {"flush": ["6 to 1", "7 to 1"]}}


def test_the_example_says_what_varies_what_is_kept_and_what_is_best():
    design = read_design(tomllib.loads(read_example("sweeps/trips")))
    assert [axis.hand for axis in design.rows][:2] == ["straight-flush", "four-of-a-kind"]
    assert design.rows[0].values == ("30 to 1", "40 to 1", "50 to 1", "60 to 1")
    assert (design.keep[Figure.EDGE].least, design.keep[Figure.EDGE].most) == (Fraction(1, 50), Fraction(1, 25))
    assert (design.is_falling, design.best_by, design.lowest_first) == (True, Figure.DEVIATION, True)
    assert design.points == 4 * 7 * 7 * 6 * 4 * 3


def test_rows_are_lists_of_pays_or_of_numbers_to_one_and_no_row_at_all():
    design = read_design({**TRIPS, "rows": {"flush": [6, "13 to 2", "none"], "straight": {"from": 2, "to": 6, "step": 2}}})
    assert [axis.values for axis in design.rows] == [("6 to 1", "13 to 2", "none"), ("2 to 1", "4 to 1", "6 to 1")]


def test_axes_are_called_by_their_last_name():
    choices = {"stake": ["$1", "$5"], "readings": {"UTH-18": ["both", "highest-only"]}}
    assert read_design({**TRIPS, "choices": choices}).names == ("stake", "UTH-18", "flush")


@pytest.mark.parametrize(
    ("change", "code", "words"),
    [
        ({"book": ""}, "sweep.source", "of a book, of a submission or of a wager of your own: name one"),
        ({"submission": "x.toml"}, "sweep.source", "name one"),
        ({"wager": ""}, "sweep.wager", 'a wager, or "game"'),
        ({"rows": {}}, "sweep.axes", "nothing varies"),
        ({"rows": []}, "sweep.type", "rows is a table"),
        ({"rows": {"flush": "6 to 1"}}, "sweep.values", "a list or a range"),
        ({"rows": {"flush": []}}, "sweep.values", "a list or a range"),
        ({"rows": {"flush": [6, "6 to 1"]}}, "sweep.twice", "'6 to 1' twice"),
        ({"rows": {"flush": {"from": 5, "to": 4}}}, "sweep.range", "is empty"),
        ({"rows": {"flush": {"from": 5, "to": 9, "by": 2}}}, "sweep.key", "rows.flush.by"),
        ({"rows": {"flush": {"from": 1, "to": 10**12}}}, "sweep.points", "too long"),
        ({"rows": {"flush": {"from": 1, "to": 1001}, "pair": {"from": 1, "to": 1000}}}, "sweep.points", "1,001,000 designs"),
        ({"choices": {"stakes": ["$5"]}}, "sweep.choice", "did you mean stake?"),
        ({"choices": {"house-way": ["foxwoods"]}}, "sweep.choice", "cannot be varied for trips"),
        ({"stake": "$5", "choices": {"stake": ["$5"]}}, "sweep.twice", "fixed and varied"),
        ({"choices": {"stake": "$5"}}, "sweep.values", "a list of values"),
        ({"stake": 5}, "sweep.type", "stake is a text"),
        ({"keep": {"edges": ["2%", "4%"]}}, "sweep.key", "keep.edges.*did you mean edge?"),
        ({"keep": {"edge": "2%"}}, "sweep.bounds", "between two values"),
        ({"keep": {"edge": ["4%", "2%"]}}, "sweep.bounds", "at least 4% and at most 2%"),
        ({"keep": {"edge": ["little", "2%"]}}, "sweep.bounds", "no bound of edge"),
        ({"keep": {"multiples-of": -5}}, "sweep.type", "a whole number"),
        ({"keep": {"falling": "yes"}}, "sweep.type", "true or false"),
        ({"best": {"by": "fun"}}, "sweep.best", "not 'fun'"),
        ({"wagers": "trips"}, "sweep.key", "did you mean wager?"),
        ({"wager": "game"}, "sweep.rows", "has no rows of its own"),
    ],
    ids=str,
)
def test_what_is_wrong_is_said_before_anything_is_counted(change, code, words):
    with pytest.raises(Malformed) as refusal:
        read_design({**TRIPS, **change})
    assert refusal.value.code == code
    assert re.search(words, refusal.value.message), refusal.value.message
    assert {"given", "allowed"} <= set(refusal.value.facts)


def test_the_most_designs_are_allowed():
    rows = {"flush": {"from": 1, "to": 1000}, "pair": {"from": 1, "to": MOST_POINTS // 1000}}
    assert read_design({**TRIPS, "rows": rows}).points == MOST_POINTS

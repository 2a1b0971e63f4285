"""`houseway sweep`: what is printed where. The figures are tested elsewhere."""

import pytest

from houseway.examples import read_example
from tests.support.command import answered, as_json, refused


@pytest.fixture
def design(tmp_path):
    file = tmp_path / "trips.toml"
    file.write_text(read_example("sweeps/trips"))
    return file


def test_the_best_are_printed_and_how_many_there_are(design):
    words = answered("sweep", design, "--top", "3")
    assert "Trips, md.ultimate-texas-holdem" in words
    assert "14,112 designs, " in words
    assert "The lowest deviation first" in words
    assert words.count(" to 1  ") == 3 * 6
    assert "--csv all" in words


def test_the_json_has_all_that_are_kept_with_their_exact_figures(design):
    found = as_json("sweep", design)
    assert (found["designs"], found["counted"] + found["unwanted"]) == (14_112, 14_112)
    assert len(found["found"]) == found["kept"] > 100
    assert {"flush", "edge", "exact_edge", "exact_variance"} <= set(found["found"][0])


def test_the_chart_is_written(design, tmp_path):
    words = answered("sweep", design, "--top", "1", "--chart", tmp_path / "trips.svg")
    assert "chart written to" in words
    drawn = (tmp_path / "trips.svg").read_text()
    assert "standard deviation, in stakes" in drawn
    assert "hit rate" in drawn


def test_a_constraint_that_nothing_meets_is_no_error(design):
    design.write_text(design.read_text().replace('["15%", "100%"]', '["99%", "100%"]'))
    assert "no design meets the constraints" in answered("sweep", design)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('wager = "trips"', 'wager = "tripz"', "has no wager 'tripz'"),
        ("flush = { from = 4, to = 9 }", "flush = { from = 4, to = 90000 }", "trips.toml: the sweep has 211,672,944 designs"),
        ("[keep]", "[kept]", "trips.toml: there is nothing called kept in a design; did you mean keep?"),
        ('book = "md.ultimate-texas-holdem"', 'submission = "filed.toml"', "filed.toml' is neither a rule book nor a file"),
        ('book = "', "book = ", "trips.toml is not TOML"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(design, old, new, said):
    design.write_text(design.read_text().replace(old, new))
    words = refused("sweep", design)
    assert said in words
    assert words.count("\n") <= 1


def test_a_file_that_is_not_there_and_a_chart_that_cannot_be_written_are_refused_first(design):
    assert "nothing.toml cannot be read" in refused("sweep", "nothing.toml")
    assert "a chart file ends in" in refused("sweep", design, "--chart", "trips.txt")


def test_a_search_says_that_no_other_design_is_better(tmp_path):
    file = tmp_path / "search.toml"
    file.write_text(read_example("sweeps/search"))
    said = answered("sweep", file)
    assert "62,400,000,000 designs, searched in" in said
    assert "no other is better than these 5" in said
    file.write_text(read_example("sweeps/search").replace("steps = 1_000_000", "steps = 60"))
    assert "better ones may exist, but none with deviation below" in answered("sweep", file)

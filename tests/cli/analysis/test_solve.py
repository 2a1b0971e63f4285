"""`houseway solve` and `houseway advise`: what is printed where, and what a refusal points to. The figures are tested elsewhere."""

import pytest

from houseway.analysis import chart_files, games
from houseway.analysis.solve.solution import PrintedTable, Provenance
from houseway.house_way import house_way_names
from tests.support.command import answered, as_json, refused, run
from tests.support.paths import minimal
from tests.support.submissions import DIV

BOOK = "md.ultimate-texas-holdem"


class SmallSolution:
    """A solution with one table of each sort."""

    provenance = Provenance(BOOK, "", "", "by hand", "Ante", {}, {}, ("nobody peeks",))

    def to_json(self):
        return {"house_edge": "0.5"}

    def printed_tables(self):
        return (
            PrintedTable("best play", ("", ""), (("house edge", "50%"),)),
            PrintedTable("by stake", ("", ""), (("$5", "51%"),)),
            PrintedTable("starting hands", ("", ""), (("AA", "+2"),), by_hand=True),
        )


@pytest.fixture(autouse=True)
def small_solution(monkeypatch):
    monkeypatch.setattr(games, "solve_game", lambda rules, progress, **options: SmallSolution())
    monkeypatch.setattr(chart_files, "write_chart", lambda solution, path: "The title")


def test_the_edge_is_printed_last_and_hands_only_on_request():
    output = answered("solve", BOOK)
    assert output.splitlines()[-1].split() == ["house", "edge", "50%"]
    assert output.index("$5") < output.index("nobody peeks") < output.index("best play")
    assert "AA" not in output
    assert "with --hands also: starting hands" in output


def test_hands_are_printed_first_on_request():
    output = answered("solve", BOOK, "--hands")
    assert output.index("AA") < output.index("$5") < output.index("best play")
    assert "with --hands" not in output


def test_the_command_says_which_chart_it_wrote():
    """With --json on the other stream, so that the document stays whole."""
    assert answered("solve", BOOK, "--chart", "x.html").splitlines()[-1] == "chart written to x.html: The title"
    result = run("solve", BOOK, "--chart", "x.html", "--json")
    assert result.stderr == "chart written to x.html: The title\n"
    assert "The title" not in result.stdout


def test_advice_on_pai_gow_poker_points_to_the_command_that_gives_it():
    cards = "As Ad Kc Qh Jd Tc Jk"
    assert refused("advise", "md.pai-gow-poker", cards).endswith(f"houseway set '{cards}' --exact")
    assert "on the terms of md.pai-gow-poker" in answered("set", cards, "--exact")


def test_seven_cards_are_valued_on_the_terms_of_the_rules_that_are_named(tmp_path):
    cards, two_to_one = "9s 9d 3c 3d Ah 5s 2c", tmp_path / "two.toml"
    two_to_one.write_text(minimal(DIV).read_text() + '\n[readings]\nDIV-01 = "two-to-one"\n')
    even, double = (as_json("set", cards, "--exact", "--rules", rules)["exact"] for rules in (DIV, two_to_one))
    assert even["house_way"]["win"] == double["house_way"]["win"]
    assert even["house_way"]["exact"] != double["house_way"]["exact"]
    assert "choose --rules or --wheel" in refused("set", cards, "--rules", DIV, "--wheel", "lowest")


def test_a_missing_house_way_is_asked_for_by_the_name_of_its_option(monkeypatch):
    monkeypatch.undo()
    line = refused("solve", "md.pai-gow-poker")
    assert f"--house-way ({', '.join(house_way_names())}, or the path of a file)" in line

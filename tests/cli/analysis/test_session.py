"""`houseway session`: what is printed where. The figures are tested elsewhere."""

import csv
import io

from tests.support.command import answered, as_json, refused

ASKED = ("session", "uth", "--bankroll", "$1,000", "--rounds", "200", "--bet", "$25")


def test_the_figures_the_percentiles_a_chart_and_how_it_was_counted():
    lines = answered(*ASKED, "--side", "trips=$5", "--stop-at", "$2,000").splitlines()
    assert lines[1] == "$1,000 in chips, 200 rounds: Ante $25 and Trips $5"
    words = "\n".join(lines)
    for said in (
        "ruined within the session",
        "reaches $2,000 before ruin",
        "Chips at the end",
        "█████",
        "without Trips",
        "play: the best play of every hand",
        "ruin: the chips no longer cover a whole round with every raise, $155",
        "error: every chance of the session is within",
    ):
        assert said in words


def test_a_terminal_without_blocks_gets_number_signs():
    output = answered(*ASKED, encoding="ascii")
    assert "#####" in output
    assert "?" not in output


def test_the_json_has_everything():
    found = as_json(*ASKED, "--ruin-at", "base")
    assert found["ruin"].startswith("0.526")
    assert found["least_chips"] == "$50"
    assert len(found["round"]["results"]) == 31
    assert sum(count for _, count in found["round"]["results"]) == found["round"]["deals"]
    assert found["endless_ruin"] == {
        "at_least": "1",
        "at_most": "1",
        "why": "the player has no edge, so whoever never stops is ruined",
    }


def test_the_rows_are_the_chips_at_the_end():
    heading, *rows = csv.reader(io.StringIO(answered(*ASKED, "--csv")))
    assert heading == ["chips", "result", "probability", "at_most"]
    assert abs(float(rows[-1][3]) - 1) < 1e-9
    assert abs(sum(float(row[2]) for row in rows) - 1) < 1e-9


def test_a_refusal_is_one_line():
    assert "a whole round may ask for $150" in refused("session", "uth", "--bankroll", "$100", "--rounds", "5")
    assert "name the dealer's" in refused("session", "pg-md", "--bankroll", "$500", "--rounds", "5")
    assert "--rounds takes a whole number of 1 or more" in refused("session", "uth", "--bankroll", "$100", "--rounds", "0")
    assert "'trips' is not of the form" in refused(*ASKED, "--side", "trips")

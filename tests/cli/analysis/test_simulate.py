"""`houseway simulate`: what is printed where. The figures are tested elsewhere."""

import pytest

from tests.support.command import answered, as_json, refused

ASKED = ("simulate", "uth", "--rounds", "2e3", "--no-exact", "--side", "trips=$5")


def test_the_table_and_how_it_was_played():
    words = answered(*ASKED, "--players", "3", "--bet", "$10")
    for said in (
        "2,000 rounds, 3 players: Ante $10 and Trips $5",
        "the game itself",
        "all wagers of a spot",
        "play: every player plays by the chart",
        "seed: 1; the same seed",
        "not compared: the game itself, Ante, Blind and Play, because the game was not solved for it",
        "left out: the Progressive pays shares of a meter",
    ):
        assert said in words


def test_the_json_has_everything():
    found = as_json(*ASKED, "--seed", "5", "--workers", "1")
    assert (found["rounds"], found["seed"], found["interrupted"], found["differing"]) == (2_000, 5, False, [])
    assert [line["wager"] for line in found["lines"]] == ["game", "ante", "blind", "play", "trips", "all"]
    assert found["lines"][4]["exact"]["verdict"] == "agrees"
    assert found["lines"][0]["exact"] is None


def test_the_game_alone():
    found = as_json("simulate", "uth", "--rounds", "1.2e3", "--no-exact", "--side", "none")
    assert (found["rounds"], found["sides"]) == (1_200, {})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--rounds", "0"), "--rounds takes a whole number of 1 or more, as 100000, 1.5e6 or 1e9, not '0'"),
        (("--rounds", "1.5e0"), "--rounds takes a whole number of 1 or more"),
        (("--rounds", "many"), "--rounds takes a whole number of 1 or more"),
        (("--rounds", "1e3", "--players", "7"), "--players takes a whole number from 1 to 6, not '7'"),
        (("--rounds", "1e3", "--workers", "0"), "--workers takes a whole number from 1"),
        (("--rounds", "1e3", "--seed", "x"), "--seed takes a whole number"),
        (("--rounds", "1e3", "--play", "bold"), "no simulated play 'bold'"),
        (("--rounds", "1e3", "--side", "trips"), "'trips' is not of the form"),
        (("--rounds", "1e3", "--workers", "1", "--dask", "tcp://127.0.0.1:1"), "a cluster has its own"),
        (("--rounds", "1e3", "--dask", "nowhere"), "no Dask scheduler answers at nowhere"),
        (("--rounds", "1e3", "--side", "progressive=$1"), "pays shares of a meter"),
    ],
)
def test_a_refusal_is_one_line(given, said):
    assert said in refused("simulate", "uth", *given)


def test_a_run_goes_on_with_the_parts_that_are_kept_and_another_file_is_refused(tmp_path):
    kept = tmp_path / "parts.jsonl"
    first = as_json(*ASKED, "--keep", str(kept))
    written = kept.read_text()
    assert as_json(*ASKED, "--keep", str(kept)) == first
    assert kept.read_text() == written
    assert "has the parts of another simulation" in refused(*ASKED, "--seed", "2", "--keep", str(kept))
    assert "nowhere/parts.jsonl: " in refused(*ASKED, "--keep", str(tmp_path / "nowhere" / "parts.jsonl"))


def test_a_strategy_for_a_seat():
    asked = ("simulate", "fcp", "--rounds", "1e3", "--no-exact", "--side", "none", "--players", "3")
    found = as_json(*asked, "--play", "never-fold", "--play", "2=best")
    assert found["plays"] == ["never-fold", "best", "never-fold"]
    assert found["strategy"].startswith("by position, 1 and 3: plays so: never fold")
    assert as_json(*asked, "--play", "1=chart") == as_json(*asked, "--play", "chart")
    assert "--play takes a whole number from 1 to 3, not '4'" in refused(*asked, "--play", "4=best")
    assert "--play names one strategy for all" in refused(*asked, "--play", "best", "--play", "chart")


@pytest.mark.parametrize("play", ["chart", "any-pair", "once-only", "never-fold"])
def test_four_card_poker_by_its_simple_strategies(play):
    found = as_json("simulate", "fcp", "--rounds", "5e4", "--play", play)
    assert found["differing"] == []
    assert {line["wager"]: line["exact"]["verdict"] for line in found["lines"][:-1]} == dict.fromkeys(
        ("game", "ante", "play", "ante-bonus", "aces-up"), "agrees"
    )


EVERYTHING = "src/houseway/examples/submissions/md.pai-gow-poker/everything.toml"


def test_pai_gow_with_banks():
    found = as_json("simulate", EVERYTHING, "--rounds", "2e3", "--no-exact", "--bank", "1, 3", "--side", "fortune-bonus=$5")
    assert found["banking"] == [1, 3]
    assert [line["wager"] for line in found["lines"]] == [
        *("pai-gow", "against-dealer", "against-bank", "as-bank"),
        *("fortune-bonus", "fortune-envy", "all"),
    ]
    assert "a bank's chips always cover the wagers against it" in " ".join(found["assumptions"])
    everybody = as_json("simulate", EVERYTHING, "--rounds", "10", "--no-exact", "--bank", "all", "--players", "3")
    assert everybody["banking"] == [1, 2, 3]


def test_pai_gow_by_two_house_ways():
    found = as_json("simulate", "pg-div", "--rounds", "1e3", "--no-exact", "--house-way", "foxwoods", "--against", "simple")
    assert (found["house_way"], found["against"]) == ("foxwoods", "simple")
    assert "the dealer by Foxwoods" in found["strategy"]


@pytest.mark.parametrize(
    ("source", "given", "said"),
    [
        ("pg-md", (), "has no house way: name the dealer's"),
        ("pg-md", ("--house-way", "nowhere"), "nowhere"),
        ("pg-md", ("--house-way", "foxwoods", "--against", "optimal"), "every hand set best is not simulated"),
        ("pg-md", ("--house-way", "foxwoods", "--bank", "all"), "offers no bank as filed"),
        (EVERYTHING, ("--bank", "7"), "--bank takes a whole number from 1 to 6, not '7'"),
        (EVERYTHING, ("--bank", "nobody"), "--bank takes a whole number from 1 to 6, not 'nobody'"),
        ("uth", ("--house-way", "foxwoods"), "cannot be solved with a house way"),
    ],
)
def test_what_is_refused_of_pai_gow(source, given, said):
    assert said in refused("simulate", source, "--rounds", "10", "--no-exact", *given)

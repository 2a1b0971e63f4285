"""`houseway deal`, used as a person would."""

import re

import pytest

from houseway.examples import read_example
from tests.support.command import PRINTED_CARD, answered, as_json, refused, run
from tests.support.paths import EXAMPLES, ROOT, minimal
from tests.support.submissions import DIV, FC, MD, UTH

AGAINST_DEALER = r"hand  .*, (above|below|equal to) the dealer's "
TWO_HANDS = tuple(f"{which} hand  .*, (above|below|a copy of) the dealer's " for which in ("high", "low"))
"""How hands are compared."""


@pytest.mark.parametrize("book", [MD, DIV])
def test_rounds_are_dealt_and_shown(book):
    output = answered("deal", book, "--rounds", 2, "--players", 6, "--seed", 1)
    assert output.count("─ Round ") == 2
    assert output.count("dealer  ") + output.count("dealer ") >= 2
    assert len(PRINTED_CARD.findall(output)) >= 7 * 7
    for name in ("1 Ann", "6 Fay", "high hand", "house ", "progressive meters: ", "net to players"):
        assert name in output


def test_the_table_is_the_first_for_which_all_meters_are_filed(tmp_path):
    text = (EXAMPLES / MD / "everything.toml").read_text(encoding="utf-8")
    own = tmp_path / "own.toml"
    own.write_text(re.sub(r"tables = .*", 'tables = ["PG-8", "PG-7"]', text), encoding="utf-8")
    log = tmp_path / "log.jsonl"
    answered("deal", "--submission", own, "--seed", 1, "--quiet", "--log", log)
    assert '"stream": "table:PG-8"' in log.read_text(encoding="utf-8")
    log.unlink()
    answered("deal", "--submission", own, "--table", "PG-7", "--seed", 1, "--quiet", "--log", log)
    assert '"stream": "table:PG-7"' in log.read_text(encoding="utf-8")
    assert "is filed for PG-7, PG-8, not for PG-9" in refused("deal", "--submission", own, "--table", "PG-9")


def test_a_table_needs_a_book_or_a_submission():
    assert "name a rule book, or a submission with --submission" in refused("deal")
    assert "is a submission for md.pai-gow-poker, not div.pai-gow-poker" in refused("deal", DIV, "--submission", minimal(MD))


def test_a_round_of_ultimate_is_shown_street_by_street():
    output = answered("deal", UTH, "--rounds", 2, "--seed", 1)
    assert output.count("─ Round ") == 2
    assert len(PRINTED_CARD.findall(output)) == 2 * (5 + 4 + 7 * 2)
    for part in (
        "flop ",
        "last two ",
        "box ",
        "decisions",
        "check, check, ",
        "1 Ann",
        "6 Fay",
        "Blind",
        "progressive meters: mega $",
    ):
        assert part in output
    assert "vigorish" not in output


def test_a_round_of_four_card_poker_is_shown_with_the_card_face_up():
    output = answered("deal", FC, "--seed", 1)
    assert len(PRINTED_CARD.findall(output)) == 1 + 6 + 6 * 5
    for part in ("dealer's card face up", "play $", "fold", "Aces Up", "house "):
        assert part in output


def test_the_same_seed_deals_the_same_rounds_and_none_deals_others():
    assert answered("deal", MD, "--seed", 9) == answered("deal", MD, "--seed", 9)
    assert answered("deal", MD) != answered("deal", MD)


@pytest.mark.parametrize("book", [DIV, UTH, FC])
def test_json_has_rounds_wagers_results_cents_and_clauses(book):
    document = as_json("deal", book, "--rounds", 2, "--players", 2, "--seed", 4)
    assert document["book"] == book
    assert [each["round"] for each in document["rounds"]] == [1, 2]
    for each in document["rounds"]:
        assert sum(each["changes"].values()) == 0
        for wager in each["wagers"]:
            assert {"position", "wager", "stake", "result", "cents", "vigorish", "net", "clauses", "moves"} <= set(wager)
            assert set(wager["clauses"]) <= set(each["clauses"])
    assert document["totals"]["rounds"] == 2


@pytest.mark.parametrize(("book", "board", "up"), [(UTH, 5, 0), (FC, 0, 1)])
def test_json_has_hands_decisions_and_board(book, board, up):
    document = as_json("deal", book, "--rounds", 2, "--players", 2, "--seed", 4)
    for each in document["rounds"]:
        assert [hand["position"] for hand in each["hands"]] == [0, 1, 2]
        assert all(hand["cards"] and hand["hand"] for hand in each["hands"])
        assert each["hands"][1]["decisions"]
        assert (len(each["board"]), len(each["up"])) == (board, up)
    assert document["totals"]["wagers"]["ante"]["made"] == 4


@pytest.mark.parametrize(
    ("book", "wager", "said"),
    [
        (MD, "Pai Gow Poker $", [r"Ann → the layout before Ann \(1\): wager  7\.D", r"11\.F\(\d\)", *TWO_HANDS]),
        (UTH, "Ante", [r"11\.[HF]\(\d\)", AGAINST_DEALER]),
        (FC, "Ante", [r"as-played\.11\.[HF]\(\d\)", AGAINST_DEALER]),
    ],
)
def test_why_names_clauses_and_moves(book, wager, said):
    output = answered("deal", book, "--players", 1, "--seed", 2, "--why", "--submission", minimal(book))
    assert "Why, round 1" in output
    assert f"position 1, Ann: {wager}" in output
    assert "Ann → the layout before Ann (1): wager" in output
    for each in said:
        assert re.search(each, output)
    assert not re.search(r" +$", output, re.MULTILINE)


def test_many_rounds_are_summed_up():
    output = answered("deal", MD, "--rounds", 21, "--players", 1, "--seed", 1, "--submission", minimal(MD))
    assert "21 rounds" in output
    assert "─ Round " not in output
    quiet = answered("deal", MD, "--players", 1, "--seed", 1, "--submission", minimal(MD), "--quiet")
    assert "1 round\n" in quiet
    assert "─ Round " not in quiet


def test_what_cannot_be_dealt_is_refused():
    assert "there is no rule book 'md.roulette'" in refused("deal", "md.roulette")
    other = minimal(DIV)
    assert "is a submission for div.pai-gow-poker" in refused("deal", MD, "--submission", other)
    wrong = EXAMPLES / "md.pai-gow-poker/wrong/house-way-gap.toml"
    assert "; run `houseway check" in refused("deal", MD, "--submission", wrong)
    missing = "nowhere.toml cannot be read: there is no such file"
    assert refused("deal", MD, "--submission", "nowhere.toml") == f"houseway: {missing}"
    assert "is a submission for md.four-card-poker" in refused("deal", UTH, "--submission", minimal(FC))
    for book in (MD, UTH):
        assert run("deal", book, "--players", "7").returncode == 2


def test_a_log_that_cannot_be_written_is_refused(tmp_path):
    result = run("deal", MD, "--players", 1, "--quiet", "--log", tmp_path / "no" / "where")
    assert result.returncode == 2
    assert "cannot be written" in result.stderr


def test_a_house_way_of_ones_own_is_dealt_by(tmp_path):
    way = next((ROOT / "examples" / "house-ways").glob("*.toml"), None)
    if way is None:
        pytest.skip("no example of a house way")
    (tmp_path / "own.toml").write_text(way.read_text())
    submission = tmp_path / "submission.toml"
    submission.write_text(minimal(MD).read_text().replace('house-way = "foxwoods"', 'house-way = "own.toml"'))
    if run("check", submission).returncode:
        pytest.skip("the example does not pass under Maryland's book")
    assert "Round 1" in answered("deal", MD, "--players", 1, "--seed", 1, "--submission", submission)


def test_a_submission_is_dealt_where_a_rule_book_could_be_named(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(read_example("md.four-card-poker/minimal"))
    by_name, by_option = (answered("deal", *words, "--seed", 7) for words in ((mine,), ("--submission", mine)))
    assert by_name == by_option
    assert "cannot be read: there is no such file" in refused("deal", tmp_path / "none.toml")
    assert "there is no rule book 'fpc'" in refused("deal", "fpc")

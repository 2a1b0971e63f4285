"""`houseway deal`, `play`, `replay` and `settle` of the games against the dealer, used as a person would."""

import json
import re

import pytest

from tests.cli.test_table import SUIT
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT

ULTIMATE, FOUR_CARD = "md.ultimate-texas-holdem", "md.four-card-poker"
BOOKS = (ULTIMATE, FOUR_CARD)
ROYAL = ROOT / "tests" / "rounds" / "uth" / "royal-flush-with-everything-on.toml"
VOID = ROOT / "tests" / "rounds" / "fc" / "dealers-card-exposed.toml"


def minimal(book):
    return ROOT / "examples" / "submissions" / book / "minimal.toml"


# deal


def test_a_round_of_ultimate_is_shown_street_by_street():
    output = answered("deal", ULTIMATE, "--rounds", 2, "--seed", 1)
    assert output.count("─ Round ") == 2
    assert len(SUIT.findall(output)) == 2 * (5 + 4 + 7 * 2)
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
    output = answered("deal", FOUR_CARD, "--seed", 1)
    assert len(SUIT.findall(output)) == 1 + 6 + 6 * 5
    for part in ("dealer's card face up", "play $", "fold", "Aces Up", "house "):
        assert part in output


@pytest.mark.parametrize("book", BOOKS)
def test_json_has_hands_decisions_wagers_and_clauses(book):
    document = json.loads(answered("deal", book, "--rounds", 2, "--players", 2, "--seed", 4, "--json"))
    for each in document["rounds"]:
        assert sum(each["changes"].values()) == 0
        assert [hand["position"] for hand in each["hands"]] == [0, 1, 2]
        assert all(hand["cards"] and hand["hand"] for hand in each["hands"])
        assert each["hands"][1]["decisions"]
        assert (len(each["board"]), len(each["up"])) == ((5, 0) if book == ULTIMATE else (0, 1))
        assert all(set(wager["clauses"]) <= set(each["clauses"]) for wager in each["wagers"])
    assert document["totals"]["wagers"]["ante"]["made"] == 4


@pytest.mark.parametrize(("book", "clause"), [(ULTIMATE, r"11\.[HF]\(\d\)"), (FOUR_CARD, r"as-played\.11\.[HF]\(\d\)")])
def test_why_names_clauses_and_moves(book, clause):
    output = answered("deal", book, "--players", 1, "--seed", 2, "--why", "--submission", minimal(book))
    assert "Why, round 1" in output
    assert "position 1, Ann: Ante" in output
    assert "Ann → the layout before Ann (1): wager" in output
    assert re.search(clause, output)
    assert re.search(r"hand  .*, (above|below|equal to) the dealer's ", output)


# replay


@pytest.fixture(scope="module", params=BOOKS)
def log(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "table.jsonl"
    answered("deal", request.param, "--rounds", 2, "--players", 3, "--seed", 3, "--log", path)
    return request.param, path


def test_a_recorded_round_is_shown_step_by_step(log):
    book, path = log
    output = answered("replay", path, "--round", 2)
    assert "Round 1" not in output
    for part in ("“no more bets”", "on Ante", "the dealer turns up", "into the discard rack", "plays $"):
        assert part in output
    assert ("flop: " in output) == (book == ULTIMATE)


def test_hands_are_rebuilt_from_the_rack(log):
    book, path = log
    output = answered("replay", path, "--round", 1, "--rack")
    assert "not as dealt" not in output
    assert output.count("as dealt") == (6 if book == ULTIMATE else 4)
    document = json.loads(answered("replay", path, "--round", 1, "--rack", "--json"))
    assert sum(map(len, document[0]["rack"].values())) == 52


def test_the_log_has_the_name_of_its_table(log):
    book, path = log
    stream = json.loads(path.read_text().splitlines()[0])["stream"]
    assert stream == ("table:UTH-1" if book == ULTIMATE else "table:FC-1")


# settle


def test_a_round_file_is_settled_to_the_cent():
    output = answered("settle", ROYAL)
    assert "as expected" in output
    assert re.search(r"Ann \(1\) +Blind +win +\$7,500", output)
    assert "envy $5,000 royal flush at position 1" in output
    document = json.loads(answered("settle", ROYAL, "--json"))
    assert document["envy"] == {"2 progressive": 500000, "3 progressive": 100000}
    assert document["differences"] == []
    why = answered("settle", ROYAL, "--why")
    assert "the house → Ann: meter award" in why
    assert "100% of the meter mega, which stood at $25,001.32: $25,001.32" in why
    assert "royal flush at position 1 earns $5,000" in why


def test_wagers_against_the_dealer_that_are_void_are_told():
    output = answered("settle", VOID)
    assert "wagers against the dealer void: dealer card exposed" in output
    assert json.loads(answered("settle", VOID, "--json"))["round"]["base_void"] == "dealer-card-exposed"


# play


def test_a_seat_of_ultimate_is_played():
    given = "25\n5\n?\nc\ncheck\nplay 25\nq\n"
    arguments = ("--seat", 2, "--seed", 4, "--players", 2, "--submission", minimal(ULTIMATE))
    output = answered("play", ULTIMATE, *arguments, given=given)
    assert "You sit at position 2" in output
    assert "Ante ($10 to $500) [$10]: 25" in output
    assert "check or play $75 or play $100 (? asks for a simple strategy) [check]: ?" in output
    assert "a simple strategy: " in output
    assert "check or play $50" in output
    assert "fold or play $25" in output
    assert "You (2) plays" not in output
    assert re.search(r"check, check, play \$25 +Ante", output)
    assert re.search(r"1 round; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$", output)


def test_a_seat_of_four_card_poker_is_played():
    given = "20\n0\nfold\n0\n5\nq\n"
    output = answered("play", FOUR_CARD, "--seed", 4, "--players", 1, "--submission", minimal(FOUR_CARD), given=given)
    assert "the dealer shows: " in output
    assert "fold or play $20 or play $40 or play $60" in output
    assert "you fold, and with it Ante; the cards" in output
    assert "2 rounds; you bought" in output


def test_wrong_answers_are_asked_again():
    given = "10\n0\nraise\n35\nf\nplay\n40\nq\n"
    output = answered("play", ULTIMATE, "--seed", 4, "--players", 1, "--submission", minimal(ULTIMATE), given=given)
    for wrong in ("'raise'", "'35'", "'f'", "'play'"):
        assert f"{wrong} is not accepted: you may check or play $30 or play $40 (11.A, 11.B, " in output
    assert re.search(r"\n│ 3 You .* play \$40 ", output)


@pytest.mark.parametrize("lines", [0, 1, 7, 8, 9])
@pytest.mark.parametrize("book", BOOKS)
def test_the_end_of_input_loses_no_chip(book, lines, tmp_path):
    path = tmp_path / "log.jsonl"
    given = "\n".join(["25", *["0"] * 6, "c", "c", "15"][:lines]) + "\n" * bool(lines)
    output = answered("play", book, "--seed", 6, "--players", 2, "--log", path, given=given)
    assert "you leave the table" in output
    last = output.splitlines()[-1]
    assert re.fullmatch(r"\d+ rounds?; you bought \$1,000 and leave with \$[\d,.]+: [-+]?\$[\d,.]+", last)
    answered("replay", path)


@pytest.mark.parametrize("book", BOOKS)
def test_a_seat_is_shown_nothing_that_it_may_not_see(book):
    """Before the dealer's hand is turned up: its own cards, the board, and a card dealt face up."""
    given = "10\n0\n" + ("c\nc\n10\n" if book == ULTIMATE else "10\n")
    output = answered("play", book, "--seed", 4, "--players", 6, "--submission", minimal(book), given=given)
    before = output.split("the dealer turns up")[0]
    assert len(set(SUIT.findall(before))) == (2 + 5 if book == ULTIMATE else 5 + 1)


def test_a_hand_that_was_racked_unseen_is_not_shown():
    """Where a fold loses everything, the cards go into the rack: only one's own were seen."""
    output = answered("play", FOUR_CARD, "--seed", 4, "--players", 6, given="15\n0\n0\nf\nq\n")
    folded = [line for line in output.split("─ Round 1")[1].splitlines() if re.search(r"\d \w+ .* fold ", line)]
    assert len(folded) > 1
    assert all(("not shown" in line) != ("You" in line) for line in folded)


def test_what_cannot_be_played_is_refused():
    assert "is a submission for md.four-card-poker" in refused("deal", ULTIMATE, "--submission", minimal(FOUR_CARD))
    assert run("deal", ULTIMATE, "--players", "7").returncode == 2

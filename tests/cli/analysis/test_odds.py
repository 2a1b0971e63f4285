"""`houseway odds`: at once, for people and for machines, and clear about what it cannot answer."""

import csv
import io
import re
import shlex
from fractions import Fraction

import pytest

from houseway.regulation import BOOKS
from tests.support.command import answered, as_json, refused
from tests.support.paths import EXAMPLES

EVERYTHING = {book: str(EXAMPLES / book / "everything.toml") for book in BOOKS}


@pytest.mark.parametrize("book", BOOKS)
def test_json_has_the_promised_shape(book):
    found = as_json("odds", book)
    assert found["book"] == book
    for wager in found["wagers"]:
        assert {
            "wager",
            "paytable",
            "total",
            "rows",
            "expected_value",
            "house_edge",
            "hit_frequency",
            "standard_deviation",
        } <= set(wager)
        assert sum(row["combinations"] for row in wager["rows"]) == wager["total"]
        assert all({"hand", "combinations", "pays"} <= set(row) for row in wager["rows"])
        top, bottom = map(int, wager["expected_value"].split("/"))
        assert abs(Fraction(wager["house_edge"]) + Fraction(top, bottom)) < Fraction(1, 10**14)
        assert len(wager["house_edge"].split(".")[1]) >= 10


@pytest.mark.parametrize("book", BOOKS)
def test_a_submission_is_told_row_by_row(book):
    text = answered("odds", EVERYTHING[book])
    for words in ("house edge", "hit frequency", "combinations", "expected value", "method", "On one spot"):
        assert words in text
    found = as_json("odds", EVERYTHING[book])
    assert all(wager["rules_hash"] for wager in found["wagers"])
    assert found["spot"]
    assert all(abs(float(pair["correlation"])) <= 1 for pair in found["spot"])


def test_a_book_is_told_in_one_table():
    text = answered("odds", "md.ultimate-texas-holdem")
    assert "0.9018%" in text
    assert "14.7868%" in text
    assert "combinations" not in text
    assert "Row by row" in text


def test_the_amounts_on_the_meters_are_stated():
    assert "by default the lowest that the book allows" in answered("odds", "md.pai-gow-poker")
    given = answered("odds", "md.pai-gow-poker", "--wager", "progressive", "--paytable", "A", "--meter", "meter=150000")
    assert re.search(r"\nProgressive +A +\$1 +meter \$150,000 +meter \$243,011\.0563\n", given)
    filed = answered("odds", EVERYTHING["md.pai-gow-poker"]).split("by default as filed)")[1].split("combinations")[0]
    assert "mega $10,000, major $1,000, minor $500" in filed
    assert "on the meters" not in answered("odds", "md.ultimate-texas-holdem", "--wager", "trips")


def test_one_wager_row_by_row():
    text = answered("odds", "md.ultimate-texas-holdem", "--wager", "trips", "--paytable", "A")
    assert "4,324" in text
    assert "12.C(1)(a)" in text
    assert "Play the Board" not in text


def test_csv_has_a_line_for_each_row():
    lines = list(csv.DictReader(io.StringIO(answered("odds", "md.four-card-poker", "--wager", "aces-up", "--csv"))))
    assert {line["paytable"] for line in lines} == set("ABCDEF")
    assert sum(int(line["combinations"]) for line in lines if line["paytable"] == "A") == 2_598_960
    assert lines[0]["house_edge"].startswith("0.02775")


def test_what_may_be_given():
    rows = "four-of-a-kind=50 to 1; pair-of-aces=2 to 1"
    (own,) = as_json("odds", "md.four-card-poker", "--wager", "aces-up", "--paytable", rows)["wagers"]
    assert own["paytable"] == "own"
    (fair,) = as_json(
        "odds", "md.four-card-poker", "--wager", "progressive", "--paytable", "B", "--stake", "$5", "--meter", "meter=$100"
    )["wagers"]
    assert (fair["stake"], fair["meters"]) == ("$5", {"meter": "$100"})
    (read,) = as_json(
        "odds", "md.pai-gow-poker", "--wager", "fortune-bonus", "--paytable", "A", "--reading", "PG-04=highest-ranking"
    )["wagers"]
    assert read["readings"]["PG-04"] == "highest-ranking"
    original = as_json("odds", "md.four-card-poker", "--version", "original", "--wager", "aces-up", "--paytable", "E")["wagers"]
    assert original[0]["house_edge"].startswith("0.0503")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("md.poker", "neither a rule book nor a file"),
        ("nowhere.toml", "nowhere.toml"),
        ("md.pai-gow-poker --wager trips", "no wager 'trips'"),
        ("md.pai-gow-poker --wager pai-gow", "use `houseway solve`"),
        ("md.pai-gow-poker --wager insurance --paytable Z", "it has A, B"),
        ("md.pai-gow-poker --paytable A", "name the wager"),
        ("md.pai-gow-poker --json --csv", "choose one of --json, --csv"),
        ("md.pai-gow-poker --stake lots", "not an amount of money"),
        ("md.pai-gow-poker --stake $0", "more than $0, not $0"),
        ("md.pai-gow-poker --wager progressive --paytable B --meter mega=$5", "major and minor"),
        ("md.pai-gow-poker --meter mega", "not of the form"),
        ("md.pai-gow-poker --reading PG-04=x", "best-paying or highest-ranking"),
        ("md.pai-gow-poker --wager insurance --paytable 'ace-high=3 to 1; ace-high=4 to 1'", "given twice"),
        ("md.pai-gow-poker --wager insurance --paytable 'flush=3 to 1'", "no hand 'flush'"),
        ("md.pai-gow-poker --wager nope", "it has fortune-bonus, "),
        (
            "md.pai-gow-poker --wager fortune-bonus --paytable 'nothing=1 to 1'",
            "no hand 'nothing'; its hands are five-aces, flush",
        ),
        ("md.pai-gow-poker --stake ''", "not an amount of money"),
        ("md.pai-gow-poker --meter foo=100", "not from 'foo'"),
        ("md.four-card-poker --wager aces-up --meter meter=100", "pay nothing from a meter"),
        ("md.four-card-poker --wager progressive --meter meter=-100", "cannot show -$100"),
    ],
)
def test_what_cannot_be_answered_is_said_in_one_line(arguments, says):
    assert says in refused("odds", *shlex.split(arguments))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("--reading UTH-01=foo", "reading UTH-01 has no choice 'foo'; the choices are pushes or pays-even"),
        ("--reading UTH-99=UTH-01", "no reading 'UTH-99'"),
        ("--paytable blind=Z", "no paytable 'Z' of Blind; it has A, B"),
        ("--paytable blond=A", "no wager 'blond' with a paytable; it has ante, "),
    ],
)
def test_solve_says_what_there_is(arguments, says):
    assert says in refused("solve", "md.ultimate-texas-holdem", *shlex.split(arguments))


@pytest.mark.parametrize(
    ("book", "arguments", "says"),
    [
        ("md.pai-gow-poker", "--wager progressive --stake 3", "$3 is not a stake of the Progressive; allowed: $1"),
        ("md.pai-gow-poker", "--wager insurance --stake 100000", "allowed: $5 to $100"),
        ("md.pai-gow-poker", "--stake 3", "$3 is not a stake of the "),
        (
            "md.ultimate-texas-holdem",
            "--wager progressive --stake 3",
            "$3 is not a stake of the Progressive; allowed: $1 or $5",
        ),
        ("md.ultimate-texas-holdem", "--wager progressive-envy-1 --stake 5", "is earned by a stake of $1, not $5"),
        ("md.pai-gow-poker", "--wager fortune-envy --stake 2", "is earned by a stake of $5 or more, not $2"),
    ],
)
def test_a_stake_that_is_not_filed_is_refused(book, arguments, says):
    assert says in refused("odds", EVERYTHING[book], *shlex.split(arguments))


def test_at_one_stake_a_list_has_the_envy_that_it_earns():
    told = as_json("odds", EVERYTHING["md.four-card-poker"], "--stake", "5")["wagers"]
    assert [each["wager"] for each in told] == ["aces-up", "progressive", "progressive-envy-5"]


def test_a_submission_with_findings_is_not_analysed():
    wrong = next((EXAMPLES / "md.pai-gow-poker" / "wrong").glob("*.toml"))
    assert "houseway check" in refused("odds", str(wrong))


def test_large_payouts_are_grouped():
    for command in (("odds", "pg-md", "--wager", "fortune-bonus", "--paytable", "A"), ("rules", "paytables", "pg-md")):
        assert "8,000 to 1" in answered(*command)
        assert "8000" not in answered(*command)


def test_only_readings_that_decide_the_odds_are_listed():
    """Two players cannot both have a super royal, so the choices of UTH-13 never differ."""
    (six,) = {
        tuple(each["readings"]) for each in as_json("odds", "uth", "--wager", "six-card-bonus", "--paytable", "A")["wagers"]
    }
    assert six == ("UTH-12",)
    pairs = {each["paytable"]: each["readings"] for each in as_json("odds", "uth", "--wager", "ultimate-pairs")["wagers"]}
    assert ("UTH-18" in pairs["A"], "UTH-18" in pairs["B"]) == (False, True)


def test_those_of_a_submission_likewise():
    found = as_json("odds", EVERYTHING["md.ultimate-texas-holdem"])["wagers"]
    assert not any("UTH-13" in each["readings"] for each in found)
    assert any("UTH-12" in each["readings"] for each in found)

"""`houseway settle` of a round file, used as a person would."""

import json
import re

from tests.support.command import answered, refused, run
from tests.support.paths import GOLDEN_ROUNDS, ROOT

ROUND = GOLDEN_ROUNDS / "md-bank.toml"
ROYAL_FLUSH = GOLDEN_ROUNDS / "uth" / "royal-flush-with-everything-on.toml"
FOUND_AFTER_THE_ROUND = GOLDEN_ROUNDS / "uth" / "misdeal-found-after-the-round-meter-and-envy-go-back.toml"
DEALERS_CARD_EXPOSED = GOLDEN_ROUNDS / "fc" / "dealers-card-exposed.toml"


def test_a_round_with_a_bank_is_settled_to_the_cent():
    output = answered("settle", ROUND)
    assert "Cid banks" in output
    assert re.search(r"Ann \(1\) +Pai Gow Poker +win +\$20 +\$1\n", output)
    assert "accept bank: the bank is not offered to position 3 now (12.A, 12.C, 12.C(1)(a))" in output
    assert "as expected" in output
    document = json.loads(answered("settle", ROUND, "--json"))
    first = {"position": 1, "wager": "pai-gow", "result": "win", "cents": 2000, "vigorish": 100}
    assert document["wagers"][0].items() >= first.items()
    assert document["differences"] == []
    why = answered("settle", ROUND, "--why")
    assert "→ the centre of the layout: wager lost" in why
    assert "below the bank's 10♠ 10♦ 7♥ 5♦ 4♣ pair of tens with 7 5 4" in why
    assert "the amount wagered, paid from the centre = $20" in why
    assert "reading PG-25 net-winners" in why


def test_a_ruling_after_the_round_is_shown_under_it():
    output = answered("settle", FOUND_AFTER_THE_ROUND)
    assert "Ann +$4,970 · Cid +$25,019.60" in output
    assert "then by a floorperson's ruling: Ann -$4,970 · Cid -$25,019.60" in output
    assert "as expected" in output


def test_a_round_with_envy_and_meter_awards_is_settled_to_the_cent():
    output = answered("settle", ROYAL_FLUSH)
    assert "as expected" in output
    assert re.search(r"Ann \(1\) +Blind +win +\$7,500", output)
    assert "envy $5,000 royal flush at position 1" in output
    document = json.loads(answered("settle", ROYAL_FLUSH, "--json"))
    assert document["envy"] == {"2 progressive": 500000, "3 progressive": 100000}
    assert document["differences"] == []
    why = answered("settle", ROYAL_FLUSH, "--why")
    assert "the house → Ann: meter award" in why
    assert "100% of the meter mega, which stood at $25,001.32: $25,001.32" in why
    assert "royal flush at position 1 earns $5,000" in why


def test_wagers_against_the_dealer_that_are_void_are_told():
    output = answered("settle", DEALERS_CARD_EXPOSED)
    assert "wagers against the dealer void: dealer card exposed" in output
    assert json.loads(answered("settle", DEALERS_CARD_EXPOSED, "--json"))["round"]["base_void"] == "dealer-card-exposed"


def test_why_tells_row_arithmetic_and_reading():
    """13.B(1)(j): three fives beside a straight pay by the row that pays more, which PG-04 decides."""
    output = answered("settle", GOLDEN_ROUNDS / "md" / "three-of-a-kind-beside-a-straight.toml", "--why")
    told = (
        "paid hand  5♠ 5♥ 5♣ 9♣ 8♠ three of a kind, fives with 9 8",
        "Paytable A, three of a kind pays 3 to 1",
        "$4 at 3 to 1 = $12",
        "reading PG-04 best-paying: the row that pays most, three of a kind",
        "vigorish 5% of $10 = $0.50, no rounding needed",
    )
    for line in told:
        assert line in output
    assert "fortune-bonus" not in output


def test_what_comes_out_otherwise_is_exit_code_1(tmp_path):
    other = tmp_path / "other.toml"
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    other.write_text(ROUND.read_text().replace("Ann = 1900", "Ann = 1901"))
    result = run("settle", other)
    assert result.returncode == 1
    assert "differs: net of Ann: expected $19.01, got $19" in result.stdout
    result = run("settle", other, "--json")
    assert result.returncode == 1
    assert json.loads(result.stdout)["differences"]


def test_a_bad_round_file_is_refused(tmp_path):
    bad = tmp_path / "bad.toml"
    bad.write_text("title = 1")
    assert "bad.toml" in refused("settle", bad)
    assert refused("settle", "none.toml") == "houseway: none.toml cannot be read: there is no such file"

"""The command line, used as a person would: output, refusals, exit codes."""

import json
import re

import pytest

from houseway import __version__
from houseway.regulation.clauses import coverage
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT


def test_version():
    assert answered("--version") == f"houseway {__version__}\n"


def test_a_hand_is_named_in_every_order_that_applies():
    output = answered("rank", "As Ks Qs Js Ts 9d 2c")
    for title in ("Standard five-card poker", "Pai Gow Poker high hand", "Fortune Bonus", "Division progressive wager"):
        assert title in output
    assert "natural royal flush" in output
    assert "low hand" not in output
    assert "Four Card" not in output


def test_json_has_the_promised_shape():
    answer = json.loads(answered("rank", "As Ks Qs Js Ts 9d 2c", "--json"))
    assert answer["cards"] == ["As", "Ks", "Qs", "Js", "Ts", "9d", "2c"]
    assert answer["orders"][0] == {
        "order": "standard",
        "category": "royal-flush",
        "description": "royal flush",
        "cards": ["As", "Ks", "Qs", "Js", "Ts"],
    }
    assert {frozenset(order) for order in answer["orders"]} == {frozenset({"order", "category", "description", "cards"})}


@pytest.mark.parametrize(
    ("game", "orders"),
    [
        ("md.ultimate-texas-holdem", ["standard", "six-card-bonus"]),
        ("ultimate-texas-holdem", ["standard", "six-card-bonus"]),
        ("div.pai-gow-poker", ["pai-gow-high", "pai-gow-high-low-wheel", "division-bonus", "division-progressive"]),
        ("insurance", ["insurance"]),
    ],
)
def test_a_game_may_be_picked(game, orders):
    answer = json.loads(answered("rank", "As Ks Qs Js Ts 9d 2c", "--game", game, "--json"))
    assert [order["order"] for order in answer["orders"]] == orders


def test_why_names_the_clauses():
    assert "md.pai-gow-poker 6.B(2); div.pai-gow-poker (c)(2)(ii)#1" in answered("rank", "Jk Ks Qs Js Ts", "--why")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["As Xd"], "'Xd' at character 4 of 'As Xd' is not a card"),
        (["As Kd As"], "As at character 7 of 'As Kd As' was given before"),
        (["As Kd Qd"], "no order ranks 3 cards; allowed: 2, 4, 5, 6, 7 cards"),
        ([""], "no order ranks 0 cards"),
        (["As Kd Qd Jd Jk", "--game", "four-card-poker"], "no order of four-card-poker ranks 5 cards with a joker"),
        (["As Kd", "--game", "baccarat"], "'baccarat' is not a game, a rule book or an order"),
    ],
)
def test_wrong_input_is_answered_in_one_line(arguments, words):
    assert words in refused("rank", *arguments)


def test_a_missing_argument_is_refused():
    result = run("rank")
    assert result.returncode == 2
    assert "Missing argument" in result.stderr


# Rule books


def test_the_rule_books_are_listed():
    listed = {each["book"]: each for each in json.loads(answered("rules", "list", "--json"))}
    assert list(listed) == ["md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"]
    assert "chapters 1-14" in answered("rules", "list")
    assert "13.B(1)(a)" in answered("rules", "list", "md.pai-gow-poker")


def test_a_clause_is_shown_with_what_it_pays_and_the_readings_that_touch_it():
    output = answered("rules", "show", "md.pai-gow-poker", "13.B(1)")
    assert "seven card straight flush 8000 to 1" in output
    about = json.loads(answered("rules", "show", "md.pai-gow-poker", "13.B(1)(j)", "--json"))
    assert about["values"] == {"pays": "3 to 1"}
    assert "PG-03" in about["readings"]


def test_a_clause_is_shown_with_its_proof_and_the_lines_of_its_functions():
    output = answered("rules", "show", "md.pai-gow-poker", "5.K(1)(b)(ii)")
    (place,) = re.findall(r"code +(src/houseway/equipment/start\.py):(\d+)  (\w+) — ", output)
    line = (ROOT / place[0]).read_text().splitlines()[int(place[1]) - 1]
    assert line.startswith(f"def {place[2]}(")
    assert re.search(r"named +src/houseway/equipment/start\.py:\d+  TOTAL\n", output)
    (test,) = re.findall(r"proof +(tests/\S+?\.(?:toml|py))\S* notices: ", output)
    assert (ROOT / test).is_file()
    about = json.loads(answered("rules", "show", "md.pai-gow-poker", "1.B(7)", "--json"))
    assert [each["asks_for"] for each in about["functions"] if "asks_for" in each] == ["envy-minimum"]


def test_a_clause_that_is_not_there_is_refused_with_its_neighbours():
    assert "has no clause '13.B(99)'; did you mean" in refused("rules", "show", "md.pai-gow-poker", "13.B(99)")
    assert "there is no rule book 'md.baccarat'" in refused("rules", "show", "md.baccarat", "1")
    assert "has no version 'x'" in refused("rules", "list", "md.four-card-poker", "--version", "x")


def test_paytables_have_the_promised_shape():
    tables = json.loads(answered("rules", "paytables", "--json"))
    assert len(tables) > 80
    assert {frozenset(table) for table in tables} == {frozenset({"book", "wager", "paytable", "rows"})}
    assert {frozenset(row) for table in tables for row in table["rows"]} == {frozenset({"hand", "pays", "clause"})}
    pays = {row["pays"] for table in tables for row in table["rows"]}
    assert {"8000 to 1", "4 for 1", "$5,000", "100% of major", "push"} <= pays
    assert "8,000 to 1" in answered("rules", "paytables", "md.pai-gow-poker")


def test_readings_have_the_promised_shape():
    readings = json.loads(answered("rules", "readings", "--json"))
    assert len(readings) >= 136
    assert all({"id", "clauses", "problem", "choices", "default", "why", "worth"} <= set(each) for each in readings)
    assert "must be filed" in answered("rules", "readings", "md.pai-gow-poker")


def test_coverage_has_the_promised_shape():
    books = json.loads(answered("rules", "coverage", "--json"))["books"]
    assert len(books) == 4
    for each in books.values():
        assert set(each) == {"clauses", "proved", "carried_out_without_proof", "recorded", "not_carried_out"}
        assert each["proved"] + sum(len(each[state]) for state in list(each)[2:]) == each["clauses"]
    assert {book: list(each["not_carried_out"]) for book, each in books.items()} == {
        "md.pai-gow-poker": ["1.A", "2.C(1)(a)"],
        "div.pai-gow-poker": [],
        "md.ultimate-texas-holdem": ["1.A"],
        "md.four-card-poker": [".01-.11", "as-played.1.A", ".13"],
    }


def test_coverage_lists_what_is_not_carried_out_with_the_reason():
    shown = " ".join(answered("rules", "coverage").split())
    assert "8.D(1) dealer with which hand a card is drawn and laid down leaves no trace" in shown
    assert "md.pai-gow-poker: 2 not carried out" in shown
    assert "2.C(1)(a) The construction of a physical shaker cannot be judged" in shown


def test_coverage_lists_what_is_not_proved_with_the_reason(monkeypatch):
    index = dict(coverage.load_index())
    for clause, reason in {"9.C": {"reason": "chance decides it"}, "9.D(1)": {}}.items():
        places = index[f"md.pai-gow-poker {clause}"]["places"]
        index[f"md.pai-gow-poker {clause}"] = {"state": "carried out", **reason, "places": places}
    monkeypatch.setattr(coverage, "load_index", lambda: index)
    shown = " ".join(answered("rules", "coverage", "md.pai-gow-poker").split())
    assert "2 carried out, without proof clause why it is not proved 9.C chance decides it 9.D(1) No wrong way" in shown
    assert "carried out: chance decides it" in " ".join(answered("rules", "show", "md.pai-gow-poker", "9.C").split())


# Submissions

EXAMPLES = ROOT / "examples" / "submissions" / "md.pai-gow-poker"


def test_a_submission_that_passes():
    assert "passes md.pai-gow-poker" in answered("check", str(EXAMPLES / "minimal.toml"))
    assert json.loads(answered("check", str(EXAMPLES / "minimal.toml"), "--json")) == {"ok": True, "findings": []}
    found = json.loads(answered("check", str(EXAMPLES / "everything.toml"), "--json"))
    assert found["ok"]
    assert {each["severity"] for each in found["findings"]} == {"warning"}


def test_a_submission_with_findings(tmp_path):
    wrong = tmp_path / "wrong.toml"
    wrong.write_text((EXAMPLES / "minimal.toml").read_text() + '[table]\ndealing = "hand"\n')
    result = run("check", str(wrong), "--json")
    assert result.returncode == 1
    (finding,) = json.loads(result.stdout)["findings"]
    assert set(finding) == {
        "code",
        "severity",
        "place",
        "line",
        "clause",
        "given",
        "allowed",
        "message",
        "suggestion",
        "correction",
    }
    assert (finding["code"], finding["clause"]) == ("hand-dealing-needs-shuffler", "md.pai-gow-poker 9.A(1)")
    assert finding["line"] == len(wrong.read_text().splitlines())
    assert finding["suggestion"] == "write table.shuffler = true; or change table.dealing"
    shown = run("check", str(wrong))
    assert shown.returncode == 1
    assert "md.pai-gow-poker 9.A(1)" in shown.stdout
    assert f"line {finding['line']}: table.shuffler" in shown.stdout


def test_a_warning_about_money_says_on_which_line():
    (warned,) = json.loads(answered("check", str(EXAMPLES / "everything.toml"), "--json"))["findings"]
    assert (EXAMPLES / "everything.toml").read_text().splitlines()[warned["line"] - 1] == 'rounding = "up-to-next-quarter"'


def test_a_file_that_cannot_be_read(tmp_path):
    broken = tmp_path / "broken.toml"
    broken.write_text("book = ")
    assert "is not TOML" in refused("check", str(broken))
    assert "cannot be read" in refused("check", str(tmp_path / "nowhere.toml"))
    broken.write_bytes(b"\xff\xfe")
    assert "cannot be read" in refused("check", str(broken))
    broken.write_text('facility = "x"')
    assert "names no rule book" in refused("check", str(broken))


def test_what_a_new_submission_changes():
    output = answered("check", str(EXAMPLES / "minimal.toml"), "--against", str(EXAMPLES / "everything.toml"))
    assert "table.dealing: where the cards are dealt from" in output
    assert "nothing changed" in answered("check", str(EXAMPLES / "minimal.toml"), "--against", str(EXAMPLES / "minimal.toml"))


@pytest.mark.parametrize("command", ["sign", "layout"])
def test_what_cannot_be_printed_is_refused(command, tmp_path):
    passing = str(EXAMPLES / "minimal.toml")
    assert "docx" in refused(command, passing, "-o", str(tmp_path / "x.docx"))
    assert "cannot be written" in refused(command, passing, "-o", str(tmp_path / "nowhere" / "x.pdf"))
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('book = "md.pai-gow-poker"')
    assert "findings; run `houseway check" in refused(command, str(wrong), "-o", str(tmp_path / "x.pdf"))
    assert not list(tmp_path.glob("x.*"))


# What a newcomer tripped over


def test_a_changed_rate_of_a_meter_is_said_to_wait_until_the_meter_is_won(tmp_path):
    faster = tmp_path / "faster.toml"
    faster.write_text((EXAMPLES / "everything.toml").read_text().replace('rate = "18%"', 'rate = "19%"'))
    shown = answered("check", faster, "--against", EXAMPLES / "everything.toml")
    change = shown[shown.index("1. meters.progressive.mega.rate: rate of the meter mega") :]
    assert "then    waits until the meter is won (PG-69)" in change
    assert (
        "Progressive over its life: edge 23.5172% and hold $42.33 an hour at $1; then edge 22.5172% and hold $40.53" in change
    )


def test_changes_are_in_the_json_too():
    minimal, everything = str(EXAMPLES / "minimal.toml"), str(EXAMPLES / "everything.toml")
    answer = json.loads(answered("check", minimal, "--against", everything, "--json"))
    change = {"place": "table.dealing", "about": "where the cards are dealt from"}
    change |= {"before": "automated-shoe", "after": "manual-shoe", "worth": [], "game_unsolved": False}
    assert {**change, "notice": None, "waits_for_reset": False} in answer["changes"]
    (insurance,) = [each["worth"] for each in answer["changes"] if each["place"] == "wagers.insurance"]
    before = {"stake": "$5", "house_edge": "0.073457206123038", "hold_per_hour": "$66.11"}
    assert insurance == [{"wager": "Pai Gow Insurance", "before": before, "after": None, "over_life": False}]
    assert "cannot be read" in refused("check", minimal, "--against", "nowhere.toml", "--json")
    other = str(ROOT / "examples" / "submissions" / "div.pai-gow-poker" / "minimal.toml")
    assert "cannot be compared with" in refused("check", minimal, "--against", other)


def test_texts_of_a_file_are_not_taken_for_markup(tmp_path):
    wrong = tmp_path / "[bold].toml"
    wrong.write_text((EXAMPLES / "minimal.toml").read_text().replace("house-way", '"[/x]" = 1\nhouse-way', 1))
    result = run("check", str(wrong))
    assert result.returncode == 1
    assert "[/x]" in result.stdout
    assert "[bold].toml: 1 finding" in result.stdout


@pytest.mark.parametrize("text", ["book = " + "[" * 100_000, "book = 'x'\nn = " + "9" * 5_000])
def test_a_file_too_deep_or_too_long_to_read_is_refused(tmp_path, text):
    broken = tmp_path / "broken.toml"
    broken.write_text(text)
    assert "is not TOML" in refused("check", str(broken))


def test_a_version_needs_its_book():
    assert "name the book" in refused("rules", "list", "--version", "original")

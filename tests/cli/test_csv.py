"""`--csv` of every command that prints JSON, in the same way."""

import csv
import io
import json
import re
import shlex

import pytest
from typer.main import get_command

from houseway.cli import app
from houseway.examples import read_example
from tests.cli.test_help import commands
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT
from tests.support.write_stored_house import unpack_stored_house

PAGE = (ROOT / "docs" / "commands.md").read_text()
SEVEN = "9s 9d 3c 3d Ah 5s 2c"


PROGRAM = get_command(app)


def command_of(names):
    found = PROGRAM
    for name in names:
        found = found.commands[name]
    return found


def options_of(names):
    return {option for each in command_of(names).params for option in each.opts}


WITH_JSON = [names for names in commands(PROGRAM) if "--json" in options_of(names)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    (folder / "uth.toml").write_text(read_example("md.ultimate-texas-holdem/everything"))
    (folder / "round.toml").write_text(read_example("rounds/bank"))
    (folder / "trips.toml").write_text(read_example("sweeps/trips"))
    answered("deal", "pg-md", "--rounds", 2, "--players", 3, "--seed", 3, "--log", "table.jsonl", cwd=folder)
    (folder / "house").mkdir()
    unpack_stored_house("d140fd7", folder / "house")
    return folder


@pytest.mark.parametrize("names", WITH_JSON, ids=" ".join)
def test_a_command_that_prints_json_prints_csv_and_the_page_says_what_a_row_is(names):
    assert "--csv" in options_of(names)
    assert f"| `houseway {' '.join(names)}` |" in PAGE


@pytest.mark.parametrize("names", WITH_JSON, ids=" ".join)
@pytest.mark.parametrize("order", [("--json", "--csv"), ("--csv", "--json")], ids=" ".join)
def test_two_forms_are_refused_before_anything_is_read(names, order):
    required = [
        *(("x",) for each in command_of(names).params if each.param_type_name == "argument" and each.required),
        *((each.opts[0], "1") for each in command_of(names).params if each.param_type_name == "option" and each.required),
    ]
    said = refused(*names, *order, *(word for words in required for word in words))
    assert "choose one of --json, --csv, not --json and --csv" in said


ASKED = {
    'rank "Jk As Ks Qs Js Kh Qh" --why': ("order", "category", "description", "cards", "clauses"),
    f'set "{SEVEN}"': ("high", "low", "house_way", "high_hand", "low_hand"),
    f'set "{SEVEN}" --all': ("high", "low", "house_way", "high_hand", "low_hand"),
    "check uth.toml": ("severity", "code", "place"),
    "check uth.toml --against uth.toml": ("severity", "code", "place"),
    "odds fcp": ("book", "wager", "paytable"),
    'advise uth "9s 8s" --board "Ts 7d 2s"': ("situation", "choice", "best"),
    "simulate uth --rounds 100 --no-exact --side trips=$5": (
        *("wager", "stake", "rounds", "players", "hold", "error", "exact", "verdict", "deviation", "exact_deviation"),
        *("correlation", "correlation_error"),
    ),
    "sweep trips.toml": ("straight-flush", "four-of-a-kind", "full-house", "flush", "straight", "three-of-a-kind", "edge"),
    "session fcp --bankroll $500 --rounds 20": ("chips", "result", "probability", "at_most"),
    "hold uth --side trips=$5": ("span", "rounds", "wagered", "expected_win"),
    "meters uth.toml": ("meter", "wager", "stake"),
    "deal uth --seed 3": ("round", "position", "player", "wager", "stake"),
    "settle round.toml": ("position", "wager", "result", "cents", "vigorish", "clauses"),
    "replay table.jsonl": ("round", "event", "at", "by", "role", "kind", "words", "clauses"),
    "dispute table.jsonl --player Ann": ("table", "round", "at", "wagered", "received", "by_the_rules", "owed"),
    "report house": (),
    "rules list": ("book", "short"),
    "rules list uth": ("clause", "kind", "by", "gist"),
    "rules show uth 13.F": ("name", "value"),
    "rules show uth UTH-25": ("book", "id", "choice", "meaning", "taken"),
    "rules paytables uth": ("book", "wager", "paytable", "hand", "pays", "clause"),
    "rules readings uth": ("book", "id", "choice", "meaning", "taken"),
    "rules filing uth": ("section", "name"),
    "rules policies uth": ("policy", "choice"),
    "rules coverage uth": ("book", "clause", "state", "duty", "reason"),
    "house-way list": ("name", "title", "source", "hash"),
    "house-way show foxwoods": ("rule", "words"),
    "house-way diff foxwoods mgm-grand": ("kind", "hands", "different", "rule_a", "rule_b"),
    "house-way check foxwoods --wheel second": ("wheel", "what", "rule", "words", "hands"),
}


@pytest.mark.parametrize("asked", ASKED)
def test_a_heading_and_rows_of_the_same_length(asked, folder):
    heading, *rows = csv.reader(io.StringIO(answered(*shlex.split(asked), "--csv", cwd=folder)))
    assert tuple(heading[: len(ASKED[asked])]) == ASKED[asked]
    assert rows
    assert {len(row) for row in rows} == {len(heading)}


def test_every_command_with_rows_is_asked():
    answered_elsewhere = {("solve",), ("audit",), ("verify",), ("house-way", "improve")}  # slow, or with its own tests
    asked = {tuple(shlex.split(each))[: len(names)] for each in ASKED for names in WITH_JSON}
    assert set(WITH_JSON) - answered_elsewhere <= asked


def test_the_edge_of_a_solved_game_and_its_tables_by_hand():
    figures = {row["name"]: row["value"] for row in csv.DictReader(io.StringIO(answered("solve", "uth", "--csv")))}
    assert figures["house_edge"].startswith("0.02184971")
    hands = list(csv.DictReader(io.StringIO(answered("solve", "uth", "--hands", "--csv"))))
    assert len(hands) == 169
    assert hands[0]["hand"] == "AA"


def test_an_audit_lists_what_is_not_in_order(folder):
    result = run("audit", "house", "--csv", cwd=folder)
    found = json.loads(run("audit", "house", "--json", cwd=folder).stdout)
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert [row["message"] for row in rows if row["state"] == "problem"] == [each["message"] for each in found["problems"]]
    assert [row["message"] for row in rows if row["state"] == "not checked"] == found["unchecked"]


def test_what_is_filed_is_never_a_formula(folder):
    text = (folder / "uth.toml").read_text()
    (folder / "evil.toml").write_text(re.sub(r'(?m)^minimum = ".*"$', "minimum = '=SUM(A1)'", text, count=1))
    rows = list(csv.reader(io.StringIO(run("check", "evil.toml", "--csv", cwd=folder).stdout)))
    cells = [cell for row in rows for cell in row if "=SUM" in cell]
    assert cells
    assert not [cell for cell in cells if cell.startswith("=")]


def test_a_document_and_rows_at_once_are_refused(folder):
    for asked in ("dispute table.jsonl --player Ann --csv --pdf ann.pdf", "replay table.jsonl --round 1 --as-file --json"):
        assert "choose one of" in refused(*shlex.split(asked), cwd=folder)
    assert not (folder / "ann.pdf").exists()
    assert "choose one of" in refused("report", "house", "--csv", "--format", "jsonl", cwd=folder)

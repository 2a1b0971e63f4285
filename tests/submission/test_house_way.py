"""The house way of a submission: named or attached, checked, and covered by the hash of the rules."""

import pickle
import re
import subprocess
import sys

import pytest

from houseway.errors import Malformed
from houseway.house_way import HouseWay, house_way_names
from houseway.submission import find_changes, house_way, judge, parse_submission, read_submission
from tests.support.paths import ROOT
from tests.support.submissions import EXAMPLES, MINIMAL, codes

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"
SPECIFIED = {MD: f"{MD} 11.C(1)", DIV: f"{DIV} (l)(2)#2"}
WAYS = ROOT / "examples" / "house-ways"
both = pytest.mark.parametrize("book", [MD, DIV])


def submitted(book, house_way, extra=""):
    text = MINIMAL[book].read_text()
    return f"{re.sub('house-way = .*', f'house-way = {house_way!r}', text)}\n{extra}"


@pytest.fixture
def folder(tmp_path):
    """A folder with a house way of one's own in it."""
    (tmp_path / "own.toml").write_text((WAYS / "riverside.toml").read_text())
    return tmp_path


def rules_of(text, folder=None, house_way=None):
    verdict = judge(parse_submission(text, folder, house_way))
    assert verdict.passes, codes(verdict)
    return verdict.rules


@both
@pytest.mark.parametrize("name", house_way_names())
def test_a_shipped_house_way_is_filed_by_its_name(book, name):
    rules = rules_of(submitted(book, name))
    assert rules.house_way.name == name
    assert rules.to_json()["house_way_hash"] == HouseWay.load(name).hash


def test_a_game_without_a_house_way_has_none():
    rules = judge(read_submission(EXAMPLES / "md.ultimate-texas-holdem" / "minimal.toml")).rules
    assert rules.house_way is None
    assert rules.to_json()["house_way_hash"] is None


@both
def test_a_file_is_filed_by_its_path_from_the_submissions_folder(book, folder):
    (folder / "filed.toml").write_text(submitted(book, "own.toml"))
    rules = judge(read_submission(folder / "filed.toml")).rules
    assert rules.house_way.title == "Riverside Card Room"
    assert rules.options["house-way"] == "own.toml"
    assert rules == judge(read_submission(folder / "filed.toml")).rules


def test_the_rules_of_the_file_are_in_the_hash_and_its_comments_are_not(folder):
    before = rules_of(submitted(MD, "own.toml"), folder)
    (folder / "own.toml").write_text((folder / "own.toml").read_text() + "# signed\n")
    assert rules_of(submitted(MD, "own.toml"), folder).hash == before.hash
    (folder / "own.toml").write_text(HouseWay.load("simple").text)
    after = rules_of(submitted(MD, "own.toml"), folder)
    assert after.hash != before.hash
    (change,) = find_changes(after, before)
    assert (change.place, change.before, change.after) == ("house-way", "own.toml", "own.toml, with other rules")


def test_a_change_of_the_house_way_is_listed():
    found = find_changes(rules_of(submitted(MD, "simple")), rules_of(submitted(MD, "foxwoods")))
    assert [(change.place, change.before, change.after) for change in found] == [("house-way", "foxwoods", "simple")]


@both
@pytest.mark.parametrize(
    ("filed", "code", "hint"),
    [
        ("foxwood", "house-way.unknown", "did you mean foxwoods?"),
        ("our own", "house-way.unknown", "write house-way = "),
        ("Foxwoods", "house-way.unknown", "did you mean foxwoods?"),
        ("nowhere.toml", "house-way.file", "put the file next to the submission"),
        ("nowhere\0.toml", "house-way.file", "put the file next to the submission"),
    ],
)
def test_what_is_no_house_way_is_found(book, folder, filed, code, hint, claim):
    verdict = judge(parse_submission(submitted(book, "X").replace("'X'", f'"{filed}"').replace("\0", "\\u0000"), folder))
    assert codes(verdict) == [(code, "house-way", SPECIFIED[book])]
    assert verdict.findings[0].suggestion.startswith(hint)
    claim(SPECIFIED[book])


def test_a_path_needs_a_folder_to_start_from():
    (finding,) = judge(parse_submission(submitted(MD, "own.toml"))).findings
    assert (finding.code, finding.given) == ("house-way.file", "own.toml")
    assert "not a file" in finding.message


def test_a_file_that_is_no_text_is_found(folder):
    (folder / "own.toml").write_bytes(b"\xff\xfe")
    assert "UTF-8" in judge(parse_submission(submitted(MD, "own.toml"), folder)).findings[0].message
    (folder / "own.toml").unlink()
    (folder / "own.toml").mkdir()
    assert codes(judge(parse_submission(submitted(MD, "own.toml"), folder)))[0][0] == "house-way.file"


def test_a_file_that_cannot_be_understood_is_found_with_its_line(folder):
    (folder / "own.toml").write_text((WAYS / "wrong" / "unknown-word.toml").read_text())
    (finding,) = judge(parse_submission(submitted(MD, "own.toml"), folder)).findings
    assert finding.code == "house-way.word"
    assert finding.message.startswith("own.toml:15: ")
    assert finding.suggestion == "see houseway house-way check own.toml"


@pytest.mark.parametrize("text", ["", "rules = 1", "name = ", "[[[", "name = 'x'\nrules = {pair = []}"])
def test_whatever_is_in_the_file_is_a_finding(folder, text):
    (folder / "own.toml").write_text(text)
    verdict = judge(parse_submission(submitted(MD, "own.toml"), folder))
    assert not verdict.passes
    assert {finding.place for finding in verdict.findings} == {"house-way"}


@both
def test_a_gap_is_found_with_the_smallest_hand_and_what_to_do(book, claim):
    (finding,) = judge(parse_submission(submitted(book, "gap.toml"), WAYS / "wrong")).findings
    assert (finding.code, finding.clause) == ("house-way.gap", SPECIFIED[book])
    assert finding.given == "7h 5d 4c 3s 2c 2d 2h"
    assert "without conditions" in finding.suggestion
    claim(finding.clause)


@both
def test_an_illegal_setting_is_found_under_the_clause_that_forbids_it(book, claim):
    (finding,) = judge(parse_submission(submitted(book, "illegal.toml"), WAYS / "wrong")).findings
    assert finding.code == "house-way.illegal"
    assert finding.clause == {MD: f"{MD} 11.B", DIV: f"{DIV} (l)(1)#2"}[book]
    claim(finding.clause)


LOW_WHEEL = """
[ranking]
low-ace-lowest = true
"""


def test_it_is_checked_once_under_the_rank_order_in_force(folder, monkeypatch):
    asked = []

    def check(way, order):
        asked.append(order.name)
        return checked(way, order)

    checked = house_way.check_house_way
    monkeypatch.setattr(house_way, "check_house_way", check)
    (folder / "own.toml").write_text((WAYS / "riverside.toml").read_text() + "# never seen before\n")
    second = submitted(DIV, "own.toml")
    lowest = second.replace("[wagers", f"{LOW_WHEEL}\n[wagers", 1)
    for text in (second, lowest, second, lowest):
        rules_of(text, folder)
    assert asked == ["pai-gow-high", "pai-gow-high-low-wheel"]


def test_what_is_shipped_is_not_checked_again(monkeypatch, tmp_path):
    monkeypatch.setattr(house_way, "check_house_way", None)
    rules_of(submitted(MD, "foxwoods"))
    (tmp_path / "copy.toml").write_text(HouseWay.load("foxwoods").text)
    assert rules_of(submitted(MD, "copy.toml"), tmp_path).house_way.name == "foxwoods"


def test_a_replay_brings_the_text_that_was_filed(folder):
    then = rules_of(submitted(MD, "own.toml"), folder)
    again = rules_of(submitted(MD, "own.toml"), house_way=then.house_way.text)
    assert again.hash == then.hash
    shipped = rules_of(submitted(MD, "simple"))
    older = rules_of(submitted(MD, "simple"), house_way=HouseWay.load("foxwoods").text)
    assert older.hash != shipped.hash


def test_other_findings_are_found_beside_it(folder):
    verdict = judge(parse_submission(submitted(MD, "foxwood", "[table]\ndealing = 'hand'\n"), folder))
    assert {finding.code for finding in verdict.findings} == {"house-way.unknown", "hand-dealing-needs-shuffler"}


def test_a_submission_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(Malformed, match="cannot be read"):
        read_submission(tmp_path / "nowhere.toml")


def test_rules_with_a_house_way_travel_between_processes():
    way = rules_of(submitted(MD, "foxwoods")).house_way
    assert pickle.loads(pickle.dumps(way)).hash == way.hash  # noqa: S301  our own


def test_judging_a_shipped_house_way_loads_no_numba():
    program = (
        "import sys\nfrom pathlib import Path\nfrom houseway.submission import judge, read_submission\n"
        f"assert judge(read_submission(Path({str(MINIMAL[MD])!r}))).passes\nsys.exit('numba' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0

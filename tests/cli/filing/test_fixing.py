"""`houseway check --fix`, `houseway new` with paytables and a name, own rows in `houseway solve`, and PAR sheets as workbooks."""

import io
import json
import zipfile

import pytest

import houseway as hw
from tests.support.command import run
from tests.support.submissions import MINIMAL

ULTIMATE = MINIMAL["md.ultimate-texas-holdem"].read_text()
WRONG = ULTIMATE.replace('[wagers.blind]\npaytable = "A"\nminimum = "$10"', '[wagers.blind]\npaytable = "A"\nminimum = "$25"')


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(WRONG)
    return path


def test_it_is_corrected_in_place_and_the_old_one_is_kept(file):
    done = run("check", str(file), "--fix")
    assert done.returncode == 0
    assert "fixed: wagers.blind.minimum: $10" in done.stdout
    assert file.read_text() == ULTIMATE
    assert file.with_name("mine.before.toml").read_text() == WRONG


def test_no_copy_is_overwritten(file):
    file.with_name("mine.before.toml").write_text("mine")
    assert run("check", str(file), "--fix").returncode == 0
    assert file.with_name("mine.before.toml").read_text() == "mine"
    assert file.with_name("mine.before-2.toml").read_text() == WRONG


def test_it_may_be_written_to_another_file(file, tmp_path):
    assert run("check", str(file), "--fix", "-o", str(tmp_path / "new.toml"), "--json").returncode == 0
    assert (file.read_text(), (tmp_path / "new.toml").read_text()) == (WRONG, ULTIMATE)


def test_what_passes_is_not_written(file):
    file.write_text(ULTIMATE)
    assert "nothing could be corrected" in run("check", str(file), "--fix").stdout
    assert [path.name for path in file.parent.iterdir()] == ["mine.toml"]


def test_what_is_a_choice_is_listed_and_left(file):
    file.write_text(ULTIMATE.replace('facility = "Harbor Point Casino"\n', ""))
    done = run("check", str(file), "--fix")
    assert done.returncode == 1
    assert "the facility's name is missing" in done.stdout


def test_a_file_to_write_needs_fix(file):
    done = run("check", str(file), "-o", "new.toml")
    assert done.returncode == 2
    assert "only --fix writes a file" in done.stderr


def test_a_new_submission_names_paytable_and_facility():
    rules = hw.check(run("new", "uth", "--offer", "progressive=B,bad-beat", "--facility", "Riverside").stdout)
    assert (rules.facility, rules.offers["progressive"].paytable.letter) == ("Riverside", "B")
    assert "bad-beat" in rules.offers


def test_a_new_submission_refuses_an_unknown_paytable():
    done = run("new", "uth", "--offer", "trips=Z")
    assert done.returncode == 2
    assert "the Trips has no paytable 'Z'; it has A or B" in done.stderr


def test_rows_of_ones_own_are_solved():
    from houseway.analysis.standard_rules import standard_rules
    from houseway.cli.analysis.solve import rules_of

    rules = rules_of("md.four-card-poker", ["ante-bonus=four-of-a-kind=30 to 1; straight-flush=20 to 1"])
    same = {"ante-bonus": {"four-of-a-kind": "30 to 1", "straight-flush": "20 to 1"}}
    assert rules.offers["ante-bonus"] == standard_rules("md.four-card-poker", same).offers["ante-bonus"]


def test_a_par_sheet_is_a_workbook(tmp_path):
    path = tmp_path / "par.xlsx"
    filed = tmp_path / "fcp.toml"
    filed.write_text(hw.check("fcp/everything").submission.text)
    assert "PAR sheet" in run("par", str(filed), "-o", str(path)).stdout
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as book:
        pages = [name for name in book.namelist() if name.startswith("xl/worksheets/sheet")]
        texts = book.read("xl/sharedStrings.xml").decode()
        names = book.read("xl/workbook.xml").decode()
    assert len(pages) == 5
    assert all(f'name="{page}"' in names for page in ("Summary", "Rows", "Assumptions", "Findings", "Readings"))
    sheet = hw.par("fcp/everything", tmp_path / "par.json")
    assert sheet.figures_hash in texts
    assert json.loads((tmp_path / "par.json").read_text())["figures_hash"] == sheet.figures_hash

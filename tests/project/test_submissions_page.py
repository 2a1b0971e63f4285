"""docs/submissions.md: its commands print what it shows, one after the other, in a folder outside the repository."""

import re
import shlex
import tomllib
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker

import pytest

from houseway.examples import example_names, read_example, submission_names
from houseway.files.rounds.submission import find_submission
from houseway.regulation import BOOKS
from houseway.submission import judge, parse_submission
from houseway.submission.schema import APPROVAL_KEYS, FILE_KEYS, METER_KEYS, WAGER_KEYS
from tests.support.command import answered, refused, run
from tests.support.paths import ROOT

PAGE = (ROOT / "docs" / "submissions.md").read_text()
CONSOLE = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = [found for block in CONSOLE for found in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]


def edited(command, folder):
    """What `sed` makes of a file; each expression replaces once on a line."""
    _, script, source = shlex.split(command)
    text = (folder / source).read_text()
    for old, new in re.findall(r"s/([^/]*)/([^/]*)/", script):
        assert re.search(old, text, re.MULTILINE), old
        text = re.sub(old, new, text, count=1, flags=re.MULTILINE)
    return text


def test_the_commands_print_what_the_page_shows(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    assert len(COMMANDS) == 8
    for line, expected in COMMANDS:
        command, _, file = line.partition(" > ")
        if command.startswith("sed "):
            (tmp_path / file).write_text(edited(command, tmp_path))
            continue
        result = run(*shlex.split(command)[1:], cwd=tmp_path)
        assert (result.returncode, result.stderr) == (1 if "wrong" in line else 0, ""), result.stderr
        if file:
            (tmp_path / file).write_text(result.stdout)
        else:
            assert OutputChecker().check_output(expected, result.stdout, ELLIPSIS | NORMALIZE_WHITESPACE), result.stdout


def test_the_settings_that_it_shows_are_those_of_the_program():
    switched_off, by_line, by_heading = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert switched_off in answered("new", "uth")
    assert tomllib.loads(by_line) == tomllib.loads(by_heading)


def test_it_names_every_key():
    for each in (*FILE_KEYS, *WAGER_KEYS, *METER_KEYS, *APPROVAL_KEYS):
        assert re.search(rf"`{each.key}[`.]", PAGE), each.key


class TestExamples:
    def test_every_book_has_two_and_both_pass(self):
        for book in BOOKS:
            for kind in ("minimal", "everything"):
                assert judge(parse_submission(read_example(f"{book}/{kind}"))).rules.book == book

    def test_each_is_printed_as_it_is_and_the_repository_links_to_it(self):
        for name in example_names():
            assert answered("example", name) == read_example(name)
            folder = ROOT / "examples" / "submissions" if name in submission_names() else ROOT / "examples"
            assert (folder / f"{name}.toml").read_text() == read_example(name)

    def test_all_are_listed(self):
        assert all(name in answered("example") for name in example_names())

    def test_a_short_name_works_and_an_unknown_one_is_refused(self):
        assert answered("example", "fcp/minimal") == read_example("md.four-card-poker/minimal")
        assert "did you mean md.four-card-poker/minimal?" in refused("example", "fcp/minimum")

    @pytest.mark.parametrize("kind", ["minimal", "everything"])
    def test_a_round_file_finds_it_by_name_anywhere(self, kind, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        text, folder = find_submission(kind, "md.pai-gow-poker", str(tmp_path / "round.toml"))
        assert (text, folder) == (read_example(f"md.pai-gow-poker/{kind}"), None)
        assert "md.pai-gow-poker" in text

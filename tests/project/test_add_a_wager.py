"""The tutorial of three described wagers: its commands print what it shows. `tests/games/test_described_wagers.py` tests them."""

import pytest

from tests.support.paths import ROOT
from tests.support.tutorials import Tutorial, check_command

TUTORIAL = Tutorial.read("add-a-wager.md")
COMMANDS = TUTORIAL.commands


def test_it_shows_the_files_as_they_are():
    assert {name: ROOT.joinpath(name).read_text() for name in TUTORIAL.files} == TUTORIAL.files
    assert len(TUTORIAL.files) > 5


@pytest.mark.parametrize(("arguments", "expected"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS])
def test_its_commands_print_what_it_shows(arguments, expected, tmp_path, monkeypatch):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(TUTORIAL.books))
    check_command(arguments, expected, tmp_path, monkeypatch)

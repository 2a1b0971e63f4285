"""Tutorials whose commands and files a test checks: the commands print what the page shows, and the files are as shown."""

import re
from doctest import ELLIPSIS, NORMALIZE_WHITESPACE, OutputChecker
from typing import NamedTuple

from tests.support.command import run
from tests.support.paths import ROOT


class Tutorial(NamedTuple):
    """A page of the documentation."""

    text: str

    @classmethod
    def read(cls, name):
        return cls((ROOT / "docs" / name).read_text())

    @property
    def commands(self):
        """Every command with what it prints."""
        return [
            (command.removeprefix("houseway ").split(), expected)
            for block in re.findall(r"```console\n(.*?)```", self.text, re.DOTALL)
            for command, expected in re.findall(r"^\$ (houseway .*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
        ]

    @property
    def books(self):
        """The folder of its books."""
        (given,) = re.findall(r"export HOUSEWAY_BOOKS=(\S+)", self.text)
        return ROOT / given

    @property
    def files(self):
        """Every file that it shows, by its path."""
        return dict(re.findall(r"`(examples/\S+\.toml)`\n\n```toml\n(.*?)```", self.text, re.DOTALL))


def check_command(arguments, expected, folder, monkeypatch):
    """Run a command in a folder that has the examples, and compare what it prints."""
    monkeypatch.setenv("COLUMNS", "160")
    (folder / "examples").symlink_to(ROOT / "examples")
    result = run(*arguments, cwd=folder)
    assert (result.returncode, result.stderr) == (0, "")
    assert OutputChecker().check_output(expected, result.stdout, ELLIPSIS | NORMALIZE_WHITESPACE), result.stdout

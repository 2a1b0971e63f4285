"""The help of every command: its examples can be typed as they stand."""

import re
import shlex

import pytest
from typer.main import get_command

from houseway.cli import app
from houseway.examples import read_example
from tests.project.test_messages import FOLDER
from tests.support.command import answered
from tests.support.paths import ROOT
from tests.support.write_stored_house import unpack_stored_house

SOLVES = {("solve",), ("par",), ("simulate",), ("hold",), ("house-way", "improve")}
"""Commands whose examples take minutes where nothing is kept; they have tests of their own."""
SERVES = {("serve",), ("witness",)}
"""Commands whose examples are a running house, or need one; they have tests of their own, too."""
NOT_AS_IT_STANDS = ("new.toml", "mine.toml", "--rounds 1000", "--worth", "postgresql://", "--static")
"""Examples about a file or a server that nobody has, and those that take long."""


FILES_OF_THE_READER = {
    "mine.toml": "md.pai-gow-poker/everything",
    "uth.toml": "md.ultimate-texas-holdem/everything",
    "submission.toml": "md.ultimate-texas-holdem/everything",
    "fcp.toml": "md.four-card-poker/everything",
    "riverside.toml": "house-ways/riverside",
    "round.toml": "rounds/bank",
    "trips.toml": "sweeps/trips",
    "search.toml": "sweeps/search",
}
"""Files that a reader of the help has made with `houseway new` or `houseway example`."""


def commands(group, names=()):
    yield names
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, (*names, name))


COMMANDS = list(commands(get_command(app)))
PAGE = re.compile(rf"{FOLDER.pattern}|README|[\w-]+\.md\b")
"""A page of the repository, which an installed program does not have."""
WITHOUT_EXAMPLES = {names for names in COMMANDS if names[:1] == ("rules",)} | {("house-way",), ("house-way", "list")}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the examples and the golden rounds are, the log of a table, and the data of a house with a backup and an export."""
    folder = tmp_path_factory.mktemp("work")
    for name in ("examples", "tests"):
        (folder / name).symlink_to(ROOT / name)
    for file, name in FILES_OF_THE_READER.items():
        (folder / file).write_text(read_example(name))
    (folder / "my-wager.toml").write_text((ROOT / "examples" / "wagers" / "lucky-flop.toml").read_text())
    answered("deal", "md.pai-gow-poker", "--rounds", 2, "--players", 3, "--seed", 3, "--log", "table.jsonl", cwd=folder)
    (folder / "house").mkdir()
    unpack_stored_house("d140fd7", folder / "house")
    answered("backup", "house", "monday.db", cwd=folder)
    answered("export", "house", "exported", cwd=folder)
    return folder


def examples(names):
    lines = [line.strip() for line in answered(*names, "--help").splitlines()]
    return [line for line in lines if line.startswith("houseway ")]


@pytest.mark.parametrize("names", COMMANDS, ids=lambda names: " ".join(names) or "houseway")
def test_help_has_examples(names):
    assert (len(examples(names)) > 1) != (names in WITHOUT_EXAMPLES)


@pytest.mark.parametrize(
    "example",
    dict.fromkeys(
        line
        for names in COMMANDS
        if names not in SOLVES | SERVES
        for line in examples(names)
        if not any(words in line for words in NOT_AS_IT_STANDS)
    ),
    ids=str,
)
def test_an_example_works(example, folder):
    command, _, file = example.partition(" > ")
    output = answered(*shlex.split(command)[1:], cwd=folder, given="q\n")
    assert output
    if file:
        (folder / file).write_text(output)


@pytest.mark.parametrize("names", COMMANDS, ids=" ".join)
def test_help_names_no_page_that_an_installed_program_lacks(names):
    assert PAGE.findall(answered(*names, "--help")) == []

"""Every point of docs/standards.md says what is met and what not, and the tests that it names exist."""

import re

import pytest

from tests.support.paths import ROOT
from tests.support.source import nodes_of

ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "standards.md").read_text().splitlines()
    if line.startswith("|") and not line.startswith(("|---", "| area"))
]
ANSWERS = ("met", "not met", "not applicable")


def named_tests(cell):
    return re.findall(r"`(tests/[^`:]+)(?:::(\w+))?`", cell)


def test_the_points_are_read():
    assert len(ROWS) == 21
    assert all(len(row) == 4 for row in ROWS)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_point_says_what_is_met_and_names_tests_that_exist(row):
    _, _, answer, shown = row
    assert any(word in answer.lower() for word in ANSWERS)
    tests = named_tests(shown)
    assert tests or answer.startswith(("not met", "not applicable"))
    for file, name in tests:
        functions = {node.name for node in nodes_of(ROOT / file) if hasattr(node, "name")}
        assert not name or name in functions, f"{file} has no {name}"

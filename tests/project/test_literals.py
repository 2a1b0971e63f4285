"""No number of a regulation stands in Python: games, table, submission, progressive and equipment may write -1, 0, 1 and 2."""

import ast
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.source import nodes_of

SOURCE = ROOT / "src" / "houseway"
WATCHED = ("games", "table", "submission", "progressive", "equipment")
FREE = {-1, 0, 1, 2}
ALLOWED = {
    ("equipment/settings.py", 3600): "seconds in an hour",
    ("submission/changes.py", 100): "per cent",
    ("submission/meters.py", 100): "per cent",
    ("submission/rules.py", 16): "digits of a hash that are shown",
    ("submission/rules.py", 100): "per cent",
}
"""Where another number may stand, and why."""


def literals(source: Path) -> set[tuple[str, object]]:
    found = set()
    for path in source.rglob("*.py"):
        place = path.relative_to(source)
        if place.with_suffix("").parts[0] in WATCHED:
            for node in nodes_of(path):
                if isinstance(node, ast.Constant) and type(node.value) in (int, float, complex) and node.value not in FREE:
                    found.add((str(place), node.value))
    return found


def test_no_number_of_a_regulation_stands_in_python():
    assert literals(SOURCE) <= set(ALLOWED)


def test_the_allow_list_has_nothing_idle():
    assert set(ALLOWED) <= literals(SOURCE)
    assert all(ALLOWED.values())


@pytest.mark.parametrize("text", ["LIMIT = 50_000", "x = [3]", "def f(a=5): pass", "rate = 0.05", "if x > -4: pass"])
def test_a_number_would_be_found(tmp_path, text):
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "pai_gow.py").write_text(text)
    assert len(literals(tmp_path)) == 1


def test_free_numbers_and_texts_are_not_found(tmp_path):
    (tmp_path / "table.py").write_text("a, b, c, d, e = -1, 0, 1, 2, '50'; f = True")
    assert literals(tmp_path) == set()

"""Functions, files and folders are short: a reader sees a function at a glance, and finds it in its file and folder."""

import ast
from collections import Counter

import pytest

from tests.support.paths import ROOT
from tests.support.source import nodes_of

MOST_LINES_OF_A_FUNCTION = 40
MOST_LINES_OF_A_FILE = 500
MIGRATIONS = "store/migrations/versions"
"""A migration lists the columns of its tables one after the other."""
MOST_MODULES_OF_A_FOLDER = 20
FILES = sorted((ROOT / "src").rglob("*.py"))


def long_functions(nodes):
    for node in nodes:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = node.end_lineno - node.lineno + 1
            if lines > MOST_LINES_OF_A_FUNCTION:
                yield f"{node.name} has {lines} lines"


def test_no_function_is_long():
    found = {path.relative_to(ROOT).as_posix(): [*long_functions(nodes_of(path))] for path in FILES}
    assert {path: names for path, names in found.items() if names and MIGRATIONS not in path} == {}


def test_no_file_is_long():
    files = [*FILES, *(ROOT / "tests").rglob("*.py")]
    lengths = {path.relative_to(ROOT).as_posix(): len(path.read_text().splitlines()) for path in files}
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES_OF_A_FILE} == {}


@pytest.mark.parametrize("kind", ["def", "async def"])
def test_a_long_function_is_found(kind):
    text = f"{kind} f():\n" + "    pass\n" * MOST_LINES_OF_A_FUNCTION
    assert [*long_functions(ast.walk(ast.parse(text)))] == [f"f has {MOST_LINES_OF_A_FUNCTION + 1} lines"]


def test_no_folder_is_full():
    """A folder with more modules gets rooms, by what somebody looks for."""
    counts = Counter(path.parent.relative_to(ROOT / "src").as_posix() for path in FILES)
    full = {
        folder.removeprefix("houseway").strip("/") for folder, modules in counts.items() if modules > MOST_MODULES_OF_A_FOLDER
    }
    assert full == set()

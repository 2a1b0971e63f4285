"""The page of benchmarks can be read in a terminal of 80 columns, and its programs run."""

import ast
from importlib import import_module

import pytest

from benchmarks.page import WIDTH, markdown_list, markdown_table, markdown_text
from benchmarks.solving import SOLVE_SCRIPT
from benchmarks.startup import FIRST_CALL_SCRIPT
from tests.support.paths import ROOT

HEADINGS = ("book", "database", *(f"heading {number}" for number in range(14)))
ROWS = [("md.ultimate-texas-holdem", "PostgreSQL", *(f"{number:,}/s" for number in range(0, 14_000, 1_000)))] * 3


def test_no_line_of_the_page_is_longer():
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert [line for line in page.splitlines() if len(line) > WIDTH] == []


@pytest.mark.parametrize("columns", range(3, 17))
def test_a_wide_table_becomes_several_narrow_ones(columns):
    headings, rows = HEADINGS[:columns], [row[:columns] for row in ROWS]
    tables = [table.splitlines() for table in markdown_table(headings, rows, keys=2).split("\n\n")]
    assert all(len(line) <= WIDTH for table in tables for line in table)
    cells = [[[cell.strip() for cell in line[1:-1].split("|")] for line in table] for table in tables]
    for place, expected in ((0, headings), (2, rows[0]), (3, rows[1]), (4, rows[2])):
        assert all(table[place][:2] == [*expected[:2]] for table in cells), "each table says what its rows are about"
        assert [cell for table in cells for cell in table[place][2:]] == [*expected[2:]]


def test_columns_that_need_two_tables_are_spread_evenly():
    first, second = markdown_table(HEADINGS[:6], [row[:6] for row in ROWS], keys=2).split("\n\n")
    assert [table.splitlines()[0].count("heading") for table in (first, second)] == [2, 2]


def test_a_table_that_fits_stays_one():
    assert markdown_table(("", "wall time"), [("first start", "3.7 s")]) == (
        "|             | wall time |\n| ----------- | --------: |\n| first start |     3.7 s |"
    )


def test_texts_and_lists_are_wrapped_and_lose_no_word():
    words = "Rounds per second of CPU time through the whole engine, on one core, with `python -m benchmarks`. " * 3
    text, entries = markdown_text(f"{words}\n\n{words}"), markdown_list([("houseway", words), ("treys", words)])
    assert all(len(line) <= WIDTH for line in (*text.splitlines(), *entries.splitlines()))
    assert text.split("\n\n")[1].split() == words.split()
    assert entries.split() == ["-", "houseway:", *words.split(), "-", "treys:", *words.split()]


@pytest.mark.parametrize("script", [FIRST_CALL_SCRIPT, SOLVE_SCRIPT])
def test_programs_that_are_timed_in_a_new_process_import_what_there_is(script):
    """Otherwise the page would show no time, and nobody would notice."""
    imported = [node for node in ast.parse(script).body if isinstance(node, ast.ImportFrom)]
    assert imported
    for node in imported:
        module = import_module(node.module)
        for name in node.names:
            assert hasattr(module, name.name) or import_module(f"{node.module}.{name.name}")

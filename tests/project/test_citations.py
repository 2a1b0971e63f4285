"""Every clause that the program or a test cites exists, and coverage does not sink below the mark."""

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

from houseway.regulation import BOOKS, load
from houseway.regulation.coverage import INDEX, count_coverage
from tests.index import places
from tests.support.paths import ROOT
from tests.support.source import nodes_of

CITATION = re.compile(rf"({'|'.join(map(re.escape, BOOKS))}) (\S.*)")
MARK = tomllib.loads((Path(__file__).parent / "mark.toml").read_text())


def known(citation: str) -> bool:
    """Whether a clause is in some version of its book."""
    book, clause = citation.split(" ", 1)
    return any(clause in load(book, version).clauses for version in load(book).versions)


def written() -> dict[str, str]:
    """Citations written out in the source and in the tests."""
    found = {}
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("test_*.py")]:
        for node in nodes_of(path) if CITATION.search(path.read_text()) else ():
            called = getattr(node, "func", None)
            if getattr(called, "attr", getattr(called, "id", "")) in ("carries_out", "clause", "Citation"):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and CITATION.fullmatch(str(argument.value)):
                        found[str(argument.value)] = path.name
    return found


@pytest.mark.parametrize("source", [written, places, lambda: json.loads(INDEX.read_text())["tests"]])
def test_every_clause_that_is_cited_exists(source):
    wrong = {citation: place for citation, place in source().items() if not known(citation)}
    assert {citation for citation in wrong if "test_citation" not in str(wrong[citation])} == set()


def test_the_index_names_no_clause_as_carried_out_that_is_not():
    assert set(json.loads(INDEX.read_text())["places"]) <= set(places()), "run `make coverage`"


@pytest.mark.parametrize("book", BOOKS)
def test_coverage_is_not_below_the_mark(book):
    counts = count_coverage(load(book))
    assert len(counts.proved) >= MARK[book]["proved"]
    assert len(counts.not_carried_out) <= MARK[book]["not_carried_out"]

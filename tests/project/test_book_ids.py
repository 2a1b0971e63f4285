"""The code does not know one rule book from another: it asks for a policy, a value, an option, a reading or the game.

The id of a book stands in the constants that say which clauses of each book a rule is in, and nowhere else.
"""

import ast
import importlib
from collections.abc import Sequence

import pytest

from houseway.regulation import BOOKS
from tests.support.paths import ROOT
from tests.support.source import called_name, nodes_in, nodes_of

SOURCE = ROOT / "src" / "houseway"
CITES = {
    "Law",
    "of_wagers",
    "same_rule",
    "cite_clauses",
    "carries_out",
    "Option",
    "Argument",
    "Field",
    "Path",
    "Query",
}
"""Calls that name clauses by book; and the help of a command or a request, which gives a book as an example."""
KNOWS = {
    "hands/orders.py": "has the ids",
    "procedure.py": "has shorter names for them",
    "regulation/shelf.py": "lists the books that come with the program",
    "analysis/ultimate/six_card_bonus.py": "lists the counts that come with the program",
}
"""Files that may name a book elsewhere, and why."""


def named(nodes: Sequence[ast.AST], ids: set[str]) -> list[int]:
    """The lines on which code names a book otherwise than to cite it. `ids` are the names that stand for a book's id."""
    naming = [node for node in nodes if names_a_book(node, ids)]
    if not naming:
        return []
    calls = [node for node in nodes if isinstance(node, ast.Call) and called_name(node) in CITES]
    aliases = [node for node in nodes[0].body if is_alias(node, ids)]
    allowed = {inner for node in (*calls, *aliases) for inner in ast.walk(node)}
    return sorted(node.lineno for node in naming if node not in allowed)


def names_a_book(node: ast.AST, ids: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in ids
    return isinstance(node, ast.Constant) and node.value in BOOKS


def is_alias(node: ast.stmt, ids: set[str]) -> bool:
    """Whether a statement only gives books other names: `MD, DIV = MD_PAI_GOW, DIV_PAI_GOW`."""
    if not isinstance(node, ast.Assign):
        return False
    values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
    return all(isinstance(value, ast.Name) and value.id in ids for value in values)


def test_the_code_asks_no_book_for_its_name():
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        place = path.relative_to(SOURCE).as_posix()
        if place in KNOWS or place == "__main__.py":
            continue
        module = importlib.import_module(f"houseway.{place.removesuffix('.py').replace('/', '.').removesuffix('.__init__')}")
        ids = {name for name, value in vars(module).items() if isinstance(value, str) and value in BOOKS}
        lines = named(nodes_of(path), ids)
        if lines:
            found[place] = lines
    assert found == {}


def test_files_that_may_name_a_book_are_there():
    assert [place for place in KNOWS if not (SOURCE / place).is_file()] == []


@pytest.mark.parametrize(
    "text",
    [
        "early = context.book == DIV",
        "if rules.book in (MD, DIV): pass",
        "SOLVERS = {MD: solve}",
        "match book:\n    case 'md.pai-gow-poker': pass",
        "early = book.startswith('md.pai-gow-poker')",
    ],
)
def test_a_breach_is_found(text):
    assert named(nodes_in(text), {"MD", "DIV"}) != []


@pytest.mark.parametrize(
    "text",
    [
        "HELP = Law({MD: '11.A(3)', DIV: {'': SILENT}})",
        "MD, DIV = MD_PAI_GOW, DIV_PAI_GOW",
        "clauses = cite_clauses(MD, '11.B')",
        "@carries_out('md.pai-gow-poker 11.B')\ndef rank(): pass",
        "early = context.policy('winners-paid') == 'as-exposed'",
    ],
)
def test_a_citation_is_no_breach(text):
    assert named(nodes_in(text), {"MD", "DIV", "MD_PAI_GOW", "DIV_PAI_GOW"}) == []

"""What a book says of a wager is in its record: modules ask the record, and name no optional wager."""

import ast

from houseway.regulation import BOOKS, load_book
from tests.support.paths import ROOT
from tests.support.source import nodes_in, nodes_of

SOURCE = ROOT / "src" / "houseway"
STRUCTURE = frozenset(("ante", "blind", "play", "ante-bonus", "pai-gow", "progressive", "number", "pair"))
"""Wagers that a game is made of, meters, and names that mean other things, too: `procedure` has a constant for most."""
STILL_NAMED = {
    "hands/orders.py": "names of orders",
    "house_way/kinds.py": "three of a kind",
    "house_way/vocabulary.py": "three of a kind",
}
"""Modules that have such a name for something else. Nothing is added here: ask the record instead."""


def optional_wagers():
    every = {id_ for book in map(load_book, BOOKS) for id_, wager in book.wagers.items() if wager.offered != "follows"}
    return every - STRUCTURE


def named(nodes, wagers):
    return [node.lineno for node in nodes if isinstance(node, ast.Constant) and node.value in wagers]


def test_no_module_names_an_optional_wager():
    wagers = optional_wagers()
    assert {"trips", "bad-beat", "insurance", "aces-up"} <= wagers
    found = {path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py") if named(nodes_of(path), wagers)}
    assert found == STILL_NAMED.keys()


def test_a_name_is_found():
    assert named(nodes_in('if wager == "bad-beat":\n    pass'), {"bad-beat"}) == [1]

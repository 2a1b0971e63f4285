"""One name, one thing: no two classes of the program share a name."""

import ast
from collections import Counter
from collections.abc import Iterable

from tests.support.paths import ROOT
from tests.support.source import nodes_of

FILES = sorted((ROOT / "src" / "houseway").rglob("*.py"))


def repeated_classes(modules: Iterable[Iterable[ast.AST]]) -> list[str]:
    names = Counter(node.name for nodes in modules for node in nodes if isinstance(node, ast.ClassDef))
    return sorted(name for name, count in names.items() if count > 1)


def test_every_class_has_a_name_of_its_own():
    assert repeated_classes(nodes_of(path) for path in FILES) == []


def test_a_repeated_name_is_found():
    modules = ("class Desk: ...\nclass Page: ...", "def open():\n    class Desk: ...")
    assert repeated_classes(ast.walk(ast.parse(text)) for text in modules) == ["Desk"]

"""Python modules as trees, parsed once for all tests of a process."""

import ast
from functools import cache
from pathlib import Path

from houseway.regulation.clauses.source_code import child_nodes


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file's tree; the first is the module."""
    return nodes_in(path.read_text("utf-8"))


def nodes_in(text: str) -> tuple[ast.AST, ...]:
    """Every node of a text's tree, in the order of `ast.walk`."""
    found: list[ast.AST] = [ast.parse(text)]
    for node in found:  # grows meanwhile
        found += child_nodes(node)
    return tuple(found)


def called_name(call: ast.Call) -> str:
    """The last part of the name of what is called; empty if it has none."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))

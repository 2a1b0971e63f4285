"""Code and golden rounds without their prose: an edit of a docstring or a comment makes no result stale."""

import ast
import json
import tomllib

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def code_without_prose(definition: ast.FunctionDef) -> str:
    """The code of a function without docstrings, comments and layout. The tree that is given stays as it is."""
    documented = [node for node in ast.walk(definition) if isinstance(node, Documented) and _begins_with_text(node)]
    bodies = [node.body for node in documented]
    for node in documented:
        node.body = node.body[1:] or [ast.Pass()]
    try:
        return ast.unparse(definition)
    finally:
        for node, body in zip(documented, bodies, strict=True):
            node.body = body


def _begins_with_text(node: Documented) -> bool:
    return ast.get_docstring(node, clean=False) is not None


def round_without_prose(text: str) -> str:
    """What a golden round says without its comments and its title."""
    content = tomllib.loads(text)
    content.pop("title", None)
    return json.dumps(content, default=str, sort_keys=True)

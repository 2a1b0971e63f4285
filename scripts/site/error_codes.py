"""The reference of refusals: every code that the program gives, and where it comes from."""

import ast
from collections.abc import Iterator
from pathlib import Path

from houseway import errors
from scripts.site.markdown import ROOT, code, escape, source_link, table

_PACKAGE = ROOT / "src" / "houseway"
_SHOWN = 6
"""Places of one code that are linked; the rest are counted."""


def error_pages() -> Iterator[tuple[str, str]]:
    head = (
        "# Error codes\n\nEvery refusal has a stable `code`, the clauses behind it, what was given and what is "
        "allowed. This list is read from the "
        "source of the program. Codes of findings about a submission are those of the rule books' data, too.\n\n"
        f"```text\n{_tree()}\n```\n"
    )
    found = _places()
    parts = [head]
    for area in dict.fromkeys(name.partition(".")[0] for name in found):
        rows = [(code(name), _kinds(found[name]), _links(found[name])) for name in found if name.partition(".")[0] == area]
        parts.append(f"## {escape(area)}\n\n" + table(("code", "error", "raised in"), rows))
    yield "reference/errors", "\n".join(parts)


def _tree() -> str:
    """Return the drawing of the hierarchy at the top of its module."""
    lines = (errors.__doc__ or "").splitlines()
    return "\n".join(line.removeprefix("    ") for line in lines if line.startswith("    "))


def _places() -> dict[str, list[tuple[str, str, int]]]:
    """Return the file, the error and the line of every code, by code."""
    found: dict[str, list[tuple[str, str, int]]] = {}
    for file in sorted(_PACKAGE.rglob("*.py")):
        for name, error, line in _codes_in(file):
            found.setdefault(name, []).append((str(file.relative_to(ROOT)), error, line))
    return dict(sorted(found.items()))


def _codes_in(file: Path) -> Iterator[tuple[str, str, int]]:
    text = file.read_text(encoding="utf-8")
    if "code=" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            given = {word.arg: word.value for word in node.keywords}.get("code")
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and "." in given.value:
                yield given.value, _called(node), node.lineno


def _called(node: ast.Call) -> str:
    """Return the class that is raised; empty where a function makes the error."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    return name if name in vars(errors) else ""


def _kinds(places: list[tuple[str, str, int]]) -> str:
    return ", ".join(code(kind) for kind in dict.fromkeys(error for _, error, _ in places) if kind)


def _links(places: list[tuple[str, str, int]]) -> str:
    links = [source_link(path, line, code(f"{path.removeprefix('src/houseway/')}:{line}")) for path, _, line in places[:_SHOWN]]
    more = [f"and {len(places) - _SHOWN} more"] if len(places) > _SHOWN else []
    return ", ".join(links + more)

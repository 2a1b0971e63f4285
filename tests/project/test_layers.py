"""The layers of ARCHITECTURE.md hold: the drawing there is what this test reads."""

import ast
import re
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.support.paths import ROOT
from tests.support.source import called_name, nodes_of

SOURCE = ROOT / "src" / "houseway"
DRAWING = re.search(r"```layers\n(.*?)```", (ROOT / "ARCHITECTURE.md").read_text(), re.DOTALL)
LAYERS = [[name.strip() for name in line.split("|")] for line in DRAWING[1].strip().splitlines()] if DRAWING else []
HEIGHT = {name: len(LAYERS) - place for place, layer in enumerate(LAYERS) for name in layer}

ONLY_IN = {"numba": {"kernels"}, "llvmlite": set()}
NOT_FROM_TABLE_DOWN = {
    *("asyncio", "time", "datetime", "random", "secrets", "uuid", "sqlite3", "socket", "threading", "multiprocessing"),
    *("fastapi", "starlette", "uvicorn", "sqlalchemy", "alembic", "psycopg", "pydantic", "typer", "rich", "structlog"),
}
ALLOWED = {("values", "threading")}
"""A lock, so that threads above may share values."""


def test_the_drawing_is_read():
    assert (
        HEIGHT["cli"]
        > HEIGHT["library"]
        > HEIGHT["service"]
        > HEIGHT["table"]
        > HEIGHT["hands"]
        > HEIGHT["cards"]
        > HEIGHT["errors"]
    )
    assert HEIGHT["cards"] == HEIGHT["money"]


def test_the_layers_hold():
    assert list(defects(SOURCE)) == []


@pytest.mark.parametrize(
    ("path", "text", "defect"),
    [
        ("gizmo.py", "", "gizmo.py: gizmo is not in the drawing"),
        ("gizmo/inner.py", "", "gizmo/inner.py: gizmo is not in the drawing"),
        ("cards.py", "from houseway.hands import Order", "cards.py:1: cards imports hands, which is above it"),
        ("cards.py", "import houseway.hands.orders", "cards.py:1: cards imports hands, which is above it"),
        ("cards.py", "from houseway import hands", "cards.py:1: cards imports hands, which is above it"),
        ("cards.py", "from . import hands", "cards.py:1: cards imports hands, which is above it"),
        ("hands/x.py", "from ..kernels import y", "hands/x.py:1: hands imports kernels, which is above it"),
        ("cards.py", "from houseway.money import Cents", "cards.py:1: cards imports money, its sibling"),
        ("cards.py", "def f():\n    from houseway import money", "cards.py:2: cards imports money, its sibling"),
        ("hands.py", "from houseway.gizmo import x", "hands.py:1: gizmo is not in the drawing"),
        ("hands.py", "from houseway import gizmo", "hands.py:1: gizmo is not in the drawing"),
        ("hands.py", "import numba", "hands.py:1: hands may not use numba"),
        ("table.py", "from datetime import datetime", "table.py:1: table may not use datetime"),
        ("games/round.py", "import asyncio.tasks", "games/round.py:1: games may not use asyncio"),
        ("hands.py", "import importlib\nimportlib.import_module('houseway.cli')", "hands.py:2: hands imports by name"),
        ("hands.py", "__import__('houseway.cli')", "hands.py:1: hands imports by name"),
    ],
)
def test_a_breach_is_found(tmp_path, path, text, defect):
    module = tmp_path / path
    module.parent.mkdir(exist_ok=True)
    module.write_text(text)
    assert list(defects(tmp_path)) == [defect]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("hands.py", "from houseway.cards import Card\nfrom houseway import __version__"),
        ("hands/orders.py", "from houseway.hands.ranking import Order\nfrom .ranking import Hand"),
        ("kernels/batch.py", "import numba, numpy, threading_not_this"),
        ("service/app.py", "import asyncio\nfrom houseway.table import Table"),
        ("cli.py", "import rich\nimport typer\nfrom houseway.kernels import batch"),
    ],
)
def test_what_is_allowed_is_not_a_breach(tmp_path, path, text):
    module = tmp_path / path
    module.parent.mkdir(exist_ok=True)
    module.write_text(text)
    assert list(defects(tmp_path)) == []


def defects(source: Path) -> Iterator[str]:
    for path in sorted(source.rglob("*.py")):
        place = path.relative_to(source)
        module = place.with_suffix("").parts[0]
        if str(place) == "__init__.py":
            module = "the package"  # it loads what `tests/library/test_public_names.py` lists, by name and on request
        elif str(place) == "__main__.py":
            module = "cli"
        elif module not in HEIGHT:
            yield f"{place}: {module} is not in the drawing"
            continue
        for node in nodes_of(path):
            yield from (f"{place}:{node.lineno}: {defect}" for defect in node_defects(node, module, place))


def node_defects(node: ast.AST, module: str, place: Path) -> Iterator[str]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from import_defects(module, alias.name.split("."))
    elif isinstance(node, ast.ImportFrom):
        origin = [*absolute(node, place), *(node.module.split(".") if node.module else [])]
        if origin == ["houseway"]:
            for alias in node.names:
                yield from import_defects(module, ["houseway", alias.name])
        else:
            yield from import_defects(module, origin)
    elif isinstance(node, ast.Call) and called_name(node) in ("__import__", "import_module") and module != "the package":
        yield f"{module} imports by name"


def absolute(node: ast.ImportFrom, place: Path, package: str = "houseway") -> list[str]:
    """The package that a relative import starts from."""
    return [package, *place.parent.parts][: -(node.level - 1) or None] if node.level else []


def import_defects(module: str, imported: list[str]) -> Iterator[str]:
    if imported[0] != "houseway":
        yield from library_defects(module, imported[0])
        return
    target = imported[1] if len(imported) > 1 else ""
    if target in (module, "", "__version__"):
        return
    if target not in HEIGHT:
        yield f"{target} is not in the drawing"
    elif module == "the package" or HEIGHT[target] > HEIGHT[module]:
        yield f"{module} imports {target}, which is above it"
    elif HEIGHT[target] == HEIGHT[module]:
        yield f"{module} imports {target}, its sibling"


def library_defects(module: str, library: str) -> Iterator[str]:
    low = HEIGHT.get(module, 0) <= HEIGHT["table"]
    barred = low and library in NOT_FROM_TABLE_DOWN and (module, library) not in ALLOWED
    if barred or module not in ONLY_IN.get(library, {module}):
        yield f"{module} may not use {library}"


# Circles. Every import counts, also one inside a function or for types only: it may hide a circle from Python, not from a reader.
# A lazy import that goes downward closes no circle, so that the start of a command may put off whatever it likes.

Imports = dict[str, set[str]]


def test_no_imports_go_round():
    assert circle(own_imports()) == ()


@pytest.mark.parametrize("folder", ["src/houseway_referee", "benchmarks", "scripts"])
def test_no_imports_beside_the_program_go_round(folder):
    assert circle(imports_of(ROOT / folder)) == ()


@pytest.mark.parametrize(
    ("hands", "cards"),
    [
        ("from houseway.cards.deck import Deck", "from houseway.hands.order import Order"),
        ("from houseway.cards import deck", "import houseway.hands.order"),
        ("from houseway.cards.deck import Deck", "def lazy():\n    from houseway.hands.order import Order"),
        ("if TYPE_CHECKING:\n    from houseway.cards.deck import Deck", "from ..hands import order"),
    ],
)
def test_a_circle_is_found(tmp_path, hands, cards):
    write_package(tmp_path, {"hands/order.py": hands, "cards/deck.py": cards})
    assert set(circle(imports_of(tmp_path))) == {"houseway.cards.deck", "houseway.hands.order"}


def test_a_circle_through_the_package_itself_is_found(tmp_path):
    write_package(
        tmp_path, {"hands/__init__.py": "from houseway.hands.order import Order", "hands/order.py": "import houseway.hands"}
    )
    assert set(circle(imports_of(tmp_path))) == {"houseway.hands", "houseway.hands.order"}


def test_imports_that_go_down_are_no_circle(tmp_path):
    lazy = "def rank():\n    from houseway.cards.deck import Deck"
    package = "from houseway.hands.order import Order\nfrom houseway.hands.words import Words"
    write_package(
        tmp_path,
        {
            "hands/order.py": lazy,
            "cards/deck.py": "",
            "hands/__init__.py": package,
            "hands/words.py": "from houseway.hands import order",
        },
    )
    assert circle(imports_of(tmp_path)) == ()


def test_no_folders_go_round():
    imports = own_imports()
    assert [found for package in packages(imports) if (found := circle(imports_inside(imports, package)))] == []


def test_a_circle_of_folders_is_found(tmp_path):
    files = {"live/house.py": "from houseway.people.person import Person", "live/clock.py": "", "people/person.py": ""}
    write_package(tmp_path, {**files, "people/sessions.py": "from houseway.live.clock import Clock"})
    imports = imports_of(tmp_path)
    assert circle(imports) == ()
    assert set(circle(imports_inside(imports, "houseway"))) == {"houseway.live", "houseway.people"}


def packages(imports: Imports) -> set[str]:
    return {module.rpartition(".")[0] for module in imports} - {""}


def imports_inside(imports: Imports, package: str) -> Imports:
    """By folder or file of a package, the others in it that it imports."""
    inside: Imports = {}
    for module, targets in imports.items():
        importer = child_of(package, module)
        if importer:
            found = {child for target in targets if (child := child_of(package, target))}
            inside.setdefault(importer, set()).update(found - {importer})
    return inside


def child_of(package: str, module: str) -> str:
    """The folder or file directly in a package that a module belongs to; "" if it is elsewhere."""
    rest = module.removeprefix(f"{package}.")
    return "" if rest == module else f"{package}.{rest.partition('.')[0]}"


def write_package(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def circle(imports: Imports) -> tuple[str, ...]:
    """One circle, if there is any: modules of which each imports the next."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return tuple(error.args[1])
    return ()


@cache
def own_imports() -> Imports:
    return imports_of(SOURCE)


def imports_of(source: Path) -> Imports:
    """By module of the package, the modules that it imports anywhere. That a module belongs to its package is no import."""
    package = source.name if source.is_relative_to(ROOT) else "houseway"
    places = {module_name(place, package): place for place in (path.relative_to(source) for path in source.rglob("*.py"))}
    return {
        module: {
            target
            for node in nodes_of(source / place)
            for target in imported_modules(node, place, package, places.keys())
            if target != module
        }
        for module, place in places.items()
    }


def module_name(place: Path, package: str) -> str:
    return ".".join((package, *place.with_suffix("").parts)).removesuffix(".__init__")


def imported_modules(node: ast.AST, place: Path, package: str, known: Collection[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in known)
    elif isinstance(node, ast.ImportFrom):
        origin = ".".join([*absolute(node, place, package), *(node.module.split(".") if node.module else [])])
        for alias in node.names:
            inner = f"{origin}.{alias.name}"
            yield from (name for name in ((inner,) if inner in known else (origin,)) if name in known)

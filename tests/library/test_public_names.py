"""What `import houseway` promises: the committed list of names, each loaded only when it is used, typed and with an example."""

import ast
import inspect
import subprocess
import sys
from time import perf_counter

import pytest

import houseway as hw
from tests.support.paths import ROOT

PACKAGE = ROOT / "src" / "houseway"
NAMES = (ROOT / "tests" / "library" / "public_names.txt").read_text().split()
HEAVY = ("numpy", "numba", "pydantic", "rich", "typer", "httpx", "websockets", "altair", "typst", "sqlalchemy", "xlsxwriter")
MOST_SECONDS = 0.05


def test_the_public_names_are_those_of_the_committed_list():
    assert sorted(hw.__all__) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_every_name_can_be_used_and_is_listed_by_dir(name):
    assert getattr(hw, name) is getattr(hw, name)
    assert name in dir(hw)


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'rnak'"):
        hw.rnak  # noqa: B018  # asked for


def test_no_public_name_is_that_of_a_module():
    modules = {path.stem for path in PACKAGE.iterdir() if path.suffix == ".py" or path.is_dir()}
    assert modules & set(hw.__all__) == set()


def declared_names():
    """By public name of the stub: the module and the name there."""
    nodes = ast.parse((PACKAGE / "__init__.pyi").read_text()).body
    places = {
        alias.name: (node.module, alias.name) for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names
    }
    public = {alias.asname for node in nodes if isinstance(node, ast.ImportFrom) for alias in node.names if alias.asname}
    renamed = {node.targets[0].id: places[node.value.id] for node in nodes if isinstance(node, ast.Assign)}
    return {name: places[name] for name in public} | renamed


def test_the_stub_declares_exactly_the_public_names():
    assert {*declared_names(), "__version__"} == set(hw.__all__)


def test_the_stub_names_what_is_loaded():
    for name, place in declared_names().items():
        assert (getattr(hw, name).__module__, getattr(hw, name).__name__) == place


def loaded_by(code):
    """What is loaded after some code, in a process of its own, and how long the import took."""
    program = f"import sys, time; began = time.perf_counter(); {code}; print(time.perf_counter() - began, *sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    seconds, *modules = done.stdout.split()
    return float(seconds), set(modules)


def test_the_import_is_quick_and_loads_nothing_heavy():
    tries = [loaded_by("import houseway") for _ in range(3)]
    for _, modules in tries:
        assert [name for name in modules if name.split(".")[0] == "houseway"] == ["houseway"]
        assert modules.isdisjoint(HEAVY)
    assert min(seconds for seconds, _ in tries) < MOST_SECONDS


def test_ranking_a_hand_loads_nothing_heavy():
    _, modules = loaded_by("import houseway; houseway.rank('As Ks 9s 8s Jk', 'pai-gow')")
    assert modules.isdisjoint(HEAVY)


def test_a_name_is_looked_up_once():
    hw.rank  # noqa: B018  # loads it
    began = perf_counter()
    for _ in range(1_000):
        hw.rank  # noqa: B018  # asked for
    assert perf_counter() - began < MOST_SECONDS


@pytest.mark.parametrize("name", [name for name in NAMES if inspect.isfunction(getattr(hw, name))])
def test_every_public_function_has_an_example_or_says_why_not(name):
    document = inspect.getdoc(getattr(hw, name))
    assert ">>>" in document or name == "audit"  # which needs a house: tests/library/test_auditing.py has one


@pytest.mark.parametrize("name", [name for name in NAMES if name != "__version__"])
def test_every_public_name_is_in_the_tour(name):
    assert name in (ROOT / "docs" / "library.md").read_text()

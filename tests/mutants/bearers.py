"""Which tests bear a clause's id: golden rounds that list it, and tests that are marked with it or claim it.

Golden rounds say so in their files. Tests say so while they run: every test run writes `build/bearers.json` (tests/conftest.py).
Of tests that were not run here, the proofs know those that have noticed a mutant.
"""

import ast
import json
import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from typing import TypeVar

from tests.mutants.model import digest
from tests.mutants.proofs import read_proofs
from tests.mutants.prose import code_without_prose, round_without_prose
from tests.support.paths import GOLDEN_ROUNDS, ROOT

BEARERS = ROOT / "build" / "bearers.json"
GOLDEN_TEST = "tests/files/rounds/test_golden_rounds.py"
TOO_SLOW_S = 20
"""A test that takes longer is not asked about mutants."""
AT_MOST = {"rounds": 60, "tests": 25}
T = TypeVar("T")


def tests_bearing(clause: str) -> list[str]:
    """The golden rounds and tests that bear a clause, the quick ones first and not too many: of one test with many cases only a
    few, so that every other test is asked, too."""
    rounds, tests = _rounds_by_clause().get(clause, []), _tests_by_clause().get(clause, [])
    chosen = set(take_turns(tests, lambda test: test.partition("[")[0])[: AT_MOST["tests"]])
    return [*rounds[: AT_MOST["rounds"]], *(test for test in tests if test in chosen)]


def all_tests_bearing(clause: str) -> list[str]:
    """The same, however many there are."""
    return [*_rounds_by_clause().get(clause, []), *_tests_by_clause().get(clause, [])]


def take_turns(items: Iterable[T], sort: Callable[[T], str]) -> list[T]:
    """The first of each sort, then the second of each, and so on."""
    times: dict[str, int] = {}
    ranked = []
    for item in items:
        times[sort(item)] = times.get(sort(item), 0) + 1
        ranked.append((times[sort(item)], item))
    return [item for _, item in sorted(ranked, key=lambda each: each[0])]


def is_round(test: str) -> bool:
    return test.endswith(".toml")


@cache
def _rounds_by_clause() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for path in sorted(GOLDEN_ROUNDS.rglob("*.toml"), key=lambda path: (path.stat().st_size, path)):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        for clause in content.get("clauses", []):
            own = clause.removeprefix(f"{content['book']} ")
            found.setdefault(f"{content['book']} {own}", []).append(path.relative_to(ROOT).as_posix())
    return found


@cache
def _tests_by_clause() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    bearers = json.loads(BEARERS.read_text()) if BEARERS.exists() else {}
    for test in sorted(bearers, key=lambda name: (bearers[name]["seconds"], name)):
        if bearers[test]["seconds"] < TOO_SLOW_S and not test.startswith(GOLDEN_TEST):
            for clause in bearers[test]["clauses"]:
                found.setdefault(clause, []).append(test)
    ran = {test.partition("[")[0] for test in bearers}
    for clause, proof in read_proofs().items():
        found.setdefault(clause, []).extend(
            each for each in (proof.test, *proof.others) if each.partition("[")[0] not in ran and not is_round(each)
        )
    return found


@cache
def test_digest(test: str) -> str:
    """A hash of the code of a test, or of what a golden round says; empty if there is none."""
    path, _, name = test.partition("::")
    if not (ROOT / path).exists():
        return ""
    if is_round(test):
        return digest(round_without_prose((ROOT / path).read_text(encoding="utf-8")))
    function = name.partition("[")[0].rpartition("::")[2]
    found = _functions_of_file(path).get(function)
    return digest(code_without_prose(found)) if found else ""


@cache
def _functions_of_file(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}

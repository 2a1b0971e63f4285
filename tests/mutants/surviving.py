"""Mutants that no test has noticed: tried against the tests of all clauses that they break, and explained where none can.

A clause is proved by one killed mutant, and others of it may survive. Such a mutant matters as long as the tests of no other clause
notice it either. `explained.toml` says in one line why one is not worth a test, so that nobody goes through it twice.
"""

import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain
from pathlib import Path

from tests.mutants.bearers import all_tests_bearing
from tests.mutants.code import functions_of_clauses, mutant_named
from tests.mutants.model import Kind, Mutant, Verdict
from tests.mutants.proving import code_mutant_names, mutants_by_clause
from tests.mutants.results import Result, Results, make_result
from tests.mutants.running import try_mutant

EXPLAINED = Path(__file__).parent / "explained.toml"


@cache
def explanations() -> dict[str, str]:
    """By the name of a mutant, or a pattern of names: why nobody has to notice it."""
    written: dict[str, str] = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    return written


def explanation_of(mutant: str) -> str:
    """Why nobody has to notice a mutant; empty if that is not written."""
    return next((why for pattern, why in explanations().items() if fnmatchcase(mutant, pattern)), "")


def unnoticed(results: Results) -> list[str]:
    """The names of mutants that survived, and that the tests of no clause noticed. A mutant that breaks the program down in a test
    proves no clause, but the test fails: it is noticed."""
    noticed = {result.mutant for result in results.values() if result.verdict in (Verdict.KILLED, Verdict.CRASHED)}
    survived = {result.mutant for result in results.values() if result.verdict == Verdict.SURVIVED}
    return sorted(survived - noticed)


def unexplained(names: Iterable[str]) -> list[str]:
    return [name for name in names if not explanation_of(name)]


def still_unnoticed(before: Iterable[str], results: Results) -> list[str]:
    """Return the mutants that no test has noticed: those known before and those of new results, without those that are noticed now
    or are no longer made."""
    noticed = {result.mutant for result in results.values() if result.verdict in (Verdict.KILLED, Verdict.CRASHED)}
    made = {mutant.name for mutants in mutants_by_clause().values() for mutant in mutants}
    there = (name for name in before if name in made or mutant_named(name, "") is not None)
    return sorted({*there, *unnoticed(results)} - noticed)


def try_survivor(name: str, results: Results) -> list[Result]:
    """Try a mutant against the tests of each clause that it breaks, until one notices."""
    found = []
    for clause, mutant in _cases(name, results):
        tests = all_tests_bearing(clause)
        if tests:
            found.append(make_result(clause, mutant, try_mutant(mutant, tests), tests))
            if found[-1].verdict == Verdict.KILLED:
                break
    return found


def _cases(name: str, results: Results) -> Iterator[tuple[str, Mutant]]:
    """A mutant with each of its clauses. One of code comes first with those that it was tried for, and then with all others that
    its function serves or cites at this place: a clause that was proved by another mutant was not tried with this one."""
    if name.startswith(f"{Kind.CODE} "):
        tried = [result.clause for result in results.values() if result.mutant == name]
        for clause in _one_after_another(chain(tried, _clauses_served(name))):
            if (mutant := mutant_named(name, clause)) is not None:
                yield clause, mutant
        return
    made = (mutant for mutants in mutants_by_clause().values() for mutant in mutants if mutant.name == name)
    mutant = next(made, None)
    yield from ((clause, mutant) for clause in mutant.clauses) if mutant else ()


def _clauses_served(name: str) -> Iterator[str]:
    function = name.split(" ")[1]
    yield from (clause for clause, functions in functions_of_clauses().items() if function in functions)
    yield from (clause for clause in functions_of_clauses() if name in code_mutant_names(clause))


def _one_after_another(clauses: Iterable[str]) -> Iterator[str]:
    """Each clause once, found only when it is wanted: to find those that a place cites takes a while."""
    seen = set()
    for clause in clauses:
        if clause not in seen:
            seen.add(clause)
            yield clause

"""Try the mutants of a clause against the tests that bear it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from time import monotonic

from tests.mutants.bearers import tests_bearing
from tests.mutants.code import code_mutants, mutant_named
from tests.mutants.data import data_mutants
from tests.mutants.model import Kind, Mutant, Verdict
from tests.mutants.own import own_mutants
from tests.mutants.results import Result, Results, is_fresh, make_result
from tests.mutants.running import Outcome, try_mutant
from tests.mutants.tables import table_mutants

TRIES = 15
"""So many mutants made by operators are tried on a clause before it is given up."""


@dataclass
class Plan:
    """What is tried."""

    kinds: frozenset[Kind] = frozenset(Kind)
    is_whole: bool = False
    """Whether all mutants are tried, and not only until one is killed."""
    is_repeated: bool = False
    """Whether mutants are tried again whose results are fresh."""
    deadline: float = float("inf")
    results: Results = field(default_factory=dict)
    """What is known."""


@cache
def mutants_by_clause() -> dict[str, list[Mutant]]:
    """The mutants of data and tables and those written by hand, by the clauses that they break: those that must be killed first."""
    found: dict[str, list[Mutant]] = {}
    for mutant in chain(own_mutants(), data_mutants(), table_mutants()):
        for clause in mutant.clauses:
            found.setdefault(clause, []).append(mutant)
    return {clause: sorted(mutants, key=lambda mutant: not mutant.is_required) for clause, mutants in found.items()}


def is_still_made(result: Result) -> bool:
    """Whether there still is such a mutant of the clause; of code, whether the function still has such a place."""
    if result.mutant.startswith(f"{Kind.CODE} "):
        return mutant_named(result.mutant, result.clause) is not None
    return any(mutant.name == result.mutant for mutant in mutants_by_clause().get(result.clause, ()))


def prove_clause(clause: str, plan: Plan) -> list[Result]:
    """Try the mutants of a clause: all that must be killed, and others until one is killed."""
    tests, found = tests_bearing(clause), []
    for mutant in _mutants_to_try(clause, plan) if tests else ():
        is_done = not plan.is_whole and any(result.verdict == Verdict.KILLED for result in found)
        if monotonic() > plan.deadline or (is_done and not mutant.is_required):
            break
        known = plan.results.get((clause, mutant.name))
        if known is not None and not plan.is_repeated and is_fresh(known, mutant, tests):
            found.append(known)
        else:
            found.append(make_result(clause, mutant, try_mutant(mutant, tests), tests))
    return found


def _mutants_to_try(clause: str, plan: Plan) -> Iterator[Mutant]:
    yield from (mutant for mutant in mutants_by_clause().get(clause, ()) if mutant.kind in plan.kinds)
    if Kind.CODE in plan.kinds:
        spread = _one_of_each_operator(list(code_mutants(clause)))
        yield from spread if plan.is_whole else spread[:TRIES]


def _one_of_each_operator(mutants: list[Mutant]) -> list[Mutant]:
    """Mutants of a clause with the first of each operator and function first: those of one sort are noticed or missed together."""
    times: dict[str, int] = {}
    ranked = []
    for mutant in mutants:
        sort = mutant.name.rpartition(" ")[0]
        times[sort] = times.get(sort, 0) + 1
        ranked.append((times[sort], len(ranked), mutant))
    return [mutant for _, _, mutant in sorted(ranked, key=lambda each: each[:2])]


def try_again(result: Result, mutant: Mutant) -> Outcome:
    """Try a mutant again that was killed: against the test that killed it, and then against all that bear the clause."""
    outcome = try_mutant(mutant, [result.by])
    return outcome if outcome.verdict is Verdict.KILLED else try_mutant(mutant, tests_bearing(result.clause))

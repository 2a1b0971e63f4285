"""Try the mutants of a clause against the tests that bear it."""

from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from time import monotonic

from tests.mutants.bearers import all_tests_bearing, take_turns, tests_bearing
from tests.mutants.code import code_mutants, mutant_named
from tests.mutants.data import data_mutants
from tests.mutants.model import Kind, Mutant, Verdict
from tests.mutants.own import own_mutants
from tests.mutants.proofs import Proof, Proofs
from tests.mutants.results import Result, Results, digest_of_all, is_fresh, make_result, proved_clauses
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
    """What is known of runs made here."""
    proofs: Proofs = field(default_factory=dict)
    """What is committed."""


@cache
def mutants_by_clause() -> dict[str, list[Mutant]]:
    """The mutants of data and tables and those written by hand, by the clauses that they break: those that must be killed first."""
    found: dict[str, list[Mutant]] = {}
    for mutant in chain(own_mutants(), data_mutants(), table_mutants()):
        for clause in mutant.clauses:
            found.setdefault(clause, []).append(mutant)
    return {clause: sorted(mutants, key=lambda mutant: not mutant.is_required) for clause, mutants in found.items()}


@cache
def code_mutant_names(clause: str) -> frozenset[str]:
    return frozenset(mutant.name for mutant in code_mutants(clause))


def is_still_made(result: Result) -> bool:
    """Whether there still is such a mutant of the clause; of code, whether the function still has such a place, and is still
    specific to the clause or cites it there."""
    if result.mutant.startswith(f"{Kind.CODE} "):
        return result.mutant in code_mutant_names(result.clause)
    return any(mutant.name == result.mutant for mutant in mutants_by_clause().get(result.clause, ()))


def prove_clause(clause: str, plan: Plan) -> list[Result]:
    """Try the mutants of a clause: all that must be killed, all that were killed before, and others until one is killed. Nothing is
    tried if neither a mutant that must be killed nor a test that noticed one has changed since."""
    found: list[Result] = []
    if not plan.is_whole and not plan.is_repeated and clause in plan.proofs and is_proof_fresh(clause, plan.proofs[clause]):
        return found
    for mutant in _mutants_to_try(clause, plan) if tests_bearing(clause) else ():
        known = plan.results.get((clause, mutant.name))
        tests = _tests_to_ask(clause, known)
        is_done = not plan.is_whole and any(result.verdict == Verdict.KILLED for result in found)
        if monotonic() > plan.deadline or (is_done and not mutant.is_required and not _was_killed(known)):
            break
        if known is not None and not plan.is_repeated and is_fresh(known, mutant, tests):
            found.append(known)
        else:
            found.append(make_result(clause, mutant, try_mutant(mutant, tests), tests))
    return found


def is_proof_fresh(clause: str, proof: Proof) -> bool:
    return proof.all == digest_of_all(_mutants_behind(clause, proof.mutant), [proof.test, *proof.others])


def _mutants_behind(clause: str, proving: str) -> list[Mutant]:
    """The mutants of a clause that must be killed, and the one that proves it, if it is still made."""
    known = mutants_by_clause().get(clause, ())
    mutants = [mutant for mutant in known if mutant.is_required or mutant.name == proving]
    of_code = mutant_named(proving, clause)
    return [*mutants, of_code] if of_code else mutants


def sum_up(results: Results, proofs: Proofs) -> Proofs:
    """What is to be committed, by results of some clauses. A clause of which not every mutant that must be killed was tried
    stays as it was."""
    by_clause: dict[str, dict[str, Result]] = {}
    for result in results.values():
        by_clause.setdefault(result.clause, {})[result.mutant] = result
    proved = proved_clauses(results)
    made = dict(proofs)
    for clause, known in by_clause.items():
        required = [mutant.name for mutant in mutants_by_clause().get(clause, ()) if mutant.is_required]
        if clause not in proved:
            made.pop(clause, None)
        elif all(name in known for name in required):
            made[clause] = _proof(proved[clause], [known[name] for name in required])
    return made


def _proof(proving: Result, required: list[Result]) -> Proof:
    others = sorted({result.by for result in required if result.verdict == Verdict.KILLED} - {proving.by})
    behind = _mutants_behind(proving.clause, proving.mutant)
    return Proof(proving.mutant, proving.by, proving.key, others, digest_of_all(behind, [proving.by, *others]))


def _mutants_to_try(clause: str, plan: Plan) -> list[Mutant]:
    """Those that must be killed come first, then those that were: what proves a clause is either fresh or tried again, and no old
    result speaks for it while new ones survive."""
    mutants = [mutant for mutant in mutants_by_clause().get(clause, ()) if mutant.kind in plan.kinds]
    spread = _one_of_each_operator(list(code_mutants(clause))) if Kind.CODE in plan.kinds else []
    killed = {mutant.name for mutant in (*mutants, *spread) if _was_killed(plan.results.get((clause, mutant.name)))}
    few = [mutant for number, mutant in enumerate(spread) if plan.is_whole or number < TRIES or mutant.name in killed]
    return sorted([*mutants, *few], key=lambda mutant: (not mutant.is_required, mutant.name not in killed))


def _tests_to_ask(clause: str, known: Result | None) -> list[str]:
    """Those that bear the clause, and in any case the one that noticed the mutant before, however slow it is."""
    tests = tests_bearing(clause)
    if known is None or known.by in tests or known.by not in all_tests_bearing(clause):
        return tests
    return [known.by, *tests]


def _was_killed(known: Result | None) -> bool:
    return known is not None and known.verdict == Verdict.KILLED


def _one_of_each_operator(mutants: list[Mutant]) -> list[Mutant]:
    """Mutants of a clause with the first of each operator and function first: those of one sort are noticed or missed together."""
    return take_turns(mutants, lambda mutant: mutant.name.rpartition(" ")[0])


def try_again(result: Result, mutant: Mutant) -> Outcome:
    """Try a mutant again that was killed: against the test that killed it, and then against all that bear the clause."""
    outcome = try_mutant(mutant, [result.by])
    return outcome if outcome.verdict is Verdict.KILLED else try_mutant(mutant, tests_bearing(result.clause))

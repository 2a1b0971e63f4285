"""What was found about mutants, keyed by what was changed and by the tests that were asked.

`build/mutants.json` has every result of the runs that were made here, and is not committed. `proofs` has what follows from them.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from houseway.output_files import write_output
from tests.mutants.bearers import test_digest
from tests.mutants.model import Mutant, Verdict, digest
from tests.mutants.proofs import Proof
from tests.mutants.running import Outcome
from tests.support.paths import ROOT

FILE = ROOT / "build" / "mutants.json"

BY_OPERATORS = frozenset(("code", "role", "step"))
"""How the names of mutants begin that are credited to whatever is cited at a place."""


class Result(NamedTuple):
    """The verdict on one mutant by the tests that bear one clause."""

    clause: str
    mutant: str
    verdict: str
    by: str
    """The test that noticed."""
    key: str
    """A hash of what was changed and of the test that noticed; of all tests that were asked, if none did."""
    is_required: bool


Results = dict[tuple[str, str], Result]
"""By clause and mutant."""


def read_results(file: Path = FILE) -> Results:
    lines = json.loads(file.read_text(encoding="utf-8")) if file.exists() else []
    return {(result.clause, result.mutant): result for result in (Result(*line) for line in lines)}


def write_results(results: Results, file: Path = FILE) -> None:
    """Write one result on each line. Others may read the file at the same time."""
    lines = ",\n".join(json.dumps(results[key], ensure_ascii=False) for key in sorted(results))
    file.parent.mkdir(exist_ok=True)
    write_output(file, f"[\n{lines}\n]\n".encode())


def as_result(clause: str, proof: Proof) -> Result:
    """Return what a proof says of its mutant."""
    return Result(clause, proof.mutant, Verdict.KILLED, proof.test, proof.key, is_required=False)


def make_result(clause: str, mutant: Mutant, outcome: Outcome, tests: Iterable[str]) -> Result:
    asked = [outcome.by] if outcome.verdict is Verdict.KILLED else list(tests)
    key = result_key(mutant, asked)
    return Result(clause, mutant.name, outcome.verdict.value, outcome.by, key, mutant.is_required)


def result_key(mutant: Mutant, tests: Iterable[str]) -> str:
    return digest(mutant.source, *(f"{test} {test_digest(test)}" for test in tests))


def is_fresh(result: Result, mutant: Mutant, tests: Iterable[str]) -> bool:
    """Whether neither what was changed nor the tests that were asked have changed since."""
    asked = [result.by] if result.verdict == Verdict.KILLED else list(tests)
    return result.key == result_key(mutant, asked)


def proved_clauses(results: Mapping[tuple[str, str], Result]) -> dict[str, Result]:
    """Clauses of which a mutant was killed, each with such a result: of one that must be killed, if there is one, and of one
    that an operator made only if there is no other. A clause with a required mutant that survives is not proved."""
    killed: dict[str, Result] = {}
    unproved = set()
    for result in results.values():
        if result.verdict == Verdict.KILLED:
            known = killed.get(result.clause)
            if known is None or result.is_required or _weight(result) > _weight(known):
                killed[result.clause] = result
        elif result.is_required and result.verdict == Verdict.SURVIVED:
            unproved.add(result.clause)
    return {clause: result for clause, result in sorted(killed.items()) if clause not in unproved}


def _weight(result: Result) -> tuple[bool, bool]:
    return result.is_required, kind_of(result.mutant) not in BY_OPERATORS


def kind_of(mutant: str) -> str:
    """Return how the name of a mutant begins."""
    return mutant.partition(" ")[0]


def digest_of_all(mutants: Iterable[Mutant], tests: Iterable[str]) -> str:
    made = sorted({f"{mutant.name}\0{mutant.source}" for mutant in mutants})
    return digest(*made, *(f"{test} {test_digest(test)}" for test in sorted(tests)))

"""What was found about mutants: stored in `results.json`, keyed by what was changed and by the tests that were asked."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from houseway.output_files import write_output
from tests.mutants.bearers import test_digest
from tests.mutants.model import Mutant, Verdict, digest
from tests.mutants.running import Outcome

FILE = Path(__file__).parent / "results.json"


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
    """Write one result on each line, so that changes of a few are readable. Others may read the file at the same time."""
    lines = ",\n".join(json.dumps(results[key], ensure_ascii=False) for key in sorted(results))
    write_output(file, f"[\n{lines}\n]\n".encode())


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
    """Clauses of which a mutant was killed, each with such a result. One with a required mutant that survives is not proved."""
    killed: dict[str, Result] = {}
    unproved = set()
    for result in results.values():
        if result.verdict == Verdict.KILLED and (result.clause not in killed or result.is_required):
            killed[result.clause] = result
        elif result.is_required and result.verdict == Verdict.SURVIVED:
            unproved.add(result.clause)
    return {clause: result for clause, result in sorted(killed.items()) if clause not in unproved}

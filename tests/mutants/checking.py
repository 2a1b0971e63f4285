"""`make test`: mutants that were killed are killed still.

Only mutants that are recorded as killed are tried, so nothing but a change can make this fail: those first whose function, datum or
test has changed since, then a sample of the others by a seed that is printed.
"""

import datetime
import random
from multiprocessing import get_context
from time import monotonic

from rich.console import Console
from rich.progress import Progress

from tests.mutants.code import mutant_named
from tests.mutants.memory import forget_everything, stop_collecting
from tests.mutants.model import Mutant, Verdict
from tests.mutants.proofs import read_proofs
from tests.mutants.proving import mutants_by_clause, try_again
from tests.mutants.results import Result, as_result, is_fresh

MOST_STALE = 0.2
"""So much of what the index claims may be stale."""


def check_killed(console: Console, seconds: float, seed: int | None, processes: int) -> int:
    """Try killed mutants again for some seconds. The exit status is 1 if one survives, or if too much is stale."""
    mutants = known_mutants()
    claimed = [as_result(clause, proof) for clause, proof in read_proofs().items()]
    stale = [result for result in claimed if is_stale(result, mutants)]
    seed = seed if seed is not None else datetime.datetime.now(tz=datetime.UTC).toordinal()
    order = [each for each in claimed if each not in set(stale)]
    random.Random(seed).shuffle(order)
    tried, survived = _try_again([*stale, *order], mutants, seconds, processes)
    console.print(
        f"mutants: {tried} of {len(claimed)} tried again with seed {seed}, {len(stale)} stale, {len(survived)} survive"
    )
    for result in survived:
        console.print(f"  {result.clause}: {result.mutant} was killed by {result.by}, and survives now")
    if len(stale) > MOST_STALE * len(claimed):
        console.print(f"  more than {MOST_STALE:.0%} of the proofs are stale: run `make mutants` and commit its results")
        return 1
    return 1 if survived else 0


def known_mutants() -> dict[str, Mutant]:
    """The mutants of data and tables and those written by hand, by name."""
    return {mutant.name: mutant for mutants in mutants_by_clause().values() for mutant in mutants}


def find_mutant(result: Result, mutants: dict[str, Mutant]) -> Mutant | None:
    """The mutant of a result, if there still is one of its name."""
    return mutants.get(result.mutant) or mutant_named(result.mutant, result.clause)


def is_stale(result: Result, mutants: dict[str, Mutant]) -> bool:
    mutant = find_mutant(result, mutants)
    return mutant is None or not is_fresh(result, mutant, ())


def _try_again(results: list[Result], mutants: dict[str, Mutant], seconds: float, processes: int) -> tuple[int, list[Result]]:
    there = [(result, mutant) for result in results if (mutant := find_mutant(result, mutants))]
    forget_everything()
    stop_collecting()
    _jobs[:] = there
    deadline, tried, survived = monotonic() + seconds, 0, []
    with get_context("fork").Pool(processes) as pool, Progress(auto_refresh=False) as progress:
        task = progress.add_task("mutants", total=seconds)
        for number, is_killed in pool.imap_unordered(_is_still_killed, range(len(there))):
            tried += 1
            survived += [] if is_killed else [there[number][0]]
            progress.update(task, completed=seconds - max(0, deadline - monotonic()), refresh=True)
            if monotonic() > deadline:
                break
    return tried, survived


_jobs: list[tuple[Result, Mutant]] = []
"""What is tried, for processes that are forked after it was filled."""


def _is_still_killed(number: int) -> tuple[int, bool]:
    """Whether a mutant is killed. One that cannot be made any more, or breaks the program down, says nothing."""
    return number, try_again(*_jobs[number]).verdict is not Verdict.SURVIVED

"""Make the program wrong on purpose, and see whether the tests that bear a clause's id notice.

python -m tests.mutants                        all clauses; fresh results are not tried again
python -m tests.mutants md                     one book: md, div, uth or fc
python -m tests.mutants md 10.B '11.C(3)'      some clauses of it, with what every mutant did
python -m tests.mutants uth --open             the clauses of a book that are not proved yet
python -m tests.mutants --check                what `make test` does: killed mutants of changed code, and a sample of others
python -m tests.mutants --survivors data       mutants that no test has noticed, of a kind or of all, with the tests of all clauses
python -m tests.mutants --report               figures of what was found
"""

import argparse
import gc
import sys
from collections.abc import Iterator
from multiprocessing import get_context
from time import monotonic

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from houseway.regulation import load_book
from tests.mutants.bearers import BEARERS
from tests.mutants.checking import check_killed
from tests.mutants.code import functions_of_clauses
from tests.mutants.memory import forget_everything, import_program, stop_collecting
from tests.mutants.model import Kind
from tests.mutants.own import BOOKS
from tests.mutants.proofs import read_proofs, read_unnoticed, write_proofs
from tests.mutants.proving import Plan, is_still_made, mutants_by_clause, prove_clause, sum_up
from tests.mutants.report import print_report, print_results
from tests.mutants.results import Result, read_results, write_results
from tests.mutants.surviving import still_unnoticed, try_survivor, unexplained

console = Console()


def main() -> None:
    given = _arguments()
    if given.report:
        print_report(console, read_proofs(), read_unnoticed(), read_results())
        return
    if not given.check and not BEARERS.exists():
        sys.exit("which tests bear which clauses is not known: run the tests first (`make suite`)")
    gc.disable()  # nothing becomes garbage before processes are forked
    sys.dont_write_bytecode = False  # tests are compiled once, and not for every mutant
    console.print("importing the program and reading the books")
    import_program()
    mutants_by_clause()
    if given.check:
        sys.exit(check_killed(console, given.seconds or 30, given.seed, given.processes))
    if given.survivors is not None:
        _try_survivors(given.survivors, given.processes)
        return
    proofs = read_proofs()
    proved = proofs if given.open else ()
    clauses = [clause for clause in _chosen_clauses(given) if clause not in proved]
    plan = Plan(
        frozenset(map(Kind, given.kinds or Kind)),
        is_whole=given.whole,
        is_repeated=given.again or bool(given.clauses),
        deadline=monotonic() + given.seconds if given.seconds else float("inf"),
        results=read_results(),
        proofs=proofs,
    )
    functions_of_clauses()
    forget_everything()
    stop_collecting()
    found = _prove(clauses, plan, given.processes)
    if given.clauses:
        print_results(console, found)
    else:
        print_report(console, read_proofs(), read_unnoticed(), read_results())


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutants", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("book", nargs="?", choices=BOOKS)
    parser.add_argument("clauses", nargs="*", metavar="CLAUSE")
    parser.add_argument("--kinds", nargs="+", choices=list(Kind), help="mutants of some kinds only")
    parser.add_argument("--whole", action="store_true", help="try all mutants of a clause, and not only until one is killed")
    parser.add_argument("--again", action="store_true", help="try mutants again whose results are fresh")
    parser.add_argument("--open", action="store_true", help="only clauses that are not proved yet")
    parser.add_argument("--seconds", type=float, help="stop after so many seconds")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--check", action="store_true", help="try killed mutants again: changed ones and a sample")
    parser.add_argument("--seed", type=int, help="of the sample; the day by default")
    parser.add_argument(
        "--survivors",
        nargs="?",
        const="",
        metavar="KIND",
        help="try mutants again that no test has noticed and nobody explained",
    )
    parser.add_argument("--report", action="store_true", help="print figures, try nothing")
    return parser.parse_args()


def _chosen_clauses(given: argparse.Namespace) -> Iterator[str]:
    for book in [BOOKS[given.book]] if given.book else BOOKS.values():
        yield from (f"{book} {clause}" for clause in given.clauses or load_book(book).clauses)


def _try_survivors(kind: str, processes: int) -> None:
    """Try mutants that no test has noticed, and print those that survive."""
    names = [name for name in unexplained(read_unnoticed()) if name.startswith(kind)]
    functions_of_clauses()
    forget_everything()
    stop_collecting()
    with get_context("fork").Pool(processes) as pool, Progress(console=console, auto_refresh=False) as progress:
        task = progress.add_task("survivors", total=len(names))
        for made in pool.imap_unordered(_try_survivor_in_process, names):
            _store(made)
            progress.update(task, advance=1, refresh=True)
    for name in unexplained(read_unnoticed()):
        if name.startswith(kind):
            console.print(name, soft_wrap=True)


def _try_survivor_in_process(name: str) -> list[Result]:
    return try_survivor(name, read_results())


def _prove(clauses: list[str], plan: Plan, processes: int) -> list[Result]:
    """Prove clauses in several processes. Results are written as they come, so that nothing is lost by stopping."""
    proving_plan.append(plan)
    found: list[Result] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with get_context("fork").Pool(processes) as pool, Progress(*columns, console=console, auto_refresh=False) as progress:
        task = progress.add_task("clauses", total=len(clauses))
        for number, made in enumerate(pool.imap_unordered(_prove_in_process, clauses)):
            found += made
            progress.advance(task)
            progress.refresh()
            if number % 20 == 0:
                _store(found)
    _store(found)
    return found


proving_plan: list[Plan] = []
"""The plan, for processes that are forked after it was made."""


def _prove_in_process(clause: str) -> list[Result]:
    return prove_clause(clause, proving_plan[-1])


def _store(found: list[Result]) -> None:
    """Add results to those in the file, drop those of mutants that are gone, and sum up what is to be committed. To find those that
    are gone takes a minute the first time, so the file is read again afterwards: another run may have written to it."""
    gone = {key for key, result in read_results().items() if not is_still_made(result)}
    all_results = read_results() | {(result.clause, result.mutant): result for result in found}
    left = {key: result for key, result in all_results.items() if key not in gone}
    write_results(left)
    tried = {result.clause for result in found}
    of_tried = {key: result for key, result in left.items() if result.clause in tried}
    write_proofs(sum_up(of_tried, read_proofs()), still_unnoticed(read_unnoticed(), left))


if __name__ == "__main__":
    main()

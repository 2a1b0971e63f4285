"""Print what was found about mutants."""

from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

from houseway.regulation import BOOKS, load_book
from tests.mutants.bearers import tests_bearing
from tests.mutants.proofs import Proofs
from tests.mutants.results import Result, Results, kind_of
from tests.mutants.surviving import unexplained


def print_report(console: Console, proved: Proofs, left: list[str], results: Results) -> None:
    """Figures by book: clauses proved, those of which only survivors are known, and those not tried or without a test. Verdicts are
    those of the runs that were made here."""
    table = Table("book", "clauses", "proved", "mutants survive", "without a test", "no mutant killed", box=None)
    for book in BOOKS:
        clauses = [clause.citation for clause in load_book(book).clauses.values()]
        open_ = [clause for clause in clauses if clause not in proved]
        survive = {result.clause for result in results.values() if result.verdict == "survived"}
        counts = Counter(_state(clause, survive) for clause in open_)
        figures = (len(clauses), len(clauses) - len(open_), counts["survive"], counts["untested"], counts["rest"])
        table.add_row(book, *map(str, figures))
    console.print(table)
    verdicts = Counter((kind_of(result.mutant), result.verdict) for result in results.values())
    console.print(", ".join(f"{kind} {verdict} {count}" for (kind, verdict), count in sorted(verdicts.items())))
    explained = len(left) - len(unexplained(left))
    console.print(f"{len(left)} mutants were noticed by no test; {explained} of them are explained")


def _state(clause: str, survive: set[str]) -> str:
    if not tests_bearing(clause):
        return "untested"
    return "survive" if clause in survive else "rest"


def print_results(console: Console, results: Iterable[Result]) -> None:
    table = Table("clause", "verdict", "mutant", "by", box=None)
    for result in results:
        clause = result.clause.partition(" ")[2]
        table.add_row(clause, result.verdict, result.mutant, result.by.removeprefix("tests/"))
    console.print(table)

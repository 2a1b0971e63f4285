"""Mutate the parts of the program that carry no clause, by mutmut, and print how many mutants the tests notice.

python -m tests.mutation                     every part: the mutants that were not tried yet
python -m tests.mutation money ledger        some parts
python -m tests.mutation money --again       the mutants of a part that survived or hung, after its tests have changed
python -m tests.mutation store --modules tree writer    some modules of a part
python -m tests.mutation store --again --only postgresql    the same, with the tests that a part leaves out because they are slow
python -m tests.mutation --report            figures of what was found; tries nothing

Modules of which every mutant was tried are left alone until they change: `tried.json` says which.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

from tests.mutation.parts import PARTS, Part
from tests.mutation.results import Found, read_found, write_results
from tests.mutation.running import try_mutants
from tests.mutation.tried import COUNTED, source_hashes, total_figures, untried_sources, write_tried

console = Console()


def main() -> None:
    given = _arguments()
    mutated = {name: source_hashes(PARTS[name]) for name in given.parts or PARTS}
    for name in given.parts or PARTS:
        if not given.report:
            console.rule(name)
            sources = _chosen_sources(PARTS[name], given.modules, given.again)
            try_mutants(PARTS[name], sources, again=given.again, only=given.only, processes=given.processes)
    found = {name: read_found(PARTS[name]) for name in given.parts or PARTS if PARTS[name].was_tried}
    if not given.report:
        for name in found:
            write_tried(PARTS[name], mutated[name])
        write_results(found, {name: total_figures(PARTS[name]) for name in found})
    _print_report(found)
    sys.exit(any(part.unexplained for part in found.values()))


def _chosen_sources(part: Part, modules: Sequence[str], again: bool) -> list[Path]:
    """The files that are mutated: those with untried mutants or, again, all; of these, those that were asked for."""
    sources = part.sources if modules or again else untried_sources(part)
    return [source for source in sources if not modules or source.stem in modules]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[*PARTS, []], help=", ".join(PARTS))
    parser.add_argument("--modules", nargs="+", default=[], help="only these modules of the parts")
    parser.add_argument("--again", action="store_true", help="try mutants again that survived or hung")
    parser.add_argument("--only", default="", help="only tests that match, as pytest's -k, even those that a part leaves out")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--report", action="store_true", help="print figures, try nothing")
    given = parser.parse_args()
    if given.only and not given.again:
        parser.error("--only needs --again: mutants are tried with all tests of a part first")
    return given


def _print_report(found: dict[str, Found]) -> None:
    for part in found.values():
        for survivor in part.unexplained:
            console.print(f"{survivor.function}\n  - {survivor.was}\n  + {survivor.becomes}", markup=False, highlight=False)
    columns = (*COUNTED, "score")
    table = Table("part", *columns, box=None)
    for name in found:
        figures = total_figures(PARTS[name])
        table.add_row(name, *(str(figures.get(column, "?")) for column in columns))
    console.print(table)
    for name in found:
        left = [source.stem for source in untried_sources(PARTS[name])]
        console.print(f"{name}: not tried completely: {', '.join(left)}" if left else f"{name}: every module was tried")


if __name__ == "__main__":
    main()

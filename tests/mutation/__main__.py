"""Mutate the parts of the program that carry no clause, by mutmut, and print how many mutants the tests notice.

python -m tests.mutation                     every part: the mutants that were not tried yet
python -m tests.mutation money ledger        some parts
python -m tests.mutation money --again       the mutants of a part that survived or hung, after its tests have changed
python -m tests.mutation --report            figures of what was found; tries nothing
"""

import argparse
import sys

from rich.console import Console
from rich.table import Table

from tests.mutation.parts import PARTS
from tests.mutation.results import Found, read_found, write_results
from tests.mutation.running import try_mutants

console = Console()


def main() -> None:
    given = _arguments()
    for name in given.parts or PARTS:
        if not given.report:
            console.rule(name)
            try_mutants(PARTS[name], again=given.again)
    found = {name: read_found(PARTS[name]) for name in given.parts or PARTS if PARTS[name].was_tried}
    write_results(found)
    _print_report(found)
    sys.exit(any(part.unexplained for part in found.values()))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", choices=[*PARTS, []], help=", ".join(PARTS))
    parser.add_argument("--again", action="store_true", help="try mutants again that survived or hung")
    parser.add_argument("--report", action="store_true", help="print figures, try nothing")
    return parser.parse_args()


def _print_report(found: dict[str, Found]) -> None:
    for part in found.values():
        for survivor in part.unexplained:
            console.print(f"{survivor.function}\n  - {survivor.was}\n  + {survivor.becomes}", markup=False, highlight=False)
    table = Table(
        "part", "mutants", "killed by tests", "by types", "hung", "explained", "survive", "not tried", "score", box=None
    )
    for name, part in found.items():
        survivors = (len(part.explained), len(part.unexplained))
        counts = (part.mutants, part.killed, part.mistyped, len(part.hung), *survivors, part.untried)
        table.add_row(name, *map(str, counts), f"{part.score:.1%}")
    console.print(table)


if __name__ == "__main__":
    main()

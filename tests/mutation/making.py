"""Make the mutants of a part with mutmut, in the folder in which this is run, and note which of them mypy refuses.

Mutants that mypy refuses are not tried: `make test` would refuse them, too. What was tried of functions that have not changed stays
known, so a run that was stopped goes on where it was. Types are checked only if a file that was asked for has untried mutants: it
takes minutes.
"""

import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from mutmut.__main__ import create_mutants
from mutmut.mutation.file_mutation import filter_mutants_with_type_checker
from mutmut.utils.file_utils import copy_also_copy_files, copy_src_dir, walk_mutatable_files

from tests.mutation.codes import MISTYPED, change_codes, read_codes


def main(processes: int, asked: Sequence[str]) -> None:
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):  # it prints the name of every file
        copy_src_dir()
        copy_also_copy_files()
        create_mutants(processes)
    modules = [Path("mutants", path) for path in walk_mutatable_files()]
    if any(None in read_codes(Path("mutants", source)).values() for source in asked):
        refused = filter_mutants_with_type_checker()
        for module in modules:
            change_codes(module, {name: MISTYPED for name in read_codes(module) if name in refused})


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])

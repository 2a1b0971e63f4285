"""The solved games of the examples, as results that come with the program.

python -m tests.support.solved_examples          counts all of them, in six minutes, and then replaces those in the package

To solve a game takes up to a minute, so the program comes with these, and a PAR sheet of an example is there at once. A result is
stored under a hash of everything that it depends on: after a change of a kernel it is not found any more, a test fails, and this
has to be run again. `make prove` counts them again.
"""

import argparse
import os
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest import mock

from houseway import disk_cache
from houseway.analysis import build_par_sheet, solve_game
from houseway.analysis.hold.seats import count_two_seats
from houseway.examples import submission_names
from tests.support.example_odds import example_rules

SEATED = "md.ultimate-texas-holdem/minimal"


@contextmanager
def empty_cache(shipped):
    """Work with an empty cache; `shipped` is the folder that stands for the results that come with the program."""
    with (
        TemporaryDirectory() as folder,
        mock.patch.dict(os.environ, HOUSEWAY_CACHE=folder),
        mock.patch.object(disk_cache, "SHIPPED", shipped),
    ):
        yield Path(folder)


def solve_examples():
    """Solve the game of every example, with the optional wagers beside it; and count two seats of one of them, with Trips."""
    for name in submission_names():
        rules = example_rules(name)
        build_par_sheet(rules, solution=solve_game(rules))
    count_two_seats(example_rules(SEATED))


def count_results():
    """Count everything anew, and return the files of the results by name."""
    with TemporaryDirectory() as nothing, empty_cache(Path(nothing)) as cache:
        solve_examples()
        return {path.name: path.read_text(encoding="utf-8") for path in cache.glob("*.json")}


def _write_results():
    results = count_results()
    disk_cache.SHIPPED.mkdir(exist_ok=True)
    for path in disk_cache.SHIPPED.iterdir():
        path.unlink()
    for name, text in results.items():
        (disk_cache.SHIPPED / name).write_text(text, encoding="utf-8")


def main(arguments=None):
    """Count and write the results, if that is all that is asked."""
    form = argparse.RawTextHelpFormatter
    argparse.ArgumentParser("python -m tests.support.solved_examples", description=__doc__, formatter_class=form).parse_args(
        arguments
    )
    _write_results()


if __name__ == "__main__":
    main()

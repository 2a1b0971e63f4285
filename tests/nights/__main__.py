"""See what came of recorded nights, and record them anew.

python -m tests.nights --record                          write recorded.txt anew; say which nights have changed
python -m tests.nights --show NIGHT ROUND ASPECT         the text behind a digest
python -m tests.nights --compare REV NIGHT ROUND ASPECT  the lines that differ from those of the program at another revision
python -m tests.nights --breaks                          which of the written breaks (tests/mutants/wrong_*.py) the nights notice
python -m tests.nights --breaks --sample N --seed S      of so many, drawn by a seed
python -m tests.nights --breaks --only NAME              of those whose names contain a text
"""

import argparse
import sys

from tests.nights.catalogue import all_nights
from tests.nights.notes import ASPECTS
from tests.nights.recorded import FILE, differences, read_recorded, write_recorded


def main():
    given = _arguments()
    if given.record:
        record()
    elif given.show:
        say("\n".join(text_behind(*given.show)))
    elif given.compare:
        from tests.nights.revisions import compare

        say("\n".join(compare(*given.compare)))
    elif given.breaks:
        from tests.nights.breaks import try_breaks

        try_breaks(given.only, given.sample, given.seed, given.processes)


def _arguments():
    parser = argparse.ArgumentParser(
        prog="python -m tests.nights", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--record", action="store_true")
    what.add_argument("--show", nargs=3, metavar=("NIGHT", "ROUND", "ASPECT"))
    what.add_argument("--compare", nargs=4, metavar=("REV", "NIGHT", "ROUND", "ASPECT"))
    what.add_argument("--breaks", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    return parser.parse_args()


def record():
    before = read_recorded() if FILE.exists() else {}
    nights = {}
    for name, play in all_nights().items():
        notes = play()
        nights[name] = notes.digests()
        if notes.stuck:
            say(f"night {name}: the table cannot go on: {notes.stuck}")
    changed = [name for name in dict.fromkeys((*before, *nights)) if differences(before.get(name, {}), nights.get(name, {}))]
    write_recorded(nights)
    say(f"{len(changed)} of {len(nights)} nights have changed: {' '.join(changed) or 'none'}")


def text_behind(night, page, aspect):
    """The lines of an aspect of a round of a night."""
    nights = all_nights()
    if night not in nights or aspect not in ASPECTS:
        sys.exit(f"nights are {', '.join(nights)}; aspects are {', '.join(ASPECTS)}")
    return nights[night]().lines(page, aspect)


def say(words):
    print(words)  # noqa: T201 - a command


if __name__ == "__main__":
    main()

"""The digests that are kept in `recorded.txt`: written, read, and compared with those of today."""

from pathlib import Path

from tests.nights.notes import ASPECTS

FILE = Path(__file__).parent / "recorded.txt"
HEADER = f"""\
# Nights played by chance from fixed seeds, and what came of them: for each round eight digits of a digest of each aspect.
# A digest is no proof of truth. One that changed says that the program behaves otherwise than when this was written: look.
#     python -m tests.nights --show NIGHT ROUND ASPECT         the text behind a digest
#     python -m tests.nights --compare REV NIGHT ROUND ASPECT  the same text at another revision of the program, side by side
#     python -m tests.nights --record                          write this file anew, once every difference is understood
{"".join(f"# {name}: {words}{chr(10)}" for name, words in ASPECTS.items())}\
#
# night page {" ".join(ASPECTS)}
"""
NOTHING = "-"


def line_of(night, page, digests):
    return " ".join((night, page, *(digests.get(aspect, NOTHING) for aspect in ASPECTS)))


def write_recorded(nights, file=FILE):
    """Write the digests of nights, by name and page."""
    lines = [line_of(night, page, found) for night, pages in nights.items() for page, found in pages.items()]
    file.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


def read_recorded(file=FILE):
    """The digests by night, page and aspect."""
    nights = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            night, page, *digests = line.split(" ")
            found = {aspect: digest for aspect, digest in zip(ASPECTS, digests, strict=True) if digest != NOTHING}
            nights.setdefault(night, {})[page] = found
    return nights


def differences(recorded, today):
    """Where the pages of a night differ: (page, aspect), as recorded first."""
    pages = dict.fromkeys((*recorded, *today))
    return [
        (page, aspect)
        for page in pages
        for aspect in ASPECTS
        if recorded.get(page, {}).get(aspect) != today.get(page, {}).get(aspect)
    ]


def report(night, found):
    """What a test says about a night that differs."""
    (page, aspect), pages = found[0], len({page for page, _ in found})
    listed = ", ".join(dict.fromkeys(each for where, each in found if where == page))
    return (
        f"night {night}: first in round {page}: {listed}; {pages} of its rounds differ in all.\n"
        "The program behaves otherwise than when the night was recorded. That need not be wrong, but somebody must look:\n"
        f"    python -m tests.nights --show {night} {page} {aspect}\n"
        f"    python -m tests.nights --compare main {night} {page} {aspect}\n"
        "If the change is meant, `python -m tests.nights --record`, and say in the commit's body what changed the digests."
    )

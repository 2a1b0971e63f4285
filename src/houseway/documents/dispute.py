"""The rounds of one player for print: what was wagered and paid, and what the rules give."""

from collections.abc import Sequence
from typing import NamedTuple

from houseway import __version__
from houseway.citation import Citation
from houseway.documents.document import Document, Element, printable_name
from houseway.spelling import count_things

COLUMNS = ("Table", "Round", "Time (UTC)", "Wagered", "Received", "By the rules", "Owed")
_NOTHING = "$0"


class PrintedRound(NamedTuple):
    table: str
    number: int
    time: str
    wagered: str
    received: str
    by_the_rules: str
    owed: str


class PrintedDifference(NamedTuple):
    """Where the record is not what the rules give."""

    place: str
    recorded: str
    expected: str
    clauses: tuple[Citation, ...]
    owed: str


def make_dispute(player: str, rounds: Sequence[PrintedRound], differences: Sequence[PrintedDifference], total: str) -> Document:
    """Print rounds in the order in which they are given."""
    name = printable_name(player)
    title = Element("facility", (name,))
    summary = Element("summary", (f"{count_things(len(rounds), 'round')}: {total}",))
    rows = tuple(Element("round", tuple(map(str, each))) for each in rounds)
    found = tuple(map(_difference_element, differences))
    foot = Element("foot", ("Every command was decided again and compared with the record.", f"houseway {__version__}"))
    data = {
        "name": name,
        "summary": summary.text,
        "columns": COLUMNS,
        "rows": [row.cells for row in rows],
        "wrong": [each.owed != _NOTHING for each in rounds],
        "differences": [each.cells for each in found],
        "foot": foot.cells,
    }
    return Document(f"Rounds of {name}", (title, summary, *rows, *found, foot), "dispute.typ", data)


def _difference_element(found: PrintedDifference) -> Element:
    clauses = ", ".join(dict.fromkeys(clause.clause for clause in found.clauses))
    return Element("difference", (found.place, found.recorded, found.expected, clauses, found.owed), found.clauses)

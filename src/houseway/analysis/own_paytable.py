"""A paytable of somebody's own, for study: it is in no book."""

from collections.abc import Mapping

from houseway.errors import Malformed
from houseway.hands import Category
from houseway.regulation import Paytable, Regulation, Row

OWN_LETTER = "own"
"""The letter of a paytable that is in no book."""


def make_paytable(book: Regulation, wager: str, rows: Mapping[str, str]) -> Paytable:
    """Return the paytable of rows such as `{"royal-flush": "50 to 1"}`. Its hands are those that the wager knows."""
    known = book.wager(wager)
    allowed = tuple(sorted(known.hands - {Category.NOTHING}))  # what is left over has no row
    for hand in rows:
        if hand not in allowed:
            raise Malformed(
                f"the {known.title} has no hand {hand!r}; its hands are {', '.join(allowed)}",
                code="odds.hand",
                given=hand,
                allowed=allowed,
            )
    if not rows:
        raise Malformed("a paytable has rows, as in 'flush=4 to 1'", code="odds.rows", given="none", allowed="hand=pays")
    return Paytable(
        wager, OWN_LETTER, known.clause, tuple(Row(hand, known.parse_pay(pays), known.clause) for hand, pays in rows.items())
    )


def parse_rows(text: str) -> dict[str, str]:
    """Parse the rows of a paytable from one text, as in `flush=4 to 1; straight=2 to 1`."""
    found: dict[str, str] = {}
    for part in filter(str.strip, text.split(";")):
        hand, equals, pays = (each.strip() for each in part.partition("="))
        if not (hand and equals and pays) or hand in found:
            said = f"{part.strip()!r} is no row of its own" if hand in found else f"{part.strip()!r} is not a row"
            raise Malformed(
                f"{said}; write each hand once, as in 'flush=4 to 1; straight=2 to 1'",
                code="odds.pair",
                given=part.strip(),
                allowed="flush=4 to 1; straight=2 to 1",
            )
        found[hand] = pays
    return found

"""A rule book without a submission, as rules to be analysed."""

from collections.abc import Mapping

from houseway.analysis.own_paytable import make_paytable
from houseway.errors import Malformed
from houseway.money import Cents, OddsToOne, Push
from houseway.regulation import Paytable, Regulation, Wager, load_book
from houseway.submission import Offer, Rules
from houseway.submission.readings import apply_readings

StudiedTable = str | Mapping[str, str]
"""A paytable of the book by its letter, or pays by hand."""


def standard_rules(
    book: str,
    paytables: Mapping[str, StudiedTable] | None = None,
    readings: Mapping[str, str] | None = None,
    version: str | None = None,
) -> Rules:
    """Return a rule book as rules: every wager on its first paytable or the given one, readings by default or as given.

    For analysis only: nothing is filed, so nothing was judged.
    """
    regulation = load_book(book, version)
    tables = dict(paytables or {})
    offers = {}
    for wager in regulation.wagers.values():
        table = _table_of(regulation, wager, tables.pop(wager.id, None))
        if table is not None:
            offers[wager.id] = Offer(wager.id, table, Cents(0), Cents(0))
    for unknown in tables:
        raise Malformed(
            f"{book} has no wager {unknown!r} with a paytable; it has {', '.join(offers)}",
            code="book.no-wager",
            given=unknown,
            allowed=tuple(offers),
        )
    taken = regulation.choose_readings(readings or {})
    return Rules(regulation, "", {}, apply_readings(regulation, offers, taken), (), taken, ())


def _table_of(book: Regulation, wager: Wager, given: StudiedTable | None) -> Paytable | None:
    """Return the paytable that is given or the first one; None for a wager that has none."""
    tables = book.paytables_of(wager.id)
    if not tables or given is None:
        return tables[0] if tables else None
    if not isinstance(given, str):
        return _check_pays(book, wager, make_paytable(book, wager.id, given))
    table = book.paytable(wager.id, given)
    if table is None:
        known = tuple(each.letter for each in tables)
        raise Malformed(
            f"{book.id} has no paytable {given!r} of {wager.title}; it has {', '.join(known)}",
            code="solve.paytable",
            clauses=(wager.clause,),
            given=given,
            allowed=known,
        )
    return table


def _check_pays(book: Regulation, wager: Wager, table: Paytable) -> Paytable:
    """Refuse pays that a solver cannot count by the Ante: fixed amounts, and meters where the book has none."""
    known = {type(row.pays) for each in book.paytables_of(wager.id) for row in each.rows} | {OddsToOne, Push}
    for row in table.rows:
        if type(row.pays) not in known:
            raise Malformed(
                f"the {wager.title} cannot pay {row.pays} for {row.words}; it pays odds, or returns the wager",
                code="solve.pays",
                clauses=(wager.clause,),
                given=str(row.pays),
                allowed="odds as in 50 to 1, or push",
            )
    return table

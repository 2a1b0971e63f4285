"""A rule book without a submission, as rules to be analysed."""

from collections.abc import Mapping

from houseway.errors import Malformed
from houseway.money import Cents
from houseway.regulation import load
from houseway.submission import Offer, Rules
from houseway.submission.readings import apply_readings


def standard_rules(book: str, paytables: Mapping[str, str] | None = None, readings: Mapping[str, str] | None = None) -> Rules:
    """Return a rule book as rules: every wager on its first paytable or the named one, readings by default or as given.

    For analysis only: nothing is filed, so nothing was judged.
    """
    regulation = load(book)
    letters = dict(paytables or {})
    offers = {}
    for wager in regulation.wagers.values():
        tables = regulation.paytables_of(wager.id)
        letter = letters.pop(wager.id, tables[0].letter if tables else "")
        table = regulation.paytable(wager.id, letter)
        if table is None and tables:
            known = tuple(each.letter for each in tables)
            raise Malformed(
                f"{book} has no paytable {letter!r} of {wager.title}; it has {', '.join(known)}",
                code="solve.paytable",
                clauses=(wager.clause,),
                given=letter,
                allowed=known,
            )
        if table is not None:
            offers[wager.id] = Offer(wager.id, table, Cents(0), Cents(0))
    for unknown in letters:
        raise Malformed(
            f"{book} has no wager {unknown!r} with a paytable; it has {', '.join(offers)}",
            code="book.no-wager",
            given=unknown,
            allowed=tuple(offers),
        )
    taken = regulation.choose_readings(readings or {})
    return Rules(regulation, "", {}, apply_readings(regulation, offers, taken), (), taken, ())

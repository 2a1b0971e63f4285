"""Conduct that is asked of people: every such clause has somebody whose duty it is, and a breach can be recorded."""

import pytest

from houseway.citation import cite_clauses
from houseway.regulation import BOOKS, load
from houseway.table.acts import CONDUCT, NO_CASH_BETS, STAYS
from tests.support.submissions import DIV, MD

TOUCHED = {MD: cite_clauses(MD, "11.A(5)"), DIV: cite_clauses(DIV, "(l)(2)#1", "(l)(2)#4")}
"""Only their player touches cards, and not once they are set: the table refuses to set them, but does not see who touches them."""


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_somebodys_duty_can_be_recorded(book):
    """A spoken bet is refused and an abandoned hand is played on; nobody sets another's hand, nor his own again. So these are no
    mere duties; a breach is recorded all the same."""
    found = load(book)
    duties = {clause.citation for clause in found.clauses.values() if clause.duty}
    refused = {*NO_CASH_BETS.in_book(found.numbering), *STAYS.in_book(found.numbering), *TOUCHED.get(book, ())}
    assert set(CONDUCT.in_book(found.numbering)) == duties | refused
    assert not duties & refused

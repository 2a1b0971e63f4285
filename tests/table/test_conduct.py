"""Conduct that is asked of people: every such clause has somebody whose duty it is, and a breach can be recorded."""

import pytest

from houseway.regulation import BOOKS, load
from houseway.table.acts import CONDUCT, NO_CASH_BETS, STAYS


@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_somebodys_duty_can_be_recorded(book):
    """A spoken bet is refused and an abandoned hand is played on, so these two are no mere duties; a breach is recorded all the
    same."""
    found = load(book)
    duties = {clause.citation for clause in found.clauses.values() if clause.duty}
    refused = {*NO_CASH_BETS.in_book(found.numbering), *STAYS.in_book(found.numbering)}
    assert set(CONDUCT.in_book(found.numbering)) == duties | refused
    assert not duties & refused

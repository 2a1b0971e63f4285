"""Conduct that is asked of people: every such clause has somebody whose duty it is, and a breach can be recorded."""

import pytest

from houseway.regulation import BOOKS
from houseway.submission import judge, parse_submission
from houseway.table.acts import NO_CASH_BETS, STAYS, TOUCHED, conduct_clauses
from tests.support.submissions import submission
from tests.support.table_driver import METHODS


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("book", BOOKS)
def test_whatever_is_somebodys_duty_can_be_recorded(book, method):
    """However the cards are dealt. A spoken bet is refused and an abandoned hand is played on; nobody sets another's hand, nor his
    own again. So these are no mere duties; a breach is recorded all the same."""
    rules = judge(parse_submission(submission(book, METHODS[method]))).rules
    duties = {clause.citation for clause in rules.regulation.clauses.values() if clause.duty}
    refused = {clause for law in (NO_CASH_BETS, STAYS, TOUCHED) for clause in rules.law(law)}
    assert sorted(conduct_clauses(rules)) == sorted(duties | refused), "each once"
    assert not duties & refused

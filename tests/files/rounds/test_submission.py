"""The submissions that come with the program, and the changes that a round file makes to one."""

import pytest

from houseway.errors import Malformed
from houseway.explanation.games import default_table_name
from houseway.files.rounds.submission import merge_changes
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from tests.support.clauses import every_book


@every_book
def test_the_submission_that_comes_with_the_program_passes(book):
    verdict = judge(parse_submission(built_in_submission(book)))
    assert verdict.passes
    assert all(default_table_name(load_book(book).game) in meter.tables for meter in verdict.rules.meters)


def test_a_book_without_a_table_is_refused():
    with pytest.raises(Malformed, match="there is no rule book"):
        built_in_submission("md.roulette")


def test_changes_are_merged_into_the_submission():
    text = merge_changes(
        built_in_submission("md.pai-gow-poker"),
        {"table": {"decks": 1}, "payout-limit.amount": "none"},
        {"progressive": False, "fortune-bonus": {"maximum": "$50"}},
        {"PG-22": "none"},
        None,
    )
    verdict = judge(parse_submission(text))
    assert verdict.passes, verdict.findings
    assert "progressive" not in verdict.rules.offers
    assert verdict.rules.meters == ()
    assert str(verdict.rules.offers["fortune-bonus"].maximum) == "$50"
    assert "payout-limit.amount" not in verdict.rules.options

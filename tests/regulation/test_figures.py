"""Every figure of the rule books, against a second transcription of the texts by someone who did not see the first.

A few lines are not independent: docs/decisions/0005-coverage.md names them.
"""

import csv
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from houseway.regulation import BOOKS, load_book
from houseway.regulation.model import PAYS

FIGURES = Path(__file__).parent / "figures.csv"


@cache
def figures():
    """The second transcription, by book, version, clause and key."""
    with FIGURES.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return {(row["book"], row["version"], row["clause"], row["key"]): row["figure"] for row in rows}


def written(value):
    """A value as the second transcription writes it."""
    if isinstance(value, Fraction):
        return f"{value * 100}%"
    return ", ".join(map(written, value)) if isinstance(value, tuple) else str(value)


def disagreements(book):
    """The figures of one book that the two transcriptions have differently, by clause and key."""
    found = {}
    for clause in book.clauses.values():
        for key, value in clause.values.items():
            second = figures().get((book.id, book.version, clause.id, key))
            if second != written(value):
                found[clause.id, key] = (written(value), second)
    return found


VERSIONS = [(book, version) for book in BOOKS for version in load_book(book).versions]


@pytest.mark.parametrize(("book", "version"), VERSIONS)
def test_the_two_transcriptions_agree(book, version, claim_read):
    assert disagreements(load_book(book, version)) == {}
    claim_read(*(clause.citation for clause in load_book(book, version).clauses.values() if clause.values))


@pytest.mark.parametrize(("book", "version"), VERSIONS)
def test_every_payout_row_is_as_the_second_transcription_has_it(book, version, claim_read):
    """Rows that a clause in words sets, such as even money, have no figure in the texts; the rounds prove them."""
    tables = load_book(book, version).paytables
    read = {row.clause.clause: written(row.pays) for table in tables for row in table.rows}
    second = {clause: figure for (of, in_, clause, key), figure in figures().items() if (of, in_, key) == (book, version, PAYS)}
    assert {clause: read.get(clause) for clause in second} == second
    claim_read(*(row.clause for table in tables for row in table.rows if row.clause.clause in second))
    claim_read(*(table.clause for table in tables if all(row.clause.clause in second for row in table.rows)))


@pytest.mark.parametrize(("book", "version"), VERSIONS)
def test_the_second_transcription_has_nothing_that_the_first_lacks(book, version):
    there = {(clause.id, key) for clause in load_book(book, version).clauses.values() for key in clause.values}
    second = {(clause, key) for of, in_version, clause, key in figures() if (of, in_version) == (book, version)}
    assert second == there


@pytest.mark.parametrize(("book", "version"), VERSIONS)
def test_a_row_whose_odds_are_filed_shows_the_least_that_may_be_filed(book, version, claim_read):
    rules = load_book(book, version)
    for wager in (wager for wager in rules.wagers.values() if wager.odds):
        rows = [row for table in rules.paytables if table.wager == wager.id for row in table.rows]
        assert {row.pays for row in rows} == {rules.value_of(wager.odds[0])}
        claim_read(*(row.clause for row in rows))

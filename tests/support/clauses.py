"""Clauses that tests bear, written short: the books of a test, marks, and ids without their book."""

import pytest

from houseway.citation import Citation, cite_clauses
from tests.support.submissions import DIV, FC, MD, UTH

AGAINST_DEALER = (UTH, FC)
SHORT_NAMES = {MD: "md", DIV: "div", UTH: "uth", FC: "fc"}
both = pytest.mark.parametrize("book", [MD, DIV], ids=["md", "div"])
against_dealer = pytest.mark.parametrize("book", AGAINST_DEALER)
every_book = pytest.mark.parametrize("book", SHORT_NAMES, ids=SHORT_NAMES.values())
SHAPES = {UTH: "{}", FC: "as-played.{}"}
"""How the procedures of Four Card Poker, which follow those of Ultimate Texas Hold'em, are numbered."""


def md(*clauses):
    return pytest.mark.clause(*(f"{MD} {clause}" for clause in clauses))


def div(*clauses):
    return pytest.mark.clause(*(f"{DIV} {clause}" for clause in clauses))


def uth(*clauses):
    return pytest.mark.clause(*(f"{UTH} {clause}" for clause in clauses))


def poker(*clauses):
    """Clauses of Ultimate Texas Hold'em, and those of Four Card Poker that follow them."""
    return pytest.mark.clause(*(f"{book} {clause}" for book in AGAINST_DEALER for clause in ids(book, *clauses)))


def ids(book, *clauses):
    """Clauses of Ultimate Texas Hold'em as the book calls them."""
    return [SHAPES[book].format(clause) for clause in clauses]


def fc(*clauses):
    """Clauses of Four Card Poker; those of the game as it is played by their numbers."""
    return tuple(f"{FC} {clause if clause.startswith('.') else SHAPES[FC].format(clause)}" for clause in clauses)


def bears(*clauses):
    """A test that bears clauses of Four Card Poker."""
    return pytest.mark.clause(*fc(*clauses))


def clauses_by_book(md="", div="", poker=""):
    """The clause ids of one rule in each book that has it; Four Card Poker's follow Ultimate Texas Hold'em's."""
    found = {MD: md.split(), DIV: div.split(), **{book: ids(book, *poker.split()) for book in AGAINST_DEALER}}
    return {book: clauses for book, clauses in found.items() if clauses}


def each_book(**clauses):
    """Run a test of `book` and `clauses` under each book that has the rule; it bears the clauses of that book."""
    cases = [
        pytest.param(book, given, marks=pytest.mark.clause(*cite_clauses(book, *given)), id=SHORT_NAMES[book])
        for book, given in clauses_by_book(**clauses).items()
    ]
    return pytest.mark.parametrize(("book", "clauses"), cases)


def differs(md, div):
    """A difference between the two books, with the clauses of each; a test with it bears them all."""
    sides = ((MD, md), (DIV, div))
    return pytest.mark.clause(*(f"{book} {clause}" for book, clauses in sides for clause in clauses.split()))


def bear(claim, book, md="", div=""):
    """Let a test that runs under either book bear the clauses of the one that it runs under."""
    claim(*cite_clauses(book, *{MD: md, DIV: div}[book].split()))


def short(clauses):
    """Clause ids without their book."""
    return [Citation(clause).clause for clause in clauses]

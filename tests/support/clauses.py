"""Clauses that tests bear, written short: the books of a test, marks, and ids without their book."""

import pytest

from houseway.citation import Citation, cite_clauses
from tests.support.submissions import DIV, FC, MD, UTH

AGAINST_DEALER = (UTH, FC)
both = pytest.mark.parametrize("book", [MD, DIV], ids=["md", "div"])
against_dealer = pytest.mark.parametrize("book", AGAINST_DEALER)
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

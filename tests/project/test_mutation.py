"""`make prove`: every value that a clause sets is changed, one at a time, and something must notice.

Two things can: a submission that is judged otherwise, which shows that the value is in force, and the second transcription of the
texts, which shows that it is right. What only the latter notices is listed: those values wait for the table that uses them.
"""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

import pytest
from rich.progress import track

from houseway.money import Cents, FixedAmount, MeterShare, OddsToOne, Push, TotalForOne
from houseway.regulation import load_book
from houseway.regulation.model import UseLimit
from houseway.submission import judge, read_submission
from tests.regulation.test_figures import VERSIONS, disagreements
from tests.support.paths import EXAMPLES

OTHER = {
    int: lambda value: value + 1,
    str: lambda value: f"not-{value}",
    Fraction: lambda value: value / 2,
    Cents: lambda value: Cents(value.amount + 1),
    UseLimit: lambda value: UseLimit(value.hours + 1),
    OddsToOne: lambda value: OddsToOne(value.odds + 1),
    TotalForOne: lambda value: TotalForOne(value.multiple + 1),
    MeterShare: lambda value: MeterShare(value.share / 2, value.meter),
    FixedAmount: lambda value: FixedAmount(changed(value.amount)),
    Push: lambda value: OddsToOne(Fraction(1)),
    tuple: lambda value: (changed(value[0]), *value[1:]),
}


def changed(value):
    """Another value of the same kind."""
    return OTHER[type(value)](value)


def mutants(book):
    """The book with one value changed, for every value; a paytable's row is changed with its clause."""
    for clause in book.clauses.values():
        for key, value in clause.values.items():
            other = changed(value)
            clauses = dict(book.clauses) | {
                clause.id: replace(clause, values=MappingProxyType(dict(clause.values) | {key: other}))
            }
            tables = book.paytables
            if key == "pays":
                tables = tuple(
                    replace(t, rows=tuple(replace(r, pays=other) if r.clause == clause.citation else r for r in t.rows))
                    for t in tables
                )
            yield clause.id, key, replace(book, clauses=MappingProxyType(clauses), paytables=tables)


@cache
def submissions(book, version):
    """The examples that are filed under a version, wrong ones too."""
    read_in = [read_submission(path) for path in sorted((EXAMPLES / book).rglob("*.toml"))]
    return [submission for submission in read_in if submission.regulation.version == version]


def outcome(submission, book):
    verdict = judge(replace(submission, regulation=book))
    return [
        (finding.code, finding.place, finding.allowed) for finding in verdict.findings
    ], verdict.rules and verdict.rules.offers


@pytest.mark.prove
@pytest.mark.parametrize(("name", "version"), VERSIONS)
def test_every_value_that_is_changed_is_noticed(name, version):
    book = load_book(name, version)
    before = [(submission, outcome(submission, book)) for submission in submissions(name, version)]
    idle, unnoticed = [], []
    for clause, key, mutant in track(list(mutants(book)), description=f"{name} {version}"):
        judged = any(outcome(submission, mutant) != seen for submission, seen in before)
        if not judged and key != "pays":  # rows are in force on the sign
            idle.append(f"{clause} {key}")
        if not judged and not disagreements(mutant):
            unnoticed.append(f"{clause} {key}")
    print(f"\n{name} {version}: not in force yet, noticed by the second transcription only: {len(idle)}")
    print(", ".join(idle))
    assert unnoticed == []

"""Clauses and readings that a text names are found as they are written there."""

import pytest

from houseway.regulation import book_ids, load_book
from houseway.regulation.clauses.mentions import find_mentions

MD, DIV = "md.pai-gow-poker", "div.pai-gow-poker"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the direction of 12.C(1)(a). That clause", {"12.C(1)(a)": f"{MD} 12.C(1)(a)"}),
        ("as 13.A, 14.C and 12.C(2) say", {each: f"{MD} {each}" for each in ("13.A", "14.C", "12.C(2)")}),
        ("in the other book only ((m)(3)). Empty", {"(m)(3)": f"{DIV} (m)(3)#1"}),
        ("marked or not, 14.N", {"14.N": f"{MD} 14.N(1)"}),
        ("see PG-28 and DIV-44", {"PG-28": f"{MD} PG-28", "DIV-44": f"{DIV} DIV-44"}),
        ("0.13% of (a) hands, 12 of them, a pair", {}),
    ],
)
def test_names_of_clauses_and_readings_are_found(text, found):
    assert find_mentions(text, load_book(MD)) == found


def test_a_book_is_asked_before_the_others():
    assert find_mentions("12.C", load_book("md.ultimate-texas-holdem")) == {"12.C": "md.ultimate-texas-holdem 12.C"}
    assert find_mentions("12.C", load_book(DIV)) == {"12.C": f"{MD} 12.C"}


def test_every_reading_that_another_names_exists():
    named = {
        citation
        for book in map(load_book, book_ids())
        for reading in book.readings.values()
        for citation in find_mentions(f"{reading.problem} {reading.why}", book).values()
    }
    assert len(named) > 100
    for book, entry in (citation.split(" ", 1) for citation in named):
        assert entry in load_book(book).clauses or entry in load_book(book).readings

"""Find clauses and readings by words."""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.regulation.loader import load
from houseway.regulation.model import Regulation
from houseway.regulation.shelf import books


class SearchHit(NamedTuple):
    book: str
    kind: str
    """`clause` or `reading`."""
    id: str
    text: str


def search_books(words: str, book: str | None = None) -> list[SearchHit]:
    """Return the clauses and readings, of one book or of all, in which every word occurs; clauses first."""
    sought = words.casefold().split()
    found = [
        hit
        for each in (books() if book is None else (book,))
        for hit in _texts(load(each))
        if sought and all(word in f"{hit.id} {hit.text}".casefold() for word in sought)
    ]
    return sorted(found, key=lambda hit: hit.kind)  # a stable sort: books and their own order stay


def _texts(book: Regulation) -> Iterator[SearchHit]:
    for clause in book.clauses.values():
        yield SearchHit(book.id, "clause", clause.id, clause.gist)
    for reading in book.readings.values():
        yield SearchHit(book.id, "reading", reading.id, f"{reading.subject}: {reading.problem}")

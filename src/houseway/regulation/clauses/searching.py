"""Find clauses and readings by words."""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.regulation.clauses.summaries import value_text
from houseway.regulation.loader import load_book
from houseway.regulation.model import Regulation
from houseway.regulation.shelf import book_ids


@dataclass(frozen=True, slots=True)
class SearchHit:
    book: str
    kind: str
    """Clause or reading."""
    id: str
    text: str


def search_books(words: str, book: str | None = None) -> list[SearchHit]:
    """Return the clauses and readings, of one book or of all, in which every word occurs.

    The words are sought in ids, gists and values, and in everything that a reading says. An id that is exactly the words
    comes first, then ids that begin with them, then other clauses, then readings.
    """
    sought = words.casefold().split()
    found = [
        hit
        for each in (book_ids() if book is None else (book,))
        for hit, text in _texts(load_book(each))
        if sought and all(word in f"{hit.id} {text}".casefold() for word in sought)
    ]
    return sorted(found, key=lambda hit: _rank(hit, " ".join(sought)))  # a stable sort: books and their own order stay


def _rank(hit: SearchHit, sought: str) -> tuple[bool, bool, str]:
    id_ = hit.id.casefold()
    return id_ != sought, not id_.startswith(sought), hit.kind


def _texts(book: Regulation) -> Iterator[tuple[SearchHit, str]]:
    """Yield what can be found in a book, and the text in which words are sought."""
    for clause in book.clauses.values():
        values = " ".join(f"{key} {value_text(value)}" for key, value in clause.values.items())
        yield SearchHit(book.id, "clause", clause.id, clause.gist), f"{clause.gist} {values}"
    for reading in book.readings.values():
        text = f"{reading.subject}: {reading.problem}"
        choices = " ".join(f"{name} {meaning}" for name, meaning in reading.choices.items())
        yield SearchHit(book.id, "reading", reading.id, text), f"{text} {choices} {reading.why} {reading.worth}"

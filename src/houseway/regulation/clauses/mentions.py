"""Find the clauses and readings that a text of our own names, so that each can be a link."""

import re
from functools import lru_cache

from houseway.regulation.clauses.chapters import chapter_of
from houseway.regulation.loader import load_book
from houseway.regulation.model import Regulation
from houseway.regulation.shelf import book_ids

_PART = r"\([A-Za-z0-9]+\)"
_NAME = re.compile(rf"\.\d+ [A-Z](?:{_PART})*|(?:{_PART}|[A-Za-z0-9~#/$.-])+(?!%)")
"""What may be the id of a clause or reading: letters, numbers, and parts in brackets without a space between them."""
_LAST_PART = re.compile(rf"(?:#\w+|{_PART})$")


def find_mentions(text: str, book: Regulation) -> dict[str, str]:
    """Return what a text of a book names, as it is written there, each with its citation ("BOOK ID").

    A name that the book does not have is sought in the other books, first in those of the same game. A clause that the book
    has only in parts leads to the first part.
    """
    known = _names(book.id, book_ids())
    written = (found.group().rstrip(".-/") for found in _NAME.finditer(text))
    return {name: known[name] for name in written if name in known}


@lru_cache(maxsize=16)
def _names(book: str, shelf: tuple[str, ...]) -> dict[str, str]:
    """Return the citation of everything that a text of a book may name. The shelf may change while the program runs."""
    game = load_book(book).game
    order = sorted(shelf, key=lambda other: (other != book, load_book(other).game != game))
    names: dict[str, str] = {}
    for each in map(load_book, order):
        whole = {name: f"{each.id} {name}" for name in (*each.clauses, *each.readings)}
        names = {**_groups(each), **whole} | names
    return names


def _groups(book: Regulation) -> dict[str, str]:
    """Return the names that several clauses begin with, each with the citation of the first one."""
    groups: dict[str, str] = {}
    for clause in book.clauses:
        name = _LAST_PART.sub("", clause)
        while name != chapter_of(clause) and name:
            groups.setdefault(name, f"{book.id} {clause}")
            shorter = _LAST_PART.sub("", name)
            name = "" if shorter == name else shorter
    return groups

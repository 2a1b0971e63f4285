"""Where rule books stand: those that come with the program, and those of an operator.

A book is a folder `<jurisdiction>/<game>` with a `book.toml` in it, and its id is `<jurisdiction>.<game>`. Whoever has books of
their own names the folder above them in the environment variable `HOUSEWAY_BOOKS`, several of them as in `PATH`.
"""

import re
from functools import lru_cache
from os import environ, pathsep
from pathlib import Path

from houseway.errors import Malformed

DATA = Path(__file__).parent / "data"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
"""The books that come with the program."""
ADDED = "HOUSEWAY_BOOKS"
_FORM = re.compile(r"[a-z]+\.[a-z0-9-]+")


def books() -> tuple[str, ...]:
    """The ids of all books, those that come with the program first."""
    return (*BOOKS, *(book for book in sorted(_added()) if book not in BOOKS))


def folder_of(book: str) -> Path:
    """The folder of a book."""
    return _folder_of(book, DATA, environ.get(ADDED, ""))


@lru_cache
def _folder_of(book: str, data: Path, roots: str) -> Path:
    """The folder of a book. A refusal is not remembered: the book may come later."""
    if book in BOOKS:
        return data.joinpath(*book.split(".", 1))
    added = _added()
    if book not in added:
        known = books()
        raise Malformed(
            f"there is no rule book {book!r}; the books are {', '.join(known)}", code="book.unknown", given=book, allowed=known
        )
    return added[book]


def _added() -> dict[str, Path]:
    """The folders of an operator's own books, by id."""
    found: dict[str, Path] = {}
    for root in filter(None, environ.get(ADDED, "").split(pathsep)):
        for file in sorted(Path(root).glob("*/*/book.toml")):
            book = f"{file.parent.parent.name}.{file.parent.name}"
            if _FORM.fullmatch(book):
                found.setdefault(book, file.parent)
    return found

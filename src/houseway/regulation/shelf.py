"""Where rule books are stored: those that come with the program, and those of an operator.

A book is a folder `<jurisdiction>/<game>` with a `book.toml` in it, and its id is `<jurisdiction>.<game>`. Whoever has books of
their own names the folder above them in the environment variable `HOUSEWAY_BOOKS`, several of them as in `PATH`.
"""

import re
import tomllib
from functools import lru_cache
from os import environ, pathsep
from pathlib import Path

from houseway.errors import Malformed
from houseway.spelling import did_you_mean

DATA = Path(__file__).parent / "data"
BOOKS = ("md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker")
"""The books that come with the program."""
ADDED = "HOUSEWAY_BOOKS"
_FORM = re.compile(r"[a-z]+\.[a-z0-9-]+")


def book_ids() -> tuple[str, ...]:
    """Return the ids of all books, those that come with the program first."""
    return (*BOOKS, *(book for book in sorted(_operator_folders()) if book not in BOOKS))


def folder_of(book: str) -> Path:
    """Return the folder of a book."""
    return _folder_of(book, DATA, environ.get(ADDED, ""))


def book_id(name: str) -> str:
    """Return the id of the book with this id or short name, in capitals or not. An unknown name is returned as it is."""
    sought = name.lower()
    if sought in book_ids():
        return sought
    owners = [book for book in book_ids() if short_name(book) == sought]
    if len(owners) > 1:
        said = f"{name!r} is the short name of {' and of '.join(owners)}; write the whole name"
        raise Malformed(said, code="book.short-name", given=name, allowed=tuple(owners))
    return owners[0] if owners else name


def unknown_book(name: str) -> Malformed:
    """Return the refusal of a name that no book has, with the books that may be meant."""
    return Malformed(f"there is no rule book {name!r}; {book_hint(name)}", code="book.unknown", given=name, allowed=book_ids())


def book_hint(name: str) -> str:
    """Say which book may be meant by a name that none has, or which books there are."""
    whole = book_id(name)
    if whole != name:
        return f"it is short for {whole} in commands; write the whole name"
    return _meant_books(name) or f"the books are {', '.join(book_ids())}"


def _meant_books(name: str) -> str:
    """Return a question for the books whose id or short name begins with a name, has it among its words, or is spelt alike."""
    sought = name.lower()
    names = {book: f"{book} ({short_name(book)})" if short_name(book) else book for book in book_ids()}
    words = {book: re.split(r"[.-]", book) for book in names}
    begins = [each for book, each in names.items() if book.startswith(sought) or short_name(book).startswith(sought)]
    has = [each for book, each in names.items() if sought in words[book] or sought in book.partition(".")[2]]
    meant = (begins or has) if len(sought) > 1 else []
    return f"did you mean {' or '.join(meant)}?" if meant else did_you_mean(name, names)


def short_name(book: str) -> str:
    """Return the short name of a book; empty if it has none, or if its file cannot be read: loading it will say so."""
    return _short_name(folder_of(book) / "book.toml")


@lru_cache
def _short_name(file: Path) -> str:
    try:
        return str(tomllib.loads(file.read_text(encoding="utf-8")).get("short", ""))
    except (OSError, ValueError):
        return ""


@lru_cache
def _folder_of(book: str, data: Path, roots: str) -> Path:
    """Return the folder of a book. A refusal is not cached, because the book may be added later."""
    if book in BOOKS:
        return data.joinpath(*book.split(".", 1))
    added = _operator_folders()
    if book not in added:
        raise unknown_book(book)
    return added[book]


def _operator_folders() -> dict[str, Path]:
    """Return the folders of an operator's own books, by id."""
    found: dict[str, Path] = {}
    for root in filter(None, environ.get(ADDED, "").split(pathsep)):
        for file in sorted(Path(root).glob("*/*/book.toml")):
            book = f"{file.parent.parent.name}.{file.parent.name}"
            if _FORM.fullmatch(book):
                found.setdefault(book, file.parent)
    return found

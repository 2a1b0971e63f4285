"""The submissions that tables open under where none is filed: one for each book.

Those of the program's own books are its examples with everything on. A book of an operator's has one in its own folder, as
`submission.toml`.
"""

import tomllib
from pathlib import Path

from houseway.errors import Malformed
from houseway.examples import read_example
from houseway.regulation import BOOKS, book_ids, load_book
from houseway.regulation.shelf import folder_of, unknown_book


def built_in_submission(book: str) -> str:
    """Return the text of the submission that comes with a book."""
    if book in BOOKS:
        return read_example(f"{book}/everything")
    if book not in book_ids():
        raise unknown_book(book)
    known = tuple(each for each in book_ids() if each in BOOKS or _own_submission(each).is_file())
    if book not in known:
        none = f"the program has no submission for {book!r}; name a file"
        raise Malformed(f"{none}; tables can be opened for {', '.join(known)}", code="deal.book", given=book, allowed=known)
    return _own_submission(book).read_text(encoding="utf-8")


def _own_submission(book: str) -> Path:
    return folder_of(book) / "submission.toml"


def game_of(text: str) -> str:
    """Return the game of the book that a submission names; empty if it cannot be read: opening a table will say so."""
    try:
        return load_book(str(tomllib.loads(text).get("book", ""))).game
    except (ValueError, Malformed):
        return ""

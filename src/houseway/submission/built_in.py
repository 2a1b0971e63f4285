"""The submissions that come with the program: one for each book that has a table."""

import tomllib
from importlib.resources import files

from houseway.errors import Malformed

_DATA = files("houseway.submission") / "data"


def built_in_submission(book: str) -> str:
    """The text of the submission that comes with the program."""
    known = tuple(sorted(entry.name.removesuffix(".toml") for entry in _DATA.iterdir() if entry.name.endswith(".toml")))
    if book not in known:
        raise Malformed(
            f"no table can be opened under {book!r} yet; there are {', '.join(known)}",
            code="deal.book",
            given=book,
            allowed=known,
        )
    return (_DATA / f"{book}.toml").read_text(encoding="utf-8")


def book_of(text: str) -> str:
    """The book that a submission is under; nothing where it cannot be read, which whoever opens a table under it will hear."""
    try:
        return str(tomllib.loads(text).get("book", ""))
    except ValueError:
        return ""

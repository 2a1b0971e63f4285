"""The chapters of a book, and its clauses in the order of the text, for people who read it from front to back."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import cast

from houseway.regulation.loader import load_book
from houseway.regulation.model import Clause, Regulation

_CHAPTER = re.compile(r"\(\w+\)|\.\d+(?:-\.\d+)?|(?:[a-z-]+\.)?\d+")
_PART = re.compile(r"[(/# .][^(/# .]*$")
"""The last part of a clause id: `(b)`, `(b)~2`, `#1`, `/01`, ` A` or `.A`."""


def chapter_of(clause: str) -> str:
    """Return the chapter of a clause: the first part of its id."""
    found = _CHAPTER.match(clause)
    return found.group() if found else clause


def chapter_title(book: str, chapter: str) -> str:
    """Return what a chapter is about; empty if nobody has written it down."""
    return _titles().get(book, {}).get(chapter, "")


@cache
def _titles() -> Mapping[str, Mapping[str, str]]:
    content: dict[str, dict[str, str]] = tomllib.loads(
        (Path(__file__).parents[1] / "data" / "chapters.toml").read_text("utf-8")
    )
    return content


def clauses_in_text_order(book: Regulation) -> tuple[Clause, ...]:
    """Return the clauses as the text prints them: the rows of paytables stand under their headings, chapters together."""
    return tuple(book.clauses[clause] for clause in _ids_in_text_order(book.id, book.version))


@cache
def _ids_in_text_order(book_id: str, version: str) -> tuple[str, ...]:
    book = load_book(book_id, version)
    written = {entry["id"] for entry in cast(list[dict[str, str]], book.files["clauses"]["clause"])}
    ordered: list[str] = []
    last: dict[str, str] = {}
    """By id: the last clause that stands at or under it."""
    for clause in book.clauses:  # rows and headings of paytables come last there: the data lists them apart
        parents = list(_ancestors(clause))
        neighbour = None if clause in written else next((last[each] for each in parents if each in last), None)
        ordered.insert(len(ordered) if neighbour is None else ordered.index(neighbour) + 1, clause)
        last |= {each: clause for each in (clause, *parents) if neighbour is None or last.get(each, neighbour) == neighbour}
    chapters = list(dict.fromkeys(map(chapter_of, ordered)))
    return tuple(sorted(ordered, key=lambda clause: chapters.index(chapter_of(clause))))


def _ancestors(clause: str) -> Iterator[str]:
    """Yield the ids above a clause, nearest first: 13.B(1) and 13.B and 13 for 13.B(1)(a)."""
    while (shorter := _PART.sub("", clause)) and shorter != clause:
        yield shorter
        clause = shorter

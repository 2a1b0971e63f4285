"""A clause id as a value, and the marker that ties code to it. Knows no book: whether the clause exists is checked elsewhere.

A citation is written as a rule book's id, a space, and the clause's own id: `md.pai-gow-poker 13.B(1)(a)`.
"""

import re
from collections.abc import Callable, Mapping
from typing import Self, TypeVar

_FORM = re.compile(r"(?P<book>[a-z]+(?:\.[a-z0-9-]+)+) (?P<clause>\S(?:.*\S)?)")
_MARK = "__clauses__"

Marked = TypeVar("Marked", bound=Callable[..., object] | type)


class Citation(str):
    """A clause of a rule book. A string, so that it can be stored, printed and compared as one."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if not _FORM.fullmatch(text):
            raise ValueError(f"not a citation: {text!r}; it is a book and a clause, as in 'md.pai-gow-poker 6.B(1)'")
        return super().__new__(cls, text)

    @property
    def book(self) -> str:
        return self.split(" ", 1)[0]

    @property
    def clause(self) -> str:
        return self.split(" ", 1)[1]


def cite(book: str, *clauses: str) -> tuple[Citation, ...]:
    """Citations of several clauses of one book."""
    return tuple(Citation(f"{book} {clause}") for clause in clauses)


def carries_out(*citations: str) -> Callable[[Marked], Marked]:
    """Mark a function or class as the place where clauses are carried out."""
    cited = tuple(Citation(text) for text in citations)

    def mark(target: Marked) -> Marked:
        setattr(target, _MARK, (*clauses_of(target), *cited))
        return target

    return mark


def clauses_of(target: object) -> tuple[Citation, ...]:
    """The clauses that a function or class was marked with itself; a child does not inherit them."""
    marked: tuple[Citation, ...] = getattr(target, "__dict__", {}).get(_MARK, ())
    return marked


Where = str | tuple[str, ...] | Mapping[str, str | tuple[str, ...]]


class Law:
    """One rule as several books have it: the clauses of each, perhaps by how the cards are dealt or another variant.

    A book that does not know the rule gives no clause.
    """

    __slots__ = ("_by_book", "asked")

    def __init__(self, where: Mapping[str, Where]) -> None:
        self._by_book = {book: _variants(book, clauses) for book, clauses in where.items()}
        self.asked: dict[tuple[str, str], tuple[Citation, ...]] = {}
        """What was asked before, by book and variant."""

    def of(self, book: str, variant: str = "") -> tuple[Citation, ...]:
        found = self.asked.get((book, variant))
        if found is None:
            variants = self._by_book.get(book, {})
            found = self.asked[book, variant] = variants.get(variant, variants.get("", ()))
        return found

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """All of them."""
        return tuple(clause for variants in self._by_book.values() for clauses in variants.values() for clause in clauses)


def _variants(book: str, where: Where) -> dict[str, tuple[Citation, ...]]:
    named = where if isinstance(where, Mapping) else {"": where}
    return {variant: cite(book, *((text,) if isinstance(text, str) else text)) for variant, text in named.items()}

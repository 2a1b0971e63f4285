"""A clause id as a value, and the marker that ties code to it. Knows no book: whether the clause exists is checked elsewhere.

A citation is written as a rule book's id, a space, and the clause's own id: `md.pai-gow-poker 13.B(1)(a)`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeVar

_CITATION_PATTERN = re.compile(r"(?P<book>[a-z]+(?:\.[a-z0-9-]+)+) (?P<clause>\S(?:.*\S)?)")
_CLAUSES_ATTRIBUTE = "__clauses__"

Target = TypeVar("Target", bound=Callable[..., object] | type)


class Citation(str):
    """A clause of a rule book. A string, so that it can be stored, printed and compared as one."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if not _CITATION_PATTERN.fullmatch(text):
            raise ValueError(f"not a citation: {text!r}; it is a book and a clause, as in 'md.pai-gow-poker 6.B(1)'")
        return super().__new__(cls, text)

    @property
    def book(self) -> str:
        return self.split(" ", 1)[0]

    @property
    def clause(self) -> str:
        return self.split(" ", 1)[1]


def cite_clauses(book: str, *clauses: str) -> tuple[Citation, ...]:
    """Citations of several clauses of one book."""
    return tuple(Citation(f"{book} {clause}") for clause in clauses)


def carries_out(*citations: str) -> Callable[[Target], Target]:
    """Mark a function or class as the place where clauses are carried out."""
    cited = tuple(Citation(text) for text in citations)

    def mark(target: Target) -> Target:
        setattr(target, _CLAUSES_ATTRIBUTE, (*clauses_of(target), *cited))
        return target

    return mark


def clauses_of(target: object) -> tuple[Citation, ...]:
    """The clauses that a function or class was marked with itself; a child does not inherit them."""
    marked: tuple[Citation, ...] = getattr(target, "__dict__", {}).get(_CLAUSES_ATTRIBUTE, ())
    return marked


SILENT: tuple[str, ...] = ()
"""What a book says about a rule that it does not have, and need not have."""


class MissingClause(LookupError):
    """A rule was asked for in the name of a book that neither has a clause for it nor is declared silent."""


@dataclass(frozen=True, eq=False, slots=True)
class ClauseNumbering:
    """The clause ids of one book, and which of them stand for the clauses of a book that it follows."""

    book: str
    follows: "ClauseNumbering | None" = None
    own_id_by_followed: Mapping[str, str] = field(default_factory=dict)
    """Its own id for each clause of the book that it follows."""
    silent: frozenset[str] = frozenset()
    """Clauses of the other book that it has nothing for."""
    policies: Mapping[str, tuple[Citation, ...]] = field(default_factory=dict)
    """Its own clauses for each policy in which it chooses otherwise than the other book."""
    _owned: dict[tuple[Citation, ...], tuple[Citation, ...]] = field(default_factory=dict, repr=False)
    """What was asked before: the clauses that rank hands are asked for in every round."""

    @property
    def books(self) -> tuple[str, ...]:
        """Its own book, the book that it follows, the book that this one follows, and so on."""
        return (self.book, *(self.follows.books if self.follows else ()))

    def own_clauses(self, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
        """Those clauses of a list that are this book's, or that it has ids for because it follows their book."""
        found = self._owned.get(citations)
        if found is None:
            own = tuple(clause for clause in citations if clause.book == self.book)
            found = own if own or self.follows is None else self.translate(self.follows.own_clauses(citations))
            self._owned[citations] = found
        return found

    def translate(self, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
        """Clauses of the book that it follows, under its own ids."""
        ids = dict.fromkeys(self._own_id(clause.clause) for clause in citations if clause.clause not in self.silent)
        return cite_clauses(self.book, *ids)

    def _own_id(self, clause: str) -> str:
        if clause not in self.own_id_by_followed:
            other = self.follows.book if self.follows else "no book"
            raise MissingClause(
                f"{self.book} follows {other}, and has no clause for {clause!r} and is not declared silent on it"
            )
        return self.own_id_by_followed[clause]


ClauseIds = str | tuple[str, ...] | Mapping[str, str | tuple[str, ...]]


class Law:
    """One rule as several books have it: the clauses of each, perhaps by how the cards are dealt or another variant.

    A book that is not named has the clauses of the book that it follows, under its own ids. To ask in the name of a book that has
    no clause for the rule is an error, unless the book is declared `SILENT` on it, or all are (`NO_CLAUSES`).

    Some books have a rule only because of what they choose in a policy. A book that follows another, but not in that policy, has
    the clauses by which it sets the policy.
    """

    __slots__ = ("_by_book", "_policy", "asked")

    def __init__(self, where: Mapping[str, ClauseIds], policy: str = "") -> None:
        self._policy = policy
        self._by_book = {book: _cite_variants(book, clauses) for book, clauses in where.items()}
        self.asked: dict[tuple[ClauseNumbering, tuple[str, ...]], tuple[Citation, ...]] = {}
        """What was asked before, by book and variants."""

    def in_book(self, numbering: ClauseNumbering, *variants: str) -> tuple[Citation, ...]:
        """The clauses of a book: of the first of some variants that the book tells apart, else of the rule as such."""
        found = self.asked.get((numbering, variants))
        if found is None:
            found = self.asked[numbering, variants] = self._find(numbering, variants)
        return found

    def _find(self, numbering: ClauseNumbering, variants: tuple[str, ...]) -> tuple[Citation, ...]:
        if not self._by_book:
            return ()
        told_apart = self._by_book.get(numbering.book)
        if told_apart is None and numbering.follows is not None:
            return self._find_followed(numbering, numbering.follows, variants)
        for variant in (*variants, ""):
            if told_apart is not None and variant in told_apart:
                return told_apart[variant]
        which = f" for {' or '.join(variants)}" if any(variants) else ""
        named = ", ".join(self.clauses) or "no clause at all"
        raise MissingClause(f"{numbering.book} has no clause{which} where others have {named}, and is not declared silent")

    def _find_followed(
        self, numbering: ClauseNumbering, follows: ClauseNumbering, variants: tuple[str, ...]
    ) -> tuple[Citation, ...]:
        own = numbering.policies.get(self._policy, ())
        try:
            return numbering.translate(self._find(follows, variants)) or own
        except MissingClause:
            if own:
                return own
            raise

    def all_in_book(self, numbering: ClauseNumbering) -> tuple[Citation, ...]:
        """The clauses of a book in all variants."""
        return tuple(dict.fromkeys(numbering.own_clauses(self.clauses)))

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """All of them, of every book that is named."""
        return tuple(clause for variants in self._by_book.values() for clauses in variants.values() for clause in clauses)


def _cite_variants(book: str, where: ClauseIds) -> dict[str, tuple[Citation, ...]]:
    named = where if isinstance(where, Mapping) else {"": where}
    return {variant: cite_clauses(book, *((text,) if isinstance(text, str) else text)) for variant, text in named.items()}


NO_CLAUSES = Law({})
"""What no book has a clause for: they leave it to internal controls."""

"""A clause id as a value, and the marker that ties code to it. Knows no book: whether the clause exists is checked elsewhere.

A citation is written as a rule book's id, a space, and the clause's own id: `md.pai-gow-poker 13.B(1)(a)`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import Any, Protocol, Self, TypeVar

_CITATION_PATTERN = re.compile(r"(?P<book>[a-z]+(?:\.[a-z0-9-]+)+) (?P<clause>\S(?:.*\S)?)")
_CLAUSES_ATTRIBUTE = "__clauses__"

Target = TypeVar("Target", bound=Callable[..., object] | type)


class Citation(str):
    """The citation of a clause of a rule book. It is a string, so it can be stored, printed and compared as one."""

    __slots__ = ()

    def __new__(cls, text: str) -> Self:
        if not _CITATION_PATTERN.fullmatch(text):
            raise ValueError(f"{text!r} is not a citation; write a book and a clause, as in 'md.pai-gow-poker 6.B(1)'")
        return super().__new__(cls, text)

    @property
    def book(self) -> str:
        return self.split(" ", 1)[0]

    @property
    def clause(self) -> str:
        return self.split(" ", 1)[1]


def cite_clauses(book: str, *clauses: str) -> tuple[Citation, ...]:
    """Return the citations of several clauses of one book."""
    return tuple(Citation(f"{book} {clause}") for clause in clauses)


@lru_cache(maxsize=4096)
def unique_clauses(clauses: tuple[Citation, ...]) -> tuple[Citation, ...]:
    """Return clauses each once, in their order. Asked again for the result, it returns the same tuple.

    It is cached, because it is asked for every event and transfer, and the same clauses are cited again and again.
    """
    each_once = tuple(dict.fromkeys(clauses))
    return clauses if len(each_once) == len(clauses) else unique_clauses(each_once)


def carries_out(*citations: str) -> Callable[[Target], Target]:
    """Mark a function or class as the code that carries out these clauses."""
    cited = tuple(Citation(text) for text in citations)

    def mark(target: Target) -> Target:
        setattr(target, _CLAUSES_ATTRIBUTE, (*clauses_of(target), *cited))
        return target

    return mark


def clauses_of(target: object) -> tuple[Citation, ...]:
    """Return the clauses with which a function or class is marked. A subclass does not inherit them."""
    marked: tuple[Citation, ...] = getattr(target, "__dict__", {}).get(_CLAUSES_ATTRIBUTE, ())
    return marked


SILENT: tuple[str, ...] = ()
"""Declares that a book has no clause for a rule, and needs none."""


class MissingClause(LookupError):
    """Raised when a book has no clause for a rule and is not declared silent on it."""


@dataclass(frozen=True, eq=False, slots=True)
class ClauseNumbering:
    """The clause ids of one book, and its ids for the clauses of a book that it follows."""

    book: str
    follows: "ClauseNumbering | None" = None
    own_id_by_followed: Mapping[str, str] = field(default_factory=dict)
    """By clause of the followed book: this book's own id."""
    silent: frozenset[str] = frozenset()
    """Clauses of the followed book that have no counterpart in this book."""
    policies: Mapping[str, tuple[Citation, ...]] = field(default_factory=dict)
    """By policy: this book's own clauses, if it chooses differently from the followed book."""
    wagers: Mapping[str, Mapping[str, tuple[Citation, ...]]] = field(default_factory=dict)
    """By wager: its clauses by subject, as the book's data lists them."""
    _owned: dict[tuple[Citation, ...], tuple[Citation, ...]] = field(default_factory=dict, repr=False)
    """Cache of `own_clauses`: the clauses that rank hands are needed in every round."""

    def __repr__(self) -> str:
        return f"<clause ids of {self.book}>"

    def to_json(self) -> dict[str, object]:
        return {
            "book": self.book,
            "follows": self.follows and self.follows.to_json(),
            "ids": dict(self.own_id_by_followed),
            "silent": sorted(self.silent),
            "policies": {name: list(clauses) for name, clauses in self.policies.items()},
        }

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> "ClauseNumbering":
        return cls(
            content["book"],
            cls.from_json(content["follows"]) if content["follows"] else None,
            content["ids"],
            frozenset(content["silent"]),
            {name: tuple(map(Citation, clauses)) for name, clauses in content["policies"].items()},
        )

    def with_wagers(self, wagers: Mapping[str, Mapping[str, tuple[Citation, ...]]]) -> "ClauseNumbering":
        """Return the numbering with the clauses of wagers."""
        return replace(self, wagers=wagers) if wagers else self

    def clauses_on(self, subject: str) -> tuple[Citation, ...]:
        """Return the clauses of all wagers on a subject."""
        return unique_clauses(tuple(clause for law in self.wagers.values() for clause in law.get(subject, ())))

    @property
    def books(self) -> tuple[str, ...]:
        """Return this book, the book that it follows, the book that that one follows, and so on."""
        return (self.book, *(self.follows.books if self.follows else ()))

    def own_clauses(self, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
        """Return the citations of this book among several, or those of a followed book under this book's ids."""
        found = self._owned.get(citations)
        if found is None:
            own = tuple(clause for clause in citations if clause.book == self.book)
            found = own if own or self.follows is None else self._translate_known(self.follows.own_clauses(citations))
            self._owned[citations] = found
        return found

    def _translate_known(self, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
        """Return those clauses of the book that it follows for which it has ids, under its own ids."""
        return self.translate(tuple(clause for clause in citations if clause.clause in self.own_id_by_followed))

    def translate(self, citations: tuple[Citation, ...]) -> tuple[Citation, ...]:
        """Return citations of the followed book under this book's ids."""
        ids = dict.fromkeys(self._own_id(clause.clause) for clause in citations if clause.clause not in self.silent)
        return cite_clauses(self.book, *ids)

    def _own_id(self, clause: str) -> str:
        if clause not in self.own_id_by_followed:
            other = self.follows.book if self.follows else "no book"
            raise MissingClause(
                f"{self.book} follows {other}, but neither has a clause for {clause!r} nor is declared silent on it"
            )
        return self.own_id_by_followed[clause]


class LawReader(Protocol):
    """Returns the clauses of a rule in one book: by the rule, and by variants of it."""

    def __call__(self, law: "Law", *variants: str) -> tuple[Citation, ...]: ...


@cache
def law_reader(numbering: ClauseNumbering) -> LawReader:
    """Return the reader of one book. It is cached without a function of Python, because a round asks it hundreds of times."""

    @cache
    def in_book(law: Law, *variants: str) -> tuple[Citation, ...]:
        return law.in_book(numbering, *variants)

    return in_book


ClauseIds = str | tuple[str, ...] | Mapping[str, str | tuple[str, ...]]


class Law:
    """The clauses of one rule in each book, by variant if they differ (for example by how the cards are dealt).

    A book that is not named has the clauses of the book that it follows, under its own ids. Asking for a book without a clause
    raises `MissingClause`, unless the book is declared `SILENT` on the rule, or all books are (`NO_CLAUSES`).

    Some rules exist only because of a policy. If a book follows another but chooses differently in that policy, its clauses are
    those by which it sets the policy.

    Some rules have wagers as variants: they have a subject, and the record of each wager in the book's data (`[wager.law]`) lists
    its clauses on this subject.
    """

    __slots__ = ("_asked", "_by_book", "_policy", "_subject")

    def __init__(self, where: Mapping[str, ClauseIds], policy: str = "", subject: str = "") -> None:
        self._policy, self._subject = policy, subject
        self._by_book = {book: _cite_variants(book, clauses) for book, clauses in where.items()}
        self._asked: dict[tuple[ClauseNumbering, tuple[str, ...]], tuple[Citation, ...]] = {}
        """Cache of `in_book`, by book and variants."""

    @classmethod
    def of_wagers(cls, subject: str, *books: str) -> Self:
        """Return the rule of these books whose clauses only the records of their wagers list."""
        return cls({book: {} for book in books}, subject=subject)

    def in_book(self, numbering: ClauseNumbering, *variants: str) -> tuple[Citation, ...]:
        """Return a book's clauses for the first of these variants that it distinguishes, or for the rule as a whole."""
        found = self._asked.get((numbering, variants))
        if found is None:
            found = self._asked[numbering, variants] = self._find(numbering, variants)
        return found

    def _find(self, numbering: ClauseNumbering, variants: tuple[str, ...]) -> tuple[Citation, ...]:
        if not self._by_book:
            return ()
        for variant in (*variants, ""):
            written = self._written(numbering, variant)
            if written is not None:
                return written or numbering.policies.get(self._policy, ())
        if numbering.book not in self._by_book and numbering.follows is not None:
            return self._find_followed(numbering, numbering.follows, variants)
        which = f" for {' or '.join(variants)}" if any(variants) else ""
        named = ", ".join(self.clauses) or "no clause"
        raise MissingClause(
            f"{numbering.book} has no clause{which} where other books have {named}, and is not declared silent on it"
        )

    def _written(self, numbering: ClauseNumbering, variant: str) -> tuple[Citation, ...] | None:
        """Return what the wager of this name lists, or what is written here for the book; None if neither says anything."""
        listed = numbering.wagers.get(variant, {}).get(self._subject) if self._is_of(numbering) else None
        return self._by_book.get(numbering.book, {}).get(variant) if listed is None else listed

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
        """Return a book's clauses in all variants."""
        return tuple(dict.fromkeys((*self.listed_in(numbering), *numbering.own_clauses(self.clauses))))

    def listed_in(self, numbering: ClauseNumbering) -> tuple[Citation, ...]:
        """Return the clauses that the wagers of a book list, if the rule has a subject and is one of that book."""
        return numbering.clauses_on(self._subject) if self._subject and self._is_of(numbering) else ()

    def _is_of(self, numbering: ClauseNumbering) -> bool:
        """Return whether the rule is one of a book, or of a book that it follows."""
        return not self._by_book.keys().isdisjoint(numbering.books)

    def variants_in(self, numbering: ClauseNumbering) -> tuple[str, ...]:
        """Return the variants that are written here for any book, and the wagers of one book that list clauses."""
        written = (name for variants in self._by_book.values() for name in variants)
        listed = (wager for wager, law in numbering.wagers.items() if self.listed_in(numbering) and self._subject in law)
        return tuple(dict.fromkeys(("", *written, *listed)))

    @property
    def clauses(self) -> tuple[Citation, ...]:
        """Return the clauses that are written here, of all books."""
        return tuple(clause for variants in self._by_book.values() for clauses in variants.values() for clause in clauses)


def _cite_variants(book: str, where: ClauseIds) -> dict[str, tuple[Citation, ...]]:
    named = where if isinstance(where, Mapping) else {"": where}
    return {variant: cite_clauses(book, *((text,) if isinstance(text, str) else text)) for variant, text in named.items()}


NO_CLAUSES = Law({})
"""A rule for which no book has a clause; it is left to internal controls."""

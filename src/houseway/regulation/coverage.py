"""Which clauses are carried out, where, and which tests cite them, from the index that the test run writes.

A clause is carried out when data, code, a finding, a step or a printed element names its id. It is cited by a passing test when
a test that names the id observed it at run time, which does not prove that it is carried out correctly. A clause that no program
could carry out says so with its reason, and counts as neither.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from houseway.citation import Citation
from houseway.regulation.model import CarriedOutBy, Regulation

INDEX = Path(__file__).parent / "data" / "coverage.json"

ClausePlaces = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Coverage:
    clauses: int
    carried_out: int
    cited: int
    """Clauses that a passing test cites."""
    uncited: tuple[str, ...]
    """Clauses that something should carry out and that no passing test cites."""
    not_carried_out: Mapping[str, str]
    """Clauses that no program could carry out, each with its reason."""

    def to_json(self) -> dict[str, object]:
        return {
            "clauses": self.clauses,
            "carried_out": self.carried_out,
            "cited_by_a_passing_test": self.cited,
            "not_cited": list(self.uncited),
            "not_carried_out": dict(self.not_carried_out),
        }


@cache
def _load_index() -> dict[str, ClausePlaces]:
    content: dict[str, ClausePlaces] = json.loads(INDEX.read_text(encoding="utf-8"))
    return content


def code_places(clause: Citation) -> tuple[str, ...]:
    """Return where a clause is carried out."""
    return tuple(_load_index()["places"].get(clause, ()))


def citing_tests(clause: Citation) -> tuple[str, ...]:
    """Return the tests that observed a clause at run time."""
    return tuple(_load_index()["tests"].get(clause, ()))


def counterparts(clause: Citation) -> tuple[Citation, ...]:
    """Return the clauses of other books that the same code carries out, in the order of the books' texts."""
    shared = {other for place in code_places(clause) for other in _clauses_by_place().get(place, ())}
    return tuple(sorted(other for other in map(Citation, shared) if other.book != clause.book))


@cache
def _clauses_by_place() -> dict[str, list[str]]:
    """Return the clauses that each function or constant names. Entries of a book's data belong to that book alone."""
    found: dict[str, list[str]] = {}
    for clause, places in _load_index()["places"].items():
        for place in places:
            found.setdefault(place, []).append(clause)
    return found


def count_coverage(book: Regulation) -> Coverage:
    clauses = book.clauses.values()
    cited = [clause for clause in clauses if citing_tests(clause.citation)]
    carried_out = [clause for clause in clauses if code_places(clause.citation) or citing_tests(clause.citation)]
    uncited = tuple(clause.id for clause in clauses if clause not in cited and clause.by is not CarriedOutBy.NOTHING)
    without = {clause.id: clause.reason for clause in clauses if clause.by is CarriedOutBy.NOTHING}
    return Coverage(len(book.clauses), len(carried_out), len(cited), uncited, MappingProxyType(without))

"""Which clauses are carried out, where, and by which tests they are proved, from the index that the test run writes.

A clause is carried out when data, code, a finding, a step or a printed element names its id. It is proved when a test that
names the id observed it at run time. A clause that no program could carry out says so with its reason, and counts as neither.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from houseway.citation import Citation
from houseway.regulation.model import CarriedOutBy, Regulation

INDEX = Path(__file__).parent / "data" / "coverage.json"

ClausePlaces = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Coverage:
    clauses: int
    carried_out: int
    proved: int
    gaps: tuple[str, ...]
    """Clauses that something should carry out and that are not proved."""

    def to_json(self) -> dict[str, object]:
        return {
            "clauses": self.clauses,
            "carried_out": self.carried_out,
            "proved": self.proved,
            "gaps": list(self.gaps),
        }


@cache
def _load_index() -> dict[str, ClausePlaces]:
    content: dict[str, ClausePlaces] = json.loads(INDEX.read_text(encoding="utf-8"))
    return content


def code_places(clause: Citation) -> tuple[str, ...]:
    """Return where a clause is carried out."""
    return tuple(_load_index()["places"].get(clause, ()))


def proving_tests(clause: Citation) -> tuple[str, ...]:
    """Return the tests that observed a clause at run time."""
    return tuple(_load_index()["tests"].get(clause, ()))


def count_coverage(book: Regulation) -> Coverage:
    clauses = book.clauses.values()
    proved = [clause for clause in clauses if proving_tests(clause.citation)]
    carried_out = [clause for clause in clauses if code_places(clause.citation) or proving_tests(clause.citation)]
    gaps = [clause for clause in clauses if clause not in proved and clause.by is not CarriedOutBy.NOTHING]
    return Coverage(len(book.clauses), len(carried_out), len(proved), tuple(clause.id for clause in gaps))

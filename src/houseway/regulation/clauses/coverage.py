"""The state of each clause, from the index that the tests and `make mutants` write.

A clause is *proved* when a mutant that carries it out wrongly is killed by a test that bears its id. It is *carried out* when code
or data does what it says, and no mutant of it has been killed yet; *recorded* when it asks something of people that no program
could do, and the program can note a breach; and otherwise *not carried out*, with the reason. A clause that is only named in the
code is not carried out. That a passing test cites a clause proves nothing.

The index has one line for each clause: its state, its proof, and the names in the code and the entries of data that carry it out.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import NotRequired, TypedDict

from houseway.citation import Citation
from houseway.regulation.model import CarriedOutBy, Clause, Regulation

INDEX = Path(__file__).parents[1] / "data" / "coverage.json"

ONLY_NAMED = "It is only named: no function and no data does what it says"
FOLLOWED = "The code of the book that it follows carries it out; proofs are made for the books that come with the program"
UNTRIED = "No wrong way to carry it out was tried yet"


class ClauseState(StrEnum):
    PROVED = "proved"
    CARRIED_OUT = "carried out"
    RECORDED = "recorded"
    NOT_CARRIED_OUT = "not carried out"


@dataclass(frozen=True, slots=True)
class Proof:
    """A mutant that was killed, and the test that killed it."""

    mutant: str
    test: str


@dataclass(frozen=True, slots=True)
class Coverage:
    """The clauses of a book by state."""

    proved: tuple[str, ...]
    carried_out: Mapping[str, str]
    """Clauses that code or data carries out, and of which no mutant was killed, each with the reason."""
    recorded: tuple[Clause, ...]
    """Clauses that ask something of people, each with the reason why no program could do it."""
    not_carried_out: Mapping[str, str]
    """Clauses that nothing carries out, each with its reason."""

    @property
    def clauses(self) -> int:
        return len(self.proved) + len(self.carried_out) + len(self.recorded) + len(self.not_carried_out)

    def to_json(self) -> dict[str, object]:
        return {
            "clauses": self.clauses,
            "proved": len(self.proved),
            "carried_out_without_proof": dict(self.carried_out),
            "recorded": {clause.id: {"duty": clause.duty, "reason": clause.reason} for clause in self.recorded},
            "not_carried_out": dict(self.not_carried_out),
        }


class IndexState(StrEnum):
    """What the index says of a clause. The book's data says which clauses are recorded, and which nothing carries out."""

    PROVED = "proved"
    CARRIED_OUT = "carried out"
    ONLY_NAMED = "only named"


class IndexEntry(TypedDict):
    """One line of the index."""

    state: IndexState
    proof: NotRequired[list[str]]
    """The name of a mutant, and the test that killed it."""
    reason: NotRequired[str]
    """Why the clause is carried out, but not proved."""
    places: list[str]


@cache
def load_index() -> Mapping[str, IndexEntry]:
    """Return the index by citation."""
    content: dict[str, IndexEntry] = json.loads(INDEX.read_text(encoding="utf-8"))
    return content


def _index_state(clause: Citation) -> str | None:
    entry = load_index().get(clause)
    return entry and entry["state"]


def state_of(clause: Clause) -> ClauseState:
    """Return how far a clause has come. One that is modelled on another book's is carried out by the same code, but not proved."""
    if clause.by is CarriedOutBy.NOTHING:
        return ClauseState.NOT_CARRIED_OUT
    if clause.duty is not None:
        return ClauseState.RECORDED
    states = {_index_state(clause.citation), _index_state(clause.modelled_on or clause.citation)}
    if _index_state(clause.citation) == IndexState.PROVED:
        return ClauseState.PROVED
    is_done = states != {None} and IndexState.ONLY_NAMED not in states
    return ClauseState.CARRIED_OUT if is_done else ClauseState.NOT_CARRIED_OUT


def reason_of(clause: Clause) -> str:
    """Return why nothing carries a clause out, why no program could, or why it is not proved."""
    if clause.reason:
        return clause.reason
    match state_of(clause):
        case ClauseState.NOT_CARRIED_OUT:
            return ONLY_NAMED
        case ClauseState.CARRIED_OUT:
            entry = load_index().get(clause.citation)
            written = entry.get("reason") if entry else None
            return written or (FOLLOWED if clause.modelled_on else UNTRIED)
        case _:
            return ""


def proof_of(clause: Citation) -> Proof | None:
    """Return the proof of a clause, if there is one."""
    entry = load_index().get(clause)
    return Proof(*entry["proof"]) if entry and "proof" in entry else None


def code_places(clause: Citation) -> tuple[str, ...]:
    """Return where a clause is carried out."""
    entry = load_index().get(clause)
    return tuple(entry["places"]) if entry else ()


def find_counterparts(clause: Citation) -> tuple[Citation, ...]:
    """Return the clauses of other books that the same code carries out, in the order of the books' texts."""
    shared = {other for place in code_places(clause) for other in _clauses_by_place().get(place, ())}
    return tuple(sorted(other for other in map(Citation, shared) if other.book != clause.book))


@cache
def _clauses_by_place() -> dict[str, list[str]]:
    """Return the clauses that each function or constant names. Entries of a book's data belong to that book alone."""
    found: dict[str, list[str]] = {}
    for clause, entry in load_index().items():
        for place in entry["places"]:
            found.setdefault(place, []).append(clause)
    return found


def count_coverage(book: Regulation) -> Coverage:
    states = {id_: state_of(clause) for id_, clause in book.clauses.items()}
    ids = {wanted: tuple(id_ for id_, state in states.items() if state is wanted) for wanted in ClauseState}
    recorded = tuple(book.clauses[id_] for id_ in ids[ClauseState.RECORDED])
    unproved, without = (
        MappingProxyType({id_: reason_of(book.clauses[id_]) for id_ in ids[state]})
        for state in (ClauseState.CARRIED_OUT, ClauseState.NOT_CARRIED_OUT)
    )
    return Coverage(ids[ClauseState.PROVED], unproved, recorded, without)

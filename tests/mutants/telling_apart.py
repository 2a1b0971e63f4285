"""Clauses that operators cannot tell from another: whatever names the one names the other, too.

An operator breaks a function where it cites a rule, and all clauses of that rule are credited. A clause that was merely added to
the rule would be proved along with it. Only a mutant of data, of an order of hands or one that was written for it tells it apart.
"""

from collections.abc import Mapping, Set

from houseway.citation import Citation, Law, MissingClause
from houseway.regulation import load_book
from houseway.regulation.clauses.carriers import is_code_path
from houseway.regulation.clauses.coverage import count_coverage
from houseway.regulation.clauses.source_code import canonical_name, split_name
from tests.index import places
from tests.mutants.citing import value_of
from tests.mutants.proofs import Proofs
from tests.mutants.results import BY_OPERATORS, kind_of

Naming = frozenset[tuple[str, str]]
"""What names a clause: places, and the variants of a rule that has some."""


def indistinct_clauses(book: str, proofs: Proofs) -> list[str]:
    """Return the clauses of a book that are proved by operators only, and only together with another. What is only recorded counts
    as proved nowhere, whichever mutants of the record are killed."""
    naming = {clause: naming_of(Citation(clause)) for clause in places() if clause.startswith(f"{book} ")}
    proved = {load_book(book).clauses[id_].citation for id_ in count_coverage(load_book(book)).proved}
    kinds = {clause: {kind_of(proof.mutant)} for clause, proof in proofs.items()}
    return [clause for clause in find_indistinct(naming, kinds) if clause in proved]


def find_indistinct(naming: Mapping[str, Naming], kinds: Mapping[str, Set[str]]) -> list[str]:
    """Return the clauses that no mutant tells from another, by what names them and which kinds of mutants of them were killed. The
    proof of a clause is by an operator only if no other mutant of it was killed."""
    found = []
    for clause, names in naming.items():
        by_operators = clause in kinds and kinds[clause] <= BY_OPERATORS
        if by_operators and any(other != clause and names <= others for other, others in naming.items()):
            found.append(clause)
    return found


def naming_of(clause: Citation) -> Naming:
    return frozenset((place, variant) for place in places()[clause] for variant in _variants_naming(place, clause))


def _variants_naming(place: str, clause: Citation) -> list[str]:
    """Return the variants of a rule that have a clause; one without a name for other places."""
    module, inner = split_name(canonical_name(place)) if is_code_path(place) else (None, "")
    value = value_of(module, inner) if module is not None else None
    if not isinstance(value, Law):
        return [""]
    numbering, found = load_book(clause.book).numbering, []
    for variant in value.variants_in(numbering):
        try:
            named = value.in_book(numbering, variant)
        except MissingClause:
            continue
        if clause in named:
            found.append(variant)
    return found

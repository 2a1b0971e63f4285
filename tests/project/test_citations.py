"""Every clause that the program or a test cites exists, and coverage does not sink below the mark."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import houseway.regulation.clauses.carriers
import tests.index
from houseway.citation import Citation, Law
from houseway.games.against_dealer import deciding
from houseway.regulation import BOOKS, load_book
from houseway.regulation.clauses.coverage import count_coverage, load_index
from tests.index import only_named, places, reasons_unproved
from tests.mutants import citing
from tests.mutants.proofs import read_proofs
from tests.mutants.telling_apart import find_indistinct, indistinct_clauses
from tests.support.paths import ROOT
from tests.support.source import nodes_of

CITATION = re.compile(rf"({'|'.join(map(re.escape, BOOKS))}) (\S.*)")
MARK = tomllib.loads((Path(__file__).parent / "mark.toml").read_text())


def known(citation: str) -> bool:
    """Whether a clause is in some version of its book."""
    book, clause = citation.split(" ", 1)
    return any(clause in load_book(book, version).clauses for version in load_book(book).versions)


def written() -> dict[str, str]:
    """Citations written out in the source and in the tests."""
    found = {}
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "tests").rglob("test_*.py")]:
        for node in nodes_of(path) if CITATION.search(path.read_text()) else ():
            called = getattr(node, "func", None)
            if getattr(called, "attr", getattr(called, "id", "")) in ("carries_out", "clause", "Citation"):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and CITATION.fullmatch(str(argument.value)):
                        found[str(argument.value)] = path.name
    return found


@pytest.mark.parametrize("source", [written, places, load_index])
def test_every_clause_that_is_cited_exists(source):
    wrong = {citation: place for citation, place in source().items() if not known(citation)}
    assert {citation for citation in wrong if "test_citation" not in str(wrong[citation])} == set()


def test_the_index_names_no_clause_as_carried_out_that_is_not():
    assert set(load_index()) <= set(places()), "run `python tests/index.py --places`"


@pytest.mark.parametrize("book", BOOKS)
def test_coverage_is_not_below_the_mark(book):
    counts = count_coverage(load_book(book))
    assert len(counts.proved) >= MARK[book]["proved"]
    assert len(counts.not_carried_out) <= MARK[book]["not_carried_out"]


@pytest.mark.parametrize("book", BOOKS)
def test_each_clause_that_is_carried_out_without_proof_is_listed_with_its_reason(book):
    unproved = {load_book(book).clauses[id_].citation for id_ in count_coverage(load_book(book)).carried_out}
    assert {clause for clause in reasons_unproved() if clause.startswith(f"{book} ")} == unproved
    assert all(reasons_unproved().values())


@pytest.mark.parametrize("book", BOOKS)
def test_no_more_clauses_are_proved_only_together_with_another(book):
    """A clause that is added to a rule of one or two is proved with it by operators, though no code does anything for it."""
    assert len(indistinct_clauses(book, read_proofs())) <= MARK[book]["indistinct"]


class TestIndistinct:
    """Of clauses that are named together, operators tell none apart; other mutants do."""

    TOGETHER = frozenset({("rules.PAY", "")})

    def test_a_clause_that_was_added_to_a_rule_is_found_with_the_one_that_it_was_added_to(self):
        naming = {"book 1": self.TOGETHER, "book 2": self.TOGETHER}
        assert find_indistinct(naming, {"book 1": {"code"}, "book 2": {"code", "role"}}) == ["book 1", "book 2"]

    def test_one_that_another_rule_names_is_told_apart(self):
        naming = {"book 1": self.TOGETHER | {("rules.COLLECT", "")}, "book 2": self.TOGETHER}
        assert find_indistinct(naming, {"book 1": {"code"}, "book 2": {"code"}}) == ["book 2"]

    @pytest.mark.parametrize("kind", ["own", "data", "order"])
    def test_one_with_a_mutant_of_its_own_is_told_apart(self, kind):
        naming = {"book 1": self.TOGETHER, "book 2": self.TOGETHER}
        assert find_indistinct(naming, {"book 1": {"code", kind}, "book 2": {kind}}) == []

    def test_one_that_is_not_proved_claims_nothing(self):
        naming = {"book 1": self.TOGETHER, "book 2": self.TOGETHER}
        assert find_indistinct(naming, {"book 1": {"own"}}) == []


class TestOnlyNamed:
    """A clause that a tuple names counts as carried out only if a function acts by it, and a test that bears it saw that."""

    LATE = Citation("md.ultimate-texas-holdem 7.C(1)")

    @pytest.fixture
    def place(self, monkeypatch):
        """Let one constant be all that names the clause, and hold what is asked for."""

        def put(*others):
            law = Law({self.LATE.book: (self.LATE.clause, *others)})
            monkeypatch.setattr(deciding, "LEFT", law)
            here = {self.LATE: [f"{deciding.__name__}.LEFT"]}
            for module in (tests.index, citing, houseway.regulation.clauses.carriers):
                if hasattr(module, "places"):
                    monkeypatch.setattr(module, "places", lambda: here)
                if hasattr(module, "code_places"):
                    monkeypatch.setattr(module, "code_places", lambda clause: tuple(here.get(clause, ())))
            citing.citing_nodes.cache_clear()

        yield put
        citing.citing_nodes.cache_clear()

    def test_a_function_that_acts_by_it_counts_when_a_test_that_bears_it_saw_it(self, place):
        place()
        assert only_named({self.LATE}, ()) == []

    def test_without_a_test_that_bears_it_it_does_not_count(self, place):
        place()
        assert only_named((), ()) == [self.LATE]

    def test_added_to_a_tuple_of_many_it_does_not_count_even_if_a_test_bears_it(self, place):
        place("7.A", "7.B", "7.D")
        assert only_named({self.LATE}, ()) == [self.LATE]
        assert only_named({self.LATE}, {self.LATE}) == [], "a mutant that was killed shows what it does"

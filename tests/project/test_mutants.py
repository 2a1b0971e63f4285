"""The machinery of mutants: what an operator does, what counts as noticed, and when a clause is proved."""

import ast
import json
from fnmatch import fnmatchcase

import pytest

from houseway.regulation import BOOKS, load_book
from tests.mutants import bearers, code, proving, surviving
from tests.mutants.citing import citing_nodes
from tests.mutants.code import code_mutants
from tests.mutants.data import data_mutants
from tests.mutants.memory import forget_everything
from tests.mutants.model import Kind, Mutant, Verdict
from tests.mutants.operators import change, sites
from tests.mutants.own import own_mutants, replace_function
from tests.mutants.proofs import Proof, read_proofs, read_unnoticed, write_proofs
from tests.mutants.prose import code_without_prose, round_without_prose
from tests.mutants.proving import TRIES
from tests.mutants.results import Result, is_fresh, make_result, proved_clauses
from tests.mutants.running import Outcome, try_mutant
from tests.mutants.surviving import explanation_of, explanations, unnoticed

ROUND = "tests/rounds/md/card-drawn-in-error.toml"


@pytest.mark.parametrize(
    ("code", "operator", "wrong"),
    [
        ("check(Role.DEALER)", "swap-role", "check(Role.PLAYER)"),
        ("return reversed(seats)", "turn-direction", "return seats"),
        ("if late:\n        raise Refusal('late')", "drop-guard", "pass"),
        ("return left < 4", "flip-comparison", "return left <= 4"),
        ("return deal(cards, 7)", "off-by-one", "return deal(cards, 8)"),
        ("return pay(seat, stake)", "swap-arguments", "return pay(stake, seat)"),
        ("yield first()", "drop-step", "pass"),
        ("return (Event('first'), second)", "drop-effect", "return (second,)"),
        ("return tuple(Event(each) for each in seats)", "drop-effect", "return tuple((Event(each) for each in ()))"),
    ],
)
def test_an_operator_makes_a_function_wrong(code, operator, wrong):
    function = ast.parse(f"def act():\n    {code}").body[0]
    site = next(each for each in sites(function) if each.operator == operator)
    change(function, site)
    assert ast.unparse(function) == f"def act():\n    {wrong}"


def test_words_of_a_refusal_and_clauses_are_left_alone():
    """A refusal is left out whole, or not at all."""
    function = ast.parse("def act():\n    raise Refusal('too late', 3, clauses=law(1))").body[0]
    assert [site.operator for site in sites(function)] == ["drop-refusal"]


def mutant(apply):
    return Mutant("mutant", Kind.OWN, ("md.pai-gow-poker 14.G",), "source", apply, is_required=True)


def test_a_wrong_deal_is_noticed_in_a_process_of_its_own():
    def skip_a_card():
        order = "houseway.games.pai_gow.deal_order:deal_one_by_one"
        replace_function(order, lambda original, context, start, cards: original(context, start, cards[1:]))

    outcome = try_mutant(mutant(skip_a_card), [ROUND])
    assert (outcome.verdict, outcome.by) == (Verdict.KILLED, ROUND)
    assert try_mutant(mutant(lambda: None), [ROUND]).verdict is Verdict.SURVIVED


def test_a_clause_is_proved_when_a_mutant_is_killed_and_none_that_must_be_survives():
    killed, survives = ("a", "one", "killed", "test", "key", False), ("a", "two", "survived", "", "key", True)
    optional = ("a", "two", "survived", "", "key", False)
    assert set(proved([killed])) == set(proved([killed, optional])) == {"a"}
    assert proved([killed, survives]) == proved([survives]) == {}


def proved(lines):
    return proved_clauses({line[:2]: Result(*line) for line in lines})


def test_a_result_is_stale_when_what_was_changed_or_its_test_is_another():
    made = mutant(lambda: None)
    result = make_result("md.pai-gow-poker 14.G", made, Outcome(Verdict.KILLED, ROUND), [ROUND])
    other = Mutant(made.name, made.kind, made.clauses, "another source", made.apply)
    assert is_fresh(result, made, [])
    assert not is_fresh(result, other, [])
    assert not is_fresh(result._replace(by="tests/rounds/md/copies-lose.toml"), made, [])


@pytest.mark.parametrize(
    ("written", "is_same"),
    [
        ('def act(stake):\n    """Return the stake.\n\n    Twice."""\n    return 2 * stake', True),
        ("def act(stake):\n    # Section 4\n    return 2 * stake  # doubled", True),
        ("def act(stake):\n    return (2 *\n        stake)", True),
        ("def act(stake):\n    return 3 * stake", False),
        ("@cache\ndef act(stake):\n    return 2 * stake", False),
    ],
)
def test_prose_does_not_count_in_the_key_of_a_result(written, is_same):
    """An edit of a docstring or a comment keeps it, and an edit of code changes it."""
    base = ast.parse('def act(stake):\n    """Double."""\n    return 2 * stake').body[0]
    assert (code_without_prose(ast.parse(written).body[0]) == code_without_prose(base)) is is_same
    assert ast.get_docstring(base) == "Double."


def test_prose_inside_a_function_does_not_count_either():
    first, second = (f'def act():\n    def inner():\n        """{each}."""\n    return inner' for each in ("One", "Two"))
    assert code_without_prose(ast.parse(first).body[0]) == code_without_prose(ast.parse(second).body[0])


def test_the_title_and_the_comments_of_a_golden_round_do_not_count():
    first, second = 'title = "One"\nplayers = 2  # Ann and Bob', 'title = "Two"\nplayers = 2'
    assert round_without_prose(first) == round_without_prose(second) != round_without_prose("players = 3")


class TestKilledBefore:
    """A clause is proved by no old result: what was killed is tried again when it is stale, also beyond the usual tries."""

    CLAUSE = "md.pai-gow-poker 14.G"

    @pytest.fixture
    def last(self, monkeypatch):
        """The last of many mutants, all of which survive today."""
        made = [
            Mutant(f"code f negate {number}", Kind.CODE, (self.CLAUSE,), "now", lambda: None) for number in range(TRIES + 5)
        ]
        monkeypatch.setattr(proving, "mutants_by_clause", dict)
        monkeypatch.setattr(proving, "code_mutants", lambda clause: made)
        monkeypatch.setattr(proving, "tests_bearing", lambda clause: [ROUND])
        monkeypatch.setattr(proving, "try_mutant", lambda mutant, tests: Outcome(Verdict.SURVIVED, ""))
        return made[-1]

    def found(self, last, source):
        made = Mutant(last.name, last.kind, last.clauses, source, last.apply)
        known = make_result(self.CLAUSE, made, Outcome(Verdict.KILLED, ROUND), [ROUND])
        results = {(self.CLAUSE, last.name): known}
        new = proving.prove_clause(self.CLAUSE, proving.Plan(results=results))
        return len(new), proved_clauses(results | {(self.CLAUSE, result.mutant): result for result in new})

    def test_a_stale_result_does_not_outlive_fresh_survivors(self, last):
        assert self.found(last, "before") == (TRIES + 1, {})

    def test_a_fresh_one_is_not_tried_again(self, last):
        count, claimed = self.found(last, "now")
        assert (count, set(claimed)) == (1, {self.CLAUSE})


class TestCommitted:
    """What is committed of a clause says when its mutants have to be tried again."""

    CLAUSE = "md.pai-gow-poker 14.G"

    @pytest.fixture
    def made(self, monkeypatch):
        """Two mutants that must be killed, and one that need not be."""
        required = [Mutant(f"own {name}", Kind.OWN, (self.CLAUSE,), name, lambda: None, is_required=True) for name in "ab"]
        mutants = [*required, Mutant("data c", Kind.DATA, (self.CLAUSE,), "c", lambda: None)]
        monkeypatch.setattr(proving, "mutants_by_clause", lambda: {self.CLAUSE: mutants})
        return mutants

    def results(self, made):
        killed = [make_result(self.CLAUSE, mutant, Outcome(Verdict.KILLED, ROUND), [ROUND]) for mutant in made]
        return {(self.CLAUSE, result.mutant): result for result in killed}

    def test_nothing_is_tried_while_nothing_has_changed(self, made, monkeypatch):
        proofs = proving.sum_up(self.results(made), {})
        assert proofs[self.CLAUSE][:2] == ("own b", ROUND)
        monkeypatch.setattr(proving, "try_mutant", lambda *_: pytest.fail("a mutant was tried"))
        assert proving.prove_clause(self.CLAUSE, proving.Plan(proofs=proofs)) == []

    @pytest.mark.parametrize("number", [0, 1])
    def test_all_are_tried_after_a_change_of_one_that_must_be_killed(self, made, monkeypatch, number):
        proofs = proving.sum_up(self.results(made), {})
        made[number] = Mutant(made[number].name, Kind.OWN, (self.CLAUSE,), "another", lambda: None, is_required=True)
        monkeypatch.setattr(proving, "code_mutants", lambda clause: [])
        monkeypatch.setattr(proving, "tests_bearing", lambda clause: [ROUND])
        monkeypatch.setattr(proving, "try_mutant", lambda mutant, tests: Outcome(Verdict.KILLED, ROUND))
        found = proving.prove_clause(self.CLAUSE, proving.Plan(proofs=proofs))
        assert [result.mutant for result in found] == ["own a", "own b"]

    def test_a_proof_is_stale_when_a_test_that_noticed_is_another(self, made):
        proof = proving.sum_up(self.results(made), {})[self.CLAUSE]
        assert proving.is_proof_fresh(self.CLAUSE, proof)
        assert not proving.is_proof_fresh(self.CLAUSE, proof._replace(others=["tests/rounds/md/copies-lose.toml"]))

    def test_a_clause_of_which_one_was_not_tried_stays_as_it_was(self, made):
        results = self.results(made)
        del results[self.CLAUSE, "own a"]
        before = {self.CLAUSE: Proof("own a", ROUND, "key", [], "all")}
        assert proving.sum_up(results, before) == before

    def test_one_of_which_a_mutant_that_must_be_killed_survives_is_proved_no_more(self, made):
        results = self.results(made)
        results[self.CLAUSE, "own a"] = results[self.CLAUSE, "own a"]._replace(verdict=Verdict.SURVIVED)
        assert proving.sum_up(results, {self.CLAUSE: Proof("own a", ROUND, "key", [], "all")}) == {}

    def test_what_is_written_is_read_again_and_a_fact_is_in_one_file(self, tmp_path):
        file, index = tmp_path / "results.json", tmp_path / "index.json"
        entries = {
            "a": {"state": "carried out", "reason": "nobody tried", "places": ["here"]},
            "b": {"state": "proved", "proof": ["own b", ROUND], "places": ["there"]},
            "c": {"state": "only named", "places": ["nowhere"]},
        }
        index.write_text(json.dumps(entries))
        proofs = {clause: Proof(f"own {clause}", ROUND, "key", ["tests/a.py::test_one"], "all") for clause in "acd"}
        write_proofs(proofs, ["data z"], file, index)
        assert read_proofs(file, index) == {"a": proofs["a"]}, "nothing carries c out, and d is unknown"
        assert read_unnoticed(file) == ["data z"]
        assert json.loads(index.read_text())["a"] == {"state": "proved", "proof": ["own a", ROUND], "places": ["here"]}
        assert json.loads(index.read_text())["b"] == {"state": "carried out", "places": ["there"]}
        assert ROUND not in file.read_text()

    def test_an_operator_proves_only_what_nothing_else_does(self):
        lines = [("a", "code one", "killed", "test", "key", False), ("a", "data two", "killed", "test", "key", False)]
        for order in (lines, lines[::-1]):
            assert proved(order)["a"].mutant == "data two"


def test_a_mutant_of_a_function_that_no_longer_carries_its_clause_is_gone(monkeypatch):
    result = Result("md.pai-gow-poker 14.G", "code houseway.money:parse negate 1", "killed", ROUND, "key", False)
    names = {result.mutant}
    monkeypatch.setattr(proving, "code_mutant_names", lambda clause: names)
    assert proving.is_still_made(result)
    names.clear()
    assert not proving.is_still_made(result)


def test_after_a_run_of_a_few_tests_the_proofs_know_others(tmp_path, monkeypatch):
    ran = {"tests/a.py::test_one[md]": {"clauses": ["a"], "seconds": 1}}
    proofs = {
        "a": Proof("own a", "tests/a.py::test_one[md]", "", ["tests/a.py::test_two[md]", ROUND], ""),
        "b": Proof("own b", "tests/b.py::test_three", "", [], ""),
    }
    file = tmp_path / "bearers.json"
    file.write_text(json.dumps(ran))
    monkeypatch.setattr(bearers, "BEARERS", file)
    monkeypatch.setattr(bearers, "read_proofs", lambda: proofs)
    tests = bearers._tests_by_clause.__wrapped__()
    assert tests == {"a": ["tests/a.py::test_one[md]", "tests/a.py::test_two[md]"], "b": ["tests/b.py::test_three"]}


def test_many_cases_of_one_test_leave_room_for_the_others(monkeypatch):
    """The quickest are asked first, and those that take turns are chosen."""
    many = [f"tests/a.py::test_one[{number}]" for number in range(30)]
    monkeypatch.setattr(bearers, "_rounds_by_clause", dict)
    monkeypatch.setattr(bearers, "_tests_by_clause", lambda: {"a": [*many, "tests/a.py::test_slow"]})
    assert bearers.tests_bearing("a") == [*many[: bearers.AT_MOST["tests"] - 1], "tests/a.py::test_slow"]


def test_the_test_that_noticed_a_mutant_is_asked_again_although_others_are_quicker(monkeypatch):
    many = [f"tests/a.py::test_{number}" for number in range(30)]
    monkeypatch.setattr(bearers, "_rounds_by_clause", dict)
    monkeypatch.setattr(bearers, "_tests_by_clause", lambda: {"a": many})
    known = Result("a", "own b", "killed", many[-1], "key", True)
    assert many[-1] not in bearers.tests_bearing("a")
    assert proving._tests_to_ask("a", known) == [many[-1], *bearers.tests_bearing("a")]
    assert proving._tests_to_ask("a", known._replace(by="tests/a.py::test_gone")) == bearers.tests_bearing("a")


def test_a_survivor_is_tried_with_every_clause_that_its_place_cites(monkeypatch):
    """A function may serve too many clauses of a book to speak of one of them, and cite this one in a branch of its own."""
    clauses = [f"md.four-card-poker as-played.{clause}" for clause in ("13.D", "13.E")]
    for module in (code, surviving):
        monkeypatch.setattr(module, "functions_of_clauses", lambda: dict.fromkeys(clauses, ()))
    name = "code houseway.games.four_card.dealing:deal_cards drop-guard 11"
    assert [clause for clause, _ in surviving._cases(name, {})] == clauses[1:]


def test_the_mutants_of_a_branch_are_made_also_after_the_program_forgot_what_it_read(monkeypatch):
    """Another reading of the file is another syntax tree, with nodes that are others."""
    monkeypatch.setattr(code, "functions_of_clauses", dict)  # to find them takes ten seconds
    clause = "md.ultimate-texas-holdem 5.F(1)"
    monkeypatch.setattr(code, "functions_of_clauses", dict)
    before = [mutant.name for mutant in code_mutants(clause)]
    forget_everything()
    citing_nodes.cache_clear()
    assert before
    assert [mutant.name for mutant in code_mutants(clause)] == before


def test_every_mutant_breaks_a_clause_that_exists():
    known = {
        str(clause.citation) for book in BOOKS for version in load_book(book).versions for clause in clauses(book, version)
    }
    assert {clause for each in (*data_mutants(), *own_mutants()) for clause in each.clauses} <= known


def clauses(book, version):
    return load_book(book, version).clauses.values()


def test_a_mutant_that_the_tests_of_one_clause_notice_is_noticed():
    results = [("a", "one", "survived", "", "key", False), ("b", "one", "killed", "test", "key", False)]
    results += [("a", "two", "survived", "", "key", False)]
    results += [("a", "three", "survived", "", "key", False), ("b", "three", "crashed", "test", "key", False)]
    assert unnoticed({result[:2]: Result(*result) for result in results}) == ["two"]


def test_only_mutants_that_no_test_notices_are_explained():
    left = read_unnoticed()
    assert all(any(fnmatchcase(name, pattern) for name in left) for pattern in explanations())
    assert all(map(explanation_of, explanations()))

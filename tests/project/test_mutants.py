"""The machinery of mutants: what an operator does, what counts as noticed, and when a clause is proved."""

import ast
from fnmatch import fnmatchcase

import pytest

from houseway.regulation import BOOKS, load
from tests.mutants.data import data_mutants
from tests.mutants.model import Kind, Mutant, Verdict
from tests.mutants.operators import change, sites
from tests.mutants.own import own_mutants, replace_function
from tests.mutants.prose import code_without_prose, round_without_prose
from tests.mutants.results import Result, is_fresh, make_result, proved_clauses, read_results
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


def test_every_mutant_breaks_a_clause_that_exists():
    known = {str(clause.citation) for book in BOOKS for version in load(book).versions for clause in clauses(book, version)}
    assert {clause for each in (*data_mutants(), *own_mutants()) for clause in each.clauses} <= known


def clauses(book, version):
    return load(book, version).clauses.values()


def test_a_mutant_that_the_tests_of_one_clause_notice_is_noticed():
    results = [("a", "one", "survived", "", "key", False), ("b", "one", "killed", "test", "key", False)]
    results += [("a", "two", "survived", "", "key", False)]
    assert unnoticed({result[:2]: Result(*result) for result in results}) == ["two"]


def test_only_mutants_that_no_test_notices_are_explained():
    left = unnoticed(read_results())
    assert all(any(fnmatchcase(name, pattern) for name in left) for pattern in explanations())
    assert all(map(explanation_of, explanations()))

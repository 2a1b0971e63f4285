"""From the id of a clause to its code: the functions, lines and golden rounds that `houseway rules show` prints."""

import re
from functools import cache

import pytest

from houseway.documents.layout import _spot_area
from houseway.equipment import cut, opening, start
from houseway.games import awards
from houseway.games.against_dealer import deciding
from houseway.games.against_dealer.irregularities import counting
from houseway.games.four_card import paying as four_card
from houseway.games.pai_gow import settling
from houseway.games.ultimate import paying as ultimate
from houseway.hands import Category
from houseway.hands.orders import is_legal_setting
from houseway.hands.ranking import FINDERS
from houseway.regulation import BOOKS, CarriedOutBy, load_book
from houseway.regulation.clauses.carriers import find_carriers, is_code_path, naming_constants, only_cites
from houseway.regulation.clauses.coverage import code_places, load_index
from houseway.regulation.clauses.source_code import PACKAGE, canonical_name, split_name
from houseway.regulation.loader import data_lines
from houseway.submission.judge import _SubmissionJudge
from tests.conftest import proof
from tests.mutants.proofs import read_proofs
from tests.support.paths import ROOT

PLACES = {clause: entry["places"] for clause, entry in load_index().items()}
IN_CODE = (CarriedOutBy.CODE, CarriedOutBy.CONSOLE, CarriedOutBy.EQUIPMENT, CarriedOutBy.LAYOUT, CarriedOutBy.SUBMISSION)
SAMPLE = [
    (book, clause)
    for book in BOOKS
    for clause in [clause for clause in load_book(book).clauses.values() if clause.by in IN_CODE][::30]
]
sampled = pytest.mark.parametrize(("book", "clause"), SAMPLE, ids=[str(clause.citation) for _, clause in SAMPLE])


def body(carrier) -> str:
    """The lines of a function or class, from the one that is printed on."""
    lines = carrier.path.read_text().splitlines()[carrier.line - 1 :]
    indent = len(lines[0]) - len(lines[0].lstrip())
    end = next(
        (number for number, line in enumerate(lines[1:], start=1) if re.match(rf" {{0,{indent}}}[^\s)]", line)), len(lines)
    )
    return "\n".join(lines[:end])


def is_marked(carrier, clause) -> bool:
    """Whether the index names the function itself."""
    module = ".".join(carrier.path.relative_to(PACKAGE.parent).with_suffix("").parts)
    return f"{module}.{carrier.name}" in code_places(clause.citation)


@cache
def lines() -> tuple[str, ...]:
    return tuple(line for path in PACKAGE.rglob("*.py") for line in path.read_text().splitlines())


def is_listed_with(name: str, constants: set[str]) -> bool:
    """Whether a table of the program has a function in one line with one of the constants, as in `Act(ROLES, deal, DEALT)`."""
    return any(name in line and constant in line for line in lines() for constant in constants)


@cache
def fields_of_laws() -> frozenset[str]:
    return frozenset(found[1] for line in lines() if (found := re.match(r"    (\w+): Law\b", line)))


def reads_a_law(carrier) -> bool:
    """Whether a function reads a field that holds a law: a record was made with the constant."""
    return any(f".{field}" in body(carrier) for field in fields_of_laws())


def calls_one_that_cites(carrier, found) -> bool:
    """Whether a function calls another that is listed and only returns clauses."""
    names = [each.name for each in found if only_cites(split_name(dotted(each))[0].definitions[each.name])]
    return any(re.search(rf"\b{name}\b", body(carrier)) for name in names if name != carrier.name)


def dotted(carrier) -> str:
    return ".".join((*carrier.path.relative_to(PACKAGE.parent).with_suffix("").parts, carrier.name)).replace(".__init__", "")


@sampled
def test_each_line_is_a_function_that_refers_to_the_clause(book, clause):
    found = find_carriers(load_book(book), clause)
    constants = {each.name for each in naming_constants(clause)}
    assert found
    for each in found:
        first, text, name = each.path.read_text().splitlines()[each.line - 1], body(each), each.name.rpartition(".")[2]
        assert re.match(rf"\s*(def|class) {name}\b", first), (each, first)
        if each.asks:
            assert f'"{each.asks}"' in text or re.search(r"\b[A-Z_]{3,}\b", text), each
            continue
        uses = any(re.search(rf"\b{constant}\b", text) for constant in constants)
        refers = uses or is_marked(each, clause) or reads_a_law(each) or is_listed_with(name, constants)
        assert refers or calls_one_that_cites(each, found), each


@pytest.mark.parametrize(
    ("book", "id_", "function"),
    [
        ("md.pai-gow-poker", "5.K(1)(b)(ii)", start.decide_announcement),  # by the constant TOTAL
        ("md.pai-gow-poker", "13.A(1)", awards.vigorish_rounding),  # by the option vigorish.rounding
        ("md.pai-gow-poker", "1.B(7)", awards._envy_minimum),  # by the value envy-minimum
        ("md.pai-gow-poker", "13.G(1)(a)", _SubmissionJudge._judge_payout_limit),  # by a value whose key is a constant
        ("md.pai-gow-poker", "13.B(1)(j)", awards.optional_award),  # by a row of a paytable
        ("md.ultimate-texas-holdem", "12.C(2)(d)", ultimate.optional_award),  # of a wager that is always offered
        ("md.four-card-poker", ".12 C(1)", four_card.optional_award),
        ("md.four-card-poker", ".12 B(3)", four_card.hand_outcome),  # of a wager that follows the Ante
        ("md.pai-gow-poker", "11.B", is_legal_setting),  # by a mark
        ("md.pai-gow-poker", "6.B(6)", FINDERS[Category.FLUSH]),  # by its category
        ("md.pai-gow-poker", "2.B(3)", _spot_area),  # by what is printed on the layout
        ("md.ultimate-texas-holdem", "11.B(1)", deciding.decide_play),  # by a field of a record
        ("md.four-card-poker", "as-played.10.C", counting.count_stub),  # by an entry in the table of acts
        ("md.pai-gow-poker", "5.D", cut.is_offered_to_players),  # by a policy
        ("md.pai-gow-poker", "13.A(2)", settling.pay_base_wager),  # by a function that only returns clauses
    ],
)
def test_a_function_is_found_by_each_way_to_name_a_clause(book, id_, function):
    regulation = load_book(book)
    assert function.__qualname__ in [each.name for each in find_carriers(regulation, regulation.clause(id_))]


def test_a_method_of_the_same_name_as_a_field_with_a_law_does_not_count_as_reading_it():
    """The steps of opening a deck have a field `law`; everything in the equipment calls a method `law`."""
    book = load_book("md.ultimate-texas-holdem")
    found = find_carriers(book, book.clause("4.C(1)"))
    assert {each.path.name for each in found} == {"opening.py"}
    assert opening.decide_opening_step.__name__ in {each.name for each in found}


def test_the_other_functions_of_a_table_that_lists_one_are_not_shown():
    book = load_book("md.ultimate-texas-holdem")
    names = {each.name for each in find_carriers(book, book.clause("11.L"))}
    assert names.isdisjoint({"deal_flop", "deal_final", "describe_hand"})


def test_functions_that_act_come_before_those_that_show():
    book = load_book("md.pai-gow-poker")
    parts = [each.path.relative_to(PACKAGE).parts[0] for each in find_carriers(book, book.clause("13.A")) if not each.asks]
    assert parts.index("games") < parts.index("analysis")


def test_the_functions_of_another_game_are_not_shown_for_a_value_that_it_asks_for_too():
    book = load_book("md.pai-gow-poker")
    folders = {each.path.parent.name for each in find_carriers(book, book.clause("8.D(2)"))}
    assert folders == {"pai_gow"}


def test_every_name_in_the_index_is_there():
    """After a renaming: `python tests/index.py --places`."""
    names = {place for places in PLACES.values() for place in places if is_code_path(place)}
    missing = []
    for name in names:
        module, inner = split_name(canonical_name(name))
        if module is None or inner not in {*module.definitions, *module.constants}:
            missing.append(name)
    assert sorted(missing) == []
    assert len(names) > 300


@pytest.mark.parametrize(
    ("id_", "file"), [("13.B(1)(j)", "paytables.toml"), ("13.A(1)", "filing.toml"), ("2.A", "clauses.toml")]
)
def test_the_data_of_a_clause_is_found_with_its_line(id_, file):
    book = load_book("md.pai-gow-poker")
    found = [(path, line) for path, line in data_lines(book, book.clause(id_)) if path.name == file]
    assert found
    for path, line in found:
        assert f'"{id_}"' in path.read_text().splitlines()[line - 1]


def test_golden_rounds_that_prove_a_clause_are_named_by_their_files():
    rounds = {proof.test for proof in read_proofs().values() if proof.test.endswith(".toml")}
    assert len(rounds) > 100
    assert all((ROOT / name).is_file() for name in rounds)


def test_a_golden_round_proves_by_its_file_and_any_other_test_by_itself(request):
    class Item:
        nodeid = "tests/files/rounds/test_golden_rounds.py::test_a_golden_round_comes_out_as_it_says[md/x]"

        class callspec:  # noqa: N801  # as pytest names it
            params = {"path": ROOT / "tests" / "rounds" / "md" / "x.toml"}  # noqa: RUF012

    assert proof(Item) == "tests/rounds/md/x.toml"
    assert proof(request.node).endswith("::test_a_golden_round_proves_by_its_file_and_any_other_test_by_itself")

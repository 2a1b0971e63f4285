"""What is said instead of what was refused: as people at a table call acts and wagers, and never a permission's name."""

import pytest

from houseway.errors import HousewayError, NotAllowed
from houseway.money import Cents
from houseway.regulation import load_book
from houseway.service.messages.refusals import describe_instead, refusal_from

UTH = load_book("md.ultimate-texas-holdem")
A_CLAUSE = (f"{UTH.id} {next(iter(UTH.clauses))}",)


@pytest.mark.parametrize(
    ("allowed", "words"),
    [
        (("cut", "refuse-cut"), "cut the cards or refuse the cut"),
        ("complete-cut", "complete the cut, which is for the staff"),
        (("ante", "ultimate-pairs"), "Ante or Ultimate Pairs"),
        ((2, 3), "2 or 3"),
        (Cents(2500), "$25"),
        ("between rounds", "between rounds"),
        ((), None),
        (None, None),
        (tuple(range(1, 40)), None),
    ],
)
def test_acts_and_wagers_are_called_as_people_call_them(allowed, words):
    assert describe_instead(NotAllowed("no", code="round.x", clauses=A_CLAUSE, allowed=allowed)) == words


def test_names_of_permissions_and_facts_are_for_programs():
    for code in ("authority.denied", "command.unknown-fact", "table.act"):
        assert describe_instead(HousewayError("no", code=code, allowed=("table.deal",))) is None


def test_a_book_of_somebodys_own_has_no_names_and_is_no_fault():
    refusal = NotAllowed("no", code="round.x", clauses=("my.own-book 1.A",), allowed="ante")
    assert refusal_from(refusal)["instead"] == "ante"

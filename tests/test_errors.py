"""A refusal has a message, a stable code, its clauses and its facts, and is of one of two kinds."""

import json
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import JOKER, check_distinct, parse_card, parse_hand
from houseway.citation import Citation, cite_clauses
from houseway.errors import HousewayError, Malformed, NotAllowed
from houseway.money import Cents, Rounding, parse_pay

KINDS = (Malformed, NotAllowed)
CLAUSES = cite_clauses("md.pai-gow-poker", "11.B", "13.A(1)")

plain = st.none() | st.booleans() | st.integers(-(2**80), 2**80) | st.text(max_size=8)
fact_names = st.sampled_from(["given", "allowed", "place", "card", "seat"])


def refusal_of(act, *arguments) -> HousewayError:
    with pytest.raises(HousewayError) as refusal:
        act(*arguments)
    return refusal.value


class TestKinds:
    @pytest.mark.parametrize("kind", KINDS)
    def test_every_kind_is_a_refusal(self, kind):
        with pytest.raises(HousewayError, match="why"):
            raise kind("why", code="some.code")

    @pytest.mark.parametrize("kind", KINDS)
    def test_the_kinds_are_siblings_and_no_kind_is_another(self, kind):
        assert kind.__bases__ == (HousewayError,)
        assert [other for other in KINDS if isinstance(kind("why", code="some.code"), other)] == [kind]

    def test_a_refusal_is_not_caught_as_an_error_of_the_program(self):
        assert HousewayError.__bases__ == (Exception,)


class TestParticulars:
    @pytest.mark.parametrize("kind", KINDS)
    def test_a_refusal_carries_its_message_code_clauses_and_facts(self, kind):
        refusal = kind("the wager is below the minimum", code="wager.minimum", clauses=CLAUSES, given=Cents(500), allowed="$10")
        assert str(refusal) == refusal.message == "the wager is below the minimum"
        assert refusal.code == "wager.minimum"
        assert refusal.clauses == ("md.pai-gow-poker 11.B", "md.pai-gow-poker 13.A(1)")
        assert refusal.facts == {"given": Cents(500), "allowed": "$10"}

    def test_a_refusal_without_clauses_or_facts_has_none(self):
        refusal = Malformed("why", code="some.code")
        assert (refusal.clauses, dict(refusal.facts)) == ((), {})

    def test_a_refusal_cannot_be_made_without_a_code(self):
        with pytest.raises(TypeError, match="code"):
            Malformed("why")

    def test_the_facts_of_a_refusal_do_not_change(self):
        refusal = Malformed("why", code="some.code", place=1)
        with pytest.raises(TypeError):
            refusal.facts["place"] = 2
        assert refusal.facts["place"] == 1


class TestJson:
    def test_the_json_of_a_refusal_has_one_shape(self):
        refusal = NotAllowed("why", code="some.code", clauses=CLAUSES, place=4, given="Xd")
        assert refusal.to_json() == {
            "code": "some.code",
            "message": "why",
            "clauses": ["md.pai-gow-poker 11.B", "md.pai-gow-poker 13.A(1)"],
            "facts": {"place": 4, "given": "Xd"},
        }

    @pytest.mark.parametrize(
        ("fact", "written"),
        [
            (None, None),
            (True, True),
            (0, 0),
            ("As", "As"),
            (Cents(50_025), "$500.25"),
            (Fraction(1, 3), "1/3"),
            (0.1, "0.1"),
            (Citation("md.pai-gow-poker 11.B"), "md.pai-gow-poker 11.B"),
            (("As", Cents(100), [Fraction(1, 2), None]), ["As", "$1", ["1/2", None]]),
            ([], []),
        ],
    )
    def test_a_fact_is_written_as_json_has_it_or_as_it_prints(self, fact, written):
        facts = json.loads(json.dumps(Malformed("why", code="some.code", fact=fact).to_json()))["facts"]
        assert facts == {"fact": written}
        assert type(facts["fact"]) is type(written)

    @given(st.text(), st.dictionaries(fact_names, plain | st.lists(plain | st.lists(plain, max_size=2), max_size=3)))
    def test_plain_facts_come_through_json_unchanged(self, message, facts):
        written = json.loads(json.dumps(NotAllowed(message, code="some.code", **facts).to_json()))
        assert written == {"code": "some.code", "message": message, "clauses": [], "facts": facts}

    @pytest.mark.parametrize(
        ("act", "argument", "code"),
        [
            (parse_hand, "As Xd", "card.unknown"),
            (parse_hand, "As As", "card.repeated"),
            (parse_card, "As Kd", "card.count"),
            (check_distinct, (JOKER, JOKER), "card.repeated"),
            (Cents, 0.5, "money.not-cents"),
            (Cents.parse, "five", "money.unreadable"),
            (Rounding.EXACT_CENTS.apply, Fraction(1, 2), "money.fraction-of-a-cent"),
            (parse_pay, "nonsense", "pay.unreadable"),
            (parse_pay("10% of major").award, Cents(100), "pay.no-meter"),
        ],
    )
    def test_a_refusal_that_the_program_makes_can_be_sent_as_json(self, act, argument, code):
        refusal = refusal_of(act, argument)
        written = json.loads(json.dumps(refusal.to_json()))
        assert (written["code"], written["message"]) == (code, str(refusal))
        assert written["facts"].keys() == refusal.facts.keys() != set()


def test_a_refusal_survives_the_way_between_processes():
    refusal = NotAllowed("no", code="some.code", clauses=("md.pai-gow-poker 6.B(1)",), given=3)
    again = pickle.loads(pickle.dumps(refusal))  # noqa: S301 our own bytes
    assert (type(again), str(again), again.to_json()) == (NotAllowed, "no", refusal.to_json())

"""Facts from outside are decoded strictly: what is not a fact in its one form is refused as malformed, and never a fault."""

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards import DECK, parse_card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import encode_fact
from houseway.money import Cents
from houseway.service.messages.facts import DEEPEST, LARGEST_NUMBER, MOST_FACTS, MOST_PARTS, decode_facts

NUMBERS = st.integers(-LARGEST_NUMBER, LARGEST_NUMBER)
CARDS = st.sampled_from(DECK)
TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=20)
SIMPLE = st.one_of(
    st.none(),
    st.booleans(),
    NUMBERS,
    TEXTS,
    CARDS,
    NUMBERS.map(Cents),
    st.fractions(-1000, 1000, max_denominator=1000),
    st.just(Citation("md.pai-gow-poker 6.B(1)")),
)
TABLES = st.dictionaries(NUMBERS | TEXTS | CARDS, SIMPLE, max_size=4)
FACTS = st.dictionaries(st.sampled_from(("position", "amount", "low", "also")), SIMPLE | st.lists(SIMPLE).map(tuple) | TABLES)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda parts: (
        st.lists(parts) | st.dictionaries(st.sampled_from(("card", "cents", "fraction", "clause", "table", "x")), parts)
    ),
    max_leaves=20,
)


@given(FACTS)
def test_encoded_facts_are_read_back(facts):
    decoded = decode_facts({name: encode_fact(fact) for name, fact in facts.items()})
    assert decoded == facts
    assert [type(fact) for fact in decoded.values()] == [type(fact) for fact in facts.values()]


@given(st.dictionaries(st.text(st.characters()), JSON) | JSON)
def test_anything_else_is_malformed_and_never_a_fault(content):
    with suppress(Malformed):
        decoded = decode_facts(content)
        again = {name: encode_fact(fact) for name, fact in decoded.items()}
        assert decode_facts(again) == decoded


def nested(depth):
    fact = 1
    for _ in range(depth):
        fact = [fact]
    return fact


@pytest.mark.parametrize(
    "fact",
    [
        nested(DEEPEST + 1),
        nested(5_000),
        [0] * MOST_PARTS,
        1.5,
        LARGEST_NUMBER + 1,
        10**5_000,
        float("nan"),
        {"cents": 1.5},
        {"cents": "5"},
        {"cents": True},
        {"cents": -LARGEST_NUMBER * 10},
        {"card": "As Ks"},
        {"card": 7},
        {"card": ""},
        {"fraction": "1/0"},
        {"fraction": "1e999999999"},
        {"fraction": 0.5},
        {"clause": "nonsense"},
        {"table": {"1": 2}},
        {"table": [[1]]},
        {"table": [[1, 2], [1, 3]]},
        {"table": [[[1], 2]]},
        {"table": [[None, 2]]},
        {"cents": 1, "card": "As"},
        {},
        {"money": 5},
        "a\x00b",
        "\ud800",
        b"bytes",
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_a_malformed_fact_is_refused(fact):
    with pytest.raises(Malformed) as refused:
        decode_facts({"amount": fact})
    assert len(refused.value.to_json()["facts"]["given"]) < 100


@pytest.mark.parametrize("content", [None, [], "x", 5, {"a b": 1}, {"": 1}, {f"f{n}": 1 for n in range(MOST_FACTS + 1)}])
def test_facts_are_a_bounded_object(content):
    with pytest.raises(Malformed):
        decode_facts(content)


def test_each_type_of_fact_is_read():
    content = {
        "low": [{"card": "As"}, {"card": "Jk"}],
        "amount": {"cents": 500},
        "share": {"fraction": "1/3"},
        "also": {"table": [["bonus", {"cents": 100}], [3, None]]},
    }
    low = (parse_card("As"), parse_card("Jk"))
    assert decode_facts(content) == {
        "low": low,
        "amount": Cents(500),
        "share": Fraction(1, 3),
        "also": {"bonus": Cents(100), 3: None},
    }

"""Every bound of every legal act is one of a closed set of types, so that a form can be drawn without knowing a game."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from houseway.cards import parse_card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.explanation.act_words import act_vocabulary
from houseway.money import Cents
from houseway.procedure import FactBounds, LegalOption
from houseway.regulation import BOOKS
from houseway.service.messages import bounds as service_bounds
from houseway.service.messages.bounds import Bound, Option, encode_bound, encode_option
from tests.support.effort import MORE
from tests.support.table_chance import Drawn
from tests.support.table_invariants import DEALER, FLOOR
from tests.support.tables_by_chance import everybody, opened, play

OPTION, BOUND = TypeAdapter(Option), TypeAdapter(Bound)
RELATIONS = {"optional", "instead", "beside", "together", "matched"}


def check_option(option):
    """The option is JSON of the declared types, and no fact and no bound of it is missing."""
    encoded = encode_option(option)
    assert OPTION.validate_python(json.loads(json.dumps(encoded)), strict=True) == encoded
    assert encoded["facts"].keys() == option.facts.keys()
    assert encoded["bounds"].keys() == option.bounds.keys()
    for name, bound in encoded["bounds"].items():
        assert bound.keys() & RELATIONS == option.bounds[name].keys() & RELATIONS
    words = act_vocabulary()
    assert {*option.facts, *option.bounds} <= words.facts.keys() | words.acts[option.act].facts.keys()


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=MORE, suppress_health_check=list(HealthCheck), deadline=None)
@given(st.data())
def test_every_bound_of_every_role_has_a_type(book, data):
    choose = Drawn(data.draw, st.integers)
    machine = opened(choose, book)
    machine.seat(2 + choose.below(3))
    for _ in range(60):
        play(choose, machine)
        if not machine.table.open:
            return
        for actor in (choose.pick((DEALER, FLOOR)), choose.pick(everybody(machine.table))):
            for option in machine.run.legal(actor, machine.at):
                check_option(option)


@pytest.mark.parametrize(
    ("bounds", "expected"),
    [
        ({"least": Cents(100), "most": Cents(500)}, {"kind": "amount", "least": 100, "most": 500}),
        ({"least": Cents(1)}, {"kind": "amount", "least": 1}),
        ({"least": 0, "most": 6}, {"kind": "number", "least": 0, "most": 6}),
        ({"least": 0, "most": 52, "right": 5}, {"kind": "number", "least": 0, "most": 52, "right": 5}),
        ({"choices": (False, True), "optional": True}, {"kind": "flag", "optional": True}),
        ({"choices": (Cents(500), Cents(900))}, {"kind": "choice", "choices": [{"cents": 500}, {"cents": 900}]}),
        ({"choices": (0, 1)}, {"kind": "choice", "choices": [0, 1]}),
        ({"some": (1, 2), "fewest": 1}, {"kind": "several", "choices": [1, 2], "fewest": 1}),
        (
            {"each": (0, "board"), "least": 1, "most": {0: 2, "board": 5}},
            {
                "kind": "counts",
                "places": [{"place": 0, "least": 1, "most": 2}, {"place": "board", "least": 1, "most": 5}],
            },
        ),
        ({"from": (parse_card("As"),), "count": 1}, {"kind": "hand", "cards": [{"card": "As"}], "count": 1}),
        (
            {"parts": {"bonus": {"least": Cents(1)}}, "beside": "amount", "together": Cents(9), "optional": True},
            {
                "kind": "parts",
                "parts": {"bonus": {"kind": "amount", "least": 1}},
                "beside": "amount",
                "together": 9,
                "optional": True,
            },
        ),
    ],
)
def test_bounds_are_written_as_their_type(bounds, expected):
    assert encode_bound(bounds) == expected
    assert BOUND.validate_python(expected, strict=True) == expected


@pytest.mark.parametrize(
    "bounds",
    [
        {"least": Cents(1), "colour": "red"},
        {"colour": "red"},
        {},
        {"optional": True},
        {"least": Cents(1), "most": 5},
        {"least": 1},
        {"least": 1.5, "most": 2},
        {"choices": (Citation("md.pai-gow-poker 6.B"), 1.5)},
        {"count": True},
        {"text": 1},
        {"text": "in words", "optional": 1},
    ],
)
def test_bounds_that_nobody_declared_raise(bounds):
    with pytest.raises(Malformed) as refused:
        encode_option(LegalOption("wager", (), {}, {"amount": bounds}))
    assert refused.value.code == "bounds.unknown"


def test_every_key_of_bounds_has_a_form_in_json():
    """The keys of `FactBounds` and those that the service encodes are the same."""
    encoded = frozenset().union(*service_bounds._BUILDERS, service_bounds._RELATIONS)
    assert encoded == FactBounds.__annotations__.keys() == FactBounds.__optional_keys__


def test_the_types_are_closed():
    with pytest.raises(ValidationError):
        BOUND.validate_python({"kind": "amount", "least": 1, "colour": "red"})
    with pytest.raises(ValidationError):
        BOUND.validate_python({"kind": "colour"})

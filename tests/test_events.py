"""A fact of a command or an event is read as what it must be; anything else is refused, and the refusal says what was wanted."""

import pickle
import re
from fractions import Fraction

import pytest

from houseway.cards import parse_hand
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents

CARDS = tuple(parse_hand("As Kd"))
FACTS = {
    "position": 3,
    "amount": Cents(500),
    "share": Fraction(1, 2),
    "wager": "ante",
    "matched": True,
    "low": CARDS,
    "standing": (1, 2),
    "decks": ("A", "B"),
    "hands": {1: CARDS},
}
READ = {
    "number": "position",
    "cents": "amount",
    "fraction": "share",
    "text": "wager",
    "flag": "matched",
    "cards": "low",
    "numbers": "standing",
    "texts": "decks",
    "table": "hands",
}


def recorded(**facts):
    return Command("rule", Actor(Role.FLOOR, "Flo"), facts), Event("count-ruled", (), facts)


@pytest.mark.parametrize("reader", READ)
def test_a_fact_is_read_by_the_reader_of_its_kind_and_by_no_other(reader):
    for record in recorded(**FACTS):
        assert getattr(record, reader)(READ[reader]) == FACTS[READ[reader]]
        for name in FACTS.keys() - {READ[reader]}:
            with pytest.raises(Malformed):
                getattr(record, reader)(name)


@pytest.mark.parametrize("reader", READ)
def test_a_missing_fact_is_refused_but_missing_cards_are_an_empty_hand(reader):
    for record in recorded():
        if reader == "cards":
            assert record.cards("anything") == ()
        else:
            with pytest.raises(Malformed, match="needs 'anything' as"):
                getattr(record, reader)("anything")


def test_a_default_stands_for_a_missing_fact():
    for record in recorded(why=3):
        assert record.number("times", 1) == 1
        assert record.cents("counted", Cents(7)) == Cents(7)
        assert record.text("name", "") == ""
        assert record.flag("void", False) is False
        assert record.numbers("standing", ()) == record.texts("decks", ()) == ()
        with pytest.raises(Malformed):
            record.text("why", "")


@pytest.mark.parametrize("value", [True, CARDS[0], 1.0, "1", None])
def test_only_a_whole_number_is_a_number(value):
    for record in recorded(position=value, standing=(1, value)):
        with pytest.raises(Malformed):
            _ = record.position
        with pytest.raises(Malformed):
            record.numbers("standing")


def test_a_text_may_have_to_be_one_of_a_few():
    for record in recorded(hand="left"):
        assert record.text("hand", among=("left", "right")) == "left"
        with pytest.raises(Malformed, match="up or down"):
            record.text("hand", among=("up", "down"))


def test_the_refusal_says_whose_fact_it_was_what_was_given_and_what_is_wanted():
    command, event = recorded(position="three")
    for record, owner, code in ((command, "rule", "command.fact"), (event, "count-ruled", "event.fact")):
        with pytest.raises(Malformed) as refused:
            _ = record.position
        assert str(refused.value) == f"{owner} needs 'position' as a number, not three"
        assert (refused.value.code, dict(refused.value.facts)) == (code, {"given": "three", "allowed": "a number"})


@pytest.mark.parametrize(
    ("facts", "shown"), [({"position": ("three", 4)}, "[three, 4]"), ({"position": ((),)}, "[[]]"), ({}, "nothing")]
)
def test_a_refusal_shows_lists_as_files_have_them(facts, shown):
    for record in recorded(**facts):
        with pytest.raises(Malformed, match=f"as a number, not {re.escape(shown)}$"):
            _ = record.position


def test_a_command_is_a_value():
    command, _ = recorded(**FACTS)
    assert pickle.loads(pickle.dumps(command)) == command  # noqa: S301  # our own
    assert command._replace(at=5) == Command(command.act, command.by, command.facts, 5)


def test_a_list_of_anything_is_read_as_a_tuple():
    for record in recorded(entries=[("Ann", CARDS, "lost")], position=1):
        assert record.items("entries") == (("Ann", CARDS, "lost"),)
        with pytest.raises(Malformed):
            record.items("position")


def test_an_event_cites_each_clause_once():
    first, second = Citation("md.pai-gow-poker 7.D"), Citation("md.pai-gow-poker 7.A")
    assert Event("wager-placed", (first, second, first)).clauses == (first, second)

"""Settings of a table: checked when they are made, recorded with the opening, and the same after a restart."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import HousewayError, Malformed, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.live.settings import WITHOUT_CLOCKS, AbsentSettings, TableSettings
from houseway.store.chain import decode_commands, encode_commands
from houseway.store.contract import RecordedCommand
from tests.support.live import submission

seconds = st.integers(0, 600)
absent_settings = st.builds(
    AbsentSettings,
    st.sampled_from(["check-then-fold", "fold"]),
    st.sampled_from(["play", "void"]),
    seconds,
    st.integers(0, 100),
)


@st.composite
def table_settings(draw):
    croupier = draw(st.booleans())
    cards = "electronic" if croupier else draw(st.sampled_from(["electronic", "physical"]))
    practice = croupier and draw(st.booleans())
    return TableSettings(
        croupier,
        cards,
        draw(seconds),
        draw(seconds),
        draw(seconds),
        draw(absent_settings),
        practice,
        program_floor=draw(st.booleans()),
        newcomers=draw(st.booleans()),
    )


@given(table_settings())
def test_settings_are_read_as_they_were_written(made):
    assert TableSettings.from_json(made.to_json()) == made


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["seconds", "rounds", "x"]), inner, max_size=3),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from([*TableSettings().to_json(), "speed"]), json_values, max_size=4))
def test_whatever_is_given_is_read_or_refused_in_words(content):
    try:
        made = TableSettings.from_json(content)
    except HousewayError as refusal:
        code, allowed = refusal.code, refusal.facts["allowed"]
    else:
        code, allowed = "settings.", TableSettings.from_json(made.to_json()) == made
    assert code.startswith("settings.")
    assert allowed


@pytest.mark.parametrize(
    ("content", "refused", "words"),
    [
        ({"croupier": True, "cards": "physical"}, NotAllowed, "cannot deal physical cards"),
        ({"betting_seconds": 601}, Malformed, "a whole number from 0 to 600, not 601"),
        ({"decision_seconds": True}, Malformed, "decision_seconds"),
        ({"absent": {"decision": "play"}}, Malformed, "check-then-fold or fold, not 'play'"),
        ({"speed": 3}, Malformed, "have no speed"),
    ],
)
def test_settings_that_do_not_go_together_are_refused(content, refused, words):
    with pytest.raises(refused, match=words):
        TableSettings.from_json(content)


def test_settings_are_stored_with_the_opening_in_one_append(open_house):
    made = TableSettings(betting_seconds=7, absent=AbsentSettings(rounds=9))
    house = open_house()
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"), settings=made)
    (append,) = house.store.read("settings:UTH-1")
    first = next(house.store.read("table:UTH-1"))
    assert append.head.at == first.head.at
    open_house.close()
    assert open_house().house.settings("UTH-1") == made


def test_settings_of_a_table_that_cannot_be_opened_are_not_stored(house):
    with pytest.raises(HousewayError):
        house.run(house.house.open_table("X", Command("open-table", FLOOR_ACTOR, {"submission": "book ="}), TableSettings()))
    assert house.store.stream_heads() == ()


def test_a_second_opening_changes_no_settings(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    opening = {"submission": submission("md.ultimate-texas-holdem", "minimal"), "inventory": Cents(100)}
    with pytest.raises(NotAllowed, match="already open"):
        house.run(house.house.open_table("UTH-1", Command("open-table", FLOOR_ACTOR, opening), TableSettings()))
    assert house.house.settings("UTH-1") == WITHOUT_CLOCKS


def test_the_record_of_somebody_who_acts_himself_is_as_it_always_was():
    """Chains that were written before anybody could stand in for a player stay valid."""
    before = b'[{"at":5,"by":{"role":"player","name":"Ann"},"events":[]}]'
    ann = Actor(Role.PLAYER, "Ann")
    assert encode_commands([RecordedCommand(5, ann, ())]) == before
    assert decode_commands(before)[0].by == ann


def test_whoever_stands_in_is_in_the_record_and_in_words():
    away = Actor(Role.PLAYER, "Ann", "system")
    assert decode_commands(encode_commands([RecordedCommand(5, away, ())]))[0].by == away
    assert str(away) == "player Ann (by the system)"

"""Names that others see: those of the world are taken, misleading ones are refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.errors import Malformed
from houseway.service.people.person import LONGEST_NAME, check_name


@pytest.mark.parametrize("name", ["Ann", "Zoë", "李小龍", "O'Brien", "Ann Lee", "🂡 Ace"])
def test_names_of_the_world_are_taken(name):
    assert check_name(f" {name}  ") == name
    assert check_name(name.replace(" ", "   ")) == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "a\nb",
        "a\0",
        "\u202eevil",
        "a\u200bb",
        "\ud800",
        "e" + "\u0301" * 9,
        "x" * 41,
        "x" * 10**6,
        "p-aaaaaaaaaa",
        "\u3164",
        "a\u00a0b",
        "Ann\n",
        "The House",
        "former player",
        "CROUPIER",
    ],
)
def test_a_name_that_misleads_or_is_too_long_is_refused_without_being_repeated(memory_bench, name):
    with pytest.raises(Malformed) as refusal:
        memory_bench.people.start_guest(name)
    error = refusal.value
    assert error.code == "person.name"
    assert len(str(error.to_json())) < 300
    assert name.strip() == "" or name not in str(error.to_json())


@given(st.text())
def test_a_name_that_is_taken_can_be_shown_on_one_line(name):
    try:
        shown = check_name(name)
    except Malformed:
        return
    assert shown == check_name(shown)
    assert 0 < len(shown) <= LONGEST_NAME
    assert shown.isprintable()
    assert len(shown.splitlines()) == 1

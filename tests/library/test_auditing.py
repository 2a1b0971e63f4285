"""`audit` of the library checks a house as the command does."""

import json

import pytest

import houseway as hw
from tests.support.audited_house import change, play_house
from tests.support.command import run


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    folder = tmp_path_factory.mktemp("house")
    play_house(folder)
    return folder


def test_a_house_is_in_order_as_the_command_says(house):
    found = hw.audit(house)
    assert found.in_order
    assert found.rounds
    assert "in order" in repr(found)
    assert "<table>" in found._repr_html_()
    told = json.loads(run("audit", str(house), "--json").stdout)
    assert (told["rounds"], told["decided"], told["problems"]) == (found.rounds, found.decided, [])


def test_what_was_changed_is_a_problem(house):
    change(house, "DELETE FROM appends WHERE version = (SELECT max(version) FROM appends)")
    found = hw.audit(str(house))
    assert not found.in_order
    assert len(list(found.records())) == len(found.problems)


def test_a_house_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(hw.HousewayError):
        hw.audit(tmp_path / "nowhere")

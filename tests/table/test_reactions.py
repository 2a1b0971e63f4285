"""Lights, discard rack and deck follow the events of a game, and not its acts: a new act of a game needs no entry of its own."""

import ast
from functools import partial
from pathlib import Path

import pytest

from houseway.events import Event
from houseway.games.registry import game_of
from houseway.regulation.games import GAMES
from houseway.table import reactions
from tests.support.source import nodes_of
from tests.support.submissions import DIV, MD
from tests.support.table_driver import FourCardTable, PaiGowTable, UltimateTable


@pytest.mark.parametrize("module", ["decide", "reactions"])
def test_the_modules_name_no_act_of_a_game(module):
    own = set().union(*(game_of(game).acts for game in GAMES))
    named = {
        node.value for node in nodes_of(Path(reactions.__file__).with_name(f"{module}.py")) if isinstance(node, ast.Constant)
    }
    assert {"wager", "take-back", "end-round", "confirm-bank"} <= own
    assert named & own <= {"end-round", "wager", "confirm-bank"}, "an act of the equipment, a fact, and what a refusal allows"


@pytest.mark.parametrize(
    "open_table",
    [partial(PaiGowTable, MD), partial(PaiGowTable, DIV), UltimateTable, FourCardTable],
    ids=["md", "div", "uth", "fc"],
)
def test_a_light_follows_whatever_places_and_returns_a_progressive_wager(open_table):
    table = open_table(wagers=["progressive"], players=2).ready()
    table.bets(1, 15, progressive=1)
    assert table.run.table.equipment.acceptors.lit == (1,)
    table.act(1, "take-back", wager="progressive")
    assert table.run.table.equipment.acceptors.lit == ()
    table.do("wager", 1, position=1, wager="progressive", amount=table.run.table.rules.offers["progressive"].minimum, lit=False)
    assert table.run.table.equipment.acceptors.lit == ()
    table.act(1, "take-back", wager="progressive")
    assert table.kinds("light-switched") == ["light-switched"] * 2


def test_an_act_that_tells_of_two_progressive_wagers_switches_each_light_once():
    table = PaiGowTable(MD, wagers=["progressive"], players=3).ready()
    placed = [Event("wager-placed", (), {"position": place, "wager": "progressive"}) for place in (2, 3, 2)]
    command = type("Command", (), {"flag": lambda self, name, default: default})()
    switched = list(reactions.REACTIONS["wager-placed"](table.run.table, command, placed))
    assert [(event.position, event["on"]) for event in switched] == [(2, True), (3, True)]

"""A fact that an act does not know is refused, with what it knows: a misspelt report must not be lost."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import Malformed
from houseway.files import parse_round_file
from houseway.files.rounds.play import play_round_file
from houseway.money import Cents
from tests.support.submissions import DIV, MD
from tests.support.table_driver import HAND, MACHINE, MANUAL, FourCardTable, PaiGowTable, UltimateTable

TABLES = {
    "md": lambda: PaiGowTable(MD, players=2),
    "div": lambda: PaiGowTable(DIV, players=2),
    "uth": lambda: UltimateTable(MANUAL, players=2),
    "uth-hand": lambda: UltimateTable(HAND, players=2),
    "uth-machine": lambda: UltimateTable(MACHINE, players=2),
    "fc": lambda: FourCardTable(players=2),
}
every_table = pytest.mark.parametrize("build", TABLES.values(), ids=TABLES)


def refuse(table, act, by=DEALER_ACTOR, **facts):
    refusal = table.refused(act, by, **facts)
    assert (type(refusal), refusal.code) == (Malformed, "command.unknown-fact")
    return refusal


@every_table
@pytest.mark.parametrize("fact", ["jamed", "expossed", "nonsense"])
def test_a_misspelt_report_is_refused_with_what_is_known(build, fact):
    table = build().ready().bet_all().to("deal")
    refusal = refuse(table, "deal", **{fact: True})
    (option,) = table.legal(DEALER_ACTOR, "deal")
    assert refusal.facts["given"] == (fact,)
    assert set(refusal.facts["allowed"]) == {*option.facts, *option.bounds}
    table.take()


@pytest.mark.parametrize("build", [TABLES["md"], TABLES["div"], TABLES["uth"], TABLES["fc"]])
def test_only_a_machine_can_jam(build):
    refuse(build().ready().bet_all().to("deal"), "deal", jammed=True)


@every_table
def test_a_step_knows_its_position_and_nothing_of_other_steps(build):
    table = build().ready().bet_all().to("expose")
    assert "hands" not in refuse(table, "expose", position=table.due.position, hands={1: 3}).facts["allowed"]


@every_table
def test_players_say_nothing_that_a_wager_does_not_know(build):
    table = build().ready()
    wager = table.legal(1, "wager")[0]
    refuse(table, "wager", 1, **wager.facts, amount=Cents(1000), nonsense=3)


@every_table
@pytest.mark.parametrize(
    ("act", "by", "facts"),
    [
        ("order-recut", FLOOR_ACTOR, {"because": "it was not cut"}),
        ("buy-in", 1, {"amount": Cents(1000), "in": "cash"}),
        ("read-meter", DEALER_ACTOR, {"meter": "progressive/meter", "show": Cents(1)}),
        ("fill", FLOOR_ACTOR, {"amount": Cents(1000), "why": "short", "round": 1}),
        ("report-device", DEALER_ACTOR, {"device": "shuffler", "wat": "jammed"}),
    ],
)
def test_table_equipment_and_meters_refuse_them_too(build, act, by, facts):
    refuse(build().ready(), act, by, **facts)


def test_in_a_round_file_too():
    text = """
title = "a slip of the pen"
book = "md.ultimate-texas-holdem"
[players.1]
wagers = { ante = "$15" }
[facts.deal]
jamed = true
"""
    with pytest.raises(Malformed) as refusal:
        play_round_file(parse_round_file(text, "slip.toml"))
    assert refusal.value.code == "command.unknown-fact"

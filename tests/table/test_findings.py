"""What is found about a round that is over: the transfers are proposed, and a floorperson rules."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.ledger import Reason, Transfer
from houseway.money import Cents
from tests.support.clauses import bear, both, uth
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable, UltimateTable, dollars

WON = Cents(950)
"""Ten dollars less vigorish."""
HANDS = {0: "6s 6d Kh Qc 8d 4d 3s", 1: "As Ad Kc Kd 9h 5s 3c", 2: "2c 2d 4c 5d 7h 8s 9c"}


def played(book):
    return PaiGowTable(book, hands=HANDS, players=2).play()


@both
def test_nothing_is_undone_by_itself(book, claim):
    """Ann has won and Bob lost when the round was completed."""
    bear(claim, book, "14.H 14.K", "(n)(8)")
    table = played(book)
    had = [table.chips(place) for place in (1, 2)]
    (reported,) = table.do("report-misdeal", DEALER_ACTOR, hands={2: 6}, round=1)
    assert [table.chips(place) for place in (1, 2)] == had == [dollars(5000) + WON, dollars(4990)]
    moves = {(source, target): amount for source, target, amount, _, _ in reported["proposed"]}
    assert moves["inventory", "player:Bob"] == dollars(10)
    assert moves["player:Ann", "inventory"] == WON
    (option,) = table.legal(FLOOR_ACTOR, "rule-finding")
    assert (option.facts, option.bounds["choice"]["choices"]) == ({"finding": 1}, ("carry-out", "stands"))


@both
def test_a_floorperson_carries_it_out(book):
    table = played(book)
    table.do("report-misdeal", DEALER_ACTOR, hands={2: 6}, round=1)
    assert table.refused("rule-finding", DEALER_ACTOR, finding=1, choice="carry-out", why="seen").code == "table.role"
    ruled, *moved = table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    assert [table.chips(place) for place in (1, 2)] == [dollars(5000)] * 2
    assert {Transfer.from_event(event).reason for event in moved} == {Reason.RULING}
    assert (ruled["choice"], ruled["by"]) == ("carry-out", FLOOR_ACTOR.name)
    assert table.legal(FLOOR_ACTOR, "rule-finding") == []
    assert table.refused("report-misdeal", hands={2: 6}, round=1).code == "finding.round", "it is undone, once"
    table.play()


@both
def test_or_lets_the_result_stand(book):
    table = played(book)
    had = [table.chips(place) for place in (1, 2)]
    table.do(
        "report-start", FLOOR_ACTOR, first=table.legal(FLOOR_ACTOR, "report-start")[0].bounds["first"]["choices"][0], round=1
    )
    assert len(table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="stands", why="nobody was harmed")) == 1
    assert [table.chips(place) for place in (1, 2)] == had
    assert table.refused("rule-finding", FLOOR_ACTOR, finding=1, choice="stands", why="again").code == "finding.none"


@pytest.mark.parametrize("book", [MD, DIV])
def test_only_the_last_completed_round_can_be_reported(book):
    table = played(book)
    assert table.refused("report-misdeal", hands={2: 6}, round=2).code == "finding.round"
    table.play()
    assert table.refused("report-misdeal", hands={2: 6}, round=1).code == "finding.round"
    listed = [option.facts["round"] for option in table.legal(DEALER_ACTOR, "report-misdeal")]
    assert listed == [2]


@both
def test_who_left_since_gives_nothing_back(book):
    table = played(book)
    table.do("leave", 1)
    (reported,) = table.do("report-misdeal", FLOOR_ACTOR, hands={2: 6}, round=1)
    assert {source for source, *_ in reported["proposed"]} == {"inventory", "vigorish"}
    table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    assert table.chips(2) == dollars(5000)


@uth("13.E")
def test_of_a_game_against_the_dealer_too():
    game = (
        UltimateTable(players=2, hands={1: "As Ks", 2: "2c 7d", 0: "4h 5h"}, board="Qs Js Ts 3h 3d").ready().bet_all().finish()
    )
    game.do("report-misdeal", FLOOR_ACTOR, hands={2: 3}, round=1)
    game.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    assert [game.chips(place) for place in (1, 2)] == [dollars(5000)] * 2


@both
def test_a_ruling_bears_a_name(book):
    table = played(book)
    table.do("report-misdeal", hands={2: 6}, round=1)
    nobody = Actor(Role.FLOOR, "")
    assert table.refused("rule-finding", nobody, finding=1, choice="stands", why="x").code == "table.nameless"

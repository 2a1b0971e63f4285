"""Cards of Pai Gow Poker that are reported face up more than once, or only when the round is over."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.games.pai_gow.deal_order import deal_numbers
from tests.support.clauses import both
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable

EXPOSED = {MD: {"PG-97": "exposed"}, DIV: {"DIV-110": "exposed"}}
LEFT_OVER = (50, 51)
ANN_WINS = {1: "As Ad Kc Kd 9h 5s 3c", 0: "6s 6d Kh Qc 8d 4d 3s"}


def report(table, *numbers, **more):
    table.do("report-face-up", face_up=numbers, where="shoe", when="dealing", **more)


@both
def test_a_card_in_a_hand_that_is_reported_again_leaves_no_second_choice(book):
    table = PaiGowTable(book, readings=EXPOSED[book], players=2).ready().bet_all().to("deal")
    table.take()
    number = deal_numbers(table.context)[1][0]
    report(table, number)
    assert table.state.exposed_to_choose == {1}
    table.act(1, "play-exposed")
    report(table, number)
    assert not table.state.exposed_to_choose
    table.finish()


@both
@pytest.mark.parametrize("in_round", [0, 1])
def test_cards_count_together_in_the_round_and_after_it(book, in_round):
    table = PaiGowTable(book, players=1, hands=ANN_WINS).ready().bet_all().to("expose", 1)
    before = table.chips(1) + table.balance("layout:1")
    for number in LEFT_OVER[:in_round]:
        report(table, number)
    table.finish()
    for number in LEFT_OVER[in_round:]:
        assert not table.run.table.findings
        report(table, number, round=1)
        if number != LEFT_OVER[-1]:
            report(table, number, round=1)
    (finding,) = table.run.table.findings
    ruled = table.do("rule-finding", FLOOR_ACTOR, finding=finding.number, choice="carry-out", why="seen on tape")
    assert [event["void"] for event in ruled if event.kind == "finding-ruled"] == [True]
    assert table.chips(1) == before

"""What the record says of a round, without which the referee would decide it otherwise."""

import pytest

from houseway.files.referee.record import RefereeRecord
from houseway.procedure import DIV, MD
from tests.support.referee_comparison import compare
from tests.support.submissions import DIV_PROGRESSIVE, MD_PROGRESSIVE
from tests.support.table_driver import PaiGowTable

PROGRESSIVE = {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}
SHOE = {"table.dealing": "automated-shoe"}


def recorded_rounds(table):
    written = RefereeRecord()
    return [ended for taken in table.recorded.commands if (ended := written.record(*taken)) is not None]


@pytest.mark.parametrize(("book", "kept"), [(MD, {"PG-50": "kept"}), (DIV, {"DIV-51": "kept"})])
def test_a_round_that_is_void_before_the_lock_out_moves_no_meter_8_c_2_q_2(book, kept):
    """A device fails between "no more bets" and the lock-out. Nothing has gone to the meter that it could keep (PG-50, DIV-51)."""
    table = PaiGowTable(book, SHOE, {"progressive": PROGRESSIVE[book]}, kept, players=1).ready()
    table.bets(1, 10, progressive=1).to("lock-out")
    table.do("report-device", device="automated-shoe")
    table.finish()
    [ended] = recorded_rounds(table)
    assert [act["facts"] for act in ended.acts if act["act"] == "lock-out"] == [{"counted": False}]
    found = compare(table.recorded.commands)
    assert (found.rounds, found.differences, found.not_compared) == (1, [], {})


@pytest.mark.parametrize("book", [MD, DIV])
def test_who_sits_down_after_the_bank_was_offered_may_wager_7_c_g_2(book):
    """The record says that he was away from the offers, and not that he never came."""
    table = PaiGowTable(book, {"bank.offered": True}, players=1).play().ready()
    table.bets(1)
    table.sit("Zoe", 3)
    table.bets(3).finish()
    [_, ended] = recorded_rounds(table)
    acts = [act["act"] for act in ended.acts if act["act"] in ("offer-bank", "pass-bank", "wager")]
    assert (acts, ended.entry["absent"]) == (["offer-bank", "pass-bank", "wager", "wager"], ["Zoe"])
    found = compare(table.recorded.commands)
    assert (found.rounds, found.differences, found.not_compared) == (2, [], {})

"""What the record says of a round, without which the referee would decide it otherwise."""

import pytest

from houseway.files.referee_record import RefereeRecord
from houseway.procedure import DIV, MD
from tests.support.referee_comparison import compare
from tests.support.submissions import DIV_PROGRESSIVE, MD_PROGRESSIVE
from tests.support.table_driver import PaiGowTable

PROGRESSIVE = {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}
SHOE = {"table.dealing": "automated-shoe"}


@pytest.mark.parametrize(("book", "kept"), [(MD, {"PG-50": "kept"}), (DIV, {"DIV-51": "kept"})])
def test_a_round_that_is_void_before_the_lock_out_moves_no_meter_8_c_2_q_2(book, kept):
    """A device fails between "no more bets" and the lock-out. Nothing has gone to the meter that it could keep (PG-50, DIV-51)."""
    table = PaiGowTable(book, SHOE, {"progressive": PROGRESSIVE[book]}, kept, players=1).ready()
    table.bets(1, 10, progressive=1).to("lock-out")
    table.do("report-device", device="automated-shoe")
    table.finish()
    written = RefereeRecord()
    [ended] = [ended for taken in table.recorded.commands if (ended := written.record(*taken)) is not None]
    assert [act["facts"] for act in ended.acts if act["act"] == "lock-out"] == [{"counted": False}]
    found = compare(table.recorded.commands)
    assert (found.rounds, found.differences, found.not_compared) == (1, [], {})

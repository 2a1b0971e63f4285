"""Maryland's Ultimate Texas Hold'em (text 002)."""

from typing import Any

from houseway_referee.against_dealer.rounds import decide_rounds
from houseway_referee.record import Record
from houseway_referee.ultimate.game import ULTIMATE


def decide_record(record: Record) -> list[dict[str, Any]]:
    """Say what the rounds of a record are owed."""
    return decide_rounds(record, ULTIMATE)

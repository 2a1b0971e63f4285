"""Maryland's Four Card Poker (text 004; regulations .01 to .11 and .13 as the game is publicly played, FC-06)."""

from typing import Any

from houseway_referee.against_dealer.rounds import decide_rounds
from houseway_referee.four_card.game import FOUR_CARD
from houseway_referee.record import Record


def decide_record(record: Record) -> list[dict[str, Any]]:
    """Say what the rounds of a record are owed."""
    return decide_rounds(record, FOUR_CARD)

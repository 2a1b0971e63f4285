"""The entry in a table's inventory to which money between rounds belongs. The names of entries are stored and never change."""

from houseway.ledger import Reason, Transfer
from houseway.procedure import DROP, INVENTORY, account_player

OPENING, FILLS, CREDITS, CLOSING, COUNT_DIFFERENCE = "opening", "fills", "credits", "closing", "count_difference"
CASH_DROPPED, CASHED_OUT, TIPS = "drop", "cashed_out", "tips"
ENTRIES = (OPENING, FILLS, CREDITS, CASH_DROPPED, CASHED_OUT, TIPS, CLOSING, COUNT_DIFFERENCE)
_BY_REASON = {
    Reason.OPENING_INVENTORY: OPENING,
    Reason.FILL: FILLS,
    Reason.CREDIT: CREDITS,
    Reason.CLOSING_INVENTORY: CLOSING,
    Reason.TIP: TIPS,
}


def inventory_entry(transfer: Transfer) -> tuple[str, int]:
    """Return the entry in which a transfer counts, and its amount in cents; no entry for what only completes another transfer."""
    amount = transfer.amount.amount
    match transfer.reason:
        case Reason.BUY_IN:
            return (CASH_DROPPED, amount) if transfer.target == DROP else ("", 0)
        case Reason.CASH_OUT:
            return (CASHED_OUT, amount) if account_player(transfer.source) else ("", 0)
        case Reason.COUNT_DIFFERENCE:
            return COUNT_DIFFERENCE, amount if transfer.target == INVENTORY else -amount
    return _BY_REASON.get(transfer.reason, ""), amount

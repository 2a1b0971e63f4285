"""The entry in a table's inventory to which money belongs, between rounds and in them. The names of entries are stored and never
change."""

from collections.abc import Iterable

from houseway.ledger import Reason, Transfer
from houseway.procedure import CENTRE, DROP, INVENTORY, account_player

OPENING, FILLS, CREDITS, CLOSING, COUNT_DIFFERENCE = "opening", "fills", "credits", "closing", "count_difference"
CASH_DROPPED, CASHED_OUT, TIPS = "drop", "cashed_out", "tips"
ENTRIES = (OPENING, FILLS, CREDITS, CASH_DROPPED, CASHED_OUT, TIPS, CLOSING, COUNT_DIFFERENCE)
REFUNDED, IN_PLAY = "refunded", "in_play"
"""Of rounds: what went back because a hand or a round is void, and by how much the chips on the layout have become more or fewer.
The changes of all days add up to what lies there."""
_LAYOUT = "layout:"
_LONG = len(_LAYOUT)
COUPON_REASONS = frozenset((Reason.COUPON_ISSUED, Reason.COUPON_USED, Reason.COUPON_RETURNED))
"""A coupon does not count as chips."""
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


def round_entries(transfers: Iterable[Transfer]) -> tuple[tuple[str, int], ...]:
    """Return the entries of those transfers that belong to rounds, in cents. Coupons are nobody's chips."""
    refunded = in_play = 0
    for transfer in transfers:
        reason, target, source = transfer.reason, transfer.target, transfer.source
        if transfer.round is None or reason in COUPON_REASONS:
            continue
        amount = transfer.amount.amount
        if reason is Reason.REFUND:
            refunded += amount
        in_play += amount * ((target[:_LONG] == _LAYOUT or target == CENTRE) - (source[:_LONG] == _LAYOUT or source == CENTRE))
    moved = ((IN_PLAY, in_play),) if in_play else ()
    return ((REFUNDED, refunded), *moved) if refunded else moved

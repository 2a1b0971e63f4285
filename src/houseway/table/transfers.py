"""Money that moves between rounds: inventories, fills and credits, buy-ins, corrections, rulings.

Each function returns transfers, to be posted in order.
"""

from houseway.citation import Citation
from houseway.errors import NotAllowed
from houseway.ledger import Ledger, Reason, Transfer
from houseway.money import Cents
from houseway.procedure import CAGE, DROP, INVENTORY, OUTSIDE, TIPS, VIGORISH


def opening_inventory_transfers(amount: Cents, by: str = "") -> tuple[Transfer, ...]:
    """Return the chips with which the table opens."""
    return (Transfer(OUTSIDE, INVENTORY, amount, Reason.OPENING_INVENTORY, by=by),)


def closing_inventory_transfers(ledger: Ledger, counted: Cents, by: str = "", why: str = "") -> tuple[Transfer, ...]:
    """Return the closing count of the container. A difference is recorded with who and why.

    Vigorish is among the other chips, so it is counted with them.
    """
    vigorish, held = ledger.balance(VIGORISH), ledger.balance(INVENTORY) + ledger.balance(VIGORISH)
    found = counted - held
    moved = [Transfer(VIGORISH, INVENTORY, vigorish, Reason.VIGORISH_COUNTED, by=by)] if vigorish else []
    if found > Cents(0):
        moved.append(Transfer(OUTSIDE, INVENTORY, found, Reason.COUNT_DIFFERENCE, by=by, note=why))
    elif found < Cents(0):
        moved.append(Transfer(INVENTORY, OUTSIDE, -found, Reason.COUNT_DIFFERENCE, by=by, note=why))
    if counted:
        moved.append(Transfer(INVENTORY, OUTSIDE, counted, Reason.CLOSING_INVENTORY, by=by))
    return tuple(moved)


def fill_transfers(amount: Cents, by: str = "", why: str = "") -> tuple[Transfer, ...]:
    """Move chips from the cage to the table."""
    return (Transfer(CAGE, INVENTORY, amount, Reason.FILL, by=by, note=why),)


def credit_transfers(amount: Cents, by: str = "", why: str = "") -> tuple[Transfer, ...]:
    """Move chips from the table to the cage."""
    return (Transfer(INVENTORY, CAGE, amount, Reason.CREDIT, by=by, note=why),)


def buy_in_transfers(player: str, amount: Cents, seat: int | None = None, by: str = "") -> tuple[Transfer, ...]:
    """Move a player's cash into the drop box, and the same amount in chips from the inventory to the player."""
    return (
        Transfer(OUTSIDE, DROP, amount, Reason.BUY_IN, seat=seat, note="cash into the drop box", by=by),
        Transfer(INVENTORY, player, amount, Reason.BUY_IN, seat=seat, note="chips for cash", by=by),
    )


def cash_out_transfers(
    player: str, amount: Cents, seat: int | None = None, by: str = "", why: str = "chips fetched"
) -> tuple[Transfer, ...]:
    """Move a player's chips to the cage, and the same amount in cash to the player."""
    return (
        Transfer(player, CAGE, amount, Reason.CASH_OUT, seat=seat, note=why, by=by),
        Transfer(CAGE, OUTSIDE, amount, Reason.CASH_OUT, seat=seat, note="cash for chips", by=by),
    )


def tip_transfers(player: str, amount: Cents, seat: int | None = None, by: str = "") -> tuple[Transfer, ...]:
    return (Transfer(player, TIPS, amount, Reason.TIP, seat=seat, note="for the dealers", by=by),)


def overpayment_correction(payment: Transfer, too_much: Cents, *, by: str, why: str) -> tuple[Transfer, ...]:
    """Take back part of a payment, from its receiver to its source."""
    if too_much > payment.amount:
        raise NotAllowed(
            f"only {payment.amount} was paid, so the overpayment cannot be more than that",
            code="ledger.correction",
            clauses=payment.clauses,
            given=too_much,
            allowed=payment.amount,
        )
    return (_correction(payment, payment.target, payment.source, too_much, by, why),)


def underpayment_correction(payment: Transfer, missing: Cents, *, by: str, why: str) -> tuple[Transfer, ...]:
    """Pay what was missing from a payment."""
    return (_correction(payment, payment.source, payment.target, missing, by, why),)


def _correction(payment: Transfer, source: str, target: str, amount: Cents, by: str, why: str) -> Transfer:
    """Make the correction under the clauses of the payment."""
    concerns = payment.round, payment.seat, payment.wager
    return Transfer(source, target, amount, Reason.CORRECTION, payment.clauses, *concerns, note=why, by=by)


def ruling_transfer(
    source: str, target: str, amount: Cents, *, by: str, why: str, clauses: tuple[Citation, ...], in_round: int | None = None
) -> tuple[Transfer, ...]:
    """Move what a floorperson ruled to be paid or returned."""
    return (Transfer(source, target, amount, Reason.RULING, clauses, in_round, note=why, by=by),)

"""The accounts of a round."""

from houseway_referee.against_dealer.table import Table
from houseway_referee.money import Ledger, move


def net(table: Table) -> Ledger:
    """Add up what each account has gained or lost. Everything is paid from and into the table's inventory (8.C(4), 11.F(2))."""
    ledger: Ledger = {}
    for (position, _), outcome in table.outcomes.items():
        player = f"player {table.boxes[position].player}"
        move(ledger, player, "inventory", outcome.stake - outcome.returned)
        move(ledger, "inventory", player, outcome.cents)
    for position, cents in table.envy.items():
        move(ledger, "inventory", f"player {table.boxes[position].player}", cents)
    return ledger

"""The accounts of a round."""

from collections.abc import Iterable

from houseway_referee.against_dealer.table import Table
from houseway_referee.money import Ledger, difference, move


def net(table: Table) -> Ledger:
    """Add up what each account has gained or lost. Everything is paid from and into the table's inventory (8.C(4), 11.F(2))."""
    ledger: Ledger = {}
    for (position, _), outcome in table.outcomes.items():
        player = f"player {table.boxes[position].player}"
        move(ledger, player, "inventory", outcome.stake - outcome.returned)
        move(ledger, "inventory", player, outcome.cents)
    for position, cents in table.envy.items():
        move(ledger, "inventory", f"player {table.boxes[position].player}", cents)
    for player, cents in table.owed.items():
        move(ledger, "inventory", f"player {player}", cents)
    return ledger


def in_hand(table: Table, player: str) -> int | None:
    """Count the chips that a player has now; None if the record does not say. Who has no seat has taken his along."""
    if player not in table.record.seats.values():
        return 0
    if player not in table.chips:
        return None
    boxes = [position for position, name in table.record.seats.items() if name == player]
    paid = sum(outcome.returned + outcome.cents for (position, _), outcome in table.outcomes.items() if position in boxes)
    envy = sum(cents for position, cents in table.envy.items() if position in boxes)
    return table.chips[player] + paid + envy + table.owed.get(player, 0) - table.taken_along.get(player, 0)


def purses(table: Table, accounts: Iterable[str]) -> Ledger:
    """List what players have of whom the record says it, by account."""
    players = [one.removeprefix("player ") for one in accounts if one.startswith("player ")]
    return {f"player {player}": cents for player in players if (cents := in_hand(table, player)) is not None}


def owe(table: Table, wanted: Ledger, given: Ledger) -> None:
    """Note what players should have given back, and did not."""
    for account, lack in difference(given, wanted).items():
        if account != "inventory":
            player = account.removeprefix("player ")
            table.owed[player] = table.owed.get(player, 0) + lack

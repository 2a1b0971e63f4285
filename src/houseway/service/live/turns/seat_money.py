"""What events would mean for the chips of each player, summed by seat."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from houseway.events import Event
from houseway.explanation.display_names import DisplayNames
from houseway.ledger import MONEY_MOVED
from houseway.money import NO_MONEY, Cents
from houseway.procedure import CAGE, layout_account, player_account
from houseway.table import Table

FINDING_REPORTED = "finding-reported"
"""A report about the last round proposes movements of money, which a floorperson carries out or not."""


class SeatMoney(NamedTuple):
    """What one player would gain or lose in chips."""

    position: int
    """The lowest of his positions."""
    player: str
    amount: Cents
    """What he gains; negative if he loses."""
    words: str
    """Where it comes from or goes to."""


def money_by_seat(table: Table, events: Iterable[Event]) -> tuple[SeatMoney, ...]:
    """Sum the money that events move or propose to move, for each player in the order of the seats."""
    gains: dict[str, dict[str, Cents]] = {}
    for source, target, amount in (movement for event in events for movement in _movements(event)):
        for account, other, gain in ((target, source, amount), (source, target, -amount)):
            by_account = gains.setdefault(account, {})
            by_account[other] = by_account.get(other, NO_MONEY) + gain
    names = DisplayNames(table.seats)
    return tuple(
        SeatMoney(position, player, sum(parts.values(), start=NO_MONEY), _describe_parts(parts, position, names))
        for player, position in _first_positions(table)
        if (parts := gains.get(player_account(player)))
    )


def _movements(event: Event) -> Iterator[tuple[str, str, Cents]]:
    facts: Mapping[str, Any] = event.facts
    if event.kind == MONEY_MOVED:
        yield facts["source"], facts["target"], facts["amount"]
    elif event.kind == FINDING_REPORTED:
        yield from ((source, target, amount) for source, target, amount, *_ in facts["proposed"])


def _first_positions(table: Table) -> Iterable[tuple[str, int]]:
    positions: dict[str, int] = {}
    for position, player in sorted(table.seats.items()):
        positions.setdefault(player, position)
    return positions.items()


def _describe_parts(parts: Mapping[str, Cents], position: int, names: DisplayNames) -> str:
    """Say where the money comes from or goes to: "$145 from the layout, $5 from the table inventory"."""
    layout = layout_account(position)
    own = {layout: "the layout", CAGE: "the player's account"}  # the cage pays chips out to it
    titles = {account: own.get(account) or names.account_title(account) for account in parts}
    return ", ".join(
        f"{amount} from {titles[account]}" if amount > NO_MONEY else f"{-amount} to {titles[account]}"
        for account, amount in parts.items()
        if amount
    )

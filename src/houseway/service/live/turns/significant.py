"""Large wins and wagers: significant events, which the record of the house gets in the same append as the table.

What counts is a player's total in a round, whether it comes from one wager or from several. It is recorded when it becomes large.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.money import Cents
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.record import LARGE_WAGER, LARGE_WIN
from houseway.table import Table

Reasons = frozenset[Reason]
_WINS: Reasons = frozenset((Reason.PAYOUT, Reason.ENVY, Reason.METER_AWARD, Reason.OFF_TABLE_PAYMENT))
_WAGERS: Reasons = frozenset((Reason.WAGER,))

_USUAL = Cents.from_dollars(10_000)


@dataclass(frozen=True, slots=True)
class LargeAmounts:
    """The amounts from which on a win or a wager is a significant event. Zero means never."""

    win: Cents = _USUAL
    wager: Cents = _USUAL

    def __post_init__(self) -> None:
        for amount in (self.win, self.wager):
            if amount < Cents(0):
                said = f"a large amount is $0 or more, not {amount}"
                raise NotAllowed(said, code="service.large", given=str(amount), allowed="$0 for none, or more")

    def find_events(self, table: Table, events: Iterable[Event]) -> Iterator[Event]:
        """Yield an event of the house for each player whose wins or wagers of the round become large by these events. The table is
        the one before them."""
        moved = [Transfer.from_event(event) for event in events if event.kind == MONEY_MOVED]
        if not moved:
            return
        for kind, least, reasons in ((LARGE_WIN, self.win, _WINS), (LARGE_WAGER, self.wager, _WAGERS)):
            made = [transfer for transfer in moved if transfer.reason in reasons and transfer.seat]
            if made and least:
                yield from _find_large(table, made, kind, least, reasons)


def _find_large(table: Table, made: Sequence[Transfer], kind: str, least: Cents, reasons: Reasons) -> Iterator[Event]:
    before, added = _total_so_far(table, reasons), _totals_by_seat(made)
    for position, amount in added.items():
        earlier = before.get(position, 0)
        if earlier < least.amount <= earlier + amount:
            wagers = dict.fromkeys(each.wager for each in made if each.seat == position and each.wager)
            facts: dict[str, object] = {"table": table.id, "round": table.number, "position": position}
            facts |= {"amount": Cents(earlier + amount), "player": table.seats.get(position, ""), "wager": ", ".join(wagers)}
            yield Event(kind, (), {**facts, "by": THE_HOUSE.id, "why": f"at least {least}"})


def _total_so_far(table: Table, reasons: Reasons) -> dict[int, int]:
    """Return what has been moved for these reasons in the round in play, in cents by position."""
    number, transfers = table.number, table.ledger.recent_transfers(rounds=1)
    return _totals_by_seat([each for each in transfers if each.reason in reasons and each.round == number])


def _totals_by_seat(transfers: Iterable[Transfer]) -> dict[int, int]:
    totals: dict[int, int] = {}
    for transfer in transfers:
        position = transfer.seat or 0  # zero for nobody's
        totals[position] = totals.get(position, 0) + transfer.amount.amount
    return totals

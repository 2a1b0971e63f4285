"""Large wins and wagers: significant events, which the record of the house gets in the same append as the table.

What counts is a player's total in a round, whether it comes from one wager or from several. It is recorded when it becomes large.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason
from houseway.money import NO_MONEY, Cents
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.record import LARGE_WAGER, LARGE_WIN
from houseway.table import Table

_WINS = frozenset((Reason.PAYOUT, Reason.ENVY, Reason.METER_AWARD, Reason.OFF_TABLE_PAYMENT))
_WAGERS = frozenset((Reason.WAGER,))
Reasons = frozenset[Reason]


_USUAL = Cents.from_dollars(10_000)


@dataclass(frozen=True, slots=True)
class LargeAmounts:
    """From which amount on a win or a wager is a significant event. Zero for never."""

    win: Cents = _USUAL
    wager: Cents = _USUAL

    def find_events(self, table: Table, events: Iterable[Event]) -> Iterator[Event]:
        """Yield an event of the house for each player whose wins or wagers of the round become large by these events. The table is
        the one before them."""
        moved = [event for event in events if event.kind == MONEY_MOVED]
        for kind, least, reasons in ((LARGE_WIN, self.win, _WINS), (LARGE_WAGER, self.wager, _WAGERS)):
            if least:
                yield from _find_large(table, moved, kind, least, reasons)


def _find_large(table: Table, moved: Iterable[Event], kind: str, least: Cents, reasons: Reasons) -> Iterator[Event]:
    names = {reason.value for reason in reasons}
    by_position: dict[int, list[Event]] = {}
    for event in moved:
        position = event.facts.get("seat")
        if event.text("reason") in names and isinstance(position, int):
            by_position.setdefault(position, []).append(event)
    for position, made in by_position.items():
        before = _total_so_far(table, position, reasons)
        total = sum((event.cents("amount") for event in made), before)
        if before < least <= total:
            facts: dict[str, object] = {"table": table.id, "round": table.number, "position": position, "amount": total}
            wagers = dict.fromkeys(str(event.facts["wager"]) for event in made if event.facts.get("wager"))
            facts |= {"player": table.seats.get(position, ""), "wager": ", ".join(wagers)}
            yield Event(kind, (), {**facts, "by": THE_HOUSE.id, "why": f"at least {least}"})


def _total_so_far(table: Table, position: int, reasons: Reasons) -> Cents:
    """Return what has been moved for these reasons at a position in the round in play."""
    transfers = (each for each in table.ledger.recent_transfers() if each.round == table.number)
    return sum((each.amount for each in transfers if each.seat == position and each.reason in reasons), NO_MONEY)

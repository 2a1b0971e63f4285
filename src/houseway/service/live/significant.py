"""Large wins and wagers: significant events, which the record of the house gets in the same append as the table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason
from houseway.money import Cents
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.record import LARGE_WAGER, LARGE_WIN
from houseway.table import Table

_WINS = frozenset(reason.value for reason in (Reason.PAYOUT, Reason.ENVY, Reason.METER_AWARD, Reason.OFF_TABLE_PAYMENT))


_USUAL = Cents.from_dollars(10_000)


@dataclass(frozen=True, slots=True)
class LargeAmounts:
    """From which amount on a win or a wager is a significant event. Zero for never."""

    win: Cents = _USUAL
    wager: Cents = _USUAL

    @property
    def _smallest(self) -> Cents | None:
        return min((amount for amount in (self.win, self.wager) if amount), default=None)

    def find_events(self, table: Table, events: Iterable[Event]) -> Iterator[Event]:
        """Yield an event of the house for each large payment to a player and each large wager."""
        smallest = self._smallest
        if smallest is None:
            return
        for event in events:
            if event.kind == MONEY_MOVED and event.cents("amount") >= smallest:
                yield from self._find_large(table, event)

    def _find_large(self, table: Table, moved: Event) -> Iterator[Event]:
        reason, amount, position = moved.text("reason"), moved.cents("amount"), moved.facts.get("seat")
        kinds = ((LARGE_WIN, self.win, reason in _WINS), (LARGE_WAGER, self.wager, reason == Reason.WAGER.value))
        for kind, least, is_such in kinds:
            if is_such and least and amount >= least and isinstance(position, int):
                facts: dict[str, object] = {"table": table.id, "round": table.number, "position": position, "amount": amount}
                facts |= {"player": table.seats.get(position, ""), "wager": moved.facts.get("wager", "")}
                yield Event(kind, (), {**facts, "by": THE_HOUSE.id, "why": f"at least {least}"})

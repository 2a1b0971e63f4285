"""Dealers who sign on to a table and off again. Both are events in the record of the house.

A table has one dealer at a time, and a dealer one table: a dealer who signs on relieves the one at the table, and leaves his
own earlier table.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from houseway.errors import NotAllowed
from houseway.events import Event
from houseway.reports.gaming_day import GamingCalendar

DEALER_SIGNED_ON, DEALER_SIGNED_OFF = "dealer-signed-on", "dealer-signed-off"
SIGNED_OFF, RELIEVED, MOVED = "signed off", "relieved", "signed on elsewhere"


@dataclass(frozen=True, slots=True)
class SignOn:
    """A dealer who is signed on to a table, since a time in milliseconds."""

    dealer: str
    since: int


SignOns = Mapping[str, SignOn]
"""By table."""


def sign_on_events(present: SignOns, table: str, dealer: str, at: int) -> tuple[Event, ...]:
    """Sign a dealer on to a table, or refuse it."""
    there = present.get(table)
    if there is not None and there.dealer == dealer:
        raise NotAllowed(
            f"you are signed on to {table} already",
            code="shift.signed-on",
            given=table,
            allowed="another table, or signing off",
        )
    left = (sign_off_event(other, sign_on, at, MOVED, dealer) for other, sign_on in present.items() if sign_on.dealer == dealer)
    relieved = (sign_off_event(table, there, at, RELIEVED, dealer),) if there else ()
    return (*left, *relieved, Event(DEALER_SIGNED_ON, (), {"table": table, "dealer": dealer, "since": at, "by": dealer}))


def sign_off_events(present: SignOns, table: str, at: int, by: str, *, may_send_off: bool) -> tuple[Event, ...]:
    """Sign off the dealer of a table, or refuse it. A floorperson may sign off a dealer who has forgotten to."""
    there = present.get(table)
    if there is None or (there.dealer != by and not may_send_off):
        allowed = "the dealer who is signed on, or a floorperson" if there else "a table with a dealer who is signed on"
        said = f"somebody else is signed on to {table}" if there else f"nobody is signed on to {table}"
        raise NotAllowed(said, code="shift.not-signed-on", given=table, allowed=allowed)
    return (sign_off_event(table, there, at, SIGNED_OFF, by),)


def sign_off_event(table: str, sign_on: SignOn, at: int, how: str, by: str) -> Event:
    facts = {"table": table, "dealer": sign_on.dealer, "since": sign_on.since, "until": at, "how": how, "by": by}
    return Event(DEALER_SIGNED_OFF, (), facts)


def evolve_sign_ons(present: SignOns, event: Event) -> dict[str, SignOn]:
    others = {table: sign_on for table, sign_on in present.items() if table != event.text("table")}
    if event.kind == DEALER_SIGNED_OFF:
        return others
    return {**others, event.text("table"): SignOn(event.text("dealer"), event.number("since"))}


def sign_on_row(event: Event, calendar: GamingCalendar) -> dict[str, object]:
    """Return the row of a dealer's time at a table, as it is after an event."""
    return {
        "table_id": event.text("table"),
        "began_at": event.number("since"),
        "dealer": event.text("dealer"),
        "ended_at": event.facts.get("until"),
        "day": calendar.day_of(event.number("since")),
        "ended_how": event.text("how", ""),
    }

"""The display of a meter: it is read, and a floorperson rules if it does not show the computed amount."""

from math import ceil

from houseway.events import NO_FACTS, Actor, Event, Facts, Role
from houseway.money import Cents
from houseway.progressive.meter import (
    MISMATCH_RULED,
    MISMATCHED,
    NOTHING,
    PAID_AT_TURN,
    RECONCILED,
    ProgressiveMeter,
    check_reconciled,
    meter_refusal,
)


def reconcile_display(meter: ProgressiveMeter, shown: Cents, by: Actor, why: str = "", where: Facts = NO_FACTS) -> Event:
    """Record a reading of the display. If it differs from the meter, nothing is paid until a floorperson rules (PG-68, DIV-72)."""
    check_reconciled(meter)
    facts = {"meter": meter.id, **where, "shown": shown, "computed": meter.value, "by": str(by), "why": why}
    return Event(RECONCILED if shown == meter.displayed else MISMATCHED, meter.law(PAID_AT_TURN), facts)


def rule_on_mismatch(meter: ProgressiveMeter, amount: Cents | None, by: Actor, why: str, where: Facts = NO_FACTS) -> Event:
    """A floorperson settles a mismatch. `amount` is the right one at the time when it was found; None means the computed amount.
    Later gains stay."""
    if meter.mismatch is None:
        raise meter_refusal(
            meter, "there is no mismatch to rule on", "progressive.no-mismatch", why, "a mismatch", PAID_AT_TURN
        )
    if by.role is not Role.FLOOR or not by.name or not why.strip():
        said = "a mismatch must be ruled on by a floorperson or above, with a name and a reason"
        raise meter_refusal(
            meter, said, "progressive.floor-rules", f"{by}: {why}", "a floorperson's name, and why", PAID_AT_TURN
        )
    change = NOTHING if amount is None else amount.amount - meter.mismatch.computed
    least = least_ruled_amount(meter)
    if amount is not None and amount < least:
        raise meter_refusal(
            meter,
            "the ruling would put the meter below zero",
            "progressive.below-zero",
            amount,
            f"{least} or more",
            PAID_AT_TURN,
        )
    facts = {"meter": meter.id, **where, "shown": meter.mismatch.shown, "computed": meter.mismatch.computed, "change": change}
    return Event(MISMATCH_RULED, meter.law(PAID_AT_TURN), {**facts, "by": str(by), "why": why})


def least_ruled_amount(meter: ProgressiveMeter) -> Cents:
    """Return the least amount that a ruling may give. Since the mismatch was found, the meter may have paid, and it cannot go
    below zero."""
    computed = meter.mismatch.computed if meter.mismatch else meter.value
    return Cents(max(0, ceil(computed - meter.value)))

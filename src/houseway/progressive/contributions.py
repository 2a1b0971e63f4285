"""What wagers add to a meter, and what a void takes back."""

from fractions import Fraction

from houseway.events import Event
from houseway.money import NO_MONEY, Cents
from houseway.progressive.meter import (
    CONTRIBUTED,
    CONTRIBUTION_KEPT,
    CONTRIBUTION_REVERSED,
    NOTHING,
    RATE,
    Clauses,
    ProgressiveMeter,
    Readings,
    bind_readings,
    check_usable,
    meter_refusal,
)


def contribution_event(
    meter: ProgressiveMeter,
    stake: Cents,
    table: str,
    in_round: int,
    *,
    coupons: Cents = NO_MONEY,
    readings: Readings | None = None,
) -> Event:
    """Contribute the exact rate of what was wagered. Coupons count at face value if they feed the meter (DIV-20)."""
    check_usable(meter, table)
    latest = max((number for name, number in meter.contributions if name == table), default=in_round)
    if in_round < latest:
        said = f"round {latest} has already contributed"
        raise meter_refusal(meter, said, "progressive.round", in_round, f"{latest} or later", RATE)
    feeds = bool(coupons) and not bind_readings(meter, readings or {}).takes("DIV-20=coupon-does-not")
    counted = stake + coupons if feeds else stake
    if min(stake, coupons) < NO_MONEY or counted <= NO_MONEY:
        raise meter_refusal(
            meter, "a contribution needs a wager of more than $0", "progressive.stake", counted, "more than $0", RATE
        )
    amount = meter.filed_meter.rate * counted.amount
    facts = {"meter": meter.id, "table": table, "round": in_round, "stake": counted, "amount": amount}
    return Event(CONTRIBUTED, meter.law(RATE), {**facts, "coupons": coupons} if feeds else facts)


def contribution_reversal_event(
    meter: ProgressiveMeter,
    readings: Readings,
    table: str,
    in_round: int,
    *,
    stake: Cents | None = None,
    clauses: Clauses = (),
) -> Event:
    """Reverse the contribution of a round, or of some of its wagers, that is void under `clauses`.

    By the readings of PG-50 and DIV-51 it may also stay on the meter, at the house's cost. What was won from the meter in the
    meantime cannot be taken back and is the house's cost, too: the meter never falls below its reset amount, or below its amount
    before the round if that was less. If the award is undone before all is reversed, what the house has borne is taken off, too.
    """
    fed = meter.contributions.get((table, in_round))
    void = fed.stake if stake is None and fed is not None else stake
    found = fed.lacked if stake is None and fed is not None else NOTHING
    if fed is None or void is None or not (NO_MONEY < void <= fed.stake or found):
        allowed = f"up to {fed.stake} of round {in_round}" if fed else "nothing"
        said = f"{table} has contributed {allowed} that can be reversed"
        raise meter_refusal(
            meter, said, "progressive.nothing-to-reverse", f"{void or 'all'} of round {in_round}", allowed, RATE
        )
    amount = found + (fed.amount * Fraction(void.amount, fed.stake.amount) if void else NOTHING)
    kept = bind_readings(meter, readings).takes("PG-50=kept", "DIV-51=kept", "UTH-104", "FC-104")
    least = min(Fraction(meter.filed_meter.reset.amount), fed.before)
    taken = NOTHING if kept else min(amount, max(meter.value - least, NOTHING))
    facts = {"meter": meter.id, "table": table, "round": in_round, "stake": void, "amount": amount, "before": meter.value}
    return Event(
        CONTRIBUTION_KEPT if kept else CONTRIBUTION_REVERSED,
        meter.law(RATE, *clauses),
        {**facts, "taken": taken, "house": amount - taken, **({"found": found} if found else {})},
    )

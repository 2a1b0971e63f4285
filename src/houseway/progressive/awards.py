"""What a meter pays: shares of it, fixed payouts that are deducted from it, and their reversal if the round is void."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.events import Event
from houseway.money import Cents, split_meter
from houseway.progressive.folding import fold_meter
from houseway.progressive.meter import (
    AWARD_REVERSED,
    AWARDED,
    COMES_OFF_METER,
    DEDUCTED,
    FROM_HOUSE,
    LEAST_SEED,
    NOTHING,
    PAID_AT_TURN,
    RESET,
    Clauses,
    ProgressiveMeter,
    Readings,
    ShareWinner,
    are_awarded_together,
    bind_readings,
    check_reconciled,
    check_usable,
    meter_refusal,
)
from houseway.regulation import TakenReadings


def award_events(
    meter: ProgressiveMeter,
    winners: Sequence[ShareWinner],
    readings: Readings,
    table: str,
    in_round: int,
    *,
    clauses: Clauses = (),
) -> tuple[tuple[Event, ...], dict[int, Cents]]:
    """Award the winners of a round, in the order in which they are paid.

    In turn, each gets his share of the current meter, which is reduced or reset before the next. Shared, each gets his share of
    the meter before the first award; if the shares exceed the whole, all are cut in proportion (`split_meter`).
    """
    check_usable(meter, table)
    _check_winners(meter, winners)
    taken = bind_readings(meter, readings)
    groups = [tuple(winners)] if are_awarded_together(taken) else [(winner,) for winner in winners]
    events: list[Event] = []
    amounts: dict[int, Cents] = {}
    for group in groups:
        decided, paid = _award_group(meter, group, taken, {"meter": meter.id, "table": table, "round": in_round}, clauses)
        meter = fold_meter(decided, meter)
        events += decided
        amounts |= paid
    return tuple(events), amounts


def _check_winners(meter: ProgressiveMeter, winners: Sequence[ShareWinner]) -> None:
    check_reconciled(meter)
    shares = [winner.share for winner in winners]
    if not winners or not all(0 < share <= 1 for share in shares):
        raise meter_refusal(
            meter, "a share of a meter must be more than 0 and at most 1", "progressive.share", shares, "0 to 1", PAID_AT_TURN
        )
    seats = [winner.seat for winner in winners]
    if len(set(seats)) != len(seats):
        raise meter_refusal(
            meter, "a hand can win from a meter only once", "progressive.twice", seats, "each seat once", PAID_AT_TURN
        )


def _award_group(
    meter: ProgressiveMeter, winners: Sequence[ShareWinner], readings: TakenReadings, at: dict[str, object], clauses: Clauses
) -> tuple[list[Event], dict[int, Cents]]:
    claimed = sum((winner.share for winner in winners), NOTHING)
    left, shown = meter.value, Fraction(meter.displayed.amount)
    hidden = meter.value - shown  # less than a cent, which stays
    events: list[Event] = []
    amounts: dict[int, Cents] = {}
    for winner, owed in zip(winners, split_meter(meter.displayed, [winner.share for winner in winners]), strict=True):
        amount = owed if winner.at_most is None else min(owed, winner.at_most)
        emptied = claimed >= 1 and winner is winners[-1]
        taken = left - hidden if emptied else _amount_taken(meter, amount, left - hidden, readings, whole=claimed >= 1)
        facts = {"seat": winner.seat, "share": winner.share, "of": shown, "shown": meter.displayed, "before": left}
        paid = {"amount": amount, "taken": taken, "house": amount.amount - taken, "paid_from": "house"}
        off = meter.law(COMES_OFF_METER) if taken and claimed < 1 else ()
        law = meter.law(PAID_AT_TURN, *meter.law(FROM_HOUSE), *off, *clauses)
        events.append(Event(AWARDED, law, {**at, **facts, **paid}))
        left -= taken
        amounts[winner.seat] = amount
    if claimed >= 1 or _effect_of_award(meter, max(amounts.values()), readings) == "reset":
        added = meter.filed_meter.reset.amount - (left - hidden)
        facts = {
            "before": left,
            "to": meter.filed_meter.reset,
            "added": added,
            "paid_from": "house",
        }
        events.append(Event(RESET, meter.terms.clauses, {**at, **facts}))
    return events, amounts


def _effect_of_award(meter: ProgressiveMeter, amount: Cents, readings: TakenReadings) -> str:
    """Return what a partial award does to the meter: by the Division's text, or by a reading of PG-55."""
    if meter.terms.deducted_awards is not None:
        return "deducted" if amount >= meter.terms.deducted_awards[0] else "untouched"
    return readings.choice_of("PG-55", "UTH-105", "FC-105", before="deducted")


def _amount_taken(meter: ProgressiveMeter, amount: Cents, left: Fraction, readings: TakenReadings, *, whole: bool) -> Fraction:
    """Return what leaves the meter for a payment."""
    if not whole and _effect_of_award(meter, amount, readings) == "untouched":
        return NOTHING
    spare = left if whole else _amount_to_spare(meter, left, readings)
    return min(Fraction(amount.amount), spare)


def _amount_to_spare(meter: ProgressiveMeter, left: Fraction, readings: TakenReadings) -> Fraction:
    """Return what can leave the meter without emptying it: down to zero, or to the book's floor (DIV-18)."""
    keeps = meter.terms.least_reset.amount if readings.takes("DIV-18=floor") else 0
    return max(left - keeps, NOTHING)


def deduction_event(
    meter: ProgressiveMeter,
    amount: Cents,
    hand: str,
    readings: Readings,
    table: str,
    in_round: int,
    *,
    seat: int,
    clauses: Clauses = (),
) -> Event:
    """Deduct a fixed payout from the meter as far as possible. The house bears the rest."""
    check_usable(meter, table)
    check_reconciled(meter)
    if not meter.deducts(hand, amount):
        off = meter.terms.deducted_awards
        allowed = f"{off[0]} or more, or {off[1]}" if off else "nothing"
        said = f"{amount} for {hand} is not deducted from the meter"
        raise meter_refusal(meter, said, "progressive.not-deducted", f"{amount}, {hand}", allowed, COMES_OFF_METER)
    bound = bind_readings(meter, readings)
    taken = min(Fraction(amount.amount), _amount_to_spare(meter, meter.value, bound))
    is_at_floor = taken < amount.amount and bound.takes("DIV-18=floor")
    law = meter.law(COMES_OFF_METER, *(meter.law(LEAST_SEED) if is_at_floor else ()), *clauses)
    at = {"meter": meter.id, "table": table, "round": in_round, "seat": seat, "hand": hand, "before": meter.value}
    return Event(DEDUCTED, law, {**at, "amount": amount, "taken": taken, "house": amount.amount - taken})


def award_reversal_event(meter: ProgressiveMeter, table: str, in_round: int, clauses: Clauses = ()) -> Event | None:
    """Reverse what a void round took from the meter: awards, deductions and resets, whatever has moved since.

    If the meter has paid again since, the house leaves enough of what a reset had added that the meter does not fall below its
    reset amount, or below its amount before the round if that was less.
    """
    won = meter.awards.get((table, in_round))
    if won is None:
        return None
    least = min(Fraction(meter.filed_meter.reset.amount), won.before)
    added = min(won.added, max(meter.value + won.taken - least, NOTHING))
    facts = {"meter": meter.id, "table": table, "round": in_round, "amount": won.amount, "before": meter.value}
    return Event(AWARD_REVERSED, clauses, {**facts, "taken": won.taken, "added": added, "house": won.added - added})

"""A meter is folded from its own stream of events."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from houseway.errors import Malformed
from houseway.events import Event
from houseway.money import NO_MONEY, Cents
from houseway.progressive.meter import (
    AMENDED,
    AWARD_REVERSED,
    AWARDED,
    CONTRIBUTED,
    DEDUCTED,
    KEPT,
    MISMATCHED,
    NOTHING,
    OPENED,
    RATE,
    RECONCILED,
    RESET,
    REVERSED,
    RULED,
    WITHDRAWN,
    DisplayMismatch,
    MeterTerms,
    ProgressiveMeter,
    RoundAwards,
    RoundContribution,
)
from houseway.submission import FiledMeter as Filed


def fold_meter(events: Iterable[Event], meter: ProgressiveMeter | None = None) -> ProgressiveMeter:
    """Fold a meter from its events, or more events into a meter."""
    for event in events:
        meter = evolve_meter(meter, event)
    if meter is None:
        raise _unfit_error("a meter's stream must begin with an event that opens it", "not-opened", "no event", OPENED)
    return meter


def evolve_meter(meter: ProgressiveMeter | None, event: Event) -> ProgressiveMeter:
    """Fold one event. An unknown kind, another meter's event, or an event decided on another amount is refused."""
    if event.kind == OPENED and meter is None:
        terms = _read_terms(event)
        return ProgressiveMeter(
            _fact(event, "meter", str), terms, terms.filed_meter.seed, Fraction(terms.filed_meter.seed.amount)
        )
    change = CHANGES.get(event.kind)
    if change is None or meter is None or event.facts.get("meter") != meter.id:
        given = f"{event.kind} of {event.facts.get('meter')}"
        allowed = OPENED if meter is None else f"{', '.join(CHANGES)} of {meter.id}"
        raise _unfit_error(f"{given} cannot come next in this stream", "event", given, allowed)
    if "before" in event.facts and event["before"] != meter.value:
        said = f"{event.kind} was decided when the meter was at {event['before']}, but it is at {meter.value}"
        raise _unfit_error(said, "stale", str(event["before"]), str(meter.value))
    return change(meter, event)


def _unfit_error(said: str, code: str, given: str, allowed: str) -> Malformed:
    return Malformed(said, code=f"progressive.{code}", given=given, allowed=allowed)


Fact = TypeVar("Fact")


def _fact(event: Event, name: str, kind: type[Fact]) -> Fact:
    fact = event.facts.get(name)
    if not isinstance(fact, kind):
        raise _unfit_error(f"{event.kind} needs {name}, a {kind.__name__}", "fact", str(fact), kind.__name__)
    return fact


def _read_terms(event: Event) -> MeterTerms:
    """Read the terms that opening and amending share."""
    seed, reset, rate = _fact(event, "seed", Cents), _fact(event, "reset", Cents), _fact(event, "rate", Fraction)
    filed = Filed(_fact(event, "wager", str), _fact(event, "name", str), seed, reset, rate, _fact(event, "tables", tuple))
    off = None if event.facts.get("comes_off") is None else _fact(event, "comes_off", tuple)
    clauses = tuple(clause for clause in event.clauses if clause not in RATE.clauses)
    book, letter, apart = (_fact(event, name, str) for name in ("book", "paytable", "denomination"))
    return MeterTerms(book, letter, filed, _fact(event, "least", Cents), off, apart, clauses)


def _on_contribution(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    table, number = _fact(event, "table", str), _fact(event, "round", int)
    stake, added = _fact(event, "stake", Cents), _fact(event, "amount", Fraction)
    fed, amount, before = meter.contributions.get(table), added, meter.value
    if fed is not None and fed.round == number:
        stake, amount, before = stake + fed.stake, amount + fed.amount, fed.before
    rounds = {**meter.contributions, table: RoundContribution(number, stake, amount, before)}
    return replace(meter, value=meter.value + added, contributed=meter.contributed + added, contributions=rounds)


def _on_reversal(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    """Reversed or kept, a contribution cannot be reversed again."""
    table, taken = _fact(event, "table", str), _fact(event, "taken", Fraction)
    fed = meter.contributions.get(table)
    if fed is None or fed.round != event.facts.get("round"):
        raise _unfit_error(f"{table} has made no contribution in that round", "event", str(event.facts), str(fed))
    stake, amount = fed.stake - _fact(event, "stake", Cents), fed.amount - _fact(event, "amount", Fraction)
    left = RoundContribution(fed.round, stake, amount, fed.before)
    rounds = {name: each for name, each in meter.contributions.items() if name != table}
    rounds |= {table: left} if left.stake else {}
    return replace(meter, value=meter.value - taken, taken_back=meter.taken_back + taken, contributions=rounds)


def _on_payment(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    taken, share = _fact(event, "taken", Fraction), _fact(event, "amount", Cents) if event.kind == AWARDED else NO_MONEY
    awards = _awards_after(meter, event, share, taken, NOTHING)
    return replace(meter, value=meter.value - taken, paid=meter.paid + taken, awards=awards)


def _awards_after(
    meter: ProgressiveMeter, event: Event, share: Cents, taken: Fraction, added: Fraction
) -> Mapping[str, RoundAwards]:
    table, number = _fact(event, "table", str), _fact(event, "round", int)
    won = meter.awards.get(table)
    won = won if won is not None and won.round == number else RoundAwards(number)
    return {**meter.awards, table: RoundAwards(number, won.amount + share, won.taken + taken, won.added + added)}


def _on_award_reversed(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    taken, added = _fact(event, "taken", Fraction), _fact(event, "added", Fraction)
    awards = {table: won for table, won in meter.awards.items() if table != event.facts.get("table")}
    value = meter.value + taken - added
    return replace(meter, value=value, paid=meter.paid - taken, house_added=meter.house_added - added, awards=awards)


def _on_reset(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    added = _fact(event, "added", Fraction)
    awards = _awards_after(meter, event, NO_MONEY, NOTHING, added)
    return replace(meter, value=meter.value + added, house_added=meter.house_added + added, awards=awards)


def _on_ruling(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    change = _fact(event, "change", Fraction)
    return replace(meter, value=meter.value + change, ruled=meter.ruled + change, mismatch=None)


CHANGES: Mapping[str, Callable[[ProgressiveMeter, Event], ProgressiveMeter]] = {
    AMENDED: lambda meter, event: replace(
        meter, terms=_read_terms(event), withdrawn=meter.withdrawn - {_fact(event, "table", str)}
    ),
    WITHDRAWN: lambda meter, event: replace(meter, withdrawn=meter.withdrawn | {_fact(event, "table", str)}),
    CONTRIBUTED: _on_contribution,
    REVERSED: _on_reversal,
    KEPT: _on_reversal,
    AWARDED: _on_payment,
    DEDUCTED: _on_payment,
    RESET: _on_reset,
    AWARD_REVERSED: _on_award_reversed,
    RECONCILED: lambda meter, event: meter,
    MISMATCHED: lambda meter, event: replace(
        meter, mismatch=DisplayMismatch(_fact(event, "shown", Cents), _fact(event, "computed", Fraction))
    ),
    RULED: _on_ruling,
}

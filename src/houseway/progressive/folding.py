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
    CHANGE_REQUESTED,
    CONTRIBUTED,
    CONTRIBUTION_KEPT,
    CONTRIBUTION_REVERSED,
    DEDUCTED,
    JOINED,
    MISMATCH_RULED,
    MISMATCHED,
    NOTHING,
    OPENED,
    RATE,
    RECONCILED,
    RESET,
    WITHDRAWN,
    DisplayMismatch,
    MeterTerms,
    ProgressiveMeter,
    RequestedTerms,
    RoundAwards,
    RoundContribution,
    TableRound,
)
from houseway.submission import FiledMeter


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
        return _open(event)
    change = CHANGES_BY_KIND.get(event.kind)
    if change is None or meter is None or event.facts.get("meter") != meter.id:
        given = f"{event.kind} of {event.facts.get('meter')}"
        allowed = OPENED if meter is None else f"{', '.join(CHANGES_BY_KIND)} of {meter.id}"
        raise _unfit_error(f"{given} cannot come next in this stream", "event", given, allowed)
    if "before" in event.facts and event["before"] != meter.value:
        said = f"{event.kind} was decided when the meter was at {event['before']}, but it is at {meter.value}"
        raise _unfit_error(said, "stale", str(event["before"]), str(meter.value))
    return change(meter, event)


def _open(event: Event) -> ProgressiveMeter:
    terms = _read_terms(event)
    seed, table = terms.filed_meter.seed, event.facts.get("table")
    meter = ProgressiveMeter(_fact(event, "meter", str), terms, seed, Fraction(seed.amount))
    return _with_table(meter, table) if isinstance(table, str) else meter


def _with_table(meter: ProgressiveMeter, table: str) -> ProgressiveMeter:
    return replace(meter, tables=meter.tables | {table} if table else meter.tables, withdrawn=meter.withdrawn - {table})


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
    filed = FiledMeter(_fact(event, "wager", str), _fact(event, "name", str), seed, reset, rate, _fact(event, "tables", tuple))
    off = None if event.facts.get("comes_off") is None else _fact(event, "comes_off", tuple)
    clauses = tuple(clause for clause in event.clauses if clause not in RATE.clauses)
    book, letter, apart = (_fact(event, name, str) for name in ("book", "paytable", "denomination"))
    return MeterTerms(book, letter, filed, _fact(event, "least", Cents), off, apart, clauses)


Entry = TypeVar("Entry")


def _with_entry(rounds: Mapping[TableRound, Entry], at: TableRound, entry: Entry) -> dict[TableRound, Entry]:
    """Add what a round did. Rounds of the same table before the last one are over for good."""
    table, number = at
    return {**{each: done for each, done in rounds.items() if each[0] != table or each[1] >= number - 1}, at: entry}


def _table_round(event: Event) -> TableRound:
    return _fact(event, "table", str), _fact(event, "round", int)


def _on_contribution(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    at, stake, added = _table_round(event), _fact(event, "stake", Cents), _fact(event, "amount", Fraction)
    fed, amount, before, lacked = meter.contributions.get(at), added, meter.value, NOTHING
    if fed is not None:
        stake, amount, before, lacked = stake + fed.stake, amount + fed.amount, fed.before, fed.lacked
    rounds = _with_entry(meter.contributions, at, RoundContribution(stake, amount, before, lacked))
    return replace(
        meter if at[0] in meter.tables else _with_table(meter, at[0]),
        value=meter.value + added,
        contributed=meter.contributed + added,
        contributions=rounds,
        grown=meter.grown + added,
    )


def _on_reversal(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    """Reversed or kept, a contribution cannot be reversed again, but for what the meter lacked when it was reversed."""
    at, taken = _table_round(event), _fact(event, "taken", Fraction)
    fed = meter.contributions.get(at)
    if fed is None:
        raise _unfit_error(f"{at[0]} has made no contribution in round {at[1]}", "event", str(event.facts), "a contribution")
    found = _fact(event, "found", Fraction) if "found" in event.facts else NOTHING
    stake, amount = fed.stake - _fact(event, "stake", Cents), fed.amount - _fact(event, "amount", Fraction) + found
    lacked = fed.lacked - found
    if event.kind == CONTRIBUTION_REVERSED:
        lacked += _fact(event, "house", Fraction)
    rounds = {each: done for each, done in meter.contributions.items() if each != at}
    rounds |= {at: RoundContribution(stake, amount, fed.before, lacked)} if stake or lacked else {}
    grown = max(meter.grown - taken, NOTHING)
    return replace(meter, value=meter.value - taken, taken_back=meter.taken_back + taken, contributions=rounds, grown=grown)


def _on_payment(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    taken, share = _fact(event, "taken", Fraction), _fact(event, "amount", Cents) if event.kind == AWARDED else NO_MONEY
    awards = _awards_after(meter, event, share, taken, NOTHING)
    return replace(meter, value=meter.value - taken, paid=meter.paid + taken, awards=awards)


def _awards_after(
    meter: ProgressiveMeter, event: Event, share: Cents, taken: Fraction, added: Fraction, grown: Fraction = NOTHING
) -> Mapping[TableRound, RoundAwards]:
    at = _table_round(event)
    won = meter.awards.get(at) or RoundAwards(before=meter.value)
    new = RoundAwards(won.amount + share, won.taken + taken, won.added + added, won.before, won.grown + grown)
    return _with_entry(meter.awards, at, new)


def _on_award_reversed(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    taken, added = _fact(event, "taken", Fraction), _fact(event, "added", Fraction)
    at, value = _table_round(event), meter.value + taken - added
    awards = {each: won for each, won in meter.awards.items() if each != at}
    grown = meter.grown + (meter.awards[at].grown if at in meter.awards else NOTHING)
    return replace(
        meter, value=value, paid=meter.paid - taken, house_added=meter.house_added - added, awards=awards, grown=grown
    )


def _on_reset(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    added = _fact(event, "added", Fraction)
    awards = _awards_after(meter, event, NO_MONEY, NOTHING, added, meter.grown)
    requested = meter.requested and replace(meter.requested, waits_for_reset=False)
    value, house_added = meter.value + added, meter.house_added + added
    return replace(meter, value=value, house_added=house_added, awards=awards, grown=NOTHING, requested=requested)


def _on_request(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    """The latest request counts; one for the terms in force takes back an earlier one."""
    terms, by, why = _read_terms(event), _fact(event, "by", str), _fact(event, "why", str)
    waits = _fact(event, "waits_for_reset", bool)
    requested = RequestedTerms(terms, event.table("changes"), by, why, waits)
    return replace(meter, requested=None if terms == meter.terms else requested)


def _on_amendment(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    return replace(_with_table(meter, _fact(event, "table", str)), terms=_read_terms(event), requested=None)


def _on_withdrawal(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    table = _fact(event, "table", str)
    return replace(meter, tables=meter.tables - {table}, withdrawn=meter.withdrawn | {table})


def _on_ruling(meter: ProgressiveMeter, event: Event) -> ProgressiveMeter:
    change = _fact(event, "change", Fraction)
    return replace(meter, value=meter.value + change, ruled=meter.ruled + change, mismatch=None)


CHANGES_BY_KIND: Mapping[str, Callable[[ProgressiveMeter, Event], ProgressiveMeter]] = {
    JOINED: lambda meter, event: _with_table(meter, _fact(event, "table", str)),
    CHANGE_REQUESTED: _on_request,
    AMENDED: _on_amendment,
    WITHDRAWN: _on_withdrawal,
    CONTRIBUTED: _on_contribution,
    CONTRIBUTION_REVERSED: _on_reversal,
    CONTRIBUTION_KEPT: _on_reversal,
    AWARDED: _on_payment,
    DEDUCTED: _on_payment,
    RESET: _on_reset,
    AWARD_REVERSED: _on_award_reversed,
    RECONCILED: lambda meter, event: meter,
    MISMATCHED: lambda meter, event: replace(
        meter, mismatch=DisplayMismatch(_fact(event, "shown", Cents), _fact(event, "computed", Fraction))
    ),
    MISMATCH_RULED: _on_ruling,
}

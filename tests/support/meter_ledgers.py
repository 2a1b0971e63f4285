"""The ledger of a meter, derived from its stream: a second account of the same events, with which tests compare the meter.

Its account holds what the meter shows, in whole cents. The house puts in seeds, contributions and resets, and gets back what
awards and deductions take. An award leaves the house account for the table where it is paid, whose ledger receives it from
outside. A deduction for a payout from the inventory stays with the house.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum

from houseway import progressive
from houseway.citation import Citation
from houseway.events import Event
from houseway.ledger import Ledger, Reason, Transfer
from houseway.money import Cents
from houseway.procedure import HOUSE, OUTSIDE, meter_account
from houseway.progressive import ProgressiveMeter


class MeterReason(StrEnum):
    """Why the account of a meter changes. The ledger of a table has no such transfers."""

    SEED = "seed"
    CONTRIBUTION = "contribution"
    CONTRIBUTION_REVERSED = "contribution-reversed"
    DEDUCTION = "meter-deduction"
    RESET = "reset"
    AWARD_REVERSED = "award-reversed"
    ADJUSTED = "meter-adjusted"


REASONS: Mapping[str, Reason | MeterReason] = {
    progressive.OPENED: MeterReason.SEED,
    progressive.CONTRIBUTED: MeterReason.CONTRIBUTION,
    progressive.CONTRIBUTION_REVERSED: MeterReason.CONTRIBUTION_REVERSED,
    progressive.AWARDED: Reason.METER_AWARD,
    progressive.DEDUCTED: MeterReason.DEDUCTION,
    progressive.RESET: MeterReason.RESET,
    progressive.AWARD_REVERSED: MeterReason.AWARD_REVERSED,
    progressive.MISMATCH_RULED: MeterReason.ADJUSTED,
}
"""Why each kind of event moves money. Other kinds move none."""


def meter_transfers(events: Iterable[Event]) -> tuple[Transfer, ...]:
    """Return every transfer of a meter from its stream."""
    posted: list[Transfer] = []
    for made, _ in _post_events(events):
        posted.extend(made)
    return tuple(posted)


def meter_ledger(events: Iterable[Event]) -> Ledger:
    """Return the ledger of a meter's stream."""
    ledger = Ledger()
    for _, ledger in _post_events(events):  # noqa: B007  # the last one counts
        pass
    return ledger


def _post_events(events: Iterable[Event]) -> Iterator[tuple[tuple[Transfer, ...], Ledger]]:
    meter: ProgressiveMeter | None = None
    ledger = Ledger()
    for event in events:
        meter = progressive.evolve_meter(meter, event)
        made = _transfers_for(ledger, meter, event)
        ledger = ledger.post(*made)
        yield made, ledger


def _transfers_for(ledger: Ledger, meter: ProgressiveMeter, event: Event) -> tuple[Transfer, ...]:
    """Return what an event moves: the account follows what the meter shows, and an award leaves the house."""
    reason = REASONS.get(event.kind)
    if reason is None:
        return ()
    moved = meter_account_transfers(ledger, meter.id, meter.displayed, reason, event.clauses)
    if event.kind == progressive.AWARDED:
        amount = event.cents("amount")
        paid = Transfer(HOUSE, OUTSIDE, amount, reason, event.clauses)
        moved = (*moved, *ledger.post(*moved).with_house_funds(paid)) if amount else moved
    elif event.kind == progressive.AWARD_REVERSED and event.cents("amount"):
        moved = (Transfer(OUTSIDE, HOUSE, event.cents("amount"), reason, event.clauses), *moved)
    return tuple(_with_source(each, meter, event) for each in moved)


def _with_source(transfer: Transfer, meter: ProgressiveMeter, event: Event) -> Transfer:
    """Add place and person to a transfer, if the event names them."""
    number, seat, facts = event.facts.get("round"), event.facts.get("seat"), event.facts
    return transfer._replace(
        round=number if isinstance(number, int) else None,
        seat=seat if isinstance(seat, int) else None,
        wager=meter.filed_meter.wager,
        note=str(facts.get("why") or facts.get("table") or ""),
        by=str(facts.get("by", "")),
    )


def meter_account_transfers(
    ledger: Ledger, meter: str, shown: Cents, reason: Reason | MeterReason, clauses: tuple[Citation, ...]
) -> tuple[Transfer, ...]:
    """Bring the account of a meter to the amount that it shows: from the house, or back to the house."""
    account = meter_account(meter)
    rise = shown - ledger.balance(account)
    if rise > Cents(0):
        return ledger.with_house_funds(Transfer(HOUSE, account, rise, reason, clauses))
    return (Transfer(account, HOUSE, -rise, reason, clauses),) if rise else ()

"""Compare what meters were fed with what was wagered at their tables, from the stored streams alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.money import NO_MONEY, Cents
from houseway.progressive import CONTRIBUTED, ProgressiveMeter, evolve_meter, meter_key
from houseway.progressive.meter import MeterKey
from houseway.service.live.editions import add_stored_editions
from houseway.service.live.turn import meter_stream, table_stream
from houseway.store import Store
from houseway.submission import Rules
from houseway.table.editions import RULES_EVENTS
from houseway.table.state import rules_named_by


@dataclass(slots=True)
class WageredInRound:
    """What a table's round wagered for one meter."""

    collected: Cents = NO_MONEY
    returned: Cents = NO_MONEY
    """To players whose hand or round was void."""
    coupons: Cents = NO_MONEY
    """Coupons feed a meter or not (DIV-20)."""


@dataclass(slots=True)
class _FedInRound:
    stake: Cents = NO_MONEY
    at_rate: Fraction = field(default_factory=Fraction)
    """What the rates in force give for the stakes."""
    amount: Fraction = field(default_factory=Fraction)


@dataclass(frozen=True, slots=True)
class UnreconciledRound:
    """A round whose contributions to a meter do not follow from its wagers."""

    meter: str
    table: str
    round: int
    wagered: Cents
    counted: Cents
    """The wagers that the contributions say they are for."""
    amount: Fraction
    expected: Fraction
    """What the filed rates give for the counted wagers."""


_Place = tuple[MeterKey, str, int]
"""A meter, a table, and the number of its round."""


def unreconciled_contributions(store: Store) -> Iterator[UnreconciledRound]:
    """Yield every round whose wagers and contributions differ: a contribution without a wager, a wager that a meter of its table
    did not count, or another amount than the rate in force gives."""
    wagered = {place: stakes for head in store.heads(table_stream("")) for place, stakes in _wagered_at(store, head.stream)}
    names: dict[MeterKey, str] = {}
    fed: dict[_Place, _FedInRound] = {}
    for head in store.heads(meter_stream("")):
        meter = _fold_contributions(store, head.stream, fed)
        if meter is not None:
            names[meter.terms.key] = meter.id
    for place in sorted({*wagered, *fed}):
        stakes, counted = wagered.get(place, WageredInRound()), fed.get(place, _FedInRound())
        if not _agrees(stakes, counted):
            key, table, number = place
            name = names.get(key, " ".join(key).strip())
            yield UnreconciledRound(name, table, number, stakes.collected, counted.stake, counted.amount, counted.at_rate)


def _agrees(stakes: WageredInRound, fed: _FedInRound) -> bool:
    is_covered = stakes.collected - stakes.returned <= fed.stake <= stakes.collected + stakes.coupons
    return is_covered and fed.amount == fed.at_rate


def _wagered_at(store: Store, stream: str) -> Iterator[tuple[_Place, WageredInRound]]:
    """Yield what the rounds of a table have wagered for each of its meters."""
    found: dict[_Place, WageredInRound] = {}
    rules: Rules | None = None
    table = stream.removeprefix(table_stream(""))
    for append in store.read(stream):
        add_stored_editions(store, append.commands)
        for event in append.events:
            if event.kind in RULES_EVENTS:
                rules = rules_named_by(event)
            elif event.kind == MONEY_MOVED and rules is not None:
                _add_transfer(found, rules, table, Transfer.from_event(event))
    yield from found.items()


def _add_transfer(found: dict[_Place, WageredInRound], rules: Rules, table: str, moved: Transfer) -> None:
    for filed in rules.meters:
        if filed.wager != moved.wager or moved.round is None:
            continue
        stakes = found.setdefault((meter_key(filed, rules), table, moved.round), WageredInRound())
        match moved.reason:
            case Reason.WAGER_COLLECTED:
                stakes.collected += moved.amount
            case Reason.COUPON_ISSUED:
                stakes.coupons += moved.amount
            case Reason.REFUND:
                stakes.returned += moved.amount


def _fold_contributions(store: Store, stream: str, fed: dict[_Place, _FedInRound]) -> ProgressiveMeter | None:
    meter: ProgressiveMeter | None = None
    for append in store.read(stream):
        for event in append.events:
            if event.kind == CONTRIBUTED and meter is not None:
                _add_contribution(fed, meter, event)
            meter = evolve_meter(meter, event)
    return meter


def _add_contribution(fed: dict[_Place, _FedInRound], meter: ProgressiveMeter, event: Event) -> None:
    counted = fed.setdefault((meter.terms.key, event.text("table"), event.number("round")), _FedInRound())
    stake = event.cents("stake")
    counted.stake += stake
    counted.at_rate += meter.filed_meter.rate * stake.amount
    counted.amount += event.fraction("amount")

"""Compare what meters were fed and have awarded with what was wagered and paid at their tables, from the stored streams alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.events import Event
from houseway.ledger import MONEY_MOVED, Reason, Transfer
from houseway.money import NO_MONEY, Cents
from houseway.progressive import AWARDED, CONTRIBUTED, ProgressiveMeter, evolve_meter, meter_key
from houseway.progressive.meter import MeterKey
from houseway.service.live.editions import add_stored_editions
from houseway.store import Store, StoredAppend
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
class FedInRound:
    """What a table's round has fed one meter."""

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


_METER_AWARD = Reason.METER_AWARD.value
"""The stored reason."""
RoundPlace = tuple[MeterKey, str, int]
"""A meter, a table, and the number of its round."""
RoundAwards = dict[tuple[str, int], Cents]
"""By table and number of the round: all shares of meters together. A payment at a table does not name its meter."""


@dataclass(frozen=True, slots=True)
class UnreconciledAward:
    """A round that paid something else as shares of meters than the meters have awarded."""

    table: str
    round: int
    paid: Cents
    awarded: Cents


def compare_awards(paid: RoundAwards, awarded: RoundAwards) -> Iterator[UnreconciledAward]:
    """Yield every round whose payments and awards differ. Both are compared as they were made: what a void round takes back is
    recorded apart, and at the table it is limited by the chips that the player still has."""
    for place in sorted({*paid, *awarded}):
        moved, meant = paid.get(place, NO_MONEY), awarded.get(place, NO_MONEY)
        if moved != meant:
            yield UnreconciledAward(*place, moved, meant)


def compare_contributions(
    wagered: Mapping[RoundPlace, WageredInRound], fed: Mapping[RoundPlace, FedInRound], names: Mapping[MeterKey, str]
) -> Iterator[UnreconciledRound]:
    """Yield every round whose wagers and contributions differ: a contribution without a wager, a wager that a meter of its table
    did not count, or another amount than the rate in force gives."""
    for place in sorted({*wagered, *fed}):
        stakes, counted = wagered.get(place, WageredInRound()), fed.get(place, FedInRound())
        if not _agrees(stakes, counted):
            key, table, number = place
            name = names.get(key, " ".join(key).strip())
            yield UnreconciledRound(name, table, number, stakes.collected, counted.stake, counted.amount, counted.at_rate)


def _agrees(stakes: WageredInRound, fed: FedInRound) -> bool:
    is_covered = stakes.collected - stakes.returned <= fed.stake <= stakes.collected + stakes.coupons
    return is_covered and fed.amount == fed.at_rate


class TableWagers:
    """Collects what the rounds of a table have wagered for each of its meters, and paid as shares of meters."""

    def __init__(self, store: Store, table: str) -> None:
        self._store, self.table = store, table
        self._on_meters: dict[object, list[MeterKey]] = {}
        """Wagers that feed meters, with the keys of these."""
        self.found: dict[RoundPlace, WageredInRound] = {}
        self.awards: RoundAwards = {}

    def add(self, append: StoredAppend) -> None:
        if not append.kinds.isdisjoint(RULES_EVENTS):
            add_stored_editions(self._store, append.commands)
        elif MONEY_MOVED not in append.kinds:
            return
        on_meters = self._on_meters
        for event in append.events:
            if event.kind == MONEY_MOVED:
                facts = event.facts  # most transfers are not about a meter, and need not be read
                if facts.get("wager", "") in on_meters or facts.get("reason") == _METER_AWARD:
                    self._add_transfer(Transfer.from_event(event))
            elif event.kind in RULES_EVENTS:
                self._on_meters = on_meters = _keys_by_wager(rules_named_by(event))

    def _add_transfer(self, moved: Transfer) -> None:
        if moved.round is None:
            return
        if moved.reason is Reason.METER_AWARD:
            place = (self.table, moved.round)
            self.awards[place] = self.awards.get(place, NO_MONEY) + moved.amount
        for key in self._on_meters.get(moved.wager, ()):
            stakes = self.found.setdefault((key, self.table, moved.round), WageredInRound())
            match moved.reason:
                case Reason.WAGER_COLLECTED:
                    stakes.collected += moved.amount
                case Reason.COUPON_ISSUED:
                    stakes.coupons += moved.amount
                case Reason.REFUND:
                    stakes.returned += moved.amount


def _keys_by_wager(rules: Rules) -> dict[object, list[MeterKey]]:
    found: dict[object, list[MeterKey]] = {}
    for filed in rules.meters:
        found.setdefault(filed.wager, []).append(meter_key(filed, rules))
    return found


class MeterContributions:
    """Folds a meter, and collects what each round of its tables has fed it and won from it."""

    def __init__(self) -> None:
        self.meter: ProgressiveMeter | None = None
        self.found: dict[RoundPlace, FedInRound] = {}
        self.awards: RoundAwards = {}

    @property
    def name(self) -> tuple[MeterKey, str]:
        assert self.meter is not None, "the meter has no events"
        return self.meter.terms.key, self.meter.id

    def add(self, append: StoredAppend) -> None:
        for event in append.events:
            if event.kind == CONTRIBUTED and self.meter is not None:
                self._add_contribution(self.meter, event)
            elif event.kind == AWARDED:
                place = (event.text("table"), event.number("round"))
                self.awards[place] = self.awards.get(place, NO_MONEY) + event.cents("amount")
            self.meter = evolve_meter(self.meter, event)

    def _add_contribution(self, meter: ProgressiveMeter, event: Event) -> None:
        counted = self.found.setdefault((meter.terms.key, event.text("table"), event.number("round")), FedInRound())
        stake = event.cents("stake")
        counted.stake += stake
        counted.at_rate += meter.filed_meter.rate * stake.amount
        counted.amount += event.fraction("amount")

"""What an act in a round sees: the rules, the round so far, and what the table says about seats, chips and equipment."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from houseway.cards import Card
from houseway.citation import Citation, Law, LawReader, law_reader
from houseway.events import Actor, Role
from houseway.games.round import DueMovement
from houseway.house_way import HouseWay
from houseway.money import NO_MONEY, Cents
from houseway.procedure import DEALER, Step
from houseway.submission import Rules
from houseway.values import FoldedState, lazy_property

PROGRESSIVE_STEPS = frozenset(("lock-out", "count-chips", "rule-count"))
"""Steps of the progressive system."""


@dataclass(frozen=True, slots=True)
class BankHistory:
    """What earlier rounds say about who may bank."""

    last_bank: str = ""
    """Who banked the round before."""
    last_wagers: Mapping[str, tuple[Cents, ...]] = field(default_factory=dict)
    """Base wagers against the dealer in the last round without a bank, by player."""


class EquipmentView(Protocol):
    """What a game asks of the equipment."""

    @property
    def stock(self) -> tuple[Card, ...] | None: ...
    @property
    def lit(self) -> tuple[int, ...]: ...
    @property
    def stub_due(self) -> bool: ...


class _NoEquipment:
    stock: tuple[Card, ...] | None = None
    lit: tuple[int, ...] = ()
    stub_due = False


NO_EQUIPMENT: EquipmentView = _NoEquipment()


@dataclass(frozen=True)
class RoundContext(FoldedState):
    rules: Rules
    round: Any
    """The round of the game in play."""
    seats: Mapping[int, str]
    """Who sits where."""
    house_way: HouseWay | None = None
    chips: Callable[[str], Cents] = lambda name: NO_MONEY
    """A player's chips."""
    dealing: str = "manual-shoe"
    """The dealing method now: as filed, unless a device is out of use."""
    equipment_view: EquipmentView = NO_EQUIPMENT
    """The equipment on the table."""
    start_of_game: bool = True
    """Whether this is the first round after an opening (PG-02)."""
    next_duty: Callable[[], Step | None] = lambda: None
    """The next duty of the equipment, computed only if needed."""
    history: BankHistory = BankHistory()
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """Each meter in cents, by name."""
    meter_ruling: Step | None = None
    """The ruling that comes before any other step, because the display of a meter was found wrong."""
    moved: Callable[[], Iterable[DueMovement]] = tuple
    """The movements for this round's wagers so far."""
    is_over: bool = False
    """Whether the round is completed, so that what is found about it now goes to a floorperson (see `table.findings`)."""

    @lazy_property
    def stack(self) -> tuple[Card, ...] | None:
        """Return the cards from the top; None for physical cards."""
        return self.equipment_view.stock

    @lazy_property
    def lit(self) -> frozenset[int]:
        """Return positions whose progressive wager the system has accepted."""
        return frozenset(self.equipment_view.lit)

    @lazy_property
    def stub_due(self) -> bool:
        """Return whether the stub must be counted this round, if not every round."""
        return self.equipment_view.stub_due

    @lazy_property
    def _equipment_step(self) -> Step | None:
        return self.next_duty()

    @property
    def preparation_step(self) -> Step | None:
        """Return the equipment's step before betting closes: deck, shuffle, cut, loading."""
        return self._equipment_step if not self.round.closed else None

    @property
    def progressive_step(self) -> Step | None:
        """Return the progressive system's step before the deal: lock-out, count, ruling."""
        wanted = self._equipment_step if self.round.closed and not self.round.dealt else None
        return wanted if wanted is not None and wanted.act in PROGRESSIVE_STEPS else None

    @property
    def starting_step(self) -> Step | None:
        """Return the step of shaker, generator, button or mark."""
        wanted = self._equipment_step if self.round.closed else None
        return wanted if wanted is not None and wanted.act not in PROGRESSIVE_STEPS else None

    @lazy_property
    def book(self) -> str:
        return self.rules.book

    @lazy_property
    def positions(self) -> tuple[int, ...]:
        """Return betting positions, from the side of the dealer that the book counts from."""
        filed = self.rules.options.get("table.positions")
        most = filed if isinstance(filed, int) else self.rules.regulation.number_of("starting-numbers") - 1
        return tuple(range(1, most + 1))

    @lazy_property
    def law(self) -> LawReader:
        """Return what reads the book's clauses for a rule: `law(RULE, variant)`."""
        return law_reader(self.rules.numbering)

    def takes_reading(self, *choices: str) -> bool:
        """Return whether one of these choices is taken, such as `PG-26=two-passes`: one id for each book that has the reading."""
        readings = self.rules.readings
        found = readings.asked.get(choices)
        return readings.takes(*choices) if found is None else found

    def policy(self, name: str) -> str:
        """Return the book's policy, such as `winners-paid`."""
        return self.rules.policies[name]

    def filed_option(self, key: str) -> object:
        return self.rules.options.get(key)

    def is_offered(self, wager: str) -> bool:
        return wager in self.rules.offers

    def meter_amounts(self) -> dict[str, Cents]:
        """Return what each meter shows, in whole cents."""
        return {name: Cents(value.numerator // value.denominator) for name, value in self.meters.items()}

    def positions_of(self, name: str) -> tuple[int, ...]:
        return tuple(sorted([position for position, player in self.seats.items() if player == name]))

    def sits_at(self, actor: Actor, position: int) -> bool:
        """Return whether a position belongs to this actor, who may look at its cards."""
        return actor.role in (Role.PLAYER, Role.BANK) and bool(actor.name) and self.seats.get(position) == actor.name

    def clockwise(self, start: int) -> tuple[int, ...]:
        """Return every position and the dealer, clockwise from a start. Positions counted from the dealer's right run the other
        way."""
        from_right = self.rules.regulation.first_position == "right"
        places = (DEALER, *(reversed(self.positions) if from_right else self.positions))
        at = places.index(start)
        return (*places[at:], *places[:at])


def due_step_under(
    context: RoundContext,
    act: str,
    words: str,
    law: Law | tuple[Citation, ...],
    variant: str = "",
    role: Role = Role.DEALER,
    **facts: object,
) -> Step:
    """Return a due step under a rule of the context's book."""
    clauses = context.law(law, variant) if isinstance(law, Law) else law
    return Step(act, role, words, clauses, facts)

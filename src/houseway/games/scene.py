"""What an act of a round sees: the rules, the round so far, and what the table says of seats, chips and equipment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from houseway.cards import Card
from houseway.citation import Citation, Law, Numbering
from houseway.events import Actor, Role
from houseway.games.round import NO_MONEY, Step, count
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.submission import Rules
from houseway.values import lazy

DEALER = 0
"""The dealer's position; betting positions count from one."""
DEVICE = frozenset(("lock-out", "count-chips", "rule-count"))
"""Steps of the progressive system."""


@dataclass(frozen=True, slots=True)
class BankHistory:
    """What earlier rounds say of who may bank."""

    last: str = ""
    """Who banked the round before."""
    bets: Mapping[str, tuple[Cents, ...]] = field(default_factory=dict)
    """Base wagers against the dealer in the last round without a bank, by player."""


class Gear(Protocol):
    """What a game asks of the equipment."""

    @property
    def stock(self) -> tuple[Card, ...] | None: ...
    @property
    def lit(self) -> tuple[int, ...]: ...
    @property
    def stub_due(self) -> bool: ...


class _NoGear:
    stock: tuple[Card, ...] | None = None
    lit: tuple[int, ...] = ()
    stub_due = False


NO_GEAR: Gear = _NoGear()


@dataclass(frozen=True)
class Scene:
    rules: Rules
    round: Any
    """The round of the game that is played."""
    seats: Mapping[int, str]
    """Who sits where."""
    house_way: HouseWay | None = None
    chips: Callable[[str], Cents] = lambda name: NO_MONEY
    """What a player has in front of him."""
    dealing: str = "manual-shoe"
    """How the cards are dealt now: as filed, unless a device is out of order."""
    gear: Gear = NO_GEAR
    """What lies and stands on the table."""
    start_of_game: bool = True
    """Whether this is the first round after an opening (PG-02)."""
    equipment: Callable[[], Step | None] = lambda: None
    """What the equipment wants next; asked for only where it matters."""
    history: BankHistory = BankHistory()
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What each meter stands at, in cents, by its name."""

    @lazy
    def stack(self) -> tuple[Card, ...] | None:
        """The cards from the top; nothing where physical cards are used."""
        return self.gear.stock

    @lazy
    def lit(self) -> frozenset[int]:
        """Positions whose progressive wager the system has accepted."""
        return frozenset(self.gear.lit)

    @lazy
    def stub_due(self) -> bool:
        """Whether the stub must be counted this round, where it need not be every round."""
        return self.gear.stub_due

    @lazy
    def _wanted(self) -> Step | None:
        return self.equipment()

    @property
    def preparation(self) -> Step | None:
        """What is wanted before betting closes: deck, shuffle, cut, loading."""
        return self._wanted if not self.round.closed else None

    @property
    def device(self) -> Step | None:
        """What the progressive system wants before the deal: lock-out, count, ruling."""
        wanted = self._wanted if self.round.closed and not self.round.dealt else None
        return wanted if wanted is not None and wanted.act in DEVICE else None

    @property
    def starting(self) -> Step | None:
        """What shaker, generator, button or mark want."""
        wanted = self._wanted if self.round.closed else None
        return wanted if wanted is not None and wanted.act not in DEVICE else None

    @lazy
    def book(self) -> str:
        return self.rules.book

    @lazy
    def positions(self) -> tuple[int, ...]:
        """Betting positions, from the side of the dealer that the book counts from."""
        filed = self.rules.options.get("table.positions")
        most = filed if isinstance(filed, int) else count(self.rules, "starting-numbers") - 1
        return tuple(range(1, most + 1))

    @lazy
    def numbering(self) -> Numbering:
        return self.rules.numbering

    def law(self, law: Law, *variants: str) -> tuple[Citation, ...]:
        """The clauses that the book has for a rule."""
        return law.asked.get((self.numbering, variants)) or law.of(self.numbering, *variants)

    def reads(self, *choices: str) -> bool:
        """Whether a reading is taken so: `PG-26=two-passes`, in whichever book has it."""
        return not self.rules.taken.isdisjoint(choices)

    def policy(self, name: str) -> str:
        """What the book chooses where rule books part: `winners-paid`, say."""
        return self.rules.policies[name]

    def option(self, key: str) -> object:
        return self.rules.options.get(key)

    def offered(self, wager: str) -> bool:
        return wager in self.rules.offers

    def spots(self, name: str) -> tuple[int, ...]:
        return tuple(sorted([position for position, player in self.seats.items() if player == name]))

    def sits_at(self, actor: Actor, position: int) -> bool:
        """Whether a position is the seat of whoever this is, so that its cards are his to look at."""
        return actor.role in (Role.PLAYER, Role.BANK) and bool(actor.name) and self.seats.get(position) == actor.name

    def clockwise(self, start: int) -> tuple[int, ...]:
        """Every position and the dealer, clockwise from a start. Positions counted from the dealer's right run against it."""
        from_right = self.rules.regulation.first_position == "right"
        places = (DEALER, *(reversed(self.positions) if from_right else self.positions))
        at = places.index(start)
        return (*places[at:], *places[:at])


def step(
    scene: Scene,
    act: str,
    words: str,
    law: Law | tuple[Citation, ...],
    variant: str = "",
    role: Role = Role.DEALER,
    **facts: object,
) -> Step:
    """A step that is due, under a rule as the scene's book has it."""
    clauses = scene.law(law, variant) if type(law) is Law else law
    assert type(clauses) is tuple
    return Step(act, role, words, clauses, facts)

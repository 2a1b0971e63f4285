"""What an act of a round sees: the rules, the round so far, and what the table says of seats, chips and equipment."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Role
from houseway.games.pai_gow.state import BASE, DEALER, Round
from houseway.games.round import NO_MONEY, Step, count, fact, refusal
from houseway.hands.orders import DIV_PAI_GOW, MD_PAI_GOW
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.submission import Rules

MD, DIV = MD_PAI_GOW, DIV_PAI_GOW
DEVICE = frozenset(("lock-out", "count-chips", "rule-count"))
"""Steps of the progressive system."""
NUMBER = "number"
PROGRESSIVE = "progressive"
SIDES = ("fortune-bonus", "emperors-treasure", "insurance", "bonus", PROGRESSIVE)
"""Optional wagers on a player's seven cards, in the order in which Maryland settles them."""


@dataclass(frozen=True, slots=True)
class BankHistory:
    """What earlier rounds say of who may bank."""

    last: str = ""
    """Who banked the round before."""
    bets: Mapping[str, tuple[Cents, ...]] = field(default_factory=dict)
    """Base wagers against the dealer in the last round without a bank, by player."""


@dataclass(frozen=True)
class Scene:
    rules: Rules
    round: Round
    house_way: HouseWay
    seats: Mapping[int, str]
    """Who sits where."""
    chips: Callable[[str], Cents] = lambda name: NO_MONEY
    """What a player has in front of him."""
    dealing: str = "manual-shoe"
    """How the cards are dealt now: as filed, unless a device is out of order."""
    ready: bool = True
    """Whether the cards are shuffled, cut and in place."""
    stack: tuple[Card, ...] | None = None
    """The cards from the top; nothing where physical cards are used."""
    start_of_game: bool = True
    """Whether this is the first round after an opening (PG-02)."""
    equipment: Callable[[], Step | None] = lambda: None
    """What the equipment wants next; asked for only where it matters."""
    lit: frozenset[int] = frozenset()
    """Positions whose progressive wager the system has accepted."""
    coupons: Mapping[int, Cents] = field(default_factory=dict)
    history: BankHistory = BankHistory()
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """What each meter stands at, in cents, by its name."""

    @cached_property
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

    @property
    def book(self) -> str:
        return self.rules.book

    @property
    def positions(self) -> tuple[int, ...]:
        """Betting positions, counterclockwise from the dealer's right."""
        filed = self.rules.options.get("table.positions")
        most = filed if isinstance(filed, int) else count(self.rules, "starting-numbers") - 1
        return tuple(range(1, most + 1))

    def law(self, law: Law, variant: str = "") -> tuple[Citation, ...]:
        return law.of(self.book, variant)

    def reads(self, *choices: str) -> bool:
        """Whether a reading is taken so: `PG-26=two-passes`, in whichever book has it."""
        return any(self.rules.readings.get(choice.split("=")[0]) == choice.split("=")[1] for choice in choices)

    def option(self, key: str) -> object:
        return self.rules.options.get(key)

    def offered(self, wager: str) -> bool:
        return wager in self.rules.offers

    def spots(self, name: str) -> tuple[int, ...]:
        return tuple(position for position, player in sorted(self.seats.items()) if player == name)

    def clockwise(self, start: int) -> tuple[int, ...]:
        """Every position and the dealer, clockwise from a start: against the count of positions."""
        places = (DEALER, *reversed(self.positions))
        at = places.index(start)
        return (*places[at:], *places[:at])

    def sides(self, position: int) -> tuple[str, ...]:
        """The optional wagers of a position on its seven cards, in order of settlement."""
        wagers = self.round.wagers(position)
        return tuple([wager for wager in SIDES if wager in wagers]) if len(wagers) > 1 or BASE not in wagers else ()


OWN_PLACE = Law({MD: "7.C", DIV: "(g)(2)#1"})
NOT_YOURS = Law({MD: "11.A(2)", DIV: "(l)(2)#1"})


def own_position(scene: Scene, command: Command) -> int:
    """The position that a player speaks for: one that he sits at."""
    position = fact(command, "position", int)
    if scene.seats.get(position) != command.by.name:
        raise refusal(
            "not-seated",
            f"{command.by.name or 'nobody'} does not sit at position {position}",
            scene.law(OWN_PLACE),
            given=position,
            allowed=scene.spots(command.by.name),
        )
    return position


def base_wagers(scene: Scene) -> dict[int, Cents]:
    """What is wagered on the hands themselves, by position."""
    return {
        position: wagers[BASE].amount
        for position, wagers in sorted(scene.round.stakes.items())
        if BASE in wagers and position != scene.round.bank.position
    }


def bank_role(scene: Scene, command: Command) -> int:
    """The bank's own position: only the player who banks may speak for it."""
    position = scene.round.bank.position
    if position is None or command.by.role is not Role.BANK or scene.seats.get(position) != command.by.name:
        raise refusal(
            "not-the-bank",
            f"{command.by} is not the bank of this round",
            scene.law(BANK_SPEAKS),
            given=str(command.by),
            allowed=scene.seats.get(position or DEALER, "nobody banks"),
        )
    return position


BANK_SPEAKS = Law({MD: ("1.B(1)", "12.A(1)"), DIV: ("(a)(1)(i)", "(m)(1)#2")})

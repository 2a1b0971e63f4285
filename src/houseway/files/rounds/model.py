"""The content of a round file: who sits where, what everybody does, which cards there are, and what is expected."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from houseway.cards import Card
from houseway.croupier import DEALER_ACTOR
from houseway.events import Actor, Facts, Role
from houseway.explanation.results import WagerKey
from houseway.money import Cents
from houseway.regulation.games import is_against_dealer

NO_MONEY = Cents(0)
INVENTORY = Cents.from_dollars(100_000)
"""The default table inventory."""
OPENED_AT = 1_000_000
"""The default time at which the table opens."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A wager that a player makes."""

    wager: str
    amount: Cents
    coupon: Cents = NO_MONEY
    lit: bool = True


@dataclass(frozen=True, slots=True)
class ScriptedDecision:
    """A player's decision: check, play a multiple of the Ante, or fold."""

    act: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seat:
    """A position with its player and what he does."""

    position: int
    name: str
    chips: Cents
    bets: tuple[Bet, ...]
    cards: tuple[Card, ...] = ()
    low: tuple[Card, ...] | None = None
    surrender: bool = False
    exposed: str = "play"
    """The player's choice if one of his cards is exposed: play or void."""
    asks_house_way: bool = False
    """Whether the player asks for the house way before setting."""
    plays: tuple[ScriptedDecision, ...] = ()
    """The player's decisions, in order."""


@dataclass(frozen=True, slots=True)
class ScriptedBank:
    position: int
    co_banking: bool = False
    house_stake: Cents | None = None


@dataclass(frozen=True, slots=True)
class EarlierRound:
    """A round before the one that the file describes."""

    bank: int | None = None
    sit_out: tuple[int, ...] = ()
    wagers: Mapping[int, Cents] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Intervention:
    """A scripted intervention."""

    number: int
    when: str
    """`before` or `after`."""
    act: str
    """The step or player's act before or after which it comes."""
    position: int | None
    """The position of that act, if it matters."""
    by: str
    command_act: str
    facts: Mapping[str, object]
    wait_s: int = 0
    refused: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StatedAct:
    """One act of a round that a file tells act by act."""

    act: str = ""
    """Empty if nobody does anything: other tables have moved meters."""
    by: Actor = DEALER_ACTOR
    facts: Facts = field(default_factory=dict)
    wait_s: int = 0
    """Seconds since the act before."""
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    """Meters that other tables have moved before it, in cents."""


@dataclass(frozen=True, slots=True)
class MeterLeft:
    """What earlier rounds left of a meter."""

    name: str
    """Its name in the submission."""
    wager: str
    value: Fraction
    """What it shows, in cents."""
    grown: Fraction = Fraction(0)
    """What wagers have added since its last reset, in cents."""
    tables: tuple[str, ...] = ()
    """Open tables that share it."""


@dataclass(frozen=True, slots=True)
class TableLeft:
    """What earlier rounds left at the table: whatever is not as in a table that was opened just now."""

    fields: Mapping[str, object] = field(default_factory=dict)
    """Of the table, by name: the number of the round, who banked last, who has the first offer."""
    equipment: Mapping[str, object] = field(default_factory=dict)
    accounts: Mapping[str, Cents] = field(default_factory=dict)
    """Accounts other than those of the players who sit there."""
    meters: Mapping[str, MeterLeft] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExpectedTransfer:
    cents: int
    source: str
    target: str
    reason: str


@dataclass(frozen=True, slots=True)
class ExpectedWager:
    result: str
    cents: int | None = None
    vigorish: int | None = None
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExpectedEvent:
    kind: str
    clauses: tuple[str, ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExpectedSight:
    """What people see just before an act."""

    before: str
    """An act, if needed with its position."""
    seen: Mapping[str, Mapping[str, int]]
    """By viewer: how many cards he sees of which places; of others he sees none."""


@dataclass(frozen=True, slots=True)
class Expectations:
    void: str = ""
    base_void: str = ""
    """Why the wagers against the dealer are void."""
    wagers: Mapping[WagerKey, ExpectedWager] = field(default_factory=dict)
    net: Mapping[str, int] = field(default_factory=dict)
    envy: Mapping[WagerKey, int] = field(default_factory=dict)
    accounts: Mapping[str, int] = field(default_factory=dict)
    meters: Mapping[str, Fraction] = field(default_factory=dict)
    events: tuple[ExpectedEvent, ...] = ()
    never: tuple[str, ...] = ()
    deal: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """By place: its cards as numbers in the deck, counted from the top."""
    acts: tuple[str, ...] = ()
    """Who does what, in this order, as `Ann set-hand 1` or `dealer deal`."""
    sights: tuple[ExpectedSight, ...] = ()
    hands: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """By place: the cards that were dealt there."""
    transfers: tuple[ExpectedTransfer, ...] | None = None
    """All that moves in the round, in this order."""


@dataclass(frozen=True, slots=True)
class RoundFile:
    place: str
    title: str
    book: str
    game: str
    clauses: tuple[str, ...]
    submission: str
    """The submission's text with the changes of the file."""
    house_way: str | None
    """The text of the operator's own house way, if one is filed by path."""
    seats: tuple[Seat, ...]
    arrivals: tuple[str, ...]
    dealer: tuple[Card, ...] = ()
    dealer_low: tuple[Card, ...] | None = None
    up: tuple[Card, ...] = ()
    """The dealer's card that is dealt face up."""
    stub: tuple[Card, ...] = ()
    cards_set_aside: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    box: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    bank: ScriptedBank | None = None
    earlier: tuple[EarlierRound, ...] = ()
    chance: Mapping[str, object] = field(default_factory=dict)
    seed: str = "1"
    facts: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    interventions: tuple[Intervention, ...] = ()
    inventory: Cents = INVENTORY
    physical: bool = False
    expect: Expectations = Expectations()
    table: str = ""
    """The name of the table; empty for the first one for which the submission files its meters."""
    at: int = OPENED_AT
    """When the round of a file that tells it act by act begins, in seconds."""
    acts: tuple[StatedAct, ...] = ()
    """The round act by act, if the file tells it so."""
    left: TableLeft = TableLeft()

    @property
    def names(self) -> tuple[str, ...]:
        """Return everybody who sits there or comes during the round."""
        acting = (each.by for each in self.acts if each.act)
        return tuple(dict.fromkeys((*self.arrivals, *(by.name for by in acting if by.role in (Role.PLAYER, Role.BANK)))))

    def seat(self, position: int) -> Seat | None:
        return next((seat for seat in self.seats if seat.position == position), None)

    @property
    def against_dealer(self) -> bool:
        return is_against_dealer(self.game)

"""The state of the equipment: decks, cut, shaker, button, devices, discard rack. All values are frozen."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from houseway.cards import Card
from houseway.citation import Citation, LawReader, law_reader
from houseway.equipment.settings import Dealing, EquipmentSettings, Shuffling, Starting, settings_of
from houseway.events import Command, Role
from houseway.procedure import check_role
from houseway.submission import Rules
from houseway.values import FoldedState, lazy_property, with_changes

if TYPE_CHECKING:
    from dataclasses import replace as replace
else:
    replace = with_changes
    """Copy a value with changes, like `dataclasses.replace` but several times faster."""


class Stage(StrEnum):
    """The stage of a deck, from its box to the deal and back."""

    RECEIVED = "received"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    SPREAD = "spread"
    VIEWED = "viewed"
    TURNED = "turned-down"
    WASHED = "washed"
    STACKED = "stacked"
    SHUFFLED = "shuffled"
    CUT = "cut"
    LOADED = "loaded"
    OUT = "out"
    COLLECTED = "collected"
    IDLE_DOWN = "idle-face-down"
    IDLE_UP = "idle-face-up"


class ShuffleReason(StrEnum):
    """The reason for a shuffle."""

    OPENING = "opening"
    IDLE = "idle"
    ROUND = "round"
    ORDER = "order"
    IRREGULARITY = "irregularity"
    FAULT = "fault"


class TableContext(NamedTuple):
    """What the equipment must know about the rest of the table."""

    seats: tuple[tuple[int, str], ...] = ()
    """Occupied positions with their players, lowest first, which is counterclockwise."""
    first_arrival: int | None = None
    """The position of the player who arrived first."""
    bank: int | None = None
    bank_left: bool = False
    """Whether the player who banks has left the table."""
    start_of_game: bool | None = None
    """Whether the next round is the first after an opening (PG-02); None to use what the equipment knows."""
    wagers: bool = False
    """Whether chips or coupons are on the layout."""
    progressive_chips: bool = False
    """Whether chips or coupons are on progressive areas, lit or not."""
    betting_closed: bool = False
    """Whether "no more bets" was announced."""
    start_wanted: bool = False
    """Whether the game needs the starting position now."""
    dealt: bool = False
    """Whether all cards of the round are dealt."""
    cards_in_machine: bool = False
    """Whether cards of the round wait in the machine that deals them, although hands are out."""
    round: int = 0
    requests: frozenset[str] = frozenset()
    """What players asked for: SPREAD_FACE_UP, SPREAD_STORED_DECK."""
    bankless_rounds: int = 0
    """Consecutive rounds without a bank before this one."""

    def player(self, position: int) -> str | None:
        return next((name for place, name in self.seats if place == position), None)


SPREAD_FACE_UP = "spread-face-up"
SPREAD_STORED_DECK = "spread-stored-deck"
NOBODY = TableContext()


@dataclass(frozen=True)
class Deck(FoldedState):
    name: str
    back: str
    opened_at: int
    stage: Stage
    cards: tuple[Card, ...] | None = None
    """From the top, sealed; None if physical cards are unknown."""
    in_shuffler: bool = False
    by_hand: bool = False
    """Shuffled by hand, so that it is cut."""
    spare_joker: bool = False
    inspector: str = ""
    was_idle: bool = False
    """It comes from an idle table."""
    why: ShuffleReason = ShuffleReason.OPENING
    clauses: tuple[Citation, ...] = ()
    """The clauses behind an irregular shuffle, or behind the order to leave the table."""
    leaving_reason: str = ""
    """Why it must leave the table."""
    is_unattended: bool = False
    """It lay ready at an empty table when the next player came, so it is spread first."""


@dataclass(frozen=True)
class Cut(FoldedState):
    """The cut of the next deck."""

    passed_positions: tuple[int, ...] = ()
    """Positions that are no longer asked."""
    offered_to: int | None = None
    depth: int | None = None
    """Cards above the cutting card while it is in the deck; 0 if nobody counted physical cards."""
    cutter: int | None = None
    preferred: int | None = None
    """The position that is asked first in a recut."""


@dataclass(frozen=True)
class Shaker(FoldedState):
    placed_at: int | None = None
    shakes: int = 0
    open: bool = False
    dice: tuple[int, ...] = ()
    no_roll: str = ""
    """Why the dice must be shaken again, until they lie flat."""


@dataclass(frozen=True)
class DeviceFault(FoldedState):
    """A device that does not work."""

    device: str
    what: str
    secured: str = ""
    """How it was put out of use: covered, signed, removed."""


@dataclass(frozen=True)
class Acceptors(FoldedState):
    """The progressive table game system. A chip is no wager before its light is on."""

    lit: tuple[int, ...] = ()
    locked: bool = False
    chips: int | None = None
    coupons: int = 0
    ruled: bool = False

    @property
    def is_settled(self) -> bool:
        """Chips and coupons equal the lights, or a floorperson has ruled."""
        return self.ruled or (self.chips is not None and self.chips + self.coupons == len(self.lit))


@dataclass(frozen=True, slots=True)
class RackEntry:
    """Cards in the discard rack, as they were put in."""

    owner: str
    cards: tuple[Card, ...] | None
    count: int
    why: str
    deck: str


@dataclass(frozen=True)
class Equipment(FoldedState):
    DERIVED_FIELDS: ClassVar[Mapping[str, tuple[str, ...]]] = {"settings": ("law",)}
    settings: EquipmentSettings
    opened_at: int
    shuffling: Shuffling
    dealing: Dealing
    starting: Starting
    decks: tuple[Deck, ...] = ()
    last_used: str = ""
    received: int = 0
    """Decks received so far."""
    is_fresh: bool = False
    """Whether the next round, or the one in play, is the first after an opening."""
    is_idle: bool = False
    cut: Cut = Cut()
    first_offer: int | None = None
    """Who was offered the cut first in the last round without a bank, and in which round."""
    first_offer_round: int = -1
    shaker: Shaker = Shaker()
    button: int | None = None
    start: int | None = None
    """The starting position of this round, once it is found."""
    is_start_at_button: bool = False
    """Whether the button has shown it, and not dice or a number in its place."""
    marked: bool = False
    faults: tuple[DeviceFault, ...] = ()
    is_off_filed_methods: bool = False
    """Whether a method other than the filed one is in use."""
    acceptors: Acceptors = Acceptors()
    rack: tuple[RackEntry, ...] = ()
    players_present: frozenset[str] = frozenset()
    """Players at the table."""
    rounds_since_stub_count: int = 0
    """Rounds, including the one in play, since the stub was last counted by hand or the cards by a device."""

    def policy(self, name: str) -> str:
        """Return the book's choice of a policy, such as `cut-by`."""
        return self.settings.policies[name]

    @lazy_property
    def law(self) -> LawReader:
        """Return what reads the clauses of the table's book for a rule: `law(RULE, variant)`."""
        return law_reader(self.settings.numbering)

    @property
    def next_deck(self) -> Deck | None:
        """Return the deck in use, or the next one: two decks alternate."""
        chosen = None
        for deck in self.decks:
            if deck.stage is Stage.LOADED or deck.stage is Stage.OUT:
                return deck
            if chosen is None or chosen.name == self.last_used:
                chosen = deck
        return chosen

    @property
    def other_deck(self) -> Deck | None:
        """Return the deck that rests while the other is used."""
        used = self.next_deck
        return next((deck for deck in self.decks if deck is not used), None)

    @property
    def cards_out(self) -> bool:
        return Stage.OUT in [deck.stage for deck in self.decks]

    @property
    def stock(self) -> tuple[Card, ...] | None:
        """Return the cards to be dealt, from the top; sealed. None if physical cards are used or nothing is loaded."""
        deck = self.next_deck
        return deck.cards if deck is not None and deck.stage in (Stage.LOADED, Stage.OUT) else None

    @property
    def lit(self) -> tuple[int, ...]:
        """Positions whose light is on."""
        return self.acceptors.lit

    @property
    def uses_two_decks(self) -> bool:
        return self.settings.deck.number > 1 and self.shuffling is not Shuffling.MANUAL

    @property
    def loads_itself(self) -> bool:
        """Return whether the device loads the shoe by itself."""
        if self.dealing is Dealing.HAND:
            return False
        filed = self.shuffling is Shuffling.SHUFFLER and self.settings.loads_shoe
        return filed or self.shuffling is Shuffling.RESHUFFLING_DEVICE

    @property
    def counts_cards(self) -> bool:
        """Return whether the device counts the cards after each shuffle."""
        filed = self.shuffling is Shuffling.SHUFFLER and self.settings.shuffler_counts
        return filed or self.shuffling is Shuffling.RESHUFFLING_DEVICE

    @property
    def stub_due(self) -> bool:
        """Return whether the stub must be counted in this round or the next, in books that do not require it every round."""
        every = self.settings.stub_rounds[self.dealing]
        return every > 0 and not self.counts_cards and self.rounds_since_stub_count + (not self.cards_out) >= every

    def with_deck(self, name: str, **changes: object) -> "Equipment":
        """Return the equipment with one deck changed."""
        changed = [replace(deck, **changes) if deck.name == name else deck for deck in self.decks]  # type: ignore[arg-type]
        return replace(self, decks=tuple(changed))


def open_equipment(rules: Rules, at: int) -> Equipment:
    """Return the equipment of a table before anything was brought to it."""
    settings = settings_of(rules)
    return Equipment(settings, at, settings.shuffling, settings.dealing, settings.starting)


only = partial(check_role, code="equipment.role")
"""Refuse a command by a role that may not handle the equipment in this way."""


def speaks_for_position(command: Command, context: TableContext, position: int) -> bool:
    """Return whether a command is that of the player at a position: he sent it, or the dealer reports it for that position."""
    if command.by.role is Role.DEALER:
        return command.facts.get("position") == position
    return command.by.role in (Role.PLAYER, Role.BANK) and command.by.name == context.player(position)

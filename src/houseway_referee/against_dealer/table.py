"""What lies on a table during a round: boxes, wagers, cards, meters, and how far the round has got."""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway_referee.against_dealer.rows import Row
from houseway_referee.errors import NotDecided, RecordError
from houseway_referee.ranking import Card, Score
from houseway_referee.record import Filing, Round


class Refused(Exception):
    """An act that the book does not allow."""

    def __init__(self, clause: str, why: str) -> None:
        """Say by which clause, and why."""
        super().__init__(why)
        self.clause, self.why = clause, why


@dataclass
class Box:
    """One betting position: who plays it, what he has wagered there, and what he has decided."""

    position: int
    player: str
    wagers: dict[str, int] = field(default_factory=dict)
    lit: bool = True
    light_stands: bool | None = None
    checks: int = 0
    folded: bool = False
    abandoned: bool = False

    @property
    def decided(self) -> bool:
        """Say whether he has folded or made a Play Wager, or whether his hand is no longer played."""
        return self.folded or self.abandoned or "play" in self.wagers


@dataclass
class Outcome:
    """What became of one wager: the stake that goes back, and the cents that are paid besides."""

    result: str
    stake: int
    returned: int
    cents: int = 0
    clauses: tuple[str, ...] = ()
    row: str = ""
    by_fold: bool = False


def lost(stake: int, *clauses: str) -> Outcome:
    """Settle a wager that loses."""
    return Outcome("lose", stake, 0, 0, clauses)


def pushed(stake: int, *clauses: str) -> Outcome:
    """Settle a wager that goes back."""
    return Outcome("tie", stake, stake, 0, clauses)


def won(stake: int, cents: int, *clauses: str, row: str = "", kept: bool = False) -> Outcome:
    """Settle a wager that wins; `kept` if the payout includes the stake."""
    return Outcome("win", stake, 0 if kept else stake, cents, clauses, row)


@dataclass(frozen=True)
class Game:
    """In what the two books differ. Procedures have the same clause numbers, in Four Card Poker with a prefix (FC-06)."""

    prefix: str  # before clauses of procedure
    meter_clause: str  # a winner is paid what the meter shows at his turn
    readings: dict[str, tuple[str, ...]]  # choices of each reading, the default first; "" if it must be filed
    shared: dict[str, str]  # the ids of readings that both books have, by what they are about
    streets: tuple[tuple[str, tuple[int, ...]], ...]  # each decision: its clause, and what a Play Wager may be, times the Ante
    base: tuple[str, ...]  # wagers against the dealer, in the order in which they are settled
    sides: tuple[str, ...]  # the other wagers, in the order in which they are settled; the progressive is the last
    always_live: tuple[str, ...]  # those that no filing can have lost by a fold
    on_board: tuple[str, ...]  # those that the community cards decide alone
    board: bool  # whether there are community cards
    hand_size: int
    dealer_size: int
    settle_base: Callable[["Table", Box], dict[str, Outcome]]
    settle_side: Callable[["Table", Box, str], Outcome]
    progressive_row: Callable[["Table", Box], Row | None]
    envy_row: Callable[["Table", Box, int], tuple[Score, Row] | None]  # what a hand earns a wager of this stake
    check_wager: Callable[["Table", Box, str], None]  # which other wagers a wager needs
    after_base_void: Callable[["Table", str], bool]  # whether a side wager is settled when the base wagers are void


@dataclass
class Table:
    """A round as it is at one moment."""

    game: Game
    filing: Filing
    record: Round
    boxes: dict[int, Box] = field(default_factory=dict)
    chips: dict[str, int] = field(default_factory=dict)
    meters: dict[str, Fraction] = field(default_factory=dict)
    meters_before: dict[str, Fraction] = field(default_factory=dict)
    contributions: dict[int, dict[str, Fraction]] = field(default_factory=dict)
    awards: list[tuple[int, str, int, bool]] = field(default_factory=list)
    left: set[str] = field(default_factory=set)
    taken_along: dict[str, int] = field(default_factory=dict)  # the chips with which a player has got up
    owed: dict[str, int] = field(default_factory=dict)  # what a void should take back, and a player no longer has
    closed: bool = False
    locked: bool = False
    dealt: bool = False
    street: int = 0
    racked: bool = False
    completed: bool = False  # the board was finished although the wagers against the dealer are void
    dealer_up: bool = False
    over: bool = False
    cards: dict[str, list[Card]] = field(default_factory=dict)
    deck: list[int] = field(default_factory=lambda: list(range(1, 53)))
    aside: set[int] = field(default_factory=set)
    stand_in: str = ""  # the method of dealing, where it is not the one that is filed (13.J)
    face_up: dict[tuple[str, int], tuple[str, str]] = field(default_factory=dict)  # card: when found, where it was dealt
    dealer_seen: list[Card] = field(default_factory=list)
    dealer_seen_unknown: bool = False
    waits_for_ruling: bool = False
    void: dict[str, Any] | None = None
    envy_settled: set[int] = field(default_factory=set)
    exposed: set[int] = field(default_factory=set)
    outcomes: dict[tuple[int, str], Outcome] = field(default_factory=dict)
    envy: dict[int, int] = field(default_factory=dict)

    def clause(self, number: str) -> str:
        """Name a clause of procedure."""
        return self.game.prefix + number

    def choice(self, reading: str) -> str:
        """Give the choice in a reading, by its id or by what both books' readings are about."""
        reading = self.game.shared.get(reading, reading)
        choices = self.game.readings[reading]
        chosen = self.filing.readings.get(reading, choices[0])
        if not chosen or chosen not in choices:
            raise RecordError(f"reading {reading}: {chosen!r} is none of {[one for one in choices if one]}")
        return chosen

    def option(self, name: str, default: Any) -> Any:
        """Give what is filed for an option of the book."""
        return self.filing.options.get(name, default)

    @property
    def machine(self) -> bool:
        """Say whether an automated shoe deals."""
        return self.dealing == "automated-shoe"

    @property
    def dealing(self) -> str:
        """Name the method of dealing: what stands in for a device (13.J), or as filed."""
        return self.stand_in or str(self.option("table.dealing", "manual-shoe"))

    @property
    def dealer_waits(self) -> bool:
        """Say whether the dealer's cards stay in the machine until all have decided (10.B(4))."""
        return self.machine and bool(self.option("table.dealer-cards", "") == "left-in-shuffler")

    @property
    def base_void(self) -> bool:
        """Say whether the wagers against the dealer are void, and only those."""
        return self.void is not None and self.void["what"] == "base"

    @property
    def round_void(self) -> bool:
        """Say whether the whole round is void."""
        return self.void is not None and self.void["what"] == "round"

    def in_play(self) -> list[Box]:
        """List the boxes that have cards, or will have, clockwise from the dealer's left."""
        return [self.boxes[p] for p in sorted(self.boxes) if set(self.boxes[p].wagers) & set(brings_cards(self.game))]

    def undecided(self) -> list[Box]:
        """List the boxes that still have to fold or to make a Play Wager."""
        return [box for box in self.in_play() if "ante" in box.wagers and not box.decided]

    def hand(self, place: int | str, size: int) -> list[Card]:
        """Give the cards of a place; the record must have them if they decide money."""
        cards = self.cards.get(str(place), [])
        if len(cards) != size:
            raise NotDecided(f"the {size} cards of {place} are not in the record", self.clause("11.H"))
        return cards


def brings_cards(game: Game) -> tuple[str, ...]:
    """Name the wagers that bring cards: Ante, and in Four Card Poker Aces Up alone (as-played.7.F(2))."""
    return ("ante", "aces-up") if "aces-up" in game.sides else ("ante",)

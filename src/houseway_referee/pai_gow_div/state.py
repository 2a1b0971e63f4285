"""What a table knows between rounds, and what happens in a round.

Positions are 1 to 6, counterclockwise from the dealer's right (DIV-25, DIV-26); 0 is the dealer.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway_referee.errors import NotDecided
from houseway_referee.money import Ledger, move
from houseway_referee.ranking import Card
from houseway_referee.record import Filing, Meter, Record, Round

PLACES = 7
BASE, BONUS, PROGRESSIVE, NUMBER = "pai-gow", "bonus", "progressive", "number"


class Refused(Exception):
    """An act is not allowed."""

    def __init__(self, clause: str, why: str) -> None:
        """Say by which clause."""
        super().__init__(f"{why} ({clause})")
        self.clause = clause
        self.why = why


def allow(condition: object, clause: str, why: str) -> None:
    """Refuse an act unless the condition holds."""
    if not condition:
        raise Refused(clause, why)


@dataclass
class Left:
    """What a round leaves for the next one."""

    rounds: int = 0
    last_bank: str | None = None
    first_offer: int = 1
    wagered: dict[str, list[int]] = field(default_factory=dict)
    without_bank: int = 0
    button: int = 0


@dataclass
class Wager:
    """One wager; `result` is empty until it is settled."""

    chips: int
    coupon: int = 0
    lit: bool = True
    ruled: bool | None = None
    result: str = ""
    returned: int = 0
    cents: int = 0
    vigorish: int = 0
    clauses: list[str] = field(default_factory=list)
    row: str = ""

    @property
    def amount(self) -> int:
        """Give what is wagered: chips and coupon."""
        return self.chips + self.coupon


@dataclass
class Area:
    """A betting area, its wagers and its hand."""

    position: int
    player: str
    wagers: dict[str, Wager] = field(default_factory=dict)
    cards: list[Card] | None = None
    low: list[Card] | None = None
    choosing: bool = False  # a card was exposed and its player may void the hand, (n)(4)
    looked: bool = False
    exposed: bool = False
    surrendered: bool = False
    void: bool = False
    outcome: str = ""  # of the base wager, once the hand is compared

    def open(self, wager: str) -> bool:
        """Say whether a wager lies here and is not settled."""
        return wager in self.wagers and not self.wagers[wager].result


@dataclass
class Bank:
    """The player who banks, from the acceptance on."""

    position: int
    player: str
    co_banking: bool
    most: int | None = None  # the most that the bank lets the house wager, (m)(7)#2
    confirmed: bool = False
    staked: bool = False  # the house's wager lies on the layout, DIV-61
    house_stake: int = 0
    house: str = ""  # result of the house's wager
    collected: int = 0
    paid: int = 0
    settled: bool = False
    amounts: dict[str, int] = field(default_factory=dict)


@dataclass
class Transfer:
    """Money that has moved; the number wager of (p) is told apart, because it may outlast a void round (DIV-30)."""

    payer: str
    receiver: str
    cents: int
    number: bool = False


@dataclass
class Play:
    """A round in progress."""

    filing: Filing
    readings: dict[str, str]
    record: Round
    left: Left
    meter: Meter | None
    meter_value: Fraction
    chips: dict[str, int]
    areas: dict[int, Area]
    away: set[str]  # who is not asked about the bank: absent when the offers begin, or gone since
    taken_along: dict[str, int] = field(default_factory=dict)  # the chips with which a player has got up
    gone: set[str] = field(default_factory=set)  # who got up
    closed: bool = False
    locked: bool = False
    uncounted: bool = False  # the chips of progressive wagers were not counted before the round was void
    dealt: bool = False
    counted: bool = False
    ended: bool = False
    start: int | None = None
    stand_in: str = ""  # the method of dealing, where it is not the one that is filed, (n)(15)
    starting: str = ""  # so, too, what shows the starting position
    finder_failed: bool = False  # what has shown the start failed since, so that it is found again, (n)(15)
    button_at: int | None = None  # where the button was when it showed the starting position
    dealt_first: int | None = None  # who got the first card or stack, if that was reported
    offers: list[str] | None = None  # players in the order in which the bank is offered to them
    offered: str = ""  # who was offered the bank and has not answered
    passed: set[str] = field(default_factory=set)
    first_accepted: bool = False
    bank: Bank | None = None
    dealer_cards: list[Card] | None = None
    dealer_low: list[Card] | None = None
    dealer_racked: bool = False
    face_up: set[int] = field(default_factory=set)
    aside: int = 0
    void: dict[str, Any] | None = None
    done: int = 0  # steps of the settlement that are done
    steps: list[tuple[str, int]] = field(default_factory=list)
    transfers: list[Transfer] = field(default_factory=list)
    contributions: dict[int, Fraction] = field(default_factory=dict)
    awards: list[dict[str, Any]] = field(default_factory=list)
    award_change: Fraction = Fraction(0)
    limited: dict[str, int] = field(default_factory=dict)  # what each player has of the payout limit
    envy: dict[int, int] = field(default_factory=dict)
    envied: set[str] = field(default_factory=set)
    order: list[str] = field(default_factory=list)
    findings: list[dict[str, Any]] = field(default_factory=list)

    def reads(self, reading: str, choice: str) -> bool:
        """Say whether a reading has this choice."""
        return self.readings[reading] == choice

    def option(self, name: str, default: Any = False) -> Any:
        """Give an option as filed, or the book's default."""
        return self.filing.options.get(name, default)

    @property
    def dealing(self) -> str:
        """Name the method of dealing: manual-shoe, hand or automated-shoe."""
        return self.stand_in or str(self.option("table.dealing", "manual-shoe"))

    @property
    def banker(self) -> int | None:
        """Give the position of the bank, once it is confirmed."""
        return self.bank.position if self.bank and self.bank.confirmed else None

    def live_areas(self) -> list[Area]:
        """List the areas that are dealt in: those with a base wager, and the bank's."""
        found = [area for area in self.areas.values() if BASE in area.wagers or area.position == self.banker]
        return sorted(found, key=lambda area: area.position)

    def areas_of(self, player: str) -> list[Area]:
        """List the areas of one player, from the dealer's right."""
        return [self.areas[place] for place in sorted(self.areas) if self.areas[place].player == player]

    def pay(self, payer: str, receiver: str, cents: int, number: bool = False) -> None:
        """Move money."""
        if cents:
            self.transfers.append(Transfer(payer, receiver, cents, number))

    def settle(self, area: Area, name: str, result: str, clauses: list[str], *, returned: int = 0) -> Wager:
        """Write the result of a wager down."""
        wager = area.wagers[name]
        wager.result, wager.returned, wager.clauses = result, returned, clauses
        self.order.append(f"{area.position} {name}")
        return wager


@dataclass
class Table:
    """A table from round to round, with the last round that is over."""

    record: Record
    readings: dict[str, str]
    left: Left
    over: Play | None = None
    pending: dict[int, tuple[Play, dict[str, Any]]] = field(default_factory=dict)  # findings that wait for a ruling, by number


def player_account(player: str) -> str:
    """Name a player's account."""
    return f"player {player}"


def balance(transfers: list[Transfer]) -> Ledger:
    """Add transfers up by account."""
    ledger: Ledger = {}
    for transfer in transfers:
        move(ledger, transfer.payer, transfer.receiver, transfer.cents)
    return ledger


def in_hand(play: Play, player: str) -> int | None:
    """Count the chips that a player has now; None if the record does not say. Who has no seat has taken his along."""
    if player not in play.record.seats.values():
        return 0
    if player not in play.chips:
        return None
    settled = sum(wager.chips for area in play.areas_of(player) for wager in area.wagers.values() if wager.result)
    moved = balance(play.transfers).get(player_account(player), 0)
    return play.chips[player] + moved + settled - play.taken_along.get(player, 0)


def purses(play: Play, accounts: Iterable[str]) -> Ledger:
    """List what players have of whom the record says it, by account."""
    players = (one.removeprefix("player ") for one in accounts if one.startswith("player "))
    return {player_account(player): cents for player in players if (cents := in_hand(play, player)) is not None}


def seven_cards(area: Area) -> list[Card]:
    """Give an area's cards; without them nothing can be decided."""
    if area.cards is None or len(area.cards) != 7:
        raise NotDecided(f"the seven cards of position {area.position} are not in the record", "(l)(5)#1")
    return area.cards

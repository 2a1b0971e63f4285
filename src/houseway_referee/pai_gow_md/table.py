"""What is known of a round while its acts are read. Plain data and questions about it; the rules are in the other files."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway_referee.money import Ledger
from houseway_referee.pai_gow_md.readings import reading
from houseway_referee.ranking import Card
from houseway_referee.record import Filing, Round

BASE = "pai-gow"
OPTIONAL = ("fortune-bonus", "emperors-treasure", "insurance", "progressive")  # in the order of 11.H(3) to (6)
DEALER = 0


class Refused(Exception):
    """An act is not allowed, by a clause."""

    def __init__(self, clause: str, why: str) -> None:
        """Name the clause and the reason."""
        super().__init__(why)
        self.clause = clause
        self.why = why


@dataclass
class Wager:
    """One wager of one position. It is open while it has no result."""

    position: int
    name: str
    player: str
    stake: int
    lit: bool = True
    forfeited: bool = False  # lost without being compared: abandoned (7.C(2)), or of a hand that its player voided (PG-38)
    result: str = ""
    returned: int = 0
    cents: int = 0
    vigorish: int = 0
    clauses: list[str] = field(default_factory=list)
    row: str = ""


@dataclass
class Hand:
    """The seven cards of a place, and how they are set."""

    cards: list[Card]
    low: list[Card] | None = None
    turned: bool = False
    may_choose: bool = False


@dataclass
class Bank:
    """The player who banks the round, and what he was settled with."""

    position: int
    player: str
    co_banking: bool
    wish: int | None = None  # the most that the house may stake, if he said so (12.G(3))
    confirmed: bool = False
    staked: bool = False
    house_stake: int = 0
    house_result: str = ""
    house_paid: bool = False
    centre: int = 0
    collected: int = 0
    paid: int = 0
    called: int = 0
    house_called: int = 0
    surplus: int = 0
    house_half: int = 0
    vigorish: int = 0
    given: int = 0
    settled: bool = False


@dataclass
class MeterState:
    """A meter in the round."""

    before: Fraction
    value: Fraction
    reset: int
    rate: Fraction
    correction: Fraction = Fraction(0)  # what a finding about the round before has moved (PG-90)
    contributions: dict[int, Fraction] = field(default_factory=dict)
    awards: list[dict[str, Any]] = field(default_factory=list)
    shared: dict[int, int] | None = None  # what each winner gets, where winners share (PG-19)


@dataclass
class Void:
    """All hands are void, for this reason."""

    reason: str
    clauses: list[str]


@dataclass
class Table:
    """A round as far as it has got."""

    filing: Filing
    record: Round
    left: dict[str, Any]
    chips: dict[str, int]
    meters: dict[str, MeterState]
    gone: set[str] = field(default_factory=set)
    taken_along: dict[str, int] = field(default_factory=dict)  # the chips with which a player has got up
    wagers: dict[tuple[int, str], Wager] = field(default_factory=dict)
    taken_aside: list[Wager] = field(default_factory=list)
    hands: dict[int, Hand] = field(default_factory=dict)
    bank: Bank | None = None
    asked: list[str] = field(default_factory=list)
    first_offer: int = 0  # where the offers of this round have begun
    offered: str = ""  # who was offered the bank and has not answered
    closed: bool = False
    locked: bool = False
    uncounted: bool = False  # the chips of progressive wagers were not counted before the round was void
    start: int | None = None
    button_used: bool = True  # unless something else finds the starting position in its place (PG-80)
    dealt: bool = False
    counted: bool = False
    dealer_racked: bool = False
    stand_in: str = ""  # the method of dealing in this round, where it is not the one that is filed (14.N)
    face_up: set[int] = field(default_factory=set)
    set_aside: int = 0
    void: Void | None = None
    steps: list["Step"] = field(default_factory=list)
    done: int = 0
    ledger: Ledger = field(default_factory=dict)
    envy: dict[str, int] = field(default_factory=dict)
    order: list[str] = field(default_factory=list)
    late: bool = False

    def reading(self, name: str) -> str:
        """Give the choice in a reading."""
        return reading(self.filing, name)

    def option(self, name: str, default: Any) -> Any:
        """Give an option as filed, or its default."""
        return self.filing.options.get(name, default)


@dataclass(frozen=True)
class Step:
    """One step of settlement: its mark, its position and wager, and what it does."""

    mark: str
    position: int
    wager: str
    do: Callable[[Table], None]


def positions(table: Table) -> int:
    """Give the number of betting positions (2.A); six if nothing is filed."""
    return int(table.option("table.positions", 6))


def base_wagers(table: Table) -> list[Wager]:
    """List the base wagers in the order of settlement: counterclockwise from the dealer's right (11.E)."""
    return [wager for (_, name), wager in sorted(table.wagers.items()) if name == BASE]


def bank_position(table: Table) -> int | None:
    """Give the position of the bank, if the round has one."""
    return table.bank.position if table.bank else None


def playing(table: Table) -> list[int]:
    """List the positions with a hand in play: those with a base wager, and the bank's."""
    found = {wager.position for wager in base_wagers(table)}
    return sorted(found | ({table.bank.position} if table.bank else set()))


def account(player: str) -> str:
    """Name a player's account."""
    return f"player {player}"


def in_hand(table: Table, player: str) -> int | None:
    """Count the chips that a player has now; None if the record does not say. Who has no seat has taken his along."""
    if player not in table.record.seats.values():
        return 0
    if player not in table.chips:
        return None
    own = [wager for wager in [*table.wagers.values(), *table.taken_aside] if wager.player == player]
    settled = sum(wager.stake for wager in own if wager.result and not waits_for_payment(wager))
    return table.chips[player] + table.ledger.get(account(player), 0) + settled - table.taken_along.get(player, 0)


def waits_for_payment(wager: Wager) -> bool:
    """Say whether a base wager was compared and won, and is not paid yet."""
    return wager.name == BASE and wager.result == "win" and not wager.cents


def purses(table: Table, accounts: Iterable[str]) -> Ledger:
    """List what players have of whom the record says it, by account."""
    players = (one.removeprefix("player ") for one in accounts if one.startswith("player "))
    return {account(player): cents for player in players if (cents := in_hand(table, player)) is not None}


def require(condition: bool, clause: str, why: str) -> None:
    """Refuse the act unless the condition holds."""
    if not condition:
        raise Refused(clause, why)

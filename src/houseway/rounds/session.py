"""A table that is opened, filled with players and dealt, round after round."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from houseway.cards import Card
from houseway.croupier import FLOOR, Chance, Croupier
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.outcome import high_order
from houseway.games.round import Option
from houseway.hands import Order
from houseway.house_way import HouseWay
from houseway.money import Cents
from houseway.rounds.driver import Answer, Asked, Choice, Driver, Moment, Player, Watch
from houseway.table import Run

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
TABLE = "PG-1"
OPENED_AT = 1_767_225_600
"""The first of January 2026: a seed gives the same rounds on any day."""
ROUND_S = 90
"""A round at a table takes about so long; decks and dice grow old by it."""
INVENTORY = Cents.dollars(1_000_000)
CHIPS = Cents.dollars(1_000)
BASE = "pai-gow"
NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round that was dealt."""

    number: int
    events: tuple[Event, ...]
    seats: Mapping[int, str]
    meters: Mapping[str, Fraction]
    """What each meter stands at after it, in cents."""
    finished: bool = True
    """False where nobody made a wager, so that the round waits."""


class Session:
    """Opens a table under a submission and deals it."""

    def __init__(
        self,
        submission: str,
        chance: Chance,
        players: Mapping[int, tuple[str, Player | None]],
        house_way: str | None = None,
    ) -> None:
        """Players by position, each with a name; where nobody answers for one, the house way does.

        A house way that is filed by its path comes with its text.
        """
        self.run = Run()
        self.chance, self.at = chance, OPENED_AT
        opening: dict[str, object] = {"submission": submission, "table": TABLE, "inventory": INVENTORY}
        opening |= {"house_way": house_way} if house_way is not None else {}
        self.run.act(Command("open-table", FLOOR, opening, self.at))
        table = self.run.table
        assert table.house_way is not None, "house-way players play Pai Gow Poker"
        house = HousePlayer(table.house_way, high_order(table.rules), chance)
        self.players: dict[str, Player] = {name: player or house for name, player in players.values()}
        self.house = house
        for position, (name, _) in sorted(players.items()):
            self.run.act(Command("sit", Actor(Role.PLAYER, name), {"position": position}, self.at))
        self.driver = Driver(self.run, Croupier(self.run, chance), self.players, self.at)

    @property
    def positions(self) -> tuple[int, ...]:
        return tuple(sorted(self.run.table.seats))

    def round(self, watch: Watch | None = None) -> Dealt:
        """Chips where they run out, and a round to its end, unless nobody makes a wager."""
        events = self.run.events
        first = next(place for place in reversed(range(len(events))) if events[place].kind == "round-started")
        table = self.run.table
        number, seats = table.number, dict(table.seats)
        self._chips()
        if watch is not None:
            self.driver.watch = watch
        self.driver.round()
        self.at += ROUND_S
        self.driver.at = self.at
        finished = self.run.table.number != number
        recorded = tuple(events[first : -1 if finished else None])
        meters = {meter: state.value for meter, state in self.run.meters.items()}
        return Dealt(number, recorded, seats, meters, finished)

    def _chips(self) -> None:
        table = self.run.table
        least = sum((offer.minimum.amount for offer in table.rules.offers.values()), 0)
        for name in table.arrivals:
            if table.chips(name).amount < max(least, table.rules.offers[BASE].minimum.amount * 4):
                self.run.act(Command("buy-in", Actor(Role.PLAYER, name), {"amount": CHIPS}, self.at))
        held = self.run.table.ledger.balance("inventory")
        if held.amount < INVENTORY.amount // 2:
            self.run.act(Command("fill", FLOOR, {"amount": INVENTORY - held}, self.at))


def seated(count: int) -> dict[int, tuple[str, Player | None]]:
    """So many house-way players, from position 1 on."""
    return {position: (name, None) for position, name in enumerate(NAMES[:count], start=1)}


class HousePlayer:
    """Makes every wager that is offered, sets by the house way, banks now and then. Knows what a player knows."""

    def __init__(self, house_way: HouseWay, order: Order, chance: Chance) -> None:
        self.house_way, self.order, self.chance = house_way, order, chance
        self.number = 1

    never = frozenset((Moment.BANKING, Moment.SURRENDER))
    """When he need not be asked."""

    def __call__(self, asked: Asked) -> Answer:
        return _ANSWERS[asked.moment](self, asked)

    def offer(self, asked: Asked) -> Choice:
        accept = asked.may("accept-bank")
        option = accept[0] if accept and self.chance.randint(1, len(NAMES)) == 1 else asked.may("pass-bank")[0]
        return Choice(option.act, option.facts)

    def bet(self, asked: Asked) -> Answer:
        """The base wagers, and once they lie, everything else that is open; of the numbers, one."""
        stakes = asked.view["stakes"]
        assert isinstance(stakes, Mapping)
        fresh = [
            option
            for option in asked.may("wager")
            if str(option.facts["wager"]) not in stakes.get(option.facts["position"], {})
        ]
        for option in fresh:
            if option.facts["wager"] == BASE:
                return self._wager(option)
        return tuple(self._wager(option) for option in fresh if self._picked(asked, option))

    def _wager(self, option: Option) -> Choice:
        return Choice("wager", {**option.facts, "amount": self._amount(option)})

    def _picked(self, asked: Asked, option: Option) -> bool:
        """Whether he bets on it: of the numbers everybody has one of his own, and another one each round."""
        if option.facts["wager"] != NUMBER:
            return True
        numbers = [each.facts["number"] for each in asked.may("wager") if each.facts["wager"] == NUMBER]
        position, turn = option.facts["position"], asked.view["round"]
        assert isinstance(position, int)
        assert isinstance(turn, int)
        return bool(option.facts["number"] == numbers[(position + turn) % len(numbers)])

    def _amount(self, option: Option) -> Cents:
        bounds = option.bounds["amount"]
        assert isinstance(bounds, Mapping)
        if "choices" in bounds:
            least: Cents = bounds["choices"][0]
            return least
        low, high = bounds["least"], bounds["most"]
        wanted = low * self.chance.randint(1, _STEPS) if option.facts["wager"] == BASE else max(low, _SIDE)
        amount: Cents = min(wanted, max(low, Cents(high.amount // _STEPS)))
        return amount

    def choose(self, asked: Asked) -> Choice:
        option = asked.may("play-exposed")[0]
        return Choice(option.act, option.facts)

    def set(self, asked: Asked) -> Choice | None:
        options = asked.may("set-hand")
        if not options:
            return None
        option = options[0]
        bounds = option.bounds["low"]
        assert isinstance(bounds, Mapping)
        return Choice("set-hand", {**option.facts, "low": self.low(bounds["from"])})

    def low(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The low hand that the house way makes."""
        return tuple(self.house_way.set(cards, self.order).low) if cards else ()


_STEPS = 4
"""A base wager is one to so many times the least; no wager is more than that part of the chips."""
_SIDE = Cents.dollars(5)
"""On an optional wager, where so much may be made of it: enough for an envy bonus."""
_ANSWERS: Mapping[Moment, Callable[[HousePlayer, Asked], Answer]] = {
    Moment.OFFER: HousePlayer.offer,
    Moment.BETS: HousePlayer.bet,
    Moment.CHOOSE: HousePlayer.choose,
    Moment.SETTING: HousePlayer.set,
}

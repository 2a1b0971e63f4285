"""A session opens a table, seats players and deals round after round."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.croupier import FLOOR_ACTOR, ChanceSource, Croupier
from houseway.events import Actor, Command, Event, Role
from houseway.explanation.games import NAMES, base_wager
from houseway.money import Cents
from houseway.play import strategies
from houseway.play.driver import Clock, Observer, PlayerFunction, RoundDriver
from houseway.play.players import HouseWayPlayer, StrategyPlayer
from houseway.play.table_names import first_filed_table
from houseway.table import Table, TableRun
from houseway.table.run import Recorder

OPENED_AT = 1_767_225_600
"""1 January 2026, so that a seed gives the same rounds on any day."""
ROUND_SECONDS = 90
"""The assumed length of a round in seconds. Decks and dice age by it."""
INVENTORY = Cents.from_dollars(1_000_000)
BUY_IN = Cents.from_dollars(1_000)
_ENOUGH, _TO_PLAY = 4, 30
"""Players buy chips when they have less than this many times the minimum base wager; more where a Play wager follows."""


@dataclass(frozen=True, slots=True)
class DealtRound:
    """A round that was dealt."""

    number: int
    events: tuple[Event, ...]
    seats: Mapping[int, str]
    meters: Mapping[str, Fraction]
    """Each meter after the round, in cents."""
    finished: bool = True
    """False if nobody made a wager, so that the round waits."""
    meter_events: tuple[tuple[str, Event], ...] = ()
    """What the round did to the meters."""


class TableSession:
    """Opens a table under a submission and deals rounds."""

    def __init__(
        self,
        submission: str,
        chance: ChanceSource,
        players: Mapping[int, tuple[str, PlayerFunction | None]],
        house_way: str | None = None,
        table: str | None = None,
        *,
        record: Recorder | None = None,
        keep_events: bool = True,
        clock: Clock | None = None,
    ) -> None:
        """Seat named players by position. A player without a function of his own follows the house way or a simple strategy.

        A house way that is filed by its path is given as text. The table is by default one for which the meters are filed.
        Events go to `record`; with `keep_events` they also stay in the run. Without a clock a round takes `ROUND_SECONDS`.
        """
        self.run = TableRun(record=record)
        self.chance, self.keep_events, self._clock = chance, keep_events, clock
        self.at = OPENED_AT if clock is None else clock()
        name = table if table is not None else first_filed_table(submission)
        opening: dict[str, object] = {"submission": submission, "table": name, "inventory": INVENTORY}
        opening |= {"house_way": house_way} if house_way is not None else {}
        self.run.act(Command("open-table", FLOOR_ACTOR, opening, self.at))
        usual = default_player(self.run.table, chance)
        self.players: dict[str, PlayerFunction] = {name: player or usual for name, player in players.values()}
        for position, (name, _) in sorted(players.items()):
            self.run.act(Command("sit", Actor(Role.PLAYER, name), {"position": position}, self.at))
        self.driver = RoundDriver(self.run, Croupier(self.run, chance), self.players, self.at, clock=clock)

    def deal_round(self, watch: Observer | None = None) -> DealtRound:
        """Buy chips for players who need them, and deal one round to its end. The round waits if nobody makes a wager."""
        events, meters_before = self.run.events, len(self.run.meter_events)
        first = next(place for place in reversed(range(len(events))) if events[place].kind == "round-started")
        table = self.run.table
        number, seats = table.number, dict(table.seats)
        if self._clock is not None:
            self.at = max(self.run.at, self._clock())
        if watch is not None:
            self.driver.watch = watch
        self._buy_chips()
        self.driver.play_round()
        self.at = self.driver.at + (ROUND_SECONDS if self._clock is None else 0)
        self.driver.at = self.at
        finished = self.run.table.number != number
        recorded = tuple(events[first : -1 if finished else None])
        meters = {meter: state.value for meter, state in self.run.meters.items()}
        meter_events = tuple(self.run.meter_events[meters_before:])
        if finished and not self.keep_events:
            self.run.drop_finished_rounds()
        return DealtRound(number, recorded, seats, meters, finished, meter_events)

    def _buy_chips(self) -> None:
        table = self.run.table
        rules, offers = table.rules, table.rules.offers
        times = _TO_PLAY if rules.against_dealer else _ENOUGH
        least = max(
            sum(offer.minimum.amount for offer in offers.values()), offers[base_wager(rules.game)].minimum.amount * times
        )
        for name in table.arrivals:
            missing = least - table.chips(name).amount
            if missing > 0:
                amount = BUY_IN * -(-missing // BUY_IN.amount)  # rounded up: a high minimum takes several
                self.driver.do(Command("buy-in", Actor(Role.PLAYER, name), {"amount": amount}, self.at))
        held = self.run.table.ledger.balance("inventory")
        if held.amount < INVENTORY.amount // 2:
            self.run.act(Command("fill", FLOOR_ACTOR, {"amount": INVENTORY - held, "why": "filled up between rounds"}, self.at))


def default_players(count: int) -> dict[int, tuple[str, PlayerFunction | None]]:
    """Return this many default players, from position 1."""
    return {position: (name, None) for position, name in enumerate(NAMES[:count], start=1)}


def default_player(table: Table, chance: ChanceSource) -> PlayerFunction:
    """Return the default player of a game: the house way, or against the dealer a simple strategy."""
    if table.rules.against_dealer:
        return StrategyPlayer(strategies.BY_GAME[table.rules.game].choose, chance)
    assert table.house_way is not None, "Pai Gow Poker has a house way"
    return HouseWayPlayer(table.house_way, table.rules.high_order, chance)

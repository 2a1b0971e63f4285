"""Many rounds in a row for simulation and benchmarks: players make every wager and follow a fixed plan.

They set by the house way. Against the dealer they check as long as possible and then make the smallest Play wager. Every
command still goes through the table, and every event is kept.
"""

from collections.abc import Mapping

from houseway.croupier import FLOOR_ACTOR, ChanceSource, Croupier
from houseway.events import Actor, Command, Event, Facts, Role
from houseway.explanation.games import NAMES
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.money import Cents
from houseway.play.table_names import first_filed_table
from houseway.procedure import NUMBER, PAI_GOW, Step
from houseway.submission import Offer
from houseway.table import TableRun
from houseway.table.context import round_context

CHIPS = Cents.from_dollars(1_000_000)
INVENTORY = Cents.from_dollars(100_000_000)
ENVY_WAGERS = Cents.from_dollars(5)
"""A stake that earns envy in every book."""
BLIND = "blind"
"""The wager that is placed together with the Ante."""
Stakes = Mapping[str, Facts]
"""The stake of each wager, and its number if it is on one."""


class UnattendedTable:
    """A full table that deals itself."""

    def __init__(self, submission: str, chance: ChanceSource, players: int = len(NAMES), at: int = 0) -> None:
        self.run, self.at = TableRun(), at
        opening = {"submission": submission, "table": first_filed_table(submission), "inventory": INVENTORY}
        self.run.act(Command("open-table", FLOOR_ACTOR, opening, at))
        self.croupier = Croupier(self.run, chance)
        self._seat_players(players)

    def _seat_players(self, players: int) -> None:
        """Seat players with chips, and choose their wagers."""
        self.players = {place: Actor(Role.PLAYER, name) for place, name in enumerate(NAMES[:players], start=1)}
        for place, player in self.players.items():
            self.run.act(Command("sit", player, {"position": place}, self.at))
            self.run.act(Command("buy-in", player, {"amount": CHIPS}, self.at))
        rules = self.run.table.rules
        following = {wager.id for wager in rules.regulation.wagers.values() if wager.offered == "follows"} | {BLIND}
        stakes = {name: _smallest_stake(offer) for name, offer in rules.offers.items() if name not in following}
        self.against_dealer = rules.against_dealer
        self.wagers = _wagers_one_by_one(stakes) if self.against_dealer else _wagers_together(stakes)

    def deal_round(self) -> list[Event]:
        """Deal one round to its end and return its events."""
        run, at, first = self.run, self.at, len(self.run.events)
        self._prepare()
        self._make_wagers()
        act = ""
        while act != "end-round":
            step = run.due(at)
            if step is not None:
                act = step.act
                run.act(self.croupier.command_for(step, at))
            elif self.against_dealer:
                self._make_decisions()
            else:
                self._set_hands()
        return run.events[first:]

    def _prepare(self) -> None:
        """Prepare deck and shoe. Nobody banks, so that all rounds are alike."""
        while True:
            offered = None if self.against_dealer else self.run.table.round.bank.offered
            if offered is not None:
                self.run.act(Command("pass-bank", self.players[offered], {"position": offered}, self.at))
                continue
            step = self.run.due(self.at)
            if step is None or step.act == "close-betting":
                return
            self._take_step(step)

    def _take_step(self, step: Step) -> None:
        self.run.act(self.croupier.command_for(step, self.at))

    def _make_wagers(self) -> None:
        for place, player in self.players.items():
            for facts in self.wagers:
                self.run.act(Command("wager", player, {"position": place, **facts}, self.at))

    def _make_decisions(self) -> None:
        """Check while that is possible, then make the smallest Play wager."""
        context = round_context(self.run.table, self.at, self.run.meters)
        place = context.position_to_act  # type: ignore[attr-defined]
        last = len(context.dealer_game.decision_rounds) == context.round.decision_round + 1  # type: ignore[attr-defined]
        facts = {"position": place, "times": 1} if last else {"position": place}
        self.run.act(Command("play" if last else "check", self.players[place], facts, self.at))

    def _set_hands(self) -> None:
        table = self.run.table
        order = high_order(table.rules)
        assert table.house_way is not None
        for place, player in self.players.items():
            if place not in table.round.placed_hands:
                low = tuple(table.house_way.set(table.round.hands[place], order).low)
                self.run.act(Command("set-hand", player, {"position": place, "low": low}, self.at))


def _wagers_one_by_one(stakes: Stakes) -> tuple[Facts, ...]:
    return tuple({"wager": name, **facts} for name, facts in stakes.items())


def _wagers_together(stakes: Stakes) -> tuple[Facts, ...]:
    """Place chips on all areas at once, including those on a number."""
    also = {name: facts["amount"] for name, facts in stakes.items() if name not in (PAI_GOW, NUMBER)}
    number = _wagers_one_by_one({NUMBER: stakes[NUMBER]}) if NUMBER in stakes else ()
    return ({"wager": PAI_GOW, **stakes[PAI_GOW], "also": also}, *number)


def _smallest_stake(offer: Offer) -> Mapping[str, object]:
    """Return the smallest stake that earns envy, and a number if the wager is on one."""
    least = offer.stakes[0] if offer.stakes else min(max(offer.minimum, ENVY_WAGERS), offer.maximum)
    return {"amount": least, "number": 1} if offer.wager == NUMBER else {"amount": least}

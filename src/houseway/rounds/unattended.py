"""Many rounds in a row: house-way players with every wager on, who know what to do and ask nobody what they may.

For simulation and for measuring; every command goes through the table all the same, and every event is kept.
"""

from collections.abc import Mapping

from houseway.croupier import FLOOR, Chance, Croupier
from houseway.events import Actor, Command, Event, Role
from houseway.games.pai_gow.outcome import high_order
from houseway.money import Cents
from houseway.submission import Offer
from houseway.table import Run

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
CHIPS = Cents.dollars(1_000_000)
INVENTORY = Cents.dollars(100_000_000)
FOR_ENVY = Cents.dollars(5)
"""What earns envy in every book."""
NUMBER = "number"


class Unattended:
    """A full table of Pai Gow Poker that deals itself."""

    def __init__(self, submission: str, chance: Chance, players: int = len(NAMES), at: int = 0) -> None:
        self.run, self.at = Run(), at
        opening = {"submission": submission, "table": "PG-1", "inventory": INVENTORY}
        self.run.act(Command("open-table", FLOOR, opening, at))
        self.croupier = Croupier(self.run, chance)
        self.players = {place: Actor(Role.PLAYER, name) for place, name in enumerate(NAMES[:players], start=1)}
        for place, player in self.players.items():
            self.run.act(Command("sit", player, {"position": place}, at))
            self.run.act(Command("buy-in", player, {"amount": CHIPS}, at))
        rules = self.run.table.rules
        following = {wager.id for wager in rules.regulation.wagers.values() if wager.offered == "follows"}
        self.stakes = {name: _stake(offer) for name, offer in rules.offers.items() if name not in following}
        self.order = high_order(rules)

    def round(self) -> list[Event]:
        """One round to its end; its events."""
        first, number = len(self.run.events), self.run.table.number
        self._pass_bank()
        for place, player in self.players.items():
            for name, facts in self.stakes.items():
                self.run.act(Command("wager", player, {"position": place, "wager": name, **facts}, self.at))
        while self.run.table.number == number:
            step = self.run.due(self.at)
            if step is None:
                self._set_hands()
            else:
                self.run.act(self.croupier.command(step, self.at))
        return self.run.events[first:]

    def _pass_bank(self) -> None:
        """Nobody banks, so that every round is alike."""
        while (step := self.run.due(self.at)) is None or step.act != "close-betting":
            offered = self.run.table.round.bank.offered
            if offered is not None:
                self.run.act(Command("pass-bank", self.players[offered], {"position": offered}, self.at))
            elif step is None:
                return
            else:
                self.run.act(self.croupier.command(step, self.at))

    def _set_hands(self) -> None:
        table = self.run.table
        assert table.house_way is not None
        for place, player in self.players.items():
            if place not in table.round.laid:
                low = tuple(table.house_way.set(table.round.hands[place], self.order).low)
                self.run.act(Command("set-hand", player, {"position": place, "low": low}, self.at))


def _stake(offer: Offer) -> Mapping[str, object]:
    """The smallest stake that earns envy, and a number where the wager is on one."""
    least = offer.stakes[0] if offer.stakes else min(max(offer.minimum, FOR_ENVY), offer.maximum)
    return {"amount": least, "number": 1} if offer.wager == NUMBER else {"amount": least}

"""A player that is a program: it sits at a live table like anybody else, and sees and does only what a player may."""

from collections.abc import Mapping

from houseway.events import Command
from houseway.money import Cents
from houseway.play.driver import Moment, PlayerAnswer, PlayerFunction, player_actor, question_for
from houseway.procedure import BANK_OFFER, DECISION, EXPOSED_CARD, SETTING
from houseway.service.live.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.service.live.waiting import BETS, Wait
from houseway.table import Table, due

_MOMENTS: Mapping[str, Moment] = {
    BANK_OFFER: Moment.OFFER,
    EXPOSED_CARD: Moment.CHOOSE,
    SETTING: Moment.SETTING,
    DECISION: Moment.DECIDE,
}
"""The moment at which a player is asked, for each thing that the table waits for."""
_OWN_STEPS = ("cut", "shake", "choose-stack")
"""Steps that the book gives to a player."""


class ProgramPlayer:
    """Plays one seat. `function` decides, as for the players of simulated rounds."""

    def __init__(self, house: House, table: str, name: str, function: PlayerFunction) -> None:
        self.house, self.table, self.name = house, table, name
        self._function = function
        self._bet_in_round = 0
        """The last round in which this player has made all wagers that it wants."""

    def next_commands(self) -> tuple[Command, ...]:
        """Return what the player does now; nothing if it is not asked, or wants nothing."""
        table, wait = self.house.tables.get(self.table), self.house.wait(self.table)
        if table is None or not table.positions_of(self.name):
            return ()
        if self._may_bet(table, wait):
            return self._place_bets(table)
        if wait is None or not set(wait.positions) & set(table.positions_of(self.name)):
            return ()
        if wait.what in _OWN_STEPS:
            return self._take_own_step(table)
        moment = _MOMENTS.get(wait.what)
        return self._commands_for(table, self._answer(table, moment)) if moment else ()

    def _may_bet(self, table: Table, wait: Wait | None) -> bool:
        """Wagers are made when nothing else is waited for. A bank that is offered comes first."""
        open_now = wait is None or wait.what == BETS
        return table.open and open_now and not table.round.closed and self._bet_in_round != table.number

    def _place_bets(self, table: Table) -> tuple[Command, ...]:
        answer = self._answer(table, Moment.BETS)
        if not answer or isinstance(answer, tuple):
            self._bet_in_round = table.number
        return self._commands_for(table, answer)

    def _answer(self, table: Table, moment: Moment) -> PlayerAnswer:
        if moment in getattr(self._function, "never_asked_at", ()):
            return None
        asked = question_for(table, self.name, moment, self._seconds, self.house.meters.by_id)
        return self._function(asked) if asked.options else None

    def _commands_for(self, table: Table, answer: PlayerAnswer) -> tuple[Command, ...]:
        choices = answer if isinstance(answer, tuple) else (answer,) if answer else ()
        return tuple(Command(choice.act, player_actor(table, self.name), choice.facts) for choice in choices)

    def _take_own_step(self, table: Table) -> tuple[Command, ...]:
        """Take the step as the book has it. What the player might choose is drawn by the house."""
        step = due(table, self._seconds, self.house.meters.by_id)
        return (Command(step.act, player_actor(table, self.name), step.facts),) if step else ()

    @property
    def _seconds(self) -> int:
        return self.house.now() // MILLISECONDS

    def buy_in_command(self, amount: Cents) -> Command | None:
        """Return a buy-in, if the player has fewer chips than the amount and may buy some now."""
        table = self.house.tables.get(self.table)
        if table is None or not table.positions_of(self.name) or table.round.closed or table.chips(self.name) >= amount:
            return None
        return Command("buy-in", player_actor(table, self.name), {"amount": amount})

"""A player that is a program: it sits at a live table like anybody else, and sees and does only what a player may."""

from collections.abc import Mapping

from houseway.events import Command
from houseway.play.driver import (
    DecisionPoint,
    PlayerAnswer,
    PlayerChoice,
    PlayerFunction,
    PlayerQuestion,
    player_actor,
    question_for,
)
from houseway.procedure import BANK_OFFER, DECISION, EXPOSED_CARD, SETTING
from houseway.service.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.service.live.waiting import BETS, Wait
from houseway.table import Table, due_step

_MOMENTS: Mapping[str, DecisionPoint] = {
    BANK_OFFER: DecisionPoint.OFFER,
    EXPOSED_CARD: DecisionPoint.CHOOSE,
    SETTING: DecisionPoint.SETTING,
    DECISION: DecisionPoint.DECIDE,
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
        table, wait = self.house.tables.get(self.table), self.house.current_wait(self.table)
        if table is None:
            return ()
        if self._may_bet(table, wait):
            return self._place_bets(table)
        if wait is None or not self._is_waited_for(table, wait):
            return ()
        if wait.what in _OWN_STEPS:
            return self._take_own_step(table)
        return self._commands_for(table, self._answer(table, _MOMENTS[wait.what]))

    @property
    def may_bet(self) -> bool:
        """Return whether the player is asked for wagers now."""
        table = self.house.tables.get(self.table)
        return table is not None and self._may_bet(table, self.house.current_wait(self.table))

    @property
    def is_waited_for(self) -> bool:
        """Return whether the round waits for this player."""
        table, wait = self.house.tables.get(self.table), self.house.current_wait(self.table)
        return table is not None and wait is not None and self._is_waited_for(table, wait)

    def _is_waited_for(self, table: Table, wait: Wait) -> bool:
        asked = wait.what in _OWN_STEPS or wait.what in _MOMENTS
        return asked and not set(wait.positions).isdisjoint(table.positions_of(self.name))

    def _may_bet(self, table: Table, wait: Wait | None) -> bool:
        """Wagers are made when nothing else is waited for. A bank that is offered comes first."""
        open_now = table.open and not table.round.closed and (wait is None or wait.what == BETS)
        return open_now and bool(table.positions_of(self.name)) and self._bet_in_round != table.number

    def _place_bets(self, table: Table) -> tuple[Command, ...]:
        asked = self._question(table, DecisionPoint.BETS)
        answer = self._function(asked) if asked.options else None
        if asked.options and (not answer or isinstance(answer, tuple)):
            self._bet_in_round = table.number
        return self._commands_for(table, answer)

    def _answer(self, table: Table, moment: DecisionPoint) -> PlayerAnswer:
        if moment in getattr(self._function, "never_asked_at", ()):
            return None
        asked = self._question(table, moment)
        return self._function(asked) if asked.options else None

    def _question(self, table: Table, moment: DecisionPoint) -> PlayerQuestion:
        return question_for(table, self.name, moment, self._seconds, self.house.meters.by_id)

    def _commands_for(self, table: Table, answer: PlayerAnswer) -> tuple[Command, ...]:
        choices = (answer,) if isinstance(answer, PlayerChoice) else answer or ()
        return tuple(Command(choice.act, player_actor(table, self.name), choice.facts) for choice in choices)

    def _take_own_step(self, table: Table) -> tuple[Command, ...]:
        """Take the step as the book has it. What the player might choose is drawn by the house."""
        step = due_step(table, self._seconds, self.house.meters.by_id)
        return (Command(step.act, player_actor(table, self.name), step.facts),) if step else ()

    @property
    def _seconds(self) -> int:
        return self.house.now() // MILLISECONDS

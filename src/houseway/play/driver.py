"""Play a round from the first bank offer to the last card. The croupier takes the steps that are due; players answer for
themselves.

A player is asked at the moments at which a person would be asked, and knows only what he may see (`view`) and do (`legal_options`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from houseway.cards import Card
from houseway.croupier import Croupier
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.games.view_reading import View, hand_at, placed_stakes, visible_board
from houseway.money import NO_MONEY, Cents
from houseway.procedure import LegalOption, Step
from houseway.table import Table, TableRun, legal_options
from houseway.table.context import round_context
from houseway.table.decide import Meters

WAITS_FOR_BETS = ("close-betting", "confirm-bank")
"""Steps before which everybody is asked for wagers."""
MAX_COMMANDS_PER_ROUND = 400
"""A round that takes more commands than this is stuck."""


class DecisionPoint(StrEnum):
    """A point in a round at which a player is asked."""

    OFFER = "offer"
    """The bank is offered to the player."""
    BANKING = "banking"
    """The player banks, and nothing is confirmed yet."""
    BETS = "bets"
    """Wagers are open. The player is asked until he has no more."""
    CHOOSE = "choose"
    """One of the player's cards was exposed: play on, or void the hand."""
    SETTING = "setting"
    SURRENDER = "surrender"
    """The opposing hands are set, and the player's own are not yet exposed."""
    DECIDE = "decide"
    """It is the player's turn: check, play or fold."""


@dataclass(frozen=True, slots=True)
class PlayerChoice:
    """An act that a player chooses, with its facts."""

    act: str
    facts: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlayerQuestion:
    """Everything that a player knows when he is asked."""

    moment: DecisionPoint
    view: View
    options: tuple[LegalOption, ...]
    chips: Cents = NO_MONEY
    """The player's chips."""

    def options_for(self, act: str) -> tuple[LegalOption, ...]:
        return tuple(option for option in self.options if option.act == act)

    @property
    def position(self) -> int:
        """Return the position whose decision is due."""
        return self.options[0].position

    @property
    def own_cards(self) -> tuple[Card, ...]:
        return hand_at(self.view, self.position)

    @property
    def board(self) -> tuple[Card, ...]:
        return visible_board(self.view)

    @property
    def stakes(self) -> Mapping[int, Mapping[str, Cents]]:
        """Return the wagers on the layout, by position and wager."""
        return placed_stakes(self.view)


PlayerAnswer = PlayerChoice | list[PlayerChoice] | tuple[PlayerChoice, ...] | None
"""One choice or a list of them, after which the player is asked again for wagers; a tuple of all that he wants; or none."""
PlayerFunction = Callable[[PlayerQuestion], PlayerAnswer]


Clock = Callable[[], int]
"""The time in seconds since the epoch."""


class Observer(Protocol):
    """An observer of the round, who may intervene."""

    def before_step(self, act: str, position: object) -> bool:
        """Return whether the observer did something that may have changed the due step."""
        ...

    def after_command(self, command: Command, events: tuple[Event, ...]) -> None: ...
    def reported_facts(self, step: Step) -> Mapping[str, object]:
        """Return what the dealer reports with a step."""
        ...


class NoObserver:
    """An observer that does nothing."""

    def before_step(self, act: str, position: object) -> bool:
        return False

    def after_command(self, command: Command, events: tuple[Event, ...]) -> None:
        pass

    def reported_facts(self, step: Step) -> Mapping[str, object]:
        return {}


class RoundDriver:
    """Plays the rounds of one table."""

    def __init__(
        self,
        run: TableRun,
        croupier: Croupier,
        players: Mapping[str, PlayerFunction],
        at: int = 0,
        watch: Observer | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Play at the fixed time `at`, which the caller advances, or by a clock."""
        self.run, self.croupier, self.players, self.at = run, croupier, players, at
        self._clock = clock
        self.watch: Observer = watch or NoObserver()
        self._done: set[object] = set()

    def play_round(self, stop: Callable[[], bool] = lambda: False) -> None:
        """Play one round to its end, or until `stop` returns true, or until everybody was asked and nobody made a wager."""
        number = self.run.table.number
        self._done = set()
        for _ in range(MAX_COMMANDS_PER_ROUND):
            if self.run.table.number != number or not self.run.table.open or stop() or self._has_no_wagers():
                return
            self._take_turn()
        raise self._stuck_error()

    def _has_no_wagers(self) -> bool:
        """Return whether everybody was asked and no step is due."""
        state = self.run.table.round
        offered = not self.run.table.rules.against_dealer and state.bank.offered is not None
        return (DecisionPoint.BETS,) in self._done and not state.closed and not offered and self.run.due(self.at) is None

    def _stuck_error(self) -> NotAllowed:
        step = self.run.due(self.at)
        words = step.words if step else "a player"
        return NotAllowed(f"the round does not end: it is waiting for {words}", code="round.stuck", given=words)

    def _take_turn(self) -> None:
        """Let a player act whose answer is due; otherwise take the due step."""
        self._read_clock()
        step = self.run.due(self.at)
        if any(self._ask_players(step)):
            return
        if step is not None:
            self._take_step(step)
        elif not self._has_no_wagers():
            raise self._stuck_error()

    def _read_clock(self) -> None:
        """Advance to the time of the clock. If the clock was set back, the time stays."""
        if self._clock is not None:
            self.at = max(self.at, self._clock())

    def _take_step(self, step: Step) -> None:
        if self.watch.before_step(step.act, step.facts.get("position")):
            return
        command = self.croupier.command_for(step, self.at)
        self.do(Command(command.act, command.by, {**command.facts, **self.watch.reported_facts(step)}, self.at))

    def do(self, command: Command) -> tuple[Event, ...]:
        events = self.run.act(command)
        if any(event.kind == "bank-refused" for event in events):
            self._done.discard((DecisionPoint.BETS,))  # whoever may not bank may bet
        self.watch.after_command(command, events)
        return events

    def _ask_players(self, step: Step | None) -> Iterator[bool]:
        """Ask the players whose answer is due, moment by moment. Return true as soon as somebody has acted."""
        state = self.run.table.round
        if state.void or state.finished:
            return
        if self.run.table.rules.against_dealer:
            yield from self._ask_for_decision(step)
            return
        if state.bank.offered is not None:
            yield self.ask(self.run.table.seats[state.bank.offered], DecisionPoint.OFFER)
        if not state.closed:
            yield from self._ask_for_bets(step)
        elif state.exposed_to_choose:
            names = dict.fromkeys(self.run.table.seats[place] for place in sorted(state.exposed_to_choose))
            yield from (self.ask(name, DecisionPoint.CHOOSE) for name in names)
        elif state.stub_counted and state.dealt:
            yield from self._ask_for_settings(step)

    def _ask_for_decision(self, step: Step | None) -> Iterator[bool]:
        table = self.run.table
        if not table.round.closed:
            yield from self._ask_for_wagers(step)
        elif step is None:
            turn = round_context(table, self.at, self.run.meters).position_to_act  # type: ignore[attr-defined]
            yield self.ask(table.seats[turn], DecisionPoint.DECIDE)

    def _ask_for_bets(self, step: Step | None) -> Iterator[bool]:
        table, bank = self.run.table, self.run.table.round.bank
        if bank.position is not None and not bank.is_confirmed and self._is_first_time(DecisionPoint.BANKING, bank.position):
            yield self._ask_until_done(table.seats[bank.position], DecisionPoint.BANKING)
        yield from self._ask_for_wagers(step)

    def _ask_for_wagers(self, step: Step | None) -> Iterator[bool]:
        if (step is None or step.act in WAITS_FOR_BETS) and self._is_first_time(DecisionPoint.BETS):
            acted = [self._ask_until_done(name, DecisionPoint.BETS) for name in self.run.table.arrivals]
            yield any(acted)

    def _ask_for_settings(self, step: Step | None) -> Iterator[bool]:
        names = self.run.table.arrivals
        if step is None:
            acted = [self.ask(name, DecisionPoint.SETTING) for name in names]
            yield any(acted)
        elif step.act == "expose" and self._is_first_time(DecisionPoint.SURRENDER):
            acted = [self.ask(name, DecisionPoint.SURRENDER) for name in names]
            yield any(acted)

    def _is_first_time(self, *moment: object) -> bool:
        """Return true the first time, and false afterwards."""
        first = moment not in self._done
        self._done.add(moment)
        return first

    def _ask_until_done(self, name: str, moment: DecisionPoint) -> bool:
        acted = False
        while (answer := self._answer(name, moment)) is not None:
            acted = self._carry_out(name, answer) or acted
            if isinstance(answer, tuple):
                break
        return acted

    def actor_for(self, name: str) -> Actor:
        return player_actor(self.run.table, name)

    def question_for(self, name: str, moment: DecisionPoint) -> PlayerQuestion:
        return question_for(self.run.table, name, moment, self.at, self.run.meters)

    def ask(self, name: str, moment: DecisionPoint) -> bool:
        """Ask a player and carry out the answer. Return false if the player has no option or does nothing."""
        answer = self._answer(name, moment)
        return answer is not None and self._carry_out(name, answer)

    def _answer(self, name: str, moment: DecisionPoint) -> PlayerAnswer:
        player = self.players[name]
        if moment in getattr(player, "never_asked_at", ()):
            return None
        asked = self.question_for(name, moment)
        return player(asked) if asked.options else None

    def _carry_out(self, name: str, answer: PlayerChoice | Sequence[PlayerChoice]) -> bool:
        choices = (answer,) if isinstance(answer, PlayerChoice) else answer
        self._read_clock()  # a person may have thought for a while
        for choice in choices:
            intervened = self.watch.before_step(choice.act, choice.facts.get("position"))
            if not intervened or self._may_still(name, choice):
                self.do(Command(choice.act, self.actor_for(name), choice.facts, self.at))
        return bool(choices)

    def _may_still(self, name: str, choice: PlayerChoice) -> bool:
        """Return whether a choice is still open after an observer has intervened."""
        options = self.run.legal(self.actor_for(name), self.at)
        return any(option.act == choice.act and option.facts.items() <= choice.facts.items() for option in options)


def player_actor(table: Table, name: str) -> Actor:
    """Return a player as he acts now: as the bank if he banks the round."""
    bank = table.seats.get(table.game.bank.position(table.round) or 0) == name
    return Actor(Role.BANK if bank else Role.PLAYER, name)


def question_for(table: Table, name: str, moment: DecisionPoint, at: int, meters: Meters) -> PlayerQuestion:
    """Return what a player is asked at a moment."""
    actor = player_actor(table, name)
    seen = table.game.view(round_context(table, at, meters), actor)
    options = tuple(option for option in legal_options(table, actor, at, meters) if option.act in ACTS_BY_MOMENT[moment])
    return PlayerQuestion(moment, seen, options, table.chips(name))


ACTS_BY_MOMENT: Mapping[DecisionPoint, tuple[str, ...]] = {
    DecisionPoint.OFFER: ("accept-bank", "pass-bank"),
    DecisionPoint.BANKING: ("request-co-bank", "direct-house-stake"),
    DecisionPoint.BETS: ("wager", "take-back"),
    DecisionPoint.CHOOSE: ("play-exposed", "void-exposed"),
    DecisionPoint.SETTING: ("set-hand", "ask-house-way", "surrender"),
    DecisionPoint.SURRENDER: ("surrender",),
    DecisionPoint.DECIDE: ("check", "play", "fold"),
}
"""The acts that are asked for at each moment."""

"""The interface that a game offers to a table."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from houseway.citation import NO_CLAUSES, Citation, Law, MissingClause
from houseway.errors import NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.events.disclosure import Disclosures
from houseway.games.round import Effects, Place, round_refusal
from houseway.games.round_context import BankHistory, RoundContext
from houseway.money import NO_MONEY, Cents
from houseway.procedure import AwaitedPlayers, Bounds, LegalOption, Step, check_facts, check_role
from houseway.submission import Rules

DecideAct = Callable[[Any, Command], Effects]


@dataclass(frozen=True, slots=True)
class GameAct:
    """An act that may be done in a round."""

    roles: tuple[Role, ...]
    decide: DecideAct
    is_only_when_due: bool = False
    """Whether it may be done only when it is the due step."""
    law: Law = NO_CLAUSES
    """The rule that gives the act to these roles."""
    facts: frozenset[str] = frozenset()
    """The facts that a command for the act may have. A due step sets some of them and leaves others open (`Game.open_facts`)."""

    def clauses(self, context: RoundContext) -> tuple[Citation, ...]:
        """Return the book's clauses for the act: those of the dealing method in use, or those of every variant."""
        try:
            return context.law(self.law, context.dealing) or self.law.all_in_book(context.rules.numbering)
        except MissingClause:
            return self.law.all_in_book(context.rules.numbering)


class StakeCaution(NamedTuple):
    """A warning before a wager: above an amount, a player would lack chips for a later decision."""

    most: Cents
    """The most that can be added without it."""
    words: str
    clauses: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class GameBank:
    """What a table asks of a game in which a player may bank. The defaults are those of a game in which nobody may."""

    position: Callable[[Any], int | None] = lambda state: None
    """Who banks the round."""
    is_confirmed: Callable[[Any], bool] = lambda state: False
    is_pending: Callable[[Any], bool] = lambda state: False
    """Whether somebody was asked to bank the round and has not declined."""
    of_void_round: Callable[[Any], str] = lambda context: ""
    """Who may not bank the round after a void one because he banked it; nobody if empty."""
    chips_to_keep: Callable[[Any], Cents] = lambda context: NO_MONEY
    """What a player who banks must keep on the table now."""
    cover_law: Law = NO_CLAUSES
    """Why a bank keeps its chips on the table."""


@dataclass(frozen=True, slots=True)
class GameCards:
    """What the equipment asks of a game."""

    racks: Mapping[str, Callable[[Any, Event], Iterable[tuple[str, object, str]]]]
    """What each kind of event puts into the discard rack: owner, cards, why."""
    placed: Callable[[Any], Mapping[Place, int]]
    """How many cards of the deck should lie in each place; empty before the deal."""
    why_too_early: Callable[[Any, str], tuple[Citation, ...]]
    """The clauses that make an act of the equipment wait, if any."""
    device_failed: Callable[[Any, str, bool], Effects]
    """What a failed device means for the round; the flag says whether cards of the round were in it."""
    deal_acts: tuple[str, ...] = ("deal",)
    is_start_wanted: Callable[[Any, Rules, str], bool] = lambda state, rules, dealing: False
    """Whether a starting position must be found now."""
    wait_in_machine: Callable[[Any, Rules, str], bool] = lambda state, rules, dealing: False
    """Whether cards of the round wait in the machine that deals them, although hands are out."""


@dataclass(frozen=True, slots=True)
class Game:
    """One game: pure functions of a context or a round."""

    name: str
    context_type: type[RoundContext]
    new_round: Callable[[], Any]
    """Returns a round before anything has happened."""
    changes: Mapping[str, Callable[[Any, Mapping[str, Any]], Any]]
    """How each kind of event changes a round."""
    acts: Mapping[str, GameAct]
    due_step: Callable[[Any], Step | None]
    legal_options: Callable[[Any, Actor], tuple[LegalOption, ...]]
    open_facts: Callable[[Any, Step], Bounds]
    """The facts of a due step that are still open, with their bounds: entered cards, rulings, and what may be reported."""
    is_step_for: Callable[[Any, Step, Actor], bool]
    """Whether a step is an actor's to take."""
    view: Callable[[Any, Actor], dict[str, object]]
    disclosures: Disclosures
    """Who may know which facts of each kind of event."""
    collect_progressive: Callable[[Any, tuple[int, ...] | None], Effects]
    leave_mid_round: Callable[[Any, tuple[int, ...]], Effects]
    awaited_players: Callable[[Any], AwaitedPlayers | None]
    """For whom the round waits; None if it waits for a step, or for anybody's wagers."""
    cards: GameCards
    bank: GameBank = GameBank()
    leave_before_deal: Callable[[Any, tuple[int, ...]], Effects] = lambda context, positions: ()
    """What happens, apart from the return of his wagers, if a player leaves before the deal."""
    alternative_step: Callable[[Any, Step], Step | None] = lambda context, due: None
    """What may be done instead of the due step."""
    clauses_against_buy_in: Callable[[Any, str], tuple[Citation, ...]] = lambda context, name: ()
    """The clauses under which a player may not buy chips now, if any."""
    caution_on_stake: Callable[[Any, LegalOption], StakeCaution | None] = lambda context, option: None
    """From which amount on a wager that is offered deserves a warning, if any does."""
    seat_fields: tuple[str, ...] = ("stakes",)
    """Fields of a round that a player may change without changing what others see or may do, unless `seat_state` says otherwise."""
    seat_state: Callable[[Any, tuple[int, ...]], object] = lambda context, positions: context.round.stakes
    """What a player at some positions sees and may do because of these fields."""
    history_after: Callable[[Any, Mapping[int, str], BankHistory], BankHistory] = lambda state, seats, history: history
    """What later rounds must know of a round that is over."""

    def decide(self, context: RoundContext, command: Command) -> Effects:
        """Refuse an act by the wrong role or out of turn; otherwise let the act decide."""
        act = self.acts[command.act]
        if command.by[0] not in act.roles:
            check_role(command, *act.roles, clauses=act.clauses(context), code="round.role")
        if act.is_only_when_due:
            step = self.due_step(context)
            if step is None or step.facts is not command.facts or step.act != command.act:
                self._check_due(context, command, step)  # the croupier passes on the step itself, which needs no comparison
        elif not act.facts.issuperset(command.facts):
            check_facts(command, act.facts)
        return act.decide(context, command)

    def _check_due(self, context: RoundContext, command: Command, step: Step | None) -> None:
        """Refuse a step that is not due, and facts that do not belong to the act."""
        taken = step
        if not _takes_step(step, command):
            taken = self.alternative_step(context, step) if step is not None else None
            if not _takes_step(taken, command):
                raise _not_due_refusal(step, command)
        assert taken is not None, "a command takes a step"
        if len(command.facts) > len(taken.facts):
            check_facts(command, {*taken.facts, *self.open_facts(context, taken)})


def _takes_step(step: Step | None, command: Command) -> bool:
    """Return whether a command takes this step."""
    return step is not None and step.act == command.act and step.facts.items() <= command.facts.items()


def _not_due_refusal(step: Step | None, command: Command) -> NotAllowed:
    if step is None:
        message = "nothing is due now: the table is waiting for the players"
        return round_refusal("waits", message, (), given=command.act, allowed="what players may do")
    message = f"that is not the next step; next: {step.words}"
    return round_refusal("not-next", message, step.clauses, given=command.act, allowed=step.act, **dict(step.facts))

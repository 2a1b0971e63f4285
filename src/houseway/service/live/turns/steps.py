"""What a turn consists of under a table's settings: somebody's command, and the steps that the program takes after it.

The program takes the dealer's steps where the settings say that it deals, and a floorperson's steps that need no judgement where
they name a program floorperson. It stops where somebody else has to act.
"""

from collections.abc import Mapping

from houseway.croupier import CHANCE_ACTS, CHANCE_FACTS, DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import NotAllowed
from houseway.events import NO_FACTS, SYSTEM, Actor, Command, Facts, Role
from houseway.games.against_dealer.irregularities.exposure import PLAY_ON
from houseway.procedure import SURRENDER, Step
from houseway.service.clock import MILLISECONDS
from houseway.service.live.settings import ELECTRONIC
from houseway.service.live.turns.meter_changes import is_held_between_rounds
from houseway.service.live.turns.turn import Turn
from houseway.service.live.waiting import VALUES, WAITING_STEPS, overdue_positions, players_to_get_up
from houseway.service.people.authority import check_duties
from houseway.service.people.stops import check_stops, may_go_on, stop_at_table, stopped_error
from houseway.table.context import round_context

_STEPS = 400
"""More of the program's steps than this in a row are a fault."""
_PLAYERS_CHOICES = ("cut", "choose-stack")
"""Acts in which a player may decide what chance decides for the dealer."""
WAIT_FOR_VALUES = CHANCE_ACTS | {"wager", "accept-bank"}
"""Draws, wagers and banking wait until the players' values of a round are open."""
PROGRAM_FLOORPERSON = FLOOR_ACTOR._replace(stand_in=SYSTEM)
PROGRAM_RULINGS: Mapping[str, Facts] = {
    **dict.fromkeys(("verify-inspection", "validate", "rule-count", "switch-method"), NO_FACTS),
    "rule-light": {"stands": True},
    "rule-exposed": {"choice": PLAY_ON},
}
"""The steps that a program floorperson takes, with what it rules: a wager on the layout stands, and the round goes on."""


def carry_out(turn: Turn, command: Command, at: int) -> None:
    """Decide a command, and take the program's steps that follow from it."""
    check_duties(turn.state.table, command.by)
    _check_has_not_served(turn, command)
    if command.act in WAIT_FOR_VALUES:
        turn.check_values_open(command.act)
    check_stops(turn.stops, turn.state.table, command)
    turn.protected.check_command(command, at)
    settings = turn.state.settings
    if command.by.role is Role.DEALER and settings.croupier and turn.state.table is not None:
        raise NotAllowed(
            f"the program deals {turn.id} and takes the dealer's steps there; open a table that a person deals to deal yourself",
            code="house.croupier",
            given=command.act,
            allowed="a table that a person deals",
        )
    if settings.cards == ELECTRONIC and command.act in CHANCE_FACTS:
        _take_with_electronic_chance(turn, command, at)
    else:
        turn.take_command(command, at)
    if turn.before.table is None:
        _check_may_begin(turn, command.act)  # only now its game is known
    take_program_steps(turn, at)


def _check_has_not_served(turn: Turn, command: Command) -> None:
    """Whoever has dealt or ruled in a round does not sit down in it: he may have seen how the cards lie."""
    table = turn.state.table
    if command.act == "sit" and table is not None and turn.state.attendance.served.get(command.by.name) == table.number:
        raise NotAllowed(
            f"somebody who has dealt or ruled in this round of {turn.id} may not play in it",
            code="authority.serves-here",
            given="sit",
            allowed="the next round",
        )


def _check_may_begin(turn: Turn, act: str) -> None:
    stop = None if may_go_on(turn.stops, turn.table) else stop_at_table(turn.stops, turn.table)
    if stop is not None:
        raise stopped_error(stop, act)


def may_choose(act: str, actor: Actor) -> bool:
    """Return whether somebody may decide himself what chance decides for the dealer."""
    return actor.role in (Role.PLAYER, Role.BANK) and act in _PLAYERS_CHOICES


def _take_with_electronic_chance(turn: Turn, command: Command, at: int) -> None:
    """Nobody may say how electronic cards and dice fall. Only a player's own choice may come with his command."""
    fact, by_player = CHANCE_FACTS[command.act], command.by.role in (Role.PLAYER, Role.BANK)
    chosen = may_choose(command.act, command.by)
    if fact in command.facts and not chosen:
        raise NotAllowed(
            f"nobody chooses {fact} at {turn.id}: its cards, dice and numbers come from its committed seeds; send this without",
            code="house.chance",
            given=fact,
            allowed=f"{command.act} without {fact}",
        )
    if fact in command.facts or (by_player and not chosen):
        turn.take_command(command, at)
    else:
        turn.take_with_chance(command, at)


def open_values(turn: Turn, at: int) -> None:
    """Open the players' values if all have come or their time is up, and take the program's steps that waited for them."""
    wait = turn.before.wait
    is_late = wait is not None and wait.what == VALUES and bool(overdue_positions(turn.before.clocks, at))
    if turn.state.seeds.awaited is not None and (is_late or turn.has_all_values):
        turn.open_values(DEALER_ACTOR, at)
        take_program_steps(turn, at)


def take_waiting_step(turn: Turn, at: int) -> None:
    """Take the step that is due, whoever it belongs to, and the program's steps that follow from it."""
    step = turn.due(at)
    if step is None:
        raise NotAllowed(f"no step is due at {turn.id}", code="house.step", given="none", allowed="a step that is due")
    _check_may_begin(turn, step.act)
    turn.take_step(step, at)
    take_program_steps(turn, at)


def take_program_steps(turn: Turn, at: int) -> None:
    """Take the program's steps until somebody else has to act. Between rounds, players who stay away give up their seats."""
    _take_steps(turn, at)
    began, table = turn.before.table.number if turn.before.table else 0, turn.table
    if table.open and table.number > max(began, 1):
        away = players_to_get_up(table, turn.state.attendance, turn.state.settings)
        for name in away:
            turn.take_command(Command("leave", Actor(Role.PLAYER, name, SYSTEM)), at)
        if away:
            _take_steps(turn, at)


def _take_steps(turn: Turn, at: int) -> None:
    for _ in range(_STEPS):
        table = turn.state.table
        step = turn.due(at) if table is not None and table.open else None
        if step is not None and step.act in CHANCE_ACTS and turn.state.seeds.awaited is not None:
            return
        if step is None or not _is_taken_at_once(turn, step, at) or not _may_go_on(turn):
            return
        if step.role is Role.FLOOR:
            rule_as_program(turn, step, at)
        else:
            turn.take_step(step, at)
    raise RuntimeError(f"the program's steps at {turn.id} do not end")


def _may_go_on(turn: Turn) -> bool:
    """Between rounds, the program waits while a stop or a change of a meter's terms keeps the next one from beginning."""
    return (not turn.stops or may_go_on(turn.stops, turn.table)) and not (turn.meters.ready and is_held_between_rounds(turn))


def _is_taken_at_once(turn: Turn, step: Step, at: int) -> bool:
    settings = turn.state.settings
    if step.role is Role.FLOOR:
        return settings.program_floor and step.act in PROGRAM_RULINGS
    if step.role is not Role.DEALER or not settings.croupier or step.act in WAITING_STEPS:
        return False
    return not (settings.surrender_seconds and _may_anybody_surrender(turn, at))


def _may_anybody_surrender(turn: Turn, at: int) -> bool:
    awaited = turn.table.game.awaited_players(round_context(turn.table, at // MILLISECONDS, turn.meters.by_id))
    return awaited is not None and awaited.what == SURRENDER


def rule_as_program(turn: Turn, step: Step, at: int) -> None:
    """Take a floorperson's step as the program floorperson."""
    ruled = step._replace(facts={**step.facts, **PROGRAM_RULINGS[step.act]})
    turn.take_step(ruled, at, PROGRAM_FLOORPERSON, is_due=ruled == step)

"""What the system does for players who do not act in time, and for a dealer's step that waited for them.

It passes the bank, refuses the cut, sets seven cards the house way, checks while that costs nothing and then folds. It never makes
a wager. Everything is recorded in the player's name with the system as the one who acted.
"""

from collections.abc import Callable, Mapping

from houseway.errors import NotAllowed
from houseway.events import SYSTEM, Actor, Command, Event, Role
from houseway.games.round_context import RoundContext
from houseway.procedure import BANK_OFFER, DECISION, EXPOSED_CARD, PAI_GOW, SETTING, SURRENDER
from houseway.service.clock import MILLISECONDS
from houseway.service.live.settings import FOLD, PHYSICAL, VOID_HAND, TableSettings
from houseway.service.live.turns.steps import open_values, take_program_steps
from houseway.service.live.turns.turn import Turn
from houseway.service.live.waiting import BETS, VALUES, overdue_positions, unclocked_positions
from houseway.service.people.record import PLAYER_ABSENT
from houseway.service.people.stops import may_go_on
from houseway.table import Table
from houseway.table.context import round_context


def act_for_absent(turn: Turn, at: int) -> None:
    """Act for everybody whose clock has run out. Nothing happens if none has."""
    wait, overdue = turn.before.wait, overdue_positions(turn.before.clocks, at)
    if wait is not None and wait.what == VALUES:
        open_values(turn, at)
        return
    if wait is None or not overdue or not may_go_on(turn.stops, turn.table):
        return
    if wait.what in (BETS, SURRENDER):
        _take_dealers_step(turn, at)
        return
    positions = [place for place in overdue if place is not None]
    for position in sorted(positions, key=lambda place: _setting_order(turn.table, place)):
        if position in turn.table.seats:
            _ACTS.get(wait.what, _take_own_step)(turn, position, at)
    take_program_steps(turn, at)


def act_for_awaited(turn: Turn, position: int, by: Actor, why: str, at: int) -> None:
    """Act for one player for whom the table waits without a clock. Who says that he is absent, and why, goes on record."""
    wait, table = turn.before.wait, turn.table
    awaited = unclocked_positions(wait, turn.before.clocks)
    if wait is None or position not in awaited:
        message = f"{table.id} does not wait for position {position}, or its clock runs"
        raise NotAllowed(message, code="absent.not-awaited", given=str(position), allowed=tuple(map(str, awaited)))
    facts = {"table": table.id, "round": table.number, "position": position, "player": table.seats[position]}
    turn.house_events.append(Event(PLAYER_ABSENT, (), {**facts, "by": by.name, "why": why}))
    _ACTS.get(wait.what, _take_own_step)(turn, position, at)
    take_program_steps(turn, at)


def _take_dealers_step(turn: Turn, at: int) -> None:
    """Let the dealer wait no longer for wagers or surrender. A person who deals sees the clock and decides himself."""
    step = turn.due(at)
    if turn.state.settings.croupier and step is not None and step.role is Role.DEALER:
        turn.take_step(step, at)
        take_program_steps(turn, at)


def describe_expiry(what: str, settings: TableSettings, decision: str = "") -> str:
    """Say what happens when a clock of a wait has run out. The decision is the one that `absent_decision` returns for it."""
    if decision:
        return f"you {decision}"
    if what == EXPOSED_CARD:
        return "the hand is void" if settings.absent.exposed_card == VOID_HAND else "the hand is played"
    return _EXPIRIES.get(what, "the step is taken for you")


_EXPIRIES = {
    BETS: "no more bets are taken",
    VALUES: "the round goes on without the missing values",
    SURRENDER: "the dealer goes on",
    BANK_OFFER: "you pass the bank",
    "cut": "you refuse the cut",
    SETTING: "the house way sets your hands",
}


def describe_absence(what: str, settings: TableSettings, decision: str = "") -> str:
    """Say to the staff what the system does for a player who is absent."""
    if decision:
        return f"the hand {decision}s"
    if what == SETTING:
        is_physical = settings.cards == PHYSICAL
        return "the player leaves, and the dealer sets the hands" if is_physical else "the house way sets the hands"
    if what == EXPOSED_CARD:
        return describe_expiry(what, settings)
    return _ABSENCES.get(what, "the step is taken for the player")


_ABSENCES = {BANK_OFFER: "the bank is passed", "cut": "the cut is refused"}


def absent_actor(table: Table, position: int) -> Actor:
    """Return the player at a position, with the system in his place."""
    name, bank = table.seats[position], table.game.bank.position(table.round)
    return Actor(Role.BANK if bank is not None and table.seats.get(bank) == name else Role.PLAYER, name, SYSTEM)


def _setting_order(table: Table, position: int) -> tuple[int, int]:
    """Of two areas of one player the larger wager is set first, then the lower position."""
    stake = table.round.stakes.get(position, {}).get(PAI_GOW)
    return -stake.total.amount if stake else 0, position


def _pass_bank(turn: Turn, position: int, at: int) -> None:
    turn.take_command(Command("pass-bank", absent_actor(turn.table, position), {"position": position}), at)


def _refuse_cut(turn: Turn, position: int, at: int) -> None:
    turn.take_command(Command("refuse-cut", absent_actor(turn.table, position), {"position": position}), at)


def _take_own_step(turn: Turn, position: int, at: int) -> None:
    """Take a step that the book gives to the bank: the dice are shaken, the first stack is drawn from the committed seeds."""
    step = turn.due(at)
    assert step is not None, "a player's own step is due"
    turn.take_step(step, at, absent_actor(turn.table, position))


def _choose_about_exposed_card(turn: Turn, position: int, at: int) -> None:
    act = "void-exposed" if turn.state.settings.absent.exposed_card == VOID_HAND else "play-exposed"
    turn.take_command(Command(act, absent_actor(turn.table, position), {"position": position}), at)


def _set_hand(turn: Turn, position: int, at: int) -> None:
    """Set seven cards the house way. Nobody but the dealer sees physical cards: the player counts as having left, and the dealer
    sets for him."""
    table, actor = turn.table, absent_actor(turn.table, position)
    if turn.state.settings.cards == PHYSICAL:
        turn.take_command(Command("leave", actor), at)
        return
    assert table.house_way is not None, "Pai Gow Poker has a house way"
    low = tuple(table.house_way.set(table.round.hands[position], table.rules.high_order).low)
    turn.take_command(Command("set-hand", actor, {"position": position, "low": low}), at)


def _decide(turn: Turn, position: int, at: int) -> None:
    context = round_context(turn.table, at // MILLISECONDS, turn.meters.by_id)
    act = absent_decision(turn.table, context, position, turn.state.settings)
    turn.take_command(Command(act, absent_actor(turn.table, position), {"position": position}), at)


def absent_decision(table: Table, context: RoundContext, position: int, settings: TableSettings) -> str:
    """Return what is decided for an absent player: check or fold, as the settings say, whichever the game allows him now. It is
    empty if he has nothing to decide."""
    wanted = ("fold", "check") if settings.absent.decision == FOLD else ("check", "fold")
    possible = {option.act for option in table.game.legal_options(context, absent_actor(table, position))}
    return next((act for act in wanted if act in possible), "")


_ACTS: Mapping[str, Callable[[Turn, int, int], None]] = {
    BANK_OFFER: _pass_bank,
    "cut": _refuse_cut,
    EXPOSED_CARD: _choose_about_exposed_card,
    SETTING: _set_hand,
    DECISION: _decide,
}
"""What the system does at each wait. A step that the book gives to a player is taken as it is."""

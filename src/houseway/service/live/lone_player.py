"""A player who is alone at a table that the program deals: he says when betting is over, and nobody waits for a clock."""

from collections.abc import Callable

from houseway.errors import NotAllowed
from houseway.procedure import Step
from houseway.service.live.settings import TableSettings
from houseway.service.live.turns.steps import take_waiting_step
from houseway.service.live.turns.turn import Turn
from houseway.table import Table

_NO_MORE_BETS = "close-betting"


def find_lone_player(table: Table, settings: TableSettings, step: Step | None) -> str:
    """Return who may have the cards dealt now: the only player of a table that the program deals, once he has bet; "" if nobody."""
    players = set(table.seats.values())
    if not settings.croupier or step is None or step.act != _NO_MORE_BETS or len(players) != 1:
        return ""
    return next(iter(players))


def dealing_for(player: str) -> Callable[[Turn, int], None]:
    """Return what closes the betting for a player who is alone, or refuses it."""

    def deal(turn: Turn, at: int) -> None:
        table, step = turn.table, turn.due(at)
        if find_lone_player(table, turn.state.settings, step) != player:
            raise NotAllowed(_why_not(table, player, turn.state.settings, step), code="table.not-alone", given=table.id)
        take_waiting_step(turn, at)

    return deal


def _why_not(table: Table, player: str, settings: TableSettings, step: Step | None) -> str:
    if player not in table.seats.values():
        return f"you do not sit at {table.id}"
    if not settings.croupier:
        return "a person deals here, and closes the betting"
    if len(set(table.seats.values())) > 1:
        return "you are not alone at this table any more; betting closes when its time is up"
    closed = table.round.closed
    return (
        "the cards are on the table already"
        if closed
        else f"there is nothing to deal yet: {step.words if step else 'make a wager'}"
    )

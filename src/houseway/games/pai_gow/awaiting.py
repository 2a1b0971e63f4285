"""The players for whom a round of Pai Gow Poker waits."""

from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.procedure import due_step
from houseway.games.pai_gow.setting import playing_positions, positions_to_set, why_surrender_is_barred
from houseway.procedure import BANK_OFFER, EXPOSED_CARD, SETTING, SURRENDER, AwaitedPlayers


def awaited_players(context: PaiGowContext) -> AwaitedPlayers | None:
    """Return the players who must act before the round goes on, or who may surrender before the first hand is exposed."""
    state, step = context.round, due_step(context)
    if step is not None:
        return _players_who_may_surrender(context) if step.act == "expose" and not state.exposed else None
    if state.bank.offered is not None:
        return AwaitedPlayers(BANK_OFFER, (state.bank.offered,))
    if not state.closed:
        return None
    if state.exposed_to_choose:
        return AwaitedPlayers(EXPOSED_CARD, tuple(sorted(state.exposed_to_choose)))
    return AwaitedPlayers(SETTING, positions_to_set(context))


def _players_who_may_surrender(context: PaiGowContext) -> AwaitedPlayers | None:
    stay = [place for place in playing_positions(context) if place not in context.round.left]
    free = tuple(place for place in stay if not why_surrender_is_barred(context, place))
    return AwaitedPlayers(SURRENDER, free) if free else None

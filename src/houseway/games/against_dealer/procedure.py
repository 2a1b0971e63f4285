"""The order of procedure: the next due step, from the first wager to the last card in the rack.

`due_step` returns the one step that the dealer or a floorperson must take now, or None if the table waits for players. It never
depends on cards that nobody has seen: a hand is turned up before its value counts.
"""

from collections.abc import Iterator
from functools import partial

from houseway.events import Command, Event, Role
from houseway.games.against_dealer import betting, deciding, envy, optional_wagers, settling, side_bets
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.irregularities import counting
from houseway.games.against_dealer.irregularities.exposure import exposed_clauses
from houseway.games.against_dealer.law import same_rule
from houseway.games.round import Effects
from houseway.games.round_context import due_step_under
from houseway.procedure import DEALER, DECISION, PROGRESSIVE, AwaitedPlayers, Step
from houseway.values import memoize_in_state

END_ROUND = same_rule("11.K")


def end_round(context: DealerGameContext, command: Command) -> Effects:
    return (Event("round-completed", context.law(END_ROUND), {"number": context.round.number}),)


@memoize_in_state
def due_step(context: DealerGameContext) -> Step | None:
    """Return the due step."""
    state = context.round
    if state.finished:
        return None
    if state.void:
        return due_step_under(context, "end-round", "collect all cards: the round is void", END_ROUND)
    if not state.closed:
        return _betting_step(context)
    if not state.dealt:
        wanted = context.progressive_step or context.starting_step
        return wanted or due_step_under(context, "deal", "deal the cards", context.dealer_game.deal_law(context))
    if state.places_to_rule:
        law = exposed_clauses(context, state.places_to_rule[0])
        return due_step_under(
            context, "rule-exposed", "rule whether the round continues with an exposed card", law, role=Role.FLOOR
        )
    if state.base_void:
        stub = _stub_step(context) if counting.may_count_stub(context) else None
        return stub or context.dealer_game.completion_step(context) or next(_settlement_steps(context))
    return _playing_step(context)


def _betting_step(context: DealerGameContext) -> Step | None:
    if context.preparation_step is not None:
        return context.preparation_step
    if context.playing_positions:
        return due_step_under(context, "close-betting", "announce “no more bets”", betting.NO_MORE_BETS, context.dealing)
    return None


def _playing_step(context: DealerGameContext) -> Step | None:
    """Return the next step after the deal: decisions and the cards between them, the stub, the dealer's hand, then hand by
    hand."""
    if counting.may_count_stub(context):
        return _stub_step(context)
    turn, street = context.position_to_act, context.decision_round
    if turn is not None:
        if turn not in context.round.left:
            return None
        return due_step_under(
            context, "pass-absent", f"record that position {turn} has left without a Play wager", deciding.LEFT, position=turn
        )
    if not context.round.dealer_turned:
        if street is not None and street.deals:
            return due_step_under(context, street.deals, street.words, street.dealt, context.dealing)
        law = (*settling.turn_dealer_clauses(context), *settling.dealer_hand_clauses(context))
        return due_step_under(context, "turn-dealer", "turn up the dealer's cards and announce the hand", law)
    return next(_settlement_steps(context))


def _stub_step(context: DealerGameContext) -> Step:
    if context.stub_due:
        return due_step_under(context, "count-stub", "count the stub face down", counting.COUNT_STUB, context.dealing)
    return due_step_under(context, "rack-stub", "rack the stub unseen", counting.RACK_STUB, context.dealing)


def _settlement_steps(context: DealerGameContext) -> Iterator[Step]:
    """Yield every step that is still to be done, seat by seat, counterclockwise from the dealer's right."""
    if context.round.base_void and side_bets.open_wagers_on_dealer(context):
        yield _turn_dealer_step(context)
    for position in context.settling_positions:
        yield from _seat_steps(context, position) if position not in context.round.abandoned else _envy_steps(context, position)
    if DEALER not in context.round.racked:
        yield due_step_under(
            context, "collect-cards", "rack the dealer's cards and the cards on the layout", settling.COLLECT, position=DEALER
        )
    yield due_step_under(context, "end-round", "end the round", END_ROUND)


def _seat_steps(context: DealerGameContext, position: int) -> Iterator[Step]:
    state = context.round
    if position in state.racked and not context.open_optional_wagers(position):
        yield from _envy_steps(context, position)
        return
    if position not in state.exposed and position not in state.racked and _must_expose(context, position):
        law = (
            context.law(settling.EXPOSE) if context.is_in_play(position) else settling.optional_wager_clauses(context, position)
        )
        yield due_step_under(context, "expose", f"turn up the cards of position {position}", law, position=position)
    if context.is_in_play(position) and any((position, wager) not in state.paid for wager in _base_wagers(context, position)):
        yield due_step_under(context, "pay", f"pay position {position}", settling.PAY, position=position)
    for wager in context.open_optional_wagers(position):
        if context.dealer_game.needs_dealer_cards(context, position, wager):
            yield _turn_dealer_step(context)
        yield from (
            _progressive_step(context, position) if wager == PROGRESSIVE else (_optional_wager_step(context, position, wager),)
        )
    yield from _envy_steps(context, position)
    if position not in state.racked:
        yield due_step_under(
            context, "collect-cards", f"rack the cards of position {position}", settling.COLLECT, position=position
        )


def _turn_dealer_step(context: DealerGameContext) -> Step:
    law = settling.turn_dealer_clauses(context)
    return due_step_under(context, "turn-dealer", "turn up the dealer's cards, which decide an optional wager", law)


def _envy_steps(context: DealerGameContext, position: int) -> Iterator[Step]:
    """Yield the envy steps that follow from a player's hands when his last position has been settled."""
    holder = envy.envied_position(context, position) if PROGRESSIVE in context.rules.offers else None
    if holder is None or not envy.possible_envy(context, holder):
        return
    for place in envy.lights_to_rule(context, holder):
        yield _rule_light_step(context, place)
    if envy.envy_owed(context, holder):
        words = f"pay the other players the envy bonus for the hand of position {holder}"
        yield due_step_under(context, "pay-envy", words, envy.envy_clauses(context, holder), position=holder)


def _must_expose(context: DealerGameContext, position: int) -> bool:
    """Return whether a hand is turned up: it is compared with the dealer's, or an optional wager depends on it, or, if the
    wagers against the dealer are void, another player's envy (UTH-25)."""
    on_cards = map(partial(side_bets.is_on_own_cards, context), context.open_optional_wagers(position))
    return context.is_in_play(position) or any(on_cards) or _may_earn_envy(context, position)


def _may_earn_envy(context: DealerGameContext, position: int) -> bool:
    if not context.round.base_void or envy.must_envy_holder_bet(context):
        return False
    return bool(envy.other_envy_stakes(context, position))


def _base_wagers(context: DealerGameContext, position: int) -> list[str]:
    optional = context.rules.settlement_order
    return [wager for wager in context.round.wagers_at(position) if wager not in optional]


def _optional_wager_step(context: DealerGameContext, position: int, wager: str) -> Step:
    title = context.rules.regulation.wager(wager).title
    words = f"settle {title} of position {position}"
    return due_step_under(context, "settle-side", words, optional_wagers.SIDE, wager, position=position, wager=wager)


def _progressive_step(context: DealerGameContext, position: int) -> Iterator[Step]:
    """A win is verified by the dealer and a floorperson before it is paid."""
    key = (position, PROGRESSIVE)
    award = settling.award_at(context, position, PROGRESSIVE)
    if award.is_won:
        if not context.is_progressive_accepted(position):
            yield _rule_light_step(context, position)
        if key not in context.round.lights_checked:
            words = f"check the hand and the light of position {position}"
            yield due_step_under(context, "verify-progressive", words, optional_wagers.VERIFY, position=position)
        if key not in context.round.validated:
            words = f"validate the progressive win of position {position}: {award.words}"
            step = due_step_under(context, "validate", words, optional_wagers.VALIDATE, role=Role.FLOOR, position=position)
            yield step._replace(amount=award.amount)
    yield _optional_wager_step(context, position, PROGRESSIVE)


def _rule_light_step(context: DealerGameContext, position: int) -> Step:
    words = f"rule on the progressive wager of position {position}: its light is off"
    return due_step_under(context, "rule-light", words, optional_wagers.LIGHT, role=Role.FLOOR, position=position)


def why_too_early(context: DealerGameContext, act: str) -> tuple[()]:
    """Return no clauses: no act of the equipment waits for this game."""
    return ()


def awaited_players(context: DealerGameContext) -> AwaitedPlayers | None:
    """Return the player whose decision is due."""
    position = context.position_to_act
    if position is None or due_step(context) is not None:
        return None
    return AwaitedPlayers(DECISION, (position,), context.round.decision_round)

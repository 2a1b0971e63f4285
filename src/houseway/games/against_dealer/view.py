"""What somebody at the table may see. A card is in a view only because a line here puts it there."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.events import Actor
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.envy import positions_with_envy
from houseway.games.against_dealer.irregularities.counting import placed_cards
from houseway.games.against_dealer.state import DealerGameRound
from houseway.games.round import Place
from houseway.procedure import DEALER
from houseway.values import memoize_in_state


def view_round(context: DealerGameContext, actor: Actor) -> dict[str, object]:
    """Return the round as an actor sees it: what is open on the layout, and a player's own cards."""
    cards = {place: hand for place in (*context.positions, DEALER) if (hand := visible_cards(context, actor, place))}
    return {**_open_view(context), "cards": cards}


@memoize_in_state
def _open_view(context: DealerGameContext) -> Mapping[str, object]:
    """Return what everybody sees."""
    state = context.round
    return {
        "round": state.number,
        "book": context.book,
        "closed": state.closed,
        "seats": dict(context.seats),
        "stakes": {place: {name: stake.total for name, stake in wagers.items()} for place, wagers in state.stakes.items()},
        "lit": tuple(sorted(context.lit)),
        "meters": context.meter_amounts(),
        "dealt": _cards_on_layout(state, placed_cards(context)),
        "board": state.board[: state.shown],
        "box": state.box if state.box_turned else state.exposed_by_mistake.get("box", ()),
        "seen": {place: cards for place, cards in state.exposed_by_mistake.items() if cards},
        "aside": state.set_aside,
        "street": state.decision_round,
        "turn": context.position_to_act,
        "decided": dict(state.decisions),
        "folded": tuple(sorted(state.folded)),
        "exposed": state.exposed,
        "dealer_turned": state.dealer_turned,
        "results": {f"{position} {wager}": result.result for (position, wager), result in state.results.items()},
        "paid": state.paid_amounts(),
        "may_earn_envy": positions_with_envy(context),
        "envy": {f"{position} {holder}": amount for (position, holder), amount in state.envy.items()},
        "to_rule": state.places_to_rule,
        "racked": tuple(sorted(state.racked)),
        "base_void": state.base_void,
        "void": state.void,
        "finished": state.finished,
    }


def _cards_on_layout(state: DealerGameRound, placed: Mapping[Place, int]) -> dict[Place, int]:
    common = {"board": len(state.board) or placed.get("board", 0), "box": len(state.box) or placed.get("box", 0)}
    hands = state.cards_on_layout(placed)
    if state.undealt is None:  # of physical cards, only some of a hand may be known: the dealer's that is dealt face up
        hands = {place: max(count, placed.get(place, 0)) for place, count in hands.items()}
    return {**hands, **{name: count for name, count in common.items() if count}}


def visible_cards(context: DealerGameContext, actor: Actor, place: int) -> tuple[Card, ...]:
    """Return the cards of a position, or of the dealer, that an actor may see now."""
    state = context.round
    if state.dealer_turned if place == DEALER else place in state.exposed:
        return state.hands.get(place, ())
    if place in state.racked:
        return ()
    if place != DEALER and context.sits_at(actor, place) and _may_look(context, place):
        return state.hands.get(place, ())
    return (*state.exposed_by_mistake.get(place, ()), *context.dealer_game.face_up(context, place))


def _may_look(context: DealerGameContext, position: int) -> bool:
    state = context.round
    return not state.void and position not in state.folded and position not in state.abandoned and position not in state.left

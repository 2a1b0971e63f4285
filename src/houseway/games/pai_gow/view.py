"""What somebody at the table may see. A card is in a view only because a line here puts it there."""

from houseway.cards import Card
from houseway.events import Actor
from houseway.games.pai_gow.scene import PaiGowContext
from houseway.games.pai_gow.sides import picks_up_marker
from houseway.games.showing import coupon_amounts, meter_amounts, paid_amounts
from houseway.procedure import DEALER


def view(scene: PaiGowContext, actor: Actor) -> dict[str, object]:
    """Return the round as an actor sees it: what is open on the layout, and a player's own cards."""
    state = scene.round
    return {
        "round": state.number,
        "book": scene.book,
        "closed": state.closed,
        "bank": state.bank.position,
        "co_banking": state.bank.co_banking,
        "bank_offered": state.bank.offered,
        "house_stake": state.bank.house_stake,
        "seats": dict(scene.seats),
        "stakes": {
            position: {name: stake.total for name, stake in wagers.items()} for position, wagers in state.stakes.items()
        },
        "coupons": coupon_amounts(state),
        "lit": tuple(sorted(scene.lit)),
        "meters": meter_amounts(scene),
        "lammers": tuple(sorted(state.lammers - state.envy_paid if picks_up_marker(scene) else state.lammers)),
        "dice": state.dice,
        "number": state.number_shown,
        "start": state.start,
        "cards": {position: hand for position in (*scene.positions, DEALER) if (hand := visible_cards(scene, actor, position))},
        "aside": state.set_aside,
        "set": tuple(sorted(state.laid)),
        "settings": {
            position: _set_hands_view(scene, position) for position in state.laid if _may_see_setting(scene, actor, position)
        },
        "exposed": state.exposed,
        "results": {f"{position} {wager}": result.result for (position, wager), result in state.results.items()},
        "paid": paid_amounts(state),
        "envy": {f"{position} {wager}": amount for (position, wager), amount in state.envy.items()},
        "surrendered": tuple(sorted(state.surrendered)),
        "to_choose": tuple(sorted(state.to_choose)),
        "racked": tuple(sorted(state.racked)),
        "void": state.void,
        "finished": state.finished,
    }


def visible_cards(scene: PaiGowContext, actor: Actor, position: int) -> tuple[Card, ...]:
    """Return the cards of a position that an actor may see now."""
    state = scene.round
    if _is_face_up(scene, position):
        laid = state.laid.get(position)
        return (*laid.high, *laid.low) if laid else state.hands.get(position, ())
    if position in state.racked:
        return ()
    if scene.sits_at(actor, position) and _may_look(scene, position):
        return state.hands.get(position, ())
    return state.exposed_by_mistake.get(position, ())


def _is_face_up(scene: PaiGowContext, position: int) -> bool:
    """Hands face up on the layout; a surrendered one once the dealer has rearranged it for bonus or envy."""
    state = scene.round
    if position == DEALER:
        return state.dealer_done and DEALER in state.laid
    if position == state.bank.position:
        return state.bank_exposed
    return position in state.exposed or position in state.rearranged


def _may_look(scene: PaiGowContext, position: int) -> bool:
    """A player looks once the deal is in order, and not while he has to choose about an exposed card."""
    state = scene.round
    return (
        state.stub_counted
        and not state.void
        and position not in state.to_choose
        and position not in state.void_hands
        and position not in state.surrendered
        and position in state.bets
    )


def _may_see_setting(scene: PaiGowContext, actor: Actor, position: int) -> bool:
    return _is_face_up(scene, position) or (scene.sits_at(actor, position) and position not in scene.round.surrendered)


def _set_hands_view(scene: PaiGowContext, position: int) -> dict[str, tuple[Card, ...]]:
    laid = scene.round.laid[position]
    return {"high": laid.high, "low": laid.low}

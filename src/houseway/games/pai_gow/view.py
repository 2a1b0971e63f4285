"""What somebody at the table may see. A card is in a view only because a line here puts it there."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.events import Actor
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.envy import picks_up_marker
from houseway.games.pai_gow.irregularities.counting import placed_cards
from houseway.games.pai_gow.state import PaiGowRound
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.values import memoize_in_state


def view_round(context: PaiGowContext, actor: Actor) -> dict[str, object]:
    """Return the round as an actor sees it: what is open on the layout, and a player's own cards."""
    cards = {place: hand for place in (*context.positions, DEALER) if (hand := visible_cards(context, actor, place))}
    return {**_open_view(context), "cards": cards, "settings": _visible_settings(context, actor)}


@memoize_in_state
def _open_view(context: PaiGowContext) -> Mapping[str, object]:
    """Return what everybody sees."""
    state = context.round
    lammers = state.lammers - state.envy_paid if picks_up_marker(context) else state.lammers
    return {
        "round": state.number,
        "book": context.book,
        "closed": state.closed,
        "bank": state.bank.position,
        "co_banking": state.bank.co_banking,
        "bank_offered": state.bank.offered,
        "house_stake": state.bank.house_stake,
        "seats": dict(context.seats),
        "stakes": _stake_totals(state),
        "coupons": _coupon_amounts(state),
        "lit": tuple(sorted(context.lit)),
        "meters": context.meter_amounts(),
        "lammers": tuple(sorted(lammers)),
        "may_earn_envy": tuple(sorted({position for position, _ in lammers})),
        "dice": state.dice,
        "number": state.number_shown,
        "start": state.start,
        "dealt": state.cards_on_layout(placed_cards(context)),
        "aside": state.set_aside,
        "set": tuple(sorted(state.placed_hands)),
        "told_house_way": tuple(sorted(state.told_house_way)),
        "exposed": state.exposed,
        "results": {f"{position} {wager}": result.result for (position, wager), result in state.results.items()},
        "paid": state.paid_amounts(),
        "envy": {f"{position} {wager}": amount for (position, wager), amount in state.envy.items()},
        "surrendered": tuple(sorted(state.surrendered)),
        "to_choose": tuple(sorted(state.exposed_to_choose)),
        "racked": tuple(sorted(state.racked)),
        "void": state.void,
        "finished": state.finished,
    }


def _stake_totals(state: PaiGowRound) -> dict[int, dict[str, Cents]]:
    return {position: {name: stake.total for name, stake in wagers.items()} for position, wagers in state.stakes.items()}


def _visible_settings(context: PaiGowContext, actor: Actor) -> dict[int, dict[str, tuple[Card, ...]]]:
    seen = (position for position in context.round.placed_hands if _may_see_setting(context, actor, position))
    return {position: _set_hands_view(context, position) for position in seen}


def _coupon_amounts(state: PaiGowRound) -> dict[int, dict[str, Cents]]:
    """Return the coupon part of each stake on the layout."""
    found = {
        position: {name: stake.coupon for name, stake in wagers.items() if stake.coupon}
        for position, wagers in state.stakes.items()
    }
    return {position: wagers for position, wagers in found.items() if wagers}


def visible_cards(context: PaiGowContext, actor: Actor, position: int) -> tuple[Card, ...]:
    """Return the cards of a position that an actor may see now."""
    state = context.round
    if _is_face_up(context, position):
        laid = state.placed_hands.get(position)
        return (*laid.high, *laid.low) if laid else state.hands.get(position, ())
    if position in state.racked:
        return ()
    if context.sits_at(actor, position) and _may_look(context, position):
        return state.hands.get(position, ())
    return state.exposed_by_mistake.get(position, ())


def _is_face_up(context: PaiGowContext, position: int) -> bool:
    """Return whether a hand lies face up. A surrendered one does once the dealer has rearranged it for bonus or envy."""
    state = context.round
    if position == DEALER:
        return state.is_dealer_done and DEALER in state.placed_hands
    if position == state.bank.position:
        return state.bank_face_up
    return position in state.exposed or position in state.rearranged


def _may_look(context: PaiGowContext, position: int) -> bool:
    """A player may look when the deal is in order, but not while he has to choose about an exposed card."""
    state = context.round
    return (
        state.stub_counted
        and not state.void
        and position not in state.exposed_to_choose
        and position not in state.void_hands
        and position not in state.surrendered
        and position in state.betting_positions
    )


def _may_see_setting(context: PaiGowContext, actor: Actor, position: int) -> bool:
    return _is_face_up(context, position) or (context.sits_at(actor, position) and position not in context.round.surrendered)


def _set_hands_view(context: PaiGowContext, position: int) -> dict[str, tuple[Card, ...]]:
    laid = context.round.placed_hands[position]
    return {"high": laid.high, "low": laid.low}

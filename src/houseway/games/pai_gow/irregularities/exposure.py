"""Cards that are exposed by mistake: on their way to a hand, in a stack, or in a hand that lies face down."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.pai_gow.context import PaiGowContext, own_position
from houseway.games.pai_gow.deal_order import is_dealt_in_stacks
from houseway.games.pai_gow.irregularities.irregular import check_not_void, void_hand, void_round
from houseway.games.round import Effects, exposed_cards, record_irregularity, round_refusal
from houseway.procedure import DEALER, DIV, MD

EXPOSED_PLAYER = Law({MD: "14.C", DIV: ("(n)(4)#1", "(n)(4)#2")})
LOOKED = Law({MD: "14.C", DIV: "(n)(4)#2"})
EXPOSED_DEALER = Law({MD: "14.D", DIV: "(n)(5)"})
EXPOSED_IN_HAND_DEAL = Law({MD: "14.J", DIV: "(n)(11)"})
STACKING, DEALING, FACE_DOWN, LATER = WHEN = ("stacking", "dealing", "face-down", "later")
"""When a card was exposed: while stacks were made, while cards or stacks went to their hands, while the hand lay face down, or
just now."""
BY_DEALER, BY_PLAYER = EXPOSED_BY = ("dealer", "player")


def exposure_times(context: PaiGowContext) -> tuple[str, ...]:
    """Return when a card may have been exposed."""
    return WHEN if is_dealt_in_stacks(context) else WHEN[1:]


def exposed_while_dealing(
    context: PaiGowContext, command: Command, hands: Mapping[int, tuple[Card, ...]] | None = None
) -> Effects:
    """Report cards that came face up on the way to a hand: positions with a count, card numbers or the cards themselves."""
    exposed, dealt, size = command.facts.get("exposed"), hands or {}, context.rules.regulation.number_of("hand-cards")
    if not isinstance(exposed, Mapping) or not all(place in (DEALER, *context.positions) for place in exposed):
        raise command.unreadable("exposed", "positions, each with its cards")
    if _voids_hand_deal(context, DEALING):
        return void_round(context, "card-exposed", context.law(EXPOSED_IN_HAND_DEAL))
    cards = {place: exposed_cards(command, dealt.get(place, ()), given, size) for place, given in exposed.items()}
    return exposed_effects(context, cards) or (record_irregularity("exposed", command),)


def _voids_hand_deal(context: PaiGowContext, when: str) -> bool:
    """Return whether a card exposed in a deal from the hand voids the round: while stacks are made, or any card (PG-40)."""
    if is_dealt_in_stacks(context):
        return when == STACKING
    return when == DEALING and context.dealing == "hand" and not context.takes_reading("PG-40=dead-letter")


def exposed_while_stacking(context: PaiGowContext, command: Command) -> Effects:
    """A card came face up while the stacks were made, no matter which. Stacks are counted from the dealer's left."""
    exposed, stacks = command.facts.get("exposed"), context.rules.regulation.number_of("stacks")
    if not isinstance(exposed, Mapping) or not all(type(stack) is int and 1 <= stack <= stacks for stack in exposed):
        raise command.unreadable("exposed", f"a table of stacks from 1 to {stacks}, each with its cards")
    return spoil_stacks(context, "card-exposed", context.law(EXPOSED_IN_HAND_DEAL))


def spoil_stacks(context: PaiGowContext, why: str, clauses: tuple[Citation, ...]) -> Effects:
    """The cards of stacks that were being made are reshuffled: the round is void, or its wagers stand (DIV-108)."""
    if not context.takes_reading("DIV-108=wagers-stand"):
        return void_round(context, why, clauses)
    return (Event("stacks-spoiled", clauses, {"why": why, "under": clauses}),)


def report_exposed(context: PaiGowContext, command: Command) -> Effects:
    """Cards of a hand were exposed. Facts: position, cards, who exposed them, whether the player had looked at the others, and
    when it happened if it is reported later; or the stack, while stacks wait. What no longer matters is only recorded."""
    check_not_void(context, command)
    if "stack" in command.facts:
        return _report_exposed_stack(context, command)
    position, when = command.position, command.text("when", LATER, exposure_times(context))
    by, looked = command.text("who", BY_DEALER, EXPOSED_BY), command.flag("looked", False) or has_looked(context, position)
    if position not in reportable_positions(context):
        raise round_refusal(
            "nothing-to-expose",
            f"position {position} has no cards that could be exposed: report it after the deal, or the stack while stacks wait",
            context.law(EXPOSED_PLAYER),
            given=position,
            allowed=reportable_positions(context) or tuple(f"stack {stack}" for stack in reportable_stacks(context)),
        )
    size, given = context.rules.regulation.number_of("hand-cards"), command.facts.get("cards", 1)
    cards = exposed_cards(command, context.round.hands[position], given, size)
    if _voids_hand_deal(context, when):
        return void_round(context, "card-exposed", context.law(EXPOSED_IN_HAND_DEAL))
    if not does_exposure_count(context, position, when, by):
        return (record_irregularity("exposed", command),)
    return exposed_effects(context, {position: cards}, looked)


def _report_exposed_stack(context: PaiGowContext, command: Command) -> Effects:
    """A card of a stack was exposed before the stacks were delivered (DIV-109)."""
    stack, stacks = command.number("stack"), reportable_stacks(context)
    if "position" in command.facts:
        raise command.unreadable("stack", "a position after the deal, or a stack before it, and not both")
    if stack not in stacks:
        raise round_refusal(
            "no-stack",
            f"no stack {stack} waits to be delivered",
            context.law(EXPOSED_IN_HAND_DEAL),
            given=stack,
            allowed=stacks or "after deal-stacks, until the stacks are delivered",
        )
    return void_round(context, "card-exposed", context.law(EXPOSED_IN_HAND_DEAL))


def reportable_stacks(context: PaiGowContext) -> tuple[int, ...]:
    """Return the stacks that wait to be delivered."""
    return () if context.round.void else tuple(range(1, len(context.round.stacks) + 1))


def does_exposure_count(context: PaiGowContext, position: int, when: str, by: str = BY_DEALER) -> bool:
    """Return whether an exposed card has consequences: the dealer's or the bank's if it lay face down at that time, a player's if
    his hand still lies face down and the dealer exposed the card."""
    hidden = position in hidden_positions(context)
    if position == DEALER and is_dealer_dead(context):
        return False
    if position in (DEALER, context.round.bank.position):
        return hidden or when in (DEALING, FACE_DOWN)
    return hidden and by == BY_DEALER


def reportable_positions(context: PaiGowContext) -> tuple[int, ...]:
    """Return the hands of which cards may have been exposed: all that were dealt."""
    return (DEALER, *context.positions) if context.round.dealt and not context.round.void else ()


def has_looked(context: PaiGowContext, position: int) -> bool:
    """Return whether a player has looked at his cards: he has set them, or they were shown to his seat (PG-103, DIV-112)."""
    state = context.round
    shown = state.stub_counted and bool(state.hands.get(position)) and position not in state.exposed_to_choose
    return shown or position in state.placed_hands


def does_player_choose(context: PaiGowContext, position: int) -> bool:
    """Return whether a player may still choose about an exposed card of a hand, as far as the table knows."""
    return position not in (DEALER, context.round.bank.position) and not has_looked(context, position)


def exposure_clauses(context: PaiGowContext, position: int) -> tuple[Citation, ...]:
    """Return under which clauses a card of a hand is reported as exposed now: those that give a choice only if there is one."""
    if position in (DEALER, context.round.bank.position):
        return context.law(EXPOSED_DEALER)
    return context.law(EXPOSED_PLAYER if does_player_choose(context, position) else LOOKED)


def is_dealer_dead(context: PaiGowContext) -> bool:
    """Return whether the dealer's cards are collected unseen after the deal, because the house has no wager against the bank."""
    bank = context.round.bank
    if bank.position is None or bank.house_stake or not context.takes_reading("DIV-44=by-method", "PG-31"):
        return False
    return not is_dealt_in_stacks(context)


def hidden_positions(context: PaiGowContext) -> tuple[int, ...]:
    """Return positions with face-down hands in play, including the dealer's."""
    state = context.round
    if not state.dealt or state.void:
        return ()
    open_ones = {*state.exposed, *state.surrendered, *state.racked, *([DEALER] if state.is_dealer_done else [])}
    if state.bank_face_up:
        open_ones.add(state.opposing_position)
    return tuple(place for place in (DEALER, *state.live_positions) if place not in open_ones)


def exposed_effects(context: PaiGowContext, exposed: Mapping[int, tuple[Card, ...]], looked: bool = False) -> Effects:
    """A card of the dealer or the bank voids the round. A player chooses about his hand, unless he has looked at it."""
    banks_card = context.round.bank.position in exposed
    if (DEALER in exposed and not is_dealer_dead(context)) or banks_card:
        return void_round(context, "card-exposed", context.law(EXPOSED_DEALER), is_banks_card=banks_card)
    law, known = context.law(LOOKED if looked else EXPOSED_PLAYER), {"looked": True} if looked else {}
    return tuple(
        Event("card-exposed", law, {"position": position, "cards": cards, **known})
        for position, cards in sorted(exposed.items())
        if position in context.round.betting_positions
    )


def play_exposed(context: PaiGowContext, command: Command) -> Effects:
    """The player keeps the hand, without having looked at the other cards."""
    position = _position_to_choose(context, command)
    return (Event("exposed-hand-played", context.law(EXPOSED_PLAYER), {"position": position}),)


def void_exposed(context: PaiGowContext, command: Command) -> Effects:
    """The player voids the hand: its wagers are returned (PG-38, DIV-29), and it neither earns nor pays envy."""
    position = _position_to_choose(context, command)
    return void_hand(context, position, context.law(EXPOSED_PLAYER), context.takes_reading("PG-38=forfeit", "DIV-29=forfeit"))


def _position_to_choose(context: PaiGowContext, command: Command) -> int:
    position = own_position(context, command)
    if position not in context.round.exposed_to_choose:
        seen = position in context.round.exposed_by_mistake
        raise round_refusal(
            "nothing-to-choose",
            f"nothing is left to choose at position {position}: the player has chosen, or has seen the other cards"
            if seen
            else f"no card of position {position} was exposed, so there is nothing to choose",
            context.law(EXPOSED_PLAYER),
            given=position,
            allowed=tuple(sorted(context.round.exposed_to_choose)),
        )
    return position

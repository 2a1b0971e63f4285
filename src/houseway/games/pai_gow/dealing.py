"""From the starting position to the dealt hands. The dealer reports facts, and the book decides what follows."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event, Role
from houseway.games.pai_gow.context import PaiGowContext, position_of_bank
from houseway.games.pai_gow.deal_order import deal_across_and_back, deal_one_by_one, deliver_stacks, is_dealt_in_stacks
from houseway.games.pai_gow.irregularities.exposure import (
    exposed_while_dealing,
    exposed_while_stacking,
    is_dealer_dead,
    spoil_stacks,
)
from houseway.games.pai_gow.irregularities.face_up import are_too_many, face_up_numbers, set_aside, void_for_face_up
from houseway.games.pai_gow.irregularities.irregular import check_not_void, void_round
from houseway.games.round import Effects, round_refusal
from houseway.procedure import DEALER, DIV, MD

FIND_START = Law(
    {
        MD: {"manual-shoe": "8.D(1)", "hand": "9.B(2)", "automated-shoe": "10.B"},
        DIV: {"manual-shoe": "(h)(2)#1", "hand": "(i)(5)#1", "automated-shoe": "(j)(3)#1"},
    }
)
BANK_ROUND = Law({MD: "12.H", DIV: {"manual-shoe": "(m)(8)", "hand": "(m)(9)", "automated-shoe": "(m)(10)"}})
DEAL = Law(
    {
        MD: {
            "manual-shoe": ("8.D(2)", "8.D(3)"),
            "hand": ("9.B(1)", "9.C"),
            "automated-shoe": ("10.C(1)", "10.C(2)(a)", "10.C(2)(b)"),
        },
        DIV: {
            "manual-shoe": ("(h)(3)#1", "(h)(3)#2", "(h)(3)#3"),
            "hand": ("(i)(6)#1", "(i)(6)#2", "(i)(6)#3"),
            "automated-shoe": ("(j)(4)#1", "(j)(4)#2", "(j)(4)#3"),
        },
    }
)
DEAL_STACKS = Law({DIV: ("(i)(2)(ii)#1", "(i)(2)(ii)#2", "(i)(3)")}, policy="hand-dealing")
BANK_PICKS_STACK = Law({DIV: "(m)(9)(i)#1"}, policy="hand-dealing")
FIRST_STACK_MOVED = Law({DIV: "(m)(9)(i)#2"}, policy="hand-dealing")
FROM_PICKED_STACK = Law({DIV: "(m)(9)(v)#1"}, policy="hand-dealing")
THEN_TO_ITS_RIGHT = Law({DIV: "(m)(9)(v)#2"}, policy="hand-dealing")
THEN_FROM_FAR_LEFT = Law({DIV: "(m)(9)(v)#3"}, policy="hand-dealing")
STACK_FOR_EACH_PLACE = Law({DIV: "(m)(9)(v)#4"}, policy="hand-dealing")
WRONG_START = Law({MD: "14.B", DIV: "(n)(3)"})
OUT_OF_PATTERN = Law({DIV: "(n)(12)"}, policy="hand-dealing")
DRAWN_IN_ERROR = Law({MD: "14.G", DIV: "(n)(7)"})
SHOE_JAMMED = Law({MD: "14.M", DIV: ("(n)(14)#1", "(n)(14)#2")})
COLLECT_UNWAGERED = Law(
    {
        MD: {"manual-shoe": "8.G", "hand": "9.F", "automated-shoe": ("10.F(1)", "10.F(2)")},
        DIV: {"manual-shoe": "(h)(4)(i)#2", "hand": "(i)(7)", "automated-shoe": "(j)(6)"},
    }
)


def deal_stacks(context: PaiGowContext, command: Command) -> Effects:
    """Deal seven stacks from the hand, across and back (the Division). Facts: face_up, exposed, pattern, drawn_in_error."""
    if command.text("pattern", "right", PATTERNS) == "wrong":
        return spoil_stacks(context, "stacks-out-of-pattern", context.law(OUT_OF_PATTERN))
    if command.facts.get("exposed"):
        return exposed_while_stacking(context, command)
    face_up = face_up_numbers(context, command)
    if are_too_many(context, face_up):
        return void_for_face_up(context)
    usable, aside, faults = set_aside(context, *face_up)
    faults = (*faults, *_effects_of_extra_draw(context, command))
    stacks = context.rules.regulation.number_of("stacks")
    made = (
        deal_across_and_back(usable, stacks, context.rules.regulation.number_of("hand-cards"))
        if usable is not None
        else ((),) * stacks
    )
    used = sum(map(len, made))
    stub = tuple(usable[used:]) if usable is not None else ()
    facts = {"stacks": made, "stub": stub, "set_aside": aside}
    return (*faults, Event("stacks-dealt", context.law(DEAL_STACKS), facts))


def is_bank_gone(context: PaiGowContext) -> bool:
    """Return whether the player who banks has left, so that the dealer acts in his place (PG-95, DIV-95)."""
    return context.round.bank.position in context.round.left


def first_stack_clauses(context: PaiGowContext) -> tuple[Citation, ...]:
    """The bank picks the first stack, and the dealer moves it forward; for a bank that has left he does both (DIV-95)."""
    picks = () if is_bank_gone(context) else context.law(BANK_PICKS_STACK)
    return (*picks, *context.law(FIRST_STACK_MOVED))


def choose_stack(context: PaiGowContext, command: Command) -> Effects:
    """The bank picks the stack that goes out first; the dealer, if the bank has left. Stacks are counted from the dealer's
    left."""
    if not is_bank_gone(context):
        position_of_bank(context, command)
    elif command.by.role is not Role.DEALER:
        message = "the bank has left, so the dealer picks the first stack"
        raise round_refusal("left", message, first_stack_clauses(context), given=str(command.by), allowed="dealer")
    clauses, stack, most = first_stack_clauses(context), command.number("stack"), len(context.round.stacks)
    if not 1 <= stack <= most:
        raise round_refusal("stack", f"there is no stack {stack}", clauses, given=stack, allowed=f"1 to {most}")
    return (Event("first-stack-chosen", clauses, {"stack": stack}),)


def deal_cards(context: PaiGowContext, command: Command) -> Effects:
    """Deal cards or stacks clockwise from the starting position. Facts: first, face_up, exposed, jammed, drawn_in_error."""
    start = context.round.start
    assert start is not None
    if command.flag("jammed", False):
        return void_round(context, "shoe-jammed", context.law(SHOE_JAMMED))
    first = command.number("first", start)
    if first != start:
        return void_round(context, "wrong-first-position", context.law(WRONG_START), given=first, should_be=start)
    if context.round.stacks:
        hands = deliver_stacks(context, start, context.round.stacks)
        dealt = _dealt_event(context, hands, context.round.stub or (), context.round.set_aside)
        return (dealt, *exposed_while_dealing(context, command, hands)) if command.facts.get("exposed") else (dealt,)
    face_up = face_up_numbers(context, command)
    if are_too_many(context, face_up):
        return void_for_face_up(context)
    usable, aside, faults = set_aside(context, *face_up)
    faults = (*faults, *_effects_of_extra_draw(context, command))
    hands = deal_one_by_one(context, start, usable) if usable is not None else dict.fromkeys(context.clockwise(start), ())
    used = sum(map(len, hands.values()))
    stub = tuple(usable[used:]) if usable is not None else ()
    if command.facts.get("exposed"):
        return (*faults, _dealt_event(context, hands, stub, aside), *exposed_while_dealing(context, command, hands))
    return (*faults, _dealt_event(context, hands, stub, aside))


def _effects_of_extra_draw(context: PaiGowContext, command: Command) -> tuple[Event, ...]:
    if not command.flag("drawn_in_error", False):
        return ()
    return (Event("card-drawn-in-error", context.law(DRAWN_IN_ERROR), {"used_as": "the next card"}),)


def _dealt_event(
    context: PaiGowContext, hands: Mapping[int, tuple[Card, ...]], stub: tuple[Card, ...], aside: tuple[Card, ...]
) -> Event:
    bank = context.round.bank.position is not None
    clauses = _picked_stack_clauses(context) if bank and context.round.stacks else context.law(DEAL, context.dealing)
    found = (*context.law(FIND_START, context.dealing), *(context.law(BANK_ROUND, context.dealing) if bank else ()))
    return Event("cards-dealt", (*found, *clauses), {"hands": hands, "stub": stub, "set_aside": aside})


def _picked_stack_clauses(context: PaiGowContext) -> tuple[Citation, ...]:
    """Return why stacks go out in this order: the picked one, those to its right if there are any, and then from the far left."""
    first, stacks = context.round.first_stack or 1, len(context.round.stacks)
    right = context.law(THEN_TO_ITS_RIGHT) if first < stacks else ()
    left = context.law(THEN_FROM_FAR_LEFT) if first > 1 else ()
    return (*context.law(FROM_PICKED_STACK), *right, *left, *context.law(STACK_FOR_EACH_PLACE))


# What is reported after the deal

PATTERNS = ("right", "wrong")


def report_start(context: PaiGowContext, command: Command) -> Effects:
    """The first card or stack went to the wrong position. Facts: first. The book names no time."""
    check_not_void(context, command)
    first, start, places = command.number("first"), context.round.start, (DEALER, *context.positions)
    if not context.round.dealt or first == start or first not in places:
        raise round_refusal(
            "no-wrong-start",
            f"{first} is not a wrong starting position: after the deal, report a position other than {start}",
            context.law(WRONG_START),
            given=first,
            allowed=wrong_starts(context),
        )
    return void_round(context, "wrong-first-position", context.law(WRONG_START), given=first, should_be=start)


def wrong_starts(context: PaiGowContext) -> tuple[int, ...]:
    """Return where the first card may have gone by mistake."""
    dealt = context.round.dealt and not context.round.void
    return tuple(place for place in (DEALER, *context.positions) if place != context.round.start) if dealt else ()


def report_stacks(context: PaiGowContext, command: Command) -> Effects:
    """The seven stacks were not dealt across and back. The book names no time."""
    check_not_void(context, command)
    if not are_stacks_dealt(context):
        law = context.law(DEAL, context.dealing)
        raise round_refusal(
            "no-stacks", "no stacks were dealt from the hand in this round", law, given=command.act, allowed="after deal-stacks"
        )
    return void_round(context, "stacks-out-of-pattern", context.law(OUT_OF_PATTERN))


def are_stacks_dealt(context: PaiGowContext) -> bool:
    """Return whether stacks were dealt from the hand, delivered or not."""
    state = context.round
    return is_dealt_in_stacks(context) and bool(state.stacks or state.dealt) and not state.void


def collect_unwagered(context: PaiGowContext, command: Command) -> Effects:
    """Rack unseen the cards of positions without a wager, and the dealer's if the house has none against the bank (DIV-44)."""
    idle, law = idle_positions(context), context.law(COLLECT_UNWAGERED, context.dealing)
    players = (Event("unwagered-collected", law, {"positions": idle}),) if idle else ()
    dead = is_dealer_dead(context)
    return (*players, *((Event("dealer-done", law, {"racked": True, "words": ""}),) if dead else ()))


def idle_positions(context: PaiGowContext) -> tuple[int, ...]:
    return tuple(place for place in context.positions if place not in context.round.betting_positions)

"""The deal of Ultimate Texas Hold'em: two cards each, the box, and the board in two steps, by dealing method."""

from collections.abc import Sequence

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext, context_after
from houseway.games.against_dealer.dealing import (
    FACES_UP,
    cards_without,
    entered_cards,
    extra_draw_effects,
    find_face_up_cards,
    split_face_up,
)
from houseway.games.against_dealer.irregularities.counting import WRONG_NUMBER, miscounted_places
from houseway.games.against_dealer.irregularities.exposure import exposed_while_dealing
from houseway.games.against_dealer.irregularities.face_up import (
    dealt_face_up_effects,
    report_face_up_with_step,
    times_found,
    was_unusable_dealt,
)
from houseway.games.against_dealer.irregularities.irregular import (
    FACE_UP_LATE,
    do_dealer_cards_wait,
    still_settled_clauses,
    void_after_jam,
    void_base_wagers,
    void_round,
)
from houseway.games.against_dealer.settling import turn_box
from houseway.games.against_dealer.side_bets import needs_board_cards
from houseway.games.against_dealer.state import DEALING, DECIDING, LATER
from houseway.games.round import AUTOMATED_SHOE, Effect, Effects, Place
from houseway.games.round_context import due_step_under
from houseway.games.ultimate.hands import flop_size, has_box
from houseway.procedure import DEALER, ULTIMATE, Step
from houseway.regulation.side_bets import DecidedBy

Cards = tuple[Card, ...]

DEAL = Law(
    {
        ULTIMATE: {
            "manual-shoe": "8.D(2)",
            "hand": "9.B(2)",
            AUTOMATED_SHOE: "10.B(2)",
            "first": "10.B(3)",
        }
    }
)
DEALER_WAITS = Law({ULTIMATE: "10.B(4)"})
BOX = Law({ULTIMATE: "10.B(1)"})
BOARD_FIRST = Law({ULTIMATE: "10.F"})
ELECTRONIC = Law({ULTIMATE: ("11.L", "11.L(1)")})
ELECTRONIC_BOARD = Law({ULTIMATE: "11.L(2)"})
FLOP = Law({ULTIMATE: {"manual-shoe": ("8.D(3)", "11.C(2)"), "hand": ("9.B(3)", "11.C(2)"), AUTOMATED_SHOE: "11.C(2)"}})
FINAL = Law({ULTIMATE: {"manual-shoe": ("8.D(3)", "11.E(2)"), "hand": ("9.B(3)", "11.E(2)"), AUTOMATED_SHOE: "11.E(2)"}})
BURN_FLOP = Law({ULTIMATE: "11.C(1)"})
BURN_FINAL = Law({ULTIMATE: "11.E(1)"})
COMPLETE = Law({ULTIMATE: ("13.G", "13.C")})


def deal_law(context: DealerGameContext) -> tuple[Citation, ...]:
    law, electronic = context.law(DEAL, context.dealing), _if_electronic(context, ELECTRONIC)
    if context.dealing != AUTOMATED_SHOE:
        return (*law, *electronic)
    how = context.law(DEALER_WAITS) if do_dealer_cards_wait(context) else context.law(DEAL, "first")
    first = context.law(BOARD_FIRST) if context.filed_option("table.community-cards-first") else ()
    law = (*(context.law(BOX) if has_box(context) else ()), *law, *first, *how)
    return (*law, *electronic, *_if_electronic(context, ELECTRONIC_BOARD))


def _if_electronic(context: DealerGameContext, law: Law) -> tuple[Citation, ...]:
    """Return the clauses of a rule for electronic tables, if this is one."""
    return context.law(law) if context.filed_option("electronic.offered") else ()


def card_count(context: DealerGameContext, place: Place) -> int:
    """Return how many cards should lie in a place now."""
    if isinstance(place, int):
        return context.rules.regulation.number_of("hand-cards")
    if place == "box":
        return context.rules.regulation.number_of("box-cards") if has_box(context) else 0
    if place == "burned":
        return context.round.burn_count
    return context.rules.regulation.number_of("community-cards") if context.dealing == AUTOMATED_SHOE else context.round.shown


def deal_cards(context: DealerGameContext, command: Command) -> Effects:
    """Deal two cards to everybody. Facts: face_up, drawn_in_error, exposed, jammed, and hands, board, box if miscounted."""
    if command.flag("jammed", False):
        return void_after_jam(context)
    found = find_face_up_cards(context, command)
    early, late = (found, ()) if do_dealer_cards_wait(context) else split_face_up(found, _cards_dealt_first(context))
    if len(early) >= context.rules.regulation.number_of("face-up-void"):
        return void_round(context, "cards-face-up", context.law(FACES_UP))
    dealt = Event("cards-dealt", deal_law(context), _dealt_facts(context, cards_without(context.stack, early)))
    made: tuple[Effect, ...] = (*early, *extra_draw_effects(context, command), dealt)
    made = (*made, *late_face_up_effects(context_after(context, *made), late, DECIDING))
    return _with_irregularities(context, command, made)


def _cards_dealt_first(context: DealerGameContext) -> int:
    """Return how many cards are dealt until everybody has his hand."""
    hands = context.rules.regulation.number_of("hand-cards") * (len(context.playing_positions) + 1)
    return hands + (card_count(context, "box") + card_count(context, "board") if context.dealing == AUTOMATED_SHOE else 0)


def _with_irregularities(context: DealerGameContext, command: Command, made: tuple[Effect, ...]) -> Effects:
    """Add what is wrong with the dealt cards: a wrong number, or exposed cards."""
    now = context_after(context, *made)
    wrong = miscounted_places(now, command)
    if wrong:
        return (*made, *void_round(now, "misdeal", context.law(WRONG_NUMBER), given=wrong))
    return (*made, *exposed_while_dealing(now, command))


def _dealt_facts(context: DealerGameContext, cards: Cards | None) -> dict[str, object]:
    """Return everything that is dealt at once, in order."""
    seats, each = context.playing_positions, context.rules.regulation.number_of("hand-cards")
    if cards is None:
        return {"hands": dict.fromkeys((*seats, DEALER), ()), "board": (), "box": (), "rest": None}
    if context.dealing != AUTOMATED_SHOE:
        places = (*seats, DEALER)
        hands = {place: tuple(cards[turn : each * len(places) : len(places)]) for turn, place in enumerate(places)}
        return {"hands": hands, "board": (), "box": (), "rest": cards[each * len(places) :]}
    order = (*seats, DEALER) if do_dealer_cards_wait(context) else (DEALER, *seats)
    sizes = (card_count(context, "box"), context.rules.regulation.number_of("community-cards"), *(each for _ in order))
    box, board, *stacks = _cut_stacks(cards, sizes)
    return {"hands": dict(zip(order, stacks, strict=True)), "board": board, "box": box, "rest": cards[sum(sizes) :]}


def _cut_stacks(cards: Cards, sizes: Sequence[int]) -> list[Cards]:
    """Cut one stack after the other from the top."""
    made, top = [], 0
    for number in sizes:
        made.append(cards[top : top + number])
        top += number
    return made


# The board


def burns_cards(context: DealerGameContext) -> bool:
    """Return whether a card is burned before the flop and before the last two (UTH-36)."""
    return context.dealing == "hand" or (context.dealing == "manual-shoe" and context.takes_reading("UTH-36=any-manual-deal"))


def deal_flop(context: DealerGameContext, command: Command) -> Effects:
    """Deal the first three community cards. Facts: face_up, drawn_in_error, exposed, board if miscounted, cards if entered."""
    burned = context.law(BURN_FLOP) if burns_cards(context) else ()
    law = (*burned, *context.law(FLOP, context.dealing), *_if_electronic(context, ELECTRONIC_BOARD))
    return _deal_community(context, command, "flop-dealt", (_board_part(context, 0),), law)


def deal_final(context: DealerGameContext, command: Command) -> Effects:
    """Deal the last two. Facts as for the flop."""
    burned = context.law(BURN_FINAL) if burns_cards(context) else ()
    law = (*burned, *context.law(FINAL, context.dealing), *_if_electronic(context, ELECTRONIC_BOARD))
    return _deal_community(context, command, "final-dealt", (_board_part(context, 1),), law)


BoardPart = tuple[int, int]
"""How many cards are burned, and how many then dealt."""


def _board_part(context: DealerGameContext, number: int) -> BoardPart:
    key, cards = (
        ("burn-flop", flop_size(context.rules)),
        ("burn-final", context.rules.regulation.number_of("final-community-cards")),
    )[number]
    return (context.rules.regulation.number_of(key) if burns_cards(context) else 0), cards


def _deal_community(
    context: DealerGameContext, command: Command, kind: str, parts: tuple[BoardPart, ...], law: tuple[Citation, ...]
) -> Effects:
    """Deal community cards from the rest, or turn them up where they lie. Cards found face up now void the wagers against the
    dealer (UTH-24)."""
    found = report_face_up_with_step(context, command)
    now = context_after(context, *found)
    if now.round.must_reshuffle:
        return found
    event = _community_event(now, command, kind, parts, law)
    return _with_irregularities(context, command, (*found, *extra_draw_effects(context, command), event))


def late_face_up_effects(context: DealerGameContext, found: tuple[Event, ...], when: str) -> Effects:
    """Cards found face up are set aside. If one was found when all had their cards, several void the wagers against the dealer
    (UTH-24), by 13.C and neither 13.A nor 13.B: one that was dealt to the board stays there. When no more cards are to be dealt,
    it is too late for any of them (UTH-97)."""
    if when == LATER or not found:
        return ()
    if not _do_enough_count(context, found) or (when == DEALING and was_unusable_dealt(context, found)):
        return dealt_face_up_effects(context, found, when)
    law = context.law(FACE_UP_LATE)
    aside = tuple(Event(event.kind, law, event.facts) for event in found)
    if context.round.base_void:
        return aside
    return (*aside, *void_base_wagers(context_after(context, *aside), "cards-face-up", law))


def _do_enough_count(context: DealerGameContext, found: tuple[Event, ...]) -> bool:
    """Return whether the cards void the wagers against the dealer (13.C)."""
    times, any_card = times_found(context, found), context.takes_reading("UTH-24=any-card")
    least = 1 if any_card else context.rules.regulation.number_of("face-up-void")
    return DECIDING in times and len(times) >= least


def deals_on(context: DealerGameContext) -> bool:
    """Return whether community cards are still due, or the dealer's cards wait in the machine."""
    return do_dealer_cards_wait(context) or bool(_board_cards_due(context))


def _community_event(
    context: DealerGameContext, command: Command, kind: str, parts: tuple[BoardPart, ...], law: tuple[Citation, ...]
) -> Event:
    state, wanted = context.round, sum(cards for _, cards in parts)
    burned: Cards = ()
    known: Cards = state.board[state.shown :][:wanted]
    if context.dealing != AUTOMATED_SHOE and state.undealt is not None:
        stacks = _cut_stacks(state.undealt, [number for part in parts for number in part])
        burned, known = sum(stacks[::2], ()), sum(stacks[1::2], ())
    cards = entered_cards(context, command, "cards", known, wanted, law)
    gone = sum(burn for burn, _ in parts) if context.dealing != AUTOMATED_SHOE else 0
    return Event(kind, law, {"cards": cards, "burned": burned, "burns": gone})


def missing_board_cards(context: DealerGameContext) -> int:
    """Return community cards that are not face up."""
    return context.rules.regulation.number_of("community-cards") - context.round.shown


def _open_wagers(context: DealerGameContext) -> frozenset[str]:
    return frozenset(wager for place in context.playing_positions for wager in context.open_optional_wagers(place))


def _board_cards_due(context: DealerGameContext) -> int:
    """Return community cards that are still to be turned up. After a void 13.C has them dealt in any case, 13.G only for a wager
    that they decide."""
    if context.round.base_void and not set(context.law(FACE_UP_LATE)) & set(context.round.void_under):
        is_needed = any(needs_board_cards(context, wager) for wager in _open_wagers(context))
        return missing_board_cards(context) if is_needed else 0
    return missing_board_cards(context)


def _box_cards_due(context: DealerGameContext) -> int:
    """Return cards of the box that are still to be turned up. After a void only a wager that they decide needs them."""
    open_wagers = map(context.rules.wagers.__getitem__, _open_wagers(context) if context.round.base_void else ())
    is_idle = context.round.base_void and not any(wager.decided_by is DecidedBy.OWN_AND_BOX for wager in open_wagers)
    if context.round.box_turned or is_idle:
        return 0
    return card_count(context, "box")


def completion_step(context: DealerGameContext) -> Step | None:
    """The board is completed and the box turned up for the wagers that stand although those against the dealer are void."""
    if not _board_cards_due(context) and not _box_cards_due(context):
        return None
    law = still_settled_clauses(context, context.round.void_under)
    return due_step_under(context, "complete-board", "complete the board for the remaining wagers", law)


def complete_board(context: DealerGameContext, command: Command) -> Effects:
    """Complete the board. Facts: face_up, board if miscounted, and cards and box if they are entered."""
    found = report_face_up_with_step(context, command)
    now = context_after(context, *found)
    if now.round.void:
        return found
    left = tuple(_board_part(context, number) for number in range(context.round.decision_round, 2))
    law = still_settled_clauses(context, context.round.void_under)
    board = (_community_event(now, command, "board-completed", left, law),) if _board_cards_due(context) else ()
    box = turn_box(context_after(now, *board), command) if _box_cards_due(context) else ()
    made = (*found, *board, *box)
    now = context_after(context, *made)
    wrong = miscounted_places(now, command, "board")
    return (*made, *void_round(now, "misdeal", context.law(WRONG_NUMBER), given=wrong)) if wrong else made


def is_stub_ready(context: DealerGameContext) -> bool:
    """Return whether the stub is ready: no community card is due or, from a machine, all cards are out of it (UTH-22)."""
    if context.dealing != AUTOMATED_SHOE:
        return not _board_cards_due(context)
    return bool(context.round.base_void) or not do_dealer_cards_wait(context)


def cards_to_enter(context: DealerGameContext, step: Step) -> dict[str, int]:
    """Physical cards are entered as they are turned up."""
    box = _box_cards_due(context)
    hand = context.rules.regulation.number_of("hand-cards")
    match step.act:
        case "deal-flop":
            return {"cards": flop_size(context.rules)}
        case "deal-final":
            return {"cards": missing_board_cards(context)}
        case "complete-board":
            return {"cards": _board_cards_due(context), "box": box}
        case "turn-dealer":
            return {"cards": hand, "box": box}
        case "expose":
            return {"cards": hand}
        case _:
            return {}

"""The deal of Ultimate Texas Hold'em: two cards each, the box, and the board in two steps, by dealing method."""

from collections.abc import Sequence

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.dealing import (
    FACES_UP,
    cards_without,
    context_after,
    entered_cards,
    extra_draw_effects,
    face_up_count,
    find_face_up_cards,
)
from houseway.games.against_dealer.irregular import (
    SHOE_FAILED,
    WRONG_NUMBER,
    exposed_while_dealing,
    miscounted_places,
    void_base_wagers,
    void_round,
)
from houseway.games.against_dealer.scene import DealerGameContext
from houseway.games.against_dealer.settling import turn_box
from houseway.games.round import Effect, Effects, book_count
from houseway.games.scene import due_step_under
from houseway.games.states import Place
from houseway.games.ultimate.hands import flop_size, has_box
from houseway.procedure import DEALER, ULTIMATE, Step

Cards = tuple[Card, ...]
MACHINE = "automated-shoe"

DEAL = Law(
    {ULTIMATE: {"manual-shoe": ("8.D(1)", "8.D(2)"), "hand": ("9.B(1)", "9.B(2)"), MACHINE: "10.B(2)", "first": "10.B(3)"}}
)
DEALER_WAITS = Law({ULTIMATE: "10.B(4)"})
BOX = Law({ULTIMATE: "10.B(1)"})
BOARD_FIRST = Law({ULTIMATE: "10.F"})
ELECTRONIC = Law({ULTIMATE: ("11.L", "11.L(1)", "11.L(2)")})
FLOP = Law({ULTIMATE: {"manual-shoe": ("8.D(3)", "11.C(2)"), "hand": ("9.B(3)", "11.C(2)"), MACHINE: "11.C(2)"}})
FINAL = Law({ULTIMATE: {"manual-shoe": ("8.D(3)", "11.E(2)"), "hand": ("9.B(3)", "11.E(2)"), MACHINE: "11.E(2)"}})
BURN_FLOP = Law({ULTIMATE: "11.C(1)"})
BURN_FINAL = Law({ULTIMATE: "11.E(1)"})
LATE_FACES_UP = Law({ULTIMATE: {"several": ("13.C", "13.B"), "one": "13.C"}})
COMPLETE = Law({ULTIMATE: ("13.G", "13.C")})


def do_dealer_cards_wait_in_shuffler(scene: DealerGameContext) -> bool:
    """Return whether the dealer's cards stay in the machine until all players have acted."""
    return scene.dealing == MACHINE and scene.option("table.dealer-cards") == "left-in-shuffler"


def deal_law(scene: DealerGameContext) -> tuple[Citation, ...]:
    law = scene.law(DEAL, scene.dealing)
    if scene.dealing == MACHINE:
        how = scene.law(DEALER_WAITS) if do_dealer_cards_wait_in_shuffler(scene) else scene.law(DEAL, "first")
        first = scene.law(BOARD_FIRST) if scene.option("table.community-cards-first") else ()
        law = (*(scene.law(BOX) if has_box(scene) else ()), *law, *first, *how)
    return (*law, *(scene.law(ELECTRONIC) if scene.option("electronic.offered") else ()))


def card_count(scene: DealerGameContext, place: Place) -> int:
    """Return how many cards should lie in a place now."""
    if isinstance(place, int):
        return book_count(scene.rules, "hand-cards")
    if place == "box":
        return book_count(scene.rules, "box-cards") if has_box(scene) else 0
    if place == "burned":
        return scene.round.burns
    board = book_count(scene.rules, "community-cards")
    return board if scene.dealing == MACHINE else (0, flop_size(scene), board)[min(scene.round.street, 2)]


def deal(scene: DealerGameContext, command: Command) -> Effects:
    """Deal two cards to everybody. Facts: face_up, drawn_in_error, exposed, jammed, and hands, board, box if miscounted."""
    if command.facts.get("jammed") and scene.dealing == MACHINE:
        return void_round(scene, "shoe-jammed", scene.law(SHOE_FAILED))
    found = find_face_up_cards(scene, command, scene.stack)
    if face_up_count(scene, found) >= book_count(scene.rules, "face-up-void"):
        return void_round(scene, "cards-face-up", scene.law(FACES_UP))
    dealt = Event("cards-dealt", deal_law(scene), _deal_effects(scene, cards_without(scene.stack, found)))
    made: tuple[Effect, ...] = (*found, *extra_draw_effects(scene, command), dealt)
    return _with_irregularities(scene, command, made)


def _with_irregularities(scene: DealerGameContext, command: Command, made: tuple[Effect, ...]) -> Effects:
    """Add what is wrong with the dealt cards: a wrong number, or exposed cards."""
    now = context_after(scene, *made)
    wrong = miscounted_places(now, command)
    if wrong:
        return (*made, *void_round(now, "misdeal", scene.law(WRONG_NUMBER), given=wrong))
    return (*made, *exposed_while_dealing(now, command))


def _deal_effects(scene: DealerGameContext, cards: Cards | None) -> dict[str, object]:
    """Return everything that is dealt at once, in order."""
    seats, each = scene.playing, book_count(scene.rules, "hand-cards")
    if cards is None:
        return {"hands": dict.fromkeys((*seats, DEALER), ()), "board": (), "box": (), "rest": None}
    if scene.dealing != MACHINE:
        places = (*seats, DEALER)
        hands = {place: tuple(cards[turn : each * len(places) : len(places)]) for turn, place in enumerate(places)}
        return {"hands": hands, "board": (), "box": (), "rest": cards[each * len(places) :]}
    order = (*seats, DEALER) if do_dealer_cards_wait_in_shuffler(scene) else (DEALER, *seats)
    sizes = (card_count(scene, "box"), book_count(scene.rules, "community-cards"), *(each for _ in order))
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


def burns_cards(scene: DealerGameContext) -> bool:
    """Return whether a card is burned before the flop and before the last two (UTH-36)."""
    return scene.dealing == "hand" or (scene.dealing == "manual-shoe" and scene.reads("UTH-36=any-manual-deal"))


def deal_flop(scene: DealerGameContext, command: Command) -> Effects:
    """Deal the first three community cards. Facts: face_up, drawn_in_error, exposed, board if miscounted, cards if entered."""
    law = (*(scene.law(BURN_FLOP) if burns_cards(scene) else ()), *scene.law(FLOP, scene.dealing))
    return _deal_community(scene, command, "flop-dealt", (_board_part(scene, 0),), law)


def deal_final(scene: DealerGameContext, command: Command) -> Effects:
    """Deal the last two. Facts as for the flop."""
    law = (*(scene.law(BURN_FINAL) if burns_cards(scene) else ()), *scene.law(FINAL, scene.dealing))
    return _deal_community(scene, command, "final-dealt", (_board_part(scene, 1),), law)


BoardPart = tuple[int, int]
"""How many cards are burned, and how many then dealt."""


def _board_part(scene: DealerGameContext, number: int) -> BoardPart:
    key, cards = (("burn-flop", flop_size(scene)), ("burn-final", book_count(scene.rules, "final-community-cards")))[number]
    return (book_count(scene.rules, key) if burns_cards(scene) else 0), cards


def _deal_community(
    scene: DealerGameContext, command: Command, kind: str, parts: tuple[BoardPart, ...], law: tuple[Citation, ...]
) -> Effects:
    """Deal community cards from the rest, or turn them up where they lie. Cards found face up now void the wagers against the
    dealer (UTH-24)."""
    found = find_face_up_cards(scene, command, scene.round.rest) if scene.dealing != MACHINE else ()
    if _voids_base_wagers(scene, found):
        several = "several" if face_up_count(scene, found) > 1 else "one"
        return (*found, *void_base_wagers(context_after(scene, *found), "cards-face-up", scene.law(LATE_FACES_UP, several)))
    event = _community_effects(context_after(scene, *found), command, kind, parts, law)
    return _with_irregularities(scene, command, (*found, *extra_draw_effects(scene, command), event))


def _voids_base_wagers(scene: DealerGameContext, found: tuple[Event, ...]) -> bool:
    least = 1 if scene.reads("UTH-24=any-card") else book_count(scene.rules, "face-up-void")
    return bool(found) and face_up_count(scene, found) >= least


def _community_effects(
    scene: DealerGameContext, command: Command, kind: str, parts: tuple[BoardPart, ...], law: tuple[Citation, ...]
) -> Event:
    state, wanted = scene.round, sum(cards for _, cards in parts)
    burned: Cards = ()
    known: Cards = state.board[state.shown :][:wanted]
    if scene.dealing != MACHINE and state.rest is not None:
        stacks = _cut_stacks(state.rest, [number for part in parts for number in part])
        burned, known = sum(stacks[::2], ()), sum(stacks[1::2], ())
    cards = entered_cards(scene, command, "cards", known, wanted, law)
    gone = sum(burn for burn, _ in parts) if scene.dealing != MACHINE else 0
    return Event(kind, law, {"cards": cards, "burned": burned, "burns": gone})


def missing_board_cards(scene: DealerGameContext) -> int:
    """Return community cards that are not face up."""
    return book_count(scene.rules, "community-cards") - scene.round.shown


def completion_step(scene: DealerGameContext) -> Step | None:
    """The board is completed and the box turned up although the wagers against the dealer are void."""
    boxed = card_count(scene, "box") and not scene.round.box_turned
    if not missing_board_cards(scene) and not boxed:
        return None
    return due_step_under(scene, "complete-board", "finish the board for the wagers that stand", COMPLETE)


def complete_board(scene: DealerGameContext, command: Command) -> Effects:
    """Complete the board. Facts: cards and box, if they are entered."""
    left = tuple(_board_part(scene, number) for number in range(scene.round.street, 2))
    made = (
        (_community_effects(scene, command, "board-completed", left, scene.law(COMPLETE)),)
        if missing_board_cards(scene)
        else ()
    )
    return (*made, *turn_box(context_after(scene, *made), command))


def is_stub_ready(scene: DealerGameContext) -> bool:
    """By hand and from a manual shoe, after the last community card; from a machine, when all cards are out of it (UTH-22)."""
    if scene.dealing != MACHINE:
        return not missing_board_cards(scene)
    return scene.round.dealer_turned or not do_dealer_cards_wait_in_shuffler(scene)


def cards_to_enter(scene: DealerGameContext, step: Step) -> dict[str, int]:
    """Physical cards are entered as they are turned up."""
    box = card_count(scene, "box") if not scene.round.box_turned else 0
    hand = book_count(scene.rules, "hand-cards")
    match step.act:
        case "deal-flop":
            return {"cards": flop_size(scene)}
        case "deal-final":
            return {"cards": missing_board_cards(scene)}
        case "complete-board":
            return {"cards": missing_board_cards(scene), "box": box}
        case "turn-dealer":
            return {"cards": hand, "box": box}
        case "expose":
            return {"cards": hand}
        case _:
            return {}

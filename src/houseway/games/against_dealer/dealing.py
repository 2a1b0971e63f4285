"""Common parts of every deal: cards found face up, drawn in error or entered by hand, and the stub."""

from dataclasses import replace

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.irregular import miscounted_places, places_with_cards, void_round
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.scene import DealerGameContext
from houseway.games.against_dealer.state import evolve
from houseway.games.round import Effect, Effects, book_count, refusal

ONE_FACE_UP = same_rule("13.A")
FACES_UP = same_rule("13.B")
DRAWN_IN_ERROR = same_rule("13.D")
RACK_STUB = same_rule({"manual-shoe": "8.D(4)", "hand": "9.B(4)", "automated-shoe": "10.B(5)"})
COUNT_STUB = same_rule({"manual-shoe": ("8.E", "8.F"), "hand": ("9.C", "9.D"), "automated-shoe": ("10.C", "10.D")})
MISDEALT = same_rule({"manual-shoe": ("8.G", "8.G(1)"), "hand": ("9.E", "9.E(1)"), "automated-shoe": ("10.E", "10.E(1)")})
WRONG_DECK = same_rule({"manual-shoe": ("8.G", "8.G(2)"), "hand": ("9.E", "9.E(2)"), "automated-shoe": ("10.E", "10.E(2)")})

Cards = tuple[Card, ...]


def context_after(scene: DealerGameContext, *made: Effect) -> DealerGameContext:
    """Return the scene after some events."""
    state = scene.round
    for each in made:
        if isinstance(each, Event):
            state = evolve(state, each)
    return replace(scene, round=state)


def find_face_up_cards(scene: DealerGameContext, command: Command, stack: Cards | None) -> tuple[Event, ...]:
    """Return cards that were face up, by their numbers from one, from the top. Each is set aside, and the next card is used."""
    numbers, most = command.facts.get("face_up", ()), len(stack) if stack is not None else book_count(scene.rules, "deck-cards")
    if not isinstance(numbers, tuple | list) or not all(type(each) is int and 1 <= each <= most for each in numbers):
        raise Malformed(
            f"{command.act} needs 'face_up' as numbers of cards from the top",
            code="command.fact",
            given=str(numbers),
            allowed=f"1 to {most}",
        )
    law = scene.law(ONE_FACE_UP)
    return tuple(
        Event("card-set-aside", law, {"number": number, "cards": () if stack is None else (stack[number - 1],)})
        for number in sorted(set(numbers))
    )


def face_up_count(scene: DealerGameContext, found: tuple[Event, ...]) -> int:
    """Return how many cards were found face up in this round, including these."""
    return scene.round.faces_up + len(found)


def cards_without(stack: Cards | None, found: tuple[Event, ...]) -> Cards | None:
    """Return the cards that are left to deal."""
    aside = [card for event in found for card in event.cards("cards")]
    return None if stack is None else tuple(card for card in stack if card not in aside)


def extra_draw_effects(scene: DealerGameContext, command: Command) -> tuple[Event, ...]:
    """A card drawn in error and not seen is the next card."""
    if not command.facts.get("drawn_in_error"):
        return ()
    return (Event("card-drawn-in-error", scene.law(DRAWN_IN_ERROR), {"used_as": "the next card"}),)


def entered_cards(
    scene: DealerGameContext, command: Command, name: str, known: Cards, size: int, clauses: tuple[Citation, ...]
) -> Cards:
    """Return known cards, or those that the dealer enters as he turns them up: the right number, none of which lies elsewhere."""
    if known:
        return known
    cards, state = command.cards(name), scene.round
    elsewhere = {card for hand in (*state.hands.values(), state.board, state.box, state.set_aside) for card in hand}
    if len(cards) != size or len(set(cards)) != size or elsewhere & set(cards):
        raise Malformed(
            f"enter {size} cards, none of which is elsewhere",
            code="round.cards-entered",
            clauses=clauses,
            given=" ".join(map(str, cards)),
            allowed=f"{size} cards",
        )
    return cards


# The stub


def rack_stub(scene: DealerGameContext, command: Command) -> Effects:
    """Rack the stub unseen."""
    return (Event("stub-racked", scene.law(RACK_STUB, scene.dealing), {"cards": scene.round.rest or ()}),)


def may_count_stub(scene: DealerGameContext) -> bool:
    """Return whether the stub can be counted."""
    state = scene.round
    return state.dealt and not state.stub_done and not state.spoiled and scene.contest.stub_ready(scene)


def count_stub(scene: DealerGameContext, command: Command) -> Effects:
    """Count the stub face down. Facts: cards (how many), and places with a wrong number of cards."""
    law = scene.law(COUNT_STUB, scene.dealing)
    if not may_count_stub(scene):
        raise refusal("no-stub", "there is no stub to count now", law, given="count-stub", allowed="when all cards are out")
    wrong, found = miscounted_places(scene, command), command.number("cards", expected_stub(scene))
    lie = sum(wrong.get(place, scene.contest.size(scene, place)) for place in places_with_cards(scene)) + scene.round.faces_up
    whole = found + lie == book_count(scene.rules, "deck-cards")
    if not wrong and whole:
        return (Event("stub-counted", law, {"cards": found}),)
    misdealt = scene.law(MISDEALT, scene.dealing) if wrong else ()
    facts = {"given": found, "should_be": expected_stub(scene)}
    if whole:
        return void_round(scene, "misdeal", misdealt, **facts)
    clauses = tuple(dict.fromkeys((*misdealt, *scene.law(WRONG_DECK, scene.dealing))))
    return void_round(scene, "wrong-deck", clauses, **facts, deck_removed=True)


def expected_stub(scene: DealerGameContext) -> int:
    """Return how many cards must be left."""
    lie = sum(scene.contest.size(scene, place) for place in places_with_cards(scene))
    return book_count(scene.rules, "deck-cards") - lie - scene.round.faces_up

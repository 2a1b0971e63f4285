"""Common parts of every deal: cards found face up, drawn in error or entered by hand, and the stub."""

from dataclasses import replace

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.irregular import (
    DEALING,
    LATER,
    WHEN,
    miscounted_places,
    places_with_cards,
    void_round,
)
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.state import evolve
from houseway.games.round import Effect, Effects, record_irregularity, refusal

ONE_FACE_UP = same_rule("13.A")
FACES_UP = same_rule("13.B")
DRAWN_IN_ERROR = same_rule("13.D")
RACK_STUB = same_rule({"manual-shoe": "8.D(4)", "hand": "9.B(4)", "automated-shoe": "10.B(5)"})
COUNT_STUB = same_rule({"manual-shoe": ("8.E", "8.F"), "hand": ("9.C", "9.D"), "automated-shoe": ("10.C", "10.D")})
MISDEALT = same_rule({"manual-shoe": ("8.G", "8.G(1)"), "hand": ("9.E", "9.E(1)"), "automated-shoe": ("10.E", "10.E(1)")})
WRONG_DECK = same_rule({"manual-shoe": ("8.G", "8.G(2)"), "hand": ("9.E", "9.E(2)"), "automated-shoe": ("10.E", "10.E(2)")})

Cards = tuple[Card, ...]


def context_after(context: DealerGameContext, *made: Effect) -> DealerGameContext:
    """Return the context after some events."""
    state = context.round
    for each in made:
        if isinstance(each, Event):
            state = evolve(state, each)
    return replace(context, round=state)


def find_face_up_cards(context: DealerGameContext, command: Command, stack: Cards | None) -> tuple[Event, ...]:
    """Return cards that were face up, by their numbers from one, from the top. Each is set aside, and the next card is used."""
    numbers, most = (
        command.facts.get("face_up", ()),
        len(stack) if stack is not None else context.rules.regulation.number_of("deck-cards"),
    )
    if not isinstance(numbers, tuple | list) or not all(type(each) is int and 1 <= each <= most for each in numbers):
        raise Malformed(
            f"{command.act} needs 'face_up' as numbers of cards from the top",
            code="command.fact",
            given=str(numbers),
            allowed=f"1 to {most}",
        )
    law = context.law(ONE_FACE_UP)
    return tuple(
        Event("card-set-aside", law, {"number": number, "cards": () if stack is None else (stack[number - 1],)})
        for number in sorted(set(numbers))
    )


def split_face_up(found: tuple[Event, ...], deep: int) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Return face-up cards that were found before the last of `deep` cards was dealt, and those found only in the stub."""
    early = tuple(event for place, event in enumerate(found) if event.number("number") <= deep + place)
    return early, found[len(early) :]


def report_face_up(context: DealerGameContext, command: Command) -> Effects:
    """Cards were found face up after the deal. Facts: face_up (numbers from the top of what is left), where, and when if it is
    reported later. Cards in the rack are neither in the shoe nor in the deck, so they are only recorded."""
    state, found = context.round, find_face_up_cards(context, command, context.round.undealt)
    where, when = command.text("where", "stub", FACE_UP_PLACES), command.text("when", LATER, WHEN)
    if not found or not state.dealt or state.void:
        allowed = "the numbers of cards that lie face up" if state.dealt and not state.void else "after the deal"
        raise refusal(
            "no-face-up",
            "no face-up cards were reported, or there is no deal to which they belong",
            context.law(FACES_UP),
            given=where,
            allowed=allowed,
        )
    several = face_up_count(context, found) >= context.rules.regulation.number_of("face-up-void")
    if when == DEALING and several and where != "rack":
        return void_round(context, "cards-face-up", context.law(FACES_UP))
    if where == "rack" or state.stub_done or when == DEALING:
        return (record_irregularity("face-up", command),)
    return context.dealer_game.late_face_up(context, found)


FACE_UP_PLACES = ("shoe", "stub", "shuffler", "rack")


def face_up_count(context: DealerGameContext, found: tuple[Event, ...]) -> int:
    """Return how many cards were found face up in this round, including these."""
    return context.round.face_up_count + len(found)


def cards_without(stack: Cards | None, found: tuple[Event, ...]) -> Cards | None:
    """Return the cards that are left to deal."""
    aside = [card for event in found for card in event.cards("cards")]
    return None if stack is None else tuple(card for card in stack if card not in aside)


def extra_draw_effects(context: DealerGameContext, command: Command) -> tuple[Event, ...]:
    """A card drawn in error and not seen is the next card."""
    if not command.flag("drawn_in_error", False):
        return ()
    return (Event("card-drawn-in-error", context.law(DRAWN_IN_ERROR), {"used_as": "the next card"}),)


def entered_cards(
    context: DealerGameContext, command: Command, name: str, known: Cards, size: int, clauses: tuple[Citation, ...]
) -> Cards:
    """Return known cards, or those that the dealer enters as he turns them up: the right number, none of which lies elsewhere."""
    if known:
        return known
    cards, state = command.cards(name), context.round
    elsewhere = {card for hand in (*state.hands.values(), state.board, state.box, state.set_aside) for card in hand}
    if len(cards) != size or len(set(cards)) != size or elsewhere & set(cards):
        raise Malformed(
            f"enter {size} different cards, none of which has been entered elsewhere",
            code="round.cards-entered",
            clauses=clauses,
            given=" ".join(map(str, cards)),
            allowed=f"{size} cards",
        )
    return cards


# The stub


def rack_stub(context: DealerGameContext, command: Command) -> Effects:
    """Rack the stub unseen."""
    return (Event("stub-racked", context.law(RACK_STUB, context.dealing), {"cards": context.round.undealt or ()}),)


def may_count_stub(context: DealerGameContext) -> bool:
    """Return whether the stub can be counted."""
    state = context.round
    return state.dealt and not state.stub_done and not state.must_reshuffle and context.dealer_game.stub_ready(context)


def count_stub(context: DealerGameContext, command: Command) -> Effects:
    """Count the stub face down. Facts: cards (how many), places with a wrong number of cards, and face_up."""
    law = context.law(COUNT_STUB, context.dealing)
    if not may_count_stub(context):
        raise refusal(
            "no-stub",
            "the stub can be counted only when all cards are dealt, and only once",
            law,
            given="count-stub",
            allowed="when all cards are dealt",
        )
    seen = find_face_up_cards(context, command, context.round.undealt)
    if seen:
        made = context.dealer_game.late_face_up(context, seen)
        now, rest = context_after(context, *made), {name: fact for name, fact in command.facts.items() if name != "face_up"}
        return made if now.round.must_reshuffle else (*made, *count_stub(now, command._replace(facts=rest)))
    wrong, found = miscounted_places(context, command), command.number("cards", expected_stub(context))
    lie = (
        sum(wrong.get(place, context.dealer_game.card_count(context, place)) for place in places_with_cards(context))
        + context.round.face_up_count
    )
    whole = found + lie == context.rules.regulation.number_of("deck-cards")
    if not wrong and whole:
        return (Event("stub-counted", law, {"cards": found}),)
    misdealt = context.law(MISDEALT, context.dealing) if wrong else ()
    facts = {"given": found, "should_be": expected_stub(context)}
    if whole:
        return void_round(context, "misdeal", misdealt, **facts)
    clauses = tuple(dict.fromkeys((*misdealt, *context.law(WRONG_DECK, context.dealing))))
    return void_round(context, "wrong-deck", clauses, **facts, deck_removed=True)


def expected_stub(context: DealerGameContext) -> int:
    """Return how many cards must be left."""
    lie = sum(context.dealer_game.card_count(context, place) for place in places_with_cards(context))
    return context.rules.regulation.number_of("deck-cards") - lie - context.round.face_up_count

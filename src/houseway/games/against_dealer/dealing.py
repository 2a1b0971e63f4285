"""Common parts of every deal: cards found face up, drawn in error or entered by hand."""

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DEALING, DealerGameContext
from houseway.games.against_dealer.irregular import reported_time, void_round
from houseway.games.against_dealer.law import same_rule
from houseway.games.round import FACE_UP_PLACES, Effects, is_outside_deck, record_irregularity, round_refusal

ONE_FACE_UP = same_rule("13.A")
FACES_UP = same_rule("13.B")
DRAWN_IN_ERROR = same_rule("13.D")

Cards = tuple[Card, ...]


def find_face_up_cards(context: DealerGameContext, command: Command, stack: Cards | None) -> tuple[Event, ...]:
    """Return the cards that were face up. They are given by number, counted from 1 at the top. Each is set aside, and the next
    card is used."""
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
    reported later. Cards in the rack, or in a shuffler from which the round is not dealt, are neither in the shoe nor in the
    deck that is dealt, so they are only recorded."""
    state, law = context.round, context.law(FACES_UP)
    found, where = find_face_up_cards(context, command, state.undealt), command.text("where", "stub", FACE_UP_PLACES)
    if not found or not state.dealt or state.void:
        allowed = "the numbers of cards that lie face up" if state.dealt and not state.void else "after the deal"
        raise round_refusal(
            "no-face-up",
            "no face-up cards were reported, or there is no deal to which they belong",
            law,
            given=where,
            allowed=allowed,
        )
    when = reported_time(context, command, law)
    if is_outside_deck(where, context.dealing):
        return (record_irregularity("face-up", command),)
    if when != DEALING:
        return context.dealer_game.late_face_up(context, found, when)
    several = face_up_count(context, found) >= context.rules.regulation.number_of("face-up-void")
    return void_round(context, "cards-face-up", law) if several else (record_irregularity("face-up", command),)


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

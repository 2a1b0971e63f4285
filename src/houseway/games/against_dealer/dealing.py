"""Common parts of every deal: cards found face up, drawn in error or entered by hand."""

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.law import same_rule

ONE_FACE_UP = same_rule("13.A")
FACES_UP = same_rule("13.B")
DRAWN_IN_ERROR = same_rule("13.D")

Cards = tuple[Card, ...]


def find_face_up_cards(context: DealerGameContext, command: Command) -> tuple[Event, ...]:
    """Return the cards of the deck that were face up. Each is set aside, and the next card is used."""
    stack, law = context.stack, context.law(ONE_FACE_UP)
    most = len(stack) if stack is not None else context.rules.regulation.number_of("deck-cards")
    return tuple(
        Event("card-set-aside", law, {"number": number, "cards": () if stack is None else (stack[number - 1],)})
        for number in face_up_numbers(command, most)
    )


def face_up_numbers(command: Command, most: int) -> tuple[int, ...]:
    """Return the numbers of cards that were face up, counted from 1 at the top, each once."""
    numbers = command.facts.get("face_up", ())
    if not isinstance(numbers, tuple | list) or not all(type(each) is int and 1 <= each <= most for each in numbers):
        raise Malformed(
            f"{command.act} needs 'face_up' as numbers of cards from the top",
            code="command.fact",
            given=str(numbers),
            allowed=f"1 to {most}",
        )
    return tuple(sorted(set(numbers)))


def split_face_up(found: tuple[Event, ...], deep: int) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Return face-up cards that were found before the last of `deep` cards was dealt, and those found only in the stub."""
    early = tuple(event for place, event in enumerate(found) if event.number("number") <= deep + place)
    return early, found[len(early) :]


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

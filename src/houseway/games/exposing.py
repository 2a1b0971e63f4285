"""Cards that a dealer exposed: which ones are meant."""

from houseway.cards import Card
from houseway.events import Command


def exposed_cards(command: Command, hand: tuple[Card, ...], given: object, size: int) -> tuple[Card, ...]:
    """The cards that are meant: how many of a hand, or which ones by their numbers from one. Physical cards may be named, as
    everybody sees them; the engine knows those that it dealt, and its answer to a name would tell whoever guesses."""
    size = len(hand) or size
    parts = (given,) if isinstance(given, Card) else given
    if type(parts) is int and 1 <= parts <= size:
        return hand[:parts]
    if isinstance(parts, tuple | list) and parts and len(set(map(repr, parts))) == len(parts):
        if not hand and len(parts) <= size and all(isinstance(card, Card) for card in parts):
            return tuple(parts)
        if all(type(number) is int and 1 <= number <= size for number in parts):
            return tuple(hand[number - 1] for number in parts) if hand else ()
    named = "" if hand else ", or the cards themselves"
    raise command.unreadable("cards", f"a number of cards, or a list of card numbers from 1 to {size}{named}")

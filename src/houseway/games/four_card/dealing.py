"""The deal of Four Card Poker: five cards each and six for the dealer, the last of them face up."""

from collections.abc import Mapping

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
from houseway.games.against_dealer.irregularities.face_up import dealt_face_up_effects
from houseway.games.against_dealer.irregularities.irregular import void_after_jam, void_round
from houseway.games.against_dealer.state import DEALING
from houseway.games.round import AUTOMATED_SHOE, Effects, Place
from houseway.procedure import DEALER, FOUR_CARD, Step

Cards = tuple[Card, ...]

DEAL = Law(
    {
        FOUR_CARD: {
            "manual-shoe": "as-played.8.D(2)",
            "hand": "as-played.9.B(2)",
            AUTOMATED_SHOE: "as-played.10.B(3)",
        }
    }
)
LAST_CARD_FACE_UP = Law(
    {
        FOUR_CARD: {
            "manual-shoe": "as-played.8.D(3)",
            "hand": "as-played.9.B(3)",
            AUTOMATED_SHOE: "as-played.10.B(4)",
        }
    }
)
OPEN_TO_ALL = Law({FOUR_CARD: "as-played.11.B"})
IN_STUB = Law({FOUR_CARD: "as-played.13.C"})


def deal_law(context: DealerGameContext) -> tuple[Citation, ...]:
    """Return why cards are dealt, and the dealer's last one face up."""
    return (*context.law(DEAL, context.dealing), *face_up_law(context))


def face_up_law(context: DealerGameContext) -> tuple[Citation, ...]:
    """Return why everybody sees the dealer's last card."""
    return (*context.law(LAST_CARD_FACE_UP, context.dealing), *context.law(OPEN_TO_ALL))


def card_count(context: DealerGameContext, place: Place) -> int:
    """Return how many cards a player or the dealer has."""
    return context.rules.regulation.number_of("dealer-hand-cards" if place == DEALER else "hand-cards")


def face_up_cards(context: DealerGameContext, place: int) -> Cards:
    """Return the dealer's last card, which is face up from the deal on."""
    return context.round.hands.get(place, ())[-face_up_number(context, place) :] if place == DEALER else ()


def face_up_number(context: DealerGameContext, place: int) -> int:
    return context.rules.regulation.number_of("dealer-cards-face-up") if place == DEALER else 0


def deal_cards(context: DealerGameContext, command: Command) -> Effects:
    """Deal all cards. Facts: face_up, drawn_in_error, exposed, jammed, hands if miscounted, and up if cards are entered."""
    if command.flag("jammed", False):
        return void_after_jam(context)
    deep = sum(card_count(context, place) for place in (*context.playing_positions, DEALER))
    found, later = split_face_up(find_face_up_cards(context, command), deep)
    if len(found) >= context.rules.regulation.number_of("face-up-void"):
        return void_round(context, "cards-face-up", context.law(FACES_UP))
    dealt = Event("cards-dealt", deal_law(context), _dealt_facts(context, command, cards_without(context.stack, found)))
    made = (*found, *extra_draw_effects(context, command), dealt, *stub_cards_seen(context, later))
    now = context_after(context, *made)
    wrong = miscounted_places(now, command)
    if wrong:
        return (*made, *void_round(now, "misdeal", context.law(WRONG_NUMBER), given=wrong))
    return (*made, *exposed_while_dealing(now, command))


def late_face_up_effects(context: DealerGameContext, found: tuple[Event, ...], when: str) -> Effects:
    """A card that was found in the deal is set aside. Later the rest is a stub, and what is face up there changes nothing."""
    return dealt_face_up_effects(context, found, when) if when == DEALING else stub_cards_seen(context, found)


def stub_cards_seen(context: DealerGameContext, found: tuple[Event, ...]) -> tuple[Event, ...]:
    law = context.law(IN_STUB)
    return tuple(Event("stub-card-seen", law, {"number": event["number"], "cards": event["cards"]}) for event in found)


def _dealt_facts(context: DealerGameContext, command: Command, cards: Cards | None) -> dict[str, object]:
    """Return everything that is dealt, in order. Only the dealer's last card is public."""
    shown = context.rules.regulation.number_of("dealer-cards-face-up")
    if cards is None:
        up = entered_cards(context, command, "up", (), shown, face_up_law(context)) if shown else ()
        hands: dict[int, Cards] = {**dict.fromkeys(context.playing_positions, ()), DEALER: up}
        return {"hands": hands, "board": (), "box": (), "rest": None, "up": up}
    hands = _deal_stacks(context, cards) if context.dealing == AUTOMATED_SHOE else _deal_singly(context, cards)
    gone = sum(map(len, hands.values()))
    return {"hands": hands, "board": (), "box": (), "rest": cards[gone:], "up": hands[DEALER][len(hands[DEALER]) - shown :]}


def _deal_singly(context: DealerGameContext, cards: Cards) -> dict[int, Cards]:
    """Deal card by card, clockwise, the dealer last in each turn; then the dealer's extra card."""
    places, each = (*context.playing_positions, DEALER), context.rules.regulation.number_of("hand-cards")
    turns = each * len(places)
    hands = {place: cards[turn : turns : len(places)] for turn, place in enumerate(places)}
    return {**hands, DEALER: (*hands[DEALER], *cards[turns : turns + card_count(context, DEALER) - each])}


def _deal_stacks(context: DealerGameContext, cards: Cards) -> dict[int, Cards]:
    """Deal a stack to each player, clockwise, then the dealer's."""
    hands, top = {}, 0
    for place in (*context.playing_positions, DEALER):
        hands[place] = cards[top : top + card_count(context, place)]
        top += card_count(context, place)
    return hands


def cards_to_enter(context: DealerGameContext, step: Step) -> Mapping[str, int]:
    """Physical cards are entered as they are turned up."""
    shown = context.rules.regulation.number_of("dealer-cards-face-up")
    match step.act:
        case "deal":
            return {"up": shown}
        case "turn-dealer":
            return {"cards": card_count(context, DEALER) - shown}
        case "expose":
            return {"cards": context.rules.regulation.number_of("hand-cards")}
        case _:
            return {}

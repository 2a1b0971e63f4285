"""The deal of Four Card Poker: five cards each and six for the dealer, the last of them face up."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.dealing import (
    FACES_UP,
    cards_without,
    context_after,
    entered_cards,
    extra_draw_effects,
    find_face_up_cards,
)
from houseway.games.against_dealer.irregular import (
    SHOE_FAILED,
    WRONG_NUMBER,
    exposed_while_dealing,
    miscounted_places,
    void_round,
)
from houseway.games.against_dealer.scene import DealerGameContext
from houseway.games.round import Effects, book_count
from houseway.games.states import Place
from houseway.procedure import DEALER, FOUR_CARD, Step, as_played_ids

Cards = tuple[Card, ...]
MACHINE = "automated-shoe"

DEAL = Law(
    {
        FOUR_CARD: as_played_ids(
            {
                "manual-shoe": ("8.D(1)", "8.D(2)", "8.D(3)", "11.B"),
                "hand": ("9.B(1)", "9.B(2)", "9.B(3)", "11.B"),
                MACHINE: ("10.B(3)", "10.B(4)", "11.B"),
            }
        )
    }
)
IN_STUB = Law({FOUR_CARD: as_played_ids("13.C")})


def deal_law(scene: DealerGameContext) -> tuple[Citation, ...]:
    return scene.law(DEAL, scene.dealing)


def card_count(scene: DealerGameContext, place: Place) -> int:
    """Return how many cards a player or the dealer has."""
    return book_count(scene.rules, "dealer-hand-cards" if place == DEALER else "hand-cards")


def face_up_cards(scene: DealerGameContext, place: int) -> Cards:
    """Return the dealer's last card, which is face up from the deal on."""
    hand = scene.round.hands.get(place, ())
    return hand[-book_count(scene.rules, "dealer-cards-face-up") :] if place == DEALER else ()


def deal(scene: DealerGameContext, command: Command) -> Effects:
    """Deal all cards. Facts: face_up, drawn_in_error, exposed, jammed, hands if miscounted, and up if cards are entered."""
    if command.facts.get("jammed") and scene.dealing == MACHINE:
        return void_round(scene, "shoe-jammed", scene.law(SHOE_FAILED))
    found, later = _split_face_up(scene, find_face_up_cards(scene, command, scene.stack))
    if len(found) >= book_count(scene.rules, "face-up-void"):
        return void_round(scene, "cards-face-up", scene.law(FACES_UP))
    dealt = Event("cards-dealt", deal_law(scene), _deal_effects(scene, command, cards_without(scene.stack, found)))
    made = (*found, *extra_draw_effects(scene, command), dealt, *later)
    now = context_after(scene, *made)
    wrong = miscounted_places(now, command)
    if wrong:
        return (*made, *void_round(now, "misdeal", scene.law(WRONG_NUMBER), given=wrong))
    return (*made, *exposed_while_dealing(now, command))


def _split_face_up(scene: DealerGameContext, found: tuple[Event, ...]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Return face-up cards found before the last card was dealt, and those found only in the stub, which change nothing."""
    deep = sum(card_count(scene, place) for place in (*scene.playing, DEALER))
    early = tuple(event for place, event in enumerate(found) if int(str(event["number"])) <= deep + place)
    law = scene.law(IN_STUB)
    return early, tuple(Event("stub-card-seen", law, event.facts) for event in found[len(early) :])


def _deal_effects(scene: DealerGameContext, command: Command, cards: Cards | None) -> dict[str, object]:
    """Return everything that is dealt, in order. Only the dealer's last card is public."""
    shown = book_count(scene.rules, "dealer-cards-face-up")
    if cards is None:
        up = entered_cards(scene, command, "up", (), shown, deal_law(scene))
        hands: dict[int, Cards] = {**dict.fromkeys(scene.playing, ()), DEALER: up}
        return {"hands": hands, "board": (), "box": (), "rest": None, "up": up}
    hands = _deal_stacks(scene, cards) if scene.dealing == MACHINE else _deal_singly(scene, cards)
    gone = sum(map(len, hands.values()))
    return {"hands": hands, "board": (), "box": (), "rest": cards[gone:], "up": hands[DEALER][-shown:]}


def _deal_singly(scene: DealerGameContext, cards: Cards) -> dict[int, Cards]:
    """Deal card by card, clockwise, the dealer last in each turn; then the dealer's extra card."""
    places, each = (*scene.playing, DEALER), book_count(scene.rules, "hand-cards")
    turns = each * len(places)
    hands = {place: cards[turn : turns : len(places)] for turn, place in enumerate(places)}
    return {**hands, DEALER: (*hands[DEALER], *cards[turns : turns + card_count(scene, DEALER) - each])}


def _deal_stacks(scene: DealerGameContext, cards: Cards) -> dict[int, Cards]:
    """Deal a stack to each player, clockwise, then the dealer's."""
    hands, top = {}, 0
    for place in (*scene.playing, DEALER):
        hands[place] = cards[top : top + card_count(scene, place)]
        top += card_count(scene, place)
    return hands


def cards_to_enter(scene: DealerGameContext, step: Step) -> Mapping[str, int]:
    """Physical cards are entered as they are turned up."""
    shown = book_count(scene.rules, "dealer-cards-face-up")
    match step.act:
        case "deal":
            return {"up": shown}
        case "turn-dealer":
            return {"cards": card_count(scene, DEALER) - shown}
        case "expose":
            return {"cards": book_count(scene.rules, "hand-cards")}
        case _:
            return {}

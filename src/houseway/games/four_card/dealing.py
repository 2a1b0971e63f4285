"""The deal of Four Card Poker: five cards each and six for the dealer, the last of them face up."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.citation import Citation, Law
from houseway.events import Command, Event
from houseway.games.against_dealer.dealing import FACES_UP, after, drawn_in_error, entered, found_face_up, without
from houseway.games.against_dealer.irregular import SHOE_FAILED, WRONG_NUMBER, exposed_while_dealing, miscounted, void
from houseway.games.against_dealer.scene import Scene
from houseway.games.round import Happenings, count
from houseway.games.states import Place
from houseway.procedure import DEALER, FOUR_CARD, Step, as_played

Cards = tuple[Card, ...]
MACHINE = "automated-shoe"

DEAL = Law(
    {
        FOUR_CARD: as_played(
            {
                "manual-shoe": ("8.D(1)", "8.D(2)", "8.D(3)", "11.B"),
                "hand": ("9.B(1)", "9.B(2)", "9.B(3)", "11.B"),
                MACHINE: ("10.B(3)", "10.B(4)", "11.B"),
            }
        )
    }
)
IN_STUB = Law({FOUR_CARD: as_played("13.C")})


def deal_law(scene: Scene) -> tuple[Citation, ...]:
    return scene.law(DEAL, scene.dealing)


def size(scene: Scene, place: Place) -> int:
    """Return how many cards a player or the dealer has."""
    return count(scene.rules, "dealer-hand-cards" if place == DEALER else "hand-cards")


def face_up(scene: Scene, place: int) -> Cards:
    """Return the dealer's last card, which is face up from the deal on."""
    hand = scene.round.hands.get(place, ())
    return hand[-count(scene.rules, "dealer-cards-face-up") :] if place == DEALER else ()


def deal(scene: Scene, command: Command) -> Happenings:
    """Deal all cards. Facts: face_up, drawn_in_error, exposed, jammed, hands if miscounted, and up if cards are entered."""
    if command.facts.get("jammed") and scene.dealing == MACHINE:
        return void(scene, "shoe-jammed", scene.law(SHOE_FAILED))
    found, later = _parted(scene, found_face_up(scene, command, scene.stack))
    if len(found) >= count(scene.rules, "face-up-void"):
        return void(scene, "cards-face-up", scene.law(FACES_UP))
    dealt = Event("cards-dealt", deal_law(scene), _dealt(scene, command, without(scene.stack, found)))
    made = (*found, *drawn_in_error(scene, command), dealt, *later)
    now = after(scene, *made)
    wrong = miscounted(now, command)
    if wrong:
        return (*made, *void(now, "misdeal", scene.law(WRONG_NUMBER), given=wrong))
    return (*made, *exposed_while_dealing(now, command))


def _parted(scene: Scene, found: tuple[Event, ...]) -> tuple[tuple[Event, ...], tuple[Event, ...]]:
    """Return face-up cards found before the last card was dealt, and those found only in the stub, which change nothing."""
    deep = sum(size(scene, place) for place in (*scene.playing, DEALER))
    early = tuple(event for place, event in enumerate(found) if int(str(event["number"])) <= deep + place)
    law = scene.law(IN_STUB)
    return early, tuple(Event("stub-card-seen", law, event.facts) for event in found[len(early) :])


def _dealt(scene: Scene, command: Command, cards: Cards | None) -> dict[str, object]:
    """Return everything that is dealt, in order. Only the dealer's last card is public."""
    shown = count(scene.rules, "dealer-cards-face-up")
    if cards is None:
        up = entered(scene, command, "up", (), shown, deal_law(scene))
        hands: dict[int, Cards] = {**dict.fromkeys(scene.playing, ()), DEALER: up}
        return {"hands": hands, "board": (), "box": (), "rest": None, "up": up}
    hands = _stacks(scene, cards) if scene.dealing == MACHINE else _singles(scene, cards)
    gone = sum(map(len, hands.values()))
    return {"hands": hands, "board": (), "box": (), "rest": cards[gone:], "up": hands[DEALER][-shown:]}


def _singles(scene: Scene, cards: Cards) -> dict[int, Cards]:
    """Deal card by card, clockwise, the dealer last in each turn; then the dealer's extra card."""
    places, each = (*scene.playing, DEALER), count(scene.rules, "hand-cards")
    turns = each * len(places)
    hands = {place: cards[turn : turns : len(places)] for turn, place in enumerate(places)}
    return {**hands, DEALER: (*hands[DEALER], *cards[turns : turns + size(scene, DEALER) - each])}


def _stacks(scene: Scene, cards: Cards) -> dict[int, Cards]:
    """Deal a stack to each player, clockwise, then the dealer's."""
    hands, top = {}, 0
    for place in (*scene.playing, DEALER):
        hands[place] = cards[top : top + size(scene, place)]
        top += size(scene, place)
    return hands


def enters(scene: Scene, step: Step) -> Mapping[str, int]:
    """Physical cards are entered as they are turned up."""
    shown = count(scene.rules, "dealer-cards-face-up")
    match step.act:
        case "deal":
            return {"up": shown}
        case "turn-dealer":
            return {"cards": size(scene, DEALER) - shown}
        case "expose":
            return {"cards": count(scene.rules, "hand-cards")}
        case _:
            return {}

"""Cards that lie face up in the shoe or the deck, numbered from one, from the top."""

from houseway.cards import DECK_WITH_JOKER, Card
from houseway.citation import Law
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.deal_order import deal_numbers, dealt_numbers
from houseway.games.pai_gow.irregularities.exposure import (
    DEALING,
    LATER,
    does_exposure_count,
    exposed_effects,
    has_looked,
    is_dealer_dead,
)
from houseway.games.pai_gow.irregularities.irregular import WRONG_NUMBER, check_not_void, is_hand_counted, void_round
from houseway.games.round import FACE_UP_PLACES, Effects, is_outside_deck, record_irregularity, round_refusal
from houseway.procedure import DEALER, DIV, MD

ONE_FACE_UP = Law({MD: "14.E", DIV: "(n)(6)#1"})
FACE_UP = Law({MD: "14.F", DIV: "(n)(6)#2"})
WHEN_FOUND = (DEALING, LATER)
"""When cards were found face up: while the cards were dealt, or after that."""
SetAside = tuple[tuple[Card, ...] | None, tuple[Card, ...], tuple[Event, ...]]
"""The usable cards if they are known, the card that was set aside, and the event of it."""


def face_up_numbers(context: PaiGowContext, command: Command) -> tuple[int, ...]:
    """Return the numbers of cards that were face up, each once."""
    numbers, cards = command.facts.get("face_up", ()), len(context.stack or DECK_WITH_JOKER)
    if not isinstance(numbers, tuple | list) or not all(type(each) is int and 1 <= each <= cards for each in numbers):
        raise Malformed(
            f"{command.act} needs 'face_up' as numbers of cards from the top",
            code="command.fact",
            given=str(numbers),
            allowed=f"1 to {cards}",
        )
    return tuple(dict.fromkeys(numbers))


def are_too_many(context: PaiGowContext, numbers: tuple[int, ...]) -> bool:
    """Return whether more cards were face up than the book tolerates, counting those that were found before."""
    return len(context.round.face_up_numbers | set(numbers)) > context.rules.regulation.number_of("face-up-tolerated")


def set_aside(context: PaiGowContext, number: int | None = None) -> SetAside:
    """Return the cards without the one that was face up, and the event that sets it aside."""
    if number is None:
        return context.stack, (), ()
    if context.stack is None:
        return None, (), (Event("card-set-aside", context.law(ONE_FACE_UP), {"number": number, "cards": ()}),)
    aside = (context.stack[number - 1],)
    event = Event("card-set-aside", context.law(ONE_FACE_UP), {"number": number, "cards": aside})
    return tuple(card for card in context.stack if card not in aside), aside, (event,)


def void_for_face_up(context: PaiGowContext) -> Effects:
    return void_round(context, "cards-face-up", context.law(FACE_UP))


def report_face_up(context: PaiGowContext, command: Command) -> Effects:
    """Cards were found face up after the deal. Facts: face_up (their numbers from the top of the deck), where, and when if it is
    reported later. It is only recorded if the book speaks of the dealing alone, or if the cards lay neither in the shoe nor in
    the deck that is dealt."""
    check_not_void(context, command)
    where, when = command.text("where", "stub", FACE_UP_PLACES), command.text("when", LATER, WHEN_FOUND)
    found = face_up_numbers(context, command)
    if not found or not (context.round.dealt or context.round.stacks):
        raise round_refusal(
            "no-face-up",
            "no face-up cards were reported, or there is no deal to which they belong",
            context.law(FACE_UP),
            given=where,
            allowed="numbers of cards, after the deal",
        )
    in_time = when == DEALING or context.policy("face-up-found") == "whenever"
    if is_outside_deck(where, context.dealing) or not in_time:
        return (record_irregularity("face-up", command),)
    return void_for_face_up(context) if are_too_many(context, found) else _single_card_effects(context, found[0], where)


def _single_card_effects(context: PaiGowContext, number: int, where: str) -> Effects:
    """One card that is left over, or was dealt to nobody, goes to the rack with the others. One that went into a hand may not be
    used (PG-97, DIV-110). When it is reported again, nobody chooses again."""
    found = Event("card-found-face-up", context.law(ONE_FACE_UP), {"number": number, "where": where})
    if number not in dealt_numbers(context) or number in context.round.face_up_numbers or _is_dealt_to_nobody(context, number):
        return (found,)
    if not context.takes_reading("PG-97=exposed", "DIV-110=exposed") or not context.round.dealt:
        law = (*context.law(ONE_FACE_UP), *context.law(WRONG_NUMBER))
        return void_round(context, "face-up-card-dealt", law)
    return (found, *_exposed_in_hand(context, number))


def _is_dealt_to_nobody(context: PaiGowContext, number: int) -> bool:
    """Return whether a card went to a place whose cards are only collected, and where the book counts nobody's cards: one without a
    wager, or the dealer's if the house has none."""
    if not context.round.dealt:
        return False
    position, _ = _hand_with(context, number)
    if position == DEALER:
        return context.policy("wrong-number") == "player-or-dealer" and _are_dealer_cards_collected(context)
    return not is_hand_counted(context, position)


def _are_dealer_cards_collected(context: PaiGowContext) -> bool:
    """Return whether the dealer's cards are collected unseen, because the house has no wager against the bank (DIV-44)."""
    bank = context.round.bank
    unseen = DEALER in context.round.racked and context.takes_reading("PG-31=dead", "DIV-44=dead")
    return is_dealer_dead(context) or (unseen and bank.position is not None and not bank.house_stake)


def _hand_with(context: PaiGowContext, number: int) -> tuple[int, tuple[int, ...]]:
    """Return the place to which a card was dealt, and the numbers of all its cards."""
    return next((place, held) for place, held in deal_numbers(context).items() if number in held)


def _exposed_in_hand(context: PaiGowContext, number: int) -> Effects:
    """Treat the card as one that was exposed in the hand to which it went."""
    position, numbers = _hand_with(context, number)
    if not does_exposure_count(context, position, DEALING):
        return ()
    place = numbers.index(number)
    cards = context.round.hands[position][place : place + 1]
    return exposed_effects(context, {position: cards}, has_looked(context, position))

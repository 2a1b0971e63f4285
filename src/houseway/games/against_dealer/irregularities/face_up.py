"""Cards that are found face up when the hands are dealt: which they are, when they were found, and what they add up to."""

from collections.abc import Iterator, Mapping

from houseway.cards import Card
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext, context_after
from houseway.games.against_dealer.dealing import FACES_UP, ONE_FACE_UP, face_up_numbers
from houseway.games.against_dealer.irregularities.exposure import exposed_effects
from houseway.games.against_dealer.irregularities.irregular import (
    does_dealer_receive_last,
    places_with_cards,
    reported_time,
    void_round,
)
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.state import ASIDE, DEALING, DECIDING, LATER, STUB, FaceUpCard
from houseway.games.round import (
    AUTOMATED_SHOE,
    FACE_UP_PLACES,
    Effects,
    Place,
    is_outside_deck,
    record_irregularity,
    round_refusal,
)

DEALT_FACE_UP = same_rule(("13.A", "13.E"))
"""A card that may not be used was dealt, so its place has a wrong number of cards without it."""

FoundCards = tuple[Event, ...]


def report_face_up(context: DealerGameContext, command: Command) -> Effects:
    """Cards were found face up after the deal. Facts: face_up (numbers from the top of what is left), dealt (cards that lay face
    up in the shoe or the deck and were dealt all the same, by their place), where, and when if it is reported later. Cards in
    the rack, or in a shuffler from which the round is not dealt, are neither in the shoe nor in the deck that is dealt, so they
    are only recorded."""
    state, law = context.round, context.law(FACES_UP)
    where = command.text("where", STUB, FACE_UP_PLACES)
    if not state.dealt or state.void or not (command.facts.get("face_up") or command.facts.get("dealt")):
        allowed = "the numbers of cards that lie face up" if state.dealt and not state.void else "after the deal"
        raise round_refusal(
            "no-face-up",
            "no face-up cards were reported, or there is no deal to which they belong",
            law,
            given=where,
            allowed=allowed,
        )
    in_rack = where == STUB and "when" not in command.facts and is_stub_out_of_play(context)
    when = LATER if in_rack else reported_time(command, law, face_up_times(context))
    found = (*face_up_left(context, command, when), *_dealt_face_up(context, command, when))
    made = () if is_outside_deck(where, context.dealing) else face_up_effects(context, found, when)
    return made or (record_irregularity("face-up", command),)


def report_face_up_with_step(context: DealerGameContext, command: Command) -> Effects:
    """Return what follows from cards that are found face up with a step after the deal (fact `face_up`)."""
    if not command.facts.get("face_up"):
        return ()
    when = LATER if is_stub_out_of_play(context) else face_up_times(context)[-1]
    made = face_up_effects(context, face_up_left(context, command, when), when)
    return made or (record_irregularity("face-up", command),)


def face_up_effects(context: DealerGameContext, found: FoundCards, when: str) -> Effects:
    """Two cards that were found before all had their hands void the round (13.B). What else follows is a matter of the game."""
    least = context.rules.regulation.number_of("face-up-void")
    if when != LATER and found and times_found(context, found).count(DEALING) >= least:
        return void_round(context, "cards-face-up", context.law(FACES_UP))
    return context.dealer_game.late_face_up(context, found, when) if found else ()


def times_found(context: DealerGameContext, found: FoundCards) -> tuple[str, ...]:
    """Return when each card that counts was found, including these. While the dealer's cards wait in the machine, the deal is
    not over."""
    times = tuple(context_after(context, *found).round.face_up.values())
    return (DEALING,) * len(times) if does_dealer_receive_last(context.rules, context.dealing) else times


# When they were found


def face_up_times(context: DealerGameContext) -> tuple[str, ...]:
    """Return when cards that are reported now may have been found, the present last. As long as cards of the round are to be
    dealt from shoe or deck it is not too late, even if all have decided (UTH-97)."""
    times = context.possible_times
    return times[:-1] if times[-1] == LATER and context.dealer_game.deals_on(context) else times


def is_stub_out_of_play(context: DealerGameContext) -> bool:
    """Return whether what is found in the stub now is found in the discard rack, and so too late (UTH-97)."""
    return context.round.stub_done and not context.takes_reading("UTH-97=until-all-have-decided")


# Which cards they are


def numbers_left(context: DealerGameContext) -> int:
    """Return how many cards that are left have a number: a card keeps its number until the next one is drawn, even if it is set
    aside. Of physical cards there are no more than the deck has."""
    if context.round.undealt is None:
        return context.rules.regulation.number_of("deck-cards")
    return len(context.round.undealt) + (len(_numbers_aside(context)) if context.round.face_up else 0)


def _numbers_aside(context: DealerGameContext) -> list[int]:
    """Return the numbers of cards that were set aside since the last card was drawn."""
    drawn = _drawn_count(context)
    return [card.number for card in context.round.face_up if card.place == ASIDE and card.drawn == drawn]


def _drawn_count(context: DealerGameContext) -> int:
    return sum(context.dealer_game.card_count(context, place) for place in places_with_cards(context))


def face_up_left(context: DealerGameContext, command: Command, when: str) -> FoundCards:
    """Return cards that were found face up among those that are left. One that was reported before is another one only if cards
    were drawn since; the same card counts once, from the earlier time."""
    drawn, law = _drawn_count(context), context.law(ONE_FACE_UP)
    found = []
    for number in face_up_numbers(command, numbers_left(context)):
        before = next((card for card in _both_places(number, drawn) if card in context.round.face_up), None)
        if before is None:
            facts = {"number": number, "cards": _card_left(context, number), "drawn": drawn, "when": when}
            found.append(
                Event("card-found-face-up", law, {**facts, "place": STUB})
                if context.round.stub_done
                else Event("card-set-aside", law, facts)
            )
        elif when == DEALING:
            found.extend(_found_earlier(context, before))
    return tuple(found)


def _both_places(number: int, drawn: int) -> tuple[FaceUpCard, ...]:
    return tuple(FaceUpCard(place, number, drawn) for place in (ASIDE, STUB))


def _card_left(context: DealerGameContext, number: int) -> tuple[Card, ...]:
    gone = sum(other < number for other in _numbers_aside(context))
    return () if context.round.undealt is None else context.round.undealt[number - 1 - gone :][:1]


def _found_earlier(context: DealerGameContext, card: FaceUpCard) -> FoundCards:
    """A card that was reported as found after the deal had been found in it."""
    if context.round.face_up.get(card) == DEALING:
        return ()
    return (Event("card-found-face-up", context.law(ONE_FACE_UP), {**card._asdict(), "cards": (), "when": DEALING}),)


def dealt_bounds(context: DealerGameContext) -> dict[Place, int]:
    """Return how many cards lie in each place to which cards were dealt."""
    counts = ((place, context.dealer_game.card_count(context, place)) for place in places_with_cards(context))
    return {place: count for place, count in counts if count}


def _dealt_face_up(context: DealerGameContext, command: Command, when: str) -> FoundCards:
    """Return cards that were found face up and dealt all the same: how many of a place, or which by their numbers there."""
    given, most = command.facts.get("dealt", {}), dealt_bounds(context)
    if not isinstance(given, Mapping) or not all(place in most for place in given):
        raise command.unreadable("dealt", "places to which cards were dealt, each with its cards")
    cards = [FaceUpCard(place, number) for place in given for number in _numbers_at(command, given[place], most[place])]
    return tuple(_dealt_events(context, [card for card in cards if _may_have_been_found(context, card.place, when)], when))


def _dealt_events(context: DealerGameContext, cards: list[FaceUpCard], when: str) -> Iterator[Event]:
    law = context.law(ONE_FACE_UP)
    for card in cards:
        if card not in context.round.face_up:
            yield Event("card-found-face-up", law, {**card._asdict(), "cards": _card_at(context, card), "when": when})
        elif when == DEALING:
            yield from _found_earlier(context, card)


def _may_have_been_found(context: DealerGameContext, place: Place, when: str) -> bool:
    """Return whether a card of this place was still in the shoe or the deck. After the deal only those were that a dealer then
    dealt to the board himself."""
    drawn_later = place in ("board", "burned") and context.dealing != AUTOMATED_SHOE
    return when == DEALING or (when == DECIDING and drawn_later)


def _numbers_at(command: Command, given: object, most: int) -> tuple[int, ...]:
    numbers = tuple(range(1, given + 1)) if type(given) is int else given
    if isinstance(numbers, tuple | list) and numbers and all(type(each) is int and 1 <= each <= most for each in numbers):
        return tuple(sorted(set(numbers)))
    raise command.unreadable("dealt", f"a number of cards, or a list of card numbers from 1 to {most}")


def _card_at(context: DealerGameContext, card: FaceUpCard) -> tuple[Card, ...]:
    state = context.round
    named = {"board": state.board, "box": state.box, "burned": state.burned}
    lying = state.hands.get(card.place, ()) if isinstance(card.place, int) else named[card.place]
    known = len(lying) == context.dealer_game.card_count(context, card.place)
    return lying[card.number - 1 : card.number] if known else ()


# Cards that were dealt all the same


def dealt_face_up_effects(context: DealerGameContext, found: FoundCards, when: str) -> Effects:
    """Return what follows from cards that were found, of which those that were dealt may not be used (UTH-96, FC-96)."""
    if was_unusable_dealt(context, found):
        return void_round(context, "face-up-card-dealt", context.law(DEALT_FACE_UP))
    made: Effects = found
    for event in _found_in_play(found):
        made = (*made, *_exposed_at_place(context_after(context, *made), event, when))
    return made


def was_unusable_dealt(context: DealerGameContext, found: FoundCards) -> bool:
    """Return whether a card lies in a hand, on the board or in the box although it may not be used (13.A, UTH-96, FC-96)."""
    return bool(_found_in_play(found)) and not context.takes_reading("UTH-96=exposed", "FC-96=exposed")


def _found_in_play(found: FoundCards) -> list[Event]:
    return [event for event in found if event.facts.get("place", ASIDE) not in (ASIDE, STUB, "burned")]


def _exposed_at_place(context: DealerGameContext, event: Event, when: str) -> Effects:
    """Treat the card as one that was exposed where it lies, unless it was dealt face up in any case."""
    place = event["place"]
    assert isinstance(place, int | str)
    size = context.dealer_game.card_count(context, place)
    if isinstance(place, int) and event.number("number") > size - context.dealer_game.face_up_count(context, place):
        return ()
    return exposed_effects(context, place, event.cards("cards"), when)

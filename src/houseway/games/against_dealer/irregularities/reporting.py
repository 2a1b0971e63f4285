"""Optional facts that report an irregularity with a step of a game against the dealer, each with its bounds."""

from collections.abc import Iterator
from dataclasses import replace

from houseway.cards import DECK
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.irregularities.counting import countable_places, expected_stub
from houseway.games.against_dealer.irregularities.exposure import most_exposed, places_dealt_to
from houseway.games.against_dealer.irregularities.face_up import dealt_bounds, face_up_times, numbers_left
from houseway.games.fact_bounds import YES_OR_NO, numbers_up_to, optional_bounds
from houseway.games.round import AUTOMATED_SHOE, FACE_UP_PLACES, Place
from houseway.procedure import NO_BOUNDS, Bounds, FactBounds, Step


def reportable_facts(context: DealerGameContext, step: Step) -> Bounds:
    """Return what the dealer may report with a step."""
    made = _REPORTED.get(step.act)
    return made(context, step) if made is not None else NO_BOUNDS


def _face_up_facts(context: DealerGameContext) -> Bounds:
    """Return the bounds of cards found face up, numbered from the top of what is left (13.A, 13.B, 13.C)."""
    return {"face_up": optional_bounds(some=_card_numbers(context))}


def _card_numbers(context: DealerGameContext) -> tuple[int, ...]:
    if context.round.dealt:
        return numbers_up_to(numbers_left(context))
    return numbers_up_to(len(DECK) if context.stack is None else len(context.stack))


def face_up_bounds(context: DealerGameContext) -> Bounds:
    """Return the bounds of a report about cards that are found face up after the deal."""
    dealt = dealt_bounds(context)
    return {
        "face_up": {"some": _card_numbers(context), "fewest": 1},
        "dealt": optional_bounds(each=tuple(dealt), least=1, most=dealt, instead="face_up"),
        "where": optional_bounds(choices=FACE_UP_PLACES),
        "when": optional_bounds(choices=face_up_times(context)),
    }


def exposed_bounds(context: DealerGameContext, place: Place) -> Bounds:
    """Return the bounds of a report about exposed cards of a place."""
    return {
        "cards": {"least": 1, "most": most_exposed(context, place)},
        "when": optional_bounds(choices=context.possible_times),
    }


def _exposed_facts(context: DealerGameContext) -> Bounds:
    """Return the bounds of cards that come face up on the way to their place (13.F)."""
    most = {place: most_exposed(context, place) for place in places_dealt_to(context)}
    return {"exposed": optional_bounds(each=tuple(most), least=1, most=most)}


_NUMBER: FactBounds = {"least": 0, "most": len(DECK)}


def _counted_facts(context: DealerGameContext, *places: str) -> Bounds:
    """Return the bounds of the number of cards found in hands and in named places (13.E)."""
    hands: FactBounds = {"optional": True, "each": _countable_hands(context), **_NUMBER}
    return {"hands": hands, **{place: optional_bounds(**_NUMBER) for place in places}}


def _countable_hands(context: DealerGameContext) -> tuple[int, ...]:
    return tuple(place for place in countable_places(context) if isinstance(place, int))


def wrong_number_bounds(context: DealerGameContext) -> Iterator[Bounds]:
    """Yield the bounds of each wrong number of cards that may be reported."""
    right = context.dealer_game.card_count
    for position in _countable_hands(context):
        yield {"hands": {"each": (position,), **_any_number_but(right(context, position))}}
    for place in context.dealer_game.named_places:
        yield {place: _any_number_but(right(context, place))}
    yield {"stub": _any_number_but(expected_stub(context))}


def _any_number_but(right: int) -> FactBounds:
    return {**_NUMBER, "least": 0 if right else 1, "right": right}


def _facts_of_deal(context: DealerGameContext, step: Step) -> Bounds:
    dealt_at_once = [place for place in context.dealer_game.named_places if context.dealer_game.card_count(context, place)]
    jams = {"jammed": YES_OR_NO} if context.dealing == AUTOMATED_SHOE else NO_BOUNDS
    return {
        **_face_up_facts(context),
        **_exposed_facts(context),
        **_counted_facts(context, *dealt_at_once),
        "drawn_in_error": YES_OR_NO,
        **jams,
    }


def _facts_of_community_cards(context: DealerGameContext, step: Step) -> Bounds:
    drawn = {"drawn_in_error": YES_OR_NO} if context.dealing != AUTOMATED_SHOE else NO_BOUNDS
    return {
        **_face_up_facts(context),
        **drawn,
        **_exposed_facts(_with_cards_shown(context, step)),
        **_counted_facts(context, "board"),
    }


def _with_cards_shown(context: DealerGameContext, step: Step) -> DealerGameContext:
    """Return the context with the board as it is after a step."""
    dealt = context.dealer_game.cards_to_enter(context, step)["cards"]
    return replace(context, round=replace(context.round, shown=context.round.shown + dealt))


def _facts_of_completion(context: DealerGameContext, step: Step) -> Bounds:
    return {**_face_up_facts(context), "board": optional_bounds(least=0, most=len(DECK))}


def _facts_of_stub(context: DealerGameContext, step: Step) -> Bounds:
    return {
        "cards": optional_bounds(least=0, most=len(DECK)),
        **_face_up_facts(context),
        **_counted_facts(context, *context.dealer_game.named_places),
    }


_REPORTED = {
    "deal": _facts_of_deal,
    "deal-flop": _facts_of_community_cards,
    "deal-final": _facts_of_community_cards,
    "complete-board": _facts_of_completion,
    "count-stub": _facts_of_stub,
}

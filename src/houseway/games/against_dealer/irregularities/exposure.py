"""Cards that are exposed too early: a dealer's card voids the wagers against him, and a floorperson rules on other cards."""

from collections.abc import Mapping

from houseway.cards import Card
from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Command, Event
from houseway.games.against_dealer.context import DealerGameContext, context_after
from houseway.games.against_dealer.irregularities.irregular import places_with_cards, reported_time, void_base_wagers
from houseway.games.against_dealer.law import same_rule
from houseway.games.against_dealer.state import LATER
from houseway.games.round import AUTOMATED_SHOE, Effect, Effects, Place, exposed_cards, round_refusal
from houseway.games.validation import name_of_floorperson
from houseway.procedure import ANTE, DEALER

EXPOSED_DEALER = same_rule("13.F")
PLAY_ON, VOID_BASE = "play-on", "void-base"
EXPOSED = same_rule({PLAY_ON: "13.A", VOID_BASE: "13.F"})
"""The text is silent about an exposed card of a player, the board or the box; both outcomes have a model there (UTH-27)."""

Cards = tuple[Card, ...]


def exposed_clauses(context: DealerGameContext, place: Place) -> tuple[Citation, ...]:
    """Return the clauses about an exposed card of a place: the dealer's own, or the models of both rulings."""
    return (
        context.law(EXPOSED_DEALER) if place == DEALER else (*context.law(EXPOSED, PLAY_ON), *context.law(EXPOSED, VOID_BASE))
    )


def _face_down_count(context: DealerGameContext, place: Place) -> int:
    """Return how many cards of a place were dealt face down, whether or not they were turned up in their turn."""
    size = context.dealer_game.card_count(context, place)
    if isinstance(place, int):
        return size - context.dealer_game.face_up_count(context, place)
    return size if place != "board" or context.dealing == AUTOMATED_SHOE else 0


def _face_down_cards(context: DealerGameContext, place: Place) -> Cards:
    """Return the known cards of a place that were dealt face down, in the order in which they lie."""
    state = context.round
    if isinstance(place, int):
        up = context.dealer_game.face_up(context, place)
        return tuple(card for card in state.hands.get(place, ()) if card not in up)
    return {"board": state.board, "box": state.box, "burned": state.burned}[place]


def _turned_up_count(context: DealerGameContext, place: Place) -> int:
    """Return how many of the cards that were dealt face down have been turned up in their turn."""
    state = context.round
    if place == "box":
        return _face_down_count(context, place) if state.box_turned else 0
    return state.shown if place == "board" else 0


def most_exposed(context: DealerGameContext, place: Place) -> int:
    """Return how many cards of a place can be reported by their number: those still face down, or all if none is."""
    size = _face_down_count(context, place)
    return size - _turned_up_count(context, place) or size


def reportable_places(context: DealerGameContext) -> tuple[Place, ...]:
    """Return the places whose cards are dealt face down, of which a dealer may have exposed some."""
    if not context.round.dealt or context.round.void:
        return ()
    return tuple(place for place in places_with_cards(context) if _face_down_count(context, place))


def places_dealt_to(context: DealerGameContext) -> tuple[Place, ...]:
    """Return the places whose cards may come face up on their way. Burned cards are reported by themselves."""
    face_down = (place for place in places_with_cards(context) if _face_down_count(context, place))
    return tuple(place for place in face_down if place != "burned")


def report_exposed(context: DealerGameContext, command: Command) -> Effects:
    """Cards were exposed too early. Facts: place (a position, 0 for the dealer, or a named place), cards, and when it happened
    if it is reported later. What no longer matters is only recorded."""
    place, law = command.facts.get("place"), context.law(EXPOSED_DEALER)
    if not isinstance(place, int | str) or place not in reportable_places(context):
        raise round_refusal(
            "nothing-to-expose",
            f"{place!r} has no face-down cards in this round",
            law,
            given=str(place),
            allowed=tuple(map(str, reportable_places(context))),
        )
    cards = _named_cards(context, command, place, command.facts.get("cards", 1))
    return exposed_effects(context, place, cards, reported_time(command, law, context.possible_times))


def _named_cards(context: DealerGameContext, command: Command, place: Place, given: object) -> Cards:
    """Return the exposed cards: a number of those still face down, or cards of the place by their numbers."""
    known, size = _face_down_cards(context, place), _face_down_count(context, place)
    if type(given) is int and most_exposed(context, place) < size:
        turned = _turned_up_count(context, place)
        known, size = known[turned:], size - turned
    return exposed_cards(command, known, given, size)


def exposed_while_dealing(context: DealerGameContext, command: Command) -> Effects:
    """Report cards that came face up on the way to their place, once the step is finished. Facts: exposed (places with
    cards)."""
    given, places = command.facts.get("exposed", {}), places_dealt_to(context)
    if not isinstance(given, Mapping) or not all(place in places for place in given):
        raise command.unreadable("exposed", "places that have face-down cards, each with its cards")
    made: list[Effect] = []
    for place in sorted(given, key=places.index):
        now = context_after(context, *made)
        cards = _named_cards(now, command, place, given[place])
        made.extend(exposed_effects(now, place, cards, now.possible_times[-1]))
    return tuple(made)


def exposed_effects(context: DealerGameContext, place: Place, cards: Cards, when: str) -> Effects:
    """A dealer's card voids the wagers against him. For others a floorperson rules, unless a reading decides (UTH-27); after
    the round he rules on the finding. When all have decided, or nobody has wagered against him, no card matters any more."""
    if when == LATER or context.round.must_reshuffle or not _has_wagers_against_dealer(context):
        return (Event("card-exposed", (), {"place": place, "cards": cards}),)
    if place == DEALER:
        return _exposure_void(context, place, cards, "dealer-card-exposed", context.law(EXPOSED_DEALER))
    if context.is_over or context.takes_reading("UTH-27=void-base", "FC-109=void-base"):
        return _exposure_void(context, place, cards, "card-exposed", context.law(EXPOSED, VOID_BASE))
    law = exposed_clauses(context, place)
    return (Event("card-exposed", law, {"place": place, "cards": cards}), Event("ruling-awaited", law, {"place": place}))


def _has_wagers_against_dealer(context: DealerGameContext) -> bool:
    return any(ANTE in wagers for wagers in context.round.stakes.values())


def _exposure_void(context: DealerGameContext, place: Place, cards: Cards, why: str, clauses: tuple[Citation, ...]) -> Effects:
    seen = Event("card-exposed", clauses, {"place": place, "cards": cards})
    return (seen, *void_base_wagers(context, why, clauses))


def rule_exposed(context: DealerGameContext, command: Command) -> Effects:
    """A floorperson rules whether the round goes on. Facts: choice."""
    choice, first = command.text("choice", suggested_ruling(context)), context.round.places_to_rule[0]
    name = name_of_floorperson(command, exposed_clauses(context, first))
    if choice not in (PLAY_ON, VOID_BASE):
        raise Malformed(
            f"a ruling must be {PLAY_ON} or {VOID_BASE}, not {choice!r}",
            code="command.fact",
            given=choice,
            allowed=(PLAY_ON, VOID_BASE),
        )
    law = context.law(EXPOSED, choice)
    ruled = Event("exposure-ruled", law, {"choice": choice, "by": name})
    return (ruled, *(void_base_wagers(context, "card-exposed", law) if choice == VOID_BASE else ()))


def suggested_ruling(context: DealerGameContext) -> str:
    """Suggest to play on if a player's own card was exposed, because it reveals nothing about the dealer's; otherwise to void."""
    return PLAY_ON if all(isinstance(place, int) for place in context.round.places_to_rule) else VOID_BASE

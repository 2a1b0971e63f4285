"""Optional facts that report an irregularity with a step, each with its bounds.

- `optional`: the fact may be left out.
- `each`: places; each of them may get a number from `least` to `most`, but not the `right` one.
- `some`: numbers, any of which may be given.
- `of`: another fact, to whose cards this one is limited.
- `choices`: the values that are allowed.
"""

from houseway.cards import DECK_WITH_JOKER
from houseway.games.fact_bounds import YES_OR_NO, numbers_up_to, optional_bounds
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.pai_gow.irregularities.exposure import EXPOSED_BY, does_player_choose, exposure_times
from houseway.games.pai_gow.irregularities.face_up import WHEN_FOUND
from houseway.games.round import FACE_UP_PLACES
from houseway.procedure import DEALER, NO_BOUNDS, Bounds, FactBounds, Step

CARDS = len(DECK_WITH_JOKER)
DECK_FACTS: Bounds = {"face_up": optional_bounds(some=numbers_up_to(CARDS)), "drawn_in_error": YES_OR_NO}
"""Cards face up, numbered from the top (14.E, 14.F), and a card drawn in error (14.G)."""


def reportable_facts(context: PaiGowContext, step: Step) -> Bounds:
    """Return what the dealer may report with a step."""
    if step.act == "collect-cards" and step.position in context.round.surrendered:
        return _facts_of_surrendered(context)
    made = _REPORTED.get(step.act)
    return made(context) if made is not None else NO_BOUNDS


def _facts_of_deal(context: PaiGowContext) -> Bounds:
    places, jams = (DEALER, *context.positions), {"jammed": YES_OR_NO} if context.dealing == "automated-shoe" else NO_BOUNDS
    return {
        "first": optional_bounds(choices=places),
        "exposed": optional_bounds(each=places, least=1, most=context.rules.regulation.number_of("hand-cards")),
        **(DECK_FACTS if not context.round.stacks else NO_BOUNDS),
        **jams,
    }


def _facts_of_stacks(context: PaiGowContext) -> Bounds:
    exposed = optional_bounds(
        each=numbers_up_to(context.rules.regulation.number_of("stacks")),
        least=1,
        most=context.rules.regulation.number_of("hand-cards"),
    )
    return {"pattern": optional_bounds(choices=("wrong",)), "exposed": exposed, **DECK_FACTS}


FACE_UP_BOUNDS: Bounds = {
    "face_up": {"some": numbers_up_to(CARDS), "fewest": 1},
    "where": optional_bounds(choices=FACE_UP_PLACES),
    "when": optional_bounds(choices=WHEN_FOUND),
}
"""Bounds of a report about cards that are found face up after the deal."""


def exposed_bounds(context: PaiGowContext, position: int) -> Bounds:
    """Return the bounds of a report about exposed cards: how many, by whom, when, and whether the player had looked at the
    others. That is asked only as long as a choice depends on it."""
    return {
        "cards": {"least": 1, "most": context.rules.regulation.number_of("hand-cards")},
        "who": optional_bounds(choices=EXPOSED_BY),
        **({"looked": YES_OR_NO} if does_player_choose(context, position) else NO_BOUNDS),
        "when": optional_bounds(choices=exposure_times(context)),
    }


def _facts_of_surrendered(context: PaiGowContext) -> Bounds:
    return {"cards": optional_bounds(least=0, most=CARDS)}


def _facts_of_stub(context: PaiGowContext) -> Bounds:
    places = numbers_up_to(len(context.round.stacks)) or (DEALER, *context.positions)
    counted = {"cards": optional_bounds(least=0, most=CARDS), "hands": optional_bounds(each=places, least=0, most=CARDS)}
    return {**counted, "face_up": DECK_FACTS["face_up"]}


def _facts_of_setting(context: PaiGowContext) -> Bounds:
    """Return the bounds of the low hand as the dealer set it, if not the house way (14.I); dealt cards are given by number."""
    if context.round.hands[DEALER]:
        return {"low": optional_bounds(some=numbers_up_to(context.rules.regulation.number_of("hand-cards")))}
    return {"low": optional_bounds(of="cards")}


def wrong_number_bounds(context: PaiGowContext, hands: tuple[int, ...]) -> Bounds:
    """Return the bounds of a report about hands without seven cards (14.H, 14.K), or a stub that was counted wrongly."""
    wrong: FactBounds = {"each": hands, "least": 0, "most": CARDS, "right": context.rules.regulation.number_of("hand-cards")}
    return {"hands": wrong, "stub": optional_bounds(least=0, most=CARDS)}


_REPORTED = {
    "set-dealer": _facts_of_setting,
    "collect-surrendered": _facts_of_surrendered,
    "deal": _facts_of_deal,
    "deal-stacks": _facts_of_stacks,
    "count-stub": _facts_of_stub,
}

"""Optional facts that report an irregularity with a step, each with its bounds.

A bound that is `optional` may be left out. `each` names places, any of which may get a number between `least` and `most` except
the `right` one; `some` lists numbers of which any may be given; `of` names another fact whose cards they are; `choices` is as
everywhere.
"""

from collections.abc import Mapping
from functools import cache

from houseway.cards import DECK_WITH_JOKER
from houseway.games.pai_gow.context import PaiGowContext
from houseway.games.round import book_count
from houseway.procedure import DEALER, Step

Bounds = Mapping[str, object]
NO_BOUNDS: Bounds = {}
CARDS = len(DECK_WITH_JOKER)


@cache
def _optional_up_to(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


def _optional_flag(**bounds: object) -> Bounds:
    return {"optional": True, **bounds}


YES_OR_NO = _optional_flag(choices=(False, True))
DECK_FACTS: Bounds = {"face_up": _optional_flag(some=_optional_up_to(CARDS)), "drawn_in_error": YES_OR_NO}
"""Cards face up, numbered from the top (14.E, 14.F), and a card drawn in error (14.G)."""


def reportable_facts(context: PaiGowContext, step: Step) -> Bounds:
    """Return what the dealer may report with a step."""
    made = _REPORTED.get(step.act)
    return made(context) if made is not None else NO_BOUNDS


def _facts_of_deal(context: PaiGowContext) -> Bounds:
    places, jams = (DEALER, *context.positions), {"jammed": YES_OR_NO} if context.dealing == "automated-shoe" else NO_BOUNDS
    return {
        "first": _optional_flag(choices=places),
        "exposed": _optional_flag(each=places, least=1, most=book_count(context.rules, "hand-cards")),
        **(DECK_FACTS if not context.round.stacks else NO_BOUNDS),
        **jams,
    }


def _facts_of_stacks(context: PaiGowContext) -> Bounds:
    exposed = _optional_flag(
        each=_optional_up_to(book_count(context.rules, "stacks")), least=1, most=book_count(context.rules, "hand-cards")
    )
    return {"pattern": _optional_flag(choices=("wrong",)), "exposed": exposed, **DECK_FACTS}


def _facts_of_stub(context: PaiGowContext) -> Bounds:
    places = _optional_up_to(len(context.round.stacks)) or (DEALER, *context.positions)
    return {"cards": _optional_flag(least=0, most=CARDS), "hands": _optional_flag(each=places, least=0, most=CARDS)}


def _facts_of_setting(context: PaiGowContext) -> Bounds:
    """The low hand as the dealer set it, if it is not the house way (14.I): dealt cards by number."""
    if context.round.hands[DEALER]:
        return {"low": _optional_flag(some=_optional_up_to(book_count(context.rules, "hand-cards")))}
    return {"low": _optional_flag(of="cards")}


def wrong_number_bounds(context: PaiGowContext, hands: tuple[int, ...]) -> Bounds:
    """The number of cards of a hand that does not have seven (14.H, 14.K)."""
    return {"hands": {"each": hands, "least": 0, "most": CARDS, "right": book_count(context.rules, "hand-cards")}}


_REPORTED = {
    "set-dealer": _facts_of_setting,
    "deal": _facts_of_deal,
    "deal-stacks": _facts_of_stacks,
    "count-stub": _facts_of_stub,
}

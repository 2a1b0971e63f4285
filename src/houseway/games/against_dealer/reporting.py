"""Optional facts that report an irregularity with a step of a game against the dealer, each with its bounds."""

from houseway.cards import DECK
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.dealing import FACE_UP_PLACES
from houseway.games.against_dealer.irregular import MACHINE, WHEN
from houseway.games.fact_bounds import NO_BOUNDS, YES_OR_NO, Bounds, numbers_up_to, optional
from houseway.procedure import DEALER, Step

WHEN_BOUNDS = optional(choices=WHEN)
"""When it happened, if it is reported later."""


def reportable_facts(context: DealerGameContext, step: Step) -> Bounds:
    """Return what the dealer may report with a step."""
    made = _REPORTED.get(step.act)
    return made(context) if made is not None else NO_BOUNDS


def _face_up(context: DealerGameContext) -> Bounds:
    """Cards face up, numbered from the top of what is left (13.A, 13.B, 13.C)."""
    return {"face_up": optional(some=_card_numbers(context))}


def _card_numbers(context: DealerGameContext) -> tuple[int, ...]:
    left = context.round.undealt if context.round.dealt else context.stack
    return numbers_up_to(len(DECK) if left is None else len(left))


def face_up_bounds(context: DealerGameContext) -> Bounds:
    """Return what is said about cards that are found face up after the deal."""
    return {
        "face_up": {"some": _card_numbers(context), "fewest": 1},
        "where": optional(choices=FACE_UP_PLACES),
        "when": WHEN_BOUNDS,
    }


def _exposed(context: DealerGameContext) -> Bounds:
    """Cards that came face up on the way to their place (13.F)."""
    return {
        "exposed": optional(
            each=(DEALER, *context.playing_positions), least=1, most=context.rules.regulation.number_of("hand-cards")
        )
    }


def _counted(context: DealerGameContext, *places: str) -> Bounds:
    """The number of cards found in hands and in named places (13.E)."""
    number = {"least": 0, "most": len(DECK)}
    return {
        "hands": optional(each=(DEALER, *context.playing_positions), **number),
        **{place: optional(**number) for place in places},
    }


def _facts_of_deal(context: DealerGameContext) -> Bounds:
    dealt_at_once = [place for place in context.dealer_game.named_places if context.dealer_game.card_count(context, place)]
    jams = {"jammed": YES_OR_NO} if context.dealing == MACHINE else NO_BOUNDS
    return {
        **_face_up(context),
        **_exposed(context),
        **_counted(context, *dealt_at_once),
        "drawn_in_error": YES_OR_NO,
        **jams,
    }


def _facts_of_community_cards(context: DealerGameContext) -> Bounds:
    drawn = {"drawn_in_error": YES_OR_NO} if context.dealing != MACHINE else NO_BOUNDS
    return {**_face_up(context), **drawn, **_exposed(context), **_counted(context, "board")}


def _facts_of_completion(context: DealerGameContext) -> Bounds:
    return {**_face_up(context), "board": optional(least=0, most=len(DECK))}


def _facts_of_stub(context: DealerGameContext) -> Bounds:
    return {
        "cards": optional(least=0, most=len(DECK)),
        **_face_up(context),
        **_counted(context, *context.dealer_game.named_places),
    }


_REPORTED = {
    "deal": _facts_of_deal,
    "deal-flop": _facts_of_community_cards,
    "deal-final": _facts_of_community_cards,
    "complete-board": _facts_of_completion,
    "count-stub": _facts_of_stub,
}

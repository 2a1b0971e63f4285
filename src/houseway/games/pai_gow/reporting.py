"""Optional facts that report an irregularity with a step, each with its bounds.

A bound that is `optional` may be left out. `each` names places, any of which may get a number between `least` and `most` except
the `right` one; `some` lists numbers of which any may be given; `of` names another fact whose cards they are; `choices` is as
everywhere.
"""

from collections.abc import Mapping
from functools import cache

from houseway.cards import DECK_WITH_JOKER
from houseway.games.pai_gow.scene import Scene
from houseway.games.round import count
from houseway.procedure import DEALER, Step

Bounds = Mapping[str, object]
NOTHING: Bounds = {}
CARDS = len(DECK_WITH_JOKER)


@cache
def _up_to(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


def _maybe(**bounds: object) -> Bounds:
    return {"optional": True, **bounds}


YES_OR_NO = _maybe(choices=(False, True))
OF_THE_DECK: Bounds = {"face_up": _maybe(some=_up_to(CARDS)), "drawn_in_error": YES_OR_NO}
"""Cards face up, numbered from the top (14.E, 14.F), and a card drawn in error (14.G)."""


def with_step(scene: Scene, step: Step) -> Bounds:
    """Return what the dealer may report with a step."""
    made = _REPORTED.get(step.act)
    return made(scene) if made is not None else NOTHING


def _with_deal(scene: Scene) -> Bounds:
    places, jams = (DEALER, *scene.positions), {"jammed": YES_OR_NO} if scene.dealing == "automated-shoe" else NOTHING
    return {
        "first": _maybe(choices=places),
        "exposed": _maybe(each=places, least=1, most=count(scene.rules, "hand-cards")),
        **(OF_THE_DECK if not scene.round.stacks else NOTHING),
        **jams,
    }


def _with_stacks(scene: Scene) -> Bounds:
    exposed = _maybe(each=_up_to(count(scene.rules, "stacks")), least=1, most=count(scene.rules, "hand-cards"))
    return {"pattern": _maybe(choices=("wrong",)), "exposed": exposed, **OF_THE_DECK}


def _with_stub(scene: Scene) -> Bounds:
    places = _up_to(len(scene.round.stacks)) or (DEALER, *scene.positions)
    return {"cards": _maybe(least=0, most=CARDS), "hands": _maybe(each=places, least=0, most=CARDS)}


def _with_setting(scene: Scene) -> Bounds:
    """The low hand as the dealer set it, if it is not the house way (14.I): dealt cards by number."""
    if scene.round.hands[DEALER]:
        return {"low": _maybe(some=_up_to(count(scene.rules, "hand-cards")))}
    return {"low": _maybe(of="cards")}


def wrong_number(scene: Scene, hands: tuple[int, ...]) -> Bounds:
    """The number of cards of a hand that does not have seven (14.H, 14.K)."""
    return {"hands": {"each": hands, "least": 0, "most": CARDS, "right": count(scene.rules, "hand-cards")}}


_REPORTED = {"set-dealer": _with_setting, "deal": _with_deal, "deal-stacks": _with_stacks, "count-stub": _with_stub}

"""Optional facts of an act, each with its bounds: a fault, a reason, a device's count."""

from collections.abc import Mapping

from houseway.equipment import decks, devices, opening, shuffle
from houseway.equipment.state import SPREAD_FACE_UP, Equipment, TableContext
from houseway.procedure import NO_BOUNDS, Bounds, FactBounds

WORDS: FactBounds = {"optional": True, "text": "in words"}
YES_OR_NO: FactBounds = {"optional": True, "choices": (False, True)}
IN_WORDS: Mapping[str, Bounds] = {
    "order-recut": {"why": WORDS},
    "remove-deck": {"why": WORDS},
    "inspect-deck": {"defects": WORDS},
}


def optional_facts(equipment: Equipment, act: str, facts: Mapping[str, object], context: TableContext) -> Bounds:
    """Return the optional facts of an act and their bounds. `facts` are those already given."""
    match act:
        case "report-device":
            what: FactBounds = {"optional": True, "choices": devices.faults_of(str(facts["device"]))}
            return {"what": what, "usable": YES_OR_NO}
        case "take-deck":
            return {"hand": {"optional": True, "choices": decks.HANDS}}
        case "idle-table":
            down_only = opening.lie_face_down_when_idle(equipment) and SPREAD_FACE_UP not in context.requests
            return {"face": {"optional": True, "choices": ("down",) if down_only else opening.FACES}}
        case "receive-deck":
            return {"back": WORDS, "jokers": {"optional": True, "choices": decks.jokers_allowed(equipment)}}
        case "count-chips" if equipment.settings.coupons:
            return {"coupons": {"optional": True, "least": 0, "most": equipment.settings.positions}}
        case "shuffle" if shuffle.device_counts_cards(equipment):
            return {"counted": {"optional": True, "least": 0, "most": len(equipment.settings.deck.cards)}}
        case _:
            return IN_WORDS.get(act, NO_BOUNDS)

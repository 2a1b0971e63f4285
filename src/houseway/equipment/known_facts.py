"""The facts that a command to the equipment may have, by act. An act that is not listed takes none; others are refused."""

from collections.abc import Mapping

from houseway.equipment.opening import OPENING_STEPS

_DECK = frozenset(("deck",))
_DEVICE = frozenset(("device",))
_POSITION = frozenset(("position",))

KNOWN_FACTS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys((step.act for step in OPENING_STEPS), _DECK),
    "inspect-deck": _DECK | {"defects"},
    "receive-deck": _DECK | {"back", "jokers", "covers", "cards"},
    "remove-deck": _DECK | {"why"},
    "shuffle": _DECK | {"cards", "counted"},
    "take-deck": _DECK | {"hand"},
    **dict.fromkeys(("store-deck", "spread-stored-deck", "turn-up", "load-shoe"), _DECK),
    "idle-table": frozenset(("face",)),
    **dict.fromkeys(("offer-cut", "refuse-cut", "check-light"), _POSITION),
    "cut": _POSITION | {"depth"},
    "order-recut": frozenset(("why",)),
    "order-shuffle": _DECK,
    "place-dice": frozenset(("dice", "logo")),
    "shake": _POSITION | {"times"},
    "uncover": _POSITION | {"dice", "flat", "fallen"},
    "announce-total": frozenset(("total",)),
    "draw-number": frozenset(("number",)),
    "light": _POSITION | {"on"},
    "count-chips": frozenset(("chips", "coupons")),
    "rule-count": frozenset(("standing",)),
    "report-device": _DEVICE | {"what", "usable"},
    **dict.fromkeys(("cover-device", "sign-device", "remove-device", "restore-device"), _DEVICE),
    "switch-method": frozenset(("shuffling", "dealing", "starting")),
    "rack": _DECK | {"entries"},
    "end-round": frozenset(("void", "retire_deck", "clauses")),
}

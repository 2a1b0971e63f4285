"""Who may know what of the events of the equipment. Everybody watches how cards are handled; their order is sealed."""

from houseway.events import Event
from houseway.events.disclosure import Disclosure, Disclosures, combine_disclosures

_DECK = ("deck",)
_RECEIVED = ("deck", "back", "jokers", "covers", "at")
_HANDLED = (
    *("deck-spread", "deck-turned-down", "deck-washed", "deck-stacked"),
    *("inspection-verified", "shuffle-ordered"),
)

DECKS: Disclosures = {
    "deck-received": Disclosure(_RECEIVED),
    "preshuffled-deck-received": Disclosure(_RECEIVED, sealed=("cards",)),
    **dict.fromkeys(_HANDLED, Disclosure((*_DECK, "by"))),
    **dict.fromkeys(("deck-turned-up", "stored-deck-spread", "deck-stored"), Disclosure(_DECK)),
    "deck-inspected": Disclosure((*_DECK, "by", "defects")),
    "inspection-afforded": Disclosure((*_DECK, "by", "player")),
    "joker-torn": Disclosure((*_DECK, "by", "to")),
    "deck-condemned": Disclosure((*_DECK, "clauses")),
    "deck-removed": Disclosure((*_DECK, "by", "why")),
    "table-idled": Disclosure(("face", "decks")),
    "cards-shuffled": Disclosure((*_DECK, "by", "why", "loaded", "counted"), sealed=("cards",)),
    "shoe-loaded": Disclosure((*_DECK, "dealing")),
    "deck-taken": Disclosure((*_DECK, "dealing", "hand")),
    "deal-begun": Disclosure((*_DECK, "round")),
    "cards-racked": Disclosure(_DECK, sealed=("entries",)),
    "round-ended": Disclosure((*_DECK, "round", "void", "retire_deck", "clauses")),
}

CUT: Disclosures = {
    "cut-offered": Disclosure((*_DECK, "first", "player", "position", "rotates", "round")),
    "cut-refused": Disclosure(("player", "position")),
    "cut-made": Disclosure((*_DECK, "depth", "player", "position")),
    "cut-completed": Disclosure((*_DECK, "depth", "cover", "spare", "spare_depth")),
    "recut-ordered": Disclosure((*_DECK, "by", "passed", "preferred", "why")),
}

START: Disclosures = {
    "dice-placed": Disclosure(("dice", "at")),
    "dice-removed": Disclosure(("at",)),
    "dice-shaken": Disclosure(("times", "bank")),
    "lid-lifted-by-bank": Disclosure(("bank",)),
    "no-roll-called": Disclosure(("why",)),
    "dice-uncovered": Disclosure(("dice", "total")),
    "total-announced": Disclosure(("announced", "announced_position", "position", "total")),
    "shaker-put-away": Disclosure(("shakes", "side")),
    "number-drawn": Disclosure(("number", "position")),
    **dict.fromkeys(("button-placed", "button-read", "button-moved"), Disclosure(("position",))),
    "start-marked": Disclosure(("position", "with")),
}

DEVICES: Disclosures = {
    "device-failed": Disclosure(("device", "what", "usable", "decks", "live")),
    "device-secured": Disclosure(("device", "how")),
    "device-restored": Disclosure(("device",)),
    "method-switched": Disclosure(("shuffling", "dealing", "starting")),
    "light-switched": Disclosure(("position", "on")),
    "light-checked": Disclosure(("position",)),
    "wagers-locked-out": Disclosure(("lit",)),
    "chips-counted": Disclosure(("chips", "coupons", "lights", "matched")),
    "count-ruled": Disclosure(("by", "chips", "lit", "standing")),
}

DISCLOSURES = combine_disclosures(DECKS, CUT, START, DEVICES)

ORDER_EVENTS = ("cards-shuffled", "preshuffled-deck-received")
"""Events whose only sealed fact is the order of a deck."""


def with_unknown_order(event: Event) -> Event:
    """Return an event from which a sealed order was removed as one with an unknown order, like that of physical cards."""
    if event.kind not in ORDER_EVENTS or "cards" in event.facts:
        return event
    return Event(event.kind, event.clauses, {**event.facts, "cards": None})

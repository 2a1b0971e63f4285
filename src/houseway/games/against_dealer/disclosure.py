"""Who may know which facts of a dealer game's events. Hands, board and box are face down until they are turned up."""

from houseway.events.disclosure import Disclosure, Disclosures, combine_disclosures
from houseway.games.disclosure import COMMON

_AT = ("position",)
_MONEY = ("position", "amount")

WAGERS: Disclosures = {
    **dict.fromkeys(("wager-placed", "wager-refunded"), Disclosure((*_MONEY, "wager"))),
    "betting-closed": Disclosure(("said",)),
    "envy-settled": Disclosure((*_MONEY, "wager", "hands")),
}

CARDS: Disclosures = {
    "cards-dealt": Disclosure(("up",), sealed=("hands", "board", "box", "rest")),
    **dict.fromkeys(("flop-dealt", "final-dealt", "board-completed"), Disclosure(("cards", "burns"), sealed=("burned",))),
    "stub-racked": Disclosure(sealed=("cards",)),
    "card-found-face-up": Disclosure(("number", "cards", "place", "drawn", "when")),
    "stub-card-seen": Disclosure(("number", "cards")),
    "dealer-turned": Disclosure(("cards", "hand")),
    "box-turned": Disclosure(("cards",)),
    "hand-exposed": Disclosure((*_AT, "cards")),
    "card-exposed": Disclosure(("place", "cards")),
    "cards-collected": Disclosure(_AT, sealed=("cards", "board", "box")),
}

DECISIONS: Disclosures = {
    "player-checked": Disclosure((*_AT, "absent")),
    "play-decided": Disclosure(_MONEY),
    "hand-folded": Disclosure((*_AT, "lost", "racked", "absent")),
    "hand-abandoned": Disclosure((*_AT, "racked", "by")),
    "ruling-awaited": Disclosure(("place",)),
    "exposure-ruled": Disclosure(("choice", "by")),
    "light-ruled": Disclosure((*_AT, "wager", "by")),
}

ROUND: Disclosures = {
    "base-voided": Disclosure(("why", "under", "owed", "envy")),
    "round-voided": Disclosure(("why", "under", "given", "should_be", "deck_removed", "owed", "unwound")),
    "round-completed": Disclosure(("number",)),
}

DISCLOSURES = combine_disclosures(COMMON, WAGERS, CARDS, DECISIONS, ROUND)

"""Who may know which facts of Pai Gow Poker's events. Hands are face down until they are turned over one by one."""

from houseway.events.disclosure import Disclosure, Disclosures, combine_disclosures
from houseway.games.disclosure import COMMON

_AT = ("position",)
_MONEY = ("position", "amount")

BANKING: Disclosures = {
    **dict.fromkeys(("bank-offered", "bank-passed", "bank-confirmed", "bank-settled"), Disclosure(_AT)),
    **dict.fromkeys(("bank-accepted", "co-banking-agreed"), Disclosure((*_AT, "marker"))),
    "bank-refused": Disclosure((*_AT, "why")),
    "nobody-banks": Disclosure(),
    "house-stake-directed": Disclosure(("amount",)),
    "house-staked": Disclosure(("amount",)),
    "bank-hands-shown": Disclosure((*_AT, "high", "low")),
    "bank-exposed": Disclosure((*_AT, "result", "words")),
}

WAGERS: Disclosures = {
    "wager-placed": Disclosure((*_MONEY, "wager", "coupon", "number")),
    "betting-closed": Disclosure(("lammers", "said")),
    "numbers-settled": Disclosure(("number", "results")),
    "wager-surrendered": Disclosure((*_AT, "racked", "stake")),
    "surrendered-collected": Disclosure((*_AT, "cards")),
    "documents-awaited": Disclosure(_MONEY),
    "documents-completed": Disclosure((*_AT, "by")),
    "envy-settled": Disclosure((*_MONEY, "wager", "hands", "marker")),
}

CARDS: Disclosures = {
    "card-found-face-up": Disclosure(("number", "where")),
    "stacks-spoiled": Disclosure(("why", "under")),
    "stacks-dealt": Disclosure(("set_aside",), sealed=("stacks", "stub")),
    "first-stack-chosen": Disclosure(("stack",)),
    "cards-dealt": Disclosure(("set_aside",), sealed=("hands", "stub")),
    "unwagered-collected": Disclosure(("positions",)),
    "card-exposed": Disclosure((*_AT, "cards", "looked")),
    "exposed-hand-played": Disclosure(_AT),
    "hand-voided": Disclosure((*_AT, "forfeit")),
    **dict.fromkeys(("help-asked", "help-declined"), Disclosure(_AT)),
    "house-way-told": Disclosure((*_AT, "house_way"), own_hand=("high", "low", "rule")),
    "hand-set": Disclosure((*_AT, "absent"), own_hand=("high", "low", "rule")),
    "hand-reset": Disclosure((*_AT, "high", "low", "rule")),
    "dealer-done": Disclosure(("racked", "words")),
    "hand-exposed": Disclosure((*_AT, "high", "low")),
    "hand-rearranged": Disclosure((*_AT, "acknowledged")),
    "cards-collected": Disclosure(_AT, sealed=("cards",)),
}

ROUND: Disclosures = {
    "round-voided": Disclosure(("why", "under", "given", "should_be", "stub", "deck_removed", "owed", "unwound")),
    "round-completed": Disclosure(("number", "next_offer", "banked", "markers")),
}

DISCLOSURES = combine_disclosures(COMMON, BANKING, WAGERS, CARDS, ROUND)

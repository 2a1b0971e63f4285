"""What is counted of a draft, as plain values that another process can read: the cards and the conditions, and nothing else."""

from collections.abc import Mapping
from typing import Any

from houseway.analysis.odds.wager_hands import (
    SetCounts,
    check_count_is_short,
    count_sets,
    hands_of_order,
    has_drafted_counts,
    is_count_instant,
    keep_drafted_counts,
)
from houseway.files.own_wagers.base_book import BaseBook
from houseway.files.own_wagers.wager_draft import WagerDraft
from houseway.hands.predicates import WagerCards, WagerHand, parse_wager_hand

CountedHands = tuple[tuple[WagerHand, ...], WagerCards]


def counted_part(draft: WagerDraft) -> dict[str, Any]:
    """Return what is counted of a draft in which nothing is wrong. Drafts that differ in names and payouts only share it."""
    conditions = [] if draft.pays_order else [dict(row.conditions) for row in draft.rows]
    return {"book": draft.book, "cards": draft.cards, "order": draft.order, "conditions": conditions}


def count_part(part: Mapping[str, Any]) -> SetCounts:
    return count_sets(*_hands_of(part))


def is_counted(part: Mapping[str, Any]) -> bool:
    """Return whether the counts of a part are known. Refuse a part whose count would take long."""
    hands, cards = _hands_of(part)
    check_count_is_short(hands, cards)
    return has_drafted_counts(hands, cards)


def count_if_short(part: Mapping[str, Any]) -> bool:
    """Count a part that takes a moment, such as three cards, and return whether its counts are known."""
    hands, cards = _hands_of(part)
    if is_counted(part):
        return True
    if is_count_instant(hands, cards):
        keep_drafted_counts(hands, cards, count_sets(hands, cards))
        return True
    return False


def keep_counts(part: Mapping[str, Any], counts: SetCounts) -> None:
    keep_drafted_counts(*_hands_of(part), counts)


def _hands_of(part: Mapping[str, Any]) -> CountedHands:
    cards = BaseBook.named(part["book"]).deciding_cards(part["cards"], part["order"])
    numbered = enumerate(part["conditions"], start=1)
    hands = tuple(parse_wager_hand({"id": f"hand {n}", "title": f"hand {n}", **each}, cards) for n, each in numbered)
    return hands or hands_of_order(cards), cards

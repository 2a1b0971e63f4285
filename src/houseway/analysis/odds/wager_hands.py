"""Count every deal by the hands of a designer's wager that it makes: exactly, and kept on disk.

Deals are counted up to a permutation of the suits. Where a condition names suits or cards, each deal is tried under all
permutations: of the deals that it represents, as many make a hand as of the permutations, in proportion.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from math import comb

from houseway.analysis.odds.counts import DealCounts, ShownHands
from houseway.disk_cache import disk_cached
from houseway.errors import Corrupted
from houseway.hands import HandOrder
from houseway.hands.conditions import AtLeast, AtMost, Condition
from houseway.hands.predicates import WagerCards, WagerHand

AXIS = "hands"
_KERNELS = "batch canonical compile held_categories layout strength tables"
SOURCES = (
    *("cards.py", "hands/*.py", "analysis/odds/made_hands.py", "analysis/odds/wager_hands.py"),
    *(f"kernels/{name}.py" for name in _KERNELS.split()),
)
"""The sources of the counts: a change of any of them invalidates cached results."""


def count_made_hands(hands: Sequence[WagerHand], cards: WagerCards) -> DealCounts:
    """Count all deals of these cards by the ids of the hands that they make, in the order of the hands."""
    described = [[_describe(condition) for condition in hand.conditions] for hand in hands]
    depends = [cards.count, cards.joker, described]
    counts = disk_cached("wager-hands", depends, SOURCES, lambda: _count_sets(hands, cards))
    cells = tuple(((_hands_of(hands, made),), count) for made, count in counts)
    counted = DealCounts((AXIS,), cells)
    if counted.total != comb(len(cards.deck), cards.count):
        raise Corrupted("the counted deals are not all deals", code="odds.total", given=counted.total)
    return counted


def count_first_fitting(hands: Sequence[WagerHand], cards: WagerCards) -> dict[str, int]:
    """Count the deals in which each hand is the first that fits, and under an empty id those that make none."""
    counts = dict.fromkeys((*(hand.id for hand in hands), ""), 0)
    for (made,), count in count_made_hands(hands, cards).cells:
        counts[made[0] if made else ""] += count
    return counts


def hands_of_order(order: HandOrder, count: int) -> tuple[WagerHand, ...]:
    """Return a hand for each category of an order, for wagers that pay categories. Cards make the one of their best hand."""
    return tuple(
        WagerHand(str(each), each.label, (AtLeast(order, each), AtMost(order, each)), count) for each in order.categories
    )


def _hands_of(hands: Sequence[WagerHand], made: int) -> ShownHands:
    return tuple(hand.id for place, hand in enumerate(hands) if made >> place & 1)


def _describe(condition: Condition) -> list[object]:
    """Describe a condition by its name and values, without titles and clauses of its order."""
    values = (getattr(condition, field.name) for field in fields(condition))  # type: ignore[arg-type]  # all are dataclasses
    return [type(condition).__name__, *(value.name if isinstance(value, HandOrder) else value for value in values)]


def _count_sets(hands: Sequence[WagerHand], cards: WagerCards) -> list[list[int]]:
    """Count the deals by the set of hands that they make, a bit each."""
    from houseway.analysis.odds.made_hands import SUIT_ORDERS, MadeHands
    from houseway.kernels.canonical import canonical_deals_by_signature

    made, counts = MadeHands(hands, cards.count), Counter[int]()
    for deals, weights in canonical_deals_by_signature(cards.count, joker=cards.joker):
        for set_, count in made.count(deals, weights):
            counts[set_] += count
    return [[set_, count // len(SUIT_ORDERS)] for set_, count in sorted(counts.items())]

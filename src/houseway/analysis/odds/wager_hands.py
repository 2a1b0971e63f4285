"""Count every deal by the hands of a designer's wager that it makes: exactly, and kept on disk.

A count takes seconds at most, so it is made even where long computations may only be read from disk (`cached_only`).

Deals are counted up to a permutation of the suits. Where a condition names suits or cards, each deal is tried under all
permutations: of the deals that it represents, as many make a hand as of the permutations, in proportion.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from math import comb

from houseway.analysis.odds.counts import DealCounts, ShownHands
from houseway.disk_cache import Arrays, cached_arrays
from houseway.errors import Corrupted, NotAllowed
from houseway.hands import HandOrder
from houseway.hands.conditions import AtLeast, AtMost, Condition, HasCards
from houseway.hands.described import ranking_of
from houseway.hands.predicates import WagerCards, WagerHand
from houseway.values import canonical_hash

AXIS = "hands"
SetCounts = tuple[tuple[int, int], ...]
"""Sets of hands, of which the one at place n has bit n, each with the number of deals that make it."""
MOST_NAMING = 1_000_000_000
"""The most deals, times the hands that name cards, that are counted for a draft; it takes some seconds."""
_INSTANT = 10_000_000
"""The same number, with one more hand, that takes a moment: five cards are counted in a tenth of a second."""
_MOST_DRAFTED = 200
_drafted: dict[str, SetCounts] = {}
"""The counts of drafts, by what was counted; the latest."""
_KERNELS = "batch canonical compile held_categories layout strength tables"
SOURCES = (
    *("cards.py", "hands/*.py", "analysis/odds/made_hands.py", "analysis/odds/wager_hands.py"),
    *(f"kernels/{name}.py" for name in _KERNELS.split()),
)
"""The sources of the counts: a change of any of them invalidates cached results."""


@lru_cache(maxsize=100)
def count_made_hands(hands: tuple[WagerHand, ...], cards: WagerCards) -> DealCounts:
    """Count all deals of these cards by the ids of the hands that they make, in the order of the hands."""
    name = _name_count(hands, cards)
    counts = _drafted.get(name) or _pairs(cached_arrays(name, None, SOURCES, lambda: _count_arrays(hands, cards)))
    cells = tuple(((_hands_of(hands, made),), count) for made, count in counts)
    counted = DealCounts((AXIS,), cells)
    if counted.total != comb(len(cards.deck), cards.count):
        raise Corrupted("the counted deals are not all deals", code="odds.total", given=counted.total)
    return counted


def count_sets(hands: tuple[WagerHand, ...], cards: WagerCards) -> SetCounts:
    """Count the deals by the set of hands that they make, and leave nothing on disk: a designer tries many hands and files few."""
    return _pairs(_count_arrays(hands, cards))


def keep_drafted_counts(hands: tuple[WagerHand, ...], cards: WagerCards, counts: SetCounts) -> None:
    """Remember the counts of a draft, so that whoever counts the same conditions on the same cards only adds up what they pay."""
    if sum(count for _, count in counts) != comb(len(cards.deck), cards.count):
        raise Corrupted("the counted deals are not all deals", code="odds.total", given=len(counts))
    _drafted[_name_count(hands, cards)] = counts
    for name in list(_drafted)[:-_MOST_DRAFTED]:
        _drafted.pop(name, None)


def has_drafted_counts(hands: tuple[WagerHand, ...], cards: WagerCards) -> bool:
    return _name_count(hands, cards) in _drafted


def check_count_is_short(hands: tuple[WagerHand, ...], cards: WagerCards) -> None:
    """Refuse a draft whose count would take long. Each hand that names cards multiplies the sets of hands that a deal can make."""
    naming = _count_naming(hands)
    most = MOST_NAMING // comb(len(cards.deck), cards.count)
    if naming > most:
        said = f"{naming} hands name cards, and with {cards.describe()} that would take too long to count; allowed: {most}"
        raise NotAllowed(said, code="odds.too-long", given=naming, allowed=most)


def is_count_instant(hands: tuple[WagerHand, ...], cards: WagerCards) -> bool:
    return comb(len(cards.deck), cards.count) * (1 + _count_naming(hands)) <= _INSTANT


def _count_naming(hands: Sequence[WagerHand]) -> int:
    """Count the hands that name cards."""
    return sum(any(isinstance(each, HasCards) for each in hand.conditions) for hand in hands)


def _name_count(hands: Sequence[WagerHand], cards: WagerCards) -> str:
    """Name a count by what is counted: the cards and the conditions, not how hands are called or what they pay."""
    described = [[_describe(condition) for condition in hand.conditions] for hand in hands]
    return f"wager-hands-{canonical_hash([cards.count, cards.joker, described])[:16]}"


def _pairs(arrays: Arrays) -> SetCounts:
    return tuple(zip(arrays["sets"].tolist(), arrays["counts"].tolist(), strict=True))


def count_first_fitting(hands: tuple[WagerHand, ...], cards: WagerCards) -> dict[str, int]:
    """Count the deals in which each hand is the first that fits, and under an empty id those that make none."""
    counts = dict.fromkeys((*(hand.id for hand in hands), ""), 0)
    for (made,), count in count_made_hands(hands, cards).cells:
        counts[made[0] if made else ""] += count
    return counts


def hands_of_order(cards: WagerCards) -> tuple[WagerHand, ...]:
    """Return a hand for each category of the order of these cards, for wagers that pay categories. Cards make only their best."""
    order = cards.order
    if order is None:
        return ()
    return tuple(
        WagerHand(str(each), each.label, (AtLeast(order, each), AtMost(order, each)), cards.count) for each in order.categories
    )


def _hands_of(hands: Sequence[WagerHand], made: int) -> ShownHands:
    return tuple(hand.id for place, hand in enumerate(hands) if made >> place & 1)


def _describe(condition: Condition) -> list[object]:
    """Describe a condition by its name and values, and an order of hands by what it says of ranks."""
    values = (getattr(condition, field.name) for field in fields(condition))  # type: ignore[arg-type]  # all are dataclasses
    return [type(condition).__name__, *(ranking_of(value) if isinstance(value, HandOrder) else value for value in values)]


def _count_arrays(hands: Sequence[WagerHand], cards: WagerCards) -> Arrays:
    """Count the deals by the set of hands that they make, a bit each."""
    import numpy as np

    from houseway.analysis.odds.made_hands import SUIT_ORDERS, MadeHands
    from houseway.kernels.canonical import canonical_deals_by_signature

    made, counts = MadeHands(hands, cards.count), Counter[int]()
    for deals, weights in canonical_deals_by_signature(cards.count, joker=cards.joker):
        for set_, count in made.count(deals, weights):
            counts[set_] += count
    return {
        "sets": np.array(list(counts), dtype=np.int64),
        "counts": np.array(list(counts.values()), dtype=np.int64) // len(SUIT_ORDERS),
    }

"""Tables of strengths for the orders in which hands are compared, computed from the plain ranking.

A strength is a number: 1 for the lowest rank of an order, one more for each rank above. The plain ranking is called for every
choice of ranks, and every suited choice, of exactly a hand's size; the strength of more cards is the best strength among the
sets with one card removed.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from houseway.cards import CARDS, JOKER, Card
from houseway.disk_cache import Arrays, cached_arrays
from houseway.hands import PAI_GOW_LOW, Hand, HandOrder, is_legal_setting
from houseway.hands.described import OF_HAND_SIZE, SUITED, ranking_of
from houseway.kernels.layout import JOKER_KEY, RANKS, U16, U64, card_keys, rank_key, rank_layout

SOURCES = ("cards.py", "hands/*.py", "kernels/layout.py", "kernels/tables.py")
"""The source files that decide what the tables hold."""
SUITED_SETS = 1 << RANKS
"""The number of sets of ranks of one suit; there are as many again with the joker."""


@dataclass(frozen=True, eq=False)
class StrengthTables:
    """The tables that rank hands of one size in one order."""

    order: HandOrder
    size: int
    keys: U64
    left: U16
    right: U16
    by_rank: U16
    """The strength of a choice of ranks without a flush, by its index in the layout."""
    by_suit: U16
    """The strength of a set of ranks of one suit, by its bits (with the joker above them); 0 if there is no flush."""
    flush_bias: int
    """When added to the suit counts, it sets the highest bit of the suit that makes a flush."""


def has_strength_tables(order: HandOrder) -> bool:
    """Return whether the hands of an order are the best sets of one size, which is what the tables hold."""
    return OF_HAND_SIZE.issuperset(order.categories)


def _cached(order: HandOrder, what: object, build: Callable[[], Arrays]) -> Arrays:
    """Cache arrays of an order by its name and by what it says, because books may have orders of one name."""
    return cached_arrays(f"{order.name}-{what}", ranking_of(order), SOURCES, build)


@cache
def strength_tables(order: HandOrder, size: int) -> StrengthTables:
    index = rank_layout(size)

    def build() -> Arrays:
        by_rank, by_suit = _compute_strengths(order, size)
        return {"by_rank": by_rank, "by_suit": by_suit}

    arrays = _cached(order, size, build)
    flush = 0 if SUITED.isdisjoint(order.categories) else (8 - order.hand_size) * 0x1111
    return StrengthTables(order, size, card_keys(), index.left, index.right, arrays["by_rank"], arrays["by_suit"], flush)


@cache
def hand_of_each_rank(order: HandOrder) -> tuple[Hand, ...]:
    """Return one hand of every rank of an order, lowest first: 7,462 in standard poker, 7,463 with five aces, 91 low hands."""
    offsuit, suited = _rank_plainly(order)
    by_rank = {hand.strength: hand for hand in (*offsuit.values(), *suited.values())}
    return tuple(by_rank[strength] for strength in sorted(by_rank))


@cache
def category_positions(order: HandOrder) -> U16:
    """Return, by strength, the position of the category in its order (`HandOrder.position`); 0 for strength 0."""

    def build() -> Arrays:
        return {"place": np.array([0, *(hand.strength[0] for hand in hand_of_each_rank(order))], dtype=np.uint16)}

    return _cached(order, "categories", build)["place"]


@cache
def hand_descriptions(order: HandOrder) -> tuple[str, ...]:
    """Return, by strength, the description of a hand; empty for strength 0."""

    def build() -> Arrays:
        return {"words": np.array(["", *(hand.description for hand in hand_of_each_rank(order))])}

    return tuple(_cached(order, "words", build)["words"].tolist())


@cache
def lowest_legal_high(order: HandOrder) -> U16:
    """Return, by the strength of a low hand, the lowest strength of a high hand that may be set with it."""

    def build() -> Arrays:
        highs = hand_of_each_rank(order)
        floors = [
            bisect_left(highs, True, key=lambda high: is_legal_setting(high, low)) for low in hand_of_each_rank(PAI_GOW_LOW)
        ]
        return {"floor": np.array([0, *(floor + 1 for floor in floors)], dtype=np.uint16)}

    return _cached(order, "floors", build)["floor"]


@cache
def _compute_strengths(order: HandOrder, size: int) -> tuple[U16, U16]:
    if size == order.hand_size:
        return _strengths_of_own_size(order)
    smaller, by_suit = _compute_strengths(order, size - 1)
    index, less = rank_layout(size), rank_layout(size - 1)
    keys = np.array([*map(rank_key, range(RANKS)), JOKER_KEY], dtype=np.int64)
    hand_keys = index.counts @ keys
    best = np.zeros(len(index.counts), dtype=np.uint16)
    for rank, key in enumerate(keys):
        held = index.counts[:, rank] > 0
        best[held] = np.maximum(best[held], smaller[less.place(hand_keys[held] - key)])
    by_rank = np.zeros(index.room, dtype=np.uint16)
    by_rank[index.places] = best
    return by_rank, np.maximum(by_suit, _best_without_one(by_suit, size))


def _best_without_one(by_suit: U16, size: int) -> U16:
    """Return, for each suited set of `size` cards, the best strength of its subsets with one card removed."""
    sets = np.arange(2 * SUITED_SETS)
    best = np.zeros_like(by_suit)
    for card in range(RANKS + 1):
        held = sets >> card & 1 == 1
        best[held] = np.maximum(best[held], by_suit[sets[held] ^ 1 << card])
    best[np.bitwise_count(sets) != size] = 0
    return best


def _strengths_of_own_size(order: HandOrder) -> tuple[U16, U16]:
    offsuit, suited = _rank_plainly(order)
    strengths = {hand.strength: place for place, hand in enumerate(hand_of_each_rank(order), start=1)}
    by_rank = np.zeros(rank_layout(order.hand_size).room, dtype=np.uint16)
    by_suit = np.zeros(2 * SUITED_SETS, dtype=np.uint16)
    for table, hands in ((by_rank, offsuit), (by_suit, suited)):
        table[list(hands)] = [strengths[hand.strength] for hand in hands.values()]
    return by_rank, by_suit


@cache
def _rank_plainly(order: HandOrder) -> tuple[dict[int, Hand], dict[int, Hand]]:
    """Rank every choice of ranks, by its index, and every suited set, by its bits, with the plain ranking."""
    index = rank_layout(order.hand_size)
    dealt = order.has_joker | (index.counts[:, RANKS] == 0)
    offsuit = {
        place: order.find_best(_offsuit_cards(counts))
        for place, counts in zip(index.places[dealt].tolist(), index.counts[dealt].tolist(), strict=True)
    }
    if SUITED.isdisjoint(order.categories):
        return offsuit, {}
    ranks = range(RANKS + order.has_joker)
    suited = {sum(1 << rank for rank in held): _suited_cards(held) for held in combinations(ranks, order.hand_size)}
    return offsuit, {bits: order.find_best(cards) for bits, cards in suited.items()}


def _offsuit_cards(counts: Sequence[int]) -> list[Card]:
    """Return cards of these ranks, spread over the suits so that they hold no flush."""
    ranks = [rank for rank in range(RANKS) for _ in range(counts[rank])]
    cards = [CARDS[4 * rank + place % 4] for place, rank in enumerate(ranks)]
    return [*cards, JOKER] if counts[RANKS] else cards


def _suited_cards(ranks: Iterable[int]) -> list[Card]:
    return [CARDS[4 * rank] for rank in ranks]

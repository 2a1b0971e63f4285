"""Every hand of a deck up to suits, and how many there are of each category: worked out once for all tests of a process."""

from collections import Counter
from functools import cache
from itertools import product

import numpy as np

from houseway.hands import ORDERS, Category
from houseway.kernels import batch
from houseway.kernels.canonical import canonical_deals
from houseway.kernels.tables import category_positions


@cache
def deals(cards, deck):
    """Every hand up to suits, and how many hands each stands for."""
    hands, weights = canonical_deals(cards, joker=deck == 53)
    for array in (hands, weights):
        array.setflags(write=False)
    return hands, weights


@cache
def counted(order_name, cards, deck):
    """How many hands there are of each category."""
    order = next(order for order in ORDERS if order.name == order_name)
    hands, weights = deals(cards, deck)
    strengths = batch.hand_strengths(order, hands, threads=None)
    places = strengths if Category.NOTHING in order.categories else category_positions(order)[strengths]
    totals = np.bincount(places, weights=weights, minlength=len(order.categories) + 1).astype(np.int64)
    return {category.value: int(totals[order.position(category)]) for category in order.categories}


CYCLES = {(1, 1, 1, 1): 1, (2, 1, 1): 6, (2, 2): 3, (3, 1): 8, (4,): 6}
"""The ways to exchange four suits: how many there are with cycles of these lengths."""


def count_deals_up_to_suits(*parts):
    """How many deals from 52 cards differ by more than an exchange of suits. Burnside's lemma: the average number of deals that an
    exchange leaves as they are."""
    total = sum(ways * count_unchanged(cycles, parts) for cycles, ways in CYCLES.items())
    assert total % sum(CYCLES.values()) == 0
    return total // sum(CYCLES.values())


def count_unchanged(cycles, parts):
    """The cards of one rank whose suits are exchanged in a cycle lie all in one part, or all outside the deal."""
    nothing = (0,) * len(parts)
    block_sizes = [
        [nothing, *(tuple(length * (place == part) for place in range(len(parts))) for part in range(len(parts)))]
        for length in cycles
    ]
    of_a_rank = Counter(tuple(map(sum, zip(*blocks, strict=True))) for blocks in product(*block_sizes))
    found = Counter({nothing: 1})
    for _ in range(13):
        longer = Counter()
        for (held, ways), (added, more) in product(found.items(), of_a_rank.items()):
            sizes = tuple(map(sum, zip(held, added, strict=True)))
            if all(size <= most for size, most in zip(sizes, parts, strict=True)):
                longer[sizes] += ways * more
        found = longer
    return found[parts]

"""Every hand of a deck up to suits, and how many there are of each category: worked out once for all tests of a process."""

from functools import cache

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

"""Rank one hand a call: with the extension of `houseway-speed` if it is installed, otherwise in Python (`single`).

Both use the same tables, and the same tests hold for both. Solved games are computed with `single` alone, so that what is stored of
them depends on no extension.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from houseway.hands import HandOrder
from houseway.kernels import single
from houseway.kernels.layout import JOKER_OFFSET, JOKER_SHIFT, RIGHT_SHIFT, SUIT_SHIFT
from houseway.kernels.tables import strength_tables

StrengthFunction = Callable[[Sequence[int]], int]

try:
    from houseway_speed import Strength as Strength
except ImportError:
    Strength = None


@cache
def strength_function(order: HandOrder, size: int) -> StrengthFunction:
    """Return a function from `size` cards to their strength in the order. It does not check the cards."""
    return single.strength_function(order, size) if Strength is None else extension_function(order, size, Strength)


def extension_function(order: HandOrder, size: int, extension: Any) -> StrengthFunction:
    """Return the function in C. It holds the tables themselves, and copies nothing."""
    table = strength_tables(order, size)
    function: StrengthFunction = extension(
        size=size,
        keys=table.keys,
        left=table.left,
        right=table.right,
        by_rank=table.by_rank,
        by_suit=table.by_suit,
        bias=table.flush_bias << SUIT_SHIFT,
        flush=single.FLUSH_BITS << SUIT_SHIFT,
        right_shift=RIGHT_SHIFT,
        joker_shift=JOKER_SHIFT,
        suit_shift=SUIT_SHIFT,
        joker_offset=JOKER_OFFSET,
    )
    return function

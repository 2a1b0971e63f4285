"""Bounds of facts that may be left out, as `legal_options` lists them."""

from functools import cache
from typing import Unpack

from houseway.procedure import FactBounds


def optional_bounds(**bounds: Unpack[FactBounds]) -> FactBounds:
    """Return the bounds of a fact that may be left out."""
    return {"optional": True, **bounds}


@cache
def numbers_up_to(most: int) -> tuple[int, ...]:
    return tuple(range(1, most + 1))


YES_OR_NO = optional_bounds(choices=(False, True))

"""A table to look at, which a notebook, a terminal and a browser draw each in their own way."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from houseway.cards import Card

Cell: TypeAlias = "str | tuple[Card, ...]"
"""A text, or cards that are drawn with the symbols of their suits."""


@dataclass(frozen=True)
class Sheet:
    """A table to look at."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    is_long: bool = False
    """Whether it is folded up in a notebook, and left out in a terminal."""

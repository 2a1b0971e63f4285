"""Read views. A view is what somebody may see of a round: plain values by name."""

from collections.abc import Mapping
from typing import Any

from houseway.cards import Card
from houseway.money import Cents

View = Mapping[str, Any]


def visible_hands(view: View) -> Mapping[int, tuple[Card, ...]]:
    """Return the visible cards by position; the dealer's are at position 0."""
    hands: Mapping[int, tuple[Card, ...]] = view["cards"]
    return hands


def hand_at(view: View, position: int) -> tuple[Card, ...]:
    """Return the visible cards of a position."""
    return tuple(visible_hands(view).get(position, ()))


def visible_board(view: View) -> tuple[Card, ...]:
    """Return the community cards that are turned up. Pai Gow Poker has none."""
    board: tuple[Card, ...] = view.get("board", ())
    return board


def placed_stakes(view: View) -> Mapping[int, Mapping[str, Cents]]:
    """Return the wagers on the layout, by position and wager."""
    stakes: Mapping[int, Mapping[str, Cents]] = view["stakes"]
    return stakes

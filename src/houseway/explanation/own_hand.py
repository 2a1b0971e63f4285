"""What a player holds, in words, while the hand is played."""

from collections.abc import Sequence

from houseway.cards import JOKER, Card
from houseway.explanation.games import comparison_order
from houseway.hands import HandOrder
from houseway.kernels.one_hand import strength_function
from houseway.kernels.tables import hand_descriptions
from houseway.submission import Rules

_HOLE_CARDS = 2


def describe_own_hand(rules: Rules, cards: Sequence[Card], board: Sequence[Card] = ()) -> str:
    """Name the best hand of the player's cards and the board; before a board, two cards. Other numbers of cards have no name."""
    order = comparison_order(rules.game) if rules.against_dealer else rules.high_order
    if len(cards) + len(board) >= order.hand_size:
        return describe_best_hand(order, (*cards, *board))
    return _describe_two_cards(*sorted(cards, reverse=True)) if len(cards) == _HOLE_CARDS else ""


def describe_best_hand(order: HandOrder, cards: tuple[Card, ...]) -> str:
    """Name the best hand of some cards. Without the joker its rank says everything, and is looked up."""
    if JOKER in cards or len(cards) not in order.card_counts:
        return order.find_best(cards).describe()
    return hand_descriptions(order)[strength_function(order, len(cards))(cards)]


def _describe_two_cards(high: Card, low: Card) -> str:
    if high.rank is low.rank:
        return f"pair of {high.rank.plural}"
    return f"{high.rank.word} and {low.rank.word}, {'suited' if high.suit is low.suit else 'off suit'}"

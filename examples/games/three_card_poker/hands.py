"""The hands of Three Card Poker, and whether the dealer plays."""

from collections.abc import Sequence
from functools import cache

from houseway.cards import Card, Rank
from houseway.citation import Citation
from houseway.hands import Category
from houseway.kernels.single import strength_function
from houseway.kernels.tables import category_positions, hand_descriptions
from houseway.regulation import Regulation
from houseway.submission import Rules
from three_card_poker.order import THREE_CARD


def hand_strength(cards: Sequence[int]) -> int:
    """Return a number that is higher for a higher hand, and equal for equal hands."""
    return strength_function(THREE_CARD, THREE_CARD.hand_size)(cards)


@cache
def _categories_by_place() -> list[Category]:
    return [Category.NOTHING, *reversed(THREE_CARD.categories)]


def category_of(strength: int) -> Category:
    return _categories_by_place()[int(category_positions(THREE_CARD)[strength])]


def describe_hand(cards: Sequence[Card]) -> str:
    return hand_descriptions(THREE_CARD)[hand_strength(cards)]


def rank_clauses(rules: Rules, strength: int) -> tuple[Citation, ...]:
    """Return the clauses that rank a hand."""
    return rules.numbering.own_clauses(dict(THREE_CARD.cited_categories)[category_of(strength)])


def lowest_dealer_rank(book: Regulation) -> Rank:
    """Return the rank of the high card with which the dealer plays at the least."""
    return next(rank for rank in Rank if rank.word == book.text_of("dealer-plays-from"))


def does_dealer_play(book: Regulation, cards: Sequence[Card]) -> bool:
    """Return whether the dealer has a pair or better, or a high card that is high enough."""
    is_better = category_of(hand_strength(cards)) is not Category.HIGH_CARD
    return is_better or max(card.rank for card in cards) >= lowest_dealer_rank(book)

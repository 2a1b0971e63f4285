"""The hands of Four Card Poker: the best four of five or six, or all five, under a row's name."""

from collections.abc import Sequence
from functools import cache

from houseway.cards import Card, Rank
from houseway.citation import Citation
from houseway.games.against_dealer.context import DealerGameContext
from houseway.hands import FIVE_CARD, FOUR_CARD, STANDARD, Category, HandOrder
from houseway.kernels.one_hand import strength_function
from houseway.kernels.tables import category_positions, hand_descriptions
from houseway.regulation import Paytable
from houseway.submission import Rules

Cards = tuple[Card, ...]
Names = tuple[str, ...]
"""The rows that cards match, the best first."""


def hand_strength(cards: Sequence[Card]) -> int:
    """Return the strength of the best four of five or six cards. The caller guarantees valid cards."""
    return strength_function(FOUR_CARD, len(cards))(cards)


@cache
def _categories_by_strength(order: HandOrder) -> list[Category]:
    by_place = {order.position(category): category for category in order.categories}
    return [by_place.get(place, Category.NOTHING) for place in category_positions(order).tolist()]


def category_of(strength: int) -> Category:
    return _categories_by_strength(FOUR_CARD)[strength]


def best_strength(context: DealerGameContext, place: int) -> int:
    """Return the strength of a player's or the dealer's cards."""
    return hand_strength(context.round.hands[place])


_OF_ACES = {Category.FOUR_OF_A_KIND: "four-aces", Category.PAIR: "pair-of-aces"}
"""Rows that are only for aces. In these hands no other rank is paired."""


def four_card_names(cards: Cards) -> Names:
    """Four aces are also four of a kind, and go first (FC-09). Aces beside another pair are two pair."""
    found = category_of(hand_strength(cards))
    aces = sum(card.rank is Rank.ACE for card in cards)
    return (_OF_ACES[found], found) if found in _OF_ACES and aces > 1 else (found,)


def five_card_names(cards: Cards) -> Names:
    """Rank all five cards as one hand (FC-01). Below three of a kind it matches no row."""
    return (_categories_by_strength(STANDARD)[strength_function(STANDARD, len(cards))(cards)],)


def is_five_card(table: Paytable) -> bool:
    """Return whether a table pays for five-card hands: only such a table has a royal flush (FC-01, FC-02)."""
    return table.row(Category.ROYAL_FLUSH) is not None


def matching_rows(cards: Cards, table: Paytable) -> Names:
    """Return the rows that a player's five cards match; each table ranks them by its own order."""
    return five_card_names(cards) if is_five_card(table) else four_card_names(cards)


def rank_clauses(rules: Rules, found: str, five: bool = False) -> tuple[Citation, ...]:
    """Return the clauses that rank a row's hand."""
    return rules.numbering.own_clauses(_ranked(found, five))


@cache
def _ranked(found: str, five: bool) -> tuple[Citation, ...]:
    order = FIVE_CARD if five else FOUR_CARD
    plain = next((category for category, name in _OF_ACES.items() if name == found), found)
    whole = order.clauses if five else ()
    return (*whole, *next((clauses for category, clauses in order.cited_categories if category == plain), ()))


def describe_hand(context: DealerGameContext, place: int) -> str:
    return hand_descriptions(FOUR_CARD)[best_strength(context, place)]

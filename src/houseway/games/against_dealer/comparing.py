"""Which rules of ranking decide between two hands, whatever the game's order of categories."""

from collections.abc import Callable

from houseway.citation import Citation
from houseway.games.against_dealer.context import DealerGameContext
from houseway.games.against_dealer.law import same_rule
from houseway.hands import Category

CARD_ORDER = same_rule("6.A")
ACE_LOW = same_rule("6.B")
SUITS_EQUAL = same_rule("6.C")
SIDE_CARDS = same_rule("6.E(1)")

STRAIGHTS = (Category.STRAIGHT, Category.STRAIGHT_FLUSH)


def comparison_clauses(
    context: DealerGameContext, own: int, dealer: int, category_of: Callable[[int], Category]
) -> tuple[Citation, ...]:
    """Return the clauses that decide between hands of these strengths beside their categories: the ranks of the cards if the
    categories are equal, nothing if the hands are equal, because suits do not count; and that an ace counts low, if it does in
    one of them."""
    is_same_category = category_of(own) is category_of(dealer)
    applies = {
        CARD_ORDER: is_same_category and own != dealer,
        SIDE_CARDS: is_same_category and own != dealer,
        SUITS_EQUAL: own == dealer,
        ACE_LOW: any(_has_low_ace(strength, category_of) for strength in (own, dealer)),
    }
    return tuple(clause for law, is_so in applies.items() if is_so for clause in context.law(law))


def _has_low_ace(strength: int, category_of: Callable[[int], Category]) -> bool:
    """Return whether a hand is the lowest straight of its category, which begins with the ace."""
    return category_of(strength) in STRAIGHTS and category_of(strength - 1) is not category_of(strength)

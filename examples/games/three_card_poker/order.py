"""The order of hands with three cards: a straight is rarer than a flush, and three of a kind rarer than both."""

from houseway.citation import cite_clauses
from houseway.hands import Category, HandOrder
from houseway.hands.ranking import all_straights

BOOK = "gf.three-card-poker"

THREE_CARD = HandOrder(
    name="three-card",
    title="Three Card Poker",
    cited_categories=(
        (Category.STRAIGHT_FLUSH, cite_clauses(BOOK, "T.6.D(2)")),
        (Category.THREE_OF_A_KIND, cite_clauses(BOOK, "T.6.D(3)")),
        (Category.STRAIGHT, cite_clauses(BOOK, "T.6.D(5)")),
        (Category.FLUSH, cite_clauses(BOOK, "T.6.D(4)")),
        (Category.PAIR, cite_clauses(BOOK, "T.6.D(7)")),
        (Category.HIGH_CARD, cite_clauses(BOOK, "T.6.D(8)", "T.6.A")),
    ),
    hand_size=3,
    card_counts=(3,),
    has_joker=False,
    straights=all_straights(3, low_ace_above=None),
    clauses=cite_clauses(BOOK, "T.6.A", "T.6.B", "T.6.C", "T.6.E(1)", "T.6.E(2)"),
    low_ace_clauses=cite_clauses(BOOK, "T.6.B"),
)

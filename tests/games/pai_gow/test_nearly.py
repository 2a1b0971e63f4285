"""Seven cards that are almost a hand of a list: what makes the hand, and what falls short of it by one card."""

import pytest

from houseway.cards import parse_hand
from houseway.games.awards import optional_award
from houseway.hands import DIVISION_BONUS, PAI_GOW_PROGRESSIVE
from houseway.money import Cents
from tests.games.test_awards import DIV, MD, everything

SEVEN_WITH_JOKER = "seven-card-straight-flush-with-joker"
NEARLY = [
    (f"{MD} 6.F(2)", "five-aces", "As Ah Ad Ac Jk 9h 2d", "As Ah Ad Ac Kh 9h 2d", "four-of-a-kind"),
    (f"{MD} 6.F(5)", "four-of-a-kind", "9s 9h 9d 9c 5s 2h Jd", "9s 9h 9d Jk 5s 2h Jd", "nothing"),
    (f"{MD} 6.F(6)", "full-house", "9s 9h 9d 5c 5s 2h Jd", "9s 9h Jk 5c 5s 2h Jd", "nothing"),
    (
        f"{DIV} (c)(6)(iii)",
        "seven-card-straight-flush-with-joker",
        "8h 7h 6h 5h 4h 3h Jk",
        "8h 7h 6h 5h 4h Jk 2d",
        "straight-flush",
    ),
]
"""Where it completes no straight or flush, the joker is an ace; and seven cards of a suit in sequence are not six."""
LISTS = {MD: ("progressive", PAI_GOW_PROGRESSIVE), DIV: ("bonus", DIVISION_BONUS)}


@pytest.mark.parametrize(("clause", "hand", "cards", "nearly", "instead"), NEARLY, ids=[case[0] for case in NEARLY])
def test_a_card_less_is_another_hand(clause, hand, cards, nearly, instead, claim):
    book = clause.partition(" ")[0]
    wager, order = LISTS[book]
    for dealt, found in ((cards, hand), (nearly, instead)):
        held = parse_hand(dealt)
        assert order.rank(held).category == found
        assert optional_award(everything(book), wager, held, Cents.from_dollars(1)).hand == found
    claim(clause)

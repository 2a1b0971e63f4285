"""Seven cards that are almost a hand of a list: what makes the hand, and what falls short of it by one card."""

import pytest

from houseway.cards import parse_hand
from houseway.games.awards import optional_award
from houseway.hands import DIVISION_BONUS, EMPERORS_TREASURE, FORTUNE_BONUS, PAI_GOW_PROGRESSIVE
from houseway.money import Cents
from tests.games.test_awards import DIV, MD, everything

SEVEN_WITH_JOKER = "seven-card-straight-flush-with-joker"
ORDERS = {
    "progressive": PAI_GOW_PROGRESSIVE,
    "fortune-bonus": FORTUNE_BONUS,
    "emperors-treasure": EMPERORS_TREASURE,
    "bonus": DIVISION_BONUS,
}
SEVEN, SIX = "8h 7h 6h 5h 4h 3h Jk", "8h 7h 6h 5h 4h Jk 2d"
NEARLY = [
    (f"{MD} 6.F(2)", "progressive", "five-aces", "As Ah Ad Ac Jk 9h 2d", "As Ah Ad Ac Kh 9h 2d", "four-of-a-kind"),
    (f"{MD} 6.F(5)", "progressive", "four-of-a-kind", "9s 9h 9d 9c 5s 2h Jd", "9s 9h 9d Jk 5s 2h Jd", "nothing"),
    (f"{MD} 6.F(6)", "progressive", "full-house", "9s 9h 9d 5c 5s 2h Jd", "9s 9h Jk 5c 5s 2h Jd", "nothing"),
    (f"{MD} 6.F(1)", "progressive", "any-seven-card-straight-flush", SEVEN, SIX, "straight-flush"),
    (f"{MD} 6.D(3)", "fortune-bonus", SEVEN_WITH_JOKER, SEVEN, SIX, "straight-flush"),
    (f"{MD} 6.E(3)", "emperors-treasure", SEVEN_WITH_JOKER, SEVEN, SIX, "straight-flush"),
    (f"{DIV} (c)(6)(iii)", "bonus", SEVEN_WITH_JOKER, SEVEN, SIX, "straight-flush"),
]
"""Where it completes no straight or flush, the joker is an ace; and six cards of a suit in sequence are not seven."""


@pytest.mark.parametrize(("clause", "wager", "hand", "cards", "nearly", "instead"), NEARLY, ids=[case[0] for case in NEARLY])
def test_a_card_less_is_another_hand(clause, wager, hand, cards, nearly, instead, claim):
    rules = everything(clause.partition(" ")[0])
    for dealt, found in ((cards, hand), (nearly, instead)):
        held = parse_hand(dealt)
        assert ORDERS[wager].rank(held).category == found
        assert optional_award(rules, wager, held, Cents.from_dollars(1)).hand == found
    claim(clause)


FULL_HOUSES = ("9s 9h 9d 5c 5s 5h Jd", "9s 9h 9d 5c 5s 2h 2d", "9s 9h 9d Ac Jk 2h Jd", "9s 9h As Ad Jk 2h Jc")
"""Three and three, three and two pairs, and the joker as the second or the third ace."""


@pytest.mark.parametrize("dealt", FULL_HOUSES)
def test_three_of_a_kind_and_a_pair_are_a_full_house_whatever_lies_beside_them(dealt, claim):
    held = parse_hand(dealt)
    assert PAI_GOW_PROGRESSIVE.rank(held).category == "full-house"
    assert optional_award(everything(MD), "progressive", held, Cents.from_dollars(1)).hand == "full-house"
    claim(f"{MD} 6.F", f"{MD} 6.F(6)")


STRAIGHTS = ("9s 8h 7d 6c 5s 2h Kd", "9s 8h Jk 6c 5s 2h Kd", "As Kh Qd Jc Jk 2h 4d", "As 2h 3d 4c Jk 9h Jd")
FLUSHES = ("Ks Js 9s 5s 2s 4h 7d", "Ks Js 9s 5s Jk 4h 7d")
"""Natural, or with the joker as any of the cards."""


@pytest.mark.parametrize("clause", [f"{MD} 7.E(1)", f"{MD} 7.E(2)", f"{DIV} (r)(4)(ii)(B)"])
def test_a_straight_or_a_flush_wins_with_the_joker_and_without(clause, claim):
    book = clause.partition(" ")[0]
    wager = {"7.E(1)": "fortune-bonus", "7.E(2)": "emperors-treasure"}.get(clause.partition(" ")[2], "bonus")
    for hand, dealt in (("straight", STRAIGHTS), ("flush", FLUSHES)):
        for held in map(parse_hand, dealt):
            assert ORDERS[wager].rank(held).category == hand
            assert optional_award(everything(book), wager, held, Cents.from_dollars(5)).hand == hand
    claim(clause)

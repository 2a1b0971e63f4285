"""A rule book studied with paytables of one's own."""

import pytest

from houseway.analysis import solve_game, standard_rules
from houseway.analysis.own_paytable import OWN_LETTER
from houseway.analysis.ultimate.solve.terms import UltimateTerms
from houseway.errors import Malformed
from houseway.hands import Category

UTH, FOUR_CARD = "md.ultimate-texas-holdem", "md.four-card-poker"


def test_a_wager_pays_by_rows_of_ones_own():
    above = dict.fromkeys(("straight-flush", "four-of-a-kind", "full-house", "flush"), "2 to 1")
    rules = standard_rules(UTH, {"blind": {"royal-flush": "777 to 1", **above, "less-than-flush": "push"}})
    assert rules.offers["blind"].paytable.letter == OWN_LETTER
    terms = UltimateTerms.from_rules(rules)
    assert (terms.blind[Category.ROYAL_FLUSH], terms.blind[Category.PAIR]) == (777, 0)


@pytest.mark.parametrize(
    ("book", "wager", "rows", "code"),
    [
        (UTH, "blind", {"royal-flush": "$500"}, "solve.pays"),
        (UTH, "blind", {"royal-flush": "100% of mega"}, "solve.pays"),
        (UTH, "blind", {"four-fives": "5 to 1"}, "odds.hand"),
        (UTH, "blind", {}, "odds.rows"),
        (UTH, "whist", {"flush": "5 to 1"}, "book.no-wager"),
    ],
)
def test_rows_that_cannot_be_counted_are_refused(book, wager, rows, code):
    with pytest.raises(Malformed) as refused:
        standard_rules(book, {wager: rows})
    assert refused.value.code == code


def test_a_blind_that_says_nothing_of_a_hand_is_refused():
    with pytest.raises(Malformed) as refused:
        UltimateTerms.from_rules(standard_rules(UTH, {"blind": {"royal-flush": "777 to 1"}}))
    assert refused.value.code == "solve.blind"


def test_pays_whose_sums_would_overflow_are_refused():
    with pytest.raises(Malformed) as refused:
        solve_game(standard_rules(FOUR_CARD, {"ante-bonus": {"four-of-a-kind": "999999999999999 to 1"}}))
    assert refused.value.code == "solve.too-large"

"""Hands of one rank: which cards decide between them, and which hands of seven cards are almost something better."""

import pytest

from houseway.cards import parse_hand
from houseway.hands import DIVISION_BONUS, FORTUNE_BONUS, PAI_GOW_HIGH, PAI_GOW_HIGH_LOW_WHEEL
from houseway.kernels.single import strength_function
from tests.support.clauses import div
from tests.support.submissions import DIV, MD

HIGH_CARDS = ("Ah Qd 9c 5s 3h", "As Qc 9d 5h 2c")
"""Five cards of which only the last decides."""
DECIDED_BY_THE_LAST = [
    ("pair", "6.B(10)", "(c)(2)(x)", "7s 7d Kc 9h 3s", "7h 7c Kd 9s 2d"),
    ("two-pair", "6.B(9)", "(c)(2)(ix)", "Ks Kd Qc Qd 3h", "Kh Kc Qh Qs 2d"),
    ("three-of-a-kind", "6.B(8)", "(c)(2)(viii)", "7s 7d 7c Kh 3s", "7s 7d 7c Kd 2s"),
    ("flush", "6.B(6)", "(c)(2)(vi)", "Ah Qh 9h 5h 3h", "As Qs 9s 5s 2s"),
    ("four-of-a-kind", "6.B(4)", "(c)(2)(iv)", "7s 7d 7c 7h 3s", "7s 7d 7c 7h 2s"),
]


def is_above(order, higher, lower):
    """Whether a hand is above another of its rank, by the plain ranking and by the one that settles wagers."""
    above, below = (order.rank(parse_hand(hand)) for hand in (higher, lower))
    assert above.category == below.category
    strength = strength_function(order, order.hand_size)
    assert (strength(parse_hand(higher)) > strength(parse_hand(lower))) == (above > below)
    return above > below


@pytest.mark.parametrize(("category", "md", "division", "higher", "lower"), DECIDED_BY_THE_LAST)
def test_the_last_card_that_differs_decides(category, md, division, higher, lower, claim):
    assert PAI_GOW_HIGH.rank(parse_hand(higher)).category == category
    assert is_above(PAI_GOW_HIGH, higher, lower)
    assert is_above(PAI_GOW_HIGH, *HIGH_CARDS)
    claim(f"{MD} {md}", f"{MD} 6.C(1)", f"{DIV} {division}", f"{DIV} (c)(5)#1")


@pytest.mark.clause(f"{DIV} (c)(2)(x)", f"{MD} 6.B(10)")
def test_a_higher_pair_beats_a_lower_one_with_higher_cards_beside_it():
    assert is_above(PAI_GOW_HIGH, "3s 3d 2c 4h 5s", "2s 2h As Kd Qc")


@pytest.mark.clause(f"{DIV} (c)(2)(i)", f"{MD} 6.B(1)")
def test_five_aces_are_four_aces_and_the_joker_and_nothing_less():
    five, four = (PAI_GOW_HIGH.rank(parse_hand(hand)) for hand in ("As Ah Ad Ac Jk", "As Ah Ad Ac Kd"))
    three = PAI_GOW_HIGH.rank(parse_hand("As Ah Ad Jk Kd"))
    assert [hand.category for hand in (five, four, three)] == ["five-aces", "four-of-a-kind", "four-of-a-kind"]
    assert (five > four, four > three) == (True, False)


@div("(c)(2)(iii)", "(c)(2)(vii)", "(c)(4)")
@pytest.mark.parametrize("suits", ["sssss", "sdchs"], ids=["straight-flush", "straight"])
def test_a_wheel_that_is_filed_as_lowest_is_lowest_of_a_suit_too(suits):
    """Both halves of the option: the straight flush and the straight."""

    def cards(ranks):
        return " ".join(map("".join, zip(ranks, suits, strict=True)))

    assert is_above(PAI_GOW_HIGH, cards("A2345"), cards("KQJT9"))
    assert is_above(PAI_GOW_HIGH_LOW_WHEEL, cards("65432"), cards("A2345"))
    assert is_above(PAI_GOW_HIGH_LOW_WHEEL, cards("KQJT9"), cards("65432"))
    both = [parse_hand(cards(ranks)) for ranks in ("A2345", "KQJT9")]
    assert {PAI_GOW_HIGH.rank(hand).category for hand in both} == {"straight-flush" if len(set(suits)) == 1 else "straight"}
    assert PAI_GOW_HIGH.rank(parse_hand("As 2s 3s 4s 5s")) > PAI_GOW_HIGH.rank(parse_hand("As 2d 3c 4h 5s"))


MATCHES = [
    ("As Ks Qs Js Ts Kh Qh", True),
    ("As Jk Qs Js Ts Kh Qh", True),
    ("As Ks Qs Js Ts Kh Qd", False),
    ("As Ks Qs Js Ts Kh Jh", False),
    ("As Ks Qs Js Ts Jk Qh", False),
]


@pytest.mark.parametrize(("cards", "matches"), MATCHES)
def test_a_royal_match_is_a_king_and_a_queen_of_one_suit_beside_a_royal_flush(cards, matches, claim):
    """The joker may complete the royal flush, but no match."""
    DIVISION_BONUS.rank(parse_hand(MATCHES[0][0]))
    found = {hand.category for hand in DIVISION_BONUS.find_all(parse_hand(cards))}
    assert ("royal-flush-and-king-queen-suited" in found, "royal-flush" in found) == (matches, True)
    claim(f"{DIV} (c)(6)(ii)")


@pytest.mark.parametrize("order", [DIVISION_BONUS, FORTUNE_BONUS], ids=lambda order: order.name)
def test_seven_cards_of_a_suit_in_sequence_are_natural_only_without_the_joker(order, claim):
    natural, completed = (order.rank(parse_hand(cards)) for cards in ("8s 7s 6s 5s 4s 3s 2s", "8s 7s 6s Jk 4s 3s 2s"))
    assert [natural.category, completed.category] == [order.categories[0], order.categories[2]]
    assert order.categories[0] not in {hand.category for hand in order.find_all(parse_hand("8s 7s 6s Jk 4s 3s 2s"))}
    claim(*natural.clauses)

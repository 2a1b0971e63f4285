"""The best hand of more cards than it has: straights among seven cards, with or without the joker, pairs among five and six."""

from itertools import combinations, pairwise

import pytest

from houseway.cards import parse_hand
from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, STANDARD
from houseway.kernels.single import strength_function

MD, DIV, UTH, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"
PAI_GOW = (f"{MD} 6.B(7)", f"{DIV} (c)(2)(vii)")
STRAIGHTS = [
    (PAI_GOW_HIGH, PAI_GOW, "9s 8h 7d 6c 5s 4h 3d", "straight, nine high"),
    (PAI_GOW_HIGH, PAI_GOW, "9s 8h 7d 6c 5s 9h 5d", "straight, nine high"),
    (PAI_GOW_HIGH, PAI_GOW, "9s 8h 7d 6c 5s 9h 9d", "straight, nine high"),
    (PAI_GOW_HIGH, PAI_GOW, "9s 8s 7s 6s 5h 2h 2d", "straight, nine high"),
    (PAI_GOW_HIGH, PAI_GOW, "As 2h 3d 4c 5s 6h 7d", "straight, ace to five"),
    (PAI_GOW_HIGH, PAI_GOW, "As Kh Qd Jc Ts 9h 8d", "straight, ace high"),
    (PAI_GOW_HIGH, PAI_GOW, "8h 7d 6c 5s Jk 2h Kd", "straight, nine high (joker as nine)"),
    (PAI_GOW_HIGH, PAI_GOW, "Kh Qd Jc Ts Jk 2h 4d", "straight, ace high (joker as ace)"),
    (PAI_GOW_HIGH, PAI_GOW, "As Kh Qd Jc Jk 2h 4d", "straight, ace high (joker as ten)"),
    (PAI_GOW_HIGH, PAI_GOW, "9h 8d Jk 6c 5s 2h Kd", "straight, nine high (joker as seven)"),
    (PAI_GOW_HIGH, PAI_GOW, "2s 3h 4d 5c Jk 9h Kd", "straight, ace to five (joker as ace)"),
    (PAI_GOW_HIGH, PAI_GOW, "As 2h 3d 4c Jk 9h Kd", "straight, ace to five (joker as five)"),
    (STANDARD, (f"{UTH} 6.D(6)",), "9s 8h 7d 6c 5s 4h 3d", "straight, nine high"),
    (STANDARD, (f"{UTH} 6.D(6)",), "9s 8h 7d 6c 5s 9h 9d", "straight, nine high"),
    (STANDARD, (f"{UTH} 6.D(6)",), "9s 8s 7s 6s 5h 2h 2d", "straight, nine high"),
    (STANDARD, (f"{UTH} 6.D(6)",), "As 2h 3d 4c 5s 6h Kd", "straight, six high"),
    (FOUR_CARD, (f"{FC} as-played.6.D(5)",), "9s 8h 7d 6c 5s", "straight, nine high"),
    (FOUR_CARD, (f"{FC} as-played.6.D(5)",), "9s 8h 7d 6c 9h 6d", "straight, nine high"),
    (FOUR_CARD, (f"{FC} as-played.6.D(5)",), "9s 8s 7s 6h 2d", "straight, nine high"),
    (FOUR_CARD, (f"{FC} as-played.6.D(5)",), "As 2h 3d 4c 5s", "straight, five high"),
]


@pytest.mark.parametrize(
    ("order", "clauses", "held", "words"), STRAIGHTS, ids=[f"{case[0].name} {case[2]}" for case in STRAIGHTS]
)
def test_the_highest_straight_of_all_cards_counts(order, clauses, held, words, claim):
    """By the plain ranking and by the one that settles wagers, which agree with the best of every choice of cards."""
    dealt = parse_hand(held)
    hand = order.rank(dealt)
    assert hand.describe() == words
    choices = (order.find_best(choice) for choice in combinations(dealt, order.hand_size))
    assert hand == max(choices)
    strength = strength_function(order, len(dealt))
    assert strength(dealt) == strength_function(order, order.hand_size)(hand.cards)
    claim(*clauses)


PAIRS = [
    ("As Ad Kc Qd 2h", "As Ad Kc Jd Th", "As Ad Qc Jd Th", "As Ad 5c 3d 2h"),
    ("Ks Kd Ac 5d 2h", "Ks Kd Ac 4d 3h", "Ks Kd Qc Jd 9h"),
    ("9s 9d Ac Kd 4h 2c", "9s 9d Ac Qd Jh 8c", "9s 9d Kc Qd Jh 7c", "9s 9d 7c 5d 3h 2c"),
    ("3s 3d 2h 4c 6d", "2s 2d Ac Kd Jh"),
]
"""Pairs of five and six cards, from the highest down."""


@pytest.mark.parametrize("held", PAIRS, ids=[hands[0] for hands in PAIRS])
def test_beside_a_pair_lie_the_two_highest_of_the_other_cards(held, claim):
    hands = [FOUR_CARD.rank(parse_hand(cards)) for cards in held]
    assert {hand.category for hand in hands} == {"pair"}
    assert all(above > below for above, below in pairwise(hands))
    strengths = [strength_function(FOUR_CARD, len(parse_hand(cards)))(parse_hand(cards)) for cards in held]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == len(strengths)
    claim(f"{FC} as-played.6.D(7)")


@pytest.mark.parametrize(
    ("one", "other"),
    [("As Ad Kc Qd 2h", "Ah Ac Ks Qh 9d"), ("9s 9d Kc 7d 4h 2c", "9h 9c Ks 7h 6d 5d"), ("2s 2d 9c 8d 7h", "2h 2c 9s 8h 6d 4d")],
)
def test_pairs_with_the_same_two_cards_beside_them_are_equal(one, other, claim):
    """The fifth and the sixth card do not count."""
    first, second = (FOUR_CARD.rank(parse_hand(cards)) for cards in (one, other))
    assert (first.category, first) == ("pair", second)
    fast = [strength_function(FOUR_CARD, len(parse_hand(cards)))(parse_hand(cards)) for cards in (one, other)]
    assert fast[0] == fast[1]
    claim(f"{FC} as-played.6.D(7)")


PAI_GOW_TWO_PAIR = (f"{MD} 6.B(9)", f"{DIV} (c)(2)(ix)")
SEVERAL_PAIRS = [
    (PAI_GOW_HIGH, PAI_GOW_TWO_PAIR, "As Ah Ks Kh Qs Qh 2d", "two pair, aces and kings with Q"),
    (PAI_GOW_HIGH, PAI_GOW_TWO_PAIR, "As Jk 9s 9h 4s 4h Kd", "two pair, aces and nines with K (joker as ace)"),
    (STANDARD, (f"{UTH} 6.D(8)",), "As Ah Ks Kh Qs Qh Jd", "two pair, aces and kings with Q"),
    (STANDARD, (f"{UTH} 6.D(8)",), "Ks Kh 9s 9h 2s 2h Ad", "two pair, kings and nines with A"),
    (STANDARD, (f"{UTH} 6.D(8)",), "4s 4h 3s 3h 2s 2h", "two pair, fours and threes with 2"),
    (FOUR_CARD, (f"{FC} as-played.6.D(6)",), "As Ah Ks Kh Qs Qh", "two pair, aces and kings"),
    (FOUR_CARD, (f"{FC} as-played.6.D(6)",), "9s 9h 3s 3h 2s 2h", "two pair, nines and threes"),
]


@pytest.mark.parametrize(
    ("order", "clauses", "held", "words"), SEVERAL_PAIRS, ids=[f"{case[0].name} {case[2]}" for case in SEVERAL_PAIRS]
)
def test_of_three_pairs_the_two_highest_count(order, clauses, held, words, claim):
    """Beside them lies the highest other card, be it of the third pair."""
    dealt = parse_hand(held)
    hand = order.rank(dealt)
    assert hand.describe() == words
    assert hand == max(order.find_best(choice) for choice in combinations(dealt, order.hand_size))
    claim(*clauses)

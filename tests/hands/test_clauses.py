"""Each clause about ranking, proved by a hand that has its rank under that clause."""

from itertools import combinations, pairwise

import pytest

from houseway.cards import parse_hand
from houseway.hands import (
    DIVISION_BONUS,
    DIVISION_PROGRESSIVE,
    EMPERORS_TREASURE,
    FIVE_CARD,
    FORTUNE_BONUS,
    FOUR_CARD,
    ORDERS,
    PAI_GOW_HIGH,
    PAI_GOW_HIGH_LOW_WHEEL,
    PAI_GOW_LOW,
    PAI_GOW_PROGRESSIVE,
    SIX_CARD_BONUS,
    STANDARD,
)
from houseway.kernels.single import strength_function
from houseway.regulation import load_book

MD, DIV, UTH, FC = "md.pai-gow-poker", "div.pai-gow-poker", "md.ultimate-texas-holdem", "md.four-card-poker"

HANDS = [
    (STANDARD, "As Ks Qs Js Ts 9d 2c", "royal-flush", [f"{UTH} 6.D(1)"]),
    (STANDARD, "5h 4h 3h 2h Ah 9d 2c", "straight-flush", [f"{UTH} 6.D(2)"]),
    (STANDARD, "9s 9h 9d 9c 2c", "four-of-a-kind", [f"{UTH} 6.D(3)"]),
    (STANDARD, "9s 9h 9d 2d 2c Kh", "full-house", [f"{UTH} 6.D(4)"]),
    (STANDARD, "As Js 9s 5s 2s 4h Qd", "flush", [f"{UTH} 6.D(5)"]),
    (STANDARD, "As 2d 3c 4h 5s", "straight", [f"{UTH} 6.D(6)"]),
    (STANDARD, "9s 9h 9d 2d Kc", "three-of-a-kind", [f"{UTH} 6.D(7)"]),
    (STANDARD, "9s 9h 2d 2c Kc", "two-pair", [f"{UTH} 6.D(8)"]),
    (STANDARD, "9s 9h 2d 3c Kc", "pair", [f"{UTH} 6.D(9)"]),
    (PAI_GOW_HIGH, "As Ah Ad Ac Jk", "five-aces", [f"{MD} 6.B(1)", f"{DIV} (c)(2)(i)"]),
    (PAI_GOW_HIGH, "Ks Qs Js Ts Jk", "royal-flush", [f"{MD} 6.B(2)", f"{DIV} (c)(2)(ii)#1"]),
    (PAI_GOW_HIGH, "As 2s 3s 4s Jk", "straight-flush", [f"{MD} 6.B(3)", f"{DIV} (c)(2)(iii)"]),
    (PAI_GOW_HIGH, "As Ah Ad Jk 2c", "four-of-a-kind", [f"{MD} 6.B(4)", f"{DIV} (c)(2)(iv)"]),
    (PAI_GOW_HIGH, "As Ah Jk 2d 2c", "full-house", [f"{MD} 6.B(5)", f"{DIV} (c)(2)(v)"]),
    (PAI_GOW_HIGH, "As 9s 5s 3s Jk", "flush", [f"{MD} 6.B(6)", f"{DIV} (c)(2)(vi)"]),
    (PAI_GOW_HIGH, "9s 8d 7c 5h Jk", "straight", [f"{MD} 6.B(7)", f"{DIV} (c)(2)(vii)"]),
    (PAI_GOW_HIGH, "As Ah Jk 2d 9c", "three-of-a-kind", [f"{MD} 6.B(8)", f"{DIV} (c)(2)(viii)"]),
    (PAI_GOW_HIGH, "As Jk 9d 9c 2h", "two-pair", [f"{MD} 6.B(9)", f"{DIV} (c)(2)(ix)"]),
    (PAI_GOW_LOW, "As Jk", "pair", [f"{MD} 6.B(10)", f"{DIV} (c)(2)(x)"]),
    (PAI_GOW_LOW, "As Kd", "high-card", [f"{MD} 6.C(1)", f"{MD} 6.A", f"{DIV} (c)(5)#1", f"{DIV} (c)(1)#1"]),
    (FORTUNE_BONUS, "As 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush", [f"{MD} 6.D", f"{MD} 6.D(1)"]),
    (FORTUNE_BONUS, "As Ks Qs Js Ts Ah Kh", "royal-flush-and-royal-match", [f"{MD} 6.D", f"{MD} 6.D(2)"]),
    (FORTUNE_BONUS, "Jk 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush-with-joker", [f"{MD} 6.D", f"{MD} 6.D(3)"]),
    (EMPERORS_TREASURE, "8s 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush", [f"{MD} 6.E", f"{MD} 6.E(1)"]),
    (EMPERORS_TREASURE, "As Ks Qs Jk Ts Ah Kh", "royal-flush-and-ace-king-suited", [f"{MD} 6.E", f"{MD} 6.E(2)"]),
    (EMPERORS_TREASURE, "Jk 9c 8c 7c 6c 5c 3c", "seven-card-straight-flush-with-joker", [f"{MD} 6.E", f"{MD} 6.E(3)"]),
    (DIVISION_BONUS, "8h 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush", [f"{DIV} (c)(6)", f"{DIV} (c)(6)(i)"]),
    (DIVISION_BONUS, "As Ks Qs Js Ts Kh Qh", "royal-flush-and-king-queen-suited", [f"{DIV} (c)(6)", f"{DIV} (c)(6)(ii)"]),
    (DIVISION_BONUS, "8h 2h 3h 4h 5h 6h Jk", "seven-card-straight-flush-with-joker", [f"{DIV} (c)(6)", f"{DIV} (c)(6)(iii)"]),
    (PAI_GOW_PROGRESSIVE, "8h 2h 3h 4h 5h 6h Jk", "any-seven-card-straight-flush", [f"{MD} 6.F", f"{MD} 6.F(1)"]),
    (PAI_GOW_PROGRESSIVE, "As Ah Ad Ac Jk 9h 2d", "five-aces", [f"{MD} 6.F", f"{MD} 6.F(2)"]),
    (PAI_GOW_PROGRESSIVE, "As Ks Qs Js Jk 9h 2d", "royal-flush", [f"{MD} 6.F", f"{MD} 6.F(3)"]),
    (PAI_GOW_PROGRESSIVE, "9s 8s 7s 6s 5s 2h Jd", "straight-flush", [f"{MD} 6.F", f"{MD} 6.F(4)"]),
    (PAI_GOW_PROGRESSIVE, "9s 9h 9d 9c 5s 2h Jd", "four-of-a-kind", [f"{MD} 6.F", f"{MD} 6.F(5)"]),
    (PAI_GOW_PROGRESSIVE, "9s 9h 9d 5c 5s 2h Jd", "full-house", [f"{MD} 6.F", f"{MD} 6.F(6)"]),
    (DIVISION_PROGRESSIVE, "As Ks Qs Js Ts 2h 9d", "natural-royal-flush", [f"{DIV} (c)(2)(ii)#2"]),
    (FOUR_CARD, "9s 9h 9d 9c 5s", "four-of-a-kind", [f"{FC} as-played.6.D(1)"]),
    (FOUR_CARD, "4s 3s 2s As 5d", "straight-flush", [f"{FC} as-played.6.D(2)"]),
    (FOUR_CARD, "9s 9h 9d 2c 5s", "three-of-a-kind", [f"{FC} as-played.6.D(3)"]),
    (FOUR_CARD, "9s 5s Ks 2s 5d", "flush", [f"{FC} as-played.6.D(4)"]),
    (FOUR_CARD, "As Kd Qh Js 2s", "straight", [f"{FC} as-played.6.D(5)"]),
    (FOUR_CARD, "9s 9d 5c 5d Ah Kd", "two-pair", [f"{FC} as-played.6.D(6)"]),
    (FOUR_CARD, "As Ad 9c 5d 2h", "pair", [f"{FC} as-played.6.D(7)"]),
    (FOUR_CARD, "As 3d 9c 5d Th 7c", "high-card", [f"{FC} as-played.6.D(8)", f"{FC} as-played.6.A"]),
]


@pytest.mark.parametrize(("order", "cards", "category", "clauses"), HANDS, ids=[f"{hand[0].name} {hand[2]}" for hand in HANDS])
def test_a_hand_has_its_rank_under_its_clause(order, cards, category, clauses, claim):
    hand = order.rank(parse_hand(cards))
    assert hand.category == category
    assert list(dict(order.cited_categories)[hand.category]) == clauses
    assert list(hand.clauses) == [*clauses, *hand.card_clauses]
    claim(*clauses)


NEIGHBOURS = [(higher, lower) for higher, lower in pairwise(HANDS) if higher[0] is lower[0]]


@pytest.mark.parametrize(("higher", "lower"), NEIGHBOURS, ids=[f"{hand[0].name} {hand[2]}" for hand, _ in NEIGHBOURS])
def test_a_hand_beats_that_of_the_next_clause(higher, lower, claim):
    order, _, _, clauses = higher
    assert order.rank(parse_hand(higher[1])) > order.rank(parse_hand(lower[1]))
    claim(*clauses, *lower[3])


LOW_ACE = [f"{MD} 6.A(1)", f"{DIV} (c)(1)#2"]
ACE = [f"{MD} 6.A(2)", f"{DIV} (c)(1)#3"]
COMPLETES = [f"{MD} 6.A(2)", f"{DIV} (c)(3)"]
COUNTED = [
    # The ace goes low only beside 2-3-4-5, and the joker may be that ace.
    (PAI_GOW_HIGH, "As 2h 3d 4c 5s", "straight, ace to five", LOW_ACE),
    (PAI_GOW_HIGH, "As 2s 3s 4s 5s", "straight flush, ace to five", LOW_ACE),
    (PAI_GOW_HIGH, "Jk 2h 3d 4c 5s", "straight, ace to five (joker as ace)", [*LOW_ACE, *COMPLETES]),
    (PAI_GOW_HIGH, "As Kh Qd Jc Ts", "straight, ace high", []),
    (PAI_GOW_HIGH, "As Kh 2d 3c 4s", "ace high with K 4 3 2", []),
    # The joker completes a straight, a flush, a straight flush or a royal flush; beside anything else it is an ace.
    (PAI_GOW_HIGH, "9s 8d 7c 5h Jk", "straight, nine high (joker as six)", COMPLETES),
    (PAI_GOW_HIGH, "As 9s 5s 3s Jk", "flush, A K 9 5 3 (joker as king)", COMPLETES),
    (PAI_GOW_HIGH, "9s 8s 7s 5s Jk", "straight flush, nine high (joker as six)", COMPLETES),
    (PAI_GOW_HIGH, "Ks Qs Js Ts Jk", "royal flush (joker as ace)", COMPLETES),
    (PAI_GOW_HIGH, "Ks Kd Kh Ac Jk", "full house, kings full of aces (joker as ace)", ACE),
    (PAI_GOW_HIGH, "9s 9d 7c 5h Jk", "pair of nines with A 7 5 (joker as ace)", ACE),
    (PAI_GOW_HIGH, "9s 9d 9c 9h 2d", "four of a kind, nines with 2", []),
    (PAI_GOW_LOW, "Kd Jk", "ace high with K (joker as ace)", ACE),
    (PAI_GOW_LOW, "Ad Jk", "pair of aces (joker as ace)", ACE),
    # Filed so, ace to five is the lowest straight of the Division.
    (PAI_GOW_HIGH_LOW_WHEEL, "As 2h 3d 4c 5s", "straight, ace to five", [f"{DIV} (c)(4)", f"{DIV} (c)(1)#2"]),
    (STANDARD, "As 2h 3d 4c 5s", "straight, ace to five", [f"{UTH} 6.B"]),
    (STANDARD, "As Kh Qd Jc Ts", "straight, ace high", []),
    (FOUR_CARD, "As 2h 3d 4c", "straight, ace to four", [f"{FC} as-played.6.B"]),
    (FOUR_CARD, "2h 3d 4c 5d", "straight, five high", []),
    # The two further cards of a Royal Match.
    (FORTUNE_BONUS, "As Ks Qs Js Ts Ah Kh", "royal flush and royal match", [f"{MD} 6.D(2)(a)"]),
    (FORTUNE_BONUS, "As Ks Qs Jk Ts Kh Qh", "royal flush and royal match (joker as jack)", [f"{MD} 6.D(2)(b)"]),
    (FORTUNE_BONUS, "As Ks Qs Js Ts Ah Qh", "royal flush", []),
]


@pytest.mark.parametrize(("order", "cards", "words", "clauses"), COUNTED, ids=[f"{hand[0].name} {hand[1]}" for hand in COUNTED])
def test_what_a_card_counts_for_has_its_clause(order, cards, words, clauses, claim):
    hand = order.rank(parse_hand(cards))
    assert hand.describe() == words
    assert list(hand.card_clauses) == clauses
    claim(*clauses)


@pytest.mark.parametrize(
    ("cards", "made_of", "words"),
    [
        ("As 9s 5s 3s Jk", "As Jk 9s 5s 3s", "flush, A K 9 5 3 (joker as king)"),
        ("Ks 9s 5s 3s Jk", "Jk Ks 9s 5s 3s", "flush, A K 9 5 3 (joker as ace)"),
        ("2h As 9s Ks 3d Jk 5s", "As Ks Jk 9s 5s", "flush, A K Q 9 5 (joker as queen)"),
        ("8s 2h 3s Ts 5s 4d 7s", "Ts 8s 7s 5s 3s", "flush, 10 8 7 5 3"),
    ],
)
def test_a_flush_has_the_highest_cards_of_its_suit_and_the_joker_is_the_highest_that_is_missing(cards, made_of, words, claim):
    hand = PAI_GOW_HIGH.rank(parse_hand(cards))
    claim(f"{MD} 6.B(6)", f"{DIV} (c)(2)(vi)")
    assert {f"{MD} 6.B(6)", f"{DIV} (c)(2)(vi)"} <= {*map(str, hand.clauses)}
    assert (hand.cards, hand.describe()) == (tuple(parse_hand(made_of)), words)


@pytest.mark.clause(f"{DIV} (c)(2)(ii)#2")
def test_a_royal_flush_with_the_joker_is_not_natural():
    natural, joker = (DIVISION_PROGRESSIVE.rank(parse_hand(f"{cards} 9d 2c")) for cards in ("As Ks Qs Js Ts", "As Ks Qs Js Jk"))
    assert (natural.category, joker.category) == ("natural-royal-flush", "royal-flush")
    assert (natural.key, natural.cards) == ((), tuple(parse_hand("As Ks Qs Js Ts")))
    for next_best in ("As 2s 3s 4s 5s 9d Kc", "Ks Qs Js Ts 9s 9d 2c"):
        assert DIVISION_PROGRESSIVE.rank(parse_hand(next_best)).category == "straight-flush"


DOWNWARD = [
    ("As Ah Ad Ac Jk", "five-aces"),
    ("As Ks Qs Js Ts", "royal-flush"),
    ("6s 5s 4s 3s 2s", "straight-flush"),
    ("2s 2h 2d 2c 3s", "four-of-a-kind"),
    ("2s 2h 2d 3c 3s", "full-house"),
    ("7s 5s 4s 3s 2s", "flush"),
    ("6s 5h 4s 3s 2s", "straight"),
    ("2s 2h 2d 4c 3s", "three-of-a-kind"),
    ("3s 3h 2d 2c 4s", "two-pair"),
    ("2s 2h 3d 4c 5s", "pair"),
    ("As Kh Qd Jc 9s", "high-card"),
]
"""The lowest of each of the ten hands, or the only one, and the highest that is none of them."""
FOUR_CARDS_DOWNWARD = [
    ("2s 2h 2d 2c", "four-of-a-kind"),
    ("As 2s 3s 4s", "straight-flush"),
    ("2s 2h 2d 3c", "three-of-a-kind"),
    ("6s 4s 3s 2s", "flush"),
    ("As 2h 3d 4c", "straight"),
    ("3s 3h 2d 2c", "two-pair"),
    ("2s 2h 3d 4c", "pair"),
    ("As Kh Qd Tc", "high-card"),
]
SIX_CARDS_DOWNWARD = [
    ("Ad Kd Qd Jd Td 9d", "super-royal-of-diamonds"),
    ("As Ks Qs Js Ts 9s", "super-royal"),
    ("As Ks Qs Js Ts 9d", "royal-flush"),
    ("2s 3s 4s 5s As Ks", "straight-flush"),
    ("2s 2h 2d 2c As Ks", "four-of-a-kind"),
    ("2s 2h 2d 3c 3s As", "full-house"),
    ("7s 5s 4s 3s 2s Ah", "flush"),
    ("As 2h 3s 4s 5s Kh", "straight"),
    ("2s 2h 2d As Kh Qs", "three-of-a-kind"),
    ("As Ah Ks Kh Qs Qh", "nothing"),
]
DIVISION_PROGRESSIVE_DOWNWARD = [
    ("As Ah Ad Ac Jk Kh Kd", "five-aces-and-pair"),
    ("As Ks Qs Js Ts 2h 9d", "natural-royal-flush"),
    ("As Ah Ad Ac Jk Kh Qd", "five-aces"),
]
STANDING = [
    (PAI_GOW_HIGH, DOWNWARD),
    (PAI_GOW_HIGH_LOW_WHEEL, DOWNWARD),
    (STANDARD, DOWNWARD[1:]),
    (FIVE_CARD, [*DOWNWARD[1:8], ("As Ah Kd Kc Qs", "nothing")]),
    (FOUR_CARD, FOUR_CARDS_DOWNWARD),
    (SIX_CARD_BONUS, SIX_CARDS_DOWNWARD),
    (DIVISION_PROGRESSIVE, DIVISION_PROGRESSIVE_DOWNWARD),
    (PAI_GOW_LOW, [("2s 2h", "pair"), ("As Kh", "high-card")]),
]


@pytest.mark.parametrize(("order", "downward"), STANDING, ids=[order.name for order, _ in STANDING])
def test_the_hands_of_an_order_stand_one_above_the_other(order, downward, claim):
    """Each is the lowest of its category, and the last the highest that is none of them."""
    hands = [order.rank(parse_hand(cards)) for cards, _ in downward]
    assert [hand.category for hand in hands] == [category for _, category in downward]
    assert all(above > below for above, below in pairwise(hands))
    claim(*(clause for hand in hands for clause in dict(order.cited_categories)[hand.category]))


FACES = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"]


@pytest.mark.clause(f"{MD} 6.A", f"{MD} 6.C(1)", f"{DIV} (c)(1)#1", f"{DIV} (c)(5)#1")
def test_the_highest_card_that_the_other_lacks_decides():
    """Ace down to two, first by the highest card, then by the next: the low hands without a pair, all in one line."""
    cards = [f"{one}s {two}d" for place, one in enumerate(FACES) for two in FACES[place + 1 :]]
    hands = [PAI_GOW_LOW.rank(parse_hand(text)) for text in cards]
    assert {hand.category for hand in hands} == {"high-card"}
    assert all(above > below for above, below in pairwise(hands))


@pytest.mark.parametrize(("order", "clause"), [(STANDARD, f"{UTH} 6.A"), (FOUR_CARD, f"{FC} as-played.6.A")])
def test_each_face_beats_the_next_beside_the_same_cards(order, clause, claim):
    """Ace down to two, beside cards with which neither makes a hand."""
    for high, low in pairwise(FACES):
        others = combinations([f"{face}d" for face in FACES if face not in (high, low)], order.hand_size - 1)
        pairs = ([order.rank(parse_hand(" ".join((f"{face}s", *beside)))) for face in (high, low)] for beside in others)
        better, worse = next(hands for hands in pairs if {hand.category for hand in hands} == {"high-card"})
        assert better > worse
    claim(clause)


@pytest.mark.parametrize(
    ("order", "clause", "cards"),
    [
        (FORTUNE_BONUS, f"{MD} 6.D", ("8s 7s 6s 5s 4s 3s 2s", "As Ks Qs Js Ts Kh Qh", "8s 7s 6s 5s 4s 3s Jk")),
        (EMPERORS_TREASURE, f"{MD} 6.E", ("8s 7s 6s 5s 4s 3s 2s", "As Ks Qs Js Ts Ah Kh", "8s 7s 6s 5s 4s 3s Jk")),
        (DIVISION_BONUS, f"{DIV} (c)(6)", ("8s 7s 6s 5s 4s 3s 2s", "As Ks Qs Js Ts Kh Qh", "8s 7s 6s 5s 4s 3s Jk")),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_three_hands_of_seven_cards_stand_above_five_aces(order, clause, cards, claim):
    hands = [order.rank(parse_hand(text)) for text in (*cards, "As Ah Ad Ac Jk Kh 2d")]
    assert [hand.category for hand in hands] == list(order.categories[:4])
    assert hands[-1].category == "five-aces"
    assert all(above > below for above, below in pairwise(hands))
    claim(clause, *(each for hand in hands for each in dict(order.cited_categories)[hand.category]))


@pytest.mark.parametrize(
    ("order", "higher", "lower"),
    [
        (PAI_GOW_HIGH, "As 2s 3s 4s 5s", "Kc Qc Jc Tc 9c"),
        (PAI_GOW_HIGH, "3s 3h 3d 3c 2s", "2s 2h 2d 2c As"),
        (PAI_GOW_HIGH, "3s 3h 3d 2c 2s", "2h 2d 2c As Ah"),
        (PAI_GOW_HIGH, "Ac 6c 4c 3c 2c", "Ks Qs Js Ts 8s"),
        (PAI_GOW_HIGH, "As 2d 3c 4h 5s", "Kd Qc Jh Ts 9d"),
        (PAI_GOW_HIGH, "3s 3h 3d 2c 4s", "2s 2h 2d As Kd"),
        (PAI_GOW_HIGH, "As Ad 2c 2d 3h", "Ks Kd Qc Qd Jh"),
        (PAI_GOW_LOW, "3s 3d", "2s 2d"),
    ],
)
def test_hands_of_one_rank_are_compared_by_what_makes_the_rank(order, higher, lower, claim):
    above, below = order.rank(parse_hand(higher)), order.rank(parse_hand(lower))
    assert (above.category, above > below) == (below.category, True)
    strength = strength_function(order, order.hand_size)
    assert strength(parse_hand(higher)) > strength(parse_hand(lower))
    claim(*dict(order.cited_categories)[above.category])


@pytest.mark.clause(f"{MD} 6.F(4)")
@pytest.mark.parametrize(
    "cards", ["Ah 2h 3h 4h 5h 9d Kc", "9s 8s Jk 6s 5s 2h Jd", "Kc Qc Jc Tc 9c Kd 2s", "Ad 2d 3d Jk 5d 9c Kc"]
)
def test_every_five_consecutive_cards_of_a_suit_below_the_royal_are_a_progressive_straight_flush(cards):
    hand = PAI_GOW_PROGRESSIVE.rank(parse_hand(cards))
    assert hand.category == "straight-flush"
    assert f"{MD} 6.F(4)" in hand.clauses


@pytest.mark.clause(f"{MD} 6.F")
def test_six_hands_pay_the_progressive_and_nothing_below():
    paid = ["8h 7h 6h 5h 4h 3h Jk", "As Ah Ad Ac Jk Kh 2d", "As Ks Qs Js Ts 9d 2c", "9s 8s 7s 6s 5s 2h Jd"]
    paid += ["9s 9h 9d 9c 5s 2h Jd", "2s 2h 2d 3c 3s Jd Kh"]
    hands = [PAI_GOW_PROGRESSIVE.rank(parse_hand(cards)) for cards in (*paid, "As Ks 9s 5s 2s Jd Th")]
    assert [hand.category for hand in hands] == list(PAI_GOW_PROGRESSIVE.categories)
    assert hands[-1].category == "nothing"
    assert all(f"{MD} 6.F" in hand.clauses for hand in hands[:-1])


def test_every_clause_that_an_order_cites_exists():
    books = {book: load_book(book) for book in (MD, DIV, UTH, FC)}
    for order in ORDERS:
        for clause in [*order.clauses, *(each for _, clauses in order.cited_categories for each in clauses)]:
            assert clause.clause in books[clause.book].clauses, clause

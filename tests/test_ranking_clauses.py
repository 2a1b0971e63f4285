"""Each clause about ranking, proved by a hand that has its rank under that clause."""

import pytest

from houseway.cards import parse_hand
from houseway.hands import (
    DIVISION_BONUS,
    DIVISION_PROGRESSIVE,
    EMPERORS_TREASURE,
    FORTUNE_BONUS,
    FOUR_CARD,
    ORDERS,
    PAI_GOW_HIGH,
    PAI_GOW_LOW,
    PAI_GOW_PROGRESSIVE,
    STANDARD,
)
from houseway.regulation import load

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
    (PAI_GOW_LOW, "As Kd", "high-card", [f"{MD} 6.C(1)", f"{DIV} (c)(5)#1"]),
    (FORTUNE_BONUS, "As 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush", [f"{MD} 6.D(1)"]),
    (FORTUNE_BONUS, "As Ks Qs Js Ts Ah Kh", "royal-flush-and-royal-match", [f"{MD} 6.D(2)"]),
    (FORTUNE_BONUS, "Jk 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush-with-joker", [f"{MD} 6.D(3)"]),
    (EMPERORS_TREASURE, "8s 2s 3s 4s 5s 6s 7s", "seven-card-straight-flush", [f"{MD} 6.E(1)"]),
    (EMPERORS_TREASURE, "As Ks Qs Jk Ts Ah Kh", "royal-flush-and-ace-king-suited", [f"{MD} 6.E(2)"]),
    (EMPERORS_TREASURE, "Jk 9c 8c 7c 6c 5c 3c", "seven-card-straight-flush-with-joker", [f"{MD} 6.E(3)"]),
    (DIVISION_BONUS, "8h 2h 3h 4h 5h 6h 7h", "seven-card-straight-flush", [f"{DIV} (c)(6)(i)"]),
    (DIVISION_BONUS, "As Ks Qs Js Ts Kh Qh", "royal-flush-and-king-queen-suited", [f"{DIV} (c)(6)(ii)"]),
    (DIVISION_BONUS, "8h 2h 3h 4h 5h 6h Jk", "seven-card-straight-flush-with-joker", [f"{DIV} (c)(6)(iii)"]),
    (PAI_GOW_PROGRESSIVE, "8h 2h 3h 4h 5h 6h Jk", "any-seven-card-straight-flush", [f"{MD} 6.F(1)"]),
    (PAI_GOW_PROGRESSIVE, "As Ah Ad Ac Jk 9h 2d", "five-aces", [f"{MD} 6.F(2)"]),
    (PAI_GOW_PROGRESSIVE, "As Ks Qs Js Jk 9h 2d", "royal-flush", [f"{MD} 6.F(3)"]),
    (PAI_GOW_PROGRESSIVE, "9s 8s 7s 6s 5s 2h Jd", "straight-flush", [f"{MD} 6.F(4)"]),
    (PAI_GOW_PROGRESSIVE, "9s 9h 9d 9c 5s 2h Jd", "four-of-a-kind", [f"{MD} 6.F(5)"]),
    (PAI_GOW_PROGRESSIVE, "9s 9h 9d 5c 5s 2h Jd", "full-house", [f"{MD} 6.F(6)"]),
    (DIVISION_PROGRESSIVE, "As Ks Qs Js Ts 2h 9d", "natural-royal-flush", [f"{DIV} (c)(2)(ii)#2"]),
    (FOUR_CARD, "9s 9h 9d 9c 5s", "four-of-a-kind", [f"{FC} as-played.6.D(1)"]),
    (FOUR_CARD, "4s 3s 2s As 5d", "straight-flush", [f"{FC} as-played.6.D(2)"]),
    (FOUR_CARD, "9s 9h 9d 2c 5s", "three-of-a-kind", [f"{FC} as-played.6.D(3)"]),
    (FOUR_CARD, "9s 5s Ks 2s 5d", "flush", [f"{FC} as-played.6.D(4)"]),
    (FOUR_CARD, "As Kd Qh Js 2s", "straight", [f"{FC} as-played.6.D(5)"]),
    (FOUR_CARD, "9s 9d 5c 5d Ah Kd", "two-pair", [f"{FC} as-played.6.D(6)"]),
    (FOUR_CARD, "As Ad 9c 5d 2h", "pair", [f"{FC} as-played.6.D(7)"]),
    (FOUR_CARD, "As 3d 9c 5d Th 7c", "high-card", [f"{FC} as-played.6.D(8)"]),
]


@pytest.mark.parametrize(("order", "cards", "category", "clauses"), HANDS, ids=[f"{hand[0].name} {hand[2]}" for hand in HANDS])
def test_a_hand_has_its_rank_under_its_clause(order, cards, category, clauses, claim):
    hand = order.rank(parse_hand(cards))
    assert hand.category == category
    assert list(hand.clauses) == clauses
    claim(*clauses)


def test_every_clause_that_an_order_cites_exists():
    books = {book: load(book) for book in (MD, DIV, UTH, FC)}
    for order in ORDERS:
        for clause in [*order.clauses, *(each for _, clauses in order.ranks for each in clauses)]:
            assert clause.clause in books[clause.book].clauses, clause

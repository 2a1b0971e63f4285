"""Seldom forms of each hand on seven cards: with the joker in each place, from the ace, of the lowest rank, beside more cards."""

import pytest

from houseway.cards import parse_hand
from houseway.games import awards
from houseway.money import Cents
from houseway.regulation import load_book
from tests.games.pai_gow.test_rows import BOOKS, METERS, STAKE, paid, rules_with

WITH_JOKER = (
    *("Jk Kc Qc Jc Tc 9c 8c", "Ac Jk Qc Jc Tc 9c 8c", "Ac Kc Qc Jk Tc 9c 8c", "Ac Kc Qc Jc Tc 9c Jk"),
    *("Ac 2c 3c 4c 5c 6c Jk", "Ac 2c Jk 4c 5c 6c 7c", "2h 3h 4h 5h 6h Jk 8h"),
)
NATURAL = ("As 2s 3s 4s 5s 6s 7s", "8d 9d Td Jd Qd Kd Ad", "2h 3h 4h 5h 6h 7h 8h")
FORMS = {
    "any-seven-card-straight-flush": (*WITH_JOKER, *NATURAL),
    "seven-card-straight-flush": NATURAL,
    "seven-card-straight-flush-with-joker": WITH_JOKER,
    "royal-flush-and-royal-match": (
        *("As Ks Qs Js Jk Kh Qh", "Jk Ks Qs Js Ts Kd Qd", "As Ks Qs Js Jk Ah Kh", "As Ks Qs Js Ts Ac Kc"),
        "As Jk Qs Js Ts Kh Qh",
    ),
    "royal-flush-and-king-queen-suited": ("As Ks Qs Js Jk Kh Qh", "Jk Ks Qs Js Ts Kd Qd", "As Jk Qs Js Ts Kh Qh"),
    "royal-flush-and-ace-king-suited": ("As Ks Qs Js Jk Ah Kh", "Jk Ks Qs Js Ts Ad Kd", "As Jk Qs Js Ts Ah Kh"),
    "royal-flush": (
        *("Jk Ks Qs Js Ts 9h 2d", "As Jk Qs Js Ts 9h 2d", "As Ks Jk Js Ts 9h 2d", "As Ks Qs Jk Ts 9h 2d"),
        *("Ah Kh Qh Jh Jk 9c 2d", "Ah Kh Qh Jh Jk 8c 9h"),
    ),
    "five-aces": ("As Ah Ad Ac Jk Kh Kd", "As Ah Ad Ac Jk 2h 2d", "As Ah Ad Ac Jk 9h 2h", "As Ah Ad Ac Jk Kh Qh"),
    "straight-flush": (
        *(
            "As 2s 3s 4s 5s 9h Jd",
            "Jk 2s 3s 4s 5s 9h Jd",
            "As 2s Jk 4s 5s 9h Jd",
            "Ks Qs Js Ts 9s 2h 4d",
            "9s 8s 7s 6s 5s 4s Jd",
        ),
        "As 2s 3s 4s Jk 9h Jd",
    ),
    "four-of-a-kind": (
        *(
            "As Ah Ad Jk 9s 5h 2d",
            "2s 2h 2d 2c 5s Kh Jd",
            "As Ah Ad Ac 9s 5h 2d",
            "9s 9h 9d 9c 5s 4h Jk",
            "9s 9h 9d 9c Ks Qs Js",
        ),
        "2s 2h 2d 2c 5s 5h 5d",
    ),
    "full-house": (
        *(
            "9s 9h 9d 5c 5s 5h Jd",
            "As Ah Jk 5c 5s 2h Jd",
            "9s 9h 9d Ac Jk 2h Jd",
            "2s 2h 2d 3c 3s Kh Jd",
            "As Ah Ad 2c 2s 9h Jd",
        ),
        "As Ah Jk 5c 5s 5h Jd",
    ),
    "flush": ("As Js 9s 5s 2s 4s 7s", "Ks Js 9s 5s Jk 4h 7d", "7s 5s 4s 3s 2s Kh Jd", "As Js 9s 5s Jk 4h 7d"),
    "straight": (
        "As 2h 3d 4c 5s 9h Jd",
        "Jk 2h 3d 4c 5s 9h Jd",
        "As Kh Qd Jc Ts 4h 2d",
        "As Kh Qd Jc Jk 4h 2d",
        "9s 8h Jk 6c 5s Ah 2d",
    ),
    "three-of-a-kind": ("As Ah Jk 9c 5d 2h Td", "2s 2h 2d 9c 5d Kh Jd", "As Ah Ad 9c 5d 2h Jd"),
}
"""The cards beside a hand make no better one of the same list. Some are a pair, which is nothing where no row pays for it."""
TABLES = [(book, table.wager, table.letter) for book in BOOKS for table in load_book(book).paytables]


def beside(table, hand):
    """The rows of a list that pay for a hand and a pair beside it."""
    return table.row(f"{hand}-and-pair") or table.row(f"natural-{hand}")


def has_pair(cards):
    """Whether two or three of the cards have one rank, so that a list may pay for a pair as well."""
    ranks = [card.rank for card in cards if not card.is_joker]
    return any(ranks.count(rank) in (2, 3) for rank in ranks)


@pytest.mark.parametrize(("book", "wager", "letter"), TABLES, ids=[" ".join(table) for table in TABLES])
def test_every_form_of_a_hand_is_paid_by_its_row(book, wager, letter, claim):
    table = load_book(book).paytable(wager, letter)
    hands = [row for row in table.rows if row.hand in FORMS]
    owner, rules = rules_with(book, wager, letter)
    for row in hands:
        for held in map(parse_hand, FORMS[row.hand]):
            if beside(table, row.hand) and has_pair(held):
                continue
            if wager == owner:
                stake = rules.offers[wager].stakes[0] if rules.offers[wager].stakes else STAKE
                award = awards.optional_award(rules, wager, held, stake, meters=METERS)
            else:
                award, stake = awards.envy_award(rules, owner, held), Cents(0)
            assert award is not None, (row.hand, held)
            assert (award.hand, award.amount) == (row.hand, paid(row, stake)), held
            claim(award.row.clause)

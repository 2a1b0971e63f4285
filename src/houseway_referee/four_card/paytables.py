"""Regulation .12 of the text: every paytable, row by row, from the highest hand down.

The text is a proposal of 27 June 2013 (FC-05). Only the proposal has table C of `PROGRESSIVE` and `ENVY`, and its figure for two
pair in Aces Up E.
"""

from houseway_referee.against_dealer.rows import Paytable, lettered, numbered, with_pays

# .12 B
ANTE_BONUS: Paytable = [
    ("four-of-a-kind", "25 to 1", ".12 B(1)"),
    ("straight-flush", "20 to 1", ".12 B(2)"),
    ("three-of-a-kind", "2 to 1", ".12 B(3)"),
]

_ACES_UP_HANDS = (
    "four-of-a-kind",
    "straight-flush",
    "three-of-a-kind",
    "flush",
    "straight",
    "two-pair",
    "pair-of-aces",
)


def _aces_up(clause: str, *pays: str) -> Paytable:
    return lettered(clause, _ACES_UP_HANDS, pays)


# .12 C, as proposed
ACES_UP = {
    "A": _aces_up(".12 C(1)", "50 to 1", "30 to 1", "9 to 1", "6 to 1", "4 to 1", "2 to 1", "1 to 1"),
    "B": _aces_up(".12 C(2)", "50 to 1", "30 to 1", "7 to 1", "6 to 1", "5 to 1", "2 to 1", "1 to 1"),
    "C": _aces_up(".12 C(3)", "50 to 1", "40 to 1", "8 to 1", "5 to 1", "4 to 1", "3 to 1", "1 to 1"),
    "D": _aces_up(".12 C(4)", "50 to 1", "40 to 1", "8 to 1", "6 to 1", "4 to 1", "2 to 1", "1 to 1"),
    "E": _aces_up(".12 C(5)", "50 to 1", "30 to 1", "8 to 1", "6 to 1", "4 to 1", "3 to 1", "1 to 1"),
    "F": _aces_up(".12 C(6)", "50 to 1", "40 to 1", "7 to 1", "5 to 1", "4 to 1", "3 to 1", "1 to 1"),
}


def aces_up(letter: str, version: str, two_pair_in_e: str) -> Paytable:
    """.12 C(5)(f): the 2 is struck out and a 3 stands beside it, so the original pays 2 to 1 (FC-04, FC-05)."""
    if letter == "E" and (version == "original" or two_pair_in_e == "two"):
        return with_pays(ACES_UP["E"], "two-pair", "2 to 1")
    return ACES_UP[letter]


# .12 D(1). Table C ranks all five cards (FC-01); its second row (ii) is cited as (ii)~2 (FC-03).
_FOUR_CARD_HANDS = ("four-aces", "four-of-a-kind", "straight-flush", "three-of-a-kind")
PROGRESSIVE = {
    "A": numbered(".12 D(1)(a)", _FOUR_CARD_HANDS, ("100% of meter", "300 for 1", "100 for 1", "9 for 1")),
    "B": numbered(".12 D(1)(b)", _FOUR_CARD_HANDS, ("100% of meter", "300 for 1", "100 for 1", "15 for 1")),
    "C": [
        ("royal-flush", "100% of meter", ".12 D(1)(c)(i)"),
        ("straight-flush", "10% of meter", ".12 D(1)(c)(ii)"),
        ("four-of-a-kind", "300 for 1", ".12 D(1)(c)(ii)~2"),
        ("full-house", "50 for 1", ".12 D(1)(c)(iii)"),
        ("flush", "40 for 1", ".12 D(1)(c)(iv)"),
        ("straight", "30 for 1", ".12 D(1)(c)(v)"),
        ("three-of-a-kind", "9 for 1", ".12 D(1)(c)(vi)"),
    ],
}

# .12 F and G: by the stake in cents and the letter.
_QUADS = ("four-aces", "four-of-a-kind")
ENVY = {
    (100, "A"): lettered(".12 F(1)", (*_QUADS, "straight-flush"), ("$100", "$10", "$5")),
    (100, "B"): lettered(".12 F(2)", _QUADS, ("$100", "$25")),
    (100, "C"): lettered(".12 F(3)", _QUADS, ("$1,000", "$300")),
    (500, "A"): lettered(".12 G(1)", (*_QUADS, "straight-flush"), ("$500", "$50", "$25")),
    (500, "B"): lettered(".12 G(2)", _QUADS, ("$500", "$125")),
    (500, "C"): lettered(".12 G(3)", _QUADS, ("$5,000", "$1,500")),
}


def envy(stake: int, letter: str, hands_of_c: str) -> Paytable:
    """.12 F(3) and G(3) print four aces and four of a kind; by FC-02 a house may file royal and straight flush instead."""
    rows = ENVY[stake, letter]
    if letter == "C" and hands_of_c == "royal-and-straight-flush":
        hands = ("royal-flush", "straight-flush")
        return [(hand, pays, clause) for hand, (_, pays, clause) in zip(hands, rows, strict=True)]
    return rows

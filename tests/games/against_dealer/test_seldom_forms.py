"""Seldom forms of each hand in the games against the dealer: from the ace, of the lowest rank, of another suit, on the board."""

from fractions import Fraction

import pytest

from houseway.cards import DECK, Rank
from houseway.money import Cents
from houseway.regulation import load_book
from tests.games.against_dealer.test_rows import worth
from tests.support.submissions import FC, UTH
from tests.support.table_driver import MACHINE, FourCardTable, UltimateTable

FIVE = Cents.from_dollars(5)
METER = Fraction(2_000_100)
"""What the meter shows, in cents, after a fifth of one progressive wager of $5."""
TRIPS = {
    "royal-flush": [("2h 7c", "As Ks Qs Js Ts"), ("Ah Kh", "Qh Jh Th 4c 3d"), ("Jd Td", "Ad Kd Qd 4c 3s")],
    "straight-flush": [
        ("As 2s", "3s 4s 5s Kh Kd"),
        ("2h 7c", "9s 8s 7s 6s 5s"),
        ("Ah 7c", "5s 4s 3s 2s As"),
        ("Kd Qd", "Jd Td 9d 4c 3s"),
    ],
    "four-of-a-kind": [("2s 2h", "2d 2c Ks 7h 9d"), ("Kh 7c", "9s 9h 9d 9c 4d"), ("As Ah", "Ad Ac 2h 7d 9h")],
    "full-house": [
        ("2h 4d", "9s 9d 9c Kc Kd"),
        ("2s 2h", "2d 3c 3d 9h Ks"),
        ("9s 9h", "9d Kc Kd Ks 3d"),
        ("As Kh", "Ad Ac Kd 4h 3d"),
    ],
    "flush": [("2h 4d", "As Qs 9s 6s 3s"), ("7s 5s", "4s 3s 2s Kh Kd"), ("Ah 9h", "Qh Jh 3h 6h 2h")],
    "straight": [
        ("As 2h", "3s 4d 5c Kh 9c"),
        ("2h 7c", "As Kd Qs Jh Ts"),
        ("Kh 7c", "As 2d 3s 4h 5s"),
        ("6h 7c", "2h 3c 4s 5d Kd"),
    ],
    "three-of-a-kind": [("2s 2h", "2d 9c 4s Kh Jd"), ("Kh 2c", "9s 9h 9d 4c 6s"), ("As 4h", "Ad Ac 9s 6h 2d")],
}
"""A player's two cards and the board, which makes no better hand with the dealer's."""
FLOP = {
    "royal-flush": [("Ah Kh", "Qh Jh Th 4c 3d"), ("Jd Td", "Ad Kd Qd 4c 3s")],
    "straight-flush": [("As 2s", "3s 4s 5s Kh Kd"), ("Kd Qd", "Jd Td 9d 4c 3s")],
    "four-of-a-kind": [("2s 2h", "2d 2c Ks 7h 9d"), ("As Kh", "Ad Ac Ah 7d 9h")],
    "full-house": [("2s 2h", "2d 3c 3d 9h Ks"), ("As Kh", "Ad Ac Kd 4h 3d"), ("2s 3h", "2d 3c 3d 9h Ks")],
    "flush": [("7s 5s", "4s 3s 2s Kh Kd"), ("Ah 9h", "Qh Jh 3h 6h 2h")],
    "straight": [("As 2h", "3s 4d 5c Kh 9c"), ("As Kh", "Qs Jd Tc 4h 3d")],
    "three-of-a-kind": [("2s 2h", "2d 9c 4s Kh Jd"), ("As 4h", "Ad Ac 9s 6h 2d"), ("As Kh", "9s 9d 9c 6h 2d")],
}
"""The same for a list on two cards and the flop."""
BOX = {
    "royal-flush": [("Ah 2d", "Kh Qh Jh Th"), ("2d Ah", "Kh Qh Jh Th")],
    "straight-flush": [("As Kd", "2s 3s 4s 5s"), ("5h Ad", "2h 3h 4h 6h"), ("Kd Qd", "Jd Td 9d 2h")],
    "four-of-a-kind": [("2s Kh", "2d 2c 9s 2h"), ("As Kh", "Ad Ac 9s Ah"), ("Qs Kh", "9s 9h 9d 9c")],
    "full-house": [("2s 2h", "2d 3c 3d Kh"), ("As Kh", "Ad Ac Kd Kc"), ("9s Kh", "9d 9c Kd Kc")],
    "flush": [("7s Kd", "5s 4s 3s 2s"), ("Ah Jh", "9h 7h 4h 2h")],
    "straight": [("As Kd", "2h 3s 4d 5c"), ("As 9d", "Kh Qd Jc Td")],
    "three-of-a-kind": [("2s 2h", "2d 9c 4s Kh"), ("As Kh", "Ad Ac 9s 4h"), ("Qs Kh", "9s 9h 9d 4c")],
}
"""A player's two cards and the box."""
BOARD = {
    "royal-flush": ["Ah Kh Qh Jh Th", "Td Jd Qd Kd Ad"],
    "straight-flush": ["As 2s 3s 4s 5s", "Kd Qd Jd Td 9d"],
    "four-of-a-kind": ["2s 2h 2d 2c Ks", "As Ah Ad Ac 9s"],
    "full-house": ["2s 2h 2d Ac As", "As Ah Ad 9c 9s"],
    "flush": ["8s 5s 4s 6s 2s", "Ah Qh 9h 4h 2h"],
    "straight": ["As 2d 3h 4c 5s", "As Kd Qh Jc Ts", "9s 8d 7s 6h Ts"],
    "three-of-a-kind": ["9s 9d 9h Ac 4s", "Ah Ad Ac Ks 4s"],
    "two-pair": ["8s 8d 4h 4c As", "As Ad Kh Kc 4s"],
    "pair-of-tens-or-better": ["Ts Tc 9h 8c 4s", "Js Jd Kh 7c 4s", "As Ad Kh 7c 4s"],
}
HIGH_PAIRS = [f"{rank}{one} {rank}{other}" for rank in "JQK" for one, other in ("sh", "dc")]
LOW_PAIRS = [f"{rank}{one} {rank}{other}" for rank in "23T" for one, other in ("sh", "dc")]
SUITED, OFFSUIT = [(suit, suit) for suit in "shdc"], ["sh", "hs", "dc", "hd"]
PAIRS = {
    "pair-of-aces": ["As Ah", "As Ac", "Ad Ac"],
    "ace-king-suited": [f"{one}{suit} {other}{suit}" for suit in "shdc" for one, other in ("AK", "KA")],
    "ace-queen-or-jack-suited": [f"{one}{suit} {other}{suit}" for suit in "shdc" for one, other in ("AQ", "AJ", "JA")],
    "ace-king-offsuit": [f"A{one} K{other}" for one, other in OFFSUIT],
    "ace-queen-or-jack-offsuit": [f"{high}{one} {low}{other}" for one, other in OFFSUIT for high, low in ("AQ", "AJ", "JA")],
    "pair-of-jacks-queens-or-kings": HIGH_PAIRS,
    "pair-of-tens-or-less": LOW_PAIRS,
}
FOUR = {
    "four-aces": ["As Ah Ad Ac 2c"],
    "four-of-a-kind": ["2s 2h 2d 2c 5s", "Ks Kh Kd Kc As"],
    "straight-flush": ["As 2s 3s 4s 9d", "Ah Kh Qh Jh 2d", "9s 8s 7s 6s 5s", "As 2s 3s 4s 4d"],
    "three-of-a-kind": ["2s 2h 2d 9c 5s", "As Ah Ad 9c 5s", "9s 9h 9d 5c 5s"],
    "flush": ["Ks 9s 5s 3s 2s", "8h 5h 4h 2h Ad", "Ac Jc 7c 2c 3c"],
    "straight": ["As 2d 3h 4c 9s", "As Kd Qh Jc 2s", "9s 8d 7h 6c 5s", "9s 8d 7h 6c 9d"],
    "two-pair": ["2s 2d 3c 3d 9h", "As Ad 3c 3d 9h"],
    "pair-of-aces": ["As Ad 9c 5d 2h", "Ah Ac 8c 5d 2h"],
}
FIVE_CARDS = {
    "royal-flush": ["Ah Kh Qh Jh Th", "Td Jd Qd Kd Ad"],
    "straight-flush": ["As 2s 3s 4s 5s", "Kd Qd Jd Td 9d"],
    "four-of-a-kind": ["2s 2h 2d 2c 5s", "As Ah Ad Ac 5s"],
    "full-house": ["2s 2h 2d 3c 3s", "As Ah Ad Kc Ks", "2s 2h Ad Ac As"],
    "flush": ["8s 7s 4s 3s 2s", "Ah Qh 9h 4h 2h"],
    "straight": ["As 2d 3h 4c 5s", "As Kd Qh Jc Ts"],
    "three-of-a-kind": ["2s 2h 2d 9c 5s", "As Ah Ad 9c 5s"],
}


def free_cards(count, *taken):
    """So many cards, no aces, that nobody has."""
    used = " ".join(taken).split()
    free = [str(card) for card in DECK if card.rank is not Rank.ACE and str(card) not in used]
    return " ".join(free[:count])


def won_at_ultimate(wager, own="", board="", box=""):
    """What a wager of $5 wins with these cards, and its first paytable."""
    own = own or free_cards(2, board)
    board = board or free_cards(5, own, box)
    hands = {1: own, 0: free_cards(2, own, board, box)}
    printed = load_book(UTH).paytables_of(wager)[0]
    options, trips = (MACHINE, {"trips": 5}) if box else ({}, {})
    optional = () if wager == "trips" else (wager,)
    table = UltimateTable(options, optional, {}, {wager: printed.letter}, players=1, hands=hands, board=board, box=box)
    table.ready().bets(1, 10, **{**trips, wager.replace("-", "_"): 5})
    table.answers = {1: ["play 4"]}
    paid = table.finish().last("wager-settled", position=1, wager=wager)
    return (paid["result"], paid["amount"]), printed


@pytest.mark.parametrize("wager", ["trips", "progressive", "six-card-bonus", "play-the-board", "ultimate-pairs"])
def test_every_form_is_paid_by_its_row_at_ultimate(wager, claim):
    forms = {"trips": TRIPS, "progressive": FLOP, "six-card-bonus": BOX, "play-the-board": BOARD, "ultimate-pairs": PAIRS}[
        wager
    ]
    for hand, found in forms.items():
        for form in found:
            match wager:
                case "play-the-board":
                    result, printed = won_at_ultimate(wager, board=form)
                case "ultimate-pairs":
                    result, printed = won_at_ultimate(wager, form)
                case "six-card-bonus":
                    result, printed = won_at_ultimate(wager, form[0], box=form[1])
                case _:
                    result, printed = won_at_ultimate(wager, *form)
            row = printed.row(hand)
            assert result == ("win", worth(row.pays, FIVE, METER)), (hand, form)
            claim(row.clause)


@pytest.mark.parametrize(
    ("wager", "letter"), [("aces-up", "A"), ("progressive", "A"), ("progressive", "B"), ("progressive", "C")]
)
def test_every_form_is_paid_by_its_row_at_four_card(wager, letter, claim):
    printed = load_book(FC).paytable(wager, letter)
    forms = FIVE_CARDS if printed.row("royal-flush") else FOUR
    for row in printed.rows:
        for form in forms[row.hand]:
            hands = {1: form, 0: free_cards(6, form)}
            table = FourCardTable((), ["progressive"], (), {wager: letter}, hands=hands, players=1).ready()
            table.bets(1, 10, aces_up=5, progressive=5)
            table.answers = {1: ["play 1"]}
            paid = table.finish().last("wager-settled", position=1, wager=wager)
            assert (paid["result"], paid["amount"]) == ("win", worth(row.pays, FIVE, METER)), (row.hand, form)
            claim(row.clause)


SUITED_HANDS = [("As Ks 9s 5s 2s", "Ah Qh Jh Th 2c 3d", "win"), ("9d 7d 5d 3d 2d", "Th 5h 4h 2h Kc Jd", "lose")]


@pytest.mark.parametrize(("own", "dealer", "result"), SUITED_HANDS)
def test_of_five_cards_of_a_suit_the_highest_four_count(own, dealer, result, claim):
    table = FourCardTable(hands={1: own, 0: dealer}, players=1).ready()
    table.bets(1, 10)
    assert table.finish().last("wager-settled", position=1, wager="ante")["result"] == result
    claim(f"{FC} as-played.11.H(2)(b)")

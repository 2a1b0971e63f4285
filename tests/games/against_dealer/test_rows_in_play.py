"""Rows that a careless reader would not pay: against a better dealer, beside another hand, or from one meter of three."""

import pytest

from houseway.money import Cents, MeterShare
from houseway.regulation import load_book
from tests.games.against_dealer.test_rows import BEATEN, ENVY_STAKES, FOUR, SEVEN, four_card_round, moved, payments, worth
from tests.support.clauses import bears, uth
from tests.support.submissions import FC, METERS, UTH
from tests.support.table_driver import MACHINE, VERSIONS, FourCardTable, UltimateTable, dollars

NO_METER = 0
STAKE = dollars(5)


def rows_of(book, wager, hands):
    """The letter and the hand of every row for one of these hands."""
    tables = load_book(book).paytables_of(wager)
    return [(table.letter, hand) for table in tables for hand in hands if table.row(hand) is not None]


def assert_paid(game, wager, row):
    """Position 1 has what a row is worth on $5, and its chips back."""
    (paid,) = payments(game, 1, wager)
    assert paid["amount"] == worth(row.pays, STAKE, NO_METER)
    assert row.clause in paid.clauses
    assert [back["amount"] for back in moved(game, 1, wager, "wager-returned")] == [STAKE]


# Ultimate Texas Hold'em


@pytest.mark.parametrize(("letter", "hand"), rows_of(UTH, "trips", BEATEN))
def test_trips_are_paid_although_the_dealer_wins(letter, hand, claim):
    own, dealer, board = BEATEN[hand]
    game = UltimateTable((), (), (), {"trips": letter}, players=1, hands={1: own, 0: dealer}, board=board)
    game.ready().bets(1, 10, trips=5).finish()
    row = load_book(UTH).paytable("trips", letter).row(hand)
    claim(row.clause, f"{UTH} 12.C")
    assert game.won(1, "ante") == ("lose", Cents(0))
    assert_paid(game, "trips", row)


@uth("6.F(2)", "6.F(5)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_straight_and_a_flush_of_different_cards_are_no_straight_flush(letter):
    flushes = ((*cards, "flush") for cards in STRAIGHT_AND_FLUSH)
    for own, box, hand in (*((*cards, "straight-flush") for cards in STRAIGHT_FLUSHES), *flushes):
        assert_six_card_bonus(letter, own, box, hand)


STRAIGHT_FLUSHES = [("9s Kd", "8s 7s 6s 5s"), ("As 2s", "3s 4s 5s Kd"), ("Ks Qs", "Js Ts 9s 2d"), ("As 9s", "8s 7s 6s 5s")]
"""With one of the player's cards; from the ace up; from the king down; and beside a higher card of the suit."""
STRAIGHT_AND_FLUSH = [("5s 9d", "6s 7s 8s Ks"), ("As 2s", "3s 4s 5d 9s")]


def six_card_bonus_game(letter, own, box):
    cards = {"hands": {1: own, 0: "8h 5c"}, "board": "3c 4c 6h 7h Jc", "box": box}
    game = UltimateTable(MACHINE, ["six-card-bonus"], (), {"six-card-bonus": letter}, players=1, **cards)
    return game.ready().bets(1, 10, trips=5, six_card_bonus=5).finish()


def assert_six_card_bonus(letter, own, box, hand):
    row = load_book(UTH).paytable("six-card-bonus", letter).row(hand)
    assert_paid(six_card_bonus_game(letter, own, box), "six-card-bonus", row)


@uth("6.F(6)")
@pytest.mark.parametrize("letter", ["A", "B"])
def test_a_straight_of_six_cards_may_begin_with_the_ace_and_may_not_go_around_it(letter, claim):
    claim(load_book(UTH).paytable("six-card-bonus", letter).row("straight").clause)
    assert_six_card_bonus(letter, "As 9h", "2h 3d 4d 5d", "straight")
    assert_six_card_bonus(letter, "As 9h", "Kh Qd Jd Td", "straight")
    around = six_card_bonus_game(letter, "As 9h", "Qh Kd 2d 3s")
    assert around.won(1, "six-card-bonus") == ("lose", Cents(0))


SIX_CARDS = {
    "three-of-a-kind": ("9s 9h 9d 2c Kd Qs", "6.F(7)"),
    "flush": ("2s 7s Ts Js Ks 4d", "6.F(5)"),
    "full-house": ("9s 9h 9d Kc Kd Qs", "6.F(4)"),
    "four-of-a-kind": ("9s 9h 9d 9c Kd Qs", "6.F(3)"),
}


@pytest.mark.parametrize("hand", SIX_CARDS)
def test_a_hand_of_six_cards_counts_wherever_its_cards_lie(hand, claim):
    """With two of its cards in the player's hand, with one, and with as few as there can be."""
    dealt, clause = SIX_CARDS[hand]
    cards = dealt.split()
    for own in ((0, 1), (0, 5), (2, 5), (4, 5), (3, 4)):
        box = " ".join(card for place, card in enumerate(cards) if place not in own)
        assert_six_card_bonus("A", " ".join(cards[place] for place in own), box, hand)
    claim(f"{UTH} {clause}")


ENVIED_FIVE_CARDS = [(wager, *found) for wager in ENVY_STAKES for found in rows_of(UTH, wager, SEVEN)]


@pytest.mark.parametrize(("wager", "letter", "hand"), ENVIED_FIVE_CARDS)
def test_everybody_else_has_the_whole_envy_bonus(wager, letter, hand, claim):
    table, (own, board) = load_book(UTH).paytable(wager, letter), SEVEN[hand]
    cards = {"hands": {1: own, 2: "7c 2c", 3: "6c 4c", 0: "8h 5d"}, "board": board}
    game = UltimateTable((), ["progressive"], (), {"envy": letter}, players=3, **cards).ready()
    game.bet_all(10, progressive=ENVY_STAKES[wager]).finish()
    claim(table.clause, table.row(hand).clause)
    paid = {seat: [each["amount"] for each in payments(game, seat, wager)] for seat in (1, 2, 3)}
    whole = worth(table.row(hand).pays, STAKE, NO_METER)
    assert paid == {1: [], 2: [whole], 3: [whole]}


ACES, BLANK = "Ah Ad", "8h 5d"
PAIRS = [
    ("A", "As Ks", BLANK, 25),
    ("A", "As Kd", BLANK, 15),
    ("B", "As Ah", "Ac Ad", 1_000),
    ("B", ACES, BLANK, 30),
    ("C", "Ac Jc", BLANK, 20),
    ("C", "As Qd", BLANK, 10),
    ("D", ACES, BLANK, 100),
    ("D", "As Ac", BLANK, 30),
    ("E", ACES, BLANK, 50),
    ("E", "As Ac", BLANK, 25),
    ("F", ACES, BLANK, 25),
    ("F", "Ts Tc", BLANK, 5),
]


@pytest.mark.parametrize(("letter", "own", "dealer", "odds"), PAIRS)
def test_ultimate_pairs_are_paid_by_the_best_row_of_the_table_filed(letter, own, dealer, odds, claim_read):
    hands = {1: own, 0: dealer}
    game = UltimateTable((), ["ultimate-pairs"], (), {"ultimate-pairs": letter}, players=1, hands=hands, board="2s 3h 4c 7h 9c")
    game.ready().bets(1, 10, ultimate_pairs=5).finish()
    (paid,) = payments(game, 1, "ultimate-pairs")
    assert paid["amount"] == STAKE * odds
    claim_read(f"{UTH} 12.E~2({'ABCDEF'.index(letter) + 1})")


SHARES = [
    (letter, hand)
    for letter, hand in rows_of(UTH, "progressive", SEVEN)
    if letter != "A" and isinstance(load_book(UTH).paytable("progressive", letter).row(hand).pays, MeterShare)
]
METER_OF = {
    "B": {"royal-flush": "major", "straight-flush": "minor"},
    **{letter: {"royal-flush": "mega", "straight-flush": "major", "four-of-a-kind": "minor"} for letter in "CD"},
}
SEEDS = (40_000, 30_000, 20_000)


@pytest.mark.parametrize(("letter", "hand"), SHARES)
def test_of_several_meters_a_row_pays_its_own(letter, hand, claim):
    row, meters = (
        load_book(UTH).paytable("progressive", letter).row(hand),
        load_book(UTH).paytable("progressive", letter).meters,
    )
    filed = [
        {"wager": "progressive", "name": name, **METERS[UTH], "seed": f"${seed}"}
        for name, seed in zip(meters, SEEDS, strict=False)
    ]
    own, board = SEVEN[hand]
    cards = {"hands": {1: own, 0: "8h 5d"}, "board": board}
    game = UltimateTable((), ["progressive"], (), {"progressive": letter}, players=1, meters=filed, **cards)
    game.ready().bets(1, 10, progressive=5).finish()
    claim(row.clause)
    (paid,) = payments(game, 1, "progressive")
    seed = dict(zip(meters, SEEDS, strict=False))[METER_OF[letter][hand]]
    assert dollars(seed) <= paid["amount"] < dollars(seed + 10), "and what the wager itself added"


# Four Card Poker

BETTER = {hand: "As Ah Ad Ac 3c 4h" for hand in FOUR if hand not in ("win", "four-aces")} | {
    "pair-of-aces": "Ks Kh Kd Kc 3c 4h"
}
"""A dealer's cards that beat each hand."""


ACES_UP = {
    hand: dict(zip("ABCDEF", odds, strict=True))
    for hand, odds in {
        "four-of-a-kind": (50, 50, 50, 50, 50, 50),
        "straight-flush": (30, 30, 40, 40, 30, 40),
        "three-of-a-kind": (9, 7, 8, 8, 8, 7),
        "flush": (6, 6, 5, 6, 6, 5),
        "straight": (4, 5, 4, 4, 4, 4),
        "two-pair": (2, 2, 3, 2, 3, 3),
        "pair-of-aces": (1, 1, 1, 1, 1, 1),
    }.items()
}
"""The odds to 1 of each paytable, written down from the text."""


def aces_up_game(letter, own, dealer):
    game = FourCardTable((), (), (), {"aces-up": letter}, version=VERSIONS[0], hands={1: own, 0: dealer}, players=1)
    return game.ready().bets(1, 10, aces_up=5).finish()


@bears("1.B(7)", ".12 C")
@pytest.mark.parametrize(("letter", "hand"), [(letter, hand) for hand, odds in ACES_UP.items() for letter in odds])
def test_aces_up_are_paid_although_the_dealer_wins(letter, hand, claim, claim_read):
    table = load_book(FC).paytable("aces-up", letter)
    game = aces_up_game(letter, FOUR[hand], BETTER[hand])
    claim(table.row(hand).clause)
    assert game.won(1, "ante") == ("lose", Cents(0))
    assert game.won(1, "aces-up") == ("win", STAKE * ACES_UP[hand][letter])
    assert_paid(game, "aces-up", table.row(hand))
    claim_read(table.clause)


@pytest.mark.parametrize("letter", "ABCDEF")
@pytest.mark.parametrize(("own", "hand"), [("As Ah Ad Ac 2c", "four-of-a-kind"), ("9s 9h 9d 5c 5s", "three-of-a-kind")])
def test_aces_up_count_four_aces_as_four_of_a_kind_and_of_three_and_a_pair_the_three(own, hand, letter, claim):
    row = load_book(FC).paytable("aces-up", letter).row(hand)
    game = aces_up_game(letter, own, "3c 4h 7d Jh Qh Td")
    claim(row.clause)
    assert_paid(game, "aces-up", row)


ENVIED = [(wager, *found) for wager in ENVY_STAKES for found in rows_of(FC, wager, ("four-of-a-kind", "straight-flush"))]


@pytest.mark.parametrize(("wager", "letter", "hand"), ENVIED)
def test_envy_is_paid_for_a_hand_that_loses_to_the_dealer(wager, letter, hand, claim):
    table = load_book(FC).paytable(wager, letter)
    hands = {1: FOUR[hand], 2: "3s 6d Tc Kc Jc", 0: BETTER[hand]}
    game = FourCardTable((), ["progressive"], (), {"envy": letter}, hands=hands, players=2).ready()
    game.bets(1, 10, progressive=5).bets(2, 10, progressive=ENVY_STAKES[wager]).finish()
    claim(table.clause, table.row(hand).clause)
    assert game.won(1, "ante") == ("lose", Cents(0))
    (paid,) = payments(game, 2, wager)
    assert paid["amount"] == worth(table.row(hand).pays, STAKE, NO_METER)


@bears("6.F(6)")
def test_in_a_straight_of_five_the_ace_is_at_one_end():
    straights, others = ("Ts Js Qd Kh Ac", "As 2d 3h 4c 5s"), ("Js Qd Kh Ac 2s", "Qs Kd Ah 2c 3d", "Ks Ad 2h 3d 4s")
    won = {cards: four_card_round(VERSIONS[0], "progressive", "C", cards).won(1, "progressive") for cards in straights + others}
    assert won == dict.fromkeys(straights, ("win", dollars(150))) | dict.fromkeys(others, ("lose", Cents(0)))

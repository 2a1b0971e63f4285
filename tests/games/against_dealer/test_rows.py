"""Every row of every paytable of the games against the dealer: a round is dealt in which it wins, and is paid to the cent."""

from collections import Counter
from fractions import Fraction

import pytest

from houseway.hands import SIX_CARD_BONUS
from houseway.money import Cents, FixedAmount, MeterShare, OddsToOne, Push, TotalForOne
from houseway.regulation import load_book
from tests.support.submissions import FC, UTH
from tests.support.table_driver import MACHINE, VERSIONS, FourCardTable, UltimateTable

ROWS = [
    (book, version, table.wager, table.letter, row.hand)
    for book, version in ((UTH, None), *((FC, version) for version in VERSIONS))
    for table in load_book(book, version).paytables
    for row in table.rows
]
STAKES = {UTH: {"ante": 10, "blind": 10, "play": 40}, FC: {"ante": 10, "play": 30, "ante-bonus": 10}}
ENVY_STAKES = {"progressive-envy-1": 1, "progressive-envy-5": 5}
METERS = {UTH: Fraction(2_000_000 + 100), FC: Fraction(2_000_000 + 120)}
"""What the meter shows, in cents, after a fifth of each progressive wager: one of $5, or one of $5 and one of $1."""


def stake_on(book, wager):
    return Cents.from_dollars(STAKES[book].get(wager, 5))


def bonus_clauses(wager, hand):
    """The clauses of the order of hands, for the wager that has an order of its own."""
    return dict(SIX_CARD_BONUS.cited_categories)[hand] if wager == "six-card-bonus" else ()


# Rounds of Ultimate Texas Hold'em

DEALER, BOARD = "8h 5d", "Qs Js 9h 4h 3d"
SEVEN = {
    "royal-flush": ("As Ks", "Qs Js Ts 4h 3d"),
    "straight-flush": ("9s 8s", "7s 6s 5s Kh Kd"),
    "four-of-a-kind": ("9s 9h", "9d 9c 2s Kh 3d"),
    "full-house": ("9s 9h", "9d Kc Kd 4h 3d"),
    "flush": ("As 9s", "Qs Js 3s 4h 2d"),
    "straight": ("As Kh", "Qs Jd Td 4h 3d"),
    "three-of-a-kind": ("9s 9d", "9c Js 2h 4h Kd"),
    "less-than-straight": ("Kc Kd", BOARD),
}
"""A player's two cards and the board; the first three of the board make the progressive hand with them."""
BOX = {
    "super-royal-of-diamonds": ("Ad Kd", "Qd Jd Td 9d"),
    "super-royal": ("As Ks", "Qs Js Ts 9s"),
    "royal-flush": ("As 2d", "Ks Qs Js Ts"),
    "straight-flush": ("9s Kd", "8s 7s 6s 5s"),
    "four-of-a-kind": ("9s Kh", "9d 9c 2s 9h"),
    "full-house": ("9s 2h", "9d 9c Kc Kd"),
    "flush": ("As Kd", "9s 7s 6s 2s"),
    "straight": ("As 2h", "Kh Qd Jd Td"),
    "three-of-a-kind": ("9s 4d", "Kh 2s 9d 9c"),
}
"""A player's two cards and the box. All but the super royals need only one of the two cards, and the last of the box."""
PAIRS = {
    "player-and-dealer-aces": ("As Ah", "Ac Ad"),
    "aces-of-hearts-and-diamonds": ("Ah Ad", DEALER),
    "pair-of-aces": ("As Ac", DEALER),
    "ace-king-suited": ("As Ks", DEALER),
    "ace-queen-or-jack-suited": ("Ac Jc", DEALER),
    "ace-king-offsuit": ("As Kd", DEALER),
    "pair-of-jacks-queens-or-kings": ("Kc Kd", DEALER),
    "ace-queen-or-jack-offsuit": ("As Qd", DEALER),
    "pair-of-tens-or-less": ("Ts Tc", DEALER),
}
BEATEN = {
    "straight-flush": ("8s 7s", "As Ks", "Qs Js Ts 9s 2h"),
    "four-of-a-kind": ("9s 9h", "Ks Kh", "9d 9c Kd Kc 2h"),
    "full-house": ("9s 9h", "Ks Kh", "9d Kd 2c 2h 4s"),
    "flush": ("9s 8s", "As 4s", "Qs Js 2s 6h 7d"),
    "straight": ("9c 8d", "As 4s", "7s 6s 5s Kh 2d"),
    "three-of-a-kind": ("9s 9h", "Ks Kh", "9d Kd 2c 4h 7s"),
}
"""The player's hand, which loses, the dealer's and the board."""
ON_BOARD = {
    "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "9s 8s 7s 6s 5s",
    "four-of-a-kind": "9s 9d 9h 9c Ks",
    "full-house": "9s 9d 9h Kc Ks",
    "flush": "As Qs 9s 4s 2s",
    "straight": "9s 8d 7s 6h 5s",
    "three-of-a-kind": "9s 9d 9h Kc 4s",
    "two-pair": "9s 9d Kh Kc 4s",
    "pair-of-tens-or-better": "Ts Td Kh 7c 4s",
}


def ultimate_deal(wager, hand):
    """The cards of a table at which a row is won."""
    if wager in ("ante", "play"):
        return {"hands": {1: "Kc Kd", 0: DEALER}, "board": "Qs Js 9h 8c 3d"}
    if wager == "six-card-bonus":
        own, box = BOX[hand]
        return {"hands": {1: own, 0: "8h 5c"}, "board": "3c 4c 6h 7h Jc", "box": box}
    if wager == "ultimate-pairs":
        own, dealer = PAIRS[hand]
        return {"hands": {1: own, 0: dealer}, "board": "2s 3h 4c 7h 9c"}
    if wager == "bad-beat":
        own, dealer, board = BEATEN[hand]
        return {"hands": {1: own, 0: dealer}, "board": board}
    if wager == "play-the-board":
        return {"hands": {1: "3c 2c", 0: "3h 2h"}, "board": ON_BOARD[hand]}
    own, board = SEVEN[hand]
    return {"hands": {1: own, 2: "7c 2c", 0: DEALER} if "envy" in wager else {1: own, 0: DEALER}, "board": board}


def ultimate_round(wager, letter, hand):
    """A round in which position 1 makes the hand; everybody plays at the first question."""
    owner = "progressive" if "envy" in wager else wager
    optional = owner not in ("ante", "play", "blind", "trips")
    letters = {} if owner in ("ante", "play") else {"envy" if "envy" in wager else owner: letter}
    options = MACHINE if owner == "six-card-bonus" else {}
    table = UltimateTable(options, [owner] if optional else (), {}, letters, players=2, **ultimate_deal(wager, hand))
    table.ready()
    stake = 1 if wager == "progressive-envy-1" else 5
    sides = {owner.replace("-", "_"): stake} if owner not in ("ante", "play", "blind") else {}
    sides = {"trips": 5, **sides} if owner == "six-card-bonus" else sides
    table.bets(1, 10, **sides)
    if "envy" in wager:
        table.bets(2, 10, progressive=stake)
    table.answers = {1: ["play 4"], 2: ["play 4"]}
    return table.finish()


# Rounds of Four Card Poker

FOUR = {
    "win": "Ks Qd 9h 5c 2s",
    "four-aces": "As Ah Ad Ac 2c",
    "four-of-a-kind": "9s 9h 9d 9c 5s",
    "straight-flush": "9s 8s 7s 6s 2d",
    "three-of-a-kind": "9s 9h 9d 2c 5s",
    "flush": "Ks 9s 5s 2s 4d",
    "straight": "9s 8d 7h 6c 2s",
    "two-pair": "9s 9d 5c 5d 2h",
    "pair-of-aces": "As Ad 9c 5d 2h",
}
FIVE = {
    "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "9s 8s 7s 6s 5s",
    "four-of-a-kind": "9s 9h 9d 9c 5s",
    "full-house": "9s 9h 9d 5c 5s",
    "flush": "Ks 9s 7s 4s 2s",
    "straight": "9s 8d 7h 6c 5s",
    "three-of-a-kind": "9s 9h 9d 2c 5s",
}
OTHERS = {2: "3s 6d Tc Kc Jc", 0: "3c 4h 7d Jh Qh Td"}


def four_card_round(version, wager, letter, cards, readings=()):
    """A round in which position 1 has these cards and every wager, and position 2 a progressive of the stake in question."""
    letters = {"envy" if wager in ENVY_STAKES else wager: letter} if letter else {}
    hands = {1: cards, **OTHERS}
    table = FourCardTable((), ["progressive"], readings, letters, version=version, hands=hands, players=2).ready()
    table.bets(1, 10, aces_up=5, progressive=5).bets(2, 10, progressive=ENVY_STAKES.get(wager, 1))
    table.answers = {1: ["play 3"], 2: ["fold"]}
    return table.finish()


# Every row


def worth(pays, stake, meter):
    """What a printed row is worth, reckoned here and not by the program."""
    match pays:
        case OddsToOne(odds) | TotalForOne(odds):
            return Cents(int(odds * stake.amount))
        case FixedAmount(amount):
            return amount
        case MeterShare(share, _):
            exact = share * meter
            return Cents(int(exact) + (exact.denominator != 1))
        case Push():
            return Cents(0)


def moved(table, seat, wager, *reasons):
    """The transfers of the last round for a wager."""
    return [
        event
        for event in table.since(skip=1)
        if (event.kind, event.facts.get("seat"), event.facts.get("wager")) == ("money-moved", seat, wager)
        and event["reason"] in reasons
    ]


def payments(table, seat, wager):
    return moved(table, seat, wager, "payout", "meter-award", "envy")


def one_payment(table, seat, wager):
    (paid,) = payments(table, seat, wager)
    return paid


def dealt_round(book, version, wager, letter, hand):
    """A round in which a row is won."""
    if book == UTH:
        return ultimate_round(wager, letter, hand)
    five = "royal-flush" in {row.hand for row in load_book(FC, version).paytable(wager, letter).rows}
    return four_card_round(version, wager, letter, (FIVE if five else FOUR)[hand])


@pytest.mark.parametrize(
    ("book", "version", "wager", "letter", "hand"), ROWS, ids=[" ".join((*row[:1], *filter(None, row[1:]))) for row in ROWS]
)
def test_a_dealt_hand_is_paid_by_its_row(book, version, wager, letter, hand, claim, claim_read):
    printed = load_book(book, version).paytable(wager, letter)
    row, envy = printed.row(hand), wager in ENVY_STAKES
    claim(row.clause, *bonus_clauses(wager, hand))
    claim_read(printed.clause)
    table = dealt_round(book, version, wager, letter, hand)
    amount = worth(row.pays, stake_on(book, wager), METERS[book])
    seat, name = (2, "Bob") if envy else (1, "Ann")
    source = "house" if isinstance(row.pays, MeterShare) else "inventory"
    paid = payments(table, seat, wager)
    assert [(each["source"], each["target"], each["amount"]) for each in paid] == (
        [(source, f"player:{name}", amount)] if amount else []
    )
    assert all(row.clause in each.clauses for each in paid)
    if envy:
        assert table.last("envy-settled", position=1)["hands"][0] == (seat, hand, amount)
    else:
        assert_settled(table, wager, row, amount)


def assert_settled(table, wager, row, amount):
    """How a wager of position 1 ended, and whether its stake came back."""
    event = table.last("wager-settled", position=1, wager=wager)
    assert (event["result"], event["amount"]) == ("tie" if isinstance(row.pays, Push) else "win", amount)
    assert row.clause in event.clauses
    returned = row.pays.returns_stake and wager != "ante-bonus"  # which has no stake of its own
    back = [each["source"] for each in moved(table, 1, wager, "wager-returned")]
    assert back == (["inventory" if wager == "progressive" else "layout:1"] if returned else [])


def test_no_row_is_missing():
    assert Counter(row[:2] for row in ROWS) == {(UTH, None): 201, (FC, VERSIONS[0]): 76, (FC, VERSIONS[1]): 65}


# Rows of Four Card Poker that depend on a reading, and hands that have none


@pytest.mark.parametrize(("hand", "amounts"), [("royal-flush", (1_000, 5_000)), ("straight-flush", (300, 1_500))])
@pytest.mark.parametrize("place", [0, 1])
def test_envy_c_read_for_royal_and_straight_flush(hand, amounts, place, claim):
    """FC-02: the same rows for other hands, of all five cards."""
    wager = tuple(ENVY_STAKES)[place]
    table = four_card_round(VERSIONS[0], wager, "C", FIVE[hand], {"FC-02": "royal-and-straight-flush"})
    moved = one_payment(table, 2, wager)
    assert moved["amount"] == Cents.from_dollars(amounts[place])
    row = load_book(FC).paytable(wager, "C").rows[("royal-flush", "straight-flush").index(hand)]
    assert row.clause in moved.clauses
    claim(row.clause, f"{FC} as-played.6.F")


@pytest.mark.parametrize("hand", ["four-aces", "four-of-a-kind"])
def test_read_so_envy_c_knows_no_four_of_a_kind(hand):
    table = four_card_round(VERSIONS[0], "progressive-envy-1", "C", FOUR[hand], {"FC-02": "royal-and-straight-flush"})
    assert not table.moved("envy")


@pytest.mark.parametrize(
    ("letter", "hand", "hands"),
    [
        ("A", "royal-flush", {"progressive": 500, "envy": 5}),
        ("C", "royal-flush", {"progressive": 20_001, "envy": 0}),
        ("C", "full-house", {"progressive": 250, "envy": 0}),
    ],
)
def test_four_card_and_five_card_hands_are_told_apart_by_the_table(letter, hand, hands):
    """FC-16: progressive and envy may have different letters, and so different orders; a royal flush is four in a row, too."""
    game = FourCardTable(
        (), ["progressive"], (), {"progressive": letter, "envy": "A"}, hands={1: FIVE[hand], **OTHERS}, players=2
    )
    game.ready().bets(1, 10, progressive=5).bets(2, 10, progressive=1).finish()
    envy = 5 if hand == "royal-flush" else 0
    assert game.won(1, "progressive")[1].amount // 100 == hands["progressive"]
    assert sum(event["amount"].amount for event in game.moved("envy")) == envy * 100


@pytest.mark.parametrize(("reading", "version", "amount"), [("three", 0, 15), ("two", 0, 10), ("three", 1, 10), ("two", 1, 10)])
def test_two_pair_on_aces_up_e(reading, version, amount):
    """FC-04: a struck figure and a new one."""
    table = four_card_round(VERSIONS[version], "aces-up", "E", FOUR["two-pair"], {"FC-04": reading})
    assert one_payment(table, 1, "aces-up")["amount"] == Cents.from_dollars(amount)


@pytest.mark.parametrize("hand", ["flush", "straight", "two-pair", "pair-of-aces"])
@pytest.mark.parametrize("letter", ["A", "B"])
def test_below_three_of_a_kind_the_progressive_of_four_cards_is_lost(letter, hand):
    table = four_card_round(VERSIONS[0], "progressive", letter, FOUR[hand])
    assert table.won(1, "progressive") == ("lose", Cents(0))


def test_a_pair_below_aces_loses_aces_up():
    table = four_card_round(VERSIONS[0], "aces-up", "A", "Ks Kd 9c 5d 2h")
    assert table.won(1, "aces-up") == ("lose", Cents(0))

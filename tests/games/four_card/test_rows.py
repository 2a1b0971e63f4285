"""Every row of every paytable of Four Card Poker, in both versions: a round is dealt in which it wins, to the cent."""

import pytest

from houseway.money import Cents, FixedAmount, MeterShare, OddsToOne, TotalForOne
from houseway.regulation import load
from tests.support.submissions import FC
from tests.support.table_driver import VERSIONS, FourCardTable

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
STAKES = {"progressive-envy-1": 1, "progressive-envy-5": 5}
METER = Cents.from_dollars(20_000)

ROWS = [
    (version, table.wager, table.letter, row.hand)
    for version in VERSIONS
    for table in load(FC, version).paytables
    for row in table.rows
]


def played(version, wager, letter, cards, readings=()):
    """A round in which position 1 has these cards and every wager, and position 2 a progressive of the stake in question."""
    letters = {"envy" if wager in STAKES else wager: letter} if letter else {}
    hands = {1: cards, **OTHERS}
    table = FourCardTable((), ["progressive"], readings, letters, version=version, hands=hands, players=2).ready()
    table.bets(1, 10, aces_up=5, progressive=5).bets(2, 10, progressive=STAKES.get(wager, 1))
    table.answers = {1: ["play 3"], 2: ["fold"]}
    return table.finish()


def payment(table, seat, wager):
    """The one transfer that pays a wager."""
    (moved,) = [
        event
        for event in table.since(skip=1)
        if (event.kind, event.facts.get("seat"), event.facts.get("wager")) == ("money-moved", seat, wager)
        and event["reason"] in ("payout", "meter-award", "envy")
    ]
    return moved


def worth(pays, stake, shown):
    """What a printed row is worth, reckoned here and not by the program."""
    match pays:
        case OddsToOne(odds) | TotalForOne(odds):
            return Cents(int(odds * stake.amount))
        case FixedAmount(amount):
            return amount
        case MeterShare(share, _):
            exact = share * shown
            return Cents(int(exact) + (exact.denominator != 1))


@pytest.mark.parametrize(("version", "wager", "letter", "hand"), ROWS, ids=[" ".join(row) for row in ROWS])
def test_a_dealt_hand_is_paid_by_its_row(version, wager, letter, hand, claim):
    printed = load(FC, version).paytable(wager, letter)
    row = printed.row(hand)
    table = played(version, wager, letter, (FIVE if "royal-flush" in {each.hand for each in printed.rows} else FOUR)[hand])
    seat = 2 if wager in STAKES else 1
    moved = payment(table, seat, wager)
    stake = Cents.from_dollars({"ante": 10, "play": 30, "ante-bonus": 10}.get(wager, 5))
    shown = METER.amount + 120  # both progressive wagers gave a fifth to the meter
    assert moved["amount"] == worth(row.pays, stake, shown)
    assert row.clause in moved.clauses
    source = {"progressive": "house" if isinstance(row.pays, MeterShare) else "inventory"}.get(wager, "inventory")
    assert (moved["source"], moved["target"]) == (source, f"player:{('', 'Ann', 'Bob')[seat]}")
    claim(row.clause, *([printed.clause] if wager in STAKES else []))


def test_no_row_is_missing():
    assert [sum(version == row[0] for row in ROWS) for version in VERSIONS] == [76, 65]


@pytest.mark.parametrize(("hand", "amounts"), [("royal-flush", (1_000, 5_000)), ("straight-flush", (300, 1_500))])
@pytest.mark.parametrize("place", [0, 1])
def test_envy_c_read_for_royal_and_straight_flush(hand, amounts, place, claim):
    """FC-02: the same rows for other hands, of all five cards."""
    wager = tuple(STAKES)[place]
    table = played(VERSIONS[0], wager, "C", FIVE[hand], {"FC-02": "royal-and-straight-flush"})
    moved = payment(table, 2, wager)
    assert moved["amount"] == Cents.from_dollars(amounts[place])
    row = load(FC).paytable(wager, "C").rows[("royal-flush", "straight-flush").index(hand)]
    assert row.clause in moved.clauses
    claim(row.clause, f"{FC} as-played.6.F")


@pytest.mark.parametrize("hand", ["four-aces", "four-of-a-kind"])
def test_read_so_envy_c_knows_no_four_of_a_kind(hand):
    table = played(VERSIONS[0], "progressive-envy-1", "C", FOUR[hand], {"FC-02": "royal-and-straight-flush"})
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
    table = played(VERSIONS[version], "aces-up", "E", FOUR["two-pair"], {"FC-04": reading})
    assert payment(table, 1, "aces-up")["amount"] == Cents.from_dollars(amount)


@pytest.mark.parametrize("hand", ["flush", "straight", "two-pair", "pair-of-aces"])
@pytest.mark.parametrize("letter", ["A", "B"])
def test_below_three_of_a_kind_the_progressive_of_four_cards_is_lost(letter, hand):
    table = played(VERSIONS[0], "progressive", letter, FOUR[hand])
    assert table.won(1, "progressive") == ("lose", Cents(0))


def test_a_pair_below_aces_loses_aces_up():
    table = played(VERSIONS[0], "aces-up", "A", "Ks Kd 9c 5d 2h")
    assert table.won(1, "aces-up") == ("lose", Cents(0))

"""Every row of every paytable of Ultimate Texas Hold'em: cards are dealt that make it, and a whole round pays it to the cent."""

from fractions import Fraction

import pytest

from houseway.hands import SIX_CARD_BONUS
from houseway.hands.orders import MD_ULTIMATE as UTH
from houseway.money import Cents, FixedAmount, MeterShare, OddsToOne, Push, TotalForOne
from houseway.regulation import load
from tests.support.table_driver import MACHINE, UltimateTable

BOOK = load(UTH)
ROWS = [(table.wager, table.letter, row.hand) for table in BOOK.paytables for row in table.rows]
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
    "royal-flush": ("As Ks", "Qs Js Ts 2d"),
    "straight-flush": ("9s 8s", "7s 6s 5s Kd"),
    "four-of-a-kind": ("9s 9d", "9c 9h 2s Kh"),
    "full-house": ("9s 9d", "9c Kc Kd 2h"),
    "flush": ("As 9s", "7s 6s 2s Kd"),
    "straight": ("As Kh", "Qd Jd Td 2h"),
    "three-of-a-kind": ("9s 9d", "9c Kh 2s 4d"),
}
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
STAKE = Cents.from_dollars(5)


def dealt(wager, hand):
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


def round_of(wager, letter, hand):
    """A round in which position 1 makes the hand; everybody plays at the first question."""
    owner = "progressive" if "envy" in wager else wager
    optional = owner not in ("ante", "play", "blind", "trips")
    letters = {} if owner in ("ante", "play") else {"envy" if "envy" in wager else owner: letter}
    options = MACHINE if owner == "six-card-bonus" else {}
    table = UltimateTable(options, [owner] if optional else (), {}, letters, players=2, **dealt(wager, hand))
    table.ready()
    stake = 1 if wager == "progressive-envy-1" else 5
    sides = {owner.replace("-", "_"): stake} if owner not in ("ante", "play", "blind") else {}
    sides = {"trips": 5, **sides} if owner == "six-card-bonus" else sides
    table.bets(1, 10, **sides)
    if "envy" in wager:
        table.bets(2, 10, progressive=stake)
    table.answers = {1: ["play 4"], 2: ["play 4"]}
    return table.finish()


def worth(row, stake, meter):
    """What the printed row is worth, reckoned here and not by the program."""
    match row.pays:
        case OddsToOne(odds) | TotalForOne(odds):
            return Cents(int(odds * stake.amount))
        case FixedAmount(amount):
            return amount
        case MeterShare(share, _):
            exact = share * meter
            return Cents(int(exact) + (exact.denominator != 1))
        case Push():
            return Cents(0)


@pytest.mark.parametrize(("wager", "letter", "hand"), ROWS, ids=[" ".join(row) for row in ROWS])
def test_a_dealt_hand_is_paid_by_its_row(claim, wager, letter, hand):
    printed = BOOK.paytable(wager, letter).row(hand)
    claim(printed.clause)
    table = round_of(wager, letter, hand)
    if wager == "six-card-bonus":
        claim(*next(clauses for category, clauses in SIX_CARD_BONUS.cited_categories if category == hand))
    if "envy" in wager:
        claim(BOOK.paytable(wager, letter).clause)
        event = table.last("envy-settled", position=1)
        receiver, name, amount = event["hands"][0]
        assert (receiver, name, amount) == (2, hand, worth(printed, STAKE, None))
        paid = next(event for event in table.events if event.facts.get("reason") == "envy")
        assert (paid["amount"], paid["target"]) == (amount, "player:Bob")
        return
    stake = {"ante": Cents.from_dollars(10), "blind": Cents.from_dollars(10), "play": Cents.from_dollars(40)}.get(wager, STAKE)
    meter = Fraction(2_000_000 + 100)
    event = table.last("wager-settled", position=1, wager=wager)
    assert event["amount"] == worth(printed, stake, meter)
    assert event["result"] == ("tie" if isinstance(printed.pays, Push) else "win")
    assert printed.clause in event.clauses or (wager, letter, hand) == ("blind", "B", "less-than-straight")
    moved = [each for each in table.events if each.kind == "money-moved" and each.facts.get("wager") == wager]
    paid = [(each["source"], each["amount"]) for each in moved if each["reason"] in ("payout", "meter-award")]
    source = "house" if isinstance(printed.pays, MeterShare) else "inventory"
    assert paid == ([(source, event["amount"])] if event["amount"] else [])
    back = [each["source"] for each in moved if each["reason"] == "wager-returned"]
    assert back == ([] if not printed.pays.returns_stake else ["inventory" if wager == "progressive" else "layout:1"])


def test_no_row_is_missing():
    assert len(ROWS) == 201

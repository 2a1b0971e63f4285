"""Optional wagers on seven cards, in rounds that are dealt: by the paytable that is filed, with every envy bonus, at any stake,
however the hands are set and whatever becomes of the base wager."""

import pytest

from houseway.citation import cite_clauses
from houseway.money import Cents
from houseway.regulation import load_book
from tests.support.clauses import both, short
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable, dollars

HANDS = {
    1: ("seven-card-straight-flush", "2c 3c 4c 5c 6c 7c 8c", 5),
    2: ("royal-flush", "As Ks Qs Js Ts 3h 2d", 5),
    3: ("four-of-a-kind", "9s 9h 9d 9c 5s 6h 3s", 25),
    4: ("full-house", "Kh Kd Kc Qh Qd 2h 4d", 100),
    5: ("flush", "Ad Jd 8d 6d 3d 7h 4h", 25),
    6: ("straight", "8s 7d 6s 5h 4s 2s Jc", 50),
}
"""What each position holds, its cards, and the dollars that it bets."""
INSURED = [
    {
        1: ("nine-high", "9c 8d 7h 5s 4c 3d 2h"),
        2: ("ten-high", "Td 8h 7s 5c 4d 3h 2s"),
        3: ("jack-high", "Jh 9s 7c 5d 4h 3s 2c"),
    },
    {
        1: ("queen-high", "Qc 9d 7h 5s 4c 3d 2h"),
        2: ("king-high", "Kd 9h 7s 5c 4d 3h 2s"),
        3: ("ace-high", "Ac Jh 9s 7c 5d 3s 2c"),
    },
]
WITH_ENVY = [(MD, wager, letter) for wager in ("fortune-bonus", "emperors-treasure") for letter in "ABCD"] + [
    (DIV, "bonus", "")
]
ENVY = {"fortune-bonus": "fortune-envy", "emperors-treasure": "emperors-envy", "bonus": "bonus-envy"}


def terms(wager, letter):
    return {wager: {"minimum": "$1", "maximum": "$100", **({"paytable": letter} if letter else {})}}


def dealt(book, wager, letter, held):
    """A round in which everybody bets on his seven cards; `held` has cards and dollars by position."""
    hands = {place: cards for place, (_, cards, _) in held.items()}
    table = PaiGowTable(book, wagers=terms(wager, letter), players=len(held), hands=hands).ready()
    for place, (_, _, stake) in held.items():
        table.bets(place, 10, **{wager.replace("-", "_"): stake})
    return table.finish()


def moved(table, place, wager):
    """The cents that a wager brought a position, by reason, and where the money came from."""
    made = [event for event in table.since(skip=1) if event.kind == "money-moved" and event.facts.get("wager") == wager]
    own = [event for event in made if event["seat"] == place and event["target"] == f"player:{table.run.table.seats[place]}"]
    return [(event["reason"], event["amount"]) for event in own]


@pytest.mark.parametrize(("book", "wager", "letter"), WITH_ENVY)
def test_each_paytable_pays_its_own_rows_and_its_own_envy(book, wager, letter, claim, claim_read):
    table = dealt(book, wager, letter, HANDS)
    paytables = load_book(book)
    (own,) = (each for each in paytables.paytables_of(wager) if each.letter == letter or not letter)
    (envy,) = (each for each in paytables.paytables_of(ENVY[wager]) if each.letter == own.letter)
    premium = {place: row.pays.amount for place, (hand, _, _) in HANDS.items() if (row := envy.row(hand)) is not None}
    assert set(premium) == {1, 2, 3}
    for place, (hand, _, stake) in HANDS.items():
        won = Cents(int(own.row(hand).pays.odds * stake * 100))
        assert moved(table, place, wager) == [("wager-returned", dollars(stake)), ("payout", won)], hand
        owed = [amount for other, amount in premium.items() if other != place]
        assert sorted(amount for _, amount in moved(table, place, ENVY[wager])) == sorted(owed), "whatever he has bet"
    claim(envy.clause)
    claim_read(own.clause)


@pytest.mark.parametrize("letter", "AB")
@pytest.mark.parametrize("held", INSURED, ids=["low", "high"])
def test_each_insurance_paytable_pays_its_own_rows(letter, held, claim_read):
    stakes = {place: (*hand, 25) for place, hand in held.items()}
    table = dealt(MD, "insurance", letter, stakes)
    own = load_book(MD).paytable("insurance", letter)
    for place, (hand, _, stake) in stakes.items():
        won = Cents(int(own.row(hand).pays.odds * stake * 100))
        assert moved(table, place, "insurance") == [("wager-returned", dollars(stake)), ("payout", won)], hand
    claim_read(own.clause)


# Several envy bonuses

ENVIED = {1: "9s 9h 9d 9c 5s 2h Jd", 2: "8s 8h 8d 8c 4s 3h Qd", 3: "6d 5d 4d 3d 2d Kc Jc", 4: "Ah Qc Tc 7h 6s 5c 3s"}
"""Two times four of a kind, a straight flush of five, and nothing."""
EACH_HAND = [
    (MD, "fortune-bonus", ["11.H(3)(b)", "11.H(3)(b)(i)"]),
    (MD, "emperors-treasure", ["11.H(4)(e)", "11.H(4)(e)(i)"]),
    (DIV, "bonus", ["(r)(4)(iii)", "(r)(4)(iii)(A)", "(a)(1)(v)#2"]),
]


@pytest.mark.parametrize(("book", "wager", "clauses"), EACH_HAND)
def test_a_player_is_paid_for_the_hand_of_each_other_player(book, wager, clauses, claim):
    """Also for two hands of one rank, for a hand that loses, and if he holds one himself."""
    hands = {**ENVIED, 0: "As Ad Ac Kh Kd Ks Qh"}
    letter = "" if book == DIV else "A"
    table = PaiGowTable(book, wagers=terms(wager, letter), players=4, hands=hands).ready()
    table.lows = {1: "Jd 9s"}
    table.bet_all(10, **{wager.replace("-", "_"): 5}).finish()
    assert table.paid(1)["pai-gow"][0] == "lose", "three nines, beaten by a full house"
    paid = {place: sorted(amount.amount // 100 for _, amount in moved(table, place, ENVY[wager])) for place in ENVIED}
    assert paid == {1: [5, 20], 2: [5, 20], 3: [5, 5], 4: [5, 5, 20]}
    assert set(clauses) <= set(table.clauses("envy-settled", position=4))
    claim(*cite_clauses(book, *clauses))


# The seven cards, whatever is made of them

BONUS = {MD: ("fortune-bonus", "emperors-treasure"), DIV: ("bonus",)}
QUALIFYING = {MD: ("7.E(1)", "7.E(2)"), DIV: ("(a)(1)(xi)",)}
AS_SET = [
    ("9s 8h 7d 6c 5s 2h Jd", "9s 8h", "straight", 2),
    ("Ts Js 9s 5s 2s 4h Qd", "Js 9s", "flush", 4),
    ("9s 9h 9d 5c 5s 2h Jd", "9s Jd", "full-house", 5),
    ("9s 9h 9d 9c 5s 2h Jd", "9s 9h", "four-of-a-kind", 25),
    ("2c 3c 4c 5c 6c 7c 8c", "8c 7c", "seven-card-straight-flush", 8000),
    ("2c 3c 4c 5c 6c 7c Jk", "Jk 7c", "seven-card-straight-flush-with-joker", 1000),
    ("9s 9h 7d 7c 5s 2h Jd", "7d 7c", "", 0),
]
"""Seven cards, the low hand, what they qualify with, and what that pays to one; the last is no qualifying hand."""


@both
@pytest.mark.parametrize("foul", [False, True], ids=["as-set", "foul"])
@pytest.mark.parametrize(("held", "low", "hand", "pays"), AS_SET, ids=[case[2] or "two-pair" for case in AS_SET])
def test_the_seven_cards_count_and_not_the_hands_that_were_set(book, held, low, hand, pays, foul, claim):
    """The dealer makes the best hand of them, also if the base wager is lost."""
    wagers = {name: term for wager in BONUS[book] for name, term in terms(wager, "" if book == DIV else "A").items()}
    table = PaiGowTable(
        book, wagers=wagers, players=1, hands={1: held, 0: "As Ad Kc Kd Ks Qh Qc"} if foul else {1: held}
    ).ready()
    table.lows = {1: " ".join(held.split()[:3])} if foul else {1: low}
    table.bets(1, 10, **{wager.replace("-", "_"): 4 for wager in BONUS[book]}).finish()
    for wager in BONUS[book]:
        assert table.won(1, wager) == (("win", dollars(4 * pays)) if pays else ("lose", Cents(0)))
    if foul:
        assert table.won(1, "pai-gow")[0] == "lose"
    if pays or book == MD:
        claim(*cite_clauses(book, *QUALIFYING[book]))


@pytest.mark.parametrize(
    ("book", "wager", "clause"),
    [
        (MD, "fortune-bonus", "7.E"),
        (MD, "emperors-treasure", "7.E"),
        (MD, "insurance", "7.E"),
        (MD, "progressive", "7.E"),
        (DIV, "bonus", "(r)(2)#1"),
        (DIV, "progressive", "(g)(4)#1"),
    ],
)
def test_an_optional_wager_needs_a_base_wager_at_its_own_position(book, wager, clause, claim):
    table = PaiGowTable(book, wagers=[wager], players=2).ready()
    table.bet(2, 10)
    amount = dollars({"insurance": 5, "progressive": 1}.get(wager, 5))
    refused = table.refused("wager", 1, position=1, wager=wager, amount=amount)
    assert refused.code == "round.base-first"
    assert any(each.startswith(clause) for each in short(refused.clauses))
    table.bet(1, 10)
    for place in (1, 2):
        table.act(place, "wager", wager=wager, amount=amount)
    claim(*refused.clauses, *table.last("wager-placed", wager=wager).clauses)


@pytest.mark.parametrize(
    ("book", "wager", "clause"), [(MD, "fortune-bonus", "7.E"), (DIV, "bonus", "(r)(2)#1"), (DIV, "progressive", "(g)(4)#1")]
)
def test_a_base_wager_on_the_players_other_area_is_not_enough(book, wager, clause, claim):
    options = {"table.positions-per-player": 2}
    table = PaiGowTable(book, options, [wager], seats={"Ann": (1, 2), "Bob": (4,)}).ready()
    table.bet(2, 10)
    table.bet(4, 10)
    amount = dollars(1 if wager == "progressive" else 5)
    for place, name in ((1, "Ann"), (4, "Bob")):
        may = table.may("wager", name, position=place, wager=wager, amount=amount)
        assert may == (place == 4)
    refused = table.refused("wager", "Ann", position=1, wager=wager, amount=amount)
    assert refused.code == "round.base-first"
    assert [option.facts["position"] for option in table.legal(1, "wager") if option.facts["wager"] == wager] == [2]
    assert clause in short(refused.clauses)
    claim(*refused.clauses)

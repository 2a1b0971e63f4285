"""Hands of a designer's wager: which cards meet a condition, how it reads, and what is refused."""

from itertools import combinations

import pytest

from houseway.cards import DECK, parse_hand
from houseway.errors import Malformed
from houseway.hands import FOUR_CARD, PAI_GOW_HIGH, STANDARD
from houseway.hands.predicates import CONDITIONS, WagerCards, first_fitting, parse_conditions, parse_wager_hand

THREE, FOUR_CARD_FIVE = WagerCards(3), WagerCards(5, order=FOUR_CARD)
SEVEN = WagerCards(7, joker=True, order=PAI_GOW_HIGH)

FITS = [
    (THREE, {"of-a-kind": 3}, "7c 7d 7h", "7c 7d 8h", "three of one rank"),
    (SEVEN, {"of-a-kind": 3}, "As Ad Jk 2c 4d 6h 8s", "As Kd Jk 2c 4d 6h 8s", "three or more of one rank"),
    (SEVEN, {"of-a-kind": 5}, "As Ad Ac Ah Jk 6h 8s", "As Ad Ac Ah Kh 6h 8s", "five of one rank"),
    (THREE, {"pairs": 1}, "7c 7d 8h", "7c 9d 8h", "a pair or more"),
    (SEVEN, {"pairs": 2}, "As Jk 4c 4d 6h 8s Ts", "As Kd 4c 4d 6h 8s Ts", "two different pairs or more"),
    (SEVEN, {"pairs": 2}, "4s 4h 9c 9d 9h 8s Ts", "As 4h 4c 4d 6h 8s 4s", "two different pairs or more"),
    (FOUR_CARD_FIVE, {"suited": 3}, "2s 5s Ks Ad Ac", "2s 5s Kd Ad Ac", "three or more of a suit"),
    (SEVEN, {"suited": 3}, "2s 5s Ks Jk 9d 9c 9h", "2s 5s Jk 8d 9d 9c 8c", "three or more of a suit"),
    (THREE, {"run": 3}, "Ah 2c 3d", "Kh Ac 2d", "three consecutive ranks"),
    (THREE, {"run": 3}, "Qh Kc Ad", "Qh Kc Kd", "three consecutive ranks"),
    (SEVEN, {"run": 3}, "Qh Kc Jk 4d 4h 6c 8s", "Jh Kc Jk 4d 4h 6c 8s", "three consecutive ranks"),
    (FOUR_CARD_FIVE, {"suited-run": 3}, "Ah 2h 3h 9c Tc", "Ah 2h 3c 9c Tc", "three consecutive cards of one suit"),
    (SEVEN, {"suited-run": 3}, "Jk 2h 3h 4h 6c 8s 9d", "Jk 2h 3h 5h 6c 8s 9d", "three consecutive cards of one suit"),
    (THREE, {"all": "red"}, "2h 9d Kh", "2h 9d Kc", "only red cards"),
    (SEVEN, {"all": "black"}, "2s 3s 4s 5c 7c 8c 9c", "2s 3s 4s 5c 7c 8c Jk", "only black cards"),
    (THREE, {"all": ["faces", "spades"]}, "Js Qs Ks", "Js Qs As", "only face cards and only spades"),
    (SEVEN, {"none": "red"}, "2s 3s 4s 5c 7c 8c Jk", "2s 3s 4s 5c 7c 8c 9d", "no red cards"),
    (THREE, {"none": "faces"}, "As Td 9c", "As Jd 9c", "no face cards"),
    (THREE, {"lowest": "ten"}, "Ts Kd Ac", "9s Kd Ac", "no card below the ten"),
    (THREE, {"lowest": "T", "ace": "low"}, "Ts Kd Kc", "Ts Kd Ac", "no card below the ten (aces are low)"),
    (THREE, {"highest": "9"}, "2s 9d 5c", "As 9d 5c", "no card above the nine"),
    (THREE, {"highest": "9", "ace": "low"}, "As 9d 5c", "As Td 5c", "no card above the nine (aces are low)"),
    (SEVEN, {"highest": "9"}, "2s 3s 4s 5c 7c 8c 9c", "2s 3s 4s 5c 7c 8c Jk", "no card above the nine"),
    (
        THREE,
        {"total": {"least": 20, "most": 21, "ace": 11}},
        "As 5d 4c",
        "As 6d 5c",
        "a total of 20 to 21 (an ace counts 11, a face card 10)",
    ),
    (
        THREE,
        {"total": {"least": 30, "ace": 1}},
        "Ts Jd Kc",
        "As Jd Kc",
        "a total of 30 or more (an ace counts 1, a face card 10)",
    ),
    (
        THREE,
        {"total": {"most": 3, "ace": 1, "faces": 0}},
        "As 2d Kc",
        "As 2d 2c",
        "a total of 3 or less (an ace counts 1, a face card 0)",
    ),
    (THREE, {"cards": "As Kd"}, "Kd 2c As", "Ks 2c As", "A♠ and K♦"),
    (SEVEN, {"cards": "Jk"}, "2s 3s 4s 5c 7c 8c Jk", "2s 3s 4s 5c 7c 8c As", "Joker"),
    (THREE, {"ranks": "A K"}, "Kd 2c As", "Qd 2c As", "an ace and a king"),
    (THREE, {"ranks": "ace, 10 10"}, "Td Tc As", "Td Ac As", "an ace and two tens"),
    (SEVEN, {"ranks": "A A"}, "As Jk 2s 3s 4s 5c 7c", "As Kd 2s 3s 4s 5c 7c", "two aces"),
    (FOUR_CARD_FIVE, {"at-least": "two-pair"}, "2s 2d 3c 3h 9s", "2s 2d 3c 4h 9s", "two pair or better"),
    (SEVEN, {"at-most": "pair"}, "2s 2d 3c 9h Ts Jd Kd", "2s Jk 3c 4h 5s Jd Kd", "a pair or less"),
    (SEVEN, {"at-most": "pair"}, "2s Jk 3c 9h Ts 7d Kd", "As Jk 3c 9h Ts 9d Kd", "a pair or less"),
]


@pytest.mark.parametrize(("cards", "given", "yes", "no", "words"), FITS, ids=[f"{case[1]} {case[2]}" for case in FITS])
def test_a_condition_fits_some_cards_and_not_others(cards, given, yes, no, words):
    hand = parse_wager_hand({"id": "hand", "title": "Hand", **given}, cards)
    assert len(parse_hand(yes)) == len(parse_hand(no)) == cards.count
    assert hand.fits(parse_hand(yes))
    assert not hand.fits(parse_hand(no))
    assert hand.describe() == words


def test_every_condition_is_shown_above():
    assert {key for _, given, *_ in FITS for key in given} - {"ace"} == set(CONDITIONS)


def test_all_conditions_of_a_hand_must_hold():
    hand = parse_wager_hand({"id": "royal", "title": "Mini royal", "ranks": "A K Q", "suited": 3}, THREE)
    assert [cards for cards in combinations(DECK, 3) if hand.fits(cards)] == [
        parse_hand(f"Q{suit} K{suit} A{suit}") for suit in "cdhs"
    ]
    assert hand.describe() == "an ace, a king and a queen and three of a suit"


def test_the_first_hand_that_fits_is_paid():
    hands = [
        parse_wager_hand({"id": name, "title": name, **given}, THREE)
        for name, given in {"flush": {"suited": 3}, "red": {"all": "red"}}.items()
    ]
    found = [first_fitting(hands, parse_hand(cards)) for cards in ("2h 5h 9h", "2h 5d 9h", "2c 5d 9h")]
    assert [hand and hand.id for hand in found] == ["flush", "red", None]


REFUSED = [
    (THREE, {}, "none", "a hand needs at least one condition"),
    (THREE, {"suite": 3}, "unknown", "there is no condition 'suite'; did you mean suited?"),
    (SEVEN, {"of-a-kind": 8}, "impossible", "of-a-kind = 8 cannot be met by 7 cards of 53; allowed: 2, 3, 4, 5"),
    (WagerCards(7), {"of-a-kind": 5}, "impossible", "of-a-kind = 5 cannot be met by 7 cards of 52; allowed: 2, 3, 4"),
    (THREE, {"run": 9}, "impossible", "run = 9 cannot be met by 3 cards of 52; allowed: 2, 3"),
    (THREE, {"suited": 1}, "impossible", "suited = 1 cannot be met"),
    (THREE, {"pairs": 2}, "impossible", "pairs = 2 cannot be met by 3 cards of 52; allowed: 1"),
    (THREE, {"suited": True}, "value", "suited is a whole number, not True"),
    (THREE, {"suited": "3"}, "value", "suited is a whole number, not '3'"),
    (THREE, {"all": "pink"}, "value", "all is a kind of cards (red, black,"),
    (THREE, {"none": ["red", 3]}, "value", "none is a kind of cards"),
    (THREE, {"lowest": "eleven"}, "value", "lowest is a rank (two, three,"),
    (THREE, {"lowest": 10}, "value", "lowest is a rank (two, three,"),
    (THREE, {"suited": 2, "ace": "low"}, "value", "ace says how lowest and highest count aces, and this hand has neither"),
    (THREE, {"lowest": "ten", "ace": "lowest"}, "value", "ace is low or high"),
    (THREE, {"total": 20}, "value", "total is a table with least or most"),
    (THREE, {"total": {"ace": 1}}, "value", "total is a table with least or most"),
    (THREE, {"total": {"least": 20}}, "value", "total says what an ace counts: ace = 1 or ace = 11"),
    (THREE, {"total": {"least": 20, "ace": 2}}, "value", "ace of total is 1 or 11, not 2"),
    (THREE, {"total": {"least": -1, "ace": 1}}, "value", "least of total is a whole number of 0 or more, not -1"),
    (THREE, {"total": {"least": 20, "ace": 1, "aces": 2}}, "unknown", "total has no 'aces'; it has least, most, ace and faces"),
    (THREE, {"total": {"least": 34, "ace": 11}}, "impossible", "a total of 34 or more (an ace counts 11"),
    (THREE, {"total": {"most": 2, "ace": 1}}, "impossible", "a total of 2 or less (an ace counts 1"),
    (THREE, {"total": {"least": 20, "most": 19, "ace": 1}}, "impossible", "a total of 20 to 19"),
    (THREE, {"cards": "As Kd Qh Jc"}, "impossible", "A♠, K♦, Q♥ and J♣ cannot be met by 3 cards of 52"),
    (THREE, {"cards": "Jk"}, "impossible", "Joker cannot be met by 3 cards of 52"),
    (THREE, {"cards": " "}, "value", "cards is cards, such as 'As Kd'"),
    (THREE, {"ranks": "A A A A"}, "impossible", "four aces cannot be met by 3 cards of 52"),
    (THREE, {"ranks": ""}, "value", "ranks is ranks, such as 'A K'"),
    (THREE, {"at-most": "pair"}, "order", "at-most needs an order of hands that ranks 3 cards of 52, and the wager names none"),
    (WagerCards(7, joker=True, order=STANDARD), {"at-most": "pair"}, "order", "and standard does not; allowed: pai-gow-high,"),
    (SEVEN, {"at-most": "pairs"}, "value", "at-most is a hand of Pai Gow Poker high hand (five-aces,"),
    (THREE, {"all": "red", "none": ["hearts", "diamonds"]}, "contradiction", "leave 0 of the 52 cards, and 3 decide the wager"),
    (THREE, {"lowest": "ten", "highest": "nine"}, "contradiction", "no card below the ten and no card above the nine leave 0"),
    (THREE, {"all": "faces", "ranks": "A"}, "contradiction", "an ace contradicts the other conditions"),
    (THREE, {"none": "red", "of-a-kind": 3}, "contradiction", "three of one rank contradicts the other conditions"),
    (THREE, {"highest": "six", "total": {"least": 20, "ace": 1}}, "contradiction", "contradicts the other conditions"),
    (
        SEVEN,
        {"at-most": "pair", "at-least": "straight"},
        "contradiction",
        "a straight or better contradicts the other conditions",
    ),
]


@pytest.mark.parametrize(("cards", "given", "code", "message"), REFUSED, ids=[str(case[1]) for case in REFUSED])
def test_conditions_that_cannot_be_read_or_met_are_refused(cards, given, code, message):
    with pytest.raises(Malformed) as refused:
        parse_conditions(given, cards)
    assert refused.value.code == f"predicate.{code}"
    assert message in refused.value.message
    assert {"given", "allowed"} <= refused.value.facts.keys()


@pytest.mark.parametrize("missing", ["id", "title"])
def test_a_hand_needs_an_id_and_a_title(missing):
    given = {"id": "red", "title": "All red", "all": "red"}
    del given[missing]
    with pytest.raises(Malformed, match=f"the {missing} of a hand is a text, not None"):
        parse_wager_hand(given, THREE)


def test_a_refusal_names_the_hand():
    with pytest.raises(Malformed, match="hand red: all is a kind of cards"):
        parse_wager_hand({"id": "red", "title": "All red", "all": "reds"}, THREE)

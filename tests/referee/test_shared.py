"""What the books share: ranking, money, and the reader of records."""

import ast
import sys
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

import houseway_referee
from houseway_referee import RecordError, decide
from houseway_referee.money import difference, parse_pays, parse_rate, share_of, shares_together, vigorish
from houseway_referee.ranking import (
    DECK,
    FIVE_ACES,
    FLUSH,
    JOKER,
    ROYAL,
    best_five,
    best_four,
    category_name,
    five_card_score,
    four_card_name,
    four_card_score,
    high_is_not_lower,
    parse_cards,
    royal_with_match,
    seven_straight_flush,
    two_card_score,
)


def score(text, wheel_high=True):
    return five_card_score(parse_cards(text), wheel_high)


# Pai Gow Poker from the highest to the lowest, the ends of each category as md 6.B prints them.
PAI_GOW_ORDER = [
    "As Ad Ac Ah Jk",
    "As Ks Qs Js Ts",
    "As 2s 3s 4s 5s",
    "Ks Qs Js Ts 9s",
    "2s 3s 4s 5s 6s",
    "As Ad Ac Ah Ks",
    "2s 2d 2c 2h 3s",
    "As Ad Ac Ks Kd",
    "2s 2d 2c 3s 3d",
    "As Ks Qs Js 9s",
    "2s 3s 4s 5s 7s",
    "As Ks Qs Js Td",
    "As 2s 3s 4s 5d",
    "Ks Qs Js Ts 9d",
    "2s 3s 4s 5s 6d",
    "As Ad Ac Ks Qd",
    "2s 2d 2c 3s 4d",
    "As Ad Ks Kd Qd",
    "3s 3d 2s 2d 4d",
    "As Ad Ks Qd Jd",
    "2s 2d 3s 4d 5d",
    "As Ks Qd Jd 9d",
    "2s 3s 4d 5d 7d",
]


def test_order_of_pai_gow_hands_md_6_b():
    scores = [score(text) for text in PAI_GOW_ORDER]
    assert scores == sorted(scores, reverse=True)
    assert len(set(scores)) == len(scores)


def test_ace_to_five_is_the_lowest_straight_elsewhere_uth_6_d():
    assert score("As 2s 3s 4s 5d", wheel_high=False) < score("2s 3s 4s 5s 6d", wheel_high=False)
    assert score("As 2s 3s 4s 5s", wheel_high=False) < score("2s 3s 4s 5s 6s", wheel_high=False)


@pytest.mark.parametrize(
    ("with_joker", "same_as"),
    [
        ("Ks Qs Js Ts Jk", "As Ks Qs Js Ts"),
        ("As Qs Js Ts Jk", "As Ks Qs Js Ts"),  # any missing card of the royal (PG-07)
        ("As Ks 9s 5s Jk", "As Ks Qs 9s 5s"),  # the highest that is missing (PG-49)
        ("2s 3d 4s 5s Jk", "As 2s 3d 4s 5s"),  # the ace makes the second highest straight
        ("9s 9d 9c 5s Jk", "9s 9d 9c As 5s"),  # an ace, not a fourth nine
        ("Ks Kd Ac 5s Jk", "Ac Ad Ks Kd 5s"),
        ("9s 7d 5c 3s Jk", "As 9s 7d 5c 3s"),
    ],
)
def test_the_joker_md_6_a_2(with_joker, same_as):
    assert score(with_joker) == score(same_as)


def test_categories_of_the_joker():
    assert score("As Ad Ac Ah Jk")[0] == FIVE_ACES
    assert score("Ks Qs Js Ts Jk")[0] == ROYAL
    assert score("Ks Qs Js 2s Jk")[0] == FLUSH


def test_groups_come_before_side_cards_pg_05():
    assert score("Ks Kd Qs 3d 2c") > score("2s 2d As 3d 4c")
    assert score("Ks Kd Kc 2d 2c") > score("Qs Qd Qc Ad Ac")


def test_high_and_low_hand_are_compared_over_the_low_hands_cards_pg_06():
    low = two_card_score(parse_cards("7s 7d"))
    assert high_is_not_lower(score("7c 7h 2s 3d 4c"), low)
    assert not high_is_not_lower(score("6c 6h As Kd Qc"), low)
    assert high_is_not_lower(score("As Kd 9c 5h 2s"), two_card_score(parse_cards("Ac Kh")))
    assert not high_is_not_lower(score("As Qd 9c 5h 2s"), two_card_score(parse_cards("Jk Kh")))


def test_seven_card_hands_md_6_d():
    assert seven_straight_flush(parse_cards("5h 6h 7h 8h 9h Th Jh")) == "natural"
    assert seven_straight_flush(parse_cards("5h 6h 7h 9h Th Jh Jk")) == "joker"
    assert seven_straight_flush(parse_cards("As 2s 3s 4s 5s 6s 7s")) == "natural"
    assert seven_straight_flush(parse_cards("Ks As 2s 3s 4s 5s 6s")) == ""
    assert royal_with_match(parse_cards("As Ks Qs Js Ts Kd Qd"), [(13, 12)])
    assert not royal_with_match(parse_cards("As Ks Qs Js Ts Kd Qh"), [(13, 12)])
    assert not royal_with_match(parse_cards("As Ks Qs Js Ts Kd Jk"), [(14, 13)])


def test_seven_card_straight_flushes_are_counted_pg_08():
    suits = [[card for card in DECK if card.suit == suit] for suit in "cdhs"]
    natural = [cards for suit in suits for cards in combinations(suit, 7)]
    joker = [(*cards, JOKER) for suit in suits for cards in combinations(suit, 6)]
    assert sum(seven_straight_flush(cards) == "natural" for cards in natural) == 32
    assert sum(seven_straight_flush(cards) == "joker" for cards in joker) == 196


def test_four_cards_in_the_order_of_the_rows_of_12_c():
    hands = [
        "2s 2d 2c 2h",
        "As 2s 3s 4s",
        "2s 2d 2c 3h",
        "2s 3s 4s 6s",
        "As 2s 3s 4d",
        "3s 3d 2s 2d",
        "2s 2d 3c 4h",
        "As Ks Qs Td",
    ]
    scores = [four_card_score(parse_cards(text)) for text in hands]
    assert scores == sorted(scores, reverse=True)
    assert four_card_name(best_four(parse_cards("As Ad Ac Kh 2s 3d"))) == "three-of-a-kind"
    assert category_name(best_five(parse_cards("As Ad Ac Kh Ks 3d 2c"))) == "full-house"


def test_payments_are_read_as_filed():
    assert parse_pays(2500).value == 2500
    assert parse_pays("5 1/2 to 1").value == Fraction(11, 2)
    assert parse_pays("8,000 to 1").value == 8000
    assert parse_pays("3 to 2").value == Fraction(3, 2)
    assert (parse_pays("12% of meter").kind, parse_pays("12% of meter").value) == ("share", Fraction(12, 100))
    assert parse_rate("3.5%") == Fraction(7, 200)
    with pytest.raises(RecordError):
        parse_pays("much")


@pytest.mark.parametrize(
    ("won", "exact", "quarter"), [(1200, 60, 75), (500, 25, 25), (1, 0, 1), (30, 1, 25), (10010, 500, 525), (0, 0, 0)]
)
def test_vigorish_is_five_percent_13_a_1(won, exact, quarter):
    assert (vigorish(won, False), vigorish(won, True)) == (exact, quarter)


def test_shares_of_a_meter_pg_19_pg_51():
    assert share_of(Fraction(2000037, 2), Fraction(1)) == 1000018
    assert share_of(Fraction(1000018), Fraction(1, 10)) == 100002
    assert shares_together(Fraction(1001), [Fraction(1), Fraction(1)]) == [501, 500]
    assert shares_together(Fraction(1001), [Fraction(1, 10), Fraction(1, 10)]) == [101, 101]
    assert sum(shares_together(Fraction(999983), [Fraction(1, 10), Fraction(1), Fraction(1)])) == 999983


def test_difference_lists_what_changes():
    assert difference({"a": 5, "b": -5}, {"a": 5, "c": -5}) == {"b": -5, "c": 5}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"referee": 2}, "format"),
        ({"extra": 1}, "extra"),
        ({"rounds": [{"round": 1, "seats": {}, "acts": [{"by": {"role": "cook"}, "act": "deal"}]}]}, "cook"),
        ({"rounds": [{"round": 1, "seats": {}, "acts": [{"by": {"role": "dealer"}, "act": "dance"}]}]}, "dance"),
        ({"rounds": [{"round": 1, "seats": {"x": "Ann"}, "acts": []}]}, "position"),
        ({"rounds": [{"round": 1, "seats": {}, "chips": {"Ann": 1.5}, "acts": []}]}, "cents"),
        ({"filing": {"book": "md.snap", "wagers": {}}}, "snap"),
    ],
)
def test_a_record_is_read_strictly(change, says):
    record = {"referee": 1, "filing": {"book": "md.pai-gow-poker", "wagers": {}}, "rounds": []}
    with pytest.raises(RecordError, match=says):
        decide({**record, **change})


def test_the_referee_imports_nothing_of_houseway_and_only_the_standard_library():
    folder = Path(houseway_referee.__file__).parent
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                names = [node.module or ""]
            for name in names:
                top = name.split(".")[0]
                assert top == "houseway_referee" or top in sys.stdlib_module_names, (path, name)

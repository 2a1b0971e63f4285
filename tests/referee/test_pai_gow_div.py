"""The referee's reading of the Division's Pai Gow Poker: ordinary rounds. Every amount was computed by hand from the text."""

from itertools import combinations

import pytest

from houseway_referee.pai_gow_div.made_hands import seven_card_rows
from houseway_referee.ranking import JOKER, Card, parse_cards
from tests.referee.div_rounds import (
    DEALER_LOW,
    LOSE,
    LOSE_LOW,
    PUSH,
    PUSH_LOW,
    WIN,
    WIN_LOW,
    a_round,
    base,
    low_first,
    player,
    rule,
    side,
)


def test_l_6_to_l_8_win_push_and_lose() -> None:
    wagers = {1: base(), 2: base(3000), 3: base(4000)}
    [result] = rule(a_round(wagers, {1: (WIN, WIN_LOW), 2: (PUSH, PUSH_LOW), 3: (LOSE, LOSE_LOW)}))
    assert [result["wagers"][f"{place} pai-gow"]["result"] for place in (1, 2, 3)] == ["win", "tie", "lose"]
    assert result["wagers"]["1 pai-gow"]["clauses"][0] == "(l)(8)#3"
    assert result["wagers"]["2 pai-gow"]["clauses"] == ["(l)(7)(i)"]
    assert result["wagers"]["3 pai-gow"]["clauses"] == ["(l)(6)(i)"]
    assert result["net"] == {"player Ann": 1900, "player Cid": -4000, "inventory": 2000, "vigorish": 100}


def test_l_6_ii_copies_lose() -> None:
    copy = "6h 6c Ks Qd 8s 4s 3h"
    [result] = rule(a_round({1: base()}, {1: (copy, "Ks Qd")}))
    assert result["wagers"]["1 pai-gow"]["clauses"] == ["(l)(6)(ii)"]


@pytest.mark.parametrize(
    ("cards", "low", "clause"), [(WIN, "As Ad", "(l)(6)(iii)"), (WIN, "Kc Kd 9h", "(l)(6)(iv)"), (WIN, "Kc", "(l)(6)(iv)")]
)
def test_l_6_iii_and_iv_foul_hands_lose(cards: str, low: str, clause: str) -> None:
    [result] = rule(a_round({1: base()}, {1: (cards, low)}))
    assert result["wagers"]["1 pai-gow"] | {"result": "lose", "clauses": [clause]} == result["wagers"]["1 pai-gow"]


def test_l_1_a_high_hand_equal_to_the_low_one_is_legal() -> None:
    """Sevens in front of sevens: the example of (l)(1)."""
    [result] = rule(a_round({1: base()}, {1: ("7s 7d 7h 7c Ac 9c 5d", "7s 7d")}))
    assert result["wagers"]["1 pai-gow"]["result"] == "win"


@pytest.mark.parametrize(("rounding", "vigorish"), [(None, 51), ("up-to-next-quarter", 75)])
def test_l_9_3_vigorish_is_rounded_up_to_a_quarter_if_that_is_filed(rounding: str | None, vigorish: int) -> None:
    options = {"vigorish.rounding": rounding} if rounding else {}
    [result] = rule(a_round({1: base(1030)}, {1: (WIN, WIN_LOW)}), options=options)
    assert result["wagers"]["1 pai-gow"]["vigorish"] == vigorish


def test_l_9_1_two_to_one_if_the_text_is_taken_literally() -> None:
    [result] = rule(a_round({1: base(10000)}, {1: (WIN, WIN_LOW)}), DIV_01="two-to-one")
    assert result["net"]["player Ann"] == 19000


def test_c_4_the_filed_order_of_the_wheel() -> None:
    """A-2-3-4-5 beats K-Q-J-T-9 as the second highest straight, and loses to it where it is filed as the lowest."""
    wheel, other = ("As 2d 3c 4h 5s Kc Kd", "Kc Kd"), ("Ks Qd Jc Th 9s 8c 7c", "8c 7c")
    [result] = rule(a_round({1: base()}, {1: wheel}, house=other))
    assert result["wagers"]["1 pai-gow"]["result"] == "win"
    [result] = rule(a_round({1: base()}, {1: wheel}, house=other), options={"ranking.low-ace-lowest": True})
    assert result["wagers"]["1 pai-gow"]["result"] == "tie"


@pytest.mark.parametrize(
    ("cards", "row", "odds", "clause"),
    [
        ("As Ks Qs Js Ts 9s 8s", "seven-card-straight-flush", 8000, "(s)(1)/01"),
        ("As Qs Js Ts Jk Kh Qh", "royal-flush-and-royal-match", 2000, "(s)(1)/02"),
        ("As 2s 3s 4s 5s 6s Jk", "seven-card-straight-flush-with-joker", 1000, "(s)(1)/03"),
        ("As Ah Ac Ad Jk 7c 2d", "five-aces", 400, "(s)(1)/04"),
        ("As Ks Qs Js Jk 7c 2d", "royal-flush", 150, "(s)(1)/05"),
        ("9s Ks Qs Js Ts 7c 2d", "straight-flush", 50, "(s)(1)/06"),
        ("Jk As Ah Ac 7d 4c 2d", "four-of-a-kind", 25, "(s)(1)/07"),
        ("Jk As Ah 7c 7d 4c 2d", "full-house", 5, "(s)(1)/08"),
        ("Ks Js 9s 4s 2s 7c 3d", "flush", 4, "(s)(1)/09"),
        ("9s 9h 9c 4s 2s 7c 3d", "three-of-a-kind", 3, "(s)(1)/10"),
        ("5s 6h 7c 8s 9s Kc 2d", "straight", 2, "(s)(1)/11"),
    ],
)
def test_s_1_bonus_rows(cards: str, row: str, odds: int, clause: str) -> None:
    house = ("6h 6d Kd Qc 8d 4d 3h", "Kd Qc")
    [result] = rule(a_round({1: side(bonus=200)}, {1: (cards, low_first(cards))}, house=house))
    paid = result["wagers"]["1 bonus"]
    assert (paid["row"], paid["cents"], paid["clauses"], paid["returned"]) == (row, 200 * odds, [clause], 200)


def test_a_1_xi_and_s_1_three_of_a_kind_beside_a_straight() -> None:
    hand = {1: ("5s 6h 7c 8s 9s 5h 5c", "5h 5c")}
    house = ("6s 6d Kh Qc 8d 4d 3s", DEALER_LOW)
    played = a_round({1: side(bonus=200)}, hand, house=house)
    assert rule(played)[0]["wagers"]["1 bonus"]["cents"] == 600
    assert rule(played, DIV_06="highest-ranking")[0]["wagers"]["1 bonus"]["cents"] == 400
    assert rule(played, DIV_05="lost")[0]["wagers"]["1 bonus"]["cents"] == 400


QUADS, SECOND_QUADS = ("9c 5s 7s 7d 7h 7c 2c", "9c 5s"), ("Jc Td 5d 5h 5c 2h 2d", "Jc Td")


def test_s_2_envy_goes_to_markers_of_other_players() -> None:
    """Bob's four of a kind earns Ann $5; he has no bonus himself, and Cid's $4 earns no marker."""
    wagers = {1: side(bonus=500), 2: base(), 3: side(bonus=400)}
    [result] = rule(a_round(wagers, {1: (WIN, WIN_LOW), 2: QUADS, 3: (LOSE, LOSE_LOW)}))
    assert result["envy"] == {"1 bonus": 500}


def test_a_1_v_no_envy_for_ones_own_cards() -> None:
    seats = {1: "Ann", 2: "Ann"}
    wagers = {1: side(bonus=500), 2: side(bonus=500)}
    [result] = rule(a_round(wagers, {1: (LOSE, LOSE_LOW), 2: QUADS}, seats=seats), options={"table.positions-per-player": 2})
    assert result["envy"] == {}


def test_l_4_ii_and_r_4_ii_a_surrendered_hand_earns_envy_unless_racked() -> None:
    gives_up = [player("Bob", "surrender", position=2)]
    played = a_round({1: side(bonus=500), 2: base()}, {1: (LOSE, LOSE_LOW), 2: (QUADS[0], "")}, after_count=gives_up)
    assert rule(played)[0]["envy"] == {"1 bonus": 500}
    assert rule(played)[0]["wagers"]["2 pai-gow"]["result"] == "surrendered"
    assert rule(played, DIV_39="racked")[0]["envy"] == {}


def test_s_3_the_payout_limit_is_one_players_and_cuts_the_bonus_only() -> None:
    """Two natural seven-card straight flushes at $5 would pay $80,000; the limit is $50,000."""
    cards = {1: ("8s 9s As Ks Qs Js Ts", "8s 9s"), 2: ("8h 9h Ah Kh Qh Jh Th", "8h 9h")}
    wagers = {1: side(bonus=500), 2: side(bonus=500)}
    options = {"payout-limit.amount": 5000000, "table.positions-per-player": 2}
    [result] = rule(a_round(wagers, cards, seats={1: "Ann", 2: "Ann"}), options=options)
    assert result["wagers"]["1 bonus"]["cents"] == 4000000
    assert result["wagers"]["2 bonus"]["cents"] == 1000000
    assert "(s)(3)#1" in result["wagers"]["2 bonus"]["clauses"]


def test_s_3_envy_counts_towards_the_limit_if_read_so_and_comes_first() -> None:
    """Bob's envy of $5,000 for Ann's hand is paid before his own $40,000, (r)(4)(iii)."""
    cards = {1: ("8s 9s As Ks Qs Js Ts", "8s 9s"), 2: ("8h 9h Ah Kh Qh Jh Th", "8h 9h")}
    played = a_round({1: base(), 2: side(bonus=500)}, cards)
    options = {"payout-limit.amount": 4000000}
    [result] = rule(played, options=options, DIV_14="envy-capped")
    assert (result["envy"]["2 bonus"], result["wagers"]["2 bonus"]["cents"]) == (500000, 3500000)
    [result] = rule(played, options=options)
    assert (result["envy"]["2 bonus"], result["wagers"]["2 bonus"]["cents"]) == (500000, 4000000)


def test_p_2_vi_a_number_pays_whole_dollars() -> None:
    """$3 at 5 1/2 to 1 is $16.50, paid $16; $1 on another number is lost."""
    wagers = {1: {"pai-gow": 2000, "number:3": 300, "number:4": 100}}
    [result] = rule(a_round(wagers, {1: (PUSH, PUSH_LOW)}))
    assert result["wagers"]["1 number:3"]["cents"] == 1600
    assert result["wagers"]["1 number:4"]["clauses"] == ["(p)(2)(iii)#2"]
    assert result["net"]["player Ann"] == 1500


def test_p_2_iii_number_one_falls_on_the_dealer() -> None:
    played = a_round({1: {"pai-gow": 2000, "number:1": 200}}, {1: (PUSH, PUSH_LOW)}, number=1)
    assert rule(played)[0]["wagers"]["1 number:1"]["cents"] == 1100
    assert rule(played, DIV_35="player-positions-only")[0]["wagers"]["1 number:1"]["result"] == "lose"


# ---- the progressive wager

ACES_AND_KINGS = ("Ks Kd As Ah Ac Ad Jk", "Ks Kd")
FIVE_ACES = ("Ks 2d As Ah Ac Ad Jk", "Ks 2d")
NATURAL_ROYAL = ("7d 2c Ah Kh Qh Jh Th", "7d 2c")
HOUSE = ("9s 9d 8c Qc 6d 4d 3s", "Qc 8c")


@pytest.mark.parametrize(
    ("cards", "row", "cents", "after"),
    [
        (ACES_AND_KINGS[0], "five-aces-and-pair", 2000021, 1000000),
        (FIVE_ACES[0], "five-aces", 200003, 2000021 - 200003),
        ("As Ks Qs Js Ts Ad Jk", "natural-royal-flush-and-pair", 2000021, 1000000),
        (NATURAL_ROYAL[0], "natural-royal-flush", 200003, 2000021 - 200003),
        ("As Ks Qs Js Jk 7c 7d", "royal-flush-and-pair", 20000, 2000021 - 20000),
        ("As Ks Qs Js Jk 7c 2d", "royal-flush", 10000, 2000021 - 10000),
        ("9s Ks Qs Js Ts 7c 7d", "straight-flush-and-pair", 5000, 2000021 - 5000),
        ("9s Ks Qs Js Ts 7c 2d", "straight-flush", 2500, 2000021 - 2500),
        ("5s 5h 5c 5d 2d 2c 8h", "four-of-a-kind-and-pair", 4000, 2000021),
        ("5s 5h 5c 5d 2d 7c 8h", "four-of-a-kind", 2000, 2000021),
        ("5s 5h 5c 2d 2c 8h 8d", "full-house-and-pair", 1000, 2000021),
        ("5s 5h 5c 2d 2c 8h 9d", "full-house", 500, 2000021),
        ("Ks Js 9s 4s 2s 7c 7d", "flush-and-pair", 600, 2000021),
        ("Ks Js 9s 4s 2s 7c 3d", "flush", 300, 2000021),
        ("5s 6h 7c 8s 9s Kc Kd", "straight-and-pair", 400, 2000021),
        ("5s 6h 7c 8s 9s Kc 2d", "straight", 200, 2000021),
        ("5s 5h 5c Ks 9s 7d 2d", "three-of-a-kind", 200, 2000021),
    ],
)
def test_q_4_progressive_rows_and_q_5_what_comes_off_the_meter(cards: str, row: str, cents: int, after: int) -> None:
    """The wager of $1 adds 21 cents before the award; $50 and more, and straight flushes, come off the meter."""
    [result] = rule(a_round({1: side(progressive=100)}, {1: (cards, low_first(cards))}, house=HOUSE))
    paid = result["wagers"]["1 progressive"]
    assert (paid["row"], paid["cents"], paid["returned"]) == (row, cents, 0)
    assert result["meters"]["progressive/meter"]["after"] == str(after)


def test_l_9_6_the_hand_type_that_pays_most() -> None:
    """A flush beside a pair pays $6, the full house of the same cards $5."""
    cards = "7c 7d 7s Ks Js 4s Kd"
    [result] = rule(a_round({1: side(progressive=100)}, {1: (cards, low_first(cards))}, house=HOUSE))
    assert result["wagers"]["1 progressive"]["row"] == "full-house"
    cards = "Kc Kd 7s 9s Js 4s 2s"
    [result] = rule(a_round({1: side(progressive=100)}, {1: (cards, low_first(cards))}, house=HOUSE))
    assert result["wagers"]["1 progressive"]["cents"] == 600


def test_q_7_winners_are_paid_in_turn() -> None:
    """Ann's tenth of 20,000.42 is 2,000.05 (up to the cent); Bob's is a tenth of what is left."""
    wagers = {1: side(progressive=100), 2: side(progressive=100)}
    played = a_round(wagers, {1: FIVE_ACES, 2: NATURAL_ROYAL}, house=HOUSE)
    [result] = rule(played)
    assert result["wagers"]["1 progressive"]["cents"] == 200005
    assert result["wagers"]["2 progressive"]["cents"] == 180004
    assert result["meters"]["progressive/meter"]["after"] == str(2000042 - 200005 - 180004)


def test_q_7_shared_awards_are_cut_in_proportion() -> None:
    """100 and 10 percent of $20,000.42 together are too much: ten elevenths and one eleventh of 2,000,042 cents."""
    wagers = {1: side(progressive=100), 2: side(progressive=100)}
    played = a_round(wagers, {1: ACES_AND_KINGS, 2: NATURAL_ROYAL}, house=HOUSE)
    [result] = rule(played, DIV_40="shared")
    assert result["wagers"]["1 progressive"]["cents"] == 1818220
    assert result["wagers"]["2 progressive"]["cents"] == 181822
    assert result["meters"]["progressive/meter"]["after"] == "1000000"


def test_q_5_a_small_share_is_not_deducted_and_a_fixed_row_may_pay_more() -> None:
    """A tenth of $400 is $40, below $50: not deducted. A natural royal flush then has its $100 as a royal flush."""
    low_meter = {"progressive/meter": "40000"}
    [result] = rule(a_round({1: side(progressive=100)}, {1: FIVE_ACES}, house=HOUSE, meters=low_meter))
    assert result["wagers"]["1 progressive"]["cents"] == 4003
    assert result["meters"]["progressive/meter"]["after"] == "40021"
    [result] = rule(a_round({1: side(progressive=100)}, {1: NATURAL_ROYAL}, house=HOUSE, meters=low_meter))
    assert result["wagers"]["1 progressive"]["row"] == "royal-flush"
    assert result["meters"]["progressive/meter"]["after"] == "30021"


def test_q_6_the_floor_of_the_meter() -> None:
    """An award of $200 at a meter of $10,000.21 takes it to $9,800.21, or to $10,000 where it may not fall."""
    cards = {1: ("7c 7d As Ks Qs Js Jk", "7c 7d")}
    played = a_round({1: side(progressive=100)}, cards, house=HOUSE, meters={"progressive/meter": "1000000"})
    assert rule(played)[0]["meters"]["progressive/meter"]["after"] == "980021"
    assert rule(played, DIV_18="floor")[0]["meters"]["progressive/meter"]["after"] == "1000000"


def test_q_7_a_contribution_at_settlement_comes_after_the_award() -> None:
    """When Ann's turn comes, the meter has neither her 21 cents nor Bob's."""
    wagers = {1: side(progressive=100, bonus=100), 2: side(progressive=100)}
    played = a_round(wagers, {1: FIVE_ACES, 2: (LOSE, LOSE_LOW)}, house=HOUSE)
    [result] = rule(played, DIV_52="at-settlement")
    assert result["wagers"]["1 progressive"]["cents"] == 200000
    assert result["meters"]["progressive/meter"]["after"] == str(2000042 - 200000)


def test_c_6_the_published_numbers_of_seven_card_straight_flushes() -> None:
    """32 natural ones and 196 with the joker; a suit has a quarter of each."""
    suit = [Card(rank, "s") for rank in range(2, 15)]
    assert sum("seven-card-straight-flush" in seven_card_rows(seven) for seven in combinations(suit, 7)) == 8
    joker = "seven-card-straight-flush-with-joker"
    assert sum(joker in seven_card_rows((*six, JOKER)) for six in combinations(suit, 6)) == 49


def test_c_6_ii_the_royal_match_is_natural() -> None:
    """Two suits make 5 royal flushes with the joker and a natural one, each beside the king and queen of the other."""
    royal, match = parse_cards("As Ks Qs Js Ts"), parse_cards("Kh Qh")
    hands = [[*royal, *match], *([*(one for one in royal if one != out), JOKER, *match] for out in royal)]
    assert all("royal-flush-and-royal-match" in seven_card_rows(hand) for hand in hands)
    assert "royal-flush-and-royal-match" not in seven_card_rows(parse_cards("As Ks Qs Js Ts Kh Jk"))


def test_l_1_hands_are_set_when_the_deal_is_done() -> None:
    early = {**player("Ann", "set-hand", position=1, low=WIN_LOW), "refused": True}
    asked = rule(a_round({1: base()}, {1: (WIN, WIN_LOW)}, after_deal=[early]))[0]["acts"][4]
    assert (asked["allowed"], asked["clause"]) == (False, "(l)(1)#1")


def test_l_4_a_hand_is_surrendered_when_the_deal_is_done() -> None:
    early = {**player("Ann", "surrender", position=1), "refused": True}
    asked = rule(a_round({1: base()}, {1: (WIN, WIN_LOW)}, after_deal=[early]), DIV_33="before-exposure")[0]["acts"][4]
    assert (asked["allowed"], asked["clause"]) == (False, "(l)(4)")

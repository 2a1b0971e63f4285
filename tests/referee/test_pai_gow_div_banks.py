"""The referee's reading of the Division's Pai Gow Poker: what may be wagered, and banks. Amounts were computed by hand."""

from typing import Any

import pytest

from houseway_referee import RecordError
from tests.referee.div_rounds import (
    BANK,
    DEALER_LOW,
    LEFT,
    LOSE,
    LOSE_LOW,
    PASSED,
    PUSH,
    PUSH_LOW,
    WIN,
    WIN_LOW,
    a_round,
    bank_round,
    banker,
    base,
    bet,
    dealer,
    floor,
    player,
    rule,
    side,
)

# ---- what may be wagered

TWO = {"table.positions-per-player": 2}
COUPONS = {"coupons.match-play": True, "coupons.match-play-number": True, "coupons.progressive": True}


def refusals(result: dict[str, Any]) -> list[str]:
    return [act["clause"] for act in result["acts"] if not act["allowed"]]


@pytest.mark.parametrize(
    ("extra", "clause"),
    [
        (bet("Ann", 1, "pai-gow", 100000), "(g)(1)#1"),
        (bet("Ann", 1, "bonus", 50), "(r)(2)#2"),
        (bet("Ann", 1, "progressive", 200), "(q)(1)#2"),
        (bet("Ann", 1, "number:8", 200), "(p)(1)"),
        (bet("Ann", 2, "pai-gow", 2000), "(g)(2)#1"),
        (bet("Bob", 3, "bonus", 200), "(r)(2)#1"),
        (bet("Ann", 1, "pai-gow", 2000, coupon=1000), "(g)(1)#1"),
        (player("Ann", "take-back", position=1, wager="pai-gow", amount=1500), "(g)(1)#1"),
    ],
)
def test_g_wagers_that_are_not_allowed(extra: dict[str, Any], clause: str) -> None:
    played = a_round({1: base()}, {1: (WIN, WIN_LOW)}, seats={1: "Ann", 3: "Bob"}, after_bets=[extra])
    assert refusals(rule(played, options=TWO)[0]) == [clause]


def test_o_1_two_areas_must_be_adjacent_and_filed() -> None:
    second = [bet("Ann", 2, "pai-gow", 2000)]
    played = a_round({1: base()}, {1: (WIN, WIN_LOW)}, seats={1: "Ann", 2: "Ann"}, after_bets=second)
    assert refusals(rule(played)[0]) == ["(o)(1)"]
    far = [bet("Ann", 3, "pai-gow", 2000)]
    played = a_round({1: base()}, {1: (WIN, WIN_LOW)}, seats={1: "Ann", 3: "Ann"}, after_bets=far)
    assert refusals(rule(played, options=TWO)[0]) == ["(o)(1)"]


def test_o_2_the_larger_wager_is_set_first() -> None:
    """Ann sets the smaller one first, is refused, and sets it last."""
    seats = {1: "Ann", 2: "Ann"}
    again = [player("Ann", "set-hand", position=1, low=LOSE_LOW), dealer("set-dealer", low=DEALER_LOW)]
    played = a_round({1: base(), 2: base(3000)}, {1: (LOSE, LOSE_LOW), 2: (WIN, WIN_LOW)}, seats=seats, after_sets=again)
    assert refusals(rule(played, options=TWO)[0]) == ["(o)(2)#2", "(l)(3)#1"]


def test_o_2_the_dealer_sets_hands_of_who_has_left_in_any_order() -> None:
    """The clause says what the player does."""
    hands = [dealer("set-hand", position=place, low=low) for place, low in ((1, LOSE_LOW), (2, WIN_LOW))]
    gone = [player("Ann", "leave"), dealer("count-stub", cards=4), *hands, dealer("set-dealer", low=DEALER_LOW)]
    cards = {1: (LOSE, LOSE_LOW), 2: (WIN, WIN_LOW)}
    played = a_round({1: base(), 2: base(3000)}, cards, seats={1: "Ann", 2: "Ann"}, settings=False, after_deal=gone)
    assert refusals(rule(played, options=TWO)[0]) == []


def test_g_1_a_match_play_coupon_wins_like_chips() -> None:
    """$10 in chips and a coupon of $10 win $20, less $1; lost, only the chips are gone."""
    coupon = [bet("Ann", 1, "pai-gow", 2000, coupon=1000)]
    won = a_round({}, {1: (WIN, WIN_LOW)}, seats={1: "Ann"}, after_bets=coupon)
    assert rule(won, options=COUPONS)[0]["net"]["player Ann"] == 1900
    lost = a_round({}, {1: (LOSE, LOSE_LOW)}, seats={1: "Ann"}, after_bets=coupon)
    assert rule(lost, options=COUPONS)[0]["net"]["player Ann"] == -1000


def test_g_1_the_chips_beside_a_coupon() -> None:
    coupon = [bet("Ann", 1, "pai-gow", 3000, coupon=2000)]
    played = a_round({}, {1: (WIN, WIN_LOW)}, seats={1: "Ann"}, after_bets=coupon)
    assert refusals(rule(played, options=COUPONS)[0]) == []
    played["acts"] = played["acts"][:1]
    assert refusals(rule(played, options=COUPONS, DIV_100="at-least-its-face")[0]) == ["(g)(1)#1"]


def test_g_4_a_progressive_coupon_feeds_the_meter_if_read_so() -> None:
    coupon = [bet("Ann", 1, "progressive", 100, coupon=100)]
    played = a_round({1: base()}, {1: (PUSH, PUSH_LOW)}, after_bets=coupon)
    [result] = rule(played, options=COUPONS)
    assert (result["net"], result["meters"]["progressive/meter"]["after"]) == ({}, "2000021")
    [result] = rule(played, options=COUPONS, DIV_20="coupon-does-not")
    assert result["meters"]["progressive/meter"]["after"] == "2000000"


def test_l_4_a_surrender_is_collected_whole_and_a_progressive_wager_bars_it() -> None:
    gives_up = [player("Ann", "surrender", position=1)]
    [result] = rule(a_round({1: base()}, {1: (LOSE, "")}, after_count=gives_up))
    assert result["wagers"]["1 pai-gow"]["result"] == "surrendered"
    assert result["net"] == {"player Ann": -2000, "inventory": 2000}
    [result] = rule(a_round({1: side(progressive=100)}, {1: (LOSE, LOSE_LOW)}, after_count=gives_up))
    assert refusals(result) == ["(l)(4)"]
    played = a_round({1: side(bonus=100)}, {1: (LOSE, "")}, after_count=gives_up)
    assert rule(played)[0]["net"]["player Ann"] == -2100
    played = a_round({1: side(bonus=100)}, {1: (LOSE, LOSE_LOW)}, after_count=gives_up)
    assert refusals(rule(played, DIV_21="barred")[0]) == ["(l)(4)"]
    assert refusals(rule(a_round({1: base()}, {1: (LOSE, LOSE_LOW)}, after_count=gives_up), DIV_33="after-dealer-sets")[0]) == [
        "(l)(4)"
    ]


@pytest.mark.parametrize(("stands", "net", "after"), [(True, -100, "2000021"), (False, 0, "2000000")])
def test_q_2_a_wager_whose_light_is_dark_waits_for_a_ruling(stands: bool, net: int, after: str) -> None:
    """Without a ruling the cards are not dealt."""
    dark = [bet("Ann", 1, "progressive", 100, lit=False)]
    played = a_round({1: base()}, {1: (PUSH, PUSH_LOW)}, after_bets=dark)
    with pytest.raises(RecordError):
        rule(played)
    call = next(number for number, act in enumerate(played["acts"]) if act["act"] == "find-start")
    played["acts"].insert(call, floor("rule-chips", stands={"1": stands}))
    [result] = rule(played, DIV_51="kept")
    assert (result["net"].get("player Ann", 0), result["meters"]["progressive/meter"]["after"]) == (net, after)


# ---- who may bank


def test_m_12_the_bank_pays_from_the_centre() -> None:
    """The house loses $15 into the centre; Ann wins $20, so $5 is called from Cid. Ann pays $1 vigorish."""
    [result] = rule(bank_round(), options=BANK, left=LEFT)
    assert refusals(result) == []
    assert result["bank"]["house-stake"] == 1500
    assert (result["bank"]["house"], result["bank"]["collected"], result["bank"]["called"]) == ("lose", 1500, 500)
    assert result["net"] == {"player Ann": 1900, "player Cid": -500, "inventory": -1500, "vigorish": 100}
    assert result["left"]["last-bank"] == "Cid"
    assert result["left"]["wagered"] == LEFT["wagered"]


def test_m_7_a_coupon_is_part_of_the_last_wager() -> None:
    """DIV-130: $20 in chips and a coupon of $10."""
    coupon = bet("Ann", 1, "pai-gow", 1000, coupon=1000)
    [result] = rule(a_round({1: base()}, {1: (PUSH, PUSH_LOW)}, after_bets=[coupon]), options={"coupons.match-play": True})
    assert result["left"]["wagered"] == {"Ann": [3000]}


def test_m_12_7_the_surplus_bears_vigorish() -> None:
    """Bob loses $50 and the house $15; $20 goes to Ann; of $45 Cid gets $42.75."""
    played = bank_round()
    played["acts"] = [act for act in played["acts"] if act["facts"].get("low") != PUSH_LOW]
    bob = player("Bob", "set-hand", position=2, low="7s 7d")
    played["acts"].insert(len(played["acts"]) - 2, bob)
    [result] = rule(played, options=BANK, left=LEFT)
    assert result["wagers"]["2 pai-gow"]["clauses"] == ["(l)(6)(iii)"]
    assert (result["bank"]["surplus"], result["bank"]["vigorish"], result["bank"]["given"]) == (4500, 225, 4275)
    assert result["net"]["player Cid"] == 4275


def test_m_13_a_co_bank_shares_with_the_house() -> None:
    """Ann's $20.01 are paid half and half, the odd cent by the co-bank, or by the house; the house makes no wager."""
    acts = [*PASSED, player("Cid", "accept-bank", position=3, **{"co-banking": True}), bet("Ann", 1, "pai-gow", 1)]
    played = bank_round(acts)
    for act in played["acts"]:
        if act["act"] == "set-bank":
            act["by"] = {"role": "dealer"}
    [result] = rule(played, options=BANK, left=LEFT)
    assert result["bank"] | {"house-stake": 0, "called": 1001, "house-called": 1000} == result["bank"]
    [result] = rule(played, options=BANK, left=LEFT, DIV_46="odd-cent-to-house")
    assert (result["bank"]["called"], result["bank"]["house-called"]) == (1000, 1001)


@pytest.mark.parametrize(
    ("left", "acts", "clause"),
    [
        ({**LEFT, "rounds": 0}, [], "(m)(2)#1"),
        ({**LEFT, "first-offer": 0}, [], "(m)(3)#5"),
        ({**LEFT, "last-bank": "Cid"}, PASSED, "(m)(3)#6"),
        ({**LEFT, "wagered": {"Ann": [2000], "Bob": [1000]}}, PASSED, "(m)(4)(i)"),
        (LEFT, [], "(m)(3)#2"),
    ],
)
def test_m_2_to_m_4_who_may_not_bank(left: dict[str, Any], acts: list[dict[str, Any]], clause: str) -> None:
    takes = [*acts, player("Cid", "accept-bank", position=3), bet("Cid", 3, "pai-gow", 2000)]
    cards = {1: (WIN, WIN_LOW), 3: (LOSE, LOSE_LOW)}
    played = a_round({1: base()}, cards, seats={1: "Ann", 2: "Bob", 3: "Cid"}, after_bets=takes)
    [result] = rule(played, options=BANK, left=left)
    assert refusals(result) == [clause]
    assert result["bank"] is None


def test_m_4_ii_a_bank_that_does_not_cover_is_passed_over() -> None:
    """The others have $70 down; Cid has $69.99."""
    played = bank_round([*PASSED, player("Cid", "accept-bank", position=3)], chips={"Cid": 6999})
    played["acts"] = [act for act in played["acts"] if act["act"] != "set-bank"]
    played["acts"][-1]["facts"]["low"] = LOSE_LOW
    [result] = rule(played, options=BANK, left=LEFT)
    assert result["bank"] is None
    assert result["net"]["inventory"] == -2000


@pytest.mark.parametrize(("chips", "stake"), [(8500, 1500), (8400, 1400), (7000, 0)])
def test_m_7_the_houses_wager_is_cut_to_the_cover(chips: int, stake: int) -> None:
    [result] = rule(bank_round(chips={"Cid": chips}), options=BANK, left=LEFT)
    assert result["bank"]["house-stake"] == stake


def test_m_4_ii_cover_for_the_house_too() -> None:
    played = bank_round(chips={"Cid": 8499})
    played["acts"] = [act for act in played["acts"] if act["act"] != "set-bank"]
    assert rule(played, options=BANK, left=LEFT, DIV_24="others-and-house")[0]["bank"] is None
    [result] = rule(bank_round(chips={"Cid": 8500}), options=BANK, left=LEFT, DIV_24="others-and-house")
    assert result["bank"]["house-stake"] == 1500


def test_m_7_2_the_bank_may_lower_the_houses_wager() -> None:
    acts = [*PASSED, player("Cid", "accept-bank", position=3), banker("Cid", "house-stake", amount=500)]
    [result] = rule(bank_round(acts), options=BANK, left=LEFT)
    assert result["bank"]["house-stake"] == 500
    acts.append(banker("Cid", "house-stake", amount=1000))
    assert rule(bank_round(acts), options=BANK, left=LEFT)[0]["bank"]["house-stake"] == 1000
    acts[-1] = banker("Cid", "house-stake", amount=1600)
    assert refusals(rule(bank_round(acts), options=BANK, left=LEFT)[0]) == ["(m)(7)#2"]


def test_m_6_a_bank_makes_no_base_wager_but_side_wagers() -> None:
    acts = [*PASSED, player("Cid", "accept-bank", position=3), bet("Cid", 3, "pai-gow", 2000), bet("Cid", 3, "bonus", 500)]
    [result] = rule(bank_round(acts), options=BANK, left=LEFT)
    assert refusals(result) == ["(m)(6)"]
    assert result["wagers"]["3 bonus"]["result"] == "lose"
    [result] = rule(bank_round(acts), options=BANK, left=LEFT, DIV_36="progressive-only")
    assert "3 bonus" not in result["wagers"]


def test_l_4_i_a_surrender_against_a_bank_goes_to_the_centre() -> None:
    """Bob's $50 and the house's $15 pay Ann's $20; the surplus of $45 is Cid's, less $2.25. Or Bob's $50 go to the house."""
    played = bank_round()
    gives_up = [
        player("Bob", "surrender", position=2) if act["facts"].get("low") == PUSH_LOW else act for act in played["acts"]
    ]
    played["acts"] = gives_up
    assert rule(played, options=BANK, left=LEFT)[0]["net"]["player Cid"] == 4275
    [result] = rule(played, options=BANK, left=LEFT, DIV_55="to-inventory")
    assert (result["net"]["player Cid"], result["net"]["inventory"]) == (-500, 3500)


def test_n_10_a_foul_bank_is_reset_and_a_legal_one_stays() -> None:
    """Sixes in front of king and queen are foul as sixes behind them; the dealer sets them right."""
    played = bank_round()
    anew = dealer("reset", place=3, low=DEALER_LOW)
    played["acts"] += [anew]
    assert refusals(rule(played, options=BANK, left=LEFT)[0]) == ["(n)(10)#1"]
    for act in played["acts"]:
        if act["act"] == "set-bank":
            act["facts"]["low"] = "6s 6d"
    [result] = rule(played, options=BANK, left=LEFT)
    assert (refusals(result), result["net"]["player Cid"]) == ([], -500)
    played["acts"].pop()
    with pytest.raises(RecordError):
        rule(played, options=BANK, left=LEFT)


# ---- the next round


def test_m_3_the_first_offer_moves_on_and_comes_to_the_dealer() -> None:
    [result] = rule(bank_round(), options=BANK, left=LEFT)
    assert result["left"]["first-offer"] == 2
    assert rule(bank_round(), options=BANK, left=LEFT, DIV_42="restarts")[0]["left"]["first-offer"] == 1
    acts = [player("Cid", "accept-bank", position=3)]
    [result] = rule(bank_round(acts), options=BANK, left={**LEFT, "first-offer": 3}, DIV_42="restarts")
    assert result["left"]["first-offer"] == 4


def test_m_3_5_after_the_last_seat_nobody_banks_for_a_round() -> None:
    acts = [player("Cid", "accept-bank", position=3)]
    passed_last = {**LEFT, "first-offer": 4}
    cards = {1: (WIN, WIN_LOW)}
    played = a_round({1: base()}, cards, seats={1: "Ann", 2: "Bob", 3: "Cid"}, after_bets=acts)
    [result] = rule(played, options=BANK, left=passed_last)
    assert refusals(result) == ["(m)(3)#5"]
    assert result["left"]["first-offer"] == 1
    taken = [player("Ann", "pass-bank", position=1), player("Bob", "pass-bank", position=2), *acts]
    [result] = rule(bank_round(taken), options=BANK, left=passed_last, DIV_23="skip-dealer")
    assert result["bank"]["player"] == "Cid"


def test_k_4_the_button_moves_clockwise() -> None:
    played = a_round({1: base()}, {1: (WIN, WIN_LOW)})
    played["acts"] = [dealer("find-start") if act["act"] == "find-start" else act for act in played["acts"]]
    options = {"table.starting-position": "button", "table.dealing": "automated-shoe"}
    assert [one["left"]["button"] for one in rule(played, played, options=options)] == [6, 5]

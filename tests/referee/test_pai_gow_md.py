"""Maryland's Pai Gow Poker, computed by hand from the text: base wager, optional wagers, envy, meters, limits."""

import pytest

from houseway_referee import NotDecided, RecordError
from tests.referee.md_rounds import (
    DEALER,
    FLOOR,
    LOSES,
    SIXES_LOW,
    TIES,
    WAGERS,
    WINS,
    act,
    one,
    player,
    seat,
    summary,
    wager,
    with_meter,
)

ACES = seat("Ann", 2000, *WINS)
FOUR_NINES = ("9c 9d 9h 9s Kc Qd 2h", "Kc Qd")
FOUR_TENS = ("Tc Td Th Ts Kc Qd 2h", "Kc Qd")
SEVEN_SUITED = ("5h 6h 7h 8h 9h Th Jh", "Jh Th")
FIVE_ACES = ("As Ad Ac Ah Jk 9c 2h", "9c 2h")


# ---- 11.F: the base wager


@pytest.mark.parametrize(
    ("cards", "low", "result", "clause"),
    [
        (*LOSES, "lose", "11.F(1)(a)"),
        ("Ks Qs 2c 2d 7h 9c 4h", "Ks Qs", "lose", "11.F(1)(b)"),  # a copy in front, lower behind
        ("6c 6h 8s 4h 3h Ks Qs", "Ks Qs", "lose", "11.F(1)(b)"),  # both copied
        ("As Ad Kc Kd 9h 5s 3c", "As Ad", "lose", "11.F(1)(c)"),  # aces in front of kings
        ("As Ad Kc Kd 9h 5s 3c", "Kd", "lose", "11.F(1)(d)"),  # one card in front
        (*TIES, "tie", "11.F(2)(a)"),
        ("Ks Qs Ac Ah 7h 9c 4h", "Ks Qs", "tie", "11.F(2)(a)"),  # higher behind, a copy in front
        ("Ah Kd 2c 2d 7h 9c 4h", "Ah Kd", "tie", "11.F(2)(b)"),
        ("Ah Jd 4c 4h 7h 9c 2d", "Ah Jd", "tie", "11.F(2)(b)"),
        (*WINS, "win", "11.F(3)"),
    ],
)
def test_base_wager_11_f(cards, low, result, clause):
    got = one({1: seat("Ann", 2000, cards, low)})["wagers"]["1 pai-gow"]
    assert got["result"] == result
    assert clause in got["clauses"]


def test_winner_is_paid_even_money_less_five_percent_13_a():
    result = one({1: ACES})
    assert summary(result, "1 pai-gow") == ("win", 2000, 100)
    assert result["net"] == {"inventory": -2000, "player Ann": 1900, "vigorish": 100}


def test_vigorish_may_be_rounded_up_to_25_cents_13_a_1():
    result = one({1: seat("Ann", 1200, *WINS)}, options={"vigorish.rounding": "up-to-next-quarter"})
    assert summary(result, "1 pai-gow") == ("win", 1200, 75)


def test_a_pair_of_equal_rank_on_both_sides_is_legal_11_b():
    got = one({1: seat("Ann", 2000, "Ac Ad Ah As 9c 8d 2h", "Ac Ad")})
    assert got["wagers"]["1 pai-gow"]["result"] == "win"


def test_surrender_costs_the_whole_wager_11_d():
    seats = {1: seat("Ann", 2000, *WINS)}
    result = one(seats, after=[act(player("Ann"), "surrender", position=1)])
    assert summary(result, "1 pai-gow") == ("surrendered", 0, 0)
    assert result["net"] == {"inventory": 2000, "player Ann": -2000}


def test_no_surrender_with_an_optional_wager_11_d():
    seats = {1: seat("Ann", 2000, *WINS, insurance=500)}
    result = one(seats, after=[act(player("Ann"), "surrender", position=1)])
    assert result["acts"][-1] == {
        "allowed": False,
        "clause": "11.D",
        "why": "a player with an optional wager may not surrender",
    }


def test_no_surrender_before_the_dealer_has_set_or_after_exposure_11_d_1():
    early = one({1: ACES}, dealt=[act(player("Ann"), "surrender", position=1)])
    assert [entry["allowed"] for entry in early["acts"]] == [True, True, True, False, True, True]
    late = one({1: ACES}, after=[act(DEALER, "expose", position=1), act(player("Ann"), "surrender", position=1)])
    assert not late["acts"][-1]["allowed"]


# ---- chapter 7: wagers


def test_no_wager_after_no_more_bets_7_d_2():
    result = one({1: ACES}, closed=[wager("Ann", 1, 1000)])
    assert result["acts"][2]["clause"] == "7.D(2)"
    assert result["wagers"]["1 pai-gow"]["stake"] == 2000


def test_optional_wager_needs_a_base_wager_7_e():
    result = one({1: ACES}, before=[wager("Ann", 1, 500, "insurance")])
    assert result["acts"][0]["clause"] == "7.E"


def test_two_adjacent_areas_only_if_filed_7_f():
    seats = {1: seat("Ann", 2000, *WINS), 2: seat("Ann", 2000, *LOSES)}
    assert one({1: ACES}, before=[wager("Ann", 2, 1000)])["acts"][0]["clause"] == "7.C"
    alone = one(seats, after=[])
    assert alone["acts"][1]["clause"] == "7.F"
    both = one(seats, options={"table.positions-per-player": 2})
    assert {key: found["result"] for key, found in both["wagers"].items()} == {"1 pai-gow": "win", "2 pai-gow": "lose"}


def test_the_hand_with_the_larger_wager_is_set_first_7_f_2():
    seats = {1: seat("Ann", 2000, *WINS), 2: seat("Ann", 5000, *LOSES)}
    first = act(player("Ann"), "set-hand", position=1, low=WINS[1])
    waits = {**seats, 1: {**seats[1], "low": ""}}
    after = [first, act(DEALER, "set-dealer", low=SIXES_LOW)]
    result = one(waits, options={"table.positions-per-player": 2}, dealt=[first], dealer_low=None, after=after)
    assert result["acts"][4]["clause"] == "7.F(2)"
    assert all(entry["allowed"] for entry in result["acts"][5:])


def test_the_dealer_sets_hands_of_who_has_left_in_any_order_7_f_2():
    """The clause says what the player does."""
    seats = {1: {**seat("Ann", 2000, *WINS), "low": ""}, 2: {**seat("Ann", 5000, *LOSES), "low": ""}}
    leaves = act(player("Ann"), "leave")
    hands = [act(DEALER, "set-hand", position=place, low=low) for place, low in ((1, WINS[1]), (2, LOSES[1]))]
    result = one(seats, options={"table.positions-per-player": 2}, dealt=[leaves, *hands])
    assert all(entry["allowed"] for entry in result["acts"])


def test_a_wager_taken_back_is_no_wager_7_d_2():
    back = [wager("Bob", 2, 2000), act(player("Bob"), "take-back", position=2, wager="pai-gow")]
    seats = {1: ACES, 2: seat("Bob", 0, *LOSES)}
    seats[2]["low"] = ""
    result = one(seats, before=back)
    assert list(result["wagers"]) == ["1 pai-gow"]


def test_a_player_who_leaves_may_lose_his_wagers_7_c_2():
    seats = {1: seat("Ann", 2000, *WINS, fortune_bonus=500)}
    ruled = one(seats, after=[act(player("Ann"), "leave"), act(FLOOR, "abandon", position=1)])
    assert ruled["net"] == {"inventory": 2500, "player Ann": -2500}
    played = one(seats, after=[act(player("Ann"), "leave")])
    assert played["wagers"]["1 pai-gow"]["result"] == "win"
    always = one(seats, after=[act(player("Ann"), "leave")], readings={"PG-48": "always-lost"})
    assert always["net"] == ruled["net"]
    exposed = [act(DEALER, "expose", position=1), act(player("Ann"), "leave"), act(FLOOR, "abandon", position=1)]
    assert not one(seats, after=exposed)["acts"][-1]["allowed"]


# ---- 11.H, 13.B to D: optional wagers


@pytest.mark.parametrize(
    ("cards", "fortune", "emperor"),
    [
        ("5h 6h 7h 8h 9h Th Jh", 8000, 2500),
        ("As Ks Qs Js Ts Ad Kd", 2000, 1000),
        ("As Ks Qs Js Ts Kd Qd", 2000, 125),  # king and queen match in the Fortune Bonus only (6.D(2)(b), 6.E(2))
        ("As Ks Qs Js Jk Ad Kd", 2000, 1000),
        ("5h 6h 7h 8h 9h Th Jk", 1000, 750),
        ("As 2s 3s 4s 5s 6s 7s", 8000, 2500),  # PG-08
        ("As Ad Ac Ah Jk 9c 2h", 400, 250),
        ("As Ks Qs Js Ts 4d 3d", 150, 125),
        ("As Ks Qs Jk Ts 4d 3d", 150, 125),
        ("9s Ks Qs Js Ts 4d 3d", 50, 50),
        ("9c 9d 9h 9s Kc Qd 2h", 25, 25),
        ("As Ad Jk Kc Kd 9h 2c", 5, 5),
        ("2h 4h 6h 8h Th Kc Qd", 4, 4),
        ("2h 4h 6h 8h Jk Kc Qd", 4, 4),
        ("7c 7d 7h 2s 9c Jd Kh", 3, 3),
        ("7c 8d 9h Ts Jc 2d 3h", 2, 2),
    ],
)
def test_fortune_and_emperors_rows_13_b_1_13_c_7(cards, fortune, emperor):
    low = " ".join(cards.split()[-2:])
    result = one({1: seat("Ann", 2000, cards, low, fortune_bonus=100, emperors_treasure=100)})
    assert summary(result, "1 fortune-bonus")[:2] == ("win", fortune * 100)
    assert summary(result, "1 emperors-treasure")[:2] == ("win", emperor * 100)


# Each paytable at six of its rows, and its envy rows, as 13.B and 13.C print them.
ROW_HANDS = ("5h 6h 7h 8h 9h Th Jh", "As Ks Qs Js Ts Ad Kd", "5h 6h 7h 8h 9h Th Jk", "As Ad Ac Ah Jk 9c 2h", "As Ks Qs Js Ts 4d 3d",
             "9s Ks Qs Js Ts 4d 3d", "9c 9d 9h 9s Kc Qd 2h")  # fmt: skip
PRINTED = {
    "A": ((8000, 2000, 1000, 400, 150, 50, 25), (5000, 1000, 500, 250, 50, 20, 5)),
    "B": ((5000, 2000, 1000, 400, 150, 50, 25), (3000, 1000, 500, 250, 50, 20, 5)),
    "C": ((5000, 1000, 750, 250, 100, 50, 20), (1000, 250, 100, 50, 25, 10, 5)),
    "D": ((2500, 1000, 750, 250, 125, 50, 25), (1000, 750, 250, 100, 50, 20, 5)),
}


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("kind", ["fortune-bonus", "emperors-treasure"])
def test_every_paytable_and_its_envy_13_b_13_c(kind, letter):
    wagers = {"pai-gow": WAGERS["pai-gow"], kind: {"minimum": 100, "maximum": 10000, "paytable": letter}}
    for cards, odds, dollars in zip(ROW_HANDS, *PRINTED[letter]):
        holder = seat("Bob", 2000, cards, " ".join(cards.split()[-2:]), **{kind: 500})
        result = one({1: seat("Ann", 2000, "2c 2d 7c 8c Jc 4h 5d", "Jc 8c", **{kind: 500}), 2: holder}, wagers=wagers)
        assert result["wagers"][f"2 {kind}"]["cents"] == 500 * odds
        assert result["envy"] == {f"1 {kind}": 100 * dollars}


@pytest.mark.parametrize(
    ("cards", "readings", "times"),
    [
        ("7c 7d 7h 8s 9c Td Jh", {}, 3),  # three of a kind and a straight
        ("7c 7d 7h 8s 9c Td Jh", {"PG-04": "highest-ranking"}, 2),
        ("7c 7d 7h 8s 9c Td Jh", {"PG-03": "lost"}, 2),
        ("7c 7d 7h 2s 9c Jd Kh", {"PG-03": "lost"}, 0),
        ("7c 7d 8h 2s 9c Jd Kh", {}, 0),
    ],
)
def test_three_of_a_kind_and_straight_11_h_1(cards, readings, times):
    low = " ".join(cards.split()[-2:])
    result = one({1: seat("Ann", 2000, cards, low, fortune_bonus=100)}, readings=readings)
    assert result["wagers"]["1 fortune-bonus"]["cents"] == times * 100


@pytest.mark.parametrize(
    ("cards", "times"),
    [
        ("9c 8d 7h 5s 4c 3d 2h", 100),
        ("Tc 9d 8h 6s 4c 3d 2h", 25),
        ("Jc 9d 8h 6s 4c 3d 2h", 15),
        ("Qc 9d 8h 6s 4c 3d 2h", 7),
        ("Kc 9d 8h 6s 4c 3d 2h", 5),
        ("Ac 9d 8h 7s 5c 3d 2h", 3),
        ("Jk 9d 8h 6s 4c 3d Kh", 3),
        ("9c 8d 7h 6s 5c 3d 2h", 0),  # a straight is better than a pair (PG-47)
        ("9h 8h 7h 5h 4h 3d 2c", 0),
        ("9c 9d 7h 5s 4c 3d 2h", 0),
    ],
)
def test_insurance_13_d_2(cards, times):
    low = " ".join(cards.split()[-2:])
    result = one({1: seat("Ann", 2000, cards, low, insurance=500)})
    assert result["wagers"]["1 insurance"]["cents"] == 500 * times


def test_the_payout_limit_runs_over_the_hand_13_g():
    seats = {1: seat("Ann", 2000, *SEVEN_SUITED, fortune_bonus=1000, emperors_treasure=1000)}
    limit = {"payout-limit.amount": 10_000_000}
    together = one(seats, options=limit)
    assert summary(together, "1 fortune-bonus")[1] == 8_000_000
    assert summary(together, "1 emperors-treasure")[1] == 2_000_000
    apart = one(seats, options=limit, readings={"PG-23": "per-wager"})
    assert summary(apart, "1 emperors-treasure")[1] == 2_500_000


# ---- 11.H(3)(b), 11.H(4)(e): the Envy Bonus


def envy(seats, **more):
    return one(seats, options={"table.positions-per-player": 2}, **more)["envy"]


def test_envy_for_anothers_four_of_a_kind_1_b_3():
    seats = {1: seat("Ann", 2000, *LOSES, fortune_bonus=500), 2: seat("Bob", 2000, *FOUR_NINES)}
    assert envy(seats) == {"1 fortune-bonus": 500}


def test_no_envy_below_five_dollars_or_for_ones_own_hand_1_b_7():
    assert envy({1: seat("Ann", 2000, *LOSES, fortune_bonus=400), 2: seat("Bob", 2000, *FOUR_NINES)}) == {}
    assert envy({1: seat("Ann", 2000, *FOUR_NINES, fortune_bonus=500)}) == {}
    small = {1: seat("Ann", 2000, *LOSES, emperors_treasure=100), 2: seat("Bob", 2000, *FOUR_NINES)}
    assert envy(small) == {}
    assert envy(small, readings={"PG-10": "fortune-only"}) == {"1 emperors-treasure": 500}


def test_envy_for_each_holder_and_by_the_wagers_own_table_11_h_4_e_i():
    seats = {
        1: seat("Ann", 2000, *LOSES, emperors_treasure=500),
        2: seat("Bob", 2000, *FIVE_ACES),
        3: seat("Cid", 2000, *FOUR_NINES, fortune_bonus=500),
    }
    assert envy(seats) == {"1 emperors-treasure": 10000 + 500, "3 fortune-bonus": 25000}
    every = envy(seats, readings={"PG-11": "every-lammer"})
    assert every == {
        "1 emperors-treasure": 10500,
        "1 fortune-bonus": 25500,
        "3 emperors-treasure": 10000,
        "3 fortune-bonus": 25000,
    }


def test_two_spots_of_one_player_pg_12_pg_93():
    seats = {
        1: seat("Ann", 2000, *FOUR_TENS, fortune_bonus=500),
        2: seat("Ann", 2000, "2c 3d 7h 8s Jc 4s 5c", "Jc 8s", fortune_bonus=500),
        3: seat("Bob", 2000, *FOUR_NINES),
        4: seat("Bob", 2000, *FIVE_ACES),
    }
    seats[3]["cards"], seats[3]["low"] = "9c 9d 9h 9s Kh Qs 3h", "Kh Qs"
    dealer = {"dealer": "6s 6d Ks Qc 8d 4d 3s", "dealer_low": "Ks Qc"}
    assert envy(seats, **dealer) == {"1 fortune-bonus": 25000}  # once for Bob, for the higher of his hands
    assert envy(seats, readings={"PG-93": "each-lammer"}, **dealer) == {"1 fortune-bonus": 25500, "2 fortune-bonus": 25500}
    assert envy(seats, readings={"PG-12": "other-spots"}, **dealer) == {"1 fortune-bonus": 25000, "2 fortune-bonus": 500}


def test_surrendered_hand_earns_envy_11_d_3():
    seats = {1: seat("Ann", 2000, *LOSES, fortune_bonus=500), 2: seat("Bob", 2000, *FOUR_NINES)}
    after = [act(player("Bob"), "surrender", position=2)]
    assert envy(seats, after=after) == {"1 fortune-bonus": 500}
    assert envy(seats, after=after, readings={"PG-12": "hands-in-play"}) == {}


# ---- 13.E, 13.F: the progressive wager


def test_progressive_pays_for_one_13_e_2_e():
    result = with_meter({1: seat("Ann", 2000, *FOUR_NINES, progressive=100)})
    got = result["wagers"]["1 progressive"]
    assert (got["result"], got["cents"], got["returned"]) == ("win", 7500, 0)
    assert "13.E(2)(e)" in got["clauses"]
    assert result["meters"]["progressive/meter"]["after"] == "1000025"


ROYAL = ("As Ks Qs Js Ts 4d 3d", "4d 3d")


@pytest.mark.parametrize(
    ("letter", "hand", "meter", "clause"),
    [
        ("B", SEVEN_SUITED, "major", "13.E(3)(a)"),
        ("B", FIVE_ACES, "minor", "13.E(3)(b)"),
        ("B", ROYAL, "", "13.E(3)(c)"),
        ("C", SEVEN_SUITED, "mega", "13.E(4)(a)"),
        ("C", FIVE_ACES, "major", "13.E(4)(b)"),
        ("C", ROYAL, "minor", "13.E(4)(c)"),
        ("D", SEVEN_SUITED, "mega", "13.E(5)(a)"),
        ("D", FIVE_ACES, "major", "13.E(5)(b)"),
        ("D", ROYAL, "minor", "13.E(5)(c)"),
    ],
)
def test_meters_of_paytables_b_to_d_13_e(letter, hand, meter, clause):
    names = {"mega": 3000000, "major": 2000000, "minor": 1000000}
    if letter == "B":
        del names["mega"]
    meters = [{"wager": "progressive", "name": name, "seed": 50000, "reset": 50000, "rate": "1%"} for name in names]
    wagers = {**WAGERS, "progressive": {"stake": [100], "paytable": letter}}
    show = {f"progressive/{name}": str(amount) for name, amount in names.items()}
    result = one({1: seat("Ann", 2000, *hand, progressive=100)}, wagers=wagers, meters=meters, show=show)
    got = result["wagers"]["1 progressive"]
    assert clause in got["clauses"]
    assert got["cents"] == (names[meter] + 1 if meter else 50000)  # the stake's own cent is on the meter
    after = {name: entry["after"] for name, entry in result["meters"].items()}
    assert after == {f"progressive/{name}": "50000" if name == meter else str(amount + 1) for name, amount in names.items()}


def test_whole_meter_and_reset_13_e_2_a():
    result = with_meter({1: seat("Ann", 2000, *SEVEN_SUITED, progressive=100)}, "4000001/2")
    assert result["wagers"]["1 progressive"]["cents"] == 2000025
    assert result["meters"]["progressive/meter"]["after"] == "2000001/2"  # half a cent stays
    assert result["net"]["house"] == -2000025


@pytest.mark.parametrize(("reading", "after"), [("deducted", "900022"), ("reset", "1000000"), ("untouched", "1000025")])
def test_ten_percent_of_the_meter_13_e_2_b(reading, after):
    result = with_meter({1: seat("Ann", 2000, *FIVE_ACES, progressive=100)}, readings={"PG-55": reading})
    assert result["wagers"]["1 progressive"]["cents"] == 100003  # of 1,000,025 rounded up
    assert result["meters"]["progressive/meter"]["after"] == after


def test_winners_in_turn_or_shared_13_f():
    seats = {1: seat("Ann", 2000, *FIVE_ACES, progressive=100), 2: seat("Bob", 2000, *SEVEN_SUITED, progressive=100)}
    in_turn = with_meter(seats, "5000000")
    assert [award["cents"] for award in in_turn["meters"]["progressive/meter"]["awards"]] == [500005, 4500045]
    shared = with_meter(seats, "5000000", readings={"PG-19": "shared"})
    assert [award["cents"] for award in shared["meters"]["progressive/meter"]["awards"]] == [454550, 4545500]
    assert shared["meters"]["progressive/meter"]["after"] == "1000000"


def test_contributions_count_at_settlement_pg_51():
    seats = {1: seat("Ann", 2000, *SEVEN_SUITED, progressive=100), 2: seat("Bob", 2000, *LOSES, progressive=100)}
    result = with_meter(seats, readings={"PG-51": "at-settlement"})
    assert result["wagers"]["1 progressive"]["cents"] == 1000000
    assert result["meters"]["progressive/meter"]["after"] == "1000050"


def test_payout_limit_and_meter_13_g():
    seats = {1: seat("Ann", 2000, *SEVEN_SUITED, progressive=100)}
    with pytest.raises(RecordError, match="PG-22"):
        with_meter(seats, "9000000", options={"payout-limit.amount": 5_000_000})
    capped = with_meter(seats, "9000000", options={"payout-limit.amount": 5_000_000}, readings={"PG-22": "capped"})
    assert capped["wagers"]["1 progressive"]["cents"] == 5_000_000
    assert capped["meters"]["progressive/meter"]["after"] == "1000000"


def test_chips_and_lights_that_disagree_need_a_ruling_8_c_3():
    seats = {1: seat("Ann", 2000, *LOSES)}
    unlit = [wager("Ann", 1, 2000), wager("Ann", 1, 100, "progressive", lit=False)]
    seats[1]["stake"] = 0
    with pytest.raises(NotDecided, match="light"):
        with_meter(seats, before=unlit)
    stands = with_meter(seats, before=unlit, closed=[act(FLOOR, "rule-chips", stands={"1": True})])
    assert stands["wagers"]["1 progressive"]["result"] == "lose"
    falls = with_meter(seats, before=unlit, closed=[act(FLOOR, "rule-chips", stands={"1": False})])
    assert falls["wagers"]["1 progressive"]["result"] == "void"
    assert falls["meters"]["progressive/meter"]["after"] == "1000000"


# ---- the record


def test_unknown_readings_and_facts_are_errors():
    with pytest.raises(RecordError, match="PG-99"):
        one({1: ACES}, readings={"PG-99": "anything"})
    with pytest.raises(RecordError, match="colour"):
        one({1: ACES}, after=[act(DEALER, "expose", position=1, colour="red")])


def test_a_foul_dealer_that_nobody_reset_is_not_decided_14_i():
    dealer = {"dealer": "Ks Kh 6d 6c 8d 4d 3s", "dealer_low": "Ks Kh"}
    with pytest.raises(NotDecided):
        one({1: ACES}, **dealer)
    again = one({1: ACES}, **dealer, after=[act(DEALER, "reset", place=0, low="6d 6c")])
    assert again["wagers"]["1 pai-gow"]["result"] == "win"

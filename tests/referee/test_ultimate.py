"""Ultimate Texas Hold'em by the referee, wagers, decisions and the payout limit; by hand from the text."""

import pytest

from houseway_referee import NotDecided
from tests.referee.dealer_rounds import DEALER, FLOOR, act, before, box, cut, decide_acts, refused, short, ultimate_acts
from tests.referee.ultimate_rounds import DRY, QUEENS, ROYAL, SHOE, filing, settle

# ---- Ante, Blind and Play


def test_higher_hand_wins_11_h_3_b():
    result = settle({1: box("Ann", "As Ad", 4, ante=20)}, "Qh 6d", "Kc Jd 9s Qd 4h")
    assert short(result) == {"1 ante": "win 2000", "1 blind": "tie", "1 play": "win 8000"}
    assert result["net"] == {"inventory": -10000, "player Ann": 10000}


def test_lower_hand_loses_all_three_11_h_3_a():
    result = settle({1: box("Ann", "As 3d", "check", 2, ante=20)}, QUEENS, DRY)
    assert short(result) == {"1 ante": "lose", "1 blind": "lose", "1 play": "lose"}
    assert result["net"]["player Ann"] == -2000 - 2000 - 4000


def test_equal_hands_push_11_h_3_d():
    result = settle({1: box("Ann", "Qs Qc", 3, ante=20)}, QUEENS, DRY)
    assert set(short(result).values()) == {"tie"}
    assert not result["net"]


def test_ante_pushes_below_a_pair_even_for_a_loser_11_h_1():
    boxes = {1: box("Ann", "7s 3d", "check", "check", 1, ante=20), 2: box("Bob", "5c 5d", 4, ante=20)}
    result = short(settle(boxes, "Ah 8d", DRY))
    assert [result[f"1 {wager}"] for wager in ("ante", "blind", "play")] == ["tie", "lose", "lose"]
    assert [result[f"2 {wager}"] for wager in ("ante", "blind", "play")] == ["tie", "tie", "win 8000"]


@pytest.mark.parametrize(
    ("cards", "board", "cents"),
    [
        (*ROYAL, 500 * 2000),
        ("9s 8s", "Qs Js Ts 3h 2d", 50 * 2000),
        ("9s 9d", "9h 9c Ts 3h 2d", 10 * 2000),
        ("9s 9d", "9h Tc Ts 3h 2d", 3 * 2000),
        ("As 8s", "Qs Js 4s 3h 2d", 3000),
        ("9d 8s", "Qs Jh Ts 3h 2d", 2000),
    ],
)
def test_blind_paytable_a_12_b_1(cards, board, cents):
    assert short(settle({1: box("Ann", cards, 4, ante=20)}, "7h 7c", board))["1 blind"] == f"win {cents}"


@pytest.mark.parametrize(("choice", "expected"), [("pushes", "tie"), ("pays-even", "win 2000")])
def test_straight_under_blind_b_uth_01(choice, expected):
    filed = filing(readings={"UTH-01": choice}, blind={"paytable": "B"})
    assert short(settle({1: box("Ann", "9d 8s", 4, ante=20)}, "7h 7c", "Qs Jh Ts 3h 2d", filed))["1 blind"] == expected


@pytest.mark.parametrize(("choice", "cents"), [("exact-cents", 2250), ("whole-dollars", 2200)])
def test_three_to_two_uth_29(choice, cents):
    result = settle({1: box("Ann", "As 8s", 4, ante=15)}, "7h 7c", "Qs Js 4s 3h 2d", filing(readings={"UTH-29": choice}))
    assert short(result)["1 blind"] == f"win {cents}"


def test_fold_loses_ante_and_blind_and_trips_stays_11_f_2():
    boxes = {1: box("Ann", "9s 9d", "check", "check", "fold", ante=20, trips=5)}
    result = settle(boxes, "Ah Ad", "9h Tc 4s 3h 2d")
    assert short(result) == {"1 ante": "lose", "1 blind": "lose", "1 trips": "win 1500"}


# ---- the other wagers


@pytest.mark.parametrize(
    ("letter", "four", "house", "flush", "straight"),
    [("A", 30, 9, 7, 4), ("B", 30, 8, 6, 5), ("C", 30, 8, 7, 4), ("D", 20, 7, 6, 5), ("E", 30, 7, 6, 5)],
)
def test_trips_paytables_12_c(letter, four, house, flush, straight):
    filed = filing(trips={"paytable": letter})
    for cards, board, odds in [
        (*ROYAL, 50),
        ("9s 8s", "Qs Js Ts 3h 2d", 40),
        ("9s 9d", "9h 9c Ts 3h 2d", four),
        ("9s 9d", "9h Tc Ts 3h 2d", house),
        ("As 8s", "Qs Js 4s 3h 2d", flush),
        ("9d 8s", "Qs Jh Ts 3h 2d", straight),
        ("9s 9d", "9h Tc 4s 3h 2d", 3),
    ]:
        assert (
            short(settle({1: box("Ann", cards, 4, ante=20, trips=5)}, "7h 7c", board, filed))["1 trips"] == f"win {500 * odds}"
        )


@pytest.mark.parametrize(
    ("cards", "dealer", "letter", "odds"),
    [
        ("As Ac", "Ad Ah", "B", 1000),
        ("As Ac", "Kd Kh", "B", 30),
        ("As Ks", "Qd Qh", "B", 25),
        ("As Js", "Qd Qh", "B", 20),
        ("As Kd", "Qd Qh", "B", 15),
        ("Ks Kd", "Qd Qh", "B", 10),
        ("As Qc", "Qd Qh", "B", 5),
        ("Ts Td", "Qd Qh", "B", 3),
        ("Ah Ad", "Qd Qh", "D", 100),
        ("Ah Ad", "Qd Qh", "E", 50),
        ("Ah As", "Qd Qh", "E", 25),
        ("As Qc", "Qd Qh", "C", 10),
        ("Js Jd", "Qd Qh", "D", 4),
        ("Ah Ad", "Qd Qh", "F", 25),
        ("As Kc", "Qd Qh", "F", 10),
    ],
)
def test_ultimate_pairs_12_e_2(cards, dealer, letter, odds):
    filed = filing(sides=["ultimate-pairs"], ultimate_pairs={"paytable": letter})
    result = settle({1: box("Ann", cards, 4, ante=20, ultimate_pairs=5)}, dealer, "7c 6h 4h 3s 2s", filed)
    assert short(result)["1 ultimate-pairs"] == f"win {500 * odds}"


def test_ultimate_pairs_pays_two_rows_if_filed_uth_18():
    filed = filing(sides=["ultimate-pairs"], ultimate_pairs={"paytable": "D"}, readings={"UTH-18": "both"})
    result = settle({1: box("Ann", "Ah Ad", 4, ante=20, ultimate_pairs=5)}, QUEENS, DRY, filed)
    assert short(result)["1 ultimate-pairs"] == f"win {500 * 130}"


@pytest.mark.parametrize(
    ("cards", "dealer", "readings", "expected"),
    [
        ("9d 9h", "Kd Kh", {}, "win 4500"),  # both have three of a kind, the nines are beaten
        ("Kd Kh", "9d 9h", {}, "win 4500"),
        ("Kd Kh", "9d 9h", {"UTH-14": "player-hand"}, "lose"),
        ("Kd Kh", "9d 9h", {"UTH-14": "both-hands"}, "win 4500"),
        ("Kd Kh", "Ad 8h", {}, "lose"),
        ("Ad 3h", "As 3s", {}, "lose"),
        ("Ad 3h", "As 3s", {"UTH-15": "tie-pushes"}, "tie"),
    ],
)
def test_bad_beat_12_f_2(cards, dealer, readings, expected):
    filed = filing(sides=["bad-beat"], readings=readings)
    assert short(settle({1: box("Ann", cards, 4, ante=20, bad_beat=5)}, dealer, DRY, filed))["1 bad-beat"] == expected


@pytest.mark.parametrize(
    ("board", "expected"),
    [
        ("Ts Td 9s 4h 2c", "win 500"),
        ("9s 9d Ts 4h 2c", "lose"),
        ("Ts Td 9s 9h 2c", "win 1500"),
        ("Ts Td Th 9h 2c", "win 3500"),
        ("Ts 9d 8h 7h 6c", "win 12500"),
    ],
)
def test_play_the_board_12_g(board, expected):
    result = settle({1: box("Ann", "As 5d", 4, ante=20, play_the_board=5)}, QUEENS, board, filing(sides=["play-the-board"]))
    assert short(result)["1 play-the-board"] == expected


@pytest.mark.parametrize(
    ("cards", "six", "letter", "cents"),
    [
        ("Ad Kd", "Qd Jd Td 9d", "A", 100_000_000),
        ("As Ks", "Qs Js Ts 9s", "A", 10_000_000),
        ("Ad Kd", "Qd Jd Td 9d", "B", 10_000_000),
        ("As Ks", "Qs Js Ts 9d", "A", 1000 * 500),
        ("As Ad", "Ac Js Ts 9d", "A", 5 * 500),
    ],
)
def test_six_card_bonus_12_e(cards, six, letter, cents):
    filed = filing(SHOE, ["six-card-bonus"], six_card_bonus={"paytable": letter})
    result = settle({1: box("Ann", cards, 4, ante=20, trips=5, six_card_bonus=5)}, "7h 7c", "8c 8h 5c 4h 2c", filed, six)
    assert result["wagers"]["1 six-card-bonus"]["cents"] == cents
    assert result["wagers"]["1 six-card-bonus"]["returned"] == 500


def test_six_card_bonus_needs_trips_7_f_4_b():
    boxes = {1: box("Ann", "As Ad", 4, ante=20, six_card_bonus=5)}
    result = settle(boxes, "7h 7c", DRY, filing(SHOE, ["six-card-bonus"]), "8c 8h 5c 4c")
    assert refused(result) == ["7.F(4)(b)"]
    assert "1 six-card-bonus" not in result["wagers"]
    filed = filing(SHOE, ["six-card-bonus"], readings={"UTH-11": "independent"})
    assert short(settle(boxes, "7h 7c", DRY, filed, "8c 8h 5c 4c"))["1 six-card-bonus"] == "lose"


@pytest.mark.parametrize(("filed", "expected"), [("live", "win 1500"), ("lost", "lose")])
def test_what_a_fold_does_to_an_added_wager_uth_09(filed, expected):
    made = filing({"fold.play-the-board": filed}, ["play-the-board"])
    boxes = {1: box("Ann", "3s 5d", "check", "check", "fold", ante=20, play_the_board=5)}
    assert short(settle(boxes, QUEENS, "Ts Td 9s 9h 2c", made))["1 play-the-board"] == expected


# ---- what may be placed and decided


def test_wagers_within_limits_and_in_order_7_f():
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)
    wrong = [
        act("Ann", "wager", position=1, wager="trips", amount=500),  # 7.F(2): no Ante yet
        act("Ann", "wager", position=1, wager="ante", amount=900),  # below the minimum
        act("Bob", "wager", position=1, wager="ante", amount=2000),  # 7.C: not his seat
    ]
    result = decide_acts(filing(), [*wrong, *acts], chips={"Ann": 100000})
    assert refused(result)[:2] == ["7.F(2)", "7.F(1)"]


def test_no_wager_after_no_more_bets_7_e():
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)
    late = before(acts, "deal", act("Ann", "wager", position=1, wager="trips", amount=500))
    assert refused(decide_acts(filing(), late)) == ["7.E"]


def test_taking_back_the_ante_takes_back_what_needs_it_7_e():
    acts = [
        act("Ann", "wager", position=1, wager="ante", amount=2000),
        act("Ann", "wager", position=1, wager="trips", amount=500),
        act("Ann", "take-back", position=1, wager="ante"),
        *ultimate_acts({2: box("Bob", "As Ad", 4, ante=20)}, QUEENS, DRY),
    ]
    assert set(decide_acts(filing(), acts)["wagers"]) == {"2 ante", "2 blind", "2 play"}


def test_adjacent_boxes_as_filed_7_g():
    boxes = {
        1: box("Ann", "As Ad", 4, ante=20),
        2: box("Ann", "Ks Kd", 4, ante=20),
        3: box("Ann", None, ante=20),
    }
    assert refused(settle(boxes, QUEENS, DRY))[0] == "7.G"


@pytest.mark.parametrize(
    ("plays", "clauses"),
    [
        ((2,), ["11.B", "11.C"]),
        (("fold",), ["11.B", "11.C"]),
        (("check", 4), ["11.D", "11.E"]),
        (("check", "check", 2), ["11.F", "11.G"]),
        (("check", "check", "check"), ["11.F", "11.G"]),
    ],
)
def test_decisions_of_each_street_11_b(plays, clauses):
    acts = ultimate_acts({1: box("Ann", "As Ad", *plays, ante=20)}, QUEENS, DRY)
    until = {"11.C": "deal-flop", "11.E": "deal-final", "11.G": "turn-dealer"}[clauses[1]]
    rest = cut(acts, until, act(DEALER, "report-misdeal", hands={"1": 3}))
    assert refused(decide_acts(filing(), rest)) == clauses[:1]
    with pytest.raises(NotDecided):
        decide_acts(filing(), cut(acts, until))


def test_players_decide_clockwise_11_b():
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20), 2: box("Bob", "Ks Kd", 4, ante=20)}, QUEENS, DRY)
    early = act("Bob", "play", position=2, times=4)
    assert refused(decide_acts(filing(), before(acts, "play", early))) == ["11.B"]


@pytest.mark.parametrize(("choice", "clauses"), [("full-or-nothing", ["11.B"]), ("with-what-he-has", [])])
def test_player_short_of_chips_uth_33(choice, clauses):
    acts = cut(ultimate_acts({1: box("Ann", "As Ad", ante=20)}, QUEENS, DRY), "deal-flop")
    acts += [act("Ann", "play", position=1, amount=5000), act(DEALER, "report-misdeal", hands={"1": 3})]
    filed = filing(readings={"UTH-33": choice})
    assert refused(decide_acts(filed, acts, chips={"Ann": 9000})) == clauses


def test_player_who_left_checks_and_folds_uth_107():
    acts = ultimate_acts({1: box("Ann", "As Ad", ante=20, trips=5), 2: box("Bob", "Ks Kd", 4, ante=20)}, QUEENS, DRY)
    result = decide_acts(filing(), before(acts, "play", act("Ann", "leave")))
    assert short(result)["1 ante"] == short(result)["1 trips"] == "lose"
    assert short(result)["2 play"] == "win 8000"


def test_wagers_left_behind_may_be_ruled_lost_7_c_2():
    acts = ultimate_acts(
        {1: box("Ann", "9s 9d", ante=20, trips=5), 2: box("Bob", "Ks Kd", 4, ante=20)}, QUEENS, "9h 9c 4s 3h 2c"
    )
    gone = before(acts, "play", act("Ann", "leave"), act(FLOOR, "abandon", position=1))
    assert short(decide_acts(filing(), gone))["1 trips"] == "lose"
    assert short(decide_acts(filing(), before(acts, "play", act("Ann", "leave"))))["1 trips"] == "win 15000"


# ---- payout limit


def test_payout_limit_over_all_limited_wagers_of_a_hand_12_f():
    filed = filing({"payout-limit.amount": 5_000_000})
    result = settle({1: box("Ann", ROYAL[0], 4, ante=100, trips=100)}, "7h 7c", ROYAL[1], filed)
    # Ante 100, Blind 500 x 100 cut to what is left of $50,000; nothing is left for Play and Trips.
    assert short(result) == {"1 ante": "win 10000", "1 blind": "win 4990000", "1 play": "win 0", "1 trips": "win 0"}


@pytest.mark.parametrize(("choice", "cents"), [("exempt", 6_000_000), ("capped", 5_000_000)])
def test_payout_limit_and_the_added_wagers_uth_03(choice, cents):
    filed = filing({"payout-limit.amount": 5_000_000}, ["bad-beat"], readings={"UTH-03": choice})
    boxes = {1: box("Ann", "8d 7d", 4, ante=20, bad_beat=6)}
    result = settle(boxes, "Kd Qd", "Jd Td 9d 3h 4c", filed)  # a straight flush to the jack is beaten: 10,000 to 1
    assert result["wagers"]["1 bad-beat"]["cents"] == cents


def test_refused_act_is_judged_and_has_no_effect_7_f():
    """An act that the table refused: the referee says whether that was right, and goes on as if it had not been asked."""
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)
    rightly = act("Ann", "wager", position=1, wager="trips", amount=100) | {"refused": True}
    wrongly = act("Ann", "wager", position=1, wager="trips", amount=500) | {"refused": True}
    result = decide_acts(filing(), before(acts, "close-betting", rightly, wrongly))
    assert [one["allowed"] for one in result["acts"]][:3] == [True, False, True]
    assert result["wagers"]["1 ante"]["stake"] == 2000
    assert "1 trips" not in result["wagers"]


def test_part_of_a_wager_is_taken_back_within_the_limits_7_e():
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)
    less = [act("Ann", "take-back", position=1, wager="ante", amount=amount) for amount in (500, 600)]
    result = decide_acts(filing(), before(acts, "close-betting", *less))
    assert refused(result) == ["7.F(1)"]
    assert result["wagers"]["1 blind"]["stake"] == 1500


def test_six_card_bonus_on_the_board_if_filed_uth_12():
    filed = filing(sides=["six-card-bonus"], readings={"UTH-12": "community-cards"})
    result = settle({1: box("Ann", "As Ad", 4, ante=20, trips=5, six_card_bonus=5)}, QUEENS, "Ac Jd 9s 4h 2c", filed)
    assert short(result)["1 six-card-bonus"] == "win 2500"


@pytest.mark.parametrize(
    ("dealing", "choice", "burned"),
    [
        ("hand", "chapter-9-only", 2),
        ("manual-shoe", "chapter-9-only", 0),
        ("manual-shoe", "any-manual-deal", 2),
        ("automated-shoe", "any-manual-deal", 0),
    ],
)
def test_burned_cards_in_the_count_of_the_stub_uth_36(dealing, choice, burned):
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)
    acts = before(acts, "turn-dealer", act(DEALER, "count-stub", cards=52 - 2 - 2 - 5 - burned))
    assert decide_acts(filing({"table.dealing": dealing}, readings={"UTH-36": choice}), acts)["void"] is None


def test_three_to_two_of_an_odd_number_of_cents_is_not_decided_12_b_1_e():
    acts = ultimate_acts({1: box("Ann", "As 8s", 4)}, "7h 7c", "Qs Js 4s 3h 2d")
    acts = [act("Ann", "wager", position=1, wager="ante", amount=1001), *acts]
    with pytest.raises(NotDecided):
        decide_acts(filing(), acts)


def test_player_may_buy_in_before_he_decides_uth_33():
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20)}, QUEENS, DRY)
    bought = before(acts, "play", act("Ann", "buy-in", amount=8000))
    assert refused(decide_acts(filing(), bought, chips={"Ann": 4000})) == []


def test_only_the_player_of_a_hand_decides_11_a_1():
    acts = ultimate_acts({1: box("Ann", "As Ad", 4, ante=20), 2: box("Bob", "Ks Kd", 4, ante=20)}, QUEENS, DRY)
    for by in ("Bob", DEALER):
        assert refused(decide_acts(filing(), before(acts, "play", act(by, "check", position=1)))) == ["11.A(1)"]

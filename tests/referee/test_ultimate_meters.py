"""Ultimate Texas Hold'em by the referee, the progressive wager, its meters and envy; by hand from the text."""

import pytest

from houseway_referee import NotDecided, RecordError
from tests.referee.dealer_rounds import DEALER, FLOOR, act, before, box, cut, decide_acts, refused, short, ultimate_acts
from tests.referee.ultimate_rounds import BEFORE, METER, ROYAL, filing, settle

# ---- the progressive wager, its meter and envy


def progressive(boxes, dealer, board, letter="A", readings=None, meters=None, before_round=BEFORE, **options):
    filed = filing(options, meters=meters or [METER], readings=readings)
    filed["wagers"]["progressive"]["paytable"] = letter
    return settle(boxes, dealer, board, filed, meters=before_round)


def test_whole_meter_and_reset_12_d_1_a_i():
    result = progressive({1: box("Ann", ROYAL[0], 4, ante=20, progressive=1)}, "7h 7c", ROYAL[1])
    assert result["wagers"]["1 progressive"] | {"clauses": []} == {
        "result": "win",
        "stake": 100,
        "returned": 0,
        "cents": 2000025,
        "vigorish": 0,
        "clauses": [],
        "row": "royal-flush",
    }
    assert result["meters"]["progressive/meter"]["after"] == "1000000"


def test_ten_percent_is_rounded_up_and_leaves_the_meter_12_d_1_a_ii():
    result = progressive({1: box("Ann", "9s 8s", 4, ante=20, progressive=1)}, "7h 7c", "Qs Js Ts 3h 2d")
    assert result["wagers"]["1 progressive"]["cents"] == 200003  # a tenth of 20,000.25
    assert result["meters"]["progressive/meter"]["after"] == "1800022"


def test_fractions_of_a_cent_stay_after_a_reset_uth_101():
    result = progressive(
        {1: box("Ann", ROYAL[0], 4, ante=20, progressive=1)}, "7h 7c", ROYAL[1], before_round={"progressive/meter": "4000001/2"}
    )
    assert result["wagers"]["1 progressive"]["cents"] == 2000025
    assert result["meters"]["progressive/meter"]["after"] == "2000001/2"


def test_winners_are_paid_in_turn_from_the_right_uth_103():
    board = "Qs Js Ts 3h 2d"
    boxes = {
        1: box("Ann", "As Ks", 4, ante=20, progressive=1),
        2: box("Bob", "9s 8s", 4, ante=20, progressive=1),
    }
    result = progressive(boxes, "7h 7c", board)
    # Bob, farther to the dealer's right, takes a tenth of 20,000.50 first.
    assert result["wagers"]["2 progressive"]["cents"] == 200005
    assert result["wagers"]["1 progressive"]["cents"] == 2000050 - 200005
    assert result["envy"] == {"1 progressive": 30000, "2 progressive": 100000}


@pytest.mark.parametrize(("choice", "returned"), [("to-1", 100), ("for-1", 0)])
def test_to_1_or_for_1_in_table_a_uth_06(choice, returned):
    result = progressive(
        {1: box("Ann", "9s 9d", 4, ante=20, progressive=1)}, "7h 7c", "9h Tc 4s 3h 2d", readings={"UTH-06": choice}
    )
    assert result["wagers"]["1 progressive"]["cents"] == 900
    assert result["wagers"]["1 progressive"]["returned"] == returned


def test_only_the_flop_counts_uth_05():
    boxes = {1: box("Ann", "9s 9d", 4, ante=20, progressive=1)}
    board = "Tc 4s 3h 9h 2d"
    assert short(progressive(boxes, "7h 7c", board))["1 progressive"] == "lose"
    assert short(progressive(boxes, "7h 7c", board, readings={"UTH-05": "best-of-seven"}))["1 progressive"] == "win 900"


def test_three_meters_of_table_c_12_d_1_c():
    meters = [METER | {"name": name, "rate": rate} for name, rate in (("mega", "10%"), ("major", "5%"), ("minor", "1/3"))]
    now = {"progressive/mega": "1000000", "progressive/major": "100000", "progressive/minor": "25000"}
    boxes = {1: box("Ann", "9s 9d", 4, ante=20, progressive=5)}
    result = progressive(boxes, "7h 7c", "9h 9c Ts 3h 2d", "C", meters=meters, before_round=now)
    assert result["wagers"]["1 progressive"]["cents"] == 25000 + 166
    assert result["meters"]["progressive/minor"]["after"] == "3000002/3"
    assert result["meters"]["progressive/mega"]["after"] == "1000050"


@pytest.mark.parametrize(("choice", "envy"), [("required", {}), ("not-required", {"2 progressive": 500000})])
def test_holder_without_progressive_11_j_2_e_ii(choice, envy):
    boxes = {1: box("Ann", ROYAL[0], 4, ante=20), 2: box("Bob", "7d 6d", 4, ante=20, progressive=5)}
    assert progressive(boxes, "8h 8c", ROYAL[1], readings={"UTH-31": choice})["envy"] == envy


@pytest.mark.parametrize(("wager", "envy"), [("play-the-board", {}), ("trips", {"2 progressive": 500000})])
def test_a_folded_hand_earns_envy_only_if_it_decides_a_live_wager_11_f_3_uth_10(wager, envy):
    bets = {1: {"ante": 20, wager: 5}, 2: {"ante": 20, "progressive": 5}}
    boxes = {1: box("Ann", ROYAL[0], "check", "check", "fold", **bets[1]), 2: box("Bob", "7d 6d", 4, **bets[2])}
    filed = filing(sides=["play-the-board"], meters=[METER], readings={"UTH-31": "not-required"})
    result = settle(boxes, "8h 8c", ROYAL[1], filed, meters=BEFORE)
    assert (refused(result), result["envy"]) == ([], envy)


def test_no_envy_for_a_box_of_ones_own_11_j_2_e_iv():
    boxes = {1: box("Ann", ROYAL[0], 4, ante=20, progressive=1), 2: box("Ann", "7d 6d", 4, ante=20, progressive=1)}
    assert progressive(boxes, "8h 8c", ROYAL[1])["envy"] == {}


@pytest.mark.parametrize(
    ("choice", "envy"),
    [
        ("once-for-each-holder", {"3 progressive": 100000, "4 progressive": 500000}),
        ("once-for-each-player", {"4 progressive": 500000}),
        ("each-hand", {"3 progressive": 130000, "4 progressive": 650000}),
    ],
)
def test_envy_for_two_boxes_uth_93(choice, envy):
    boxes = {
        1: box("Ann", "As Ks", 4, ante=20, progressive=1),
        2: box("Ann", "9s 8s", 4, ante=20, progressive=1),
        3: box("Bob", "7d 6d", 4, ante=20, progressive=1),
        4: box("Bob", "7h 6h", 4, ante=20, progressive=5),
    }
    assert progressive(boxes, "4h 4c", "Qs Js Ts 3h 2d", readings={"UTH-93": choice})["envy"] == envy


def test_folded_hand_on_which_nothing_is_live_earns_no_envy_uth_110():
    boxes = {
        1: box("Ann", "As Ks", "check", "check", "fold", ante=20),
        2: box("Bob", "7d 6d", 4, ante=20, progressive=1),
    }
    assert progressive(boxes, "8h 8c", ROYAL[1], readings={"UTH-31": "not-required"})["envy"] == {}


def test_filing_must_say_whether_the_holder_bets_11_j_2_e_ii():
    filed = filing(meters=[METER])
    del filed["readings"]["UTH-31"]
    boxes = {1: box("Ann", ROYAL[0], 4, ante=20), 2: box("Bob", "7d 6d", 4, ante=20, progressive=5)}
    with pytest.raises(RecordError):
        settle(boxes, "8h 8c", ROYAL[1], filed, meters=BEFORE)


def lit_round(*extra, stands=None, board="9h Tc 4s 3h 2d"):
    boxes = {1: box("Ann", "9s 9d", 4, ante=20)}
    unlit = act("Ann", "wager", position=1, wager="progressive", amount=100, lit=False)
    acts = before(ultimate_acts(boxes, "7h 7c", board), "close-betting", unlit)
    if stands is not None:
        acts = before(acts, "deal", act(FLOOR, "rule-chips", stands={"1": stands}))
    return decide_acts(filing(meters=[METER]), before(acts, "end-round", *extra), meters=BEFORE)


def test_wager_without_a_light_is_ruled_on_before_the_deal_8_c_3():
    stands = lit_round(stands=True)
    assert short(stands)["1 progressive"] == "win 900"
    assert stands["meters"]["progressive/meter"]["after"] == "2000025"
    back = lit_round(stands=False)
    assert short(back)["1 progressive"] == "void"
    assert back["meters"]["progressive/meter"]["after"] == "2000000"
    assert "8.C(3)" in refused(lit_round())


def test_winning_wager_that_may_not_stand_is_not_decided_11_j_2_b():
    with pytest.raises(NotDecided):
        lit_round(act(FLOOR, "rule-light", position=1, stands=False), stands=True)
    assert short(lit_round(act(FLOOR, "rule-light", position=1, stands=True), stands=True))["1 progressive"] == "win 900"


def test_no_progressive_wager_after_the_lock_out_2_c_2():
    boxes = {1: box("Ann", "9s 9d", 4, ante=20)}
    late = [act(DEALER, "lock-out"), act("Ann", "wager", position=1, wager="progressive", amount=100)]
    acts = before(ultimate_acts(boxes, "7h 7c", "9h Tc 4s 3h 2d"), "close-betting", *late)
    assert refused(decide_acts(filing(meters=[METER]), acts, meters=BEFORE)) == ["2.C(2)"]


def test_abandoned_hand_earns_nobody_envy_uth_110():
    boxes = {1: box("Ann", ROYAL[0], ante=20, progressive=1), 2: box("Bob", "7d 6d", 4, ante=20, progressive=5)}
    gone = [act("Ann", "leave"), act(FLOOR, "abandon", position=1)]
    acts = before(ultimate_acts(boxes, "8h 8c", ROYAL[1]), "play", *gone)
    result = decide_acts(filing(meters=[METER]), acts, meters=BEFORE)
    assert result["envy"] == {}
    assert short(result)["1 progressive"] == "lose"


def test_envy_is_paid_when_the_base_wagers_are_void_uth_25():
    boxes = {1: box("Ann", ROYAL[0], ante=20), 2: box("Bob", "7d 6d", ante=20, progressive=5)}
    acts = ultimate_acts(boxes, "8h 8c", ROYAL[1])
    found = [act(DEALER, "report-exposed", place=0, cards="8h"), act(DEALER, "complete-board", cards={"board": ROYAL[1]})]
    filed = filing(meters=[METER], readings={"UTH-31": "not-required"})
    result = decide_acts(filed, cut(acts, "deal-flop", *found), meters=BEFORE)
    assert result["envy"] == {"2 progressive": 500000}
    refund = filing(meters=[METER], readings={"UTH-31": "not-required", "UTH-25": "refund-all-but-trips"})
    result = decide_acts(refund, cut(acts, "deal-flop", *found), meters=BEFORE)
    assert result["envy"] == {}
    assert short(result)["2 progressive"] == "void"
    assert result["meters"]["progressive/meter"]["after"] == "2000000"

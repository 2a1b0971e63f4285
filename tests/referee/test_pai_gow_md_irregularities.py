"""Maryland's Pai Gow Poker, computed by hand from chapter 14: voids in time and late, exposed cards, cards face up, devices."""

import pytest

from houseway_referee import NotDecided
from tests.referee.md_rounds import (
    BANK,
    DEALER,
    FLOOR,
    LOSES,
    METER,
    PROGRESSIVE,
    SIXES,
    SIXES_LOW,
    WAGERS,
    WINS,
    a_round,
    act,
    decided,
    one,
    ordinary,
    player,
    seat,
    with_meter,
)

ANN, BOB = seat("Ann", 2000, *WINS), seat("Bob", 2000, *LOSES)
FIVE_ACES = ("As Ad Ac Ah Jk 3s 2c", "3s 2c")
SEATS = {1: ANN, 2: BOB}
MISDEAL = act(DEALER, "report-misdeal", hands={"2": 6})
SHOE = {"table.dealing": "automated-shoe"}
HAND = {"table.dealing": "hand"}


def reason(result):
    return result["void"] and result["void"]["reason"]


# ---- 14.B, 14.H, 14.K and the stub


def test_a_wrong_first_position_voids_14_b():
    start = [act(DEALER, "find-start", dice=[1, 1, 1])]
    assert reason(one(SEATS, closed=start, first=3)) == "wrong-start"
    assert reason(one(SEATS, closed=start, first=2)) is None


def test_a_wrong_number_of_cards_voids_and_returns_everything_14_h():
    result = one(SEATS, hands={"2": 6})
    assert result["void"] == {"what": "round", "reason": "misdeal", "clauses": ["14.H"]}
    assert {entry["result"] for entry in result["wagers"].values()} == {"void"}
    assert result["net"] == {}


def test_the_stub_has_four_cards_8_f_2():
    assert reason(one(SEATS, dealt=[act(DEALER, "count-stub", cards=4)])) is None
    assert reason(one(SEATS, dealt=[act(DEALER, "count-stub", cards=5)])) == "wrong-stub"
    assert reason(one(SEATS, dealt=[act(DEALER, "count-stub", cards=11)], options={"table.positions": 5})) is None


def test_a_hand_with_six_cards_may_show_when_it_is_exposed_14_k():
    after = [act(DEALER, "expose", position=1), act(DEALER, "expose", position=2, hands={"2": 6})]
    unwound = one(SEATS, after=after)
    assert unwound["net"] == {}
    stands = one(SEATS, after=after, readings={"PG-90": "settled-stands"})
    assert stands["wagers"]["2 pai-gow"]["result"] == "void"
    # Ann's hand was exposed and won, but nobody had paid it: an open wager, which goes back.
    assert stands["wagers"]["1 pai-gow"]["result"] == "void"
    paid = [after[0], act(DEALER, "pay", position=1), after[1]]
    stands = one(SEATS, after=paid, readings={"PG-90": "settled-stands"})
    assert stands["net"] == {"inventory": -2000, "player Ann": 1900, "vigorish": 100}


def test_a_surrendered_hand_is_counted_11_d_4():
    after = [act(player("Bob"), "surrender", position=2), act(DEALER, "collect-surrendered", position=2, cards=6)]
    assert reason(one(SEATS, after=after)) == "misdeal"


# ---- 14.C, 14.D, 14.J: exposed cards


def test_a_player_may_void_a_hand_whose_card_was_exposed_14_c():
    choice = [act(player("Ann"), "choose-exposed", position=1, choice="void")]
    seats = {1: {**seat("Ann", 2000, *WINS, insurance=500), "low": ""}, 2: BOB}
    result = one(seats, exposed={"1": "As"}, dealt=choice)
    assert result["void"] is None
    assert [result["wagers"][key]["result"] for key in ("1 pai-gow", "1 insurance", "2 pai-gow")] == ["void", "void", "lose"]
    forfeit = one(seats, exposed={"1": "As"}, dealt=choice, readings={"PG-38": "forfeit"})
    assert forfeit["net"] == {"inventory": 4500, "player Ann": -2500, "player Bob": -2000}
    play = one(SEATS, exposed={"1": "As"}, dealt=[act(player("Ann"), "choose-exposed", position=1, choice="play")])
    assert play["wagers"]["1 pai-gow"]["result"] == "win"


@pytest.mark.parametrize(("choice", "award"), [("refund", 100_003), ("forfeit", 100_005)])
def test_a_voided_hand_of_real_cards_that_nobody_sees_wins_no_part_of_the_meter_14_c_13_f(choice, award):
    seats = {1: seat("Ann", 2000, "", "", progressive=100), 2: seat("Bob", 2000, *FIVE_ACES, progressive=100)}
    voided = [
        act(DEALER, "report-exposed", position=1, cards=1, when="dealing"),
        act(player("Ann"), "choose-exposed", position=1, choice="void"),
    ]
    result = with_meter(seats, dealt=voided, readings={"PG-38": choice})
    assert result["wagers"]["2 progressive"]["cents"] == award  # a tenth of the meter, on which a forfeited chip stays


def test_no_choice_with_the_cards_seen_or_shown_by_himself_pg_103():
    choice = act(player("Ann"), "choose-exposed", position=1, choice="void")
    shown = act(DEALER, "report-exposed", position=1, cards="As", who="player")
    assert one(SEATS, dealt=[shown, choice])["acts"][5]["clause"] == "14.C"
    counted = act(DEALER, "count-stub", cards=4)
    late = act(DEALER, "report-exposed", position=1, cards="As", when="dealing")
    assert one(SEATS, dealt=[counted, late, choice])["acts"][6]["clause"] == "14.C"


def test_a_card_of_the_dealer_or_the_bank_voids_14_d():
    assert reason(one(SEATS, exposed={"0": "6s"})) == "dealer-card-exposed"
    turned = [act(DEALER, "report-exposed", position=0, cards="6s")]
    assert reason(one(SEATS, after=turned)) is None
    before = [act(DEALER, "report-exposed", position=0, cards="6s", when="face-down")]
    assert reason(one(SEATS, after=before)) == "dealer-card-exposed"


def test_any_card_exposed_in_a_deal_from_the_hand_voids_14_j():
    assert reason(one(SEATS, exposed={"1": "As"}, options=HAND)) == "card-exposed"
    assert reason(one(SEATS, exposed={"1": "As"}, options=HAND, readings={"PG-40": "dead-letter"})) is None


# ---- 14.E, 14.F: cards face up


def test_one_card_face_up_is_set_aside_14_e():
    count = [act(DEALER, "count-stub", cards=3)]
    assert reason(one(SEATS, face_up=[3], dealt=count)) is None
    assert reason(one(SEATS, face_up=[3], dealt=count, readings={"PG-37": "void"})) == "wrong-stub"


def test_two_cards_face_up_void_14_f_also_one_by_one():
    assert reason(one(SEATS, face_up=[3, 9])) == "cards-face-up"
    second = [act(DEALER, "report-face-up", face_up=[9], when="dealing")]
    assert reason(one(SEATS, face_up=[3], dealt=second)) == "cards-face-up"
    same = [act(DEALER, "report-face-up", face_up=[3], when="dealing")]
    assert reason(one(SEATS, face_up=[3], dealt=same)) is None
    later = [act(DEALER, "report-face-up", face_up=[9], when="later")]
    assert reason(one(SEATS, face_up=[3], after=later)) is None


def test_a_card_face_up_that_is_in_a_hand_pg_97():
    assert reason(one(SEATS, face_up=[3], places={"3": 1})) == "misdeal"
    exposed = {"PG-97": "exposed"}
    assert reason(one(SEATS, face_up=[3], places={"3": 1}, readings=exposed)) is None
    assert reason(one(SEATS, face_up=[3], places={"3": 0}, readings=exposed)) == "dealer-card-exposed"


# ---- 14.L, 14.M: devices


def test_a_jammed_shoe_voids_the_round_14_m():
    assert reason(one(SEATS, jammed=True, options=SHOE)) == "automated-shoe"
    counted, jam = act(DEALER, "count-stub", cards=4), act(DEALER, "report-device", device="automated-shoe")
    assert reason(one(SEATS, dealt=[counted, jam], options=SHOE)) == "automated-shoe"
    while_in = {"PG-98": "while-cards-are-in-it"}
    assert reason(one(SEATS, dealt=[counted, jam], options=SHOE, readings=while_in)) is None
    assert reason(one(SEATS, dealt=[jam], options=SHOE, readings=while_in)) == "automated-shoe"


def test_a_jammed_shuffler_returns_wagers_only_with_the_rounds_cards_14_l():
    jam = act(DEALER, "report-device", device="shuffler", live=True)
    assert reason(one(SEATS, dealt=[jam])) == "shuffler"
    assert reason(one(SEATS, dealt=[jam], readings={"PG-43": "reshuffle-only"})) is None
    assert reason(one(SEATS, dealt=[act(DEALER, "report-device", device="shuffler")])) is None


# ---- meters of a void round


@pytest.mark.parametrize(("reading", "after"), [("reversed", "1000000"), ("kept", "1000025")])
def test_contributions_of_a_void_round_pg_50(reading, after):
    seats = {1: seat("Ann", 2000, *WINS, progressive=100)}
    result = with_meter(seats, hands={"0": 8}, readings={"PG-50": reading})
    assert result["meters"]["progressive/meter"]["after"] == after
    assert result["wagers"]["1 progressive"]["returned"] == 100


@pytest.mark.parametrize(("reading", "after"), [("reversed", "1000000"), ("kept", "1000025")])
def test_the_contribution_of_a_hand_that_its_player_voids_14_c_pg_50(reading, after):
    seats = {1: {**seat("Ann", 2000, *WINS, progressive=100), "low": ""}, 2: BOB}
    choice = [act(player("Ann"), "choose-exposed", position=1, choice="void")]
    result = with_meter(seats, exposed={"1": "As"}, dealt=choice, readings={"PG-50": reading})
    assert result["wagers"]["1 progressive"]["returned"] == 100
    assert result["meters"]["progressive/meter"]["after"] == after


def test_an_award_goes_back_to_its_meter_pg_90():
    seats = {1: seat("Ann", 2000, "5h 6h 7h 8h 9h Th Jh", "Jh Th", progressive=100), 2: BOB}
    after = [act(DEALER, "settle-side", position=1), act(DEALER, "report-misdeal", hands={"2": 8})]
    result = with_meter(seats, "3000000", after=after)
    assert result["meters"]["progressive/meter"]["after"] == "3000000"
    assert result["net"] == {}
    stands = with_meter(seats, "3000000", after=after, readings={"PG-90": "settled-stands"})
    assert stands["meters"]["progressive/meter"]["after"] == "1000000"
    assert stands["wagers"]["2 pai-gow"]["result"] == "void"


def test_a_void_round_does_not_bring_a_meter_below_its_reset_amount_pg_90():
    seats = {1: seat("Ann", 2000, *WINS, progressive=100)}
    below = with_meter(seats, "999990", hands={"0": 8})
    assert below["meters"]["progressive/meter"]["after"] == "1000000"
    far_below = with_meter(seats, "999900", hands={"0": 8})
    assert far_below["meters"]["progressive/meter"]["after"] == "999900"


# ---- the bank


LEFT = {"rounds": 3, "last-bank": "Bob", "wagered": {"Ann": [2000], "Cid": [2000]}, "first-offer": 2}


def bank_round(number=1, after=(), hands=None):
    seats = {1: ANN, 2: BOB, 3: seat("Cid", 0, SIXES, SIXES_LOW)}
    first = [
        act(player("Cid"), "accept-bank", position=3),
        act({"role": "bank", "name": "Cid"}, "house-stake", amount=0),
    ]
    more = {"hands": hands} if hands else {}
    acts = ordinary(seats, "2h 2s 7c 9s Jh 4s 5c", None, before=first, bank=3, after=after, **more)
    return a_round(seats, acts, number)


@pytest.mark.parametrize(("reading", "last"), [("counts", "Cid"), ("played-again", "Bob")])
def test_a_void_bank_round_counts_against_its_bank_pg_91(reading, last):
    result = decided([bank_round(hands={"4": 8})], options=BANK, left=LEFT, readings={"PG-91": reading})[0]
    assert reason(result) == "misdeal"
    assert result["left"] == {**LEFT, "last-bank": last, "without-bank": 0, "button": 0}


def test_the_centre_goes_back_or_stays_pg_90_pg_105():
    stands = {"PG-90": "settled-stands"}
    after = [act(DEALER, "expose", position=2), MISDEAL]
    two = decided([bank_round(after=after)], options=BANK, left=LEFT, readings=stands)[0]
    assert two["net"] == {}
    one_pass = decided([bank_round(after=after)], options=BANK, left=LEFT, readings={**stands, "PG-26": "one-pass"})[0]
    # Ann was paid by the bank, Bob's wager was collected: the bank gets it, less vigorish.
    assert one_pass["net"] == {"player Ann": 1900, "player Bob": -2000, "player Cid": -2000 + 1900, "vigorish": 200}
    paid = [act(DEALER, "pay", position=1), MISDEAL]
    with pytest.raises(NotDecided):
        decided([bank_round(after=paid)], options=BANK, left=LEFT, readings=stands)


def test_the_button_after_a_void_round_pg_94():
    button = {"table.starting-position": "button", **SHOE}
    assert one(SEATS, hands={"1": 8}, options=button)["left"]["button"] == 0
    assert one(SEATS, hands={"1": 8}, options=button, readings={"PG-94": "moves"})["left"]["button"] == 6


def test_a_void_first_round_leaves_nobody_to_bank_12_b_1():
    assert one(SEATS, hands={"1": 8})["left"]["rounds"] == 0


# ---- found after the round


def two_rounds(reports, readings=None, wagers=None, meters=(), show=("1000000", "1000025")):
    """Decide a round, and a second one in which the first is reported on."""
    seats = {1: seat("Ann", 2000, *WINS, **({"progressive": 100} if meters else {})), 2: BOB}
    more = [{"meters": {"progressive/meter": amount}} if meters else {} for amount in show]
    first = a_round(seats, ordinary(seats), 1, **more[0])
    second = a_round(seats, ordinary(seats, before=reports), 2, **more[1])
    return decided([first, second], readings=readings, wagers=wagers, meters=meters)


LATE = act(DEALER, "report-misdeal", round=1, hands={"2": 6})
CARRY_OUT = act(FLOOR, "rule-finding", round=1, choice="carry-out")


def test_a_late_finding_is_carried_out_by_the_floor_pg_90():
    first, second = two_rounds([LATE, CARRY_OUT])
    assert first["left"]["rounds"] == 1
    (found,) = second["findings"]
    assert found["net"] == {
        "player Ann": -1900,
        "player Bob": 2000,
        "vigorish": -100,
    }  # the house paid one and won from the other
    assert found["carried-out"]
    assert second["left"]["rounds"] == 1  # the first round does not count (PG-99)


def test_the_floor_may_let_the_result_stand():
    _, second = two_rounds([LATE, act(FLOOR, "rule-finding", round=1, choice="stand")])
    assert not second["findings"][0]["carried-out"]
    assert second["left"]["rounds"] == 2


def test_a_late_finding_moves_the_meter_but_not_below_its_reset():
    more = {"wagers": {**WAGERS, **PROGRESSIVE}, "meters": [METER]}
    _, second = two_rounds([LATE, CARRY_OUT], **more)
    assert second["findings"][0]["meters"] == {"progressive/meter": "-25"}
    assert second["meters"]["progressive/meter"]["after"] == "1000025"
    _, won_since = two_rounds([LATE, CARRY_OUT], **more, show=("2000000", "1000010"))
    assert won_since["findings"][0]["meters"] == {"progressive/meter": "-10"}


def test_one_card_face_up_and_then_another_found_late_14_f():
    reports = [act(DEALER, "report-face-up", round=1, face_up=[card], when="dealing") for card in (50, 51)]
    _, second = two_rounds([reports[0]])
    assert second["findings"] == []
    _, second = two_rounds(reports)
    assert second["findings"][0]["void"]["reason"] == "cards-face-up"


def test_settled_wagers_stand_when_it_is_found_late_pg_90():
    _, second = two_rounds([LATE, CARRY_OUT], readings={"PG-90": "settled-stands"})
    assert second["findings"][0]["net"] == {}
    assert second["left"]["rounds"] == 1

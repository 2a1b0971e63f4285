"""Maryland's Pai Gow Poker: details that only broken copies of the referee showed to be untested."""

import pytest

from tests.referee.md_rounds import (
    BANK,
    DEALER,
    FLOOR,
    LOSES,
    METER,
    PROGRESSIVE,
    SIXES_LOW,
    TIES,
    WAGERS,
    WINS,
    a_round,
    act,
    decided,
    one,
    ordinary,
    player,
    seat,
    summary,
    wager,
    with_meter,
)
from tests.referee.test_pai_gow_md_banks import BANKER, HOUSE_LOSES, LEFT, NO_HOUSE, banked, passing, take

SEVEN_SUITED = ("5h 6h 7h 8h 9h Th Jh", "Jh Th")
ALSO_WINS = ("Ac Ah Ts Td 9s 5d 3h", "Ts Td")


# ---- the payout limit (13.G)


def test_base_wager_and_exempt_progressive_do_not_count_towards_the_limit_13_g():
    limit, readings = {"payout-limit.amount": 5_000_000}, {"PG-22": "exempt"}
    seats = {1: seat("Ann", 100000, *SEVEN_SUITED, progressive=100, fortune_bonus=600)}
    result = with_meter(seats, "9000000", options=limit, readings=readings)
    assert summary(result, "1 progressive")[1] == 9000025
    assert summary(result, "1 fortune-bonus")[1] == 4_800_000
    capped = with_meter(seats, "9000000", options=limit, readings={"PG-22": "capped"})
    assert summary(capped, "1 progressive")[1] == 200_000  # what the Fortune Bonus has left of the limit


def test_the_limit_is_on_one_hand_not_on_the_table_13_g():
    seats = {
        1: seat("Ann", 2000, *SEVEN_SUITED, fortune_bonus=600),
        2: seat("Bob", 2000, "5d 6d 7d 8d 9d Td Jd", "Jd Td", fortune_bonus=600),
    }
    dealer = {"dealer": "6s 6c Kh Qc 8s 4c 3s", "dealer_low": SIXES_LOW}
    result = one(seats, options={"payout-limit.amount": 5_000_000}, **dealer)
    assert [summary(result, f"{place} fortune-bonus")[1] for place in (1, 2)] == [4_800_000, 4_800_000]


# ---- marks


def test_a_mark_of_one_optional_wager_settles_no_further_11_h():
    seats = {1: seat("Ann", 2000, *LOSES, fortune_bonus=500, insurance=500), 2: seat("Bob", 2000, *WINS)}
    after = [act(DEALER, "settle-side", position=1, wager="fortune-bonus"), act(DEALER, "report-misdeal", hands={"2": 6})]
    result = one(seats, after=after, readings={"PG-90": "settled-stands"})
    found = {key: entry["result"] for key, entry in result["wagers"].items()}
    assert found == {"1 fortune-bonus": "lose", "1 insurance": "void", "1 pai-gow": "lose", "2 pai-gow": "void"}
    whole = one(seats, after=[act(DEALER, "settle-side", position=1), after[1]], readings={"PG-90": "settled-stands"})
    assert whole["wagers"]["1 insurance"]["result"] == "lose"


def test_envy_that_was_paid_stands_pg_90():
    nines, tens = ("9c 9d 9h 9s Kc Qd 2h", "Kc Qd"), ("Tc Td Th Ts Ks Qs 2c", "Ks Qs")
    seats = {1: seat("Ann", 2000, *tens, fortune_bonus=500), 2: seat("Bob", 2000, *nines, fortune_bonus=500)}
    after = [act(DEALER, "pay-envy", position=1, wager="fortune-bonus"), act(DEALER, "report-misdeal", hands={"2": 6})]
    assert one(seats, after=after, readings={"PG-90": "settled-stands"})["envy"] == {"1 fortune-bonus": 500}
    assert one(seats, after=after)["envy"] == {}


# ---- the stub (8.E)


def test_a_stub_that_nobody_counted_aloud_has_what_is_left_8_e():
    count = [act(DEALER, "count-stub")]
    seats = {1: seat("Ann", 2000, *WINS)}
    assert one(seats, dealt=count)["void"] is None
    assert one(seats, dealt=count, face_up=[3])["void"] is None
    assert one(seats, dealt=count, face_up=[3], readings={"PG-37": "void"})["void"]["clauses"] == ["8.F(2)"]


# ---- wagers


def test_a_part_of_a_wager_is_taken_back_within_the_limits_7_d_2():
    parts = [act(player("Ann"), "take-back", position=1, wager="pai-gow", amount=amount) for amount in (1500, 500)]
    seats = {1: seat("Ann", 2000, *WINS)}
    acts = ordinary(seats)
    acts[1:1] = parts
    result = decided([a_round(seats, acts)])[0]
    assert [entry["allowed"] for entry in result["acts"][1:3]] == [False, True]
    assert result["wagers"]["1 pai-gow"]["stake"] == 1500


def test_optional_wagers_of_the_bank_stand_and_of_one_that_gave_up_go_back_7_e():
    banker = {**BANKER, "optional": {"insurance": 500}}
    stands = banked({1: seat("Ann", 2000, *TIES)}, banker=banker)
    assert stands["wagers"]["3 insurance"]["result"] == "lose"
    acts = [passing("Ann", 1), take(), wager("Cid", 3, 500, "insurance"), act({"role": "bank", "name": "Cid"}, "give-up-bank"),
            wager("Ann", 1, 2000), act(DEALER, "close-betting")]  # fmt: skip
    gone = decided([a_round({1: seat("Ann", 2000, *TIES), 3: BANKER}, acts)], options=BANK, left=LEFT)[0]
    assert list(gone["wagers"]) == ["1 pai-gow"]
    assert gone["bank"] is None


def test_the_bank_keeps_the_chips_of_its_cover_12_d_2():
    own = [wager("Cid", 3, amount, "insurance") for amount in (600, 500)]
    acts = [passing("Ann", 1), take(), NO_HOUSE, wager("Ann", 1, 2000), act(DEALER, "confirm-bank"), *own]
    round_ = a_round({1: seat("Ann", 2000, *TIES), 3: BANKER}, acts, chips={"Cid": 2500})
    result = decided([round_], options=BANK, left=LEFT)[0]
    assert result["acts"][4] == {"allowed": True, "confirmed": True}
    assert [entry.get("clause") for entry in result["acts"][5:]] == ["12.D(2)", None]


def test_a_bank_takes_its_base_wager_back_before_it_accepts_12_f():
    back = act(player("Cid"), "take-back", position=3, wager="pai-gow")
    acts = [wager("Ann", 1, 2000), wager("Cid", 3, 1500), passing("Ann", 1), take(), back, take(), act(DEALER, "confirm-bank")]
    round_ = a_round({1: seat("Ann", 2000, *TIES), 3: BANKER}, acts, chips={"Cid": 2000})
    result = decided([round_], options=BANK, left=LEFT)[0]
    assert result["acts"][3]["clause"] == "12.F"
    assert result["acts"][6]["confirmed"]
    assert list(result["wagers"]) == ["1 pai-gow"]


def test_nobody_passes_the_bank_at_anothers_position_12_c():
    acts = [passing("Cid", 1), passing("Ann", 1)]
    result = decided([a_round({1: seat("Ann", 2000, *TIES), 3: BANKER}, acts)], options=BANK, left=LEFT)[0]
    assert [one["allowed"] for one in result["acts"]] == [False, True]


# ---- setting and leaving


def test_the_dealer_sets_only_for_a_player_who_left_11_a_2():
    seats = {1: {**seat("Ann", 2000, *WINS), "low": ""}}
    by_dealer = act(DEALER, "set-hand", position=1, low=WINS[1])
    end = act(DEALER, "set-dealer", low=SIXES_LOW)
    result = one(seats, dealer_low=None, after=[by_dealer, act(player("Ann"), "leave"), by_dealer, end])
    assert [entry.get("clause") for entry in result["acts"][3:]] == ["11.A(2)", None, None, None]
    assert result["wagers"]["1 pai-gow"]["result"] == "win"


def test_abandoned_wagers_in_a_bank_round_12_j_2_12_n():
    others = {1: seat("Ann", 2000, *WINS, insurance=500)}
    result = banked(others, after=[act(player("Ann"), "leave"), act(FLOOR, "abandon", position=1)])
    assert result["net"] == {"inventory": 500, "player Ann": -2500, "player Cid": 1900, "vigorish": 100}
    assert result["bank"]["collected"] == 2000


def test_nobody_who_sits_there_is_ruled_abandoned_7_c_2():
    result = one({1: seat("Ann", 2000, *WINS)}, after=[act(FLOOR, "abandon", position=1)])
    assert result["acts"][-1]["clause"] == "7.C(2)"


def test_the_number_is_one_to_seven_5_k_2():
    seats = {1: seat("Ann", 2000, *TIES)}
    for number, start in ((1, 0), (7, 6)):
        assert one(seats, closed=[act(DEALER, "find-start", number=number)])["start"] == start
    assert one(seats, closed=[act(DEALER, "find-start", number=8)])["acts"][2]["clause"] == "5.K(2)"


def test_only_the_owner_chooses_about_an_exposed_card_14_c():
    choice = [act(player("Bob"), "choose-exposed", position=1, choice="void")]
    seats = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
    assert one(seats, exposed={"1": "As"}, dealt=choice)["acts"][4]["clause"] == "14.C"


# ---- the centre


def test_bank_is_called_on_once_for_all_winners_12_j_4():
    others = {1: seat("Ann", 3000, *WINS), 2: seat("Bob", 4000, *ALSO_WINS), 4: seat("Dee", 2000, *LOSES)}
    bank = banked(others)["bank"]
    assert (bank["collected"], bank["paid"], bank["called"], bank["surplus"]) == (2000, 7000, 5000, 0)


def test_a_losing_wager_of_the_house_is_collected_12_i_5():
    bank = banked({1: seat("Ann", 3000, *WINS)}, house=HOUSE_LOSES)["bank"]
    assert (bank["collected"], bank["paid"], bank["surplus"], bank["given"]) == (4000, 3000, 1000, 950)


def test_the_houses_wager_of_a_void_pass_pg_105():
    readings = {"PG-26": "one-pass", "PG-90": "settled-stands"}
    after = [act(DEALER, "expose", position=1), act(DEALER, "report-misdeal", hands={"2": 6})]
    lost = banked({1: seat("Ann", 2000, *TIES)}, house=HOUSE_LOSES, after=after, readings=readings)
    assert lost["bank"]["house"] == "lose"
    assert lost["net"] == {"inventory": -4000, "player Cid": 3800, "vigorish": 200}
    won = {"dealer": "Ac Ad Ks Kd 9s 5c 3h", "dealer_low": "Ks Kd"}
    waits = banked({1: seat("Ann", 2000, "Ah As 7d 9d Jd 4c 5h", "Jd 9d")}, house=won, after=after, readings=readings)
    assert waits["bank"]["house"] == "void"
    assert waits["net"] == {}


# ---- found late


@pytest.mark.parametrize(("found", "button"), [(True, 5), (False, 6)])
def test_a_starting_position_that_was_found_keeps_its_button_pg_99(found, button):
    options = {"table.starting-position": "button", "table.dealing": "automated-shoe"}
    seats = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
    late = [act(DEALER, "report-misdeal", round=1, hands={"2": 6}), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
    start = [act(DEALER, "find-start")]
    second = ordinary(seats, closed=[*start, *late] if found else [*late, *start])
    rounds = [a_round(seats, ordinary(seats), 1), a_round(seats, second, 2)]
    result = decided(rounds, options=options)[1]
    assert result["left"]["button"] == button


@pytest.mark.parametrize(
    ("live", "reading", "void"),
    [
        (None, "while-cards-are-in-it", True),
        (False, "while-cards-are-in-it", False),
        (False, "during-the-round", True),
    ],
)
def test_a_shoe_that_failed_reported_late_14_m(live, reading, void):
    seats = {1: seat("Ann", 2000, *WINS)}
    fact = {} if live is None else {"live": live}
    late = [act(DEALER, "report-device", round=1, device="automated-shoe", **fact)]
    rounds = [a_round(seats, ordinary(seats), 1), a_round(seats, ordinary(seats, before=late), 2)]
    found = decided(rounds, options={"table.dealing": "automated-shoe"}, readings={"PG-98": reading})[1]["findings"]
    assert bool(found) == void


def test_a_report_by_itself_leads_to_nothing_while_another_waits_14_h():
    """Each is judged with what was carried out, and a ruling names the report that it is about."""
    seats = {1: seat("Ann", 2000, *WINS)}
    late = [
        act(DEALER, "report-misdeal", round=1, hands={"1": 6}),
        act(DEALER, "report-exposed", round=1, position=1, cards=1),
        act(FLOOR, "rule-finding", round=1, choice="carry-out", finding=2),
        act(FLOOR, "rule-finding", round=1, choice="carry-out", finding=1),
    ]
    rounds = [a_round(seats, ordinary(seats), 1), a_round(seats, ordinary(seats, before=late), 2)]
    second = decided(rounds)[1]
    assert [entry["allowed"] for entry in second["acts"][:4]] == [True, True, False, True]
    assert len(second["findings"]) == 1


def test_what_a_player_no_longer_has_stays_owed_pg_90():
    """Ann has won $19, and has $5 left when the round is found void."""
    seats = {1: seat("Ann", 2000, *WINS)}
    late = [act(DEALER, "report-misdeal", round=1, hands={"1": 6}), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
    first = a_round(seats, ordinary(seats), 1)
    [done] = decided([first])
    assert done["net"]["player Ann"] == 1900
    second = {**a_round(seats, ordinary(seats, before=late), 2), "chips": {"Ann": 2500}}
    late_after_wager = [*second["acts"]]
    ruling = late_after_wager.pop(1)
    place = next(number for number, each in enumerate(late_after_wager) if each["act"] == "close-betting")
    second["acts"] = [*late_after_wager[:place], ruling, *late_after_wager[place:]]
    [finding] = decided([first, second])[1]["findings"]
    assert (finding["net"]["player Ann"], finding["moved"]["player Ann"]) == (-1900, -500)
    gone = {**second, "seats": {}, "acts": late}
    [finding] = decided([first, gone])[1]["findings"]
    assert finding["moved"].get("player Ann", 0) == 0


def test_after_an_idle_table_the_button_is_in_front_of_the_dealer_5_k_3_a():
    seats = {1: seat("Ann", 2000, *WINS)}
    options = {"table.starting-position": "button", "table.dealing": "automated-shoe"}
    first = a_round(seats, ordinary(seats), 1)
    for idle, button in ((False, 5), (True, 6)):
        second = {**a_round(seats, ordinary(seats), 2), "idle": idle, "new-game": True}
        assert decided([first, second], options=options)[1]["left"]["button"] == button


def test_only_the_last_round_is_reported_on_and_nothing_is_ruled_twice():
    seats = {1: seat("Ann", 2000, *WINS)}
    late = act(DEALER, "report-misdeal", round=1, hands={"2": 6})
    rule = act(FLOOR, "rule-finding", round=1, choice="carry-out")
    rounds = [a_round(seats, ordinary(seats), 1), a_round(seats, ordinary(seats, before=[rule, late, rule, rule, late]), 2)]
    assert [entry["allowed"] for entry in decided(rounds)[1]["acts"][:5]] == [False, True, True, False, False]
    third = a_round(seats, ordinary(seats, before=[late]), 3)
    assert not decided([rounds[0], a_round(seats, ordinary(seats), 2), third])[2]["acts"][0]["allowed"]


def test_what_was_refused_is_tried_and_has_no_effect():
    asked = {**act(player("Ann"), "take-back", position=1, wager="pai-gow"), "refused": True}
    seats = {1: seat("Ann", 2000, *WINS)}
    acts = ordinary(seats)
    acts[1:1] = [asked]
    result = decided([a_round(seats, acts)])[0]
    assert result["acts"][1]["allowed"]  # it should not have been refused
    assert result["wagers"]["1 pai-gow"]["result"] == "win"


# ---- more of the same


def test_a_further_wager_adds_to_the_first_7_d():
    result = one({1: seat("Ann", 2000, *WINS)}, before=[wager("Ann", 1, 1500)])
    assert summary(result, "1 pai-gow") == ("win", 3500, 175)


def test_a_low_hand_is_of_ones_own_cards_11_b():
    wrong = [act(player("Ann"), "set-hand", position=1, low=low) for low in ("2c 2d", "Kc Kc")]
    result = one({1: seat("Ann", 2000, *WINS)}, dealt=wrong)
    assert [entry.get("clause") for entry in result["acts"][3:6]] == ["11.B", "11.B", None]


def test_an_abandoned_wager_contributes_at_settlement_pg_51():
    seats = {1: seat("Ann", 2000, *WINS, progressive=100)}
    after = [act(player("Ann"), "leave"), act(FLOOR, "abandon", position=1)]
    result = with_meter(seats, after=after, readings={"PG-51": "at-settlement"})
    assert result["meters"]["progressive/meter"]["after"] == "1000025"


def test_a_wager_that_goes_back_takes_its_contribution_along_pg_90():
    seats = {1: seat("Ann", 2000, *WINS, progressive=100), 2: seat("Bob", 2000, *LOSES, progressive=100)}
    after = [act(DEALER, "settle-side", position=1), act(DEALER, "report-misdeal", hands={"2": 6})]
    result = with_meter(seats, after=after, readings={"PG-90": "settled-stands"})
    assert [entry["position"] for entry in result["meters"]["progressive/meter"]["contributions"]] == [1]
    assert result["meters"]["progressive/meter"]["after"] == "1000025"


def test_a_share_after_a_reset_is_taken_from_the_reset_meter_13_f():
    seats = {
        1: seat("Ann", 2000, *SEVEN_SUITED, progressive=100),
        2: seat("Bob", 2000, "As Ad Ac Ah Jk 9c 2h", "9c 2h", progressive=100),
    }
    result = with_meter(seats, "5000000")
    assert [award["cents"] for award in result["meters"]["progressive/meter"]["awards"]] == [5000050, 100000]
    assert result["meters"]["progressive/meter"]["after"] == "900000"


@pytest.mark.parametrize(("looked", "clause"), [(False, None), (True, "14.C")])
def test_real_cards_that_nobody_has_looked_at_14_c_pg_103(looked, clause):
    seats = {1: {**seat("Ann", 2000, *WINS), "low": ""}, 2: seat("Bob", 2000, *LOSES)}
    dealt = [
        act(DEALER, "count-stub", cards=4),
        act(DEALER, "report-exposed", position=1, cards="As", looked=looked),
        act(player("Ann"), "choose-exposed", position=1, choice="void"),
        act(player("Ann"), "set-hand", position=1, low=WINS[1]),
    ]
    result = decided([a_round(seats, ordinary(seats, dealt=dealt), physical=True)])[0]
    assert result["acts"][6].get("clause") == clause
    assert result["wagers"]["1 pai-gow"]["result"] == ("win" if looked else "void")


@pytest.mark.parametrize("after", [["leave", "abandon"], ["void"]])
def test_abandoned_and_void_hands_earn_nobody_envy_pg_12(after):
    nines = ("9c 9d 9h 9s Kc Qd 2h", "Kc Qd")
    seats = {1: seat("Ann", 2000, *LOSES, fortune_bonus=500), 2: seat("Bob", 2000, *nines)}
    if after == ["void"]:
        seats[2]["low"] = ""
        choice = [act(player("Bob"), "choose-exposed", position=2, choice="void")]
        assert one(seats, exposed={"2": "9c"}, dealt=choice)["envy"] == {}
        return
    gone = [act(player("Bob"), "leave"), act(FLOOR, "abandon", position=2)]
    assert one(seats, after=gone[:1])["envy"] == {"1 fortune-bonus": 500}
    assert one(seats, after=gone)["envy"] == {}


def test_a_losing_wager_of_the_house_goes_back_in_a_void_bank_round_pg_90():
    after = [act(DEALER, "expose", position=1), act(DEALER, "report-misdeal", hands={"2": 6})]
    result = banked({1: seat("Ann", 2000, *TIES)}, house=HOUSE_LOSES, after=after, readings={"PG-90": "settled-stands"})
    assert result["net"] == {}
    assert result["bank"]["house"] == "void"


def test_a_bank_that_leaves_before_betting_is_closed_gives_up_12_c():
    acts = [passing("Ann", 1), take(), act(player("Ann"), "leave"), wager("Bob", 2, 2000), act(DEALER, "close-betting")]
    seats = {1: seat("Ann", 0, *TIES), 2: seat("Bob", 2000, *LOSES), 3: BANKER}
    acts[1:1] = [passing("Bob", 2)]
    assert decided([a_round(seats, acts)], options=BANK, left=LEFT)[0]["bank"]["player"] == "Cid"
    acts[3] = act(player("Cid"), "leave")
    assert decided([a_round(seats, acts)], options=BANK, left=LEFT)[0]["bank"] is None


def test_one_player_banks_and_nobody_is_asked_twice_12_c_1():
    acts = [passing("Ann", 1), act(player("Ann"), "accept-bank", position=1), passing("Bob", 2), take(), take("Bob", 2)]
    seats = {1: seat("Ann", 0, *TIES), 2: seat("Bob", 2000, *LOSES), 3: BANKER}
    result = decided([a_round(seats, acts)], options=BANK, left=LEFT)[0]
    assert [entry.get("clause") for entry in result["acts"]] == [None, "12.C(1)(a)", None, None, "12.C"]
    offered = [act(DEALER, "offer-bank", position=1), *acts[:2], act(DEALER, "offer-bank", position=2), take("Bob", 2)]
    result = decided([a_round(seats, offered)], options=BANK, left=LEFT)[0]
    assert [entry.get("clause") for entry in result["acts"]] == [None, None, "12.C(1)(a)", None, None]


def test_a_new_game_begins_its_offers_at_the_far_right_pg_28():
    seats = {1: seat("Ann", 2000, *WINS)}
    result = decided([a_round(seats, ordinary(seats), **{"new-game": True})], options=BANK, left={**LEFT, "first-offer": 4})[0]
    assert (result["left"]["rounds"], result["left"]["first-offer"]) == (1, 1)


def test_a_correction_of_a_meter_outlives_a_void_round_pg_90():
    seats = {1: seat("Ann", 2000, *WINS, progressive=100)}
    late = [act(DEALER, "report-misdeal", round=1, hands={"2": 6}), act(FLOOR, "rule-finding", round=1, choice="carry-out")]
    second = ordinary(seats, before=late, hands={"2": 6})
    shown = [{"meters": {"progressive/meter": amount}} for amount in ("2000000", "2000025")]
    rounds = [a_round(seats, ordinary(seats), 1, **shown[0]), a_round(seats, second, 2, **shown[1])]
    result = decided(rounds, wagers={**WAGERS, **PROGRESSIVE}, meters=[METER])[1]
    assert result["meters"]["progressive/meter"]["after"] == "2000000"


def test_an_unwound_wager_is_owed_its_stake_and_nothing_else_pg_90():
    seats = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *LOSES)}
    after = [act(DEALER, "pay", position=1), act(DEALER, "report-misdeal", hands={"2": 6})]
    got = one(seats, after=after)["wagers"]["1 pai-gow"]
    assert (got["result"], got["returned"], got["cents"], got["vigorish"]) == ("void", 2000, 0, 0)


def test_the_houses_wager_counts_against_what_others_may_bet_pg_58():
    down = act(DEALER, "stake-house")
    acts = [passing("Ann", 1), take(), wager("Ann", 1, 2000), act(DEALER, "confirm-bank"), down, wager("Ann", 1, 1000)]
    round_ = a_round({1: seat("Ann", 2000, *TIES), 3: BANKER}, acts, chips={"Cid": 6500})
    result = decided([round_], options=BANK, left=LEFT)[0]
    assert result["bank"]["house-stake"] == 4000
    assert result["acts"][-1]["clause"] == "12.D(2)"


def test_only_the_abandoned_positions_wagers_are_lost_7_c_2():
    seats = {1: seat("Ann", 2000, *WINS), 2: seat("Bob", 2000, *ALSO_WINS)}
    result = one(seats, after=[act(player("Ann"), "leave"), act(FLOOR, "abandon", position=1)])
    assert [result["wagers"][f"{place} pai-gow"]["result"] for place in (1, 2)] == ["lose", "win"]


def test_dealers_cards_that_were_racked_are_not_exposed_14_d_pg_31():
    seen = act(DEALER, "report-exposed", position=0, cards="2h")
    assert banked({1: seat("Ann", 2000, *TIES)}, after=[seen])["void"]["reason"] == "dealer-card-exposed"
    assert banked({1: seat("Ann", 2000, *TIES)}, after=[act(DEALER, "rack-dealer"), seen])["void"] is None


def test_filed_meters_must_have_an_amount():
    with pytest.raises(ValueError, match="meters"):
        one({1: seat("Ann", 2000, *WINS)}, wagers={**WAGERS, **PROGRESSIVE}, meters=[METER])


# ---- who sets his hands when


def refused_before_the_count(counted):
    """Ann asks to set her hands before what is left is counted, and sets them later."""
    asked = {**act(player("Ann"), "set-hand", position=1, low=WINS[1]), "refused": True}
    acts = one({1: seat("Ann", 2000, *WINS)}, dealt=[asked, *counted])["acts"]
    return acts[3]


def test_hands_are_set_when_what_is_left_was_counted_11_a():
    asked = refused_before_the_count([act(DEALER, "count-stub")])
    assert (asked["allowed"], asked["clause"]) == (False, "11.A")


def test_a_record_may_leave_the_count_out_11_a():
    assert refused_before_the_count([])["allowed"]


def test_a_bank_who_leaves_keeps_its_optional_wagers_pg_111():
    banker = seat("Cid", 0, "2h 4h 6h 8h Th Kc Qd", "Kc Qd", fortune_bonus=500)
    gone = [act(player("Cid"), "leave"), act(FLOOR, "abandon", position=3)]
    readings = {"PG-48": "always-lost", "PG-57": "face-down"}
    result = banked({1: seat("Ann", 2000, *WINS)}, banker=banker, after=gone, readings=readings)
    assert summary(result, "3 fortune-bonus") == ("win", 2000, 0)
    assert [one["why"] for one in result["acts"] if not one["allowed"]] == ["a bank's hand is played on (PG-111)"]

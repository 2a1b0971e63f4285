"""The referee's reading of the Division's Pai Gow Poker: irregularities, in the round and after it."""

from typing import Any

import pytest

from houseway_referee import NotDecided, RecordError
from tests.referee.div_rounds import (
    BANK,
    LEFT,
    LOSE,
    LOSE_LOW,
    PUSH,
    PUSH_LOW,
    WIN,
    WIN_LOW,
    a_round,
    bank_round,
    base,
    dealer,
    floor,
    player,
    rule,
    side,
)

HANDS = {1: (WIN, WIN_LOW), 2: (LOSE, LOSE_LOW)}
WAGERS = {1: side(progressive=100), 2: base(3000)}
HAND, SHOE = {"table.dealing": "hand"}, {"table.dealing": "automated-shoe"}


def unset(reports: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """Write a round that ends before hands are set."""
    return a_round(WAGERS, HANDS, settings=False, after_deal=reports, **more)


def reason(result: dict[str, Any]) -> str | None:
    return result["void"] and str(result["void"]["reason"])


@pytest.mark.parametrize(
    ("report", "options", "why", "clause"),
    [
        (dealer("report-misdeal", hands={"1": 6}), {}, "misdeal", "(n)(8)"),
        (dealer("report-misdeal", hands={"0": 8}), {}, "misdeal", "(n)(8)"),
        (dealer("count-stub", cards=5), {}, "wrong-stub", "(h)(4)(ii)#2"),
        (dealer("count-stub", cards=3), HAND, "wrong-stub", "(i)(4)(ii)#2"),
        (dealer("count-stub", cards=5, hands={"2": 6}), SHOE, "misdeal", "(n)(8)"),
        (dealer("report-exposed", position=0, cards="6s"), {}, "dealer-card-exposed", "(n)(5)"),
        (dealer("report-face-up", face_up=[50, 51]), {}, "cards-face-up", "(n)(6)#2"),
        (dealer("report-face-up", face_up=[9], places={"9": 2}), {}, "misdeal", "(n)(6)#1"),
        (dealer("report-start", first=3), {}, "wrong-start", "(n)(3)"),
        (dealer("report-exposed", stack=2), HAND, "card-exposed", "(n)(11)"),
        (dealer("report-stacks"), HAND, "stacks", "(n)(12)"),
        (dealer("report-device", device="automated-shoe", usable=False), SHOE, "automated-shoe", "(n)(14)#1"),
    ],
)
def test_n_void_rounds_return_all_wagers(report: dict[str, Any], options: dict[str, Any], why: str, clause: str) -> None:
    """The number 3 starts at position 2, so that 3 is a wrong start."""
    [result] = rule(unset([report]), options=options)
    assert (reason(result), result["void"]["clauses"][0]) == (why, clause)
    assert {wager["result"] for wager in result["wagers"].values()} == {"void"}
    assert result["net"] == {}
    assert result["meters"]["progressive/meter"]["after"] == "2000000"
    assert result["left"]["rounds"] == 0


@pytest.mark.parametrize(
    ("report", "options"),
    [
        (dealer("report-start", first=2), {}),
        (dealer("report-exposed", position=1, cards="As", who="player"), {}),
        (dealer("report-face-up", face_up=[50, 51], where="rack"), {}),
        (dealer("report-device", device="shuffler", usable=False), {"table.shuffler": True}),
        (dealer("report-exposed", position=5, cards="2h"), {}),
        (dealer("report-misdeal", hands={"5": 6}), {}),
    ],
)
def test_n_reports_that_change_nothing(report: dict[str, Any], options: dict[str, Any]) -> None:
    [result] = rule(a_round(WAGERS, HANDS, after_deal=[report]), options=options)
    assert result["void"] is None
    assert result["wagers"]["1 pai-gow"]["result"] == "win"


def test_n_6_one_card_set_aside_leaves_three() -> None:
    played = a_round(WAGERS, HANDS, deal={"face_up": [3]})
    for act in played["acts"]:
        if act["act"] == "count-stub":
            act["facts"]["cards"] = 3
    assert rule(played)[0]["void"] is None
    played["acts"] = played["acts"][:-3]
    assert reason(rule(played, DIV_47="void")[0]) == "wrong-stub"


def test_n_6_a_second_card_reported_later_voids() -> None:
    late = [
        dealer("report-face-up", face_up=[3]),
        dealer("report-face-up", face_up=[3]),
        dealer("report-face-up", face_up=[52]),
    ]
    played = a_round(WAGERS, HANDS, after_sets=late)
    assert reason(rule(played)[0]) == "cards-face-up"
    played["acts"].pop()
    assert rule(played)[0]["void"] is None


def test_n_4_the_player_may_void_a_hand_with_an_exposed_card() -> None:
    """Ann's base and progressive wagers go back and feed no meter, or are lost."""
    choice = [player("Ann", "choose-exposed", position=1, choice="void")]
    played = a_round(WAGERS, {1: (WIN, ""), 2: HANDS[2]}, deal={"exposed": {"1": "As"}}, after_deal=choice)
    [result] = rule(played)
    assert result["net"] == {"player Bob": -3000, "inventory": 3000}
    assert result["meters"]["progressive/meter"]["after"] == "2000000"
    [result] = rule(played, DIV_29="forfeit")
    assert result["net"] == {"player Ann": -2100, "player Bob": -3000, "inventory": 5100}
    assert result["meters"]["progressive/meter"]["after"] == "2000021"


def test_n_4_2_a_player_who_has_seen_the_cards_plays() -> None:
    """After the count the cards are shown; with real cards only a report says so."""
    report = dealer("report-exposed", position=1, cards="As", when="dealing")
    choice = player("Ann", "choose-exposed", position=1, choice="void")
    acts = [dealer("count-stub", cards=4), report, choice]
    played = unset(acts)
    with pytest.raises(RecordError):
        rule(played)
    played["physical"] = True
    played["acts"] += [player("Bob", "set-hand", position=2, low=LOSE_LOW), dealer("set-dealer", low="Kh Qc")]
    assert rule(played)[0]["wagers"]["1 pai-gow"]["result"] == "void"
    played["acts"][-4]["facts"]["looked"] = True
    with pytest.raises(RecordError):
        rule(played)


def test_p_3_a_number_that_was_settled_stands_in_a_void_round() -> None:
    wagers = {1: {"pai-gow": 2000, "number:3": 200}}
    played = a_round(wagers, HANDS, settings=False, after_deal=[dealer("report-misdeal", hands={"1": 6})])
    assert rule(played)[0]["net"] == {"player Ann": 1100, "inventory": -1100}
    assert rule(played, DIV_30="refunded")[0]["net"] == {}


def test_n_5_forfeit_takes_open_wagers_to_the_house_or_the_bank() -> None:
    report = [dealer("report-misdeal", hands={"1": 6})]
    [result] = rule(unset(report), DIV_10="forfeit")
    assert result["net"] == {"player Ann": -2100, "player Bob": -3000, "inventory": 5100}
    assert result["meters"]["progressive/meter"]["after"] == "2000021"


def test_q_5_a_void_before_the_deal_keeps_contributions_if_read_so() -> None:
    """Wagers are locked out with the call; the shoe jams before a card is dealt."""
    played = unset([])
    played["acts"][-1] = dealer("report-device", device="automated-shoe", usable=False)
    assert rule(played, options=SHOE)[0]["meters"]["progressive/meter"]["after"] == "2000000"
    assert rule(played, options=SHOE, DIV_51="kept")[0]["meters"]["progressive/meter"]["after"] == "2000021"


def voided_bank(report: dict[str, Any]) -> dict[str, Any]:
    played = bank_round()
    place = next(number for number, act in enumerate(played["acts"]) if act["act"] == "set-hand")
    played["acts"] = [*played["acts"][:place], report]
    return played


def test_n_5_forfeit_against_a_bank() -> None:
    """$20 and $50 go to the centre, and $66.50 of it to Cid; the house's $15 go back. A card of the bank loses nobody anything."""
    [result] = rule(voided_bank(dealer("report-misdeal", hands={"1": 6})), options=BANK, left=LEFT, DIV_10="forfeit")
    assert result["net"] == {"player Ann": -2000, "player Bob": -5000, "player Cid": 6650, "vigorish": 350}
    [result] = rule(voided_bank(dealer("report-exposed", position=3)), options=BANK, left=LEFT, DIV_10="forfeit")
    assert (reason(result), result["net"]) == ("bank-card-exposed", {})


def test_m_3_6_a_void_bank_round_counts_against_its_bank() -> None:
    played = voided_bank(dealer("report-exposed", position=3))
    [result] = rule(played, options=BANK, left=LEFT)
    assert (result["left"]["last-bank"], result["left"]["first-offer"]) == ("Cid", 1)
    [result] = rule(played, options=BANK, left=LEFT, DIV_91="played-again")
    assert result["left"]["last-bank"] is None


def test_n_8_found_when_part_is_settled() -> None:
    """Ann is exposed and lost; Bob's hand then turns out to have six cards."""
    marks = [dealer("expose", position=1), dealer("expose", position=2, hands={"2": 6})]
    played = a_round({1: base(), 2: base(3000)}, {1: (LOSE, LOSE_LOW), 2: (WIN, WIN_LOW)}, after_sets=marks)
    assert rule(played)[0]["net"] == {}
    [result] = rule(played, DIV_90="settled-stands")
    assert result["net"] == {"player Ann": -2000, "inventory": 2000}
    assert result["wagers"]["2 pai-gow"]["result"] == "void"


def test_l_5_what_has_no_mark_was_done_before_the_next_mark() -> None:
    """Nothing marks that Ann was exposed, but Bob comes after her."""
    marks = [dealer("expose", position=2, hands={"2": 6})]
    played = a_round({1: base(), 2: base(3000)}, {1: (LOSE, LOSE_LOW), 2: (WIN, WIN_LOW)}, after_sets=marks)
    assert rule(played, DIV_90="settled-stands")[0]["net"] == {"player Ann": -2000, "inventory": 2000}


def test_l_5_1_hands_are_exposed_from_the_right() -> None:
    marks = [dealer("expose", position=2), dealer("expose", position=1)]
    [result] = rule(a_round({1: base(), 2: base(3000)}, HANDS, after_sets=marks))
    assert [act["clause"] for act in result["acts"] if not act["allowed"]] == ["(l)(5)#1"]


def test_m_12_3_the_centre_of_an_unsettled_bank_goes_back() -> None:
    """Bob's hand has six cards; the house's $15 lie in the centre by then."""
    played = bank_round()
    played["acts"] += [dealer("expose", position=1), dealer("report-misdeal", hands={"2": 6})]
    assert rule(played, options=BANK, left=LEFT, DIV_90="settled-stands")[0]["net"] == {}
    played["acts"][-1:] = [dealer("pay", position=1), dealer("report-misdeal", hands={"2": 6})]
    with pytest.raises(NotDecided):
        rule(played, options=BANK, left=LEFT, DIV_90="settled-stands")


def test_n_14_a_jam_after_the_count() -> None:
    jam = [dealer("report-device", device="automated-shoe", usable=False)]
    played = a_round(WAGERS, HANDS, after_sets=jam)
    assert reason(rule(played, options=SHOE)[0]) == "automated-shoe"
    assert rule(played, options=SHOE, DIV_111="while-cards-are-in-it")[0]["void"] is None


def test_n_11_wagers_stand_and_the_stacks_are_dealt_again() -> None:
    played = a_round(WAGERS, HANDS, deal={"stacks": True})
    again = next(act for act in played["acts"] if act["act"] == "deal")
    place = played["acts"].index(again)
    played["acts"].insert(place + 1, {**again, "facts": {"cards": again["facts"]["cards"]}})
    [result] = rule(played, options=HAND, DIV_108="wagers-stand")
    assert result["wagers"]["1 pai-gow"]["result"] == "win"
    assert reason(rule(played, options=HAND)[0]) == "stacks"


def test_n_11_a_card_seen_while_stacks_are_dealt_has_them_dealt_again() -> None:
    played = a_round(WAGERS, HANDS)
    place = next(place for place, act in enumerate(played["acts"]) if act["act"] == "deal")
    played["acts"][place:place] = [played["acts"][place], dealer("report-exposed", when="stacking")]
    assert rule(played, options=HAND, DIV_108="wagers-stand")[0]["void"] is None


@pytest.mark.parametrize("report", [dealer("report-exposed", stack=3), dealer("report-stacks")], ids=lambda act: act["act"])
def test_n_11_n_12_what_is_found_when_the_stacks_lie_there_voids_the_round(report: dict[str, Any]) -> None:
    played = a_round(WAGERS, HANDS)
    place = next(place for place, act in enumerate(played["acts"]) if act["act"] == "deal")
    played["acts"][place + 1 :] = [report]
    assert rule(played, options=HAND, DIV_108="wagers-stand")[0]["void"]["what"] == "round"


@pytest.mark.parametrize("options", [HAND, SHOE], ids=["hand", "shoe"])
def test_n_15_the_start_is_found_again_if_the_shaker_fails_before_stacks_are_delivered(options: dict[str, Any]) -> None:
    """From the hand, the stacks are dealt and wait by then."""
    played = a_round(WAGERS, HANDS)
    found = next(act for act in played["acts"] if act["act"] == "find-start")
    played["acts"].remove(found)
    dealt = next(place for place, act in enumerate(played["acts"]) if act["act"] == "deal")
    after = dealt + 1 if options is HAND else dealt
    played["acts"][after:after] = [found, dealer("report-device", device="shaker"), found]
    assert all(act["allowed"] for act in rule(played, options=options)[0]["acts"])


# ---- after the round


def second_round(*first: dict[str, Any], **more: Any) -> dict[str, Any]:
    played = a_round({1: base()}, {1: (PUSH, PUSH_LOW)}, **more)
    played["acts"] = [*first, *played["acts"]]
    return played


REPORT = floor("report-misdeal", round=1, hands={"2": 8})
CARRY_OUT = floor("rule-finding", round=1, choice="carry-out")


def test_n_8_found_after_the_round_is_unwound_by_a_ruling() -> None:
    """Ann's win of $20 less $1 and her dollar, and Bob's $30 go back; the meter gives 21 cents back."""
    rounds = [a_round(WAGERS, HANDS), second_round(REPORT, CARRY_OUT, meters={"progressive/meter": "2000021"})]
    _, result = rule(*rounds)
    [finding] = result["findings"]
    assert finding["net"] == {"inventory": -1100, "player Ann": -1800, "player Bob": 3000, "vigorish": -100}
    assert (finding["meters"], finding["carried-out"]) == ({"progressive/meter": "-21"}, True)
    assert result["left"]["rounds"] == 1
    assert result["net"] == {}


def test_n_8_found_after_the_round_and_let_stand() -> None:
    stands = floor("rule-finding", round=1, choice="stand")
    _, result = rule(a_round(WAGERS, HANDS), second_round(REPORT, stands, meters={"progressive/meter": "2000021"}))
    assert result["findings"][0]["carried-out"] is False
    assert result["left"]["rounds"] == 2


def test_q_6_a_late_void_does_not_take_the_meter_below_its_reset_amount() -> None:
    rounds = [a_round(WAGERS, HANDS), second_round(REPORT, CARRY_OUT, meters={"progressive/meter": "1000010"})]
    assert rule(*rounds)[1]["findings"][0]["meters"] == {"progressive/meter": "-10"}


def test_m_4_i_a_bank_that_had_bet_in_a_void_round_only() -> None:
    """Nobody may bank in round 2 once round 1 is void: no round of the game counts."""
    takes = player("Ann", "accept-bank", position=1)
    rounds = [
        a_round({1: base()}, {1: (WIN, WIN_LOW)}),
        second_round(floor("report-misdeal", round=1, hands={"1": 8}), CARRY_OUT, takes),
    ]
    _, result = rule(*rounds, options=BANK)
    assert [act["clause"] for act in result["acts"] if not act["allowed"]] == ["(m)(2)#1"]


@pytest.mark.parametrize(("wrong", "void"), [({"hands": {"5": 6}}, False), ({"stacks": {"5": 6}}, True)])
def test_i_4_ii_any_stack_may_become_a_hand(wrong: dict[str, Any], void: bool) -> None:
    """Nobody has wagered at position 5. Of the stacks nobody knows yet which goes there."""
    played = a_round({1: base()}, {1: (WIN, WIN_LOW)})
    next(act for act in played["acts"] if act["act"] == "count-stub")["facts"] |= wrong
    [result] = rule(played, options={"table.dealing": "hand"})
    assert (result["void"] is not None) == void

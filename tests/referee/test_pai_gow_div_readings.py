"""The referee's reading of the Division's Pai Gow Poker: readings that the other files leave out."""

from typing import Any

import pytest

from tests.referee.div_rounds import (
    BANK,
    DEALER_LOW,
    LEFT,
    LOSE,
    LOSE_LOW,
    PASSED,
    WAGERS,
    WIN,
    WIN_LOW,
    a_round,
    bank_round,
    banker,
    base,
    bet,
    dealer,
    player,
    rule,
    side,
)

QUADS = ("9c 5s 7s 7d 7h 7c 2c", "9c 5s")


def reason(result: dict[str, Any]) -> str | None:
    return result["void"] and str(result["void"]["reason"])


def cut_before(played: dict[str, Any], act: str, *reports: dict[str, Any]) -> dict[str, Any]:
    """Put reports in the place of an act and of all that follows."""
    place = next(number for number, one in enumerate(played["acts"]) if one["act"] == act)
    return {**played, "acts": [*played["acts"][:place], *reports]}


def test_s_1_higher_odds_that_are_filed_or_the_schedule() -> None:
    """$5 on four of a kind at 30 to 1 is $150, by the schedule $125."""
    wagers = {**WAGERS, "bonus": {"minimum": 100, "maximum": 1000, "pays": {"four-of-a-kind": "30 to 1"}}}
    played = a_round({1: side(bonus=500)}, {1: QUADS})
    assert rule(played, wagers=wagers)[0]["wagers"]["1 bonus"]["cents"] == 15000
    assert rule(played, wagers=wagers, DIV_13="schedule-only")[0]["wagers"]["1 bonus"]["cents"] == 12500


def test_n_10_a_legal_bank_is_reset_only_if_bound_to_the_house_way() -> None:
    """Cid may put the sixes in front of eight and four; the dealer resets that where the house way binds him."""
    played = bank_round()
    for act in played["acts"]:
        if act["act"] == "set-bank":
            act["facts"]["low"] = "8d 4d"
    played["acts"].append(dealer("reset", place=3, low=DEALER_LOW))
    assert not rule(played, options=BANK, left=LEFT)[0]["acts"][-1]["allowed"]
    assert rule(played, options=BANK, left=LEFT, DIV_34="house-way")[0]["acts"][-1]["allowed"]


def test_m_11_1_an_exposed_card_of_a_dealer_without_a_wager() -> None:
    """From a shoe his cards are collected with those of empty places; from the hand they are a hand."""
    acts = [*PASSED, player("Cid", "accept-bank", position=3), banker("Cid", "house-stake", amount=0)]
    played = bank_round(acts)
    place = next(number for number, act in enumerate(played["acts"]) if act["act"] == "set-hand")
    played["acts"].insert(place, dealer("report-exposed", position=0, when="dealing"))
    assert rule(played, options=BANK, left=LEFT)[0]["void"] is None
    assert reason(rule(played, options=BANK, left=LEFT, DIV_44="set-anyway")[0]) == "dealer-card-exposed"
    assert reason(rule(played, options={**BANK, "table.dealing": "hand"}, left=LEFT)[0]) == "dealer-card-exposed"


@pytest.mark.parametrize(("when", "why"), [("dealing", "dealer-card-exposed"), ("later", None)])
def test_n_5_it_voids_a_round_as_of_when_it_was_exposed(when: str, why: str | None) -> None:
    """A dead hand of the dealer's is in the discard rack when it is said that a card of it was exposed in the deal (DIV-44)."""
    acts = [*PASSED, player("Cid", "accept-bank", position=3), banker("Cid", "house-stake", amount=0)]
    played = bank_round(acts)
    place = 1 + max(number for number, act in enumerate(played["acts"]) if act["act"] == "set-hand")
    played["acts"][place:place] = [dealer("rack-dealer"), dealer("report-exposed", position=0, when=when)]
    result = rule(played, options=BANK, left=LEFT, DIV_44="dead")[0]
    assert (result["void"] and str(result["void"]["reason"])) == why


def test_k_4_the_button_in_a_bank_round() -> None:
    """The button lies at the dealer, Cid banks at position 3: a deal that begins there is wrong, unless it begins at the bank."""
    played = bank_round()
    played["acts"] = [dealer("find-start") if act["act"] == "find-start" else act for act in played["acts"]]
    begun = cut_before(played, "set-hand", dealer("report-start", first=3))
    options = {**BANK, "table.starting-position": "button", "table.dealing": "automated-shoe"}
    result = rule(begun, options=options, left=LEFT)[0]
    assert (reason(result), result["left"]["button"]) == ("wrong-start", 0)
    assert rule(begun, options=options, left=LEFT, DIV_94="moves")[0]["left"]["button"] == 6
    played["acts"].insert(-4, dealer("report-start", first=3))
    assert rule(played, options=options, left=LEFT, DIV_49="button-at-bank")[0]["void"] is None


def test_m_3_the_bank_is_offered_when_wagers_are_down() -> None:
    """Cid takes it before anybody has bet; by the other reading that is too early."""
    played = bank_round([])
    played["acts"] = [*PASSED, player("Cid", "accept-bank", position=3), *played["acts"]]
    assert rule(played, options=BANK, left=LEFT)[0]["bank"]["player"] == "Cid"
    early = cut_before(played, "close-betting")
    early["acts"] = early["acts"][:3]
    acts = rule(early, options=BANK, left=LEFT, DIV_54="after")[0]["acts"]
    assert [act["clause"] for act in acts] == ["(m)(4)(ii)"] * 3


def test_m_6_a_bank_that_has_already_bet_takes_its_base_wager_back_first() -> None:
    taken, back = player("Cid", "accept-bank", position=3), player("Cid", "take-back", position=3, wager="pai-gow")
    acts = [
        bet("Cid", 3, "pai-gow", 2000),
        *PASSED,
        taken,
        back,
        taken,
        banker("Cid", "wager", position=3, wager="bonus", amount=100),
    ]
    [result] = rule(bank_round(acts), options=BANK, left=LEFT, DIV_54="after")
    assert [one["clause"] for one in result["acts"] if not one["allowed"]] == ["(m)(6)"]
    assert [name for name in result["wagers"] if name.startswith("3")] == ["3 bonus"]


def test_m_11_2_when_the_banks_cards_lie_open() -> None:
    """A card of the bank that is seen after it has set voids the round, unless it sets openly: also when the dealer has set."""
    played = cut_before(bank_round(), "set-dealer", dealer("report-exposed", position=3))
    assert reason(rule(played, options=BANK, left=LEFT)[0]) == "bank-card-exposed"
    played["acts"].append(dealer("set-dealer", low=LOSE_LOW))
    assert rule(played, options=BANK, left=LEFT, DIV_56="openly")[0]["void"] is None
    shown = dealer("expose", position=3), dealer("report-exposed", position=3)
    for marks, why in ((shown[1:], "bank-card-exposed"), (shown, None)):
        played = bank_round()
        place = next(place for place, act in enumerate(played["acts"]) if act["act"] == "set-dealer")
        played["acts"][place + 1 :] = [*marks] if why else [*marks, *played["acts"][place + 1 :]]
        assert reason(rule(played, options=BANK, left=LEFT)[0]) == why


def test_r_4_i_one_pass_with_a_bonus_wager() -> None:
    """In one pass Ann was paid before Bob's short hand was found; in two she was only exposed."""
    marks = [dealer("expose", position=2, hands={"2": 6})]
    played = a_round({1: side(bonus=100), 2: base()}, {1: (WIN, WIN_LOW), 2: (LOSE, LOSE_LOW)}, after_sets=marks)
    [result] = rule(played, DIV_90="settled-stands")
    assert result["net"]["player Ann"] == 1800
    assert rule(played, DIV_90="settled-stands", DIV_63="two-passes")[0]["net"] == {}


def test_n_6_1_a_card_face_up_in_a_hand_may_be_an_exposed_card() -> None:
    """Ann chooses before she has seen the others; a card of the dealer's voids the round in either case."""
    found = {"face_up": [9], "places": {"9": 1}}
    choice = [player("Ann", "choose-exposed", position=1, choice="void")]
    played = a_round({1: base()}, {1: (WIN, "")}, deal=found, after_deal=choice)
    assert rule(played, DIV_110="exposed")[0]["wagers"]["1 pai-gow"]["clauses"] == ["(n)(4)#1"]
    assert reason(rule(played)[0]) == "misdeal"
    found = {"face_up": [9], "places": {"9": 0}}
    played = a_round({1: base()}, {1: (WIN, WIN_LOW)}, deal=found, settings=False)
    assert reason(rule(played, DIV_110="exposed")[0]) == "dealer-card-exposed"


def test_q_4_a_higher_share_that_is_filed() -> None:
    """12 percent of $20,000.21 is $2,400.0252, up to the cent $2,400.03."""
    wagers = {**WAGERS, "progressive": {"stake": [100], "paytable": "1", "pays": {"five-aces": "12% of meter"}}}
    played = a_round({1: side(progressive=100)}, {1: ("Ks 2d As Ah Ac Ad Jk", "Ks 2d")})
    [result] = rule(played, wagers=wagers)
    assert result["wagers"]["1 progressive"]["cents"] == 240003


def test_m_7_2_the_house_wager_is_cut_when_it_is_put_down() -> None:
    """Cid lets the house wager $15, of which he covers $10 beside the others' wagers."""
    wagered = {**LEFT, "wagered": {**LEFT["wagered"], "Cid": [1500]}}
    taken = [*PASSED, player("Cid", "accept-bank", position=3), dealer("confirm-bank")]
    acts = [*taken, banker("Cid", "house-stake", amount=1500), dealer("stake-house")]
    [result] = rule(bank_round(acts, chips={"Cid": 8000}), options=BANK, left=wagered, DIV_24="others-then-house-cut")
    assert result["bank"]["house-stake"] == 1000
    assert all(one["allowed"] for one in result["acts"])

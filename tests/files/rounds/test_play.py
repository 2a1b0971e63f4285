"""Rounds that are played from a file: cards come out where they are wanted, players decide as told."""

import pytest

from houseway.cards import parse_hand
from houseway.errors import Malformed, NotAllowed
from houseway.explanation.why import explain_round
from houseway.files.rounds.check import check_expectations
from tests.support.round_texts import HAND, LEAST, MACHINE, facts_of, four_card, played, settled, ultimate
from tests.support.submissions import DIV, MD

HANDS = {1: "As Ad Kc Kd 9h 5s 3c", 4: "8s 7d 6c 4h 3h 2d Jc", 0: "6s 6d Kh Qc 8d 4d 3s"}
DECISIONS = ("player-checked", "play-decided", "hand-folded")


def dealt(round_played):
    return next(event["hands"] for event in round_played.events if event.kind == "cards-dealt")


# Named cards


@pytest.mark.parametrize("book", [MD, DIV])
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
@pytest.mark.parametrize("bank", ["", "bank = 4"])
def test_named_cards_are_dealt_by_every_method_of_pai_gow_poker(book, dealing, bank):
    stake = "" if bank else 'wagers = { pai-gow = "$10" }'
    house = 'house-stake = "$25"' if book == MD else ""
    reading = '[readings]\nDIV-23 = "dealer-round"' if book == DIV else ""
    result = played(f"""
title = "{dealing}"
book = "{book}"
submission = "minimal"
{bank}
[options]
table.dealing = "{dealing}"
table.spare-cover-card = "none"
table.shuffler = {"true" if dealing == "hand" else "false"}
[options.bank]
offered = true
{house}
{reading}
[players.1]
cards = "{HANDS[1]}"
wagers = {{ pai-gow = "$10" }}
[players.4]
cards = "{HANDS[4]}"
{stake}
[dealer]
cards = "{HANDS[0]}"
[cards]
stub = "2c 2h"
""")
    assert check_expectations(result) == []
    hands = dealt(result)
    assert {place: set(hands[place]) for place in HANDS} == {place: set(parse_hand(hand)) for place, hand in HANDS.items()}
    stub = next(event["stub"] for event in result.events if event.kind == "cards-dealt")
    assert set(parse_hand("2c 2h")) <= set(stub)


@pytest.mark.parametrize("top", ["", HAND, MACHINE, MACHINE + '\ntable.dealer-cards = "left-in-shuffler"', "physical = true"])
def test_named_cards_are_dealt_by_every_method_of_ultimate(top):
    result = settled(ultimate(top, '[expect.wagers]\n"1 blind" = "win 500000"\n"2 ante" = "lose"\n[expect.net]\nBob = -2000'))
    assert facts_of(result, "dealer-turned", "cards") == [parse_hand("4h 5h")]
    assert sum(facts_of(result, "flop-dealt", "cards") + facts_of(result, "final-dealt", "cards"), ()) == parse_hand(
        "Qs Js Ts 3h 3d"
    )


@pytest.mark.parametrize("top", ["", HAND, MACHINE, "physical = true"])
def test_named_cards_are_dealt_by_every_method_of_four_card_poker(top):
    result = settled(
        four_card(top, end='[expect.wagers]\n"1 ante" = "lose"\n"1 aces-up" = "win 2000"\n[expect.net]\nAnn = -1000')
    )
    assert facts_of(result, "cards-dealt", "up") == [parse_hand("Kd")]
    assert facts_of(result, "dealer-turned", "cards") == [parse_hand("4s 5h 6h 7h 8d Kd")]


def test_the_card_face_up_may_be_named_alone_or_among_the_dealers():
    assert facts_of(settled(four_card(dealer='up = "9c"')), "cards-dealt", "up") == [parse_hand("9c")]
    among = settled(four_card(dealer='cards = "4s 5h 6h 7h 8d Kd"\nup = "6h"'))
    assert facts_of(among, "dealer-turned", "cards") == [parse_hand("4s 5h 7h 8d Kd 6h")]


def test_burned_cards_the_stub_and_cards_found_face_up_may_be_named():
    result = settled(ultimate(HAND, 'burned = "9c 9d"\nstub = "2c 2d"\naside = "8c"\n[facts.deal-flop]\nface_up = [2]'))
    assert facts_of(result, "card-set-aside", "cards") == [parse_hand("8c")]
    assert sum(facts_of(result, "flop-dealt", "burned") + facts_of(result, "final-dealt", "burned"), ()) == parse_hand("9c 9d")
    assert facts_of(result, "stub-racked", "cards")[0][:2] == parse_hand("2c 2d")


def test_box_cards_may_be_named():
    text = ultimate().replace('"minimal"', '"everything"').replace('"$10"', '"$15"') + 'box = "9s 2c 2d 7h"'
    assert facts_of(settled(text), "box-turned", "cards") == [parse_hand("9s 2c 2d 7h")]


def test_a_card_that_comes_face_up_is_set_aside_and_may_be_named():
    result = played(LEAST + '[facts.deal]\nface_up = [3]\n[cards]\naside = "9h"\n[dealer]\ncards = "6s 6d Kh Qc 8d 4d 3s"')
    assert check_expectations(result) == []
    assert set(dealt(result)[0]) == set(parse_hand("6s 6d Kh Qc 8d 4d 3s"))
    assert next(event["cards"] for event in result.events if event.kind == "card-set-aside") == parse_hand("9h")


def test_more_cards_than_come_somewhere_are_refused():
    with pytest.raises(Malformed, match="are dealt there"):
        played(LEAST + '[cards]\naside = "9h"')


def test_physical_cards_are_entered_as_they_are_turned_over():
    result = played(
        "physical = true\n"
        + LEAST
        + 'cards = "As Ad Kc Kd 9h 5s 3c"\nlow = "Kc Kd"\n[dealer]\ncards = "6s 6d Kh Qc 8d 4d 3s"\n'
        + '[expect.wagers]\n"2 pai-gow" = "win 2500 less 125"'
    )
    assert check_expectations(result) == []
    assert not any(dealt(result).values())


def test_the_same_file_gives_the_same_round():
    assert played(LEAST).events == played(LEAST).events
    assert played("seed = 2\n" + LEAST).events != played(LEAST).events


# Decisions


def test_without_answers_a_player_checks_and_then_plays():
    result = settled(ultimate().replace('plays = ["check", "check", "fold"]', "") + '[expect.wagers]\n"2 play" = "win 1000"')
    assert [event.kind for event in result.events if event.facts.get("position") == 2 and event.kind in DECISIONS] == [
        "player-checked",
        "player-checked",
        "play-decided",
    ]


def test_a_play_wager_may_be_an_amount():
    assert settled(ultimate().replace('"play 4"', '"play $30"')).net["Ann"] == 1000 + 500_000 + 3000 + 25_000


def test_a_decision_that_is_not_open_is_refused():
    with pytest.raises(NotAllowed, match="3 or 4 times the Ante"):
        played(ultimate().replace('"play 4"', '"play 2"'))


# What goes wrong, and rounds before


def test_an_intervention_that_is_refused_unexpectedly_stops_the_round():
    with pytest.raises(NotAllowed):
        played(
            LEAST + "[[do]]\nafter = 'close-betting'\nby = 'Bob'\nact = 'take-back'\nfacts = {position = 2, wager = 'pai-gow'}"
        )


def test_wagers_of_a_void_round_are_void_even_if_folded():
    do = '[[do]]\nbefore = "turn-dealer"\nact = "report-misdeal"\nfacts = { hands = { 1 = 3 } }\n'
    result = settled(ultimate(end=do + '[expect]\nvoid = "misdeal"\n[expect.wagers]\n"2 ante" = "void"\n"1 play" = "void"'))
    explained = explain_round(result.events, result.run.table.rules)
    assert {each.result for each in explained.wagers} == {"void"}
    assert {each.net for each in explained.wagers} == {0}


def test_a_base_void_is_told_apart():
    facts = '[facts.deal]\nexposed = { board = "3h" }\n[facts.rule-exposed]\nchoice = "void-base"\n'
    result = settled(ultimate(MACHINE, facts + '[expect]\nbase-void = "card-exposed"\n[expect.wagers]\n"1 ante" = "void"'))
    assert result.results[1, "trips"].result == "win"
    assert "base-void: expected a played round" in check_expectations(played(ultimate(MACHINE, facts)))[0]
    assert explain_round(result.events, result.run.table.rules).base_void == "card-exposed"


def test_cards_of_the_dealer_are_exposed_by_name():
    do = '[[do]]\nafter = "play 1"\nact = "report-exposed"\nfacts = { place = 0, cards = "5h" }\n'
    result = settled(ultimate(end=do + '[expect]\nbase-void = "dealer-card-exposed"'))
    assert facts_of(result, "card-exposed", "cards") == [parse_hand("5h")]


def test_rounds_before_are_played_with_antes():
    assert facts_of(settled(ultimate("after = 4", "[facts.count-stub]\n")), "stub-counted", "cards")

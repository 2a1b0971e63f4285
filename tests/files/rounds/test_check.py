"""What a round file expects, and how differences are told."""

import pytest

from houseway.files.rounds.check import check_expectations
from tests.support.round_texts import LEAST, played, ultimate


@pytest.mark.parametrize(
    ("expect", "said"),
    [
        ("[expect]\nvoid = 'misdeal'", "void: expected misdeal"),
        ("[expect]\ninventory = 1", "inventory: expected $0.01"),
        ("[expect.wagers]\n'2 pai-gow' = 'win 7'", "2 pai-gow: expected win $0.07"),
        ("[expect.wagers]\n'3 pai-gow' = 'win'", "never settled"),
        ("[expect.wagers]\n'2 pai-gow' = {result = 'lose', clauses = ['14.B']}", "settled without 14.B"),
        ("[expect.net]\nBob = 1", "net of Bob: expected $0.01"),
        ("[expect.envy]\n'2 fortune-bonus' = 5", "envy of 2 fortune-bonus"),
        ("[expect.meters]\n'progressive/x' = 5", "meter progressive/x"),
        ("[expect]\nevents = ['round-completed', 'betting-closed']", "event 2, betting-closed"),
        ("[expect]\nnever = ['betting-closed']", "betting-closed: occurred, but should not have"),
        ("[[do]]\nbefore = 'pigs-fly'\nwait = '1h'", 'do 1 (wait): the step "before pigs-fly" never came'),
        (
            "[[do]]\nbefore = 'start'\nby = 'Bob'\nact = 'buy-in'\nfacts = {amount = '$5'}\nrefused = 'x'",
            "but the act was accepted",
        ),
        ("chips = '$5'", "players.2.wagers.pai-gow ($25): was never placed"),
        ("[facts.dael]\nface_up = [1]", "facts.dael: dael never came"),
        ("[facts.'expose 6']\nlow = 'As Ad'", "facts.expose 6: expose 6 never came"),
    ],
)
def test_differences_are_told(expect, said):
    differences = check_expectations(played(LEAST + 'cards = "8s 7d 6c 4h 3h 2d Jc"\n' + expect))
    assert any(said in each for each in differences), differences


def test_a_bank_that_does_not_come_about_is_told():
    text = LEAST.replace("minimal", "everything").replace("$25", "$500") + "[players.1]\nchips = '$22'\n"
    assert "bank (1): never banked: does not cover the wagers" in check_expectations(played("bank = 1\n" + text))
    assert check_expectations(played("bank = 1\n" + text + "[expect]\nevents = ['bank-refused']")) == []
    assert check_expectations(played("bank = 1\n" + text.replace("$22", "$1,000"))) == []
    assert "bank (2): never banked" in check_expectations(played("bank = 2\n" + LEAST))


def test_a_decision_that_nobody_asks_for_is_told():
    differences = check_expectations(played(ultimate().replace('["play 4"]', '["play 4", "check"]')))
    assert differences == ["players.1.plays[2] (check): was never asked for"]


def test_clauses_that_were_not_observed_are_told():
    assert "clauses that were not observed: 14.B" in check_expectations(played('clauses = ["14.B"]\n' + LEAST))


def test_a_refusal_that_is_not_the_expected_one_is_told():
    wrong = "[[do]]\nafter = 'close-betting'\nby = 'Bob'\nact = 'take-back'\nfacts = {position = 2, wager = 'pai-gow'}\n"
    differences = check_expectations(played(LEAST + wrong + "refused = 'round.other'\nclauses = ['14.B']"))
    assert any("expected the refusal round.other, got round.closed" in each for each in differences)
    assert any("refused without 14.B" in each for each in differences)
    assert check_expectations(played(LEAST + wrong + "refused = 'round.closed'\nclauses = ['7.D(2)']")) == []

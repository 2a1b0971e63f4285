"""What a round cites is what was done: never a clause that is merely near. Each case is a golden round."""

import pytest

from houseway.files.round_file import read_round_file
from houseway.files.round_play import play_round_file
from tests.support.paths import GOLDEN_ROUNDS


def cited(name, kind, **facts):
    """The clauses of the first such event of a golden round."""
    events = play_round_file(read_round_file(GOLDEN_ROUNDS / f"{name}.toml")).events
    found = next(event for event in events if event.kind == kind and facts.items() <= event.facts.items())
    return [clause.clause for clause in found.clauses]


@pytest.mark.parametrize(
    ("name", "clause"),
    [("uth/dealers-card-exposed-in-the-deal", "13.G"), ("uth/two-cards-face-up-after-the-deal", "13.C")],
)
def test_the_board_is_completed_under_the_clause_of_the_void(name, clause):
    assert cited(name, "board-completed") == [clause]
    assert "13.G" not in cited(name, "base-voided")


@pytest.mark.parametrize(
    "name", ["uth/dealers-card-exposed-after-a-fold-with-everything", "fc/dealers-card-exposed-without-aces-up"]
)
def test_without_a_wager_that_stands_nothing_cites_that_it_is_settled(name):
    events = play_round_file(read_round_file(GOLDEN_ROUNDS / f"{name}.toml")).events
    assert not [event for event in events for clause in event.clauses if clause.clause.endswith("13.G")]


@pytest.mark.parametrize(
    ("name", "clause"),
    [("uth/dealers-card-exposed-in-the-deal", "13.G"), ("uth/two-cards-face-up-after-the-deal", "13.C")],
)
def test_trips_of_a_void_hand_are_not_those_of_a_folded_one(name, clause):
    assert cited(name, "hand-exposed", position=1) == [clause]
    assert clause in cited(name, "wager-settled", position=1, wager="trips")


def test_trips_of_a_hand_that_was_folded_before_the_void():
    assert cited("uth/dealers-card-exposed-at-the-last-question", "hand-exposed", position=2) == ["13.G", "11.F(3)(a)"]


def test_a_tie_that_is_returned_is_not_paid_as_a_win():
    assert "as-played.11.H(3)(d)" not in cited("fc/tie-is-handed-back-where-read-so", "result-announced", position=1)
    assert cited("fc/tie-is-handed-back-where-read-so", "wager-settled", position=1, wager="ante") == ["as-played.6.E(2)"]
    assert "as-played.11.H(3)(d)" in cited("fc/tie-is-paid", "wager-settled", position=1, wager="ante")


@pytest.mark.parametrize(
    "name",
    [
        "uth/automated-shoe-harms-nobody-once-all-is-out",
        "uth/automated-shoe-out-of-order-is-signed",
        "fc/automated-shoe-out-of-order",
        "md/automated-shoe-out-of-order",
        "md/automated-shoe-harms-nobody-once-it-is-empty",
        "div/automated-shoe-harms-nobody-once-it-is-empty",
    ],
)
def test_a_device_that_fails_without_consequence_cites_nothing(name):
    assert cited(name, "device-failed") == []


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("md/bank-sets-after-the-players", ["12.I(1)", "12.I(5)"]),
        ("md/bank-sets-openly", ["11.C(3)", "12.I(5)"]),
        ("md/bank-with-its-own-way", ["11.C(3)"]),
        ("md/co-bank-surplus", ["12.E(4)"]),
        ("md/bank-leaves-in-mid-round", ["7.C(2)"]),
        ("div/bank-sets-openly", ["(l)(3)#3", "(m)(11)#5"]),
        ("div/bank-dead-dealers-cards-are-collected", ["(l)(3)#3"]),
        ("div/bank-dealers-stack-is-set-from-the-hand", ["(m)(11)#2"]),
    ],
)
def test_the_dealer_exposes_the_bank_only_when_his_own_hands_are_set_and_it_lies_face_down(name, clauses):
    assert cited(name, "bank-exposed") == clauses


def test_a_first_stack_that_the_dealer_picks_does_not_cite_that_the_bank_does():
    assert cited("div/bank-has-left-the-dealer-picks-the-stack", "first-stack-chosen") == ["(m)(9)(i)#2"]
    assert cited("div/hand-bank-picks-the-first-stack", "first-stack-chosen") == ["(m)(9)(i)#1", "(m)(9)(i)#2"]

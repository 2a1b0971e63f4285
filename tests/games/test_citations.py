"""What a round cites is what was done: never a clause that is merely near. Each case is a golden round."""

import pytest

from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
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


@pytest.mark.parametrize(
    ("name", "clauses"),
    [
        ("uth/envy-holder-need-not-have-bet", {"11.J(2)(e)(ii)"}),
        ("uth/envy-not-for-own-or-dealers-hand", {"11.J(2)(e)(ii)", "11.J(2)(e)(iii)", "11.J(2)(e)(iv)"}),
        ("fc/envy-holder-need-not-have-bet", {"as-played.11.J(2)(e)(ii)"}),
    ],
)
def test_envy_cites_what_the_clause_says_about_this_holder(name, clauses):
    """Whether he must have bet is filed; he may hold two hands; and he may have bet himself, and is not paid."""
    found = {clause for clause in cited(name, "envy-settled") if "11.J(2)(e)(" in clause}
    assert {clause for clause in found if not clause.endswith("(e)(i)")} == clauses


@pytest.mark.parametrize(
    ("name", "position", "clauses"),
    [
        ("uth/kicker-decides", 1, {"6.A", "6.E(1)"}),
        ("uth/ace-low-straight-is-the-lowest", 1, {"6.A", "6.B", "6.E(1)"}),
        ("uth/royal-flush-with-everything-on", 1, {"6.D"}),
        ("uth/everybody-plays-the-board", 1, {"6.C", "6.E", "6.E(2)"}),
        ("fc/tie-is-paid", 1, {"as-played.6.C", "as-played.6.E(2)"}),
        ("fc/ace-high-beats-king-high", 1, {"as-played.6.A", "as-played.6.E(1)"}),
    ],
)
def test_a_result_cites_what_decided_between_the_hands(name, position, clauses):
    found = cited(name, "result-announced", position=position)
    assert {clause for clause in found if "6." in clause and "6.D(" not in clause} == clauses


def test_a_progressive_wager_cites_that_it_is_paid_second_only_if_the_base_won():
    name = "div/progressive-one-dollar-rows"
    tied, won = (cited(name, "wager-settled", position=position, wager="progressive") for position in (1, 2))
    assert {"(q)(3)#1", "(q)(3)#2"} <= set(tied) & set(won)
    assert {"(l)(8)#4", "(l)(9)#5"} & set(tied) == set()
    assert {"(l)(8)#4", "(l)(9)#5"} <= set(won)


@pytest.mark.parametrize(
    ("name", "is_cited"), [("div/number-several-and-rounded-down", True), ("div/number-one-wins-at-the-dealer", False)]
)
def test_a_number_cites_that_it_is_cut_to_dollars_if_it_was(name, is_cited):
    found = cited(name, "wager-settled", result="win")
    assert "(p)(2)(vi)#1" in found
    assert ("(p)(2)(vi)#2" in found) is is_cited


def test_co_banking_cites_that_it_is_filed_asked_for_and_marked():
    assert cited("md/co-bank-surplus", "co-banking-agreed") == ["12.E", "12.E(1)", "12.E(2)", "12.E(3)"]
    assert cited("div/co-bank-surplus", "co-banking-agreed") == ["(m)(5)#1", "(m)(5)#2", "(m)(5)#3"]

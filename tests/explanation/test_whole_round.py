"""Why a round went as it did as a whole: the readings about the order of settlement and about meters that decided it."""

from functools import cache

import pytest

from houseway.explanation.decisive_readings import _READING_CHECKS as OF_WAGERS
from houseway.explanation.settled_round import _READING_CHECKS
from houseway.explanation.why import explain_round
from houseway.files.rounds.file import read_round_file
from houseway.files.rounds.play import play_round_file
from tests.support.command import answered
from tests.support.paths import GOLDEN_ROUNDS

FOLDER = GOLDEN_ROUNDS


@cache
def explained(name, in_full=True):
    played = play_round_file(read_round_file(FOLDER / f"{name}.toml"))
    return explain_round(played.events, played.run.table.rules, played.meter_events, in_full=in_full)


@pytest.mark.parametrize(
    ("name", "readings"),
    [
        ("md/bank-two-passes", {"PG-26": "two-passes"}),
        ("md/bank-one-pass", {"PG-26": "one-pass"}),
        ("md/bank-one-pass-optional-wagers", {"PG-14": "already-collected", "PG-64": "seat-by-seat"}),
        ("md/bank-one-pass-surrender-and-abandoned", {"PG-26": "one-pass"}),
        ("md/bank-one-pass-centre-pays", {"PG-61": "last"}),
        (
            "md/bank-one-pass-void-settled-stands",
            {"PG-26": "one-pass", "PG-90": "settled-stands", "PG-105": "stays-collected"},
        ),
        ("md/bank-centre-exhausted", {"PG-26": "two-passes", "PG-61": "last"}),
        ("md/bank-copies-push", {}),
        ("md/copies-lose", {}),
        ("md/emperors-treasure", {"PG-64": "seat-by-seat"}),
        ("md/progressive-ten-percent", {"PG-55": "deducted"}),
        ("md/progressive-ten-percent-resets", {"PG-55": "reset"}),
        ("md/progressive-ten-percent-leaves-meter", {"PG-55": "untouched"}),
        ("md/progressive-all-then-tenth", {"PG-19": "sequential", "PG-55": "deducted", "PG-64": "seat-by-seat"}),
        ("md/progressive-shared", {"PG-55": "deducted", "PG-64": "seat-by-seat"}),
        ("md/payout-limit-caps-meter", {"PG-67": "reset-all-the-same"}),
        ("md/void-round-keeps-contribution", {"PG-50": "kept"}),
        ("md/wrong-total-wrong-position", {"PG-50": "reversed"}),
        ("md/exposed-card-reported-when-the-cards-are-shown", {"PG-103": "seen-is-seen"}),
        ("md/exposed-card-reported-before-the-stub-is-counted", {}),
        ("div/hand-card-exposed-on-delivery-said-later", {"DIV-112": "seen-is-seen"}),
        ("md/progressive-whole-meter", {"PG-14": "already-collected", "PG-64": "seat-by-seat"}),
        ("div/one-walk-with-a-bonus", {"DIV-63": "one-pass"}),
        ("div/settlement-order", {"DIV-22": "premium-later", "DIV-63": "one-pass"}),
        ("div/meter-keeps-its-floor", {"DIV-18": "floor"}),
        ("div/meter-falls-below-its-start", {"DIV-18": "no-floor"}),
        ("div/dealers-card-exposed", {"DIV-51": "reversed"}),
        ("div/dealers-card-exposed-meter-keeps", {"DIV-51": "kept"}),
        ("div/progressive-coupons-do-not-feed-the-meter", {"DIV-19": "already-collected", "DIV-20": "coupon-does-not"}),
        ("div/progressive-coupons", {"DIV-19": "already-collected", "DIV-20": "coupon-feeds-meter"}),
        ("div/bank-pays-when-the-centre-is-exhausted", {"DIV-60": "last"}),
        ("uth/folded-trips-wins", {"UTH-10": "any-live-wager"}),
        ("uth/royal-flush-with-everything-on", {"UTH-10": "any-live-wager", "UTH-16": "before-progressive"}),
        ("uth/payout-limit-spares-pairs", {"UTH-16": "before-progressive"}),
        ("uth/ante-pushes-when-the-dealer-has-no-pair", {}),
        ("uth/face-up-card-in-a-hand", {"UTH-96": "taken-out"}),
        ("uth/face-up-card-in-a-hand-is-exposed", {"UTH-96": "exposed"}),
        ("fc/face-up-card-in-a-hand", {"FC-96": "taken-out"}),
        ("uth/stub-face-up-found-in-the-rack", {"UTH-97": "in-the-deck"}),
        ("uth/faces-up-found-when-all-have-decided", {}),
    ],
)
def test_the_readings_that_decided_the_round_are_named_and_no_others(name, readings):
    assert {each.reading: each.choice for each in explained(name).readings} == readings


def test_a_reading_comes_with_the_words_of_the_choice_taken():
    (used,) = explained("md/bank-one-pass").readings
    assert str(used).startswith("reading PG-26, one-pass: each player is exposed, collected from or paid, ")
    assert explained("md/bank-one-pass").to_json()["readings"] == [used.to_json()]


def test_not_in_full_there_are_none():
    assert explained("md/bank-one-pass", in_full=False).readings == ()


def test_readings_about_the_round_and_about_a_wager_are_told_apart():
    """Who shares a meter is told with each wager, who is paid in turn with the round."""
    assert set(_READING_CHECKS) & set(OF_WAGERS) == {"PG-19", "DIV-40"}


@pytest.mark.parametrize(("name", "said"), [("md/bank-one-pass", "reading PG-26 one-pass"), ("md/copies-lose", "")])
def test_why_shows_them_below_the_wagers(name, said):
    shown = " ".join(answered("settle", FOLDER / f"{name}.toml", "--why").split())
    assert (said in shown) if said else ("the round as a whole" not in shown)
    assert bool(said) == ("the round as a whole" in shown)


def test_why_calls_the_hand_of_a_bad_beat_the_lower_one():
    shown = answered("settle", FOLDER / "uth" / "bad-beat-either-hand.toml", "--why")
    assert shown.count("lower hand") == 3
    assert "paid hand" not in shown

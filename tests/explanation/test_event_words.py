"""What has happened, in words."""

import pytest

from houseway.events import Event
from houseway.explanation.meter_words import with_meter_name
from houseway.explanation.words import describe_event


@pytest.mark.parametrize(
    ("why", "given", "should_be", "words"),
    [
        ("wrong-first-position", 3, 0, "wrong first position (was Ann (3), should be the dealer)"),
        ("wrong-count", 5, 4, "wrong count (was 5, should be 4)"),
    ],
)
def test_a_void_round_says_what_was_wrong(why, given, should_be, words):
    event = Event("round-voided", (), {"why": why, "given": given, "should_be": should_be})
    assert describe_event(event, {3: "Ann"}) == f"the round is void: {words}"


@pytest.mark.parametrize(
    ("chips", "coupons", "lights", "words"),
    [
        (1, 0, 1, "1 chip for 1 light"),
        (2, 1, 3, "2 chips and 1 coupon for 3 lights"),
        (0, 2, 1, "0 chips and 2 coupons for 1 light"),
    ],
)
def test_counted_chips_have_their_plural_forms(chips, coupons, lights, words):
    facts = {"chips": chips, "coupons": coupons, "lights": lights, "matched": chips + coupons == lights}
    assert describe_event(Event("chips-counted", (), facts), {}) == words


@pytest.mark.parametrize(("cards", "words"), [(1, "1 card is left"), (11, "11 cards are left")])
def test_a_counted_stub_has_its_plural_form(cards, words):
    assert describe_event(Event("stub-counted", (), {"cards": cards}), {}) == words


@pytest.mark.parametrize(
    ("meter", "words", "said"),
    [
        ("progressive/mega", "is withdrawn at PG-1", "the mega meter is withdrawn at PG-1"),
        ("md.four-card-poker/progressive/meter", "Flo rules: a slip", "the meter: Flo rules: a slip"),
    ],
)
def test_what_happens_to_a_meter_has_its_name(meter, words, said):
    assert with_meter_name(meter, words) == said


@pytest.mark.parametrize(
    ("lost", "words"),
    [
        ((), "Ann (3) folds; the cards stay"),
        (("ante",), "Ann (3) folds, and with it Ante; the cards stay"),
        (("ante", "blind", "trips"), "Ann (3) folds, and with it Ante, Blind and Trips; the cards stay"),
    ],
)
def test_whoever_folds_is_told_what_is_lost(lost, words):
    titles = {"ante": "Ante", "blind": "Blind", "trips": "Trips"}
    assert describe_event(Event("hand-folded", (), {"position": 3, "lost": lost, "racked": False}), {3: "Ann"}, titles) == words

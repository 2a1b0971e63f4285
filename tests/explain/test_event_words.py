"""What has happened, in words."""

import pytest

from houseway.events import Event
from houseway.explain.words import describe_event


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

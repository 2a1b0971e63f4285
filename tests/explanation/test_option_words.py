"""What a player may do, in words."""

import pytest

from houseway.explanation.option_words import describe_option
from houseway.procedure import LegalOption

TITLES = {"trips": "Trips", "number": "Starting number"}


@pytest.mark.parametrize(
    ("option", "words"),
    [
        (LegalOption("wager", (), {"position": 1, "wager": "trips"}), "bet on Trips"),
        (LegalOption("wager", (), {"position": 1, "wager": "number", "number": 7}), "bet on Starting number 7"),
        (LegalOption("take-back", (), {"position": 1, "wager": "trips"}), "take back Trips"),
        (LegalOption("take-back", (), {"position": 1, "wager": "number:7"}), "take back Starting number 7"),
        (LegalOption("leave", (), {"position": 2}), "give up position 2"),
        (LegalOption("leave", ()), "leave the table"),
        (LegalOption("shuffle", (), words="shuffle deck 1"), "shuffle deck 1"),
        (LegalOption("cut", (), words="Position 2 cuts, 10 to 43 cards deep, or refuses"), "cut the cards"),
        (LegalOption("fill", ()), ""),
    ],
)
def test_an_option_is_named_as_on_a_button(option, words):
    assert describe_option(option, TITLES) == words

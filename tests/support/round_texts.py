"""Texts of round files for tests, and what comes of them."""

from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.file import parse_round_file
from houseway.files.rounds.play import play_round_file
from tests.support.paths import GOLDEN_ROUNDS

LEAST = """
title = "a round"
book = "md.pai-gow-poker"
submission = "minimal"
[players.2]
wagers = { pai-gow = "$25" }
"""
ULTIMATE = """
title = "a round"
book = "md.ultimate-texas-holdem"
submission = "minimal"
{top}
[players.1]
wagers = {{ ante = "$10", trips = "$5" }}
cards = "As Ks"
plays = ["play 4"]
[players.2]
wagers = {{ ante = "$10" }}
cards = "2s 3s"
plays = ["check", "check", "fold"]
[dealer]
cards = "4h 5h"
[cards]
board = "Qs Js Ts 3h 3d"
{end}
"""
FOUR_CARD = """
title = "a round"
book = "md.four-card-poker"
submission = "minimal"
{top}
[players.1]
wagers = {{ ante = "$10", aces-up = "$5" }}
cards = "As Ks 2c 3d 4h"
plays = ["play 2"]
[dealer]
{dealer}
{end}
"""
MACHINE = '[options]\ntable.dealing = "automated-shoe"\ntable.shuffler = true'
HAND = '[options]\ntable.dealing = "hand"\ntable.shuffler = true'


def ultimate(top="", end=""):
    return ULTIMATE.format(top=top, end=end)


def four_card(top="", dealer='cards = "4s 5h 6h 7h 8d Kd"', end=""):
    return FOUR_CARD.format(top=top, dealer=dealer, end=end)


def read(text):
    return parse_round_file(text, GOLDEN_ROUNDS / "here.toml")


def played(text):
    return play_round_file(read(text))


def settled(text):
    """A round that comes out as its file expects."""
    result = played(text)
    assert check_expectations(result) == []
    return result


def facts_of(result, kind, fact):
    """A fact of every event of a kind."""
    return [event[fact] for event in result.events if event.kind == kind]

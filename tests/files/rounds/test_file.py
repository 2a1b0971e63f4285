"""The form of round files: what cannot be read is refused with its place."""

import re

import pytest

from houseway.errors import Malformed
from houseway.files.rounds.check import check_expectations
from houseway.files.rounds.play import play_round_file
from tests.support.round_texts import LEAST, four_card, read, ultimate


def test_the_least_round_file_is_played():
    file = read(LEAST)
    assert (file.seats[0].position, file.seats[0].name, str(file.seats[0].chips)) == (2, "Bob", "$1,000")
    result = play_round_file(file)
    assert check_expectations(result) == []
    assert (2, "pai-gow") in result.results


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("", "here.toml", "title is missing"),
        ("title = ", "here.toml", "is not TOML"),
        (LEAST + "[expect]\nevents = ['']", "events[1]", "an event needs a kind"),
        (LEAST.replace("md.pai-gow-poker", "none"), "here.toml: book", "there is no rule book"),
        (LEAST + "colour = 1", "players.2.colour", "'colour' is not a key here"),
        ("colour = 1\n" + LEAST, "here.toml: colour", "'colour' is not a key here"),
        (LEAST.replace("players.2", "players.7"), "players.7", "is not a position"),
        (LEAST.replace("players.2", 'players."²"'), "players.²", "'²' is not a position"),
        (LEAST.replace("players.2", 'players."٢"'), "players.٢", "is not a position"),
        (LEAST + "[players.02]", "players.02", "'02' is not a position"),
        (LEAST.replace("pai-gow =", '"number:²" =').replace("md.", "div."), "wagers.number:²", "is not a wager on a number"),
        (LEAST.replace("pai-gow =", '"number:" =').replace("md.", "div."), "wagers.number:", "is not a wager on a number"),
        (LEAST.replace("pai-gow =", '"pai-gow:3" ='), "wagers.pai-gow:3", "is not a wager on a number"),
        (LEAST.replace("$25", "much"), "players.2.wagers.pai-gow", "is not an amount of money"),
        (LEAST.replace("pai-gow =", "roulette ="), "players.2.wagers.roulette", "has no wager 'roulette'"),
        (LEAST + 'cards = "As Ks"', "players.2.cards", "2 cards are given where 7 are needed"),
        (LEAST + 'cards = "As Ks Qs Js Ts 9x 2c"', "players.2.cards", "is not a card"),
        (LEAST + 'low = "Zz"', "players.2.low", "is not a card"),
        (LEAST + 'surrender = "yes"', "players.2.surrender", "should be true or false"),
        (LEAST + 'exposed = "look"', "players.2.exposed", "should be 'play' or 'void'"),
        ('clauses = ["99.Z"]\n' + LEAST, "clauses[1]", "has no clause '99.Z'"),
        (LEAST.replace('"minimal"', '"lavish"'), "submission", "no example 'lavish'"),
        (LEAST.replace('"minimal"', '"no.toml"'), "submission", "cannot be read"),
        (
            LEAST.replace('"minimal"', '"../../examples/submissions/div.pai-gow-poker/minimal.toml"'),
            "submission",
            "another book",
        ),
        (LEAST + "[bank]\nco-banking = true", "bank", "a bank needs a position"),
        ("bank = 9\n" + LEAST, "bank", "is not a position"),
        ("bank = 3\n" + LEAST, "bank", "no player is at position 3"),
        (LEAST + "[bank]\nposition = 3", "bank.position", "no player is at position 3"),
        (LEAST + "[[before]]\nbank = 3", "before[1].bank", "no player is at position 3"),
        (LEAST + "[[before]]\nsit-out = [4]", "before[1].sit-out[1]", "no player is at position 4"),
        (LEAST + "[[before]]\nwagers = { 5 = 20 }", "before[1].wagers.5", "no player is at position 5"),
        ("after = -3\n" + LEAST, "after", "-3 rounds cannot have been played before"),
        ("after = 1\n" + LEAST + "[[before]]\nbank = 2", "after", "not both"),
        (LEAST + "[chance]\nhorse = 1", "chance.horse", "'horse' is not a key here"),
        (LEAST + "[[do]]\nact = 'x'", "do[1]", "before or after"),
        (LEAST + "[[do]]\nbefore = 'deal'", "do[1]", "state what is done"),
        (LEAST + "[[do]]\nbefore = 'deal'\nwait = 'soon'", "do[1].wait", "is not a duration"),
        (LEAST + "[expect.wagers]\n'2 pai-gow' = 'draw'", "expect.wagers.2 pai-gow", "is not a result"),
        (LEAST + f"[expect.wagers]\n'2 pai-gow' = 'win {'9' * 5000}'", "expect.wagers.2 pai-gow", "is not a result"),
        (LEAST + f"[[do]]\nbefore = 'deal'\nwait = '{'9' * 5000}h'", "do[1].wait", "is not a duration"),
        (LEAST + "[expect.wagers]\n'2 roulette' = 'win'", "expect.wagers.2 roulette", "is not a position with a wager"),
        (LEAST + "[expect.net]\nZoe = 1", "expect.net.Zoe", "'Zoe' is not a key here"),
        (LEAST + "[expect.meters]\nx = '1/0'", "expect.meters.x", "is not a fraction"),
        (LEAST + "[expect]\nevents = ['round-voided 99.Z']", "expect.events[1]", "has no clause"),
        (
            LEAST + "cards = 'As Ks Qs Js Ts 9d 2c'\n[dealer]\ncards = 'As 3c 4c 5c 6c 7d 8d'",
            "dealer.cards",
            "is also in players.2.cards",
        ),
        ("players = 3\ntitle = 'x'\nbook = 'md.pai-gow-poker'", "players", "should be a table"),
        ("do = 3\n" + LEAST, "do", "should be a list"),
        ("inventory = 2.5\n" + LEAST, "inventory", "should be an amount"),
        ("after = 'two'\n" + LEAST, "after", "whole number"),
        ("title = 1\nbook = 'md.pai-gow-poker'\n[players.1]", "title", "should be a text"),
        # against the dealer
        (ultimate("bank = 1", ""), "bank", "no player can bank"),
        (ultimate().replace('"play 4"', '"raise"'), "plays[1]", "is not a decision"),
        (ultimate().replace('"play 4"', '"play"'), "plays[1]", "is not a decision"),
        (ultimate().replace('"play 4"', '"fold 1"'), "plays[1]", "is not a decision"),
        (ultimate().replace('"play 4"', '"play $x"'), "plays[1]", "is not an amount"),
        (ultimate().replace('"As Ks"', '"As Ks Qd"'), "players.1.cards", "3 cards are given where 2 are needed"),
        (ultimate().replace('"4h 5h"', '"4h"'), "dealer.cards", "1 cards are given where 2 are needed"),
        (ultimate().replace('3h 3d"', '3h"'), "cards.board", "4 cards are given where 5 are needed"),
        (ultimate().replace("[players.2]", '[players.2]\nlow = "As"'), "players.2.low", "'low' is not a key here"),
        (ultimate().replace("ante =", "pai-gow ="), "pai-gow", "has no wager"),
        (ultimate().replace("4h 5h", "4h Qs"), "cards.board", "is also in dealer.cards"),
        (ultimate(end='box = "As"'), "cards.box", "is also in players.1.cards"),
        (four_card(end='[cards]\nboard = "As"'), "cards.board", "'board' is not a key here"),
        (four_card(dealer='low = "As"'), "dealer.low", "'low' is not a key here"),
        (ultimate().replace("[dealer]", '[dealer]\nup = "9h"'), "dealer.up", "'up' is not a key here"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(text, place, said):
    with pytest.raises(Malformed, match=re.escape(said)) as refused:
        read(text)
    assert place in str(refused.value.facts["place"])


PHYSICAL = "physical = true\n" + LEAST
AGAINST = (
    'physical = true\ntitle = "x"\nbook = "md.ultimate-texas-holdem"\n[players.1]\nwagers = { ante = 10 }\ncards = "As Ad"\n'
)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (PHYSICAL, "players.2.cards"),
        (PHYSICAL + 'cards = "As Ad Kc Kd 9h 5s 3c"', "dealer.cards"),
        ("bank = 1\n" + PHYSICAL + 'cards = "As Ad Kc Kd 9h 5s 3c"\n[players.1]', "players.1.cards"),
        (AGAINST + '[dealer]\ncards = "Qh 6d"', "cards.board"),
    ],
)
def test_physical_cards_that_the_file_does_not_give_are_named(text, place):
    with pytest.raises(Malformed, match=re.escape(f"{place}: no cards are given")):
        read(text)


def test_physical_cards_that_nobody_will_see_need_not_be_given():
    assert read(PHYSICAL + "surrender = true").seats[0].cards == ()
    assert read(PHYSICAL + "[expect]\nvoid = 'misdeal'").seats[0].cards == ()
    assert read(PHYSICAL.replace('{ pai-gow = "$25" }', "{}")).dealer == ()

"""Output whose encoding lacks the suits shows cards as letters, everywhere."""

import json
import re
from functools import cache

import pytest

from tests.support.command import answered, as_json, refused
from tests.support.paths import ROOT
from tests.support.submissions import MD, UTH

LETTERED_CARD = re.compile(r"\b(?:10|[2-9AKQJ])[cdhs]\b")
COMMANDS = [
    ("rank", "As Ks Qs Js Ts 9d 2c"),
    ("set", "9s 9d 3c 3d Ah 5s 2c", "--all"),
    ("deal", MD, "--seed", 1, "--why"),
    ("deal", UTH, "--seed", 1),
    ("replay", "LOG"),
    ("replay", "LOG", "--rack"),
    ("settle", ROOT / "tests" / "rounds" / "md-bank.toml", "--why"),
]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    path = tmp_path_factory.mktemp("log") / "table.jsonl"
    answered("deal", MD, "--players", 1, "--seed", 3, "--log", path)
    return path


@cache
def printed_usually(*command):
    return answered(*command)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(map(str, command[:1])))
def test_cards_are_letters_where_there_are_no_suits(command, encoding, log):
    command = [log if part == "LOG" else part for part in command]
    plain, usual = answered(*command, encoding=encoding), printed_usually(*command)
    assert "?" not in plain
    cards = re.findall(r"(?:10|[2-9AKQJ])[♣♦♥♠]", usual)
    assert len(LETTERED_CARD.findall(plain)) >= len(cards) > 5
    assert plain.count("\n") == usual.count("\n")


def test_help_is_readable_without_suits():
    """Whatever the encoding: the library that prints help writes UTF-8 where it finds ASCII."""
    assert answered("rank", "--help").isascii()


def test_a_refusal_is_readable_without_suits():
    assert "a suit (c d h s or c d h s)" in refused("rank", "Xx", encoding="ascii")


def test_a_person_plays_without_suits():
    output = answered("play", UTH, "--seed", 1, "--players", 1, given="\n" * 12 + "q\n", encoding="ascii")
    assert LETTERED_CARD.search(output)


def test_json_loses_no_character(tmp_path):
    file = tmp_path / "round.toml"
    text = (ROOT / "tests" / "rounds" / "md-bank.toml").read_text(encoding="utf-8")
    file.write_text(re.sub('title = ".*"', 'title = "Café ♠"', text), encoding="utf-8")
    plain = answered("settle", file, "--json", encoding="ascii")
    assert json.loads(plain) == as_json("settle", file)
    assert json.loads(plain)["title"] == "Café ♠"


def test_suits_that_are_typed_where_the_locale_knows_ascii_only_are_read():
    typed = "A♠ K♠ Q♠ J♠ 10♠ 9♦ 2♣"
    as_decoded = typed.encode().decode("ascii", "surrogateescape")
    assert answered("rank", as_decoded) == answered("rank", typed)

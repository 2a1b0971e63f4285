"""Recorded nights notice what they are meant to notice, and nothing else."""

import os
import subprocess
import sys

from houseway.games.against_dealer import optional_wagers, settling
from houseway.money import Cents
from tests.nights.catalogue import all_nights
from tests.nights.night import NightTable, play_night
from tests.nights.recorded import differences, read_recorded, report, write_recorded
from tests.nights.text import text_of
from tests.support.paths import ROOT
from tests.support.submissions import FC, MD

NIGHT = 0
SOME = range(2, 6)


def aspects_that_differ(before, after):
    return {aspect for _, aspect in differences(before.digests(), after.digests())}


def test_every_recorded_night_is_one_that_is_played():
    assert list(read_recorded()) == list(all_nights())


def test_a_cent_too_much_is_noticed(monkeypatch):
    right, before = settling.settle_effects, [play_night(FC, number, 2) for number in SOME]

    def settle(context, position, award, law):
        return right(context, position, award._replace(amount=award.amount + Cents(1)) if award.amount else award, law)

    monkeypatch.setattr(settling, "settle_effects", settle)
    monkeypatch.setattr(optional_wagers, "settle_effects", settle)
    found = [aspects_that_differ(night, play_night(FC, number, 2)) for night, number in zip(before, SOME)]
    assert any("money" in aspects for aspects in found)


def test_what_was_recorded_is_read_again(tmp_path):
    found = {"fcp-01": play_night(FC, NIGHT, 1).digests()}
    write_recorded(found, tmp_path / "recorded.txt")
    assert read_recorded(tmp_path / "recorded.txt") == found


def test_a_report_says_where_to_look():
    said = report("md-03", [("2", "options"), ("2", "words"), ("3", "money")])
    assert "first in round 2: options, words" in said
    assert "--show md-03 2 options" in said


PLAYED = "from tests.nights.night import play_night; print(play_night({book!r}, {night}, 1).digests())"


def test_digests_depend_on_no_hash_seed():
    command = [sys.executable, "-c", PLAYED.format(book=MD, night=NIGHT)]
    seeded = {**os.environ, "PYTHONHASHSEED": "1"}
    ran = subprocess.run(command, cwd=ROOT, env=seeded, check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == str(play_night(MD, NIGHT, 1).digests())


def test_a_table_that_cannot_go_on_says_so(monkeypatch):
    monkeypatch.setattr(NightTable, "move", lambda table: 1 // 0)
    assert play_night(FC, NIGHT, 1).stuck == "ZeroDivisionError: integer division or modulo by zero"


def test_values_have_one_text():
    assert (
        text_of({"b": 1, "a": {Cents(5), Cents(3)}}, (Cents(100),)) == '[{"a":["[\\"3 c\\"]","[\\"5 c\\"]"],"b":1},["100 c"]]'
    )

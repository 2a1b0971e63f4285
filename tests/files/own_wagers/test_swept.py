"""A wager of one's own is swept like those of a book, over its rows and the cards that decide it."""

import pytest

import houseway as hw
from houseway.analysis.odds_calculation import wager_odds
from houseway.errors import HousewayError
from houseway.files.own_wagers.draft_check import check_draft
from houseway.files.own_wagers.wager_file import own_wager_in
from tests.support.paths import ROOT

LUCKY_FLOP = (ROOT / "examples/wagers/lucky-flop.toml").read_text()
ROWS = {"three-of-a-kind": [20, 30], "flush": [4, "none"]}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    (tmp_path / "lucky.toml").write_text(LUCKY_FLOP)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_every_design_has_the_odds_of_its_file(folder):
    found = hw.sweep({"own-wager": "lucky.toml", "rows": ROWS, "choices": {"cards": ["flop"], "stake": ["$5"]}})
    assert [each.values for each in found.kept] == [
        ("flop", "$5", three, flush) for three in ("20 to 1", "30 to 1") for flush in ("4 to 1", "none")
    ]
    text = LUCKY_FLOP
    printed = 'hand = "three-of-a-kind", pays = "30 to 1"'
    assert printed in text
    (folder / "other.toml").write_text(text.replace(printed, 'hand = "three-of-a-kind", pays = "20 to 1"'))
    odds = wager_odds(check_draft(own_wager_in(folder / "other.toml")).book, "lucky-flop")
    assert found.kept[0].edge == odds.house_edge


def test_the_cards_that_decide_it_may_vary(folder):
    found = hw.sweep({"own-wager": "lucky.toml", "rows": {"pair": [1]}, "choices": {"cards": ["flop", "own-and-flop"]}})
    assert len({each.hit_rate for each in found.kept}) == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [
        ({"own-wager": "none.toml", "rows": ROWS}, "own-wager.file"),
        ({"own-wager": "lucky.toml", "wager": "trips", "rows": ROWS}, "sweep.wager"),
        ({"own-wager": "lucky.toml", "choices": {"paytable": ["A"]}}, "sweep.choice"),
        ({"own-wager": "lucky.toml", "choices": {"cards": ["own"]}}, "own-wager.findings"),
        ({"own-wager": "lucky.toml", "rows": {"five-aces": [3]}}, "odds.hand"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("folder")
def test_what_it_cannot_have_is_refused(content, code):
    with pytest.raises(HousewayError) as refusal:
        hw.sweep(content)
    assert refusal.value.code == code

"""Who gets cards: whoever has a wager that needs no other, as the records of the wagers say."""

import pytest

from houseway.games.against_dealer.context import wagers_with_cards
from houseway.money import Cents
from houseway.submission import judge, parse_submission
from houseway.submission.built_in import built_in_submission
from tests.support.paths import ROOT
from tests.support.submissions import FC, UTH
from tests.support.table_driver import FourCardTable


@pytest.mark.parametrize(
    ("book", "wagers"),
    [
        (UTH, {"ante"}),
        (FC, {"ante", "aces-up"}),
        ("nw.ultimate-texas-holdem", {"ante"}),
        ("nw.four-card-poker", {"ante", "aces-up"}),
    ],
)
def test_wagers_that_need_no_other_get_cards(monkeypatch, book, wagers):
    monkeypatch.setenv("HOUSEWAY_BOOKS", str(ROOT / "examples" / "books"))
    assert wagers_with_cards(judge(parse_submission(built_in_submission(book))).rules) == wagers


@pytest.mark.parametrize("wager", ["ante", "aces-up"])
def test_the_ante_or_aces_up_alone_gets_cards(wager):
    table = FourCardTable(wagers={}, players=2).ready()
    table.do("wager", 1, position=1, wager=wager, amount=Cents.from_dollars(15))
    assert table.context.playing_positions == (1,)
    table.finish()
    assert table.last("wager-settled", position=1, wager=wager)


def test_a_wager_that_needs_another_is_not_placed_alone():
    table = FourCardTable(wagers=["progressive"], players=2).ready()
    refused = table.refused("wager", 1, position=1, wager="progressive", amount=Cents.from_dollars(1))
    assert refused.code == "round.base-first"

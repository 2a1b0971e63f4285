"""A player is told why he is offered less than he might expect: a bank that he cannot take."""

import json

import pytest

from houseway.events import Actor, Role
from houseway.games.pai_gow import banking
from houseway.service.feed import own
from houseway.service.feed.moment import PUBLIC, TableMoment
from houseway.service.feed.options import current_options
from tests.games.pai_gow.test_bank import BANK, to_bank, to_offer
from tests.support.clauses import both, short
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable


def own_words(table, position):
    """What the player at a position is sent for himself alone, with the acts that he may choose."""
    moment = TableMoment(table.run.table, table.run.meters, table.run.at * 1_000)
    actor = Actor(Role.PLAYER, moment.table.seats[position])
    options = current_options(moment, actor)
    text = own.own_view_text(moment.table, (position,), moment.view_for(actor), moment.view_for(PUBLIC), options)
    return json.loads("".join(text) if not isinstance(text, str) else text), {option.act for option in options}


@both
def test_who_banked_last_is_told_why_he_can_only_pass(book, claim):
    table = to_bank(PaiGowTable(book, BANK, players=3).play(), 1).bet_all().finish()
    sent, acts = own_words(to_offer(table, 1), 1)
    assert "pass-bank" in acts
    assert "accept-bank" not in acts
    (barred,) = sent["barred"]
    assert (barred["act"], barred["position"], barred["words"]) == ("accept-bank", 1, own._BARRED["round.banked-before"])
    assert short(barred["clauses"])[:1] == {MD: ["12.C(3)"], DIV: ["(m)(3)#6"]}[book]


@pytest.mark.parametrize("book", [MD, DIV])
def test_who_may_bank_is_told_of_no_bar_and_nobody_else_is(book):
    table = to_offer(PaiGowTable(book, BANK, players=3).play(), 1)
    sent, acts = own_words(table, 1)
    assert {"pass-bank", "accept-bank"} <= acts
    assert sent["barred"] == own_words(table, 2)[0]["barred"] == []


def test_every_reason_against_a_bank_has_words_for_the_player():
    assert own._BARRED.keys() == banking._WHY_NO_LONGER.keys()

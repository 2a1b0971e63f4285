"""Who has bet and has cards stays until the round is over; who leaves decides nothing more, and has his chips afterwards."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.money import Cents
from tests.support.clauses import each_book, short
from tests.support.submissions import DIV, FC, MD, UTH
from tests.support.table_driver import FourCardTable, PaiGowTable, UltimateTable, dollars

TWO_AREAS = {
    **{key: {"table.positions-per-player": 2} for key in (MD, DIV)},
    **{key: {"table.boxes-per-player": 2} for key in (UTH, FC)},
}
each_game = each_book(md="7.C(1)", div="(g)(2)#2", poker="7.C(1)")


def table_of(book, options=(), **more):
    """A table at which everybody has bet and has cards."""
    games = {UTH: UltimateTable, FC: FourCardTable}
    table = games[book](options, **more) if book in games else PaiGowTable(book, options, **more)
    return table.ready().bet_all().to("players")


@each_game
def test_who_leaves_in_mid_round_has_his_chips_when_it_is_over(book, clauses):
    table = table_of(book, players=2)
    chips, cage = table.chips(1), table.balance("cage")
    table.do("leave", 1)
    assert short(table.last("player-left").clauses) == clauses
    assert (table.run.table.chips("Ann"), table.balance("cage")) == (chips, cage), "nothing is paid out yet"
    assert "player-got-up" not in table.kinds()
    table.finish()
    assert "Ann" not in table.run.table.seats.values()
    assert table.run.table.chips("Ann") == Cents(0)


@each_game
def test_who_has_left_does_nothing_more_in_the_round(book, clauses):
    table = table_of(book, players=2)
    table.do("leave", 1)
    acts = {
        "buy-in": {"amount": dollars(100)},
        "cash-out": {"amount": dollars(100)},
        "tip": {"amount": dollars(1)},
        "leave": {},
        "sit": {"positions": (6,)},
    }
    for act, facts in acts.items():
        refused = table.refused(act, "Ann", **facts)
        assert (refused.code, short(refused.clauses)) == ("seat.left", clauses), act
    own = {UTH: "check", FC: "fold"}.get(book, "surrender")
    table.refused(own, 1, position=1)
    assert not table.legal(1, own)
    table.finish()
    assert set(table.paid(1)), "his hand was settled all the same"


@each_game
def test_a_table_does_not_close_while_somebody_has_cards(book, clauses):
    table = table_of(book, players=1)
    refused = table.refused("close-table", FLOOR_ACTOR)
    assert (refused.code, short(refused.clauses)) == ("table.in-round", clauses)
    table.finish().do("close-table", FLOOR_ACTOR)


@each_game
def test_an_area_with_cards_is_not_given_up(book, clauses):
    table = table_of(book, TWO_AREAS[book], seats={"Ann": (1, 2), "Bob": (4,)})
    for place in (1, 2):
        refused = table.refused("leave", "Ann", position=place)
        assert (refused.code, short(refused.clauses)) == ("seat.in-play", clauses)
    table.finish()
    table.do("leave", "Ann", position=2)
    assert table.run.table.positions_of("Ann") == (1,)


@each_game
def test_before_the_cards_are_dealt_a_player_may_go_and_takes_his_wagers_along(book, clauses):
    games = {UTH: UltimateTable, FC: FourCardTable}
    table = (games[book](players=2) if book in games else PaiGowTable(book, players=2)).ready().bet_all()
    table.do("leave", 1)
    assert short(table.last("wager-taken-back").clauses) == clauses
    assert table.balance("layout:1") == Cents(0)
    assert table.run.table.seats == {2: "Bob"}


@pytest.mark.parametrize("book", [UTH, FC])
def test_a_hand_whose_player_has_left_is_decided_by_nobody_else(book):
    table = table_of(book, players=2)
    table.do("leave", 1)
    assert table.due.act == "pass-absent"
    table.refused({UTH: "check", FC: "fold"}[book], 2, position=1)
    table.finish()

"""The first round of a game is found void when the next one has a confirmed bank already (PG-99, DIV-113). The bank stays.

But a bank is offered only after a round that was played (12.B, 12.C; (m)(2), (m)(3)#1): to confirm a bank is not to play its round.
"""

import pytest

from tests.support.clauses import both, each_book, short
from tests.support.referee_comparison import compare
from tests.table.test_late_voids import BANK, BUTTON, WillingTable, find_void, void_in_time, void_late


def confirmed(book, options=(), **facts):
    """Ann and Bob have bet $15 and $20 in the first round, and Ann is the bank of the second when the first is found void."""
    table = WillingTable(book, {**BANK, **dict(options)}, **{"players": 2, **facts})
    table.begin(None, {1: 15, 2: 20}).finish()
    table.begin(1, {2: 10}).to("confirm-bank").take()
    return find_void(table)


def kinds_of_round(table, number):
    """What happened from the start of a round on."""
    started = next(
        place for place, event in enumerate(table.events) if event.kind == "round-started" and event["number"] == number
    )
    return [event.kind for event in table.events[started:]]


def agree(table):
    """The referee says the same of all rounds."""
    found = compare(table.recorded.commands)
    assert (found.differences, found.not_compared) == ([], {})
    return found.rounds


@each_book(md="12.B(1) 12.B(2)", div="(m)(2)#1 (m)(2)#2")
@pytest.mark.parametrize("void", [void_in_time, void_late])
def test_if_the_round_of_that_bank_is_void_too_nobody_banks_the_next(book, clauses, void):
    table = void(confirmed(book))
    assert table.context.start_of_game
    refusal = table.refused("accept-bank", 2, position=2)
    assert (refusal.code, short(refusal.clauses)) == ("round.bank-at-start", clauses)
    table.begin(2, {1: 10, 2: 10}).finish()
    assert "bank-offered" not in kinds_of_round(table, 3)
    table.begin(2, {1: 10}).finish()
    assert table.run.table.history.last_bank == "Bob"
    assert agree(table) == 4


@each_book(md="12.B(1) 12.B(2)", div="(m)(2)#1 (m)(2)#2")
def test_nor_the_one_after_any_number_of_void_rounds(book, clauses):
    table = void_in_time(confirmed(book))
    void_in_time(table.begin(2, {1: 10, 2: 10}))
    void_late(table.begin(2, {1: 10, 2: 10}))
    assert short(table.refused("accept-bank", 2, position=2).clauses) == clauses
    agree(table.begin(2, {1: 10, 2: 10}).finish())


@each_book(md="12.C(2)", div="(m)(3)#4")
def test_if_that_round_is_played_the_next_has_a_bank(book, clauses):
    """The first player who was asked has taken the bank, so the next offer is the one to his right."""
    table = confirmed(book).finish()
    assert (table.run.table.history.last_bank, table.run.table.first_offer) == ("Ann", 2)
    assert table.to("players").state.bank.offered == 2
    assert clauses[0] in table.clauses("bank-offered")


@pytest.mark.parametrize("fall", ["alone", "leaves"])
@each_book(md="12.B(1)", div="(m)(2)#1")
def test_if_that_bank_falls_away_its_round_is_the_first_of_the_game(book, clauses, fall):
    """PG-83, PG-110; DIV-83, DIV-131: because nobody wagers against it any more, or it leaves. Nobody else is offered the bank."""
    table = confirmed(book)
    if fall == "alone":
        table.to("close-betting")  # the house has staked nothing: the bank has bet in no round that counts
        table.do("take-back", 2, position=2, wager="pai-gow")
        table.take()
    else:
        table.do("leave", 1)
    assert table.state.bank.position is None
    assert short(table.refused("accept-bank", 2, position=2).clauses)[:1] == clauses
    table.begin(2, {2: 10}).finish()
    assert "bank-offered" not in [event.kind for event in table.events[table.events.index(table.last("round-annulled")) :]]
    assert (table.context.start_of_game, table.run.table.first_offer) == (False, 1)
    assert agree(table) == 2


@each_book(md="5.E(1) 5.E(2)", div="(f)(4)(i) (f)(4)(ii)#1")
def test_that_bank_cuts_and_after_its_void_round_who_came_first(book, clauses):
    """Cid came first and sits last: he cuts when a game begins. A bank cuts in its round."""
    seats = [(3, "Cid"), (1, "Ann"), (2, "Bob")]
    table = confirmed(book, players=seats)
    assert table.to("cut").last("cut-offered")["position"] == 1
    void_in_time(table)
    assert table.begin(2, {1: 10, 2: 10}).last("cut-offered")["position"] == 3


@both
def test_the_button_is_as_after_two_void_rounds(book):
    table = void_in_time(confirmed(book, BUTTON))
    assert table.run.table.equipment.button == 0
    assert agree(table) == 2

"""When cards may go out, what the equipment's acts and duties look like, and whose laws they cite."""

import pytest

from houseway.citation import Law
from houseway.equipment import (
    ACTS,
    KINDS,
    acceptors,
    cut,
    decide,
    decks,
    devices,
    due_duties,
    evolve,
    opening,
    rack,
    shuffle,
    start,
    stub,
)
from houseway.errors import Malformed, NotAllowed
from houseway.events import Command, Event, Role
from houseway.procedure import Step
from houseway.regulation import load_book
from tests.support.clauses import AGAINST_DEALER, against_dealer, div, every_book, md
from tests.support.equipment_bench import ANN, CLEO, COUNTS, DEALER, DEVICE, PRESHUFFLED, SHUFFLER, TWO_DECKS, Bench
from tests.support.submissions import DIV, MD

# The deal


@md("5.F(5)", "5.C(1)")
@div("(f)(5)#5", "(f)(2)(i)")
def test_cards_go_out_once_everything_is_done():
    for book in (MD, DIV):
        for options in ({}, SHUFFLER):
            table = Bench(book, **options).run()
            assert table.refused("end-round"), "no round is being played"
            assert table.refused("begin-deal", CLEO)
            table.do("begin-deal")
            assert table.equipment.cards_out
            assert table.refused("begin-deal")
        uncut = Bench(book).run(until="complete-cut")
        assert uncut.due() == ["complete-cut"]
        assert uncut.refused("load-shoe"), "the cut is not completed"


@every_book
def test_without_a_deck_nothing_is_dealt(book):
    table = Bench(book)
    assert table.refused("begin-deal")
    assert table.why.code == "deal.duty"


@every_book
def test_a_round_can_be_void_before_a_card_was_dealt(book):
    table = Bench(book).run()
    table.do("end-round", void=True)
    assert table.due() == ["shuffle"]
    table.refused("end-round", void=True, clauses=("14.D",))
    assert isinstance(table.why, Malformed)


# Acts and duties


def test_an_unknown_act_is_malformed():
    with pytest.raises(Malformed, match="dance"):
        decide(Bench().equipment, Command("dance", DEALER))


def test_an_event_of_somebody_else_changes_nothing():
    table = Bench()
    assert evolve(table.equipment, Event("wager-placed")) is table.equipment


def test_acts_and_kinds_are_apart():
    assert not ACTS & KINDS
    assert all("-" in kind for kind in KINDS)


@every_book
def test_duties_say_who_and_why(book):
    for duty in due_duties(Bench(book).equipment, 0):
        assert isinstance(duty, Step)
        assert duty.clauses
        assert duty.words
        assert duty.role in Role


@every_book
def test_a_refusal_of_a_role_is_no_change(book):
    table = Bench(book)
    before = table.equipment
    table.refused("receive-deck", ANN)
    assert isinstance(table.why, NotAllowed)
    assert table.equipment == before


@against_dealer
def test_no_duty_speaks_of_a_joker_against_the_dealer(book):
    for options in ({}, COUNTS, TWO_DECKS, DEVICE, PRESHUFFLED):
        table = Bench(book, progressive=True, **options)
        while due := due_duties(table.equipment, table.at, table.context):
            assert all(duty.clauses and duty.words and "joker" not in duty.words for duty in due)
            table.carry_out(due[0])


def test_four_card_poker_follows_ultimate_in_every_law():
    modules = (acceptors, cut, decks, devices, opening, rack, shuffle, start, stub)
    laws = {law for module in modules for law in vars(module).values() if isinstance(law, Law)}
    for law in laws:
        cited = {book: {clause.clause for clause in law.all_in_book(load_book(book).numbering)} for book in AGAINST_DEALER}
        first, second = (cited[book] for book in AGAINST_DEALER)
        assert second == {f"as-played.{clause}" for clause in first}
        for book in AGAINST_DEALER:
            assert cited[book] <= set(load_book(book).clauses)

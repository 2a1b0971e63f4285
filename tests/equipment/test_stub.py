"""The count of the stub: every fifth round against the dealer; at a Pai Gow table it belongs to the game."""

import pytest

from houseway.equipment import Shuffling
from tests.support.clauses import AGAINST_DEALER, against_dealer, both, each_book, ids, poker
from tests.support.equipment_bench import COUNTS, DEVICE, SHUFFLER, TWO_DECKS, Bench

CLAUSES = {"manual-shoe": "8.E", "hand": "9.C", "automated-shoe": "10.C"}


@poker("8.E", "9.C", "10.C")
def test_the_stub_is_counted_in_every_fifth_round_at_the_latest():
    for book in AGAINST_DEALER:
        for dealing, clause in CLAUSES.items():
            table = Bench(book, **SHUFFLER, table__dealing=dealing)
            for number in range(1, 5):
                assert not table.equipment.stub_due
                table.play()
                assert table.equipment.rounds_since_stub_count == number
            assert table.equipment.stub_due, "known before the cards go out"
            table.run().do("begin-deal")
            assert table.equipment.stub_due
            assert table.refused("end-round") == ids(book, clause)
            table.count_stub()
            assert not table.equipment.stub_due
            table.do("end-round")
            assert not table.equipment.stub_due


@against_dealer
def test_a_count_before_it_is_due_starts_the_five_rounds_anew(book):
    table = Bench(book).play().play().run()
    table.do("begin-deal")
    table.count_stub()
    table.do("end-round")
    due = []
    for _ in range(5):
        due.append(table.equipment.stub_due)
        table.play()
    assert due == [False, False, False, False, True]


each_way = each_book(poker="8.E 9.C 10.C")
"""Run a test of the three ways of dealing; it bears the clause of each."""


def assert_due(table, clause):
    """The next round does not end without a count."""
    assert table.equipment.stub_due
    table.run().do("begin-deal")
    assert table.refused("end-round") == [clause]
    table.count_stub()
    table.do("end-round")
    assert not table.equipment.stub_due


@each_way
def test_a_void_round_counts_and_needs_no_count_itself(book, clauses):
    for dealing, clause in zip(CLAUSES, clauses, strict=True):
        table = Bench(book, **SHUFFLER, table__dealing=dealing)
        for _ in range(5):
            table.play(void=True)
        assert table.equipment.stub_due, "still, and so at once in the next round"
        table.do("end-round", void=True)
        assert table.equipment.rounds_since_stub_count == 5, "no cards went out"
        assert_due(table, clause)
        table.play()
        assert table.equipment.rounds_since_stub_count == 1


@each_way
def test_a_new_deck_does_not_begin_the_five_rounds_anew(book, clauses):
    for dealing, clause in zip(CLAUSES, clauses, strict=True):
        table = Bench(book, **SHUFFLER, table__dealing=dealing).play().play()
        table.do("remove-deck", why="worn")
        table.play().play()
        assert_due(table, clause)


@each_way
def test_of_two_decks_the_stub_is_counted_in_every_fifth_round_of_the_table(book, clauses):
    for dealing, clause in zip(CLAUSES, clauses, strict=True):
        table = Bench(book, **{**TWO_DECKS, "table__dealing": dealing})
        for _ in range(4):
            assert not table.equipment.stub_due
            table.play()
        assert_due(table, clause)


@against_dealer
def test_the_rounds_are_the_tables_whichever_deck_is_dealt(book):
    table = Bench(book, **TWO_DECKS)
    due = []
    for number in range(10):
        if number == 2:
            table.do("remove-deck", why="worn")
        table.run()
        due.append(table.equipment.stub_due)
        table.play()
    assert due == [False, False, False, False, True] * 2


@against_dealer
@pytest.mark.parametrize("options", [COUNTS, DEVICE], ids=str)
def test_where_the_device_counts_the_stub_is_never_due(book, options):
    table = Bench(book, **options)
    for _ in range(6):
        assert not table.equipment.stub_due
        table.play()


@poker("8.E")
def test_without_the_counting_device_the_stub_is_counted_again():
    for book in AGAINST_DEALER:
        table = Bench(book, **COUNTS).play().play()
        table.do("report-device", device="shuffler")
        for _ in range(4):
            table.play()
        assert table.equipment.shuffling is Shuffling.MANUAL
        table.run().do("begin-deal")
        assert table.refused("end-round") == ids(book, "8.E")


@both
def test_at_a_pai_gow_table_it_is_the_games_every_round(book):
    table = Bench(book)
    for _ in range(6):
        table.play()
        assert not table.equipment.stub_due

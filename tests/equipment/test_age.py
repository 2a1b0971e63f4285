"""How old a deck may grow, and decks that leave: in time, between rounds, after a wrong stub."""

from tests.support.clauses import both, div, each_book, every_book, md, short
from tests.support.equipment_bench import DEALINGS, HOUR, SHUFFLER, TWO_DECKS, Bench
from tests.support.submissions import DIV, MD


@each_book(md="3.C(2) 3.C(1)", div="(e)(5)#1 (e)(5)#2", poker="3.C(2) 3.C(1)")
def test_a_deck_is_changed_in_time(book, clauses):
    for dealing in DEALINGS:
        table = Bench(book, **SHUFFLER, table__dealing=dealing).run()
        table.at = (4 if dealing == "hand" else 8) * HOUR - 1
        assert table.due() == []
        table.at += 1
        assert table.due()[0] == "remove-deck"
        assert table.refused("begin-deal") == [clauses[dealing == "hand"]]
        table.do("remove-deck")
        assert table.due()[0] == "receive-deck"
        table.play()
        assert table.equipment.last_used == "deck 2"


@every_book
def test_a_round_in_play_is_finished_with_the_old_deck(book):
    table = Bench(book).run()
    table.do("begin-deal")
    table.at = 10 * HOUR
    assert table.due() == []
    assert table.refused("remove-deck")
    table.do("end-round")
    assert table.due()[0] == "remove-deck"


@every_book
def test_a_new_deck_is_a_new_start_of_the_game(book):
    table = Bench(book).play()
    assert not table.equipment.is_fresh
    table.do("remove-deck", why="worn")
    table.run(until="begin-deal")
    assert table.equipment.is_fresh


@each_book(md="8.F(2) 9.E(2) 10.E(2)", div="(h)(4)(ii)#2 (i)(4)(ii)#2 (j)(5)(ii)#2", poker="8.G(2) 9.E(2) 10.E(2)")
def test_a_wrong_stub_with_right_hands_sends_the_deck_away(book, clauses):
    for dealing, clause in zip(DEALINGS, clauses, strict=True):
        table = Bench(book, **SHUFFLER, table__dealing=dealing)
        table.play(void=True, retire_deck=True)
        assert table.due()[0] == "remove-deck"
        assert clause in short(table.duty("remove-deck").clauses)
        assert table.refused("shuffle")
        table.do("remove-deck")
        assert table.due()[0] == "receive-deck"
        table.play()
        assert table.equipment.last_used == "deck 2"


@md("3.C(1)", "3.C(2)")
@div("(e)(5)#1", "(e)(5)#2")
def test_a_deck_that_grows_too_old_when_bets_are_closed_finishes_the_round():
    """PG-82, DIV-82: a new deck would begin a new game in the middle of a round."""
    for book, dealing, hours in ((MD, "manual-shoe", 8), (MD, "hand", 4), (DIV, "manual-shoe", 8), (DIV, "hand", 4)):
        table = Bench(book, **SHUFFLER, table__dealing=dealing).play().run().set(betting_closed=True)
        table.at = hours * HOUR
        assert table.due() == []
        assert table.refused("remove-deck"), "nor at will"
        assert not table.equipment.is_fresh
        table.do("begin-deal")
        table.do("end-round")
        table.set(betting_closed=False)
        assert table.due()[0] == "remove-deck"
        assert table.do("remove-deck")["why"] == "age"


@both
def test_between_rounds_a_deck_leaves_as_before(book):
    table = Bench(book).play().run()
    assert table.do("remove-deck")["why"] == "ordered"
    assert table.due()[0] == "receive-deck"


@both
def test_a_deck_too_many_leaves_even_then(book):
    """The shuffler breaks down when bets are closed: the second deck goes with it."""
    table = Bench(book, **TWO_DECKS).play().run().set(betting_closed=True)
    table.do("report-device", device="shuffler")
    table.run(until="remove-deck")
    assert table.do("remove-deck")["why"] == "one deck only"
    assert not table.equipment.is_fresh

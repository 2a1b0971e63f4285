"""Two decks that take turns: one is shuffled or waits in the shuffler while the other is dealt."""

import pytest

from tests.support.clauses import AGAINST_DEALER, each_book, every_book, md, poker
from tests.support.equipment_bench import FLOOR, PACK_52, PRESHUFFLED, TWO_DECKS, Bench
from tests.support.submissions import MD


@each_book(md="3.B(3) 3.B(2)", div="(b)(2)(iv) (b)(2)(iii)", poker="3.B(4) 3.B(3)")
@pytest.mark.parametrize("itself", [False, True])
def test_two_decks_take_turns(book, clauses, itself):
    table = Bench(book, **TWO_DECKS, table__shuffler_loads_shoe=itself)
    used = []
    for _ in range(5):
        table.play()
        used.append(table.equipment.last_used)
        assert table.equipment.other_deck.name == used[-1]
        assert table.equipment.next_deck.in_shuffler
    assert used == ["deck 1", "deck 2", "deck 1", "deck 2", "deck 1"]
    turn, not_empty = table.refused("load-shoe", deck="deck 1"), table.refused("shuffle", deck="deck 1")
    assert turn
    assert not_empty, "the shuffler is not empty"
    assert book not in AGAINST_DEALER or [*turn, *not_empty] == clauses


@each_book(md="3.B(3)", div="(b)(2)(iv)", poker="3.B(4)")
def test_a_void_round_uses_its_deck_too(book, clauses):
    """The other deck's turn comes, whichever deck the void round was dealt from."""
    table, used = Bench(book, **TWO_DECKS), []
    for void in (True, False, False, True, True):
        table.play(void=void)
        used.append(table.equipment.last_used)
        assert table.run(until="load-shoe").equipment.next_deck.name != used[-1]
        assert table.refused("load-shoe", deck=used[-1]) == clauses
    assert used == ["deck 1", "deck 2", "deck 1", "deck 2", "deck 1"]


@each_book(md="3.B(2)", div="(b)(2)(iii)", poker="3.B(3)")
def test_the_deck_of_a_void_round_waits_until_the_shuffler_is_empty(book, clauses):
    table = Bench(book, **TWO_DECKS).play().play(void=True)
    used = table.equipment.last_used
    assert table.equipment.next_deck.in_shuffler
    refused = table.refused("shuffle", deck=used)
    assert (table.why.code, refused) == ("shuffler.full", clauses)
    table.do("load-shoe")
    assert table.due() == ["shuffle"]


@each_book(md="3.B(2)", poker="3.B(3)")
def test_the_resting_deck_is_taken_out_when_the_other_is_shuffled_on_order(book, clauses):
    """It is stored again when the other lies in the shoe."""
    table = Bench(book, **TWO_DECKS).play().play()
    table.do("load-shoe")
    table.carry_out(table.duty("shuffle"))
    assert [deck.in_shuffler for deck in table.equipment.decks].count(True) == 1
    table.do("order-shuffle", FLOOR)
    table.do("shuffle")
    assert table.equipment.next_deck.in_shuffler
    assert not table.equipment.other_deck.in_shuffler
    table.do("load-shoe")
    assert table.due() == ["store-deck"]


@each_book(md="3.B(2)", div="(b)(2)(iii)", poker="3.B(3)")
def test_one_deck_is_shuffled_while_the_other_is_dealt(book, clauses):
    table = Bench(book, **TWO_DECKS).play().play()
    table.do("load-shoe")
    assert table.due() == ["shuffle"]
    assert table.refused("begin-deal")
    table.carry_out(table.duty("shuffle"))
    assert table.do("begin-deal")


@md("3.B(2)")
def test_a_second_preshuffled_deck_is_stored_in_the_shuffler():
    table = Bench(MD, **TWO_DECKS, **PRESHUFFLED)
    table.run(until="store-deck")
    assert table.refused("begin-deal") == ["3.B(2)"]
    table.do("store-deck")
    assert table.refused("store-deck") == ["3.B(2)"]
    assert table.do("begin-deal")


@every_book
def test_the_wrong_deck_shuffled_first_is_no_dead_end(book):
    table = Bench(book, **TWO_DECKS).run(until="shuffle")
    table.do("shuffle", deck="deck 2", cards=table.pack)
    table.play().play()
    assert table.equipment.last_used == "deck 2"


@poker("5.E(2)", "3.B(4)")
def test_the_resting_deck_counted_wrong_leaves_and_the_other_plays():
    for book in AGAINST_DEALER:
        table = Bench(book, **TWO_DECKS, table__shuffler_counts=True).play()
        table.do("load-shoe")
        table.do("shuffle", cards=PACK_52, counted=53)
        assert table.duty("remove-deck").facts == {"deck": "deck 1"}
        table.play().play()
        assert table.equipment.last_used == "deck 3"


@each_book(md="3.B(4)", div="(b)(2)(v)", poker="3.B(5)")
def test_the_rack_holds_one_deck_only(book, clauses):
    table = Bench(book, **TWO_DECKS).run()
    table.do("begin-deal")
    table.do("rack", entries=(("stub", 4, "left over"),))
    assert clauses[0] in table.refused("rack", deck="deck 2", entries=(("dealer", 2, "played"),))
    table.do("end-round")
    assert table.refused("rack", entries=(("dealer", 2, "played"),)), "no deck is in play"


@each_book(md="3.B(4)", div="(b)(2)(v)", poker="3.B(5)")
def test_cards_of_the_deck_in_play_do_not_come_upon_those_of_the_other(book, clauses):
    table = Bench(book, **TWO_DECKS).play().run()
    table.do("begin-deal")
    left = (("stub", 4, "left over"),)
    table.hears("cards-racked", deck="deck 1", entries=left)
    for named in ({}, {"deck": "deck 2"}):
        assert clauses[0] in table.refused("rack", entries=left, **named)
        assert (table.why.code, table.why.facts["allowed"]) == ("rack.other-deck", "deck 1")


@each_book(md="3.B(4)", div="(b)(2)(v)", poker="3.B(5)")
def test_nor_upon_several_hands_of_the_other(book, clauses):
    table = Bench(book, **TWO_DECKS).play().run()
    table.do("begin-deal")
    for owner in ("stub", "1", "dealer"):
        table.hears("cards-racked", deck="deck 1", entries=((owner, 4, "left over"),))
    assert clauses[0] in table.refused("rack", entries=(("2", 5, "lost"),))


@poker("5.E", "5.E(1)")
def test_a_resting_deck_that_is_counted_wrong_after_the_call_is_due_to_leave_at_once():
    for book in AGAINST_DEALER:
        for counted in (51, 53):
            table = Bench(book, **TWO_DECKS, table__shuffler_counts=True).play()
            table.do("load-shoe")
            table.set(betting_closed=True)
            table.do("shuffle", cards=PACK_52, counted=counted)
            assert table.duty("remove-deck").facts == {"deck": "deck 1"}
            assert table.do("remove-deck", deck="deck 1")["why"] == "wrong count"

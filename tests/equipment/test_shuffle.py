"""The shuffle, by hand and by devices, the way of the cards into the shoe, and two decks that take turns: both books."""

import pytest

from houseway.citation import Citation
from houseway.errors import Malformed
from houseway.events import Actor, Role
from tests.equipment.test_decks import SHUFFLER, TWO_DECKS
from tests.support.clauses import both, div, md, short
from tests.support.equipment_bench import ANN, DEALER, FLOOR, PACK, SHUFFLED, Bench
from tests.support.submissions import DIV, MD


class TestShuffle:
    @md("5.A", "5.A(2)")
    @div("(f)(1)#1", "(f)(1)#2")
    def test_cards_are_shuffled_after_every_round(self):
        for book in (MD, DIV):
            table = Bench(book).play()
            assert table.due() == ["shuffle"]
            assert table.refused("offer-cut")
            assert table.refused("load-shoe")
            assert table.do("shuffle", cards=PACK)["why"] == "round"
            assert table.refused("shuffle", cards=PACK), "once is enough"

    @md("5.A(3)")
    def test_maryland_a_floorperson_may_order_a_shuffle(self):
        table = Bench(MD).run()
        assert table.refused("order-shuffle", DEALER) == ["5.A(3)"]
        table.do("order-shuffle", FLOOR)
        assert table.due() == ["shuffle"]
        assert "5.A(3)" in short(table.do("shuffle", cards=PACK).clauses)
        table.run().do("begin-deal")
        assert table.refused("order-shuffle", FLOOR) == ["5.A(3)"]

    @div("(f)(1)#1")
    def test_the_division_knows_no_shuffle_on_order(self):
        assert "(f)(1)#1" in Bench(DIV).run().refused("order-shuffle", FLOOR)

    @both
    def test_after_an_irregularity_the_shuffle_cites_it(self, book):
        clause = Citation({MD: f"{MD} 14.F", DIV: f"{DIV} (n)(6)#2"}[book])
        table = Bench(book).play(void=True, clauses=(clause,))
        assert table.duty("shuffle").clauses == (clause,)
        assert table.equipment.is_fresh, "a void round is not yet the first of the game"
        assert table.do("shuffle", cards=None)["why"] == "irregularity"

    @both
    @pytest.mark.parametrize(
        "cards", [PACK[1:], (*PACK[1:], PACK[1]), (*PACK, PACK[0]), "cards", tuple(range(53)), list(PACK)], ids=str
    )
    def test_a_shuffle_is_the_whole_deck(self, book, cards):
        table = Bench(book).run(until="shuffle")
        table.refused("shuffle", cards=cards)
        assert isinstance(table.why, Malformed)
        assert not any(str(card) in str(table.why.to_json()) for card in PACK)

    @both
    def test_of_physical_cards_nobody_knows_the_order(self, book):
        table = Bench(book).run(until="shuffle")
        table.do("shuffle", cards=None)
        table.do("offer-cut")
        table.do("cut", ANN if table.equipment.cut.offered_to == 2 else Actor(Role.PLAYER, "Ben"))
        table.do("complete-cut")
        table.do("load-shoe")
        assert table.equipment.stock is None

    @md("5.C(1)")
    @div("(f)(2)(i)")
    def test_cards_from_a_shuffler_are_not_cut(self):
        for book in (MD, DIV):
            table = Bench(book, **SHUFFLER).run(until="load-shoe")
            assert table.refused("offer-cut")
            table.do("load-shoe")
            assert table.do("begin-deal").clauses
            assert not any(kind.startswith("cut") for kind in table.kinds)
            assert table.equipment.stock == SHUFFLED

    @md("5.B", "8.B")
    @div("(f)(1)#3")
    def test_a_shuffler_may_load_the_shoe_itself(self):
        for book in (MD, DIV):
            table = Bench(book, **SHUFFLER, table__shuffler_loads_shoe=True).run()
            assert table.last("cards-shuffled")["loaded"]
            assert "shoe-loaded" not in table.kinds
            assert table.equipment.stock == SHUFFLED
        Bench(MD).run()

    @md("5.I", "5.J")
    def test_a_reshuffling_device_does_without_cut_and_loading(self):
        table = Bench(MD, table__reshuffling_device=True).run()
        assert table.last("cards-shuffled")["loaded"]
        assert table.refused("offer-cut") == ["5.J"]
        assert table.refused("order-recut", FLOOR)
        assert short(table.do("begin-deal").clauses) == ["5.J"]

    @md("8.B", "10.A(1)", "9.A(2)", "9.A(2)(a)", "9.A(2)(b)", "5.C(2)")
    @div("(h)(1)#1", "(h)(1)#2", "(j)(2)(i)", "(i)(2)(i)", "(i)(2)(i)(A)", "(i)(2)(i)(B)", "(f)(2)(ii)")
    def test_the_stack_goes_where_the_cards_are_dealt_from(self):
        for book in (MD, DIV):
            for dealing, act in (("manual-shoe", "load-shoe"), ("automated-shoe", "load-shoe"), ("hand", "take-deck")):
                table = Bench(book, **SHUFFLER, table__dealing=dealing).run(until=act)
                assert table.refused({"load-shoe": "take-deck", "take-deck": "load-shoe"}[act])
                assert table.do(act).facts.get("hand") == ("left" if dealing == "hand" else None)
            by_hand = Bench(book).run(until="offer-cut")
            assert by_hand.refused("load-shoe") == [{MD: "5.C(2)", DIV: "(f)(2)(ii)"}[book]]


class TestTwoDecks:
    @md("3.B(2)", "3.B(3)")
    @div("(b)(2)(iii)", "(b)(2)(iv)")
    @pytest.mark.parametrize("itself", [False, True])
    def test_two_decks_take_turns(self, itself):
        for book in (MD, DIV):
            table = Bench(book, **TWO_DECKS, table__shuffler_loads_shoe=itself)
            used = []
            for _ in range(5):
                table.play()
                used.append(table.equipment.last_used)
                assert table.equipment.other_deck.name == used[-1]
                assert table.equipment.next_deck.in_shuffler
            assert used == ["deck 1", "deck 2", "deck 1", "deck 2", "deck 1"]
            assert table.refused("load-shoe", deck="deck 1")
            assert table.refused("shuffle", deck="deck 1"), "the shuffler is not empty"

    @md("3.B(2)")
    @div("(b)(2)(iii)")
    def test_one_deck_is_shuffled_while_the_other_is_dealt(self):
        for book in (MD, DIV):
            table = Bench(book, **TWO_DECKS).play().play()
            table.do("load-shoe")
            assert table.due() == ["shuffle"]
            assert table.refused("begin-deal")
            table.carry_out(table.duty("shuffle"))
            assert table.do("begin-deal")

    @md("3.B(2)")
    def test_a_second_preshuffled_deck_is_stored_in_the_shuffler(self):
        table = Bench(MD, **TWO_DECKS, table__cards_received="preinspected-and-preshuffled")
        table.run(until="store-deck")
        assert table.refused("begin-deal") == ["3.B(2)"]
        table.do("store-deck")
        assert table.refused("store-deck") == ["3.B(2)"]
        assert table.do("begin-deal")

    @both
    def test_the_wrong_deck_shuffled_first_is_no_dead_end(self, book):
        table = Bench(book, **TWO_DECKS).run(until="shuffle")
        table.do("shuffle", deck="deck 2", cards=PACK)
        table.play().play()
        assert table.equipment.last_used == "deck 2"

    @md("3.B(4)")
    @div("(b)(2)(v)")
    def test_the_rack_holds_one_deck_only(self):
        for book in (MD, DIV):
            table = Bench(book, **TWO_DECKS).run()
            table.do("begin-deal")
            table.do("rack", entries=(("stub", 4, "left over"),))
            assert table.refused("rack", deck="deck 2", entries=(("dealer", 7, "played"),))
            table.do("end-round")
            assert table.refused("rack", entries=(("dealer", 7, "played"),)), "no deck is in play"

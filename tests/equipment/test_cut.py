"""The cut: to whom it is offered, how deep it is, what it does to the cards, and the recut."""

import pytest

from houseway.equipment import Stage, TableContext, cut_depth_range, entitled_positions
from houseway.errors import NotAllowed
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, both, div, ids, md, poker, short
from tests.support.equipment_bench import ANN, BEN, CLEO, DEALER, FLOOR, PACK, SHUFFLED, SHUFFLED_52, SHUFFLER, Bench
from tests.support.submissions import DIV, MD

FULL = tuple((position, f"P{position}") for position in range(1, 7))


def to_cut(book, rounds=1, **options):
    """A table whose stack waits for the cut, past the start of the game unless no round was played."""
    table = Bench(book, **options)
    for _ in range(rounds):
        table.play()
    table.run(until="offer-cut")
    return table


def offers(table):
    """Everybody refuses: who was asked, in order."""
    asked = []
    while table.due() == ["offer-cut"]:
        position = table.do("offer-cut")["position"]
        asked.append(position)
        table.do("refuse-cut", Actor(Role.PLAYER, table.context.player(position)))
    return asked


class TestOrder:
    @md("5.D", "5.D(1)", "5.D(2)", "5.E(1)", "5.E(4)")
    @div("(f)(3)#1", "(f)(3)#2", "(f)(3)#3", "(f)(4)(i)")
    def test_at_the_start_of_the_game_the_first_arrival_is_asked_first(self):
        for book in (MD, DIV):
            table = to_cut(book, rounds=0)
            assert offers(table) == [3, 2, 5]
            assert table.refused("offer-cut")
            assert table.due() == ["cut"]
            assert table.do("cut", depth=30)["position"] == 0
            assert offers(to_cut(book, rounds=1)) == [2, 3, 5], "the game is no longer just beginning"

    @md("5.D(1)", "5.D(2)")
    @div("(f)(3)#2", "(f)(3)#3")
    def test_the_dealer_cuts_when_all_have_refused_and_not_when_some_have(self):
        for book in (MD, DIV):
            table = to_cut(book)
            for asked, other in ((2, 3), (3, 5)):
                table.do("offer-cut")
                table.do("refuse-cut", Actor(Role.PLAYER, table.context.player(asked)))
                table.refused("cut", depth=30)
                assert (table.why.code, table.why.facts["allowed"]) == ("cut.offer-first", other)
            assert offers(table) == [5]
            assert table.do("cut", depth=30)["position"] == 0

    @md("5.D", "5.D(1)")
    @div("(f)(3)#1", "(f)(3)#2")
    def test_a_stack_shuffled_by_hand_is_offered_before_the_dealer_may_cut_it(self):
        for book in (MD, DIV):
            table = to_cut(book)
            table.refused("cut", depth=30)
            assert (table.why.code, "position 2" in str(table.why)) == ("cut.offer-first", True)
            for other in (FLOOR, Actor(Role.PLAYER, table.context.player(2))):
                assert table.refused("offer-cut", other), "the dealer offers it"
            table.do("offer-cut")
            assert table.refused("cut", depth=30)
            assert table.do("cut", Actor(Role.PLAYER, table.context.player(2)), depth=30)["position"] == 2
            shuffled = Bench(book, **SHUFFLER).run(until="load-shoe")
            assert "cut-offered" not in shuffled.kinds
            shuffled.refused("offer-cut")
            assert shuffled.why.code == "cut.none", "a device shuffled it"

    @md("5.E(2)", "5.E(3)")
    @div("(f)(4)(ii)#1", "(f)(4)(ii)#2")
    def test_the_bank_is_asked_first_then_counterclockwise_from_its_right(self):
        for book in (MD, DIV):
            table = to_cut(book).set(bank=3, bankless_rounds=0)
            assert offers(table) == [3, 5, 2]

    @md("5.E(4)")
    def test_maryland_without_a_bank_every_round_starts_anew_at_the_far_right(self):
        table = Bench(MD).play()
        for running in (0, 1, 2):
            table.set(bankless_rounds=running).run(until="offer-cut")
            assert offers(table) == [2, 3, 5]
            table.play()

    @div("(f)(4)(iii)#1", "(f)(4)(iii)#2", "(f)(3)#3")
    def test_the_division_moves_the_first_offer_on_over_bankless_rounds(self):
        table = Bench(DIV).play()
        first = []
        for running in range(1, 6):
            table.set(bankless_rounds=running).run(until="offer-cut")
            first.append(offers(table)[0])
            table.play()
        assert first == [2, 3, 5, 2, 3]
        table.set(bank=5, bankless_rounds=6).run(until="offer-cut")
        assert offers(table)[0] == 5
        table.play()
        table.set(bank=None, bankless_rounds=0).run(until="offer-cut")
        assert offers(table)[0] == 2, "after a bank the far right comes first again"

    @both
    def test_the_rotation_passes_an_empty_seat(self, book):
        table = Bench(DIV).play()
        table.set(bankless_rounds=1).run(until="offer-cut")
        assert offers(table)[0] == 2
        table.play()
        table.set(bankless_rounds=2, seats=((1, "Dee"), (2, "Ann"), (5, "Cleo"))).run(until="offer-cut")
        assert offers(table) == [5, 1, 2]

    @both
    def test_a_player_with_two_areas_is_asked_once(self, book):
        table = to_cut(book).set(seats=((1, "Ann"), (2, "Ann"), (4, "Ben")))
        assert entitled_positions(table.equipment, table.context) == (1, 4)

    @both
    def test_with_nobody_there_the_dealer_cuts(self, book):
        table = to_cut(book).set(seats=(), betting_closed=True)
        assert table.due() == ["cut"]
        assert table.do("cut", depth=10)["player"] == "dealer"

    @both
    def test_the_order_is_whole_for_every_bank(self, book):
        table = to_cut(book)
        for bank in range(1, 7):
            order = entitled_positions(table.equipment, TableContext(seats=FULL, bank=bank))
            assert order == tuple((bank - 1 + place) % 6 + 1 for place in range(6))

    @md("5.E(2)")
    @div("(f)(4)(ii)#1")
    def test_what_a_bank_cut_that_left_is_cut_again(self):
        """PG-83: after another shuffle in Maryland, where each bank has its own. DIV-83: the shuffle stands."""
        for book, again in ((MD, "shuffle"), (DIV, "offer-cut")):
            table = to_cut(book).set(bank=3)
            assert table.run(until="load-shoe").last("cut-made")["position"] == 3
            table.run().hears("bank-refused", position=3, why="left the table").set(bank=5)
            assert table.due()[0] == again
            table.refused("begin-deal")
            table.run()
            assert table.last("cut-offered")["position"] == table.last("cut-made")["position"] == 5

    @both
    def test_a_stack_that_the_bank_only_was_offered_keeps_its_shuffle(self, book):
        table = to_cut(book).set(bank=3)
        table.do("offer-cut")
        table.hears("bank-refused", position=3, why="left the table").set(bank=None)
        assert table.due() == ["offer-cut"]
        assert table.do("offer-cut")["position"] == 2
        machine = Bench(book, table__shuffler=True).play().run()
        before = machine.equipment
        assert machine.hears("bank-refused", position=3, why="left the table").equipment is before, "never cut"
        assert Bench(book).hears("bank-refused", position=3, why="left the table").due()[0] == "receive-deck"


class TestOffer:
    @both
    def test_only_the_player_who_was_asked_cuts(self, book):
        table = to_cut(book)
        assert table.refused("cut", DEALER, depth=20), "the dealer is the last"
        assert table.refused("cut", ANN, depth=20), "not offered yet"
        assert table.refused("offer-cut", ANN)
        assert table.refused("offer-cut", position=5)
        table.do("offer-cut")
        assert table.refused("offer-cut"), "one at a time"
        assert table.refused("cut", BEN, depth=20)
        assert table.refused("refuse-cut", CLEO)
        assert table.refused("cut", DEALER, depth=20)
        assert table.do("cut", ANN, depth=20)["player"] == "Ann"

    @both
    def test_the_dealer_may_report_what_the_player_does(self, book):
        table = to_cut(book)
        table.do("offer-cut")
        table.do("refuse-cut", DEALER, position=2)
        table.do("offer-cut")
        assert table.do("cut", DEALER, position=3, depth=20)["player"] == "Ben"

    @both
    def test_who_left_is_not_waited_for(self, book):
        table = to_cut(book)
        table.do("offer-cut")
        table.set(seats=((3, "Ben"), (5, "Cleo")))
        assert table.due() == ["refuse-cut"]
        table.carry_out(table.duty("refuse-cut"))
        assert table.do("offer-cut")["position"] == 3


class TestDepth:
    @md("5.F")
    @div("(f)(5)#1")
    def test_the_cut_is_ten_cards_from_either_end(self):
        for book, clause in ((MD, "5.F"), (DIV, "(f)(5)#1")):
            table = to_cut(book)
            table.do("offer-cut")
            for depth in (-1, 0, 9, 44, 53):
                assert table.refused("cut", ANN, depth=depth) == [clause]
                assert table.why.facts["allowed"] == (10, 43)
            table.refused("cut", ANN)
            assert table.do("cut", ANN, depth=43)["depth"] == 43

    @md("5.F(1)", "5.F(2)", "5.F(3)(a)", "5.F(3)(b)")
    @div("(f)(5)#2", "(f)(5)#3", "(f)(5)#4")
    def test_the_upper_part_goes_to_the_bottom_and_the_spare_cover_card_where_filed(self):
        for book in (MD, DIV):
            for spare, depth in (("discard-rack", 0), ("four-from-bottom", 4)):
                table = to_cut(book, table__spare_cover_card=spare)
                table.do("offer-cut")
                assert table.refused("complete-cut")
                table.do("cut", ANN, depth=10)
                assert table.refused("cut", ANN, depth=10)
                done = table.do("complete-cut")
                assert (done["cover"], done["spare"], done["spare_depth"]) == ("bottom", spare, depth)
                assert table.equipment.next_deck.cards == SHUFFLED[10:] + SHUFFLED[:10]
                assert table.equipment.stock is None
                table.do("load-shoe")
                assert set(table.equipment.stock) == set(PACK)

    @md("5.F(2)")
    @div("(f)(5)#3")
    def test_so_it_does_if_the_dealer_cuts(self):
        for book in (MD, DIV):
            table = to_cut(book)
            assert offers(table)
            table.do("cut", depth=10)
            done = table.do("complete-cut")
            assert (done["cover"], table.equipment.next_deck.cards) == ("bottom", SHUFFLED[10:] + SHUFFLED[:10])


class TestRecut:
    def cut(self, book, recut_by):
        table = to_cut(book, table__recut_by=recut_by)
        table.do("offer-cut")
        table.do("refuse-cut", ANN)
        table.do("offer-cut")
        table.do("cut", BEN, depth=20)
        table.do("complete-cut")
        table.do("load-shoe")
        return table

    @md("5.G(1)", "5.G(2)")
    @div("(f)(6)#1", "(f)(6)#2")
    def test_a_floorperson_orders_a_recut_by_whom_was_filed(self):
        for book in (MD, DIV):
            for recut_by, position in (("last-to-cut", 3), ("next-entitled", 5)):
                table = self.cut(book, recut_by)
                assert table.refused("order-recut", DEALER)
                table.do("order-recut", FLOOR)
                assert table.equipment.next_deck.stage is Stage.SHUFFLED
                assert table.refused("begin-deal")
                assert table.do("offer-cut")["position"] == position
                table.carry_out(table.duty("cut"))
                table.run().do("begin-deal")

    @md("5.F(1)", "5.G(1)", "5.G(2)")
    @div("(f)(5)#2", "(f)(6)#1", "(f)(6)#2")
    def test_a_recut_moves_the_upper_part_of_the_stack_like_any_cut(self):
        for book in (MD, DIV):
            for recut_by in ("last-to-cut", "next-entitled"):
                table = self.cut(book, recut_by)
                before = table.equipment.next_deck.cards
                table.do("order-recut", FLOOR)
                table.do("offer-cut")
                cutter = Actor(Role.PLAYER, table.context.player(table.equipment.cut.offered_to))
                table.do("cut", cutter, depth=17)
                table.do("complete-cut")
                assert table.equipment.next_deck.cards == before[17:] + before[:17]

    @both
    def test_a_recut_by_the_next_entitled_asks_nobody_again_if_the_cutter_has_left(self, book):
        table = self.cut(book, "next-entitled")
        table.set(seats=tuple((place, name) for place, name in table.context.seats if place != 3))
        table.do("order-recut", FLOOR)
        assert table.do("offer-cut")["position"] == 5

    @both
    def test_the_last_to_cut_may_refuse_to_do_it_again(self, book):
        table = self.cut(book, "last-to-cut")
        table.do("order-recut", FLOOR)
        assert offers(table)[0] == 3

    @both
    @pytest.mark.parametrize(("recut_by", "due"), [("last-to-cut", "cut"), ("next-entitled", "offer-cut")])
    def test_a_dealers_cut_is_recut(self, book, recut_by, due):
        table = to_cut(book, table__recut_by=recut_by)
        offers(table)
        table.do("cut", depth=20)
        table.do("order-recut", FLOOR)
        assert table.due() == [due]

    @both
    def test_there_is_no_recut_before_a_cut_or_after_the_deal_began(self, book):
        table = to_cut(book)
        assert table.refused("order-recut", FLOOR)
        table.run().do("begin-deal")
        assert table.refused("order-recut", FLOOR)
        assert isinstance(table.why, NotAllowed)


class TestAgainstTheDealer:
    @poker("5.D(2)", "5.F")
    def test_the_dealer_cuts_and_nobody_is_asked(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run(until="cut")
            assert entitled_positions(table.equipment, table.context) == ()
            assert table.refused("offer-cut") == ids(book, "5.F")
            for by in (ANN, DEALER):
                assert table.refused("refuse-cut", by) == ids(book, "5.F")
            assert table.refused("cut", ANN, depth=20) == ids(book, "5.F")
            assert table.refused("cut", DEALER, depth=20, position=2) == ids(book, "5.F")
            made = table.do("cut", depth=20)
            assert made["player"] == "dealer"
            assert short(made.clauses) == ids(book, "5.D(2)", "5.F")

    @poker("5.F")
    def test_ten_cards_from_the_top_and_one_from_the_bottom(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run(until="cut")
            for depth in (-1, 0, 9, 52):
                assert table.refused("cut", depth=depth) == ids(book, "5.F")
                assert table.why.facts["allowed"] == cut_depth_range(table.equipment) == (10, 51)
            table.do("cut", depth=51)

    @poker("5.F")
    def test_a_cut_of_cards_that_nobody_has_entered_is_ten_cards_deep_as_well(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run(until="shuffle")
            table.do("shuffle")
            table.run(until="cut")
            assert table.equipment.next_deck.cards is None
            for depth in (0, 9, 52):
                assert table.refused("cut", depth=depth) == ids(book, "5.F")
            assert table.do("cut", depth=10)["depth"] == 10

    @poker("5.F(1)", "5.F(2)")
    def test_the_upper_part_and_the_cover_card_go_to_the_bottom(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run(until="cut")
            table.do("cut", depth=10)
            done = table.do("complete-cut")
            assert short(done.clauses) == ids(book, "5.F(1)")
            assert (done["spare"], done["spare_depth"]) == ("", 0)
            table.do("load-shoe")
            assert table.equipment.stock == SHUFFLED_52[10:] + SHUFFLED_52[:10]

    @poker("5.G")
    def test_a_recut_is_the_dealers_again(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run(until="cut")
            assert table.refused("order-recut", FLOOR) == ids(book, "5.G"), "not cut yet"
            table.run()
            assert table.refused("order-recut", DEALER) == ids(book, "5.G")
            table.do("order-recut", FLOOR)
            assert table.due() == ["cut"]
            table.run().do("begin-deal")
            assert table.kinds.count("cut-made") == 2
            assert table.refused("order-recut", FLOOR) == ids(book, "5.G"), "cards are out"

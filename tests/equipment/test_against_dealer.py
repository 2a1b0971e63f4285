"""The equipment of the games against the dealer: Ultimate Texas Hold'em, and Four Card Poker, whose procedures follow it."""

import pytest

from houseway.citation import Law
from houseway.equipment import (
    SPREAD_FACE_UP,
    SPREAD_STORED_DECK,
    Stage,
    acceptors,
    cut,
    cut_depth_range,
    decks,
    devices,
    duties,
    entitled_positions,
    opening,
    rack,
    shuffle,
    start,
    stub,
)
from houseway.errors import Malformed
from houseway.events import Actor, Role
from houseway.regulation import load
from tests.support.clauses import AGAINST_DEALER, against_dealer, both, ids, poker, short
from tests.support.equipment_bench import ANN, DEALER, FLOOR, HOUR, PACK, PACK_52, SEATS, SHUFFLED_52, Bench
from tests.support.submissions import DIV

SHUFFLER = {"table__shuffler": True}
COUNTS = {**SHUFFLER, "table__shuffler_counts": True}
SHOE = {**SHUFFLER, "table__dealing": "automated-shoe"}
TWO_DECKS = {**SHOE, "table__decks": 2}
PRESHUFFLED = {"table__cards_received": "preinspected-and-preshuffled"}
DEVICE = {"table__reshuffling_device": True}
DEALINGS = ("manual-shoe", "hand", "automated-shoe")


def test_four_card_poker_follows_ultimate_in_every_law():
    modules = (acceptors, cut, decks, devices, opening, rack, shuffle, start, stub)
    laws = {law for module in modules for law in vars(module).values() if isinstance(law, Law)}
    for law in laws:
        cited = {book: {clause.clause for clause in law.all_in_book(load(book).numbering)} for book in AGAINST_DEALER}
        first, second = (cited[book] for book in AGAINST_DEALER)
        assert second == {f"as-played.{clause}" for clause in first}
        for book in AGAINST_DEALER:
            assert cited[book] <= set(load(book).clauses)


class TestOpening:
    @poker("3.A(1)", "3.A(2)", "3.A(3)", "4.A", "4.B", "4.C(1)", "4.C(2)", "4.C(3)", "4.D", "5.A", "5.A(1)", "5.B")
    def test_a_deck_is_opened_step_by_step(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run(until="cut")
            assert table.kinds == [
                "deck-received",
                "deck-inspected",
                "inspection-verified",
                "deck-spread",
                "inspection-afforded",
                "deck-turned-down",
                "deck-washed",
                "deck-stacked",
                "cards-shuffled",
            ], "no shaker, and no joker to be torn"
            assert table.last("inspection-afforded")["player"] == "Ben"
            assert table.last_clauses("cards-shuffled") == ids(book, "5.A", "5.A(1)", "4.D", "5.B")

    @poker("3.A(1)", "3.A(3)")
    def test_a_deck_has_52_cards_no_joker_and_two_cover_cards(self):
        for book in AGAINST_DEALER:
            table = Bench(book)
            assert table.refused("receive-deck", jokers=1) == ids(book, "3.A(1)")
            assert table.refused("receive-deck", covers=1) == ids(book, "3.A(3)")
            received = table.do("receive-deck")
            assert (received["jokers"], received["covers"]) == (0, 2)
            table.run(until="shuffle")
            table.refused("shuffle", cards=PACK)
            assert isinstance(table.why, Malformed), "53 cards"
            table.do("shuffle", cards=PACK_52)
            assert table.equipment.decks[0].cards == PACK_52

    @poker("4.A")
    def test_the_inspection_is_verified_by_a_floorperson_who_is_another_person(self):
        for book in AGAINST_DEALER:
            table = Bench(book)
            table.do("receive-deck")
            table.do("inspect-deck")
            assert table.refused("verify-inspection", DEALER) == ids(book, "4.A")
            assert table.refused("verify-inspection", Actor(Role.FLOOR, DEALER.name)) == ids(book, "4.A")
            assert table.refused("tear-joker") == ids(book, "3.A(1)"), "there is none"
            table.do("verify-inspection", FLOOR)

    @poker("4.A", "3.A(2)")
    def test_a_defective_deck_leaves(self):
        for book in AGAINST_DEALER:
            table = Bench(book)
            table.do("receive-deck")
            table.do("inspect-deck", defects="a bent corner")
            assert short(table.duty("remove-deck").clauses) == ids(book, "4.A", "3.A(2)")
            table.run().do("begin-deal")
            assert table.equipment.last_used == "deck 2"

    @poker("3.A(1)", "3.B", "3.B(1)", "3.B(2)", "4.E")
    def test_one_deck_or_two_with_different_backs_each_opened_by_itself(self):
        for book in AGAINST_DEALER:
            one = Bench(book)
            one.do("receive-deck")
            assert one.refused("receive-deck", deck="another") == ids(book, "3.A(1)")
            two = Bench(book, **TWO_DECKS)
            two.do("receive-deck", back="red")
            assert two.refused("receive-deck", back="red") == ids(book, "3.B(2)")
            two.run()
            assert two.kinds.count("inspection-verified") == two.kinds.count("deck-washed") == 2
            assert ids(book, "4.E")[0] in two.last_clauses("deck-washed")

    @poker("4.F", "5.A", "5.D(2)", "5.F", "5.F(1)", "5.F(2)")
    @pytest.mark.parametrize("options", [{}, SHUFFLER, COUNTS, SHOE, {**SHUFFLER, "table__dealing": "hand"}], ids=str)
    def test_a_preshuffled_deck_skips_the_opening_and_is_still_cut_whatever_shuffles_later(self, options):
        for book in AGAINST_DEALER:
            table = Bench(book, **PRESHUFFLED, **options)
            received = table.do("receive-deck", cards=SHUFFLED_52)
            assert short(received.clauses)[-2:] == ids(book, "4.F", "5.A")
            assert table.due() == ["cut"]
            assert table.refused("begin-deal") == ids(book, "5.D(2)", "5.F")
            assert table.refused("take-deck" if options.get("table__dealing") == "hand" else "load-shoe") == ids(book, "5.D(2)")
            table.run()
            assert table.equipment.stock == SHUFFLED_52[20:] + SHUFFLED_52[:20]
            assert short(table.do("begin-deal").clauses) == ids(book, "5.F(2)")
            assert "cards-shuffled" not in table.kinds
            table.do("end-round")
            assert table.due() == ["shuffle"]
            assert ids(book, "5.A(2)")[0] in short(table.duty("shuffle").clauses)

    @poker("4.F", "5.I")
    def test_a_reshuffling_device_takes_preshuffled_cards_uncut(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **PRESHUFFLED, **DEVICE).run()
            assert table.kinds == ["preshuffled-deck-received", "shoe-loaded"]
            assert short(table.do("begin-deal").clauses) == ids(book, "5.I")

    @poker("3.B(3)", "4.F", "5.D(2)")
    def test_two_preshuffled_decks_are_cut_each_when_its_turn_has_come(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **PRESHUFFLED, **TWO_DECKS).run(until="store-deck")
            assert table.kinds.count("cut-completed") == 1
            table.do("store-deck")
            table.play()
            assert table.due()[0] == "cut", "preshuffled, though it was kept in the shuffler"
            table.play().play()
            assert table.kinds.count("cut-completed") == 2
            assert table.equipment.last_used == "deck 1"

    @poker("13.H(1)")
    def test_a_preshuffled_deck_that_a_shuffler_jams_with_is_shuffled_by_it(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **PRESHUFFLED, **TWO_DECKS).run(until="store-deck")
            assert table.do("report-device", device="shuffler", usable=True)["decks"] == ()
            table.do("store-deck")
            assert table.do("report-device", device="shuffler", usable=True)["decks"] == ("deck 2",)
            table.play().play()
            assert table.kinds.count("cut-completed") == 1


class TestAge:
    @poker("3.C(1)", "3.C(2)")
    def test_a_deck_is_changed_in_time(self):
        for book in AGAINST_DEALER:
            for dealing in DEALINGS:
                table = Bench(book, **SHUFFLER, table__dealing=dealing).run()
                table.at = (4 if dealing == "hand" else 8) * HOUR - 1
                assert table.due() == []
                table.at += 1
                assert table.refused("begin-deal") == ids(book, "3.C(1)" if dealing == "hand" else "3.C(2)")
                table.do("remove-deck")
                table.play()
                assert table.equipment.last_used == "deck 2"

    @poker("8.G(2)", "9.E(2)", "10.E(2)")
    def test_a_wrong_stub_sends_the_deck_away(self):
        clauses = {"manual-shoe": "8.G(2)", "hand": "9.E(2)", "automated-shoe": "10.E(2)"}
        for book in AGAINST_DEALER:
            for dealing, clause in clauses.items():
                table = Bench(book, **SHUFFLER, table__dealing=dealing)
                table.play(void=True, retire_deck=True)
                assert short(table.duty("remove-deck").clauses) == ids(book, clause)
                assert table.refused("shuffle")
                table.play()
                assert table.equipment.last_used == "deck 2"


class TestShuffle:
    @poker("5.A", "5.A(2)", "5.A(3)", "5.B")
    def test_cards_are_shuffled_after_every_round_and_on_order(self):
        for book in AGAINST_DEALER:
            table = Bench(book).play()
            assert table.due() == ["shuffle"]
            assert short(table.do("shuffle", cards=PACK_52).clauses) == ids(book, "5.A", "5.A(2)", "5.B")
            assert table.refused("order-shuffle", DEALER) == ids(book, "5.A(3)")
            table.run().do("order-shuffle", FLOOR)
            assert short(table.do("shuffle", cards=PACK_52).clauses) == ids(book, "5.A", "5.A(3)", "5.B")
            assert table.due() == ["cut"], "shuffled by hand again, so cut again"

    @poker("5.D(1)")
    def test_cards_from_a_shuffler_are_not_cut(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **SHUFFLER).run(until="load-shoe")
            assert table.refused("cut", depth=20) == ids(book, "5.D(1)")
            table.do("load-shoe")
            assert short(table.do("begin-deal").clauses) == ids(book, "5.D(1)")
            assert table.equipment.stock == SHUFFLED_52

    @poker("5.C", "8.B", "10.A(1)")
    def test_a_shuffler_may_load_the_shoe_itself(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **SHUFFLER, table__shuffler_loads_shoe=True).run()
            assert table.last("cards-shuffled")["loaded"]
            assert table.last_clauses("cards-shuffled")[-2:] == ids(book, "5.C", "8.B")
            loaded = Bench(book, **PRESHUFFLED, **SHOE, table__shuffler_loads_shoe=True).run()
            assert loaded.last_clauses("shoe-loaded") == ids(book, "10.A(1)", "5.F(2)", "5.C")

    @poker("5.I")
    def test_a_reshuffling_device_does_without_cut_and_loading(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **DEVICE).run()
            assert table.last("cards-shuffled")["loaded"]
            assert table.refused("cut", depth=20) == ids(book, "5.I")
            assert table.refused("order-recut", FLOOR)
            assert short(table.do("begin-deal").clauses) == ids(book, "5.I")

    @poker("8.B", "5.F(2)", "10.A(1)", "9.A(2)", "9.A(2)(a)", "9.A(2)(b)", "5.D(2)")
    def test_the_stack_goes_where_the_cards_are_dealt_from(self):
        clauses = {"manual-shoe": ("8.B",), "hand": ("9.A(2)", "9.A(2)(a)", "9.A(2)(b)"), "automated-shoe": ("10.A(1)",)}
        for book in AGAINST_DEALER:
            for dealing, borne in clauses.items():
                act = "take-deck" if dealing == "hand" else "load-shoe"
                table = Bench(book, **SHUFFLER, table__dealing=dealing).run(until=act)
                assert short(table.do(act).clauses) == ids(book, *borne)
            by_hand = Bench(book).run(until="cut")
            assert by_hand.refused("load-shoe") == ids(book, "5.D(2)")
            by_hand.run()
            assert by_hand.last_clauses("shoe-loaded") == ids(book, "8.B", "5.F(2)")

    @poker("5.E", "5.E(1)", "5.E(2)")
    @pytest.mark.parametrize("options", [COUNTS, {**COUNTS, "table__shuffler_loads_shoe": True}, DEVICE], ids=str)
    def test_a_deck_that_the_device_counts_wrong_leaves(self, options):
        for book in AGAINST_DEALER:
            table = Bench(book, **options).run(until="shuffle")
            shuffled = table.do("shuffle", cards=PACK_52, counted=51)
            assert (shuffled["counted"], shuffled["loaded"], shuffled["cards"]) == (51, False, None)
            assert table.due()[0] == "remove-deck"
            assert table.refused("begin-deal") == ids(book, "5.E", "5.E(1)", "5.E(2)")
            assert table.refused("shuffle")
            assert table.refused("load-shoe")
            assert table.do("remove-deck")["why"] == "wrong count"
            table.play()
            assert table.last("cards-shuffled")["counted"] == 52
            assert table.equipment.last_used == "deck 2"

    @poker("5.E(2)", "3.B(4)")
    def test_the_resting_deck_counted_wrong_leaves_and_the_other_plays(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **TWO_DECKS, table__shuffler_counts=True).play()
            table.do("load-shoe")
            table.do("shuffle", cards=PACK_52, counted=53)
            assert table.duty("remove-deck").facts == {"deck": "deck 1"}
            table.play().play()
            assert table.equipment.last_used == "deck 3"

    @both
    def test_a_device_of_a_pai_gow_table_says_nothing_of_its_count(self, book):
        for options in (SHUFFLER, {} if book == DIV else DEVICE):
            table = Bench(book, **options).run(until="shuffle")
            assert table.refused("shuffle", counted=53)
            assert "counted" not in table.do("shuffle").facts

    @poker("5.E(1)")
    def test_a_shuffler_that_does_not_count_says_nothing_of_it(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **SHUFFLER).run(until="shuffle")
            assert table.refused("shuffle", counted=52) == ids(book, "5.E(1)")
            assert "counted" not in table.do("shuffle").facts


class TestCut:
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


class TestTwoDecks:
    @poker("3.B(3)", "3.B(4)")
    @pytest.mark.parametrize("itself", [False, True])
    def test_two_decks_take_turns_and_one_is_shuffled_while_the_other_is_dealt(self, itself):
        for book in AGAINST_DEALER:
            table = Bench(book, **TWO_DECKS, table__shuffler_loads_shoe=itself)
            used = []
            for _ in range(5):
                table.play()
                used.append(table.equipment.last_used)
                assert table.equipment.next_deck.in_shuffler
            assert used == ["deck 1", "deck 2", "deck 1", "deck 2", "deck 1"]
            assert table.refused("load-shoe", deck="deck 1") == ids(book, "3.B(4)")
            assert table.refused("shuffle", deck="deck 1") == ids(book, "3.B(3)")

    @poker("3.B(5)")
    def test_the_rack_holds_one_deck_only(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **TWO_DECKS).run()
            table.do("begin-deal")
            table.do("rack", entries=(("stub", 4, "left over"),))
            assert ids(book, "3.B(5)")[0] in table.refused("rack", deck="deck 2", entries=(("dealer", 2, "played"),))


class TestIdle:
    @poker("5.H(1)", "5.H(2)", "4.C(2)", "4.C(3)", "4.D", "5.A(1)")
    def test_idle_cards_lie_face_down_and_are_washed_by_hand_or_shuffler(self):
        for book in AGAINST_DEALER:
            for options in ({}, SHUFFLER, DEVICE):
                table = Bench(book, **options).play()
                assert table.refused("idle-table", face="up") == ids(book, "5.H(1)")
                table.set(seats=()).do("idle-table")
                assert table.equipment.decks[0].stage is Stage.IDLE_DOWN
                assert table.due() == []
                table.set(seats=SEATS)
                assert table.refused("turn-up") == ids(book, "5.H(1)")
                table.run()
                tail = table.kinds[table.kinds.index("table-idled") + 1 :]
                assert tail[:4] == ["inspection-afforded", "deck-washed", "deck-stacked", "cards-shuffled"]
                assert table.last_clauses("deck-washed") == ids(book, "5.H(2)", "4.C(2)")
                assert ids(book, "5.H(2)")[0] in table.last_clauses("cards-shuffled")

    @poker("5.H(1)", "5.H(2)", "4.C(1)")
    def test_a_player_may_ask_for_the_spread_face_up(self):
        for book in AGAINST_DEALER:
            table = Bench(book).play().set(requests=frozenset({SPREAD_FACE_UP}))
            assert table.do("idle-table")["face"] == "up"
            table.run(until="cut")
            assert table.last_clauses("deck-turned-down") == ids(book, "5.H(2)", "4.C(1)")
            later = Bench(book).play()
            later.do("idle-table")
            later.set(requests=frozenset({SPREAD_FACE_UP}))
            assert later.due() == ["turn-up"]

    @poker("5.H(1)")
    def test_an_idle_table_spreads_both_decks(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **TWO_DECKS).play()
            assert table.do("idle-table")["decks"] == ("deck 1", "deck 2")
            table.set(requests=frozenset({SPREAD_STORED_DECK}))
            assert table.refused("spread-stored-deck") == ids(book, "5.H(1)")
            table.run()
            assert table.kinds[table.kinds.index("table-idled") :].count("deck-washed") == 2


@against_dealer
def test_duties_say_who_and_why(book):
    for options in ({}, COUNTS, TWO_DECKS, DEVICE, PRESHUFFLED):
        table = Bench(book, progressive=True, **options)
        while due := duties(table.equipment, table.at, table.context):
            assert all(duty.clauses and duty.words and "joker" not in duty.words for duty in due)
            table.carry_out(due[0])

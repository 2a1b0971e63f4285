"""Devices that fail, and what must be done before another method is used."""

import pytest

from houseway.equipment import Dealing, Shuffling, Stage, TableContext, with_amended_rules
from houseway.errors import Malformed, NotAllowed
from tests.support.clauses import against_dealer, both, clauses_by_book, div, each_book, every_book, md, short
from tests.support.equipment_bench import DEALER, FLOOR, SEATS, SHOE, SHUFFLER, TWO_DECKS, ULTIMATE, Bench, rules_of
from tests.support.submissions import DIV, MD

SHUFFLE = clauses_by_book(div="(f)(1)#2", poker="5.B")
"""The rule of the shuffle itself, which some books cite beside that of the jam."""


class TestJams:
    @each_book(md="14.L", div="(n)(13)", poker="13.H(1) 13.H(3)")
    def test_cards_of_a_jammed_shuffler_are_shuffled_again(self, book, clauses):
        table = Bench(book, **SHUFFLER).play().run(until="load-shoe")
        failed = table.do("report-device", device="shuffler", usable=True)
        assert (failed["decks"], failed["live"]) == (("deck 1",), False)
        assert table.due() == ["shuffle"]
        assert short(table.duty("shuffle").clauses) == clauses + SHUFFLE.get(book, [])
        table.play()

    @each_book(md="14.M", div="(n)(14)#1 (n)(14)#2", poker="13.I(2) 13.I(3)")
    def test_cards_of_a_jammed_shoe_are_reshuffled_with_those_already_dealt(self, book, clauses):
        table = Bench(book, **SHOE).run().set(betting_closed=True)
        table.do("begin-deal")
        failed = table.do("report-device", device="automated-shoe", what="stopped", usable=True)
        assert failed["live"], "the round that is in the device is the game's to void"
        assert short(failed.clauses) == clauses
        assert table.equipment.cards_out
        table.do("end-round", void=True, clauses=failed.clauses)
        table.set(betting_closed=False)
        assert short(table.duty("shuffle").clauses) == clauses + SHUFFLE.get(book, [])
        waiting = Bench(book, **SHOE).run()
        assert not waiting.do("report-device", device="automated-shoe", usable=True)["live"]
        assert waiting.equipment.decks[0].stage is Stage.COLLECTED

    @each_book(poker="13.I(2) 13.I(3)")
    @pytest.mark.parametrize("what", ["stopped", "unfinished"])
    def test_cards_of_a_shoe_that_stops_are_reshuffled_like_those_of_one_that_jams(self, book, clauses, what):
        table = Bench(book, **SHOE).run()
        failed = table.do("report-device", device="automated-shoe", what=what, usable=True)
        assert (short(failed.clauses), failed["decks"]) == (clauses, ("deck 1",))
        assert table.equipment.decks[0].stage is Stage.COLLECTED
        assert short(table.duty("shuffle").clauses)[: len(clauses)] == clauses

    @each_book(poker="13.I(2) 13.I(3)")
    def test_cards_of_a_shoe_that_stays_out_of_order_are_reshuffled_before_another_method_deals_them(self, book, clauses):
        table = Bench(book, **SHOE).run().set(betting_closed=True)
        table.do("begin-deal")
        failed = table.do("report-device", device="automated-shoe")
        table.do("end-round", void=True, clauses=failed.clauses)
        table.set(betting_closed=False).run(until="shuffle")
        assert short(table.duty("shuffle").clauses)[: len(clauses)] == clauses
        shuffles = table.kinds.count("cards-shuffled")
        table.run()
        assert table.kinds.count("cards-shuffled") == shuffles + 1
        assert table.equipment.dealing is not Dealing.AUTOMATED_SHOE

    @each_book(poker="13.H(1) 13.H(3)")
    @pytest.mark.parametrize("usable", [True, False], ids=["usable", "out-of-order"])
    @pytest.mark.parametrize("what", ["jammed", "stopped", "unfinished"])
    def test_cards_in_a_shuffler_are_shuffled_again_whatever_its_fault(self, book, clauses, what, usable):
        table = Bench(book, **SHUFFLER).play().run(until="load-shoe")
        table.do("report-device", device="shuffler", what=what, usable=usable)
        table.run(until="shuffle")
        assert short(table.duty("shuffle").clauses)[: len(clauses)] == clauses
        shuffles = table.kinds.count("cards-shuffled")
        table.run()
        assert table.kinds.count("cards-shuffled") == shuffles + 1
        assert table.last("cards-shuffled")["by"] == ("shuffler" if usable else "manual")

    @both
    def test_with_two_decks_only_the_stored_one_is_caught(self, book):
        table = Bench(book, **TWO_DECKS).run()
        table.do("begin-deal")
        failed = table.do("report-device", device="shuffler", usable=True)
        assert failed["decks"] == ("deck 2",)
        assert not failed["live"]
        table.do("end-round")
        assert table.due()[0] == "shuffle"
        table.play()
        assert table.equipment.last_used == "deck 2"

    @each_book(md="14.L", div="(n)(13)", poker="13.H(1) 13.H(3)")
    def test_a_shuffler_from_which_the_cards_were_taken_holds_them_no_more(self, book, clauses):
        """Either deck may be shuffled next, and a second jam catches neither."""
        table = Bench(book, **TWO_DECKS).run()
        table.do("begin-deal")
        assert table.do("report-device", device="shuffler", usable=True)["decks"] == ("deck 2",)
        table.do("end-round")
        assert table.do("report-device", device="shuffler", usable=True)["decks"] == ()
        table.do("shuffle", deck="deck 1")
        assert short(table.duty("shuffle").clauses)[: len(clauses)] == clauses
        table.do("shuffle", deck="deck 2")

    @pytest.mark.clause(f"{ULTIMATE} 13.H(1)")
    @pytest.mark.parametrize(("reading", "live"), [("live-deck-only", False), ("always", True)])
    def test_a_jam_with_the_resting_deck_takes_the_round_as_the_reading_says(self, reading, live):
        table = Bench(ULTIMATE, **TWO_DECKS, readings=[("UTH-26", reading)]).run()
        assert not table.do("report-device", device="shuffler", usable=True)["live"], "no round is in play"
        table.run().do("begin-deal")
        failed = table.do("report-device", device="shuffler", usable=True)
        assert (failed["decks"], failed["live"]) == (("deck 2",), live)

    @every_book
    @pytest.mark.parametrize("what", ["jammed", "unfinished"])
    def test_a_shuffler_that_jams_when_betting_is_closed_holds_the_rounds_cards(self, book, what):
        table = Bench(book, **SHUFFLER).play().run(until="load-shoe").set(betting_closed=True)
        assert table.do("report-device", device="shuffler", what=what)["live"]

    @every_book
    def test_a_device_that_is_not_there_cannot_jam(self, book):
        assert Bench(book).refused("report-device", device="shuffler")
        table = Bench(book)
        table.refused("report-device", device="kettle")
        assert isinstance(table.why, Malformed)

    @each_book(md="14.L", poker="13.H(1) 13.H(3)")
    def test_a_reshuffling_device_from_which_nothing_is_dealt_is_a_shuffler(self, book, clauses):
        table = Bench(book, table__reshuffling_device=True).run()
        failed = table.do("report-device", device="reshuffling-device")
        assert short(failed.clauses) == clauses
        assert table.due()[0] == "cover-device"
        table.run()
        assert (table.equipment.shuffling, table.equipment.dealing) == (Shuffling.MANUAL, Dealing.MANUAL_SHOE)
        assert "cut-completed" in table.kinds


class TestOutOfOrder:
    @each_book(md="14.N(1) 14.N(2)", poker="13.J(1) 13.J(2)")
    def test_maryland_a_device_is_covered_or_signed_before_another_method(self, book, clauses):
        for act, clause in zip(("cover-device", "sign-device"), clauses, strict=True):
            table = Bench(book, **SHUFFLER).play()
            assert table.refused(act, device="shuffler") == [clause], "it works"
            table.do("report-device", device="shuffler")
            assert table.due()[0] == "cover-device"
            assert table.refused("shuffle") == clauses
            assert table.refused("switch-method", FLOOR, shuffling="manual") == clauses
            assert table.refused("remove-device") == clauses
            assert short(table.do(act).clauses) == [clause]
            assert table.refused(act, device="shuffler")
            assert table.refused("switch-method", DEALER, shuffling="manual")
            assert table.refused("begin-deal")
            table.run()
            assert table.equipment.shuffling is Shuffling.MANUAL
            assert "cut-completed" in table.kinds, "shuffled by hand, so cut"

    @each_book(md="14.N(1) 14.N(2)", poker="13.J(1) 13.J(2)")
    def test_maryland_an_automated_shoe_is_covered_or_signed_like_a_shuffler(self, book, clauses):
        for act, clause in zip(("cover-device", "sign-device"), clauses, strict=True):
            table = Bench(book, **SHOE).play()
            table.do("report-device", device="automated-shoe")
            assert table.refused("switch-method", FLOOR, dealing="manual-shoe") == clauses
            assert short(table.do(act, device="automated-shoe").clauses) == [clause]
            table.do("switch-method", FLOOR, dealing="manual-shoe")
            table.play()
            assert table.equipment.dealing is Dealing.MANUAL_SHOE

    @each_book(md="14.N(1) 14.N(2)", poker="13.J(1) 13.J(2)")
    def test_maryland_each_of_two_broken_devices_is_covered_or_signed(self, book, clauses):
        for act in ("cover-device", "sign-device"):
            table = Bench(book, **SHOE).play()
            for device in ("shuffler", "automated-shoe"):
                table.do("report-device", device=device)
            other = {"shuffling": "manual", "dealing": "manual-shoe"}
            table.do(act, device="shuffler")
            assert table.refused("switch-method", FLOOR, **other) == clauses, "the shoe still stands open"
            table.do(act, device="automated-shoe")
            table.do("switch-method", FLOOR, **other)
            assert (table.equipment.shuffling, table.equipment.dealing) == (Shuffling.MANUAL, Dealing.MANUAL_SHOE)

    @div("(n)(15)")
    def test_the_division_a_device_is_removed_before_another_method(self):
        table = Bench(DIV, **SHUFFLER).play()
        table.do("report-device", device="shuffler")
        assert table.due()[0] == "remove-device"
        for act in ("cover-device", "sign-device"):
            assert table.refused(act) == ["(n)(15)"]
        assert table.refused("switch-method", FLOOR, shuffling="manual") == ["(n)(15)"]
        table.do("remove-device")
        table.run()
        assert "cut-completed" in table.kinds

    @div("(n)(15)")
    def test_the_division_removes_a_device_that_works_as_well(self):
        table = Bench(DIV, **SHOE).run()
        assert table.refused("switch-method", FLOOR, dealing="hand") == ["(n)(15)"]
        table.do("remove-device", FLOOR, device="automated-shoe")
        assert table.refused("begin-deal") == ["(n)(15)"]
        table.do("switch-method", FLOOR, dealing="hand")
        table.run().do("begin-deal")
        assert "deck-taken" in table.kinds
        assert table.refused("remove-device", device="shuffler"), "not during a round"
        assert Bench(DIV).refused("remove-device", device="shuffler") == ["(n)(15)"]

    @each_book(md="3.A(1) 3.B", div="(b)(1)#1 (b)(2)", poker="3.A(1) 3.B")
    def test_without_a_shuffler_one_deck_is_enough_and_the_other_leaves(self, book, clauses):
        table = Bench(book, **TWO_DECKS).play()
        table.do("report-device", device="shuffler")
        table.run(until="remove-deck")
        assert table.duty("remove-deck").facts == {"deck": "deck 1"}
        assert short(table.duty("remove-deck").clauses) == clauses[:1]
        table.run().play().play()
        assert table.equipment.last_used == "deck 2"
        assert len(table.equipment.decks) == 1

    @div("(i)(1)")
    def test_the_division_deals_from_the_hand_where_that_is_filed(self):
        for dealing, taken in (("hand", "deck-taken"), ("manual-shoe", "shoe-loaded")):
            table = Bench(DIV, table__dealing=dealing).play()
            assert [kind for kind in table.kinds if kind in ("deck-taken", "shoe-loaded")] == [taken]
            other = "hand" if dealing == "manual-shoe" else "manual-shoe"
            assert "(i)(1)" in table.refused("switch-method", FLOOR, dealing=other)

    @each_book(md="9.A(1)", poker="9.A(1)")
    def test_maryland_deals_from_the_hand_only_with_a_shuffler(self, book, clauses):
        table = Bench(book, **SHUFFLER, table__dealing="hand").play()
        table.do("report-device", device="shuffler")
        table.do("cover-device")
        assert table.refused("switch-method", FLOOR, shuffling="manual") == clauses
        table.run().play()
        assert table.equipment.dealing is Dealing.MANUAL_SHOE

    @div("(f)(2)(ii)")
    def test_the_division_deals_from_the_hand_without_one(self):
        table = Bench(DIV, **SHUFFLER, table__dealing="hand").play()
        table.do("report-device", device="shuffler")
        table.run().play()
        assert table.equipment.dealing is Dealing.HAND

    @md("5.K(3)")
    @div("(d)(2)(ii)", "(k)(4)#1")
    def test_a_button_needs_both_devices(self):
        for book in (MD, DIV):
            table = Bench(book, **SHOE, table__starting_position="button").play()
            table.do("report-device", device="automated-shoe")
            table.run(until="switch-method")
            assert table.refused("switch-method", FLOOR, dealing="manual-shoe")
            table.run().play()
            assert "dice-placed" in table.kinds

    @both
    def test_a_device_that_works_again_can_be_used_again(self, book):
        table = Bench(book, **SHUFFLER).play()
        assert table.refused("restore-device", FLOOR, device="shuffler")
        table.do("report-device", device="shuffler")
        table.run().play()
        assert table.refused("switch-method", FLOOR, shuffling="shuffler"), "still broken"
        table.do("restore-device", FLOOR)
        table.do("switch-method", FLOOR, shuffling="shuffler")
        table.play()
        assert table.last("cards-shuffled")["by"] == "shuffler"
        assert table.refused("switch-method", FLOOR, dealing="automated-shoe"), "never filed"

    @md("5.A", "5.K", "8.A", "14.N(1)")
    @div("(f)(1)#1", "(i)(1)", "(k)(1)", "(n)(15)")
    def test_no_method_changes_at_will(self):
        """PG-80 and DIV-80: nothing failed, so everything is as filed."""
        dealing = {MD: ["8.A", "14.N(1)", "14.N(2)"], DIV: ["(i)(1)", "(n)(15)"]}
        starting = {MD: ["5.K", "2.C(2)"], DIV: ["(k)(1)", "(k)(3)#1"]}
        for book in (MD, DIV):
            table = Bench(book, **SHUFFLER).play()
            assert table.refused("switch-method", FLOOR, dealing="hand") == dealing[book]
            assert table.refused("switch-method", FLOOR, starting="random-number") == starting[book]
            assert table.why.code == "method.not-filed"
            table.do("switch-method", FLOOR, dealing="manual-shoe", starting="shaker")
            hand = Bench(book, **SHUFFLER, table__dealing="hand").play()
            assert hand.refused("switch-method", FLOOR, dealing="manual-shoe")[-1] == dealing[book][-1]

    @md("2.C(2)")
    @div("(k)(3)#1")
    def test_for_a_button_without_its_shoe_come_dice_or_an_approved_generator(self):
        for book, clause in ((MD, "2.C(2)"), (DIV, "(k)(3)#1")):
            for approvals in ((), ("random-number-generator", "manual-shoe-location")):
                options = {**SHOE, "table__starting_position": "button"}
                table = Bench(book, approvals=approvals or None, **options).play()
                table.do("report-device", device="automated-shoe")
                table.run(until="switch-method")
                facts = {"dealing": "manual-shoe", "starting": "random-number"}
                if approvals:
                    table.do("switch-method", FLOOR, **facts)
                    table.play()
                    assert "number-drawn" in table.kinds
                else:
                    assert clause in table.refused("switch-method", FLOOR, **facts)
                    table.do("switch-method", FLOOR, **{**facts, "starting": "shaker"})

    @div("(p)(1)")
    def test_the_generator_stays_while_its_number_is_bet_on(self):
        table = Bench(DIV, offers=("number",), table__starting_position="random-number").run()
        for other in ("shaker", "button"):
            table.refused("switch-method", FLOOR, starting=other)
        assert table.refused("switch-method", FLOOR, starting="shaker") == ["(k)(1)", "(p)(1)"]
        assert Bench(DIV, table__starting_position="random-number").run().refused(
            "switch-method", FLOOR, starting="shaker"
        ) == ["(k)(1)"]

    @md("8.A", "14.N(1)", "14.N(2)")
    def test_maryland_without_an_approved_place_no_manual_shoe_comes(self):
        """Cards are dealt from the hand for the automated shoe; without the shuffler nothing is left but to wait."""
        table = Bench(MD, approvals=(), **SHOE).play()
        table.do("report-device", device="automated-shoe")
        table.run(until="switch-method")
        assert table.refused("switch-method", FLOOR, dealing="manual-shoe") == ["8.A", "14.N(1)", "14.N(2)"]
        assert table.duty("switch-method").facts == {"dealing": "hand"}
        table.play()
        assert table.equipment.dealing is Dealing.HAND
        table.do("report-device", device="shuffler")
        table.do("cover-device")
        assert table.due()[0] == "restore-device"
        assert table.refused("begin-deal") == ["14.N(1)", "14.N(2)"]
        table.run()
        assert (table.equipment.shuffling, table.equipment.dealing) == (Shuffling.MANUAL, Dealing.AUTOMATED_SHOE)

    @both
    def test_when_the_device_is_back_so_is_the_filed_method(self, book):
        table = Bench(book, **SHOE).play()
        table.do("report-device", device="automated-shoe")
        table.run().play()
        assert table.equipment.dealing is Dealing.MANUAL_SHOE
        table.do("restore-device", FLOOR)
        assert (table.due()[0], table.duty("switch-method").facts) == ("switch-method", {"dealing": "automated-shoe"})
        assert table.refused("begin-deal")
        table.run()
        assert table.equipment.dealing is Dealing.AUTOMATED_SHOE

    @both
    def test_no_method_changes_during_a_round(self, book):
        table = Bench(book, **SHUFFLER).run()
        table.do("begin-deal")
        assert table.refused("switch-method", FLOOR, shuffling="manual")
        with pytest.raises(NotAllowed, match="between rounds"):
            with_amended_rules(table.equipment, table.rules)

    @every_book
    def test_an_amended_submission_changes_the_methods(self, book):
        table = Bench(book).run()
        table.equipment = with_amended_rules(table.equipment, rules_of(book, **SHOE))
        assert table.equipment.dealing is Dealing.AUTOMATED_SHOE
        assert table.equipment.decks[0].stage is Stage.CUT
        table.run().play()

    @against_dealer
    def test_an_amended_submission_may_bring_a_shuffler_that_counts(self, book):
        table = Bench(book).play()
        table.equipment = with_amended_rules(table.equipment, rules_of(book, **SHOE, table__shuffler_counts=True))
        assert table.equipment.counts_cards
        table.play()
        assert table.last("cards-shuffled")["counted"] == 52


def test_the_context_knows_its_players():
    context = TableContext(seats=SEATS)
    assert context.player(2) == "Ann"
    assert context.player(1) is None

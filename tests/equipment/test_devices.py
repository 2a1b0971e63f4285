"""Devices that fail and what must be done before another method is used; and the progressive table game system."""

import pytest

from houseway.equipment import Dealing, Shuffling, Stage, TableContext, is_lit, with_amended_rules
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Role
from tests.support.clauses import both, div, md, short
from tests.support.equipment_bench import ANN, DEALER, FLOOR, SEATS, Bench, rules_of
from tests.support.submissions import DIV, MD

SHUFFLER = {"table__shuffler": True}
SHOE = {"table__shuffler": True, "table__dealing": "automated-shoe"}


class TestJams:
    @md("14.L")
    @div("(n)(13)")
    def test_cards_of_a_jammed_shuffler_are_shuffled_again(self):
        for book, clause in ((MD, "14.L"), (DIV, "(n)(13)")):
            table = Bench(book, **SHUFFLER).play().run(until="load-shoe")
            failed = table.do("report-device", device="shuffler", usable=True)
            assert failed["decks"] == ("deck 1",)
            assert not failed["live"]
            assert table.due() == ["shuffle"]
            assert clause in short(table.duty("shuffle").clauses)
            table.play()

    @md("14.M")
    @div("(n)(14)#1", "(n)(14)#2")
    def test_cards_of_a_jammed_shoe_are_reshuffled_with_those_already_dealt(self):
        for book in (MD, DIV):
            table = Bench(book, **SHOE).run().set(betting_closed=True)
            table.do("begin-deal")
            failed = table.do("report-device", device="automated-shoe", what="stopped", usable=True)
            assert failed["live"], "the round that is in the device is the game's to void"
            assert table.equipment.cards_out
            table.do("end-round", void=True, clauses=failed.clauses)
            table.set(betting_closed=False)
            assert table.duty("shuffle").clauses == failed.clauses
            waiting = Bench(book, **SHOE).run()
            assert not waiting.do("report-device", device="automated-shoe", usable=True)["live"]
            assert waiting.equipment.decks[0].stage is Stage.COLLECTED

    @both
    def test_with_two_decks_only_the_stored_one_is_caught(self, book):
        table = Bench(book, **SHOE, table__decks=2).run()
        table.do("begin-deal")
        failed = table.do("report-device", device="shuffler", usable=True)
        assert failed["decks"] == ("deck 2",)
        assert not failed["live"]
        table.do("end-round")
        assert table.due()[0] == "shuffle"
        table.play()
        assert table.equipment.last_used == "deck 2"

    def test_a_shuffler_that_jams_when_betting_is_closed_holds_the_rounds_cards(self):
        table = Bench(MD, **SHUFFLER).play().run(until="load-shoe").set(betting_closed=True)
        assert table.do("report-device", device="shuffler")["live"]

    @both
    def test_a_device_that_is_not_there_cannot_jam(self, book):
        assert Bench(book).refused("report-device", device="shuffler")
        table = Bench(book)
        table.refused("report-device", device="kettle")
        assert isinstance(table.why, Malformed)

    def test_a_reshuffling_device_is_shuffler_and_shoe(self):
        table = Bench(MD, table__reshuffling_device=True).run()
        table.do("report-device", device="reshuffling-device")
        assert table.due()[:1] == ["cover-device"]
        table.run()
        assert (table.equipment.shuffling, table.equipment.dealing) == (Shuffling.MANUAL, Dealing.MANUAL_SHOE)
        assert "cut-completed" in table.kinds


class TestOutOfOrder:
    @md("14.N(1)", "14.N(2)")
    def test_maryland_a_device_is_covered_or_signed_before_another_method(self):
        for act, clause in (("cover-device", "14.N(1)"), ("sign-device", "14.N(2)")):
            table = Bench(MD, **SHUFFLER).play()
            assert table.refused(act, device="shuffler") == [clause], "it works"
            table.do("report-device", device="shuffler")
            assert table.refused("shuffle") == ["14.N(1)", "14.N(2)"]
            assert table.refused("switch-method", FLOOR, shuffling="manual") == ["14.N(1)", "14.N(2)"]
            assert table.refused("remove-device") == ["14.N(1)", "14.N(2)"]
            assert short(table.do(act).clauses) == [clause]
            assert table.refused(act, device="shuffler")
            assert table.refused("switch-method", DEALER, shuffling="manual")
            assert table.refused("begin-deal")
            table.run()
            assert table.equipment.shuffling is Shuffling.MANUAL
            assert "cut-completed" in table.kinds, "shuffled by hand, so cut"

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

    @md("3.A(1)")
    @div("(b)(1)#1")
    def test_without_a_shuffler_one_deck_is_enough_and_the_other_leaves(self):
        for book in (MD, DIV):
            table = Bench(book, **SHOE, table__decks=2).play()
            table.do("report-device", device="shuffler")
            table.run(until="remove-deck")
            assert table.duty("remove-deck").facts == {"deck": "deck 1"}
            table.run().play().play()
            assert table.equipment.last_used == "deck 2"
            assert len(table.equipment.decks) == 1

    @md("9.A(1)")
    def test_maryland_deals_from_the_hand_only_with_a_shuffler(self):
        table = Bench(MD, **SHUFFLER, table__dealing="hand").play()
        table.do("report-device", device="shuffler")
        table.do("cover-device")
        assert table.refused("switch-method", FLOOR, shuffling="manual") == ["9.A(1)"]
        table.run().play()
        assert table.equipment.dealing is Dealing.MANUAL_SHOE

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

    @both
    def test_an_amended_submission_changes_the_methods(self, book):
        table = Bench(book).run()
        table.equipment = with_amended_rules(table.equipment, rules_of(book, **SHOE))
        assert table.equipment.dealing is Dealing.AUTOMATED_SHOE
        assert table.equipment.decks[0].stage is Stage.CUT
        table.run().play()


def accepted(book, positions=(2, 3), **options):
    """A table at which some positions have a progressive wager."""
    table = Bench(book, progressive=True, **options).run()
    for position in positions:
        table.do("light", Actor(Role.PLAYER, dict(SEATS)[position]), position=position)
    return table


class TestAcceptors:
    @md("2.D", "2.D(1)")
    @div("(g)(4)#1", "(g)(4)#2")
    def test_a_chip_is_a_wager_when_the_light_is_on(self):
        for book in (MD, DIV):
            table = accepted(book)
            assert is_lit(table.equipment, 3)
            assert not is_lit(table.equipment, 5)
            assert table.refused("light", ANN, position=3), "not his"
            assert table.refused("light", DEALER, position=3), "on already"
            assert table.refused("light", DEALER, position=7)
            table.do("light", DEALER, position=3, on=False)
            assert table.equipment.acceptors.lit == (2,)
            assert Bench(book).refused("light", DEALER, position=2), "no progressive wager here"

    @md("2.D(2)", "8.C(2)", "9.A(3)(b)", "10.A(2)(b)")
    @div("(q)(2)#1")
    def test_the_lock_out_follows_no_more_bets(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                table = accepted(book, **SHUFFLER, table__dealing=dealing)
                assert table.refused("lock-out")
                table.set(betting_closed=True)
                assert table.due() == ["lock-out"]
                assert table.refused("begin-deal")
                assert table.do("lock-out")["lit"] == (2, 3)
                assert table.refused("lock-out")
                assert table.refused("light", DEALER, position=5)
                assert table.refused("light", DEALER, position=2, on=False)

    @md("8.C(3)", "9.A(3)(b)(i)", "9.A(3)(b)(ii)", "10.A(2)(c)")
    @div("(q)(2)#2")
    def test_chips_are_counted_against_the_lights_before_the_deal(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                table = accepted(book, **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
                assert table.refused("count-chips", chips=2)
                table.do("lock-out")
                assert table.due() == ["count-chips"]
                assert table.refused("begin-deal")
                assert table.do("count-chips", chips=2)["matched"]
                assert table.refused("count-chips", chips=2)
                assert table.refused("rule-count", FLOOR, standing=(2,))
                assert table.do("begin-deal")

    @md("8.C(3)")
    @div("(q)(2)#2")
    def test_a_mismatch_waits_for_a_floorperson(self):
        for book in (MD, DIV):
            table = accepted(book).set(betting_closed=True)
            table.do("lock-out")
            assert not table.do("count-chips", chips=3)["matched"]
            assert table.due() == ["rule-count"]
            assert table.refused("begin-deal")
            assert table.refused("rule-count", DEALER, standing=(2, 3))
            table.refused("rule-count", FLOOR, standing=(9,))
            table.do("rule-count", FLOOR, standing=(5, 2))
            assert table.equipment.acceptors.lit == (2, 5)
            assert table.do("begin-deal")

    @both
    def test_a_recount_may_settle_it(self, book):
        table = accepted(book).set(betting_closed=True)
        table.do("lock-out")
        table.do("count-chips", chips=1)
        assert table.do("count-chips", chips=2)["matched"]
        assert table.do("begin-deal")
        assert table.refused("count-chips", chips=2)

    @both
    def test_where_no_light_is_on_nothing_is_counted(self, book):
        table = accepted(book, positions=()).set(betting_closed=True)
        table.do("lock-out")
        assert table.due() == []

    @div("(g)(4)#1")
    def test_the_division_counts_coupons_with_the_chips(self):
        table = accepted(DIV, coupons__progressive=True).set(betting_closed=True)
        table.do("lock-out")
        assert table.do("count-chips", chips=1, coupons=1)["matched"], "DIV-20"
        none = accepted(DIV).set(betting_closed=True)
        none.do("lock-out")
        assert "(g)(4)#1" in none.refused("count-chips", chips=1, coupons=1)
        none.refused("count-chips", chips=-1)
        assert isinstance(none.why, Malformed)

    @md("11.H(6)(b)(ii)")
    @div("(q)(3)(i)")
    def test_the_light_is_checked_before_a_win_is_paid(self):
        for book in (MD, DIV):
            table = accepted(book).set(betting_closed=True).run()
            table.do("begin-deal")
            assert table.do("check-light", position=2)["position"] == 2
            assert table.refused("check-light", position=5)
            table.do("end-round")
            assert table.equipment.acceptors.lit == ()
            assert not table.equipment.acceptors.locked


def test_the_context_knows_its_players():
    context = TableContext(seats=SEATS)
    assert context.player(2) == "Ann"
    assert context.player(1) is None

"""Shaker, dice and random number generator that cannot be used, of which the books say nothing: readings PG-92 and DIV-92."""

import pytest

from houseway.croupier import FLOOR_ACTOR as SUPERVISOR
from houseway.equipment import Starting
from houseway.errors import Malformed
from houseway.events import Actor, Role
from houseway.explanation.words import describe_event
from tests.support.clauses import bear, both, div, md, short
from tests.support.equipment_bench import DEALER, FLOOR, HOUR, SHOE, Bench
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable

GENERATOR = {"table__starting_position": "random-number"}
APPROVED = ("random-number-generator", "manual-shoe-location", "button")
FAILS = {
    (MD, "shaker"): ["5.K", "2.C(1)"],
    (MD, "random-number"): ["5.K", "2.C(2)"],
    (DIV, "shaker"): ["(k)(1)", "(d)(1)#1"],
    (DIV, "random-number"): ["(k)(1)", "(d)(2)(i)"],
}
CHOICE = {MD: ["5.K"], DIV: ["(k)(1)"]}


def wanted(book, **options):
    """A table that looks for its starting position, with the cards in the shoe."""
    return Bench(book, **options).run().set(betting_closed=True, start_wanted=True)


class TestShaker:
    @md("5.K", "2.C(1)")
    @div("(k)(1)", "(d)(1)#1")
    def test_another_shaker_takes_the_place_of_one_that_is_damaged(self):
        for book in (MD, DIV):
            table = wanted(book).run(until="uncover")
            failed = table.do("report-device", device="shaker")
            assert short(failed.clauses) == FAILS[book, "shaker"]
            assert (failed["what"], failed["live"], failed["decks"]) == ("damaged", False, ())
            assert table.due()[0] == "place-dice", "nothing is covered, signed or removed"
            assert table.refused("shake", times=3)
            table.do("place-dice")
            assert not table.equipment.faults
            assert table.duty("shake").facts == {"times": 3}, "what was shaken before does not count"
            table.run()
            assert table.equipment.start is not None

    @both
    def test_dice_that_lie_open_are_no_roll_before_the_total_is_announced(self, book):
        table = wanted(book).run(until="announce-total")
        table.do("report-device", device="shaker", what="incomplete")
        assert table.equipment.start is None
        assert table.refused("announce-total")

    @both
    def test_a_start_that_was_found_stands(self, book):
        table = wanted(book).run()
        start = table.equipment.start
        table.do("report-device", device="shaker")
        assert (table.equipment.start, table.due()) == (start, [])
        table.do("begin-deal")
        table.set(start_wanted=False, dealt=True).do("end-round")
        assert "place-dice" in table.set(betting_closed=False, dealt=False).due()

    @both
    def test_a_shaker_that_can_still_be_used_is_covered_and_shaken_again(self, book, claim):
        table = wanted(book).run(until="announce-total")
        table.do("report-device", device="shaker", usable=True)
        assert not table.equipment.faults
        assert table.duty("shake").facts == {"times": 3}
        bear(claim, book, md="2.C(1)", div="(d)(1)#1")

    @md("5.K", "2.C(2)")
    @div("(k)(1)", "(k)(3)#1")
    def test_without_another_shaker_an_approved_generator_finds_the_start(self):
        for book, law in ((MD, ["5.K", "2.C(2)"]), (DIV, ["(k)(1)", "(k)(3)#1"])):
            table = wanted(book, approvals=APPROVED)
            assert table.refused("switch-method", FLOOR, starting="random-number") == CHOICE[book], "the shaker works"
            table.do("report-device", FLOOR, device="shaker")
            assert short(table.do("switch-method", FLOOR, starting="random-number").clauses) == CHOICE[book]
            table.run()
            assert table.last("number-drawn")
            none = wanted(book)
            none.do("report-device", device="shaker")
            assert none.refused("switch-method", FLOOR, starting="random-number") == law

    @both
    def test_when_a_shaker_is_back_so_is_the_filed_method(self, book):
        table = wanted(book, approvals=APPROVED)
        table.do("report-device", device="shaker")
        table.do("switch-method", FLOOR, starting="random-number")
        table.play()
        assert table.equipment.starting is Starting.RANDOM_NUMBER
        table.do("restore-device", FLOOR, device="shaker")
        duty = table.duty("switch-method")
        assert (duty.facts, short(duty.clauses)) == ({"starting": "shaker"}, CHOICE[book])
        table.play()
        assert table.kinds.count("dice-uncovered") == 1


class TestGenerator:
    @both
    @pytest.mark.parametrize("what", ["stopped", "wrong"])
    def test_it_is_out_of_use_whatever_is_wrong_with_it(self, book, what, claim):
        table = wanted(book, **GENERATOR)
        table.do("report-device", device="random-number", what=what)
        assert [(fault.device, fault.what) for fault in table.equipment.faults] == [("random-number", what)]
        assert table.duty("switch-method").facts == {"starting": "shaker"}
        bear(claim, book, md="2.C(2)", div="(d)(2)(i)")

    @md("5.K", "2.C(2)")
    @div("(k)(1)", "(d)(2)(i)")
    def test_dice_take_the_place_of_a_generator_that_shows_no_number(self):
        for book in (MD, DIV):
            table = wanted(book, **GENERATOR)
            failed = table.do("report-device", device="random-number")
            assert (short(failed.clauses), failed["what"]) == (FAILS[book, "random-number"], "stopped")
            duty = table.duty("switch-method")
            assert (duty.facts, short(duty.clauses)) == ({"starting": "shaker"}, CHOICE[book])
            assert table.refused("begin-deal") == CHOICE[book]
            for act in ("cover-device", "sign-device", "remove-device"):
                table.refused(act, device="random-number")
                assert table.why.code in ("command.fact", "device.other-way"), "that is for shufflers and dealing shoes"
            table.run().do("begin-deal")
            assert "dice-uncovered" in table.kinds
            assert table.equipment.starting is Starting.SHAKER

    @both
    def test_a_number_that_was_drawn_stands(self, book):
        table = wanted(book, approvals=APPROVED, **GENERATOR).run()
        table.do("report-device", device="random-number", what="wrong")
        assert table.due() == []
        assert table.do("begin-deal")

    @both
    def test_one_that_works_again_at_once_changes_nothing(self, book):
        table = wanted(book, **GENERATOR)
        table.do("report-device", device="random-number", usable=True)
        assert table.due() == ["draw-number"]

    @md("2.C(3)", "5.K(3)")
    @div("(k)(4)#1", "(d)(2)(ii)")
    def test_a_button_takes_its_place_where_its_devices_are_there_and_it_is_approved(self):
        for book, law in ((MD, "5.K(3)"), (DIV, "(k)(4)#1")):
            table = wanted(book, approvals=APPROVED, **SHOE, **GENERATOR)
            table.do("report-device", device="random-number")
            table.do("switch-method", FLOOR, starting="button")
            assert law in short(table.run().last("button-read").clauses)
            by_hand = wanted(book, approvals=APPROVED, **GENERATOR)
            by_hand.do("report-device", device="random-number")
            assert law in by_hand.refused("switch-method", FLOOR, starting="button")
        for approvals in ((), ("random-number-generator",), APPROVED[:2]):
            table = wanted(MD, approvals=approvals, **SHOE, **GENERATOR)
            table.do("report-device", device="random-number")
            assert table.refused("switch-method", FLOOR, starting="button") == ["5.K", "2.C(3)"], "its own approval is wanted"

    @div("(p)(1)", "(d)(2)(i)")
    def test_a_generator_whose_number_is_bet_on_is_waited_for(self):
        table = wanted(DIV, offers=("number",), **GENERATOR)
        table.do("report-device", device="random-number")
        assert table.refused("switch-method", FLOOR, starting="shaker") == ["(k)(1)", "(p)(1)"]
        duty = table.duty("restore-device")
        assert (duty.role, duty.facts) == (Role.FLOOR, {"device": "random-number"})
        assert short(duty.clauses) == FAILS[DIV, "random-number"]
        assert table.refused("restore-device", DEALER, device="random-number") == FAILS[DIV, "random-number"]
        table.run()
        assert "number-drawn" in table.kinds

    @both
    def test_both_that_find_the_start_can_fail_one_after_the_other(self, book):
        table = wanted(book, **GENERATOR)
        table.do("report-device", device="random-number")
        table.run(until="shake")
        table.do("report-device", device="shaker")
        assert table.due()[0] == "place-dice"
        assert table.refused("switch-method", FLOOR, starting="random-number"), "broken as well"
        table.run()
        assert table.equipment.start is not None


class TestReports:
    @both
    def test_only_what_is_in_use_can_fail_and_only_in_its_own_way(self, book):
        table = wanted(book)
        assert table.refused("report-device", device="random-number") == FAILS[book, "random-number"]
        assert table.why.code == "device.not-in-use"
        assert table.refused("report-device", Actor(Role.PLAYER, "Ann"), device="shaker") == FAILS[book, "shaker"]
        table.refused("report-device", device="shaker", what="jammed")
        assert isinstance(table.why, Malformed)
        table.refused("report-device", device="button")
        assert isinstance(table.why, Malformed)

    @pytest.mark.parametrize("book", ["md.ultimate-texas-holdem", "md.four-card-poker"])
    def test_where_the_deal_starts_at_a_fixed_place_there_is_none(self, book):
        table = Bench(book).run()
        table.refused("report-device", device="shaker")
        assert table.why.code == "device.not-in-use"


@div("(k)(1)", "(n)(15)")
def test_the_division_finds_the_start_another_way_when_the_stacks_are_made():
    """The start is looked for with the cards out: only what finds it changes, and no wager goes back."""
    options = {"table.dealing": "hand", "table.starting-position": "random-number"}
    table = PaiGowTable(DIV, options, players=2).ready().bet_all().to("draw-number")
    assert table.run.table.equipment.cards_out
    table.do("report-device", device="random-number")
    assert (table.due.act, table.due.facts) == ("switch-method", {"starting": "shaker"})
    assert table.refused("switch-method", SUPERVISOR, shuffling="manual", starting="shaker").code == "equipment.cards-out"
    table.finish()
    assert not [event for event in table.events if event.kind == "round-voided"]
    assert [event["starting"] for event in table.events if event.kind == "method-switched"] == ["shaker"]
    words = [describe_event(event) for event in table.events if event.kind.startswith("device")]
    assert words == ["the number generator fails: stopped"]


@div("(d)(1)(ii)")
def test_dice_that_are_too_old_when_the_stacks_are_made_are_changed():
    table = PaiGowTable(DIV, {"table.dealing": "hand"}, players=2).ready().bet_all().to("shake")
    table.at += 25 * HOUR
    assert table.due.act == "remove-dice"
    table.finish()

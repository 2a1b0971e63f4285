"""Shaker and dice, random number, button, or no start at all: who acts when, what goes wrong, and how positions are counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment import Starting, next_button_position, starting_position
from houseway.equipment.start import DECIDE
from houseway.errors import Malformed
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, against_dealer, both, div, ids, md, poker, short
from tests.support.equipment_bench import ANN, BEN, DEALER, FLOOR, HOUR, SEATS, SHUFFLER, Bench
from tests.support.submissions import DIV, MD

BANK = Actor(Role.BANK, "Ben")
GENERATOR = {"table__starting_position": "random-number"}
BUTTON = {**SHUFFLER, "table__starting_position": "button", "table__dealing": "automated-shoe"}


def wanted(book, **options):
    """A table that waits for its starting position."""
    return Bench(book, **options).run().set(betting_closed=True, start_wanted=True)


class TestCount:
    @div("(k)(2)(ii)", "(k)(2)(iii)(A)", "(k)(2)(iii)(B)")
    def test_the_examples_of_the_division(self):
        for dice, position in (((2, 3, 3), 0), ((5, 5, 4), 6)):
            table = wanted(DIV)
            table.do("shake", times=3)
            table.do("uncover", dice=dice)
            assert table.do("announce-total")["position"] == position

    @md("5.K(1)(d)", "5.K(1)(e)", "5.K(2)(a)", "5.K(2)(b)")
    @div("(k)(2)(ii)", "(k)(3)#2", "(m)(8)(iii)", "(m)(9)(iv)", "(m)(10)(iii)")
    def test_the_count_starts_with_the_dealer_or_with_the_bank(self):
        for book in (MD, DIV):
            for options in ({}, GENERATOR):
                for dealing in ("manual-shoe", "hand", "automated-shoe"):
                    for bank, position in ((None, 1), (3, 4)):
                        table = wanted(book, **options, table__dealing=dealing, table__shuffler=True).set(bank=bank)
                        if options:
                            assert table.do("draw-number", number=2)["position"] == position
                        else:
                            table.do("shake", BANK if bank else DEALER, times=3)
                            table.do("uncover", dice=(3, 3, 3))
                            assert table.do("announce-total")["position"] == position
                        assert table.equipment.start == position

    @given(st.integers(1, 18), st.integers(1, 6), st.data())
    def test_counting_on_fingers_gives_the_same(self, number, positions, data):
        bank = data.draw(st.none() | st.integers(1, positions))
        place = bank or 0
        for _ in range(number - 1):
            place = place + 1 if place < positions else 0
        assert starting_position(number, positions, bank) == place


class TestShaker:
    @md("5.K(1)(a)", "2.C(1)(d)", "5.K(1)(b)(i)", "5.K(1)(b)(ii)", "5.K(1)(f)", "5.F(4)", "5.C(1)")
    @div("(k)(2)", "(k)(2)(i)", "(k)(2)(iv)#1", "(k)(2)(iv)#2")
    def test_shaken_three_times_uncovered_announced_and_put_away(self):
        for book in (MD, DIV):
            for options in ({}, {"table__shuffler": True}):
                table = wanted(book, **options)
                assert table.due() == ["shake"]
                assert set(table.do("shake").facts) == {"times", "bank"}, "the dice are hidden"
                table.do("shake")
                assert table.refused("uncover", dice=(1, 1, 1))
                assert table.why.code == "dice.shakes"
                table.do("shake")
                assert table.due() == ["uncover"]
                for other in (FLOOR, ANN):
                    assert table.refused("uncover", other, dice=(1, 2, 6)), "the dealer removes the lid"
                assert table.refused("announce-total")
                assert table.do("uncover", dice=(1, 2, 6))["total"] == 9
                assert table.refused("shake")
                assert table.duty("announce-total").facts == {"total": 9}
                assert table.do("announce-total")["announced"] == 9
                assert table.refused("put-away-shaker")
                table.do("begin-deal")
                table.set(start_wanted=False, dealt=True)
                assert table.due() == ["put-away-shaker"]
                put = table.do("put-away-shaker")
                assert (put["shakes"], put["side"]) == (1, "right")
                assert table.due() == []

    @md("5.K(1)(a)")
    @div("(k)(2)")
    def test_three_shakes_are_the_fewest_and_more_are_welcome(self):
        for book in (MD, DIV):
            for times in (2, 3, 4, 9):
                table = wanted(book)
                table.do("shake", times=times)
                if times < 3:
                    assert table.refused("uncover", dice=(1, 1, 1))
                else:
                    assert table.do("uncover", dice=(1, 1, 1))["total"] == 3

    @md("5.K(1)(a)(ii)")
    @div("(m)(8)(i)#2", "(m)(9)(ii)#2", "(m)(10)(i)#2")
    def test_the_bank_may_shake_more_often_than_three_times(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                for shakes in ((4,), (3, 1), (9,)):
                    table = wanted(book, table__dealing=dealing, table__shuffler=True).set(bank=3)
                    for times in shakes:
                        table.do("shake", BANK, times=times)
                    assert table.do("uncover", dice=(1, 1, 1))["total"] == 3

    @md("5.K(1)(a)(i)", "5.K(1)(a)(ii)")
    @div("(m)(8)(i)#1", "(m)(9)(ii)#1", "(m)(10)(i)#1", "(m)(8)(i)#2", "(m)(9)(ii)#2", "(m)(10)(i)#2")
    def test_the_dealer_does_not_make_the_shakes_that_the_bank_has_left_out(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                for times in (1, 2):
                    table = wanted(book, table__dealing=dealing, table__shuffler=True).set(bank=3)
                    table.do("shake", BANK, times=times)
                    assert table.refused("shake", DEALER, times=3 - times)
                    assert table.why.code == "dice.not-yours"
                    assert table.refused("uncover", dice=(1, 1, 1))
                    table.do("shake", BANK, times=3 - times)
                    assert table.do("uncover", dice=(1, 1, 1))["total"] == 3

    @md("5.K(1)(a)(ii)", "14.A(1)", "14.A(2)")
    @div("(m)(8)(i)#2", "(m)(9)(ii)#2", "(m)(10)(i)#2", "(n)(1)", "(n)(2)")
    def test_after_a_no_roll_the_bank_shakes_as_often_as_before(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                for why in ({"flat": False}, {"fallen": True}):
                    table = wanted(book, table__dealing=dealing, table__shuffler=True).set(bank=3)
                    table.do("shake", BANK, times=3)
                    assert table.do("uncover", **why).kind == "no-roll-called"
                    table.do("shake", BANK, times=2)
                    assert table.refused("uncover", dice=(1, 1, 1))
                    assert table.why.code == "dice.shakes"
                    table.do("shake", BANK)
                    assert table.do("uncover", dice=(1, 1, 1))["total"] == 3

    @md("5.K(1)(f)")
    @div("(k)(2)(iv)#1")
    def test_a_shaker_that_was_not_put_away_is_not_shaken_again(self):
        for book in (MD, DIV):
            table = wanted(book).run()
            table.do("begin-deal")
            table.do("end-round")
            table.run(until="put-away-shaker")
            assert table.refused("shake")
            table.do("put-away-shaker")
            table.do("shake")

    @md("5.K(1)(a)(i)", "5.K(1)(a)(ii)", "5.K(1)(c)")
    @div(
        *("(m)(8)(i)#1", "(m)(8)(i)#2", "(m)(8)(i)#3", "(m)(8)(i)#4"),
        *("(m)(9)(ii)#1", "(m)(9)(ii)#2", "(m)(9)(ii)#3", "(m)(9)(ii)#4"),
        *("(m)(10)(i)#1", "(m)(10)(i)#2", "(m)(10)(i)#3", "(m)(10)(i)#4"),
    )
    def test_the_bank_shakes_and_the_dealer_lifts_the_lid(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                table = wanted(book, table__dealing=dealing, table__shuffler=True).set(bank=3)
                assert table.duty("shake").role is Role.BANK
                assert table.refused("shake", DEALER)
                assert table.refused("shake", ANN)
                table.do("shake", BANK, times=2)
                assert table.refused("uncover", dice=(1, 1, 1))
                table.do("shake", BEN)
                assert table.do("uncover", BANK).kind == "lid-lifted-by-bank"
                assert table.due() == ["shake"], "covered, and shaken again from the beginning"
                assert table.refused("shake", DEALER)
                table.do("shake", DEALER, position=3, times=2)
                assert table.refused("uncover", dice=(1, 1, 1))
                table.do("shake", BANK)
                assert table.do("uncover", dice=(1, 1, 1)).kind == "dice-uncovered"

    @md("14.A", "14.A(1)", "14.A(2)")
    @div("(n)(1)", "(n)(2)")
    def test_no_roll_is_called_and_the_dice_are_shaken_again(self):
        for book in (MD, DIV):
            for fault in ({"flat": False}, {"fallen": True}):
                table = wanted(book)
                table.do("shake", times=3)
                assert table.do("uncover", **fault).kind == "no-roll-called"
                assert table.due() == ["shake"]
                assert table.refused("announce-total")
                table.run()
                assert table.equipment.start is not None

    @md("14.A", "14.A(1)", "14.A(2)", "5.K(1)(a)")
    @div("(n)(1)", "(n)(2)", "(k)(2)")
    def test_dice_are_shaken_three_times_again_however_often_there_is_no_roll(self):
        for book in (MD, DIV):
            for fault in ({"flat": False}, {"fallen": True}):
                table = wanted(book)
                for _ in range(3):
                    table.do("shake", times=2)
                    assert table.refused("uncover", dice=(1, 1, 1))
                    table.do("shake")
                    assert table.do("uncover", dice=(1, 1, 1), **fault).kind == "no-roll-called"
                table.do("shake", times=3)
                assert table.do("uncover", dice=(1, 1, 1))["total"] == 3

    @both
    @pytest.mark.parametrize(("choice", "role"), [("who-shook", Role.BANK), ("dealer", Role.DEALER)])
    def test_who_shakes_again_in_a_bank_round_is_read(self, book, choice, role):
        """PG-96, DIV-96. The next dice that lie flat end it, and a bank that lifts the lid shakes again itself."""
        readings = {{MD: "PG-96", DIV: "DIV-96"}[book]: choice}
        table = wanted(book, readings=readings, bank__offered=True).set(bank=3)
        table.do("shake", BANK, times=3)
        assert table.do("uncover", BANK).kind == "lid-lifted-by-bank"
        table.do("shake", BANK, times=3)
        table.do("uncover", flat=False)
        assert table.duty("shake").role is role
        assert table.refused("shake", ANN if choice == "who-shook" else BANK)
        table.run()
        assert table.equipment.shaker.no_roll == ""

    @both
    def test_a_wrong_total_is_a_fact_and_the_dice_say_where_the_deal_starts(self, book):
        table = wanted(book)
        table.do("shake", times=3)
        table.do("uncover", dice=(1, 1, 1))
        wrong = table.do("announce-total", total=4)
        assert (wrong["position"], wrong["announced_position"]) == (2, 3)
        assert table.do("announce-total")["announced"] == 3, "called again before the deal"

    @md("5.K", "2.C")
    @div("(k)(1)", "(d)(2)")
    def test_the_start_is_not_looked_for_before_the_game_wants_it(self):
        for book, clauses in ((MD, ["5.K", "2.C"]), (DIV, ["(k)(1)", "(d)(2)"])):
            table = Bench(book).run()
            assert table.refused("shake") == clauses
            assert table.why.code == "start.not-now"
            table.set(start_wanted=True)
            assert table.refused("draw-number", number=1) == clauses, "another method is filed"
            assert table.refused("read-button") == clauses

    @pytest.mark.parametrize("dice", [None, (1, 2), (1, 2, 7), (0, 1, 2), (1, 2, True), "123", [1, 2, 3]], ids=str)
    def test_dice_show_one_to_six(self, dice):
        table = wanted(MD)
        table.do("shake", times=3)
        table.refused("uncover", dice=dice)
        assert isinstance(table.why, Malformed)
        table.refused("shake", times=0)

    @md("2.C(1)(b)", "2.C(1)(b)(ii)", "2.C(1)(c)", "2.C(1)(e)")
    @div("(d)(1)#1", "(d)(1)#2", "(d)(1)(ii)")
    def test_dice_are_three_and_no_older_than_a_day(self):
        for book, clause in ((MD, "2.C(1)(c)"), (DIV, "(d)(1)(ii)")):
            table = Bench(book)
            assert table.refused("place-dice", dice=2)
            assert table.refused("place-dice", dice=4)
            assert table.refused("place-dice", logo=False)
            assert table.do("place-dice")["dice"] == 3
            assert table.refused("place-dice")
            table.at = 24 * HOUR
            table.run().set(betting_closed=True)
            assert "remove-dice" not in table.due()
            table.at += 1
            assert table.refused("begin-deal") == [clause]
            assert table.set(start_wanted=True).refused("shake") == [clause]
            table.do("remove-dice", FLOOR)
            assert table.refused("remove-dice")
            assert table.due()[0] == "place-dice"
            table.do("place-dice")
            table.run()
            assert table.do("begin-deal")

    @md("5.K(1)(f)")
    @div("(k)(2)(iv)#1", "(k)(2)(iv)#2")
    def test_after_a_bank_has_shaken_the_shaker_is_put_away_as_always(self):
        for book in (MD, DIV):
            table = wanted(book).set(bank=3)
            table.do("shake", BANK, times=3)
            table.do("uncover", dice=(1, 2, 6))
            table.do("announce-total")
            table.do("begin-deal")
            table.set(start_wanted=False, dealt=True)
            put = table.do("put-away-shaker")
            assert (put["shakes"], put["side"]) == (1, "right")

    @md("5.F(4)")
    @div("(k)(1)")
    def test_no_start_is_found_before_the_cards_are_cut(self):
        """While they are shuffled, while the cut is offered and made, and until the betting is closed."""
        for book in (MD, DIV):
            for options, act, facts in (({}, "shake", {"times": 3}), (GENERATOR, "draw-number", {"number": 2})):
                table = Bench(book, **options)
                for step in ("shuffle", "offer-cut", "cut", "complete-cut", "load-shoe", "never"):
                    assert table.run(until=step).refused(act, **facts)
                    assert table.why.code == "start.not-now"
                table.set(betting_closed=True, start_wanted=True)
                table.do(act, **facts)
                table.run()
                assert table.equipment.start is not None


class TestNumber:
    @md("5.K(2)")
    @div("(k)(3)#1", "(m)(8)(ii)", "(m)(9)(iii)", "(m)(10)(ii)")
    def test_one_number_for_each_position_and_the_dealer(self):
        for book in (MD, DIV):
            table = wanted(book, **GENERATOR)
            for number in (0, 8, -1):
                assert table.refused("draw-number", number=number)
            table.refused("draw-number")
            assert table.due() == ["draw-number"]
            assert table.do("draw-number", number=7)["position"] == 6
            assert table.refused("draw-number", number=7), "once a round"
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                banked = wanted(book, **GENERATOR, table__dealing=dealing, table__shuffler=True).set(bank=3)
                assert banked.do("draw-number", number=1)["position"] == 3

    @md("5.K(2)")
    @div("(k)(3)#1", "(m)(8)(ii)", "(m)(9)(iii)", "(m)(10)(ii)")
    @pytest.mark.parametrize(("number", "position"), [(1, 3), (5, 0), (7, 2)])
    def test_with_a_bank_every_number_may_be_shown_too(self, number, position):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                table = wanted(book, **SHUFFLER, **GENERATOR, table__dealing=dealing).set(bank=3)
                assert table.refused("draw-number", number=8)
                assert table.do("draw-number", number=number)["position"] == position

    @md("5.K(2)")
    def test_maryland_numbers_follow_the_positions(self):
        table = wanted(MD, **GENERATOR, table__positions=4)
        assert table.refused("draw-number", number=6) == ["5.K(2)"]
        assert table.do("draw-number", number=5)["position"] == 4

    @md("5.K(2)")
    @div("(k)(3)#1", "(m)(8)(ii)", "(m)(9)(iii)", "(m)(10)(ii)")
    def test_the_dealer_draws_it_and_nobody_else_with_a_bank_or_without(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                for bank in (None, 3):
                    table = wanted(book, **SHUFFLER, **GENERATOR, table__dealing=dealing).set(bank=bank)
                    for actor in (BANK, BEN, FLOOR):
                        assert table.refused("draw-number", actor, number=5)
                        assert table.why.code == "equipment.role"
                    table.do("draw-number", DEALER, number=5)


class TestButton:
    @md("5.K(3)", "5.K(3)(a)", "5.K(3)(b)")
    @div("(k)(4)#1", "(k)(4)#2")
    def test_the_button_begins_at_the_dealer_and_moves_clockwise(self):
        for book in (MD, DIV):
            table = Bench(book, **BUTTON)
            assert "place-button" in table.due()
            assert table.refused("begin-deal")
            seen = []
            for _ in range(8):
                table.play()
                seen.append(table.last("button-read")["position"])
            assert seen == [0, 6, 5, 4, 3, 2, 1, 0]
            assert table.refused("place-button")

    @both
    def test_it_stays_where_it_is_after_a_void_round(self, book):
        table = Bench(book, **BUTTON).play().play(void=True)
        assert table.equipment.button == 6

    @both
    def test_it_is_placed_anew_after_an_idle_table(self, book):
        table = Bench(book, **BUTTON).play()
        table.do("idle-table")
        assert "place-button" in table.due()
        table.run()
        assert table.equipment.button == 0

    def test_a_bank_does_not_move_the_start_unless_it_is_read_so(self):
        for readings, start in ((), 0), ((("PG-45", "button-at-bank"),), 3):
            table = wanted(MD, **BUTTON, readings=readings).set(bank=3)
            assert table.do("read-button")["position"] == start

    def test_clockwise_from_one_is_the_dealer(self):
        assert next_button_position(1, 6) == 0
        assert next_button_position(0, 4) == 4


class TestMark:
    @md("5.L")
    @div("(k)(5)")
    def test_the_start_is_marked_where_a_mark_is_filed(self):
        for book, mark in ((MD, "cover-card"), (DIV, "cut-card")):
            plain = wanted(book).run()
            assert plain.refused("mark-start")
            table = wanted(book, table__starting_position_mark=mark)
            assert table.refused("mark-start")
            table.run(until="mark-start")
            assert not table.duty("mark-start").blocking
            assert table.do("mark-start").facts == {"position": table.equipment.start, "with": mark}
            assert table.refused("mark-start")

    def test_the_dealer_may_be_the_start(self):
        table = wanted(MD, **BUTTON, table__starting_position_mark="cover-card").run(until="mark-start")
        assert (table.equipment.start, table.duty("mark-start").words) == (0, "Mark the dealer")


class TestNone:
    """Games against the dealer have no starting position."""

    @poker("8.D(2)", "9.B(2)", "10.B(3)")
    def test_no_starting_position_is_looked_for(self):
        clauses = {"manual-shoe": "8.D(2)", "hand": "9.B(2)", "automated-shoe": "10.B(3)"}
        for book in AGAINST_DEALER:
            for dealing, clause in clauses.items():
                table = Bench(book, **SHUFFLER, table__dealing=dealing).run().set(betting_closed=True, start_wanted=True)
                assert table.equipment.starting is Starting.NONE
                assert table.due() == []
                for act in sorted(DECIDE):
                    assert table.refused(act) == ids(book, clause)

    @against_dealer
    def test_no_method_leads_to_one(self, book):
        table = Bench(book, **SHUFFLER).play()
        table.do("report-device", device="shuffler")
        table.do("sign-device")
        for starting in ("shaker", "button"):
            table.refused("switch-method", FLOOR, shuffling="manual", starting=starting)
            assert isinstance(table.why, Malformed)
        table.do("switch-method", FLOOR, shuffling="manual", starting="none")
        pai_gow = Bench(MD).run()
        pai_gow.refused("switch-method", FLOOR, starting="none")
        assert isinstance(pai_gow.why, Malformed)


def test_the_divisions_hand_deal_finds_the_start_when_the_stacks_are_out():
    table = Bench(DIV, table__dealing="hand").run().set(betting_closed=True, seats=SEATS)
    table.do("begin-deal")
    table.set(start_wanted=True).run()
    assert table.equipment.start is not None
    assert short(table.last("total-announced").clauses) == ["(k)(2)(i)", "(k)(2)(ii)"]

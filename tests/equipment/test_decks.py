"""Decks, their opening and age, and an idle table: both books."""

import pytest

from houseway.equipment import ACTS, KINDS, SPREAD_FACE_UP, SPREAD_STORED_DECK, Stage, decide, duties, evolve
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.procedure import Step
from tests.support.clauses import both, div, md, short
from tests.support.equipment_bench import ANN, CLEO, DEALER, FLOOR, HOUR, SEATS, SHUFFLED, Bench
from tests.support.submissions import DIV, MD

SHUFFLER = {"table__shuffler": True}
TWO_DECKS = {**SHUFFLER, "table__decks": 2, "table__dealing": "automated-shoe"}


class TestOpening:
    @md("3.A(1)", "3.A(2)", "3.A(3)(a)", "3.A(3)(b)", "4.A", "4.B(1)", "4.B(2)", "4.C(1)", "4.C(2)", "4.C(3)", "4.D", "5.A(1)")
    @div("(b)(1)#1", "(b)(1)#2", "(b)(1)#3", "(e)(1)#1", "(e)(1)#2", "(e)(2)#1", "(e)(2)#2", "(e)(3)#1", "(e)(3)#2", "(f)(1)#1")
    def test_a_deck_is_opened_step_by_step(self):
        for book in (MD, DIV):
            table = Bench(book).run(until="offer-cut")
            assert [kind for kind in table.kinds if not kind.startswith("dice")] == [
                "deck-received",
                "deck-inspected",
                "inspection-verified",
                "deck-spread",
                "inspection-afforded",
                "deck-turned-down",
                "deck-washed",
                "deck-stacked",
                "cards-shuffled",
            ]
            assert table.last("inspection-afforded")["player"] == "Ben"
            assert table.equipment.is_fresh

    @both
    def test_no_step_is_left_out(self, book):
        table = Bench(book)
        table.do("receive-deck")
        for act in ("spread-deck", "verify-inspection", "wash-deck", "shuffle", "load-shoe", "begin-deal", "tear-joker"):
            assert table.refused(act, FLOOR if act == "verify-inspection" else DEALER)
        assert table.equipment.decks[0].stage is Stage.RECEIVED

    @md("4.A")
    @div("(e)(1)#2")
    def test_the_inspection_is_verified_by_a_floorperson_who_is_another_person(self):
        for book, clause in ((MD, "4.A"), (DIV, "(e)(1)#2")):
            table = Bench(book)
            table.do("receive-deck")
            table.do("inspect-deck")
            assert clause in table.refused("verify-inspection", DEALER)
            assert clause in table.refused("verify-inspection", Actor(Role.FLOOR, DEALER.name))
            assert table.why.code == "deck.same-person"
            assert clause in short(table.do("verify-inspection", FLOOR).clauses)

    @md("3.A(4)", "4.B")
    @div("(b)(1)#4", "(e)(1)#3")
    def test_a_spare_joker_is_torn_before_the_inspection_is_verified(self):
        for book, to in ((MD, "container"), (DIV, "discarded")):
            table = Bench(book, **({"table__deck_jokers": 2} if book == DIV else {}))
            table.do("receive-deck", jokers=2)
            table.do("inspect-deck")
            assert table.due()[-1] == "tear-joker"
            assert table.refused("verify-inspection", FLOOR)
            assert table.do("tear-joker")["to"] == to
            assert table.do("verify-inspection", FLOOR).clauses

    @md("3.A(4)", "3.A(3)(a)")
    @div("(b)(1)#4", "(b)(1)#2")
    def test_a_deck_has_the_jokers_and_cover_cards_of_the_book(self):
        for book in (MD, DIV):
            table = Bench(book)
            assert table.refused("receive-deck", jokers=3)
            assert table.refused("receive-deck", jokers=0)
            assert table.refused("receive-deck", covers=1)
        assert Bench(DIV).refused("receive-deck", jokers=2), "filed with one joker"

    @both
    def test_a_defective_deck_leaves(self, book):
        table = Bench(book)
        table.do("receive-deck")
        table.do("inspect-deck", defects="a bent corner")
        assert table.due()[0] == "remove-deck"
        assert table.refused("verify-inspection", FLOOR)
        table.do("remove-deck")
        assert table.due()[0] == "receive-deck"

    @both
    def test_nobody_looks_at_the_spread_before_somebody_came(self, book):
        table = Bench(book).set(seats=())
        table.run()
        assert table.equipment.decks[0].stage is Stage.SPREAD
        assert table.refused("afford-inspection")
        assert table.set(seats=SEATS).due() == ["afford-inspection"]

    @md("4.F", "5.A")
    def test_preshuffled_decks_skip_the_opening_and_the_first_shuffle_and_nothing_else(self):
        table = Bench(MD, table__cards_received="preinspected-and-preshuffled")
        table.do("receive-deck", cards=SHUFFLED)
        assert table.equipment.is_fresh
        assert "offer-cut" in table.due(), "the cut is not among what is disapplied"
        table.play()
        assert "cards-shuffled" not in table.kinds
        assert "deck-inspected" not in table.kinds
        assert table.due() == ["shuffle"]
        assert short(table.duty("shuffle").clauses) == ["5.A", "5.A(2)"]

    @md("3.A(1)", "3.B", "3.B(1)", "4.E")
    @div("(b)(1)#1", "(b)(2)", "(b)(2)(i)", "(b)(2)(ii)", "(e)(4)")
    def test_one_deck_or_two_with_different_backs_each_opened_by_itself(self):
        for book in (MD, DIV):
            one = Bench(book)
            one.do("receive-deck")
            assert one.refused("receive-deck", deck="another")
            two = Bench(book, **TWO_DECKS)
            two.do("receive-deck", back="red")
            assert two.refused("receive-deck", back="red")
            two.run()
            assert two.kinds.count("inspection-verified") == 2
            assert {deck.back for deck in two.equipment.decks} == {"red", "blue"}


class TestAge:
    @md("3.C(1)", "3.C(2)")
    @div("(e)(5)#1", "(e)(5)#2")
    def test_a_deck_is_changed_in_time(self):
        clauses = {MD: ("3.C(2)", "3.C(1)"), DIV: ("(e)(5)#1", "(e)(5)#2")}
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                table = Bench(book, **SHUFFLER, table__dealing=dealing).run()
                table.at = (4 if dealing == "hand" else 8) * HOUR - 1
                assert table.due() == []
                table.at += 1
                assert table.due()[0] == "remove-deck"
                assert table.refused("begin-deal") == [clauses[book][dealing == "hand"]]
                table.do("remove-deck")
                assert table.due()[0] == "receive-deck"
                table.play()
                assert table.equipment.last_used == "deck 2"

    @both
    def test_a_round_in_play_is_finished_with_the_old_deck(self, book):
        table = Bench(book).run()
        table.do("begin-deal")
        table.at = 10 * HOUR
        assert table.due() == []
        assert table.refused("remove-deck")
        table.do("end-round")
        assert table.due()[0] == "remove-deck"

    @both
    def test_a_new_deck_is_a_new_start_of_the_game(self, book):
        table = Bench(book).play()
        assert not table.equipment.is_fresh
        table.do("remove-deck", why="worn")
        table.run(until="begin-deal")
        assert table.equipment.is_fresh

    @md("8.F(2)", "9.E(2)", "10.E(2)")
    @div("(h)(4)(ii)#2", "(i)(4)(ii)#2", "(j)(5)(ii)#2")
    def test_a_wrong_stub_with_right_hands_sends_the_deck_away(self):
        for book in (MD, DIV):
            for dealing in ("manual-shoe", "hand", "automated-shoe"):
                table = Bench(book, **SHUFFLER, table__dealing=dealing)
                table.play(void=True, retire_deck=True)
                assert table.due()[0] == "remove-deck"
                assert table.refused("shuffle")
                table.do("remove-deck")
                assert table.due()[0] == "receive-deck"
                table.play()
                assert table.equipment.last_used == "deck 2"


class TestIdle:
    @md("5.H(1)", "5.H(2)", "5.H(3)", "5.H(4)", "4.C(2)", "4.C(3)")
    def test_maryland_idle_cards_lie_face_down_and_are_washed_by_hand(self):
        table = Bench(MD).play()
        assert table.refused("idle-table", face="up") == ["5.H(2)"]
        table.set(seats=()).do("idle-table")
        assert table.equipment.decks[0].stage is Stage.IDLE_DOWN
        assert table.equipment.rack == ()
        assert table.due() == []
        table.set(seats=SEATS)
        assert table.refused("turn-up") == ["5.H(2)"]
        assert table.due() == ["afford-inspection"]
        table.run(until="offer-cut")
        tail = table.kinds[table.kinds.index("table-idled") + 1 :]
        assert tail == ["inspection-afforded", "deck-washed", "deck-stacked", "cards-shuffled"]
        assert table.equipment.is_fresh, "PG-02"

    @md("5.H(2)")
    def test_maryland_a_player_may_ask_for_the_spread_face_up(self):
        table = Bench(MD).play().set(requests=frozenset({SPREAD_FACE_UP}))
        assert table.do("idle-table")["face"] == "up"
        table.run(until="offer-cut")
        assert "deck-turned-down" in table.kinds[-6:]
        later = Bench(MD).play()
        later.do("idle-table")
        later.set(requests=frozenset({SPREAD_FACE_UP}))
        assert later.due() == ["turn-up"]

    @md("5.H(5)", "5.H(5)(a)", "5.H(5)(b)")
    def test_maryland_a_shuffler_takes_idle_cards_without_a_wash_and_gives_the_stored_deck(self):
        table = Bench(MD, **TWO_DECKS).play()
        idled = table.do("idle-table")
        assert idled["decks"] == ("deck 1",)
        table.run()
        tail = table.kinds[table.kinds.index("table-idled") + 1 :]
        assert tail == ["inspection-afforded", "deck-stacked", "shoe-loaded", "cards-shuffled"]
        assert table.equipment.is_fresh
        assert table.equipment.next_deck.name == "deck 2"

    @md("5.H(5)(b)")
    def test_maryland_the_stored_deck_is_spread_if_a_player_asks(self):
        asked = frozenset({SPREAD_STORED_DECK})
        table = Bench(MD, **TWO_DECKS).play()
        assert table.refused("spread-stored-deck") == ["5.H(5)(b)"]
        table.do("idle-table")
        table.set(requests=asked)
        assert "spread-stored-deck" in table.due()
        table.do("spread-stored-deck")
        table.run().play()
        before = Bench(MD, **TWO_DECKS).play().set(requests=asked)
        assert before.do("idle-table")["decks"] == ("deck 1", "deck 2")

    @div("(f)(7)#1", "(f)(7)#2", "(f)(7)#3", "(e)(3)#1")
    def test_the_division_has_idle_cards_either_way_but_face_up_for_the_player(self):
        for face, turned in (("up", []), ("down", ["deck-turned-up"])):
            table = Bench(DIV).play()
            table.do("idle-table", face=face)
            if face == "down":
                assert table.refused("afford-inspection")
            table.run(until="offer-cut")
            tail = table.kinds[table.kinds.index("table-idled") + 1 :]
            assert tail == [
                *turned,
                "inspection-afforded",
                "deck-turned-down",
                "deck-washed",
                "deck-stacked",
                "cards-shuffled",
            ]
            assert "(f)(7)#3" in table.last_clauses("cards-shuffled")

    @div("(f)(7)#1")
    def test_the_division_spreads_both_decks_and_washes_them_for_a_shuffler_too(self):
        table = Bench(DIV, **TWO_DECKS).play()
        assert table.do("idle-table")["decks"] == ("deck 1", "deck 2")
        table.run()
        assert table.kinds[table.kinds.index("table-idled") :].count("deck-washed") == 2
        assert table.refused("spread-stored-deck")

    @both
    def test_a_table_is_not_idle_during_a_round(self, book):
        table = Bench(book)
        assert table.refused("idle-table")
        table.run().do("begin-deal")
        assert table.refused("idle-table")


class TestDeal:
    @md("5.F(5)", "5.C(1)")
    @div("(f)(5)#5", "(f)(2)(i)")
    def test_cards_go_out_once_everything_is_done(self):
        for book in (MD, DIV):
            for options in ({}, SHUFFLER):
                table = Bench(book, **options).run()
                assert table.refused("end-round"), "no round is being played"
                assert table.refused("begin-deal", CLEO)
                table.do("begin-deal")
                assert table.equipment.cards_out
                assert table.refused("begin-deal")

    @both
    def test_without_a_deck_nothing_is_dealt(self, book):
        table = Bench(book)
        assert table.refused("begin-deal")
        assert table.why.code == "deal.duty"

    @both
    def test_a_round_can_be_void_before_a_card_was_dealt(self, book):
        table = Bench(book).run()
        table.do("end-round", void=True)
        assert table.due() == ["shuffle"]
        table.refused("end-round", void=True, clauses=("14.D",))
        assert isinstance(table.why, Malformed)


class TestShape:
    def test_an_unknown_act_is_malformed(self):
        with pytest.raises(Malformed, match="dance"):
            decide(Bench().equipment, Command("dance", DEALER))

    def test_an_event_of_somebody_else_changes_nothing(self):
        table = Bench()
        assert evolve(table.equipment, Event("wager-placed")) is table.equipment

    def test_acts_and_kinds_are_apart(self):
        assert not ACTS & KINDS
        assert all("-" in kind for kind in KINDS)

    @both
    def test_duties_say_who_and_why(self, book):
        for duty in duties(Bench(book).equipment, 0):
            assert isinstance(duty, Step)
            assert duty.clauses
            assert duty.words
            assert duty.role in Role

    @both
    def test_a_refusal_of_a_role_is_no_change(self, book):
        table = Bench(book)
        before = table.equipment
        table.refused("receive-deck", ANN)
        assert isinstance(table.why, NotAllowed)
        assert table.equipment == before

"""Games against the dealer: the count of the stub, devices that fail, the progressive system, the rack; no starting position."""

import pytest

from houseway.cards import parse_hand
from houseway.equipment import (
    Dealing,
    Shuffling,
    Starting,
    is_lit,
    rebuild_hands,
    start,
    with_amended_rules,
)
from houseway.errors import Malformed
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, against_dealer, both, ids, poker, short
from tests.support.equipment_bench import ANN, DEALER, FLOOR, SEATS, ULTIMATE, Bench, rules_of
from tests.support.submissions import MD

SHUFFLER = {"table__shuffler": True}
COUNTS = {**SHUFFLER, "table__shuffler_counts": True}
SHOE = {**SHUFFLER, "table__dealing": "automated-shoe"}
TWO_DECKS = {**SHOE, "table__decks": 2}
DEVICE = {"table__reshuffling_device": True}


class TestStub:
    @poker("8.E", "9.C", "10.C")
    def test_the_stub_is_counted_in_every_fifth_round_at_the_latest(self):
        clauses = {"manual-shoe": "8.E", "hand": "9.C", "automated-shoe": "10.C"}
        for book in AGAINST_DEALER:
            for dealing, clause in clauses.items():
                table = Bench(book, **SHUFFLER, table__dealing=dealing)
                for number in range(1, 5):
                    assert not table.equipment.stub_due
                    table.play()
                    assert table.equipment.rounds_since_stub_count == number
                assert table.equipment.stub_due, "known before the cards go out"
                table.run().do("begin-deal")
                assert table.equipment.stub_due
                assert table.refused("end-round") == ids(book, clause)
                table.count_stub()
                assert not table.equipment.stub_due
                table.do("end-round")
                assert not table.equipment.stub_due

    @against_dealer
    def test_a_count_before_it_is_due_starts_the_five_rounds_anew(self, book):
        table = Bench(book).play().play().run()
        table.do("begin-deal")
        table.count_stub()
        table.do("end-round")
        due = []
        for _ in range(5):
            due.append(table.equipment.stub_due)
            table.play()
        assert due == [False, False, False, False, True]

    @against_dealer
    def test_a_void_round_counts_and_needs_no_count_itself(self, book):
        table = Bench(book)
        for _ in range(5):
            table.play(void=True)
        assert table.equipment.stub_due, "still, and so at once in the next round"
        table.do("end-round", void=True)
        assert table.equipment.rounds_since_stub_count == 5, "no cards went out"
        table.play().play()
        assert table.equipment.rounds_since_stub_count == 1

    @against_dealer
    def test_the_rounds_are_the_tables_whichever_deck_is_dealt(self, book):
        table = Bench(book, **TWO_DECKS)
        due = []
        for number in range(10):
            if number == 2:
                table.do("remove-deck", why="worn")
            table.run()
            due.append(table.equipment.stub_due)
            table.play()
        assert due == [False, False, False, False, True] * 2

    @against_dealer
    @pytest.mark.parametrize("options", [COUNTS, DEVICE], ids=str)
    def test_where_the_device_counts_the_stub_is_never_due(self, book, options):
        table = Bench(book, **options)
        for _ in range(6):
            assert not table.equipment.stub_due
            table.play()

    @poker("8.E")
    def test_without_the_counting_device_the_stub_is_counted_again(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **COUNTS).play().play()
            table.do("report-device", device="shuffler")
            for _ in range(4):
                table.play()
            assert table.equipment.shuffling is Shuffling.MANUAL
            table.run().do("begin-deal")
            assert table.refused("end-round") == ids(book, "8.E")

    @both
    def test_at_a_pai_gow_table_it_is_the_games_every_round(self, book):
        table = Bench(book)
        for _ in range(6):
            table.play()
            assert not table.equipment.stub_due


class TestStart:
    @poker("8.D(2)", "9.B(2)", "10.B(3)")
    def test_no_starting_position_is_looked_for(self):
        clauses = {"manual-shoe": "8.D(2)", "hand": "9.B(2)", "automated-shoe": "10.B(3)"}
        for book in AGAINST_DEALER:
            for dealing, clause in clauses.items():
                table = Bench(book, **SHUFFLER, table__dealing=dealing).run().set(betting_closed=True, start_wanted=True)
                assert table.equipment.starting is Starting.NONE
                assert table.due() == []
                for act in sorted(start.DECIDE):
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


class TestDevices:
    @poker("13.H(1)", "13.H(3)")
    def test_cards_of_a_jammed_shuffler_are_shuffled_again(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **SHUFFLER).play().run(until="load-shoe")
            failed = table.do("report-device", device="shuffler", usable=True)
            assert (failed["decks"], failed["live"]) == (("deck 1",), False)
            assert short(table.duty("shuffle").clauses) == ids(book, "13.H(1)", "13.H(3)", "5.B")
            table.run(until="load-shoe").set(betting_closed=True)
            assert table.do("report-device", device="shuffler", what="unfinished")["live"]

    @poker("13.I", "13.I(2)", "13.I(3)")
    def test_cards_of_a_jammed_shoe_are_reshuffled_with_those_already_dealt(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **SHOE).run().set(betting_closed=True)
            table.do("begin-deal")
            failed = table.do("report-device", device="automated-shoe", what="stopped", usable=True)
            assert failed["live"]
            table.do("end-round", void=True, clauses=failed.clauses)
            table.set(betting_closed=False)
            assert short(table.duty("shuffle").clauses) == ids(book, "13.I", "13.I(2)", "13.I(3)", "5.B")

    @poker("13.H(1)", "13.I")
    def test_a_reshuffling_device_is_shuffler_and_shoe(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **DEVICE).run()
            failed = table.do("report-device", device="reshuffling-device")
            assert set(ids(book, "13.H(1)", "13.I")) <= set(short(failed.clauses))
            table.run()
            assert (table.equipment.shuffling, table.equipment.dealing) == (Shuffling.MANUAL, Dealing.MANUAL_SHOE)
            assert "cut-completed" in table.kinds

    @pytest.mark.clause(f"{ULTIMATE} 13.H(1)")
    @pytest.mark.parametrize(("reading", "live"), [("live-deck-only", False), ("always", True)])
    def test_a_jam_with_the_resting_deck_takes_the_round_as_the_reading_says(self, reading, live):
        table = Bench(ULTIMATE, **TWO_DECKS, readings=[("UTH-26", reading)]).run()
        assert not table.do("report-device", device="shuffler", usable=True)["live"], "no round is in play"
        table.run().do("begin-deal")
        failed = table.do("report-device", device="shuffler", usable=True)
        assert (failed["decks"], failed["live"]) == (("deck 2",), live)

    @poker("13.J(1)", "13.J(2)")
    def test_a_device_is_covered_or_signed_before_another_method(self):
        for book in AGAINST_DEALER:
            for act, clause in (("cover-device", "13.J(1)"), ("sign-device", "13.J(2)")):
                table = Bench(book, **SHUFFLER).play()
                assert table.refused(act, device="shuffler") == ids(book, clause), "it works"
                table.do("report-device", device="shuffler")
                secure = ids(book, "13.J(1)", "13.J(2)")
                assert table.due()[0] == "cover-device"
                assert table.refused("shuffle") == secure
                assert table.refused("switch-method", FLOOR, shuffling="manual") == secure
                assert table.refused("remove-device") == secure
                assert short(table.do(act).clauses) == ids(book, clause)
                table.run()
                assert table.equipment.shuffling is Shuffling.MANUAL
                assert "cut-completed" in table.kinds

    @poker("9.A(1)")
    def test_cards_are_dealt_from_the_hand_only_with_a_shuffler(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **SHUFFLER, table__dealing="hand").play()
            table.do("report-device", device="shuffler")
            table.do("cover-device")
            assert table.refused("switch-method", FLOOR, shuffling="manual") == ids(book, "9.A(1)")
            table.play()
            assert table.equipment.dealing is Dealing.MANUAL_SHOE

    @poker("3.A(1)")
    def test_without_a_shuffler_one_deck_is_enough_and_the_other_leaves(self):
        for book in AGAINST_DEALER:
            table = Bench(book, **TWO_DECKS).play()
            table.do("report-device", device="shuffler")
            table.run(until="remove-deck")
            assert short(table.duty("remove-deck").clauses) == ids(book, "3.A(1)")
            table.play()
            assert len(table.equipment.decks) == 1

    @against_dealer
    def test_an_amended_submission_changes_the_methods(self, book):
        table = Bench(book).play()
        table.equipment = with_amended_rules(table.equipment, rules_of(book, **SHOE, table__shuffler_counts=True))
        assert table.equipment.counts_cards
        table.play()
        assert table.last("cards-shuffled")["counted"] == 52


def accepted(book, positions=(2, 3), **options):
    """A table at which some positions have a progressive wager."""
    table = Bench(book, progressive=True, **options).run()
    for position in positions:
        table.do("light", Actor(Role.PLAYER, dict(SEATS)[position]), position=position)
    return table


class TestAcceptors:
    @poker("2.C", "2.C(1)")
    def test_a_chip_is_a_wager_when_the_light_is_on(self):
        for book in AGAINST_DEALER:
            table = accepted(book)
            assert is_lit(table.equipment, 3)
            assert table.refused("light", ANN, position=3) == ids(book, "2.C", "2.C(1)")
            assert table.refused("light", DEALER, position=7) == ids(book, "2.C", "2.C(1)")
            assert Bench(book).refused("light", DEALER, position=2), "no progressive wager here"

    @poker("2.C(2)", "8.C(2)", "9.A(3)(a)", "10.A(2)(b)(i)")
    def test_the_lock_out_follows_no_more_bets(self):
        clauses = {"manual-shoe": "8.C(2)", "hand": "9.A(3)(a)", "automated-shoe": "10.A(2)(b)(i)"}
        for book in AGAINST_DEALER:
            for dealing, clause in clauses.items():
                table = accepted(book, **SHUFFLER, table__dealing=dealing)
                assert table.refused("lock-out") == ids(book, "2.C(2)", clause)
                table.set(betting_closed=True)
                assert table.refused("begin-deal") == ids(book, "2.C(2)", clause)
                table.do("lock-out")
                assert table.refused("light", DEALER, position=5) == ids(book, "2.C(2)", clause)

    @poker("8.C(3)", "9.A(3)(b)", "10.A(2)(b)(ii)")
    def test_chips_are_counted_against_the_lights_and_a_mismatch_waits_for_a_floorperson(self):
        clauses = {"manual-shoe": "8.C(3)", "hand": "9.A(3)(b)", "automated-shoe": "10.A(2)(b)(ii)"}
        for book in AGAINST_DEALER:
            for dealing, clause in clauses.items():
                table = accepted(book, **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
                table.do("lock-out")
                assert table.refused("begin-deal") == ids(book, clause)
                assert not table.do("count-chips", chips=3)["matched"]
                assert table.refused("begin-deal") == ids(book, clause)
                table.do("rule-count", FLOOR, standing=(2, 5))
                assert table.do("begin-deal")
                matched = accepted(book, **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
                matched.do("lock-out")
                assert matched.do("count-chips", chips=2)["matched"]
                assert matched.do("begin-deal")

    @against_dealer
    def test_no_coupons_are_taken(self, book):
        table = accepted(book).set(betting_closed=True)
        table.do("lock-out")
        assert table.refused("count-chips", chips=1, coupons=1) == ids(book, "2.C", "2.C(1)")

    @poker("11.J(2)(b)", "7.F(3)(b)")
    def test_a_wager_that_was_not_accepted_is_the_players_own_lookout(self):
        for book in AGAINST_DEALER:
            table = accepted(book).set(betting_closed=True).run()
            table.do("begin-deal")
            assert short(table.do("check-light", position=2).clauses) == ids(book, "11.J(2)(b)")
            assert table.refused("check-light", position=5) == ids(book, "11.J(2)(b)", "7.F(3)(b)")


class TestRack:
    @poker("2.D(2)", "11.K")
    def test_every_hand_can_be_rebuilt_from_the_rack(self):
        for book in AGAINST_DEALER:
            table = Bench(book).run()
            table.do("begin-deal")
            first, second = parse_hand("As Ks"), parse_hand("Ad Kd")
            table.do("rack", entries=(("burn", 1, "burnt"), ("2", first, "lost")))
            racked = table.do("rack", entries=(("dealer", second, "played"),))
            assert short(racked.clauses) == ids(book, "2.D(2)", "11.K")
            assert rebuild_hands(table.equipment.rack) == {"burn": (), "2": first, "dealer": second}
            assert table.refused("rack", entries=(("3", 48, "lost"),)) == ids(book, "2.D(2)", "11.K"), "more than 52"

"""An empty table: its cards are spread, and a newcomer sees them before he plays; and decks that grow too old in a round."""

from houseway.equipment import Stage
from tests.support.clauses import AGAINST_DEALER, both, div, ids, md, poker, short
from tests.support.equipment_bench import HOUR, Bench
from tests.support.submissions import DIV, MD

SHUFFLER = {"table__shuffler": True}
TWO_DECKS = {**SHUFFLER, "table__decks": 2}
PRESHUFFLED = {"table__cards_received": "preinspected-and-preshuffled"}
IDLE = {MD: ["5.H(1)", "5.H(2)"], DIV: ["(f)(7)#1"]}
OPENED_AGAIN = {
    MD: ["inspection-afforded", "deck-washed", "deck-stacked", "cards-shuffled"],
    DIV: ["deck-turned-up", "inspection-afforded", "deck-turned-down", "deck-washed", "deck-stacked", "cards-shuffled"],
}


def after_idle(table):
    return table.kinds[table.kinds.index("table-idled") + 1 :]


class TestEmptyTable:
    @md("5.H(1)", "5.H(2)", "5.H(3)", "5.H(4)")
    @div("(f)(7)#1", "(f)(7)#2", "(f)(7)#3")
    def test_cards_are_spread_when_nobody_is_left_and_looked_at_when_somebody_comes(self):
        """PG-81, DIV-81: due wherever the cards are, in the shoe, on the way to it, or collected after the last round."""
        for book in (MD, DIV):
            for until in ("", "load-shoe", "offer-cut", "shuffle"):
                table = Bench(book).play().run(until=until).everybody_leaves()
                assert table.due() == ["idle-table"]
                assert short(table.duty("idle-table").clauses) == IDLE[book]
                assert table.refused("begin-deal") == IDLE[book]
                table.run()
                assert table.due() == [], "the cards lie spread and wait"
                assert table.refused("begin-deal"), "not from the spread"
                table.comes("Zoe", 4).run()
                kinds = after_idle(table)
                assert [kind for kind in kinds if kind in OPENED_AGAIN[book]] == OPENED_AGAIN[book]
                assert table.last("inspection-afforded")["player"] == "Zoe"
                assert table.equipment.is_fresh, "a new game"
                table.do("begin-deal")

    @md("5.H(1)", "5.H(2)", "5.H(3)")
    @div("(f)(7)#1", "(f)(7)#2")
    def test_what_nobody_spread_is_spread_for_the_newcomer_even_with_his_wager_down(self):
        for book in (MD, DIV):
            table = Bench(book).play().run().everybody_leaves()
            table.comes("Zoe", 4).set(wagers=True)
            assert table.due()[0] == "idle-table"
            assert table.refused("begin-deal") == IDLE[book]
            table.run()
            assert after_idle(table)[-1] == "shoe-loaded"
            assert table.last("inspection-afforded")["player"] == "Zoe"
            assert table.refused("idle-table") == IDLE[book], "now there is gaming activity"
            table.do("begin-deal")

    @both
    def test_shuffling_first_is_no_way_round_it(self, book):
        table = Bench(book).play().everybody_leaves().comes("Zoe", 4)
        table.do("shuffle", cards=table.shuffled)
        assert table.due()[0] == "idle-table"

    @both
    def test_who_comes_while_others_sit_changes_nothing(self, book):
        table = Bench(book)
        for position, name in table.context.seats:
            table.hears("player-seated", player=name, positions=(position,), at=0)
        table.play().run()
        table.hears("player-got-up", player="Ann", at=0).hears("player-seated", player="Zoe", positions=(2,), at=0)
        assert table.due() == []
        assert table.do("idle-table"), "where somebody sits and does not bet the dealer may spread them"

    @both
    def test_an_opening_goes_on_and_a_new_deck_waits_spread(self, book):
        table = Bench(book).everybody_leaves().run()
        assert table.equipment.decks[0].stage is Stage.SPREAD
        table.comes("Zoe", 1)
        assert table.due() == ["afford-inspection"]
        table.do("afford-inspection")
        table.everybody_leaves().run()
        assert table.kinds[-1] == "table-idled", "stacked, and spread again"

    @md("5.H(5)(b)")
    def test_maryland_a_stored_deck_stays_in_the_shuffler(self):
        table = Bench(MD, **TWO_DECKS).play().run().everybody_leaves().run()
        assert table.last("table-idled")["decks"] == ("deck 2",)
        assert table.due() == [], "nothing is loaded for nobody"
        table.comes("Zoe", 1).run().do("begin-deal")

    @md("4.F")
    def test_a_preshuffled_deck_stays_as_it_came_until_it_was_dealt_from(self):
        table = Bench(MD, **PRESHUFFLED).everybody_leaves().run()
        assert "table-idled" not in table.kinds
        table.comes("Zoe", 1).play()
        assert "table-idled" not in table.kinds
        assert table.everybody_leaves().due() == ["idle-table"]

    @poker("5.H(1)", "5.H(2)")
    def test_against_the_dealer_too(self):
        for book in AGAINST_DEALER:
            table = Bench(book).play().run().everybody_leaves()
            assert short(table.duty("idle-table").clauses) == ids(book, "5.H(1)")
            table.run().comes("Zoe", 2).run().do("begin-deal")
            assert "deck-washed" in after_idle(table)

    @both
    def test_no_table_falls_idle_between_no_more_bets_and_the_end_of_the_round(self, book):
        table = Bench(book).run().set(betting_closed=True)
        assert table.refused("idle-table") == IDLE[book]
        assert table.set(seats=()).due() == [], "a round is in play"


class TestAge:
    @md("3.C(1)", "3.C(2)")
    @div("(e)(5)#1", "(e)(5)#2")
    def test_a_deck_that_grows_too_old_when_bets_are_closed_finishes_the_round(self):
        """PG-82, DIV-82: a new deck would begin a new game in the middle of a round."""
        for book, dealing, hours in ((MD, "manual-shoe", 8), (MD, "hand", 4), (DIV, "manual-shoe", 8), (DIV, "hand", 4)):
            table = Bench(book, **SHUFFLER, table__dealing=dealing).play().run().set(betting_closed=True)
            table.at = hours * HOUR
            assert table.due() == []
            assert table.refused("remove-deck"), "nor at will"
            assert not table.equipment.is_fresh
            table.do("begin-deal")
            table.do("end-round")
            table.set(betting_closed=False)
            assert table.due()[0] == "remove-deck"
            assert table.do("remove-deck")["why"] == "age"

    @both
    def test_between_rounds_a_deck_leaves_as_before(self, book):
        table = Bench(book).play().run()
        assert table.do("remove-deck")["why"] == "ordered"
        assert table.due()[0] == "receive-deck"

    @both
    def test_a_deck_too_many_leaves_even_then(self, book):
        """The shuffler breaks down when bets are closed: the second deck goes with it."""
        table = Bench(book, **TWO_DECKS, table__dealing="automated-shoe").play().run().set(betting_closed=True)
        table.do("report-device", device="shuffler")
        table.run(until="remove-deck")
        assert table.do("remove-deck")["why"] == "one deck only"
        assert not table.equipment.is_fresh

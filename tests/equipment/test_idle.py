"""An idle table: its cards are spread, and a newcomer sees them before he plays."""

from houseway.equipment import SPREAD_FACE_UP, SPREAD_STORED_DECK, Stage
from tests.support.clauses import AGAINST_DEALER, both, div, each_book, every_book, ids, md, poker, short
from tests.support.equipment_bench import DEVICE, PRESHUFFLED, SEATS, SHUFFLER, TWO_DECKS, Bench
from tests.support.submissions import DIV, MD

IDLE = {MD: ["5.H(1)", "5.H(2)"], DIV: ["(f)(7)#1"]}
OPENED_AGAIN = {
    MD: ["inspection-afforded", "deck-washed", "deck-stacked", "cards-shuffled"],
    DIV: ["deck-turned-up", "inspection-afforded", "deck-turned-down", "deck-washed", "deck-stacked", "cards-shuffled"],
}


def after_idle(table):
    return table.kinds[table.kinds.index("table-idled") + 1 :]


# Nobody is there


@md("5.H(1)", "5.H(2)", "5.H(3)", "5.H(4)")
@div("(f)(7)#1", "(f)(7)#2", "(f)(7)#3")
def test_cards_are_spread_when_nobody_is_left_and_looked_at_when_somebody_comes():
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
def test_what_nobody_spread_is_spread_for_the_newcomer_even_with_his_wager_down():
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


@md("5.H(3)")
@div("(f)(7)#2")
def test_of_several_newcomers_the_first_looks_at_the_cards():
    for book in (MD, DIV):
        table = Bench(book).play().run().everybody_leaves().run().comes("Zoe", 4)
        for position, name in ((1, "Yan"), (5, "Xia")):
            table.hears("player-seated", player=name, positions=(position,), at=table.at)
        table.set(seats=((1, "Yan"), (4, "Zoe"), (5, "Xia"))).run()
        assert table.last("inspection-afforded")["player"] == "Zoe"


@both
def test_shuffling_first_is_no_way_round_it(book):
    table = Bench(book).play().everybody_leaves().comes("Zoe", 4)
    table.do("shuffle", cards=table.shuffled)
    assert table.due()[0] == "idle-table"


@both
def test_who_comes_while_others_sit_changes_nothing(book):
    table = Bench(book)
    for position, name in table.context.seats:
        table.hears("player-seated", player=name, positions=(position,), at=0)
    table.play().run()
    table.hears("player-got-up", player="Ann", at=0).hears("player-seated", player="Zoe", positions=(2,), at=0)
    assert table.due() == []
    assert table.do("idle-table"), "where somebody sits and does not bet the dealer may spread them"


@both
def test_an_opening_goes_on_and_a_new_deck_waits_spread(book):
    table = Bench(book).everybody_leaves().run()
    assert table.equipment.decks[0].stage is Stage.SPREAD
    table.comes("Zoe", 1)
    assert table.due() == ["afford-inspection"]
    table.do("afford-inspection")
    table.everybody_leaves().run()
    assert table.kinds[-1] == "table-idled", "stacked, and spread again"


@md("5.H(5)(b)")
def test_maryland_a_stored_deck_stays_in_the_shuffler():
    table = Bench(MD, **SHUFFLER, table__decks=2).play().run().everybody_leaves().run()
    assert table.last("table-idled")["decks"] == ("deck 2",)
    assert table.due() == [], "nothing is loaded for nobody"
    table.comes("Zoe", 1).run().do("begin-deal")


@md("4.F")
def test_a_preshuffled_deck_stays_as_it_came_until_it_was_dealt_from():
    table = Bench(MD, **PRESHUFFLED).everybody_leaves().run()
    assert "table-idled" not in table.kinds
    table.comes("Zoe", 1).play()
    assert "table-idled" not in table.kinds
    assert table.everybody_leaves().due() == ["idle-table"]


@poker("5.H(1)", "5.H(2)")
def test_against_the_dealer_too():
    for book in AGAINST_DEALER:
        table = Bench(book).play().run().everybody_leaves()
        assert short(table.duty("idle-table").clauses) == ids(book, "5.H(1)")
        table.run().comes("Zoe", 2).run().do("begin-deal")
        assert "deck-washed" in after_idle(table)


@both
def test_no_table_falls_idle_between_no_more_bets_and_the_end_of_the_round(book):
    table = Bench(book).run().set(betting_closed=True)
    assert table.refused("idle-table") == IDLE[book]
    assert table.set(seats=()).due() == [], "a round is in play"


# Nobody bets


@md("5.H(1)", "5.H(2)", "5.H(3)", "5.H(4)", "4.C(2)", "4.C(3)")
def test_maryland_idle_cards_lie_face_down_and_are_washed_by_hand():
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
def test_maryland_a_player_may_ask_for_the_spread_face_up():
    table = Bench(MD).play().set(requests=frozenset({SPREAD_FACE_UP}))
    assert table.do("idle-table")["face"] == "up"
    table.run(until="offer-cut")
    assert "deck-turned-down" in table.kinds[-6:]
    later = Bench(MD).play()
    later.do("idle-table")
    later.set(requests=frozenset({SPREAD_FACE_UP}))
    assert later.due() == ["turn-up"]


@md("5.H(5)", "5.H(5)(a)", "5.H(5)(b)")
def test_maryland_a_shuffler_takes_idle_cards_without_a_wash_and_gives_the_stored_deck():
    table = Bench(MD, **TWO_DECKS).play()
    idled = table.do("idle-table")
    assert idled["decks"] == ("deck 1",)
    table.run()
    tail = table.kinds[table.kinds.index("table-idled") + 1 :]
    assert tail == ["inspection-afforded", "deck-stacked", "shoe-loaded", "cards-shuffled"]
    assert table.equipment.is_fresh
    assert table.equipment.next_deck.name == "deck 2"


@md("5.H(5)(b)")
def test_maryland_the_stored_deck_is_spread_if_a_player_asks():
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
def test_the_division_has_idle_cards_either_way_but_face_up_for_the_player():
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
def test_the_division_spreads_both_decks_and_washes_them_for_a_shuffler_too():
    table = Bench(DIV, **TWO_DECKS).play()
    assert table.do("idle-table")["decks"] == ("deck 1", "deck 2")
    table.run()
    assert table.kinds[table.kinds.index("table-idled") :].count("deck-washed") == 2
    assert table.refused("spread-stored-deck")


@poker("5.H(1)", "5.H(2)", "4.C(2)", "4.C(3)", "4.D", "5.A(1)")
def test_against_the_dealer_idle_cards_lie_face_down_and_are_washed_by_hand_or_shuffler():
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


@each_book(md="5.H(2)", poker="5.H(1)")
def test_nobody_is_there_to_ask_for_the_spread_face_up(book, clauses):
    """Cards of an empty table lie face down, in one deck or two, whether it was left before or after the shuffle."""
    for options in ({}, SHUFFLER, TWO_DECKS):
        for until in ("", "shuffle"):
            table = Bench(book, **options).play().run(until=until).everybody_leaves()
            assert table.refused("idle-table", face="up") == clauses
            assert (table.why.code, table.why.facts["allowed"]) == ("table.idle-face", "down")
            assert table.do("idle-table", face="down")["face"] == "down"


@poker("5.H(1)", "5.H(2)", "4.C(1)")
def test_against_the_dealer_a_player_may_ask_for_the_spread_face_up():
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
def test_against_the_dealer_an_idle_table_spreads_both_decks():
    for book in AGAINST_DEALER:
        table = Bench(book, **TWO_DECKS).play()
        assert table.do("idle-table")["decks"] == ("deck 1", "deck 2")
        table.set(requests=frozenset({SPREAD_STORED_DECK}))
        assert table.refused("spread-stored-deck") == ids(book, "5.H(1)")
        table.run()
        assert table.kinds[table.kinds.index("table-idled") :].count("deck-washed") == 2


@every_book
def test_a_table_is_not_idle_during_a_round(book):
    table = Bench(book)
    assert table.refused("idle-table")
    table.run().do("begin-deal")
    assert table.refused("idle-table")

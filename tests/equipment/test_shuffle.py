"""The shuffle, by hand and by devices, and the way of the cards into the shoe."""

import pytest

from houseway.citation import Citation, cite_clauses
from houseway.errors import Malformed
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, both, div, each_book, ids, md, poker, short
from tests.support.equipment_bench import (
    ANN,
    COUNTS,
    DEALER,
    DEVICE,
    FLOOR,
    PACK,
    PACK_52,
    PRESHUFFLED,
    SHOE,
    SHUFFLED,
    SHUFFLER,
    TWO_DECKS,
    Bench,
)
from tests.support.submissions import DIV, MD


@md("5.A", "5.A(2)")
@div("(f)(1)#1", "(f)(1)#2")
def test_cards_are_shuffled_after_every_round():
    for book in (MD, DIV):
        table = Bench(book).play()
        assert table.due() == ["shuffle"]
        assert table.refused("offer-cut")
        assert table.refused("load-shoe")
        assert table.do("shuffle", cards=PACK)["why"] == "round"
        assert table.refused("shuffle", cards=PACK), "once is enough"


@md("5.A(3)")
def test_maryland_a_floorperson_may_order_a_shuffle():
    table = Bench(MD).run()
    assert table.refused("order-shuffle", DEALER) == ["5.A(3)"]
    table.do("order-shuffle", FLOOR)
    assert table.due() == ["shuffle"]
    assert "5.A(3)" in short(table.do("shuffle", cards=PACK).clauses)
    table.run().do("begin-deal")
    assert table.refused("order-shuffle", FLOOR) == ["5.A(3)"]


@div("(f)(1)#1")
def test_the_division_knows_no_shuffle_on_order():
    assert "(f)(1)#1" in Bench(DIV).run().refused("order-shuffle", FLOOR)


@poker("5.A", "5.A(2)", "5.A(3)", "5.B")
def test_against_the_dealer_cards_are_shuffled_after_every_round_and_on_order():
    for book in AGAINST_DEALER:
        table = Bench(book).play()
        assert table.due() == ["shuffle"]
        by_hand = table.do("shuffle", cards=PACK_52)
        assert short(by_hand.clauses) == ids(book, "5.A", "5.A(2)", "5.B")
        assert "counted" not in by_hand.facts
        by_device = Bench(book, **COUNTS).run(until="shuffle").do("shuffle", cards=PACK_52)
        assert (by_device["counted"], by_device["cards"]) == (len(PACK_52), PACK_52)
        assert table.refused("order-shuffle", DEALER) == ids(book, "5.A(3)")
        table.run().do("order-shuffle", FLOOR)
        assert short(table.do("shuffle", cards=PACK_52).clauses) == ids(book, "5.A", "5.A(3)", "5.B")
        assert table.due() == ["cut"], "shuffled by hand again, so cut again"


@each_book(md="5.A", div="(f)(1)#1", poker="5.A")
def test_nobody_but_the_dealer_shuffles(book, clauses):
    cards = PACK_52 if book in AGAINST_DEALER else PACK
    for options in ({}, SHUFFLER):
        table = Bench(book, **options).play()
        for actor in (ANN, FLOOR):
            assert table.refused("shuffle", actor, cards=cards) == clauses
        table.do("shuffle", DEALER, cards=cards)


@both
def test_after_an_irregularity_the_shuffle_cites_it(book):
    clause = Citation({MD: f"{MD} 14.F", DIV: f"{DIV} (n)(6)#2"}[book])
    table = Bench(book).play(void=True, clauses=(clause,))
    stacked = {MD: (), DIV: cite_clauses(DIV, "(f)(1)#2")}[book]
    assert table.duty("shuffle").clauses == (clause, *stacked)
    assert table.equipment.is_fresh, "a void round is not yet the first of the game"
    assert table.do("shuffle", cards=None)["why"] == "irregularity"


@both
@pytest.mark.parametrize(
    "cards", [PACK[1:], (*PACK[1:], PACK[1]), (*PACK, PACK[0]), "cards", tuple(range(53)), list(PACK)], ids=str
)
def test_a_shuffle_is_the_whole_deck(book, cards):
    table = Bench(book).run(until="shuffle")
    table.refused("shuffle", cards=cards)
    assert isinstance(table.why, Malformed)
    assert not any(str(card) in str(table.why.to_json()) for card in PACK)


@both
def test_of_physical_cards_nobody_knows_the_order(book):
    table = Bench(book).run(until="shuffle")
    table.do("shuffle", cards=None)
    table.do("offer-cut")
    table.do("cut", ANN if table.equipment.cut.offered_to == 2 else Actor(Role.PLAYER, "Ben"))
    table.do("complete-cut")
    table.do("load-shoe")
    assert table.equipment.stock is None


@each_book(md="5.C(1)", div="(f)(2)(i)", poker="5.D(1)")
def test_cards_from_a_shuffler_are_not_cut(book, clauses):
    table = Bench(book, **SHUFFLER).run(until="load-shoe")
    assert table.refused("cut" if book in AGAINST_DEALER else "offer-cut", **({"depth": 20} if book in AGAINST_DEALER else {}))
    assert book not in AGAINST_DEALER or short(table.why.clauses) == clauses
    table.do("load-shoe")
    assert set(clauses) <= set(short(table.do("begin-deal").clauses))
    assert not any(kind.startswith("cut") for kind in table.kinds)
    assert table.equipment.stock == table.shuffled


@md("5.B", "8.B")
@div("(f)(1)#3")
def test_a_shuffler_may_load_the_shoe_itself():
    for book in (MD, DIV):
        table = Bench(book, **SHUFFLER, table__shuffler_loads_shoe=True).run()
        assert table.last("cards-shuffled")["loaded"]
        assert "shoe-loaded" not in table.kinds
        assert table.equipment.stock == SHUFFLED
    Bench(MD).run()


@poker("5.C", "8.B", "10.A(1)")
def test_against_the_dealer_a_shuffler_may_load_the_shoe_itself():
    for book in AGAINST_DEALER:
        table = Bench(book, **SHUFFLER, table__shuffler_loads_shoe=True).run()
        assert table.last("cards-shuffled")["loaded"]
        assert table.last_clauses("cards-shuffled")[-2:] == ids(book, "5.C", "8.B")
        unfiled = Bench(book, **SHUFFLER).run(until="load-shoe")
        assert not unfiled.last("cards-shuffled")["loaded"], "only where it is filed"
        loaded = Bench(book, **PRESHUFFLED, **SHOE, table__shuffler_loads_shoe=True).run()
        assert loaded.last_clauses("shoe-loaded") == ids(book, "10.A(1)", "5.F(2)", "5.C")


@each_book(md="5.J 5.I", poker="5.I")
def test_a_reshuffling_device_does_without_cut_and_loading(book, clauses):
    table = Bench(book, **DEVICE).run()
    assert table.last("cards-shuffled")["loaded"]
    assert table.refused("offer-cut" if book == MD else "cut", **({} if book == MD else {"depth": 20})) == clauses[:1]
    assert table.refused("order-recut", FLOOR)
    assert short(table.do("begin-deal").clauses) == clauses[:1]


@md("8.B", "10.A(1)", "9.A(2)", "9.A(2)(a)", "9.A(2)(b)", "5.C(2)")
@div("(h)(1)#1", "(h)(1)#2", "(j)(2)(i)", "(i)(2)(i)", "(i)(2)(i)(A)", "(i)(2)(i)(B)", "(f)(2)(ii)")
def test_the_stack_goes_where_the_cards_are_dealt_from():
    for book in (MD, DIV):
        for dealing, act in (("manual-shoe", "load-shoe"), ("automated-shoe", "load-shoe"), ("hand", "take-deck")):
            table = Bench(book, **SHUFFLER, table__dealing=dealing).run(until=act)
            assert table.refused({"load-shoe": "take-deck", "take-deck": "load-shoe"}[act])
            assert table.do(act).facts.get("hand") == ("left" if dealing == "hand" else None)
        by_hand = Bench(book).run(until="offer-cut")
        assert by_hand.refused("load-shoe") == [{MD: "5.C(2)", DIV: "(f)(2)(ii)"}[book]]


@poker("8.B", "5.F(2)", "10.A(1)", "9.A(2)", "9.A(2)(a)", "9.A(2)(b)", "5.D(2)")
def test_against_the_dealer_the_stack_goes_where_the_cards_are_dealt_from():
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


@md("9.A(2)", "9.A(2)(a)")
@div("(i)(2)(i)", "(i)(2)(i)(A)")
@poker("9.A(2)(a)")
def test_the_dealer_says_in_which_hand_the_deck_is():
    for book in (MD, DIV, *AGAINST_DEALER):
        for hand in ("left", "right"):
            table = Bench(book, **SHUFFLER, table__dealing="hand").run(until="take-deck")
            assert table.do("take-deck", hand=hand)["hand"] == hand


# Devices that count


@poker("5.E", "5.E(1)", "5.E(2)")
@pytest.mark.parametrize("options", [COUNTS, {**COUNTS, "table__shuffler_loads_shoe": True}, DEVICE], ids=str)
def test_a_deck_that_the_device_counts_wrong_leaves(options):
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


@poker("5.E")
def test_of_two_decks_the_one_that_was_counted_wrong_leaves():
    for book in AGAINST_DEALER:
        table = Bench(book, **TWO_DECKS, table__shuffler_counts=True).run(until="load-shoe").run(until="shuffle")
        wrong = table.duty("shuffle").facts["deck"]
        table.do("shuffle", deck=wrong, cards=PACK_52, counted=53)
        assert table.duty("remove-deck").facts == {"deck": wrong}
        assert table.do("remove-deck")["deck"] == wrong


@both
def test_a_device_of_a_pai_gow_table_says_nothing_of_its_count(book, claim_observed):
    for options in (SHUFFLER, {} if book == DIV else DEVICE):
        table = Bench(book, **options).run(until="shuffle")
        assert table.refused("shuffle", counted=53)
        assert "counted" not in table.do("shuffle").facts
    claim_observed(f"{MD} 5.I", f"{DIV} (f)(1)#1")


@poker("5.E(1)")
def test_a_shuffler_that_does_not_count_says_nothing_of_it():
    for book in AGAINST_DEALER:
        table = Bench(book, **SHUFFLER).run(until="shuffle")
        assert table.refused("shuffle", counted=52) == ids(book, "5.E(1)")
        assert "counted" not in table.do("shuffle").facts

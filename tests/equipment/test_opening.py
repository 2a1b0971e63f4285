"""The opening of a deck: received, inspected, verified, spread, shown, washed, stacked; preshuffled decks; two decks."""

import pytest

from houseway.equipment import Stage
from houseway.errors import Malformed
from houseway.events import Actor, Role
from tests.support.clauses import AGAINST_DEALER, div, each_book, every_book, ids, md, poker, short
from tests.support.equipment_bench import (
    COUNTS,
    DEALER,
    DEVICE,
    FLOOR,
    PACK,
    PACK_52,
    PRESHUFFLED,
    SEATS,
    SHOE,
    SHUFFLED,
    SHUFFLED_52,
    SHUFFLER,
    TWO_DECKS,
    Bench,
)
from tests.support.submissions import DIV, MD


@each_book(
    md="3.A(1) 3.A(2) 3.A(3)(a) 3.A(3)(b) 4.A 4.B(1) 4.B(2) 4.C(1) 4.C(2) 4.C(3) 4.D 5.A(1)",
    div="(b)(1)#1 (b)(1)#2 (b)(1)#3 (e)(1)#1 (e)(1)#2 (e)(2)#1 (e)(2)#2 (e)(3)#1 (e)(3)#2 (f)(1)#1",
    poker="3.A(1) 3.A(2) 3.A(3) 4.A 4.B 4.C(1) 4.C(2) 4.C(3) 4.D 5.A 5.A(1) 5.B",
)
def test_a_deck_is_opened_step_by_step(book, clauses):
    table = Bench(book).run(until="cut" if book in AGAINST_DEALER else "offer-cut")
    dice = [kind for kind in table.kinds if kind.startswith("dice")]
    assert bool(dice) is (book not in AGAINST_DEALER)
    assert [kind for kind in table.kinds if kind not in dice] == [
        "deck-received",
        "deck-inspected",
        "inspection-verified",
        "deck-spread",
        "inspection-afforded",
        "deck-turned-down",
        "deck-washed",
        "deck-stacked",
        "cards-shuffled",
    ], "no joker to be torn"
    assert table.last("inspection-afforded")["player"] == "Ben"
    assert table.equipment.is_fresh
    if book in AGAINST_DEALER:
        assert table.last_clauses("cards-shuffled") == ids(book, "5.A", "5.A(1)", "4.D", "5.B")


@each_book(
    md="4.A 4.B(1) 4.B(2) 4.C(1) 4.C(2) 4.C(3)",
    div="(e)(1)#1 (e)(1)#2 (e)(2)#1 (e)(2)#2 (e)(3)#1",
    poker="4.A 4.B 4.C(1) 4.C(2) 4.C(3)",
)
def test_the_dealer_opens_a_deck_and_a_floorperson_verifies(book, clauses):
    steps = ("inspect-deck", "verify-inspection", "spread-deck", "afford-inspection", "turn-down", "wash-deck", "stack-deck")
    table = Bench(book)
    for act in steps:
        who, other = (FLOOR, DEALER) if act == "verify-inspection" else (DEALER, FLOOR)
        table.run(until=act)
        assert table.duty(act).role is who.role
        assert table.refused(act, other)
        assert table.why.code == "equipment.role"


@every_book
def test_no_step_is_left_out(book):
    table = Bench(book)
    table.do("receive-deck")
    for act in ("spread-deck", "verify-inspection", "wash-deck", "shuffle", "load-shoe", "begin-deal", "tear-joker"):
        assert table.refused(act, FLOOR if act == "verify-inspection" else DEALER)
    assert table.equipment.decks[0].stage is Stage.RECEIVED


@each_book(md="4.A", div="(e)(1)#2", poker="4.A")
def test_the_inspection_is_verified_by_a_floorperson_who_is_another_person(book, clauses):
    (clause,) = clauses
    table = Bench(book)
    table.do("receive-deck")
    table.do("inspect-deck")
    assert clause in table.refused("verify-inspection", DEALER)
    assert clause in table.refused("verify-inspection", Actor(Role.FLOOR, DEALER.name))
    assert table.why.code == "deck.same-person"
    if book in AGAINST_DEALER:
        assert table.refused("tear-joker") == ids(book, "3.A(1)"), "there is none"
    assert clause in short(table.do("verify-inspection", FLOOR).clauses)


@md("3.A(4)", "4.B")
@div("(b)(1)#4", "(e)(1)#3")
def test_a_spare_joker_is_torn_before_the_inspection_is_verified():
    for book, to in ((MD, "container"), (DIV, "discarded")):
        table = Bench(book, **({"table__deck_jokers": 2} if book == DIV else {}))
        table.do("receive-deck", jokers=2)
        table.do("inspect-deck")
        assert table.due()[-1] == "tear-joker"
        assert table.refused("verify-inspection", FLOOR)
        assert table.do("tear-joker")["to"] == to
        assert table.do("verify-inspection", FLOOR).clauses


@md("3.A(4)", "3.A(3)(a)", "3.A(3)(b)")
@div("(b)(1)#4", "(b)(1)#2", "(b)(1)#3")
def test_a_deck_has_the_jokers_and_cover_cards_of_the_book():
    for book in (MD, DIV):
        table = Bench(book)
        assert table.refused("receive-deck", jokers=3)
        assert table.refused("receive-deck", jokers=0)
        assert table.refused("receive-deck", covers=1)
    assert Bench(DIV).refused("receive-deck", jokers=2), "filed with one joker"


@poker("3.A(1)", "3.A(3)")
def test_a_deck_has_52_cards_no_joker_and_two_cover_cards():
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


@poker("3.A(2)", "4.A")
def test_a_defective_second_deck_leaves_as_well():
    for book in AGAINST_DEALER:
        table = Bench(book, **TWO_DECKS)
        for name in ("deck 1", "deck 2"):
            table.do("receive-deck", deck=name)
        table.do("inspect-deck", deck="deck 1")
        table.do("inspect-deck", deck="deck 2", defects="a spot on one back")
        assert table.duty("remove-deck").facts == {"deck": "deck 2"}
        assert {*ids(book, "4.A", "3.A(2)")} <= {*short(table.duty("remove-deck").clauses)}
        assert table.refused("verify-inspection", FLOOR, deck="deck 2")
        table.do("verify-inspection", FLOOR, deck="deck 1")


@every_book
def test_a_defective_deck_leaves(book, claim):
    table = Bench(book)
    table.do("receive-deck")
    table.do("inspect-deck", defects="a bent corner")
    assert table.due()[0] == "remove-deck"
    if book in AGAINST_DEALER:
        assert short(table.duty("remove-deck").clauses) == ids(book, "4.A", "3.A(2)")
    claim(*table.duty("remove-deck").clauses)
    assert table.refused("verify-inspection", FLOOR)
    table.do("remove-deck")
    assert table.due()[0] == "receive-deck"
    table.run().do("begin-deal")
    assert table.equipment.last_used == "deck 2"


@every_book
def test_nobody_looks_at_the_spread_before_somebody_came(book):
    table = Bench(book).set(seats=())
    table.run()
    assert table.equipment.decks[0].stage is Stage.SPREAD
    assert table.refused("afford-inspection")
    assert table.set(seats=SEATS).due() == ["afford-inspection"]


@each_book(md="4.A", div="(e)(1)#2", poker="4.A")
def test_the_inspection_of_each_deck_is_verified(book, clauses):
    table = Bench(book, **TWO_DECKS)
    for deck in ("first", "second"):
        table.do("receive-deck", deck=deck)
        table.do("inspect-deck", deck=deck)
    assert short(table.do("verify-inspection", FLOOR, deck="first").clauses)[0] == clauses[0]
    assert table.refused("spread-deck", deck="second")
    assert (table.duty("verify-inspection").facts["deck"], table.duty("spread-deck").facts["deck"]) == ("second", "first")


def assert_verified_by_another_floorperson(table):
    """No dealer verifies a deck, nor does the person who inspected it: the second deck no more than the first."""
    for deck in ("first", "second"):
        table.do("receive-deck", deck=deck)
        table.do("inspect-deck", deck=deck)
        assert table.refused("verify-inspection", Actor(Role.DEALER, "another dealer"), deck=deck)
        assert table.refused("verify-inspection", Actor(Role.FLOOR, DEALER.name), deck=deck)
        table.do("verify-inspection", FLOOR, deck=deck)


EACH_DECK = [
    *("deck-received", "deck-inspected", "inspection-verified", "deck-spread", "inspection-afforded"),
    *("deck-turned-down", "deck-washed", "deck-stacked", "cards-shuffled"),
]
"""What happens to every deck that comes to the table."""


@each_book(
    md="3.A(1) 3.B 3.B(1) 4.E",
    div="(b)(1)#1 (b)(2) (b)(2)(i) (b)(2)(ii) (e)(4)",
    poker="3.A(1) 3.B 3.B(1) 3.B(2) 4.E",
)
def test_one_deck_or_two_with_different_backs_each_opened_by_itself(book, clauses):
    one = Bench(book)
    one.do("receive-deck")
    another = one.refused("receive-deck", deck="another")
    two = Bench(book, **TWO_DECKS)
    two.do("receive-deck", back="red")
    same_back = two.refused("receive-deck", back="red")
    assert another
    assert same_back
    for make in ({"jokers": 3}, {"covers": 1}):
        assert two.refused("receive-deck", **make), "the second deck is made as the first one is"
    two.run()
    received = [event for event in two.events if event.kind == "deck-received"]
    assert len({(event["jokers"], event["covers"]) for event in received}) == 1
    opened = [[event.kind for event in two.events if event.facts.get("deck") == deck["deck"]] for deck in received]
    assert opened[0][: len(EACH_DECK)] == opened[1][: len(EACH_DECK)] == EACH_DECK
    assert {deck.back for deck in two.equipment.decks} == {"red", "blue"}
    assert_verified_by_another_floorperson(Bench(book, **TWO_DECKS))
    if book in AGAINST_DEALER:
        assert (another, same_back) == (ids(book, "3.A(1)"), ids(book, "3.B(2)"))
        assert ids(book, "4.E")[0] in two.last_clauses("deck-washed")


# Preshuffled decks


@md("4.F", "5.A")
def test_preshuffled_decks_skip_the_opening_and_the_first_shuffle_and_nothing_else():
    table = Bench(MD, **PRESHUFFLED)
    table.do("receive-deck", cards=SHUFFLED)
    assert table.equipment.is_fresh
    assert "offer-cut" in table.due(), "the cut is not among what is disapplied"
    table.play()
    assert "cards-shuffled" not in table.kinds
    assert "deck-inspected" not in table.kinds
    assert table.due() == ["shuffle"]
    assert short(table.duty("shuffle").clauses) == ["5.A", "5.A(2)"]


@md("4.F", "5.C(1)")
def test_maryland_a_preshuffled_deck_is_dealt_uncut_where_a_shuffler_is_used():
    table = Bench(MD, **PRESHUFFLED, **SHUFFLER)
    table.do("receive-deck", cards=SHUFFLED)
    table.run()
    assert "cut-completed" not in table.kinds
    assert table.equipment.stock == SHUFFLED
    table.do("begin-deal")


@poker("4.F", "5.A", "5.D(2)", "5.F", "5.F(1)", "5.F(2)")
@pytest.mark.parametrize("options", [{}, SHUFFLER, COUNTS, SHOE, {**SHUFFLER, "table__dealing": "hand"}], ids=str)
def test_a_preshuffled_deck_skips_the_opening_and_is_still_cut_whatever_shuffles_later(options):
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
def test_a_reshuffling_device_takes_preshuffled_cards_uncut():
    for book in AGAINST_DEALER:
        table = Bench(book, **PRESHUFFLED, **DEVICE).run()
        assert table.kinds == ["preshuffled-deck-received", "shoe-loaded"]
        assert short(table.do("begin-deal").clauses) == ids(book, "5.I")


@poker("3.B(3)", "4.F", "5.D(2)")
def test_two_preshuffled_decks_are_cut_each_when_its_turn_has_come():
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
def test_a_preshuffled_deck_that_a_shuffler_jams_with_is_shuffled_by_it():
    for book in AGAINST_DEALER:
        table = Bench(book, **PRESHUFFLED, **TWO_DECKS).run(until="store-deck")
        assert table.do("report-device", device="shuffler", usable=True)["decks"] == ()
        table.do("store-deck")
        assert table.do("report-device", device="shuffler", usable=True)["decks"] == ("deck 2",)
        table.play().play()
        assert table.kinds.count("cut-completed") == 1

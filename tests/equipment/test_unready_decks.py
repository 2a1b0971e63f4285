"""Decks that may not be dealt from yet, or no longer: not opened step by step, not shuffled, not cut, wrongly made, too old.

Each rule is tried with the first deck and with a second one, with a deck that takes the place of another, and with every method.
"""

import pytest

from houseway.equipment import Stage
from houseway.errors import NotAllowed
from tests.support.clauses import AGAINST_DEALER, div, each_book, md, short
from tests.support.equipment_bench import DEALER, DEALINGS, DEVICE, FLOOR, HOUR, PRESHUFFLED, SHOE, SHUFFLER, TWO_DECKS, Bench
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable, findings

STEPS = (
    *("inspect-deck", "verify-inspection", "spread-deck", "afford-inspection", "turn-down", "wash-deck", "stack-deck"),
    "shuffle",
)
LATER = ("offer-cut", "cut", "complete-cut", "load-shoe", "take-deck", "begin-deal")
ITSELF = {**SHUFFLER, "table__shuffler_loads_shoe": True}


def given(table, act, deck):
    """The facts of an act for a deck."""
    facts = {"deck": deck} if act in (*STEPS, "load-shoe", "take-deck") else {}
    return {**facts, **{"shuffle": {"cards": table.shuffled}, "cut": {"depth": 20}}.get(act, {})}


def actor(act):
    return FLOOR if act == "verify-inspection" else DEALER


def open_step_by_step(table, deck):
    """Open a deck. Before each step every other one is refused, and so are the cut, the shoe and the deal."""
    for act in STEPS:
        for other in (*STEPS, *LATER):
            if other != act:
                table.refused(other, actor(other), **given(table, other, deck))
                assert isinstance(table.why, NotAllowed), (act, other)
        table.do(act, actor(act), **given(table, act, deck))
    opened = next(each for each in table.equipment.decks if each.name == deck)
    assert opened.cards == table.shuffled, "in the order of the shuffle, and not of the pack"
    assert opened.stage in (Stage.SHUFFLED, Stage.LOADED)


each_opening = each_book(
    md="4.A 4.B(1) 4.C(1) 4.C(2) 4.C(3) 4.D 5.A(1)",
    div="(e)(1)#1 (e)(1)#2 (e)(2)#1 (e)(3)#1 (e)(3)#2 (f)(1)#1 (f)(1)#2",
    poker="4.A 4.B 4.C(1) 4.C(2) 4.C(3) 4.D 5.A(1) 5.B",
)


@each_opening
def test_no_step_of_an_opening_is_left_out_or_taken_early(book, clauses):
    """By hand, with a shuffler, with one that loads the shoe, and with a device, which the Division does not know."""
    for options in ({}, SHUFFLER, ITSELF, *([] if book == DIV else [DEVICE])):
        table = Bench(book, **options)
        table.do("receive-deck")
        open_step_by_step(table, "deck 1")


@each_opening
def test_nor_is_one_of_a_second_deck(book, clauses):
    table = Bench(book, **TWO_DECKS)
    for deck in ("deck 1", "deck 2"):
        table.do("receive-deck", deck=deck)
    open_step_by_step(table, "deck 1")
    table.do("load-shoe", deck="deck 1")
    open_step_by_step(table, "deck 2")


@each_opening
def test_nor_is_one_of_a_deck_that_takes_the_place_of_another(book, clauses):
    for options in ({}, SHUFFLER):
        table = Bench(book, **options).play()
        table.do("remove-deck", why="worn")
        table.do("receive-deck")
        open_step_by_step(table, "deck 2")


# What a deck is made of


@each_book(md="3.A(3)(a)", div="(b)(1)#2", poker="3.A(3)")
def test_every_deck_has_two_cover_cards(book, clauses):
    """In the Division's book one of them is called a cutting card."""
    replaced = Bench(book).play()
    replaced.do("remove-deck", why="worn")
    second = Bench(book, **TWO_DECKS)
    second.do("receive-deck")
    ways = [Bench(book), second, replaced, *([] if book == DIV else [Bench(book, **PRESHUFFLED)])]
    for table in ways:
        for covers in (0, 1, 3):
            assert table.refused("receive-deck", covers=covers) == clauses
            assert table.why.code == "deck.covers"
        assert table.do("receive-deck")["covers"] == 2


@each_book(md="4.B 3.A(4)", div="(e)(1)#3 (b)(1)#4")
def test_the_spare_joker_of_every_deck_is_torn(book, clauses):
    options = {"table__deck_jokers": 2} if book == DIV else {}
    replaced = Bench(book, **options).play()
    replaced.do("remove-deck", why="worn")
    second = Bench(book, **TWO_DECKS, **options)
    second.do("receive-deck", jokers=2)
    for table in (Bench(book, **options), second, replaced):
        deck = table.do("receive-deck", jokers=2)["deck"]
        assert table.refused("tear-joker", deck=deck), "not before the inspection"
        table.do("inspect-deck", deck=deck)
        for act in ("verify-inspection", "spread-deck"):
            table.refused(act, actor(act), deck=deck)
            assert isinstance(table.why, NotAllowed)
        assert table.refused("tear-joker", FLOOR, deck=deck)
        assert set(clauses) <= set(short(table.do("tear-joker", deck=deck).clauses))
        assert table.refused("tear-joker", deck=deck), "there is one left"
        table.do("verify-inspection", FLOOR, deck=deck)


@each_book(md="3.B(1)", div="(b)(2)(ii)", poker="3.B(2)")
def test_two_decks_never_have_one_colour_whichever_is_replaced(book, clauses):
    for gone in ("deck 1", "deck 2"):
        table = Bench(book, **TWO_DECKS).play()
        table.do("remove-deck", deck=gone, why="worn")
        (left,) = table.equipment.decks
        assert table.refused("receive-deck", back=left.back) == clauses
        assert table.why.code == "deck.backs"
        assert table.do("receive-deck", back="green")["back"] == "green"
        assert {deck.back for deck in table.equipment.decks} == {left.back, "green"}


@each_book(md="4.A 3.A(2)", div="(e)(1)#1", poker="4.A 3.A(2)")
def test_a_deck_with_a_defect_leaves_whichever_it_is(book, clauses):
    replaced = Bench(book).play()
    replaced.do("remove-deck", why="worn")
    second = Bench(book, **TWO_DECKS).play()
    second.do("remove-deck", deck="deck 2", why="worn")
    for table in (Bench(book), replaced, second):
        deck = table.do("receive-deck")["deck"]
        assert table.refused("inspect-deck", FLOOR, deck=deck)
        table.do("inspect-deck", deck=deck, defects="a bent corner")
        assert table.duty("remove-deck").facts == {"deck": deck}
        assert set(clauses) <= set(short(table.duty("remove-deck").clauses))
        table.refused("verify-inspection", FLOOR, deck=deck)
        assert table.do("remove-deck", deck=deck)["why"] == "defect"
        assert table.due()[0] == "receive-deck"


# The age of a deck

each_age = each_book(md="3.C(2) 3.C(1)", div="(e)(5)#1 (e)(5)#2", poker="3.C(2) 3.C(1)")


def limit(clauses, dealing):
    """How old cards may grow that are dealt in this way, and the clause."""
    return (4 * HOUR, clauses[1]) if dealing == "hand" else (8 * HOUR, clauses[0])


def assert_too_old(table, at, clause, deck=None):
    """From this time on, and not a second before, the deck must leave and may not be dealt from."""
    table.at = at - 1
    assert "remove-deck" not in table.due()
    table.at = at
    duty = table.duty("remove-deck")
    assert table.due()[0] == "remove-deck"
    assert short(duty.clauses) == [clause]
    assert deck in (None, duty.facts["deck"])
    assert table.refused("begin-deal") == [clause]


@each_age
def test_each_of_two_decks_grows_old_from_its_own_arrival(book, clauses):
    for dealing in DEALINGS:
        age, clause = limit(clauses, dealing)
        table = Bench(book, **{**TWO_DECKS, "table__dealing": dealing})
        table.do("receive-deck")
        table.at = HOUR
        table.do("receive-deck")
        table.run()
        later = Bench(book, **{**TWO_DECKS, "table__dealing": dealing}).run()
        later.at = age
        assert later.due()[:2] == ["remove-deck"] * 2, "both decks, if both came at once"
        later.do("remove-deck", deck="deck 2")
        assert later.refused("begin-deal") == [clause]
        for number, arrived in enumerate((0, HOUR, age, age + HOUR), 1):
            assert_too_old(table, arrived + age, clause, f"deck {number}")
            table.do("remove-deck")
            table.run()
        assert [event["why"] for event in table.events if event.kind == "deck-removed"] == ["age"] * 4


@each_age
def test_a_deck_is_too_old_wherever_it_lies(book, clauses):
    for dealing in DEALINGS:
        age, clause = limit(clauses, dealing)
        options = {**SHUFFLER, "table__dealing": dealing}
        for table in (Bench(book, **options).run(), Bench(book, **options).play(), Bench(book, **options).play().run()):
            assert_too_old(table, age, clause)
        idle = Bench(book, **options).play().everybody_leaves().run()
        idle.at = age - 1
        assert idle.due() == []
        idle.at = age
        assert idle.due() == ["remove-deck"], "also spread on an idle table"


@each_book(md="3.C(2)", poker="3.C(2)")
@pytest.mark.parametrize("options", [PRESHUFFLED, DEVICE], ids=["preshuffled", "device"])
def test_preshuffled_decks_and_those_in_a_device_grow_old_as_well(book, clauses, options):
    assert_too_old(Bench(book, **options).run(), 8 * HOUR, *clauses)


@each_age
def test_the_age_goes_by_the_way_of_dealing_in_use(book, clauses):
    assert_too_old(Bench(book, **SHOE).play(), 8 * HOUR, clauses[0])
    table = Bench(book, **SHOE).play()
    table.do("report-device", device="automated-shoe")
    table.do(table.due()[0], device="automated-shoe")
    table.do("switch-method", FLOOR, dealing="hand")
    table.run()
    assert_too_old(table, 4 * HOUR, clauses[1])
    if book != DIV:
        by_hand = Bench(book, **SHUFFLER, table__dealing="hand", approvals=("manual-shoe-location",)).play()
        by_hand.do("report-device", device="shuffler")
        by_hand.run()
        assert by_hand.equipment.dealing == "manual-shoe"
        assert_too_old(by_hand, 8 * HOUR, clauses[0])


# The cut


def before_a_shuffle_by_hand(book, why):
    """A table at which cards are about to be shuffled by hand for some reason."""
    table = Bench(book, **(SHUFFLER if why == "fault" else {}))
    match why:
        case "round":
            table.play()
        case "order":
            table.run().do("order-shuffle", FLOOR)
        case "irregularity":
            table.play(void=True)
        case "idle":
            table.play().everybody_leaves().run().comes("Zoe", 4)
        case "fault":
            table.play().do("report-device", device="shuffler")
    return table.run(until="shuffle")


@each_book(md="5.C(2)", div="(f)(2)(ii)", poker="5.D(2)")
def test_cards_that_were_shuffled_by_hand_are_cut_before_they_are_loaded(book, clauses):
    """For whatever reason they were shuffled; the Division knows no shuffle on order."""
    for why in ("opening", "round", "irregularity", "idle", "fault", *([] if book == DIV else ["order"])):
        table = before_a_shuffle_by_hand(book, why)
        table.carry_out(table.duty("shuffle"))
        cuts = table.kinds.count("cut-completed")
        while table.due()[0] != "load-shoe":
            assert table.refused("load-shoe") == clauses
            assert table.refused("begin-deal")
            table.carry_out(table.duty(table.due()[0]))
        assert table.kinds.count("cut-completed") == cuts + 1, why


@each_book(md="5.C(2) 5.D(2)", div="(f)(2)(ii) (f)(3)#3")
def test_where_every_player_refuses_the_dealer_cuts_before_anything_is_loaded(book, clauses):
    table = Bench(book).run(until="offer-cut")
    while table.due()[0] == "offer-cut":
        position = table.do("offer-cut")["position"]
        table.do("refuse-cut", position=position)
        assert table.refused("load-shoe") == clauses[:1]
    assert table.duty("cut").role is DEALER.role
    made = table.do("cut", depth=20)
    assert (made["position"], clauses[1] in short(made.clauses)) == (0, True)
    assert table.refused("load-shoe") == clauses[:1], "until the cut is completed"
    table.do("complete-cut")
    table.do("load-shoe")


@div("(f)(2)(ii)", "(i)(2)(i)")
def test_the_division_cuts_cards_that_are_dealt_from_the_hand():
    table = Bench(DIV, table__dealing="hand").run(until="offer-cut")
    while table.due()[0] != "take-deck":
        assert table.refused("take-deck") == ["(f)(2)(ii)"]
        table.carry_out(table.duty(table.due()[0]))
    table.do("take-deck")


# A device that reshuffles by itself


@each_book(md="5.J 5.A(2) 5.A(3)", poker="5.I 5.A(2) 5.A(3)")
def test_with_a_device_cards_are_never_cut_and_always_shuffled(book, clauses):
    """After a round and on order as well; preshuffled cards are not cut either."""
    cut = ("cut", {"depth": 20}) if book in AGAINST_DEALER else ("offer-cut", {})
    for table in (Bench(book, **DEVICE), Bench(book, **DEVICE, **PRESHUFFLED)):
        for _ in range(3):
            table.run()
            assert table.refused(cut[0], **cut[1]) == clauses[:1]
            assert table.refused("order-recut", FLOOR)
            table.play()
            assert table.due() == ["shuffle"]
            assert clauses[1] in short(table.duty("shuffle").clauses)
            assert table.refused("begin-deal")
        table.run().do("order-shuffle", FLOOR)
        assert table.due() == ["shuffle"]
        assert clauses[2] in short(table.duty("shuffle").clauses)
        table.run()
        assert not any(kind.startswith("cut") for kind in table.kinds)


@each_book(md="5.J", poker="5.I")
def test_a_device_does_not_do_away_with_the_idle_table(book, clauses):
    table = Bench(book, **DEVICE).play().run().everybody_leaves()
    assert table.due() == ["idle-table"]
    table.run().comes("Zoe", 4).run()
    assert table.last("inspection-afforded")["player"] == "Zoe"
    assert short(table.do("begin-deal").clauses) == clauses


@each_book(md="5.J 5.C(2)", poker="5.I 5.D(2)")
def test_when_the_device_is_out_of_use_cards_are_cut_again(book, clauses):
    table = Bench(book, **DEVICE).play()
    table.do("report-device", device="reshuffling-device")
    table.run(until="shuffle").carry_out(table.duty("shuffle"))
    assert table.refused("load-shoe") == clauses[1:]
    table.play()
    assert table.kinds.count("cut-completed") == 1
    table.do("restore-device", FLOOR, device="reshuffling-device")
    table.play()
    assert table.kinds.count("cut-completed") == 1
    assert short(table.last("deal-begun").clauses) == clauses[:1]


@md("5.J", "5.K(1)(d)")
def test_a_device_does_not_do_away_with_the_starting_position():
    table = PaiGowTable(MD, {"table.reshuffling-device": True}, players=2).ready().bet_all().to("deal")
    assert "total-announced" in table.kinds()
    assert "5.K(1)(d)" in table.clauses("total-announced")
    table.finish()


# A dealing shoe that fails

each_shoe = each_book(md="14.M", div="(n)(14)#1 (n)(14)#2", poker="13.I(2) 13.I(3)")


@each_shoe
@pytest.mark.parametrize("usable", [True, False], ids=["usable", "out-of-order"])
@pytest.mark.parametrize("what", ["jammed", "stopped", "unfinished"])
def test_a_shoe_that_fails_takes_the_round_in_play_and_no_other(book, clauses, what, usable):
    """Between two rounds there is none. All cards of its deck are shuffled again, those of the deck that rests are not."""
    for moment, live in (("between", False), ("wagers", True), ("closed", True), ("out", True)):
        table = Bench(book, **TWO_DECKS).run()
        table.set(wagers=moment != "between", betting_closed=moment in ("closed", "out"))
        if moment == "out":
            table.do("begin-deal")
        failed = table.do("report-device", device="automated-shoe", what=what, usable=usable)
        assert (failed["live"], failed["decks"], short(failed.clauses)) == (live, ("deck 1",), clauses), moment
        if moment == "out":
            table.do("end-round", void=True, clauses=failed.clauses)
        first, second = table.equipment.decks
        assert (first.stage, second.stage) == (Stage.COLLECTED, Stage.SHUFFLED)
        table.set(wagers=False, betting_closed=False)
        table.run(until="shuffle")
        assert table.duty("shuffle").facts == {"deck": "deck 1"}


@each_book(md="14.M", poker="13.I(2) 13.I(3)")
def test_a_reshuffling_device_from_which_a_round_is_dealt_fails_like_a_shoe(book, clauses):
    table = Bench(book, **DEVICE, table__dealing="automated-shoe").run().set(wagers=True, betting_closed=True)
    failed = table.do("report-device", device="reshuffling-device")
    assert (failed["live"], failed["decks"], short(failed.clauses)) == (True, ("deck 1",), clauses)


@each_book(md="8.B 10.A(1) 9.A(2)", div="(h)(1)#1 (j)(1) (i)(2)(i)", poker="8.B 10.A(1) 9.A(2)")
def test_no_deck_is_put_into_a_shoe_or_taken_in_hand_before_it_is_shuffled(book, clauses):
    """At its opening step by step, and after a round; a deck that is in hand is not taken again into the other."""
    for dealing in DEALINGS:
        act = "take-deck" if dealing == "hand" else "load-shoe"
        table = Bench(book, **SHUFFLER, table__dealing=dealing)
        table.do("receive-deck")
        for step in STEPS:
            table.refused(act)
            assert table.why.code == "deck.not-ready", (dealing, step)
            table.do(step, actor(step), **given(table, step, "deck 1"))
        table.do(act)
        for _ in range(2):
            table.refused(act)
            assert table.why.code == "deck.not-ready", "it is loaded, or its cards are out or collected"
            table.play()


@each_book(md="9.A(2)(a)", div="(i)(2)(i)(A)", poker="9.A(2)(a)")
def test_a_deck_is_taken_once_a_round_and_stays_in_that_hand(book, clauses):
    table = Bench(book, **SHUFFLER, table__dealing="hand")
    for hand in ("left", "right"):
        assert table.run(until="take-deck").do("take-deck", hand=hand)["hand"] == hand
        for other in ("left", "right"):
            table.refused("take-deck", hand=other)
            assert table.why.code == "deck.not-ready"
        table.play()


@pytest.mark.parametrize("dealing", DEALINGS)
@each_book(md="3.B", div="(b)(2)", poker="3.B")
def test_a_second_deck_needs_a_shuffler_whatever_it_is_dealt_from(book, clauses, dealing):
    two = {"table.decks": 2, "table.dealing": dealing}
    broken = ("two-decks-need-shuffler", clauses[0])
    assert broken in findings(book, {**two, "table.shuffler": False})
    assert broken not in findings(book, {**two, "table.shuffler": True})


@each_book(md="5.B", div="(f)(1)#3", poker="5.C")
def test_a_shuffler_loads_only_the_deck_whose_turn_it_is(book, clauses):
    """The other one is shuffled while the first is in the shoe, and waits in the shuffler."""
    table = Bench(book, **TWO_DECKS, table__shuffler_loads_shoe=True).run()
    for _ in range(3):
        shuffled = [(event["deck"], event["loaded"]) for event in table.events if event.kind == "cards-shuffled"]
        loaded = [deck for deck, at_once in shuffled if at_once]
        assert [deck.name for deck in table.equipment.decks if deck.stage is Stage.LOADED] == [table.equipment.next_deck.name]
        assert table.equipment.other_deck.in_shuffler
        assert loaded == ["deck 1"]
        table.play().run()

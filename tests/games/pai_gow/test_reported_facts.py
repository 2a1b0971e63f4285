"""Facts that a dealer reports with a step, and the cards to which they point: by their number in the deck, by stack, by hand."""

import pytest

from houseway.croupier import DEALER_ACTOR
from houseway.explanation.words import describe_event
from tests.support.clauses import bear, both, div, md, short
from tests.support.physical import PhysicalTable
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable, cards

HAND = {"table.dealing": "hand", "table.shuffler": True}
BANK = {"bank.offered": True}
ACES, TWOS, DEALERS = "As Ad Kc Kd 9h 5s 3c", "2c 2d 4c 5d 7h 8s 9c", "6s 6d Kh Qc 8d 4d 3s"
SEVEN = tuple(range(1, 8))

TENTH_CARD = {
    (MD, "manual-shoe"): (4, "8.D(2)"),
    (MD, "hand"): (4, "9.C"),
    (MD, "automated-shoe"): (5, "10.C(2)(a)"),
    (DIV, "manual-shoe"): (4, "(h)(3)#3"),
    (DIV, "hand"): (2, "(i)(2)(ii)#1"),
    (DIV, "automated-shoe"): (5, "(j)(4)#1"),
}
"""To whom the tenth card goes when the sixth position is dealt first: 6, 5, 4 and so on. One by one it is the second card of the
third place, in stacks of seven the third card of the second place, and on the way back the third stack from the right."""


@pytest.mark.parametrize(("book", "dealing"), TENTH_CARD)
def test_a_card_found_face_up_is_in_the_hand_to_which_it_was_dealt(book, dealing, claim):
    place, clause = TENTH_CARD[book, dealing]
    options = {"table.dealing": dealing, "table.shuffler": dealing != "manual-shoe"}
    table = PaiGowTable(book, options, readings={{MD: "PG-97", DIV: "DIV-110"}[book]: "exposed"})
    table.dice = (5, 4, 5)
    table.ready().bet_all().to("deal").take()
    table.do("report-face-up", face_up=(10,), when="dealing")
    assert table.state.start == 6
    shown = table.last("card-exposed")
    assert (shown["position"], shown["cards"]) == (place, table.context.stack[9:10])
    bear(claim, book, md=f"{clause} 14.E", div=f"{clause} (n)(6)#1")


@both
@pytest.mark.parametrize("dealing", ["manual-shoe", "hand"])
def test_a_card_drawn_in_error_is_the_next_card(book, dealing, claim):
    """Nobody gets other cards by it, and a deal without an error says nothing of one."""
    dealt = {}
    for in_error in (False, True):
        table = PaiGowTable(book, {"table.dealing": dealing, "table.shuffler": True}, players=2).ready().bet_all()
        table.to("deal-stacks" if (book, dealing) == (DIV, "hand") else "deal").take(
            **{"drawn_in_error": True} if in_error else {}
        )
        dealt[in_error] = table.to("collect-unwagered").state.hands
        assert table.kinds("card-drawn-in-error") == ["card-drawn-in-error"] * in_error
    assert dealt[True] == dealt[False]
    bear(claim, book, "14.G", "(n)(7)")


@div("(m)(9)(i)#1", "(m)(9)(i)#2")
def test_the_bank_picks_one_of_the_seven_stacks():
    table = PaiGowTable(DIV, {**HAND, **BANK}, players=3).play()
    table.bank = 1
    table.ready().bet_all().to("choose-stack")
    for stack in (0, 8, -1):
        refused = table.refused("choose-stack", 1, stack=stack)
        assert (refused.code, refused.facts["allowed"]) == ("round.stack", "1 to 7")
    table.do("choose-stack", 1, stack=7)
    assert table.state.first_stack == 7


@div("(i)(2)(ii)#1", "(n)(11)")
def test_cards_are_exposed_in_stacks_one_to_seven():
    table = PaiGowTable(DIV, HAND, players=2).ready().bet_all().to("deal-stacks")
    (option,) = table.legal(DEALER_ACTOR, "deal-stacks")
    assert option.bounds["exposed"] == {"optional": True, "each": SEVEN, "least": 1, "most": 7}
    for exposed in ({0: 1}, {8: 1}, {1: 1, 8: 1}, {"1": 1}, (1,), "1"):
        assert table.refused("deal-stacks", exposed=exposed).code == "command.fact"
    table.take(exposed={7: 1})
    assert table.clauses("round-voided") == ["(n)(11)"]


@both
def test_who_banked_a_round_that_was_void_may_not_bank_the_next(book, claim):
    """The end of such a round says who banked it; that of a round that was played need not."""
    table = PaiGowTable(book, BANK, players=3).play()
    assert "banked" not in table.last("round-completed").facts
    table.bank = 1
    table.ready().bet_all().to("set-dealer").do("report-misdeal", hands={2: 6})
    table.finish()
    assert table.last("round-completed")["banked"] == "Ann"
    while table.due is not None:
        table.take()
    refused = table.refused("accept-bank", 1, position=1)
    assert (refused.code, short(refused.clauses)) == ("round.banked-before", [{MD: "12.C(3)", DIV: "(m)(3)#6"}[book]])
    bear(claim, book, "11.J 12.C(3)", "(l)(10) (m)(3)#6")


@md("11.D(3)", "11.H(2)")
def test_surrendered_cards_are_turned_over_when_they_are_rearranged():
    """Ann's wager may earn her envy, so Bob's cards lie face down until then: nobody knows them before."""
    table = PaiGowTable(MD, wagers=["fortune-bonus"], players=2)
    chance = table._chance
    table._chance = lambda command: {"cards": None} if command.act == "shuffle" else chance(command)
    table.ready().bet_all()
    table.bet(1, 5, "fortune-bonus")
    for position in (1, 2):
        table.to("players").do("set-hand", position, position=position)
    table.to("set-dealer").take(cards=cards(DEALERS))
    table.do("surrender", 2, position=2)
    table.to("expose", 1).take(high=cards("As Ad 9h 5s 3c"), low=cards("Kc Kd"))
    table.to("rearrange", 2)
    refused = table.refused("rearrange", position=2)
    assert (refused.code, table.due.act) == ("round.cards-entered", "rearrange")
    laid, rearranged = table.take(cards=cards(TWOS))
    assert (laid.kind, rearranged.kind) == ("hand-set", "hand-rearranged")
    assert table.state.placed_hands[2].high == cards(TWOS)


@pytest.mark.parametrize(
    ("bobs", "clause"), [("3h 3d 4h 5h 7c 8c Tc", "(l)(6)#2"), ("Th Td 4h 5h 7c 8c 2h", "(l)(7)#2")], ids=["lost", "pushed"]
)
def test_a_bonus_keeps_the_cards_of_a_lost_hand_on_the_table(bobs, clause, claim):
    """Read in two passes (DIV-63), Ann's go with her bonus when all hands are open; Bob, who has none, loses his at once."""
    bear(claim, DIV, div=f"(r)(4)(i)(A) {clause}")
    hands = {0: DEALERS, 1: TWOS, 2: bobs}
    table = PaiGowTable(DIV, wagers=["bonus"], hands=hands, readings={"DIV-63": "two-passes"}, players=2).ready().bet_all()
    table.bet(1, 1, "bonus")
    table.finish()
    told = [
        (event.kind, event["position"]) for event in table.since(skip=1) if event.kind in ("hand-exposed", "cards-collected")
    ]
    assert told == [
        ("hand-exposed", 1),
        ("hand-exposed", 2),
        ("cards-collected", 2),
        ("cards-collected", 1),
        ("cards-collected", 0),
    ]


# A card of a player's hand that was exposed (PG-103, DIV-112)

WAYS = ["manual-shoe", "hand", "automated-shoe"]
THREE_ACES = "As Ad Ah Kc 9h 5s 3c"


def report_of(table, position):
    return next(option for option in table.legal(DEALER_ACTOR, "report-exposed") if option.facts == {"position": position})


@both
@pytest.mark.parametrize("dealing", WAYS)
def test_a_late_report_promises_no_choice_and_gives_none(book, dealing, claim):
    """However the cards were dealt: what was shown to a seat is seen."""
    table = PaiGowTable(book, {"table.dealing": dealing, "table.shuffler": True}, players=2).ready().bet_all()
    table.to("collect-unwagered")
    offered = report_of(table, 1)
    assert "looked" not in offered.bounds
    assert short(offered.clauses) == {MD: ["14.C"], DIV: ["(n)(4)#2"]}[book]
    (shown,) = table.do("report-exposed", position=1, cards=1, looked=False)
    assert (shown.kind, shown["looked"], short(shown.clauses)) == ("card-exposed", True, short(offered.clauses))
    assert describe_event(shown).endswith("the player has seen the others, so the hand is played")
    assert not table.state.exposed_to_choose
    for act in ("void-exposed", "play-exposed"):
        refused = table.refused(act, 1, position=1)
        assert (refused.code, "has seen the other cards" in str(refused)) == ("round.nothing-to-choose", True)
    table.finish()
    bear(claim, book, "14.C", "(n)(4)#2")


@both
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
def test_a_report_before_the_count_asks_whether_the_player_had_looked(book, dealing, claim):
    table = PaiGowTable(book, {"table.dealing": dealing, "table.shuffler": True}, players=2).ready().bet_all().to("count-stub")
    assert "looked" in report_of(table, 1).bounds
    assert short(report_of(table, 1).clauses) == {MD: ["14.C"], DIV: ["(n)(4)#1", "(n)(4)#2"]}[book]
    (shown,) = table.do("report-exposed", position=1, cards=1)
    assert describe_event(shown) == f"a card of position 1 was exposed: {shown['cards'][0].symbol}"
    assert table.state.exposed_to_choose == {1}
    table.do("void-exposed", 1, position=1)
    bear(claim, book, "14.C", "(n)(4)#1")


@both
def test_at_a_table_of_physical_cards_the_choice_ends_when_the_hands_are_set(book):
    table = PhysicalTable(book, "manual-shoe", engine=False, players=2).ready().bet_all().to("collect-unwagered")
    assert "looked" in report_of(table, 1).bounds
    table.to("players").do("set-hand", 1, position=1)
    assert "looked" not in report_of(table, 1).bounds
    assert "looked" in report_of(table, 2).bounds
    (shown,) = table.do("report-exposed", position=1)
    assert shown["looked"]


@both
def test_a_card_of_the_dealer_or_the_bank_is_reported_under_the_clause_that_voids(book, claim):
    table = PaiGowTable(book, BANK, players=2).play()
    table.bank = 1
    table.ready().bet_all().to("count-stub")
    law = {MD: ["14.D"], DIV: ["(n)(5)"]}[book]
    assert [short(report_of(table, place).clauses) == law for place in (0, 1, 2)] == [True, True, False]
    assert ["looked" in report_of(table, place).bounds for place in (0, 1, 2)] == [False, False, True]
    bear(claim, book, "14.D", "(n)(5)")


# A setting that ranks as the house way's (PG-104, DIV-121)


@both
@pytest.mark.parametrize("ace", [1, 2, 3])
def test_the_dealer_may_put_any_of_equal_cards_in_front(book, ace, claim):
    """The house way keeps a pair of aces behind, and puts one ace before it with the king."""
    table = PaiGowTable(book, players=1, hands={0: THREE_ACES}).ready().bet_all().to("set-dealer")
    laid, done = table.take(low=(ace, 4))
    assert (laid.kind, done.kind) == ("hand-set", "dealer-done")
    assert laid["low"] == table.state.placed_hands[0].low == (cards(THREE_ACES)[ace - 1], cards("Kc")[0])
    assert laid["rule"]
    assert done["words"] == "pair of aces with 9 5 3; ace high with K"
    table.finish()
    bear(claim, book, "11.C(1)", "(l)(3)#1")


@both
@pytest.mark.parametrize("ace", ["As", "Ad", "Ah"])
def test_a_bank_bound_to_the_house_way_may_put_any_of_equal_cards_in_front(book, ace):
    table = PaiGowTable(book, BANK, players=2, readings={} if book == MD else {"DIV-34": "house-way"}).play()
    table.bank, table.hands, table.lows = 1, {1: cards(THREE_ACES)}, {1: f"{ace} Kc"}
    table.play()
    assert table.kinds("bank-exposed", "hand-reset", skip=1) == ["bank-exposed"]

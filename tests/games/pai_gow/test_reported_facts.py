"""Facts that a dealer reports with a step, and the cards to which they point: by their number in the deck, by stack, by hand."""

import pytest

from houseway.croupier import DEALER_ACTOR
from tests.support.clauses import bear, both, div, md, short
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

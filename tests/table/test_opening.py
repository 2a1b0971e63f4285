"""A table before its cards are dealt, under both books: opening, shuffle and cut, idle hours, and what grows too old."""

from collections import Counter

import pytest

from houseway.citation import cite_clauses
from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Role
from tests.support.clauses import bear, both, short
from tests.support.submissions import DIV, MD
from tests.support.table_driver import HOUR, PaiGowTable

SHUFFLER = {"table.shuffler": True}
PRESHUFFLED = {"table.cards-received": "preinspected-and-preshuffled"}

OPENING = {
    MD: {
        "deck-received": "3.A(1) 3.A(3)(a) 3.A(3)(b)",
        "dice-placed": "2.C(1) 2.C(1)(b) 2.C(1)(b)(ii) 2.C(1)(e)",
        "deck-inspected": "4.A 3.A(2)",
        "inspection-verified": "4.A",
        "deck-spread": "4.B(1) 4.B(2)",
        "inspection-afforded": "4.B(1)",
        "deck-turned-down": "4.C(1)",
        "deck-washed": "4.C(2)",
        "deck-stacked": "4.C(3)",
        "cards-shuffled": "5.A 5.A(1) 4.D",
        "cut-offered": "5.C(2) 5.D 5.D(1) 5.E(1)",
        "cut-made": "5.F",
        "cut-completed": "5.F(1) 5.F(2) 5.F(3)(a)",
        "shoe-loaded": "8.B",
    },
    DIV: {
        "deck-received": "(b)(1)#1 (b)(1)#2 (b)(1)#3",
        "dice-placed": "(d)(1)#1 (d)(1)#2",
        "deck-inspected": "(e)(1)#1",
        "inspection-verified": "(e)(1)#2",
        "deck-spread": "(e)(2)#1 (e)(2)#2 (a)(1)(xv)",
        "inspection-afforded": "(e)(2)#1",
        "deck-turned-down": "(e)(3)#1",
        "deck-washed": "(e)(3)#1",
        "deck-stacked": "(e)(3)#1",
        "cards-shuffled": "(f)(1)#1 (e)(3)#2 (f)(1)#2",
        "cut-offered": "(f)(2)(ii) (f)(3)#1 (f)(3)#2 (f)(4)(i)",
        "cut-made": "(f)(5)#1",
        "cut-completed": "(f)(5)#2 (f)(5)#3 (f)(5)#4",
        "shoe-loaded": "(h)(1)#1 (h)(1)#2",
    },
}
"""What happens to the first deck, in order, and under which clauses."""


@both
def test_the_opening_step_by_step(book, claim):
    table = PaiGowTable(book, players=[(4, "Dee"), (2, "Bob")]).ready()
    happened = {event.kind: " ".join(short(event.clauses)) for event in table.events if event.kind in OPENING[book]}
    assert happened == OPENING[book]
    assert list(happened) == list(OPENING[book])
    assert table.last("inspection-afforded")["player"] == "Dee"
    assert table.last("cut-offered")["position"] == 4
    suits = Counter(card.suit.name for card in table.last("cards-shuffled")["cards"] if not card.is_joker)
    assert suits == {"DIAMOND": 13, "SPADE": 13, "CLUB": 13, "HEART": 13}
    claim(*(clause for clauses in happened.values() for clause in cite_clauses(book, *clauses.split())))


@both
def test_nobody_looks_before_somebody_comes(book, claim):
    """The spread waits for the first player, and no card is dealt before."""
    bear(claim, book, md="4.B(1)", div="(e)(2)#1")
    table = PaiGowTable(book, players=0).to("players")
    assert table.events[-1].kind == "deck-spread"
    assert table.refused("afford-inspection").code == "deck.nobody"
    table.sit("Eve", 5)
    assert table.due.act == "afford-inspection"


@both
def test_the_inspection_is_verified_by_another_person(book, claim):
    bear(claim, book, md="4.A", div="(e)(1)#2")
    table = PaiGowTable(book).to("verify-inspection")
    same = Actor(Role.FLOOR, table.croupier.dealer.name)
    assert table.refused("verify-inspection", same).code == "deck.same-person"


@both
def test_a_defective_deck_leaves_the_table(book, claim):
    bear(claim, book, md="4.A", div="(e)(1)#1")
    table = PaiGowTable(book).to("inspect-deck")
    table.take(defects="a nicked queen")
    assert table.due.act == "remove-deck"
    table.take()
    assert table.due.act == "receive-deck"


@both
def test_two_decks_are_opened_one_by_one(book, claim):
    """Every step for each deck; neither is cut."""
    bear(claim, book, md="4.E 3.B(2)", div="(e)(4) (b)(2)(i) (b)(2)(iii)")
    table = PaiGowTable(book, {**SHUFFLER, "table.decks": 2}).ready()
    for kind in ("deck-inspected", "inspection-verified", "deck-washed", "cards-shuffled"):
        assert [event["deck"] for event in table.events if event.kind == kind] == ["deck 1", "deck 2"]
    assert "cut-offered" not in table.kinds()


@both
def test_a_deck_made_with_two_jokers(book, claim):
    """One is torn before the inspection is verified; three are never received."""
    bear(claim, book, md="3.A(3)(b) 3.A(4) 4.B", div="(b)(1)#3 (b)(1)#4 (e)(1)#3")
    table = PaiGowTable(book, {"table.deck-jokers": 2} if book == DIV else {})
    assert table.refused("receive-deck", jokers=3).code == "deck.jokers"
    table.do("receive-deck", jokers=2)
    table.to("tear-joker")
    assert table.refused("verify-inspection", FLOOR_ACTOR).code == "deck.order"
    table.take()
    assert table.due.act == "verify-inspection"


def test_preshuffled_decks_are_still_cut_by_hand_or_loaded(claim):
    """No opening and no first shuffle; after its first round a deck is shuffled like any other."""
    bear(claim, MD, md="4.F 5.A 5.A(2) 5.E(1)")
    table = PaiGowTable(MD, PRESHUFFLED, players=[(3, "Cid")]).ready()
    assert table.kinds("cards-shuffled", "cut-offered") == ["cut-offered"]
    table.bet_all().finish()
    assert (table.due.act, short(table.due.clauses)) == ("shuffle", ["5.A", "5.A(2)"])


# Cut and recut


@both
def test_the_cut_is_offered_on_until_somebody_cuts(book, claim):
    """First the first arrival, then counterclockwise; the dealer when nobody wants to."""
    bear(claim, book, md="5.E(1) 5.D(2) 5.F", div="(f)(4)(i) (f)(3)#3 (f)(5)#1")
    table = PaiGowTable(book, players=[(3, "Cid"), (1, "Ann"), (5, "Eve")]).to("cut")
    asked = []
    while table.due.role == "player":
        asked.append(table.due.facts["position"])
        table.do("refuse-cut", asked[-1], position=asked[-1])
        table.to("cut")
    assert asked == [3, 1, 5]
    assert table.due.role == "dealer"
    assert {table.refused("cut", depth=depth).code for depth in (9, 44)} == {"cut.depth"}
    table.do("cut", depth=43)


@both
def test_the_bank_is_offered_the_cut_and_then_those_to_its_right(book, claim):
    bear(claim, book, md="5.E(2) 5.E(3)", div="(f)(4)(ii)#1 (f)(4)(ii)#2")
    table = PaiGowTable(book, {"bank.offered": True}, players=3).play()
    table.bank = 2
    table.ready().bet_all().to("cut")
    assert (table.due.role, table.due.facts["position"]) == ("bank", 2)
    table.do("refuse-cut", 2, position=2)
    assert table.due.facts["position"] == 3


@both
@pytest.mark.parametrize(("by", "again"), [("last-to-cut", 1), ("next-entitled", 2)])
def test_a_recut_on_order(book, by, again, claim):
    """Between the cut and the first card; by whom, is filed."""
    bear(claim, book, md="5.G(1) 5.G(2)", div="(f)(6)#1 (f)(6)#2")
    table = PaiGowTable(book, {"table.recut-by": by}, players=3).ready()
    table.do("order-recut", FLOOR_ACTOR, why="the cutting card fell out")
    assert (table.due.act, table.due.facts["position"]) == ("offer-cut", again)
    table.ready().bet_all().to("count-stub")
    assert table.refused("order-recut", FLOOR_ACTOR).code == "cut.no-recut"


@both
@pytest.mark.parametrize(("place", "depth"), [("discard-rack", 0), ("four-from-bottom", 4)])
def test_the_spare_cover_card(book, place, depth, claim):
    bear(claim, book, md={0: "5.F(3)(a)", 4: "5.F(3)(b)"}[depth], div="(f)(5)#4")
    table = PaiGowTable(book, {"table.spare-cover-card": place}, players=1).ready()
    assert (table.last("cut-completed")["spare"], table.last("cut-completed")["spare_depth"]) == (place, depth)


def test_a_shuffle_on_order(claim):
    bear(claim, MD, md="5.A(3)")
    table = PaiGowTable(MD).ready()
    table.do("order-shuffle", FLOOR_ACTOR)
    table.take()
    assert table.clauses("cards-shuffled") == ["5.A", "5.A(3)"]
    assert table.due.act == "offer-cut"


# An idle table


@both
def test_an_idle_table_by_hand(book, claim):
    """Cards out of shoe and rack, spread; looked at, washed, stacked, shuffled, and a new game begins."""
    bear(claim, book, md="5.H(1) 5.H(2) 5.H(3) 5.H(4) 12.B(1) 12.B(2)", div="(f)(7)#1 (f)(7)#2 (f)(7)#3 (m)(2)#1 (m)(2)#2")
    table = PaiGowTable(book, {"bank.offered": True}, players=1).play()
    table.do("leave", 1)
    table.do("idle-table")
    assert table.run.table.equipment.rack == ()
    assert table.due is None
    table.sit("Gil", 2)
    table.ready()
    after = [event.kind for event in table.since("player-seated")]
    assert [kind for kind in after if kind in ("deck-turned-up", "inspection-afforded", "deck-washed", "cards-shuffled")] == [
        *(["deck-turned-up"] if book == DIV else []),
        "inspection-afforded",
        "deck-washed",
        "cards-shuffled",
    ]
    assert table.refused("accept-bank", 2, position=2).code == "round.bank-at-start"


def test_an_idle_table_with_a_deck_in_the_shuffler(claim):
    """Maryland: the idle cards go into the machine and the other deck comes out, unseen unless a player asks."""
    bear(claim, MD, md="5.H(5) 5.H(5)(a) 5.H(5)(b)")
    table = PaiGowTable(MD, {**SHUFFLER, "table.decks": 2}, players=1).play()
    table.ready()
    table.do("idle-table")
    table.ready().bet_all().finish()
    assert "stored-deck-spread" not in [event.kind for event in table.events]
    asked = PaiGowTable(MD, {**SHUFFLER, "table.decks": 2}, players=1).play()
    asked.ready()
    asked.do("idle-table")
    asked.do("ask-spread", 1, what="spread-stored-deck")
    assert asked.refused("ask-spread", 1, what="spread-stored-deck").code == "table.no-request"
    asked.ready().bet_all().finish()
    assert asked.clauses("stored-deck-spread") == ["5.H(5)(b)"]
    assert asked.run.table.requests == frozenset()


def test_an_idle_table_turned_up_on_request(claim):
    bear(claim, MD, md="5.H(2)")
    table = PaiGowTable(MD, players=1).play()
    table.do("ask-spread", 1, what="spread-face-up")
    table.do("idle-table", face="up")
    assert table.last("table-idled")["face"] == "up"
    table.ready().bet_all()
    assert table.run.table.requests == frozenset()
    assert table.to("deal").refused("ask-spread", 1, what="spread-face-up").code == "table.no-request"


# Ages


@both
@pytest.mark.parametrize(("dealing", "hours"), [("manual-shoe", 8), ("hand", 4), ("automated-shoe", 8)])
def test_a_deck_grows_too_old(book, dealing, hours, claim):
    """It leaves when its hours are full and no card is out; the round in play is finished with it."""
    bear(claim, book, md="3.C(1)" if dealing == "hand" else "3.C(2)", div="(e)(5)#2" if dealing == "hand" else "(e)(5)#1")
    table = PaiGowTable(book, {**SHUFFLER, "table.dealing": dealing}, players=1)
    opened = table.to("receive-deck").at
    table.ready()
    table.at = opened + hours * HOUR - 1
    assert table.due is None
    table.bet_all().to("players")
    table.at = opened + hours * HOUR
    assert table.due is None or table.due.act != "remove-deck"
    table.finish()
    assert table.due.act == "remove-deck"
    table.bet_all().to("close-betting")
    assert table.run.table.equipment.decks[0].name == "deck 2"


@both
def test_dice_grow_too_old(book, claim):
    bear(claim, book, md="2.C(1)(c)", div="(d)(1)(ii)")
    table = PaiGowTable(book, players=1)
    placed = table.to("place-dice").at
    table.play()
    table.at = placed + 24 * HOUR + 1
    table.to("remove-dice").take()
    assert table.refused("shake").code in ("start.not-now", "dice.age")
    table.play()

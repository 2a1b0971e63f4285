"""A round from the loaded shoe to the racked stub, by each way of dealing and of finding the start, under both books."""

import pytest

from houseway.citation import cite_clauses
from houseway.croupier import FLOOR_ACTOR
from houseway.games.pai_gow.view import view_round
from houseway.money import Cents
from houseway.table.context import round_context
from tests.support.clauses import bear, both, short
from tests.support.submissions import DIV, DIV_PROGRESSIVE, MD, MD_PROGRESSIVE, STANDARD
from tests.support.table_driver import PaiGowTable

SHUFFLER = {"table.shuffler": True}
GENERATOR = {"table.starting-position": "random-number"}
DEALING = ("manual-shoe", "hand", "automated-shoe")
by_dealing = pytest.mark.parametrize("dealing", DEALING)
WAGERS = {
    MD: {"fortune-bonus": STANDARD[MD]["fortune-bonus"], "progressive": MD_PROGRESSIVE},
    DIV: {"bonus": STANDARD[DIV]["bonus"], "number": STANDARD[DIV]["number"], "progressive": DIV_PROGRESSIVE},
}

STEPS = {
    (MD, "manual-shoe"): {
        "load-shoe": "8.B",
        "close-betting": "8.C",
        "lock-out": "2.D(2) 8.C(2)",
        "count-chips": "8.C(3)",
        "deal": "8.D(2) 8.D(3)",
        "count-stub": "8.E(1) 8.E(2)",
        "collect-unwagered": "8.G",
    },
    (MD, "hand"): {
        "take-deck": "9.A(2) 9.A(2)(a) 9.A(2)(b)",
        "close-betting": "9.A(3)",
        "lock-out": "2.D(2) 9.A(3)(b)",
        "count-chips": "9.A(3)(b)(i) 9.A(3)(b)(ii)",
        "deal": "9.B(1) 9.C",
        "count-stub": "9.D(1) 9.D(2) 9.D(3)",
        "collect-unwagered": "9.F",
    },
    (MD, "automated-shoe"): {
        "load-shoe": "10.A(1)",
        "close-betting": "10.A(2)",
        "lock-out": "2.D(2) 10.A(2)(b)",
        "count-chips": "10.A(2)(c)",
        "deal": "10.C(1) 10.C(2)(a) 10.C(2)(b)",
        "count-stub": "10.D(1) 10.D(2) 10.D(3)",
        "collect-unwagered": "10.F(1) 10.F(2)",
    },
    (DIV, "manual-shoe"): {
        "load-shoe": "(h)(1)#1 (h)(1)#2",
        "close-betting": "(h)(1)#2",
        "lock-out": "(q)(2)#1",
        "count-chips": "(q)(2)#2",
        "settle-numbers": "(h)(2)#2 (p)(2)(iv) (p)(2)(v)",
        "deal": "(h)(3)#1 (h)(3)#2 (h)(3)#3",
        "count-stub": "(h)(4) (h)(4)(i)#1",
        "collect-unwagered": "(h)(4)(i)#2",
    },
    (DIV, "hand"): {
        "take-deck": "(i)(2)(i) (i)(2)(i)(A) (i)(2)(i)(B)",
        "close-betting": "(i)(2)(ii)#1",
        "lock-out": "(q)(2)#1",
        "count-chips": "(q)(2)#2",
        "deal-stacks": "(i)(2)(ii)#1 (i)(2)(ii)#2 (i)(3)",
        "count-stub": "(i)(4) (i)(4)(i)",
        "settle-numbers": "(i)(5)#2 (p)(2)(iv) (p)(2)(v)",
        "deal": "(i)(6)#1 (i)(6)#2 (i)(6)#3",
        "collect-unwagered": "(i)(7)",
    },
    (DIV, "automated-shoe"): {
        "load-shoe": "(j)(2)(i) (j)(1)",
        "close-betting": "(j)(2)(ii)",
        "lock-out": "(q)(2)#1",
        "count-chips": "(q)(2)#2",
        "settle-numbers": "(j)(3)#2 (p)(2)(iv) (p)(2)(v)",
        "deal": "(j)(4)#1 (j)(4)#2 (j)(4)#3",
        "count-stub": "(j)(5) (j)(5)(i)",
        "collect-unwagered": "(j)(6)",
    },
}
"""What is due from the shuffled deck to the hands on the table, in order, and the clauses of each step."""


def table_for(book, dealing, wagers=(), **more):
    """Two players at positions 1 and 3, with a generator of numbers where one is wanted."""
    options = {**SHUFFLER, "table.dealing": dealing, **(GENERATOR if "number" in wagers else {})}
    return PaiGowTable(book, options, wagers, players=[(1, "Ann"), (3, "Cid")], **more)


@both
@by_dealing
def test_the_steps_of_a_deal(book, dealing, claim):
    """Everything is due once, in the book's order, under the clauses of the way of dealing."""
    table = table_for(book, dealing, WAGERS[book]).to("load-shoe" if dealing != "hand" else "take-deck")
    table.take()
    first = next(iter(STEPS[book, dealing]))
    seen = {first: table.events[-1].clauses}
    table.bet_all()
    table.bet(1, 1, "progressive")
    if book == DIV:
        table.bet(3, 2, "number", number=5)
    while table.due is not None:
        if table.due.act in STEPS[book, dealing]:
            seen[table.due.act] = table.due.clauses
        table.take()
    assert {act: " ".join(short(clauses)) for act, clauses in seen.items()} == STEPS[book, dealing]
    assert list(seen) == list(STEPS[book, dealing])
    assert table.last("betting-closed")["said"] == "no more bets"
    claim(*(clause for clauses in seen.values() for clause in clauses))


FOUND = {
    (MD, "manual-shoe"): "8.D(1)",
    (MD, "hand"): "9.B(2)",
    (MD, "automated-shoe"): "10.B",
    (DIV, "manual-shoe"): "(h)(2)#1",
    (DIV, "hand"): "(i)(5)#1",
    (DIV, "automated-shoe"): "(j)(3)#1",
}


@both
@by_dealing
def test_all_seven_places_get_seven_cards_face_down(book, dealing, claim):
    """From the starting position clockwise, the dealer and places without a wager included."""
    table = (
        table_for(book, dealing).ready().bet_all().to("count-stub" if dealing != "hand" or book == MD else "collect-unwagered")
    )
    hands, deck = table.run.table.round.hands, table.last("cards-shuffled")["cards"]
    assert sorted(hands) == [0, 1, 2, 3, 4, 5, 6]
    assert {len(hand) for hand in hands.values()} == {7}
    start = table.run.table.round.start
    order = [(start - turn) % 7 for turn in range(7)]
    dealt = [hands[place] for place in order]
    if dealing == "automated-shoe":
        assert [card for hand in dealt for card in hand] == list(deck[:49])
    elif book == MD or dealing == "manual-shoe":
        assert [hand[turn] for turn in range(7) for hand in dealt] == list(deck[:49])
    else:
        rows = [tuple(hand[turn] for hand in dealt) for turn in range(7)]
        assert [card for turn, row in enumerate(rows) for card in (row if turn % 2 == 0 else row[::-1])] == list(deck[:49])
    assert FOUND[book, dealing] in table.clauses("cards-dealt")
    assert set(view_round(round_context(table.run.table, table.at), table.player(1))["cards"]) <= {1}, (
        "face down but for one's own"
    )
    claim(*table.last("cards-dealt").clauses)


@both
@by_dealing
def test_stub_and_unwagered_cards_are_racked_unseen(book, dealing, claim):
    """Four cards and the hands of places without a wager lie in the rack, each under its owner; no player's view shows them."""
    table = table_for(book, dealing).ready().bet_all().to("players")
    racked = {entry.owner: entry.count for entry in table.run.table.equipment.rack}
    seen = view_round(round_context(table.run.table, table.at), table.player(1))
    assert list(seen["cards"]) == [1]
    assert racked == {"stub": 4, "position 2": 7, "position 4": 7, "position 5": 7, "position 6": 7}
    claim(*table.last("stub-counted").clauses, *table.last("unwagered-collected").clauses)


LAMMERS = {
    (MD, "manual-shoe"): "8.C(1)",
    (MD, "hand"): "9.A(3)(a)",
    (MD, "automated-shoe"): "10.A(2)(a)",
    (DIV, "manual-shoe"): "(r)(3)#2",
    (DIV, "hand"): "(r)(3)#2",
    (DIV, "automated-shoe"): "(r)(3)#2",
}
COLLECTED = {
    (MD, "manual-shoe"): "8.C(4)",
    (MD, "hand"): "9.A(3)(b)(iii)",
    (MD, "automated-shoe"): "10.A(2)(d)",
    (DIV, "manual-shoe"): "(q)(2)#3",
    (DIV, "hand"): "(q)(2)#3",
    (DIV, "automated-shoe"): "(q)(2)#3",
}


@both
@by_dealing
def test_lammers_and_progressive_chips(book, dealing, claim):
    """A token beside each wager of $5 on the bonus; progressive chips equal to the lights go into the inventory."""
    bonus = "fortune-bonus" if book == MD else "bonus"
    table = table_for(book, dealing, {bonus: WAGERS[book][bonus], "progressive": WAGERS[book]["progressive"]})
    table.ready().bet_all()
    table.bet(1, 5, bonus)
    table.bet(3, 4, bonus)
    table.bet(3, 1, "progressive")
    table.to("count-chips")
    assert table.last("betting-closed")["lammers"] == ((1, bonus),)
    inventory = table.balance("inventory")
    moved = next(event for event in table.take() if event.kind == "money-moved")
    assert (moved["source"], moved["target"], moved["reason"]) == ("layout:3", "inventory", "wager-collected")
    assert table.balance("inventory") == inventory + Cents.from_dollars(1)
    claim(*cite_clauses(book, LAMMERS[book, dealing], COLLECTED[book, dealing]))


# Where the deal starts


@both
@pytest.mark.parametrize(("dice", "start"), [((1, 1, 1), 2), ((1, 2, 4), 6), ((2, 2, 4), 0), ((6, 6, 2), 6), ((6, 6, 6), 3)])
def test_start_by_dice(book, dice, start, claim):
    """Shaken three times, totalled, called out, counted with the dealer as one; put away when the deal is done."""
    bear(
        claim,
        book,
        md="2.C(1) 5.K(1) 5.K(1)(a) 5.K(1)(b)(i) 5.K(1)(b)(ii) 5.K(1)(d) 5.F(4) 5.K(1)(f)",
        div="(k)(2) (k)(2)(i) (k)(2)(ii) (k)(2)(iv)#1 (k)(2)(iv)#2",
    )
    table = PaiGowTable(book, players=1)
    table.dice = dice
    table.ready().bet_all().to("shake")
    assert short(table.refused("uncover", dice=dice).clauses)[0] in ("5.K(1)(a)", "(k)(2)")
    table.to("deal")
    assert table.last("total-announced")["total"] == sum(dice)
    assert table.run.table.round.start == start
    assert f"{'the dealer' if start == 0 else f'position {start}'}" in table.due.words
    table.finish()
    assert table.last("shaker-put-away")["side"] == "right"


@both
@pytest.mark.parametrize("number", [1, 2, 7])
def test_start_by_number(book, number, claim):
    bear(claim, book, md="5.K(2) 5.K(2)(a)", div="(d)(2)(i) (k)(3)#1 (k)(3)#2")
    table = PaiGowTable(book, GENERATOR, players=1)
    table.number = number
    table.ready().bet_all().to("draw-number")
    assert table.refused("draw-number", number=8).code == "number.range"
    table.to("deal")
    assert table.run.table.round.start == number - 1


@both
def test_start_by_button(book, claim):
    """Before the dealer when play begins, one place clockwise after every round."""
    bear(claim, book, md="5.K(3) 5.K(3)(a) 5.K(3)(b)", div="(k)(4)#1 (k)(4)#2")
    options = {**SHUFFLER, "table.dealing": "automated-shoe", "table.starting-position": "button"}
    table = PaiGowTable(book, options, players=1)
    starts = []
    for _ in range(3):
        table.ready().bet_all().to("deal")
        starts.append(table.run.table.round.start)
        table.finish()
    assert starts == [0, 6, 5]


@pytest.mark.parametrize(
    ("book", "mark"), [(MD, "approved-object"), (MD, "cover-card"), (DIV, "similar-object"), (DIV, "cut-card")]
)
def test_the_starting_position_is_marked_where_a_mark_is_filed(book, mark, claim):
    bear(claim, book, md="5.L", div="(k)(5)")
    table = PaiGowTable(book, {"table.starting-position-mark": mark}, players=1).ready().bet_all()
    table.to("mark-start").take()
    assert table.last("start-marked")["with"] == mark
    assert table.due.act == "deal"


@both
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
@pytest.mark.parametrize("starting", ["shaker", "random-number"])
def test_a_bank_counts_from_its_own_place(book, dealing, starting, claim):
    """The bank shakes, the bank is one; so a three starts two places to its right."""
    options = {**SHUFFLER, "table.dealing": dealing, "table.starting-position": starting, "bank.offered": True}
    table = PaiGowTable(book, options).play()
    table.bank, table.dice, table.number = 2, (1, 1, 1), 3
    table.ready().bet_all().to("shake" if starting == "shaker" else "draw-number")
    assert table.due.role == ("bank" if starting == "shaker" else "dealer")
    table.to("deal")
    assert table.run.table.round.start == 4
    dealt = table.take()[-1]
    wanted = {MD: "12.H", DIV: "(m)(8)" if dealing == "manual-shoe" else "(m)(10)"}[book]
    assert wanted in short(dealt.clauses)
    claim(*cite_clauses(book, wanted))
    if book == MD:
        claim(*cite_clauses(book, {"shaker": "5.K(1)(e)", "random-number": "5.K(2)(b)"}[starting]))


# A deal that does not come out


WRONG = {
    (MD, "manual-shoe"): ("8.F 8.F(1) 14.H 14.K", "8.F 8.F(2)"),
    (MD, "hand"): ("9.E 9.E(1) 14.H 14.K", "9.E 9.E(2)"),
    (MD, "automated-shoe"): ("10.E 10.E(1) 14.H 14.K", "10.E 10.E(2)"),
    (DIV, "manual-shoe"): ("(h)(4)(ii)#1 (n)(8)", "(h)(4)(ii)#2"),
    (DIV, "hand"): ("(i)(4)(ii)#1", "(i)(4)(ii)#2"),
    (DIV, "automated-shoe"): ("(j)(5)(ii)#1", "(j)(5)(ii)#2"),
}
"""A stub of five: where somebody has not seven cards, and where everybody has."""


@both
@by_dealing
@pytest.mark.parametrize("misdealt", [True, False], ids=["misdeal", "wrong-deck"])
def test_a_wrong_stub(book, dealing, misdealt, claim):
    """Void, and wagers back; cards are shuffled again after a misdeal, and the deck leaves the table without one."""
    table = table_for(book, dealing).ready().bet_all().to("count-stub")
    table.take(cards=5, **({"hands": {3: 6}} if misdealt else {}))
    assert table.clauses("round-voided") == WRONG[book, dealing][0 if misdealt else 1].split()
    assert table.chips(1) == Cents.from_dollars(5000)
    table.finish()
    assert table.due.act == ("shuffle" if misdealt else "remove-deck")
    claim(*table.last("round-voided").clauses)


@both
def test_a_shuffler_out_of_order(book, claim):
    """Cards in it are shuffled again; it is put out of use, another method is chosen, and the next deck is cut."""
    table = PaiGowTable(book, SHUFFLER, players=1).play()
    table.do("report-device", device="shuffler", what="jammed")
    assert table.due.act == {MD: "cover-device", DIV: "remove-device"}[book]
    table.take()
    assert (table.due.act, table.due.role) == ("switch-method", "floor")
    table.take()
    table.ready()
    assert "cut-completed" in table.kinds()
    table.bet_all().finish()
    table.do("restore-device", FLOOR_ACTOR, device="shuffler")
    table.do("switch-method", FLOOR_ACTOR, shuffling="shuffler")
    table.ready()
    assert table.kinds("cut-completed", "cards-shuffled") == ["cards-shuffled"]
    claim(*table.last("device-secured").clauses, *table.last("device-failed").clauses)


@both
def test_two_decks_take_turns(book, claim):
    """Each plays every other round, is not cut, and has the rack to itself."""
    bear(claim, book, md="5.C(1) 3.B(3)", div="(f)(2)(i) (b)(2)(iv)")
    table = PaiGowTable(book, {**SHUFFLER, "table.decks": 2}, players=1)
    used = []
    for _ in range(4):
        table.ready().bet_all().to("players")
        used.append({entry.deck for entry in table.run.table.equipment.rack})
        table.finish()
    assert used == [{"deck 1"}, {"deck 2"}, {"deck 1"}, {"deck 2"}]
    assert "cut-offered" not in [event.kind for event in table.events]

"""Maryland and the Division put side by side, one test a row of docs/decisions/0007-two-books-one-game.md.

Here the cards, the table, the cut and the starting position, D-01 to D-18, and that no row is without its test. Wagers, dealing and
setting are in test_two_books_play.py, money, the bank and irregularities in test_two_books_money.py.
"""

import re
from pathlib import Path

from houseway.croupier import FLOOR_ACTOR
from houseway.documents import make_layout
from houseway.events import Actor, Role
from houseway.regulation import load_book
from houseway.submission import judge, parse_submission
from tests.support.clauses import differs, short
from tests.support.paths import ROOT
from tests.support.submissions import DIV, MD, NUMBER, submission
from tests.support.table_driver import HOUR, PaiGowTable, findings

PAGE = ROOT / "docs" / "decisions" / "0007-two-books-one-game.md"
SHUFFLER = {"table.shuffler": True}
TWO_DECKS = {"table.shuffler": True, "table.decks": 2}


def test_every_difference_has_its_test():
    """Each row of the page, once, has a test that bears its number."""
    rows = re.findall(r"^\| D-(\d\d) ", PAGE.read_text(), re.MULTILINE)
    tests = [
        number
        for file in sorted(Path(__file__).parent.glob("test_two_books*.py"))
        for number in re.findall(r"^def test_d(\d\d)_", file.read_text(), re.MULTILINE)
    ]
    assert sorted(tests) == sorted(rows) == [f"{number:02}" for number in range(1, 63)]


# The cards and the table


@differs(md="2.A 8.E(1)", div="(h)(4)")
def test_d01_positions():
    """Four positions can be filed in Maryland, and 18 cards are left over; the Division has six."""
    four = PaiGowTable(MD, {"table.positions": 4}, players=4)
    assert short(four.refused("sit", Actor(Role.PLAYER, "Eve"), position=5).clauses) == ["2.A"]
    four.play()
    assert four.last("stub-counted")["cards"] == 18
    six = PaiGowTable(DIV).play()
    assert six.last("stub-counted")["cards"] == 4
    assert findings(DIV, {"table.positions": 4}) == [("option.unknown", "")]


@differs(md="3.A(3)(a) 5.F(3)(a) 5.F(3)(b)", div="(b)(1)#2 (f)(5)#4")
def test_d02_cards_that_are_not_dealt():
    """Two cover cards alike, or one to cover and one to cut with: which of them is spare after the cut."""
    assert [load_book(MD).value_of(key) for key in ("cover-cards", "cutting-cards")] == [2, None]
    assert [load_book(DIV).value_of(key) for key in ("cover-cards", "cutting-cards")] == [1, 1]
    spare = {}
    for book in (MD, DIV):
        for place in ("discard-rack", "four-from-bottom"):
            table = PaiGowTable(book, {"table.spare-cover-card": place}, players=1).ready()
            assert "3.A(3)(a)" in table.clauses("deck-received") or "(b)(1)#2" in table.clauses("deck-received")
            spare[book, place] = table.clauses("cut-completed")[-1], table.last("cut-completed")["spare_depth"]
    assert spare[MD, "discard-rack"] == ("5.F(3)(a)", 0)
    assert spare[MD, "four-from-bottom"] == ("5.F(3)(b)", 4)
    assert spare[DIV, "discard-rack"] == ("(f)(5)#4", 0)
    assert spare[DIV, "four-from-bottom"] == ("(f)(5)#4", 4)


@differs(md="3.B(1) 3.B(2)", div="(b)(2)(ii) (b)(2)(iii)")
def test_d03_a_second_deck():
    """Maryland's resting deck may come shuffled and only be stored; the Division's is shuffled while the other is played."""
    md = PaiGowTable(MD, {**TWO_DECKS, "table.cards-received": "preinspected-and-preshuffled"}, players=1).ready()
    assert md.clauses("deck-stored") == ["3.B(2)"]
    assert "cards-shuffled" not in md.kinds()
    div = PaiGowTable(DIV, TWO_DECKS, players=1).ready()
    assert div.kinds("cards-shuffled", "deck-stored") == ["cards-shuffled"] * 2
    assert "(b)(2)(iii)" in div.clauses("cards-shuffled", deck="deck 2")
    for table, clause in ((PaiGowTable(MD, TWO_DECKS), "3.B(1)"), (PaiGowTable(DIV, TWO_DECKS), "(b)(2)(ii)")):
        table.do("receive-deck", back="red")
        assert short(table.refused("receive-deck", back="red").clauses) == [clause]


@differs(md="4.A 4.B", div="(e)(1)#1 (e)(1)#3")
def test_d04_the_spare_joker():
    """Torn, it goes back into its box in Maryland; the Division's is thrown away."""
    went = {}
    for book, options, jokers in ((MD, {}, {"jokers": 2}), (DIV, {"table.deck-jokers": 2}, {})):
        table = PaiGowTable(book, options, players=1).to("receive-deck")
        table.take(**jokers)
        table.to("tear-joker").take()
        went[book] = table.last("joker-torn")["to"]
    assert went == {MD: "container", DIV: "discarded"}


@differs(md="4.F 5.A", div="(e)(1)#1 (f)(1)#1")
def test_d05_decks_that_arrive_ready():
    """A first round without an opening can be had in Maryland only."""
    ready = PaiGowTable(MD, {"table.cards-received": "preinspected-and-preshuffled"}).ready()
    assert ready.kinds("deck-inspected", "deck-spread", "deck-washed", "cards-shuffled") == []
    assert ready.clauses("preshuffled-deck-received")[-2:] == ["4.F", "5.A"]
    opened = PaiGowTable(DIV).ready()
    steps = ["deck-inspected", "deck-spread", "deck-washed", "cards-shuffled"]
    assert opened.kinds(*steps) == steps
    assert findings(DIV, {"table.cards-received": "preinspected-and-preshuffled"}) == [("option.unknown", "")]


@differs(md="5.I 5.J", div="(f)(2)(ii)")
def test_d06_device_that_shuffles_and_counts_by_itself():
    """Maryland can file one, and neither cuts nor recuts then; the Division does not know it."""
    table = PaiGowTable(MD, {"table.reshuffling-device": True}).ready()
    assert table.kinds("cut-offered", "cards-shuffled") == ["cards-shuffled"]
    assert table.clauses("cards-shuffled")[-2:] == ["5.I", "5.J"]
    assert "cut-offered" in PaiGowTable(DIV).ready().kinds()
    assert findings(DIV, {"table.reshuffling-device": True}) == [("option.unknown", "")]


@differs(md="5.A(3)", div="(f)(1)#1 (f)(6)#1")
def test_d07_shuffle_on_order():
    """A floorperson has the cards shuffled in Maryland; in the Division only cut again."""
    md, div = PaiGowTable(MD).ready(), PaiGowTable(DIV).ready()
    md.do("order-shuffle", FLOOR_ACTOR)
    assert md.due.act == "shuffle"
    assert "5.A(3)" in short(md.due.clauses)
    assert "(f)(1)#1" in short(div.refused("order-shuffle", FLOOR_ACTOR).clauses)
    div.do("order-recut", FLOOR_ACTOR)
    assert div.due.act == "offer-cut"


@differs(md="5.H(1) 5.H(2)", div="(f)(7)#1 (f)(7)#2")
def test_d08_idle_table_spread():
    """Maryland spreads face down unless a player asks; the Division as the dealer likes, turned up for whoever comes."""
    md, div = PaiGowTable(MD).play(), PaiGowTable(DIV).play()
    assert short(md.refused("idle-table", face="up").clauses) == ["5.H(2)"]
    md.do("idle-table")
    assert md.clauses("table-idled") == ["5.H(1)", "5.H(2)"]
    assert md.due.act == "afford-inspection"
    md.do("ask-spread", 1, what="spread-face-up")
    assert (md.due.act, short(md.due.clauses)) == ("turn-up", ["5.H(2)"])
    assert short(div.refused("ask-spread", 1, what="spread-face-up").clauses) == ["(f)(7)#1"]
    div.do("idle-table", face="down")
    assert (div.due.act, short(div.due.clauses)) == ("turn-up", ["(f)(7)#2"])
    other = PaiGowTable(DIV).play()
    other.do("idle-table", face="up")
    assert other.due.act == "afford-inspection"


@differs(md="5.H(5)", div="(f)(7)#3 (e)(3)#1")
def test_d09_idle_table_with_a_shuffler():
    """Maryland's cards go into the machine unwashed; the Division's are washed like any other."""
    washed = {}
    for book in (MD, DIV):
        table = PaiGowTable(book, SHUFFLER).play()
        table.do("idle-table")
        table.ready()
        after = [event.kind for event in table.since("table-idled")]
        washed[book] = "deck-washed" in after
        assert "cards-shuffled" in after
        assert {MD: "5.H(5)", DIV: "(f)(7)#3"}[book] in table.clauses("cards-shuffled")
    assert washed == {MD: False, DIV: True}


@differs(md="2.C(1)(c) 2.C(1)(e) 5.K(1)(b)(i)", div="(d)(1)(ii) (d)(1)#2 (k)(2)(i)")
def test_d10_shaker():
    """What is changed after 24 hours, and what shaker and place must bear: the clauses differ, the acts do not."""
    wanted = {
        MD: ("2.C(1)(e)", "5.K(1)(b)(i)", ["2.C(1)(c)"]),
        DIV: ("(d)(1)#2", "(k)(2)(i)", ["(d)(1)(ii)"]),
    }
    for book, (bears, opened, old) in wanted.items():
        table = PaiGowTable(book).to("place-dice")
        assert bears in short(table.refused("place-dice", logo=False).clauses)
        table.play()
        assert opened in table.clauses("dice-uncovered")
        table.at += 24 * HOUR + 1
        table.to("remove-dice").take()
        assert table.clauses("dice-removed") == old


@differs(md="2.B 2.B(9) 2.B(10)", div="(p)(2)(vi)#1 (s)(3)#3")
def test_d11_layout_and_signs():
    """Maryland lists what a layout bears; the Division asks for the odds on the number, and notice of a lowered limit."""
    limit = {"payout-limit.amount": "$100,000"}
    md = judge(parse_submission(submission(MD, limit, ["fortune-bonus"], {"PG-22": "exempt"}))).rules
    div = judge(
        parse_submission(
            submission(
                DIV,
                {**limit, "payout-limit.on-layout": True, "table.starting-position": "random-number"},
                {"number": NUMBER, "bonus": {"minimum": "$1", "maximum": "$10"}},
            )
        )
    ).rules
    assert findings(MD, approvals=[])[0] == ("approval.missing", "2.B")
    printed = {clause for element in make_layout(md).elements for clause in short(element.clauses)}
    assert {"2.B(9)", "2.B(10)"} <= printed
    printed = {clause for element in make_layout(div).elements for clause in short(element.clauses)}
    assert {"(p)(2)(vi)#1", "(s)(3)#3"} <= printed


@differs(md="2.B 2.E(1) 2.C(2) 5.L 8.A", div="(a)(1)(viii) (k)(3)#1 (s)(3)#1 (q)(3)(iii)")
def test_d12_what_needs_approval():
    """The same filing, without any approval: what is missing under each book."""
    options = {"table.starting-position": "random-number", "bank.offered": True, "payout-limit.amount": "$100,000"}
    asked = {
        MD: findings(
            MD,
            {**options, "table.starting-position-mark": "approved-object"},
            ["progressive", "fortune-bonus"],
            {"PG-22": "exempt"},
            approvals=[],
        ),
        DIV: findings(
            DIV, {**options, "table.starting-position-mark": "similar-object"}, ["progressive", "bonus"], approvals=[]
        ),
    }
    assert {code for found in asked.values() for code, _ in found} == {"approval.missing"}
    assert [clause for _, clause in asked[MD]] == ["2.B", "2.E(1)", "2.C(2)", "5.L", "8.A"]
    assert [clause for _, clause in asked[DIV]] == ["(a)(1)(viii)", "(k)(3)#1", "(q)(3)(iii)", "(s)(3)#1"]


@differs(md="4.A 5.G(1)", div="(e)(1)#2 (f)(6)#1")
def test_d13_whose_word_counts():
    """Floorperson or supervisor: one role here, never the dealer's; the clause says whose word is meant."""
    words = {}
    for book in (MD, DIV):
        table = PaiGowTable(book, players=1).to("verify-inspection")
        verified = short(table.refused("verify-inspection").clauses)
        recut = short(table.ready().refused("order-recut").clauses)
        words[book] = verified[0], recut[0]
    assert words == {MD: ("4.A", "5.G(1)"), DIV: ("(e)(1)#2", "(f)(6)#1")}


# The cut and the starting position


@differs(md="5.E(4)", div="(f)(4)(iii)#1 (f)(4)(iii)#2")
def test_d14_first_offer_of_the_cut_without_a_bank():
    """Far right in every round in Maryland; in the Division one seat further from round to round."""
    first = {}
    for book in (MD, DIV):
        table = PaiGowTable(book).play().play().play().play()
        rounds = [0]
        for event in table.events:
            if event.kind == "round-started":
                rounds.append(0)
            elif event.kind == "cut-offered" and not rounds[-1]:
                rounds[-1] = event["position"]
        first[book] = rounds[2:5]
    assert first == {MD: [1, 1, 1], DIV: [1, 2, 3]}


@differs(md="5.D(1)", div="(f)(3)#2")
def test_d15_how_the_stack_is_held_out():
    """Backs away from the dealer, or backs up: the step is one, its clause says how."""
    held = {book: short(PaiGowTable(book).to("offer-cut").due.clauses) for book in (MD, DIV)}
    assert "5.D(1)" in held[MD]
    assert "(f)(3)#2" in held[DIV]


@differs(md="9.A(1)", div="(f)(2)(ii)")
def test_d16_hand_dealing_and_the_shuffle():
    """Without a shuffler Maryland refuses to deal from the hand; the Division has the deck cut."""
    assert findings(MD, {"table.dealing": "hand"}) == [("hand-dealing-needs-shuffler", "9.A(1)")]
    table = PaiGowTable(DIV, {"table.dealing": "hand"}).to("offer-cut")
    assert "(f)(2)(ii)" in short(table.due.clauses)
    assert table.ready().last("deck-taken")["dealing"] == "hand"


@differs(md="9.B(2) 9.C 9.D(1)", div="(i)(4) (i)(5)#1")
def test_d17_starting_position_and_stub_when_dealing_from_the_hand():
    """Maryland finds the start first and counts the stub last; the Division shakes when the stub is counted."""
    order = {}
    for book in (MD, DIV):
        table = PaiGowTable(book, {**SHUFFLER, "table.dealing": "hand"}).play()
        order[book] = table.kinds("total-announced", "stub-counted", "cards-dealt", skip=1)
    assert order[MD] == ["total-announced", "cards-dealt", "stub-counted"]
    assert order[DIV] == ["stub-counted", "total-announced", "cards-dealt"]
    wrong = PaiGowTable(DIV, {**SHUFFLER, "table.dealing": "hand"}).ready().bet_all().to("count-stub")
    wrong.take(cards=5)
    wrong.finish()
    assert wrong.kinds("dice-shaken", "round-voided", skip=1) == ["round-voided"]


@differs(md="5.K(2)", div="(k)(3)#1")
def test_d18_number_from_a_generator():
    """Shown in both; the Division's dealer calls it out, which the clause of the event says."""
    drawn = {}
    for book in (MD, DIV):
        table = PaiGowTable(book, {"table.starting-position": "random-number"}).play()
        drawn[book] = table.clauses("number-drawn")[0], table.last("number-drawn")["number"]
    assert drawn == {MD: ("5.K(2)", 1), DIV: ("(k)(3)#1", 1)}

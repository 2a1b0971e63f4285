"""Maryland and the Division side by side: wagers, dealing, setting and surrender, D-19 to D-36 of the page in docs/decisions/."""

import pytest

from houseway.citation import cite_clauses
from houseway.croupier import FLOOR_ACTOR
from houseway.house_way import HouseWay
from houseway.money import Cents
from tests.support.clauses import both, differs, div, md, short
from tests.support.submissions import DIV, DIV_PROGRESSIVE, MD, NUMBER
from tests.support.table_driver import METHODS, PaiGowTable, cards, dollars, findings

HAND = {"table.shuffler": True, "table.dealing": "hand"}
GENERATOR = {"table.starting-position": "random-number"}
BANK = {"bank.offered": True}
ACE_HIGH = "As Ks Qd Jc 9h 7d 5c"
"""Seven cards without a pair: the house way lays the king and the queen low."""


def wagers_of(table, position):
    placed = [event for event in table.events if event.kind == "wager-placed" and event["position"] == position]
    return {event["wager"]: short(event.clauses) for event in placed}


# Wagers


@differs(md="7.A", div="(g)(1)#1 (g)(4)#1 (p)(2)(ii)#1")
def test_d19_what_may_be_staked():
    """Maryland refuses a coupon; the Division takes it, uses it up, and never makes cash of it."""
    ten = Cents.from_dollars(10)
    md = PaiGowTable(MD).ready()
    assert "7.A" in short(md.refused("wager", 1, position=1, wager="pai-gow", coupon=ten).clauses)
    coupons = {"coupons.match-play": True, "coupons.match-play-number": True, "coupons.progressive": True}
    wagers, hands = {"number": NUMBER, "progressive": DIV_PROGRESSIVE}, {1: "2s 4d 6c 8h 9s Jd Qc", 0: "As Ac Kd Kh 9h 5c 3d"}
    div = PaiGowTable(DIV, {**GENERATOR, **coupons}, wagers, players=1, hands=hands).ready()
    div.bet(1, 10, coupon=ten)
    div.bet(1, 10, "number", number=7, coupon=ten)
    div.bet(1, 0, "progressive", coupon=Cents.from_dollars(1))
    assert "(p)(2)(ii)#1" in wagers_of(div, 1)["number:7"]
    div.finish()
    used = [event["amount"] for event in div.events if event.facts.get("reason") == "coupon-used"]
    assert sorted(used) == [Cents.from_dollars(1), ten, ten]
    assert div.balance("coupons") == Cents(0)
    assert div.chips(1) == Cents.from_dollars(4980)


@differs(md="7.E 7.E(1) 7.E(2) 7.E(3) 7.E(4)", div="(q)(1)#1 (r)(2)#1 (p)(1) (p)(2)(i)#1")
def test_d20_side_wagers():
    """Fortune, Emperor's Treasure, Insurance and Progressive; or Bonus, Progressive and a number."""
    md = PaiGowTable(MD, (), ["fortune-bonus", "emperors-treasure", "insurance", "progressive"], players=1).ready()
    md.bet(1, 10)
    for wager, amount in (("fortune-bonus", 5), ("emperors-treasure", 5), ("insurance", 5), ("progressive", 1)):
        md.bet(1, amount, wager)
    assert {"7.E(1)", "7.E(2)", "7.E(3)", "7.E(4)"} <= {clause for found in wagers_of(md, 1).values() for clause in found}
    div = PaiGowTable(DIV, GENERATOR, ["bonus", "progressive", "number"], players=1).ready()
    div.bet(1, 10)
    for wager, amount, facts in (("bonus", 5, {}), ("progressive", 1, {}), ("number", 2, {"number": 3})):
        div.bet(1, amount, wager, **facts)
    assert div.refused("wager", 1, position=1, wager="insurance", amount=Cents.from_dollars(5)).code == "round.not-offered"
    assert findings(DIV, (), ["number"]) == [("number-needs-generator", "(p)(1)")]
    assert findings(MD, (), {"number": NUMBER}) == [("wager.unknown", "7.E")]


@differs(md="7.E", div="(p)(2)(i)#2 (p)(2)(iii)#1 (p)(2)(iii)#2 (p)(2)(iv) (p)(2)(v) (p)(2)(vi)#2 (p)(3)")
def test_d21_wager_on_the_starting_number():
    """The Division's is settled before any card reaches a player, and stands though the round is void; Maryland has none."""
    table = PaiGowTable(DIV, GENERATOR, ["number"], players=1)
    table.number = 3
    table.ready().bet(1, 10)
    table.bet(1, 5, "number", number=3)
    table.bet(1, 5, "number", number=4)
    before = table.chips(1)
    table.to("deal")
    results = {result[1]: (result[2], result[3]) for result in table.last("numbers-settled")["results"]}
    assert results == {"number:3": ("win", Cents.from_dollars(27)), "number:4": ("lose", Cents(0))}
    table.take(first=1)
    assert table.run.table.round.void == "wrong-first-position"
    table.finish()
    assert table.chips(1) == before + Cents.from_dollars(5 + 27 + 10)
    assert findings(MD, GENERATOR, {"number": NUMBER}) == [("wager.unknown", "7.E")]


@differs(md="7.E(1)", div="(r)(2)#2")
def test_d22_smallest_bonus_wager():
    """Fifty cents can be filed and bet in Maryland; the Division's bonus wager is a dollar at least."""
    half = {"minimum": "$0.50", "maximum": "$10"}
    assert findings(DIV, (), {"bonus": half}) == [("wager.minimum", "(r)(2)#2")]
    division = PaiGowTable(DIV, (), {"bonus": {**half, "minimum": "$1"}}, players=1).ready()
    division.bet(1, 10)
    assert division.refused("wager", 1, position=1, wager="bonus", amount=Cents(99)).code == "round.stake"
    division.bet(1, 1, "bonus")
    table = PaiGowTable(MD, (), {"fortune-bonus": {**half, "paytable": "A"}}, players=1).ready()
    table.bet(1, 10)
    placed = table.do("wager", 1, position=1, wager="fortune-bonus", amount=Cents(50))
    assert "7.E(1)" in short(placed[0].clauses)


@differs(md="7.E(4) 13.E(6)", div="(q)(1)#2")
def test_d23_progressive_stake():
    """Two dollars can be filed in Maryland; the Division knows one and five."""
    table = PaiGowTable(MD, (), {"progressive": {"paytable": "A", "stake": "$2"}}, players=1).ready()
    table.bet(1, 10)
    table.bet(1, 2, "progressive")
    table.to("deal")
    assert findings(DIV, (), {"progressive": {"paytable": "1", "stake": "$2"}}) == [("stake.value", "(q)(1)#2")]


@differs(md="2.D(1) 8.C(3)", div="(g)(4)#1 (g)(4)#2 (q)(2)#2")
def test_d24_placing_a_progressive_wager():
    """A chip is no wager before the system took it: whose light that is differs in the clause, a mismatch waits in both books."""
    lit, counted = {}, {}
    for book in (MD, DIV):
        table = PaiGowTable(book, (), ["progressive"], players=2).ready().bet_all()
        table.bet(1, 1, "progressive")
        lit[book] = table.clauses("light-switched")
        table.bet(2, 1, "progressive", lit=False)
        table.to("count-chips").take()
        counted[book] = table.clauses("chips-counted")
        assert (table.due.act, table.due.role) == ("rule-count", "floor")
        table.take(standing=(1,))
        assert table.run.table.round.stake_on(2, "progressive") is None
    assert lit == {MD: ["2.D", "2.D(1)"], DIV: ["(g)(4)#1", "(g)(4)#2"]}
    assert counted == {MD: ["8.C(3)"], DIV: ["(q)(2)#2"]}


@differs(md="8.C(1)", div="(r)(3)#2 (r)(4)(iii)(A)")
def test_d25_token_for_envy():
    """Put down with "no more bets" in both; the Division's marker is taken up when envy is paid."""
    quads = {2: "Qs Qh Qd Qc 9h 7d 5c"}
    md = PaiGowTable(MD, (), ["fortune-bonus"], players=2, hands=quads).ready().bet_all()
    div = PaiGowTable(DIV, (), ["bonus"], players=2, hands=quads).ready().bet_all()
    for table, wager, clause in ((md, "fortune-bonus", "8.C(1)"), (div, "bonus", "(r)(3)#2")):
        table.bet(1, 5, wager)
        table.finish()
        assert table.last("betting-closed")["lammers"] == ((1, wager),)
        assert clause in table.clauses("betting-closed")
    assert "marker" not in md.last("envy-settled").facts
    assert div.last("envy-settled")["marker"] == "collected"


@differs(md="7.C(2)", div="(g)(2)#2")
def test_d26_leaving_in_mid_round():
    """Maryland's floor may rule the wagers abandoned; the Division's are set the house way and settled."""
    md, div = (PaiGowTable(book, players=2).ready().bet_all().to("players") for book in (MD, DIV))
    for table in (md, div):
        table.do("leave", 1)
    md.do("abandon", FLOOR_ACTOR, position=1)
    assert md.clauses("hand-voided") == ["7.C(2)"]
    assert md.last("wager-settled", position=1)["result"] == "lose"
    assert short(div.refused("abandon", FLOOR_ACTOR, position=1).clauses) == ["(g)(2)#2"]
    assert (div.due.act, short(div.due.clauses)) == ("set-absent", ["(g)(2)#2"])
    div.finish()
    assert div.last("wager-settled", position=1)["result"] in ("win", "lose", "tie")


# Dealing


@differs(md="9.C", div="(i)(3) (i)(6)#1")
def test_d27_from_the_hand():
    """The same deck, and other hands: card by card, or seven stacks across and back."""
    md, div = (PaiGowTable(book, HAND).play() for book in (MD, DIV))
    deck = md.last("cards-shuffled")["cards"]
    assert deck == div.last("cards-shuffled")["cards"]
    first, second = (table.last("cards-dealt")["hands"][0] for table in (md, div))
    assert first == deck[0:49:7]
    assert second == (deck[0], deck[13], deck[14], deck[27], deck[28], deck[41], deck[42])


@differs(md="9.C", div="(n)(12)")
def test_d28_stacks_in_another_pattern():
    """The Division reshuffles, and gives the wagers back; Maryland makes no stacks."""
    div = PaiGowTable(DIV, HAND, players=1).ready().bet_all().to("deal-stacks")
    div.take(pattern="wrong")
    assert div.clauses("round-voided") == ["(n)(12)"]
    assert div.chips(1) == Cents.from_dollars(5000)
    md = PaiGowTable(MD, HAND, players=1).ready().bet_all().to("deal")
    assert "9.C" in short(md.refused("deal-stacks", pattern="wrong").clauses)


@differs(md="14.J", div="(n)(4)#1 (n)(4)#2 (n)(5) (n)(11)")
def test_d29_card_shown_while_dealing_from_the_hand():
    """Any exposure ends Maryland's round; the Division's stacks are nobody's while they are made, and somebody's on delivery."""

    def shown(book, act, position):
        table = PaiGowTable(book, HAND, players=2).ready().bet_all().to(act)
        table.take(exposed={position: 1})
        return table

    assert shown(MD, "deal", 1).clauses("round-voided") == ["14.J"]
    assert shown(DIV, "deal-stacks", 1).clauses("round-voided") == ["(n)(11)"]
    table = shown(DIV, "deal", 1)
    assert table.clauses("card-exposed") == ["(n)(4)#1", "(n)(4)#2"]
    assert [option.act for option in table.legal(1, "void-exposed")] == ["void-exposed"]
    assert shown(DIV, "deal", 0).clauses("round-voided") == ["(n)(5)"]


@differs(md="8.D(3)", div="(h)(3)#1")
def test_d30_hands_at_the_manual_shoe():
    """Nearer hand and other, or left and right: in the clause of the step."""
    deal = {book: short(PaiGowTable(book, players=1).ready().bet_all().to("deal").due.clauses) for book in (MD, DIV)}
    assert "8.D(3)" in deal[MD]
    assert "(h)(3)#1" in deal[DIV]


@differs(md="8.E(1)", div="(h)(4) (i)(4) (j)(5)")
def test_d31_stub_of_a_manual_shoe():
    """Maryland spreads it to count it; the Division only where the cards come from the hand or an automated shoe."""
    words = {
        (book, dealing): PaiGowTable(book, {**HAND, "table.dealing": dealing}, players=1).ready().bet_all().to("count-stub").due
        for book in (MD, DIV)
        for dealing in ("manual-shoe", "hand", "automated-shoe")
    }
    spread = {key for key, step in words.items() if "spread" in step.words}
    assert set(words) - spread == {(DIV, "manual-shoe")}


# Setting and surrender


@differs(md="11.A(3)", div="(l)(2)#2")
def test_d32_help_in_setting():
    """Who asks must be told in Maryland; the Division's dealer may say no."""
    md, div = (PaiGowTable(book, players=1, hands={1: ACE_HIGH}).ready().bet_all().to("players") for book in (MD, DIV))
    for table in (md, div):
        table.do("ask-house-way", 1, position=1)
    assert (md.due.act, short(md.due.clauses)) == ("tell-house-way", ["11.A(3)"])
    assert short(md.refused("decline-help", position=1).clauses) == ["11.A(3)"]
    md.take()
    assert md.last("house-way-told")["low"] == cards("Ks Qd")
    div.do("decline-help", position=1)
    assert div.clauses("help-declined") == ["(l)(2)#2"]


@differs(md="11.D", div="(l)(4) (l)(4)(i)")
def test_d33_who_may_surrender():
    """A wager on the bonus bars it in Maryland and not in the Division, where only the progressive does."""
    md = PaiGowTable(MD, (), ["fortune-bonus"], players=1).ready().bet_all()
    md.bet(1, 1, "fortune-bonus")
    md.to("expose")
    assert "11.D" in short(md.refused("surrender", 1, position=1).clauses)
    div = PaiGowTable(DIV, (), ["bonus", "progressive"], players=2).ready().bet_all()
    div.bet(1, 1, "bonus")
    div.bet(2, 1, "progressive")
    div.to("expose")
    assert short(div.refused("surrender", 2, position=2).clauses) == ["(l)(4)"]
    div.do("surrender", 1, position=1)
    div.finish()
    assert div.last("wager-settled", position=1, wager="bonus")["result"] in ("win", "lose")


@differs(md="11.D 11.D(1)", div="(l)(4)")
def test_d34_when_a_player_may_surrender():
    """While others still set: too early in Maryland, time enough in the Division."""
    md, div = (PaiGowTable(book, players=2).ready().bet_all().to("players") for book in (MD, DIV))
    assert md.legal(1, "surrender") == []
    assert short(md.refused("surrender", 1, position=1).clauses) == ["11.D", "11.D(1)"]
    div.do("surrender", 1, position=1)
    assert "(l)(4)" in div.clauses("wager-surrendered")
    md.to("expose").do("surrender", 1, position=1)
    assert md.last("wager-surrendered")["position"] == 1


@differs(md="11.D(2) 11.D(3) 11.D(4)", div="(l)(4)(ii) (r)(4)(i)(A) (r)(4)(i)(B)")
def test_d35_surrendered_cards():
    """They stay up for a Qualifying Wager in Maryland, by the rule on bonus wagers in the Division; else they are racked."""
    law = {}
    for book, wager in ((MD, "fortune-bonus"), (DIV, "bonus")):
        for stake in (0, 5):
            table = PaiGowTable(book, (), [wager], players=2).ready().bet_all()
            if stake:
                table.bet(2, stake, wager)
            table.to("expose").do("surrender", 1, position=1)
            law[book, stake] = table.last("wager-surrendered")["racked"], table.clauses("wager-surrendered")[1:]
            counted = [short(event.clauses) for event in table.finish().since(skip=1) if event.kind == "surrendered-collected"]
            assert counted == ([] if stake else [{MD: ["11.D(2)", "11.D(4)"], DIV: ["(l)(4)(ii)"]}[book]])
    assert law[MD, 0] == (True, ["11.D(1)", "11.D(2)"])
    assert law[MD, 5] == (False, ["11.D(1)", "11.D(2)", "11.D(3)"])
    assert law[DIV, 0] == (True, ["(l)(4)(i)"])
    assert law[DIV, 5] == (False, ["(l)(4)(i)", "(r)(4)(i)(A)", "(r)(4)(i)(B)"])


@differs(md="14.I 12.I(2)", div="(n)(10)#1 (n)(10)#2")
def test_d36_a_banks_own_way_of_setting():
    """Legal but not the house's: changed in Maryland, left alone in the Division, which resets only what is illegal."""

    def banked(book, low):
        table = PaiGowTable(book, BANK, players=2).play()
        table.bank, table.hands, table.lows = 1, {1: cards(ACE_HIGH)}, {1: low}
        table.play()
        return table, "hand-reset" in table.kinds(skip=1)

    table, reset = banked(MD, "7d 5c")
    assert reset
    assert table.clauses("hand-reset") == ["14.I", "12.I(2)"]
    assert table.last("hand-reset")["low"] == HouseWay.load("foxwoods").set(cards(ACE_HIGH)).low
    assert not banked(DIV, "7d 5c")[1]
    table, reset = banked(DIV, "As Ks")
    assert reset
    assert table.clauses("hand-reset") == ["(n)(10)#1", "(n)(10)#2"]


UNWAGERED = {
    MD: {"manual-shoe": "8.G", "hand": "9.F", "automated-shoe": "10.F(1)"},
    DIV: {"manual-shoe": "(h)(4)(i)#2", "hand": "(i)(7)", "automated-shoe": "(j)(6)"},
}


@both
@pytest.mark.parametrize("dealing", METHODS)
def test_the_cards_of_every_place_without_a_bet_are_racked(book, dealing, claim):
    """Bob and Cid sit there and do not bet, and nobody sits at the other three."""
    table = PaiGowTable(book, METHODS[dealing], players=3).ready()
    table.bet(1, 10)
    table.to("collect-unwagered").take()
    assert table.last("unwagered-collected")["positions"] == (2, 3, 4, 5, 6)
    unseen = [entry.owner for entry in table.run.table.equipment.rack if entry.why == "no wager" and entry.count == 7]
    assert unseen == [f"position {place}" for place in range(2, 7)]
    claim(*cite_clauses(book, UNWAGERED[book][dealing]))


AFTER_THE_CALL = {
    MD: {"manual-shoe": "8.C", "hand": "9.A(3)", "automated-shoe": "10.A(2)"},
    DIV: {"manual-shoe": "(h)(1)#2", "hand": "(i)(2)(ii)#1", "automated-shoe": "(j)(2)(ii)"},
}


@both
@pytest.mark.parametrize("dealing", METHODS)
def test_after_the_call_no_bet_is_made_or_taken_back_whatever_the_cards_are_dealt_from(book, dealing, claim):
    table = PaiGowTable(book, METHODS[dealing], players=2).ready()
    table.bet(1, 10)
    table.to("close-betting").take()
    while not table.state.dealt:
        for act, position, facts in (
            ("wager", 1, {"amount": dollars(5)}),
            ("wager", 2, {"amount": dollars(10)}),
            ("take-back", 1, {}),
        ):
            refused = table.refused(act, position, position=position, wager="pai-gow", **facts)
            assert refused.code == "round.closed"
        table.take()
    claim(*cite_clauses(book, AFTER_THE_CALL[book][dealing]))


@md("7.C(2)")
def test_nothing_is_ruled_abandoned_once_the_hands_are_exposed():
    hands = {0: "2c 2d 4c 5d 7h 8s 9c", 1: "As Ad Kc Kd 9h 5s 3c"}
    table = PaiGowTable(MD, players=1, hands=hands).ready().bet_all()
    table.to("expose", 1).do("leave", 1)
    assert table.legal(FLOOR_ACTOR, "abandon")
    table.take()
    assert table.legal(FLOOR_ACTOR, "abandon") == []
    assert table.refused("abandon", FLOOR_ACTOR, position=1).code == "round.not-abandoned"
    table.finish()
    assert table.paid(1)["pai-gow"][0] == "win"


@div("(l)(8)#2")
def test_a_winner_who_has_left_is_paid_like_the_others_when_all_hands_are_open():
    """Ann and Bob win, Cid loses; Ann left during the round."""
    hands = {0: "2c 2d 4c 5d 7h 8s 9c", 1: "As Ad Kc Kd 9h 5s 3c", 2: "Ah Ac Qc Qd 9d 6s 4d", 3: "3h 4h 5h 7d 8d Th Jc"}
    for gone in (1, 2, 3):
        table = PaiGowTable(DIV, players=3, hands=hands).ready().bet_all()
        table.to("players").do("leave", gone)
        table.finish()
        found = [
            (event.kind, event["position"]) for event in table.since(skip=1) if event.kind in ("hand-exposed", "wager-settled")
        ]
        assert found == [
            ("hand-exposed", 1),
            ("hand-exposed", 2),
            ("hand-exposed", 3),
            ("wager-settled", 3),
            ("wager-settled", 1),
            ("wager-settled", 2),
        ]

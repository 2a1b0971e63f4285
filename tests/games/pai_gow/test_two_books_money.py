"""Maryland and the Division side by side: settlement, the bank, and what goes wrong, D-37 to D-62 of decision 7."""

from houseway.croupier import FLOOR_ACTOR
from houseway.games.pai_gow.base_wager.outcome import high_order
from houseway.money import Cents
from tests.support.clauses import differs, short
from tests.support.submissions import BONUS, DIV, FORTUNE, MD
from tests.support.table_driver import PaiGowTable, cards, findings

WINS, TIES, LOSES = "As Ac Kd Kh 9s 5c 3d", "Tc Td 7s 6h 5h 3c 2h", "2d 3h 4h 5d 7c 8s 9c"
DEALER_HAND = "2s 3s 4c 6d 8h 9h Jc"
"""Jack high, nine and eight low."""
QUADS, OTHER_QUADS = "Qs Qh Qd Qc Th 7d 5c", "Ks Kh Kd Kc Jh 4s 3c"
BANK = {"bank.offered": True}
BONUS_OF = {MD: "fortune-bonus", DIV: "bonus"}
dollars = Cents.from_dollars


def dealt(book, wagers=(), players=1, options=(), readings=(), bets=(), **hands):
    """A round with these hands, and a dealer who has next to nothing, ready to be finished."""
    chosen = {0: DEALER_HAND, **{int(place[1:]): hand for place, hand in hands.items()}}
    table = PaiGowTable(book, options, wagers, readings, players=players, hands=chosen).ready().bet_all()
    for position, wager, amount in bets:
        table.bet(position, amount, wager)
    return table


def settled(table, *kinds):
    """What was exposed and settled in the round before, in order."""
    return [
        (event.kind, event["position"], event.facts.get("wager", "")) for event in table.since(skip=1) if event.kind in kinds
    ]


def meter(table):
    return next(iter(table.run.meters.values())).value


# Settlement


@differs(md="11.E 11.F(4)", div="(l)(5)#1 (l)(8)#1 (l)(8)#2")
def test_d37_when_winners_are_paid():
    """At once, hand by hand; or in a second pass when all hands lie open."""
    order = {}
    for book in (MD, DIV):
        table = dealt(book, players=2, p1=WINS, p2=LOSES).finish()
        order[book] = [(kind, place) for kind, place, _ in settled(table, "hand-exposed", "wager-settled")]
    first, paid, second, lost = ("hand-exposed", 1), ("wager-settled", 1), ("hand-exposed", 2), ("wager-settled", 2)
    assert order == {MD: [first, paid, second, lost], DIV: [first, second, lost, paid]}


@differs(md="11.E(2)", div="(l)(5)#3")
def test_d38_progressive_at_exposure():
    """The Division calls the progressive's result with the base wager's; Maryland does not look at it yet."""
    called = {}
    for book in (MD, DIV):
        table = dealt(book, ["progressive"], p1=WINS, bets=[(1, "progressive", 1)]).finish()
        called[book] = [wager for _, _, wager in settled(table, "result-announced")]
    assert called == {MD: ["pai-gow"], DIV: ["pai-gow", "progressive"]}


@differs(
    md="11.H(3)(a)(ii) 11.H(4)(b) 11.H(5)(a) 11.H(6)(a)",
    div="(l)(8)#4 (l)(9)#5 (r)(4)(ii)#1 (r)(4)(ii)(B)",
)
def test_d39_order_of_one_players_wagers():
    """Progressive last in Maryland, second in the Division."""
    trips = "Ks Kh Kd As 7c 4d 2h"
    md = dealt(
        MD,
        ["fortune-bonus", "emperors-treasure", "insurance", "progressive"],
        p1=trips,
        bets=[(1, "progressive", 1), (1, "insurance", 5), (1, "emperors-treasure", 1), (1, "fortune-bonus", 1)],
    ).finish()
    div = dealt(DIV, ["bonus", "progressive"], p1=trips, bets=[(1, "bonus", 1), (1, "progressive", 1)]).finish()
    order = {table.book: [wager for _, _, wager in settled(table, "wager-settled")] for table in (md, div)}
    assert order[MD] == ["pai-gow", "fortune-bonus", "emperors-treasure", "insurance", "progressive"]
    assert order[DIV] == ["pai-gow", "progressive", "bonus"]


@differs(md="11.G 11.J", div="(l)(6)#2 (l)(7)#2 (l)(9)#7 (l)(10)")
def test_d40_when_cards_are_collected():
    """Seat by seat in Maryland; in the Division losers and ties as they are exposed, winners when they are paid."""
    order, law = {}, {}
    for book in (MD, DIV):
        table = dealt(book, players=3, p1=WINS, p2=LOSES, p3=TIES).finish()
        order[book] = [place for _, place, _ in settled(table, "cards-collected")]
        law[book] = [table.clauses("cards-collected", position=place)[0] for place in (1, 2, 3)]
    assert order == {MD: [1, 2, 3, 0], DIV: [2, 3, 1, 0]}
    assert law == {MD: ["11.G"] * 3, DIV: ["(l)(9)#7", "(l)(6)#2", "(l)(7)#2"]}


@differs(md="11.H(3)(a)(i) 11.H(3)(a)(ii)", div="(r)(4)(ii)(A) (r)(4)(ii)(C) (r)(4)(iii)(B)")
def test_d41_premium_hand_with_a_bonus_wager():
    """Four of a kind is paid in its turn in Maryland; in the Division after everybody's, marker on the table or not."""
    order = {}
    for book, wager in BONUS_OF.items():
        table = dealt(book, [wager], players=2, p1=QUADS, p2=LOSES, bets=[(1, wager, 1), (2, wager, 1)]).finish()
        order[book] = [place for _, place, name in settled(table, "wager-settled") if name == wager]
        assert table.last("wager-settled", position=1, wager=wager)["amount"] == dollars(25)
    assert order == {MD: [1, 2], DIV: [2, 1]}
    assert "(r)(4)(iii)(B)" in table.clauses("wager-settled", position=1, wager="bonus")


@differs(md="11.H(3)(b) 11.H(3)(b)(i) 11.H(3)(b)(ii) 11.H(4)(e)", div="(r)(4)(iii) (r)(4)(iii)(A) (a)(1)(v)#2 (a)(1)(v)#3")
def test_d42_when_envy_is_paid():
    """After all wagers of its kind in Maryland; in the Division with the own premium hand, seat by seat."""
    order = {}
    for book, wager in BONUS_OF.items():
        table = dealt(book, [wager], players=2, p1=QUADS, p2=OTHER_QUADS, bets=[(1, wager, 5), (2, wager, 5)]).finish()
        found = settled(table, "wager-settled", "envy-settled")
        order[book] = [(kind, place) for kind, place, name in found if name == wager]
    bonus, envy = "wager-settled", "envy-settled"
    assert order[MD] == [(bonus, 1), (bonus, 2), (envy, 1), (envy, 2)]
    assert order[DIV] == [(envy, 1), (bonus, 1), (envy, 2), (bonus, 2)]
    wagers, hands = ["fortune-bonus", "emperors-treasure"], {"p1": LOSES, "p2": QUADS}
    two = dealt(MD, wagers, players=2, bets=[(1, wager, 5) for wager in wagers], **hands).finish()
    assert [name for _, _, name in settled(two, "envy-settled")] == wagers


@differs(md="13.A", div="(l)(9)#1")
def test_d43_odds_of_the_base_wager():
    """Even money in both, as read; the Division's printed figure can be filed, Maryland has no other."""
    won = {
        (book, choice): dealt(book, readings={"DIV-01": choice} if choice else {}, p1=WINS)
        .finish()
        .last("wager-settled", position=1)["amount"]
        for book, choice in ((MD, ""), (DIV, ""), (DIV, "two-to-one"))
    }
    assert list(won.values()) == [dollars(10), dollars(10), dollars(20)]
    assert findings(MD, readings={"DIV-01": "two-to-one"}) == [("reading.unknown", "")]


@differs(md="6.B(7)", div="(c)(2)(vii) (c)(4)")
def test_d44_the_wheel():
    """A-2-3-4-5 beats a ten-high straight; in the Division it does not, where it is filed as the lowest."""
    results = {}
    for book, options in ((MD, {}), (DIV, {}), (DIV, {"ranking.low-ace-lowest": True})):
        table = PaiGowTable(book, options, players=1, hands={1: "Ah 2d 3c 4h 5s Kc Kd", 0: "6s 7d 8c 9h Ts 2c 2h"})
        table.lows = {1: "Kc Kd"}
        order = high_order(table.run.table.rules)
        assert (order.rank(cards("Ah 2d 3c 4h 5s")) > order.rank(cards("6s 7d 8c 9h Ts"))) == (not options)
        results[book, bool(options)] = table.play().last("wager-settled", position=1)["result"]
    assert results == {(MD, False): "win", (DIV, False): "win", (DIV, True): "tie"}
    assert findings(MD, {"ranking.low-ace-lowest": True}) == [("option.unknown", "")]
    assert findings(DIV, {"ranking.low-ace-lowest": "perhaps"})[0][1] == "(c)(4)"


@differs(md="11.H(3)(a)(ii)", div="(r)(4)(iii)(B)")
def test_d45_royal_match():
    """A royal flush with another suited ace and king: 2,000 to 1 in Maryland, 150 to 1 in the Division."""
    paid = {}
    for book, wager in BONUS_OF.items():
        table = dealt(book, [wager], p1="As Ks Qs Js Ts Ah Kh", bets=[(1, wager, 1)]).finish()
        paid[book] = table.last("wager-settled", position=1, wager=wager)["amount"]
    assert paid == {MD: dollars(2000), DIV: dollars(150)}


@differs(md="11.H(1) 11.H(6)(b)(iv)", div="(l)(9)#6 (q)(4)/$1/13")
def test_d46_hand_that_wins_the_progressive():
    """Kings full of aces: the highest hand in Maryland, a flush and a pair in the Division, for that pays more."""
    hand = "Ks Kh Kd As 9s 5s Jk"
    paid = {}
    for book in (MD, DIV):
        table = dealt(book, ["progressive"], p1=hand, bets=[(1, "progressive", 1)]).finish()
        won = table.last("wager-settled", position=1, wager="progressive")
        paid[book] = won["hand"], won["amount"]
    assert paid[MD][1] == dollars(4)
    assert paid[DIV][1] == dollars(6)
    assert ("full house" in paid[MD][0], "flush" in paid[DIV][0]) == (True, True)
    trips = {book: dealt(book, ["progressive"], p1="Ks Kh Kd As 7c 4d 2h", bets=[(1, "progressive", 1)]) for book in (MD, DIV)}
    results = {book: table.finish().last("wager-settled", wager="progressive")["result"] for book, table in trips.items()}
    assert results == {MD: "lose", DIV: "win"}


@differs(
    md="11.H(6)(b)(i) 11.H(6)(b)(ii) 11.H(6)(b)(iii)",
    div="(q)(3)(i) (q)(3)(ii) (q)(3)(iii)",
)
def test_d47_validation():
    """A full house waits for the floorperson in Maryland; the Division validates what comes off the meter."""
    validated = {}
    for book in (MD, DIV):
        for hand in ("Ks Kh Kd 9s 9c 4d 2h", "Ks Qs Js Ts 9s 4d 2h"):
            table = dealt(book, ["progressive"], p1=hand, bets=[(1, "progressive", 1)]).finish()
            validated[book, hand[:5]] = "payout-validated" in table.kinds(skip=1)
            assert "progressive-verified" in table.kinds(skip=1)
    assert validated == {(MD, "Ks Kh"): True, (MD, "Ks Qs"): True, (DIV, "Ks Kh"): False, (DIV, "Ks Qs"): True}


@differs(md="13.E(6) 11.H(6)(b)(iv)", div="(q)(5)#1 (q)(5)#3")
def test_d48_what_comes_off_the_meter():
    """A straight flush leaves Maryland's meter as it is, and takes $25 off the Division's."""
    fell = {}
    for book in (MD, DIV):
        hand = "Ks Qs Js Ts 9s 4d 2h"
        table = dealt(book, ["progressive"], p1=hand, bets=[(1, "progressive", 1)]).to("settle-side")
        before = meter(table)
        fell[book] = before - meter(table.finish())
    assert fell == {MD: 0, DIV: 2500}


@differs(md="11.H(6)(b)(v) 11.H(6)(b)(vi)", div="(l)(11) (q)(5)#3")
def test_d49_where_it_is_paid_from():
    """A share of a meter comes from the house, with papers, in both; what else the Division takes off the meter, from the tray."""
    sources = {}
    for book in (MD, DIV):
        for hand in ("As Ah Ad Ac Jk 4d 2h", "Ks Qs Js Ts 9s 4d 2h"):
            table = dealt(book, ["progressive"], p1=hand, bets=[(1, "progressive", 1)]).finish()
            paid = [event for event in table.since(skip=1) if event.facts.get("reason") in ("meter-award", "payout")]
            sources[book, hand[:5]] = [event["source"] for event in paid if event.facts.get("wager") == "progressive"]
            assert ("documents-completed" in table.kinds(skip=1)) == hand.startswith("As")
    assert sources == {
        (book, hand): [source] for book in (MD, DIV) for hand, source in (("As Ah", "house"), ("Ks Qs", "inventory"))
    }


@differs(md="13.E(7)(b)", div="(q)(5)#1 (q)(6)#2")
def test_d50_rate_and_seeds():
    """Ten percent and $9,000 on one meter: Maryland has a least seed of its own, the Division a least rate as well."""
    meters = [{"wager": "progressive", "name": "meter", "seed": "$100", "reset": "$100", "rate": "10%", "tables": ["PG-1"]}]
    found = {book: {clause for _, clause in findings(book, (), ["progressive"], meters=meters)} for book in (MD, DIV)}
    assert found == {MD: {"13.E(7)(b)"}, DIV: {"(q)(5)#1", "(q)(6)#2"}}


@differs(md="13.G(1)(a)", div="(s)(3)#2 (s)(3)#4")
def test_d51_payout_limit():
    """From $50,000 on one hand, or from $40,000 on all bonus wagers of a player in a round: two areas, $48,000 and $6,000."""
    assert findings(MD, {"payout-limit.amount": "$45,000"}, ["fortune-bonus"], {"PG-22": "exempt"})[0][1] == "13.G(1)(a)"
    assert {code for code, _ in findings(DIV, {"payout-limit.amount": "$45,000"}, ["bonus"])} == {"reading.warning"}
    assert findings(DIV, {"payout-limit.amount": "$39,000"}, ["bonus"])[0][1] == "(s)(3)#2"
    paid = {}
    options = {"table.positions-per-player": 2, "payout-limit.amount": "$50,000"}
    for book, wager in BONUS_OF.items():
        offer = {wager: {**(FORTUNE if book == MD else BONUS), "maximum": "$120"}}
        readings = {"PG-22": "exempt"} if book == MD else {}
        hands = {0: DEALER_HAND, 1: "As Ah Ad Ac Jk 4d 2h", 2: "Ks Qs Js Ts 9s 4h 2d"}
        table = PaiGowTable(book, options, offer, readings, players=0, hands=hands)
        table.sit("Ann", 1, 2)
        table.ready().bet_all()
        for position in (1, 2):
            table.bet(position, 120, wager)
        table.finish()
        paid[book] = [table.last("wager-settled", position=place, wager=wager)["amount"] for place in (1, 2)]
    assert paid == {MD: [dollars(48_000), dollars(6_000)], DIV: [dollars(48_000), dollars(2_000)]}
    assert "(s)(3)#4" in table.clauses("wager-settled", position=2, wager="bonus")


# A player's bank


def banked(book, options=(), players=2, hands=(), co_bank=False, wagers=(), readings=(), stake=10, **chance):
    """A round that position 1 banks, after one against the dealer; the bank is taken, and wagers are wanted."""
    table = PaiGowTable(book, {**BANK, **dict(options)}, wagers, readings, players=players).play(stake)
    table.bank, table.co_bank = 1, co_bank
    table.hands = {place: cards(hand) for place, hand in dict(hands).items()}
    for name, value in chance.items():
        setattr(table, name, value)
    return table.ready()


@differs(md="12.C(1)(a)", div="(m)(3)#5")
def test_d52_first_offer_of_the_bank(claim_observed):
    """Nobody takes the bank: in Maryland it is offered at the far right each round, or, if read so (PG-28), moves on past the
    dealer; in the Division's book the first offer rotates, and the dealer has a round of his own after position 6."""
    offers = {}
    for book, reading in ((MD, "restarts"), (MD, "advances"), (DIV, "")):
        table = PaiGowTable(book, BANK, readings={"PG-28": reading} if reading else {})
        for _ in range(9):
            table.play()
        rounds = []
        for event in table.events:
            if event.kind == "round-started":
                rounds.append(None)
            elif event.kind == "bank-offered" and rounds[-1] is None:
                rounds[-1] = event["position"]
        offers[reading] = rounds[1:9]
    assert offers == {"restarts": [1] * 8, "advances": [1, 2, 3, 4, 5, 6, 1, 2], "": [1, 2, 3, 4, 5, 6, None, 1]}
    claim_observed(f"{MD} 12.C(2)")


@differs(md="12.G(1) 12.G(2) 12.G(4)", div="(m)(7)#1 (m)(7)#3")
def test_d53_the_houses_stake():
    """What the bank last bet against the dealer; Maryland's operator may file another amount."""
    staked = {}
    for book, options in ((MD, {}), (MD, {"bank.house-stake": "$25"}), (DIV, {})):
        table = banked(book, options, stake=15).bet_all().to("close-betting")
        staked[book, bool(options)] = table.last("house-staked")["amount"]
    assert staked == {(MD, False): dollars(15), (MD, True): dollars(25), (DIV, False): dollars(15)}
    assert findings(DIV, {**BANK, "bank.house-stake": "$25"}) == [("option.unknown", "")]


@differs(md="12.G", div="(m)(7)#1")
def test_d54_shuffle_check_and_stake():
    """Maryland shuffles when the bank is confirmed and not before; the Division's stake follows both, in either order."""
    md, div = (PaiGowTable(book, BANK, players=2).play() for book in (MD, DIV))
    pack = md.run.table.equipment.settings.deck.cards
    assert short(md.refused("shuffle", cards=pack).clauses) == ["12.G"]
    assert md.legal(md.croupier.dealer, "shuffle") == []
    div.do("shuffle", cards=pack)
    for table in (md, div):
        table.bank = 1
        table.ready().bet_all().to("stake-against-bank")
    assert md.kinds("bank-confirmed", "cards-shuffled") == ["bank-confirmed", "cards-shuffled"]
    assert div.kinds("bank-confirmed", "cards-shuffled") == ["cards-shuffled", "bank-confirmed"]


@differs(md="12.D(2)", div="(m)(4)(ii)")
def test_d55_cover():
    """For the base wagers of the others, in both as read: side wagers need no cover. Chips and plaques are one account here."""
    refused = {}
    for book, wager in BONUS_OF.items():
        table = banked(book, wagers=[wager], players=2)
        table.do("cash-out", 1, amount=table.chips(1) - dollars(10))
        table.bet(2, 10)
        table.bet(2, 100, wager)
        table.to("confirm-bank").take()
        assert table.run.table.round.bank.is_confirmed
        poor = banked(book, players=2)
        poor.do("cash-out", 1, amount=poor.chips(1) - dollars(10))
        poor.bet(2, 11)
        poor.to("confirm-bank").take()
        refused[book] = poor.clauses("bank-refused")[0]
    assert refused == {MD: "12.D(2)", DIV: "(m)(4)(ii)"}


@differs(md="9.C 12.H", div="(m)(9) (m)(9)(i)#1 (m)(9)(i)#2 (m)(9)(v)#1 (m)(9)(v)#2 (m)(9)(v)#3 (m)(9)(v)#4")
def test_d56_first_stack():
    """The Division's bank picks the stack that goes out first when cards are dealt from the hand; Maryland's picks nothing."""
    hand = {"table.shuffler": True, "table.dealing": "hand"}
    div = banked(DIV, hand, stack=5).bet_all().to("choose-stack")
    assert (div.due.role, div.legal(1, "choose-stack")[0].bounds["stack"]) == ("bank", {"choices": (1, 2, 3, 4, 5, 6, 7)})
    stacks = div.run.table.round.stacks
    div.to("deal").take()
    start = div.run.table.round.start
    order = [(start - turn) % 7 for turn in range(7)]
    assert [div.run.table.round.hands[place] for place in order] == [*stacks[4:], *stacks[:4]]
    md = banked(MD, hand).bet_all()
    assert md.refused("choose-stack", 1, stack=5).code == "round.not-next"
    md.finish()
    assert "12.H" in md.clauses("cards-dealt")


@differs(md="12.G(3) 12.I", div="(m)(7)#2 (h)(4)(i)#2 (m)(11)#1")
def test_d57_the_dealers_own_cards_without_a_stake():
    """Racked unseen in both: when the players have set, or with the cards where nobody bet. What the Division has not collected
    by then, which is a stack dealt from the hand, is set after the players' hands."""
    law = {}
    for book in (MD, DIV):
        table = banked(book)
        table.do("direct-house-stake", 1, amount=Cents(0))
        table.bet_all().finish()
        assert table.last("dealer-done")["racked"]
        law[book] = table.clauses("dealer-done")
    assert law == {MD: ["12.I"], DIV: ["(h)(4)(i)#2"]}
    by_hand = banked(DIV, {"table.shuffler": True, "table.dealing": "hand"}, stack=1)
    by_hand.do("direct-house-stake", 1, amount=Cents(0))
    by_hand.bet_all().finish()
    assert not by_hand.last("dealer-done")["racked"]
    assert by_hand.clauses("dealer-done") == ["(m)(11)#1"]


@differs(md="12.J(3) 12.J(4)", div="(m)(12)#4")
def test_d58_paying_through_the_centre():
    """Two passes in both; one pass, in which a winner before a loser is paid by the bank, can be filed in Maryland only."""
    hands = {1: "6s 6h Js Tc 8d 7d 4s", 2: WINS, 3: LOSES, 0: DEALER_HAND}
    collected = {}
    for book, readings in ((MD, {}), (MD, {"PG-26": "one-pass"}), (DIV, {})):
        table = banked(book, players=3, hands=hands, readings=readings)
        table.do("direct-house-stake", 1, amount=Cents(0))
        table.bet_all().finish()
        reasons = [event.facts.get("reason") for event in table.since(skip=1)]
        collected[book, bool(readings)] = reasons.count("bank-collected")
    assert collected == {(MD, False): 0, (MD, True): 1, (DIV, False): 0}
    assert findings(DIV, readings={"PG-26": "one-pass"}) == [("reading.unknown", "")]


@differs(md="12.L(3)(c) 12.L(3)(d) 12.L(3)(e)", div="(m)(13)#8 (m)(13)#9 (m)(13)#10")
def test_d59_vigorish_of_a_co_bank():
    """Five percent of the bank's half: an account of its own, whose chips lie in the inventory, in both; the clause differs."""
    law = {}
    for book in (MD, DIV):
        table = banked(book, {"bank.co-banking": True}, co_bank=True, hands={1: WINS, 2: LOSES}, stake=100).bet_all(100)
        table.finish()
        taken = table.last("money-moved", reason="vigorish")
        assert (taken["amount"], taken["target"]) == (Cents(250), "vigorish")
        law[book] = short(taken.clauses)[0]
    assert law == {MD: "12.L(3)(d)", DIV: "(m)(13)#9"}


@differs(md="12.N", div="(m)(16) (a)(1)(ii)#2")
def test_d60_side_wagers_in_bank_rounds():
    """All of them in both; the Division's operator may file that only the progressive goes on."""
    for book, wager in BONUS_OF.items():
        table = banked(book, wagers=[wager]).bet_all()
        table.bet(2, 1, wager)
        table.finish()
    only = banked(DIV, wagers=["bonus", "progressive"], readings={"DIV-36": "progressive-only"}).bet_all()
    assert short(only.refused("wager", 2, position=2, wager="bonus", amount=dollars(1)).clauses) == ["(m)(16)"]
    only.bet(2, 1, "progressive")
    assert findings(MD, readings={"DIV-36": "progressive-only"}) == [("reading.unknown", "")]


# When something goes wrong


@differs(md="14.B", div="(n)(3)")
def test_d61_wagers_of_a_void_round():
    """Returned in Maryland's words, and in the Division as read; where that is filed they are forfeit there."""
    left = {}
    for book, readings in ((MD, {}), (DIV, {}), (DIV, {"DIV-10": "forfeit"})):
        table = dealt(book, readings=readings).to("deal")
        table.take(first=3)
        left[book, bool(readings)] = table.chips(1)
    assert left == {(MD, False): dollars(5000), (DIV, False): dollars(5000), (DIV, True): dollars(4990)}
    assert findings(MD, readings={"DIV-10": "forfeit"}) == [("reading.unknown", "")]


@differs(md="14.N(1) 14.N(2)", div="(n)(15)")
def test_d62_another_way_of_shuffling_or_dealing():
    """A broken shuffler is covered or signed in Maryland; the Division's leaves the table, broken or not."""
    by_hand = {"shuffling": "manual"}
    md, div = (PaiGowTable(book, {"table.shuffler": True}).ready() for book in (MD, DIV))
    assert short(md.refused("remove-device", device="shuffler").clauses) == ["14.N(1)", "14.N(2)"]
    for act in ("cover-device", "sign-device"):
        assert md.refused(act, device="shuffler").code == "device.not-broken"
        assert short(div.refused(act, device="shuffler").clauses) == ["(n)(15)"]
    assert div.refused("switch-method", FLOOR_ACTOR, **by_hand).code == "device.in-the-way"
    div.do("remove-device", device="shuffler")
    div.do("switch-method", FLOOR_ACTOR, **by_hand)
    md.do("report-device", device="shuffler")
    md.do("sign-device", device="shuffler")
    md.do("switch-method", FLOOR_ACTOR, **by_hand)
    assert {table.run.table.equipment.shuffling.value for table in (md, div)} == {"manual"}

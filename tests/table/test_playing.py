"""Players at a table, under both books: seats, wagers, setting, surrender, and the cards that stay for optional wagers."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.regulation import load_book
from tests.support.clauses import bear, both, short
from tests.support.submissions import DIV, DIV_PROGRESSIVE, MD, NUMBER
from tests.support.table_driver import PaiGowTable, cards

TWO_AREAS = {"table.positions-per-player": 2}
NUMBERS = {"table.starting-position": "random-number"}
WINS, LOSES, DEALER_HAND = "As Ac Kd Kh 9s 5c 3d", "2d 3h 4h 5d 7c 8s 9c", "2s 3s 4c 6d 8h 9h Jc"
QUADS = "Qs Qh Qd Qc Th 7d 5s"
BONUS_OF = {MD: "fortune-bonus", DIV: "bonus"}
dollars = Cents.from_dollars
visitor = Actor(Role.PLAYER, "Zoe")


# Seats and wagers


@both
def test_a_seat_is_one_players(book, claim):
    bear(claim, book, md="2.A 7.F", div="(g)(2)#1 (o)(1)")
    table = PaiGowTable(book, players=1)
    assert table.refused("sit", visitor, position=1).code == "seat.taken"
    refused = table.refused("sit", visitor, position=7)
    assert (refused.code, refused.message) == ("seat.none", "this table has no position 7")
    assert table.refused("sit", 1, position=2).code == "seat.too-many"
    assert table.legal(1, "sit") == []
    table.sit("Zoe", 6)
    assert table.run.table.seats == {1: "Ann", 6: "Zoe"}


@both
def test_only_a_seated_player_bets_and_at_his_own_place(book, claim):
    bear(claim, book, md="7.C", div="(g)(2)#1")
    table = PaiGowTable(book, players=2).ready()
    for by in (visitor, 1):
        refused = table.refused("wager", by, position=2, wager="pai-gow", amount=dollars(10))
        assert (refused.code, short(refused.clauses)) == ("round.not-seated", ["7.C"] if book == MD else ["(g)(2)#1"])


@both
def test_a_wager_is_chips_on_its_area(book, claim):
    bear(claim, book, md="7.A 7.B 7.D", div="(g)(1)#1 (g)(1)#2")
    table = PaiGowTable(book, players=1).ready()
    assert table.refused("bet-in-words", 1, said="fifty on the next one").code == "wager.spoken"
    for amount in (0, 9, 501):
        assert table.refused("wager", 1, position=1, wager="pai-gow", amount=dollars(amount)).code == "round.stake"
    table.bet(1, 10)
    assert (table.balance("layout:1"), table.chips(1)) == (dollars(10), dollars(4990))


@pytest.mark.parametrize("book", [MD, DIV])
def test_no_wager_of_the_book_is_accepted_in_words(book, claim):
    bear(claim, book, md="7.B", div="(g)(1)#2")
    table = PaiGowTable(book, players=1).ready()
    for wager in load_book(book).wagers:
        refused = table.refused("bet-in-words", 1, said="five on it", wager=wager)
        assert refused.code == "wager.spoken"
        assert refused.clauses


def test_a_spoken_wager_on_a_number(claim):
    bear(claim, DIV, div="(p)(2)(ii)#2")
    table = PaiGowTable(DIV, NUMBERS, {"number": NUMBER}, players=1).ready()
    assert short(table.refused("bet-in-words", 1, said="five on three", wager="number").clauses) == ["(p)(2)(ii)#2"]


@both
def test_no_wager_is_made_raised_or_taken_back_after_no_more_bets(book, claim):
    bear(claim, book, md="7.D(1) 7.D(2)", div="(g)(3)#1 (g)(3)#2")
    table = PaiGowTable(book, players=2).ready()
    table.bet(1, 10)
    table.bet(1, 15)
    table.do("take-back", 1, position=1, wager="pai-gow")
    assert table.balance("layout:1") == Cents(0)
    table.bet(1, 10)
    assert table.to("close-betting").due.words == "announce “no more bets”"
    table.take()
    assert table.last("betting-closed")["said"] == "no more bets"
    for act, seat, facts in (("wager", 1, {"amount": dollars(5)}), ("wager", 2, {"amount": dollars(10)}), ("take-back", 1, {})):
        assert table.refused(act, seat, position=seat, wager="pai-gow", **facts).code == "round.closed"
    assert table.legal(1, "wager") + table.legal(1, "take-back") == []


def test_no_wager_of_any_kind_nor_with_a_coupon_is_placed_after_no_more_bets(claim):
    claim(f"{DIV} (g)(3)#1")
    options = {**NUMBERS, "coupons.match-play": True, "coupons.match-play-number": True, "coupons.progressive": True}
    wagers = {"number": NUMBER, "progressive": DIV_PROGRESSIVE, "bonus": {"minimum": "$1", "maximum": "$100"}}
    table = PaiGowTable(DIV, options, wagers, players=2).ready()
    table.bet(1, 10)
    table.to("close-betting").take()
    for seat, wager, stake in (
        (1, "number", 5),
        (1, "progressive", 1),
        (1, "bonus", 5),
        (1, "pai-gow", 10),
        (2, "pai-gow", 10),
    ):
        number = {"number": 3} if wager == "number" else {}
        chips = {"amount": dollars(0 if wager == "progressive" else stake), "coupon": dollars(stake)}
        for paid in ({"amount": dollars(stake)}, chips):
            refused = table.refused("wager", seat, position=seat, wager=wager, **number, **paid)
            assert (refused.code, short(refused.clauses)) == ("round.closed", ["(g)(3)#2", "(g)(3)#1"])


def test_a_wager_on_a_number_hangs_on_the_players_own_base_wager(claim):
    claim(f"{DIV} (p)(2)(i)#1")
    table = PaiGowTable(DIV, NUMBERS, {"number": NUMBER}, players=2).ready()
    table.bet(2, 10)
    refused = table.refused("wager", 1, position=1, wager="number", number=3, amount=dollars(5))
    assert (refused.code, short(refused.clauses)) == ("round.base-first", ["(p)(2)(i)#1"])
    table.bet(1, 10)
    table.bet(1, 5, "number", number=3)
    table.do("take-back", 1, position=1, wager="pai-gow")
    assert set(table.run.table.round.stakes) == {2}
    assert (table.balance("layout:1"), table.chips(1)) == (dollars(0), dollars(5000))


@both
def test_an_optional_wager_hangs_on_the_base_wager(book, claim):
    bear(claim, book, md="7.E", div="(r)(2)#1")
    bonus = BONUS_OF[book]
    table = PaiGowTable(book, (), [bonus], players=2).ready()
    table.bet(2, 10)
    refused = table.refused("wager", 1, position=1, wager=bonus, amount=dollars(5))
    assert refused.code == "round.base-first", "the base wager of another player is of no use"
    table.bet(1, 10)
    table.bet(1, 5, bonus)
    table.do("take-back", 1, position=1, wager="pai-gow")
    assert set(table.run.table.round.stakes) == {2}


@both
def test_a_player_with_cards_stays(book, claim):
    """Who leaves is recorded, and his hand is set the house way; before the cards he takes his wagers and chips with him."""
    bear(claim, book, md="7.C(1) 7.C(2)", div="(g)(2)#2")
    table = PaiGowTable(book, players=2).ready().bet_all()
    table.do("leave", 2)
    assert table.run.table.seats == {1: "Ann"}
    assert table.balance("player:Bob") == Cents(0)
    table.to("players").do("leave", 1)
    assert table.last("player-left")["positions"] == (1,)
    assert table.due.act == "set-absent"
    table.finish()
    assert table.run.table.seats == {}


# Two areas


def two_areas(book, first, second):
    table = PaiGowTable(book, TWO_AREAS, players=0)
    table.sit("Ann", 3, 4)
    table.ready()
    table.bet(3, first)
    table.bet(4, second)
    return table.to("players")


@both
@pytest.mark.parametrize(("first", "second", "set_first"), [(10, 20, 4), (20, 10, 3), (10, 10, 3)])
def test_of_two_areas_the_larger_wager_is_set_first(book, first, second, set_first, claim):
    """Equal ones counterclockwise; a hand that is laid down is not touched again."""
    larger = first != second
    bear(
        claim,
        book,
        md=f"7.F(1) {'7.F(2)' if larger else '7.F(3)'} 7.F(4) 11.A(5)",
        div=f"(o)(2)#1 {'(o)(2)#2' if larger else '(o)(2)#3'} (o)(2)#4 (l)(2)#4",
    )
    table = two_areas(book, first, second)
    later = 7 - set_first
    hands = table.run.table.round.hands
    low = {place: tuple(table.run.table.house_way.set(hands[place]).low) for place in (3, 4)}
    refused = table.refused("set-hand", 3, position=later, low=low[later])
    assert (refused.code, refused.facts["allowed"]) == ("round.other-hand-first", set_first)
    table.do("set-hand", 3, position=set_first, low=low[set_first])
    assert table.refused("set-hand", 3, position=set_first, low=low[set_first]).code == "round.already-set"
    table.do("set-hand", 3, position=later, low=low[later])
    table.finish()


@both
def test_two_areas_are_side_by_side(book, claim):
    bear(claim, book, md="7.F", div="(o)(1)")
    table = PaiGowTable(book, TWO_AREAS, players=1)
    assert table.refused("sit", 1, position=3).code == "seat.too-many"
    assert [option.bounds["position"]["choices"] for option in table.legal(1, "sit")] == [(2,)]
    table.do("sit", 1, position=2)
    assert table.refused("sit", 1, position=3).code == "seat.too-many"


@both
def test_a_bank_has_one_area(book, claim):
    bear(claim, book, md="12.F", div="(m)(6)")
    table = PaiGowTable(book, {**TWO_AREAS, "bank.offered": True}, players=0)
    table.sit("Ann", 1, 2)
    table.sit("Cid", 3)
    table.play()
    table.bank = 1
    table.ready()
    refused = table.refused("wager", 2, position=2, wager="pai-gow", amount=dollars(10))
    assert refused.code == "round.bank-on-one-area"


# Setting


@both
def test_a_player_sets_what_was_dealt_to_him(book, claim):
    """Once, when the deal is done: seven cards in two hands, nobody else's; a wrong setting is not stopped."""
    bear(
        claim,
        book,
        md="1.B(8) 11.A 11.A(1) 11.A(5) 7.C",
        div="(a)(1)(xiv) (l)(1)#1 (l)(2)#1 (l)(2)#4 (g)(2)#1",
    )
    table = PaiGowTable(book, players=2, hands={1: WINS, 2: LOSES}).ready().bet_all().to("deal")
    assert table.refused("set-hand", 1, position=1, low=cards("Kd Kh")).code == "round.not-your-turn"
    table.to("players")
    assert table.refused("set-hand", 1, position=2, low=cards("8s 9c")).code == "round.not-seated"
    assert table.refused("set-hand", 1, position=1, low=cards("8s 9c")).code == "round.not-these-cards"
    assert table.legal(1, "set-hand")[0].bounds["low"]["from"] == cards(WINS)
    table.do("set-hand", 1, position=1, low=cards("As Ac"))
    assert table.refused("set-hand", 1, position=1, low=cards("Kd Kh")).code == "round.already-set"
    assert table.refused("set-dealer").code == "round.waits"


@both
def test_the_dealer_sets_when_all_have(book, claim):
    """The house way, and again where he did not."""
    bear(claim, book, md="11.C 11.C(1) 11.C(2) 14.I", div="(l)(3)#1 (l)(3)#2 (n)(9)")
    table = PaiGowTable(book, players=1, hands={1: WINS, 0: DEALER_HAND}).ready().bet_all().to("set-dealer")
    wrong = cards("3s 2s")
    assert table.refused("set-dealer", low=wrong).code == "command.fact", "who names hidden cards could guess at them"
    table.take(low=tuple(table.run.table.round.hands[0].index(card) + 1 for card in wrong))
    assert table.last("hand-set", position=0)["low"] == wrong
    assert table.kinds("hand-set", "hand-reset")[-2:] == ["hand-set", "hand-reset"]
    assert table.run.table.round.placed_hands[0].low == cards("9h 8h")


CONDUCT = {
    MD: {
        "2.C(1)(b)(i)": "left the shaker alone",
        "7.B": "took a spoken bet",
        "11.A(2)": "touched a neighbour's cards",
        "11.A(4)": "held cards under the table",
        "9.A(2)(a)": "changed hands with the deck",
    },
    DIV: {
        "(d)(1)(i)": "left the shaker alone",
        "(g)(1)#2": "took a spoken bet",
        "(l)(2)#1": "touched a neighbour's cards",
        "(l)(2)#3": "held cards under the table",
        "(i)(2)(i)(A)": "changed hands with the deck",
    },
}


@both
def test_conduct_is_recorded_with_its_clause(book, claim):
    """By dealer or floorperson, never by a player; nothing at the table changes by it."""
    table = PaiGowTable(book, players=1)
    before = table.run.table
    for clause, what in CONDUCT[book].items():
        table.do("record-conduct", FLOOR_ACTOR, clause=clause, who="Bob", what=what)
        assert table.clauses("conduct-recorded") == [clause]
        claim(f"{book} {clause}")
    assert table.run.table.round is before.round
    assert table.refused("record-conduct", 1, clause="7.B", who="Ann", what="saw it").code == "table.role"


# Exposure and what stays up


@both
def test_hands_are_exposed_from_the_dealers_right(book, claim):
    """High with high, low with low, and the result is called; a loser's wager is taken at once."""
    bear(claim, book, md="11.E 11.E(1) 11.E(2) 11.F(1)", div="(l)(5)#1 (l)(5)#2 (l)(6)#1")
    table = PaiGowTable(book, hands={1: LOSES, 0: DEALER_HAND}, players=[(5, "Eve"), (1, "Ann"), (3, "Cid")])
    table.ready().bet_all().to("expose", 3)
    lost = table.last("wager-settled", position=1)
    assert (lost["result"], table.balance("layout:1")) == ("lose", Cents(0))
    exposed = table.last("hand-exposed", position=1)
    assert {*exposed["high"], *exposed["low"]} == {*cards(LOSES)}
    table.finish()
    assert [event["position"] for event in table.since(skip=1) if event.kind == "hand-exposed"] == [1, 3, 5]
    assert next(event["result"] for event in table.since(skip=1) if event.kind == "result-announced") == "lose"


def test_a_copy_loses_and_a_push_comes_back(claim):
    """The Division's own words: a copy hand is the dealer's exactly, and a push is a tie."""
    bear(claim, DIV, div="(a)(1)(iv) (a)(1)(x) (l)(6)(ii) (l)(7)#1 (l)(7)(i)")
    hands = {0: DEALER_HAND, 1: "2h 3c 4s 6c 8c 9d Js", 2: "Tc Td 7s 6h 5h 3d 2c"}
    table = PaiGowTable(DIV, players=2, hands=hands).ready().bet_all().finish()
    assert [table.last("wager-settled", position=place)["result"] for place in (1, 2)] == ["lose", "tie"]


def test_a_bonus_wager_wins_with_a_qualifying_hand(claim):
    """A straight or better of the seven cards, rearranged by the dealer, however they were set."""
    bear(claim, DIV, div="(a)(1)(xi) (r)(4)(ii)#1 (r)(4)(ii)#2 (r)(4)(ii)(B)")
    table = PaiGowTable(DIV, (), ["bonus"], players=1, hands={0: DEALER_HAND, 1: "5h 6h 7s 8c Jk Kd Ks"}).ready().bet_all()
    table.bet(1, 1, "bonus")
    table.finish()
    assert table.last("wager-settled", wager="bonus")["amount"] == dollars(2)


@both
def test_one_wager_of_five_dollars_has_every_hand_rearranged(book, claim):
    """A premium hand is called out and stays, though its player has no wager on it, until envy is paid."""
    bear(
        claim,
        book,
        md="11.H(2) 11.H(3)(a)(iv) 11.H(3)(c) 1.B(4)",
        div="(r)(4) (r)(4)(i)#1 (r)(4)(i)#2 (r)(4)(ii)#3 (r)(4)(ii)(C) (r)(4)(iii)(C) (a)(1)(ix)",
    )
    bonus = BONUS_OF[book]
    table = PaiGowTable(book, (), [bonus], players=3, hands={1: QUADS, 2: WINS, 0: DEALER_HAND}).ready().bet_all()
    table.bet(2, 5, bonus)
    table.finish()
    assert [event["position"] for event in table.since(skip=1) if event.kind == "hand-rearranged"] == [1, 2, 3]
    assert "four of a kind" in table.last("hand-rearranged", position=1)["acknowledged"]
    order = [
        (event.kind, event["position"]) for event in table.since(skip=1) if event.kind in ("envy-settled", "cards-collected")
    ]
    assert order.index(("cards-collected", 1)) > order.index(("envy-settled", 2))


@pytest.mark.parametrize(
    ("wager", "clauses"),
    [
        ("fortune-bonus", "11.H(3)(a)(iii) 11.H(3)(b) 11.H(3)(b)(i) 11.H(3)(c)"),
        ("emperors-treasure", "11.H(4)(c) 11.H(4)(e) 11.H(4)(e)(i) 11.H(4)(f)"),
    ],
    ids=["fortune", "emperor"],
)
def test_a_winners_envy_hand_stays_for_a_qualifying_wager(wager, clauses, claim):
    bear(claim, MD, md=clauses)
    table = PaiGowTable(MD, (), [wager], players=2, hands={1: QUADS, 2: WINS, 0: DEALER_HAND}).ready().bet_all()
    table.bet(1, 1, wager)
    table.bet(2, 5, wager)
    table.finish()
    assert clauses.split()[0] in table.clauses("hand-rearranged", position=1)
    assert table.last("envy-settled")["hands"][0][0] == 1
    assert table.clauses("cards-collected", position=1) == [clauses.split()[-1], "11.J"]


@pytest.mark.parametrize(("wagers", "clause"), [(["insurance"], "11.H(5)(c)"), (["insurance", "fortune-bonus"], "11.I")])
def test_cards_go_when_all_of_a_players_wagers_are_settled(wagers, clause, claim):
    bear(claim, MD, md=f"{clause} 11.J")
    table = PaiGowTable(MD, (), wagers, players=1, hands={1: WINS, 0: DEALER_HAND}).ready().bet_all()
    for wager in wagers:
        table.bet(1, 5 if wager == "insurance" else 1, wager)
    table.finish()
    kinds = table.kinds("wager-settled", "cards-collected", skip=1)
    assert kinds == ["wager-settled"] * (len(wagers) + 1) + ["cards-collected"] * 2
    assert table.clauses("cards-collected", position=1)[0] == clause


@both
def test_every_hand_can_be_rebuilt_from_the_rack(book, claim):
    bear(claim, book, md="2.E(2) 11.J", div="(l)(10)")
    table = PaiGowTable(book, players=2, hands={1: WINS, 2: LOSES, 0: DEALER_HAND}).ready().bet_all().to("end-round")
    racked = {entry.owner: entry.cards for entry in table.run.table.equipment.rack}
    assert set(racked["position 1"]) == set(cards(WINS))
    assert set(racked["dealer"]) == set(cards(DEALER_HAND))
    assert sum(map(len, racked.values())) == 53


# A bank, from the offer to the first card


@both
def test_offer_marker_and_check_of_a_bank(book, claim):
    """Offered round the table, marked, never twice running, and only to who bet against the dealer."""
    bear(
        claim,
        book,
        md="12.A(1) 12.C 12.C(1)(a) 12.C(1)(b) 12.C(3) 12.C(4) 12.D(1) 1.B(1)",
        div="(m)(3)#1 (m)(3)#2 (m)(3)#3 (m)(3)#6 (m)(3)#7 (m)(4)(i) (a)(1)(i)",
    )
    table = PaiGowTable(book, {"bank.offered": True}, players=2).play()
    table.bank = 2
    table.play()
    assert table.last("bank-accepted")["marker"] == "bank"
    table.sit("Cid", 3)
    table.to("players")
    if book == MD:  # 12.C(1)(a); the Division's first offer has moved on ((m)(3)#5)
        table.do("pass-bank", 1, position=1)
        table.to("players")
    assert table.run.table.round.bank.offered == 2
    assert table.refused("accept-bank", 2, position=2).code == "round.banked-before"
    table.do("pass-bank", 2, position=2)
    table.to("players")
    assert table.refused("accept-bank", 3, position=3).code == "round.did-not-bet"
    table.bank = None
    table.play()
    assert "nobody-banks" in table.kinds(skip=1)


@both
def test_a_co_bank(book, claim):
    """Asked for expressly, marked; no stake of the house, its hand set by the dealer the house way."""
    bear(
        claim,
        book,
        md="12.E(1) 12.E(2) 12.E(3) 12.E(4) 12.E(5) 12.L",
        div="(m)(5)#2 (m)(5)#3 (m)(5)#4 (m)(5)#5 (m)(13)#1",
    )
    table = PaiGowTable(book, {"bank.offered": True, "bank.co-banking": True}, players=2).play()
    table.bank, table.co_bank = 1, True
    table.ready().bet_all().to("set-co-bank")
    assert table.last("co-banking-agreed")["marker"] == "co-bank"
    assert "house-staked" not in table.kinds()
    assert table.refused("set-hand", 1, position=1, low=()).code == "round.not-your-turn"
    table.finish()
    alone = PaiGowTable(book, {"bank.offered": True, "bank.co-banking": True}, players=2).play()
    alone.bank = 1
    assert "co-banking-agreed" not in alone.ready().bet_all().to("close-betting").kinds()


@both
def test_house_and_bank(book, claim):
    """The bank sets with the players; the house's hand that beats it waits face up with its stake."""
    bear(claim, book, md="11.C(3) 12.I(3) 12.J", div="(l)(3)#3 (m)(11)#3 (m)(12)#1")
    table = PaiGowTable(book, {"bank.offered": True}, players=2).play()
    table.bank, table.hands = 1, {1: cards(LOSES), 0: cards(WINS)}
    table.play()
    assert table.last("bank-exposed")["result"] == "win"
    assert {"11.C(3)", "(l)(3)#3"} & set(table.clauses("hand-set", position=1))

"""Maryland's player bank: who may bank, what the house stakes, and the way of every chip through the centre."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.table import redact_event
from tests.support.clauses import md
from tests.support.submissions import MD
from tests.support.table_driver import PaiGowTable, cards, dollars

BANK = {"bank.offered": True}
CO_BANK = {**BANK, "bank.co-banking": True}
ACES = "As Ad Kc Kd 9h 5s 3c"
TWOS, FOURS, SIXES = "2c 2d 4c 5d 7h 8s 9c", "4d 4h 2s 3d 7s 8c Td", "6s 6d Kh Qc 8d 5c 3s"
QUEEN_HIGH = "Qh Jh 9s 8h 6c 4s 3h"


def after_a_round(options=BANK, stakes=(10, 10, 10), **more):
    """Three players have bet against the dealer, who has lost to nobody: the next round may be banked."""
    hands = {0: ACES, 1: TWOS, 2: FOURS, 3: SIXES}
    table = PaiGowTable(MD, options, players=3, hands=hands, **more).ready()
    for place, stake in enumerate(stakes, 1):
        if stake:
            table.bet(place, stake)
    table.finish()
    table.hands = {}
    return table


def deal(table, hands):
    table.hands = {place: cards(hand) for place, hand in hands.items()}
    table.bank = 1
    return table.ready()


def offer_to(table, position):
    while table.state.bank.offered != position:
        offered = table.state.bank.offered
        if offered is None:
            table.take()
        else:
            table.act(offered, "pass-bank")
    return table


def offered(table):
    """Who was offered the bank in the round that has just ended."""
    return [event["position"] for event in table.since(skip=1) if event.kind == "bank-offered"]


@md("12.B(1)", "12.B(2)")
def test_nobody_banks_the_first_round_of_a_game_and_anybody_may_bank_the_second():
    table = PaiGowTable(MD, BANK, players=3)
    table.bank = 2
    assert table.ready().refused("accept-bank", 2, position=2).code == "round.bank-at-start"
    table.bet_all().finish()
    assert offered(table) == []
    table.ready().bet_all().finish()
    assert (offered(table), table.last("bank-accepted")["position"]) == ([1, 2], 2)


@md("12.A", "12.C")
def test_all_players_are_offered_the_bank_also_those_who_may_not_take_it():
    """Ann banked the last round, and Gus has never bet: both are asked after Bob and Cid, and may only pass."""
    table = after_a_round()
    table.bank = 1
    table.ready().bet_all().finish()
    table.sit("Gus", 4)
    table.bank = None
    table.ready().bet_all().finish()
    assert offered(table) == [2, 3, 4, 1]


@md("12.C", "12.C(1)(a)")
@pytest.mark.parametrize(("bank", "asked"), [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (None, [1, 2, 3])])
def test_the_bank_is_offered_counterclockwise_until_a_player_accepts(bank, asked):
    table = after_a_round()
    table.bank = bank
    table.ready().bet_all().finish()
    assert offered(table) == asked


@md("12.C(2)", "12.C(1)(a)")
def test_the_next_offer_begins_to_the_right_of_a_bank_that_was_asked_first():
    """If another one took the bank, or nobody, it begins at the dealer's far right again (PG-28)."""
    table, found = after_a_round(), []
    for table.bank in (None, 2, None, 3, None, 1):
        table.ready().bet_all().finish()
        found.append(offered(table)[0])
    assert found == [1] * 6
    assert table.to("players").state.bank.offered == 2


@md("12.E(2)")
@pytest.mark.parametrize(
    "by", [DEALER_ACTOR, FLOOR_ACTOR, Actor(Role.PLAYER, "Bob"), Actor(Role.BANK, "Bob")], ids=lambda actor: str(actor)
)
def test_only_the_bank_itself_requests_co_banking(by):
    table = after_a_round(CO_BANK)
    offer_to(table, 1).act(1, "accept-bank")
    table.refused("request-co-bank", by, position=1)
    assert not table.state.bank.co_banking
    table.act(1, "request-co-bank")
    assert table.state.bank.co_banking


@md("12.D(2)")
@pytest.mark.parametrize(("more", "kind"), [(0, "bank-confirmed"), (1, "bank-refused")])
def test_the_bank_covers_all_wagers_together_to_the_last_chip(more, kind):
    table = after_a_round(chips=100)
    assert table.chips(1) == dollars(90)
    offer_to(table, 1).act(1, "accept-bank")
    table.bets(2, 40).bets(3, 50 + more).to("confirm-bank").take()
    assert table.kinds("bank-confirmed", "bank-refused") == [kind]


@md("12.D(1)")
def test_only_a_wager_in_the_last_round_against_the_dealer_lets_a_player_bank():
    """Ann has bet in the first round and against a bank in the third, and not in the second, which is the last of the dealer's."""
    table = after_a_round().ready()
    table.bets(2, 10).bets(3, 10).finish()
    table.bank = 2
    table.ready().bet_all().finish()
    assert offer_to(table, 1).refused("accept-bank", 1, position=1).code == "round.did-not-bet"


@md("12.C(3)")
def test_who_has_banked_may_bank_again_after_another_round():
    table = after_a_round()
    table.bank = 1
    table.ready().bet_all().finish()
    assert offer_to(table, 1).refused("accept-bank", 1, position=1).code == "round.banked-before"
    table.bank = None
    table.ready().bet_all().finish()
    offer_to(table, 1).act(1, "accept-bank")


@md("12.G(1)", "12.G(3)", "12.G(2)")
@pytest.mark.parametrize(
    ("filed", "directed", "staked"), [(None, None, 30), ("$25", None, 25), (None, 12, 12), (None, 0, 0)], ids=str
)
def test_the_house_stakes_what_the_bank_last_wagered_or_what_is_filed_or_less_if_the_bank_says_so(filed, directed, staked):
    options = {**BANK, **({"bank.house-stake": filed} if filed else {})}
    table = after_a_round(options, stakes=(30, 20, 10))
    offer_to(table, 1).act(1, "accept-bank")
    table.refused("direct-house-stake", 1, amount=dollars(31))
    if directed is not None:
        table.do("direct-house-stake", 1, amount=dollars(directed))
    table.bets(2, 10).bets(3, 10).to("stake-against-bank").take()
    assert table.last("house-staked")["amount"] == table.balance("layout:0") == dollars(staked)
    table.finish()


@md("12.J(2)", "12.J(3)", "12.J(4)", "12.N")
def test_lost_wagers_lie_in_the_centre_at_once_and_optional_wagers_wait_for_the_bank():
    """Bob loses, Cid wins: what Bob lost is not enough, and the bank puts in the rest."""
    table = after_a_round(wagers=["fortune-bonus"])
    deal(table, {0: QUEEN_HIGH, 1: SIXES, 2: TWOS, 3: ACES}).bets(2, 10, fortune_bonus=5).bets(3, 50).to("expose", 2).take()
    assert table.won(2, "pai-gow")[0] == "lose"
    assert table.balance("layout:2") == dollars(5)
    lost = dollars(10) + (dollars(10) if table.state.house_result == "lose" else dollars(0))
    assert table.balance("centre") == lost
    assert table.due.act == "expose"
    table.finish()
    order = [
        event.kind
        for event in table.since(skip=1)
        if event.kind == "bank-settled" or event.facts.get("wager") == "fortune-bonus"
    ]
    assert order.index("bank-settled") < len(order) - 1
    assert order[-1] != "bank-settled"
    put_in = [move["amount"] for move in table.moved("bank-collected")]
    assert put_in == [dollars(50) - lost]


@md("12.L(3)(c)", "12.L(3)(d)", "12.L(3)(e)", "1.B(2)")
def test_a_co_bank_pays_vigorish_on_its_own_half_of_the_surplus():
    table = after_a_round({**CO_BANK, "vigorish.rounding": "exact-cents"})
    table.co_bank = True
    deal(table, {0: QUEEN_HIGH, 1: ACES, 2: TWOS, 3: FOURS}).bets(2, 10).bets(3, 11).finish()
    half = [
        (move["target"], move["amount"].amount)
        for move in table.since(skip=1)
        if move.kind == "money-moved" and move["source"] == "centre"
    ]
    assert half == [("inventory", 1050), ("vigorish", 52), (f"player:{table.run.table.seats[1]}", 998)]


KINGS_IN_A_STRAIGHT, DEALERS = "Qc Jh Kh Ks Ah Tc 5c", "6s 6h Qd 9d 8d 4s 3s"
"""House ways differ about the first: some keep the pair, some the straight."""
WAYS = pytest.mark.parametrize(("way", "low"), [("foxwoods", "Ah Qc"), ("ballys-atlantic-city", "Kh 5c"), ("simple", "Kh 5c")])


@md("12.E(4)")
@WAYS
def test_the_dealer_sets_a_co_banks_hand_by_the_house_way_that_was_filed(way, low):
    table = after_a_round(CO_BANK, **{"house-way": way})
    table.co_bank = True
    deal(table, {0: DEALERS, 1: KINGS_IN_A_STRAIGHT, 2: TWOS, 3: FOURS}).bets(2, 10).bets(3, 10).to("set-co-bank")
    assert table.due.role is Role.DEALER
    table.take()
    assert set(table.state.placed_hands[1].low) == set(cards(low))
    table.finish()


@md("14.I")
@WAYS
def test_a_banks_hand_is_reset_by_the_house_way_that_was_filed(way, low):
    """The bank keeps the queen and a king behind, which no house way does."""
    table = after_a_round(**{"house-way": way})
    table.lows = {1: "Qc Ks"}
    deal(table, {0: DEALERS, 1: KINGS_IN_A_STRAIGHT, 2: TWOS, 3: FOURS}).bets(2, 10).bets(3, 10).to("expose-bank").take()
    assert set(table.last("hand-reset")["low"]) == set(table.state.placed_hands[1].low) == set(cards(low))
    table.finish()


@md("12.C(1)(b)", "12.E(3)")
def test_everybody_sees_the_markers_of_bank_and_co_bank():
    table = after_a_round(CO_BANK)
    offer_to(table, 1).act(1, "accept-bank")
    table.act(1, "request-co-bank")
    for actor in (Actor(Role.PLAYER, "Bob"), Actor(Role.PLAYER, "Zoe"), DEALER_ACTOR):
        seen = [redact_event(table.context, actor, table.last(kind)).facts for kind in ("bank-accepted", "co-banking-agreed")]
        assert seen == [{"position": 1, "marker": "bank"}, {"position": 1, "marker": "co-bank"}]


@md("12.I(1)", "12.I(4)")
def test_both_hands_of_the_house_are_compared_with_the_banks():
    """The dealer's high hand is higher, the low hand is lower."""
    table = after_a_round()
    table.lows = {1: "As 9d"}
    deal(table, {0: SIXES, 1: "3c 3h As 9d 8h 7c 5h", 2: FOURS}).bets(2, 10).to("expose-bank").take()
    assert (table.state.house_result, table.balance("layout:0")) == ("tie", dollars(0))
    table.finish()

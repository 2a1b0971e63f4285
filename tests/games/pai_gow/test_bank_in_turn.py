"""Whose turn it is to bank, who may, what the house stakes then, and when wagers go through the centre."""

import pytest

from houseway.croupier import DEALER_ACTOR
from houseway.events import Actor, Role
from tests.games.pai_gow.test_bank import BANK, to_bank, to_offer
from tests.support.clauses import bear, both, div, short
from tests.support.submissions import DIV, MD
from tests.support.table_driver import PaiGowTable, cards, dollars

TWO_AREAS = {**BANK, "table.positions-per-player": 2}
ACES, TWOS, DEALERS = "As Ad Kc Kd 9h 5s 3c", "2c 2d 4c 5d 7h 8s 9c", "6s 6d Kh Qc 8d 4d 3s"


def offers(table):
    """Who is offered the bank in a round in which everybody passes."""
    table.ready()
    return [event["position"] for event in table.since() if event.kind == "bank-offered"]


def unbanked(table, *positions, amount=10):
    """A round against the dealer in which only some bet."""
    table.bank = None
    table.ready()
    for position in positions:
        table.bet(position, amount)
    return table.finish()


@both
def test_cards_of_an_idle_table_begin_a_game_and_nobody_banks_its_first_round(book, claim):
    table = PaiGowTable(book, BANK, players=2).play().play()
    for position in (1, 2):
        table.do("leave", position)
    table.ready()
    table.sit("Gus", 1)
    table.sit("Hal", 2)
    assert table.ready().refused("accept-bank", 1, position=1).code == "round.bank-at-start"
    table.play()
    assert table.kinds("deck-washed", "bank-offered", skip=1) == ["deck-washed"]
    assert to_offer(table, 1).state.bank.offered == 1
    bear(claim, book, "12.B(2)", "(m)(2)#2")


@both
def test_a_player_with_two_areas_is_asked_once(book, claim):
    table = PaiGowTable(book, TWO_AREAS, seats={"Ann": (1, 2), "Bob": (4,)}).play()
    assert offers(table) == [1, 4]
    bear(claim, book, "12.C", "(m)(3)#1")


@div("(m)(3)#5")
def test_the_first_offer_moves_on_from_who_was_asked_first_and_not_from_the_bank():
    """Ann is asked first and passes, Cid banks: Bob is asked first in the next round, then Cid, and then Dee."""
    table = to_bank(PaiGowTable(DIV, BANK, players=4).play(), 3).bet_all().finish()
    found = []
    for _ in range(3):
        found.append(offers(table)[0])
        table.bet_all().finish()
    assert found == [2, 3, 4]


@both
def test_who_banked_may_bank_again_after_a_round_without_a_bank(book, claim):
    table = to_bank(PaiGowTable(book, BANK, players=3).play(), 1).bet_all().finish()
    assert to_offer(table, 1).refused("accept-bank", 1, position=1).code == "round.banked-before"
    unbanked(table, 1, 2, 3)
    to_bank(table, 1)
    assert table.state.bank.position == 1
    bear(claim, book, "12.C(3)", "(m)(3)#6")


@both
def test_a_wager_in_an_earlier_round_against_the_dealer_is_not_enough(book, claim):
    """Bob bet in the first round, and sat out the last one that the dealer banked."""
    table = unbanked(PaiGowTable(book, BANK, players=3).play(), 1, 3)
    refusal = to_offer(table, 2).refused("accept-bank", 2, position=2)
    assert (refusal.code, short(refusal.clauses)) == ("round.did-not-bet", {MD: ["12.D(1)"], DIV: ["(m)(4)(i)"]}[book])
    bear(claim, book, "12.D(1)", "(m)(4)(i)")


@both
def test_only_wagers_against_the_dealer_count_for_a_bank(book, claim):
    """Ann banks; Gus bets against her and may not bank next; Bob does not, but bet against the dealer before, and may."""
    table = to_bank(PaiGowTable(book, BANK, players=2).play(), 1)
    table.sit("Gus", 3)
    table.bet(3, 10)
    table.finish()
    assert to_offer(table, 2).legal(2, "accept-bank")
    assert to_offer(table, 3).refused("accept-bank", 3, position=3).code == "round.did-not-bet"
    bear(claim, book, "12.D(1)", "(m)(4)(i)")


@both
@pytest.mark.parametrize("places", [(1, 2), (2,)], ids=["both", "the-other"])
def test_who_has_a_base_wager_down_may_not_take_the_bank(book, places, claim):
    """On either area; once it is back he may."""
    table = to_offer(PaiGowTable(book, TWO_AREAS, seats={"Ann": (1, 2), "Bob": (4,)}).play(), 1)
    for place in places:
        table.bet(place, 10)
    refusal = table.refused("accept-bank", 1, position=1)
    assert (refusal.code, short(refusal.clauses)) == ("round.bank-has-wagers", {MD: ["12.F"], DIV: ["(m)(6)"]}[book])
    for place in places:
        table.do("take-back", "Ann", position=place, wager="pai-gow")
    table.do("accept-bank", 1, position=1)
    bear(claim, book, "12.F", "(m)(6)")


@div("(m)(7)#1")
def test_the_house_stakes_what_the_bank_last_wagered_against_the_dealer():
    """Ann bets 10, then 30, then 25 against Bob's bank: the house stakes 30 against hers."""
    table = PaiGowTable(DIV, BANK, players=3).play()
    unbanked(table, 1, 2, amount=30)
    to_bank(table, 2).bet(1, 25)
    table.finish()
    to_bank(table, 1).bet(2, 40)
    table.to("close-betting")
    assert table.last("house-staked")["amount"] == dollars(30)


@both
@pytest.mark.parametrize("co_bank", [False, True], ids=["bank", "co-bank"])
def test_a_loser_lies_in_the_centre_before_the_next_hand_is_exposed(book, co_bank, claim):
    table = PaiGowTable(book, {**BANK, "bank.co-banking": True}, players=3, hands={0: DEALERS, 1: ACES, 2: TWOS}).play()
    table.bank, table.co_bank = 1, co_bank
    table.ready().bets(2, 20).bets(3, 10)
    if not co_bank:
        table.do("direct-house-stake", Actor(Role.BANK, "Ann"), amount=dollars(0))
    table.to("expose", 2)
    assert table.balance("centre") == dollars(0)
    table.take()
    assert (table.due.act, table.due.facts.get("position")) in (("expose", 3), ("collect-cards", 2))
    assert (table.balance("centre"), table.balance("layout:2")) == (dollars(20), dollars(0))
    bear(claim, book, "12.L(1)(b)" if co_bank else "12.J(2)", "(m)(13)#3" if co_bank else "(m)(12)#3")


@both
def test_everybody_is_offered_the_bank_also_who_has_not_bet(book, claim):
    """Gus has just come, and Bob did not bet against the dealer: they are asked, and may only pass."""
    table = unbanked(PaiGowTable(book, BANK, players=2).ready(), 1)
    table.sit("Gus", 3)
    assert offers(table) == [1, 2, 3]
    bear(claim, book, "12.A", "(m)(1)#1")


@both
def test_the_hand_of_the_house_stays_open_until_its_stake_is_paid(book, claim):
    """Whether it wins, ties or loses, and for everybody at the table."""
    for hands, result in (({0: ACES, 1: TWOS}, "win"), ({0: TWOS, 1: ACES}, "lose")):
        table = PaiGowTable(book, BANK, players=3).play()
        table.hands = {place: cards(hand) for place, hand in hands.items()}
        to_bank(table, 1).bet(2, 10)
        table.to("expose", 2)
        for _ in range(2):
            assert table.state.house_result == result
            for actor in (table.player(1), table.player(2), table.player(3), DEALER_ACTOR):
                view = table.run.table.game.view(table.context, actor)
                assert set(view["cards"][0]) == set(table.hands[0])
            table.to("settle-bank")
    bear(claim, book, "12.I(3) 12.I(5)", "(m)(11)#3 (m)(11)#5")

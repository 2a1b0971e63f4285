"""Who may bank after a round that was void, and what another bank means for the cards."""

import pytest

from houseway.cards import parse_card
from houseway.events import Actor, Role
from tests.support.clauses import bear, both, div, short
from tests.support.submissions import BONUS, DIV, DIV_PROGRESSIVE, MD, NUMBER
from tests.support.table_driver import PaiGowTable, dollars

BANK = {"bank.offered": True}


def to_offer(table, position):
    """Until the bank is offered to a position; all before it pass."""
    while table.run.table.round.bank.offered != position:
        offered = table.run.table.round.bank.offered
        if offered is not None:
            table.do("pass-bank", offered, position=offered)
        else:
            table.take()
    return table


def to_bank(table, position):
    to_offer(table, position).do("accept-bank", position, position=position)
    return table


def void(table):
    table.to("deal").take(face_up=(1, 2))
    return table.finish()


@both
def test_who_banked_a_void_round_does_not_bank_the_next(book, claim):
    """In no event two rounds running (PG-91, DIV-91): the one after it he may."""
    table = to_bank(PaiGowTable(book, BANK).play(), 1)
    table.bet(3, 10)
    void(table)
    to_offer(table, 1)
    assert table.legal(1, "accept-bank") == []
    refusal = table.refused("accept-bank", 1, position=1)
    assert (refusal.code, short(refusal.clauses)) == ("round.banked-before", {MD: ["12.C(3)"], DIV: ["(m)(3)#6"]}[book])
    table.do("pass-bank", 1, position=1)
    table.bank = 2
    table.ready().bet_all().finish()
    table.bank = 1
    assert to_offer(table, 1).legal(1, "accept-bank")
    bear(claim, book, "12.C(3)", "(m)(3)#6")


@both
def test_a_void_round_without_a_bank_does_not_come_between_two_banks(book):
    table = to_bank(PaiGowTable(book, BANK).play(), 1).bet_all().finish()
    table.bank = None
    void(table.ready().bet_all())
    assert to_offer(table, 1).refused("accept-bank", 1, position=1).code == "round.banked-before"


@both
def test_a_void_round_moves_no_offer_and_counts_as_no_wager_against_the_dealer(book):
    """Gus comes for the round that is void: his wager in it is none that a bank must have made."""
    table = PaiGowTable(book, BANK, players=5).play()
    offer = table.run.table.first_offer
    table.sit("Gus", 6)
    void(table.ready().bet_all())
    assert table.run.table.first_offer == offer
    assert to_offer(table, 6).refused("accept-bank", 6, position=6).code == "round.did-not-bet"


@both
def test_where_it_is_read_so_a_void_round_is_played_again_with_its_bank(book):
    taken = {{MD: "PG-91", DIV: "DIV-91"}[book]: "played-again"}
    table = to_bank(PaiGowTable(book, BANK, readings=taken).play(), 1)
    table.bet(3, 10)
    void(table)
    assert to_offer(table, 1).legal(1, "accept-bank")


@both
def test_a_bank_that_was_never_confirmed_has_not_banked(book):
    """He accepts and gets up before the wagers are covered; nobody banks, and the round is void: he comes back and may."""
    table = to_bank(PaiGowTable(book, BANK).play(), 2)
    table.do("leave", 2)
    void(table.ready().bet_all())
    assert table.run.table.history.last_bank == ""


@both
def test_another_bank_has_its_own_cut(book, claim):
    """The first bank is confirmed, has cut, and leaves: the next is offered the cut, in Maryland after a shuffle of its own."""
    table = to_bank(PaiGowTable(book, BANK).play(), 1)
    table.bet(2, 10)
    table.to("close-betting").do("leave", 1)
    to_bank(table, 3).finish()
    cuts = [event["position"] for event in table.since(skip=1) if event.kind == "cut-offered"]
    assert cuts == [1, 3]
    order = table.kinds("bank-confirmed", "cards-shuffled", "cut-offered", "betting-closed", skip=1)
    again = ["cards-shuffled"] if book == MD else []
    assert order[order.index("cut-offered") + 1 :] == ["bank-confirmed", *again, "cut-offered", "betting-closed"]
    bear(claim, book, "12.G 5.E(2)", "(f)(4)(ii)#1")


@pytest.mark.parametrize("left", [False, True], ids=["stays", "leaves"])
@both
def test_a_bank_that_leaves_in_a_round_that_is_void_has_banked(book, left):
    """The name is kept, whoever sits there then."""
    table = to_bank(PaiGowTable(book, BANK).play(), 1)
    table.bet(3, 10)
    table.to("shake")
    if left:
        table.do("leave", 1)
    void(table)
    assert table.run.table.history.last_bank == "Ann"


@both
def test_an_offer_that_a_new_deck_has_overtaken_ends_with_the_betting(book):
    """The deck grows too old while the bank is offered: the round is the first of a game, and nobody banks it (PG-02)."""
    table = to_offer(PaiGowTable(book, BANK).play(), 1)
    table.at += 9 * 60 * 60
    table.bet_all()
    while not table.run.table.round.closed:
        table.take()
    assert table.run.table.round.bank.offered is None
    assert table.legal(1, "pass-bank") == []
    assert table.refused("pass-bank", 1, position=1).code in ("round.bank-at-start", "round.bank-not-offered")
    table.finish()


@both
def test_a_new_game_offers_the_bank_at_the_far_right_again(book, claim):
    """The first offer has moved to position 3 when a new deck comes: the first round has no bank, and the next begins at 1."""
    table = to_bank(PaiGowTable(book, BANK).play(), 1).bet_all().finish()
    table.bank = None
    to_bank(table, 2).bet_all().finish()
    assert table.run.table.first_offer == 3
    table.at += 9 * 60 * 60
    table.play()
    table.to("players")
    assert table.run.table.round.bank.offered == 1
    bear(claim, book, "12.C(1)(a)", "(m)(3)#2")


def test_the_dealers_round_ends_with_the_game():
    """Ann had the first offer and the dealer's round is next, but the table falls idle: new players start at the far right."""
    table = PaiGowTable(DIV, BANK, players=1).play().play()
    assert table.run.table.first_offer == 2
    table.do("leave", 1)
    table.ready()
    table.sit("Gus", 1)
    table.play().to("players")
    assert table.run.table.round.bank.offered == 1


@both
def test_a_bank_whose_last_opponent_takes_his_wager_back_is_judged_again(book):
    """Bob is all that the bank plays against, as it wants no wager of the house; he withdraws, and the offer goes on to him."""
    table = to_bank(PaiGowTable(book, BANK, players=2).play(), 1)
    table.do("direct-house-stake", Actor(Role.BANK, "Ann"), amount=dollars(0))
    table.bet(2, 10)
    table.to("close-betting").do("take-back", 2, position=2, wager="pai-gow")
    table.to("confirm-bank").take()
    assert table.last("bank-refused")["why"] == "nothing is wagered against the bank"
    assert to_offer(table, 2).run.table.round.bank.position is None


@both
def test_nobody_but_the_bank_sets_its_hands(book, claim):
    table = to_bank(PaiGowTable(book, BANK, players=3).play(), 1)
    table.bet_all().to("players")
    for other in (2, 3):
        assert table.refused("set-hand", other, position=1, low=table.state.hands[1][:2]).code == "round.not-seated"
    assert 1 not in table.state.placed_hands
    table.lows[1] = " ".join(map(str, table.house_way(table.state.hands[1]).low))
    table.finish()
    (laid,) = [event for event in table.since(skip=1) if event.kind == "hand-set" and event["position"] == 1]
    assert set(laid["low"]) == {*map(parse_card, table.lows[1].split())}
    bear(claim, book, "11.C(3)", "(l)(3)#3")


def with_sides_before_the_bank(co_banking):
    """Bob has a bonus, a number and a progressive wager on the table when Ann takes the bank."""
    options = {**BANK, "bank.co-banking": True, "table.starting-position": "random-number"}
    wagers = {"bonus": BONUS, "number": NUMBER, "progressive": DIV_PROGRESSIVE}
    table = to_offer(PaiGowTable(DIV, options, wagers, {"DIV-36": "progressive-only"}).play(), 1)
    table.bets(2, 10, bonus=5, progressive=1)
    table.bet(2, 4, "number", number=3)
    table.do("accept-bank", 1, position=1)
    if co_banking:
        table.act(1, "request-co-bank")
    return table


@div("(m)(16)")
@pytest.mark.parametrize("co_banking", [False, True], ids=["bank", "co-bank"])
def test_side_wagers_that_lie_there_go_back_when_the_bank_is_confirmed(co_banking):
    """DIV-36: neither when the bank is taken nor when it is refused; and when the bank has left they may be placed again."""
    table = with_sides_before_the_bank(co_banking)
    sides, chips = {"bonus", "number:3"}, table.chips(2)
    assert sides < {*table.state.wagers_at(2)}
    table.take()
    assert {*table.state.wagers_at(2)} == {"pai-gow", "progressive"}
    assert table.chips(2) == chips + dollars(9)
    assert {table.clauses("wager-taken-back", wager=wager) == ["(m)(16)"] for wager in sides} == {True}
    assert table.refused("wager", 2, position=2, wager="bonus", amount=dollars(5)).code == "round.bank-round"
    table.do("leave", 1)
    table.ready().bet(2, 5, "bonus")
    table.finish()
    assert table.paid(2).keys() == {"pai-gow", "progressive", "bonus"}


def test_side_wagers_stay_when_the_bank_is_refused():
    table = with_sides_before_the_bank(co_banking=False)
    table.bet(3, 100)
    table.do("cash-out", 1, amount=table.chips(1) - dollars(50))
    table.take()
    assert table.state.bank.position is None
    assert {"bonus", "number:3"} < {*table.state.wagers_at(2)}
    table.finish()
    assert "bonus" in table.paid(2)

"""What comes first in a round of Pai Gow Poker, who may do it, and who learns of it."""

import pytest

from houseway.cards import parse_hand
from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.table.disclosure import redact_event
from tests.games.pai_gow.test_bank import BANK, to_bank
from tests.support.clauses import bear, both, div, each_book, md, short
from tests.support.submissions import BONUS, DIV, DIV_PROGRESSIVE, FORTUNE, INSURANCE, MD, NUMBER
from tests.support.table_driver import HOUR, METHODS, PaiGowTable, dollars, findings
from tests.support.table_invariants import DEALER
from tests.table.test_meters import filed
from tests.table.test_views import SHOWN, seen_by

WEAK = "2c 3d 4h 6c 8c 9c Jh"
WINNERS = {1: "As Ad Kc Kd 9h 5s 3c", 2: "Ah Ac Ks Jd 9d 5h 3h", 3: "Qs Qd Th Td 8s 7d 5c"}
NUMBERS = {"table.starting-position": "random-number"}


@both
@pytest.mark.parametrize("dealing", METHODS)
def test_the_deck_lies_ready_before_no_more_bets(book, dealing, claim):
    """Even if everybody has bet before the deck was opened."""
    table = PaiGowTable(book, METHODS[dealing]).bet_all().finish()
    ready = "deck-taken" if dealing == "hand" else "shoe-loaded"
    self_loading = table.run.table.equipment.loads_itself
    order = table.kinds("cards-shuffled", ready, "betting-closed", skip=1)
    assert order[-1] == "betting-closed"
    assert self_loading or order[-2] == ready
    law = {"manual-shoe": ("8.B 8.C", "(h)(1)#2"), "hand": ("9.A(3)", "(i)(2)(ii)#1")}
    bear(claim, book, *law.get(dealing, ("10.A(2)", "(j)(2)(ii)")))


@div("(i)(4)", "(i)(5)#1")
def test_stacks_are_counted_before_the_start_is_found():
    table = PaiGowTable(DIV, {"table.dealing": "hand"}).ready().bet_all()
    table.to("deal-stacks")
    assert table.refused("shake", times=3).code == "start.not-now"
    table.to("count-stub")
    assert table.refused("shake", times=3).code == "start.not-now"
    table.take()
    table.do("shake", times=3)
    table.finish()
    assert table.kinds("stacks-dealt", "stub-counted", "dice-shaken", "cards-dealt", skip=1) == [
        *("stacks-dealt", "stub-counted", "dice-shaken", "cards-dealt")
    ]


@both
def test_only_the_dealer_shakes_when_nobody_banks(book, claim):
    table = PaiGowTable(book, players=2).ready().bet_all().to("shake")
    for other in (1, 2, FLOOR_ACTOR):
        assert table.refused("shake", other, times=3).code == "dice.not-yours"
    bear(claim, book, "5.K(1)(a)", "(k)(2)")


@div("(g)(3)#2", "(q)(2)#1")
def test_no_acceptor_gives_a_chip_back_between_the_call_and_the_lock_out():
    table = PaiGowTable(DIV, wagers={"progressive": DIV_PROGRESSIVE}, players=2).ready().bet_all(progressive=1)
    table.to("lock-out")
    for on, position in ((False, 1), (False, 2)):
        refusal = table.refused("light", position, position=position, on=on)
        assert (refusal.code, short(refusal.clauses)) == ("acceptor.closed", ["(g)(3)#2", "(q)(2)#1"])
    assert table.run.table.equipment.acceptors.lit == (1, 2)


@div("(q)(1)#1", "(g)(4)#1")
def test_the_progressive_is_for_those_who_have_a_base_wager():
    table = PaiGowTable(DIV, wagers={"progressive": DIV_PROGRESSIVE}, players=2).ready()
    table.bet(1, 10)
    assert table.refused("wager", 2, position=2, wager="progressive", amount=dollars(1)).code == "round.base-first"
    table.bet(1, 1, "progressive")
    assert set(table.state.wagers_at(1)) == {"pai-gow", "progressive"}
    assert not table.state.wagers_at(2)


@div("(q)(1)#2")
@pytest.mark.parametrize(("stake", "others"), [(1, (2, 3, 5)), (5, (1, 2, 6))])
def test_the_progressive_takes_the_stake_that_is_filed_and_no_other(stake, others):
    """One dollar or five; no third amount can be filed."""
    offer = {"paytable": str(stake), "stake": f"${stake}"}
    table = PaiGowTable(DIV, text=filed(DIV, offer, rate="27%"), players=1).ready()
    table.bet(1, 10)
    for amount in others:
        assert table.refused("wager", 1, position=1, wager="progressive", amount=dollars(amount)).code == "round.stake"
    table.bet(1, stake, "progressive")
    assert "(q)(1)#2" in {clause for _, clause in findings(DIV, wagers={"progressive": {**offer, "stake": "$3"}})}


@div("(p)(2)(iv)", "(p)(2)(v)")
def test_all_lost_numbers_are_collected_before_the_first_is_paid():
    """Ann and Cid win, Bob and Dee lose."""
    table = PaiGowTable(DIV, NUMBERS, wagers=["number"], players=4).ready().bet_all()
    for position, number in ((1, 3), (2, 4), (3, 3), (4, 5)):
        table.bet(position, 2, "number", number=number)
    table.number = 3
    table.to("deal")
    moved = [
        event for event in table.since() if event.kind == "money-moved" and event.facts.get("wager", "").startswith("number")
    ]
    done = [(event["reason"], event["seat"]) for event in moved if event["reason"] in ("wager-lost", "payout")]
    assert done == [("wager-lost", 2), ("wager-lost", 4), ("payout", 1), ("payout", 3)]


@div("(p)(2)(vi)#1")
@pytest.mark.parametrize(("odds", "won"), [("11 to 2", 44), ("23 to 4", 46), ("6 to 1", 48)])
def test_a_number_is_paid_the_odds_that_are_filed_between_both_ends_too(odds, won):
    table = PaiGowTable(DIV, {"table.starting-position": "random-number"}, {"number": {**NUMBER, "odds": odds}}, players=1)
    table.ready().bets(1).bet(1, 8, "number", number=2)
    table.number = 2
    table.finish()
    assert table.won(1, "number:2") == ("win", dollars(won))


@div("(l)(8)#2", "(l)(9)#7", "(l)(8)#3")
def test_winners_are_paid_and_collected_one_by_one_from_the_right():
    """Dee's high hand is higher, but her low hand is a copy: she does not win."""
    table = PaiGowTable(DIV, players=4, hands={0: WEAK, **WINNERS, 4: "9s 8h Kh Qh Jc Tc 7c"})
    table.lows = {1: "Kc Kd", 3: "Th Td", 4: "9s 8h"}
    table.ready().bet_all().finish()
    kinds = ("hand-exposed", "wager-settled", "cards-collected")
    done = [(event.kind, event["position"]) for event in table.since(skip=1) if event.kind in kinds and event["position"]]
    settled = [(kind, place) for place in (4, 1, 2, 3) for kind in ("wager-settled", "cards-collected")]
    assert done == [*(("hand-exposed", place) for place in (1, 2, 3, 4)), *settled]
    assert [table.won(place, "pai-gow")[0] for place in (1, 2, 3, 4)] == ["win", "win", "win", "tie"]


@both
def test_how_the_house_would_set_is_told_to_who_asked(book, claim):
    table = PaiGowTable(book, players=2).ready().bet_all().to("players")
    table.do("ask-house-way", 1, position=1)
    table.to("tell-house-way").take()
    told = table.last("house-way-told")
    for actor in (Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, "Bob"), DEALER, FLOOR_ACTOR):
        known = redact_event(table.context, actor, told).facts
        assert ({"high", "low", "rule"} <= set(known)) == (actor.name == "Ann"), actor
        assert {"high", "low", "rule"}.isdisjoint(known) == (actor.name != "Ann"), actor
    bear(claim, book, "11.A(3)", "(l)(2)#2")


@both
def test_nobody_ever_sees_surrendered_cards(book, claim):
    table = PaiGowTable(book, players=2, hands={0: WEAK, 1: WINNERS[1]}).ready().bet_all()
    table.to("players").do("surrender", 1, position=1) if book == DIV else _surrender_late(table)
    while table.due is None or table.due.act != "end-round":
        assert all(1 not in seen_by(table, actor)["cards"] for actor in (*SHOWN, Actor(Role.PLAYER, "Bob")))
        table.take() if table.due is not None else table._answer()
    assert table.kinds("surrendered-collected") == ["surrendered-collected"]
    bear(claim, book, "11.D(4)", "(l)(4)(ii)")


def _surrender_late(table):
    table.to("expose", 1).do("surrender", 1, position=1)


@both
def test_a_total_that_is_called_wrong_harms_nobody_if_the_first_card_goes_right(book, claim):
    table = PaiGowTable(book, players=2).ready().bet_all().to("announce-total")
    table.take(total=sum(table.dice) + 1)
    table.finish()
    assert table.kinds("round-voided", skip=1) == []
    table.ready().bet_all().to("deal").take(first=(table.state.start + 1) % 7)
    assert table.clauses("round-voided") == {MD: ["14.B"], DIV: ["(n)(3)"]}[book]
    bear(claim, book, "14.B", "(n)(3)")


@both
@pytest.mark.parametrize("place", [0, 2], ids=["dealer", "bank"])
def test_in_a_bank_round_a_card_of_the_dealer_or_of_the_bank_voids_all_hands(book, place, claim):
    """The house has a wager against the bank, so that the dealer's hand counts."""
    table = PaiGowTable(book, BANK, players=3).play()
    table.bank = 2
    table.ready().bet_all()
    had = [table.chips(position) for position in (1, 2, 3)]
    table.to("deal").take(exposed={place: 1})
    assert table.clauses("round-voided") == {MD: ["14.D"], DIV: ["(n)(5)"]}[book]
    assert [table.chips(position) for position in (1, 2, 3)] == [had[0] + dollars(10), had[1], had[2] + dollars(10)]
    assert table.finish().due.act in ("shuffle", "offer-bank")
    bear(claim, book, "14.D", "(n)(5)")


@div("(q)(3)#2", "(a)(1)(ii)#1")
def test_wagers_on_the_seven_cards_win_although_the_base_wager_is_lost():
    """Ann breaks her straight and loses both hands; Bob has three fives, in a foul setting."""
    hands = {0: "As Ad Ah Kc Kd Kh Qs", 1: "5s 6h 7d 8c 9c 2h 3d", 2: "5h 5d 5c 2c 3c 7h 9d"}
    table = PaiGowTable(DIV, wagers=["progressive", "bonus"], players=2, hands=hands)
    table.lows = {1: "9c 8c", 2: "5h 5d"}
    table.ready().bet_all(progressive=1, bonus=4).finish()
    assert table.paid(1) == {"pai-gow": ("lose", 0), "progressive": ("win", 2), "bonus": ("win", 8)}
    assert table.paid(2) == {"pai-gow": ("lose", 0), "progressive": ("win", 2), "bonus": ("win", 12)}


@div("(l)(9)#4")
def test_vigorish_is_collected_from_each_winner_as_he_is_paid():
    """Before the next winner is paid, and not when all are."""
    table = PaiGowTable(DIV, players=3, hands={0: WEAK, **WINNERS}).ready().bet_all(20).finish()
    moves = [
        event for event in table.since(skip=1) if event.kind == "money-moved" and event["reason"] in ("payout", "vigorish")
    ]
    assert [(event["seat"], event["reason"], event["amount"]) for event in moves] == [
        (seat, reason, dollars(amount)) for seat in (1, 2, 3) for reason, amount in (("payout", 20), ("vigorish", 1))
    ]


@div("(a)(1)(v)#1", "(r)(4)(iii)(A)")
def test_envy_is_the_same_for_every_bonus_wager_that_earns_it():
    """Ann has four eights. Bob has bet five dollars on the bonus, Cid twenty-five, and Dee four."""
    table = PaiGowTable(DIV, wagers=["bonus"], players=4, hands={0: WEAK, 1: "7s 7h 7d 7c Kd 5s 3c"}).ready().bet_all()
    for position, amount in ((2, 5), (3, 25), (4, 4)):
        table.bet(position, amount, "bonus")
    table.finish()
    paid = {event["seat"]: event["amount"] for event in table.moved("envy")}
    assert paid == {2: dollars(5), 3: dollars(5)}


@div("(r)(4)(ii)#2", "(c)(6)(iii)", "(s)(1)/03")
def test_the_joker_completes_a_straight_flush_of_seven_cards_but_not_the_natural_one():
    table = PaiGowTable(DIV, wagers=["bonus"], players=1, hands={1: "8s 7s 6s Jk 4s 3s 2s"}).ready()
    table.bets(1, 10, bonus=1).finish()
    assert table.paid(1)["bonus"] == ("win", 1000)


@both
def test_the_bank_acts_as_the_bank_and_nobody_else_does(book, claim):
    table = to_bank(PaiGowTable(book, BANK, players=2).play(), 1)
    for actor, position in ((Actor(Role.BANK, "Bob"), 2), (Actor(Role.PLAYER, "Ann"), 1)):
        refusal = table.refused("wager", actor, position=position, wager="pai-gow", amount=dollars(10))
        law = {MD: ["1.B(1)", "12.A(1)"], DIV: ["(a)(1)(i)", "(m)(1)#2"]}[book]
        assert (refusal.code, short(refusal.clauses)) == ("round.not-the-bank", law)
    bear(claim, book, "1.B(1) 12.A(1)", "(a)(1)(i) (m)(1)#2")


@both
def test_bank_and_co_bank_have_markers_of_their_own(book, claim):
    table = to_bank(PaiGowTable(book, {**BANK, "bank.co-banking": True}, players=2).play(), 1)
    table.do("request-co-bank", 1, position=1)
    assert [table.last(kind)["marker"] for kind in ("bank-accepted", "co-banking-agreed")] == ["bank", "co-bank"]
    bear(claim, book, "12.C(1)(b) 12.E(3)", "(a)(1)(viii) (m)(3)#3 (m)(5)#3")


SEVEN_CARD_ENVY = [("8s 7s 6s 5s 4s 3s 2s", 5000), ("As Ks Qs Js Ts Kh Qh", 1000), ("8s 7s 6s Jk 4s 3s 2s", 500)]


@div("(a)(1)(ix)", "(a)(1)(v)#1")
@pytest.mark.parametrize(("held", "envy"), [*SEVEN_CARD_ENVY, ("8s 8d 8c 8h 4s 3s 2s", 5)])
def test_hands_of_seven_cards_and_of_five_from_four_of_a_kind_up_earn_envy(held, envy):
    """Ann holds it, without a wager of her own on it."""
    table = PaiGowTable(DIV, wagers=["bonus"], players=3, hands={1: held, 2: "Ad Qd Td 9c 7c 6h 4d", 3: "Ah Jc Th 9h 7h 6d 3d"})
    table.ready().bet_all()
    for position in (2, 3):
        table.bet(position, 5, "bonus")
    table.finish()
    paid = {event["seat"]: event["amount"] for event in table.moved("envy")}
    assert paid == {2: dollars(envy), 3: dollars(envy)}


@both
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
def test_nobody_sets_before_the_rest_of_the_cards_is_counted(book, dealing, claim):
    table = PaiGowTable(book, METHODS[dealing], players=2).ready().bet_all().to("count-stub")
    for position in (1, 2):
        low = table.state.hands[position][:2]
        assert table.refused("set-hand", position, position=position, low=low).code == "round.not-your-turn"
    table.finish()
    bear(claim, book, "11.A", "(l)(1)#1")


@both
def test_nobody_sets_while_another_has_to_choose_about_an_exposed_card(book, claim):
    table = PaiGowTable(book, players=2).ready().bet_all().to("deal")
    table.take(exposed={1: 1})
    table.to("players")
    low = table.state.hands[2][:2]
    assert table.state.stub_counted
    assert table.refused("set-hand", 2, position=2, low=low).code == "round.not-your-turn"
    table.act(1, "play-exposed")
    table.act(2, "set-hand", low=low)
    bear(claim, book, "11.A", "(l)(1)#1")


@both
@pytest.mark.parametrize("against", ["dealer", "bank", "co-bank"])
def test_wins_losses_and_pushes_are_called_what_they_are(book, against, claim):
    place = 0 if against == "dealer" else 1
    hands = {place: "6s 6d Kh Qc 8d 4d 3s", 2: "As Ad 9c 7h 5d 3c 2h", 3: "2c 2d 4c 5s 7c 8s 9d", 4: "Kc Kd Ac Qh Jd 9s 8c"}
    options = {} if against == "dealer" else {**BANK, "bank.co-banking": True}
    table = PaiGowTable(book, options, players=4)
    if against != "dealer":
        table.play()
        table.bank, table.co_bank = 1, against == "co-bank"
    table.hands = {seat: parse_hand(hand) for seat, hand in hands.items()}
    table.lows = {2: "9c 7h", 3: "9d 8s", 4: "Ac Qh"}
    table.ready()
    for position in (2, 3, 4):
        table.bet(position, 10)
    table.finish()
    called = [(each["position"], each["result"]) for each in table.since(skip=1) if each.kind == "result-announced"]
    assert called == [(2, "tie"), (3, "lose"), (4, "win")]
    division = {"dealer": "(l)(5)#2", "bank": "(m)(12)#2", "co-bank": "(m)(13)#2"}
    bear(claim, book, {"dealer": "11.E(2)", "bank": "12.J(1)", "co-bank": "12.L(1)(a)"}[against], division[against])


@div("(m)(9)(i)#1")
def test_the_bank_itself_picks_the_first_stack_when_the_rest_is_counted():
    table = to_bank(PaiGowTable(DIV, {**BANK, "table.dealing": "hand"}, players=3).play(), 2).bet_all().to("count-stub")
    assert table.refused("choose-stack", 2, stack=3).code == "round.not-next"
    table.to("choose-stack")
    for other in (1, 3, Actor(Role.BANK, "Ann"), DEALER, FLOOR_ACTOR):
        assert table.refused("choose-stack", other, stack=3).code in ("round.not-the-bank", "round.role")
    table.do("choose-stack", 2, stack=3)
    assert table.last("first-stack-chosen")["stack"] == 3


@div("(p)(3)", "(l)(4)")
def test_a_wager_on_a_number_does_not_bar_a_surrender():
    table = PaiGowTable(DIV, NUMBERS, wagers=["number"], players=2).ready().bet_all()
    table.bet(1, 2, "number", number=3)
    table.to("players").do("surrender", 1, position=1)
    table.finish()
    assert table.paid(1)["number:3"] == ("lose", 0)
    assert table.kinds("wager-surrendered", skip=1) == ["wager-surrendered"]


@both
def test_dice_are_replaced_after_a_day_however_often_they_were_shaken(book, claim):
    table = PaiGowTable(book, players=2).play()
    table.at += 23 * HOUR
    table.play()
    assert [event.kind for event in table.events if event.kind == "dice-removed"] == []
    table.at += 2 * HOUR
    table.play()
    assert [event.kind for event in table.events if event.kind.startswith("dice-") and event.kind != "dice-shaken"] == [
        *("dice-placed", "dice-uncovered", "dice-uncovered", "dice-removed", "dice-placed", "dice-uncovered")
    ]
    bear(claim, book, "2.C(1)(c)", "(d)(1)(ii)")


@div("(n)(4)#1", "(n)(4)#2")
def test_an_exposure_on_delivery_from_the_hand_is_the_players_choice_until_he_has_seen_his_cards():
    """DIV-112: said with the delivery, Ann chooses and sees one card; said later, she has seen all."""
    table = PaiGowTable(DIV, {"table.dealing": "hand"}, players=2).ready().bet_all().to("deal")
    table.take(exposed={1: 1})
    assert table.state.exposed_to_choose == {1}
    assert len(seen_by(table, Actor(Role.PLAYER, "Ann"))["cards"][1]) == 1
    table.do("void-exposed", 1, position=1)
    table.finish().ready().bet_all().to("deal").take()
    table.do("report-exposed", position=1, cards=1, when="dealing")
    assert (table.last("card-exposed")["looked"], table.state.exposed_to_choose) == (True, frozenset())


SIDES = {MD: {"fortune-bonus": FORTUNE, "insurance": INSURANCE}, DIV: {"bonus": BONUS}}


@both
@pytest.mark.parametrize("fate", ["refund", "forfeit"])
def test_the_cards_of_a_void_hand_are_collected_as_such(book, fate, claim):
    """Nothing is settled or rearranged, whatever wagers lay there and whoever may have envy."""
    reading = {MD: "PG-38", DIV: "DIV-29"}[book]
    table = PaiGowTable(book, wagers=SIDES[book], readings={reading: fate}, players=2).ready().bet_all()
    for place, wager in ((place, wager) for place in (1, 2) for wager in SIDES[book]):
        table.bet(place, 5, wager)
    table.to("deal").take(exposed={1: 1})
    table.to("players").do("void-exposed", 1, position=1)
    law = {MD: ["14.C", "11.J"], DIV: ["(n)(4)#1", "(l)(10)"]}[book]
    table.to("collect-cards", 1)
    assert short(table.due.clauses) == law
    table.finish()
    assert table.clauses("cards-collected", position=1) == law
    bear(claim, book, "14.C 11.J", "(n)(4)#1 (l)(10)")


@md("7.C(2)", "11.J")
def test_abandoned_cards_are_collected_as_such():
    table = PaiGowTable(MD, wagers=SIDES[MD], players=2).ready().bet_all()
    table.bet(1, 5, "fortune-bonus")
    table.to("players").do("leave", 1)
    table.do("abandon", FLOOR_ACTOR, position=1)
    table.finish()
    assert table.clauses("cards-collected", position=1) == ["7.C(2)", "11.J"]


@each_book(md="11.E(2)", div="(l)(5)#2")
def test_the_hands_that_are_called_at_a_turn_are_the_players_own(book, clauses):
    """Whether they win, tie or lose."""
    hands = {1: "As Ac Kd Kh 9s 5c 3d", 2: "Qs Qh 8s 7c 4d 3h 2c", 3: "Js 9h 7h 6c 5d 3s 2h", 0: "Jh Jd Th 9c 6s 4c 2d"}
    table = PaiGowTable(book, players=3, hands=hands).ready().bet_all().finish()
    announced = [event for event in table.since(skip=1) if event.kind == "result-announced"]
    assert {event["position"]: (event["result"], event["words"].partition(":")[0]) for event in announced} == {
        1: ("win", "pair of aces with 9 5 3; pair of kings"),
        2: ("tie", "pair of queens with 4 3 2; eight high with 7"),
        3: ("lose", "jack high with 6 5 3 2; nine high with 7"),
    }

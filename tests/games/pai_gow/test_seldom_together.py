"""Two mechanisms of Pai Gow Poker that seldom meet: each was found by a break of the program that other tests had not noticed."""

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.games.awards import envy_award
from tests.support.clauses import bear, both, div
from tests.support.submissions import DIV, MD
from tests.support.table_driver import HAND, MACHINE, METHODS, PaiGowTable, cards, dollars

BANK = {"bank.offered": True, "bank.co-banking": True}
MISDEALT = {
    "manual-shoe": ("8.F(1)", "(h)(4)(ii)#1"),
    "hand": ("9.E(1)", "(i)(4)(ii)#1"),
    "automated-shoe": ("10.E(1)", "(j)(5)(ii)#1"),
}
WRONG_DECK = {
    "manual-shoe": ("8.F(2)", "(h)(4)(ii)#2"),
    "hand": ("9.E(2)", "(i)(4)(ii)#2"),
    "automated-shoe": ("10.E(2)", "(j)(5)(ii)#2"),
}
FIVE_ACES = "As Ah Ad Ac Jk 9h 2d"
ENVIED = [(MD, "fortune-bonus"), (MD, "emperors-treasure"), (DIV, "bonus")]


def banked(book, options=(), wagers=(), *, players=4, co_bank=False, **hands):
    """The second round, which position 1 banks, before the wagers of the others."""
    table = PaiGowTable(book, {**BANK, **dict(options)}, wagers, players=players).play()
    table.bank, table.co_bank = 1, co_bank
    table.hands = {int(place[1:]): cards(hand) for place, hand in hands.items()}
    return table.ready()


@both
@pytest.mark.parametrize("wrong", [1, 2])
def test_a_void_before_the_ruling_returns_progressive_chips_from_the_layout(book, wrong):
    """The chips do not match the lights: they were not collected, and have fed no meter."""
    table = PaiGowTable(book, MACHINE, ["progressive"], players=2).ready().bet_all()
    for place in (1, 2):
        table.bet(place, 1, "progressive", lit=place != wrong)
    inventory, before = table.balance("inventory"), table.run.meters["progressive/meter"].value
    table.to("rule-count")
    table.do("report-device", FLOOR_ACTOR, device="automated-shoe")
    assert table.state.void
    back = [event for event in table.moved("refund", skip=0) if event.facts.get("wager") == "progressive"]
    assert [(event["source"], event["amount"]) for event in back] == [(f"layout:{place}", dollars(1)) for place in (1, 2)]
    assert (table.balance("inventory"), table.run.meters["progressive/meter"].value) == (inventory, before)


@both
@pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)
def test_a_chip_that_does_not_stand_goes_back_however_the_cards_are_dealt(book, options):
    table = PaiGowTable(book, options, ["progressive"], players=2).ready().bet_all()
    for place in (1, 2):
        table.bet(place, 1, "progressive", lit=place == 1)
    before, meter = table.chips(2), table.run.meters["progressive/meter"].value
    fed = table.to("rule-count").take(standing=(1,))
    assert table.chips(2) == before + dollars(1)
    assert [event["source"] for event in fed if event.kind == "money-moved" and event["reason"] == "wager-collected"] == [
        "layout:1"
    ]
    rate = table.run.meters["progressive/meter"].filed_meter.rate
    assert table.run.meters["progressive/meter"].value == meter + 100 * rate


@both
@pytest.mark.parametrize("options", METHODS.values(), ids=METHODS)
def test_where_no_chip_stands_all_go_back(book, options):
    table = PaiGowTable(book, options, ["progressive"], players=2).ready().bet_all()
    for place in (1, 2):
        table.bet(place, 1, "progressive", lit=place == 1)
    before, meter = table.balance("inventory"), table.run.meters["progressive/meter"].value
    table.to("rule-count").take(standing=())
    assert [event["source"] for event in table.moved("wager-returned", skip=0)][-2:] == ["layout:1", "layout:2"]
    assert (table.balance("inventory"), table.run.meters["progressive/meter"].value) == (before, meter)


@both
def test_every_chip_that_was_counted_is_collected_although_its_light_is_off(book, claim):
    """Another light is on without a chip, so that there are as many chips as lights."""
    table = PaiGowTable(book, (), ["progressive"], players=2).ready().bet_all()
    table.bet(1, 1, "progressive", lit=False)
    table.do("light", 2, position=2)
    inventory = table.balance("inventory")
    table.to("deal")
    assert (table.balance("inventory"), table.balance("layout:1")) == (inventory + dollars(1), dollars(10))
    table.finish()
    bear(claim, book, "8.C(4)", "(q)(2)#3")


@both
def test_nobody_names_a_card_in_both_hands_and_leaves_another_out(book):
    table = PaiGowTable(book, players=1, hands={1: "Ah Kh Qh Jh Th Kd 2c"}).ready().bet_all().to("players")
    high, low = cards("Ah Kh Qh Jh Th"), cards("Ah Kd")
    assert table.refused("set-hand", 1, position=1, high=high, low=low).code == "round.not-these-cards"


@both
def test_nobody_sets_a_card_in_both_hands_beside_all_others(book):
    table = PaiGowTable(book, players=1, hands={1: "Ah Kh Qh Jh Th Kd 2c"}).ready().bet_all().to("players")
    for high, low in (("Ah Kh Qh Jh Th Kd", "Kd 2c"), ("Ah Kh Qh Jh Th", "Kd 2c Ah")):
        assert table.refused("set-hand", 1, position=1, high=cards(high), low=cards(low)).code == "round.not-these-cards"


# A bank that has left or has won


@both
@pytest.mark.parametrize("number", [1, 2, 7])
def test_a_number_is_counted_from_a_bank_that_has_left(book, number, claim):
    table = banked(book, {"table.starting-position": "random-number"}).bet_all().to("draw-number")
    table.do("leave", 1)
    table.to("draw-number").take(number=number)
    assert table.last("number-drawn")["position"] == {1: 1, 2: 2, 7: 0}[number]
    bear(claim, book, "5.K(2)(b)", "(m)(8)(iii)")


@both
def test_a_void_that_is_found_when_the_houses_wager_is_lost_returns_it_to_the_house(book):
    """The bank's hands lie open, and the house's wager lies in the centre."""
    hands = {"p1": "As Ah Ad Kc Kd Qs Qd", "p0": "2s 4d 6c 8c 9s Jd Qc"}
    table = banked(book, **hands)
    chips, inventory = table.chips(1), table.balance("inventory")
    table.bet_all().to("expose")
    assert table.last("bank-exposed")["result"] == "lose"
    stake = table.last("house-staked")["amount"]
    table.do("report-misdeal", hands={2: 6})
    assert table.state.void
    back = [event for event in table.moved("refund", skip=0) if event.facts.get("seat") == 0]
    assert [(event["source"], event["target"], event["amount"]) for event in back] == [("centre", "inventory", stake)]
    table.finish()
    assert (table.chips(1), table.balance("inventory")) == (chips, inventory)


# A count, and what else is wrong or set aside


@both
@pytest.mark.parametrize("method", METHODS)
def test_several_hands_with_a_wrong_number_are_a_misdeal_and_the_deck_stays(book, method, claim):
    table = PaiGowTable(book, METHODS[method], players=3).ready().bet_all().to("count-stub")
    table.take(cards=6, hands={1: 6, 2: 6})
    assert table.last("round-voided")["why"] == "misdeal"
    table.finish()
    assert [deck.leaving_reason for deck in table.run.table.equipment.decks] == [""]
    bear(claim, book, *MISDEALT[method])


@both
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("stub", [3, 5])
def test_a_wrong_stub_voids_the_round_of_a_bank_too(book, method, stub, claim):
    table = banked(book, METHODS[method]).bet_all().to("count-stub")
    table.take(cards=stub)
    assert table.last("round-voided")["why"] == "wrong-deck"
    bear(claim, book, *WRONG_DECK[method])


@both
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("why", ["misdeal", "wrong-deck"])
def test_a_count_that_voids_a_bank_round_gives_the_house_its_wager_back_too(book, method, why, claim):
    counted, law = {"misdeal": ({"cards": 6, "hands": {2: 5}}, MISDEALT), "wrong-deck": ({"cards": 5}, WRONG_DECK)}[why]
    table = banked(book, METHODS[method])
    before = table.run.table.ledger.balances
    table.bet_all().to("count-stub")
    assert table.state.bank.house_stake == dollars(10)
    table.take(**counted)
    assert table.last("round-voided")["why"] == why
    after = table.finish().run.table.ledger.balances
    assert {account: held for account, held in after.items() if held} == {each: held for each, held in before.items() if held}
    bear(claim, book, *law[method])


@div("(i)(4)(i)", "(i)(5)#1")
@pytest.mark.parametrize("aside", [0, 1], ids=["whole", "aside"])
def test_the_start_is_found_when_the_rest_is_racked_though_a_card_was_set_aside(aside):
    table = PaiGowTable(DIV, HAND, players=2).ready().bet_all().to("deal-stacks")
    table.take(**({"face_up": (1,)} if aside else {}))
    assert (table.due.act, table.refused("shake", times=3).code) == ("count-stub", "start.not-now")
    table.take()
    racked = {entry.owner: entry.count for entry in table.run.table.equipment.rack}
    assert racked == {"stub": 4 - aside} | ({"face up": 1} if aside else {})
    table.do("shake", times=3)
    table.finish()


# A bank, and what else happens in its round


@both
@pytest.mark.parametrize("banks", [False, True], ids=["dealer", "bank"])
def test_cards_stay_while_paperwork_is_open_whoever_banks(book, banks, claim):
    against_dealer = {"players": 2, "hands": {2: FIVE_ACES}}
    table = (
        banked(book, (), ["progressive"], p2=FIVE_ACES)
        if banks
        else PaiGowTable(book, (), ["progressive"], **against_dealer).ready()
    )
    table.bet_all().bet(2, 1, "progressive")
    table.to("complete-documents")
    assert 2 not in table.state.racked
    table.finish()
    bear(claim, book, "11.H(6)(b)(vi)", "(l)(9)#7 (l)(11)")


@both
@pytest.mark.parametrize("co_bank", [False, True], ids=["bank", "co-bank"])
def test_hands_are_exposed_in_the_same_order_though_somebody_surrendered(book, co_bank, claim):
    table = banked(book, co_bank=co_bank, players=5).bet_all().to("expose")
    table.act(3, "surrender")
    table.finish()
    assert [event["position"] for event in table.since(skip=1) if event.kind == "hand-exposed"] == [2, 4, 5]
    bear(claim, book, *{False: ("12.J(1)", "(m)(12)#1"), True: ("12.L(1)(a)", "(m)(13)#1")}[co_bank])


@both
def test_the_dealers_hand_is_set_the_house_way_against_a_bank_too(book, claim):
    """He had laid the four and the three in front."""
    table = banked(book, p0="As Ad Kc Kd 9h 4s 3c").bet_all().to("set-dealer")
    table.take(low=(6, 7))
    right = table.house_way(table.state.hands[0])
    assert table.last("hand-reset", position=0)["low"] == right.low == cards("Kd Kc")
    bear(claim, book, "11.C(1) 14.I", "(n)(9)")


# A hand that earns envy, and a player who has left


@pytest.mark.parametrize(("book", "wager"), ENVIED)
def test_five_aces_of_a_player_who_left_earn_the_others_envy(book, wager, claim):
    table = (
        PaiGowTable(book, (), [wager], players=2, hands={1: FIVE_ACES})
        .ready()
        .bet_all()
        .bets(2, 0, **{wager.replace("-", "_"): 5})
    )
    table.to("players").do("leave", 1)
    table.finish()
    earned = envy_award(table.run.table.rules, wager, cards(FIVE_ACES))
    assert [(event["seat"], event["amount"]) for event in table.moved("envy")] == [(2, earned.amount)]
    claim(earned.row.clause)

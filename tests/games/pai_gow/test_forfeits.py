"""DIV-10 where wagers of a void round are lost: to whom, and what was settled before; the Division only."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.money import NO_MONEY, Cents
from tests.support.clauses import div
from tests.support.submissions import BONUS, DIV, DIV_PROGRESSIVE, NUMBER
from tests.support.table_driver import MACHINE, PaiGowTable, dollars

BANK = {"bank.offered": True, "bank.co-banking": True}
NO_BANK = dict.fromkeys(BANK)
WINS, LOSES, TIES, BANKS = "As Ad Kc Kd 9h 5s 3c", "8s 7d 6c 4h 3h 2d Jc", "Ah Ac 9d 8c 6s 5h 3d", "Ts Td Qh Jh 7h 5d 4c"
DEALERS = {"win": "Ks Kh Qs Qc 9s 6d 7c", "lose": "9c 8h 6d 4s 3s 2c Jd"}
PLACES = (1, 2, 3, 4)
"""Ann wins against the bank, Bob loses, Cid banks, and Dee ties."""


def banked(house="win", co_bank=False, readings=(), options=(), wagers=(), **more):
    """The second round, banked by Cid, before anybody has bet."""
    hands = {0: DEALERS[house], 1: WINS, 2: LOSES, 3: BANKS, 4: TIES}
    taken = {"DIV-10": "forfeit", **dict(readings)}
    table = PaiGowTable(DIV, {**BANK, **dict(options)}, wagers, taken, hands=hands, players=4, **more).play()
    table.bank, table.co_bank = 3, co_bank
    return table.ready()


def bet(table):
    """Different amounts, so that no two can be taken for each other."""
    return table.bets(1, 100).bets(2, 50).bets(4, 30)


def misdeal(table):
    return table.do("report-misdeal", DEALER_ACTOR, hands={1: 8})


def layout(table):
    return {place: table.balance(f"layout:{place}") for place in (0, *PLACES)}


def less_vigorish(amount):
    return amount - Cents(amount.amount * 5 // 100)


def steps_after_deal(table):
    """Yield before every step and every player's act of a round, from the deal on."""
    number = table.run.table.number
    table.to("count-stub")
    while table.run.table.number == number:
        yield table
        if table.due is None:
            table._answer()
        else:
            table.take()


@div("(n)(8)")
@pytest.mark.parametrize("co_bank", [False, True], ids=["bank", "co-bank"])
@pytest.mark.parametrize("house", DEALERS)
def test_a_bank_round_that_is_void_at_any_step(house, co_bank):
    """What lies before the players goes to the centre, and all that is there to the bank, less 5%, or half of it; but what the
    house has put down and not lost goes back. When the bank is settled, nothing moves any more."""
    found = set()
    for number in range(sum(1 for _ in steps_after_deal(bet(banked(house, co_bank))))):
        steps = steps_after_deal(bet(banked(house, co_bank)))
        table = next(table for place, table in enumerate(steps) if place == number)
        lying, settled = layout(table), table.state.bank_settled
        chips, inventory = table.chips(3), table.balance("inventory")
        centre = sum((lying[place] for place in PLACES), start=table.balance("centre"))
        misdeal(table)
        share = Cents(centre.amount // 2) if co_bank else centre
        assert table.chips(3) - chips == (NO_MONEY if settled else less_vigorish(share))
        assert table.balance("inventory") - inventory == lying[0] + (centre - share)
        assert {*layout(table).values(), table.balance("centre")} == {NO_MONEY}
        found.add(centre)
        table.finish()
    assert len(found) > 2, "ties were returned, and the bank was settled"


@div("(m)(11)#5", "(m)(12)#8")
@pytest.mark.parametrize("directed", [None, 4])
def test_a_house_wager_that_has_lost_stays_with_the_bank(directed):
    """It was settled before, as much as the bank has directed."""
    table = banked("lose").bets(1, 100)
    if directed is not None:
        table.do("direct-house-stake", 3, amount=dollars(directed))
    table.to("expose", 1)
    stake, inventory, chips = table.state.bank.house_stake, table.balance("inventory"), table.chips(3)
    assert stake == dollars(10 if directed is None else directed)
    misdeal(table)
    assert table.balance("inventory") == inventory
    assert table.chips(3) - chips == less_vigorish(dollars(100) + stake)


@div("(l)(4)(i)", "(n)(8)")
@pytest.mark.parametrize(("reading", "bank", "house"), [("to-centre", 150, 0), ("to-inventory", 50, 100)])
def test_a_surrendered_wager_stays_where_it_is(reading, bank, house):
    """DIV-55: it was given up before; in the centre it is the bank's with the others."""
    table = banked(readings={"DIV-55": reading}).bets(1, 100).bets(2, 50)
    chips, inventory = table.chips(3), table.balance("inventory")
    table.to("players").do("surrender", 1, position=1)
    misdeal(table)
    assert table.chips(3) - chips == less_vigorish(dollars(bank))
    assert table.balance("inventory") - inventory == dollars(house)


@div("(n)(4)#1", "(n)(8)")
@pytest.mark.parametrize(("reading", "bank"), [("refund", 50), ("forfeit", 150)])
def test_a_hand_that_its_player_had_voided(reading, bank):
    """DIV-29 decides about its wagers, and the void of the round about the others."""
    table = banked(readings={"DIV-29": reading}).bets(1, 100).bets(2, 50)
    chips = table.chips(3)
    table.to("deal").take(exposed={1: 1})
    table.to("players").do("void-exposed", 1, position=1)
    misdeal(table)
    assert table.chips(3) - chips == less_vigorish(dollars(bank))
    assert table.balance("centre") == NO_MONEY


@div("(n)(5)")
@pytest.mark.parametrize("place", [0, 3], ids=["dealer's", "bank's"])
@pytest.mark.parametrize("in_deal", [True, False], ids=["in the deal", "later"])
def test_no_bank_wins_by_a_card_of_its_own(place, in_deal):
    """A card of the dealer forfeits the wagers to the bank; one of the bank returns them, in the house's wager, too."""
    table = banked().bets(1, 100)
    had = table.chips(1) + dollars(100), table.chips(3), table.balance("inventory") + table.balance("layout:0")
    if in_deal:
        table.to("deal").take(exposed={place: 1})
    else:
        table.to("players").do("report-exposed", DEALER_ACTOR, position=place, cards=1)
    lost, won = (dollars(100), dollars(95)) if place == 0 else (NO_MONEY, NO_MONEY)
    assert table.state.void == "card-exposed"
    assert (table.chips(1), table.chips(3)) == (had[0] - lost, had[1] + won)
    table.finish()
    assert table.balance("inventory") == had[2]


@div("(n)(5)")
def test_after_hands_were_settled_a_card_of_the_bank_unwinds_them():
    """DIV-90 decides then, as wherever wagers go back: Bob has lost, and Dee has her wager again."""
    table = bet(banked())
    chips = [table.chips(place) for place in PLACES]
    table.to("settle-bank").do("report-exposed", DEALER_ACTOR, position=3, cards=1, when="face-down")
    gained = [table.chips(place) - before for place, before in zip(PLACES, chips, strict=True)]
    assert gained == [dollars(100), dollars(50), NO_MONEY, dollars(30)]


@pytest.mark.parametrize("place", [1, 3], ids=["misdeal", "bank's card"])
def test_a_round_that_is_over(place):
    """What was settled stands; but if the bank's own card was exposed, all of it is unwound."""
    table = bet(banked()).finish()
    before = [table.chips(seat) for seat in PLACES]
    if place == 1:
        (reported,) = table.do("report-misdeal", FLOOR_ACTOR, hands={1: 8}, round=2)
        assert reported["proposed"] == ()
        return
    table.do("report-exposed", FLOOR_ACTOR, position=3, cards=1, when="face-down", round=2)
    table.do("rule-finding", FLOOR_ACTOR, finding=1, choice="carry-out", why="seen on tape")
    bank = dollars(50 - 100 - 10)
    assert [table.chips(seat) - had for seat, had in zip(PLACES, before, strict=True)] == [
        Cents(-9500),
        dollars(50),
        -bank,
        NO_MONEY,
    ]


@div("(g)(2)#2", "(n)(8)")
def test_a_bank_that_has_left_is_paid_in_cash():
    table = bet(banked()).to("players")
    table.do("leave", 3)
    misdeal(table)
    cid = table.run.table.chips("Cid")
    assert cid >= less_vigorish(dollars(180))
    table.finish()
    assert "Cid" not in table.run.table.seats.values()
    assert table.run.table.chips("Cid") == NO_MONEY


SIDES = {"bonus": BONUS, "progressive": DIV_PROGRESSIVE, "number": NUMBER}
COUPONS = {"coupons.match-play-number": True, "coupons.progressive": True, "table.starting-position": "random-number"}


@div("(n)(8)", "(p)(2)(v)")
@pytest.mark.parametrize("reading", ["stands", "refunded"])
def test_side_wagers_are_the_house_s_and_numbers_have_a_reading_of_their_own(reading):
    """DIV-30: Ann's number has won $22 and Bob's has lost. Her coupon on the progressive is used up; its contribution stays."""
    table = banked(readings={"DIV-30": reading}, options=COUPONS, wagers=SIDES)
    inventory, chips = table.balance("inventory"), [table.chips(place) for place in PLACES]
    table.bets(1, 100, bonus=5).bets(2, 50, bonus=1, progressive=1)
    table.bet(1, 0, "progressive", coupon=dollars(1))
    table.bet(1, 4, "number", number=1)
    table.bet(2, 4, "number", number=2)
    table.to("count-stub")
    misdeal(table)
    number = {"stands": 22, "refunded": 0}[reading], {"stands": -4, "refunded": 0}[reading]
    gained = [table.chips(place) - before for place, before in zip(PLACES, chips, strict=True)]
    assert gained == [dollars(number[0] - 105), dollars(number[1] - 52), less_vigorish(dollars(150)), NO_MONEY]
    assert table.balance("inventory") - inventory == dollars(7 - sum(number))
    assert table.balance("coupons") == NO_MONEY
    (meter,) = table.run.meters.values()
    assert meter.value == Cents.from_dollars(20_000).amount + 42


@div("(n)(14)#1", "(q)(5)#1")
def test_a_progressive_wager_that_nobody_has_counted_is_lost_and_contributes():
    """The automated shoe fails after "no more bets" and before the lock-out."""
    table = banked(options={**MACHINE, **NO_BANK}, wagers={"progressive": DIV_PROGRESSIVE})
    table.bets(1, 10, progressive=1).to("close-betting").take()
    assert not table.state.progressive_collected
    table.do("report-device", DEALER_ACTOR, device="automated-shoe", what="jammed")
    assert table.state.void
    (meter,) = table.run.meters.values()
    assert (meter.value, {*layout(table).values()}) == (Cents.from_dollars(20_000).amount + 21, {NO_MONEY})


@div("(n)(4)#1")
def test_a_void_hand_that_gets_its_wagers_back_takes_its_contribution_back():
    """DIV-29, although the wagers of a void round are lost."""
    table = banked(options=NO_BANK, wagers={"progressive": DIV_PROGRESSIVE})
    chips = table.chips(1)
    table.bets(1, 10, progressive=1).bets(2, 10).to("deal").take(exposed={1: 1})
    table.to("players").do("void-exposed", 1, position=1)
    (meter,) = table.run.meters.values()
    assert (meter.value, table.chips(1)) == (Cents.from_dollars(20_000).amount, chips)

"""Several wagers of one position at once, under both books: chips laid together, and lost ones taken in one sweep."""

import pytest

from houseway.croupier import DEALER_ACTOR
from houseway.money import Cents
from tests.support.clauses import bear, both, short
from tests.support.submissions import DIV, MD, NUMBER
from tests.support.table_driver import PaiGowTable

dollars = Cents.from_dollars
SIDES = {MD: ("fortune-bonus", "emperors-treasure", "insurance", "progressive"), DIV: ("bonus", "progressive")}
LOSES, DEALER_HAND = "2d 2h 4h 5d 7c 8s 9c", "As Ac Kd Kh 9s 5c 3d"
LOW_PAIR_STRAIGHT = "5d 6h 7h 8d 9c 2s 2c"


def table(book, **more):
    return PaiGowTable(book, wagers=SIDES[book], players=2, **more).ready()


def stakes(book, *but):
    return {name: dollars(1 if name == "progressive" else 5) for name in SIDES[book] if name not in but}


@both
def test_chips_laid_together_are_as_if_laid_one_by_one(book, claim):
    bear(claim, book, md="7.A 7.E(1)", div="(g)(1)#1")
    together, singly = table(book), table(book)
    made = together.bet(1, 10, also=stakes(book))
    one_by_one = [
        *singly.bet(1, 10),
        *(event for name, amount in stakes(book).items() for event in placed(singly, name, amount)),
    ]
    assert sorted(map(repr, made)) == sorted(map(repr, one_by_one))
    assert together.run.table.round == singly.run.table.round
    assert together.run.table.ledger == singly.run.table.ledger
    assert together.run.table.equipment.acceptors.lit == (1,)


def placed(driver, name, amount):
    return driver.do("wager", 1, position=1, wager=name, amount=amount)


@both
def test_chips_are_laid_together_all_or_none(book, claim):
    """The last one is too small, or there are no chips for it; nothing lies there then, and no light is on."""
    bear(claim, book, md="7.D", div="(g)(1)#1")
    game = table(book, chips=15)
    side = SIDES[book][0]
    assert (
        game.refused("wager", 1, position=1, wager="pai-gow", amount=dollars(10), also={side: Cents(1)}).code == "round.stake"
    )
    both_sides = {"progressive": dollars(1), side: dollars(5)}
    refused = game.refused("wager", 1, position=1, wager="pai-gow", amount=dollars(10), also=both_sides)
    assert refused.code == "ledger.short"
    assert not game.run.table.round.stakes
    assert not game.run.table.equipment.acceptors.lit
    assert game.chips(1) == dollars(15)


@both
def test_an_optional_wager_waits_for_the_base_wager_among_those_laid_together(book, claim):
    bear(claim, book, md="7.E", div="(g)(4)#1")
    game = table(book)
    first, *_, last = SIDES[book]
    assert (
        game.refused("wager", 1, position=1, wager=first, amount=dollars(5), also={last: dollars(1)}).code == "round.base-first"
    )
    game.bet(1, 10)
    game.bet(1, 5, first, also={last: dollars(1)})
    assert set(game.run.table.round.stakes[1]) == {"pai-gow", first, last}


@pytest.mark.parametrize(
    "also", [{"pai-gow": dollars(5)}, {"number": dollars(5)}, {"bonus": 5}, {3: dollars(5)}, [("bonus", 5)], 7]
)
def test_what_is_laid_with_a_wager_is_readable(also):
    game = PaiGowTable(DIV, {"table.starting-position": "random-number"}, {"number": NUMBER}, players=1).ready()
    refused = game.refused("wager", 1, position=1, wager="pai-gow", amount=dollars(10), also=also)
    assert refused.code == "command.fact"


@both
def test_what_may_be_laid_together_is_listed(book):
    game = table(book, chips=20)
    (base,) = [option for option in game.legal(1, "wager") if option.facts["wager"] == "pai-gow"]
    bounds = base.bounds["also"]
    assert set(bounds["parts"]) == set(SIDES[book])
    assert (bounds["optional"], bounds["beside"], bounds["together"]) == (True, "amount", dollars(20))


@both
def test_a_bank_that_was_confirmed_covers_what_it_lays_together(book, claim):
    """Its own optional wagers come out of the chips that must cover the others (PG-58, DIV-57)."""
    driver = PaiGowTable(book, {"bank.offered": True}, SIDES[book], players=2, chips=100)
    driver.play()
    driver.bank = 1
    driver.ready().bet(2, 50)
    while not driver.run.table.round.bank.is_confirmed:
        driver.take()
    room = driver.chips(1) - dollars(50)
    bets = {"position": 1, "wager": SIDES[book][0], "amount": Cents(room.amount // 100 * 100)}
    assert driver.refused("wager", 1, **bets, also={"progressive": dollars(1)}).code == "round.bank-does-not-cover"
    driver.do("wager", 1, **bets)
    bear(claim, book, "12.D(2)", "(m)(4)(ii)")


def against_a_short_bank(book):
    """A bank with chips for $35 more than lies there."""
    game = PaiGowTable(book, {"bank.offered": True}, SIDES[book], players=3)
    game.play()
    game.bank = 1
    game.ready()
    game.do("cash-out", 1, amount=game.chips(1) - dollars(45))
    game.bet(2, 10)
    while game.due is not None and game.due.act != "close-betting":
        game.take()
    return game


@both
def test_what_lies_beside_a_base_wager_is_bounded_by_the_players_own_chips(book):
    game = against_a_short_bank(book)
    (base,) = [option for option in game.legal(3, "wager") if option.facts["wager"] == "pai-gow"]
    assert base.bounds["amount"]["most"] == dollars(25)
    assert base.bounds["also"]["together"] == game.chips(3)
    assert base.bounds["also"]["parts"][SIDES[book][0]]["most"] == dollars(100)


@both
def test_what_lies_beside_a_base_wager_is_not_the_banks_to_cover(book):
    game, side = against_a_short_bank(book), SIDES[book][0]
    game.bet(3, 24, also={side: dollars(50)})
    game.bet(3, 5, side, also={"pai-gow": dollars(1)})
    assert game.run.table.round.stakes[3]["pai-gow"].amount == dollars(25)


# Lost ones


def swept(hand, wagers=SIDES[MD]):
    """The steps between the rearranged hand and its cards in the rack."""
    game = PaiGowTable(MD, wagers=SIDES[MD], players=1, hands={1: hand, 0: DEALER_HAND}).ready()
    game.bet(1, 10, also={name: amount for name, amount in stakes(MD).items() if name in wagers})
    game.to("rearrange").take()
    steps = []
    while game.due.act != "collect-cards":
        steps.append((game.due, game.take()))
    return game, steps


def test_lost_wagers_are_taken_in_one_sweep_in_the_books_order(claim):
    bear(claim, MD, md="11.H(3)(a)(i) 11.H(4)(a) 11.H(5)(a) 11.H(6)(a)")
    game, ((step, events),) = swept(LOSES)
    assert (step.act, step.facts["wagers"]) == ("collect-lost", SIDES[MD])
    assert short(step.clauses) == ["11.H(3)(a)(i)", "11.H(4)(a)", "11.H(5)(a)", "11.H(6)(a)"]
    ended = [event for event in events if event.kind == "wager-settled"]
    assert [(event["wager"], event["result"]) for event in ended] == [(wager, "lose") for wager in SIDES[MD]]
    assert game.balance("layout:1") == dollars(0)


def test_only_those_before_the_first_that_wins_are_taken_together(claim):
    """A straight pays Fortune and Emperor's Treasure, so they come first, each by itself; the other two are lost."""
    bear(claim, MD, md="11.H(3)(a)(ii) 11.H(4)(b) 11.H(5)(a) 11.H(6)(a)")
    _, steps = swept(LOW_PAIR_STRAIGHT)
    assert [(step.act, step.facts.get("wager", step.facts.get("wagers"))) for step, _ in steps] == [
        ("settle-side", "fortune-bonus"),
        ("settle-side", "emperors-treasure"),
        ("collect-lost", ("insurance", "progressive")),
    ]


def test_a_single_lost_wager_is_settled_by_itself():
    _, ((step, _),) = swept(LOSES, ("insurance",))
    assert (step.act, step.facts["wager"]) == ("settle-side", "insurance")


def test_a_sweep_takes_what_is_due_and_nothing_else():
    game = PaiGowTable(MD, wagers=SIDES[MD], players=1, hands={1: LOSES, 0: DEALER_HAND}).ready()
    game.bet(1, 10, also=stakes(MD))
    game.to("collect-lost")
    for wagers in (("insurance", "progressive"), (), SIDES[MD][::-1], "fortune-bonus", ("pai-gow",)):
        assert game.refused("collect-lost", position=1, wagers=wagers).code == "round.not-next"
    assert game.refused("settle-side", position=1, wager="insurance").code == "round.not-next"


def test_lost_wagers_may_be_settled_one_by_one_as_the_book_has_them(claim):
    bear(claim, MD, md="11.H(3)(a)(i) 11.H(4)(a) 11.H(5)(a) 11.H(6)(a)")
    swept_up, singly = (
        PaiGowTable(MD, wagers=SIDES[MD], players=1, hands={1: LOSES, 0: DEALER_HAND}).ready() for _ in range(2)
    )
    for game in (swept_up, singly):
        game.bet(1, 10, also=stakes(MD))
        game.to("collect-lost")
    for wager in SIDES[MD]:
        assert [
            option.facts["wager"] for option in singly.run.legal(DEALER_ACTOR, singly.at) if option.act == "settle-side"
        ] == [wager]
        singly.do("settle-side", position=1, wager=wager)
    swept_up.take()
    assert singly.run.table.round == swept_up.run.table.round
    assert singly.run.table.ledger.balances == swept_up.run.table.ledger.balances

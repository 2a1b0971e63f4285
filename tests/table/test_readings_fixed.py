"""What is done at a table where a reading is fixed, as far as it has to do with banks, coupons and players who leave."""

from dataclasses import replace

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Actor, Role
from houseway.games.pai_gow.base_wager import centre
from houseway.money import Cents
from tests.support.clauses import both
from tests.support.readings_bench import BONUS, Table, rules
from tests.support.submissions import DIV, MD


def accepted(book, readings=None, **options):
    """A second round whose bank Ann has taken, before any wager."""
    table = Table(book, readings or {}, **options).first_round().go()
    table.do("accept-bank", "Ann", position=1)
    return table


@pytest.mark.clause(f"{DIV} (g)(1)#1", f"{DIV} (m)(12)#4")
def test_no_coupon_is_wagered_against_a_bank():
    """DIV-70."""
    table = accepted(DIV)
    why = table.refused("wager", "Ben", position=2, wager="pai-gow", coupon=Cents.from_dollars(50))
    assert (why.code, why.clauses) == ("round.coupon-against-bank", (f"{DIV} (g)(1)#1", f"{DIV} (m)(12)#4"))


def test_a_coupon_that_lies_there_when_the_bank_is_confirmed_goes_back_with_what_hangs_on_it():
    """DIV-70: Ben bet before the bank was taken, a coupon with chips, and the progressive on it."""
    table = Table(DIV, {}).first_round().go()
    ben = table.dollars("Ben")
    table.do("wager", "Ben", position=2, wager="pai-gow", amount=Cents.from_dollars(20), coupon=Cents.from_dollars(50))
    table.bets(2, 0, progressive=5).bets(3)
    table.do("accept-bank", "Ann", position=1)
    table.go("stake-against-bank")
    assert 2 not in table.run.table.round.stakes
    assert table.dollars("Ben") == ben
    assert table.run.table.equipment.acceptors.lit == ()
    table.finish()


@pytest.mark.clause(f"{DIV} (m)(7)#1", f"{DIV} (g)(1)#1")
def test_the_house_wagers_what_the_bank_last_wagered_with_its_coupon():
    """DIV-130: Ann had $20 in chips and a coupon of $50."""
    table = Table(DIV, {}).go()
    table.do("wager", "Ann", position=1, wager="pai-gow", amount=Cents.from_dollars(20), coupon=Cents.from_dollars(50))
    table.finish().go()
    table.do("accept-bank", "Ann", position=1)
    table.bets(2).go("close-betting")
    assert table.run.table.round.bank.house_stake == Cents.from_dollars(70)


@both
def test_a_bank_against_which_nothing_is_wagered_falls_away(book):
    """PG-110, DIV-131: Ann has the house make no wager, and Ben takes his back."""
    table = accepted(book)
    table.do("direct-house-stake", "Ann", amount=Cents(0))
    table.bets(2).go("close-betting")
    table.do("take-back", "Ben", position=2, wager="pai-gow")
    table.go()
    assert "bank-refused" in table.kinds()
    assert table.run.table.round.bank.position is None


@both
def test_wagers_after_the_check_are_bounded_by_what_the_bank_covers(claim, book):
    """PG-58, DIV-57: the house's wager counts, and the bank's own wagers do."""
    clause = f"{book} {'12.D(2)' if book == MD else '(m)(4)(ii)'}"
    claim(clause)
    table = accepted(book)
    table.do("cash-out", "Ann", amount=Cents.from_dollars(int(table.dollars("Ann")) - 250))
    room = table.dollars("Ann") - 200
    table.bets(2).go("close-betting")
    assert table.run.table.round.bank.house_stake == Cents.from_dollars(100)
    over = {"position": 3, "wager": "pai-gow", "amount": Cents(int(room * 100) + 1)}
    assert table.refused("wager", "Cal", **over).clauses == (clause,)
    own = {"position": 1, "wager": BONUS[book], "amount": Cents.from_dollars(60)}
    assert table.refused("wager", "Ann", **own).clauses == (clause,)
    bounds = [each.bounds["amount"]["most"] for each in table.options("Cal", "wager", "pai-gow")]
    assert bounds == [Cents(int(room * 100))]
    table.bets(3, int(room))
    assert table.refused("wager", "Ann", **{**own, "amount": Cents.from_dollars(5)}).code == "round.bank-does-not-cover"
    table.finish()


@both
def test_a_bank_that_does_not_cover_is_passed_over_and_the_offer_goes_on(book):
    """PG-59, DIV-58."""
    table = accepted(book)
    table.do("cash-out", "Ann", amount=Cents.from_dollars(int(table.dollars("Ann")) - 50))
    table.bets(2).go()
    assert "bank-refused" in table.kinds()
    assert (table.run.table.round.bank.position, table.run.table.round.bank.offered) == (None, 2)


@both
def test_the_house_s_wager_is_lowered_until_it_lies_there(book):
    """PG-62, DIV-61."""
    table = accepted(book)
    table.bets(2).go("stake-against-bank")
    table.do("direct-house-stake", "Ann", amount=Cents.from_dollars(30))
    table.go("close-betting")
    assert table.run.table.round.bank.house_stake == Cents.from_dollars(30)
    assert table.refused("direct-house-stake", "Ann", amount=Cents.from_dollars(10)).code == "round.stake-is-down"


@both
def test_the_bank_s_last_word_on_the_house_s_wager_counts_until_it_lies_there(claim, book):
    """PG-62, DIV-61: what Ann said first is no bound, and the limit is her own last wager."""
    claim(f"{book} {'12.G(3)' if book == MD else '(m)(7)#2'}")
    table = accepted(book)
    table.bets(2).go("stake-against-bank")
    for dollars in (0, 30, 20, 40):
        table.do("direct-house-stake", "Ann", amount=Cents.from_dollars(dollars))
    assert table.refused("direct-house-stake", "Ann", amount=Cents.from_dollars(101)).code == "round.stake-not-less"
    table.go("close-betting")
    assert table.run.table.round.bank.house_stake == Cents.from_dollars(40)


@both
def test_a_confirmed_bank_that_covers_all_wagers_together_raises_the_house_s_only_as_far(claim, book):
    """PG-27, DIV-24: others wagered on while Ann had the house stake nothing."""
    claim(f"{book} {'12.D(2)' if book == MD else '(m)(4)(ii)'}")
    table = accepted(book, {"PG-27" if book == MD else "DIV-24": "others-and-house"})
    table.do("cash-out", "Ann", amount=Cents.from_dollars(int(table.dollars("Ann")) - 130))
    table.do("direct-house-stake", "Ann", amount=Cents(0))
    table.bets(2).go("stake-against-bank")
    bounds = [option.bounds["amount"]["most"] for option in table.options("Ann", "direct-house-stake")]
    left = Cents(int(table.dollars("Ann") * 100)) - table.run.table.round.stakes[2]["pai-gow"].amount
    assert bounds == [left]
    assert table.refused("direct-house-stake", "Ann", amount=left + Cents(1)).code == "round.bank-does-not-cover"
    table.do("direct-house-stake", "Ann", amount=left)
    table.go("close-betting")
    assert table.run.table.round.bank.house_stake == left
    table.finish()


@both
def test_a_bank_bets_in_words_no_more_than_anybody_else(claim, book):
    claim(f"{book} {'7.B' if book == MD else '(g)(1)#2'}")
    table = accepted(book)
    assert table.refused("bet-in-words", Actor(Role.BANK, "Ann"), said="fifty on the bonus").code == "wager.spoken"


@both
def test_the_house_is_paid_last(book):
    """PG-61, DIV-60."""
    won = [centre.BankedWager(place, Cents.from_dollars(10), "win") for place in (1, 2)]
    moves = centre.settle_bank_round(
        rules(book, ()), 3, won, centre.BankedWager(0, Cents.from_dollars(10), "win"), Cents.from_dollars(30)
    )
    assert [move.seat for move in moves if move.reason == "payout"] == [1, 2, 0]


@pytest.mark.clause(f"{DIV} (g)(2)#2")
def test_the_division_takes_no_wager_of_a_player_who_left():
    """DIV-50."""
    table = Table(DIV, {}).deal({0: "dealer", 1: "pairs"})
    table.go().bets(1).go().do("leave", "Ann")
    assert table.refused("abandon", FLOOR_ACTOR, position=1).code == "round.no-forfeit"
    assert not table.options(FLOOR_ACTOR, "abandon")
    table.finish()
    assert ("inventory", 100) in [(source, dollars) for source, _, dollars in table.transfers("payout")]


@both
def test_after_the_first_to_arrive_the_cut_goes_round_from_the_far_right(book):
    """PG-60, DIV-59."""
    table = Table(book, {}, {"Cal": (3,), "Ann": (1,), "Ben": (2,)}, table__shuffler=False, table__dealing="manual-shoe")
    asked = []
    while table.go("cut").run.table.equipment.cut.offered_to is not None:
        asked.append(table.run.table.equipment.cut.offered_to)
        table.do("refuse-cut", table.run.table.seats[asked[-1]])
    assert asked == [3, 1, 2]


def test_the_division_s_offer_of_the_cut_moves_a_seat_a_round():
    """DIV-62: not in the game's first round, and whoever accepts."""
    table = Table(DIV, {}, table__shuffler=False, table__dealing="manual-shoe", bank=None)
    asked = []
    for _ in range(5):
        table.go("cut")
        asked.append(table.run.table.equipment.cut.offered_to)
        table.go().bets(1).finish()
    assert asked == [1, 1, 2, 3, 1]


def test_a_whole_meter_that_the_limit_cuts_is_reset_all_the_same():
    """PG-67."""
    taken, limit = {"PG-22": "capped"}, "$85,000"
    table = Table(MD, taken, payout_limit__amount=limit, meters__0__seed="$80,000", wagers__fortune_bonus__paytable="D")
    table.deal({0: "2d 3d 5h 7s 8d Td Jh", 1: "3c 4c 5c 6c 7c 8c 9c"})
    table.go().bets(1, fortune_bonus=10, progressive=5).finish()
    assert ([dollars for _, _, dollars in table.transfers("meter-award")], table.meter) == ([60_000], 10_000)


@pytest.mark.clause(f"{DIV} (q)(5)#4")
def test_of_a_low_meter_ten_percent_do_not_come_off():
    """DIV-71: five aces; with a meter of $2,000 ten percent are $200, below the $250 from which payouts are deducted."""
    table = Table(DIV, {})
    meter = table.run.meters["progressive/meter"]
    table.run.meters = {**table.run.meters, "progressive/meter": replace(meter, value=meter.value / 10)}
    table.deal({0: "dealer", 1: "aces"})
    table.go().bets(1, progressive=5).finish()
    assert ([dollars for _, _, dollars in table.transfers("meter-award")], table.meter) == ([200.14], 2001.35)

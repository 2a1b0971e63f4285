"""A round that a player banks, in money: cover, the house's wager, the centre of the layout, the surplus."""

from collections import defaultdict

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from houseway.errors import NotAllowed
from houseway.games.awards import vigorish_on
from houseway.games.pai_gow.base_wager.centre import (
    BankedWager,
    CentreState,
    bank_cover,
    distribute_surplus,
    house_stake_against_bank,
    move_surrendered_wager,
    pay_winners,
    place_house_wager,
    settle_bank_round,
    split_in_halves,
)
from houseway.money import Cents
from tests.games.test_awards import DIV, MD, everything, filing, reads

BANK = 4
NOTHING = Cents(0)
both_books = pytest.mark.parametrize("book", [MD, DIV])
co_or_not = pytest.mark.parametrize("co_banking", [False, True])


def exact(book, **readings):
    """Vigorish to the cent, so that sums are plain."""
    return filing(reads(book, **readings), vigorish__rounding="exact-cents")


def spot(position, dollars, result):
    return BankedWager(position, Cents.from_dollars(dollars), result)


def told(moves):
    return [(move.reason, move.source, move.target, move.amount.amount / 100) for move in moves]


def balances(moves, spots=(), house=None, chips=NOTHING, already=NOTHING):
    """Every account after the movements; none may fall below zero on the way, but for the inventory."""
    held = defaultdict(int, {f"layout:{each.position}": each.stake.amount for each in (*spots, *((house,) if house else ()))})
    held[f"seat:{BANK}"], held["centre"] = chips.amount, already.amount
    for move in moves:
        assert move.amount.amount > 0
        assert move.clauses
        held[move.source] -= move.amount.amount
        held[move.target] += move.amount.amount
        assert held[move.source] >= 0 or move.source == "inventory", move
    return held


# Before the cards


@both_books
@pytest.mark.clause("md.pai-gow-poker 12.G(1)", "md.pai-gow-poker 12.G(2)", "div.pai-gow-poker (m)(7)#1")
def test_the_house_stakes_what_the_bank_last_had_against_the_dealer(book):
    rules = filing(everything(book), bank__house_stake=None)
    last = (Cents.from_dollars(10), Cents.from_dollars(25))
    assert house_stake_against_bank(rules, last) == Cents.from_dollars(35)
    assert house_stake_against_bank(rules, ()) == Cents(0)
    for each in (MD, DIV):
        move = place_house_wager(everything(each), Cents.from_dollars(35))
        assert (move.source, move.target, move.amount) == ("inventory", "layout:0", Cents.from_dollars(35))


def test_maryland_may_read_the_larger_or_file_an_amount():
    last = (Cents.from_dollars(10), Cents.from_dollars(25))
    assert house_stake_against_bank(filing(reads(MD, PG_32="larger"), bank__house_stake=None), last) == Cents.from_dollars(25)
    assert house_stake_against_bank(
        filing(everything(MD), bank__house_stake=Cents.from_dollars(7)), last
    ) == Cents.from_dollars(7)


@both_books
@pytest.mark.parametrize(
    ("choice", "chips", "co_banking", "covers", "needed", "stake"),
    [
        ("others-then-house-cut", 100, False, True, 60, 25),
        ("others-then-house-cut", 85, False, True, 60, 25),
        ("others-then-house-cut", 70, False, True, 60, 10),
        ("others-then-house-cut", 60, False, True, 60, 0),
        ("others-then-house-cut", 59, False, False, 60, 0),
        ("others-and-house", 85, False, True, 85, 25),
        ("others-and-house", 84, False, False, 85, 25),
        ("others-then-house-cut", 30, True, True, 30, 0),
        ("others-and-house", 29, True, False, 30, 0),
    ],
)
def test_the_bank_covers_the_others(book, choice, chips, co_banking, covers, needed, stake):
    rules = reads(book, PG_27=choice, DIV_24=choice)
    made = bank_cover(
        rules, [Cents.from_dollars(20), Cents.from_dollars(40)], Cents.from_dollars(chips), Cents.from_dollars(25), co_banking
    )
    assert (made.covers, made.needed, made.house_stake) == (covers, Cents.from_dollars(needed), Cents.from_dollars(stake))
    assert f"{book} {'12.D(2)' if book == MD else '(m)(4)(ii)'}" in made.clauses
    assert (f"{book} {'12.E(5)' if book == MD else '(m)(5)#5'}" in made.clauses) is co_banking
    assert (f"{book} {'12.G(3)' if book == MD else '(m)(7)#2'}" in made.clauses) is (
        stake < 25 and "cut" in choice and not co_banking
    )


# Told by example


@both_books
def test_losers_pay_winners_and_the_bank_keeps_the_rest(claim, book):
    rules = exact(book)
    spots = (spot(1, 100, "lose"), spot(2, 40, "win"), spot(3, 30, "tie"))
    moves = settle_bank_round(rules, BANK, spots, spot(0, 20, "lose"), Cents.from_dollars(500))
    assert told(moves) == [
        ("wager-lost", "layout:0", "centre", 20),
        ("wager-lost", "layout:1", "centre", 100),
        ("wager-returned", "layout:3", "seat:3", 30),
        ("payout", "centre", "seat:2", 40),
        ("wager-returned", "layout:2", "seat:2", 40),
        ("vigorish", "seat:2", "vigorish", 2),
        ("vigorish", "centre", "vigorish", 4),
        ("bank-surplus", "centre", "seat:4", 76),
    ]
    maryland = ("12.I(5)", "12.J(2)", "11.F(2)", "12.J(3)", "12.M", "12.J(6)", "12.J(7)")
    division = ("(m)(11)#5", "(m)(12)#3", "(l)(7)#1", "(m)(12)#4", "(m)(15)", "(m)(12)#7", "(m)(12)#8")
    claim(*(f"{book} {clause}" for clause in (maryland if book == MD else division)))


@both_books
def test_an_exhausted_centre_is_filled_by_the_bank(claim, book):
    rules = exact(book)
    spots = (spot(1, 100, "win"), spot(2, 60, "lose"), spot(3, 50, "win"))
    moves = settle_bank_round(rules, BANK, spots, spot(0, 20, "win"), Cents.from_dollars(110))
    assert told(moves) == [
        ("wager-lost", "layout:2", "centre", 60),
        ("payout", "centre", "seat:1", 60),
        ("bank-collected", "seat:4", "centre", 110),
        ("payout", "centre", "seat:1", 40),
        ("wager-returned", "layout:1", "seat:1", 100),
        ("vigorish", "seat:1", "vigorish", 5),
        ("payout", "centre", "seat:3", 50),
        ("wager-returned", "layout:3", "seat:3", 50),
        ("vigorish", "seat:3", "vigorish", 2.5),
        ("payout", "centre", "layout:0", 20),
        ("house-stake-returned", "layout:0", "inventory", 40),
    ]
    maryland = ("12.J(3)", "12.J(4)", "1.B(1)", "12.J(5)", "12.K")
    division = ("(m)(12)#4", "(m)(12)#5", "(a)(1)(i)", "(m)(12)#6", "(m)(14)")
    claim(*(f"{book} {clause}" for clause in (maryland if book == MD else division)))


@both_books
def test_the_houses_win_is_back_before_the_bank_gets_its_surplus(claim, book):
    house = spot(0, 20, "win")
    moves = settle_bank_round(exact(book), BANK, (spot(1, 100, "lose"),), house, Cents(0))
    assert told(moves)[1:] == [
        ("payout", "centre", "layout:0", 20),
        ("house-stake-returned", "layout:0", "inventory", 40),
        ("vigorish", "centre", "vigorish", 4),
        ("bank-surplus", "centre", "seat:4", 76),
    ]
    claim(f"{book} {'12.K' if book == MD else '(m)(14)'}")


@both_books
def test_a_co_banked_shortfall_is_shared(claim, book):
    spots = (spot(1, 100, "win"), spot(2, 60, "lose"))
    moves = settle_bank_round(exact(book), BANK, spots, None, Cents.from_dollars(20), co_banking=True)
    assert told(moves)[1:5] == [
        ("payout", "centre", "seat:1", 60),
        ("bank-collected", "seat:4", "centre", 20),
        ("co-bank-half", "inventory", "centre", 20),
        ("payout", "centre", "seat:1", 40),
    ]
    maryland = ("12.L(1)(b)", "12.L(1)(c)", "12.L(2)", "1.B(2)", "12.L(3)(a)", "12.L(3)(b)")
    division = ("(m)(13)#3", "(m)(13)#4", "(m)(13)#5", "(a)(1)(iii)", "(m)(5)#2", "(m)(13)#6", "(m)(13)#7")
    claim(*(f"{book} {clause}" for clause in (maryland if book == MD else division)))


@both_books
def test_a_co_banked_surplus_is_halved_and_charged_once(claim, book):
    moves = settle_bank_round(exact(book), BANK, (spot(1, 100, "lose"),), None, Cents(0), co_banking=True)
    assert told(moves)[1:] == [
        ("co-bank-half", "centre", "inventory", 50),
        ("vigorish", "centre", "vigorish", 2.5),
        ("bank-surplus", "centre", "seat:4", 47.5),
    ]
    maryland, division = ("12.L(3)(c)", "12.L(3)(d)", "12.L(3)(e)"), ("(m)(13)#8", "(m)(13)#9", "(m)(13)#10")
    claim(*(f"{book} {clause}" for clause in (maryland if book == MD else division)))


@both_books
def test_the_houses_tied_wager_goes_back(claim, book):
    moves = settle_bank_round(exact(book), BANK, (), spot(0, 20, "tie"), Cents(0))
    assert told(moves) == [("house-stake-returned", "layout:0", "inventory", 20)]
    claim(f"{book} {'12.I(4)' if book == MD else '(m)(11)#4'}")


def test_one_pass_pays_before_later_losers_and_charges_a_surplus_that_is_none():
    """PG-26, the register's own example: $5 on a round in which the bank won nothing."""
    spots = (spot(1, 100, "win"), spot(2, 100, "lose"))
    two = balances(
        settle_bank_round(exact(MD), BANK, spots, None, Cents.from_dollars(100)), spots, None, Cents.from_dollars(100)
    )
    one = balances(
        settle_bank_round(exact(MD, PG_26="one-pass"), BANK, spots, None, Cents.from_dollars(100)),
        spots,
        None,
        Cents.from_dollars(100),
    )
    assert (two[f"seat:{BANK}"], one[f"seat:{BANK}"]) == (10_000, 9_500)


@pytest.mark.parametrize(
    ("choice", "banked", "target"),
    [("to-centre", True, "centre"), ("to-inventory", True, "inventory"), ("to-centre", False, "inventory")],
)
@both_books
def test_a_surrendered_wager_goes_to_the_bank_or_to_the_house(claim, book, choice, banked, target):
    move = move_surrendered_wager(reads(book, PG_56=choice), 2, Cents.from_dollars(10), banked=banked)
    assert (move.source, move.target) == ("layout:2", target)
    claim(f"{book} {'11.D(2)' if book == MD else '(l)(4)(i)'}")


@both_books
def test_odd_cents_of_a_co_banked_shortfall_do_not_add_up(claim, book):
    """Winners are paid one after the other, each with an odd cent; the halves are those of the whole sum."""
    rules, pool, made = exact(book), CentreState(Cents(10_000)), []
    for position in (1, 2, 3):
        moves, pool = pay_winners(rules, BANK, (BankedWager(position, Cents(101), "win"),), pool, co_banking=True)
        made += moves
    paid = {
        reason: sum(move.amount.amount for move in made if move.reason == reason)
        for reason in ("bank-collected", "co-bank-half")
    }
    assert tuple(paid.values()) == tuple(half.amount for half in split_in_halves(rules, Cents(303)))
    claim(f"{MD} 1.B(2)" if book == MD else f"{DIV} (a)(1)(iii)")


def test_an_odd_cent_is_the_banks_or_the_houses():
    assert split_in_halves(everything(MD), Cents(101)) == (Cents(51), Cents(50))
    assert split_in_halves(reads(MD, PG_35="odd-cent-to-house"), Cents(101)) == (Cents(50), Cents(51))
    assert split_in_halves(everything(DIV), Cents(100)) == (Cents(50), Cents(50))


@both_books
def test_a_bank_without_chips_is_refused(claim, book):
    with pytest.raises(NotAllowed) as refused:
        pay_winners(exact(book), BANK, (spot(1, 10, "win"),), CentreState(Cents(999)))
    assert refused.value.code == "bank.short"
    claim(f"{book} {'12.D(2)' if book == MD else '(m)(4)(ii)'}")


def test_a_bank_is_short_over_several_winners_too():
    rules, winners = exact(MD, PG_26="one-pass"), (spot(1, 10, "win"), spot(2, 10, "win"))
    assert settle_bank_round(rules, BANK, winners, None, Cents.from_dollars(20))
    with pytest.raises(NotAllowed):
        settle_bank_round(rules, BANK, winners, None, Cents(1_999))


def test_nothing_left_moves_nothing():
    assert distribute_surplus(everything(MD), BANK, Cents(0)) == ()


def test_quarters_are_rounded_up_and_never_past_the_surplus():
    rules = filing(everything(MD), vigorish__rounding="up-to-next-quarter")
    assert told(distribute_surplus(rules, BANK, Cents(20))) == [("vigorish", "centre", "vigorish", 0.2)]
    assert told(distribute_surplus(rules, BANK, Cents(1_200)))[0][-1] == 0.75


# Whatever the round


results = st.sampled_from(["win", "lose", "tie"])
cents = st.integers(1, 50_000).map(Cents)
rounds = st.lists(st.tuples(cents, results), max_size=6)
housed = st.none() | st.tuples(cents, results)


@both_books
@co_or_not
@given(
    rounds,
    housed,
    st.integers(0, 10_000),
    st.sampled_from(["two-passes", "one-pass"]),
    st.sampled_from(["exact-cents", "up-to-next-quarter"]),
    st.sampled_from(["odd-cent-to-bank", "odd-cent-to-house"]),
)
@example([(Cents(1), "win"), (Cents(1), "win"), (Cents(1), "win")], None, 0, "one-pass", "exact-cents", "odd-cent-to-bank")
def test_every_round_balances(book, co_banking, played, house, already, passes, rounding, odd):
    rules = filing(reads(book, PG_26=passes, PG_35=odd), vigorish__rounding=rounding)
    spots = tuple(BankedWager(place + 1 if place < 3 else place + 2, *each) for place, each in enumerate(played))
    house_spot = None if house is None or co_banking else BankedWager(0, *house)
    stakes = [each.stake for each in spots]
    wagered = house_spot.stake if house_spot else Cents(0)
    needed = bank_cover(filing(rules), stakes, Cents(10**9), wagered, co_banking).needed
    chips = needed + wagered  # the least that covers, with the house's wager uncut
    moves = settle_bank_round(rules, BANK, spots, house_spot, chips, co_banking, Cents(already))
    after = balances(moves, spots, house_spot, chips, Cents(already))

    assert after["centre"] == 0
    assert all(after[f"layout:{each.position}"] == 0 for each in (*spots, BankedWager(0, Cents(0), "")))
    for each in spots:
        charge = vigorish_on(rules, each.stake, "against-bank").amount
        assert (
            after[f"seat:{each.position}"]
            == {"win": 2 * each.stake.amount - charge, "lose": 0, "tie": each.stake.amount}[each.result]
        )
    if passes == "two-passes":
        assert after[f"seat:{BANK}"] - chips.amount == expected(rules, spots, house_spot, already, co_banking)
    everyone = sum(after.values())
    assert everyone == chips.amount + already + sum(each.stake.amount for each in spots) + wagered.amount


def expected(rules, spots, house, already, co_banking):
    """What the bank is up: what was lost to it less what it owes, its part of that, and vigorish on a surplus."""
    everybody = (*spots, *((house,) if house else ()))
    net = already + sum({"lose": 1, "win": -1, "tie": 0}[each.result] * each.stake.amount for each in everybody)
    own = net
    if co_banking:
        up = rules.readings.get("PG-35") != "odd-cent-to-house"
        own = (abs(net) + up) // 2 * (1 if net > 0 else -1)
    return own - vigorish_on(rules, Cents(own), "co-bank" if co_banking else "bank").amount if own > 0 else own

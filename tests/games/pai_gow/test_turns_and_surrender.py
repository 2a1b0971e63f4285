"""In which order hands are exposed against a bank, what is done at once with a surrendered wager, and what a meter pays that has
grown since the deal."""

from fractions import Fraction

import pytest

from houseway import progressive
from houseway.money import Cents
from houseway.table.meters import evolve_meters
from tests.support.clauses import bear, both, each_book
from tests.support.submissions import DIV, FC, MD, METERS, UTH
from tests.support.table_driver import MACHINE, FourCardTable, PaiGowTable, UltimateTable, dollars, exposed_positions

BANK = {"bank.offered": True}
CO_BANK = {**BANK, "bank.co-banking": True}
NAMES = ((1, "Ann"), (2, "Bob"), (3, "Cid"), (5, "Eve"), (6, "Fay"))


# Against a bank


@each_book(md="12.J", div="(m)(12)#1")
@pytest.mark.parametrize("bank", [1, 3, 6])
def test_against_a_bank_hands_are_exposed_from_the_dealers_right(book, clauses, bank):
    """Counterclockwise, wherever the bank sits, and after the house's wager against it is decided."""
    table = PaiGowTable(book, BANK, players=[*NAMES]).play()
    table.bank = bank
    table.play()
    assert exposed_positions(table) == [place for place, _ in NAMES if place != bank]
    kinds = table.kinds("house-staked", "dealer-done", "bank-exposed", "hand-exposed", skip=1)
    assert kinds[:4] == ["house-staked", "dealer-done", "bank-exposed", "hand-exposed"]
    assert set(clauses) <= set(table.clauses("hand-exposed"))


@each_book(md="12.L", div="(m)(13)#1")
@pytest.mark.parametrize("bank", [1, 3, 6])
def test_against_a_co_bank_they_are_as_well(book, clauses, bank):
    table = PaiGowTable(book, CO_BANK, players=[*NAMES]).play()
    table.bank, table.co_bank = bank, True
    table.play()
    assert exposed_positions(table) == [place for place, _ in NAMES if place != bank]
    assert set(clauses) <= set(table.clauses("hand-exposed"))


# Surrender


def at_surrender(book, **more):
    """A round that has come to the point from which both books let a player surrender."""
    return PaiGowTable(book, players=3, readings={"DIV-33": "after-dealer-sets"} if book == DIV else {}, **more).ready()


@both
@pytest.mark.parametrize("order", [(1,), (2, 1), (1, 2, 3)], ids=str)
def test_a_surrendered_wager_is_collected_whole_and_at_once(book, order, claim):
    table = at_surrender(book).bets(1, 30).bets(2, 50).bets(3, 70).to("expose")
    staked = {1: 30, 2: 50, 3: 70}
    for place in order:
        before, chips = table.balance("inventory"), table.chips(place)
        made = table.act(place, "surrender")
        assert table.balance(f"layout:{place}") == Cents(0), "before anything else happens"
        assert table.balance("inventory") == before + dollars(staked[place])
        assert table.chips(place) == chips
        assert [(each["reason"], each["target"]) for each in made if each.kind == "money-moved"] == [
            ("surrendered", "inventory")
        ]
    table.finish()
    assert {table.chips(place) for place in order} >= {dollars(5000 - staked[place]) for place in order}
    bear(claim, book, md="11.D(2)", div="(l)(4)(i)")


@pytest.mark.clause(f"{DIV} (l)(4)(i)")
def test_a_surrender_takes_the_base_wager_and_leaves_the_bonus_where_it_lies():
    table = PaiGowTable(DIV, wagers=["bonus"], players=2, hands={1: "9s 9h 9d 5c 5s 2h Jd"}).ready()
    table.bets(1, 30, bonus=4).bets(2, 10).to("players")
    table.act(1, "surrender")
    assert table.balance("layout:1") == dollars(4)
    table.finish()
    assert table.won(1, "bonus") == ("win", dollars(20))
    assert table.chips(1) == dollars(5000 - 30 + 20)


# A dealing shoe that fails

SIDES = {MD: ["fortune-bonus", "emperors-treasure", "insurance", "progressive"], DIV: ["bonus", "progressive"]}


@each_book(md="14.M", div="(n)(14)#1")
@pytest.mark.parametrize("moment", ["deal", "count-stub", "players"])
def test_a_shoe_that_fails_gives_every_wager_back(book, clauses, moment):
    """Optional and progressive wagers like the base wagers, once betting is closed."""
    table = PaiGowTable(book, MACHINE, SIDES[book], players=2).ready()
    stakes = {wager.replace("-", "_"): 1 if wager == "progressive" else 5 for wager in SIDES[book]}
    table.bet_all(10, **stakes).to(moment)
    table.do("report-device", device="automated-shoe", usable=True)
    assert set(clauses) <= set(table.clauses("round-voided"))
    assert {table.chips(place) for place in (1, 2)} == {dollars(5000)}
    assert not any(held for account, held in table.run.table.ledger.balances.items() if account.startswith("layout"))
    table.finish()


# Meters

WHOLE = {
    MD: (PaiGowTable, {"hands": {1: "3c 4c 5c 6c 7c 8c 9c"}}),
    DIV: (PaiGowTable, {"hands": {1: "As Ks Qs Js Ts 9d 9c"}}),
    UTH: (UltimateTable, {"hands": {1: "As Ks", 0: "4h 5h"}, "board": "Qs Js Ts 3h 3d"}),
    FC: (FourCardTable, {"hands": {1: "As Ah Ad Ac 2c", 0: "3c 4h 7d Jh Qh Td"}}),
}
"""A hand that wins the whole meter."""
CLAUSES = {MD: ("13.E(8)", "13.F"), DIV: ("(q)(7)",), UTH: ("12.D(4)",), FC: (".12 D(4)",)}


def linked(book):
    """The meter, which another table feeds as well."""
    return [{"wager": "progressive", "name": "meter", **METERS[book], "tables": [*METERS[book]["tables"], "another table"]}]


def grow(table, stake):
    """Another table that shares the meter takes a wager."""
    run, readings = table.run, table.run.table.rules.readings
    (meter,) = run.meters.values()
    event = progressive.contribution_event(meter, stake, "another table", 1, readings=readings)
    run.meters = evolve_meters(run.meters, ((meter.id, event),))
    return run.meters[meter.id].displayed - meter.displayed


@pytest.mark.parametrize("book", WHOLE)
def test_a_meter_pays_what_it_shows_at_the_winners_turn_although_it_has_grown_since(book, claim):
    """After the wager was placed, after betting was closed, after the deal, and up to the moment before the payment."""
    make, held = WHOLE[book]
    filing = (book,) if make is PaiGowTable else ()
    table = make(*filing, wagers=["progressive"], players=1, meters=linked(book), **held).ready()
    table.bets(1, 10, progressive=1)
    (start,) = (meter.displayed for meter in table.run.meters.values())
    grown = [grow(table, dollars(100))]
    for act in ("close-betting", "deal", "verify-progressive", "validate", "settle-side"):
        table.to(act)
        grown.append(grow(table, dollars(100)))
    assert all(grown)
    (shown,) = (meter.displayed for meter in table.run.meters.values())
    own = shown - start - sum(grown, start=Cents(0))
    assert Cents(0) < own <= dollars(1), "what the wager itself has added"
    table.take()
    table.finish()
    assert [move["amount"] for move in table.moved("meter-award")] == [shown]
    claim(*(f"{book} {clause}" for clause in CLAUSES[book]))


@pytest.mark.parametrize("book", WHOLE)
def test_a_meter_pays_what_it_shows_and_keeps_the_fraction_of_a_cent(book, claim):
    make, held = WHOLE[book]
    filing = (book,) if make is PaiGowTable else ()
    filed = [{"wager": "progressive", "name": "meter", **METERS[book], "rate": "21.5%"}]
    table = make(*filing, wagers=["progressive"], players=1, meters=filed, **held).ready()
    table.bets(1, 10, progressive=1).to("settle-side")
    (meter,) = table.run.meters.values()
    assert meter.value - 2_000_000 == Fraction(43, 2)
    table.finish()
    assert [move["amount"] for move in table.moved("meter-award")] == [Cents(2_000_021)]
    (after,) = table.run.meters.values()
    assert after.value - meter.filed_meter.reset.amount == Fraction(1, 2)
    claim(*(f"{book} {clause}" for clause in CLAUSES[book]))


@pytest.mark.parametrize(("book", "readings"), [(MD, {"PG-19": "shared"}), (DIV, {"DIV-40": "shared"})])
def test_winners_who_share_a_meter_share_what_it_shows_at_that_moment(book, readings, claim):
    hands = {
        MD: {1: "3c 4c 5c 6c 7c 8c 9c", 2: "2d 3d 4d 5d 6d 7d 8d"},
        DIV: {1: "As Ks Qs Js Ts 9d 9c", 2: "Ah Kh Qh Jh Th 2c 2s"},
    }
    table = PaiGowTable(book, (), ["progressive"], readings, players=2, hands=hands[book], meters=linked(book)).ready()
    table.bet_all(10, progressive=1).to("settle-shared")
    assert grow(table, dollars(1000))
    (shown,) = (meter.displayed for meter in table.run.meters.values())
    table.take()
    table.finish()
    paid = [move["amount"] for move in table.moved("meter-award")]
    assert sum(paid, start=Cents(0)) == shown
    assert max(paid) - min(paid) <= Cents(1)
    claim(*(f"{book} {clause}" for clause in CLAUSES[book]))

"""The progressive table game system: a light accepts a wager, the lock-out ends it, and chips are counted against the lights."""

import pytest

from houseway.citation import cite_clauses
from houseway.equipment import is_lit
from houseway.errors import Malformed
from houseway.events import Actor, Role
from tests.support.clauses import against_dealer, clauses_by_book, div, each_book, every_book, ids, short
from tests.support.equipment_bench import ANN, CLEO, DEALER, FLOOR, SEATS, SHUFFLER, Bench
from tests.support.submissions import DIV

DEALINGS = pytest.mark.parametrize("dealing", ["manual-shoe", "hand", "automated-shoe"])
LOCK_OUT = {
    "manual-shoe": clauses_by_book(md="2.D(2) 8.C(2)", div="(q)(2)#1", poker="2.C(2) 8.C(2)"),
    "hand": clauses_by_book(md="2.D(2) 9.A(3)(b)", div="(q)(2)#1", poker="2.C(2) 9.A(3)(a)"),
    "automated-shoe": clauses_by_book(md="2.D(2) 10.A(2)(b)", div="(q)(2)#1", poker="2.C(2) 10.A(2)(b)(i)"),
}
CHIP_COUNT = {
    "manual-shoe": clauses_by_book(md="8.C(3)", div="(q)(2)#2", poker="8.C(3)"),
    "hand": clauses_by_book(md="9.A(3)(b)(i) 9.A(3)(b)(ii)", div="(q)(2)#2", poker="9.A(3)(b)"),
    "automated-shoe": clauses_by_book(md="10.A(2)(c)", div="(q)(2)#2", poker="10.A(2)(b)(ii)"),
}


def accepted(book, positions=(2, 3), **options):
    """A table at which some positions have a progressive wager."""
    table = Bench(book, progressive=True, **options).run()
    for position in positions:
        table.do("light", Actor(Role.PLAYER, dict(SEATS)[position]), position=position)
    return table


@each_book(md="2.D 2.D(1)", div="(g)(4)#1 (g)(4)#2", poker="2.C 2.C(1)")
def test_a_chip_is_a_wager_when_the_light_is_on(book, clauses):
    table = accepted(book)
    assert is_lit(table.equipment, 3)
    assert not is_lit(table.equipment, 5)
    assert table.refused("light", ANN, position=3) == clauses, "not his"
    assert table.refused("light", DEALER, position=3) == clauses, "on already"
    assert table.refused("light", DEALER, position=7) == clauses
    table.do("light", DEALER, position=3, on=False)
    assert table.equipment.acceptors.lit == (2,)
    assert Bench(book).refused("light", DEALER, position=2) == clauses, "no progressive wager here"


@every_book
@DEALINGS
def test_the_lock_out_follows_no_more_bets(book, dealing, claim):
    clauses = LOCK_OUT[dealing][book]
    claim(*cite_clauses(book, *clauses))
    table = accepted(book, **SHUFFLER, table__dealing=dealing)
    assert table.refused("lock-out") == clauses
    table.set(betting_closed=True)
    assert table.due() == ["lock-out"]
    assert table.refused("begin-deal") == clauses
    assert table.do("lock-out")["lit"] == (2, 3)
    assert table.refused("lock-out") == clauses
    assert table.refused("light", DEALER, position=5) == clauses
    assert table.refused("light", DEALER, position=2, on=False) == clauses


@each_book(md="2.D(2) 7.D(2)", div="(g)(3)#2 (q)(2)#1", poker="2.C(2) 7.E")
def test_no_light_is_switched_between_no_more_bets_and_the_lock_out(book, clauses):
    """Neither by a player nor by the dealer, neither on nor off."""
    table = accepted(book).set(betting_closed=True)
    for by, position, on in ((ANN, 2, False), (CLEO, 5, True), (DEALER, 2, False), (DEALER, 5, True)):
        assert table.refused("light", by, position=position, on=on) == clauses, by
        assert table.why.code == "acceptor.closed"
    assert table.do("lock-out")["lit"] == (2, 3)


@every_book
@DEALINGS
def test_the_lock_out_is_due_although_nobody_has_bet_on_it(book, dealing, claim):
    clauses = LOCK_OUT[dealing][book]
    claim(*cite_clauses(book, *clauses))
    table = accepted(book, (), **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
    assert table.due() == ["lock-out"]
    assert table.refused("begin-deal") == clauses
    assert table.do("lock-out")["lit"] == ()
    assert table.refused("light", DEALER, position=2) == clauses


@every_book
@DEALINGS
def test_chips_are_counted_against_the_lights_before_the_deal(book, dealing, claim):
    clauses = CHIP_COUNT[dealing][book]
    claim(*cite_clauses(book, *clauses))
    table = accepted(book, **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
    assert table.refused("count-chips", chips=2) == clauses
    table.do("lock-out")
    assert table.due() == ["count-chips"]
    assert table.refused("begin-deal") == clauses
    assert table.do("count-chips", chips=2)["matched"]
    assert table.refused("count-chips", chips=2) == clauses
    assert table.refused("rule-count", FLOOR, standing=(2,)) == clauses
    assert table.do("begin-deal")


@every_book
@DEALINGS
def test_a_mismatch_waits_for_a_floorperson(book, dealing, claim):
    clauses = CHIP_COUNT[dealing][book]
    claim(*cite_clauses(book, *clauses))
    table = accepted(book, **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
    table.do("lock-out")
    assert not table.do("count-chips", chips=3)["matched"]
    assert table.due() == ["rule-count"]
    assert table.refused("begin-deal") == clauses
    assert table.refused("rule-count", DEALER, standing=(2, 3)) == clauses
    table.refused("rule-count", FLOOR, standing=(9,))
    table.do("rule-count", FLOOR, standing=(5, 2))
    assert table.equipment.acceptors.lit == (2, 5)
    assert table.do("begin-deal")


@every_book
@DEALINGS
def test_fewer_chips_than_lights_are_a_mismatch_too(book, dealing, claim):
    clauses = CHIP_COUNT[dealing][book]
    claim(*cite_clauses(book, *clauses))
    table = accepted(book, **SHUFFLER, table__dealing=dealing).set(betting_closed=True)
    table.do("lock-out")
    assert not table.do("count-chips", chips=1)["matched"]
    assert table.due() == ["rule-count"]
    assert table.refused("begin-deal") == clauses


@every_book
@DEALINGS
def test_chips_without_any_light_are_counted_too(book, dealing, claim):
    clauses = CHIP_COUNT[dealing][book]
    claim(*cite_clauses(book, *clauses))
    table = accepted(book, (), **SHUFFLER, table__dealing=dealing).set(betting_closed=True, progressive_chips=True)
    table.do("lock-out")
    assert table.due() == ["count-chips"]
    assert table.refused("begin-deal") == clauses
    assert not table.do("count-chips", chips=1)["matched"]
    assert table.due() == ["rule-count"]


@every_book
def test_a_recount_may_settle_it(book):
    table = accepted(book).set(betting_closed=True)
    table.do("lock-out")
    table.do("count-chips", chips=1)
    assert table.do("count-chips", chips=2)["matched"]
    assert table.do("begin-deal")
    assert table.refused("count-chips", chips=2)


@every_book
def test_where_no_light_is_on_nothing_is_counted(book):
    table = accepted(book, positions=()).set(betting_closed=True)
    table.do("lock-out")
    assert table.due() == []


@div("(g)(4)#1")
def test_the_division_counts_coupons_with_the_chips():
    table = accepted(DIV, coupons__progressive=True).set(betting_closed=True)
    table.do("lock-out")
    assert table.do("count-chips", chips=1, coupons=1)["matched"], "DIV-20"
    none = accepted(DIV).set(betting_closed=True)
    none.do("lock-out")
    assert "(g)(4)#1" in none.refused("count-chips", chips=1, coupons=1)
    none.refused("count-chips", chips=-1)
    assert isinstance(none.why, Malformed)


@against_dealer
def test_no_coupons_are_taken_against_the_dealer(book):
    table = accepted(book).set(betting_closed=True)
    table.do("lock-out")
    assert table.refused("count-chips", chips=1, coupons=1) == ids(book, "2.C", "2.C(1)")


@each_book(md="11.H(6)(b)(ii)", div="(q)(3)(i) (g)(4)#2", poker="11.J(2)(b) 7.F(3)(b)")
def test_the_light_is_checked_before_a_win_is_paid(book, clauses):
    """Where it is off, no wager was accepted, and that is the player's own lookout."""
    table = accepted(book).set(betting_closed=True).run()
    table.do("begin-deal")
    checked = table.do("check-light", position=2)
    assert (checked["position"], short(checked.clauses)) == (2, clauses[:1])
    assert table.refused("check-light", position=5) == clauses
    table.do("end-round")
    assert table.equipment.acceptors.lit == ()
    assert not table.equipment.acceptors.locked


@each_book(md="2.D(1)", div="(g)(4)#1", poker="2.C(1)")
def test_every_position_has_an_acceptor_and_no_other_place(book, clauses):
    table = Bench(book, progressive=True).run()
    places = tuple(range(1, table.equipment.settings.positions + 1))
    for position in places:
        table.do("light", position=position)
    assert table.equipment.lit == places
    for position in (0, places[-1] + 1):
        table.refused("light", position=position)
        assert table.why.code == "acceptor.none"

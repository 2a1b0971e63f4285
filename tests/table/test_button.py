"""The button of Pai Gow: it stays with the round that it has begun, and moves after it (5.K(3), (k)(4); PG-99, DIV-113)."""

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from tests.support.clauses import each_book
from tests.support.submissions import DIV, MD
from tests.support.table_driver import MACHINE, PaiGowTable

BUTTON = {**MACHINE, "table.starting-position": "button"}


def find_void(table):
    """The misdeal of the last round is reported now, and carried out."""
    table.do("report-misdeal", DEALER_ACTOR, hands={1: 6, 2: 6, 4: 6}, round=table.run.table.number - 1)
    table.do("rule-finding", FLOOR_ACTOR, finding=table.run.table.found, choice="carry-out", why="seen on tape")


@each_book(md="5.K(3)(b)", div="(k)(4)#2")
def test_it_stays_for_a_round_that_begins_at_the_bank_although_the_one_before_is_annulled(book, clauses):
    """The deal begins at the bank's seat (PG-45, DIV-49), and the button is not there; it serves the round all the same."""
    reading = {MD: "PG-45", DIV: "DIV-49"}[book]
    table = PaiGowTable(book, {**BUTTON, "bank.offered": True}, readings={reading: "button-at-bank"}, players=2).play().play()
    table.bank = 1
    table.ready().bets(2, 10)
    table.to("deal")
    assert (table.state.bank.position, table.run.table.equipment.start, table.run.table.equipment.button) == (1, 1, 5)
    find_void(table)
    assert table.finish().run.table.equipment.button == 4
    assert table.clauses("button-moved") == clauses


@each_book(md="5.K(3)(b)", div="(k)(4)#2")
def test_it_moves_after_a_round_that_it_has_begun_although_dice_stand_in_for_it_by_then(book, clauses):
    """The shuffler fails between the button and the deal: the round was dealt from the button all the same."""
    table = PaiGowTable(book, BUTTON, players=2).play().ready().bet_all().to("deal")
    table.do("report-device", FLOOR_ACTOR, device="shuffler")
    table.do({MD: "cover-device", DIV: "remove-device"}[book])
    table.do("switch-method", FLOOR_ACTOR, shuffling="manual", starting="shaker")
    assert table.finish().run.table.equipment.button == 5
    assert table.clauses("button-moved") == clauses

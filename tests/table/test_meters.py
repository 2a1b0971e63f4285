"""The meters of a table: what a filing does to them, who reads them, and the books that are kept of each."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import NotAllowed
from houseway.events import Command
from houseway.money import Cents
from houseway.progressive import fold_meter as meter_of
from houseway.table import TableRun
from houseway.table.context import round_context
from tests.support.clauses import bear, both, short
from tests.support.meter_ledgers import meter_ledger
from tests.support.submissions import DIV, DIV_PROGRESSIVE, MD, MD_PROGRESSIVE, submission
from tests.support.table_driver import PaiGowTable

dollars = Cents.from_dollars
ONE, FIVE = {"paytable": "1", "stake": "$1"}, {"paytable": "5", "stake": "$5"}
DEALER_HAS = {0: "2d 3d 5h 7s 8d Td Jh"}
WHOLE = {MD: {**DEALER_HAS, 1: "3c 4c 5c 6c 7c 8c 9c"}, DIV: {**DEALER_HAS, 1: "As Ks Qs Js Ts 9d 9c"}}
"""Ann holds what wins the whole meter: a straight flush of seven cards, or a royal flush and a pair."""


def filed(book, wager, **meter):
    """A submission with one progressive wager, and its meters changed."""
    text = submission(book, wagers={"progressive": wager})
    for name, value in meter.items():
        text = text.replace({"tables": "PG-1", "rate": {MD: "20%", DIV: "21%"}[book]}[name], value)
    return text


def opened(meters, text, table):
    """Another table that shares the meters."""
    run = TableRun(meters=meters)
    run.act(Command("open-table", FLOOR_ACTOR, {"submission": text, "table": table, "inventory": dollars(1000)}, 1))
    return run


def standing(table):
    return {name: meter.displayed for name, meter in table.run.meters.items()}


# Filings


def test_an_amendment_to_other_meters_leaves_the_old_ones_alone():
    """One meter of paytable A gives way to three of paytable C: the next round feeds these, and the old one keeps what it had."""
    table = PaiGowTable(MD, wagers={"progressive": MD_PROGRESSIVE}, players=1)
    table.do("amend", FLOOR_ACTOR, submission=filed(MD, {"paytable": "C", "stake": "$1"}))
    assert [event.kind for _, event in table.run.meter_events][1:] == ["meter-withdrawn", *["meter-opened"] * 3]
    before = standing(table)
    table.ready().bet(1, 10)
    table.bet(1, 1, "progressive")
    table.finish()
    grown = {name for name, shown in standing(table).items() if shown != before[name]}
    assert grown == {"progressive/mega", "progressive/major", "progressive/minor"}
    assert standing(table)["progressive/meter"] == dollars(20_000)


@pytest.mark.parametrize("amends", [False, True], ids=["opens", "amends"])
@both
def test_a_table_that_is_not_among_a_meters_tables_does_not_offer_it(book, amends, claim):
    """It would take the chip, and never get past the count."""
    bear(claim, book, md="13.E(7)(a)", div="(q)(6)#1")
    wager = {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}[book]
    elsewhere = filed(book, wager, tables="PG-7")
    if amends:
        refused = PaiGowTable(book, players=0).refused("amend", FLOOR_ACTOR, submission=elsewhere)
    else:
        with pytest.raises(NotAllowed) as failed:
            PaiGowTable(book, text=elsewhere)
        refused = failed.value
    assert (refused.code, refused.facts["given"], refused.facts["allowed"]) == ("progressive.table", "PG-1", ("PG-7",))
    assert short(refused.clauses) == [{MD: "13.E(7)(a)", DIV: "(q)(6)#1"}[book]]


@both
def test_a_table_without_the_wager_leaves_the_meters_to_others(book):
    """Opening it withdraws nothing, and amending it withdraws that table only."""
    text = filed(book, {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}[book], tables='PG-1", "PG-2')
    table = PaiGowTable(book, text=text, players=1)
    assert not opened(table.run.meters, submission(book), "PG-2").meter_events
    other = opened(table.run.meters, text, "PG-2")
    other.act(Command("amend", FLOOR_ACTOR, {"submission": submission(book)}, 1))
    assert [(event.kind, event["table"]) for _, event in other.meter_events] == [
        ("meter-joined", "PG-2"),
        ("meter-withdrawn", "PG-2"),
    ]
    table.run.meters = other.meters
    before = standing(table)["progressive/meter"]
    table.ready().bet(1, 10)
    table.bet(1, 1, "progressive")
    table.finish()
    assert standing(table)["progressive/meter"] > before


@both
def test_a_table_that_closes_leaves_its_meters(book):
    """A closed table does not keep the terms of the others from changing."""
    text = filed(book, {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}[book], tables='PG-1", "PG-2')
    other = opened(PaiGowTable(book, text=text, players=0).run.meters, text, "PG-2")
    assert other.meters["progressive/meter"].tables == {"PG-1", "PG-2"}
    other.act(Command("close-table", FLOOR_ACTOR, {}, 2))
    assert other.meters["progressive/meter"].tables == {"PG-1"}


def test_each_denomination_of_the_division_feeds_its_own_meter(claim):
    """DIV-17: $1 gives way to $5 and comes back; what each has gained is there."""
    claim(f"{DIV} (q)(5)#1", f"{DIV} (q)(5)#2")
    table = PaiGowTable(DIV, text=filed(DIV, ONE), players=1)
    for text, stake in ((None, 1), (filed(DIV, FIVE, rate="27%"), 5), (filed(DIV, ONE), 1)):
        if text is not None:
            table.do("amend", FLOOR_ACTOR, submission=text)
        table.ready().bet(1, 10)
        table.bet(1, stake, "progressive")
        table.finish()
    assert {name: shown - dollars(20_000) for name, shown in standing(table).items()} == {
        "progressive/meter": Cents(2 * 21),
        "progressive/meter-5": Cents(135),
    }


@pytest.mark.parametrize(("wager", "clause", "rate", "cents"), [(ONE, "(q)(5)#1", "30%", 30), (FIVE, "(q)(5)#2", "40%", 200)])
def test_a_meter_grows_by_the_rate_that_is_filed_above_the_least_one(wager, clause, rate, cents, claim):
    claim(f"{DIV} {clause}")
    table = PaiGowTable(DIV, text=filed(DIV, wager, rate=rate), players=1).ready()
    table.bet(1, 10)
    table.bet(1, int(wager["paytable"]), "progressive")
    table.finish()
    assert standing(table) == {"progressive/meter": dollars(20_000) + Cents(cents)}


def test_an_award_is_of_the_meter_of_its_own_denomination():
    table = PaiGowTable(DIV, text=filed(DIV, ONE), players=1, hands=WHOLE[DIV])
    table.do("amend", FLOOR_ACTOR, submission=filed(DIV, FIVE, rate="27%"))
    table.do("amend", FLOOR_ACTOR, submission=filed(DIV, ONE))
    table.ready().bet(1, 10)
    table.bet(1, 1, "progressive")
    table.finish()
    assert table.last("money-moved", reason="meter-award", seat=1)["amount"] == dollars(20_000) + Cents(21)


# Who reads a meter


def playing(book):
    """A table at which Ann has won the whole meter, before it is paid."""
    wager = {MD: MD_PROGRESSIVE, DIV: DIV_PROGRESSIVE}[book]
    table = PaiGowTable(book, wagers={"progressive": wager}, players=1, hands=WHOLE[book]).ready()
    table.bet(1, 10)
    table.bet(1, 1, "progressive")
    return table.to("settle-side")


@both
def test_a_display_that_differs_stops_payment_until_a_floorperson_rules(book, claim):
    """The amount on the meter is paid, so what the sign shows and what was added up must be one."""
    bear(claim, book, md="13.F 13.E(8)", div="(q)(7)")
    table = playing(book)
    meter, stood = "progressive/meter", standing(table)["progressive/meter"]
    table.do("read-meter", meter=meter, shown=stood)
    assert table.run.meter_events[-1][1].kind == "meter-reconciled"
    table.do("read-meter", meter=meter, shown=stood + dollars(5))
    name, event = table.run.meter_events[-1]
    assert (name, event.kind, event["by"]) == (meter, "meter-mismatch-found", "dealer croupier")
    assert (event["table"], event["round"], event["at"]) == ("PG-1", 1, table.at)
    assert (table.due.act, table.due.role) == ("rule-meter", "floor")
    assert table.refused("read-meter", meter=meter, shown=stood).code == "progressive.unreconciled"
    refused = table.refused("rule-meter", DEALER_ACTOR, meter=meter, why="mine")
    assert refused.code == "table.role"
    table.do("rule-meter", FLOOR_ACTOR, meter=meter, amount=stood + dollars(5), why="the sign was seen by all")
    assert standing(table)[meter] == stood + dollars(5)
    table.finish()
    assert table.last("money-moved", reason="meter-award", seat=1)["amount"] == stood + dollars(5)


@both
def test_no_share_is_paid_while_a_mismatch_is_open(book):
    table = playing(book)
    meter = "progressive/meter"
    step = table.due
    table.do("read-meter", FLOOR_ACTOR, meter=meter, shown=Cents(0))
    refused = None
    while refused is None:
        command = table.croupier.command_for(step, table.at)
        try:
            table.run.act(command)
        except NotAllowed as error:
            refused = error
        step = table.run.table.game.due_step(round_context(table.run.table, table.at, table.run.meters))
    assert refused.code == "progressive.unreconciled"
    table.take()
    assert table.run.meter_events[-1][1].kind == "meter-mismatch-ruled"
    table.finish()


@both
def test_what_may_be_done_at_a_meter_is_listed(book):
    """Reading by dealer and floorperson; a ruling by the floorperson only, where there is something to rule on."""
    table = playing(book)
    (option,) = table.legal(DEALER_ACTOR, "read-meter")
    assert (option.facts, option.bounds) == ({"meter": "progressive/meter"}, {"shown": {"least": Cents(0)}})
    assert table.legal(FLOOR_ACTOR, "read-meter")
    assert not table.legal(1, "read-meter")
    assert not table.legal(FLOOR_ACTOR, "rule-meter")
    table.do("read-meter", meter="progressive/meter", shown=Cents(1))
    assert not table.legal(DEALER_ACTOR, "rule-meter")
    listed = [dict(each.bounds) for each in table.legal(FLOOR_ACTOR, "rule-meter") if "why" not in each.facts]
    assert {frozenset(bounds) for bounds in listed} == {frozenset({"why"}), frozenset({"why", "amount"})}
    assert not table.legal(FLOOR_ACTOR, "read-meter")


@both
def test_a_reading_names_a_meter_of_the_table_and_an_amount(book, claim):
    bear(claim, book, md="13.F", div="(q)(7)")
    table = playing(book)
    refused = table.refused("read-meter", meter="progressive/mega", shown=Cents(0))
    assert (refused.code, refused.facts["allowed"]) == ("progressive.no-meter", ("progressive/meter",))
    assert table.refused("read-meter", meter="progressive/meter", shown=Cents(-1)).code == "command.fact"
    assert table.refused("rule-meter", FLOOR_ACTOR, meter="progressive/meter", why="?").code == "progressive.no-mismatch"
    table.do("read-meter", meter="progressive/meter", shown=Cents(1))
    assert table.refused("rule-meter", FLOOR_ACTOR, meter="progressive/meter", why=" ").code == "progressive.floor-rules"


# The books of a meter


@both
def test_a_run_keeps_the_books_of_every_meter(book):
    """After a whole meter was won: its account holds what it shows, all sums to nothing, and the table paid what left it."""
    table = playing(book).finish()
    ledger = meter_ledger(event for _, event in table.run.meter_events)
    assert ledger.balance("meter:progressive/meter") == standing(table)["progressive/meter"] == dollars(20_000)
    assert sum(balance.amount for balance in ledger.balances.values()) == 0
    paid = table.last("money-moved", reason="meter-award", seat=1)["amount"]
    assert ledger.balance("outside") == -dollars(20_000), "what was brought for seed, growth and reset, less what was paid"
    assert paid == dollars(20_000) + Cents({MD: 20, DIV: 21}[book])
    stream = [event for _, event in table.run.meter_events]
    assert meter_of(stream) == table.run.meters["progressive/meter"]

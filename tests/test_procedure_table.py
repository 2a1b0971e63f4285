"""What a floorperson does at a table, and what becomes of its money: chips, fills, rulings, amended rules, closing."""

import pytest

from houseway.croupier import DEALER, FLOOR
from houseway.events import Actor, Role
from houseway.money import Cents
from houseway.table import fold
from table_driver import DIV, MD, STANDARD, TableDriver, bear, both, short, submission

dollars = Cents.dollars
SHUFFLER = {"table.shuffler": True}


def moved(table, reason):
    return [
        (event["source"], event["target"], event["amount"]) for event in table.events if event.facts.get("reason") == reason
    ]


# Money


@both
def test_chips_are_bought_and_handed_back(book):
    """Cash into the drop, chips out of the inventory; chips back into it."""
    table = TableDriver(book, players=0)
    table.sit("Ann", 1, chips=0)
    table.do("buy-in", 1, amount=dollars(300))
    assert (table.balance("drop"), table.balance("inventory")) == (dollars(300), dollars(99_700))
    table.do("cash-out", 1, amount=dollars(100))
    assert table.chips(1) == dollars(200)
    assert table.refused("cash-out", 1, amount=dollars(201)).code == "ledger.short"
    assert table.refused("buy-in", Actor(Role.PLAYER, "Zoe"), amount=dollars(5)).code == "seat.not-here"
    table.do("tip", 1, amount=dollars(5))
    assert table.balance("tips") == dollars(5)


@both
def test_fills_and_credits(book):
    """Between cage and inventory, by a floorperson; the inventory is never below nothing."""
    table = TableDriver(book, players=0)
    table.do("fill", FLOOR, amount=dollars(20_000))
    table.do("credit", FLOOR, amount=dollars(5_000))
    assert table.balance("inventory") == dollars(115_000)
    assert moved(table, "fill") == [("cage", "inventory", dollars(20_000))]
    assert table.refused("credit", FLOOR, amount=dollars(115_001)).code == "ledger.short"
    assert table.refused("fill", amount=dollars(1)).code == "table.role"


@both
def test_a_ruling_and_a_correction_are_new_transfers(book, claim):
    """With who, why and clause; what was moved before stays as it was."""
    clause = {MD: "11.F(4)", DIV: "(l)(9)#1"}[book]
    table = TableDriver(book, players=2).play()
    before = list(table.events)
    facts = {"source": "inventory", "target": "seat:1", "amount": dollars(10), "clause": clause}
    table.do("rule", FLOOR, why="paid the wrong seat", **facts)
    table.do("rule", FLOOR, why="underpaid", correction=True, **facts)
    assert table.events[: len(before)] == before
    ruled, corrected = table.events[-2:]
    assert (ruled["reason"], corrected["reason"]) == ("ruling", "correction")
    assert (corrected["by"], corrected["note"], short(corrected.clauses)) == ("floorperson", "underpaid", [clause])
    assert table.refused("rule", FLOOR, why=" ", **facts).code == "command.fact"
    assert table.refused("rule", FLOOR, why="a gift", **{**facts, "target": "layout:1"}).code == "command.fact"
    assert table.refused("rule", 1, why="mine", **facts).code == "table.role"
    claim(f"{book} {clause}")


@both
def test_a_bank_keeps_the_chips_that_it_was_confirmed_with(book, claim):
    bear(claim, book, md="12.D(2)", div="(m)(4)(ii)")
    table = TableDriver(book, {"bank.offered": True}, players=2).play()
    table.bank = 1
    table.ready().bet_all().to("close-betting")
    keeps = dollars(20)
    for act in ("cash-out", "tip"):
        refused = table.refused(act, 1, amount=table.chips(1) - keeps + Cents(1))
        assert refused.code == "bank.must-cover"
    table.do("cash-out", 1, amount=table.chips(1) - keeps)
    assert table.refused("wager", 2, position=2, wager="pai-gow", amount=dollars(1)).code == "round.bank-does-not-cover"
    table.finish()


@both
def test_every_round_leaves_nothing_on_the_layout(book):
    """The accounts of a table sum to nothing, and after a round layout and centre are empty."""
    table = TableDriver(book, {"bank.offered": True}, players=4).play()
    for bank in (2, 3, None):
        table.bank = bank
        table.play()
        balances = table.run.table.ledger.balances
        assert sum(amount.amount for amount in balances.values()) == 0
        assert not any(amount for name, amount in balances.items() if name.startswith("layout") or name == "centre")


# Opening and closing


@both
def test_a_table_opens_once_and_under_a_submission_that_passes(book):
    table = TableDriver(book, players=0)
    again = {"submission": table.text, "table": "PG-1", "inventory": dollars(1)}
    assert table.refused("open-table", FLOOR, **again).code == "table.open"
    with pytest.raises(Exception, match="does not pass"):
        TableDriver(book, {"table.decks": 2})


@both
def test_closing_counts_the_inventory(book):
    """Between rounds only; a difference in the count is a transfer with its reason."""
    table = TableDriver(book, players=1).ready().bet_all().to("close-betting")
    assert table.refused("close-table", FLOOR).code == "table.in-round"
    table.finish()
    table.do("leave", 1)
    held = table.balance("inventory") + table.balance("vigorish")
    table.do("close-table", FLOOR, counted=held - dollars(5), why="a chip short")
    assert moved(table, "count-difference") == [("inventory", "outside", dollars(5))]
    assert moved(table, "closing-inventory") == [("inventory", "outside", held - dollars(5))]
    assert not table.run.table.open
    assert table.refused("sit", Actor(Role.PLAYER, "Zoe"), position=1).code == "table.closed"


@both
def test_players_who_sit_there_fetch_their_chips_when_a_table_closes(book):
    """Nothing is left in anybody's name; not while wagers, or a coupon, lie on the layout."""
    table = TableDriver(book, players=[(1, "Ann"), (3, "Cid")], chips=500).ready().bet_all()
    assert table.refused("close-table", FLOOR).code == "table.in-round"
    table.finish()
    held = {name: table.run.table.chips(name) for name in ("Ann", "Cid")}
    table.do("close-table", FLOOR)
    assert [event["player"] for event in table.events if event.kind == "player-got-up"] == ["Ann", "Cid"]
    assert [each for each in moved(table, "cash-out") if each[1] == "cage"] == [
        (f"player:{name}", "cage", chips) for name, chips in held.items()
    ]
    assert {account for account, cents in table.run.table.ledger.balances.items() if cents} == {"drop", "outside"}
    assert (table.run.table.open, dict(table.run.table.seats)) == (False, {})
    assert fold(table.events) == table.run.table


@both
def test_a_table_with_wagers_on_it_is_not_idle(book, claim):
    bear(claim, book, md="5.H(1) 5.H(2)", div="(f)(7)#1")
    table = TableDriver(book, players=1).ready()
    assert table.legal(DEALER, "idle-table")
    table.bet(1, 10)
    assert not table.legal(DEALER, "idle-table")
    refusal = table.refused("idle-table")
    assert (refusal.code, short(refusal.clauses)) == ("table.not-idle", {MD: ["5.H(1)", "5.H(2)"], DIV: ["(f)(7)#1"]}[book])
    table.do("take-back", 1, position=1, wager="pai-gow")
    table.do("idle-table")


@pytest.mark.parametrize(("left", "owed", "keeps"), [(100, 0, 80), (20, 0, 0), (7, 13, 0), (0, 20, 0)])
def test_what_a_winner_of_a_number_no_longer_has_stays_owed_when_it_is_undone(left, owed, keeps):
    """DIV-30=refunded: of $30 won he gives back what is there, the $10 that come back to him too; the round ends all the same."""
    options, wagers = {"table.starting-position": "random-number"}, {"number": {**STANDARD[DIV]["number"], "odds": "6 to 1"}}
    table = TableDriver(DIV, options, wagers, {"DIV-30": "refunded"}, players=2, chips=500).ready().bet_all(10)
    table.number = 3
    table.bet(1, 5, "number", number=3)
    table.bet(2, 5, "number", number=4)
    table.to("deal")
    assert table.chips(1) == dollars(500 - 10 + 30)
    table.do("cash-out", 1, amount=table.chips(1) - dollars(left))
    table.take(exposed={0: 1})
    assert table.last("round-voided").facts.get("owed", ()) == (((1, "number:3", dollars(owed)),) if owed else ())
    assert (table.chips(1), table.chips(2)) == (dollars(keeps), dollars(500))
    table.finish()


# Amended rules


@both
def test_an_amended_submission_takes_effect_between_rounds(book, claim):
    """Not with wagers or cards on the table; dealing and limits are the new ones from the next round on."""
    bear(claim, book, md="13.E(7)(a) 10.C(1)", div="(q)(6)#1 (j)(4)#1")
    table = TableDriver(book, SHUFFLER, players=1).ready().bet_all()
    new = submission(book, {**SHUFFLER, "table.dealing": "automated-shoe"})
    assert table.refused("amend", FLOOR, submission=new).code == "table.in-round"
    table.to("players")
    assert table.refused("amend", FLOOR, submission=new).code == "table.in-round"
    table.finish()
    table.do("amend", FLOOR, submission=new)
    assert table.run.table.equipment.dealing == "automated-shoe"
    table.play()
    other = submission(DIV if book == MD else MD)
    assert table.refused("amend", FLOOR, submission=other).code == "table.submission"
    assert fold(table.events) == table.run.table


@both
def test_what_an_amendment_does_to_a_live_meter_is_said(book):
    """A meter keeps what players put into it; the event of the meter says what the new filing changes."""
    table = TableDriver(book, (), ["progressive"], players=1).ready().bet_all()
    table.bet(1, 1, "progressive")
    table.finish()
    stands = next(iter(table.run.meters.values())).value
    told = len(table.run.meter_events)
    meters = [
        {"wager": "progressive", "name": "meter", "seed": "$20,000", "reset": "$20,000", "rate": "30%", "tables": ["PG-1"]}
    ]
    table.do("amend", FLOOR, submission=submission(book, (), ["progressive"], meters=meters))
    meter, event = table.run.meter_events[told]
    assert table.last("rules-amended")["by"] == "floorperson"
    assert (meter, next(iter(table.run.meters.values())).value) == ("progressive/meter", stands)
    assert event.kind == "meter-amended"

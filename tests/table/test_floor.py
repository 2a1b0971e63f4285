"""What a floorperson does at a table, and what becomes of its money: chips, fills, rulings, amended rules, closing."""

import pytest

from houseway.croupier import DEALER_ACTOR, FLOOR_ACTOR
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents
from houseway.table import TableRun, fold_events
from tests.support.clauses import bear, both, short
from tests.support.submissions import DIV, MD, METERS, STANDARD, submission
from tests.support.table_driver import PaiGowTable

dollars = Cents.from_dollars
SHUFFLER = {"table.shuffler": True}


def won(book, **more):
    """A table after a round in which Ann has won $10, less 50 cents."""
    hands = {0: "2d 3d 5h 7s 8d Td Jh", 1: "As Ac Ad Ah Ks Kc Kd", 2: "2c 3c 4h 6s 8c 9d Jc"}
    return PaiGowTable(book, players=2, hands=hands, chips=500, **more).play()


def moved(table, reason):
    return [
        (event["source"], event["target"], event["amount"]) for event in table.events if event.facts.get("reason") == reason
    ]


# Money


@both
def test_chips_are_bought_and_handed_back(book, claim):
    """Cash into the drop, chips out of the inventory; chips back into it. Only who sits at the table buys any."""
    bear(claim, book, md="2.A", div="(g)(2)#1")
    table = PaiGowTable(book, players=0)
    table.sit("Ann", 1, chips=0)
    table.do("buy-in", 1, amount=dollars(300))
    assert (table.balance("drop"), table.balance("inventory")) == (dollars(300), dollars(99_700))
    table.do("cash-out", 1, amount=dollars(100))
    assert table.chips(1) == dollars(200)
    assert {event["seat"] for event in table.events if event.kind == "money-moved" and "seat" in event.facts} == {1}
    assert {event["reason"] for event in table.events if event.facts.get("seat") == 1} == {"buy-in", "cash-out"}
    assert table.refused("cash-out", 1, amount=dollars(201)).code == "ledger.short"
    refused = table.refused("buy-in", 1, amount=dollars(99_701))
    assert refused.message == "the table has chips for $99,700 now, and not for $99,701; the floor can have more brought"
    assert (refused.code, refused.facts["allowed"]) == ("ledger.short", dollars(99_700))
    refused = table.refused("buy-in", Actor(Role.PLAYER, "Zoe"), amount=dollars(5))
    assert (refused.code, short(refused.clauses)) == ("seat.not-here", {MD: ["2.A"], DIV: ["(g)(2)#1"]}[book])
    table.do("tip", 1, amount=dollars(5))
    assert table.balance("tips") == dollars(5)


@both
def test_whoever_leaves_during_a_round_has_no_chips_to_move_until_it_is_over(book, claim):
    bear(claim, book, md="7.C(1)", div="(g)(2)#1 (g)(2)#2")
    table = PaiGowTable(book, players=2).ready().bet_all().to("players")
    assert table.refused("buy-in", Actor(Role.PLAYER, "Zoe"), amount=dollars(5)).code == "seat.not-here"
    table.do("leave", 1)
    for act in ("buy-in", "cash-out", "tip"):
        refused = table.refused(act, 1, amount=dollars(5))
        assert (refused.code, short(refused.clauses)) == ("seat.left", {MD: ["7.C(1)"], DIV: ["(g)(2)#2"]}[book])


@both
def test_fills_and_credits(book):
    """Between cage and inventory, by a floorperson; the inventory is never below nothing."""
    table = PaiGowTable(book, players=0)
    table.do("fill", FLOOR_ACTOR, amount=dollars(20_000), why="a large winner")
    table.do("credit", FLOOR_ACTOR, amount=dollars(5_000), why="too many black chips")
    assert table.balance("inventory") == dollars(115_000)
    assert moved(table, "fill") == [("cage", "inventory", dollars(20_000))]
    assert [(event["by"], event["note"]) for event in table.events[-3:] if event["reason"] in ("fill", "credit")] == [
        ("floorperson", "a large winner"),
        ("floorperson", "too many black chips"),
    ]
    assert table.refused("credit", FLOOR_ACTOR, amount=dollars(115_001), why="?").code == "ledger.short"
    assert table.refused("fill", FLOOR_ACTOR, amount=dollars(1), why=" ").code == "command.fact"
    assert table.refused("fill", amount=dollars(1), why="?").code == "table.role"


@both
def test_what_cites_no_clause_says_who_and_why(book):
    """Decision 8: chips bought, handed back and given away, by whom and what for; the same when the table closes."""
    table = PaiGowTable(book, players=2, chips=100)
    table.do("cash-out", 1, amount=dollars(10))
    table.do("tip", 1, amount=dollars(5))
    table.do("leave", 1)
    table.do("close-table", FLOOR_ACTOR)
    reasons = ("buy-in", "cash-out", "tip")
    told = {(event["reason"], event["by"]) for event in table.events if event.facts.get("reason") in reasons}
    assert told == {("buy-in", "Ann"), ("buy-in", "Bob"), ("cash-out", "Ann"), ("tip", "Ann"), ("cash-out", "floorperson")}
    assert all(event["note"] for event in table.events if event.facts.get("reason") in reasons)


@both
def test_a_ruling_is_a_new_transfer(book, claim):
    """With who, why and clause; what was moved before stays as it was."""
    clause = {MD: "11.F(4)", DIV: "(l)(9)#1"}[book]
    table = won(book)
    before = list(table.events)
    facts = {"source": "inventory", "target": "seat:1", "amount": dollars(10), "clause": clause}
    table.do("rule", FLOOR_ACTOR, why="paid the wrong seat", **facts)
    assert table.events[: len(before)] == before
    ruled = table.events[-1]
    assert (ruled["reason"], ruled["by"], ruled["note"]) == ("ruling", "floorperson", "paid the wrong seat")
    assert short(ruled.clauses) == [clause]
    table.do("rule", FLOOR_ACTOR, why="charged twice", **{**facts, "source": "vigorish", "amount": Cents(5)})
    owes_nothing = {MD: "2.B(1)", DIV: "(a)(1)(iv)"}[book]
    assert table.refused("rule", FLOOR_ACTOR, why="?", **{**facts, "clause": owes_nothing}).code == "table.not-ruled"
    assert all(owes_nothing not in each.bounds["clause"]["choices"] for each in table.legal(FLOOR_ACTOR, "rule"))
    assert table.refused("rule", FLOOR_ACTOR, why=" ", **facts).code == "command.fact"
    assert table.refused("rule", FLOOR_ACTOR, why="a gift", **{**facts, "target": "layout:1"}).code == "command.fact"
    assert table.refused("rule", 1, why="mine", **facts).code == "table.role"
    claim(f"{book} {clause}")


@both
def test_a_bank_keeps_the_chips_that_it_was_confirmed_with(book, claim):
    bear(claim, book, md="12.D(2)", div="(m)(4)(ii)")
    table = PaiGowTable(book, {"bank.offered": True}, players=2).play()
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
    table = PaiGowTable(book, {"bank.offered": True}, players=4).play()
    for bank in (2, 3, None):
        table.bank = bank
        table.play()
        balances = table.run.table.ledger.balances
        assert sum(amount.amount for amount in balances.values()) == 0
        assert not any(amount for name, amount in balances.items() if name.startswith("layout") or name == "centre")


# Time


@both
def test_time_does_not_run_backwards(book):
    """DESIGN 4: time comes with commands. An hour earlier would make a deck or dice younger than they are."""
    table = PaiGowTable(book, players=1)
    table.at += 3600
    table.do("tip", 1, amount=dollars(1))
    table.at -= 1
    refused = table.refused("tip", 1, amount=dollars(1))
    assert (refused.code, refused.facts["allowed"]) == ("command.time", f"{table.at + 1} or later")
    table.at += 1
    table.do("tip", 1, amount=dollars(1))


@both
def test_a_table_that_goes_on_from_its_events_knows_its_time(book):
    table = PaiGowTable(book, players=1)
    again = TableRun(table.events)
    with pytest.raises(Malformed) as refused:
        again.act(Command("tip", Actor(Role.PLAYER, "Ann"), {"amount": dollars(1)}, table.at - 1))
    assert refused.value.code == "command.time"


@both
def test_who_gave_a_command_and_when_is_recorded_with_its_events(book):
    table = PaiGowTable(book, players=2)
    table.at += 60
    table.ready().bet_all()
    table.at += 60
    table.finish()
    recorded = table.recorded.facts_of_events()
    assert recorded[0] == (1_000_000, FLOOR_ACTOR)
    for (at, by), event in zip(recorded, table.events, strict=True):
        assert event.facts.get("at", at) == at
        if event.kind in ("wager-placed", "hand-set") and event["position"]:
            assert by == Actor(Role.PLAYER, table.run.table.seats[event["position"]])
        if event.kind in ("betting-closed", "cards-dealt", "wager-settled"):
            assert (by, at) == (DEALER_ACTOR, 1_000_120)


# Conduct


@both
def test_conduct_that_is_recorded_is_conduct_by_somebody_in_words(book):
    """Not a row of a paytable, not nobody, not nothing; what can be recorded is listed."""
    table = PaiGowTable(book, players=1)
    facts = {"clause": {MD: "7.B", DIV: "(g)(1)#2"}[book], "who": "Bob", "what": "called a bet"}
    table.do("record-conduct", DEALER_ACTOR, **facts)
    other = {MD: "13.B(1)(a)", DIV: "(q)(7)"}[book]
    refused = table.refused("record-conduct", FLOOR_ACTOR, **{**facts, "clause": other})
    assert (refused.code, short(refused.clauses)) == ("table.not-conduct", [other])
    assert table.refused("record-conduct", FLOOR_ACTOR, **{**facts, "clause": "99.Z"}).code == "book.no-clause"
    for name in ("who", "what"):
        assert table.refused("record-conduct", FLOOR_ACTOR, **{**facts, name: " "}).code == "command.fact"
    (option,) = table.legal(DEALER_ACTOR, "record-conduct")
    assert facts["clause"] in option.bounds["clause"]["choices"] == refused.facts["allowed"]


# Refusals


@both
def test_who_may_not_is_refused_under_the_clause_of_the_act(book, claim):
    """Where the book has one; decision 8 says which acts have none."""
    bear(claim, book, md="7.B 7.C(1) 2.A 13.F 13.E(7)(a)", div="(g)(1)#2 (g)(2)#2 (g)(2)#1 (q)(7) (q)(6)#1")
    table = PaiGowTable(book, players=1)
    wanted = {
        "bet-in-words": {MD: "7.B", DIV: "(g)(1)#2"},
        "leave": {MD: "7.C(1)", DIV: "(g)(2)#2"},
        "sit": {MD: "2.A", DIV: "(g)(2)#1"},
    }
    for act, clauses in wanted.items():
        refused = table.refused(act, FLOOR_ACTOR)
        assert (refused.code, short(refused.clauses)) == ("table.role", [clauses[book]])
    assert short(table.refused("amend", 1, submission="").clauses) == [{MD: "13.E(7)(a)", DIV: "(q)(6)#1"}[book]]
    assert {MD: "13.F", DIV: "(q)(7)"}[book] in short(table.refused("rule-meter", 1, meter="").clauses)
    assert table.refused("fill", 1).clauses == ()


@both
def test_a_closed_table_says_so(book, claim):
    bear(claim, book, md="7.C(1)", div="(g)(2)#2")
    table = PaiGowTable(book, players=1).ready().bet_all()
    refused = table.refused("close-table", FLOOR_ACTOR)
    assert (refused.code, short(refused.clauses)) == ("table.in-round", [{MD: "7.C(1)", DIV: "(g)(2)#2"}[book]])
    table.finish()
    table.do("close-table", FLOOR_ACTOR)
    again = {"submission": table.text, "table": "PG-1", "inventory": dollars(1)}
    for refused in (table.refused("open-table", FLOOR_ACTOR, **again), table.refused("fill", FLOOR_ACTOR)):
        assert refused.code == "table.closed"
        assert "open-table" not in str(refused.facts["allowed"])
        assert "has closed" in refused.message
    with pytest.raises(NotAllowed) as first:
        TableRun().act(Command("fill", FLOOR_ACTOR, {}, 1))
    assert first.value.facts["allowed"] == "open-table"


# Opening and closing


@both
def test_a_table_opens_once_and_under_a_submission_that_passes(book):
    table = PaiGowTable(book, players=0)
    again = {"submission": table.text, "table": "PG-1", "inventory": dollars(1)}
    assert table.refused("open-table", FLOOR_ACTOR, **again).code == "table.open"
    with pytest.raises(Exception, match="has findings"):
        PaiGowTable(book, {"table.decks": 2})


@both
def test_closing_counts_the_inventory(book):
    """Between rounds only; a difference in the count is a transfer with its reason."""
    table = PaiGowTable(book, players=1).ready().bet_all().to("close-betting")
    assert table.refused("close-table", FLOOR_ACTOR).code == "table.in-round"
    table.finish()
    table.do("leave", 1)
    held = table.balance("inventory") + table.balance("vigorish")
    table.do("close-table", FLOOR_ACTOR, counted=held - dollars(5), why="a chip short")
    assert moved(table, "count-difference") == [("inventory", "outside", dollars(5))]
    assert moved(table, "closing-inventory") == [("inventory", "outside", held - dollars(5))]
    assert not table.run.table.open
    assert table.refused("sit", Actor(Role.PLAYER, "Zoe"), position=1).code == "table.closed"


@both
def test_players_who_sit_there_fetch_their_chips_when_a_table_closes(book):
    """Nothing is left in anybody's name; not while wagers, or a coupon, lie on the layout."""
    table = PaiGowTable(book, players=[(1, "Ann"), (3, "Cid")], chips=500).ready().bet_all()
    assert table.refused("close-table", FLOOR_ACTOR).code == "table.in-round"
    table.finish()
    held = {name: table.run.table.chips(name) for name in ("Ann", "Cid")}
    table.do("close-table", FLOOR_ACTOR)
    assert [event["player"] for event in table.events if event.kind == "player-got-up"] == ["Ann", "Cid"]
    assert [each for each in moved(table, "cash-out") if each[1] == "cage"] == [
        (f"player:{name}", "cage", chips) for name, chips in held.items()
    ]
    assert {account for account, cents in table.run.table.ledger.balances.items() if cents} == {"drop", "outside"}
    assert (table.run.table.open, dict(table.run.table.seats)) == (False, {})
    assert fold_events(table.events) == table.run.table


@both
def test_a_table_with_wagers_on_it_is_not_idle(book, claim):
    bear(claim, book, md="5.H(1) 5.H(2)", div="(f)(7)#1")
    table = PaiGowTable(book, players=1).ready()
    assert table.legal(DEALER_ACTOR, "idle-table")
    table.bet(1, 10)
    assert not table.legal(DEALER_ACTOR, "idle-table")
    refusal = table.refused("idle-table")
    assert (refusal.code, short(refusal.clauses)) == ("table.not-idle", {MD: ["5.H(1)", "5.H(2)"], DIV: ["(f)(7)#1"]}[book])
    table.do("take-back", 1, position=1, wager="pai-gow")
    table.do("idle-table")


@pytest.mark.parametrize(("left", "owed", "keeps"), [(100, 0, 80), (20, 0, 0), (7, 13, 0), (0, 20, 0)])
def test_what_a_winner_of_a_number_no_longer_has_stays_owed_when_it_is_undone(left, owed, keeps):
    """DIV-30=refunded: of $30 won he gives back what is there, the $10 that come back to him too; the round ends all the same."""
    options, wagers = {"table.starting-position": "random-number"}, {"number": {**STANDARD[DIV]["number"], "odds": "6 to 1"}}
    table = PaiGowTable(DIV, options, wagers, {"DIV-30": "refunded"}, players=2, chips=500).ready().bet_all(10)
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
    table = PaiGowTable(book, SHUFFLER, players=1).ready().bet_all()
    new = submission(book, {**SHUFFLER, "table.dealing": "automated-shoe"})
    assert table.refused("amend", FLOOR_ACTOR, submission=new).code == "table.in-round"
    table.to("players")
    assert table.refused("amend", FLOOR_ACTOR, submission=new).code == "table.in-round"
    table.finish()
    table.do("amend", FLOOR_ACTOR, submission=new)
    assert table.run.table.equipment.dealing == "automated-shoe"
    table.play()
    other = submission(DIV if book == MD else MD)
    assert table.refused("amend", FLOOR_ACTOR, submission=other).code == "table.submission"
    assert fold_events(table.events) == table.run.table


@both
def test_what_an_amendment_does_to_a_live_meter_is_said(book, claim):
    """A meter keeps what players put into it, and its rate until it is won; its event says what the new filing changes."""
    bear(claim, book, md="13.E(6)", div="(q)(5)#1")
    table = PaiGowTable(book, (), ["progressive"], players=1).ready().bet_all()
    table.bet(1, 1, "progressive")
    table.finish()
    stands = next(iter(table.run.meters.values())).value
    told = len(table.run.meter_events)
    meter = {"wager": "progressive", "name": "meter", **METERS[book], "reset": "$30,000"}
    faster = submission(book, (), ["progressive"], meters=[{**meter, "rate": "40%"}])
    assert table.refused("amend", FLOOR_ACTOR, submission=faster).code == "progressive.waits-for-reset"
    table.do("amend", FLOOR_ACTOR, submission=submission(book, (), ["progressive"], meters=[meter]))
    meter, event = table.run.meter_events[told]
    assert table.last("rules-amended")["by"] == "floorperson"
    assert (meter, next(iter(table.run.meters.values())).value) == ("progressive/meter", stands)
    assert event.kind == "meter-amended"


@pytest.mark.parametrize(("change", "code", "clause"), [("positions", 6, "2.A"), ("positions-per-player", "Eve", "7.F")])
def test_an_amendment_leaves_nobody_without_a_place(change, code, clause, claim):
    """Who sits beyond the new positions, or on more areas than the new rules allow, gives them up first."""
    claim(f"{MD} {clause}")
    table = PaiGowTable(MD, {"table.positions-per-player": 2}, players=[(1, "Ann")])
    table.sit("Eve", 5, 6)
    few, one = submission(MD, {"table.positions": 4, "table.positions-per-player": 2}), submission(MD)
    refused = table.refused("amend", FLOOR_ACTOR, submission=few if change == "positions" else one)
    assert (refused.code, short(refused.clauses)) == ("table.seats-taken", [clause])
    assert code in refused.facts["given"]
    assert "Eve" in refused.message
    (option,) = table.legal(FLOOR_ACTOR, "amend")
    assert option.bounds["submission"] == {"document": MD, "table": "PG-1", "positions": 6, "areas": 2}
    table.do("leave", 5)
    table.do("amend", FLOOR_ACTOR, submission=submission(MD, {"table.positions": 4}))
    table.play()
    assert table.refused("sit", Actor(Role.PLAYER, "Eve"), position=5).code == "seat.none"


@both
def test_an_amendment_waits_while_somebody_is_asked_to_bank(book, claim):
    """A bank that was offered or taken belongs to the round: rules without a bank come after it."""
    bear(claim, book, md="13.E(7)(a)", div="(q)(6)#1")
    table = PaiGowTable(book, {"bank.offered": True}, players=2).play()
    new = submission(book)
    while table.run.table.round.bank.offered is None:
        table.take()
    assert table.refused("amend", FLOOR_ACTOR, submission=new).code == "table.in-round"
    assert not table.legal(FLOOR_ACTOR, "amend")
    table.bank = table.run.table.round.bank.offered
    table._offer()
    assert table.refused("amend", FLOOR_ACTOR, submission=new).code == "table.in-round"
    table.play()
    table.do("amend", FLOOR_ACTOR, submission=new)
    table.play()


@both
@pytest.mark.parametrize("name", ["rules_hash", "house_way_hash"])
def test_amended_rules_are_what_they_were_when_they_are_read_again(book, name):
    table = PaiGowTable(book, players=0)
    table.do("amend", FLOOR_ACTOR, submission=submission(book, SHUFFLER))
    *before, event = table.events
    with pytest.raises(Malformed) as refused:
        fold_events([*before, Event(event.kind, event.clauses, {**event.facts, name: "0" * 64})])
    assert refused.value.code == "table.hash"


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_a_button_whose_place_is_gone_begins_before_the_dealer_again(rounds):
    """PG-69: it moves clockwise, so after one round it lies at the sixth position and after two at the fifth."""
    options = {**SHUFFLER, "table.dealing": "automated-shoe", "table.starting-position": "button"}
    table = PaiGowTable(MD, options, players=2)
    for _ in range(rounds):
        table.play()
    stood = table.run.table.equipment.button
    assert stood == 7 - rounds
    table.do("amend", FLOOR_ACTOR, submission=submission(MD, {**options, "table.positions": 4}))
    assert table.run.table.equipment.button == (stood if stood <= 4 else None)
    table.play()


@both
def test_a_floorperson_gives_a_name(book):
    table = PaiGowTable(book, players=1)
    nobody = Actor(Role.FLOOR)
    assert table.refused("fill", nobody, amount=Cents.from_dollars(5), why="low").code == "table.nameless"
    table.do("fill", FLOOR_ACTOR, amount=Cents.from_dollars(5), why="low")

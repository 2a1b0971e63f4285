"""Live tables: what is decided is stored before anybody is told, and a house that is opened again goes on where it was."""

import asyncio
import re
import sqlite3
from contextlib import closing

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Corrupted, Malformed, NotAllowed, Outdated, Unavailable
from houseway.events import Actor, Command, Role
from houseway.ledger import MONEY_MOVED
from houseway.money import Cents
from houseway.procedure import DEALER
from houseway.service.live.turns.answers import answered_version
from houseway.store import Appended
from houseway.table.context import round_context
from tests.support.live import BOOKS, TABLES, submission

ANN = Actor(Role.PLAYER, "Ann")


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("name", ["minimal", "everything"])
def test_a_house_that_is_opened_again_has_the_same_tables(open_house, book, name):
    house, table = open_house(), TABLES[book]
    house.open(table, submission(book, name))
    house.play(table, rounds=2)
    before, meters = house.house.tables[table], house.house.meters
    assert before.number == 3
    open_house.close()
    again = open_house()
    assert (again.house.tables[table], again.house.meters) == (before, meters)
    again.play(table, seed=2)
    assert again.house.tables[table].number == 4


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_that_was_interrupted_goes_on_with_its_wagers(open_house, book):
    """The house is closed after every single turn of a round, and has exactly the same table again."""
    table, turns = TABLES[book], 0
    open_house().open(table, submission(book, "minimal"))
    before, staked = open_house().house.tables[table], 0
    open_house.close()
    while (house := open_house()).house.tables[table].number == 1:
        assert house.house.tables[table] == before
        house.play_one_turn(table)
        before, turns = house.house.tables[table], turns + 1
        staked += bool(before.round.stakes)
        open_house.close()
    assert (turns > 3, staked > 1) == (True, True)
    money = house.house.tables[table].ledger
    assert sum(money.balance(account).amount for account in money.balances) == 0


@pytest.mark.parametrize("book", BOOKS)
def test_no_round_begins_before_the_last_is_complete_and_every_payment_names_its_wager(house, book):
    """As stored: a round is complete before anything of the next one, and payments name their wager and position."""
    table = TABLES[book]
    house.open(table, submission(book))
    house.play(table, rounds=3)
    events = [event for append in house.store.read(f"table:{table}") for event in append.events]
    bounds = [(event.kind, event.facts["number"]) for event in events if event.kind in ("round-started", "round-completed")]
    whole = [(kind, number) for number in (1, 2, 3) for kind in ("round-started", "round-completed")]
    assert bounds == [*whole, ("round-started", 4)]
    places, in_play = (DEALER, *round_context(house.house.tables[table], 0).positions), 0
    for event in events:
        if event.kind in ("round-started", "round-completed"):
            in_play = event.facts["number"] if event.kind == "round-started" else 0
        elif event.kind == MONEY_MOVED and event.facts["reason"] in ("wager", "payout", "wager-lost"):
            assert event.facts["round"] == in_play
            assert event.facts["wager"]
            assert event.facts["seat"] in places


def test_nobody_is_told_before_it_is_stored(house):
    told = []
    stream = "table:UTH-1"
    house.house.listeners.append(
        lambda update: told.append(update.state.version <= house.store.stream_head(stream).version and bool(update.events))
    )
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    house.play("UTH-1")
    assert len(told) > 8
    assert all(told)


def test_a_refused_command_changes_nothing_and_tells_nobody(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    told = []
    house.house.listeners.append(told.append)
    before, heads = house.house.tables["UTH-1"], house.store.stream_heads()
    with pytest.raises(NotAllowed):
        house.run(house.house.act("UTH-1", Command("wager", ANN, {"position": 2, "wager": "ante", "amount": Cents(1_000)})))
    with pytest.raises(Malformed):
        house.run(house.house.act("UTH-1", Command("dance", ANN)))
    assert (house.house.tables["UTH-1"], house.store.stream_heads(), told) == (before, heads, [])


def test_a_table_that_cannot_be_opened_is_no_table(house):
    with pytest.raises(Malformed):
        house.run(house.house.open_table("X", Command("open-table", FLOOR_ACTOR, {"submission": "book ="})))
    with pytest.raises(Malformed, match="no table 'X'"):
        house.run(house.house.act("X", Command("sit", ANN, {"position": 1})))
    assert (dict(house.house.tables), house.store.stream_heads()) == ({}, ())


def test_a_table_cannot_be_opened_twice(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    opening = {"submission": submission("md.ultimate-texas-holdem", "minimal"), "inventory": Cents(100)}
    with pytest.raises(NotAllowed, match="already open"):
        house.run(house.house.open_table("UTH-1", Command("open-table", FLOOR_ACTOR, opening)))
    assert "UTH-1" in house.house.tables


def test_a_repeated_command_moves_money_once(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    buy_in = Command("buy-in", ANN, {"amount": Cents.from_dollars(100)})
    first = house.run(house.house.act("UTH-1", buy_in, "ann-7"))
    second = house.run(house.house.act("UTH-1", buy_in, "ann-7"))
    assert any(event.kind == MONEY_MOVED for event in first.events)
    assert isinstance(second, Appended)
    assert second.repeated
    assert answered_version(second) == first.state.version
    assert house.house.tables["UTH-1"].chips("Ann") == Cents.from_dollars(5_100)


def test_a_repeated_command_that_would_be_refused_now_gets_its_first_answer(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"), players=0)
    sit = Command("sit", ANN, {"position": 1})
    house.run(house.house.act("UTH-1", sit, "ann-1"))
    with pytest.raises(NotAllowed):
        house.run(house.house.act("UTH-1", sit, "ann-2"))
    assert house.run(house.house.act("UTH-1", sit, "ann-1")).repeated


@pytest.mark.parametrize(
    ("table", "command"),
    [
        ("UTH-1", Command("buy-in", ANN, {"amount": Cents.from_dollars(200)})),
        ("UTH-1", Command("tip", ANN, {"amount": Cents.from_dollars(100)})),
        ("UTH-2", Command("buy-in", ANN, {"amount": Cents.from_dollars(100)})),
        ("UTH-1", Command("take-back", ANN, {"position": 1, "wager": "ante"})),  # it would be refused anyway
    ],
    ids=["other facts", "another act", "another table", "an act that is not possible"],
)
def test_an_id_that_was_used_for_something_else_is_refused(house, table, command):
    """It was acknowledged, and nothing was done."""
    for name in ("UTH-1", "UTH-2"):
        house.open(name, submission("md.ultimate-texas-holdem", "minimal"))
    house.run(house.house.act("UTH-1", Command("buy-in", ANN, {"amount": Cents.from_dollars(100)}), "p-1/ann-7"))
    before = house.house.tables[table]
    with pytest.raises(NotAllowed) as refusal:
        house.run(house.house.act(table, command, "p-1/ann-7"))
    assert (refusal.value.code, refusal.value.facts["given"]) == ("command.reused", "ann-7")
    assert house.house.tables[table] == before


def test_a_command_whose_sender_has_become_the_bank_is_the_same_command(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    facts = {"amount": Cents.from_dollars(100)}
    house.run(house.house.act("UTH-1", Command("buy-in", ANN, facts), "ann-7"))
    assert house.run(house.house.act("UTH-1", Command("buy-in", Actor(Role.BANK, "Ann"), facts), "ann-7")).repeated


@pytest.mark.parametrize("stored", ["", '{"version":3}'])
def test_an_id_from_an_earlier_program_keeps_its_first_answer(house, stored):
    """It does not say what was asked."""
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    house.run(house.house.act("UTH-1", Command("buy-in", ANN, {"amount": Cents.from_dollars(100)}), "ann-7"))
    house.store._answers["ann-7"] = stored
    assert house.run(house.house.act("UTH-1", Command("tip", ANN, {"amount": Cents(100)}), "ann-7")).repeated


@pytest.mark.parametrize("damaged", ["{", "[1]", "7", '{"completes":true}', '{"version":"7"}', 7])
def test_a_repeated_command_whose_stored_answer_is_damaged_is_refused(house, damaged):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    buy_in = Command("buy-in", ANN, {"amount": Cents.from_dollars(100)})
    house.run(house.house.act("UTH-1", buy_in, "ann-7"))
    chips = house.house.tables["UTH-1"].chips("Ann")
    house.store._answers["ann-7"] = damaged
    with pytest.raises(Corrupted, match="stored answer is damaged"):
        house.run(house.house.act("UTH-1", buy_in, "ann-7"))
    assert house.house.tables["UTH-1"].chips("Ann") == chips
    house.run(house.house.act("UTH-1", buy_in, "ann-8"))
    assert house.house.tables["UTH-1"].chips("Ann") > chips


def test_a_command_whose_sender_has_gone_reaches_the_table_all_the_same(house):
    """A dropped connection cancels whoever waits for the answer, perhaps while the command is being stored."""
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    buy_in, updates = Command("buy-in", ANN, {"amount": Cents.from_dollars(100)}), []
    house.house.listeners.append(updates.append)

    async def drop_each_after(steps):
        waiting = asyncio.create_task(house.house.act("UTH-1", buy_in))
        for _ in range(steps):
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        assert waiting.cancelled() or waiting.result(), "it may have been answered before"
        await house.house.act("UTH-1", buy_in)

    for steps in range(1, 8):
        house.run(drop_each_after(steps))
    assert len(updates) == 14
    assert house.house.tables["UTH-1"].chips("Ann") == Cents.from_dollars(5_000 + 14 * 100)


def test_a_check_sees_the_table_at_the_command_s_turn_and_may_refuse_it(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    buy_in, seen = Command("buy-in", ANN, {"amount": Cents.from_dollars(10)}), []

    def refuse_the_second(table, meters, at):
        seen.append(table.chips("Ann"))
        if len(seen) > 1:
            raise Outdated("not again", code="test")

    async def buy_in_twice():
        acts = [house.house.act("UTH-1", buy_in, check=refuse_the_second) for _ in range(2)]
        return await asyncio.gather(*acts, return_exceptions=True)

    _, second = house.run(buy_in_twice())
    assert isinstance(second, Outdated)
    assert seen == [Cents.from_dollars(5_000), Cents.from_dollars(5_010)]
    assert house.house.tables["UTH-1"].chips("Ann") == Cents.from_dollars(5_010)


def test_players_who_act_at_the_same_moment_are_all_taken(house):
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"), players=3)

    async def buy_in_together():
        actors = [Actor(Role.PLAYER, name) for name in ("Ann", "Bob", "Cy") * 4]
        commands = [Command("buy-in", actor, {"amount": Cents.from_dollars(10)}) for actor in actors]
        await asyncio.gather(*(house.house.act("UTH-1", command) for command in commands))

    house.run(buy_in_together())
    table = house.house.tables["UTH-1"]
    assert [table.chips(name) for name in ("Ann", "Bob", "Cy")] == [Cents.from_dollars(5_040)] * 3


def test_a_command_whose_sender_goes_away_is_carried_out_all_the_same(house):
    """What is stored is applied, too: otherwise the table would refuse everything that comes after it."""
    house.open("UTH-1", submission("md.ultimate-texas-holdem", "minimal"))
    buy_in = Command("buy-in", ANN, {"amount": Cents.from_dollars(10)})

    async def go_away():
        sent = asyncio.ensure_future(house.house.act("UTH-1", buy_in))
        await asyncio.sleep(0)
        sent.cancel()
        await asyncio.gather(sent, return_exceptions=True)
        assert sent.cancelled()
        await house.house.act("UTH-1", buy_in)

    house.run(go_away())
    assert house.house.tables["UTH-1"].chips("Ann") == Cents.from_dollars(5_020)


def test_tables_that_share_a_meter_feed_one_meter(house):
    """Two tables play rounds in turns; what the meter has is what both have contributed, in one recorded order."""
    text = submission("md.pai-gow-poker")
    for table in ("PG-1", "PG-2"):
        house.open(table, text, players=1)
    for seed in (1, 2):
        for table in ("PG-1", "PG-2"):
            house.play(table, seed=seed)
    fed = [
        (event.text("meter"), event.text("table"), event.fraction("amount"))
        for head in house.store.stream_heads("meter:")
        for append in house.store.read(head.stream)
        for event in append.events
        if event.kind == "contribution-made"
    ]
    assert {table for _, table, _ in fed} == {"PG-1", "PG-2"}
    for name, meter in house.house.meters.by_id.items():
        assert meter.contributed == sum(amount for fed_meter, _, amount in fed if fed_meter == name)


def test_many_tables_that_feed_one_meter_at_the_same_moment_are_all_taken(house):
    text = re.sub(r"tables = \[.*?\]", "tables = []", submission("md.four-card-poker"))
    names = [f"FC-{number}" for number in range(1, 17)]
    for name in names:
        house.open(name, text, players=1)
        for wager, dollars in (("ante", 15), ("progressive", 5)):
            stake = {"position": 1, "wager": wager, "amount": Cents.from_dollars(dollars)}
            house.run(house.house.act(name, Command("wager", ANN, stake)))

    async def close_betting_together():
        await asyncio.gather(*(house.house.take_due_step(name) for name in names))

    house.run(close_betting_together())
    (meter,) = house.house.meters.by_id.values()
    rate = meter.filed_meter.rate
    assert meter.contributed == len(names) * 500 * rate


def test_a_fault_stops_one_table_and_no_other(house, monkeypatch):
    for table in ("UTH-1", "UTH-2"):
        house.open(table, submission("md.ultimate-texas-holdem", "minimal"))
    from houseway.service.live.turns import turn

    decide = turn.decide

    def fail_at_one(table, command, meters):
        if table is not None and table.id == "UTH-1":
            raise ZeroDivisionError("a bug")
        return decide(table, command, meters)

    monkeypatch.setattr(turn, "decide", fail_at_one)
    frozen = []
    house.house.freeze_listeners.append(frozen.append)
    buy_in = Command("buy-in", ANN, {"amount": Cents.from_dollars(10)})
    with pytest.raises(Unavailable, match="UTH-1 is stopped"):
        house.run(house.house.act("UTH-1", buy_in))
    monkeypatch.setattr(turn, "decide", decide)
    with pytest.raises(Unavailable, match="UTH-1 is stopped"):
        house.run(house.house.act("UTH-1", buy_in))
    house.run(house.house.act("UTH-2", buy_in))
    assert list(house.house.frozen) == ["UTH-1"] == frozen
    assert list(house.house.tables) == ["UTH-2"]
    assert house.house.latest_state("UTH-1").chips("Ann") == Cents.from_dollars(5_000)


OF_TABLE = "stream_id = (SELECT id FROM streams WHERE name = 'table:UTH-1')"
SECOND = f"version = (SELECT min(version) FROM appends WHERE before > 0 AND {OF_TABLE}) AND {OF_TABLE}"  # noqa: S608 - our own words


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (f"DELETE FROM appends WHERE {SECOND}", "is missing"),  # noqa: S608
        (f"UPDATE appends SET hash = 'text' WHERE {SECOND}", "a row has a value of the wrong type"),  # noqa: S608
        (f"UPDATE appends SET content = 'text' WHERE {SECOND}", "a row has a value of the wrong type"),  # noqa: S608
        (f"UPDATE appends SET sealed = 'text' WHERE {SECOND}", "a row has a value of the wrong type"),  # noqa: S608
    ],
    ids=["deleted", "hash", "content", "sealed"],
)
def test_a_table_whose_record_was_changed_is_stopped_when_the_house_opens(open_house, tmp_path, statement, said):
    house = open_house()
    for table in ("UTH-1", "UTH-2"):
        house.open(table, submission("md.ultimate-texas-holdem", "minimal"))
    open_house.close()
    with closing(sqlite3.connect(tmp_path / "house.db")) as database:
        assert database.execute(statement).rowcount == 1
        database.commit()
    again = open_house()
    assert list(again.house.frozen) == ["UTH-1"]
    assert said in again.house.frozen["UTH-1"]
    again.play("UTH-2")

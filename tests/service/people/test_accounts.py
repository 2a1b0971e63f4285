"""Accounts: double entry with the tables, never below zero, and all money is accounted for."""

import asyncio
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from houseway.errors import Corrupted, HousewayError, NotAllowed
from houseway.events import Actor, Command, Event, Role
from houseway.money import Cents
from houseway.service.people import accounts as keeping
from houseway.service.people.accounts import Account, AccountReason, Accounts, account_stream, cap_buy_in, load_account
from houseway.service.people.reconciliation import reconcile_accounts
from houseway.store import AppendRequest, RecordedCommand, StreamAppend, open_store
from houseway.table import legal_options
from tests.support.effort import MORE
from tests.support.live import LiveHouse, submission
from tests.support.people_bench import CHEAP, PeopleBench

BOOK = "md.ultimate-texas-holdem"


def dollars(amount):
    return Cents.from_dollars(amount)


def live_house(bench, folder):
    return LiveHouse(bench.store, folder, clock=bench.clock, record=bench.record, accounts=bench.accounts)


@pytest.fixture
def table(bench, tmp_path):
    """A house with one table, on each store."""
    house = live_house(bench, tmp_path)
    house.open("UTH-1", submission(BOOK, "minimal"), players=0)
    yield house
    house.house.close()
    house.loop.close()


def act(house, person, act, **facts):
    return house.run(house.house.act("UTH-1", Command(act, Actor(Role.PLAYER, person.id), facts)))


def sit(house, person, position):
    act(house, person, "sit", position=position)


def code_of(work):
    with pytest.raises(HousewayError) as refusal:
        work()
    return refusal.value.code


def test_only_accounts_that_were_used_last_are_kept_in_memory(bench, monkeypatch):
    """Guests come and go for months. An account that is no longer kept is read again."""
    monkeypatch.setattr(keeping, "MOST_KNOWN", 3)
    guests = [bench.people.start_guest(f"Guest {number}")[0].id for number in range(5)]
    for guest in guests:
        bench.accounts.grant(guest, dollars(1), "as if he had sat down")
    for asked in (guests, guests[:2], guests[::-1]):
        found = bench.accounts.load(asked)
        assert found == {guest: load_account(bench.store, guest) for guest in asked}
        assert all(account.balance for account in found.values())
    assert list(bench.accounts._known) == guests[2::-1]


def test_a_guest_buys_in_and_cashes_out_with_play_money(bench, table):
    guest, _ = bench.people.start_guest("Gus")
    assert bench.accounts.get(guest.id).balance == dollars(5_000)
    sit(table, guest, 1)
    act(table, guest, "buy-in", amount=dollars(2_000))
    assert bench.accounts.get(guest.id).balance == dollars(3_000)
    act(table, guest, "cash-out", amount=dollars(500))
    act(table, guest, "leave")
    assert bench.accounts.get(guest.id).balance == dollars(5_000)
    events = [event for append in bench.store.read(account_stream(guest.id)) for event in append.events]
    assert [(event["reason"], event["source"], event["target"]) for event in events] == [
        ("grant", "play-money", f"account:{guest.id}"),
        ("buy-in", f"account:{guest.id}", "table:UTH-1"),
        ("cash-out", "table:UTH-1", f"account:{guest.id}"),
        ("cash-out", "table:UTH-1", f"account:{guest.id}"),
    ]
    stream = [event for append in bench.store.read("table:UTH-1") for event in append.events]
    for event in events[1:]:  # each names its other half
        other = stream[event["event"] - 1]
        assert (other["amount"], other["reason"]) == (event["amount"], event["reason"])
    assert reconcile_accounts(bench.store).balanced


def test_nobody_buys_more_than_he_has(bench, table):
    guest, _ = bench.people.start_guest("Gus")
    sit(table, guest, 1)
    heads = bench.store.stream_heads()
    with pytest.raises(NotAllowed) as refusal:
        act(table, guest, "buy-in", amount=dollars(5_001))
    assert (refusal.value.code, refusal.value.facts["allowed"]) == ("account.short", dollars(5_000))
    assert "$5,000" in refusal.value.message
    assert bench.store.stream_heads() == heads
    assert table.house.tables["UTH-1"].chips(guest.id) == Cents(0)
    act(table, guest, "buy-in", amount=dollars(5_000))
    assert bench.accounts.get(guest.id).balance == Cents(0)


def test_of_two_buy_ins_at_two_tables_at_once_only_what_is_there_is_bought(bench, table):
    guest, _ = bench.people.start_guest("Gus")
    table.open("UTH-2", submission(BOOK, "minimal"), players=0)
    actor = Actor(Role.PLAYER, guest.id)
    for name in ("UTH-1", "UTH-2"):
        table.run(table.house.act(name, Command("sit", actor, {"position": 1})))

    async def buy_at_both():
        buy_in = Command("buy-in", actor, {"amount": dollars(3_000)})
        return await asyncio.gather(*(table.house.act(name, buy_in) for name in ("UTH-1", "UTH-2")), return_exceptions=True)

    results = table.run(buy_at_both())
    assert sorted(getattr(result, "code", "taken") for result in results) == ["account.short", "taken"]
    assert bench.accounts.get(guest.id).balance == dollars(2_000)
    assert reconcile_accounts(bench.store).balanced


def test_a_repeated_buy_in_is_bought_once(bench, table):
    guest, _ = bench.people.start_guest("Gus")
    sit(table, guest, 1)
    buy_in = Command("buy-in", Actor(Role.PLAYER, guest.id), {"amount": dollars(100)})
    for _ in range(2):
        table.run(table.house.act("UTH-1", buy_in, "gus-1"))
    assert bench.accounts.get(guest.id).balance == dollars(4_900)


def test_a_table_that_closes_pays_everybody_to_his_account(bench, table):
    guests = [bench.people.start_guest(name)[0] for name in ("Gus", "Gil")]
    for position, guest in enumerate(guests, start=1):
        sit(table, guest, position)
        act(table, guest, "buy-in", amount=dollars(1_000))
    table.run(table.house.act("UTH-1", Command("close-table", Actor(Role.FLOOR, "Fay"))))
    assert [bench.accounts.get(guest.id).balance for guest in guests] == [dollars(5_000)] * 2
    assert reconcile_accounts(bench.store).balanced


def test_accounts_are_the_same_after_a_restart(bench, table):
    guest, _ = bench.people.start_guest("Gus")
    sit(table, guest, 1)
    act(table, guest, "buy-in", amount=dollars(700))
    before = bench.accounts.get(guest.id)
    assert bench.open().accounts.get(guest.id) == before
    assert before.balance == dollars(4_300)


def test_a_guests_money_expires_also_what_comes_back_later(bench, table):
    gus, gil = (bench.people.start_guest(name)[0] for name in ("Gus", "Gil"))
    for position, (guest, amount) in enumerate(((gus, 700), (gil, 5_000)), start=1):
        sit(table, guest, position)
        act(table, guest, "buy-in", amount=dollars(amount))
    bench.wait(24 * 60)
    assert set(bench.people.expire_guests()) == {gus.id, gil.id}
    assert {bench.accounts.get(guest.id).balance for guest in (gus, gil)} == {Cents(0)}
    for guest in (gus, gil):
        act(table, guest, "leave")
    assert {bench.accounts.get(guest.id).balance for guest in (gus, gil)} == {Cents(0)}
    found = reconcile_accounts(bench.store)
    assert (found.issued, found.in_accounts, found.at_tables, found.balanced) == (Cents(0), Cents(0), Cents(0), True)


def test_staff_deposit_and_withdraw_with_a_reason(memory_bench):
    bench = memory_bench
    fay, ann = bench.register("fay", "floorperson"), bench.register("ann")
    assert bench.accounts.deposit(ann.id, dollars(100), fay, "cash at the cage").balance == dollars(100)
    assert bench.accounts.withdraw(ann.id, dollars(30), fay, "cash at the cage").balance == dollars(70)
    assert code_of(lambda: bench.accounts.withdraw(ann.id, dollars(71), fay, "x")) == "account.short"
    events = [event for append in bench.store.read(account_stream(ann.id)) for event in append.events]
    assert [(event["reason"], event["by"], event["why"], event["before"], event["after"]) for event in events] == [
        ("deposit", fay.id, "cash at the cage", Cents(0), dollars(100)),
        ("withdrawal", fay.id, "cash at the cage", dollars(100), dollars(70)),
    ]


def test_who_may_not_move_money(memory_bench):
    bench = memory_bench
    fay, ann, ada = bench.register("fay", "floorperson", "player"), bench.register("ann"), bench.administrator()
    guest, _ = bench.people.start_guest("Gus")
    deposit = bench.accounts.deposit
    assert code_of(lambda: deposit(ann.id, dollars(1), ann, "x")) == "authority.denied"
    assert code_of(lambda: deposit(ann.id, dollars(1), ada, "x")) == "authority.denied"
    assert code_of(lambda: deposit(fay.id, dollars(1), fay, "x")) == "account.owner"
    assert code_of(lambda: deposit(guest.id, dollars(1), fay, "x")) == "account.owner"
    assert code_of(lambda: deposit("p-nobodyhere", dollars(1), fay, "x")) == "account.owner"
    assert code_of(lambda: deposit(ann.id, dollars(1), fay, " ")) == "house.reason"
    forged = replace(ann, roles=frozenset(("floorperson",)))
    assert code_of(lambda: deposit(fay.id, dollars(1), forged, "x")) == "authority.denied"
    for amount in (Cents(0), Cents(-5), dollars(10**12)):
        assert code_of(lambda amount=amount: deposit(ann.id, amount, fay, "x")) == "account.amount"
    assert bench.accounts.get(ann.id) == Account(ann.id)


def test_an_account_that_does_not_add_up_is_not_used(memory_bench):
    guest, _ = memory_bench.people.start_guest("Gus")
    memory_bench.accounts.grant(guest.id, dollars(5_000), "as if he had sat down")
    forged = Account(guest.id, dollars(9_000)).movement_event(AccountReason.DEPOSIT, dollars(1), "house")
    command = RecordedCommand(memory_bench.clock.now(), Actor(Role.FLOOR, "house"), (forged,))
    memory_bench.store.append([AppendRequest((StreamAppend(account_stream(guest.id), 1, (command,)),))])
    with pytest.raises(Corrupted):
        memory_bench.accounts.get(guest.id)


@pytest.mark.parametrize("reason", [AccountReason.BUY_IN, AccountReason.CASH_OUT])
def test_a_movement_that_only_the_account_has_is_found(memory_bench, reason):
    guest, _ = memory_bench.people.start_guest("Gus")
    account = memory_bench.accounts.grant(guest.id, dollars(5_000), "as if he had sat down")
    event = account.movement_event(reason, dollars(1), guest.id, table="UTH-9", event=7)
    command = RecordedCommand(account.at, Actor(Role.PLAYER, guest.id), (event,))
    memory_bench.store.append([AppendRequest((StreamAppend(account_stream(guest.id), 1, (command,)),))])
    found = reconcile_accounts(memory_bench.store)
    assert not found.balanced
    assert [(each.table, each.event, each.person) for each in found.unmatched] == [("UTH-9", 7, guest.id)]


def test_a_movement_that_only_the_table_has_is_found(memory_bench, tmp_path):
    """The house is opened without following accounts, as a program before this one would have been."""
    guest, _ = memory_bench.people.start_guest("Gus")
    house = live_house(memory_bench, tmp_path)
    house.open("UTH-1", submission(BOOK, "minimal"), players=0)
    sit(house, guest, 1)
    moved = Event(
        "money-moved", (), {"source": "inventory", "target": f"player:{guest.id}", "amount": dollars(5), "reason": "buy-in"}
    )
    head = memory_bench.store.stream_head("table:UTH-1")
    command = RecordedCommand(head.at, Actor(Role.PLAYER, guest.id), (moved,))
    memory_bench.store.append([AppendRequest((StreamAppend(head.stream, head.version, (command,)),))])
    found = reconcile_accounts(memory_bench.store)
    assert not found.balanced
    assert (found.at_tables, len(found.unmatched)) == (dollars(5), 1)
    house.close()


def test_a_player_is_offered_no_more_chips_than_he_can_pay(memory_bench, tmp_path):
    guest, _ = memory_bench.people.start_guest("Gus")
    house = live_house(memory_bench, tmp_path)
    house.open("UTH-1", submission(BOOK, "minimal"), players=0)
    sit(house, guest, 1)
    offered = legal_options(house.house.tables["UTH-1"], Actor(Role.PLAYER, guest.id), 0)
    most = {
        option.act: option.bounds["amount"]["most"] for option in cap_buy_in(offered, dollars(20)) if option.act == "buy-in"
    }
    assert most == {"buy-in": dollars(20)}
    acts = [option.act for option in offered]
    assert [option.act for option in cap_buy_in(offered, Cents(0))] == [act for act in acts if act != "buy-in"]
    house.close()


class MoneyMachine(RuleBasedStateMachine):
    """Guests and players bring money, buy in, play, cash out and leave, in any order. All of it stays accounted for."""

    def __init__(self):
        super().__init__()
        self.folder = TemporaryDirectory()
        self.bench = PeopleBench(open_store("memory:"), replace(CHEAP, guest_money=dollars(300)))
        self.house = live_house(self.bench, Path(self.folder.name))
        self.house.open("UTH-1", submission(BOOK, "minimal"), players=0)
        self.fay = self.bench.register("fay", "floorperson")
        self.people = []
        self.model = {}
        """What each person has in the account, as the test computes it."""

    def teardown(self):
        self.house.close()
        self.folder.cleanup()

    @property
    def table(self):
        return self.house.house.tables["UTH-1"]

    @precondition(lambda self: len(self.people) < 4)
    @rule(guest=st.booleans())
    def arrive(self, guest):
        number = len(self.people)
        person = self.bench.people.start_guest(f"G{number}")[0] if guest else self.bench.register(f"player{number}")
        self.people.append(person)
        self.model[person.id] = dollars(300) if guest else Cents(0)

    @precondition(lambda self: self.people)
    @rule(choice=st.integers(0, 3), amount=st.integers(1, 400), deposit=st.booleans())
    def visit_the_cage(self, choice, amount, deposit):
        person = self.people[choice % len(self.people)]
        move = self.bench.accounts.deposit if deposit else self.bench.accounts.withdraw
        short = not deposit and dollars(amount) > self.model[person.id]
        if person.guest or short:
            assert code_of(lambda: move(person.id, dollars(amount), self.fay, "at the cage")) in (
                "account.owner",
                "account.short",
            )
            return
        move(person.id, dollars(amount), self.fay, "at the cage")
        self.model[person.id] += dollars(amount) if deposit else -dollars(amount)

    @precondition(lambda self: self.people)
    @rule(choice=st.integers(0, 3), amount=st.integers(1, 400))
    def buy_in(self, choice, amount):
        person = self.people[choice % len(self.people)]
        if not self.table.positions_of(person.id) and len(self.table.seats) < 6:
            free = next(place for place in range(1, 7) if place not in self.table.seats)
            sit(self.house, person, free)
        work = lambda: act(self.house, person, "buy-in", amount=dollars(amount))  # noqa: E731
        if not self.table.positions_of(person.id) or dollars(amount) > self.model[person.id]:
            assert code_of(work) in ("account.short", "seat.not-here")
            return
        work()
        self.model[person.id] -= dollars(amount)

    @precondition(lambda self: self.people)
    @rule(choice=st.integers(0, 3), part=st.integers(1, 4))
    def cash_out(self, choice, part):
        person = self.people[choice % len(self.people)]
        amount = Cents(self.table.chips(person.id).amount // part)
        if amount:
            act(self.house, person, "cash-out", amount=amount)
            self.credit(person, amount)

    @precondition(lambda self: self.people)
    @rule(choice=st.integers(0, 3))
    def leave(self, choice):
        person = self.people[choice % len(self.people)]
        if self.table.positions_of(person.id):
            chips = self.table.chips(person.id)
            act(self.house, person, "leave")
            self.credit(person, chips)

    def credit(self, person, amount):
        expired = self.bench.accounts.get(person.id).expired
        self.model[person.id] += Cents(0) if expired else amount

    @precondition(lambda self: self.people)
    @rule(seed=st.integers(0, 9))
    def play(self, seed):
        if not any(self.table.chips(name) >= dollars(60) for name in self.table.arrivals):
            self.arrive(guest=True)
            self.buy_in(len(self.people) - 1, 250)
        self.house.play("UTH-1", seed=seed)

    @precondition(lambda self: any(person.guest for person in self.people))
    @rule()
    def a_day_passes(self):
        self.bench.wait(24 * 60)
        for person in self.bench.people.expire_guests():
            self.model[person] = Cents(0)

    @invariant()
    def all_money_is_accounted_for(self):
        found = reconcile_accounts(self.bench.store)
        assert found.balanced, found
        issued = (balance for person, balance in self.model.items() if not self.bench.accounts.get(person).promised)
        assert found.in_accounts == sum(issued, start=Cents(0))

    @invariant()
    def accounts_are_as_the_model_says(self):
        for person, balance in self.model.items():
            account = self.bench.accounts.get(person)
            assert account.balance == balance
            assert account.promised or account == load_account(self.bench.store, person)


def test_money_is_neither_made_nor_lost():
    limits = settings(max_examples=10 * MORE, stateful_step_count=20, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(MoneyMachine, settings=limits)


def test_accounts_are_read_again_if_one_has_changed(bench, monkeypatch):
    ann, bob = bench.register("ann"), bench.register("bob")
    bench.accounts.grant(ann.id, Cents(700), "a start")
    read, look = [], type(bench.store).stream_versions
    monkeypatch.setattr(bench.store, "stream_versions", lambda streams: read.append(1) or look(bench.store, streams))

    def balances():
        read.clear()
        return [account.balance.amount for account in bench.accounts.load([ann.id, bob.id]).values()], len(read)

    assert [balances() for _ in range(2)] == [([700, 0], 1), ([700, 0], 0)]
    Accounts(bench.store, bench.record, bench.clock).grant(bob.id, Cents(40), "at another server")
    assert [balances() for _ in range(2)] == [([700, 40], 1), ([700, 40], 0)]


def test_an_id_of_the_cage_is_for_one_movement(memory_bench):
    bench = memory_bench
    ann, bob, fay = bench.register("ann"), bench.register("bob"), bench.register("fay", "floorperson")
    accounts = bench.accounts
    accounts.deposit(ann.id, dollars(100), fay, "cash", "fay-1")
    assert accounts.deposit(ann.id, dollars(100), fay, "cash", "fay-1").balance == dollars(100)
    for act in (
        lambda: accounts.deposit(ann.id, dollars(200), fay, "cash", "fay-1"),
        lambda: accounts.deposit(bob.id, dollars(100), fay, "cash", "fay-1"),
        lambda: accounts.withdraw(ann.id, dollars(100), fay, "cash", "fay-1"),
    ):
        assert code_of(act) == "command.reused"
    assert [accounts.get(person.id).balance for person in (ann, bob)] == [dollars(100), dollars(0)]
    bench.store._answers["fay-1"] = ""  # as an earlier program stored it
    assert accounts.deposit(ann.id, dollars(200), fay, "cash", "fay-1").balance == dollars(100)

"""Two servers on one store: whatever one of them stores, the other follows, and what it decided too early it decides again."""

import asyncio
from threading import Event

import pytest

from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Malformed, NotAllowed
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.memory.loading import load_table
from houseway.service.live.settings import TableSettings
from houseway.service.live.waiting import VALUES
from houseway.service.secrecy.receipts import is_genuine
from houseway.store.memory import MemoryStore
from tests.support.contributors import Contributor
from tests.support.live import BOOKS, TABLES, LiveHouse, submission

ANN, BOB = Actor(Role.PLAYER, "Ann"), Actor(Role.PLAYER, "Bob")
UTH = "UTH-1"


class SharedStore(MemoryStore):
    is_shared = True


@pytest.fixture
def open_servers(tmp_path):
    """A function that opens servers of one house, with one store and one folder of keys."""
    store, opened = SharedStore(), []

    def new(count=2, clocks=()):
        given = clocks or (None,) * count
        opened.extend(LiveHouse(store, tmp_path, clock=clock, resume_seconds=0) for clock in given)
        return opened[-count:]

    yield new
    for server in opened:
        server.close()


def buy_in(server, actor, table=UTH):
    return server.run(server.house.act(table, Command("buy-in", actor, {"amount": Cents.from_dollars(10)})))


def open_everywhere(servers, table, text, **options):
    servers[0].open(table, text, **options)
    for server in servers[1:]:
        assert server.run(server.house.catch_up(table))


@pytest.mark.parametrize("book", BOOKS)
def test_a_round_goes_from_server_to_server(open_servers, book):
    """Each turn is taken by another server than the last one."""
    servers, table = open_servers(), TABLES[book]
    open_everywhere(servers, table, submission(book))
    told = [[], []]
    for server, events in zip(servers, told, strict=True):
        server.house.listeners.append(lambda update, events=events: events.extend(update.events))
    turns = 0
    while servers[0].house.tables[table].number == 1:
        turns += 1
        acting, other = servers[turns % 2], servers[1 - turns % 2]
        acting.play_one_turn(table)
        assert other.run(other.house.catch_up(table))
        assert not other.run(other.house.catch_up(table))
    assert turns > 3
    first, second = (server.house for server in servers)
    assert first.tables[table] == second.tables[table]
    assert first.meters == second.meters
    assert (first.current_wait(table), first.commitments(table)) == (second.current_wait(table), second.commitments(table))
    assert told[0] == told[1]


def test_commands_that_several_servers_decide_at_the_same_version_are_all_taken(open_servers):
    servers = open_servers(3)
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    for _ in range(3):
        for server in servers:
            buy_in(server, ANN)
    for server in servers:
        server.run(server.house.catch_up(UTH))
        assert server.house.tables[UTH].chips("Ann") == Cents.from_dollars(5_000 + 9 * 10)


def test_a_command_is_not_refused_for_what_a_server_has_missed(open_servers):
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"), players=0)
    first.run(first.house.act(UTH, Command("sit", ANN, {"position": 1})))
    buy_in(second, ANN)
    with pytest.raises(NotAllowed):
        buy_in(second, BOB)


def test_a_command_that_was_overtaken_is_checked_again(open_servers):
    """The guard sees the table as it is when the command is stored, not as it was when it came."""
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    buy_in(first, ANN)
    seen = []
    command = Command("buy-in", BOB, {"amount": Cents.from_dollars(10)})
    second.run(second.house.act(UTH, command, check=lambda table, meters, at: seen.append(table.chips("Ann").amount)))
    assert seen == [500_000, 501_000]


def test_a_table_that_has_reached_the_version_of_a_hint_is_not_read_again(open_servers, monkeypatch):
    """Most hints are about turns that a server has followed when it took its own."""
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    buy_in(first, ANN)
    version = first.house.tables[UTH].version
    assert second.run(second.house.catch_up(UTH, version))
    read, look = [], SharedStore.stream_versions
    monkeypatch.setattr(SharedStore, "stream_versions", lambda store, streams: read.append(UTH) or look(store, streams))
    assert not second.run(second.house.catch_up(UTH, version))
    assert not read
    assert not second.run(second.house.catch_up(UTH, version + 1))
    assert read


def test_a_repeated_command_gets_its_first_answer_at_another_server(open_servers):
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    command = Command("buy-in", ANN, {"amount": Cents.from_dollars(10)})
    first.run(first.house.act(UTH, command, "ann-1"))
    assert second.run(second.house.act(UTH, command, "ann-1")).repeated
    second.run(second.house.catch_up(UTH))
    assert second.house.tables[UTH].chips("Ann") == Cents.from_dollars(5_010)


def test_a_table_is_opened_once(open_servers):
    first, second = open_servers()
    first.open(UTH, submission("md.ultimate-texas-holdem", "minimal"))
    opening = Command("open-table", FLOOR_ACTOR, {"submission": submission("md.ultimate-texas-holdem"), "inventory": Cents(1)})
    with pytest.raises(NotAllowed, match="already open"):
        second.run(second.house.open_table(UTH, opening))
    assert second.house.tables[UTH] == first.house.tables[UTH]
    assert second.house.meters == first.house.meters


def test_a_table_that_nobody_has_opened_is_not_found(open_servers):
    (server,) = open_servers(1)
    assert not server.run(server.house.catch_up("X"))
    with pytest.raises(Malformed, match="no table"):
        server.house.latest_state("X")


def test_settings_are_followed(open_servers):
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"), settings=TableSettings())
    changed = {"decision_seconds": 77}
    first.run(first.house.change_settings(UTH, changed, FLOOR_ACTOR, "a slow day"))
    assert second.run(second.house.catch_up(UTH))
    assert second.house.settings(UTH).decision_seconds == 77
    second.run(second.house.change_settings(UTH, {"decision_seconds": 78}, FLOOR_ACTOR, "slower"))


def test_a_meter_is_fed_by_tables_of_several_servers(open_servers):
    first, second = servers = open_servers()
    for table in ("PG-1", "PG-2"):
        open_everywhere(servers, table, submission("md.pai-gow-poker"), players=1)
    for seed in (1, 2):
        first.play("PG-1", seed=seed)
        second.play("PG-2", seed=seed)
    for server in servers:
        server.run(server.house.catch_up_meters())
    assert first.house.meters == second.house.meters
    fed = [
        event.fraction("amount")
        for head in first.store.stream_heads("meter:")
        for append in first.store.read(head.stream)
        for event in append.events
        if event.kind == "contribution-made"
    ]
    assert fed
    assert sum(fed) == sum(meter.contributed for meter in second.house.meters.by_id.values())


def test_new_terms_are_carried_out_when_the_last_round_ends_at_another_server(open_servers):
    first, second = servers = open_servers()
    for table in ("PG-1", "PG-2"):
        open_everywhere(servers, table, submission("md.pai-gow-poker"), players=1)
    while not first.house.tables["PG-1"].round.stakes:
        first.play_one_turn("PG-1")
    second.run(second.house.catch_up("PG-1"))
    terms = {"reset": "$12,000"}
    second.run(second.house.change_meter_terms("progressive/mega", terms, Actor(Role.FLOOR, "Fay"), "why"))
    first.play("PG-1")
    for server in servers:
        server.run(server.house.catch_up_meters())
        server.run(server.house.carry_out_changes())
        for table in ("PG-1", "PG-2"):
            server.run(server.house.catch_up(table))
    for server in servers:
        assert server.house.meters.by_id["progressive/mega"].filed_meter.reset == Cents.from_dollars(12_000)
    amended = [event for append in first.store.read("table:PG-1") for event in append.events if event.kind == "rules-amended"]
    assert len(amended) == 1


def test_a_server_whose_clock_is_behind_goes_on(open_servers):
    ahead, behind = (HouseClock(lambda offset=offset: 1_000_000 + offset) for offset in (600_000, 0))
    first, second = servers = open_servers(clocks=(ahead, behind))
    for table in ("PG-1", "PG-2"):
        open_everywhere(servers, table, submission("md.pai-gow-poker"), players=1)
    first.play("PG-1")
    second.play("PG-2")
    first.run(first.house.change_settings("PG-2", {"decision_seconds": 9}, FLOOR_ACTOR, "why"))
    second.run(second.house.change_settings("PG-2", {"decision_seconds": 8}, FLOOR_ACTOR, "why"))
    times = [append.head.at for append in first.store.read("meter:progressive/mega")]
    assert times == sorted(times)


def test_a_table_is_loaded_while_another_server_deals(open_servers, monkeypatch):
    """The streams of a table are read one after the other; what is added between belongs to the next look."""
    (server,) = open_servers(1)
    server.open(UTH, submission("md.ultimate-texas-holdem"))
    versions, seen = server.store.stream_versions, []

    def deal_afterwards(names):
        found = versions(names)
        if f"table:{UTH}" in found and not seen:
            seen.append(server.house.tables[UTH])
            server.play(UTH, rounds=2)
        return found

    monkeypatch.setattr(server.store, "stream_versions", deal_afterwards)
    assert load_table(server.store, UTH, server.keys.vault).table == seen[0]
    assert server.house.tables[UTH].number == seen[0].number + 2


def test_whoever_watches_at_another_server_gets_a_genuine_receipt(open_servers):
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    receipts = []
    second.house.listeners.append(lambda update: receipts.append(update.receipt) if update.receipt else None)
    first.play(UTH, rounds=2)
    second.run(second.house.catch_up(UTH))
    assert len(receipts) == 2
    assert all(is_genuine(receipt, second.keys.public_keys) for receipt in receipts)


def test_a_table_that_was_stored_although_the_store_failed_goes_on(open_servers, monkeypatch):
    """A commit whose answer is lost may have succeeded. The table follows what is stored, with one server too."""
    (server,) = open_servers(1)
    server.store.is_shared = False
    server.open(UTH, submission("md.ultimate-texas-holdem", "minimal"))
    append = server.store.append

    def store_and_fail(requests):
        append(requests)
        raise OSError("the connection is lost")

    monkeypatch.setattr(server.store, "append", store_and_fail)
    with pytest.raises(OSError, match="lost"):
        buy_in(server, ANN)
    monkeypatch.setattr(server.store, "append", append)
    buy_in(server, ANN)
    assert server.house.tables[UTH].chips("Ann") == Cents.from_dollars(5_020)


def test_two_servers_that_act_again_and_again_lose_nothing(open_servers):
    """Commands of both are decided while the other one's are being stored."""
    servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    loop = servers[0].loop
    command = Command("buy-in", ANN, {"amount": Cents.from_dollars(10)})

    async def act_at_both():
        await asyncio.gather(*(server.house.act(UTH, command) for server in servers for _ in range(10)))

    loop.run_until_complete(act_at_both())
    for server in servers:
        loop.run_until_complete(server.house.catch_up(UTH))
        assert server.house.tables[UTH].chips("Ann") == Cents.from_dollars(5_000 + 20 * 10)


class HeldStore(SharedStore):
    """Stores no command of Ann's while it is held."""

    def __init__(self):
        super().__init__()
        self.go, self.tried = Event(), []

    def append(self, requests):
        self.tried += [request.command_id for request in requests]
        if any(request.command_id.startswith("ann") for request in requests):
            self.go.wait()
        return super().append(requests)


def test_what_was_decided_ahead_falls_if_another_server_has_added_as_many_events(tmp_path):
    """Ann buys chips twice, and the second purchase is decided on the first. Bob's is stored before them, at the other server. So
    Ann's first one is refused, and the version on which her second one rests is that of Bob's purchase."""
    store = HeldStore()
    servers = first, second = [LiveHouse(store, tmp_path, resume_seconds=0) for _ in range(2)]
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    asked = []
    first.house.decide_ahead_at(lambda table: asked.append(table) or True)
    command = Command("buy-in", ANN, {"amount": Cents.from_dollars(10)})

    async def act_at_both():
        ann = [asyncio.ensure_future(first.house.act(UTH, command, f"ann-{number}")) for number in (1, 2)]
        while len(asked) < 2:
            await asyncio.sleep(0.001)
        await second.house.act(UTH, command._replace(by=BOB), "bob-1")
        store.go.set()
        await asyncio.gather(*ann)

    first.loop.run_until_complete(act_at_both())
    assert store.tried.count("ann-2") > 1, "it was decided before the first was stored"
    assert second.run(second.house.catch_up(UTH))
    assert first.house.tables[UTH] == second.house.tables[UTH]
    assert [first.house.tables[UTH].chips(name) for name in ("Ann", "Bob")] == [Cents.from_dollars(n) for n in (5_020, 5_010)]
    for server in servers:
        server.close()


def test_a_server_that_joins_others_gives_nobody_more_time(open_servers):
    """Deadlines follow from stored times, so they are the same at every server, and whoever takes a clock over goes on with it."""
    settings = TableSettings(betting_seconds=7)
    (first,) = open_servers(1)
    first.open(UTH, submission("md.ultimate-texas-holdem", "minimal"), settings=settings)
    stake = {"position": 1, "wager": "ante", "amount": Cents.from_dollars(25)}
    while not first.house.clocks(UTH):
        first.play_one_turn(UTH) if first.house.tables[UTH].round.stakes else first.run(
            first.house.act(UTH, Command("wager", ANN, stake))
        )
    (second,) = open_servers(1)
    assert second.house.clocks(UTH) == first.house.clocks(UTH)


def test_a_table_that_goes_on_here_announces_what_others_have_added_while_it_was_frozen(open_servers):
    """Otherwise the numbers of the next events would be wrong for everybody who watches."""
    first, second = servers = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    second.house.follow_freeze(UTH)
    buy_in(first, ANN)
    told = []
    second.house.listeners.append(lambda update: told.extend(update.events))
    second.run(second.house.follow_thaw(UTH))
    assert [event.kind for event in told].count("money-moved") == 2
    assert second.house.tables[UTH] == first.house.tables[UTH]


def test_players_at_two_servers_add_to_one_round(open_servers):
    """Each server has one player's hash and value, and is told of the other's. The list and the opening are stored once."""
    servers = first, second = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    ann, bob = Contributor(first, UTH, "Ann"), Contributor(second, UTH, "Bob")
    hashes = [ann.offer(), bob.offer()]
    first.house.offer_hash(UTH, "Bob", "second", hashes[1])
    second.house.offer_hash(UTH, "Ann", "first", hashes[0])
    first.play(UTH)
    assert second.run(second.house.catch_up(UTH))
    assert [server.house.round_values(UTH).hashes for server in servers] == [{1: hashes[0], 2: hashes[1]}] * 2
    assert second.house.current_wait(UTH).what == VALUES
    assert second.house.clocks(UTH)
    assert second.house.offered_hash(UTH, "Ann") == "", "a hash is used once"
    assert bob.open()
    assert ann.open()
    assert not first.house.round_values(UTH).is_open
    for (_, value), server in ((ann.first, second), (bob.first, first)):
        server.run(server.house.receive_value(UTH, 2, value))
    for server in servers:
        server.run(server.house.catch_up(UTH))
        assert server.house.round_values(UTH).values == {1: ann.first[1], 2: bob.first[1]}
        assert server.house.current_wait(UTH) is None or server.house.current_wait(UTH).what != VALUES
    second.play(UTH)
    opened = [event for append in first.store.read(f"chance:{UTH}") for event in append.events if event.kind == "values-opened"]
    assert len(opened) == 1
    assert all(draw.agrees for draw in verify_draws(first.store, UTH))


def test_a_value_reaches_a_server_that_has_not_followed_the_list_yet(open_servers):
    servers = first, second = open_servers()
    open_everywhere(servers, UTH, submission("md.ultimate-texas-holdem", "minimal"))
    ann = Contributor(first, UTH, "Ann")
    ann.offer()
    first.play(UTH)
    assert second.run(second.house.receive_value(UTH, 2, ann.first[1]))
    assert first.run(first.house.catch_up(UTH))
    assert first.house.round_values(UTH).is_open

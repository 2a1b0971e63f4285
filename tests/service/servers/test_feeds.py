"""Two running servers on one PostgreSQL: people at either see the same table, and may change servers whenever they like."""

import asyncio
import re
from contextlib import AsyncExitStack
from itertools import count

import httpx
import pytest

from houseway.events import Actor, Command, Role
from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.live.checks.verifying import verify_draws
from houseway.service.live.turns import turn
from houseway.service.people.administration import rotate_keys, set_stop
from houseway.service.people.person import THE_HOUSE
from houseway.service.secrecy.receipts import is_genuine, sign_head
from houseway.service.servers.leases import clock_lease
from tests.service.feed.test_rounds import close_bets
from tests.support.contributors import SocketContributor
from tests.support.databases import create_database
from tests.support.live import submission
from tests.support.seated import Player, Staff, play_round
from tests.support.sockets import PATIENCE, RunningService, entries, run, sit_down

ULTIMATE = submission("md.ultimate-texas-holdem", "minimal")
FOUR_CARD = re.sub(r"tables = \[.*?\]", "tables = []", submission("md.four-card-poker"))
_numbers = count(1)


@pytest.fixture(scope="module")
def servers(tmp_path_factory, postgresql_server):
    address, folder = create_database(postgresql_server), tmp_path_factory.mktemp("servers")
    running = [RunningService(folder / str(number), address, keys=folder / "keys") for number in (1, 2)]
    yield running
    for service in running:
        service.close()


@pytest.fixture
def table(servers):
    """A table of its own for each test, opened at the first server."""
    name = f"T-{next(_numbers)}"
    servers[0].open_table(name, ULTIMATE)
    return name


def until(condition):
    """Wait until something holds that comes by itself."""

    async def wait():
        while not condition():
            await asyncio.sleep(0.02)

    run(wait())


def get(server, path, token):
    return httpx.get(f"http://127.0.0.1:{server.port}{path}", cookies={SESSION_COOKIE: token}, timeout=PATIENCE)


def test_people_at_two_servers_see_each_other_at_one_table(servers, table):
    first, second = servers
    (ann, ann_token), (bob, bob_token) = first.guest("Ann"), second.guest("Bob")

    async def work():
        async with first.client(table, ann_token) as at_first, second.client(table, bob_token) as at_second:
            await sit_down(at_first, 1)
            await at_second.until(lambda: entries(at_second.state["view"]["seats"]).get(1) == ann.id)
            await sit_down(at_second, 2)
            await at_first.until(lambda: entries(at_first.state["view"]["seats"]).get(2) == bob.id)
            await at_first.until(lambda: at_first.reader.number == at_second.reader.number)
            assert at_first.state["chips"] == at_second.state["chips"]
            assert at_first.state["names"] == at_second.state["names"]
            assert at_second.reader.events.keys() == set(range(at_second.reader.first + 1, at_second.reader.number + 1))

    run(work())


def test_a_connection_that_breaks_goes_on_at_another_server(servers, table):
    """Numbers are those of the table's stream, so any server knows where somebody was."""
    first, second = servers
    _, token = first.guest("Ann")

    async def work():
        async with first.client(table, token) as before:
            await sit_down(before, 1)
            last = before.reader.number
        async with first.client(table, token) as elsewhere:
            await elsewhere.command("buy-in", {"amount": {"cents": 100}})
        async with second.client(table, token, last=last) as after:
            assert min(after.reader.events) == last + 1
            answer = await after.command("buy-in", {"amount": {"cents": 100}})
            assert answer["ok"]
            await after.until(lambda: after.reader.number >= answer["version"])
            assert list(after.reader.events) == list(range(last + 1, after.reader.number + 1))
        assert get(first, f"/api/tables/{table}", token).json()["number"] >= answer["version"]

    run(work())


def test_whoever_reads_at_one_server_sees_what_he_did_at_another(servers, table):
    first, second = servers
    _, token = first.guest("Ann")
    sit, buy = ("sit", {"position": 1}), ("buy-in", {"amount": {"cents": 100}})
    for (act, facts), acts, reads in ((sit, first, second), (buy, second, first), (buy, first, second)):
        wanted = {"id": f"{act}-{acts.port}", "act": act, "facts": facts}
        path = f"http://127.0.0.1:{acts.port}/api/tables/{table}/commands"
        answer = httpx.post(path, json=wanted, cookies={SESSION_COOKIE: token}, timeout=PATIENCE).json()
        assert get(reads, f"/api/tables/{table}", token).json()["number"] >= answer["version"]


def test_a_table_that_is_locked_for_long_does_not_keep_a_server_from_following_others(servers, table):
    first, second = servers
    other = f"T-{next(_numbers)}"
    first.open_table(other, ULTIMATE)
    ann, token = first.guest("Ann")
    for name in (table, other):
        second.do(second.house.catch_up(name))
    lock = second.house._live.find_table(table).turns.deciding  # as a turn holds it that has to wait for a meter

    async def work():
        async with second.client(table, token, "watch") as at_locked, second.client(other, token, "watch") as at_other:
            await second.do_async(lock.acquire())
            for name in (table, other):
                await first.do_async(first.house.act(name, Command("sit", Actor(Role.PLAYER, ann.id), {"position": 1})))
            await at_other.until(lambda: entries(at_other.state["view"]["seats"]).get(1) == ann.id)
            assert not entries(at_locked.state["view"]["seats"]).get(1)
            second.loop.call_soon_threadsafe(lock.release)
            await at_locked.until(lambda: entries(at_locked.state["view"]["seats"]).get(1) == ann.id)

    run(work())


def test_a_table_that_was_just_opened_is_found_everywhere(servers):
    first, second = servers
    _, token = first.guest("Ann")
    first.open_table("NEW-1", ULTIMATE)
    assert get(second, "/api/tables/NEW-1", token).status_code == 200
    first.open_table("NEW-2", ULTIMATE)

    def is_listed():
        return "NEW-2" in {table["id"] for table in get(second, "/api/tables", token).json()["tables"]}

    until(is_listed)
    assert get(second, "/api/tables/NEW-3", token).status_code == 404


def test_meters_are_shown_at_both_servers(servers):
    first, second = servers
    first.open_table("FC-1", FOUR_CARD)
    second.do(second.house.catch_up("FC-1"))
    (_, ann), (_, bob) = first.guest("Ann"), second.guest("Bob")

    async def work():
        async with first.client("FC-1", ann) as player, second.client("FC-1", bob, "watch") as watcher:
            before = watcher.state["meters"]
            await sit_down(player, 1)
            for wager, cents in (("ante", 1_500), ("progressive", 500)):
                facts = {"position": 1, "wager": wager, "amount": {"cents": cents}}
                assert (await player.command("wager", facts))["ok"]
            await first.do_async(first.house.take_due_step("FC-1"))
            await watcher.until(lambda: watcher.state["meters"] != before)
            await player.until(lambda: player.state["meters"] == watcher.state["meters"])

    run(work())


def test_one_server_keeps_the_clock_and_another_takes_over(servers, table):
    first, second = servers
    until(lambda: any(server.service.servers.keeps_clock(table) for server in servers))
    holder = first if first.service.servers.keeps_clock(table) else second
    other = second if holder is first else first
    assert not other.service.servers.keeps_clock(table)
    table_of = holder.service.servers._table
    table_of.give_back()
    until(lambda: any(server.service.servers.keeps_clock(table) for server in servers))
    assert clock_lease(table) in holder.service.servers._wanted_leases()


def test_a_clock_goes_to_the_server_where_people_watch_and_comes_back_with_them(servers, table):
    """Nobody watches at the other server, which need not follow the table any more."""
    first, second = servers
    _, token = first.guest("Ann")

    async def watch(at, elsewhere):
        async with at.client(table, token, "watch"):
            await asyncio.to_thread(until, lambda: at.service.servers.keeps_clock(table))
            assert not elsewhere.service.servers.keeps_clock(table)
            assert not elsewhere.service.servers._follower._matters_here(table)

    for at, elsewhere in ((second, first), (first, second)):
        run(watch(at, elsewhere))


def test_a_stop_that_is_set_at_one_server_stops_the_other(servers, table):
    first, second = servers
    _, token = second.guest("Ann")

    async def work():
        async with second.client(table, token, "watch") as ann:
            await asyncio.to_thread(set_stop, first.service.record, "table", table, THE_HOUSE, "the felt is torn")
            await ann.until(lambda: ann.state["stopped"])
            async with second.client(table, token) as player:
                answer = await player.command("sit", {"position": 1})
                assert answer["error"]["code"] == "house.stopped"

    run(work())


def test_a_table_that_one_server_has_frozen_is_frozen_everywhere_until_it_is_thawed(servers, table, monkeypatch):
    first, second = servers
    flo, _ = first.employee("Flo", "floorperson")
    second.do(second.house.catch_up(table))
    decide = turn.decide

    def fail_here(state, command, meters):
        if state is not None and state.id == table:
            raise ZeroDivisionError("a bug")
        return decide(state, command, meters)

    monkeypatch.setattr(turn, "decide", fail_here)
    _, token = first.guest("Ann")
    sit = {"id": "sits-down-1", "act": "sit", "facts": {"position": 1}}
    path = f"http://127.0.0.1:{first.port}/api/tables/{table}/commands"
    assert httpx.post(path, json=sit, cookies={SESSION_COOKIE: token}, timeout=PATIENCE).status_code == 503
    monkeypatch.setattr(turn, "decide", decide)
    first.service.upkeep.do_due_work()
    until(lambda: table in second.house.frozen)
    second.service.upkeep.do_due_work()
    second.do(second.house.thaw(table, flo, "looked at it"))
    until(lambda: table not in first.house.frozen)
    frozen = [
        event.text("table")
        for append in first.service.store.read("house")
        for event in append.events
        if event.kind == "table-frozen"
    ]
    assert frozen.count(table) == 1


def test_a_key_that_one_server_has_replaced_is_used_by_the_other(servers, table):
    first, second = servers
    boss, _ = first.employee("Boss", "administrator")
    rotate_keys(first.service.record, first.service.keys, boss, "a new year")
    receipt = sign_head(first.service.store.stream_head(f"table:{table}"), second.service.keys)
    assert receipt.key == first.service.keys.public_keys[-1].number
    assert is_genuine(receipt, first.service.keys.public_keys)


def test_what_the_house_does_once_is_done_by_one_server(servers):
    both = {server.service.servers.id for server in servers}
    until(lambda: sum(server.service.servers.holds("upkeep") for server in servers) == 1)
    until(lambda: set(servers[0].service.servers.living()) == both)
    until(lambda: servers[0].service.record.refresh().running == both)


def test_terms_of_a_meter_are_requested_at_a_server_that_has_not_opened_its_table(servers):
    first, second = servers
    first.open_table("FC-2", FOUR_CARD)
    until(lambda: second.house.meters.by_id)
    second.do(second.house.catch_up("FC-2"))
    (meter,) = second.house.meters.by_id
    second.do(second.house.change_meter_terms(meter, {"reset": "$12,000"}, Actor(Role.FLOOR, "Fay"), "why"))
    until(lambda: first.house.meters == second.house.meters)


def test_players_at_two_servers_add_to_the_chance_of_one_round(servers, table):
    """Their hashes and values reach the other server by hints."""
    first, second = servers

    async def work():
        async with AsyncExitStack() as stack:
            clients = []
            for server, name in zip(servers, ("Ann", "Bob"), strict=True):
                clients.append(await stack.enter_async_context(server.client(table, server.guest(name)[1])))
                await sit_down(clients[-1], len(clients), 200_000)
            ann, bob = map(SocketContributor, clients)
            values = [await ann.offer(), await bob.offer()]
            people = [client.state["own"]["positions"] for client in clients]
            assert people == [[1], [2]]
            while not all(len(server.house._live.find_table(table).values._hashes) == 2 for server in servers):
                await asyncio.sleep(0.02)
            floor = await stack.enter_async_context(first.client(table, first.employee("Flo", "floorperson")[1], "floor"))
            players = [Player(client) for client in clients]
            helper = asyncio.create_task(close_bets(first, table, players))
            await play_round(players, [Staff(floor, "floor", len(players))])
            helper.cancel()
            await asyncio.gather(ann.open(), bob.open())
            await asyncio.gather(ann.until_open(), bob.until_open())
            assert ann.lines == bob.lines
            return [line for line in ann.lines if line.startswith(("value", "withheld"))], values

    lines, values = run(work())
    assert lines == [f"value {seat} {value}" for seat, value in enumerate(values, start=1)]
    assert all(draw.agrees for draw in verify_draws(second.service.store, table))

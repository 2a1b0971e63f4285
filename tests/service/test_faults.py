"""Faults of disk, database and clock: commands are refused in plain words meanwhile, and play goes on afterwards."""

import resource
import signal
import socket
import threading
import time
from contextlib import closing
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest

from benchmarks.postgresql import temporary_postgresql
from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.store import open_store
from tests.support.databases import create_database
from tests.support.house_checks import check_house
from tests.support.live import LiveHouse, submission
from tests.support.played_round import PlayedRound
from tests.support.served_process import BusyGuest, Guest, ServedHouse, wait_for
from tests.support.server_group import ServerGroup

UTH = "UTH-1"


def test_a_clock_that_is_set_back_in_the_middle_of_a_round_changes_no_order(tmp_path):
    now = [1_800_000_000_000]
    live = LiveHouse(open_store(f"sqlite:///{tmp_path / 'house.db'}"), tmp_path, clock=HouseClock(lambda: now[0]))
    live.open(UTH, submission("md.ultimate-texas-holdem"))
    live.play_until(UTH, lambda table: table.round.closed)
    now[0] -= 3_600_000
    live.play(UTH, rounds=2)
    times = [command.at for append in live.store.read(f"table:{UTH}") for command in append.commands]
    assert times == sorted(times)
    stamps = {
        command.at
        for head in live.store.stream_heads()
        for append in live.store.read(head.stream)
        for command in append.commands
    }
    assert stamps == {1_800_000_000_000}, "every stream is stamped by the house's clock, which stands still until it is right"
    tables = check_house(live.store, tmp_path / "keys")
    assert tables == dict(live.house.tables), "what was answered is what is stored"
    assert tables[UTH].number == 3
    live.close()


def test_connections_that_the_database_has_ended_are_made_anew(tmp_path, new_postgresql):
    """As after a restart of the database: whoever comes next finds it there."""
    from sqlalchemy import text

    address = new_postgresql()
    live = LiveHouse(open_store(address), tmp_path)
    live.open(UTH, submission("md.ultimate-texas-holdem", "minimal"))
    own = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    with open_store(address) as other, other.database.transaction() as connection:
        connection.execute(text(own))
    buy_in = Command("buy-in", Actor(Role.PLAYER, "Ann"), {"amount": Cents.from_dollars(10)})
    live.run(live.house.act(UTH, buy_in, "ann-1"))
    live.run(live.house.act(UTH, buy_in, "ann-2"))
    assert live.house.tables[UTH].chips("Ann") == Cents.from_dollars(5_020)
    check_house(live.store, tmp_path / "keys")
    live.close()


class BusyHouse:
    """One server under load: guests buy chips at one table, a round is played at another."""

    def __init__(self, folder, *options):
        self.folder, self.server = folder, ServedHouse(folder / "data", "--no-demo", *options).wait_until_ready()
        self.played = PlayedRound("FC-9").open(self.server)
        self.played.open_table("FC-8")
        self.guests = [BusyGuest(self.server.address, "FC-8", number) for number in (1, 2, 3)]
        self.stopped = threading.Event()
        addresses = (self.server.address,)
        self.threads = [
            threading.Thread(target=guest.buy_until, args=(self.stopped, lambda: addresses)) for guest in self.guests
        ]
        for thread in self.threads:
            thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        """Leave no process behind, whatever has failed."""
        self.stopped.set()
        if self.server.process.poll() is None:
            self.server.stop(signal.SIGKILL)

    def finish(self, database):
        self.stopped.set()
        for thread in self.threads:
            thread.join()
        for guest in self.guests:
            guest.finish(self.server.address)
        assert self.server.stop(signal.SIGTERM)[0] == 0
        with open_store(database) as store:
            tables = check_house(store, self.folder / "data" / "keys", [self.folder / "data"])
            for guest in self.guests:
                guest.check(store, tables)


def buys_of(house):
    return sum(guest.buys for guest in house.guests)


@pytest.mark.prove
def test_a_full_disk_refuses_commands_until_there_is_room(tmp_path):
    """No file of the server may grow any more for a while, which fails a write as a full disk does."""
    with BusyHouse(tmp_path) as house:
        pid, unlimited = house.server.process.pid, resource.prlimit(house.server.process.pid, resource.RLIMIT_FSIZE)
        for time_number in range(1, 4):
            print(f"the disk is full for the {time_number}. time, {buys_of(house)} buy-ins")  # noqa: T201
            before = buys_of(house)
            wait_for(lambda before=before: buys_of(house) > before + 20, "a buy-in", lambda: buys_of(house))
            resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, unlimited[1]))
            stood = buys_of(house)
            time.sleep(1.0)
            assert buys_of(house) <= stood + len(house.guests), "nothing is acknowledged that cannot be stored"
            resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)
            wait_for(lambda stood=stood: buys_of(house) > stood + 20, "a buy-in with room on the disk", lambda: buys_of(house))
            house.played.take_step()
        house.finish(f"sqlite:///{tmp_path / 'data' / 'house.db'}")


class SlowClients:
    """People who send half a request, and people who connect to a table and read nothing of what they are sent."""

    def __init__(self, address, table, number):
        url = urlsplit(address)
        self._place = url.hostname, url.port
        self.half_sent = [self._connect() for _ in range(number)]
        for client in self.half_sent:
            client.sendall(b"POST /api/session/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 40\r\n\r\n{")
        self.deaf = [self._open_socket(address, table, each) for each in range(number)]

    def _connect(self):
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that what is not read fills up soon
        client.connect(self._place)
        return client

    def _open_socket(self, address, table, number):
        guest, client = Guest(address, f"Deaf {number}"), self._connect()
        handshake = (
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\nCookie: {guest.cookie}\r\n\r\n"
        )
        client.sendall(handshake.encode())
        assert client.recv(12) == b"HTTP/1.1 101"
        hello = b'{"type":"hello","as":"watch","last":null}'
        client.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)  # a masked frame, with a mask of zeros
        return client

    def close(self):
        for client in (*self.half_sent, *self.deaf):
            client.close()


@pytest.mark.prove
def test_slow_clients_keep_nobody_from_playing(tmp_path):
    """Meanwhile others buy chips and a round is played; half a request is refused in the end."""
    with BusyHouse(tmp_path) as house, closing(SlowClients(house.server.address, "FC-8", 30)) as slow:
        for part in range(1, 4):
            print(f"part {part} of 3 with 60 slow clients, {buys_of(house)} buy-ins")  # noqa: T201
            before = buys_of(house)
            for _ in range(5):
                house.played.take_step()
            wait_for(lambda before=before: buys_of(house) > before + 100, "a buy-in among slow clients", lambda: buys_of(house))
        assert slow.half_sent[0].recv(12) == b"HTTP/1.1 408"
        slow.close()
        house.finish(f"sqlite:///{tmp_path / 'data' / 'house.db'}")


@pytest.fixture
def own_server():
    """A PostgreSQL of its own, which the test may stop."""
    with temporary_postgresql() as server:
        yield server


def readiness(house):
    try:
        return house.get("/api/ready")["status"]
    except HTTPError as refusal:
        return refusal.code


@pytest.mark.prove
def test_a_database_that_goes_and_comes_back_is_used_again(tmp_path, own_server):
    with ServerGroup(tmp_path, create_database(own_server.get_uri()), servers=2) as group:
        for time_number in range(1, 4):
            print(f"PostgreSQL goes for the {time_number}. time, {group.buys} buy-ins")  # noqa: T201
            group.play(2.0)
            own_server.stop()
            for house in group.servers:
                wait_for(lambda house=house: readiness(house) == 503, "a server without its database")
            answer = group.guests[0].command("FC-8", "nobody-buys", "buy-in", amount={"cents": 100})
            assert answer["code"] == "store.unavailable"
            own_server.start()
            for house in group.servers:
                wait_for(lambda house=house: readiness(house) == "ready", "a server with its database again")
            group.seconds_until_clocks_are_kept()
        group.play(2.0)
        group.finish(signal.SIGTERM)

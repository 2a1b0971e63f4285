"""Several served processes of one house on one PostgreSQL, under load."""

import os
import random
import signal
import threading
import time
from contextlib import contextmanager
from itertools import count

import psycopg

from houseway.service.people.record import SERVICE_LOST
from houseway.service.servers.leases import LEASE_MILLISECONDS
from houseway.store import open_store
from tests.support.house_checks import check_house
from tests.support.played_round import PlayedRound
from tests.support.served_process import BusyGuest, ForkedHouse, wait_for

TABLE, PLAYED_TABLE = "FC-8", "FC-9"
_NOW = "SELECT extract(epoch FROM clock_timestamp()) * 1000"
_CLOCKS_KEPT = "SELECT count(*) FROM leases JOIN servers USING (holder) WHERE name LIKE 'clock:%%' AND expires_at > %s"
_HOLDER = "SELECT holder FROM leases WHERE name = %s"
_STUCK = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
"""Transactions that wait for a lock: for the table of appends, or for a stream that one of those has locked."""


class ServerGroup:
    """Servers that are started, killed and added while guests buy chips at one table and a round is played at another."""

    def __init__(self, folder, database, servers, guests=3, pause_s=0.0):
        self.folder, self.database, self._numbers = folder, database, count(1)
        self.servers, self.played, self.killed = [], PlayedRound(PLAYED_TABLE), []
        self._end_began = self._ended_at = 0.0
        self.add()
        self.played.open(self.servers[0])
        self.played.open_table(TABLE)
        self.add(servers - 1)
        addresses = [server.address for server in self.servers]
        self.guests = [BusyGuest(addresses[number % servers], TABLE, number + 1, pause_s) for number in range(guests)]
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=guest.buy_until, args=(self._stopped, self.addresses)) for guest in self.guests
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        """Leave no process behind, whatever has failed."""
        self._stopped.set()
        for server in self.servers:
            server.stop(signal.SIGKILL)

    def addresses(self):
        return [server.address for server in self.servers]

    @property
    def buys(self):
        return sum(guest.buys for guest in self.guests)

    def add(self, number=1):
        """Start servers at the same time, each with a folder of its own, and all with the same keys."""
        started = [threading.Thread(target=self._start) for _ in range(number)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join()

    def _start(self):
        options = ("--no-demo", "--database", self.database, "--keys", str(self.folder / "keys"))
        self.servers.append(ForkedHouse(self.folder / f"server-{next(self._numbers)}", *options).wait_until_ready())

    def end(self, server, by):
        """Stop or kill a server. Nobody asks it any more."""
        self.servers.remove(server)
        if by is signal.SIGKILL:
            self.killed.append(server.id)
        self._end_began = time.monotonic()
        answer = server.stop(by)
        with psycopg.connect(self.database, autocommit=True) as connection:
            self._ended_at = connection.execute(_NOW).fetchone()[0]
        return answer

    def kill_in_mid_append(self):
        """Kill a server while its transaction, and those of others, wait in the middle of an append. Theirs go on afterwards."""
        with psycopg.connect(self.database) as holding, psycopg.connect(self.database, autocommit=True) as looking:
            holding.execute("LOCK TABLE appends IN SHARE MODE")
            wait_for(
                lambda: looking.execute(_STUCK).fetchone()[0] >= len({guest.address for guest in self.guests}),
                "an append of each server",
            )
            address = self.guests[0].address  # it waits for the answer of this server
            self.end(next(server for server in self.servers if server.address == address), signal.SIGKILL)

    def keeper_of(self, table):
        """Return the server that keeps the clock of a table, once there is one."""
        wait_for(lambda: self._holder_of(table), "somebody who keeps the clock")
        holder = self._holder_of(table)
        return next(server for server in self.servers if holder.startswith(server.id))

    def _holder_of(self, table):
        with psycopg.connect(self.database, autocommit=True) as connection:
            found = connection.execute(_HOLDER, [f"clock:{table}"]).fetchone()
        return found and found[0]

    @contextmanager
    def halted(self, server):
        """Let the process of a server stand still, and go on afterwards as if no time had passed. Nobody asks it meanwhile."""
        self.servers.remove(server)
        self.killed.append(server.id)  # the others take it for lost
        self._end_began = time.monotonic()
        os.kill(server.process.pid, signal.SIGSTOP)
        try:
            with psycopg.connect(self.database, autocommit=True) as connection:
                self._ended_at = connection.execute(_NOW).fetchone()[0]
            yield
        finally:
            os.kill(server.process.pid, signal.SIGCONT)
            self.servers.append(server)

    def take_step(self):
        """Let the played round go on, at another server with each step."""
        self.played.move_to(random.choice(self.servers))
        self.played.take_step()

    def play(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.take_step()

    def seconds_until_clocks_are_kept(self, tables=2):
        """Wait until a living server keeps the clock of every table; return the seconds since the last kill. A lease that ends so
        late was renewed after it."""
        later = self._ended_at + LEASE_MILLISECONDS
        with psycopg.connect(self.database, autocommit=True) as connection:
            wait_for(lambda: connection.execute(_CLOCKS_KEPT, [later]).fetchone()[0] >= tables, "somebody who keeps the clocks")
        return time.monotonic() - self._end_began

    def finish(self, by):
        """Send again what was not acknowledged, stop everybody, and check everything."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()
        for guest in self.guests:
            guest.finish(self.servers[0].address)
        for server in tuple(self.servers):
            assert self.end(server, by)[0] == 0
        with open_store(self.database) as store:
            tables = check_house(store, self.folder / "keys", sorted(self.folder.glob("server-*")))
            for guest in self.guests:
                guest.check(store, tables)
            self._check_lost(store)
        return tables

    def _check_lost(self, store):
        """Whoever is on record as lost was killed, and is on record once."""
        events = [event for append in store.read("house") for event in append.events]
        self.lost = [event.text("server") for event in events if event.kind == SERVICE_LOST]
        assert len(self.lost) == len({*self.lost})
        assert {*self.lost} <= {*self.killed}

"""A whole house in simulated time: several servers on one store, players at sockets, and chance in charge of everything that fails.

Clock, disk and network are simulated on one event loop that never waits. A server may be killed at any await; a commit may fail, or
succeed although its answer is lost; the disk is full for a while; connections delay their messages and break. The same seed repeats
the same run exactly.
"""

import asyncio
import copy
import json
import random
import secrets
import selectors
from contextlib import suppress
from contextvars import ContextVar
from itertools import count

from sqlalchemy import literal

from houseway import chance as chance_module
from houseway.croupier import FLOOR_ACTOR
from houseway.errors import Unavailable
from houseway.events import Command
from houseway.money import Cents
from houseway.service.clock import HouseClock
from houseway.service.evidence.log_keeper import SECONDS_BETWEEN
from houseway.service.feed import limits as limits_module
from houseway.service.feed import update_queue as update_queue_module
from houseway.service.live import durable as durable_module
from houseway.service.live import house as house_module
from houseway.service.live.pace import Pacer
from houseway.service.live.settings import TableSettings
from houseway.service.people import record as record_module
from houseway.service.secrecy import line_file as line_file_module
from houseway.service.secrecy.receipts import ReceiptWriter
from houseway.service.servers import follower as follower_module
from houseway.service.servers.follower import Follower
from houseway.service.servers.lease_table import LeaseTable
from houseway.service.servers.leases import LEASE_MILLISECONDS, RENEWAL_SECONDS, Leases, clock_lease
from houseway.service.service import Service
from houseway.service.settings import ServiceSettings
from houseway.service.sockets import connection as connection_module
from houseway.service.sockets.connection import Closed, Connection
from tests.support.feeds import Reader
from tests.support.live import submission
from tests.support.people_bench import CHEAP
from tests.support.seated import Player
from tests.support.simulated_disk import SimulatedDisk, SimulatedStore, SimulatedWriter

TABLE, BUY_IN, EPOCH = "UTH-1", 100, 1_800_000_000_000
SETTINGS = TableSettings(program_floor=True, betting_seconds=3, decision_seconds=3)
_server = ContextVar("server", default=None)


class SimulatedTask(asyncio.Task):
    """A task whose place in a set does not depend on where it lies in memory."""

    numbers = count(1)

    def __init__(self, *given, **more):
        self.number = next(self.numbers)
        super().__init__(*given, **more)

    def __hash__(self):
        return self.number


class NoInput(selectors.SelectSelector):
    """Nothing comes from outside; whoever waits for a time is there at once."""

    loop = None

    def select(self, timeout=None):
        assert timeout is not None, "everybody waits, and nothing will ever happen"
        self.loop.now += max(0.0, timeout)
        return []


class SimulatedLoop(asyncio.SelectorEventLoop):
    def __init__(self, chance):
        self.now, self.chance, selector = 0.0, chance, NoInput()
        super().__init__(selector)
        selector.loop = self
        self.set_task_factory(lambda loop, work, **more: SimulatedTask(work, loop=loop, **more))
        self.set_exception_handler(lambda loop, context: None)  # tasks of killed servers are never finished

    def time(self):
        return self.now

    def _write_to_self(self):
        pass

    def run_in_executor(self, executor, function, *arguments):
        """Do blocking work a while later, and answer a while after that. A server that was killed does or hears nothing."""
        answered, server = self.create_future(), _server.get()
        self.call_later(self.chance.uniform(0, 0.004), self._work, server, answered, function, arguments)
        return answered

    def _work(self, server, answered, function, arguments):
        if server is not None and not server.is_alive:
            return
        try:
            result, error = function(*arguments), None
        except Exception as raised:  # whatever it is, the server hears it
            result, error = None, raised
        self.call_later(self.chance.uniform(0, 0.002), self._answer, server, answered, result, error)

    @staticmethod
    def _answer(server, answered, result, error):
        if not answered.done() and (server is None or server.is_alive):
            answered.set_exception(error) if error else answered.set_result(result)


class SimulatedReceiptWriter(ReceiptWriter):
    """Writes receipts after a while, and tries again when the disk fails. A thread would run in real time."""

    def __init__(self, file, report, counts):
        self._file, self._report, self._failed, self._counts = file, report, False, counts
        self._waiting, self._server, self._loop = [], _server.get(), asyncio.get_event_loop()

    def add(self, receipt):
        self._waiting.append(receipt)
        self._loop.call_later(self._loop.chance.uniform(0, 0.02), self._write_waiting)

    def _write_waiting(self):
        if self._waiting and self._server.is_alive:
            written, self._waiting = self._waiting, []
            if self._write(written):
                self._count(ended=True)
            else:
                self._waiting = written + self._waiting
                self._loop.call_later(0.5, self._write_waiting)

    def close(self):
        pass


class SimulatedServer:
    def __init__(self, simulation, name):
        self.simulation, self.name, self.is_alive = simulation, name, True
        self.connections, loop, self.folder = [], simulation.loop, simulation.folder / name
        _server.set(self)
        store = copy.copy(simulation.store)
        store.server, store.simulation, store.is_shared = self, simulation, False
        offset = simulation.chance.randint(-300, 300)
        self.skew = [offset]
        clock = HouseClock(lambda: EPOCH + round(loop.time() * 1000) + self.skew[0])
        settings = ServiceSettings(self.folder, "memory:", keys=simulation.folder / "keys", people=CHEAP)
        self.service = Service(settings, store, clock)
        self.service.started = store.is_shared = True
        table = LeaseTable(store.database, name, name, LEASE_MILLISECONDS, lambda: literal(round(loop.time() * 1000)))
        self.leases = Leases(table, self._wanted_leases, loop.time)
        self.pacer = Pacer(self.service.house, keeps_clock=lambda each: self.leases.holds(clock_lease(each)))
        self.service.house.decide_ahead_at(lambda table: True)  # wherever others act: it is slower, and never wrong
        self.leases.listeners.append(lambda names: self.pacer.reset_timers(self.service.house.tables))
        self.follower = Follower(self.service.house, store, self.service.feeds, self.leases, self._show_watched)

    def _show_watched(self, tables):
        self.simulation.send_hints(self, (), tables)

    def _wanted_leases(self):
        tables = self.service.house.tables
        return [clock_lease(each) for each in tables if not self.follower.is_watched_only_elsewhere(each)]

    def start(self):
        self.pacer.start()
        self.follower.start()
        self.simulation.spawn(self._renew(), self)
        self.simulation.spawn(self._keep_log(), self)

    async def _renew(self):
        while True:
            with suppress(Unavailable):
                await self.leases.renew()
            await asyncio.sleep(RENEWAL_SECONDS)

    async def _keep_log(self):
        while True:
            with suppress(Unavailable):
                await asyncio.to_thread(self.service.log_keeper.extend)
            await asyncio.sleep(SECONDS_BETWEEN)

    def kill(self):
        """The process is gone in the middle of whatever it does. Its connections break."""
        self.is_alive = False
        for connection in self.connections:
            connection.drop()


class SimulatedSocket:
    """Both ends of a connection. Messages keep their order, take their time, and are lost when it breaks."""

    def __init__(self, simulation, server):
        self._simulation, self.is_open, self._arrivals = simulation, True, [0.0, 0.0]
        self._to_server, self.to_client = asyncio.Queue(), asyncio.Queue()
        server.connections.append(self)

    def _carry(self, direction, queue, text):
        loop = self._simulation.loop
        at = max(self._arrivals[direction] + 1e-6, loop.time() + loop.chance.uniform(0.001, 0.05))
        self._arrivals[direction] = at
        loop.call_at(at, lambda: queue.put_nowait(text) if self.is_open else None)

    async def receive(self):
        text = await self._to_server.get()
        if text is None:
            raise Closed(1000)
        return text

    async def send(self, text):
        if not self.is_open:
            raise Closed(1000)
        self._carry(1, self.to_client, text)

    def can_write(self):
        return self.is_open

    def write(self, text):
        self._carry(1, self.to_client, text)

    def send_to_server(self, message):
        self._carry(0, self._to_server, json.dumps(message))

    def drop(self):
        self.is_open = False
        self._to_server.put_nowait(None)
        self.to_client.put_nowait(None)


class SimulatedConnection(Connection):
    """A connection whose place in a set does not depend on where it lies in memory."""

    numbers = count(1)

    def __init__(self, *given):
        self.serial = next(self.numbers)
        super().__init__(*given)

    def __hash__(self):
        return self.serial


class SimulatedPlayer:
    """Plays rounds and buys chips. What was not acknowledged is sent again with the same id, to whichever server is there."""

    def __init__(self, simulation, position):
        self.simulation, self.position, self._numbers = simulation, position, count(1)
        self.reader = self.pending = None
        self.bought, self.token = 0, simulation.enrol(position)

    @property
    def state(self):
        return self.reader.state

    def options(self, act):
        return [option for option in self.state["options"] if option["act"] == act]

    async def play(self):
        while True:
            socket = self.simulation.connect(self.token, self.reader.number if self.reader else None)
            try:
                await self._talk(socket)
            except Closed:
                await asyncio.sleep(self.simulation.chance.uniform(0, 0.3))

    async def _talk(self, socket):
        await self._read(socket)
        if self.pending is not None:
            await self._send(socket, self.pending)
        while True:
            await self._send(socket, self._next_command())
            await asyncio.sleep(self.simulation.chance.uniform(0, 0.2))

    def _next_command(self):
        if not self.state["own"]:
            return self._command("sit", {"position": self.position})
        chosen = Player(self).choose() if self.simulation.chance.random() < 0.7 else None
        if chosen is None:
            return self._command("buy-in", {"amount": {"cents": BUY_IN}})
        option, facts = chosen
        return {**self._command(option["act"], {**option["facts"], **facts}), "meaning": option["meaning"]}

    def _command(self, act, facts):
        return {"type": "command", "id": f"player-{self.position}-{next(self._numbers)}", "act": act, "facts": facts}

    async def _send(self, socket, command):
        self.pending = command
        socket.send_to_server(command)
        while self.pending is not None:
            await self._read(socket)

    async def _read(self, socket):
        text = await socket.to_client.get()
        if text is None:
            raise Closed(1000)
        message = json.loads(text)
        if message["type"] == "answer":
            self._take_answer(message)
            text = json.dumps(message.get("snapshot", {"type": "none"}))
        if self.reader is None:
            self.reader = Reader(text)
        else:
            self.reader.read(text)

    def _take_answer(self, answer):
        if self.pending is None or answer["id"] != self.pending["id"]:
            return
        if not answer["ok"] and answer["error"]["code"].startswith(("store.", "house.busy")):
            self.simulation.loop.call_later(0.1, self.simulation.drop_one, self.token)
            return  # not decided: it is sent again
        self.bought += answer["ok"] and self.pending["act"] == "buy-in"
        self.simulation.note(f"player {self.position}", self.pending["act"], answer["ok"], answer.get("version"))
        self.pending = None


class Simulation:
    """Runs a house for a while. `trace` says what has happened, and is the same for the same seed."""

    def __init__(self, folder, seed, servers=3, players=2):
        self.folder, self.seed, self.chance = folder, seed, random.Random(seed)
        self.loop, self.trace, self._names = SimulatedLoop(self.chance), [], count(1)
        self.store, self.servers, self.sockets, self._tasks = SimulatedStore(), [], {}, []
        self.store.simulation, self.store.server, self.disk = self, None, SimulatedDisk(self.chance)
        assert self.store.database, "it exists before servers share it"
        self._wanted, self._players, self.all_servers, self.unstored = servers, players, [], True

    def run(self, seconds, patch):
        """Let simulated seconds pass, then let everybody finish what is pending. `patch` replaces what runs in real time."""
        draws = random.Random(self.seed)
        patch(random, "_urandom", draws.randbytes)
        patch(chance_module, "secrets", secrets)  # which draws from there
        patch(durable_module, "Writer", SimulatedWriter)
        patch(house_module, "ReceiptWriter", SimulatedReceiptWriter)
        patch(line_file_module, "fsync", self.disk.fsync)
        for module in (connection_module, limits_module, update_queue_module, follower_module, record_module):
            patch(module, "monotonic", self.loop.time)
        asyncio.set_event_loop(self.loop)
        try:
            return self.loop.run_until_complete(self._run(seconds))
        finally:
            self._close()
            asyncio.set_event_loop(None)

    def _close(self):
        """End every task, also those that killed servers have left, and then the loop."""
        left = [task for task in asyncio.all_tasks(self.loop) if not task.done()]
        for task in left:
            task.cancel()
        if left:
            self.loop.run_until_complete(asyncio.wait(left, timeout=60))
        for server in self.all_servers:
            server.service.desk.close()
        self.loop.close()

    async def _run(self, seconds):
        for _ in range(self._wanted):
            self.add_server()
        opening = {"submission": submission("md.ultimate-texas-holdem", "minimal"), "inventory": Cents.from_dollars(1_000_000)}
        _server.set(self.servers[0])
        while not self.store.stream_heads("table:"):
            try:
                await self.servers[0].service.house.open_table(TABLE, Command("open-table", FLOOR_ACTOR, opening), SETTINGS)
            except Unavailable:
                await asyncio.sleep(0.1)
        _server.set(None)
        self.players = [SimulatedPlayer(self, position) for position in range(1, self._players + 1)]
        playing = [self.spawn(player.play()) for player in self.players]
        while self.loop.time() < seconds:
            await asyncio.sleep(self.chance.uniform(0.05, 1.5))
            self._let_something_happen()
            await self._check(playing)
        while any(player.pending is not None for player in self.players):
            await asyncio.sleep(0.01)
            await self._check(playing)

    @staticmethod
    async def _check(playing):
        """Players never stop by themselves. Whatever one of them has found raises here."""
        for task in playing:
            assert not task.done() or await task

    def _let_something_happen(self):
        match self.chance.choice(("kill", "drop", "drop", "clock", "disk", "nothing")):
            case "kill" if len(self.servers) > 1:
                server = self.servers.pop(self.chance.randrange(len(self.servers)))
                self.note(server.name, "killed")
                server.kill()
                self.loop.call_later(self.chance.uniform(0, 4), self.add_server)
            case "drop" if self.sockets:
                self.drop_one(self.chance.choice(sorted(self.sockets)))
            case "clock":
                self.chance.choice(self.servers).skew[0] -= self.chance.randint(0, 5_000)
            case "disk" if not self.disk.is_full:
                self.disk.is_full = True
                self.note("the disk is full")
                self.loop.call_later(self.chance.uniform(0.1, 2), self._make_room, self.store.stream_heads())

    def _make_room(self, heads):
        """While the disk was full, nothing was stored; so nothing that was sent then can have been acknowledged."""
        self.disk.is_full, self.unstored = False, self.unstored and self.store.stream_heads() == heads

    def note(self, *happened):
        self.trace.append((round(self.loop.time(), 9), *happened))

    def spawn(self, work, server=None):
        """Run something for ever, in the name of a server or outside all of them."""
        before = _server.get()
        _server.set(server)
        task = self.loop.create_task(work)
        self._tasks.append(task)
        _server.set(before)
        return task

    def add_server(self):
        server = SimulatedServer(self, f"server-{next(self._names)}")
        self.servers.append(server)
        self.all_servers.append(server)
        server.start()
        _server.set(None)
        self.note(server.name, "started")

    def enrol(self, position):
        """Let a guest in. A single write that fails on a disk with room is sent again, as his browser would."""
        while True:
            with suppress(Unavailable):
                return self.servers[0].service.people.start_guest(f"Guest {position}")[1]

    def connect(self, token, last):
        """Open a connection to any server."""
        server = self.chance.choice(self.servers)
        socket = self.sockets[token] = SimulatedSocket(self, server)
        service = server.service
        self.spawn(self._serve(SimulatedConnection(service, socket, TABLE, service.settings.feed), socket), server)
        socket.send_to_server({"type": "hello", "as": "player", "last": last, "token": token})
        return socket

    @staticmethod
    async def _serve(connection, socket):
        try:
            await connection.run("")
        except (Closed, Unavailable):
            socket.drop()

    def drop_one(self, token):
        self.sockets[token].drop()

    def send_hints(self, sender, heads, watched=()):
        grown = {head.stream: head.version for head in heads}
        for server in self.servers:
            if (grown or watched) and server is not sender and self.chance.random() < 0.8:
                self.loop.call_later(self.chance.uniform(0, 0.05), server.follower.receive, grown, tuple(watched))

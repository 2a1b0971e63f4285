"""A running service on a port of its own, and people who are connected to its tables."""

import asyncio
import json
import threading
from contextlib import asynccontextmanager
from itertools import count

import uvicorn
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from houseway.croupier import FLOOR_ACTOR
from houseway.events import Command
from houseway.money import Cents
from houseway.service.api.app import create_app
from houseway.service.api.requests.limits import SESSION_COOKIE
from houseway.service.clock import HouseClock, system_milliseconds
from houseway.service.feed.limits import LARGEST_FRAME, FeedLimits
from houseway.service.live.settings import WITHOUT_CLOCKS
from houseway.service.people.person import THE_HOUSE
from houseway.service.service import Service
from houseway.service.settings import ServiceSettings
from houseway.service.sockets.frames import TableSocketProtocol
from tests.support.feeds import Reader
from tests.support.people_bench import CHEAP

PATIENCE = 120
"""Seconds after which something that was expected will not come: machines that run tests are slow at times."""
QUICK = {
    "hello_seconds": PATIENCE,
    "send_seconds": PATIENCE,
    "session_seconds": 0.1,
    "trust_seconds": 0.0,
    "update_seconds": 0.0,
    "gather_seconds": 0.0,
    "busy_gather_seconds": 0.0,
    "messages_per_second": 1000.0,
    "messages_at_once": 1000,
}
"""Limits under which tests need not wait, and may be fast or slow."""
_ids = count(1)


class RunningService:
    """A service with its server in a thread, on a port of its own or where somebody listens already. Its clock is ahead of the
    system's by `later` milliseconds."""

    def __init__(self, folder, database="memory:", keys=None, listener=None, later=0, **limits):
        self.later, self.sockets = later, listener and [listener.dup()]
        clock = HouseClock(lambda: system_milliseconds() + self.later)
        settings = ServiceSettings(
            data=folder, database=database, people=CHEAP, feed=FeedLimits(**{**QUICK, **limits}), keys=keys
        )
        self.service = Service(settings, clock=clock)
        config = uvicorn.Config(
            create_app(self.service),
            host="127.0.0.1",
            port=0,
            log_level="error",
            ws=TableSocketProtocol,
            ws_max_size=4 * LARGEST_FRAME,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self._run)
        self.thread.start()
        while not self.server.started:
            self.thread.join(0.01)
            assert self.thread.is_alive()
        self.port = self.server.servers[0].sockets[0].getsockname()[1]

    def _run(self):
        self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(self.server.serve(self.sockets))
        self.loop.close()

    def close(self):
        self.server.should_exit = True
        self.thread.join()

    def do(self, work):
        """Let the service's own loop do something, and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    async def do_async(self, work):
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.loop))

    @property
    def house(self):
        return self.service.house

    def open_table(self, name, submission, settings=WITHOUT_CLOCKS):
        opening = Command("open-table", FLOOR_ACTOR, {"submission": submission, "inventory": Cents.from_dollars(1_000_000)})
        self.do(self.house.open_table(name, opening, settings))

    def guest(self, name):
        """The id and the token of a new guest."""
        person, token = self.service.people.start_guest(name)
        return person, token

    def employee(self, name, role):
        people, login = self.service.people, f"{name.lower()}-{next(_ids)}"
        person = people.register(login, name, "correct horse battery", [role], THE_HOUSE, "hired")
        return person, people.log_in(login, "correct horse battery")

    def socket(self, table, token="", **options):
        """A connection that has not said hello."""
        headers = {"Cookie": f"{SESSION_COOKIE}={token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        patient = {"open_timeout": PATIENCE, "ping_interval": None, "max_size": None, "proxy": None}
        return connect(address, additional_headers=headers, **{**patient, **options})

    @asynccontextmanager
    async def client(self, table, token, capacity="player", last=None):
        """Somebody at a table, with everything that he was sent."""
        async with self.socket(table, token) as socket:
            client = Client(socket)
            await client.send({"type": "hello", "as": capacity, "last": last})
            await client.read_one()
            reading = asyncio.create_task(client.read_all())
            try:
                yield client
            finally:
                reading.cancel()
                await asyncio.wait([reading])


class Client:
    """Reads everything, as a page does, and waits for answers."""

    def __init__(self, socket):
        self.socket, self.reader = socket, None
        self.answers, self.others, self.raw = {}, [], []
        self.changed = asyncio.Condition()
        self.closed = None

    @property
    def state(self):
        return self.reader.state

    async def send(self, message):
        await self.socket.send(json.dumps(message))

    async def read_one(self):
        text = await self.socket.recv()
        self.raw.append(text)
        async with self.changed:
            self._take(text, json.loads(text))
            self.changed.notify_all()

    def _take(self, text, message):
        match message["type"]:
            case "answer":
                self.answers[message["id"]] = message
                if "snapshot" in message:
                    self._read(json.dumps(message["snapshot"]))
            case "snapshot" | "update" | "meters":
                self._read(text)
            case _:
                self.others.append(message)

    def _read(self, text):
        if self.reader is None:
            self.reader = Reader(text)
        else:
            self.reader.read(text)

    async def read_all(self):
        """Read until the connection ends, and remember with which code."""
        try:
            while True:
                await self.read_one()
        except ConnectionClosed as closed:
            async with self.changed:
                self.closed = closed.rcvd.code if closed.rcvd else None
                self.changed.notify_all()

    async def until(self, condition):
        """Wait until something holds."""
        async with self.changed:
            await asyncio.wait_for(self.changed.wait_for(condition), PATIENCE)

    async def command(self, act, facts=None, id=None, **more):  # noqa: A002 - as the protocol calls it
        """Send a command and wait for its answer."""
        id = id or f"command-{next(_ids)}"  # noqa: A001
        await self.send({"type": "command", "id": id, "act": act, "facts": facts or {}, **more})
        await self.until(lambda: id in self.answers)
        return self.answers.pop(id)

    async def choose(self, option, **facts):
        """Send a command for an option, with its meaning."""
        return await self.command(option["act"], {**option["facts"], **facts}, meaning=option["meaning"])

    def options(self, act):
        return [option for option in self.state["options"] if option["act"] == act]


def entries(table):
    """A table among facts as a dictionary."""
    return dict(table["table"])


def run(work):
    """Run a test's part of a conversation to its end, but not for ever."""
    return asyncio.run(asyncio.wait_for(work, 3 * PATIENCE))


async def hear(socket):
    """Everything that comes until the connection is closed, and its code."""
    heard = []
    try:
        while True:
            heard.append(json.loads(await asyncio.wait_for(socket.recv(), PATIENCE)))
    except ConnectionClosed as closed:
        return heard, closed.rcvd.code


async def sit_down(client, position, cents=100_000):
    assert (await client.command("sit", {"position": position}))["ok"]
    assert (await client.command("buy-in", {"amount": {"cents": cents}}))["ok"]

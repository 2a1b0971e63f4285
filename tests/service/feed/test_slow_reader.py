"""A reader who takes nothing delays nobody, costs a bounded amount of memory, and gets a snapshot when he reads again."""

import asyncio
import json

from houseway.events import Actor, Command, Role
from houseway.money import Cents
from houseway.service.feed.limits import FeedLimits
from houseway.service.feed.viewer import RECENT_EVENTS
from houseway.service.sockets.connection import Closed, Connection
from tests.support.sockets import QUICK


class StuckTransport:
    """Carries messages to a reader who takes the first one, and no other until he is `ready`."""

    def __init__(self, *messages):
        self.messages, self.sent = list(messages), []
        self.ready = asyncio.Event()

    async def receive(self):
        if not self.messages:
            await asyncio.sleep(3600)
        return self.messages.pop(0)

    async def send(self, text):
        if self.sent:
            await self.ready.wait()
        self.sent.append(json.loads(text))

    def can_write(self):
        return self.ready.is_set()

    def write(self, text):
        self.sent.append(json.loads(text))


async def tip(running, table, times):
    for _ in range(times):
        await running.house.act(table, Command("tip", Actor(Role.PLAYER, "Ann"), {"amount": Cents(1)}))


async def seat_ann(running, table):
    ann = Actor(Role.PLAYER, "Ann")
    await running.house.act(table, Command("sit", ann, {"position": 1}))
    await running.house.act(table, Command("buy-in", ann, {"amount": Cents.from_dollars(100)}))


async def watch_slowly(running, table, token, tips, limits=None):
    """Everything that a slow watcher was sent after others have given so many tips."""
    await seat_ann(running, table)
    transport = StuckTransport(json.dumps({"type": "hello", "as": "watch"}))
    connection = Connection(running.service, transport, table, limits or FeedLimits(**QUICK))
    watching = asyncio.create_task(connection.run(token))
    while not transport.sent:
        await asyncio.sleep(0.001)
    await tip(running, table, tips)  # nobody waits for the reader
    transport.ready.set()
    while len(transport.sent) < 2 or last_number(transport.sent[-1]) < running.house.latest_state(table).version:
        await asyncio.sleep(0.001)
    watching.cancel()
    return transport.sent


def last_number(message):
    return message.get("to", message.get("number", 0))


def test_a_slow_reader_gets_few_updates_without_gaps(running, table):
    _, token = running.guest("Sue")
    first, *updates = running.do(watch_slowly(running, table, token, 20))
    assert [message["type"] for message in updates] == ["update"] * len(updates)
    assert len(updates) <= 2
    assert [event["number"] for message in updates for event in message["events"]] == list(
        range(first["number"] + 1, updates[-1]["to"] + 1)
    )


def test_a_reader_who_is_too_slow_gets_a_snapshot_instead(running, table):
    _, token = running.guest("Sue")
    first, *later = running.do(watch_slowly(running, table, token, RECENT_EVENTS + 50))
    assert later[-1]["type"] == "snapshot"
    assert later[-1]["number"] > first["number"] + RECENT_EVENTS


def test_a_reader_who_never_reads_is_cut_off(running, table):
    _, token = running.guest("Sue")

    async def work():
        await seat_ann(running, table)
        transport = StuckTransport(json.dumps({"type": "hello", "as": "watch"}))
        connection = Connection(running.service, transport, table, FeedLimits(**{**QUICK, "send_seconds": 0.05}))
        watching = asyncio.create_task(connection.run(token))
        while not transport.sent:
            await asyncio.sleep(0.001)
        await tip(running, table, 1)
        try:
            await watching
        except Closed as closed:
            return closed.code, running.service.feeds.connections

    assert running.do(work()) == (1013, 0)


def test_somebody_who_sends_and_never_reads_is_not_read_for_ever(running, table):
    """Answers wait in a short queue; until there is room, nothing further is read."""
    _, token = running.guest("Sue")
    limits = FeedLimits(**QUICK)

    async def work():
        pings = [json.dumps({"type": "ping"})] * 200
        transport = StuckTransport(json.dumps({"type": "hello", "as": "watch"}), *pings)
        watching = asyncio.create_task(Connection(running.service, transport, table, limits).run(token))
        await asyncio.sleep(0.3)
        unread = len(transport.messages)
        transport.ready.set()
        while len(transport.sent) < 201:
            await asyncio.sleep(0.001)
        watching.cancel()
        return unread

    assert running.do(work()) >= 200 - limits.answers - 1

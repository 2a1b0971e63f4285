"""What happens at a table within an instant is sent together, and an answer is never held back."""

import asyncio
import json

from houseway.service.feed.connection import Connection
from houseway.service.feed.limits import FeedLimits
from tests.service.feed.test_slow_reader import seat_ann, tip
from tests.support.sockets import QUICK


class Wire:
    """Carries messages both ways."""

    def __init__(self):
        self.received, self.sent = asyncio.Queue(), asyncio.Queue()

    async def receive(self):
        return json.dumps(await self.received.get())

    async def send(self, text):
        await self.sent.put(json.loads(text))


async def watch_in_long_pauses(running, table, token):
    """What a watcher is sent of a tip, and of ten more before the next update is due; then he asks for something."""
    await seat_ann(running, table)
    wire = Wire()
    limits = FeedLimits(**{**QUICK, "update_seconds": 3600.0})
    watching = asyncio.create_task(Connection(running.service, wire, table, limits).run(token))
    await wire.received.put({"type": "hello", "as": "watch"})
    await wire.sent.get()
    await tip(running, table, 1)
    at_once = await wire.sent.get()
    await tip(running, table, 10)
    held_back = wire.sent.qsize()
    await wire.received.put({"type": "ping"})
    answered = [await wire.sent.get(), await wire.sent.get()]
    watching.cancel()
    return at_once, held_back, answered


def test_updates_within_a_pause_are_sent_together_and_answers_at_once(running, table):
    _, token = running.guest("Sue")
    at_once, held_back, (pong, update) = running.do(watch_in_long_pauses(running, table, token))
    assert at_once["type"] == "update"
    assert held_back == 0
    assert pong == {"type": "pong"}
    assert (update["from"], update["to"]) == (at_once["to"] + 1, running.house.latest_state(table).version)


async def watch_what_is_gathered(running, table, token):
    """What a watcher is sent of three tips that are given within an instant."""
    await seat_ann(running, table)
    wire = Wire()
    limits = FeedLimits(**{**QUICK, "gather_seconds": 3600.0})
    watching = asyncio.create_task(Connection(running.service, wire, table, limits).run(token))
    await wire.received.put({"type": "hello", "as": "watch"})
    snapshot = await wire.sent.get()
    await tip(running, table, 3)
    held_back = wire.sent.qsize()
    await wire.received.put({"type": "ping"})
    answered = [await wire.sent.get(), await wire.sent.get()]
    watching.cancel()
    return snapshot, held_back, answered


def test_what_happens_within_an_instant_comes_with_the_answer_to_whoever_asks(running, table):
    _, token = running.guest("Sue")
    snapshot, held_back, (pong, update) = running.do(watch_what_is_gathered(running, table, token))
    assert held_back == 0
    assert pong == {"type": "pong"}
    assert (update["from"], update["to"]) == (snapshot["number"] + 1, running.house.latest_state(table).version)

"""What happens at a table within an instant is sent together, or within a longer time under load; an answer is never held back."""

import asyncio
import json
from unittest import mock

import pytest

from houseway.service.feed.limits import FeedLimits
from houseway.service.feed.update_queue import Lateness
from houseway.service.sockets.connection import Connection
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

    def can_write(self):
        return True

    def write(self, text):
        self.sent.put_nowait(json.loads(text))


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


async def watch_under_load(running, table, token, busy_gather_seconds):
    """What a watcher is sent who asks twice after three tips, while the event loop is late; and the rest that comes by itself."""
    await seat_ann(running, table)
    wire, late = Wire(), mock.patch.object(Lateness, "seconds_to_gather", return_value=7200.0)
    limits = FeedLimits(**{**QUICK, "busy_gather_seconds": busy_gather_seconds})
    with late:
        watching = asyncio.create_task(Connection(running.service, wire, table, limits).run(token))
        await wire.received.put({"type": "hello", "as": "watch"})
        snapshot = await wire.sent.get()
        await tip(running, table, 3)
        for _ in range(2):
            await wire.received.put({"type": "ping"})
        sent = [await wire.sent.get(), await wire.sent.get()]
        while busy_gather_seconds < 1 and sent[-1].get("to") != running.house.latest_state(table).version:
            sent.append(await wire.sent.get())
    watching.cancel()
    return snapshot, sent


def test_under_load_only_answers_come_at_once(running, table):
    _, token = running.guest("Sue")
    _, sent = running.do(watch_under_load(running, table, token, 3600.0))
    assert sent == [{"type": "pong"}, {"type": "pong"}]


def test_under_load_updates_come_later_and_no_number_is_missing(running, table):
    _, token = running.guest("Sue")
    snapshot, sent = running.do(watch_under_load(running, table, token, 0.05))
    numbers = [event["number"] for message in sent for event in message.get("events", ())]
    assert numbers == list(range(snapshot["number"] + 1, running.house.latest_state(table).version + 1))


def notice(*timers):
    """How long is gathered right after timers that were so late, each at its time."""
    lateness = Lateness()
    with mock.patch("houseway.service.feed.update_queue.monotonic") as clock:
        for clock.return_value, seconds in timers:
            lateness.notice(clock.return_value - seconds)
        return lateness.seconds_to_gather()


def test_the_later_the_loop_the_longer_updates_are_gathered():
    assert notice() == 0
    assert notice(*[(0.0, 0.0)] * 100) == 0
    assert notice((0.0, 0.01)) < notice((0.0, 0.01), (0.0, 0.01)) < notice(*[(0.0, 0.01)] * 100)
    assert notice(*[(0.0, 0.01)] * 1_000) == pytest.approx(0.2)


def test_what_was_late_is_forgotten_when_timers_are_punctual_again_or_nothing_happens():
    late = [(0.0, 0.01)] * 1_000
    assert notice(*late, *[(0.0, 0.0)] * 1_000) == pytest.approx(0)
    assert notice(*late, (3600.0, 0.0)) == pytest.approx(0)

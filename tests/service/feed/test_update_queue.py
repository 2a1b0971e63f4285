"""Those who wait for updates are served a few at a time, so that commands and answers pass them."""

import asyncio
from time import monotonic
from unittest import mock

from houseway.service.feed.limits import FeedLimits
from houseway.service.feed.update_queue import UpdateQueue
from houseway.service.sockets.connection import Connection
from tests.service.feed.test_pause import Wire
from tests.service.feed.test_slow_reader import seat_ann, tip
from tests.support.sockets import QUICK


class Viewer:
    def __init__(self, name, served, pause=0.0, has_news=True):
        self.name, self._served, self._pause, self._has_news = name, served, pause, has_news

    def begin_pause(self, now, busy_seconds):
        return self._pause

    def end_pause(self):
        return self._has_news

    def send_update(self):
        self._served.append(self.name)


async def turns_of_the_loop(served, turns):
    """How many were served after each turn of the event loop."""
    counts = []
    for _ in range(turns):
        await asyncio.sleep(0)
        counts.append(len(served))
    return counts


def test_a_few_are_served_in_each_turn_of_the_event_loop_in_their_order():
    async def work():
        queue, served = UpdateQueue(at_once=2), []
        viewers = [Viewer(name, served) for name in "abcde"]
        for viewer in (*viewers, viewers[0]):  # who waits already keeps his place
            queue.add(viewer)
        queue.remove(viewers[3])
        counts = await turns_of_the_loop(served, 4)
        queue.add(viewers[3])
        return counts, [*served], await turns_of_the_loop(served, 1)

    assert asyncio.run(work()) == ([2, 4, 4, 4], ["a", "b", "c", "e"], [5])


def test_viewers_whose_pauses_end_together_share_a_timer_and_those_without_news_get_nothing():
    async def work():
        queue, served = UpdateQueue(), []
        viewers = [Viewer("a", served, 3600.0), Viewer("b", served, 3600.0), Viewer("c", served, 7200.0), Viewer("d", served)]
        others = [Viewer("e", served, None), Viewer("f", served, has_news=False)]
        with mock.patch.object(asyncio.get_running_loop(), "call_later") as timers:
            queue.gather([*viewers, *others])
        at_once = await turns_of_the_loop(served, 1)
        pauses = [timer.args[0] for timer in timers.call_args_list]
        for timer in timers.call_args_list:
            timer.args[1](*timer.args[2:])
        return pauses, at_once, await turns_of_the_loop(served, 1), served

    assert asyncio.run(work()) == ([3600.0, 7200.0], [1], [4], ["d", "a", "b", "c"])


def test_while_the_loop_is_late_one_is_served_in_each_turn():
    async def work():
        queue, served = UpdateQueue(at_once=2), []
        for _ in range(1_000):
            queue.lateness.notice(monotonic() - 3600)
        for name in "abc":
            queue.add(Viewer(name, served))
        return await turns_of_the_loop(served, 3), served

    assert asyncio.run(work()) == ([1, 2, 3], ["a", "b", "c"])


async def play_while_nobody_is_served(running, table, token):
    """What a watcher is sent when his turn comes, after others have acted five times."""
    await seat_ann(running, table)
    updates, wire = running.service.feeds.updates, Wire()
    watching = asyncio.create_task(Connection(running.service, wire, table, FeedLimits(**QUICK)).run(token))
    await wire.received.put({"type": "hello", "as": "watch"})
    first = await wire.sent.get()
    with mock.patch.object(updates, "_at_once", 0):
        await tip(running, table, 5)
    messages = []
    while not messages or messages[-1].get("to", 0) < running.house.latest_state(table).version:
        messages.append(await wire.sent.get())
    watching.cancel()
    return first["number"], messages


def test_whoever_had_to_wait_gets_one_update_and_misses_no_number(running, table):
    _, token = running.guest("Sue")
    first, messages = running.do(play_while_nobody_is_served(running, table, token))
    (update,) = messages
    assert [event["number"] for event in update["events"]] == list(range(first + 1, update["to"] + 1))
    assert update["to"] >= first + 5

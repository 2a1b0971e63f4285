"""An event loop is woken once for everything that one commit makes durable."""

import asyncio
from threading import Event as Flag

import pytest

from houseway.errors import Outdated
from houseway.service.live.durable import DurableAppends
from houseway.store import Writer
from houseway.store.memory import MemoryStore
from tests.support.stored import TABLE, part, request


class SlowStore(MemoryStore):
    """Waits before it appends, so that requests queue up."""

    def __init__(self):
        super().__init__()
        self.go, self.commits = Flag(), 0

    def append(self, requests):
        self.go.wait()
        self.commits += 1
        return super().append(requests)


class CountingLoop(asyncio.SelectorEventLoop):
    woken = 0

    def call_soon_threadsafe(self, *call, **options):
        self.woken += 1
        return super().call_soon_threadsafe(*call, **options)


def append_many(appends, store, requests):
    """The results of requests, and how often the loop was woken for them."""

    async def work():
        waiting = [asyncio.create_task(appends.append(each)) for each in requests]
        await asyncio.sleep(0)
        store.go.set()
        return await asyncio.gather(*waiting, return_exceptions=True)

    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        return runner.run(work()), runner.get_loop().woken


def test_whatever_is_durable_together_wakes_the_loop_once():
    store = SlowStore()
    appends = DurableAppends(store)
    results, woken = append_many(appends, store, [request(part(TABLE, version, str(version))) for version in range(40)])
    assert [result.heads[0].version for result in results] == list(range(1, 41))
    assert 1 <= woken <= store.commits < 40
    again, _ = append_many(appends, store, [request(part(TABLE, 40, "in another loop"))])
    assert again[0].heads[0].version == 41
    appends.close()


def test_a_refusal_is_raised_for_the_one_who_asked():
    store = SlowStore()
    appends = DurableAppends(store)
    (good, bad), _ = append_many(appends, store, [request(part(TABLE, 0, "a")), request(part(TABLE, 7, "b"))])
    assert good.heads[0].version == 1
    with pytest.raises(Outdated):
        raise bad
    appends.close()


def test_somebody_who_waits_no_longer_does_not_keep_others_from_their_answers():
    store = SlowStore()
    appends = DurableAppends(store)

    async def work():
        gone, stays = (asyncio.create_task(appends.append(request(part(TABLE, n, "a")))) for n in (0, 1))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        store.go.set()
        return await stays

    assert asyncio.run(work()).heads[0].version == 2
    appends.close()


def test_whoever_looks_after_his_request_is_durable_has_missed_nothing(monkeypatch):
    """The writer may be done before the event loop goes on."""
    submit = Writer.submit

    def submit_and_wait(*given):
        done = submit(*given)
        done.result()
        return done

    monkeypatch.setattr(Writer, "submit", submit_and_wait)
    appends = DurableAppends(MemoryStore())

    async def work():
        return await asyncio.wait_for(appends.append(request(part(TABLE, 0, "a"))), 30)

    assert asyncio.run(work()).heads[0].version == 1
    appends.close()


def test_a_fault_in_what_follows_one_append_does_not_keep_the_others_from_following():
    store = SlowStore()
    appends, concluded, faults = DurableAppends(store), [], []

    async def work():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: faults.append(context["exception"]))
        appends.submit(request(part(TABLE, 0, "a")), lambda done: concluded.append(1 // 0))
        appends.submit(request(part(TABLE, 1, "b")), lambda done: concluded.append(done.result().heads[0].version))
        store.go.set()
        await appends.append(request(part(TABLE, 2, "c")))

    asyncio.run(work())
    assert (concluded, [type(fault) for fault in faults]) == ([2], [ZeroDivisionError])
    appends.close()

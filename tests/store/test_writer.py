"""The writer commits what has queued up together, and tells everybody how it went."""

from concurrent.futures import wait
from threading import Event as Flag

import pytest

from houseway.errors import Outdated, Unavailable
from houseway.store import Writer
from houseway.store.memory import MemoryStore
from tests.support.stored import TABLE, part, request, words_of


class SlowStore(MemoryStore):
    """Waits before the first append, so that requests queue up."""

    def __init__(self):
        super().__init__()
        self.go, self.begun, self.sizes = Flag(), Flag(), []

    def append(self, requests):
        self.begun.set()
        self.go.wait()
        self.sizes.append(len(requests))
        return super().append(requests)


class BrokenStore(MemoryStore):
    def append(self, requests):
        raise Unavailable("the disk is full", code="store.unavailable")


def test_what_queues_up_is_committed_together():
    store = SlowStore()
    writer = Writer(store)
    done = [writer.submit(request(part(TABLE, 0, "0")))]
    store.begun.wait()
    done += [writer.submit(request(part(TABLE, version, str(version)))) for version in range(1, 300)]
    store.go.set()
    assert [each.result().heads[0].version for each in done] == list(range(1, 301))
    writer.close()
    assert store.sizes == [1, 256, 43], "no more than so many at once, so that the first does not wait too long"


def test_a_request_that_was_cancelled_before_its_turn_is_not_stored():
    store = SlowStore()
    writer = Writer(store)
    first = writer.submit(request(part(TABLE, 0, "a")))
    store.begun.wait()
    cancelled, last = writer.submit(request(part(TABLE, 1, "b"))), writer.submit(request(part(TABLE, 1, "c")))
    assert (first.cancel(), cancelled.cancel()) == (False, True)
    store.go.set()
    writer.close()
    assert last.result().heads[0].version == 2
    assert words_of(store.read(TABLE)) == ["a", "c"]


def test_a_refusal_concerns_one_request_only():
    writer = Writer(MemoryStore())
    good, bad = writer.submit(request(part(TABLE, 0, "a"))), writer.submit(request(part(TABLE, 7, "b")))
    assert good.result().heads[0].version == 1
    with pytest.raises(Outdated):
        bad.result()
    writer.close()


def test_what_is_in_the_queue_is_stored_before_the_writer_stops():
    store = MemoryStore()
    writer = Writer(store)
    done = [writer.submit(request(part(TABLE, version, str(version)))) for version in range(300)]
    writer.close()
    assert not wait(done, timeout=0).not_done
    assert len(words_of(store.read(TABLE))) == 300
    with pytest.raises(Unavailable, match="closing"):
        writer.submit(request(part(TABLE, 300, "late")))
    writer.close()


def test_a_failed_commit_is_told_to_everybody_who_waits():
    writer = Writer(BrokenStore())
    done = [writer.submit(request(part(TABLE, 0, "a"))) for _ in range(3)]
    for each in done:
        with pytest.raises(Unavailable, match="disk is full"):
            each.result()
    writer.close()

"""One writer for a store: it takes what has queued up and commits it together, because a commit waits for the disk."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import sleep

from houseway.errors import HousewayError, Unavailable
from houseway.store.contract import Appended, AppendRequest, Store

MOST_AT_ONCE = 256
"""The most requests in one commit, so that the first of them does not wait too long."""

GATHER_SECONDS = 0.01
"""While several requests come at a time, the writer waits so long for more of them: a commit takes much longer than a request in
it."""

_Entry = tuple[AppendRequest, "Future[Appended]"]


class Writer:
    """Accepts requests from any thread. A request's future is done when the request is durable, or refused."""

    def __init__(self, store: Store, after_batch: Callable[[], None] = lambda: None) -> None:
        """`after_batch` is called in the writer's thread when all futures of a batch are done."""
        self._store, self._after_batch = store, after_batch
        self._queue: SimpleQueue[_Entry | None] = SimpleQueue()
        self._lock = Lock()
        self._closed = False
        self._thread = Thread(target=self._work, name="store-writer", daemon=True)
        self._thread.start()

    def submit(
        self, request: AppendRequest, when_done: "Callable[[Future[Appended]], None] | None" = None
    ) -> "Future[Appended]":
        """Queue a request. `when_done` is called in the writer's thread with the future, before `after_batch`."""
        done: Future[Appended] = Future()
        if when_done is not None:
            done.add_done_callback(when_done)  # before the request is queued: it may be stored at once
        with self._lock:
            if self._closed:
                raise Unavailable("the store is closing", code="store.closed", given="a command", allowed="nothing more")
            self._queue.put((request, done))
        return done

    def close(self) -> None:
        """Store what is in the queue, and stop."""
        with self._lock:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        batch: Sequence[_Entry] = ()
        while (first := self._queue.get()) is not None:
            if len(batch) > 1:
                sleep(GATHER_SECONDS)
            batch, ended = self._take_queued(first)
            self._store_batch(batch)
            self._after_batch()
            if ended:
                return

    def _take_queued(self, first: _Entry) -> tuple[list[_Entry], bool]:
        """Return what has queued up, and whether the end of the queue was reached."""
        batch = [first]
        with suppress(Empty):
            while len(batch) < MOST_AT_ONCE:
                entry = self._queue.get_nowait()
                if entry is None:
                    return batch, True
                batch.append(entry)
        return batch, False

    def _store_batch(self, batch: Sequence[_Entry]) -> None:
        wanted = [entry for entry in batch if entry[1].set_running_or_notify_cancel()]
        try:
            results = self._store.append([request for request, _ in wanted])
        except BaseException as error:  # whatever went wrong, those who wait must learn it
            for _, done in wanted:
                done.set_exception(error)
            return
        for (_, done), result in zip(wanted, results, strict=True):
            if isinstance(result, HousewayError):
                done.set_exception(result)
            else:
                done.set_result(result)

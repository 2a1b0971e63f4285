"""Waits in an event loop for what the writer of the store makes durable in its thread."""

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from math import inf
from time import monotonic

from houseway.errors import Unavailable
from houseway.store import Appended, AppendRequest, Store, Writer

FAILED_SECONDS = 10
"""How long a service that could not store something is not ready, unless it can store something before."""
Conclude = Callable[[Future[Appended]], None]
"""Takes a request's future when it is done."""


class DurableAppends:
    """Appends to a store. However many appends a commit makes durable, the event loop is woken once for all of them: each time, the
    writer would have to wait for the interpreter, and all who queue up behind it with it."""

    def __init__(self, store: Store) -> None:
        self._writer = Writer(store, after_batch=self._wake_loops)
        self._mailbox: _Mailbox | None = None
        self._to_wake: set[_Mailbox] = set()
        """Used by the writer's thread only."""
        self._failed_at = -inf
        """When the store could not be written the last time, by the monotonic clock; long ago once something is stored again."""

    @property
    def has_just_failed(self) -> bool:
        """Return whether the last requests could not be stored. A while after that it is unknown, because nobody may have tried."""
        return monotonic() - self._failed_at < FAILED_SECONDS

    async def append(self, request: AppendRequest) -> Appended:
        """Return when the request is durable, or raise its refusal."""
        waiting: asyncio.Future[Appended] = asyncio.get_running_loop().create_future()
        self.submit(request, lambda done: _pass_on(done, waiting))
        return await waiting

    def submit(self, request: AppendRequest, conclude: Conclude) -> None:
        """Queue a request behind all earlier ones. `conclude` is called in this event loop when it is durable, or refused."""
        loop = asyncio.get_running_loop()
        if self._mailbox is None or self._mailbox.loop is not loop:
            self._mailbox = _Mailbox(loop)
        mailbox = self._mailbox
        self._writer.submit(request, lambda done: self._put(mailbox, request, done, conclude))

    def _put(self, mailbox: "_Mailbox", request: AppendRequest, done: "Future[Appended]", conclude: Conclude) -> None:
        """Note what has become of a request, in the thread that stores the next ones."""
        error = done.exception()
        if request.line is not None and (error is not None or done.result().repeated):
            request.line.is_broken = True
        if error is None:
            self._failed_at = -inf
        elif isinstance(error, Unavailable):
            self._failed_at = monotonic()
        mailbox.letters.append((done, conclude))
        self._to_wake.add(mailbox)

    def _wake_loops(self) -> None:
        while self._to_wake:
            self._to_wake.pop().wake_loop()

    def close(self) -> None:
        """Store what is under way, and stop."""
        self._writer.close()


class _Mailbox:
    """What has become durable, for those who wait in one event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.letters: deque[tuple[Future[Appended], Conclude]] = deque()

    def wake_loop(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        while self.letters:
            done, conclude = self.letters.popleft()
            try:
                conclude(done)
            except Exception as fault:  # the others are delivered as well
                self.loop.call_exception_handler({"message": "a durable append was not concluded", "exception": fault})


def _pass_on(done: "Future[Appended]", waiting: "asyncio.Future[Appended]") -> None:
    if waiting.cancelled():
        return
    error = done.exception()
    if error is not None:
        waiting.set_exception(error)
    else:
        waiting.set_result(done.result())

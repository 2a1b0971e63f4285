"""Waits in an event loop for what the writer of the store makes durable in its thread."""

import asyncio
from collections import deque
from concurrent.futures import Future

from houseway.store import Appended, AppendRequest, Store, Writer


class DurableAppends:
    """Appends to a store. However many appends a commit makes durable, the event loop is woken once for all of them: each time, the
    writer would have to wait for the interpreter, and all who queue up behind it with it."""

    def __init__(self, store: Store) -> None:
        self._writer = Writer(store, after_batch=self._wake_loops)
        self._mailbox: _Mailbox | None = None
        self._to_wake: set[_Mailbox] = set()
        """Used by the writer's thread only."""

    async def append(self, request: AppendRequest) -> Appended:
        """Return when the request is durable, or raise its refusal."""
        return await self.submit(request)

    def submit(self, request: AppendRequest) -> "asyncio.Future[Appended]":
        """Queue a request behind all earlier ones. The future is done when it is durable, or refused."""
        loop = asyncio.get_running_loop()
        if self._mailbox is None or self._mailbox.loop is not loop:
            self._mailbox = _Mailbox(loop)
        mailbox, waiting = self._mailbox, loop.create_future()
        self._writer.submit(request, lambda done: self._put(mailbox, done, waiting))
        return waiting

    def _put(self, mailbox: "_Mailbox", done: "Future[Appended]", waiting: "asyncio.Future[Appended]") -> None:
        mailbox.letters.append((done, waiting))
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
        self.letters: deque[tuple[Future[Appended], asyncio.Future[Appended]]] = deque()

    def wake_loop(self) -> None:
        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self._deliver)

    def _deliver(self) -> None:
        while self.letters:
            done, waiting = self.letters.popleft()
            if waiting.cancelled():
                continue
            error = done.exception()
            if error is not None:
                waiting.set_exception(error)
            else:
                waiting.set_result(done.result())

"""What the house has begun and finishes, even if nobody waits for it any more."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

Answer = TypeVar("Answer")


class UnderWay:
    """Carries out work in tasks of its own: what is stored must reach the table, whether or not its sender still waits."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()
        """Those that have not ended: the event loop itself does not keep its tasks alive."""

    async def run(self, work: Coroutine[None, None, Answer]) -> Answer:
        """Carry out work, and return its answer to whoever waits."""
        answered: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self.begin(work, answered)
        return await answered

    def begin(self, work: Coroutine[None, None, Answer], answered: "asyncio.Future[Answer]") -> None:
        """Carry out work whose answer is awaited elsewhere."""
        task = asyncio.create_task(_answer_with(work, answered))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """Wait until everything that has begun is over."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _answer_with(work: Coroutine[None, None, Answer], answered: "asyncio.Future[Answer]") -> None:
    """Carry out work, and answer its sender. A refusal that nobody waits for any more is dropped."""
    try:
        answer = await work
    except asyncio.CancelledError:
        answered.cancel()
        raise
    except Exception as refusal:
        if not answered.cancelled():
            answered.set_exception(refusal)
    else:
        if not answered.cancelled():
            answered.set_result(answer)

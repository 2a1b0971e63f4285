"""The desk: computations away from the tables. It has threads and worker processes of its own, so that no table waits."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from houseway.errors import Unavailable
from houseway.service.jobs.board import Job
from houseway.service.jobs.preparation import first_questions
from houseway.service.jobs.question import Lane
from houseway.service.jobs.queue import JobQueue, JobSettings
from houseway.service.jobs.sources import Source
from houseway.service.request_address import request_address

Given = ParamSpec("Given")
Found = TypeVar("Found")

_THREADS, _THREADS_OF_TABLES = 2, 1
_SECONDS_BETWEEN_LOOKS = 0.1
MOST_WAITING = 64
"""Short computations that may wait for a thread."""
MOST_OF_ONE_ADDRESS = 32
"""Those of one address among them."""


class _BoundedThreads:
    """Threads for which computations wait, up to a bound for all and one for each address."""

    def __init__(self, threads: int, name: str) -> None:
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._unfinished: Counter[str] = Counter()
        """Computations that wait or run, by the address that asked."""

    async def run(self, work: Callable[[], Found]) -> Found:
        address = request_address.get()
        if self._unfinished.total() >= MOST_WAITING:
            raise _busy_error(MOST_WAITING)
        if address and self._unfinished[address] >= MOST_OF_ONE_ADDRESS:
            raise _busy_error(MOST_OF_ONE_ADDRESS)
        self._unfinished[address] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, work)
        finally:
            self._unfinished[address] -= 1
            if not self._unfinished[address]:
                del self._unfinished[address]


def _busy_error(most: int) -> Unavailable:
    return Unavailable("too many computations are waiting; ask again in a moment", code="desk.busy", allowed=f"{most} at once")


class Desk:
    """Runs short computations in threads, and long ones as jobs. The tables have a thread of their own."""

    def __init__(self, settings: JobSettings | None = None) -> None:
        self.jobs = JobQueue(settings)
        self._threads = _BoundedThreads(_THREADS, "desk")
        self._threads_of_tables = _BoundedThreads(_THREADS_OF_TABLES, "desk-table")

    async def run(self, work: Callable[Given, Found], *args: Given.args, **options: Given.kwargs) -> Found:
        """Run a short computation in a thread; refuse it if too many wait."""
        return await self._threads.run(lambda: work(*args, **options))

    async def run_for_table(self, work: Callable[Given, Found], *args: Given.args, **options: Given.kwargs) -> Found:
        """Run a short computation for somebody at a table. It waits for others at tables only."""
        return await self._threads_of_tables.run(lambda: work(*args, **options))

    async def wait(self, job: Job, seconds: float) -> bool:
        """Wait for the end of a job, but not for long; return whether it has ended."""
        for _ in range(int(seconds / _SECONDS_BETWEEN_LOOKS)):
            if job.has_ended:
                break
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
        return job.has_ended

    def prepare(self, set_by: Sequence[Source] = ()) -> None:
        """Let a worker compile in the background what the first question of a player would wait for, and look how hands are set
        by the house ways of these tables."""
        self.jobs.prepare(Lane.TABLE, first_questions(set_by))

    def close(self) -> None:
        """Stop the workers. Short computations that have begun come to their end."""
        for threads in (self._threads, self._threads_of_tables):
            threads.pool.shutdown(wait=False, cancel_futures=True)
        self.jobs.close()

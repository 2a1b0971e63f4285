"""The desk: computations away from the tables. It has threads and worker processes of its own, so that no table waits."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from houseway.errors import Unavailable
from houseway.service.jobs.board import Job
from houseway.service.jobs.preparation import first_questions
from houseway.service.jobs.question import Lane
from houseway.service.jobs.queue import JobQueue, JobSettings
from houseway.service.jobs.sources import Source

Given = ParamSpec("Given")
Found = TypeVar("Found")

_THREADS = 2
_SECONDS_BETWEEN_LOOKS = 0.1
MOST_WAITING = 64
"""Short computations that may wait for a thread."""


class Desk:
    """Runs short computations in threads, and long ones as jobs."""

    def __init__(self, settings: JobSettings | None = None) -> None:
        self.jobs = JobQueue(settings)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="desk")
        self._waiting = 0

    async def run(self, work: Callable[Given, Found], *args: Given.args, **options: Given.kwargs) -> Found:
        """Run a short computation in a thread; refuse it if too many wait."""
        if self._waiting >= MOST_WAITING:
            raise Unavailable(
                "too many computations are waiting; ask again in a moment", code="desk.busy", allowed=f"{MOST_WAITING} at once"
            )
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: work(*args, **options))
        finally:
            self._waiting -= 1

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
        self.jobs.prepare(Lane.SHORT, first_questions(set_by))

    def close(self) -> None:
        """Stop the workers. Short computations that have begun come to their end."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        self.jobs.close()

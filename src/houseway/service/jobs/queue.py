"""The queue of long computations: threads that each lead one worker process through what waits on the board."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Condition, Thread, Timer

import structlog

from houseway.errors import HousewayError, Unavailable
from houseway.service.jobs.board import BoardLimits, Computation, Job, JobBoard, JobState
from houseway.service.jobs.preparation import Preparation
from houseway.service.jobs.process import WORKER, WorkerLost, WorkerProcess
from houseway.service.jobs.question import JobQuestion, Lane

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class LaneLimits:
    workers: int = 1
    seconds: float = 1_800.0
    """The longest that one computation may take. A worker gets only the time that the tables leave, so this is generous: a first
    count of settings builds tables for 9 seconds of a processor, which take minutes beside busy tables."""
    idle_seconds: float = 300.0
    """A worker that has had nothing to do for so long gives its memory back."""


def _default_lanes() -> dict[Lane, LaneLimits]:
    short, long = LaneLimits(seconds=600.0), LaneLimits()
    return {Lane.SHORT: short, Lane.LONG: long, Lane.TABLE: short, Lane.TABLE_LONG: long}


@dataclass(frozen=True, slots=True)
class JobSettings:
    board: BoardLimits = field(default_factory=BoardLimits)
    lanes: dict[Lane, LaneLimits] = field(default_factory=_default_lanes)
    worker: Sequence[str] = WORKER
    """The program that a worker runs."""


class JobQueue:
    """Takes questions, and answers them in worker processes that start with the first question. All methods return at once."""

    def __init__(self, settings: JobSettings | None = None, now_ms: Callable[[], int] | None = None) -> None:
        self.settings = settings or JobSettings()
        self.board = JobBoard(self.settings.board)
        self.now_ms = now_ms or (lambda: time.monotonic_ns() // 1_000_000)
        self.changed = Condition()
        """Held for every change, notified after it."""
        self._runners: list[_Runner] = []
        self.preparations: dict[Lane, Preparation] = {}
        """What the worker of a lane does while nobody asks."""
        self.is_closed = False

    def ask(self, question: JobQuestion, owner: str, guest_at: str | None = None) -> Job:
        """Return the job for a question, new or shared; refuse if the queue is full. A guest comes with his address."""
        with self.changed:
            if self.is_closed:
                raise Unavailable("the service is stopping", code="jobs.closed", given=question.kind)
            job = self.board.ask(question, owner, self.now_ms(), guest_at)
            if job.state is JobState.WAITING:
                self._add_runner(question.lane)
                self._say_preparation(question.lane)
            self.changed.notify_all()
        return job

    def prepare(self, lane: Lane, steps: Sequence[JobQuestion]) -> None:
        """Let the worker of a lane take steps while nobody asks. A question waits for the step that is under way only."""
        with self.changed:
            if not self.is_closed:
                self.preparations[lane] = Preparation(steps)
                self._add_runner(lane)
                self.changed.notify_all()

    def _say_preparation(self, lane: Lane) -> None:
        """Tell those who wait for a worker that it is getting ready, if it is."""
        if any(runner.step is not None for runner in self._runners if runner.lane is lane):
            preparation = self.preparations[lane]
            self.board.say_to_waiting(lane, preparation.fraction, preparation.words)

    def report_step(self, lane: Lane, fraction: float, words: str) -> None:
        """Note how far a step of a preparation is, for those who wait until it is done."""
        with self.changed:
            preparation = self.preparations[lane]
            preparation.fraction, preparation.doing = fraction, words
            self._say_preparation(lane)
            self.changed.notify_all()

    def end_step(self, lane: Lane) -> None:
        """Go on with the next step of a preparation."""
        with self.changed:
            self.preparations[lane].end_step()

    def find(self, id_: str, owner: str) -> Job:
        with self.changed:
            self.board.expire(self.now_ms())
            return self.board.find(id_, owner)

    def jobs_of(self, owner: str | None) -> tuple[Job, ...]:
        """Return the jobs of an owner, or everybody's if none is named, the latest first."""
        with self.changed:
            self.board.expire(self.now_ms())
            return tuple(job for job in reversed(self.board.jobs.values()) if owner in (None, job.owner))

    def cancel(self, id_: str, owner: str | None) -> Job:
        """Cancel a job of an owner, or anybody's if none is named. If nobody else wants its work, the process is killed."""
        with self.changed:
            job = self.board.find(id_, owner)
            abandoned = self.board.cancel(job, self.now_ms())
            for runner in self._runners:
                if abandoned is not None and runner.computation is abandoned:
                    runner.worker.kill()
            self.changed.notify_all()
        return job

    def wait(self, job: Job, seconds: float) -> bool:
        """Wait for the end of a job; return whether it has ended. This blocks: it is for threads and tests."""
        with self.changed:
            return self.changed.wait_for(lambda: job.has_ended, seconds)

    def count(self, state: JobState, lane: Lane) -> int:
        with self.changed:
            return self.board.count(state, lane)

    def report(self, computation: Computation, fraction: float, words: str) -> None:
        with self.changed:
            self.board.report_progress(computation, fraction, words)
            self.changed.notify_all()

    def close(self) -> None:
        """Stop all workers and their work."""
        with self.changed:
            self.is_closed = True
            for runner in self._runners:
                runner.worker.kill()
            self.changed.notify_all()
        for runner in self._runners:
            runner.thread.join()

    def _add_runner(self, lane: Lane) -> None:
        """Start another worker for a lane, if all are busy and one more is allowed."""
        there = [runner for runner in self._runners if runner.lane is lane]
        idle = sum(runner.computation is None for runner in there)
        wanted = max(self.board.count(JobState.WAITING, lane), lane in self.preparations)
        if len(there) < self.settings.lanes[lane].workers and idle < wanted:
            runner = _Runner(self, lane)
            self._runners.append(runner)
            runner.thread.start()


class _Runner:
    """A thread that leads one worker process. It is a daemon, so that a service that was not closed ends all the same."""

    def __init__(self, queue: JobQueue, lane: Lane) -> None:
        self._queue, self.lane, self._limits = queue, lane, queue.settings.lanes[lane]
        self.worker = WorkerProcess(queue.settings.worker)
        self.computation: Computation | None = None
        """What the worker is working on. It changes under the queue's lock only."""
        self.step: JobQuestion | None = None
        """The step of a preparation that the worker takes, while nobody asks."""
        self._is_late = False
        self.thread = Thread(target=self._run, name=f"jobs-{lane}", daemon=True)

    def _run(self) -> None:
        while not self._queue.is_closed:
            computation = self._take()
            if computation is not None:
                self._work(computation)
            elif self.step is not None:
                self._prepare(self.step)
            else:
                self.worker.stop()
        self.worker.stop()

    def _take(self) -> Computation | None:
        """Return the next computation of the lane; None if there is none for a while, or the queue is closed."""
        with self._queue.changed:
            self._queue.changed.wait_for(self._has_work, self._limits.idle_seconds)
            return self.computation

    def _has_work(self) -> bool:
        if not self._queue.is_closed:
            self.computation = self._queue.board.take_next(self.lane)
            preparation = self._queue.preparations.get(self.lane)
            self.step = preparation.next_step if preparation is not None and self.computation is None else None
            self._is_late = False
            self.worker.get_ready()
        return self._queue.is_closed or self.computation is not None or self.step is not None

    def _prepare(self, step: JobQuestion) -> None:
        """Take a step. One that fails is left out: whoever asks for it compiles it, or is told what is wrong."""
        try:
            self.worker.ask(step, lambda *report: self._queue.report_step(self.lane, *report))
        except (WorkerLost, HousewayError) as error:
            if not self._queue.is_closed:
                log.warning("preparation failed", kind=step.kind, code=getattr(error, "code", "jobs.crashed"))
        self._queue.end_step(self.lane)

    def _work(self, computation: Computation) -> None:
        timer = Timer(self._limits.seconds, self._stop_late, (computation,))
        timer.daemon = True
        timer.start()
        try:
            answer = self.worker.ask(computation.question, lambda *report: self._queue.report(computation, *report))
        except WorkerLost:
            self._fail(computation, self._lost())
        except HousewayError as refusal:
            self._fail(computation, refusal)
        else:
            self._end(lambda now: self._queue.board.finish(computation, answer, now))
        timer.cancel()

    def _fail(self, computation: Computation, error: HousewayError) -> None:
        self._end(lambda now: self._queue.board.fail(computation, error, now))
        if isinstance(error, Unavailable) and computation.state is JobState.FAILED:
            log.warning("job failed", kind=computation.question.kind, code=error.code, fault=error.facts.get("given"))

    def _stop_late(self, computation: Computation) -> None:
        with self._queue.changed:
            if self.computation is computation:
                self._is_late = True
                self.worker.kill()

    def _lost(self) -> Unavailable:
        if self._is_late:
            seconds = self._limits.seconds
            return Unavailable(f"the computation took longer than {seconds:,.0f} seconds", code="jobs.late", allowed=seconds)
        if self._queue.is_closed:
            return Unavailable("the service is stopping", code="jobs.closed")
        return Unavailable("the process that computed this ended unexpectedly; ask again", code="jobs.crashed")

    def _end(self, note: Callable[[int], None]) -> None:
        """Note how a computation ended. One that was cancelled stays cancelled."""
        with self._queue.changed:
            self.computation = None
            note(self._queue.now_ms())
            self._queue.changed.notify_all()

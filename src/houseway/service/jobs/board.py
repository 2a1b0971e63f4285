"""Requests and the progress of each computation. The board starts nothing: the queue does."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from houseway.errors import HousewayError, Malformed, Unavailable
from houseway.service.jobs.question import Answer, JobQuestion, Lane, size_of

UNKNOWN = "jobs.unknown"
"""The code of a refusal: there is no such job, or it is somebody else's, or it has expired."""


class JobState(StrEnum):
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


_SHARED = (JobState.WAITING, JobState.RUNNING, JobState.DONE)
"""A question that is asked again shares a computation in one of these states; any other is asked anew."""


@dataclass(eq=False)
class Computation:
    """One question that is worked on once, however many people asked it."""

    question: JobQuestion
    key: str
    """The key under which the board finds it."""
    due_ms: int = 0
    """Of those that wait in a lane, the one with the earliest comes first."""
    state: JobState = JobState.WAITING
    fraction: float = 0.0
    waited: float = 0.0
    """The fraction at which the work began: waiting until a worker is ready is a part of the whole."""
    words: str = "waiting for a worker"
    answer: Answer | None = None
    error: HousewayError | None = None
    ended_ms: int | None = None
    jobs: set[str] = field(default_factory=set)
    """The ids of the jobs that want it."""


@dataclass(eq=False)
class Job:
    """One person's request for one computation. Cancelling it takes nothing from others who share the computation."""

    id: str
    owner: str
    computation: Computation
    guest_at: str | None = None
    """The address of a guest; None if somebody who is registered has asked, or the house."""
    is_cancelled: bool = False

    @property
    def state(self) -> JobState:
        return JobState.CANCELLED if self.is_cancelled else self.computation.state

    @property
    def has_ended(self) -> bool:
        return self.state not in (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class BoardLimits:
    """What the board accepts and how long it remembers."""

    waiting: int = 32
    """Computations that may wait in one lane of the desks."""
    waiting_of_guests: int = 16
    """Those of guests among them: whoever is registered finds room, however many guests there are."""
    waiting_at_tables: int = 200
    """Computations that may wait in one lane of the tables, where only those ask who sit there."""
    jobs_per_owner: int = 4
    """Unfinished jobs of one person at the desks, and as many at tables."""
    jobs_per_address: int = 8
    """Unfinished jobs of all guests of one address at the desks: a guest who comes again under another name gets no more."""
    answer_lifetime_ms: int = 30 * 60 * 1000
    """How long an answer stays after its computation ended."""
    most_answer_bytes: int = 64 << 20
    """The bytes of all answers together; the oldest go first."""
    most_jobs: int = 2_000


_PATIENCE = 10
"""A question waits for shorter ones that come later, but not for those that come later than so many times its own duration."""
_MILLISECONDS = 1_000


class JobBoard:
    """The state of all jobs. Its caller holds a lock."""

    def __init__(self, limits: BoardLimits | None = None, new_id: Callable[[], str] | None = None) -> None:
        self.limits = limits or BoardLimits()
        self.jobs: dict[str, Job] = {}
        self.computations: dict[str, Computation] = {}
        """By key; the latest one of each."""
        self._new_id = new_id or (lambda: f"j-{secrets.token_hex(8)}")

    # Asking

    def ask(self, question: JobQuestion, owner: str, now_ms: int, guest_at: str | None = None) -> Job:
        """Return a job for this question: the owner's own from before, one that shares a computation, or a new one. A guest comes
        with his address."""
        self.expire(now_ms)
        key = question.key_for(owner)
        shared = self._shareable(key)
        if shared is not None:
            own = next((job for job in self._jobs_of(shared) if job.owner == owner and not job.is_cancelled), None)
            if own is not None:
                return own
        self._check_owner(owner, question.lane)
        if guest_at is not None:
            self._check_address(guest_at, question.lane)
        if shared is None:
            self._check_room(question.lane, guest_at is not None)
            self.computations.pop(key, None)  # so that a new one is the last in line
            due_ms = now_ms + _PATIENCE * _MILLISECONDS * question.usual_seconds
            shared = self.computations[key] = Computation(question, key, due_ms)
        job = Job(self._new_id(), owner, shared, guest_at)
        self.jobs[job.id] = job
        shared.jobs.add(job.id)
        return job

    def _shareable(self, key: str) -> Computation | None:
        found = self.computations.get(key)
        return found if found is not None and found.state in _SHARED else None

    def _jobs_of(self, computation: Computation) -> Iterator[Job]:
        return (self.jobs[id_] for id_ in computation.jobs)

    def _check_owner(self, owner: str, lane: Lane) -> None:
        most = self.limits.jobs_per_owner
        if sum(job.owner == owner for job in self._unfinished_like(lane)) >= most:
            raise Unavailable(
                f"{most} of your computations are unfinished; wait for one, or cancel one",
                code="jobs.too-many",
                given=most + 1,
                allowed=f"at most {most} at the same time",
            )

    def _check_address(self, address: str, lane: Lane) -> None:
        """Limit the guests of one address at the desks. At tables the seats limit them."""
        most = self.limits.jobs_per_address
        if not lane.is_for_tables and sum(job.guest_at == address for job in self._unfinished_like(lane)) >= most:
            raise Unavailable(
                f"{most} computations of guests at your address are unfinished; wait for one, or log in",
                code="jobs.too-many",
                given=most + 1,
                allowed=f"at most {most} of guests at one address",
            )

    def _unfinished_like(self, lane: Lane) -> Iterator[Job]:
        """Yield the unfinished jobs of tables if the lane is theirs, and those of the desks otherwise."""
        return (
            job
            for job in self.jobs.values()
            if not job.has_ended and job.computation.question.lane.is_for_tables == lane.is_for_tables
        )

    def _check_room(self, lane: Lane, is_guest: bool) -> None:
        limits = self.limits
        most = limits.waiting_at_tables if lane.is_for_tables else limits.waiting
        if self.count(JobState.WAITING, lane) >= most:
            raise _full_error(f"{most} computations are waiting already; ask again later", most)
        if is_guest and not lane.is_for_tables and self._count_waiting_of_guests(lane) >= limits.waiting_of_guests:
            most = limits.waiting_of_guests
            raise _full_error(f"{most} computations of guests are waiting already; ask again later, or log in", most)

    def _count_waiting_of_guests(self, lane: Lane) -> int:
        """Count the computations that wait in a lane and that only guests want."""
        waiting = (each for each in self.computations.values() if self._waits_in(each, lane))
        return sum(all(job.guest_at is not None for job in self._jobs_of(each)) for each in waiting)

    # Working

    def take_next(self, lane: Lane) -> Computation | None:
        """Return the computation of a lane whose turn it is, which is running from now on: a short one goes before long ones, but
        none waits for ever."""
        waiting = (each for each in self.computations.values() if self._waits_in(each, lane))
        found = min(waiting, key=lambda each: each.due_ms, default=None)
        if found is not None:
            found.state, found.words, found.waited = JobState.RUNNING, "starting", found.fraction
        return found

    @staticmethod
    def _waits_in(computation: Computation, lane: Lane) -> bool:
        return computation.state is JobState.WAITING and computation.question.lane is lane

    def say_to_waiting(self, lane: Lane, fraction: float, words: str) -> None:
        """Say what those who wait in a lane wait for, and how far that is. Their own work is the other half of the whole."""
        for each in self.computations.values():
            if self._waits_in(each, lane):
                each.fraction, each.words = max(each.fraction, fraction / 2), words

    def report_progress(self, computation: Computation, fraction: float, words: str) -> None:
        """Note how far a computation is. It never goes back."""
        if computation.state is JobState.RUNNING:
            reached = computation.waited + (1.0 - computation.waited) * min(fraction, 1.0)
            computation.fraction = max(computation.fraction, reached)
            computation.words = words

    def finish(self, computation: Computation, answer: Answer, now_ms: int) -> None:
        if computation.state is JobState.RUNNING:
            computation.state, computation.answer = JobState.DONE, answer
            computation.fraction, computation.words, computation.ended_ms = 1.0, "done", now_ms
            self.expire(now_ms)

    def fail(self, computation: Computation, error: HousewayError, now_ms: int) -> None:
        if computation.state is JobState.RUNNING:
            computation.state, computation.error = JobState.FAILED, error
            computation.words, computation.ended_ms = "stopped", now_ms

    # Looking and cancelling

    def find(self, id_: str, owner: str | None) -> Job:
        """Return a job of this owner, or anybody's if none is named. Somebody else's is refused like one that does not exist."""
        job = self.jobs.get(id_)
        if job is None or owner not in (None, job.owner):
            raise Malformed(
                "you have no such computation; answers are available for a while only",
                code=UNKNOWN,
                given=id_,
                allowed="the id of a computation that you asked for",
            )
        return job

    def cancel(self, job: Job, now_ms: int) -> Computation | None:
        """Cancel a job. Return its computation if that is running and nobody else wants it: the caller stops the worker."""
        if job.has_ended:
            return None
        job.is_cancelled = True
        computation = job.computation
        if any(not other.is_cancelled for other in self._jobs_of(computation)):
            return None
        was_running = computation.state is JobState.RUNNING
        computation.state, computation.words, computation.ended_ms = JobState.CANCELLED, "cancelled", now_ms
        return computation if was_running else None

    def count(self, state: JobState, lane: Lane) -> int:
        return sum(each.state is state and each.question.lane is lane for each in self._all_computations())

    def _all_computations(self) -> Iterator[Computation]:
        return iter({id(job.computation): job.computation for job in self.jobs.values()}.values())

    # Forgetting

    def expire(self, now_ms: int) -> None:
        """Forget what ended long ago, and the oldest answers if there are too many."""
        ended = sorted(
            (each for each in self._all_computations() if each.ended_ms is not None), key=lambda each: each.ended_ms or 0
        )
        spare = sum(size_of(each.answer or {}) for each in ended) - self.limits.most_answer_bytes
        too_many = len(self.jobs) - self.limits.most_jobs
        for each in ended:
            if now_ms - (each.ended_ms or 0) < self.limits.answer_lifetime_ms and spare <= 0 and too_many <= 0:
                break
            spare -= size_of(each.answer or {})
            too_many -= len(each.jobs)
            self._forget(each)

    def _forget(self, computation: Computation) -> None:
        for id_ in computation.jobs:
            del self.jobs[id_]
        if self.computations.get(computation.key) is computation:
            del self.computations[computation.key]


def _full_error(message: str, most: int) -> Unavailable:
    return Unavailable(message, code="jobs.full", given=most + 1, allowed=f"at most {most} waiting")

"""The board of jobs, in every order of asking, working, cancelling and forgetting."""

from collections import Counter
from itertools import count, product

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, precondition, rule

from houseway.errors import Malformed, Unavailable
from houseway.service.jobs.board import BoardLimits, JobBoard, JobState
from houseway.service.jobs.question import Form, JobQuestion, Lane

LIMITS = BoardLimits(
    waiting=3,
    waiting_of_guests=2,
    waiting_at_tables=4,
    jobs_per_owner=2,
    jobs_per_address=3,
    answer_lifetime_ms=10,
    most_answer_bytes=25,
    most_jobs=12,
)
GUESTS_AT = {"x": "one", "y": "one", "z": "other", "r": None, "s": None}
"""Where guests come from, by owner; those who are registered come from nowhere in particular."""
ANSWER = {"json": Form("application/json", b"0123456789")}
PRIVATE = "ef"
FAULT = Unavailable("no", code="test.fault")


class BoardMachine(RuleBasedStateMachine):
    jobs = Bundle("jobs")
    running = Bundle("running")

    @initialize()
    def start(self):
        numbers = count()
        self.board, self.now = JobBoard(LIMITS, lambda: f"j-{next(numbers)}"), 0

    @rule(target=jobs, kind=st.sampled_from("abcdef"), owner=st.sampled_from(sorted(GUESTS_AT)), lane=st.sampled_from(Lane))
    def ask(self, kind, owner, lane):
        question = JobQuestion(kind, {"lane": lane}, lane, is_private=kind in PRIVATE)
        waiting, of_guests = self.board.count(JobState.WAITING, lane), self.count_waiting_of_guests(lane)
        unfinished = [job for job in self.board._unfinished_like(lane) if job.owner == owner]
        from_there = [job for job in self.board._unfinished_like(lane) if job.guest_at == GUESTS_AT[owner]]
        try:
            job = self.board.ask(question, owner, self.now, GUESTS_AT[owner])
        except Unavailable as refusal:
            code = refusal.code
        else:
            code = ""
        is_limited_guest = GUESTS_AT[owner] is not None and not lane.is_for_tables
        if code == "jobs.full":
            is_full_of_guests = is_limited_guest and of_guests == LIMITS.waiting_of_guests
            assert waiting == (LIMITS.waiting_at_tables if lane.is_for_tables else LIMITS.waiting) or is_full_of_guests
            return multiple()
        if code:
            is_address_full = is_limited_guest and len(from_there) == LIMITS.jobs_per_address
            assert len(unfinished) == LIMITS.jobs_per_owner or is_address_full
            return multiple()
        assert self.board.find(job.id, owner) is job
        assert job.state in (JobState.WAITING, JobState.RUNNING, JobState.DONE)
        return job

    def count_waiting_of_guests(self, lane):
        waiting = {
            id(job.computation): job.computation
            for job in self.board.jobs.values()
            if job.computation.state is JobState.WAITING and job.computation.question.lane is lane
        }
        owners = ([GUESTS_AT[self.board.jobs[id_].owner] for id_ in each.jobs] for each in waiting.values())
        return sum(None not in addresses for addresses in owners)

    @rule(target=running, lane=st.sampled_from(Lane))
    def take(self, lane):
        there = self.board.count(JobState.WAITING, lane)
        computation = self.board.take_next(lane)
        assert (computation is None) == (there == 0)
        return multiple() if computation is None else computation

    @rule(computation=running, fraction=st.floats(0, 2))
    def report(self, computation, fraction):
        before = computation.fraction
        self.board.report_progress(computation, fraction, "working")
        assert before <= computation.fraction <= 1

    @rule(computation=consumes(running), fails=st.booleans())
    def end(self, computation, fails):
        before = computation.state
        if fails:
            self.board.fail(computation, FAULT, self.now)
        else:
            self.board.finish(computation, ANSWER, self.now)
        if before is JobState.CANCELLED:
            assert computation.state is JobState.CANCELLED
        else:
            assert (computation.answer is None) == fails

    @rule(job=jobs)
    def cancel(self, job):
        if self.board.jobs.get(job.id) is not job:
            return
        before, others = (
            job.state,
            [id_ for id_ in job.computation.jobs if not self.board.jobs[id_].is_cancelled and id_ != job.id],
        )
        abandoned = self.board.cancel(job, self.now)
        if before in (JobState.WAITING, JobState.RUNNING):
            assert job.state is JobState.CANCELLED
            assert (abandoned is not None) == (before is JobState.RUNNING and not others)
        else:
            assert job.state is before
            assert abandoned is None

    @precondition(lambda self: self.board.jobs)
    @rule(passed=st.integers(1, 6))
    def let_time_pass(self, passed):
        self.now += passed
        self.board.expire(self.now)
        for job in self.board.jobs.values():
            ended = job.computation.ended_ms
            assert ended is None or self.now - ended < LIMITS.answer_lifetime_ms

    @invariant()
    def bounds_hold(self):
        board = self.board
        for lane in Lane:
            most = LIMITS.waiting_at_tables if lane.is_for_tables else LIMITS.waiting
            assert board.count(JobState.WAITING, lane) <= most
        for owner, lane in product(GUESTS_AT, (Lane.SHORT, Lane.TABLE)):
            assert sum(job.owner == owner for job in board._unfinished_like(lane)) <= LIMITS.jobs_per_owner
        for address in ("one", "other"):
            assert sum(job.guest_at == address for job in board._unfinished_like(Lane.SHORT)) <= LIMITS.jobs_per_address
        answers = {id(job.computation): job.computation.answer for job in board.jobs.values() if job.computation.answer}
        assert len(answers) * len(ANSWER["json"].content) <= LIMITS.most_answer_bytes

    @invariant()
    def every_question_is_worked_on_once(self):
        live = [each.key for each in self.board._all_computations() if each.state in ("waiting", "running", "done")]
        assert len(live) == len(set(live))

    @invariant()
    def what_is_private_has_one_owner(self):
        for each in self.board._all_computations():
            owners = {self.board.jobs[id_].owner for id_ in each.jobs}
            assert len(owners) == 1 or not each.question.is_private

    @invariant()
    def jobs_and_computations_know_each_other(self):
        for id_, job in self.board.jobs.items():
            assert id_ in job.computation.jobs
        for computation in self.board.computations.values():
            assert computation.jobs
            assert all(self.board.jobs[id_].computation is computation for id_ in computation.jobs)


TestBoard = BoardMachine.TestCase


def test_the_oldest_question_of_a_lane_comes_first_and_one_that_is_asked_again_last():
    board = JobBoard()
    first, second = (board.ask(JobQuestion(kind, {}), "x", 0) for kind in ("first", "second"))
    board.cancel(first, 0)
    again = board.ask(first.computation.question, "x", 0)
    assert [board.take_next(Lane.LONG) for _ in range(2)] == [second.computation, again.computation]


def test_a_job_of_somebody_else_is_refused_like_one_that_does_not_exist():
    board = JobBoard()
    job = board.ask(JobQuestion("kind", {}), "x", 0)
    said = []
    for id_ in (job.id, "j-none"):
        with pytest.raises(Malformed) as refused:
            board.find(id_, "y")
        said.append((refused.value.code, refused.value.message))
    assert said[0] == said[1]


def test_short_questions_come_first_but_a_long_one_does_not_wait_for_ever():
    board = JobBoard()
    long = board.ask(JobQuestion("compare-house-ways", {}), "x", 0)
    soon, late = (board.ask(JobQuestion("advise", {"at": at}, Lane.LONG), "x", at) for at in (400_000, 600_000))
    assert [board.take_next(Lane.LONG) for _ in range(3)] == [each.computation for each in (soon, long, late)]


def refusal_of(board, question, owner, guest_at=None):
    try:
        board.ask(question, owner, 0, guest_at)
    except Unavailable as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize("addresses", [1, 66])
def test_throw_away_guests_leave_room_for_whoever_is_registered_and_for_tables(addresses):
    """Each guest asks one question of each lane and is gone; then another one comes."""
    board, most = JobBoard(), BoardLimits()
    codes = Counter(
        refusal_of(
            board, JobQuestion("solve", {"guest": number, "lane": lane}, lane), f"p-{number}", f"192.0.2.{number % addresses}"
        )
        for number in range(66)
        for lane in (Lane.SHORT, Lane.LONG)
    )
    if addresses == 1:
        assert codes == {"": most.jobs_per_address, "jobs.too-many": 132 - most.jobs_per_address}
    else:
        assert codes == {"": 2 * most.waiting_of_guests, "jobs.full": 132 - 2 * most.waiting_of_guests}
    for lane in Lane:
        assert refusal_of(board, JobQuestion("solve", {"registered": lane}, lane), "p-flo") == ""
    seated = [
        refusal_of(board, JobQuestion("advise", {"seat": number}, Lane.TABLE), f"p-s{number}", "x") for number in range(66)
    ]
    assert set(seated) == {""}


def test_questions_at_a_desk_do_not_count_against_those_at_a_table():
    board, most = JobBoard(), BoardLimits().jobs_per_owner
    for number in range(most):
        assert refusal_of(board, JobQuestion("solve", {"number": number}), "p-ann", "here") == ""
    assert refusal_of(board, JobQuestion("solve", {"number": most}), "p-ann", "here") == "jobs.too-many"
    assert refusal_of(board, JobQuestion("advise", {}, Lane.TABLE), "p-ann", "here") == ""


def test_a_computation_that_somebody_registered_wants_too_is_not_one_of_guests():
    board = JobBoard(BoardLimits(waiting_of_guests=1))
    shared = JobQuestion("solve", {"number": 1})
    assert refusal_of(board, shared, "p-guest", "here") == ""
    assert refusal_of(board, JobQuestion("solve", {"number": 2}), "p-other", "there") == "jobs.full"
    assert refusal_of(board, shared, "p-flo") == ""
    assert refusal_of(board, JobQuestion("solve", {"number": 2}), "p-other", "there") == ""

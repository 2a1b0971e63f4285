"""The board of jobs, in every order of asking, working, cancelling and forgetting."""

from itertools import count

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, precondition, rule

from houseway.errors import Malformed, Unavailable
from houseway.service.jobs.board import BoardLimits, JobBoard, JobState
from houseway.service.jobs.question import Form, JobQuestion, Lane

LIMITS = BoardLimits(waiting=3, jobs_per_owner=2, answer_lifetime_ms=10, most_answer_bytes=25, most_jobs=12)
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

    @rule(target=jobs, kind=st.sampled_from("abcdef"), owner=st.sampled_from("xyz"), lane=st.sampled_from(Lane))
    def ask(self, kind, owner, lane):
        question = JobQuestion(kind, {"lane": lane}, lane, is_private=kind in PRIVATE)
        waiting = self.board.count(JobState.WAITING, lane)
        unfinished = [job for job in self.board.jobs.values() if job.owner == owner and not job.has_ended]
        try:
            job = self.board.ask(question, owner, self.now)
        except Unavailable as refusal:
            code = refusal.code
        else:
            code = ""
        if code:
            assert waiting == LIMITS.waiting if code == "jobs.full" else len(unfinished) == LIMITS.jobs_per_owner
            return multiple()
        assert self.board.find(job.id, owner) is job
        assert job.state in (JobState.WAITING, JobState.RUNNING, JobState.DONE)
        return job

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
            assert board.count(JobState.WAITING, lane) <= LIMITS.waiting
        for owner in "xyz":
            assert sum(job.owner == owner and not job.has_ended for job in board.jobs.values()) <= LIMITS.jobs_per_owner
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

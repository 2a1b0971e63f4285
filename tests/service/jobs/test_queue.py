"""Long computations run in worker processes: they can be followed, shared and stopped, and nothing else suffers."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from houseway.errors import HousewayError, NotAllowed, Unavailable
from houseway.service.jobs.board import BoardLimits, JobState
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.queue import JobQueue, JobSettings, LaneLimits
from houseway.service.jobs.worker import NICENESS
from tests.support.paths import ROOT

TINY = (sys.executable, str(Path(__file__).with_name("tiny_worker.py")))
PATIENCE = 120.0
OWNER, OTHER = "p-owner", "p-other"


def start_queue(board: BoardLimits | None = None, seconds: float = PATIENCE) -> JobQueue:
    lanes = {Lane.SHORT: LaneLimits(seconds=seconds), Lane.LONG: LaneLimits(seconds=seconds)}
    return JobQueue(JobSettings(board or BoardLimits(), lanes, TINY))


@pytest.fixture(scope="module")
def queue():
    queue = start_queue()
    yield queue
    queue.close()


def ask(queue: JobQueue, kind: str, owner: str = OWNER, lane: Lane = Lane.LONG, **arguments):
    return queue.ask(JobQuestion(kind, arguments, lane), owner)


def answer_of(queue: JobQueue, job):
    assert queue.wait(job, PATIENCE)
    assert job.state is JobState.DONE, job.computation.error
    return json.loads(job.computation.answer["json"].content)


class HeldStep:
    """A question whose answer is worked on until it is released."""

    def __init__(self, folder: Path, name: str = "held") -> None:
        self.begun, self.go = folder / f"{name}.begun", folder / f"{name}.go"
        self.question = JobQuestion("wait", {"begun": str(self.begun), "go": str(self.go)})

    def wait_until_begun(self) -> int:
        """Return the id of the process that works on it."""
        wait_until(lambda: self.begun.exists() and self.begun.read_text())
        return int(self.begun.read_text())

    def release(self) -> None:
        self.go.touch()


class HeldWork(HeldStep):
    """A job that works until it is released."""

    def __init__(self, queue: JobQueue, folder: Path, name: str = "held", owner: str = OWNER) -> None:
        super().__init__(folder, name)
        self.queue, self.job = queue, queue.ask(self.question, owner)


def wait_until(condition) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
        return Path(f"/proc/{process}/stat").read_text().split(") ")[1][0] != "Z" if Path("/proc").exists() else True
    except (ProcessLookupError, FileNotFoundError):  # it may end in between
        return False


def test_no_process_is_started_before_the_first_question():
    queue = start_queue()
    assert queue._runners == []
    queue.close()


def test_an_answer_comes_in_all_its_forms(queue):
    job = ask(queue, "double", number=21)
    assert answer_of(queue, job) == 42
    assert job.computation.answer["text"].content == b"\x00doubled"
    assert job.computation.fraction == 1.0


@pytest.mark.parametrize("niceness", [None, 7])
def test_what_a_library_prints_is_no_message_and_a_worker_is_nice(monkeypatch, niceness):
    if niceness is None:
        monkeypatch.delenv(NICENESS)
    else:
        monkeypatch.setenv(NICENESS, str(niceness))
    queue = start_queue()
    assert answer_of(queue, ask(queue, "chatter")) == min(os.nice(0) + (15 if niceness is None else niceness), 19)
    queue.close()


def test_a_refusal_arrives_whole(queue):
    job = ask(queue, "refuse", number=3)
    assert queue.wait(job, PATIENCE)
    error = job.computation.error
    assert isinstance(error, NotAllowed)
    assert (error.code, error.message, error.clauses) == ("tiny.refused", "not today", ("md.pai-gow-poker 11.B",))
    assert error.facts == {"given": 3, "allowed": [1]}


def test_a_fault_says_nothing_of_what_it_was_about(queue):
    job = ask(queue, "fail")
    assert queue.wait(job, PATIENCE)
    assert job.computation.error.code == "jobs.failed"
    assert "As" not in str(job.computation.error.to_json())


def test_a_crashed_worker_is_replaced_and_its_job_answered(queue):
    crashed, next_ = ask(queue, "crash"), ask(queue, "double", number=2)
    assert queue.wait(crashed, PATIENCE)
    assert crashed.computation.error.code == "jobs.crashed"
    assert answer_of(queue, next_) == 4


def test_a_worker_that_ended_while_it_was_idle_is_replaced(queue):
    job = ask(queue, "double", number=8)
    assert answer_of(queue, job) == 16
    (runner,) = (runner for runner in queue._runners if runner.lane is Lane.LONG)
    runner.worker._process.kill()
    runner.worker._process.wait()
    assert answer_of(queue, ask(queue, "double", number=9)) == 18


def test_a_kill_that_comes_after_the_answer_harms_no_later_question(queue):
    assert answer_of(queue, ask(queue, "double", number=10)) == 20
    (runner,) = (runner for runner in queue._runners if runner.lane is Lane.LONG)
    runner.worker.kill()
    assert answer_of(queue, ask(queue, "double", number=11)) == 22


def test_cancelling_kills_the_work_and_the_next_question_is_answered(queue, tmp_path):
    held = HeldWork(queue, tmp_path)
    process = held.wait_until_begun()
    assert held.job.state is JobState.RUNNING
    wait_until(lambda: held.job.computation.words == "waiting" and held.job.computation.fraction == 0.25)
    waiting = ask(queue, "double", number=3)
    queue.cancel(held.job.id, OWNER)
    assert held.job.state is JobState.CANCELLED
    assert answer_of(queue, waiting) == 6
    wait_until(lambda: not is_alive(process))
    assert held.job.state is JobState.CANCELLED


def test_a_short_question_does_not_wait_behind_a_long_one(queue, tmp_path):
    held = HeldWork(queue, tmp_path)
    held.wait_until_begun()
    assert answer_of(queue, ask(queue, "double", lane=Lane.SHORT, number=5)) == 10
    assert held.job.state is JobState.RUNNING
    held.release()
    assert answer_of(queue, held.job) == "there"


def test_identical_questions_share_the_work_until_the_last_one_cancels(queue, tmp_path):
    held = HeldWork(queue, tmp_path)
    process = held.wait_until_begun()
    shared = queue.ask(held.question, OTHER)
    assert shared.id != held.job.id
    assert shared.computation is held.job.computation
    queue.cancel(held.job.id, OWNER)
    assert (held.job.state, shared.state) == (JobState.CANCELLED, JobState.RUNNING)
    assert is_alive(process)
    held.release()
    assert answer_of(queue, shared) == "there"
    assert held.job.state is JobState.CANCELLED


def test_only_its_owner_sees_and_cancels_a_job(queue):
    job = ask(queue, "double", number=7)
    for act in (queue.find, queue.cancel):
        with pytest.raises(HousewayError) as refused:
            act(job.id, OTHER)
        assert refused.value.code == "jobs.unknown"
    assert queue.find(job.id, OWNER) is job
    assert job not in queue.jobs_of(OTHER)


def test_a_full_queue_refuses_and_says_so(tmp_path):
    queue = start_queue(BoardLimits(waiting=1))
    held = HeldWork(queue, tmp_path)
    held.wait_until_begun()
    ask(queue, "double", number=1)
    with pytest.raises(Unavailable) as refused:
        ask(queue, "double", number=2)
    assert refused.value.code == "jobs.full"
    queue.close()


def test_work_that_takes_too_long_is_stopped(tmp_path):
    queue = start_queue(seconds=0.5)
    held = HeldWork(queue, tmp_path)
    assert queue.wait(held.job, PATIENCE)
    assert held.job.computation.error.code == "jobs.late"
    queue.close()


def test_closing_stops_the_workers(tmp_path):
    queue = start_queue()
    held = HeldWork(queue, tmp_path)
    process = held.wait_until_begun()
    queue.close()
    assert not is_alive(process)
    assert held.job.computation.error.code == "jobs.closed"
    with pytest.raises(Unavailable):
        ask(queue, "double", number=1)


_SERVICE = """
import sys
from pathlib import Path
from tests.service.jobs.test_queue import HeldWork, start_queue

held = HeldWork(start_queue(), Path(sys.argv[1]))
held.queue.wait(held.job, 600)
"""


def test_a_service_that_is_killed_leaves_no_worker_behind(tmp_path):
    service = subprocess.Popen([sys.executable, "-c", _SERVICE, str(tmp_path)], cwd=ROOT)
    begun = tmp_path / "held.begun"
    wait_until(lambda: begun.exists() and begun.read_text())
    worker = int(begun.read_text())
    assert is_alive(worker)
    service.kill()
    service.wait()
    wait_until(lambda: not is_alive(worker))


def test_a_worker_gets_ready_while_nobody_asks_and_a_question_waits_for_one_step_only(tmp_path):
    queue = start_queue()
    steps = [HeldStep(tmp_path, name) for name in ("first", "second", "third")]
    queue.prepare(Lane.LONG, [step.question for step in steps])
    wait_until(lambda: queue.preparations[Lane.LONG].doing == "waiting")
    job = ask(queue, "double", number=4)
    assert (job.state, job.computation.words) == (JobState.WAITING, "getting ready, 1 of 3: waiting")
    assert job.computation.fraction == 0.125, "half of the whole is to wait, and a quarter of the step is done"
    queue.report_step(Lane.LONG, 0.5, "compiling")
    assert (job.computation.fraction, job.computation.words) == (0.25, "getting ready, 1 of 3: compiling")
    steps[0].release()
    assert answer_of(queue, job) == 8
    assert job.computation.waited == 0.25
    steps[1].wait_until_begun()
    assert queue.preparations[Lane.LONG].done == 1
    queue.close()  # in the middle of a step
    assert not steps[2].begun.exists()


def test_a_step_that_fails_is_left_out_of_a_preparation(tmp_path):
    queue = start_queue()
    last = HeldStep(tmp_path)
    queue.prepare(Lane.LONG, [JobQuestion("crash", {}), JobQuestion("refuse", {"number": 1}), last.question])
    last.release()
    wait_until(lambda: queue.preparations[Lane.LONG].next_step is None)
    assert last.begun.exists()
    assert answer_of(queue, ask(queue, "double", number=4)) == 8
    queue.close()


def test_a_worker_that_is_killed_in_the_middle_of_a_step_is_replaced(tmp_path):
    queue = start_queue()
    first, second = HeldStep(tmp_path, "first"), HeldStep(tmp_path, "second")
    queue.prepare(Lane.LONG, [first.question, second.question])
    process = first.wait_until_begun()
    job = ask(queue, "double", number=4)
    os.kill(process, signal.SIGKILL)
    assert answer_of(queue, job) == 8
    assert second.wait_until_begun() != process
    queue.close()


def test_a_worker_that_cannot_be_started_fails_its_question_and_the_next_one_is_tried(tmp_path):
    worker = tmp_path / "worker"
    queue = JobQueue(JobSettings(worker=(str(worker),)))
    job = ask(queue, "double", number=4)
    assert queue.wait(job, PATIENCE)
    assert job.computation.error.code == "jobs.crashed"
    worker.write_text(f"#!/bin/sh\nexec {TINY[0]} {TINY[1]}\n")
    worker.chmod(0o700)
    assert answer_of(queue, ask(queue, "double", number=4)) == 8
    queue.close()

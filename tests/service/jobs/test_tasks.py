"""What workers compute, computed by a real worker once and in this process otherwise."""

import json
import os
import subprocess
import sys
from fractions import Fraction

import pytest
from numba import njit

from houseway.errors import NotAllowed
from houseway.examples import read_example
from houseway.regulation import BOOKS
from houseway.service.jobs.board import JobState
from houseway.service.jobs.preparation import first_questions
from houseway.service.jobs.question import JobQuestion, Lane
from houseway.service.jobs.queue import JobQueue
from houseway.service.jobs.tasks import TASKS, compiling_reported, steps_of

FOUR_CARD = {"book": "md.four-card-poker"}
PATIENCE = 300.0


class Reports(list):
    def __call__(self, fraction, words):
        self.append((fraction, words))


def compute(kind, **arguments):
    reports = Reports()
    answer = TASKS[kind](arguments, reports)
    assert all(0 <= fraction <= 1 for fraction, _ in reports)
    return answer


def test_a_worker_solves_a_game_and_draws_its_chart():
    queue = JobQueue()
    job = queue.ask(JobQuestion("solve", {"source": FOUR_CARD}, Lane.LONG), "p-owner")
    assert queue.wait(job, PATIENCE)
    queue.close()
    assert job.state is JobState.DONE, job.computation.error
    answer = job.computation.answer
    found = json.loads(answer["json"].content)
    assert found["house_edge"].startswith("0.0278")
    assert found["tables"][0]["rows"]
    assert Fraction(found["exact"]["house_edge"]) == -Fraction(found["expected_value"])
    assert json.loads(answer["chart"].content)["$schema"].startswith("https://vega.github.io/schema/vega-lite")
    assert set(answer) == {"json", "chart", "chart-narrow"}
    assert set(TASKS["solve"]({"source": FOUR_CARD, "charts": False}, lambda fraction, words: None)) == {"json"}


def test_advice_counts_every_hand_of_the_dealer():
    answer = compute("advise", source=FOUR_CARD, cards="Ts Td 7c 4h 2s", up_card="Kc")
    found = json.loads(answer["json"].content)
    assert found["best"] == "1x"
    assert found["exact"]["fold"] == "-1"


def test_a_path_is_no_name_of_a_house_way(tmp_path):
    own = tmp_path / "own.toml"
    own.write_text(read_example("house-ways/riverside"))
    with pytest.raises(NotAllowed) as refused:
        compute("check-house-way", house_way={"name": str(own)}, wheels=["second"])
    assert refused.value.code == "house-way.unknown"


def test_a_submission_with_findings_is_refused_with_the_first_of_them():
    text = read_example("md.four-card-poker/minimal").replace('facility = "', 'facility = 5 # "', 1)
    with pytest.raises(NotAllowed) as refused:
        compute("solve", source={"submission": text})
    assert refused.value.code == "submission.findings"


def test_parts_of_the_work_fill_their_share_of_the_progress():
    reports = Reports()
    steps = steps_of(reports, "second half", 0.5, 1.0)
    steps(1, 2)
    steps(2, 2)
    assert reports == [(0.5, "second half"), (0.75, "second half"), (1.0, "second half")]


def test_functions_that_are_compiled_are_counted_in_the_progress():
    reports = Reports()
    with compiling_reported(reports, 4):
        _compile_anew()
    with compiling_reported(reports):
        _compile_anew()
    said = "compiling the program for this machine, which is done once: function"
    assert reports == [(0.225, f"{said} 1 of 4"), (0.45, f"{said} 2 of 4"), (0.0, f"{said} 1"), (0.0, f"{said} 2")]


def _compile_anew():
    """Compile a kernel and another that it calls, which nobody has compiled before, and a function that is no kernel."""

    def add_one(number):
        return number + 1

    def add_two(number):
        return inner(inner(number))

    add_one.__module__ = add_two.__module__ = "houseway.kernels.new"
    inner = njit(add_one)
    assert njit(add_two)(3) == 5
    assert njit(lambda number: number)(3) == 3


_NOTHING_COMPILED = """
import json, sys
from houseway.service.jobs.preparation import first_questions
from houseway.service.jobs.tasks import TASKS

step, reports = first_questions()[int(sys.argv[1])], []
TASKS[step.kind](step.arguments, lambda *report: reports.append(report))
print(json.dumps([words for _, words in reports if words.startswith("compiling")]))
"""


@pytest.mark.prove
@pytest.mark.parametrize("number", range(len(BOOKS)))
def test_a_first_decision_compiles_as_many_functions_as_its_progress_says(tmp_path, number):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "HOUSEWAY_CACHE": str(tmp_path / "results")}
    command = [sys.executable, "-c", _NOTHING_COMPILED, str(number)]
    found = json.loads(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
    assert found[-1].endswith(f"function {len(found)} of {len(found)}")


def test_a_worker_gets_ready_with_a_decision_of_each_book():
    steps = first_questions()
    assert {step.arguments["source"]["example"] for step in steps} == {f"{book}/minimal" for book in BOOKS}
    for step in steps:
        assert json.loads(compute(step.kind, **step.arguments)["json"].content)

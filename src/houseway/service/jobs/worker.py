"""What a worker process does: reads a question, computes, writes progress and the answer, and waits for the next question."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Thread
from typing import IO, Any

from houseway.errors import HousewayError, Unavailable
from houseway.service.jobs.process import Report, error_to_json
from houseway.service.jobs.question import Answer, answer_line, error_line, progress_line

Task = Callable[[Mapping[str, Any], Report], Answer]

NICENESS = "HOUSEWAY_WORKER_NICENESS"
"""The environment variable that replaces `_NICENESS`: on a busy machine a worker may wait for minutes."""
_NICENESS = 15
"""Tables come first: a worker gets the time that they leave."""
_SECONDS_BETWEEN_REPORTS = 0.2
_SECONDS_BETWEEN_LOOKS = 1.0


def main(tasks: Mapping[str, Task]) -> None:
    """Answer questions until the service closes the pipe, or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Control-C reaches the whole group; the service ends its workers itself
    with suppress(OSError, AttributeError):
        os.nice(int(os.environ.get(NICENESS, _NICENESS)))
    Thread(target=_end_with_service, args=(os.getppid(),), daemon=True).start()
    with suppress(BrokenPipeError):
        serve(tasks, sys.stdin.buffer, _take_over_standard_output())


def _end_with_service(service: int) -> None:
    """End the process when the service was killed and could not do it. A long computation would notice nothing."""
    while os.getppid() == service:
        time.sleep(_SECONDS_BETWEEN_LOOKS)
    os._exit(1)


def _take_over_standard_output() -> IO[bytes]:
    """Return the pipe to the service. What a library prints goes to standard error, not into the messages."""
    pipe = os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(2, 1)
    return pipe


def serve(tasks: Mapping[str, Task], questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer one question after another."""
    for line in questions:
        question = json.loads(line)
        answers.write(_answer(tasks[question["kind"]], question["arguments"], _Reporter(answers)))


def _answer(task: Task, arguments: Mapping[str, Any], report: Report) -> bytes:
    try:
        return answer_line(task(arguments, report))
    except HousewayError as refusal:
        return error_line(error_to_json(refusal))
    except BrokenPipeError:
        raise
    except Exception as error:  # a fault of the program: its name only, since its message may name cards
        fault = Unavailable("the computation failed", code="jobs.failed", given=type(error).__name__)
        return error_line(error_to_json(fault))


class _Reporter:
    """Sends progress, but not at every step."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe, self._next, self._words = pipe, 0.0, ""

    def __call__(self, fraction: float, words: str) -> None:
        now = time.monotonic()
        if now >= self._next or words != self._words:
            self._next, self._words = now + _SECONDS_BETWEEN_REPORTS, words
            self._pipe.write(progress_line(fraction, words))

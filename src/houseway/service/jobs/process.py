"""One worker process, as the service sees it: started when it is first asked, killed to stop its work."""

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from houseway.errors import HousewayError, Malformed, NotAllowed, Unavailable
from houseway.service.jobs.question import Answer, JobQuestion, answer_from_json

WORKER = (sys.executable, "-P", "-m", "houseway.service.jobs")
"""The program of a worker. It is a program of its own and no fork: this process has threads."""

Report = Callable[[float, str], None]
"""Called with the fraction that is done, and what is being done in words."""

_REFUSALS = {kind.__name__: kind for kind in (Malformed, NotAllowed, Unavailable)}


class WorkerLost(Exception):
    """The process ended before it answered, or could not be started."""


class WorkerProcess:
    """Answers one question at a time. `kill` may come from another thread; the next question then starts a new process."""

    def __init__(self, command: Sequence[str] = WORKER) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._is_killed = False

    def get_ready(self) -> None:
        """Forget an earlier kill and its process: from now on a kill is meant for the next question."""
        if self._is_killed:
            self.stop()
            self._is_killed = False

    def ask(self, question: JobQuestion, report: Report) -> Answer:
        """Return the answer. A refusal is raised as in this process; one that ends early or cannot start raises `WorkerLost`."""
        try:
            process = self._start()
            if self._is_killed:  # before there was a process to kill
                raise WorkerLost
            return _exchange(process, question, report)
        except (OSError, ValueError) as error:
            self.stop()
            raise WorkerLost from error
        except WorkerLost:
            self.stop()
            raise

    def _start(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is not None:  # it ended while it had nothing to do
            self.stop()
        if self._process is None:
            self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603  our own
        return self._process

    def kill(self) -> None:
        """Stop the work at once. Whoever waits for the answer gets `WorkerLost`."""
        self._is_killed = True
        process = self._process
        if process is not None:
            with suppress(OSError):
                process.kill()

    def stop(self) -> None:
        """Kill the process and give back what it held."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(OSError):
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


def _exchange(process: subprocess.Popen[bytes], question: JobQuestion, report: Report) -> Answer:
    """Send a question, and read messages until the answer."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(question.to_line())
    process.stdin.flush()
    for line in process.stdout:
        message = json.loads(line)
        if "answer" in message:
            return answer_from_json(message["answer"])
        if "error" in message:
            raise error_from_json(message["error"])
        report(message["progress"], message["words"])
    raise WorkerLost


def error_to_json(error: HousewayError) -> dict[str, object]:
    return {"kind": type(error).__name__, **error.to_json()}


def error_from_json(content: dict[str, Any]) -> HousewayError:
    """Return the refusal that a worker met."""
    kind = _REFUSALS.get(content["kind"], NotAllowed)
    return kind(content["message"], code=content["code"], clauses=tuple(content["clauses"]), **content["facts"])

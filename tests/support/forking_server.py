"""Starts servers by forking a process that has imported the program, and has prepared its routes and pages. To do so takes four
seconds of a processor, which every server that is started as users start it (`tests/cli/house/test_serve.py`) spends again.

python -m tests.support.forking_server 5    takes requests from the socket with this number
"""

import atexit
import gc
import json
import os
import socket
import subprocess
import sys
from functools import cache, partial
from threading import Lock

from tests.support.paths import ROOT

_MOST_BYTES = 65_536


class ForkingServer:
    """The process that forks, as tests see it. It ends when its socket is closed."""

    def __init__(self):
        self._socket, theirs = socket.socketpair()
        with theirs:
            command = [sys.executable, "-m", "tests.support.forking_server", str(theirs.fileno())]
            environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
            self._process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()], env=environment)
        self._lock = Lock()
        atexit.register(self.close)

    def ask(self, request, *files):
        with self._lock:
            socket.send_fds(self._socket, [json.dumps(request).encode()], files)
            return json.loads(self._socket.recv(_MOST_BYTES))

    def close(self):
        self._socket.close()
        self._process.wait()


forking_server = cache(ForkingServer)
"""The one of this process."""


class ForkedProcess:
    """A server that was forked, with what the tests need of `subprocess.Popen`."""

    def __init__(self, arguments, errors):
        printed, output = os.pipe()
        self.pid = forking_server().ask({"arguments": arguments}, output, errors.fileno())
        os.close(output)
        self.stdout = os.fdopen(printed)

    def send_signal(self, by):
        os.kill(self.pid, by)

    def wait(self, _seconds):
        return forking_server().ask({"wait": self.pid})


def fork_on_request(requests):
    """Fork when asked. Return the command line of the server in its process, and nothing when the tests are done."""
    while True:
        content, files, _, _ = socket.recv_fds(requests, _MOST_BYTES, 2)
        if not content:
            return None
        request = json.loads(content)
        if "loaded" in request:
            answer = sorted({*request["loaded"]} & {*sys.modules})
        elif "wait" in request:
            answer = os.waitstatus_to_exitcode(os.waitpid(request["wait"], 0)[1])
        else:
            answer = os.fork()
            if not answer:
                for file, standard in zip(files, (1, 2), strict=True):
                    os.dup2(file, standard)
        for file in files:
            os.close(file)
        if not answer and files:
            requests.close()
            return request["arguments"]
        requests.send(json.dumps(answer).encode())


def main():
    from houseway.service.process.interpreter import load_without_collections

    load_without_collections()
    from houseway import cli
    from houseway.service import serving, settings
    from tests.support.people_bench import CHEAP

    settings.ServiceSettings = partial(settings.ServiceSettings, people=CHEAP)  # a password takes a quarter of a second
    serving._SECONDS_BEFORE_PREPARATION = 3600.0  # nobody asks these servers for advice, and each would compile for a minute
    serving.compress_files()
    gc.freeze()  # otherwise each server would go through all of it, and so copy it
    arguments = fork_on_request(socket.socket(fileno=int(sys.argv[1])))
    if arguments is not None:
        sys.stdout, sys.stderr = os.fdopen(1, "w", buffering=1), os.fdopen(2, "w", buffering=1)
        sys.argv = ["houseway", *arguments]
        cli.main()


if __name__ == "__main__":
    main()

"""A served process, as a user starts one."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

PATIENCE = 120
"""Seconds. A slow machine under load needs some of them."""


class ServedHouse:
    """`houseway serve` in a process of its own."""

    def __init__(self, folder, *options):
        command = [sys.executable, "-m", "houseway", "serve", "--port", "0", "--data", str(folder), *options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.errors = (folder.parent / "errors.txt").open("ab")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment)
        self.printed = []
        self.address = ""
        while not self.printed or "Control-C" not in self.printed[-1]:
            line = self.process.stdout.readline()
            assert line, "the server ended"
            self.printed.append(line)
            self.address = self.address or re.match(r"houseway serves (\S+)", line)[1]

    def wait_until_ready(self):
        for _ in range(PATIENCE * 10):
            with suppress(URLError, ConnectionError):
                if self.get("/api/ready")["status"] == "ready":
                    return self
            time.sleep(0.1)
        raise AssertionError("the server is not ready")

    def get(self, path):
        with urlopen(f"{self.address}{path}", timeout=PATIENCE) as answer:  # noqa: S310 - our own address
            content = answer.read()
        if path.startswith("/api/"):
            return json.loads(content)
        return content if path.endswith(".woff2") else content.decode()

    def stop(self, by=signal.SIGTERM):
        """Send a signal. Return the exit code, and all that was printed since the start."""
        self.process.send_signal(by)
        rest = self.process.stdout.read()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.errors.close()
        return code, rest


class Guest:
    """A guest who remembers what the server has acknowledged."""

    def __init__(self, address, name):
        self.address, self.cookie = address, ""
        self.acknowledged = {}
        self.person = self.post("/api/session/guest", {"name": name})["person"]["id"]

    def post(self, path, content):
        headers = {"Content-Type": "application/json", "Cookie": self.cookie}
        request = Request(f"{self.address}{path}", json.dumps(content).encode(), headers)  # noqa: S310 - our own address
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310
            self.cookie = (answer.headers["Set-Cookie"] or self.cookie).partition(";")[0]
            return json.loads(answer.read())

    def command(self, table, command_id, act, **facts):
        """Give a command. What comes back is acknowledged, also a refusal."""
        try:
            answer = self.post(f"/api/tables/{table}/commands", {"id": command_id, "act": act, "as": "player", "facts": facts})
        except HTTPError as refusal:
            return json.loads(refusal.read())
        self.acknowledged[command_id] = answer
        return answer

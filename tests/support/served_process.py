"""A served process, as a user starts one."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from http.client import HTTPException
from itertools import count
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from houseway.ledger import MONEY_MOVED
from houseway.service.people.accounts import load_account
from houseway.service.people.people import PeopleSettings
from tests.support.forking_server import ForkedProcess
from tests.support.house_checks import count_events

PATIENCE = 120
"""Seconds. A slow machine under load needs some of them."""


_TRIES = 50 * PATIENCE
"""A try takes a fiftieth of a second, and longer on a slow machine, which so gets more time."""


def wait_for(condition, what, progress=lambda: None):
    """Wait until something holds that comes by itself, as long as `progress` changes. A run that waits for ever would hold up all
    others: what stands still fails."""
    reached, tries = progress(), 0
    while not condition():
        reached, tries = (now, 0) if (now := progress()) != reached else (reached, tries + 1)
        assert tries < _TRIES, f"{what} has not come, and nothing has moved in {_TRIES} tries"
        time.sleep(0.02)


class ServedHouse:
    """`houseway serve` in a process of its own."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.errors = (folder.parent / "errors.txt").open("ab")
        self.process = self._start(["serve", "--port", "0", "--data", str(folder), *options])
        self.printed = []
        self.address = ""
        while not self.printed or "Control-C" not in self.printed[-1]:
            line = self.process.stdout.readline()
            assert line, "the server ended"
            self.printed.append(line)
            self.address = self.address or re.match(r"houseway serves (\S+)", line)[1]

    def _start(self, arguments):
        command, environment = [sys.executable, "-m", "houseway", *arguments], {**os.environ, "PYTHONUNBUFFERED": "1"}
        return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors, text=True, env=environment)

    @property
    def id(self):
        """What the server calls itself among others."""
        return (self.folder / "server.id").read_text().strip()

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


class ForkedHouse(ServedHouse):
    """The same, forked from a process that has imported the program: for tests that start many."""

    def _start(self, arguments):
        return ForkedProcess(arguments, self.errors)


BUY_IN = 100
"""In cents."""


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


class BusyGuest(Guest):
    """Buys chips again and again, each time with an id of its own. What was not acknowledged is sent again, as a browser would."""

    def __init__(self, address, table, position, pause_s=0.0):
        super().__init__(address, f"Guest {position}")
        self.table, self.position, self._numbers = table, position, count(1)
        self.pause_s = pause_s
        """How long the guest waits after each answer."""
        self.pending = None
        assert "version" in self.command(table, f"guest-{position}-sits", "sit", position=position)

    def buy_once(self):
        """Send one command; return whether it was acknowledged. A server that is gone raises."""
        self.pending = self.pending or f"guest-{self.position}-buys-{next(self._numbers)}"
        answer = self.command(self.table, self.pending, "buy-in", amount={"cents": BUY_IN})
        if "version" in answer:
            self.pending = None
        return self.pending is None

    def buy_until(self, stopped, addresses=lambda: ()):
        """Buy chips until the test says stop. Without other addresses, end when the server is gone; otherwise ask each in turn."""
        while not stopped.is_set():
            others = addresses()
            if others:
                self.address = others[next(self._numbers) % len(others)]
            try:
                is_bought = self.buy_once()
                stopped.wait(self.pause_s if is_bought else 0.1)  # too many requests at once, or the database is gone
            except (OSError, HTTPException, ValueError):
                if not others:
                    return
                stopped.wait(0.05)

    def finish(self, address):
        """Send again what was not acknowledged, until it is."""
        self.address = address
        wait_for(self.buy_once, "the answer to what was not acknowledged")

    @property
    def buys(self):
        return sum("buys" in command for command in self.acknowledged)

    def check(self, store, tables):
        """Everything that was acknowledged is stored once, at the table and on the account, and nothing else is."""
        assert self.buys > 0

        def is_own(event):
            bought = event.kind == MONEY_MOVED and event.text("reason") == "buy-in"
            return bought and event.text("target") == f"player:{self.person}"

        assert count_events(store, f"table:{self.table}", is_own) == self.buys
        assert tables[self.table].chips(self.person).amount == self.buys * BUY_IN
        spent = PeopleSettings().guest_money - load_account(store, self.person).balance
        assert spent.amount == self.buys * BUY_IN

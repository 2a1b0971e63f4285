"""Addresses take turns in checking passwords: however many attempts one of them sends, nobody else waits for all of them."""

import asyncio

import pytest

from houseway.errors import Unavailable
from houseway.service.people.password_turns import MOST_FOR_ONE_LOGIN, MOST_FROM_ONE_ADDRESS, PasswordTurns


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


class Checks:
    """Checks that end when the test lets them end."""

    def __init__(self, turns):
        self.turns, self.begun, self.tasks, self.ends = turns, [], [], {}

    def ask(self, name, address, login=""):
        self.ends[name] = asyncio.Event()
        task = asyncio.create_task(self._check(name, address, login))
        self.tasks.append(task)
        return task

    async def _check(self, name, address, login):
        async with self.turns.turn(address, login):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, name):
        self.ends[name].set()
        await settle()

    async def end_all(self):
        for each in self.ends.values():
            each.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)


def run(test):
    async def within():
        checks = Checks(PasswordTurns(at_once=2))
        await test(checks)
        await checks.end_all()
        assert not checks.turns._waiting
        assert not checks.turns._unfinished
        assert checks.turns._free == 2

    asyncio.run(within())


def test_an_address_with_many_attempts_is_not_served_before_another():
    async def test(checks):
        for number in range(10):
            checks.ask(f"a{number}", "192.0.2.1")
        checks.ask("b", "192.0.2.2")
        checks.ask("c", "192.0.2.3")
        await settle()
        assert checks.begun == ["a0", "a1"]
        for name in ("a0", "a1", "a2", "b"):
            await checks.end(name)
        assert checks.begun == ["a0", "a1", "a2", "b", "c", "a3"]

    run(test)


def test_further_attempts_of_one_address_are_refused_until_one_has_ended():
    async def test(checks):
        for number in range(MOST_FROM_ONE_ADDRESS):
            checks.ask(f"a{number}", "192.0.2.1")
        await settle()
        with pytest.raises(Unavailable) as refused:
            await checks.ask("more", "192.0.2.1")
        assert refused.value.code == "session.busy"
        await checks.end("a0")
        checks.ask("later", "192.0.2.1")
        await settle()

    run(test)


def test_attempts_at_one_log_in_are_limited_wherever_they_come_from():
    async def test(checks):
        for number in range(MOST_FOR_ONE_LOGIN):
            checks.ask(f"a{number}", f"192.0.2.{number}", "Ann")
        await settle()
        with pytest.raises(Unavailable):
            await checks.ask("more", "192.0.2.9", "ann")
        checks.ask("bob", "192.0.2.9", "bob")
        await settle()

    run(test)


def test_whoever_gives_up_waiting_leaves_the_turn_to_others():
    async def test(checks):
        checks.ask("a", "192.0.2.1"), checks.ask("b", "192.0.2.1")
        await settle()
        gone, patient = checks.ask("gone", "192.0.2.2"), checks.ask("patient", "192.0.2.3")
        await settle()
        gone.cancel()
        await checks.end("a")
        assert checks.begun == ["a", "b", "patient"]
        late = checks.ask("late", "192.0.2.4")
        await settle()
        checks.ends["b"].set()
        await asyncio.sleep(0)  # the turn comes and is not taken yet
        late.cancel()
        await settle()
        assert not patient.done()

    run(test)

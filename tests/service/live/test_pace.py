"""The clocks ring by themselves, with a timer that the test runs: nobody sleeps."""

import asyncio

import pytest

from houseway.events import SYSTEM
from houseway.service.live.pace import Pacer
from houseway.service.live.settings import TableSettings
from tests.support.absence import SETTINGS, ClockedHouse
from tests.support.live import submission

UTH = "md.ultimate-texas-holdem"


class ManualTimers:
    """Timers that ring when the test moves the clock."""

    def __init__(self, house, pacer_settings=None):
        self.house, self.timers = house, []
        self.pacer = Pacer(house.house, self.set_timer)

    def set_timer(self, seconds, call):
        timer = ManualTimer(self, self.house.clock.now + round(seconds * 1000), call)
        self.timers.append(timer)
        return timer

    def start(self):
        self.house.run(self._start())

    async def _start(self):
        self.pacer.start()

    def pass_time(self, milliseconds):
        """Let time pass. Every timer on the way rings at its time."""
        end = self.house.clock.now + milliseconds
        while self.timers and min(timer.at for timer in self.timers) <= end:
            timer = min(self.timers, key=lambda each: each.at)
            self.timers.remove(timer)
            self.house.clock.now = max(self.house.clock.now, timer.at)
            self.house.run(self._ring(timer))
        self.house.clock.now = end

    async def _ring(self, timer):
        timer.call()
        await self.pacer.finish_acts()


class ManualTimer:
    def __init__(self, timers, at, call):
        self.timers, self.at, self.call = timers, at, call

    def cancel(self):
        self.timers.timers.remove(self)


@pytest.fixture
def house(tmp_path):
    live = ClockedHouse(tmp_path)
    yield live
    live.close()


def bet(house, name="UTH-1"):
    player = house.program_players(name)[0]
    while house.let_act(player):
        pass


def test_a_round_that_nobody_plays_to_its_end_ends_by_itself(house):
    house.open("UTH-1", submission(UTH, "minimal"), settings=SETTINGS)
    timers = ManualTimers(house)
    timers.start()
    bet(house)
    commands = []
    house.house.listeners.append(lambda update: commands.extend(update.commands))
    timers.pass_time(SETTINGS.betting_seconds * 1000 - 1)
    assert commands == []
    timers.pass_time(1)
    assert house.house.tables["UTH-1"].round.closed
    timers.pass_time((SETTINGS.decision_seconds + 2 * SETTINGS.absent.seconds) * 1000)
    assert house.house.tables["UTH-1"].number == 2
    assert [command.by.name for command in commands if command.by.stand_in == SYSTEM and command.by.role == "player"] == [
        "Ann"
    ] * 3


def test_a_table_that_waits_for_nobody_has_no_timer(house):
    house.open("UTH-1", submission(UTH, "minimal"), settings=SETTINGS)
    timers = ManualTimers(house)
    timers.start()
    assert timers.timers == []
    bet(house)
    assert len(timers.timers) == 1
    timers.pass_time(10 * 60_000)
    assert timers.timers == []


def test_clocks_that_ran_out_while_the_house_was_closed_ring_at_once(house):
    house.open("UTH-1", submission(UTH, "minimal"), settings=SETTINGS)
    bet(house)
    house.clock.now += 3_600_000
    timers = ManualTimers(house)
    timers.start()
    timers.pass_time(0)
    assert house.house.tables["UTH-1"].round.closed


def test_a_house_that_is_stopped_is_asked_again_later(house):
    """A failure is tried again and harms no other table."""
    house.open("UTH-1", submission(UTH, "minimal"), settings=SETTINGS)
    timers = ManualTimers(house)
    timers.start()
    bet(house)
    act, failures = house.house.act_for_absent, [OSError("the disk is full")]

    async def fail_once(table):
        if failures:
            raise failures.pop()
        return await act(table)

    house.house.act_for_absent = fail_once
    timers.pass_time(SETTINGS.betting_seconds * 1000)
    assert not house.house.tables["UTH-1"].round.closed
    timers.pass_time(5_000)
    assert house.house.tables["UTH-1"].round.closed


def test_a_person_who_deals_is_not_pressed_by_the_betting_clock(house):
    house.open("UTH-1", submission(UTH, "minimal"), settings=TableSettings(croupier=False, program_floor=True))
    timers = ManualTimers(house)
    timers.start()
    bet(house)
    assert timers.timers == []


def test_a_pacer_that_was_stopped_rings_no_more(house):
    house.open("UTH-1", submission(UTH, "minimal"), settings=SETTINGS)
    timers = ManualTimers(house)
    timers.start()
    bet(house)
    house.run(timers.pacer.stop())
    assert timers.timers == []
    bet(house)
    assert timers.timers == []


def test_the_event_loop_keeps_the_time(house):
    """Without a timer of the test's own, the clock of the event loop is used."""
    house.open("UTH-1", submission(UTH, "minimal"), settings=SETTINGS)
    bet(house)
    house.clock.now += 3_600_000

    async def run():
        pacer = Pacer(house.house)
        pacer.start()
        while not house.house.tables["UTH-1"].round.closed:
            await asyncio.sleep(0.001)
        await pacer.stop()

    house.run(asyncio.wait_for(run(), 120))

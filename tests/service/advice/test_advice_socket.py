"""Advice over a real socket, counted by a real worker, while other messages are answered."""

import asyncio
import time
from dataclasses import replace

import pytest

from houseway.service.advice import advising
from houseway.service.live.settings import WITHOUT_CLOCKS
from tests.support.live import submission
from tests.support.seated import Player, act_when
from tests.support.sockets import PATIENCE, RunningService, run, sit_down

TABLE = "FC-1"


@pytest.fixture
def running(tmp_path, monkeypatch):
    monkeypatch.setattr(advising, "LONGEST_COUNT_SECONDS", PATIENCE)  # a fresh worker compiles first
    service = RunningService(tmp_path)
    service.open_table(TABLE, submission("md.four-card-poker", "minimal"), replace(WITHOUT_CLOCKS, practice=True))
    yield service
    service.close()


def test_a_player_acts_while_his_advice_is_counted(running, monkeypatch):
    (_, token), (_, floor_token) = running.guest("Ann"), running.employee("Flo", "floorperson")

    async def work():
        async with running.client(TABLE, token) as ann, running.client(TABLE, floor_token, "floor") as flo:
            await sit_down(ann, 1)
            await _bet_and_deal(running, ann, flo)
            (play, *_), number = ann.options("play"), ann.reader.number
            _check_the_next_session_slowly(running.service.people, monkeypatch)
            for name in ("advice-0001", "advice-0002"):
                await ann.send({"type": "advice", "id": name, "about": "expectation"})
            taken = await ann.choose(play, amount=play["bounds"]["amount"]["choices"][0])
            await ann.until(lambda: {"advice-0001", "advice-0002"} <= {each.get("id") for each in ann.others})
            return number, taken, {each["id"]: each for each in ann.others}

    number, taken, answers = run(work())
    assert taken["ok"]
    first, second = answers["advice-0001"], answers["advice-0002"]
    assert (first["type"], first["ok"], first["number"]) == ("advice", True, number)
    assert {each["act"] for each in first["choices"]} == {"play", "fold"}
    assert second["error"]["code"] == "advice.one-at-a-time"


def _check_the_next_session_slowly(people, monkeypatch):
    """Let it take a while to look up who asks first, so that what he sends next could overtake it."""
    look_up, waits = people.person_of, [0.3]

    def person_of(token):
        time.sleep(waits.pop() if waits else 0)
        return look_up(token)

    monkeypatch.setattr(people, "person_of", person_of)


async def _bet_and_deal(running, ann, flo):
    """Make a wager and let the program deal, up to Ann's decision."""
    (verify,) = flo.options("verify-inspection")
    assert (await flo.choose(verify))["ok"]
    player = Player(ann)
    await act_when(ann, player.choose, lambda: player.has_wager)
    while not ann.options("play"):
        await running.do_async(running.house.take_due_step(TABLE))
        await asyncio.sleep(0.01)

"""Turns that were overtaken are tried again: those of one meter one after the other, all others without waiting."""

import asyncio
import gc

import pytest

from houseway.errors import Unavailable
from houseway.service.live.turns.tries import TRIES, Overtaken, TurnTries

METER, OTHER_METER = "meter:PG", "meter:UTH"


class ContestedTurn:
    """A turn that is overtaken at its first try. Its second one waits until it may go on."""

    def __init__(self, stream):
        self.stream, self.tries, self.is_trying_again, self.may_go_on = stream, 0, asyncio.Event(), asyncio.Event()

    async def take(self):
        self.tries += 1
        if self.tries == 1:
            raise Overtaken(self.stream)
        self.is_trying_again.set()
        await self.may_go_on.wait()
        return self.tries


async def settle():
    """Let everybody run who does not wait."""
    for _ in range(20):
        await asyncio.sleep(0)


def start(tries, *streams):
    turns = [ContestedTurn(stream) for stream in streams]
    return turns, [asyncio.create_task(tries.repeat("T", turn.take)) for turn in turns]


def test_turns_that_one_meter_has_overtaken_try_again_one_after_the_other():
    async def compete():
        (first, second), tasks = start(TurnTries(), METER, METER)
        await settle()
        assert first.is_trying_again.is_set()
        assert not second.is_trying_again.is_set()
        first.may_go_on.set()
        await settle()
        assert second.is_trying_again.is_set()
        second.may_go_on.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(compete()) == [2, 2]


@pytest.mark.parametrize("stream", [OTHER_METER, "table:T-2", "chance:T-2", "settings:T-2", "account:p-1"])
def test_a_turn_does_not_wait_for_turns_that_another_stream_has_overtaken(stream):
    async def compete():
        (slow, other), tasks = start(TurnTries(), METER, stream)
        other.may_go_on.set()
        assert await tasks[1] == 2
        assert not tasks[0].done()
        slow.may_go_on.set()
        return await tasks[0]

    assert asyncio.run(compete()) == 2


def test_turns_of_two_tables_that_their_own_streams_have_overtaken_do_not_wait_for_each_other():
    async def compete():
        turns, tasks = start(TurnTries(), "table:T-1", "table:T-2")
        await settle()
        assert all(turn.is_trying_again.is_set() for turn in turns)
        for turn in turns:
            turn.may_go_on.set()
        return await asyncio.gather(*tasks)

    assert asyncio.run(compete()) == [2, 2]


def test_a_turn_that_is_always_overtaken_is_refused():
    tried = []

    async def take():
        tried.append(len(tried))
        raise Overtaken((METER, OTHER_METER, "table:T")[len(tried) % 3])

    with pytest.raises(Unavailable, match="others keep changing T") as refusal:
        asyncio.run(TurnTries().repeat("T", take))
    assert refusal.value.code == "house.busy"
    assert len(tried) == 1 + TRIES


def test_a_queue_ends_with_its_last_turn():
    async def compete(tries):
        turns, tasks = start(tries, METER, METER, OTHER_METER)
        for turn in turns:
            turn.may_go_on.set()
        await asyncio.gather(*tasks)

    tries = TurnTries()
    asyncio.run(compete(tries))
    gc.collect()
    assert not tries._queues

"""The desks' own threads: short computations wait for them up to a bound."""

import asyncio
from threading import Event

import pytest

from houseway.errors import Unavailable
from houseway.service.jobs.desk import MOST_OF_ONE_ADDRESS, MOST_WAITING, Desk
from houseway.service.request_address import request_address


def test_short_computations_are_refused_when_too_many_wait():
    async def crowd(desk, go):
        waiting = [asyncio.ensure_future(desk.run(go.wait)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable) as refused:
            await desk.run(int)
        go.set()
        await asyncio.gather(*waiting)
        return refused.value.code, await desk.run(divmod, 7, 2)

    desk = Desk()
    assert asyncio.run(crowd(desk, Event())) == ("desk.busy", (3, 1))
    desk.close()


def test_one_address_does_not_fill_the_threads_and_tables_have_one_of_their_own():
    async def crowd(desk, go):
        request_address.set("192.0.2.1")
        waiting = [asyncio.ensure_future(desk.run(go.wait)) for _ in range(MOST_OF_ONE_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(Unavailable) as refused:
            await desk.run(int)
        at_table = await desk.run_for_table(divmod, 7, 2)
        request_address.set("192.0.2.2")
        waiting.append(asyncio.ensure_future(desk.run(int)))
        go.set()
        await asyncio.gather(*waiting)
        return refused.value.code, at_table, waiting[-1].result()

    desk = Desk()
    assert asyncio.run(crowd(desk, Event())) == ("desk.busy", (3, 1), 0)
    desk.close()

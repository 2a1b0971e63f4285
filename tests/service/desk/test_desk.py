"""The desks' own threads: short computations wait for them up to a bound."""

import asyncio
from threading import Event

import pytest

from houseway.errors import Unavailable
from houseway.service.jobs.desk import MOST_WAITING, Desk


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

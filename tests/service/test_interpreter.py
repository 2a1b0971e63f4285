"""The garbage collector is spared what is in use, and misses no garbage for long."""

import asyncio
import gc

import pytest

from houseway.service.interpreter import ENOUGH_YOUNG, LITTLE_GARBAGE, YoungObjects, collect_garbage


@pytest.fixture(autouse=True)
def alone():
    """Nothing is collected but by these tests, and nothing was set aside before."""
    was_set_aside = gc.get_freeze_count() > 0
    gc.unfreeze()
    gc.collect()
    gc.disable()
    yield
    gc.enable()
    gc.unfreeze()
    gc.collect()
    if was_set_aside:
        gc.freeze()


class Ring:
    """Refers to itself, so that only the collector can remove it."""

    def __init__(self):
        self.me = self


def lists():
    return [[] for _ in range(ENOUGH_YOUNG)]


def test_what_is_in_use_is_set_aside_after_a_first_look():
    young, kept = YoungObjects(), [lists()]
    young.set_aside()
    assert gc.get_freeze_count() == 0, "it was looked at"
    kept.append(lists())
    young.set_aside()
    assert gc.get_freeze_count() >= 2 * ENOUGH_YOUNG
    assert gc.get_count()[0] < ENOUGH_YOUNG


def test_few_objects_are_left_alone():
    young, kept = YoungObjects(), [lists()]
    young.set_aside()
    young.set_aside()
    assert gc.get_freeze_count() == 0
    assert kept


def test_while_there_is_garbage_nothing_is_set_aside():
    young = YoungObjects()
    for _ in range(3):
        for _ in range(ENOUGH_YOUNG):
            Ring()
        young.set_aside()
        assert gc.get_freeze_count() == 0
        assert not any(type(each) is Ring for each in gc.get_objects())


def test_every_tenth_time_there_is_a_look():
    young, kept, looks = YoungObjects(), [], 0
    for _ in range(21):
        before = gc.get_freeze_count()
        kept.append(lists())
        young.set_aside()
        looks += gc.get_freeze_count() <= before
    assert looks == 3


def test_garbage_that_was_set_aside_is_collected_later():
    young, kept = YoungObjects(), [lists()]
    young.set_aside()
    rings = [Ring() for _ in range(LITTLE_GARBAGE)]
    kept.append(lists())
    young.set_aside()
    del rings
    gc.collect()
    collect_garbage()
    gc.unfreeze()
    assert not any(type(each) is Ring for each in gc.get_objects())


def test_a_server_sets_aside_until_it_ends():
    async def serve():
        task = asyncio.create_task(YoungObjects().set_aside_repeatedly())
        kept = []
        while not gc.get_freeze_count():
            kept.append(lists())
            await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert asyncio.run(serve())


def test_a_process_in_which_nothing_was_set_aside_stays_so():
    kept = lists()
    collect_garbage()
    assert gc.get_freeze_count() == 0
    assert kept

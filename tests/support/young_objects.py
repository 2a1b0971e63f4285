"""What the tests of the garbage collector do. It goes through all objects of a process each time, so they are done in one that has
few of them: in that of the tests, which has loaded everything, they take forty times as long.

python -m tests.support.young_objects    prints what was wrong, by function
"""

import asyncio
import gc
import json
import traceback

from houseway.service.process.interpreter import ENOUGH_YOUNG, LITTLE_GARBAGE, YoungObjects, collect_garbage


class Ring:
    """Refers to itself, so that only the collector can remove it."""

    def __init__(self):
        self.me = self


def lists():
    return [[] for _ in range(ENOUGH_YOUNG)]


def what_is_in_use_is_set_aside_after_a_first_look():
    young, kept = YoungObjects(), [lists()]
    young.set_aside()
    assert gc.get_freeze_count() == 0, "it was looked at"
    kept.append(lists())
    young.set_aside()
    assert gc.get_freeze_count() >= 2 * ENOUGH_YOUNG
    assert gc.get_count()[0] < ENOUGH_YOUNG


def few_objects_are_left_alone():
    young, kept = YoungObjects(), [lists()]
    young.set_aside()
    young.set_aside()
    assert gc.get_freeze_count() == 0
    assert kept


def while_there_is_garbage_nothing_is_set_aside():
    young = YoungObjects()
    for _ in range(3):
        for _ in range(ENOUGH_YOUNG):
            Ring()
        young.set_aside()
        assert gc.get_freeze_count() == 0
        assert not any(type(each) is Ring for each in gc.get_objects())


def every_tenth_time_there_is_a_look():
    young, kept, looks = YoungObjects(), [], []
    for time in range(21):
        before = gc.get_freeze_count()
        kept.append(lists())
        young.set_aside()
        if gc.get_freeze_count() <= before:
            looks.append(time)
    assert looks == [0, 10, 20]


def garbage_that_was_set_aside_is_collected_later():
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


def a_server_sets_aside_until_it_ends():
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


def a_process_in_which_nothing_was_set_aside_stays_so():
    kept = lists()
    collect_garbage()
    assert gc.get_freeze_count() == 0
    assert kept


CHECKS = (
    what_is_in_use_is_set_aside_after_a_first_look,
    few_objects_are_left_alone,
    while_there_is_garbage_nothing_is_set_aside,
    every_tenth_time_there_is_a_look,
    garbage_that_was_set_aside_is_collected_later,
    a_server_sets_aside_until_it_ends,
    a_process_in_which_nothing_was_set_aside_stays_so,
)


def failure(check):
    """What is wrong, or nothing. Nothing is collected but by the check, and nothing was set aside before."""
    gc.unfreeze()
    gc.collect()
    try:
        check()
    except AssertionError:
        return traceback.format_exc()
    return ""


if __name__ == "__main__":
    gc.disable()
    print(json.dumps({check.__name__: failure(check) for check in CHECKS}))  # noqa: T201

"""Settings of the process that serves tables, so that no command waits for the garbage collector or for a computing thread."""

import asyncio
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SWITCH_SECONDS = 0.00005
"""A thread that computes lets another go on after this time. The writer of the store needs the interpreter for an instant after
every call of the database, and all commands in its batch wait for it."""
_NEW_OBJECTS, _YOUNG_COLLECTIONS, _OLD_COLLECTIONS = 20_000, 50, 1_000_000
"""When the collector runs by itself: seldom, because what a turn leaves behind is mostly gone before. Collections of all objects
stop everybody for a tenth of a second, so they are made only when asked for (`collect_garbage`)."""
_WHILE_COMPUTING = 200_000, 20, 50
"""The same for a process that computes for minutes, and that nobody waits for."""

ENOUGH_YOUNG, LITTLE_GARBAGE = 4_000, 200
"""Objects that are set aside together, at least; and how much garbage among them is no reason to look at the next ones."""
_UNSEEN, _SECONDS_BETWEEN = 9, 0.1
"""How many times in a row young objects are set aside without a look, and how long after each other."""


def load_without_collections() -> None:
    """Switch the collector off until `tune_interpreter`: while a program is loaded nothing becomes garbage, and it would look at
    everything again and again."""
    gc.disable()


def tune_interpreter() -> "YoungObjects":
    """Set up the process once everything is loaded. What is there now is looked at only by `collect_garbage`: one object in two
    hundred is garbage, and to look at all takes a fifth of a second. Return what spares the collector later objects."""
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _YOUNG_COLLECTIONS, _OLD_COLLECTIONS)
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)
    return YoungObjects()


@contextmanager
def few_collections() -> Iterator[None]:
    """Let the collector run seldom while much is computed: states and events have no cycles, and it would look at all of them again
    and again."""
    before = gc.get_threshold()
    gc.set_threshold(*_WHILE_COMPUTING)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def collect_garbage() -> None:
    """Collect what has become garbage since the start. States of tables have no cycles, so there is little of it."""
    is_set_aside = gc.get_freeze_count() > 0
    gc.unfreeze()
    gc.collect()
    if is_set_aside:
        gc.freeze()


class YoungObjects:
    """Spares the collector what turns leave behind: all of it is in use, such as the last events of tables, or gone already.

    While the collector looks at 20,000 objects, which takes 30 ms, nobody is answered. So young objects are set aside before there
    are as many, and are not looked at until `collect_garbage`. Every tenth time they are looked at. If there is garbage among
    them, they are looked at each time until there is none."""

    def __init__(self) -> None:
        self._unseen_left = 0

    def set_aside(self) -> None:
        """Set aside what is new, or look at it. To be called several times a second."""
        if gc.get_count()[0] < ENOUGH_YOUNG:
            return
        if self._unseen_left:
            self._unseen_left -= 1
            gc.freeze()
        else:
            self._unseen_left = _UNSEEN if gc.collect(0) < LITTLE_GARBAGE else 0

    async def set_aside_repeatedly(self) -> None:
        """Do so until the task is cancelled."""
        while True:
            self.set_aside()
            await asyncio.sleep(_SECONDS_BETWEEN)

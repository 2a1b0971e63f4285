"""Settings of the process that serves tables, so that no command waits for the garbage collector or for a computing thread."""

import gc
import sys

_SWITCH_SECONDS = 0.0005
"""A thread that computes lets another go on after this time. The writer of the store needs the interpreter for an instant after
every call of the database, and all commands in its batch wait for it."""
_NEW_OBJECTS, _YOUNG_COLLECTIONS, _OLD_COLLECTIONS = 20_000, 50, 1_000_000
"""When the collector runs by itself: seldom, because what a turn leaves behind is mostly gone before. Collections of all objects
stop everybody for a tenth of a second, so they are made only when asked for (`collect_garbage`)."""


def load_without_collections() -> None:
    """Switch the collector off until `tune_interpreter`: while a program is loaded nothing becomes garbage, and it would look at
    everything again and again."""
    gc.disable()


def tune_interpreter() -> None:
    """Set up the process once everything is loaded. What is there now is no garbage, and is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_OBJECTS, _YOUNG_COLLECTIONS, _OLD_COLLECTIONS)
    gc.enable()
    sys.setswitchinterval(_SWITCH_SECONDS)


def collect_garbage() -> None:
    """Collect what has become garbage since the start. States of tables have no cycles, so there is little of it."""
    gc.collect()

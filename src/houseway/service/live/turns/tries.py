"""Turns are tried again if something has moved since they were decided."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TypeVar
from weakref import WeakValueDictionary

from houseway.errors import Unavailable

TRIES = 10
"""How many times a turn is decided again when a table, a shared meter or an account has moved."""
TABLE_STREAMS = ("table", "chance", "settings")
"""Kinds of streams that belong to one table alone."""
Answer = TypeVar("Answer")


class Overtaken(Exception):
    """A stream has moved since a turn was decided."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.shared = "" if stream.partition(":")[0] in TABLE_STREAMS else stream
        """The stream, if other tables write to it, too."""


class TurnTries:
    """Turns that the same meter has overtaken try again one after the other, or those of a popular meter would overtake each other
    without end. A turn that only its own table has overtaken waits for nobody: its table is locked."""

    def __init__(self) -> None:
        self._queues = WeakValueDictionary[str, asyncio.Lock]()
        """By stream that tables share: a lock that is held by the one turn that tries again because the stream has moved."""

    async def repeat(self, table: str, take_turn: Callable[[], Awaitable[Answer]]) -> Answer:
        """Try a turn until nothing overtakes it, or refuse it after many tries."""
        try:
            return await take_turn()
        except Overtaken as overtaken:
            shared, left = overtaken.shared, TRIES
        while left:
            async with self._queue_for(shared):
                while left:
                    left -= 1
                    try:
                        return await take_turn()
                    except Overtaken as overtaken:
                        if overtaken.shared != shared:
                            shared = overtaken.shared
                            break  # out of this queue, and into another
        raise Unavailable(
            f"others keep changing {table}, its meters or accounts; try again",
            code="house.busy",
            given=table,
            allowed="try again",
        )

    def _queue_for(self, shared: str) -> AbstractAsyncContextManager[None]:
        return self._queues.setdefault(shared, asyncio.Lock()) if shared else nullcontext()

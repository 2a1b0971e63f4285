"""Turns for checking passwords. Each check takes a core for a tenth of a second, so only a few run at the same time, and the
addresses that wait take turns: however many attempts one address sends, another waits for one or two."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from houseway.errors import Unavailable

AT_ONCE = 2
"""Checks that run at the same time."""
MOST_FROM_ONE_ADDRESS = 12
MOST_FOR_ONE_LOGIN = 3
"""Attempts of one address, and attempts at one log-in, that may wait or run. More of them are refused until one has ended."""

Waiting = deque["asyncio.Future[None]"]


class PasswordTurns:
    """Gives turns to those who wait, address by address. It belongs to one event loop."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._waiting: OrderedDict[str, Waiting] = OrderedDict()
        """By address; the first address has the next turn."""
        self._unfinished: Counter[tuple[str, str]] = Counter()
        """Attempts that wait or run, by address and by log-in."""

    @asynccontextmanager
    async def turn(self, address: str, login: str = "") -> AsyncIterator[None]:
        """Wait for a turn. It is refused if this address, or whoever tries this log-in, has too many unfinished attempts. Whoever
        has a session may be counted by his id instead of an address."""
        counted = [("address", address), *([("login", login.casefold())] if login else [])]
        for key, most in zip(counted, (MOST_FROM_ONE_ADDRESS, MOST_FOR_ONE_LOGIN), strict=False):
            if self._unfinished[key] >= most:
                raise _busy_error(most)
        self._unfinished.update(counted)
        try:
            await self._take(address)
            try:
                yield
            finally:
                self._give_next()
        finally:
            self._unfinished.subtract(counted)
            for key in counted:
                if not self._unfinished[key]:
                    del self._unfinished[key]

    async def _take(self, address: str) -> None:
        if self._free:
            self._free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._give_next()  # the turn had just come
            raise

    def _give_next(self) -> None:
        """Give the turn to the address that has waited longest for one; it goes behind all others then."""
        while self._waiting:
            address, waiting = self._waiting.popitem(last=False)
            turn = waiting.popleft()
            if waiting:
                self._waiting[address] = waiting
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def _busy_error(most: int) -> Unavailable:
    return Unavailable(
        "too many attempts to log in are being checked; try again in a moment",
        code="session.busy",
        given=f"more than {most} at the same time",
        allowed="fewer at the same time",
    )

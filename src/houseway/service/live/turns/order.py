"""The order of turns at one table: each is decided after the one before, and need not wait until that one is stored."""

import asyncio

from houseway.service.live.turns.turn import TableState
from houseway.store import Line


class TurnOrder:
    """Lets one turn of a table be decided at a time. `async with` lets somebody act alone: nothing is being decided or stored then.

    A turn may be decided on a state that is still being stored, because the store keeps the order: if the state is not stored,
    the turn is refused as well, and has to be decided again. Nobody is answered before his own turn is stored.
    """

    def __init__(self) -> None:
        self.deciding = asyncio.Lock()
        """Held by whoever decides."""
        self._latest: TableState | None = None
        self.line = Line()
        """The line of the turns that are being stored, and of those that are decided on them."""
        self._under_way, self._has_failed = 0, False
        self._all_stored = asyncio.Event()
        self._all_stored.set()

    def latest_state(self, stored: TableState) -> TableState | None:
        """Return the state on which the next turn can be decided: that after the last turn that is being stored, or the stored
        one. None: a turn was not stored, and those after it have not all learnt that yet."""
        if self._has_failed:
            return None
        return stored if self._latest is None else self._latest

    def begin(self, after: TableState) -> None:
        """Note that a turn is being stored, and the state after it."""
        self._latest = after
        self._under_way += 1
        self._all_stored.clear()

    def end(self, *, is_stored: bool) -> None:
        """Note that a turn is stored, or was not."""
        self._under_way -= 1
        self._has_failed = self._has_failed or not is_stored
        if not self._under_way:
            self._latest, self._has_failed, self.line = None, False, Line()
            self._all_stored.set()

    async def wait_for_stored(self) -> None:
        """Wait until no turn is being stored. Whoever decides can rely on it."""
        await self._all_stored.wait()

    async def __aenter__(self) -> None:
        await self.deciding.acquire()
        try:
            await self.wait_for_stored()
        except BaseException:
            self.deciding.release()
            raise

    async def __aexit__(self, *error: object) -> None:
        self.deciding.release()

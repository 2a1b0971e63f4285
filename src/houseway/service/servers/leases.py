"""The leases of this server, renewed again and again. Whoever acts by a lease asks `holds` each time."""

import asyncio
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Protocol

import structlog

from houseway.errors import HousewayError
from houseway.service.clock import MILLISECONDS
from houseway.service.servers.lease_table import LeaseTable

LEASE_SECONDS = 3.0
"""A server that has not renewed its leases for this long has lost them."""
RENEWAL_SECONDS = 0.75
"""How often leases are renewed, and those of others are looked at."""
_MARGIN_SECONDS = 0.25
"""The holder stops this much earlier than others may begin."""
DEMO, UPKEEP = "demo", "upkeep"
"""The lease of the work that one server does for the whole house: it lets program players play, and removes expired guests and
sessions."""
_log = structlog.get_logger("houseway.servers")


def clock_lease(table: str) -> str:
    """Return the name of the lease of a table's clock."""
    return f"clock:{table}"


class LeaseHolder(Protocol):
    @property
    def is_alive(self) -> bool:
        """Return whether this server has renewed its leases in time, so that it can hold any."""

    def holds(self, name: str) -> bool:
        """Return whether this server is the one that acts."""


class OwnServer(Protocol):
    """This server among those of its house."""

    @property
    def id(self) -> str: ...
    def holds(self, name: str) -> bool:
        """Return whether this server is the one that acts."""

    def remove_lost(self) -> tuple[str, ...]:
        """Return servers that have ended without notice, each once. It blocks."""


class SoleServer:
    """The only server of a house holds every lease."""

    id, is_alive = "", True

    def holds(self, name: str) -> bool:
        return True

    def remove_lost(self) -> tuple[str, ...]:
        return ()


class Leases:
    """Takes and renews the leases that this server wants, and gives back those that it wants no more. Methods are called from
    one event loop."""

    def __init__(
        self, table: LeaseTable, wanted: Callable[[], Iterable[str]], read_clock: Callable[[], float] = monotonic
    ) -> None:
        self._table, self._wanted, self._read_clock = table, wanted, read_clock
        self._held: frozenset[str] = frozenset()
        self._valid_until = 0.0
        self._task: asyncio.Task[None] | None = None
        self._renewing: asyncio.Task[frozenset[str]] | None = None
        self.listeners: list[Callable[[frozenset[str]], None]] = []
        """Called with the leases that this server has just got."""

    @property
    def is_alive(self) -> bool:
        return self._read_clock() < self._valid_until

    def holds(self, name: str) -> bool:
        return name in self._held and self.is_alive

    async def start(self) -> None:
        await asyncio.to_thread(self._table.forget_earlier_lives)
        await self.renew()
        self._task = asyncio.create_task(self._renew_repeatedly(), name="leases")

    async def stop(self) -> None:
        """Give everything back, so that others go on at once."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._renewing is not None:  # its thread cannot be cancelled, and would take leases while they are given back
            await asyncio.gather(self._renewing, return_exceptions=True)
        self._task, self._held = None, frozenset()
        try:
            await asyncio.to_thread(self._table.give_back)
        except HousewayError as error:  # they expire by themselves
            _log.warning("leases-not-given-back", code=error.code)

    async def renew(self) -> None:
        """Renew what is held and wanted, give back what is not, and take what nobody holds."""
        wanted, asked_at = frozenset(self._wanted()), self._read_clock()
        self._held &= wanted  # so that nothing is done by a lease that somebody else may take in a moment
        before = self._held if self.is_alive else frozenset()
        self._renewing = asyncio.create_task(asyncio.to_thread(self._table.renew, wanted))
        self._held = await asyncio.shield(self._renewing)
        self._valid_until = asked_at + LEASE_SECONDS - _MARGIN_SECONDS
        gained = self._held - before
        if gained:
            for listener in self.listeners:
                listener(gained)

    async def _renew_repeatedly(self) -> None:
        while True:
            await asyncio.sleep(RENEWAL_SECONDS)
            try:
                await self.renew()
            except HousewayError as error:  # what is held expires by itself
                _log.warning("leases-not-renewed", code=error.code)


LEASE_MILLISECONDS = round(LEASE_SECONDS * MILLISECONDS)

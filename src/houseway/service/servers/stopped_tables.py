"""A table that a fault has frozen at one server is frozen at all servers, and is resumed at all after a floorperson has
examined it."""

import asyncio

import structlog

from houseway.errors import HousewayError
from houseway.events import Event
from houseway.service.live.house import House
from houseway.service.people.record import TABLE_FROZEN, TABLE_THAWED, HouseRecord
from houseway.service.servers.upkeep import Upkeep

_log = structlog.get_logger("houseway.servers")


class StoppedTables:
    """Follows the record of the house. `start` is called in the house's event loop."""

    def __init__(self, house: House, record: HouseRecord, upkeep: Upkeep) -> None:
        self._house, self._record, self._upkeep = house, record, upkeep
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        loop = asyncio.get_running_loop()

        def follow(event: Event) -> None:
            if event.kind in (TABLE_FROZEN, TABLE_THAWED) and not loop.is_closed():
                loop.call_soon_threadsafe(self._follow, event)

        self._record.listeners.append(follow)

    def _follow(self, event: Event) -> None:
        table = event.text("table")
        if event.kind == TABLE_FROZEN:
            with self._upkeep.following_freeze(table):
                self._house.follow_freeze(table)
            return
        task = asyncio.create_task(self._follow_thaw(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow_thaw(self, table: str) -> None:
        try:
            await self._house.follow_thaw(table)
        except HousewayError as error:  # it stays frozen here, and says why
            _log.warning("table-stays-frozen", table=table, code=error.code)

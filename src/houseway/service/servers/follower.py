"""Follows what other servers store, so that whoever watches here sees it at once: by hints, and by looking every second.

Tables that nobody watches here and whose clock another server keeps are followed when somebody asks for them. Servers tell each
other every second which tables are watched there, so that a table's clock goes to a server that has to follow it anyway.
"""

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from time import monotonic

import structlog

from houseway.errors import HousewayError
from houseway.service.feed.feeds import Feeds
from houseway.service.live.house import House
from houseway.service.live.settings import settings_stream
from houseway.service.live.turns.turn import chance_stream, meter_stream, table_stream
from houseway.service.people.record import HOUSE_STREAM
from houseway.service.servers.hints import Versions
from houseway.service.servers.leases import LeaseHolder, clock_lease
from houseway.store import Store

LOOK_SECONDS = 1.0
"""How often the streams that matter here are looked at, in case a hint was lost."""
_METER_SECONDS = 0.3
"""The shortest time between two looks at meters: in a full house they move with every round."""
_WATCHED_SECONDS = 3 * LOOK_SECONDS
"""A table counts as watched elsewhere for this long after another server has said so."""
_log = structlog.get_logger("houseway.servers")


class Follower:
    """Follows what other servers store. All methods are called from the house's event loop."""

    def __init__(
        self,
        house: House,
        store: Store,
        feeds: Feeds,
        leases: LeaseHolder,
        show_watched: Callable[[Sequence[str]], None] = lambda tables: None,
        plays_here: Callable[[str], bool] = lambda table: False,
    ) -> None:
        """Follow the tables that matter here. `plays_here` says whether this server lets program players play at a table."""
        self._house, self._store, self._feeds, self._leases = house, store, feeds, leases
        self._show_watched, self._plays_here = show_watched, plays_here
        self._behind: dict[str, float] = {}
        """Tables to which another server has added something, and up to which version; endless for settings and chance."""
        self._meters: set[str] = set()
        """Meters to which another server has added something."""
        self._is_record_behind = False
        self._following: dict[str, asyncio.Task[None]] = {}
        """By table: the task that follows it now."""
        self._watched_elsewhere: dict[str, float] = {}
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._repeat(self._follow_news), name="follow-hints"),
            asyncio.create_task(self._repeat(self._look), name="follow-streams"),
            asyncio.create_task(self._repeat(self._follow_meters), name="follow-meters"),
        ]

    async def stop(self) -> None:
        tasks = [*self._tasks, *self._following.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._tasks = []

    def receive(self, grown: Versions, watched: Sequence[str]) -> None:
        """Take note of a hint from another server."""
        self._watched_elsewhere |= dict.fromkeys(watched, monotonic())
        self._note(grown)

    def is_watched(self, table: str) -> bool:
        """Return whether people watch a table, at any server."""
        return self._feeds.is_watched(table) or self.is_watched_elsewhere(table)

    def is_watched_only_elsewhere(self, table: str) -> bool:
        """Return whether people watch a table at other servers, and nobody does here."""
        return self.is_watched_elsewhere(table) and not self._feeds.is_watched(table)

    def is_watched_elsewhere(self, table: str) -> bool:
        """Return whether people watch a table at another server."""
        return monotonic() - self._watched_elsewhere.get(table, -inf) < _WATCHED_SECONDS

    async def catch_up_all(self) -> None:
        """Follow every table to which others have added something, because somebody looks at the list of tables."""
        for table in tuple(self._behind):
            await self._follow_table(table)

    def _note(self, grown: Versions) -> None:
        for stream, version in grown.items():
            kind, _, name = stream.partition(":")
            if kind == "chance" and table_stream(name) in grown:
                continue  # it is followed with its table
            if kind in ("table", "settings", "chance"):
                reached = version if kind == "table" else inf
                self._behind[name] = max(reached, self._behind.get(name, 0))
            elif kind == "meter":
                self._meters.add(name)
            elif stream == HOUSE_STREAM:
                self._is_record_behind = True
        self._news.set()

    def _matters_here(self, table: str) -> bool:
        is_used = self._feeds.is_watched(table) or self._leases.holds(clock_lease(table)) or self._plays_here(table)
        return is_used or table not in self._house.tables

    async def _repeat(self, work: Callable[[], object]) -> None:
        """Work again and again. The database may be gone for a while."""
        while True:
            try:
                await work()  # type: ignore[misc]  # each is a coroutine
            except HousewayError as error:
                _log.warning("following-interrupted", code=error.code)
                await asyncio.sleep(LOOK_SECONDS)

    async def _follow_news(self) -> None:
        await self._news.wait()
        self._news.clear()
        if self._is_record_behind:
            self._is_record_behind = False
            await asyncio.to_thread(self._house.record.refresh)
        for table in sorted(self._behind.keys() - self._following.keys()):
            if self._matters_here(table):
                self._following[table] = asyncio.create_task(self._follow_hints_of(table), name="follow-table")

    async def _follow_hints_of(self, table: str) -> None:
        """Follow a table until no further hint has come. Tables do not wait for each other: a turn may lock one for long."""
        try:
            while table in self._behind:
                await self._follow_table(table)
        except HousewayError as error:
            _log.warning("following-interrupted", code=error.code)  # the table is looked at again within a second
        finally:
            del self._following[table]

    async def _follow_table(self, table: str) -> None:
        version = self._behind.pop(table, inf)  # before, so that a hint that comes meanwhile counts
        if await self._house.catch_up(table, version):
            await self._house.carry_out_changes()
            self._feeds.refresh_table(table)

    async def _follow_meters(self) -> None:
        await asyncio.sleep(_METER_SECONDS)
        names, self._meters = self._meters, set()
        if names and await self._house.catch_up_meters(*names):
            self._feeds.show_meters()

    async def _look(self) -> None:
        """Look whether streams that matter here have grown without a hint."""
        await asyncio.sleep(LOOK_SECONDS)
        if self._leases.is_alive:  # another server leaves these clocks to this one
            self._show_watched(self._feeds.watched_tables)
        known = self._known_versions()
        stored = await asyncio.to_thread(self._store.stream_versions, tuple(known))
        self._note({stream: version for stream, version in stored.items() if version > known[stream]})

    def _known_versions(self) -> dict[str, int]:
        """Return how far each stream that matters here is known."""
        house = self._house
        known = {meter_stream(name): version for name, version in house.meters.versions.items()}
        known[HOUSE_STREAM] = house.record.state.version
        for table in (name for name in house.tables if self._matters_here(name)):
            known[table_stream(table)] = house.latest_state(table).version
            known[chance_stream(table)] = house.chance_version(table)
            known[settings_stream(table)] = house.settings_plan(table).version
        return known

"""The clocks of all tables: when one has run out, the system acts for whoever is absent.

A table has a timer only while one of its clocks runs. Deadlines come from stored times, so that a house that is opened again goes
on with them.
"""

import asyncio
from collections.abc import Callable, Iterable
from typing import Protocol

import structlog

from houseway.errors import HousewayError
from houseway.service.clock import MILLISECONDS
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import Update
from houseway.service.live.waiting import VALUES
from houseway.service.process.logs import describe_fault
from houseway.store import Appended

_RETRY_SECONDS = 5
"""After a failed act, or while play is stopped, the next attempt comes after this time."""
_log = structlog.get_logger("houseway.pace")


class Timer(Protocol):
    def cancel(self) -> None: ...


SetTimer = Callable[[float, Callable[[], None]], Timer]
"""Calls a function after a number of seconds."""


class Pacer:
    """Rings for the tables of a house, from `start` to `stop`. All methods are called from the house's event loop."""

    def __init__(
        self, house: House, set_timer: SetTimer | None = None, keeps_clock: Callable[[str], bool] = lambda table: True
    ) -> None:
        """Of several servers, one keeps the clock of a table; `keeps_clock` says whether it is this one."""
        self._house, self._given_timer, self._keeps_clock = house, set_timer, keeps_clock
        self._timers: dict[str, tuple[int, Timer]] = {}
        """For each table with a running clock, when it rings and the timer."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """What is being done for absent players now."""

    def start(self) -> None:
        self._house.listeners.append(self._follow)
        self._house.thaw_listeners.append(self._set)
        self.reset_timers(self._house.tables)

    def reset_timers(self, tables: Iterable[str]) -> None:
        """Set the timers of tables whose clocks this server may have begun to keep."""
        for table in tables:
            if table in self._house.tables:
                self._set(table)

    async def stop(self) -> None:
        """Ring no more, and finish what is under way."""
        if self._follow in self._house.listeners:
            self._house.listeners.remove(self._follow)
            self._house.thaw_listeners.remove(self._set)
        for _, timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await self.finish_acts()

    async def finish_acts(self) -> None:
        """Wait until everything is stored that is being done for absent players now."""
        await asyncio.gather(*self._tasks.values())

    def _follow(self, update: Update) -> None:
        self._set(update.table)

    def _set(self, table: str, not_before: int = 0) -> None:
        """Set the timer of a table to its next deadline, and remove it if no clock runs."""
        deadline = self._next_deadline(table) if self._keeps_clock(table) else None
        rings_at = None if deadline is None else max(deadline, not_before)
        set_to, timer = self._timers.get(table, (None, None))
        if set_to == rings_at:
            return
        if timer is not None:
            timer.cancel()
            del self._timers[table]
        if rings_at is not None:
            seconds = max(0, rings_at - self._house.now()) / MILLISECONDS
            self._timers[table] = rings_at, self._set_timer(seconds, lambda: self._ring(table))

    def _next_deadline(self, table: str) -> int | None:
        """Return when the system has to act next. A person who deals closes the betting himself."""
        program_deals = self._house.settings(table).croupier
        clocks = (
            clock for clock in self._house.clocks(table) if program_deals or clock.position is not None or clock.what == VALUES
        )
        return min((clock.ends_at for clock in clocks), default=None)

    def _set_timer(self, seconds: float, call: Callable[[], None]) -> Timer:
        set_timer = self._given_timer or asyncio.get_running_loop().call_later
        return set_timer(seconds, call)

    def _ring(self, table: str) -> None:
        del self._timers[table]
        if table not in self._tasks and self._keeps_clock(table):
            self._tasks[table] = asyncio.ensure_future(self._act(table))

    async def _act(self, table: str) -> None:
        """Act for the absent. If nothing happened, try again later: a stop may be lifted, a store may be back."""
        wait_until = 0
        try:
            done = await self._house.act_for_absent(table)
            wait_until = self._retry_at() if isinstance(done, Appended) else 0
        except HousewayError as refusal:
            wait_until = self._retry_at()
            _log.warning("absent-player", table=table, code=refusal.code)
        except Exception as error:  # the clocks of other tables go on, whatever happened here
            wait_until = self._retry_at()
            _log.error("absent-player", table=table, **describe_fault(error))
        finally:
            del self._tasks[table]
        if table in self._house.tables and self._follow in self._house.listeners:
            self._set(table, wait_until)

    def _retry_at(self) -> int:
        return self._house.now() + _RETRY_SECONDS * MILLISECONDS

"""The service's regular work: it records significant events, and ends what has expired."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

import structlog

from houseway.errors import HousewayError, NotAllowed
from houseway.events import Event
from houseway.service.clock import HouseClock
from houseway.service.integrity import Integrity, IntegrityCheck
from houseway.service.people import record as recording
from houseway.service.people.people import People
from houseway.service.people.person import THE_HOUSE
from houseway.service.people.record import HouseRecord, HouseState
from houseway.service.process.interpreter import collect_garbage
from houseway.service.servers.leases import UPKEEP, OwnServer, SoleServer

log = structlog.get_logger()

_SECONDS_BETWEEN = 10.0
_DAY, _BETWEEN_COLLECTIONS = 24 * 3_600_000, 15 * 60_000
"""In milliseconds."""


class Upkeep:
    def __init__(
        self,
        record: HouseRecord,
        people: People,
        integrity: Integrity,
        clock: HouseClock,
        server: OwnServer | None = None,
        vault: str = "",
    ) -> None:
        """`vault` is the fingerprint of the key that all servers of the house must have."""
        self._record, self._people, self._integrity, self._clock = record, people, integrity, clock
        self._server, self._vault = server or SoleServer(), vault
        self._next_check = 0
        self._next_collection = clock.now() + _BETWEEN_COLLECTIONS
        self._frozen: list[str] = []
        """Tables that were frozen and are not yet on record."""
        self._recording_frozen = Lock()
        self._frozen_elsewhere = ""
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Record the start and whether the last run ended normally, and check the program."""
        self._record.add(self._started_events)
        self._check("start")

    async def start(self) -> None:
        await asyncio.to_thread(self.begin)
        self._task = asyncio.create_task(self._run(), name="upkeep")

    async def stop(self) -> None:
        """Record the end, and when sessions were used last. Without it, the next start records an outage."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            await asyncio.to_thread(self._people.remove_old)
            await asyncio.to_thread(self._record.add, self._stopped_events)

    def notice_frozen(self, table: str) -> None:
        """Remember that a table was frozen; it goes on record soon. This does not block."""
        if self._frozen_elsewhere != table:
            self._frozen.append(table)

    @contextmanager
    def following_freeze(self, table: str) -> Iterator[None]:
        """A table that is frozen now was frozen by another server, which has put it on record."""
        self._frozen_elsewhere = table
        try:
            yield
        finally:
            self._frozen_elsewhere = ""

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN)
            await asyncio.to_thread(self.do_due_work)

    def do_due_work(self) -> None:
        """Do what is due now. What fails is logged and tried again next time."""
        tasks: tuple[Callable[[], object], ...] = (
            self._record.refresh,
            self._record_clock,
            self.record_frozen,
            self._do_house_work,
            self._people.remove_old,
            self._check_daily,
            self._collect_garbage,
        )
        for task in tasks:
            try:
                task()
            except (HousewayError, OSError) as error:
                log.warning("upkeep_failed", task=task.__name__, code=getattr(error, "code", type(error).__name__))

    def _do_house_work(self) -> None:
        """Do what one server does for the whole house."""
        if not self._server.holds(UPKEEP):
            return
        self._people.expire_guests()
        for server in self._server.remove_lost():
            facts = {
                "server": server,
                "before": "running",
                "after": "lost",
                "by": THE_HOUSE.id,
                "why": "it ended without notice",
            }
            self._add(Event(recording.SERVICE_LOST, (), facts))

    def _record_clock(self) -> None:
        self._clock.now()
        for milliseconds in self._clock.take_set_backs():
            facts = {"milliseconds": milliseconds, "by": THE_HOUSE.id, "why": "the system's clock was set back"}
            self._add(Event(recording.CLOCK_SET_BACK, (), facts))

    def record_frozen(self) -> None:
        """Put on record which tables were frozen. Any thread may call this."""
        with self._recording_frozen:
            while self._frozen:
                facts = {"table": self._frozen[0], "before": "open", "after": "frozen", "by": THE_HOUSE.id, "why": "a fault"}
                self._add(Event(recording.TABLE_FROZEN, (), facts))
                self._frozen.pop(0)

    def _add(self, event: Event) -> None:
        self._record.add(lambda state: (event,))

    def _check_daily(self) -> None:
        if self._clock.now() >= self._next_check:
            self._check("daily")

    def _collect_garbage(self) -> None:
        if self._clock.now() >= self._next_collection:
            collect_garbage()
            self._next_collection = self._clock.now() + _BETWEEN_COLLECTIONS

    def _check(self, occasion: str) -> IntegrityCheck:
        check = self._integrity.check_program(occasion)
        self._next_check = self._clock.now() + _DAY
        if not check.matches:
            log.warning("integrity_mismatch", reason=occasion, count=len(check.differences))
        return check

    def _started_events(self, state: HouseState) -> tuple[Event, ...]:
        if state.vault not in ("", self._vault):
            raise other_keys_error("this server")
        was_running = not state.running.isdisjoint(("", self._server.id))
        before = "running, so it ended without notice" if was_running else "stopped"
        facts = {"before": before, "after": "running", "by": THE_HOUSE.id, "why": "start"}
        return (Event(recording.SERVICE_STARTED, (), {**facts, "server": self._server.id, "vault": self._vault}),)

    def _stopped_events(self, state: HouseState) -> tuple[Event, ...]:
        facts = {"before": "running", "after": "stopped", "by": THE_HOUSE.id, "why": "stop", "server": self._server.id}
        return (Event(recording.SERVICE_STOPPED, (), facts),)


def other_keys_error(folder: str) -> NotAllowed:
    return NotAllowed(
        f"the keys of {folder} are not those of this database",
        code="serve.keys",
        given=folder,
        allowed="the keys with which the database was made (--data or --keys)",
    )

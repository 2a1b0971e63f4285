"""The service: everything that one running server has, opened from its settings and closed again."""

import asyncio
from functools import partial

from houseway.errors import Unavailable
from houseway.reports.rows.rebuilding import Progress, fill_tables
from houseway.service.clock import HouseClock
from houseway.service.demo.demo_house import DemoHouse
from houseway.service.evidence.checkpoint_file import CheckpointFile
from houseway.service.evidence.log_keeper import LogKeeper
from houseway.service.feed.feeds import Feeds
from houseway.service.feed.session_watch import SessionWatch
from houseway.service.integrity import Integrity
from houseway.service.jobs.desk import Desk
from houseway.service.live.house import House
from houseway.service.live.memory.live_tables import RESUME_SECONDS
from houseway.service.live.pace import Pacer
from houseway.service.metrics import Metrics
from houseway.service.pages.site import Site
from houseway.service.people.accounts import Accounts
from houseway.service.people.administration import finish_rotation
from houseway.service.people.password_turns import PasswordTurns
from houseway.service.people.people import People
from houseway.service.people.protecting import Protecting
from houseway.service.people.record import HouseRecord
from houseway.service.rate_limiter import RateLimiter
from houseway.service.records.advice_record import AdviceRecord
from houseway.service.records.remembered_choices import RememberedChoices
from houseway.service.records.round_review import RoundReviews
from houseway.service.reporting.theory_jobs import TheoryJobs
from houseway.service.secrecy.keys import HouseKeys
from houseway.service.secrecy.receipts import ReceiptFile
from houseway.service.servers.lease_table import living_servers
from houseway.service.servers.leases import DEMO
from houseway.service.servers.servers import Servers, server_id
from houseway.service.servers.stopped_tables import StoppedTables
from houseway.service.servers.upkeep import Upkeep
from houseway.service.settings import ServiceSettings
from houseway.store import Store, open_store


class Service:
    """Opens the store, the keys and the tables. `start` begins what runs by itself, `drain` ends it, `close` gives everything back.

    Construction blocks while the tables are loaded.
    """

    def __init__(
        self,
        settings: ServiceSettings,
        store: Store | None = None,
        clock: HouseClock | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Open everything. `progress` is called while the tables of reports are filled, if they have to be."""
        self.settings, self.site = settings, Site(settings.docs) if settings.docs else None
        settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.clock = clock or HouseClock()
        self.store = store or open_store(settings.store_address)
        fill_tables(self.store, progress, anew=False)
        self.keys = HouseKeys(settings.keys_folder, self.clock.now())
        self.receipts = ReceiptFile(settings.receipts_file)
        self.record = HouseRecord(self.store, self.clock)
        finish_rotation(self.record, self.keys)
        self.accounts = Accounts(self.store, self.record, self.clock)
        self.people = People(self.store, self.record, self.accounts, self.clock, settings.people)
        self.house, self.protecting = self._open_house(), Protecting(self.store, self.record, settings.protection)
        self.log_keeper = LogKeeper(self.store, self.keys, CheckpointFile(settings.checkpoints_file), self.clock, self.record)
        self.advice, self.round_reviews = AdviceRecord(self.store, self.clock), RoundReviews()
        self.past_choices = RememberedChoices()
        self.feeds = Feeds(self.house, self.people.names)
        self.session_watch = SessionWatch(self.people, self.accounts, self.feeds, settings.feed.session_seconds)
        self.metrics = Metrics(self.house, self.clock)
        self.password_turns = PasswordTurns()
        self.guest_arrivals = RateLimiter(settings.limits.guests_per_second, settings.limits.guests_at_once)
        self.desk = Desk()
        self.theory = TheoryJobs(self.desk, self.house, self.store)
        self.metrics.watch_jobs(self.desk.jobs)
        self.servers = Servers(self.house, self.store, self.feeds, server_id(settings.data))
        self.integrity = Integrity(self.store, self.record, settings.configuration_text, stops=settings.stop_on_mismatch)
        self.upkeep = self._make_upkeep()
        self._notice_frozen_tables()
        self.stopped_tables = StoppedTables(self.house, self.record, self.upkeep)
        self.pacer = Pacer(self.house, keeps_clock=self.servers.keeps_clock)
        self.servers.on_clocks_taken(self.pacer.reset_timers)
        self.demo = self._make_demo() if settings.demo else None
        self.started = self.draining = self.closed = False

    def _open_house(self) -> House:
        goes_on_elsewhere = self.store.is_shared and bool(living_servers(self.store.database))
        return House(
            self.store,
            self.keys,
            self.receipts,
            self.clock,
            self.record,
            self.accounts,
            self.settings.large_amounts,
            0 if goes_on_elsewhere else RESUME_SECONDS,
            self.settings.protection,
        )

    def _make_upkeep(self) -> Upkeep:
        fingerprint = self.keys.vault.fingerprint
        return Upkeep(self.record, self.people, self.integrity, self.clock, self.servers, fingerprint)

    def _notice_frozen_tables(self) -> None:
        self.house.freeze_listeners.append(self.upkeep.notice_frozen)
        for table in self.house.frozen:
            self.upkeep.notice_frozen(table)

    def _make_demo(self) -> DemoHouse:
        is_ours = partial(self.servers.holds, DEMO)
        demo = DemoHouse(self.house, self.people, self.accounts, self.servers.is_watched, is_ours=is_ours)
        self.servers.plays_at = demo.plays_at
        return demo

    @property
    def ready(self) -> bool:
        """Return whether new requests are welcome."""
        return self.started and not self.draining

    def check_takes_work(self) -> None:
        """Refuse new work once the service has begun to end."""
        if self.draining:
            raise Unavailable(
                "the service is being restarted; send it again in a moment",
                code="service.draining",
                given="new work",
                allowed="after the restart",
            )

    async def start(self) -> None:
        """Begin what runs by itself. A second call does nothing."""
        if self.started:
            return
        self.started = True
        self.stopped_tables.start()
        await self.servers.start()
        await self.upkeep.start()
        self.log_keeper.start()
        self.pacer.start()
        if self.demo is not None:
            await self.demo.start()

    async def drain(self) -> None:
        """Take no new work and finish what is under way. A second call does nothing."""
        if self.draining:
            return
        self.draining = True
        if self.demo is not None:
            await self.demo.stop()
        await self.pacer.stop()
        await self.servers.stop()
        await self.house.finish_turns()
        await self.feeds.drain()

    async def close(self) -> None:
        """Give everything back. A second call does nothing."""
        if self.closed:
            return
        self.closed = True
        await self.drain()
        await asyncio.to_thread(self.desk.close)
        await self.upkeep.stop()
        await asyncio.to_thread(self.house.close)
        await asyncio.to_thread(self.log_keeper.stop)
        await asyncio.to_thread(self.store.close)
        if self.site is not None:
            self.site.close()
